/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reference windows of a nest are made of: the trips of its loops, and
 * each reference's walk through storage over all of them. */
#ifndef ANALYSIS_WINDOWS_H
#define ANALYSIS_WINDOWS_H

#include "base/options.h"
#include "frontend/analysis/body.h"

/* The movement of an innermost loop, in the body's arena. values: NAME=NUMBER
 * for integer names that the source leaves open; NULL = none. Requires
 * reuse_find. What depends on a name without a value is missing, with this reason;
 * array elements that wait in a register during the loop are left out. */
struct movement movement_find(struct body *b, const struct option_list *values);

#endif
