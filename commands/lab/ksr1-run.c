/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the cells, runs them, and reports how the run ended. */
#include "commands/lab/ksr1.h"
#include "base/shown.h"

#include "lab/machine/cell-chip.h"
#include "lab/machine/library.h"
#include "measure/multikron/chip/chip.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK_REGISTER = 10, RETURN_REGISTER = 14, FIRST_ARGUMENT = 2, REPORT_CLOCKS = 1 << 20 };
enum { INTERRUPTED_STATUS = 130, REPORTED_CELLS = 4 };

/* Set by the handler of SIGINT; the only global variable. */
static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* ---- start ---- */

static void start_cell(struct ksr1 *k, unsigned number)
{
    struct cell *c = &k->at[number];
    const struct program *p = k->program;
    cell_open(c, k->code, &k->memory, number, k->n);
    c->library = k->library;
    c->perfect = k->perfect;
    c->watch = k->tracer ? &k->watch : NULL;
    if (k->perfect)
        memset(c->fetched, 1, k->code->subblocks);
    c->r[CELL_CEU + LAB_SP] = LAB_STACKS - number * (uint64_t)k->stack_bytes;
    c->r[CELL_CEU + RETURN_REGISTER] = p->exit_text;
    if (number == 0) {
        c->next = code_at(k->code, p->main_text);
        c->r[CELL_CEU + BLOCK_REGISTER] = p->main_block;
    } else if (p->worker_text) {
        c->next = code_at(k->code, p->worker_text);
        c->r[CELL_CEU + BLOCK_REGISTER] = p->worker_block;
        c->r[CELL_IPU + FIRST_ARGUMENT] = number;
        c->r[CELL_IPU + FIRST_ARGUMENT + 1] = k->n;
    }
}

static void start_cells(struct ksr1 *k)
{
    k->n = (unsigned)k->n_cells;
    k->at = xmalloc(k->n * sizeof *k->at);
    program_load(k->program, &k->memory, k->n, (uint64_t)k->stack_bytes);
    for (unsigned i = 0; i < k->n; i++)
        start_cell(k, i);
}

/* ---- progress ---- */

/* Prints the source line that a cell executes, or else its assembly line. */
static void print_position(const struct cell *c, FILE *out)
{
    const struct program_file *f;
    const struct lab_pair *p = program_pair(c->code->program, c->next->pair, &f);
    if (p && p->line && f->text.source)
        shown_printf(out, " cell %u: %s:%" PRIu32, c->number, f->text.source, p->line);
    else if (p)
        shown_printf(out, " cell %u: %s:%" PRIu32, c->number, f->text.path, p->text_line);
}

static void print_positions(const struct ksr1 *k)
{
    for (unsigned i = 0; i < k->n && i < REPORTED_CELLS; i++)
        if (k->at[i].next)
            print_position(&k->at[i], stderr);
}

static void print_progress(const struct ksr1 *k, uint64_t clock, bool terminal)
{
    double seconds = (double)clock / ((double)parameter_whole(&k->with, PARAMETER_CLOCK) * 1e6);
    fprintf(stderr, "%sksr1: clock %" PRIu64 ", %.1f s of simulated time;",
            terminal ? "\r\033[K" : "", clock, seconds);
    print_positions(k);
    if (!terminal || interrupted)
        fputc('\n', stderr);
}

/* Prints progress at most once a second. Returns false after an interrupt. */
static bool report_progress(void *to, uint64_t clock)
{
    struct ksr1 *k = to;
    bool terminal = isatty(STDERR_FILENO) == 1;
    time_t now = time(NULL);
    if (interrupted || ((terminal || k->progress) && now != k->reported))
        print_progress(k, clock, terminal);
    k->reported = now;
    return !interrupted;
}

/* ---- end ---- */

static int report_refusal(struct ksr1 *k, const struct engine_result *r)
{
    struct cell *c = &k->at[r->cell];
    uint32_t pair = c->next->pair;
    c->fault =
        (struct cell_fault){.kind = FAULT_LOCK, .pair = c->next[-1].ends ? c->next[-1].pair : pair};
    snprintf(c->fault.message, sizeof c->fault.message, "%s", r->message);
    cell_report_fault(c, &k->d);
    return 1;
}

