/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to binaries/: the state of an opened file. */
#ifndef BINARIES_INSIDE_H
#define BINARIES_INSIDE_H

#include "base/array.h"
#include "base/names.h"
#include "binaries/binary.h"

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>

/* A range of code of a compilation unit. Addresses are those of the debug information. */
struct unit_range {
    uint64_t begin, end;
    uint64_t last_end; /* largest end of this range and of all ranges before it */
    Dwarf_Die die;
};

struct binary {
    const char *path;
    int fd;
    Elf *elf;
    Dwfl *dwfl;
    Dwfl_Module *module;
    uint64_t bias; /* address used by libdwfl minus address of the file */
    struct names names;
    bool functions_read, units_read;
    ARRAY(struct binary_function) functions; /* by address, disjoint */
    Dwarf *debug;                            /* NULL = none */
    uint64_t debug_bias;                     /* address used by libdwfl minus address of debug */
    ARRAY(struct unit_range) units;          /* by address */
};

#endif
