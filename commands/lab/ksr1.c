/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ksr1: runs KSR1 assembly on a simulated KSR1. */
#include "commands/lab/ksr1.h"
#include "base/util.h"

#include "base/outfile.h"

#include "lab/machine/library.h"

#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "ksr1", "[OPTION]... FILE.s...", "Runs KSR1 assembly on a simulated KSR1.", "ksr1 figure6.s"};

enum { SHOWN_MESSAGES = 50, KILO = 1024, FEW_CELLS = 64, STACK_FEW = 8192, STACK_MANY = 1024 };

static int read_options(struct ksr1 *k, int argc, char **argv, const char **files)
{
    const struct option_row rows[] = {
        {"cells", 0, OPTION_TEXT, &k->cells, "N,...", "active cells, 1 to 1088 (1); one run each"},
        {"perfect", 0, OPTION_FLAG, &k->perfect, NULL, "every memory access hits"},
        {"set", 0, OPTION_LIST, &k->set, "NAME=VALUE", "set a parameter of the simulated machine"},
        {"parameters", 0, OPTION_FLAG, &k->parameters, NULL, "list these parameters, run nothing"},
        {"triads-once", 0, OPTION_FLAG, &k->once, NULL, "linked triads round once, not twice"},
        {"hazards", 0, OPTION_TEXT, &k->hazards, "WHEN",
         "early use of results: possible, always, never"},
        {"machine", 0, OPTION_TEXT, &k->machine_name, "NAME|FILE",
         "machine whose latencies --hazards checks (ksr1)"},
        {"stack", 0, OPTION_TEXT, &k->stack, "KB", "stack of a cell (8192; 1024 beyond 64 cells)"},
        {"argument", 0, OPTION_LIST, &k->arguments, "TEXT",
         "an argument of the program, repeatable"},
        {"samples", 0, OPTION_TEXT, &k->samples, "DIRECTORY",
         "output directory for MULTIKRON samples"},
        {"counters", 0, OPTION_TEXT, &k->counts, "FILE",
         "write the cells' counters; -: standard output"},
        {"counts", 0, OPTION_TEXT, &k->counts, "FILE", NULL},
        {"loop-counts", 0, OPTION_TEXT, &k->loops, "FILE",
         "write counts and clocks of innermost loops"},
        {"loops", 0, OPTION_TEXT, &k->loops, "FILE", NULL},
        {"trace", 0, OPTION_TEXT, &k->trace, "FILE", "write all memory references, for klcache"},
        {"format", 0, OPTION_TEXT, &k->format, "FORMAT",
         "of --counters, --loop-counts: text, json or csv"},
        {"progress", 0, OPTION_FLAG, &k->progress, NULL, "report progress on standard error"},
        {0},
    };
    return options_read_data(&command_line, rows, argc, argv, files);
}

/* Reads when to check for results that are used too early. */
static bool read_hazards(struct ksr1 *k)
{
    const char *when = k->hazards ? k->hazards : "possible";
    k->hazards = when;
    if (strcmp(when, "possible") == 0 || strcmp(when, "always") == 0 || strcmp(when, "never") == 0)
        return true;
    wrong_usage("ksr1", "--hazards must be possible, always or never, not '%s'", when);
    return false;
}

/* Reads comma-separated numbers of active cells. */
static bool read_cells(struct ksr1 *k)
{
    const char *p = k->cells ? k->cells : "1";
    for (k->runs = 0; k->runs < KSR1_MOST_RUNS; p++) {
        char *end;
        long n = strtol(p, &end, 10);
        if (*p < '0' || *p > '9' || n < 1 || n > KSR1_MOST_CELLS || (*end && *end != ','))
            break;
        k->list[k->runs++] = n;
        if (!*end)
            return true;
        p = end;
    }
    wrong_usage("ksr1",
                "--cells must be a number from 1 to %d, or up to %d of them separated by commas, "
                "not '%s'",
                KSR1_MOST_CELLS, KSR1_MOST_RUNS, k->cells);
    return false;
}

static long most_cells(const struct ksr1 *k)
{
    long most = 1;
    for (int i = 0; i < k->runs; i++)
        most = k->list[i] > most ? k->list[i] : most;
    return most;
}

/* Checks the options. Returns the exit status of wrong usage, or 0. */
static int read_usage(struct ksr1 *k, int files)
{
    long room = (long)((LAB_STACKS - LAB_DATA) / KILO);
    if (files < 1 && !k->parameters)
        return wrong_usage("ksr1", "name a file of KSR1 assembly");
    if (!read_cells(k) ||
        !option_number("ksr1", "stack", k->stack, LAB_PAGE / KILO, room / most_cells(k),
                       &k->kilos) ||
        !output_format_of("ksr1", k->format, &k->form) || !read_hazards(k))
        return 2;
    if (k->format && !k->counts && !k->loops)
        return wrong_usage("ksr1", "--format requires --counters or --loop-counts");
    if ((k->trace || k->loops) && k->runs > 1)
        return wrong_usage("ksr1", "--%s needs a single run: give one number of cells",
                           k->trace ? "trace" : "loop-counts");
    return 0;
}

