/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kmacstat: loops of KSR1 or x86-64 assembly, their instructions, and the bounds MAC and MACS. */
#include "commands/kmacstat/block-counts.h"
#include "commands/kmacstat/kmacstat.h"

#include "base/nearest.h"
#include "base/outfile.h"
#include "base/source.h"
#include "base/trace.h"
#include "bounds/explain.h"
#include "bounds/passes.h"
#include "runs/names.h"
#include "x86-asm/x86-asm.h"

#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "kmacstat", "[OPTION]... FILE...",
    "Loops of KSR1 or x86-64 assembly: instructions, nesting, bounds MAC and MACS.",
    "kmacstat --bounds lfk.s"};

enum { SHOWN_MESSAGES = 50, MOST_UNROLL = 65536 };

struct options {
    const char *form, *machine_name, *db, *build, *compiler, *flags, *region, *counts;
    enum output_format format;
    struct option_list explains, set, maps, unrolls, opt_infos;
    bool bounds;
    struct trace trace;
};

/* State of one run of the command. */
struct run {
    struct options o;
    struct diag d;
    struct arena arena;
    struct machine *machine;
    const struct assembly *assembly;
    struct loop_ask ask;
    struct loop_map *maps;
    size_t n_maps;
    bool *mapped, *unrolled, *explained; /* the options that matched a loop */
    struct nearest *labels;              /* for each --explain: the most similar label */
    struct kmacstat_report report;
    struct runs *runs; /* NULL = no database */
    bool stored;       /* data was added to it */
    bool unread;       /* a part of a file could not be read: nothing is stored */
    struct stored_builds builds;
    struct block_counts counts; /* of --counts */
};

/* ---- the command line ---- */

static int read_options(struct options *o, int argc, char **argv, const char **files)
{
    const struct option_row rows[] = {
        FORMAT_OPTION_ROW(&o->form),
        {"bounds", 0, OPTION_FLAG, &o->bounds, NULL, "text: add k, MAC and MACS, and M if known"},
        {"explain", 0, OPTION_LIST, &o->explains, "LOOP",
         "print every equation of the loop with this label"},
        {"unroll", 0, OPTION_LIST, &o->unrolls, "[LABEL=]K",
         "degree of unrolling of one loop, or of all"},
        {"counts", 0, OPTION_TEXT, &o->counts, "FILE",
         "executions of blocks, weights of MAC and MACS"},
        {"region", 0, OPTION_TEXT, &o->region, "FROM:TO",
         "report only loops between these labels or lines"},
        {"machine", 0, OPTION_TEXT, &o->machine_name, "NAME|FILE", "machine (default: ksr1)"},
        SET_OPTION_ROW(&o->set),
        {"db", 0, OPTION_TEXT, &o->db, "FILE", "store the loops in this run database"},
        BUILD_OPTION_ROW(&o->build),
        {"compiler", 0, OPTION_TEXT, &o->compiler, "TEXT", "compiler of the build, for reports"},
        {"flags", 0, OPTION_TEXT, &o->flags, "TEXT", "compiler flags of the build, for reports"},
        {"opt-info", 0, OPTION_LIST, &o->opt_infos, "FILE",
         "compiler's notes on loops not vectorized"},
        {"map", 0, OPTION_LIST, &o->maps, "LABEL=LOOPID", "source loop of a compiled loop"},
        TIME_OPTION_ROW(&o->trace.on),
        {0},
    };
    return options_read(&command_line, rows, argc, argv, files);
}

/* Returns the name of NAME=REST; NULL if the text is not of that form. */
static const char *left_of(struct arena *a, const char *text, const char **rest)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return NULL;
    *rest = equals + 1;
    return arena_strndup(a, text, (size_t)(equals - text));
}

