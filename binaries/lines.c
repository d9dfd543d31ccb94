/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines and inlined calls, from the debug information of the file or of its separate debug
 * file. */
#include "base/util.h"
#include "binaries/inside.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* ---- ranges by address ---- */

void unit_ranges_close(struct unit_range *at, size_t n)
{
    uint64_t end = 0;
    for (size_t i = 0; i < n; i++)
        at[i].last_end = end = at[i].end > end ? at[i].end : end;
}

struct range_search {
    const struct unit_range *at;
    uint64_t address;
};

static bool begins_before(const void *context, size_t i)
{
    const struct range_search *s = context;
    return s->at[i].begin <= s->address;
}

Dwarf_Die *unit_range_at(struct unit_range *at, size_t n, uint64_t address)
{
    struct range_search search = {at, address};
    size_t i = partition_point(n, begins_before, &search);
    for (; i > 0 && at[i - 1].last_end > address; i--)
        if (at[i - 1].end > address)
            return &at[i - 1].die;
    return NULL;
}

/* ---- compilation units by address ---- */

static int compare_ranges(const void *one, const void *other)
{
    const struct unit_range *a = one, *b = other;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Adds something of a unit. The entries of a skeleton unit are in another file, with root `split`.
 */
typedef void (*unit_adder)(struct binary *b, Dwarf_Die *unit, const Dwarf_Die *split, void *to);

static void each_unit(struct binary *b, unit_adder add, void *to)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die, split; /* split: of the .dwo file of a skeleton unit */
    uint8_t type;
    while (b->debug && dwarf_get_units(b->debug, unit, &unit, NULL, &type, &die, &split) == 0)
        if (type == DW_UT_skeleton || type == DW_UT_compile)
            add(b, &die, type == DW_UT_skeleton && split.addr ? &split : NULL, to);
}

static void add_ranges(struct binary *b, Dwarf_Die *unit, const Dwarf_Die *split, void *unused)
{
    Dwarf_Addr base, begin, end;
    (void)unused;
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
    each_unit(b, add_ranges, NULL);
    array_sort(&b->units, compare_ranges);
    unit_ranges_close(b->units.at, b->units.n);
}

/* Converts an address of the file to one of the debug information, which is read first. */
static uint64_t address_in_debug(struct binary *b, uint64_t address)
{
    if (!b->units_read)
        read_units(b);
    return address + b->bias - b->debug_bias;
}

/* Returns the unit that contains the address of the debug information; NULL = none. */
static Dwarf_Die *unit_at(struct binary *b, uint64_t address)
{
    return unit_range_at(b->units.at, b->units.n, address);
}

/* ---- lines ---- */

static struct binary_line position_of_row(Dwarf_Line *line)
{
    struct binary_line l = {0};
    const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    int n;
    if (!file)
        return l;
    l.file = file;
    l.line = dwarf_lineno(line, &n) == 0 ? n : 0;
    l.column = dwarf_linecol(line, &n) == 0 ? n : 0;
    return l;
}

struct binary_line binary_line_at(struct binary *b, uint64_t address)
{
    uint64_t at = address_in_debug(b, address);
    Dwarf_Die *unit = unit_at(b, at);
    return position_of_row(unit ? dwarf_getsrc_die(unit, at) : NULL);
}

/* ---- all lines ---- */

struct line_rows {
    ARRAY(struct binary_row) of;
};

static bool is_same_position(const struct binary_line *a, const struct binary_line *b)
{
    return a->file && b->file && strcmp(a->file, b->file) == 0 && a->line == b->line &&
           a->column == b->column;
}

/* Adds the rows of a unit, with addresses of the file. */
static void add_rows(struct binary *b, Dwarf_Die *unit, const Dwarf_Die *split, void *to)
{
    struct line_rows *all = to;
    Dwarf_Lines *lines;
    Dwarf_Addr at;
    bool end;
    size_t n;
    (void)split; /* the line table is that of the skeleton */
    if (dwarf_getsrclines(unit, &lines, &n) != 0)
        return;
    for (size_t i = 0; i < n; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        if (dwarf_lineaddr(line, &at) != 0 || dwarf_lineendsequence(line, &end) != 0 || end)
            continue;
        struct binary_row row = {at + b->debug_bias - b->bias, position_of_row(line), false};
        struct binary_line shown = binary_line_at(b, row.address);
        row.last = is_same_position(&row.at, &shown);
        if (row.at.file)
            *array_push(&all->of) = row;
    }
}

static int compare_rows(const void *one, const void *other)
{
    const struct binary_row *a = one, *b = other;
    return ORDER_OF(a->address, b->address);
}

size_t binary_line_table(struct binary *b, struct arena *a, struct binary_row **to)
{
    struct line_rows all = {0};
    if (!b->units_read)
        read_units(b);
    each_unit(b, add_rows, &all);
    array_sort(&all.of, compare_rows);
    size_t n = all.of.n;
    *to = ARENA_ARRAY(a, struct binary_row, n + 1);
    if (n)
        memcpy(*to, all.of.at, n * sizeof **to);
    array_free(&all.of);
    return n;
}

/* ---- languages ---- */

const char *binary_language_at(struct binary *b, uint64_t address)
{
    static const struct {
        Dwarf_Word number;
        const char *name;
    } languages[] = {
#define LANGUAGE(number, name) {number, name},
#include "binaries/languages.def"
#undef LANGUAGE
    };
    Dwarf_Die *unit = unit_at(b, address_in_debug(b, address));
    Dwarf_Attribute a;
    Dwarf_Word number = 0;
    if (!unit || !dwarf_attr(unit, DW_AT_language, &a) || dwarf_formudata(&a, &number) != 0)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        if (languages[i].number == number)
            return languages[i].name;
    return NULL;
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

size_t binary_frames_at(struct binary *b, uint64_t address, struct arena *a,
                        struct binary_frame **frames)
{
    enum { CALLS_MOST = 256 };
    Dwarf_Die calls[CALLS_MOST];
    size_t n = 0;
    uint64_t at = address_in_debug(b, address);
    Dwarf_Die *unit = unit_at(b, at), *procedure = unit ? procedure_at(b, unit, at) : NULL;
    *frames = NULL;
    if (!procedure)
        return 0;
    for (size_t i = inlined_calls_at(procedure, at, calls, CALLS_MOST); i > 0; i--)
        *ARENA_PUSH(a, *frames, n) = frame_of(unit, &calls[i - 1]);
    *ARENA_PUSH(a, *frames, n) = frame_of(unit, procedure);
    return n;
}
