/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/memory.h"
#include "base/util.h"
#include "commands/cells.h"
#include "commands/common.h"

#include <string.h>

/* ---- text ---- */

static const char *bytes_text(struct arena *a, double bytes)
{
    return bytes >= 1048576 ? arena_printf(a, "%.4g MB", bytes / 1048576)
                            : arena_printf(a, "%.4g KB", bytes / 1024);
}

static const char *known_bytes_text(struct arena *a, struct quantity bytes)
{
    return is_known(bytes) ? bytes_text(a, bytes.value) : "-";
}

static const char *number_text(struct arena *a, struct quantity q, double unit)
{
    char buffer[QUANTITY_TEXT];
    return arena_strdup(a, quantity_text(is_known(q) ? known(q.value / unit) : q, buffer));
}

static const char *percent_text(struct arena *a, struct quantity share)
{
    return is_known(share) ? arena_printf(a, "%.3g %%", 100 * share.value) : "-";
}

static const char *rate_unit(bool per_second)
{
    return per_second ? "GB/s" : "bytes/cycle";
}

static double rate_factor(bool per_second)
{
    return per_second ? 1e9 : 1;
}

static void add_heads(struct table *t, const char *const *heads, size_t n)
{
    for (size_t i = 0; i < n; i++)
        table_cell(t, heads[i]);
}

static void end_table(struct table *t, const char *title)
{
    printf("\n%s\n", title);
    table_print(t, stdout);
    table_free(t);
}

static void print_levels(struct arena *a, const struct memory_probe *p)
{
    static const char *const heads[] = {"level",  "reported", "effective",   "cores",
                                        "cycles", "spread",   "small pages", "spread"};
    struct table t = {.align = "lrrrrrrr"};
    add_heads(&t, heads, COUNT_OF(heads));
    for (int i = 0; i < p->n_levels; i++) {
        const struct memory_level *l = &p->levels[i];
        table_cell(&t, l->name);
        table_cell(&t, l->claimed > 0 ? bytes_text(a, l->claimed) : "-");
        table_cell(&t, known_bytes_text(a, l->effective));
        table_cell(&t, arena_printf(a, "%ld", l->shared));
        for (int kind = 0; kind < 2; kind++) {
            table_cell(&t, number_text(a, l->latency[kind].quarter, 1));
            table_cell(&t, percent_text(a, l->latency[kind].spread));
        }
    }
    end_table(&t, "Sizes; cores that share a level; latency of a load on huge and on small pages "
                  "(lower quartile):");
}

static void print_rate(struct arena *a, struct table *t, const struct memory_level *l,
                       const char *mix, const struct memory_rate *r)
{
    double unit = rate_factor(r->per_second);
    table_cell(t, l->name);
    table_cell(t, mix);
    table_cell(t, arena_printf(a, "%ld", r->cores));
    table_cell(t, number_text(a, r->of.greatest, unit));
    table_cell(t, number_text(a, r->of.median, unit));
    table_cell(t, rate_unit(r->per_second));
    table_cell(t, percent_text(a, r->of.spread));
    table_cell(t, arena_printf(a, "%zu", r->of.n));
    table_cell(t, is_known(r->of.median) ? "" : r->of.median.missing);
}

static const char *const small_pages_names[RATE_MIXES] = {
    "load, small pages", "store, small pages", "copy, small pages", "update, small pages",
    "triad, small pages"};

static void print_rates(struct arena *a, const struct memory_probe *p)
{
    static const char *const heads[] = {"level", "mix",    "cores",   "greatest", "median",
                                        "",      "spread", "repeats", ""};
    struct table t = {.align = "llrrrlrrl"};
    add_heads(&t, heads, COUNT_OF(heads));
    for (int i = 0; i < p->n_levels; i++) {
        const struct memory_level *l = &p->levels[i];
        for (int mix = 0; mix < RATE_MIXES; mix++)
            for (size_t k = 0; k < l->n_rates[mix]; k++)
                print_rate(a, &t, l, rate_mix_names[mix], &l->rates[mix][k]);
        for (int mix = 0; mix < RATE_MIXES; mix++)
            print_rate(a, &t, l, small_pages_names[mix], &l->normal[mix]);
    }
    end_table(&t, "Rates: bytes of the arrays of a loop / time:");
}

