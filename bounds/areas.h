/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Averages a value that is not a count over passes that run different areas of a body. */
#ifndef BOUNDS_AREAS_H
#define BOUNDS_AREAS_H

#include "bounds/body.h"

/* weight: the share of the passes that run this body. */
typedef struct quantity body_value(struct arena *a, const struct body_parts *p, double weight,
                                   void *with);

/* Returns the mean of value(body) over bodies from which areas are removed one after another, in
 * ascending order of their shares. Each body is weighted by the share of the passes that run it. If
 * all shares are 1: the value of the whole body. */
struct quantity over_areas(struct arena *a, const struct machine *m,
                           const struct instruction_body *b, struct area_shares shares,
                           body_value *value, void *with);

#endif
