/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma --cache=machine: the data bounds of the loops, on machines with data rates. */
#ifndef COMMANDS_KMA_DATA_H
#define COMMANDS_KMA_DATA_H

#include "base/json.h"
#include "commands/cells.h"
#include "commands/common.h"
#include "commands/kma/loops.h"

enum { KMA_DATA_COLUMNS = 12 };
/* Keys of a loop in JSON and columns in CSV, in order. */
extern const char *const kma_data_keys[KMA_DATA_COLUMNS];

/* Stores the values of the keys in `cells`, which has KMA_DATA_COLUMNS elements. Texts are in a. */
void kma_data_cells(struct arena *a, const struct kma_loop *l, struct cell *cells);
/* Writes the keys of a loop, and "data_levels", into an open JSON object. */
void kma_data_json(struct json *j, const struct kma_loop *l);
/* Adds the row of an innermost loop to the table. */
void kma_data_row(struct table *t, const struct kma_loop *l);
/* Prints the bytes from each level to a loop. */
void kma_data_levels(FILE *out, const struct kma_loop *l);
/* Prints the table with its heading. */
void kma_data_text(FILE *out, struct table *t);

#endif