static bool read_unroll(struct run *r, const char *text, struct loop_unroll *u)
{
    const char *number = text;
    char *end;
    *u = (struct loop_unroll){.label = left_of(&r->arena, text, &number)};
    long k = strtol(number, &end, 10);
    if (*number < '0' || *number > '9' || *end || k < 1 || k > MOST_UNROLL) {
        wrong_usage("kmacstat", "--unroll must be K or LABEL=K with K from 1 to %d, not '%s'",
                    MOST_UNROLL, text);
        return false;
    }
    u->k = (double)k;
    return true;
}

static bool read_mark(struct run *r, const char *text, size_t n, struct loop_region_mark *m)
{
    char *end;
    *m = (struct loop_region_mark){.label = arena_strndup(&r->arena, text, n)};
    if (n == 0)
        return false;
    if (*text < '0' || *text > '9')
        return true;
    unsigned long line = strtoul(m->label, &end, 10);
    if (*end)
        return true;
    *m = (struct loop_region_mark){.line = line < UINT32_MAX ? (uint32_t)line : UINT32_MAX - 1};
    return line > 0;
}

static bool read_region(struct run *r)
{
    const char *text = r->o.region, *colon = text ? strchr(text, ':') : NULL;
    if (!text)
        return true;
    if (colon && read_mark(r, text, (size_t)(colon - text), &r->ask.from) &&
        read_mark(r, colon + 1, strlen(colon + 1), &r->ask.to))
        return true;
    wrong_usage("kmacstat", "--region must be FROM:TO, each a label or a line, not '%s'", text);
    return false;
}

static bool read_lists(struct run *r)
{
    const struct options *o = &r->o;
    struct loop_unroll *unroll =
        ARENA_ARRAY(&r->arena, struct loop_unroll, (size_t)o->unrolls.n + 1);
    r->maps = ARENA_ARRAY(&r->arena, struct loop_map, (size_t)o->maps.n + 1);
    r->mapped = ARENA_ARRAY(&r->arena, bool, (size_t)o->maps.n + 1);
    r->unrolled = ARENA_ARRAY(&r->arena, bool, (size_t)o->unrolls.n + 1);
    r->explained = ARENA_ARRAY(&r->arena, bool, (size_t)o->explains.n + 1);
    r->labels = ARENA_ARRAY(&r->arena, struct nearest, (size_t)o->explains.n + 1);
    for (int i = 0; i < o->unrolls.n; i++)
        if (!read_unroll(r, o->unrolls.at[i], &unroll[i]))
            return false;
    for (int i = 0; i < o->maps.n; i++) {
        struct loop_map *m = &r->maps[r->n_maps++];
        if (!(m->label = left_of(&r->arena, o->maps.at[i], &m->loop))) {
            wrong_usage("kmacstat", "--map must be LABEL=LOOPID, not '%s'", o->maps.at[i]);
            return false;
        }
    }
    r->ask.unroll = unroll;
    r->ask.n_unroll = (size_t)o->unrolls.n;
    return true;
}

/* Returns the first given option that requires --db; NULL = none. */
static const char *database_option(const struct options *o)
{
    return o->build         ? "build"
           : o->compiler    ? "compiler"
           : o->flags       ? "flags"
           : o->opt_infos.n ? "opt-info"
           : o->maps.n      ? "map"
                            : NULL;
}

/* Returns false after a message about wrong usage. */
static bool read_usage(struct run *r, int files)
{
    const struct options *o = &r->o;
    if (files < 1)
        wrong_usage("kmacstat", "specify a file, or - for standard input");
    else if (o->region && files > 1)
        wrong_usage("kmacstat", "--region requires exactly one file");
    else if (!o->db && database_option(o))
        wrong_usage("kmacstat", "--%s requires --db=FILE", database_option(o));
    else if (o->counts && files > 1 && strcmp(o->counts, "-") == 0)
        wrong_usage("kmacstat", "--counts=- requires exactly one file");
    else
        return output_format_of("kmacstat", o->form, &r->o.format) && read_lists(r) &&
               read_region(r);
    return false;
}

