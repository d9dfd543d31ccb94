/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ksr1: runs KSR1 assembly on a simulated KSR1. */
#include "base/options.h"
#include "base/outfile.h"
#include "commands/common.h"
#include "lab/machine/code.h"
#include "lab/machine/library.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MESSAGES = 50 };
static const uint64_t STACK = UINT64_C(8) << 20;

struct options {
    struct option_list arguments;
    bool counts, once, perfect;
};
struct run {
    struct options o;
    struct diag d;
    struct program *program;
    struct code *code;
    struct memory memory;
    struct library *library;
    struct cell cell;
};

static int read_options(struct options *o, int argc, char **argv, const char **files)
{
    const struct option_row rows[] = {
        {"perfect", 0, OPTION_FLAG, &o->perfect, NULL, "every memory access hits"},
        {"triads-once", 0, OPTION_FLAG, &o->once, NULL,
         "linked triads round once, not twice"},
        {"argument", 0, OPTION_LIST, &o->arguments, "TEXT",
         "an argument of the program, repeatable"},
        {"counts", 0, OPTION_FLAG, &o->counts, NULL, "print pairs and clocks at the end"},
        {0},
    };
    const struct command_line line = {"ksr1", "[OPTION]... FILE.s...",
                                      "Runs KSR1 assembly on a simulated KSR1.", "ksr1 daxpy.s",
                                      rows};
    return options_read(&line, argc, argv, files);
}

static void start(struct run *r)
{
    struct cell *c = &r->cell;
    const struct program *p = r->program;
    cell_open(c, r->code, &r->memory, 0, 1);
    c->library = r->library;
    c->perfect = true;
    memset(c->fetched, 1, r->code->subblocks);
    c->next = code_at(r->code, p->main_text);
    c->r[CELL_CEU + LAB_SP] = LAB_STACKS;
    c->r[CELL_CEU + 10] = p->main_block;
    c->r[CELL_CEU + 14] = p->exit_text;
}

static void print_counts(const struct cell *c)
{
    uint64_t counts[CELL_COUNTERS];
    cell_counts(c, counts);
    printf("pairs %" PRIu64 "\nclocks %" PRIu64 "\n", counts[CELL_PAIRS], counts[CELL_CLOCKS]);
}

/* Status of the program; 1 where it could not go on. */
static int run_program(struct run *r)
{
    struct cell *c = &r->cell;
    enum cell_state state;
    start(r);
    while ((state = cell_run(c, UINT64_MAX)) == CELL_ASKS)
        c->asked = true;
    fflush(stdout);
    if (state == CELL_FAULTED)
        cell_fault_tell(c, &r->d);
    else if (r->o.counts)
        print_counts(c);
    int status = state == CELL_ENDED ? c->status : 1;
    cell_close(c);
    return status;
}

static int run_files(struct run *r, const char *const *files, int n)
{
    struct code_options with = {.triads_once = r->o.once};
    int status = 1;
    if (!(r->program = program_read(files, (size_t)n, &r->d)))
        return 1;
    r->code = code_make(r->program, &with);
    if (memory_open(&r->memory, &r->d)) {
        program_load(r->program, &r->memory, 1, STACK);
        r->library =
            library_new(1, r->o.arguments.n, (char *const *)r->o.arguments.at, stdin, stdout);
        status = run_program(r);
        library_free(r->library);
    }
    memory_close(&r->memory);
    code_free(r->code);
    program_free(r->program);
    return status;
}

int main(int argc, char **argv)
{
    struct run r = {0};
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    diag_init(&r.d, "ksr1");
    r.d.max_shown = SHOWN_MESSAGES;
    int n = read_options(&r.o, argc, argv, files), status = 2;
    if (n == 0)
        wrong_usage("ksr1", "name a file of KSR1 assembly");
    else if (n > 0)
        status = run_files(&r, files, n);
    diag_close(&r.d);
    if (!stdout_close(&r.d) && status == 0)
        status = 1;
    free(files);
    return status;
}
