/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modules of other files: what they export, with names of its own, read by many files at a time.
 * What a USE names is copied from it to the modules of the source. */
#ifndef ANALYSIS_LIBRARY_H
#define ANALYSIS_LIBRARY_H

#include "frontend/analysis/modules.h"

/* Takes the module of that name, interned in the source's names, into m; NULL = the library has
 * none, or several. */
const struct module *library_take(struct modules *m, const char *name);

/* Why the module of that name is not known, a clause in a. library: NULL = there is none. */
const char *library_problem(struct arena *a, const struct module_library *library,
                            const char *name);

#endif
