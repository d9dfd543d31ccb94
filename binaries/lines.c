/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines and inlined calls, from the debug information of the file or of its separate debug
 * file. */
#include "base/util.h"
#include "binaries/inside.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* ---- compilation units by address ---- */

static int compare_ranges(const void *one, const void *other)
{
    const struct unit_range *a = one, *b = other;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Adds the ranges of a unit. The entries of a skeleton unit are in another file, with root `split`.
 */
static void add_unit(struct binary *b, Dwarf_Die *unit, const Dwarf_Die *split)
{
    Dwarf_Addr base, begin, end;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(unit, at, &base, &begin, &end)) > 0;)
        if (end > begin)
            *array_push(&b->units) =
                (struct unit_range){.begin = begin, .end = end, .die = split ? *split : *unit};
}

/* Reads the ranges of all compilation units. */
static void read_units(struct binary *b)
{
    b->units_read = true;
    b->debug = dwfl_module_getdwarf(b->module, &b->debug_bias);
    if (!b->debug)
        return;
    Dwarf_CU *unit = NULL;
    Dwarf_Die die, split; /* split: of the .dwo file of a skeleton unit */
    uint8_t type;
    while (dwarf_get_units(b->debug, unit, &unit, NULL, &type, &die, &split) == 0)
        if (type == DW_UT_skeleton || type == DW_UT_compile)
            add_unit(b, &die, type == DW_UT_skeleton && split.addr ? &split : NULL);
    if (b->units.n)
        qsort(b->units.at, b->units.n, sizeof *b->units.at, compare_ranges);
    uint64_t end = 0;
    for (size_t i = 0; i < b->units.n; i++)
        b->units.at[i].last_end = end = b->units.at[i].end > end ? b->units.at[i].end : end;
}

/* Converts an address of the file to one of the debug information, which is read first. */
static uint64_t address_in_debug(struct binary *b, uint64_t address)
{
    if (!b->units_read)
        read_units(b);
    return address + b->bias - b->debug_bias;
}

struct unit_search {
    const struct binary *b;
    uint64_t address;
};

static bool begins_before(const void *context, size_t i)
{
    const struct unit_search *s = context;
    return s->b->units.at[i].begin <= s->address;
}

/* Returns the unit that contains the address of the debug information; NULL = none. */
static Dwarf_Die *unit_at(struct binary *b, uint64_t address)
{
    struct unit_search search = {b, address};
    size_t i = partition_point(b->units.n, begins_before, &search);
    for (; i > 0 && b->units.at[i - 1].last_end > address; i--)
        if (b->units.at[i - 1].end > address)
            return &b->units.at[i - 1].die;
    return NULL;
}

/* ---- lines ---- */

struct binary_line binary_line_at(struct binary *b, uint64_t address)
{
    struct binary_line l = {0};
    uint64_t at = address_in_debug(b, address);
    Dwarf_Die *unit = unit_at(b, at);
    Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, at) : NULL;
    const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    int n;
    if (!file)
        return l;
    l.file = file;
    l.line = dwarf_lineno(line, &n) == 0 ? n : 0;
    l.column = dwarf_linecol(line, &n) == 0 ? n : 0;
    return l;
}

/* ---- inlined calls ---- */

/* Reads a number that is an attribute of the entry itself. Returns false if there is none. */
static bool read_number(Dwarf_Die *die, unsigned int attribute, Dwarf_Word *n)
{
    Dwarf_Attribute a;
    return dwarf_attr(die, attribute, &a) && dwarf_formudata(&a, n) == 0;
}

static struct binary_line call_position(Dwarf_Die *unit, Dwarf_Die *die)
{
    struct binary_line l = {0};
    Dwarf_Files *files;
    size_t n;
    Dwarf_Word file, line, column;
    if (!read_number(die, DW_AT_call_file, &file) || !read_number(die, DW_AT_call_line, &line) ||
        dwarf_getsrcfiles(unit, &files, &n) != 0 || file >= n)
        return l;
    const char *name = dwarf_filesrc(files, (size_t)file, NULL, NULL);
    l.file = name && strcmp(name, "???") != 0 ? name : NULL; /* file 0 before DWARF 5 */
    l.line = line <= INT32_MAX ? (long)line : 0;
    l.column =
        read_number(die, DW_AT_call_column, &column) && column <= INT32_MAX ? (long)column : 0;
    return l;
}

static struct binary_frame frame_of(Dwarf_Die *unit, Dwarf_Die *die)
{
    struct binary_frame f = {.function = dwarf_diename(die)};
    if (dwarf_tag(die) == DW_TAG_inlined_subroutine)
        f.call = call_position(unit, die);
    return f;
}

/* Returns the number of entries that contain the address, the innermost one first, to be freed. */
static int find_scopes(Dwarf_Die *unit, uint64_t address, Dwarf_Die **scopes)
{
    /* After an inlined function, dwarf_getscopes continues with the scopes of its definition, not
     * with those of its call. */
    Dwarf_Die *innermost = NULL;
    int n = dwarf_getscopes(unit, address, &innermost);
    if (n > 0)
        n = dwarf_getscopes_die(&innermost[0], scopes);
    free(innermost);
    return n;
}

size_t binary_frames_at(struct binary *b, uint64_t address, struct arena *a,
                        struct binary_frame **frames)
{
    size_t n = 0;
    uint64_t at = address_in_debug(b, address);
    Dwarf_Die *unit = unit_at(b, at), *scopes = NULL;
    int n_scopes = unit ? find_scopes(unit, at, &scopes) : 0;
    *frames = NULL;
    for (int i = 0; i < n_scopes; i++) {
        int tag = dwarf_tag(&scopes[i]);
        if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram)
            *ARENA_PUSH(a, *frames, n) = frame_of(unit, &scopes[i]);
        if (tag == DW_TAG_subprogram)
            break;
    }
    free(scopes);
    return n;
}
