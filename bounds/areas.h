/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is no count, averaged over passes that run some areas of a body and not others. */
#ifndef BOUNDS_AREAS_H
#define BOUNDS_AREAS_H

#include "bounds/body.h"

/* weight: the share of the passes that run this body. */
typedef struct quantity body_value(struct arena *a, const struct body_parts *p, double weight,
                                   void *with);

/* Mean of value(body) over bodies from which areas are left out one after another, those with the
 * least shares first, each weighed by the passes between two shares. All areas of share 1: the
 * value of the body as it is. */
struct quantity over_areas(struct arena *a, const struct machine *m,
                           const struct instruction_body *b, struct area_shares shares,
                           body_value *value, void *with);

#endif
