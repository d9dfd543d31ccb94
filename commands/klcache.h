/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of klcache. */
#ifndef COMMANDS_KLCACHE_H
#define COMMANDS_KLCACHE_H

#include "base/options.h"
#include "commands/common.h"
#include "lab/trace/analysis.h"

/* A table of the report: cells of text, those of columns marked 'r' are numbers. */
struct sheet {
    const char *name, *title;
    const char *align;
    const char *const *columns;
    size_t n_columns;
    ARRAY(const char *) cells;
};
struct klcache {
    const struct analysis *of;
    struct arena *arena;
    enum output_format form;
    long top; /* rows and ranges that text shows; 0 = all */
};
enum klcache_sheet {
#define SHEET(NAME, name, title, fill, align, ...) SHEET_##NAME,
#include "commands/klcache-sheets.def"
#undef SHEET
    KLCACHE_SHEETS
};
extern const char *const klcache_sheet_names[KLCACHE_SHEETS];

/* Makes a table of the analysis. */
struct sheet klcache_sheet(const struct klcache *k, enum klcache_sheet which);
/* Elements by name, sorted addresses: x(1,2)..x(9,2), x(3,4); at most most ranges, 0 = all. In the
 * arena. */
const char *klcache_ranges(const struct klcache *k, const uint64_t *elements, size_t n, long most);
/* "0,2-5" of sorted numbers. */
const char *klcache_cells(struct arena *a, const uint32_t *cells, size_t n);
/* The tables that are wanted, in one form. */
void klcache_print(const struct klcache *k, const bool wanted[KLCACHE_SHEETS], FILE *out);

#endif
