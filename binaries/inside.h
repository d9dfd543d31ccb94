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

struct address_range {
    uint64_t begin, end;
};

/* A range of code of a compilation unit. Addresses are those of the debug information. */
struct unit_range {
    uint64_t begin, end;
    uint64_t last_end; /* largest end of this range and of all ranges before it */
    Dwarf_Die die;
};

/* The procedures of a unit with their ranges of code, by address. */
struct unit_procedures {
    const void *unit; /* address of its entry */
    ARRAY(struct unit_range) at;
};

/* A word of the loaded file that contains an address of the file. */
struct relocated_word {
    uint64_t at, value;
};

struct binary {
    const char *path;
    int fd;
    Elf *elf;
    Dwfl *dwfl;
    Dwfl_Module *module;
    uint64_t bias; /* address used by libdwfl minus address of the file */
    struct names names;
    struct address_range plt[2]; /* procedure linkage tables with named entries */
    size_t n_plt;
    bool functions_read, units_read, relocations_read;
    ARRAY(struct relocated_word) relocated;   /* by address */
    ARRAY(struct binary_function) functions;  /* by address, disjoint */
    Dwarf *debug;                             /* NULL = none */
    uint64_t debug_bias;                      /* address used by libdwfl minus address of debug */
    ARRAY(struct unit_range) units;           /* by address */
    ARRAY(struct unit_procedures) procedures; /* of the units that were read */
};

/* Sets last_end of the n ranges, which are in order of their begin. */
void unit_ranges_close(struct unit_range *at, size_t n);
/* Returns the entry of the last range that contains the address; NULL = none. */
Dwarf_Die *unit_range_at(struct unit_range *at, size_t n, uint64_t address);

/* Returns the procedure of the unit whose code contains the address of the debug information; NULL
 * = none. Valid until the next call. */
Dwarf_Die *procedure_at(struct binary *b, Dwarf_Die *unit, uint64_t address);
/* Sets calls to the inlined calls of the procedure that contain the address, the outermost first,
 * and returns their number, at most `most`. */
size_t inlined_calls_at(Dwarf_Die *procedure, uint64_t address, Dwarf_Die *calls, size_t most);
void procedures_free(struct binary *b);

/* Returns the section with that name, and sets its header; NULL = none. */
Elf_Scn *find_section(const struct binary *b, const char *name, GElf_Shdr *h);

/* Calls add for each entry of the procedure linkage tables, with its name, "sin@plt" (plt.c). */
typedef void (*plt_adder)(void *to, uint64_t begin, uint64_t end, const char *name);
void plt_entries(struct binary *b, plt_adder add, void *to);

#endif
