/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the parts of klcache. */
#ifndef COMMANDS_KLCACHE_H
#define COMMANDS_KLCACHE_H

#include "base/options.h"
#include "commands/common.h"
#include "lab/trace/analysis.h"

/* A table of the report. Its cells are texts; columns with alignment 'r' have numbers. */
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
    long top; /* number of rows and ranges that text shows; 0 = all */
};
enum klcache_sheet {
#define SHEET(NAME, name, title, fill, align, ...) SHEET_##NAME,
#include "commands/lab/klcache-sheets.def"
#undef SHEET
    KLCACHE_SHEETS
};
extern const char *const klcache_sheet_names[KLCACHE_SHEETS];

/* Builds a table of the analysis. */
struct sheet klcache_sheet(const struct klcache *k, enum klcache_sheet which);
/* Formats elements by name, from sorted addresses: x(1,2)..x(9,2), x(3,4). At most `most` ranges,
 * 0 = all. The text belongs to the arena. */
const char *klcache_ranges(const struct klcache *k, const uint64_t *elements, size_t n, long most);
/* Formats sorted numbers as "0,2-5". */
const char *klcache_cells(struct arena *a, const uint32_t *cells, size_t n);
/* Prints one table in the format. */
void klcache_print_sheet(const struct klcache *k, const struct sheet *s, FILE *out);
/* Returns true if the path is a directory of counted runs, as macs count makes it. */
bool klcache_is_recorded(const char *path);
/* Prints bounds on the misses of recorded accesses in the caches of a machine. Returns the exit
 * status. */
int klcache_recorded(struct klcache *k, const char *folder, const char *machine, struct diag *d);
/* Prints the selected tables in one format. */
void klcache_print(const struct klcache *k, const bool wanted[KLCACHE_SHEETS], FILE *out);

#endif