/* ---- a loop ---- */

/* Offers a label for the message about an unknown label of --explain i. */
static void offer_label(struct run *r, int i, const char *label)
{
    struct nearest near = r->labels[i];
    near.word = r->o.explains.at[i];
    nearest_offer(&near, label);
    if (near.best != r->labels[i].best)
        near.best = arena_strdup(&r->arena, near.best);
    r->labels[i] = near;
}

static void mark_matched(struct run *r, const char *label)
{
    for (size_t i = 0; i < r->n_maps; i++)
        r->mapped[i] |= strcmp(r->maps[i].label, label) == 0;
    for (size_t i = 0; i < r->ask.n_unroll; i++)
        r->unrolled[i] |= !r->ask.unroll[i].label || strcmp(r->ask.unroll[i].label, label) == 0;
}

static void explain(struct run *r, const struct kmacstat_loop *l)
{
    for (int i = 0; i < r->o.explains.n; i++) {
        offer_label(r, i, l->facts->label);
        if (strcmp(r->o.explains.at[i], l->facts->label) != 0)
            continue;
        struct compiled_loop with = *l->facts;
        with.k = l->k;
        with.k_how = l->k_how;
        (with.body ? explain_body : explain_compiled)(stdout, r->machine, &with, l->tnf);
        r->explained[i] = true;
    }
}

static const struct stored_build *build_of(const struct run *r)
{
    const char *name = r->o.build ? r->o.build : RUNS_DEFAULT_BUILD;
    for (size_t i = 0; i < r->builds.n; i++)
        if (strcmp(r->builds.at[i].name, name) == 0 &&
            strcmp(r->builds.at[i].machine, r->machine->name) == 0)
            return &r->builds.at[i];
    return NULL;
}

static void show_loop(struct run *r, struct arena *a, const struct compiled_loop *c)
{
    struct kmacstat_loop l = kmacstat_bounds(a, r->machine, c, build_of(r), r->maps, r->n_maps);
    mark_matched(r, c->label);
    explain(r, &l);
    kmacstat_loop(&r->report, &l);
}

/* ---- a file ---- */

static void read_loop(struct run *r, struct scanned_file *s, struct arena *a, size_t i,
                      struct compiled_loop *c)
{
    scan_loop_details(s->scan, a, i, c);
    block_counts_apply(&r->counts, a, c, &r->d);
    bound_passes(a, r->machine, c);
}

/* Prints loop after loop without storing them in memory. */
static void show_loops(struct run *r, struct scanned_file *s)
{
    for (size_t i = 0; i < loops_n(scan_loops(s->scan)); i++) {
        struct arena a = {0};
        struct compiled_loop c;
        read_loop(r, s, &a, i, &c);
        show_loop(r, &a, &c);
        arena_free(&a);
    }
}

static struct nesting *nesting_of(struct arena *a, const struct loop_finder *f, size_t *n)
{
    struct nesting *at = NULL;
    *n = 0;
    for (size_t i = 0; i < loops_n(f); i++) {
        int listed = 0;
        for (uint32_t o = loops_outward(f, i, &listed); o != LOOP_NONE;
             o = loops_outward(f, o, &listed))
            *ARENA_PUSH(a, at, *n) = (struct nesting){(int)i, (int)o};
    }
    return at;
}

static void say_deep(struct run *r, const struct scanned_file *s, const char *path)
{
    size_t deepest = loops_deepest(scan_loops(s->scan));
    if (deepest > LOOPS_LISTED + 1)
        diag_warning(
            &r->d, (struct where){.file = path},
            "loops nest %zu deep: for each loop only the innermost %d enclosing loops are listed",
            deepest, LOOPS_LISTED);
}

static struct runs_target target_of(const struct run *r)
{
    return (struct runs_target){.build = r->o.build,
                                .machine = r->machine->name,
                                .machine_text = r->machine->text,
                                .compiler = r->o.compiler,
                                .flags = r->o.flags};
}

