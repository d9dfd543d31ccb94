/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which order Fortran files are compiled: a module before what uses it. */
#ifndef DRIVE_ORDER_H
#define DRIVE_ORDER_H

#include "drive/words.h"

/* The files, those first whose modules others need; else in the order given, which also stands
 * where modules use each other in a circle. A file that can't be read needs nothing: its compiler
 * will say so. */
struct words order_by_modules(struct arena *a, const struct words *files);

#endif
