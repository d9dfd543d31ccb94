/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of scripts for the transputers' model. A line is a declaration without
 * indentation, or a statement that is indented more than the line that it belongs to; '#' begins a
 * comment:
 *     transputer t0 monitor process
 *     channel ping
 *     process a
 *       monitor ping
 *       repeat
 *         compute 2 ms
 *         send ping
 *     process b
 *       repeat 100
 *         receive ping
 * Words are those of declarations.def and statements.def. Times have a unit: s, ms, us, cycles. */
#ifndef LAB_TRANSPUTER_SCRIPT_H
#define LAB_TRANSPUTER_SCRIPT_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"
#include "lab/transputer/program.h"

/* Reads a script. The NAME=VALUE texts in set are parameters of the model; they override those
 * of the script. Returns false after located messages in d. In the result all names are defined,
 * each channel has one process at each end, on the right transputer, both ends move the same
 * number of bytes, no transputer has more than four links, and no procedure calls itself. */
bool tp_script_read(struct arena *a, struct source *s, const char *const *set, size_t n_set,
                    struct diag *d, struct tp_program *to);

/* Returns the monitor that the word names; TP_MONITORS = none. */
enum tp_monitor tp_monitor_of(const char *word);

#endif
