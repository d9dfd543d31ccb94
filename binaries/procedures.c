/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedures of a compilation unit by address. Each unit is read once, at its first address:
 * libdw's dwarf_getscopes reads the entries of the whole unit for each address. */
#include "base/util.h"
#include "binaries/inside.h"

#include <dwarf.h>
#include <stdlib.h>

/* In a hostile file, entries may be in each other many times, and reached on many paths. */
enum { NESTING_MOST = 64, ENTRIES_MOST = 5000000 };

/* Moves to the next sibling. Returns false after the last one, for an entry that leads back, and if
 * none of the entries that may be read is left. */
static bool next_entry(Dwarf_Die *die, long *left)
{
    Dwarf_Die next;
    if (--*left < 0 || dwarf_siblingof(die, &next) != 0 || (char *)next.addr <= (char *)die->addr)
        return false;
    *die = next;
    return true;
}

static void add_procedure(struct unit_procedures *u, Dwarf_Die *die)
{
    Dwarf_Addr base, begin, end;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &begin, &end)) > 0;)
        if (end > begin)
            *array_push(&u->at) = (struct unit_range){.begin = begin, .end = end, .die = *die};
}

static bool contains_procedures(int tag)
{
    static const int tags[] = {DW_TAG_subprogram,    DW_TAG_namespace,      DW_TAG_module,
                               DW_TAG_class_type,    DW_TAG_structure_type, DW_TAG_union_type,
                               DW_TAG_interface_type};
    for (size_t i = 0; i < COUNT_OF(tags); i++)
        if (tags[i] == tag)
            return true;
    return false;
}

/* Adds the procedures with code below an entry. */
static void add_procedures(struct unit_procedures *u, Dwarf_Die *unit)
{
    Dwarf_Die open[NESTING_MOST] = {*unit};
    long left = ENTRIES_MOST;
    bool entered = dwarf_child(unit, &open[0]) == 0;
    for (int depth = entered ? 0 : -1; depth >= 0;) {
        Dwarf_Die *die = &open[depth], below;
        int tag = dwarf_tag(die);
        if (tag == DW_TAG_subprogram)
            add_procedure(u, die);
        bool enter = --left > 0 && depth + 1 < NESTING_MOST && contains_procedures(tag) &&
                     dwarf_child(die, &below) == 0 && (char *)below.addr > (char *)die->addr;
        if (enter)
            open[++depth] = below;
        while (!enter && depth >= 0 && !next_entry(&open[depth], &left))
            depth--;
    }
}

static int compare_ranges(const void *one, const void *other)
{
    const struct unit_range *a = one, *b = other;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Returns the procedures of the unit, which are read at the first call. */
static struct unit_procedures *procedures_of(struct binary *b, Dwarf_Die *unit)
{
    for (size_t i = 0; i < b->procedures.n; i++)
        if (b->procedures.at[i].unit == unit->addr)
            return &b->procedures.at[i];
    struct unit_procedures *u = array_push(&b->procedures);
    *u = (struct unit_procedures){.unit = unit->addr};
    add_procedures(u, unit);
    array_sort(&u->at, compare_ranges);
    unit_ranges_close(u->at.at, u->at.n);
    return u;
}

Dwarf_Die *procedure_at(struct binary *b, Dwarf_Die *unit, uint64_t address)
{
    struct unit_procedures *u = procedures_of(b, unit);
    return unit_range_at(u->at.at, u->at.n, address);
}

/* ---- inlined calls ---- */

static bool contains_calls(int tag)
{
    return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_try_block || tag == DW_TAG_catch_block || tag == DW_TAG_with_stmt;
}

/* Finds the entry of code directly below `above` that contains the address. */
static bool find_below(Dwarf_Die *above, uint64_t address, Dwarf_Die *found, long *left)
{
    bool more = dwarf_child(above, found) == 0 && (char *)found->addr > (char *)above->addr;
    while (more && !(contains_calls(dwarf_tag(found)) && dwarf_haspc(found, address) > 0))
        more = next_entry(found, left);
    return more;
}

size_t inlined_calls_at(Dwarf_Die *procedure, uint64_t address, Dwarf_Die *calls, size_t most)
{
    size_t n = 0;
    long left = ENTRIES_MOST;
    Dwarf_Die above = *procedure, below;
    while (n < most && find_below(&above, address, &below, &left)) {
        if (dwarf_tag(&below) == DW_TAG_inlined_subroutine)
            calls[n++] = below;
        above = below;
    }
    return n;
}

void procedures_free(struct binary *b)
{
    for (size_t i = 0; i < b->procedures.n; i++)
        array_free(&b->procedures.at[i].at);
    array_free(&b->procedures);
}
