/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The role of a scalar that the loop changes. */
#ifndef ANALYSIS_SCALARS_H
#define ANALYSIS_SCALARS_H

#include "frontend/analysis/body.h"

enum scalar_role {
    SCALAR_INDUCTION, /* affine in the iteration number */
    SCALAR_WRAPS,     /* an affine value of the previous iteration */
    SCALAR_PRIVATE,   /* assigned before it is used: a temporary of the iteration */
    SCALAR_REDUCTION, /* used only for its own next value, by one kind of operation */
    SCALAR_CARRIED,   /* an iteration uses the value of an earlier one */
};

/* Requires work_find. how: a clause on it, in the arena; NULL = none. */
enum scalar_role scalar_role(struct body *b, const struct scalar *s, const char **how);
/* Role and how as one clause, in the arena. */
const char *scalar_role_text(struct body *b, const struct scalar *s);
/* Whether the value that node `final` leaves for the next iteration, which has it as node
 * `carried`, goes only into its own next value, and no value on the way is used for anything else
 * (others: uses of final but for the next iteration): then the iterations may be done in any order.
 * exact: and this gives the same bits, as a maximum or minimum does. */
bool reduction_is_free(const struct body *b, int carried, int final, int others, bool exact);
/* Whether it is the DO variable of the loop. */
bool scalar_is_index(const struct body *b, const struct scalar *s);

#endif
