/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statement labels and the statements that have them or jump to them. */
#ifndef ANALYSIS_LABELS_H
#define ANALYSIS_LABELS_H

#include "base/array.h"

#include <stddef.h>

struct label_place {
    long label;
    size_t statement;
};
struct labels {
    ARRAY(struct label_place) at; /* after labels_sort by label, then by statement */
};

void labels_add(struct labels *l, long label, size_t statement);
void labels_sort(struct labels *l);
/* Returns the first place of a label; the others follow it. NULL = none. Requires labels_sort, as
 * does labels_last. */
const struct label_place *labels_first(const struct labels *l, long label);
const struct label_place *labels_last(const struct labels *l, long label);
void labels_free(struct labels *l);

#endif
