/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to hotspots/: names of C++ and Rust functions as their sources spell them. */
#ifndef HOTSPOTS_DEMANGLE_H
#define HOTSPOTS_DEMANGLE_H

#include "facts/hotspots.h"
#include "base/arena.h"

/* Replaces mangled symbols in names, functions and callers of the rows, by c++filt of binutils;
 * without it they remain. Labels are unchanged. Texts are in a. */
void demangle_rows(struct arena *a, struct hotspot *rows, size_t n);

#endif
