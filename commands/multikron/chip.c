/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron chip: runs a script on the model of the chip, and prints the values read and the
 * samples sent. */
#include "base/options.h"
#include "base/outfile.h"
#include "commands/common.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/chip/script.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "multikron chip", "[OPTION]... SCRIPT",
    "Runs a script of reads, writes and clocks on a model of the MULTIKRON chip.",
    "multikron chip samples/overrun.chip"};

struct run {
    struct chip chip;
    struct diag diag;
    const char *output; /* --output; NULL = none */
    bool elements;      /* --elements */
    struct outfile file;
    ARRAY(uint8_t) message; /* bytes sent since the last end of message */
};

/* ---- the network ---- */

static void print_bytes(const struct run *r)
{
    printf("%zu bytes:", r->message.n);
    for (size_t i = 0; i < r->message.n; i++)
        printf(" %02x", r->message.at[i]);
    putchar('\n');
}

static void print_sample(const struct sample *s)
{
    printf("%s cpu %u timestamp %" PRIu64 " source 0x%08" PRIx32 " user 0x%012" PRIx64 "%s%s%s",
           s->kind == SAMPLE_TRACE ? "trace" : "resource", s->cpu, s->timestamp, s->source, s->user,
           s->fifo_overrun ? " fifo-overrun" : "", s->shadow_overrun ? " shadow-overrun" : "",
           s->read_error ? " read-error" : "");
    for (int i = 0; s->kind == SAMPLE_RESOURCE && i < SAMPLE_COUNTERS; i++)
        printf("%s %" PRIu32, i ? "" : " counters", s->counters[i]);
    putchar('\n');
}

static void print_message(const struct run *r, uint64_t clock)
{
    struct sample s;
    size_t n = r->message.n;
    printf("%12" PRIu64 "  network ", clock);
    if (sample_unpack(&s, r->message.at, n) == n)
        print_sample(&s);
    else
        print_bytes(r);
}

static void send_element(void *to, uint64_t clock, uint16_t element)
{
    struct run *r = to;
    *array_push(&r->message) = (uint8_t)(element & ELEMENT_DATA);
    if (r->output) {
        putc(element & 0xff, r->file.f);
        putc(element >> 8, r->file.f);
    }
    if (r->elements)
        printf("%12" PRIu64 "  element 0x%03x data %02x parity %d end %d\n", clock, element,
               element & ELEMENT_DATA, !!(element & ELEMENT_PARITY), !!(element & ELEMENT_END));
    if (element & ELEMENT_END) {
        print_message(r, clock);
        r->message.n = 0;
    }
}

/* ---- accesses ---- */

static void print_value(uint64_t value)
{
    printf(" = 0x%" PRIx64, value);
    if (value > 9)
        printf(" (%" PRIu64 ")", value);
}

static void print_access(struct run *r, const struct chip_step *s, const struct chip_access *x)
{
    char name[32];
    if (s->kind == STEP_WRITE && !x->waited)
        return;
    chip_print_address(name, sizeof name, s->address);
    printf("%12" PRIu64 "  %s %s", r->chip.clock, s->kind == STEP_READ ? "read" : "write", name);
    if (s->kind == STEP_READ && x->done)
        print_value(x->data);
    if (x->waited)
        printf(" waited %" PRIu64, x->waited);
    puts(x->done ? "" : ", abandoned");
}

static void check_access(struct run *r, const struct chip_step *s, const struct chip_access *x)
{
    char name[32];
    chip_print_address(name, sizeof name, s->address);
    if (!x->done)
        diag_error(&r->diag, s->where,
                   "this access was abandoned after %" PRIu64
                   " node clocks; set fifo-free to 1, or increase wait-limit",
                   x->waited);
    else if (s->expects && x->data != s->value)
        diag_error(&r->diag, s->where, "%s reads 0x%" PRIx64 " (%" PRIu64 "), not 0x%" PRIx64, name,
                   x->data, x->data, s->value);
}

static void print_counts(const struct chip *c)
{
    const struct chip_counts *n = &c->counts;
    printf("%12" PRIu64 "  counts triggered %" PRIu64 " = sent %" PRIu64 " + in-flight %" PRIu64
           " + disabled %" PRIu64 " + filtered %" PRIu64 " + discarded %" PRIu64
           " + given-up %" PRIu64 " + reset %" PRIu64 " + shifted-out %" PRIu64 "\n",
           c->clock, n->triggered, n->sent, chip_in_flight(c), n->disabled, n->filtered,
           n->discarded, n->given_up, n->reset, n->shifted_out);
}

/* ---- the run ---- */

/* Executes a step once. Returns false after an error if the time limit of the model is reached. */
static bool run_step(struct run *r, const struct chip_step *s)
{
    bool access = s->kind == STEP_READ || s->kind == STEP_WRITE;
    struct chip_access x = chip_do_step(&r->chip, s);
    if (access) {
        print_access(r, s, &x);
        check_access(r, s, &x);
    } else if (s->kind == STEP_COUNTS) {
        print_counts(&r->chip);
    } else if (!x.done) {
        diag_error(&r->diag, s->where,
                   "the model is limited to 2^62 node clocks; use fewer clocks");
    }
    return access || x.done;
}

static void run_script(struct run *r, const struct chip_script *script)
{
    chip_power_up(&r->chip, script->params);
    r->chip.send = send_element;
    r->chip.send_context = r;
    bool running = true;
    for (size_t i = 0; running && i < script->n; i++)
        for (uint64_t k = 0; running && k < script->at[i].times; k++)
            running = run_step(r, &script->at[i]);
    if (r->message.n) {
        printf("%12" PRIu64 "  network unfinished, ", r->chip.clock);
        print_bytes(r);
    }
    array_free(&r->message);
}

/* Runs the script. The output file is created only after it was written completely. */
static void run_to_output(struct run *r, const struct chip_script *script)
{
    if (r->output && !outfile_open(&r->file, r->output, &r->diag))
        return;
    run_script(r, script);
    if (r->output)
        outfile_commit(&r->file, &r->diag);
}

static int run_file(struct run *r, const char *path)
{
    struct arena a = {0};
    struct source s;
    if (outfile_spares(r->output, &path, 1, &r->diag) && source_read(&s, path, &r->diag)) {
        struct chip_script script = chip_script_read(&a, &s, &r->diag);
        if (s.size == 0)
            diag_error(&r->diag, (struct where){.file = s.path}, "the script is empty");
        if (!r->diag.errors)
            run_to_output(r, &script);
        source_free(&s);
    }
    arena_free(&a);
    stdout_close(&r->diag);
    diag_close(&r->diag);
    return diag_exit_status(&r->diag);
}

int multikron_chip(int argc, char **argv)
{
    static struct run blank;
    struct run *r = xmalloc(sizeof *r);
    *r = blank;
    const struct option_row rows[] = {
        {"output", 'o', OPTION_TEXT, &r->output, "FILE",
         "write the network's elements to FILE, 16 bits each"},
        {"elements", 0, OPTION_FLAG, &r->elements, NULL, "print each element that is sent"},
        {0},
    };
    const char **operands = xmalloc(sizeof *operands * (size_t)argc);
    diag_init(&r->diag, "multikron chip");
    int n = options_read(&command_line, rows, argc, argv, operands), status = 2;
    if (n == 1)
        status = run_file(r, operands[0]);
    else if (n >= 0)
        wrong_usage("multikron chip", "give one script");
    free(operands);
    free(r);
    return status;
}