static void print_sets(struct arena *a, const struct memory_probe *p)
{
    static const char *const heads[] = {"level",     "arrays",     "time in L1",
                                        "with adds", "with loads", ""};
    struct table t = {.align = "lrrrrl"};
    add_heads(&t, heads, COUNT_OF(heads));
    for (int i = 0; i < p->n_levels; i++) {
        const struct memory_level *l = &p->levels[i];
        const char *overlap = is_known(l->overlap.greatest) ? "" : l->overlap.greatest.missing;
        table_cell(&t, l->name);
        table_cell(&t, bytes_text(a, l->set));
        table_cell(&t, percent_text(a, l->kernel_share));
        table_cell(&t, percent_text(a, l->overlap.greatest));
        table_cell(&t, percent_text(a, l->overlap_loads.median));
        table_cell(&t, l->set_note ? l->set_note : overlap);
    }
    end_table(&t, "Arrays of the rates; time of the load loop with data in L1 / its time; share of "
                  "transfers that work hides: adds at best, loads from L1 (median):");
}

static void print_tlbs(struct arena *a, const struct memory_probe *p)
{
    printf("\n");
    for (int i = 0; i < MEMORY_TLBS; i++) {
        const struct memory_tlb *t = &p->tlbs[i];
        if (is_known(t->entries))
            printf("TLB %d: %.0f small pages; a miss costs %s cycles more\n", i + 1,
                   t->entries.value, number_text(a, t->latency, 1));
        else
            printf("TLB %d: unknown: %s\n", i + 1, t->entries.missing);
    }
    printf("vectors that cross a line: %s cycles more for a load, %s for a store\n",
           number_text(a, p->crossing[0], 1), number_text(a, p->crossing[1], 1));
    printf("small pages: %s; huge pages: %s\n", known_bytes_text(a, p->page),
           is_known(p->huge_page) ? bytes_text(a, p->huge_page.value) : p->huge_page.missing);
}

static void print_curve(struct arena *a, const struct memory_probe *p)
{
    struct table t = {.align = "rrrrrrrr"};
    enum { PAIRS = 4 };
    for (size_t i = 0; i < PAIRS; i++) {
        table_cell(&t, "set");
        table_cell(&t, "rate");
    }
    size_t rows = (p->n_curve + PAIRS - 1) / PAIRS;
    for (size_t row = 0; row < rows; row++)
        for (size_t k = 0; k < PAIRS; k++) {
            size_t i = k * rows + row;
            bool inside = i < p->n_curve;
            table_cell(&t, inside ? bytes_text(a, p->curve[i].bytes) : "");
            table_cell(&t, inside ? number_text(a, p->curve[i].rate, 1) : "");
        }
    end_table(&t, "Load curve: rate of a set in bytes/cycle (median):");
}

void memory_print_text(struct arena *a, const struct memory_probe *p)
{
    printf("core clock during the measurement: %s MHz\n", number_text(a, p->clock_hz, 1e6));
    printf(
        "%ld allowed core%s, topology from %s; loops with vectors of %g bytes; %.0f s, %.0f %% of "
        "the repeats interrupted and discarded\n",
        p->cores, p->cores == 1 ? "" : "s", p->topology, p->vector_bytes, p->seconds,
        100 * p->disturbed);
    print_levels(a, p);
    print_rates(a, p);
    print_sets(a, p);
    print_tlbs(a, p);
    print_curve(a, p);
    for (size_t i = 0; i < p->notes.n; i++)
        printf("%s%s\n", i ? "" : "\n", p->notes.at[i]);
}

/* ---- JSON and CSV: a row for each value ---- */

enum { COLUMNS = 10 };
static const char *const columns[COLUMNS] = {"level",    "what",  "cores",  "unit",    "value",
                                             "greatest", "least", "spread", "repeats", "missing"};

/* Receives rows. */
struct row_sink {
    void (*row)(struct row_sink *s, const struct cell *cells);
    struct json *j;
};

static void json_row(struct row_sink *s, const struct cell *cells)
{
    json_inline_object(s->j);
    json_cells(s->j, columns, cells, COLUMNS);
    json_end_object(s->j);
}

static void csv_row(struct row_sink *s, const struct cell *cells)
{
    (void)s;
    csv_cells(stdout, cells, COLUMNS);
}

