/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names that the modules of a source export to USE statements. Units are read and freed one at
 * a time; the exports of a module are kept as long as the source. */
#ifndef ANALYSIS_MODULES_H
#define ANALYSIS_MODULES_H

#include "frontend/analysis/symbols.h"

/* An exported name. Modules that re-export it share the symbol. */
struct export
{
    const char *name; /* interned */
    const struct symbol *symbol;
    bool private; /* visible to the submodules only */
};
struct module {
    const char *name; /* interned */
    struct export *exports;
    size_t n;
    const char *unread;  /* where a declaration that may bring any name could not be read; NULL = no
                          * such one */
    const char *lacking; /* why modules that it uses are unknown; NULL = all are known */
    const char
        *unlisted; /* likewise of those whose every name it hands on; NULL = there are none */
    struct module *next;
};

/* Stores the exports of the unit if it is a module; s has its declarations. Replaces an earlier
 * module of that name. */
void modules_keep(struct modules *m, struct symbols *s, const struct unit *u);

/* Bounds as numbers: names of the module may mean something else where it is used. */
struct dimension *modules_shape(struct arena *a, const struct symbol *y);

/* Returns the module of an interned name: of the source, or of the library, from which it is copied
 * to the source. NULL = unknown. */
const struct module *modules_find(struct modules *m, const char *name);

/* Declares in s the names that the USE statement, or the head of a SUBMODULE, imports. Names of
 * unknown modules remain unknown. */
void modules_use(struct symbols *s, const struct stmt *t);

/* Gives a name that a USE of a host brings the storage of other names of the thing, where the unit
 * has such names. */
void modules_share(struct symbols *s, struct symbol *y);

#endif
