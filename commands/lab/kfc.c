/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kfc: Fortran to KSR1 assembly. */
#include "base/deep.h"
#include "base/outfile.h"
#include "base/shown.h"
#include "base/trace.h"
#include "base/util.h"
#include "commands/common.h"
#include "lab/code/code.h"

#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "kfc", "[OPTION]... FILE", "Compiles Fortran to KSR1 assembly.", "kfc -O2 -o figure6.s figure6.f"};

struct options {
    const char *level, *output, *machine, *dump, *form, *unroll;
    struct option_list set;
    struct trace trace;
    struct front_options front;
    struct kfc_options kfc;
    bool reschedule;
};

static bool set_level(struct options *o)
{
    const char *text = o->level ? o->level : o->reschedule ? "3" : "2";
    if (text[0] < '0' || text[0] > '3' || text[1])
        return wrong_usage("kfc", "-O must be 0, 1, 2 or 3, not '%s'", text), false;
    o->kfc.level = text[0] - '0';
    return true;
}

static bool set_source_form(struct options *o)
{
    if (o->form && strcmp(o->form, "fixed") == 0)
        o->front.form = FORM_FIXED;
    else if (o->form && strcmp(o->form, "free") == 0)
        o->front.form = FORM_FREE;
    else if (o->form)
        return wrong_usage("kfc", "--form must be fixed or free, not '%s'", o->form), false;
    return true;
}

static bool set_dump(struct options *o)
{
    static const char *const passes[] = {"ast", "lower", "optimize", "address"};
    o->kfc.dump = o->dump;
    if (!o->dump)
        return true;
    shown_guard_output(false);
    o->kfc.dump_to = stdout;
    for (size_t i = 0; i < COUNT_OF(passes); i++)
        if (strcmp(passes[i], o->dump) == 0)
            return true;
    return wrong_usage("kfc", "--dump must be ast, lower, optimize or address, not '%s'", o->dump),
           false;
}

/* A larger unrolled body does not fit into the instruction subcache, and scheduling time grows with
 * the square of its size. */
enum { MAX_UNROLL = 256 };

static bool check_unroll(const struct options *o)
{
    if (o->kfc.unroll > MAX_UNROLL)
        return wrong_usage("kfc", "--unroll must be a number from 0 to %d, not '%ld'", MAX_UNROLL,
                           o->kfc.unroll),
               false;
    return true;
}

static bool check_options(struct options *o, int files)
{
    if (files != 1)
        return wrong_usage("kfc", "name one file, or - for standard input"), false;
    return set_level(o) && set_source_form(o) && set_dump(o) && check_unroll(o);
}

static int read_options(struct options *o, int argc, char **argv, const char **files)
{
    const struct option_row rows[] = {
        {"optimize", 'O', OPTION_TEXT, &o->level, "LEVEL", "0, 1, 2 (default) or 3"},
        {"output", 'o', OPTION_TEXT, &o->output, "FILE", "assembly; default: standard output"},
        {"openmp", 0, OPTION_FLAG, &o->kfc.openmp, NULL, "obey !$OMP directives"},
        {"reschedule", 0, OPTION_FLAG, &o->reschedule, NULL, "FILE is assembly: schedule it again"},
        {"unroll", 0, OPTION_COUNT, &o->kfc.unroll, "K",
         "unroll degree from -O2 on; 0 = automatic"},
        {"machine", 0, OPTION_TEXT, &o->machine, "NAME|FILE", "ksr1 (default) or a file"},
        {"set", 0, OPTION_LIST, &o->set, "KEY=VALUE", "replace one value of the machine"},
        {"form", 0, OPTION_TEXT, &o->form, "FORM", "fixed or free; default: from the file's name"},
        {"include", 'I', OPTION_LIST, &o->front.include, "DIR",
         "also search DIR for INCLUDE files"},
        {"dump", 0, OPTION_TEXT, &o->dump, "PASS", "print ast, lower, optimize or address; stop"},
        TIME_OPTION_ROW(&o->trace.on),
        {0},
    };
    int n = options_read_data(&command_line, rows, argc, argv, files);
    return n < 0 || !check_options(o, n) ? -1 : n;
}

static bool write_text(const struct options *o, const struct lab_text *t, struct diag *d)
{
    struct outfile out;
    if (!o->output || strcmp(o->output, "-") == 0) {
        lab_text_print(t, stdout);
        return true;
    }
    if (!outfile_open(&out, o->output, d))
        return false;
    lab_text_print(t, out.f);
    return outfile_commit(&out, d);
}

/* Schedules the assembly in path again and writes the result. */
static void reschedule_file(struct arena *a, struct options *o, const char *path, struct diag *d)
{
    static const enum lab_effort efforts[] = {LAB_IN_ORDER, LAB_IN_ORDER, LAB_LIST, LAB_PIPELINE};
    struct lab_text in = {0}, out = {0};
    trace_pass(&o->trace, "read");
    bool good = lab_text_read(a, path, d, &in);
    trace_pass(&o->trace, "schedule");
    if (good && lab_reschedule(a, &in, o->kfc.machine, efforts[o->kfc.level], d, &out)) {
        trace_pass(&o->trace, "print");
        write_text(o, &out, d);
    }
    lab_text_free(&out);
    lab_text_free(&in);
}

static void compile_file(struct arena *a, struct options *o, const char *path, struct diag *d)
{
    struct lab_text text = {0};
    o->kfc.machine = machine_read(a, o->machine, &o->set, d);
    if (!o->kfc.machine)
        return;
    const char *lacks = lab_machine_lacks(o->kfc.machine);
    if (lacks) {
        diag_error(d, (struct where){0}, "kfc cannot compile for machine %s: %s", o->machine,
                   lacks);
        return;
    }
    o->kfc.trace = &o->trace;
    if (o->reschedule) {
        reschedule_file(a, o, path, d);
        return;
    }
    if (kfc_compile(a, path, &o->front, &o->kfc, d, &text) && !o->dump) {
        trace_pass(&o->trace, "print");
        write_text(o, &text, d);
    }
    lab_text_free(&text);
}

/* deep: the stack is large enough for long sums. */
static int run_kfc(int argc, char **argv, bool deep)
{
    struct options o = {.machine = "ksr1",
                        .front = {.line_length = LINE_LENGTH_OF_FORM, .long_sums = deep}};
    struct diag d = {0};
    struct arena arena = {0};
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    int n = read_options(&o, argc, argv, files);
    diag_init(&d, "kfc");
    d.max_shown = 50;
    if (n >= 0 && outfile_spares(o.output, files, 1, &d))
        compile_file(&arena, &o, files[0], &d);
    trace_pass(&o.trace, NULL);
    stdout_close(&d);
    diag_close(&d);
    arena_free(&arena);
    free(o.set.at);
    free(o.front.include.at);
    free(files);
    return n < 0 ? 2 : diag_exit_status(&d);
}

int main(int argc, char **argv)
{
    outlive_closed_pipes();
    return run_on_deep_stack(run_kfc, argc, argv);
}
