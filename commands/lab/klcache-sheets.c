/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables that klcache prints. */
#include "commands/lab/klcache.h"
#include "base/util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { RANGES_OF_TEXT = 4 };

static const struct {
    const char *name, *what;
} counts[] = {
#define COUNT(NAME, name, what) {name, what},
#include "lab/trace/counts.def"
#undef COUNT
};

static void put_cell(struct sheet *s, const char *text)
{
    *array_push(&s->cells) = text;
}

static void put_number(const struct klcache *k, struct sheet *s, uint64_t n)
{
    put_cell(s, arena_printf(k->arena, "%" PRIu64, n));
}

static void fill_summary(const struct klcache *k, struct sheet *s)
{
    for (int i = 0; i < ANALYSIS_COUNTS; i++) {
        uint64_t least = UINT64_MAX, most = 0;
        for (unsigned c = 0; c < k->of->cells; c++) {
            uint64_t n = k->of->by_cell[c][i];
            least = n < least ? n : least;
            most = n > most ? n : most;
        }
        put_cell(s, counts[i].name);
        put_number(k, s, k->of->counts[i]);
        put_number(k, s, least);
        put_number(k, s, most);
        put_cell(s, counts[i].what);
    }
}

/* Adds a column for each count. */
static void fill_cells(const struct klcache *k, struct sheet *s)
{
    const char **columns = ARENA_ARRAY(k->arena, const char *, ANALYSIS_COUNTS + 1);
    char *align = arena_alloc(k->arena, ANALYSIS_COUNTS + 2);

    columns[0] = "cell";
    for (int i = 0; i < ANALYSIS_COUNTS; i++)
        columns[i + 1] = counts[i].name;
    memset(align, 'r', ANALYSIS_COUNTS + 1);
    s->columns = columns;
    s->n_columns = ANALYSIS_COUNTS + 1;
    s->align = align;
    for (unsigned c = 0; c < k->of->cells; c++) {
        put_number(k, s, c);
        for (int i = 0; i < ANALYSIS_COUNTS; i++)
            put_number(k, s, k->of->by_cell[c][i]);
    }
}

static void fill_regions(const struct klcache *k, struct sheet *s)
{
    static const enum analysis_count shown[] = {COUNT_SUBBLOCKS, COUNT_LOCAL, COUNT_LOWER,
                                                COUNT_UPPER,     COUNT_MOVED, COUNT_MESSAGES};

    for (size_t i = 0; i < k->of->rows.n; i++) {
        const struct region_row *r = &k->of->rows.at[i];
        uint64_t references = r->counts[COUNT_READS] + r->counts[COUNT_WRITES];
        if (references == 0 && r->instances == 0)
            continue;
        put_cell(s, r->name);
        put_number(k, s, r->instances);
        put_number(k, s, references);
        for (size_t c = 0; c < COUNT_OF(shown); c++)
            put_number(k, s, r->counts[shown[c]]);
    }
}

enum sharing { OF_ONE, READ_ONLY, ONE_WRITER, WRITERS, SHARINGS };
static enum sharing sharing_of(const struct subpage_row *p)
{
    if (p->n_cells == 1)
        return OF_ONE;
    return p->writers == 0 ? READ_ONLY : p->writers == 1 ? ONE_WRITER : WRITERS;
}

static void fill_sharing(const struct klcache *k, struct sheet *s)
{
    static const char *const names[] = {"used by one cell", "read by several, written by none",
                                        "written by one, read by others", "written by several"};
    uint64_t sums[SHARINGS][4] = {{0}};

    for (size_t i = 0; i < k->of->subpages.n; i++) {
        const struct subpage_row *p = &k->of->subpages.at[i];
        uint64_t *sum = sums[sharing_of(p)];
        sum[0]++;
        sum[1] += p->reads + p->writes;
        sum[2] += p->true_sharing;
        sum[3] += p->false_sharing;
    }
    for (int i = 0; i < SHARINGS; i++) {
        put_cell(s, names[i]);
        for (int c = 0; c < 4; c++)
            put_number(k, s, sums[i][c]);
    }
}

