/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs machine: which machine file describes this CPU, and how far it is right. */
#include "base/outfile.h"
#include "base/util.h"
#include "commands/cells.h"
#include "commands/common.h"
#include "commands/macs.h"
#include "machines/host.h"
#include "probe/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct options {
    const char *machine_name, *compiler, *write, *name, *form;
    enum output_format format;
    struct option_list set, without;
    bool probe, all;
};
struct run {
    struct options o;
    struct host_cpu cpu;
    struct host_match match;
    const struct machine *machine; /* what it is about, without what this CPU lacks */
    const struct machine *whole;   /* the description as it is */
    struct machine_cut cut;
    feature_set lacking;
    struct probes probes;
    struct arena arena;
    struct diag d;
};

static const struct command_line *options_line(struct options *o, struct option_row *rows)
{
    const struct option_row all[] = {
        {"machine", 0, OPTION_TEXT, &o->machine_name, "NAME|FILE",
         "description to look at; default: this CPU's"},
        {"without", 0, OPTION_LIST, &o->without, "FEATURE",
         "as of a CPU without avx512, avx2, fma or avx, repeatable"},
        {"set", 0, OPTION_LIST, &o->set, "KEY=VALUE", "one line of it for a what-if"},
        {"probe", 0, OPTION_FLAG, &o->probe, NULL, "measure this CPU and compare"},
        {"all", 0, OPTION_FLAG, &o->all, NULL, "with --probe: what agrees, too"},
        {"write", 0, OPTION_TEXT, &o->write, "FILE",
         "this description; with --probe with what was measured"},
        {"name", 0, OPTION_TEXT, &o->name, "NAME", "what it is called; default: by its file"},
        {"compiler", 0, OPTION_TEXT, &o->compiler, "COMMAND", "what assembles; default: gcc"},
        {"format", 0, OPTION_TEXT, &o->form, "FORMAT", "text (default), json or csv"},
        {0},
    };
    static const struct command_line line = {
        "macs machine", "[OPTION]...",
        "Tells which machine file describes this CPU; with --probe, how far it is right.",
        "macs machine --probe", NULL};
    memcpy(rows, all, sizeof all);
    return &line;
}

static bool read_without(struct run *r)
{
    for (int i = 0; i < r->o.without.n; i++) {
        const char *name = r->o.without.at[i];
        enum feature f = feature_of(name, strlen(name));
        if (f == FEATURES) {
            wrong_usage("macs machine", "--without is avx512, avx2, fma or avx, not '%s'", name);
            return false;
        }
        r->lacking |= 1u << f;
    }
    return true;
}

static bool read_usage(struct run *r, int argc, char **argv, int *status)
{
    struct option_row rows[14];
    struct command_line line = *options_line(&r->o, rows);
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    line.rows = rows;
    int n = options_read(&line, argc, argv, operands);
    free(operands);
    *status = 2;
    if (n > 0)
        wrong_usage(line.tool, "it takes no operands");
    else if (n == 0 && !r->o.probe && (r->o.all || r->o.compiler))
        wrong_usage(line.tool, "--all and --compiler go with --probe");
    else if (n == 0 && r->o.name && !r->o.write)
        wrong_usage(line.tool, "--name goes with --write");
    else
        return n == 0 && output_format_of(line.tool, r->o.form, &r->o.format) && read_without(r);
    return false;
}

/* ---- what is said ---- */

static void print_host(struct run *r)
{
    const char *doubt = host_doubt(&r->arena, &r->cpu);
    if (*r->cpu.vendor)
        printf("this CPU: %s%s%s\n", host_title(&r->arena, &r->cpu), r->match.core ? ", " : "",
               r->match.core ? r->match.core : "");
    printf("machine file: %s, %s\n", r->machine->name, r->machine->summary);
    if (doubt && !r->o.machine_name)
        printf("%s\n", doubt);
    if (r->lacking && !r->o.machine_name)
        printf("%s\n", macs_lack_doubt(&r->arena, r->whole, r->lacking, &r->cut));
    if (*r->cut.removed)
        printf("removed: %s\n", r->cut.removed);
    if (r->cut.forms)
        printf("absent: %zu form%s of instructions, and all on vectors wider than %g bytes\n",
               r->cut.forms, r->cut.forms == 1 ? "" : "s", r->machine->vector_bytes);
}

static const char *number(struct arena *a, struct quantity q)
{
    return is_known(q) ? arena_printf(a, "%.4g", round(q.value * 100) / 100) : "-";
}

static void print_probe(struct run *r, struct table *t, const struct probe *p)
{
    table_cell(t, p->form_name);
    table_cell(t, probe_kind_name(p->kind));
    table_cell(t, number(&r->arena, p->file));
    table_cell(t, number(&r->arena, p->measured));
    table_cell(t, p->differs               ? "differs"
                  : !is_known(p->measured) ? p->measured.missing
                  : !is_known(p->file)     ? p->file.missing
                                           : "");
}

static void print_probes(struct run *r)
{
    struct table t = {.align = "llrrl"};
    size_t differ = 0, agree = 0;
    const char *const head[] = {"form", "what", "file", "here", ""};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        table_cell(&t, head[i]);
    for (size_t i = 0; i < r->probes.n; i++) {
        const struct probe *p = &r->probes.at[i];
        bool same = is_known(p->measured) && is_known(p->file) && !p->differs;
        differ += p->differs;
        agree += same;
        if (r->o.all || p->differs)
            print_probe(r, &t, p);
    }
    printf("core clock while it was measured: %s MHz\n",
           number(&r->arena, q_div(r->probes.clock_hz, known(1e6), "")));
    if (t.n > COUNT_OF(head)) {
        putchar('\n');
        table_print(&t, stdout);
        putchar('\n');
    }
    printf("%zu of %zu figures measured: %zu as the file has them, %zu not\n", agree + differ,
           r->probes.n, agree, differ);
    table_free(&t);
}

