/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exports of the modules of all files. The library has its own names and may be read by several
 * threads. A USE copies symbols from it to the modules of the source. */
#ifndef ANALYSIS_LIBRARY_H
#define ANALYSIS_LIBRARY_H

#include "frontend/analysis/modules.h"

/* Copies the module of that name, interned in the source's names, into m. NULL = the library has
 * none of that name, or several. */
const struct module *library_take(struct modules *m, const char *name);

/* Returns why the module is unknown, a clause in a. library may be NULL. */
const char *library_problem(struct arena *a, const struct module_library *library,
                            const char *name);

#endif