/* Emits a row with statistics, of which `value` is the one to use. */
static void put_statistics(struct row_sink *s, const char *level, const char *what, long cores,
                           const char *unit, const struct memory_statistics *of,
                           struct quantity value)
{
    struct cell cells[COLUMNS] = {
        {CELL_TEXT, {.TEXT = level}},         {CELL_TEXT, {.TEXT = what}},
        {CELL_LONG, {.LONG = cores}},         {CELL_TEXT, {.TEXT = unit}},
        {CELL_NUMBER, {.NUMBER = value}},     {CELL_NUMBER, {.NUMBER = of->greatest}},
        {CELL_NUMBER, {.NUMBER = of->least}}, {CELL_NUMBER, {.NUMBER = of->spread}},
        {CELL_LONG, {.LONG = (long)of->n}},   {CELL_TEXT, {.TEXT = value.missing}},
    };
    s->row(s, cells);
}

static void put_value(struct row_sink *s, const char *level, const char *what, const char *unit,
                      struct quantity value)
{
    struct quantity none = missing("a single value");
    struct memory_statistics of = {none, none, none, none, none, is_known(value)};
    put_statistics(s, level, what, 1, unit, &of, value);
}

static void put_rate(struct row_sink *s, const char *level, const char *what,
                     const struct memory_rate *r)
{
    put_statistics(s, level, what, r->cores, r->per_second ? "bytes/s" : "bytes/cycle", &r->of,
                   r->of.median);
}

static void put_rates(struct row_sink *s, const struct memory_level *l)
{
    for (int mix = 0; mix < RATE_MIXES; mix++)
        for (size_t k = 0; k < l->n_rates[mix]; k++)
            put_rate(s, l->name, rate_mix_names[mix], &l->rates[mix][k]);
    for (int mix = 0; mix < RATE_MIXES; mix++)
        put_rate(s, l->name, small_pages_names[mix], &l->normal[mix]);
}

static void put_level(struct row_sink *s, const struct memory_level *l)
{
    static const char *const latencies[] = {"latency", "latency, small pages"};
    if (l->claimed > 0) {
        put_value(s, l->name, "reported size", "bytes", known(l->claimed));
        put_value(s, l->name, "effective size", "bytes", l->effective);
    }
    put_value(s, l->name, "set of the rates", "bytes", known(l->set));
    for (int kind = 0; kind < 2; kind++)
        put_statistics(s, l->name, latencies[kind], 1, "cycles", &l->latency[kind],
                       l->latency[kind].quarter);
    put_rates(s, l);
    put_value(s, l->name, "time in L1", "share", l->kernel_share);
    put_statistics(s, l->name, "overlap", 1, "share", &l->overlap, l->overlap.greatest);
    put_statistics(s, l->name, "overlap with loads", 1, "share", &l->overlap_loads,
                   l->overlap_loads.median);
}

static void put_rows(struct row_sink *s, const struct memory_probe *p)
{
    static const char *const tlbs[MEMORY_TLBS] = {"tlb l1", "tlb l2"};
    static const char *const crossings[2] = {"load that crosses a line",
                                             "store that crosses a line"};
    for (int i = 0; i < p->n_levels; i++)
        put_level(s, &p->levels[i]);
    for (int i = 0; i < MEMORY_TLBS; i++) {
        put_value(s, tlbs[i], "entries", "pages", p->tlbs[i].entries);
        put_value(s, tlbs[i], "cost of a miss", "cycles", p->tlbs[i].latency);
    }
    put_value(s, "page", "small", "bytes", p->page);
    put_value(s, "page", "huge", "bytes", p->huge_page);
    for (int write = 0; write < 2; write++)
        put_value(s, "core", crossings[write], "cycles", p->crossing[write]);
    put_value(s, "core", "clock", "Hz", p->clock_hz);
}

void memory_print_json(struct json *j, const struct memory_probe *p)
{
    struct row_sink s = {json_row, j};
    json_key_long(j, "cores", p->cores);
    json_key_quantity(j, "disturbed", known(p->disturbed));
    json_key_array(j, "memory");
    put_rows(&s, p);
    json_end_array(j);
    json_key_notes(j, "notes", &p->notes);
}

void memory_print_csv(const struct memory_probe *p)
{
    struct row_sink s = {csv_row, NULL};
    csv_header(stdout, columns, COLUMNS);
    put_rows(&s, p);
}