/* Stores the compiler's notes in the database. */
static void store_notes(struct run *r, const char *path)
{
    const struct runs_target target = target_of(r);
    struct arena a = {0};
    struct source s;
    struct compile_note *at;
    size_t n;
    if (!source_read(&s, path, &r->d))
        return;
    compile_notes_read(&a, s.text, s.size, &at, &n);
    runs_put_compile_notes(r->runs, &target, at, n);
    r->stored = true;
    source_free(&s);
    arena_free(&a);
}

/* Stores each loop in the database, then prints it. */
static void store_loops(struct run *r, struct scanned_file *s, const char *path)
{
    const struct runs_target target = target_of(r);
    struct runs_compiled *to = runs_compiled_begin(r->runs, &target, path);
    runs_compiled_text(to, &s->in);
    r->stored = true;
    struct arena whole = {0};
    size_t n;
    for (size_t i = 0; i < loops_n(scan_loops(s->scan)); i++) {
        struct arena a = {0};
        struct compiled_loop c;
        read_loop(r, s, &a, i, &c);
        runs_compiled_loop(to, &c);
        show_loop(r, &a, &c);
        arena_free(&a);
    }
    const struct nesting *inner_of = nesting_of(&whole, scan_loops(s->scan), &n);
    runs_compiled_end(to, inner_of, n, r->maps, r->n_maps);
    arena_free(&whole);
}

static void one_file(struct run *r, const char *path)
{
    trace_pass(&r->o.trace, "scan");
    struct scanned_file s = {.assembly = r->assembly};
    if (!scanned_file_open(&s, &r->ask, path, &r->d))
        return;
    trace_pass(&r->o.trace, "show");
    say_deep(r, &s, path);
    kmacstat_file(&r->report, path, &s);
    if (r->runs)
        store_loops(r, &s, path);
    else if (r->ask.details)
        show_loops(r, &s);
    kmacstat_file_end(&r->report);
    r->unread |= s.in.failed;
    scanned_file_close(&s);
}

/* ---- main ---- */

static void report_unknown_label(struct run *r, int i)
{
    const char *best = r->labels[i].best;
    diag_error(&r->d, (struct where){0}, "no loop has the label '%s'; %s%s%s", r->o.explains.at[i],
               best ? "did you mean '" : "without --explain, kmacstat prints ",
               best ? best : "all labels", best ? "'?" : "");
}

static void report_unmatched(struct run *r)
{
    for (size_t i = 0; i < r->n_maps; i++)
        if (!r->mapped[i])
            diag_error(&r->d, (struct where){0},
                       "--map names '%s', which is not the label of a loop; kmacstat prints all "
                       "labels",
                       r->maps[i].label);
    for (size_t i = 0; i < r->ask.n_unroll; i++)
        if (!r->unrolled[i] && r->ask.unroll[i].label)
            diag_error(&r->d, (struct where){0},
                       "--unroll names '%s', which is not the label of a loop; kmacstat prints all "
                       "labels",
                       r->ask.unroll[i].label);
    for (int i = 0; i < r->o.explains.n; i++)
        if (!r->explained[i])
            report_unknown_label(r, i);
}

static void begin_report(struct run *r, int files)
{
    bool silent = !r->o.form && !r->o.bounds && r->o.explains.n;
    r->report.out = stdout;
    r->report.format = r->o.format;
    r->report.machine = r->machine;
    r->report.bounds = r->o.bounds;
    r->report.figure = !silent;
    r->report.headed = files > 1 && !silent;
    r->ask.machine = r->machine;
    r->ask.x86 = r->machine->isa == MACHINE_X86_64 ? x86_isa_new(&r->arena) : NULL;
    r->ask.details = r->o.format != OUTPUT_TEXT || r->o.bounds || r->o.explains.n ||
                     r->o.unrolls.n || r->o.db || r->o.counts;
    r->ask.pairs = r->o.db;
    kmacstat_begin(&r->report);
}

