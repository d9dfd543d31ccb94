/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders Fortran files so that modules are compiled before their users. */
#ifndef MACS_PLAN_ORDER_H
#define MACS_PLAN_ORDER_H

#include "commands/macs/steps/words.h"

/* Returns the files with modules before their users, otherwise in the given order, also for modules
 * that use each other. Unreadable files are treated as files without modules. */
struct words order_by_modules(struct arena *a, const struct words *files);

#endif
