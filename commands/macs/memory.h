/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints what `macs machine --probe --memory` measured. */
#ifndef COMMANDS_MACS_MEMORY_H
#define COMMANDS_MACS_MEMORY_H

#include "base/json.h"
#include "measure/memory/memory.h"

/* Prints tables that a reader can check: every value with its unit, or the reason why it is
 * unknown. */
void memory_print_text(struct arena *a, const struct memory_probe *p);
/* Adds the key "memory" to an open object. */
void memory_print_json(struct json *j, const struct memory_probe *p);
/* Prints a row for each value. */
void memory_print_csv(const struct memory_probe *p);

#endif