static bool open_database(struct run *r)
{
    if (!r->o.db)
        return true;
    r->runs = runs_open(r->o.db, RUNS_ADD, &r->d);
    return r->runs && runs_builds(r->runs, &r->arena, &r->builds);
}

/* --map may name a loop that is added to the database later. The warning is printed now, because
 * the name can also be wrong. */
static void check_maps(struct run *r)
{
    const struct stored_build *b = build_of(r);
    for (size_t m = 0; b && b->n_sources && m < r->n_maps; m++) {
        struct loop_search s = {.name = r->maps[m].loop, .a = &r->arena};
        for (size_t f = 0; f < b->n_sources; f++)
            for (size_t i = 0; i < b->sources[f].loops.n; i++)
                loop_search_offer(&s, b->sources[f].loops.at[i].id);
        if (s.found.n != 1)
            diag_warning(&r->d, (struct where){0},
                         "--map=%s=%s: %s is unmatched; build '%s' of %s: %s", r->maps[m].label,
                         s.name, r->maps[m].label, b->name, r->o.db, loop_search_problem(&s));
    }
}

/* Returns false after a message: no scanner reads assembly of the machine. */
static bool choose_assembly(struct run *r)
{
    r->assembly = assembly_of(r->machine);
    if (!r->assembly)
        diag_error(&r->d, (struct where){.option = true},
                   "machine '%s' has no assembly that kmacstat reads; its key isa must be ksr1 or "
                   "x86-64",
                   r->machine->name);
    return r->assembly;
}

static bool read_counts(struct run *r)
{
    if (r->machine->isa == MACHINE_X86_64)
        return block_counts_read(&r->counts, r->o.counts, &r->d);
    diag_error(&r->d, (struct where){.option = true},
               "--counts requires a machine with dynamic scheduling, not '%s'", r->machine->name);
    return false;
}

static void analyse(struct run *r, const char **files, int n)
{
    const char *machine = r->o.machine_name ? r->o.machine_name : MACHINE_DEFAULT;
    trace_pass(&r->o.trace, "machine");
    r->machine = machine_read(&r->arena, machine, &r->o.set, &r->d);
    if (!r->machine || !choose_assembly(r) || !open_database(r))
        return;
    if (r->o.counts && !read_counts(r))
        return;
    check_maps(r);
    begin_report(r, n);
    for (int i = 0; i < n; i++)
        one_file(r, files[i]);
    for (int i = 0; r->runs && i < r->o.opt_infos.n; i++)
        store_notes(r, r->o.opt_infos.at[i]);
    trace_pass(&r->o.trace, "end");
    kmacstat_end(&r->report);
    report_unmatched(r);
    if (r->o.counts && r->ask.details)
        block_counts_finish(&r->counts, &r->d);
    if (r->runs && r->stored && !r->unread) /* a new database without data is not kept */
        runs_commit(r->runs);
}

static void run_free(struct run *r)
{
    runs_close(r->runs);
    block_counts_free(&r->counts);
    free(r->o.explains.at);
    free(r->o.set.at);
    free(r->o.maps.at);
    free(r->o.opt_infos.at);
    free(r->o.unrolls.at);
    arena_free(&r->arena);
}

int main(int argc, char **argv)
{
    struct run r = {.n_maps = 0};
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    outlive_closed_pipes();
    diag_init(&r.d, "kmacstat");
    r.d.max_shown = SHOWN_MESSAGES;
    int n = read_options(&r.o, argc, argv, files);
    int status = 2;
    if (n >= 0 && read_usage(&r, n)) {
        analyse(&r, files, n);
        trace_pass(&r.o.trace, NULL);
        stdout_close(&r.d);
        diag_close(&r.d);
        status = diag_exit_status(&r.d);
    }
    run_free(&r);
    free(files);
    return status;
}
