/* SPDX-License-Identifier: GPL-3.0-or-later */
/* klcache: finds cache misses, sharing and movement of data in a trace of memory references. */
#include "commands/lab/klcache.h"

#include "base/outfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "klcache", "[OPTION]... TRACE|COUNTS",
    "Finds cache misses, sharing and moving data in a trace of ksr1, or bounds on\n"
    "the misses of accesses that macs recorded, in a directory of counts.",
    "klcache crash.ktrace"};

enum { DEFAULT_TOP = 10, DEFAULT_WAYS = 12, MOST_WAYS = 16 };

struct asked {
    const char *format, *show, *top, *ways, *seed, *machine;
    bool summary; /* --count */
};

static int read_options(struct asked *o, int argc, char **argv, const char **operands)
{
    const struct option_row rows[] = {
        {"show", 0, OPTION_TEXT, &o->show, "TABLES",
         "summary,cells,regions,sharing,subpages,moves"},
        FORMAT_OPTION_ROW(&o->format),
        {"top", 0, OPTION_TEXT, &o->top, "N", "rows of long tables in text (10; 0 = all)"},
        {"ways", 0, OPTION_TEXT, &o->ways, "N", "pages in a set of the local cache (12)"},
        {"seed", 0, OPTION_TEXT, &o->seed, "N", "seed of the subcaches' random replacement (1)"},
        {"machine", 0, OPTION_TEXT, &o->machine, "NAME", "its caches, for recorded accesses"},
        {"count", 0, OPTION_FLAG, &o->summary, NULL, "only count the references"},
        {0},
    };
    return options_read(&command_line, rows, argc, argv, operands);
}

static bool want_table(const char *name, size_t n, bool wanted[KLCACHE_SHEETS])
{
    for (int i = 0; i < KLCACHE_SHEETS; i++)
        if (strlen(klcache_sheet_names[i]) == n && memcmp(klcache_sheet_names[i], name, n) == 0)
            return wanted[i] = true;
    wrong_usage("klcache",
                "--show accepts summary, cells, regions, sharing, subpages, moves, not '%.*s'",
                (int)n, name);
    return false;
}

/* Selects the default tables: all but the cells, which are too wide for text; in CSV, one table. */
static bool want_usual(enum output_format form, bool wanted[KLCACHE_SHEETS])
{
    for (int i = 0; i < KLCACHE_SHEETS; i++)
        wanted[i] = form == OUTPUT_CSV ? i == SHEET_CELLS : form == OUTPUT_JSON || i != SHEET_CELLS;
    return true;
}

static bool read_tables(const char *show, enum output_format form, bool wanted[KLCACHE_SHEETS])
{
    if (!show)
        return want_usual(form, wanted);
    for (const char *at = show;; at++) {
        size_t n = strcspn(at, ",");
        if (!want_table(at, n, wanted))
            return false;
        at += n;
        if (*at == 0)
            return true;
    }
}

/* Prints the number of events of each kind. */
static void count_events(struct trace_reader *r, struct diag *d)
{
    const struct trace_event *events;
    uint64_t kinds[TRACE_KINDS] = {0};
    size_t n;

    for (unsigned c = 0; c < trace_cells(r); c++)
        while ((n = trace_next(r, c, &events, d)) > 0)
            for (size_t i = 0; i < n; i++)
                kinds[events[i].kind]++;
    uint64_t marks = 0;
    for (int k = TRACE_FIRST_MARK; k < TRACE_KINDS; k++)
        marks += kinds[k];
    printf("%u cell%s, %" PRIu64 " reads, %" PRIu64 " writes, %" PRIu64 " hints, %" PRIu64
           " marks\n",
           trace_cells(r), trace_cells(r) == 1 ? "" : "s", kinds[TRACE_READ], kinds[TRACE_WRITE],
           kinds[TRACE_PREFETCH] + kinds[TRACE_PREFETCH_EX] + kinds[TRACE_POSTSTORE], marks);
}

static int analyse(const char *path, const struct analysis_options *with, struct klcache *k,
                   const bool wanted[KLCACHE_SHEETS], bool only_count, struct diag *d)
{
    struct trace_reader *r = trace_open(path, d);

    if (!r)
        return 1;
    struct analysis *a = NULL;
    if (only_count)
        count_events(r, d);
    else if ((a = analysis_of(r, path, with, d)) != NULL) {
        k->of = a;
        klcache_print(k, wanted, stdout);
        analysis_free(a);
    }
    trace_reader_free(r);
    return diag_exit_status(d);
}

static int run_recorded(const struct asked *o, const char *folder, struct diag *d)
{
    struct arena arena = {0};
    struct klcache k = {.arena = &arena};
    if (!output_format_of("klcache", o->format, &k.form))
        return 2;
    if (!o->machine)
        return wrong_usage("klcache", "recorded accesses need the caches of a machine: --machine");
    if (o->show || o->top || o->ways || o->seed || o->summary)
        return wrong_usage("klcache",
                           "--show, --top, --ways, --seed and --count are for traces of ksr1");
    int status = klcache_recorded(&k, folder, o->machine, d);
    arena_free(&arena);
    return status;
}

static int run(const struct asked *o, const char *path, struct diag *d)
{
    if (klcache_is_recorded(path))
        return run_recorded(o, path, d);
    if (o->machine)
        return wrong_usage("klcache", "--machine is for directories of recorded accesses");
    struct arena arena = {0};
    struct klcache k = {.arena = &arena, .top = DEFAULT_TOP};
    bool wanted[KLCACHE_SHEETS] = {false};
    long ways = DEFAULT_WAYS, seed = 1;

    if (!output_format_of("klcache", o->format, &k.form) ||
        !option_number("klcache", "top", o->top, 0, INT32_MAX, &k.top) ||
        !option_number("klcache", "ways", o->ways, 1, MOST_WAYS, &ways) ||
        !option_number("klcache", "seed", o->seed, 0, INT32_MAX, &seed) ||
        !read_tables(o->show, k.form, wanted))
        return 2;
    struct analysis_options with = {.ways = (unsigned)ways, .seed = (uint64_t)seed};
    int status = analyse(path, &with, &k, wanted, o->summary, d);
    arena_free(&arena);
    return status;
}

int main(int argc, char **argv)
{
    struct asked o = {0};
    struct diag d;
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));

    diag_init(&d, "klcache");
    int n = read_options(&o, argc, argv, operands), status = 2;
    if (n == 1)
        status = run(&o, operands[0], &d);
    else if (n >= 0)
        wrong_usage("klcache", n == 0 ? "name a trace file" : "name only one trace file");
    diag_close(&d);
    if (!stdout_close(&d) && status == 0)
        status = 1;
    free(operands);
    return status;
}