static bool read_machine(struct ksr1 *k)
{
    const char *name = k->machine_name ? k->machine_name : "ksr1";
    k->machine = machine_read(&k->arena, name, NULL, &k->d);
    const char *lacks = k->machine ? lab_machine_lacks(k->machine) : NULL;
    if (lacks)
        diag_error(&k->d, (struct where){.file = name}, "%s", lacks);
    return k->machine && !lacks;
}

static bool read_parameters(struct ksr1 *k)
{
    bool ok = true;
    k->with = parameters_default();
    for (int i = 0; i < k->set.n; i++)
        ok &= parameters_set(&k->with, k->set.at[i], &k->d);
    const char *conflict = parameters_check(&k->with);
    if (conflict)
        diag_error(&k->d, (struct where){.option = true}, "%s", conflict);
    return ok && !conflict;
}

/* Runs the program, with a trace if requested. */
static int run_traced(struct ksr1 *k)
{
    if (k->trace && !(k->tracer = tracer_open(k->trace, k->program, (unsigned)k->n_cells,
                                              (uint64_t)k->stack_bytes, &k->d))) {
        k->lost = true;
        return 1;
    }
    if (k->trace)
        k->watch = tracer_watch(k->tracer);
    int status = ksr1_run(k);
    k->lost |= k->trace && !tracer_close(k->tracer, &k->trace_file, &k->d);
    return status;
}

/* Runs the program on that many cells. */
static int run_on(struct ksr1 *k, long cells)
{
    long kilos = k->kilos ? k->kilos : cells > FEW_CELLS ? STACK_MANY : STACK_FEW;
    int status = 1;
    k->n_cells = cells;
    k->stack_bytes = (kilos * KILO + LAB_PAGE - 1) / LAB_PAGE * LAB_PAGE;
    if (memory_open(&k->memory, &k->d)) {
        k->library = library_new((unsigned)cells, k->arguments.n, (char *const *)k->arguments.at,
                                 stdin, stdout);
        status = run_traced(k);
        library_free(k->library);
    }
    memory_close(&k->memory);
    return status;
}

/* Opens an output file before the run, which may take long. */
static bool open_file(struct ksr1 *k, const char *path, struct outfile *o)
{
    return !path || strcmp(path, "-") == 0 || outfile_open(o, path, &k->d);
}

static bool open_files(struct ksr1 *k)
{
    return open_file(k, k->counts, &k->counts_file) && open_file(k, k->loops, &k->loops_file);
}

static void close_files(struct ksr1 *k)
{
    outfile_abandon(&k->counts_file);
    outfile_abandon(&k->loops_file);
    outfile_abandon(&k->trace_file);
}

/* Commits a file if it was requested and is complete. */
static bool commit_file(struct ksr1 *k, struct outfile *o)
{
    return !o->path || o->f || outfile_commit(o, &k->d);
}

/* Commits all files or none. */
static bool commit_files(struct ksr1 *k)
{
    k->lost |= !ksr1_counts_close(k);
    return !k->lost && commit_file(k, &k->counts_file) && commit_file(k, &k->loops_file) &&
           commit_file(k, &k->trace_file);
}

static int run_all(struct ksr1 *k)
{
    int status = 0;
    if (!open_files(k))
        return 1;
    ksr1_counts_open(k);
    for (int i = 0; i < k->runs && status == 0; i++)
        status = run_on(k, k->list[i]);
    return commit_files(k) || status ? status : 1;
}

static int run_files(struct ksr1 *k, const char *const *files, int n)
{
    struct code_options with = {.triads_once = k->once};
    const char *const outputs[] = {k->counts, k->loops, k->trace};
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        if (!outfile_spares(outputs[i], files, (size_t)n, &k->d))
            return diag_exit_status(&k->d);
    if (!read_machine(k) || !(k->program = program_read(files, (size_t)n, &k->d)))
        return diag_exit_status(&k->d);
    k->code = code_compile(k->program, &with);
    int status = run_all(k);
    close_files(k);
    code_free(k->code);
    program_free(k->program);
    return status;
}

static int run(struct ksr1 *k, const char *const *files, int n)
{
    int status = read_usage(k, n);
    if (status)
        return status;
    if (!read_parameters(k))
        return diag_exit_status(&k->d);
    if (!k->parameters)
        return run_files(k, files, n);
    parameters_print(&k->with, stdout);
    return 0;
}

int main(int argc, char **argv)
{
    struct ksr1 k = {0};
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    diag_init(&k.d, "ksr1");
    k.d.max_shown = SHOWN_MESSAGES;
    int n = read_options(&k, argc, argv, files), status = 2;
    if (n >= 0)
        status = run(&k, files, n);
    arena_free(&k.arena);
    free(k.set.at);
    free(k.arguments.at);
    diag_close(&k.d);
    if (!stdout_close(&k.d) && status == 0)
        status = 1;
    free(files);
    return status;
}
