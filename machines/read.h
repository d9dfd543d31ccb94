/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps from the text of a description to a machine. */
#ifndef MACHINES_READ_H
#define MACHINES_READ_H

#include "base/keyfile.h"
#include "machines/machine.h"

/* Reads overrides KEY=VALUE (--set) as entries, in a. An invalid one is wrong usage, reported in d
 * and omitted. set: NULL = none. "OPTION<tab>KEY=VALUE" names another option than --set in
 * messages. */
struct keyfile machine_read_overrides(struct arena *a, const struct option_list *set,
                                      struct diag *d);

/* Replaces entries of *k, the entries of s, by the lines with the same keys (the last line of a key
 * is used) and appends the others; adds each of them to notes. Returns the text of s with these
 * changes. The entries are in a. */
const char *machine_override(struct arena *a, struct source *s, const struct keyfile *lines,
                             struct keyfile *k, struct notes *notes);

/* Fills m, which must be zero. Returns false after errors. */
bool machine_from_entries(struct arena *a, const struct keyfile *k, const char *path,
                          struct diag *d, struct machine *m);

/* Returns the unit of a key's number if only one is possible; otherwise NULL. */
const char *key_unit_only(const char *key);

/* Returns the path of the description with that name, in a; NULL after an error that lists the
 * machines. */
const char *machine_find(struct arena *a, const char *name, struct diag *d);

#endif