static int by_sharing(const void *a, const void *b)
{
    const struct subpage_row *x = *(const struct subpage_row *const *)a;
    const struct subpage_row *y = *(const struct subpage_row *const *)b;

    if (x->false_sharing != y->false_sharing)
        return x->false_sharing > y->false_sharing ? -1 : 1;
    if (x->true_sharing != y->true_sharing)
        return x->true_sharing > y->true_sharing ? -1 : 1;
    return x->address < y->address ? -1 : 1;
}

static bool few_rows(const struct klcache *k)
{
    return k->form == OUTPUT_TEXT && k->top > 0;
}

/* Returns the names of the data in a subpage. */
static const char *data_of(const struct klcache *k, uint64_t address)
{
    enum { SUBPAGE = 128, STEP = 4 };
    uint64_t elements[SUBPAGE / STEP];
    size_t n = 0;

    for (uint64_t at = address; at < address + SUBPAGE; at += STEP) {
        const struct datum *t = places_find(&k->of->places, at);
        if (t && (at - t->address) % t->element == 0)
            elements[n++] = at;
    }
    return klcache_ranges(k, elements, n, few_rows(k) ? RANGES_OF_TEXT : 0);
}

static void put_subpage(const struct klcache *k, struct sheet *s, const struct subpage_row *p)
{
    put_cell(s, arena_printf(k->arena, "0x%" PRIx64, p->address));
    put_number(k, s, p->readers);
    put_number(k, s, p->writers);
    put_cell(s, klcache_cells(k->arena, p->cells, p->n_cells));
    put_number(k, s, p->true_sharing);
    put_number(k, s, p->false_sharing);
    put_cell(s, data_of(k, p->address));
}

static void fill_subpages(const struct klcache *k, struct sheet *s)
{
    ARRAY(const struct subpage_row *) shared = {0};

    for (size_t i = 0; i < k->of->subpages.n; i++) {
        const struct subpage_row *p = &k->of->subpages.at[i];
        if (p->true_sharing + p->false_sharing > 0)
            *array_push(&shared) = p;
    }
    if (shared.n > 0)
        qsort(shared.at, shared.n, sizeof(const struct subpage_row *), by_sharing);
    for (size_t i = 0; i < shared.n && !(few_rows(k) && i >= (size_t)k->top); i++)
        put_subpage(k, s, shared.at[i]);
    array_free(&shared);
}

static void fill_moves(const struct klcache *k, struct sheet *s)
{
    for (size_t i = 0; i < k->of->flows.n && !(few_rows(k) && i >= (size_t)k->top); i++) {
        const struct flow *f = &k->of->flows.at[i];
        put_cell(s, k->of->rows.at[f->row].name);
        put_number(k, s, f->from);
        put_number(k, s, f->to);
        put_number(k, s, f->messages);
        put_number(k, s, f->moved);
        put_number(k, s, f->elements.n);
        put_cell(
            s, klcache_ranges(k, f->elements.at, f->elements.n, few_rows(k) ? RANGES_OF_TEXT : 0));
    }
}

static const struct {
    const char *name, *title, *align;
    void (*fill)(const struct klcache *k, struct sheet *s);
    const char *columns[10]; /* terminated by NULL */
} sheets[] = {
#define SHEET(NAME, name, title, fill, align, ...) {name, title, align, fill, {__VA_ARGS__}},
#include "commands/lab/klcache-sheets.def"
#undef SHEET
};
const char *const klcache_sheet_names[] = {
#define SHEET(NAME, name, title, fill, align, ...) name,
#include "commands/lab/klcache-sheets.def"
#undef SHEET
};

struct sheet klcache_sheet(const struct klcache *k, enum klcache_sheet which)
{
    struct sheet s = {.name = sheets[which].name,
                      .title = sheets[which].title,
                      .align = sheets[which].align,
                      .columns = sheets[which].columns};

    while (s.n_columns < 10 && sheets[which].columns[s.n_columns])
        s.n_columns++;
    sheets[which].fill(k, &s);
    return s;
}
