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
/* Whether the value of node `final`, which the next iteration has as node `carried`, is used only
 * for its own next value, and no intermediate value is used elsewhere (others: uses of final apart
 * from the next iteration). Then the iterations may be reordered. exact: and the result has the
 * same bits, as for a maximum or minimum. */
bool reduction_is_free(const struct body *b, int carried, int final, int others, bool exact);
/* Whether it is the DO variable of the loop. */
bool scalar_is_index(const struct body *b, const struct scalar *s);

#endif
