/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INSTRUMENT_INCLUDE_H
#define INSTRUMENT_INCLUDE_H

#include "frontend/frontend.h"

/* Puts the files that INCLUDE lines name in their place, with # lines. Lines whose file is not
 * found stay as they are. */
void include_all(struct arena *a, struct names *names, struct source *s,
                 const struct front_options *o);

#endif