static int report_end(struct ksr1 *k, const struct engine_result *r)
{
    fflush(stdout);
    if (isatty(STDERR_FILENO) == 1)
        fputs("\r\033[K", stderr);
    switch (r->end) {
    case ENGINE_STOPPED:
        return INTERRUPTED_STATUS;
    case ENGINE_FAULT:
        cell_report_fault(&k->at[r->cell], &k->d);
        return 1;
    case ENGINE_REFUSED:
        return report_refusal(k, r);
    default:
        return k->at[r->cell].status;
    }
}

/* ---- complete runs ---- */

/* Returns the samples' directory: one for each of several runs. */
static const char *folder_of(struct ksr1 *k, const char *folder)
{
    if (k->runs == 1)
        return folder;
    mkdir(folder, 0777); /* an error is reported for the directory below it */
    return arena_printf(&k->arena, "%s/p%ld", folder, k->n_cells);
}

static struct cell_chips *open_chips(struct ksr1 *k)
{
    const char *folder = k->samples ? k->samples : getenv("MULTIKRON_DIR");
    struct cell_chip_settings s = {
        .access = parameter_whole(&k->with, PARAMETER_CHIP),
        .fifo = parameter_whole(&k->with, PARAMETER_CHIP_FIFO),
        .clock_hz = (double)k->with.at[PARAMETER_CLOCK] * 1e6 / THOUSANDTHS,
        .folder = folder && *folder ? folder_of(k, folder) : NULL,
        .run = getenv("MULTIKRON_RUN"),
        .machine = getenv("MULTIKRON_MACHINE"),
        .build = getenv("MULTIKRON_BUILD"),
    };
    return cell_chips_open(k->at, k->n, &s, &k->d);
}

static void put_mark(void *cell, uint64_t mark)
{
    cell_chip_store(cell, LAB_CHIP + CHIP_TRACE * sizeof mark, mark);
}

/* Writes the library's loop counts through the chips. */
static void put_counts(struct ksr1 *k)
{
    for (unsigned i = 0; i < k->n; i++)
        library_counts(k->library, i, put_mark, &k->at[i]);
}

static bool checks_hazards(const struct ksr1 *k)
{
    if (strcmp(k->hazards, "possible") == 0)
        return hazards_possible(k->program, k->machine);
    return strcmp(k->hazards, "always") == 0;
}

static void put_overhead(const struct ksr1 *k, struct cell_chips *chips)
{
    double inside, pair;
    if (library_overhead(k->library, &inside, &pair))
        cell_chips_overhead(chips, inside, pair);
}

static int run_cells(struct ksr1 *k)
{
    struct engine_progress progress = {report_progress, k, REPORT_CLOCKS};
    struct allcache *a =
        allcache_new(&k->with, k->at, k->n, (uint64_t)k->program->pairs * LAB_PAIR_BYTES);
    unsigned started = k->program->worker_text ? k->n : 1;
    k->reported = time(NULL);
    signal(SIGINT, interrupt);
    struct engine_result r = engine_run(k->at, started, a, &k->with, &progress);
    signal(SIGINT, SIG_DFL);
    int status = report_end(k, &r);
    ksr1_counts_add(k);
    allcache_free(a);
    return status;
}

int ksr1_run(struct ksr1 *k)
{
    int status = 1;
    start_cells(k);
    struct cell_chips *chips = open_chips(k);
    struct hazards *h =
        checks_hazards(k) ? hazards_open(k->program, k->machine, k->at, k->n) : NULL;
    k->profile = k->loops ? profile_open(k->program, k->at, k->n) : NULL;
    if (chips) {
        status = run_cells(k);
        put_counts(k);
        put_overhead(k, chips);
    }
    if (h) {
        hazards_report_hints(h, &k->d);
        hazards_close(h);
    }
    k->lost |= k->profile && !ksr1_loops_put(k);
    if (k->profile)
        profile_close(k->profile);
    if (chips && !cell_chips_close(chips, &k->d) && status == 0)
        status = 1;
    for (unsigned i = 0; i < k->n; i++)
        cell_close(&k->at[i]);
    free(k->at);
    return status;
}
