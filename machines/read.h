/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps from a description's text to a machine. */
#ifndef MACHINES_READ_H
#define MACHINES_READ_H

#include "base/keyfile.h"
#include "machines/machine.h"

/* Applies set (KEY=VALUE, a later one wins) to the entries *k of s, notes each
 * in notes, and returns the text with the overridden lines exchanged and new
 * ones behind. The entries must live in a; sources that messages point into
 * are kept there, too. */
const char *machine_override(struct arena *a, struct source *s, const struct option_list *set,
                             struct diag *d, struct keyfile *k, struct notes *notes);

/* Fills the all-zero m. False after errors. */
bool machine_from_entries(struct arena *a, const struct keyfile *k, const char *path,
                          struct diag *d, struct machine *m);

/* The one unit a key's number can have; NULL if there is a choice or none. */
const char *key_unit_only(const char *key);

/* Path of the description of a name, in a; NULL after an error that lists the
 * machines there are. */
const char *machine_find(struct arena *a, const char *name, struct diag *d);

#endif