/* ---- JSON and CSV ---- */

enum { COLUMNS = 5 };
static const char *const columns[] = {"form", "what", "file", "here", "differs"};

static void probe_cells(const struct probe *p, struct cell *to)
{
    to[0] = (struct cell){CELL_TEXT, {.TEXT = p->form_name}};
    to[1] = (struct cell){CELL_TEXT, {.TEXT = probe_kind_name(p->kind)}};
    to[2] = (struct cell){CELL_NUMBER, {.NUMBER = p->file}};
    to[3] = (struct cell){CELL_NUMBER, {.NUMBER = p->measured}};
    to[4] = (struct cell){CELL_BOOL, {.LONG = p->differs}};
}

static void write_json(struct run *r)
{
    struct json j = {.out = stdout};
    json_object(&j);
    json_key_text(&j, "machine", r->machine->name);
    json_key_text(&j, "cpu", *r->cpu.vendor ? host_title(&r->arena, &r->cpu) : NULL);
    json_key_text(&j, "core", r->match.core);
    json_key_text(&j, "doubt", host_doubt(&r->arena, &r->cpu));
    json_key_text(&j, "lacking", r->lacking ? feature_titles(&r->arena, r->lacking) : NULL);
    json_key_text(&j, "removed", *r->cut.removed ? r->cut.removed : NULL);
    if (r->o.probe)
        json_key_quantity(&j, "clock_hz", r->probes.clock_hz);
    json_key_array(&j, "probes");
    for (size_t i = 0; i < r->probes.n; i++) {
        struct cell cells[COLUMNS];
        probe_cells(&r->probes.at[i], cells);
        json_inline_object(&j);
        json_cells(&j, columns, cells, COLUMNS);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    json_close(&j);
}

static void write_csv(struct run *r)
{
    csv_header(stdout, columns, COLUMNS);
    for (size_t i = 0; i < r->probes.n; i++) {
        struct cell cells[COLUMNS];
        probe_cells(&r->probes.at[i], cells);
        csv_cells(stdout, cells, COLUMNS);
    }
}

static void print_all(struct run *r)
{
    if (r->o.format == OUTPUT_JSON) {
        write_json(r);
    } else if (r->o.format == OUTPUT_CSV) {
        write_csv(r);
    } else {
        print_host(r);
        if (r->o.probe)
            print_probes(r);
    }
}

/* ---- a description of one's own ---- */

/* The file's name without folder and .machine, where no name was given. */
static const char *own_name(struct run *r)
{
    const char *slash = strrchr(r->o.write, '/'), *from = slash ? slash + 1 : r->o.write;
    size_t n = strlen(from), suffix = strlen(".machine");
    if (n > suffix && strcmp(from + n - suffix, ".machine") == 0)
        n -= suffix;
    return r->o.name ? r->o.name : arena_strndup(&r->arena, from, n);
}

static void write_machine(struct run *r)
{
    struct arena *a = &r->arena;
    struct option_list lines = {.n = 0};
    if (r->o.probe)
        lines = probes_lines(a, r->machine, &r->probes);
    struct option_list set = {ARENA_ARRAY(a, const char *, (size_t)lines.n + 3), 0};
    set.at[set.n++] = arena_printf(a, "name=%s", own_name(r));
    if (r->o.probe)
        set.at[set.n++] =
            arena_printf(a, "summary=%s, with what macs machine --probe measured on %s",
                         r->machine->name, host_title(a, &r->cpu));
    for (int i = 0; i < lines.n; i++)
        set.at[set.n++] = lines.at[i];
    const struct machine *m = machine_from_text(a, r->machine->name, r->machine->text, &set, &r->d);
    struct outfile out;
    if (!m || !outfile_open(&out, r->o.write, &r->d))
        return;
    fputs(m->text, out.f);
    if (outfile_commit(&out, &r->d) && r->o.format == OUTPUT_TEXT)
        printf("%s: %d lines of %s exchanged or added\n", r->o.write, set.n, r->machine->name);
}

/* ---- all of it ---- */

static bool read_machine(struct run *r)
{
    const char *name = r->o.machine_name;
    bool host = name ? host_read(&r->cpu) : macs_read_cpu(&r->cpu, &r->d);
    if (host)
        r->match = host_match(&r->cpu);
    else
        r->cpu = (struct host_cpu){.family = 0};
    if (!name && !host)
        return false;
    r->whole = machine_read(&r->arena, name ? name : r->match.machine, &r->o.set, &r->d);
    if (!r->whole)
        return false;
    r->lacking = machine_features(r->whole) &
                 (features_lacking(r->lacking) | (name ? 0 : features_unreported(r->cpu.features)));
    if (!machine_without(&r->arena, r->whole, r->lacking, &r->cut, &r->d))
        return false;
    r->machine = r->cut.machine;
    return true;
}

static void look(struct run *r)
{
    if (!read_machine(r))
        return;
    const char *compiler = r->o.compiler ? r->o.compiler : "gcc";
    if (r->o.probe && !probes_run(&r->arena, r->machine, compiler, &r->probes, &r->d))
        return;
    print_all(r);
    if (r->o.write)
        write_machine(r);
}

int macs_machine(int argc, char **argv)
{
    struct run r = {.machine = NULL};
    int status;
    diag_init(&r.d, "macs machine");
    if (read_usage(&r, argc, argv, &status)) {
        look(&r);
        stdout_close(&r.d);
        diag_close(&r.d);
        status = diag_exit_status(&r.d);
    }
    free(r.o.set.at);
    free(r.o.without.at);
    arena_free(&r.arena);
    return status;
}
