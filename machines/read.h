/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps from the text of a description to a machine. */
#ifndef MACHINES_READ_H
#define MACHINES_READ_H

#include "base/keyfile.h"
#include "machines/machine.h"

/* Applies the overrides of `set` (KEY=VALUE, the last one of a key counts) to the entries *k of s,
 * and adds each to notes. Returns the text with the overridden lines replaced and new ones
 * appended. The entries must be in a, which also stores the sources that messages refer to. */
const char *machine_override(struct arena *a, struct source *s, const struct option_list *set,
                             struct diag *d, struct keyfile *k, struct notes *notes);

/* Fills m, which must be zero. Returns false after errors. */
bool machine_from_entries(struct arena *a, const struct keyfile *k, const char *path,
                          struct diag *d, struct machine *m);

/* Returns the unit of a key's number if only one is possible; otherwise NULL. */
const char *key_unit_only(const char *key);

/* Returns the path of the description with that name, in a; NULL after an error that lists the
 * machines. */
const char *machine_find(struct arena *a, const char *name, struct diag *d);

#endif
