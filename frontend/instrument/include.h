/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INSTRUMENT_INCLUDE_H
#define INSTRUMENT_INCLUDE_H

#include "frontend/frontend.h"

/* Replaces INCLUDE lines by the text of their files, with # lines. A line whose file is not found
 * is unchanged. */
void include_all(struct arena *a, struct names *names, struct source *s,
                 const struct front_options *o);

#endif
