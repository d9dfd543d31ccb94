/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs machine: finds the machine file of this CPU and compares it with measurements. */
#include "base/outfile.h"
#include "base/util.h"
#include "commands/cells.h"
#include "commands/common.h"
#include "commands/macs/macs.h"
#include "commands/macs/memory.h"
#include "machines/host.h"
#include "measure/probe/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct command_line command_line = {
    "macs machine", "[OPTION]...",
    "Print the machine file of this CPU; with --probe, compare it with measurements.",
    "macs machine --probe"};

struct options {
    const char *machine_name, *compiler, *write, *name, *form, *measured;
    enum output_format format;
    struct option_list set, without;
    bool probe, all, list, memory, quick;
};
struct run {
    struct options o;
    struct host_cpu cpu;
    struct host_match match;
    const struct machine *machine; /* the description without the features that are lacking */
    const struct machine *whole;   /* the whole description */
    struct machine_cut cut;
    feature_set lacking;
    struct probes probes;
    struct memory_probe memory;
    struct option_list rates; /* lines KEY=VALUE of --memory or --measured */
    struct arena arena;
    struct diag d;
};

/* Writes the rows of the options, which set *o. */
static void set_option_rows(struct options *o, struct option_row *rows)
{
    const struct option_row all[] = {
        {"list", 0, OPTION_FLAG, &o->list, NULL, "print the names of all machines"},
        {"machine", 0, OPTION_TEXT, &o->machine_name, "NAME|FILE",
         "machine file to use; default: this CPU's"},
        {"without", 0, OPTION_LIST, &o->without, "FEATURE",
         "remove avx512, avx2, fma or avx; repeatable"},
        {"set", 0, OPTION_LIST, &o->set, "KEY=VALUE",
         "replace a line of the machine file; repeatable"},
        {"probe", 0, OPTION_FLAG, &o->probe, NULL, "measure this CPU and compare"},
        {"memory", 0, OPTION_FLAG, &o->memory, NULL, "with --probe: measure caches and memory"},
        {"quick", 0, OPTION_FLAG, &o->quick, NULL, "with --memory: in 20 seconds, not 2 minutes"},
        {"all", 0, OPTION_FLAG, &o->all, NULL, "with --probe: print equal values, too"},
        {"write", 0, OPTION_TEXT, &o->write, "FILE",
         "write the machine file; with --probe, as measured"},
        {"measured", 0, OPTION_TEXT, &o->measured, "FILE",
         "with --write: use values that --memory kept in FILE"},
        {"name", 0, OPTION_TEXT, &o->name, "NAME",
         "with --write: name of the machine; default: from FILE"},
        {"compiler", 0, OPTION_TEXT, &o->compiler, "COMMAND",
         "with --probe: assembler; default: gcc"},
        FORMAT_OPTION_ROW(&o->form),
        {0},
    };
    memcpy(rows, all, sizeof all);
}

/* Reads --without. Returns false after a message. */
static bool read_without(struct run *r)
{
    for (int i = 0; i < r->o.without.n; i++) {
        const char *name = r->o.without.at[i];
        enum feature f = feature_of(name, strlen(name));
        if (f == FEATURES) {
            wrong_usage("macs machine",
                        "unknown feature '%s': --without needs avx512, avx2, fma or avx", name);
            return false;
        }
        r->lacking |= 1u << f;
    }
    return true;
}

/* Reads the command line. Returns false after --help or a message; *status is then the exit status.
 */
static bool read_usage(struct run *r, int argc, char **argv, int *status)
{
    struct option_row rows[20];
    set_option_rows(&r->o, rows);
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&command_line, rows, argc, argv, operands);
    const char *first = n > 0 ? operands[0] : "";
    free(operands);
    *status = 2;
    if (n > 0)
        wrong_usage(command_line.tool, "unexpected operand '%s'", first);
    else if (n == 0 && r->o.list && (r->o.probe || r->o.write || r->o.machine_name))
        wrong_usage(command_line.tool, "--list excludes --probe, --write and --machine");
    else if (n == 0 && !r->o.probe && (r->o.all || r->o.compiler || r->o.memory))
        wrong_usage(command_line.tool, "--all, --compiler and --memory need --probe");
    else if (n == 0 && r->o.memory && r->o.all)
        wrong_usage(command_line.tool, "--memory excludes --all");
    else if (n == 0 && r->o.quick && !r->o.memory)
        wrong_usage(command_line.tool, "--quick needs --memory");
    else if (n == 0 && r->o.measured && (r->o.probe || !r->o.write))
        wrong_usage(command_line.tool, "--measured needs --write and excludes --probe");
    else if (n == 0 && r->o.name && !r->o.write)
        wrong_usage(command_line.tool, "--name needs --write");
    else
        return n == 0 && output_format_of(command_line.tool, r->o.form, &r->o.format) &&
               read_without(r);
    return false;
}

/* ---- list of machines ---- */

static const char *const list_columns[] = {"name", "summary"};

static void list_json(const struct machine *const *machines, size_t n)
{
    struct json j = {.out = stdout};
    json_array(&j);
    for (size_t i = 0; i < n; i++) {
        json_inline_object(&j);
        json_key_text(&j, list_columns[0], machines[i]->name);
        json_key_text(&j, list_columns[1], machines[i]->summary);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_close(&j);
}

static void list_csv(const struct machine *const *machines, size_t n)
{
    csv_header(stdout, list_columns, COUNT_OF(list_columns));
    for (size_t i = 0; i < n; i++) {
        struct cell cells[] = {{CELL_TEXT, {.TEXT = machines[i]->name}},
                               {CELL_TEXT, {.TEXT = machines[i]->summary}}};
        csv_cells(stdout, cells, COUNT_OF(cells));
    }
}

static void list_text(const struct machine *const *machines, size_t n)
{
    struct table t = {.align = "ll"};
    for (size_t i = 0; i < n; i++) {
        table_cell(&t, machines[i]->name);
        table_cell(&t, machines[i]->summary);
    }
    table_print(&t, stdout);
    table_free(&t);
}

/* Prints names and summaries of all machines; an invalid description is reported and omitted. */
static void print_list(struct run *r)
{
    const char *const *names;
    size_t n_names = machine_list(&r->arena, &names), n = 0;
    const struct machine **machines = ARENA_ARRAY(&r->arena, const struct machine *, n_names + 1);
    for (size_t i = 0; i < n_names; i++)
        if ((machines[n] = machine_read(&r->arena, names[i], NULL, &r->d)))
            n++;
    if (r->o.format == OUTPUT_JSON)
        list_json(machines, n);
    else if (r->o.format == OUTPUT_CSV)
        list_csv(machines, n);
    else
        list_text(machines, n);
}

/* ---- text ---- */

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
        printf("absent: %zu form%s of instructions, and all with vectors wider than %g bytes\n",
               r->cut.forms, r->cut.forms == 1 ? "" : "s", r->machine->vector_bytes);
}

static const char *number_text(struct arena *a, struct quantity q)
{
    return is_known(q) ? arena_printf(a, "%.4g", round(q.value * 100) / 100) : "-";
}

static void print_probe(struct run *r, struct table *t, const struct probe *p)
{
    table_cell(t, p->form_name);
    table_cell(t, probe_kind_name(p->kind));
    table_cell(t, number_text(&r->arena, p->file));
    table_cell(t, number_text(&r->arena, p->measured));
    table_cell(t, p->differs               ? "differs"
                  : !is_known(p->measured) ? p->measured.missing
                  : !is_known(p->file)     ? p->file.missing
                                           : "");
}

static void print_probes(struct run *r)
{
    struct table t = {.align = "llrrl"};
    size_t differ = 0, agree = 0;
    const char *const head[] = {"form", "what", "file", "measured", ""};
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
    printf("core clock during the measurement: %s MHz\n",
           number_text(&r->arena, q_div(r->probes.clock_hz, known(1e6), "")));
    if (t.n > COUNT_OF(head)) {
        putchar('\n');
        table_print(&t, stdout);
        putchar('\n');
    }
    printf("%zu of %zu values measured: %zu equal to the file, %zu different\n", agree + differ,
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
        json_key_quantity(&j, "clock_hz", r->o.memory ? r->memory.clock_hz : r->probes.clock_hz);
    if (r->o.memory)
        memory_print_json(&j, &r->memory);
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
    } else if (r->o.format == OUTPUT_CSV && r->o.memory) {
        memory_print_csv(&r->memory);
    } else if (r->o.format == OUTPUT_CSV) {
        write_csv(r);
    } else {
        print_host(r);
        if (r->o.memory)
            memory_print_text(&r->arena, &r->memory);
        else if (r->o.probe)
            print_probes(r);
    }
}

/* ---- a new description ---- */

/* Returns the given name, or else the file's name without directory and .machine. */
static const char *own_name(struct run *r)
{
    const char *slash = strrchr(r->o.write, '/'), *from = slash ? slash + 1 : r->o.write;
    size_t n = strlen(from), suffix = strlen(".machine");
    if (n > suffix && strcmp(from + n - suffix, ".machine") == 0)
        n -= suffix;
    return r->o.name ? r->o.name : arena_strndup(&r->arena, from, n);
}

/* Returns the lines that replace those of the description. */
static struct option_list changed_lines(struct run *r)
{
    struct option_list lines = r->rates;
    if (r->o.memory && is_known(r->memory.clock_hz)) {
        lines.at = ARENA_ARRAY(&r->arena, const char *, (size_t)lines.n + 1);
        memcpy(lines.at, r->rates.at, (size_t)lines.n * sizeof *lines.at);
        lines.at[lines.n++] =
            arena_printf(&r->arena, "clock=%.0f MHz", r->memory.clock_hz.value / 1e6);
    }
    if (r->o.memory || r->o.measured)
        return lines;
    return r->o.probe ? probes_lines(&r->arena, r->machine, &r->probes)
                      : (struct option_list){.n = 0};
}

/* Returns the summary of a description with measured values; NULL = that of the original. */
static const char *new_summary(struct run *r)
{
    struct arena *a = &r->arena;
    if (r->o.measured)
        return arena_printf(a, "%s, with data rates measured on this CPU", r->machine->summary);
    return r->o.probe ? arena_printf(a, "%s, with what macs machine --probe%s measured on %s",
                                     r->machine->name, r->o.memory ? " --memory" : "",
                                     host_title(a, &r->cpu))
                      : NULL;
}

/* Returns the description with changed lines, name and summary; NULL after a message. */
static const struct machine *changed_machine(struct run *r, const struct option_list *lines)
{
    struct arena *a = &r->arena;
    const char *text = r->machine->text, *summary = new_summary(r);
    if (r->o.memory || r->o.measured)
        text = memory_text_without_rates(a, text);
    struct option_list set = {ARENA_ARRAY(a, const char *, (size_t)lines->n + 3), 0};
    set.at[set.n++] = arena_printf(a, "name=%s", own_name(r));
    if (summary)
        set.at[set.n++] = arena_printf(a, "summary=%s", summary);
    for (int i = 0; i < lines->n; i++)
        set.at[set.n++] = lines->at[i];
    return machine_from_text(a, r->machine->name, text, &set, &r->d);
}

static void write_machine(struct run *r)
{
    struct option_list lines = changed_lines(r);
    const struct machine *m = changed_machine(r, &lines);
    struct outfile out;
    if (!m || !outfile_open(&out, r->o.write, &r->d))
        return;
    fputs(m->text, out.f);
    if (!outfile_commit(&out, &r->d) || r->o.format != OUTPUT_TEXT)
        return;
    if (lines.n)
        printf("%s: written; name, summary and %d measured value%s differ from %s\n", r->o.write,
               lines.n, lines.n == 1 ? "" : "s", r->machine->name);
    else
        printf("%s: written; only %s from %s\n", r->o.write,
               r->o.probe ? "name and summary differ" : "the name differs", r->machine->name);
}

/* ---- main ---- */

/* Reads the description and removes the features that --without or this CPU lack. Returns false
 * after a message. */
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

/* Returns whether --write names the file that --machine names. */
static bool would_replace_source(const struct run *r)
{
    struct stat source, target;
    return r->o.write && r->o.machine_name && stat(r->o.machine_name, &source) == 0 &&
           stat(r->o.write, &target) == 0 && source.st_dev == target.st_dev &&
           source.st_ino == target.st_ino;
}

/* Stores the measured lines in the user's cache directory. */
static void keep_memory(struct run *r)
{
    struct host_cpu cpu;
    const char *path = host_read(&cpu) ? memory_store_path(&r->arena, &cpu, r->memory.cores) : NULL;
    if (path && memory_store_write(path, &cpu, r->memory.cores, &r->rates, &r->d) &&
        r->o.format == OUTPUT_TEXT)
        printf("%s: kept for later runs of macs on this host\n", path);
}

/* Measures caches and memory, or instructions. Returns false after a message. */
static bool run_probes(struct run *r)
{
    const char *names[MACHINE_CACHES + 1] = {NULL};
    const char *compiler = r->o.compiler ? r->o.compiler : "gcc";
    struct memory_options o = {compiler, r->o.quick};
    if (!r->o.memory)
        return probes_run(&r->arena, r->machine, compiler, &r->probes, &r->d);
    for (int i = 0; i < r->machine->n_caches; i++)
        names[i] = r->machine->caches[i].name;
    if (!memory_probe_run(&r->arena, &o, names, &r->memory, &r->d))
        return false;
    r->rates = memory_lines(&r->arena, &r->memory);
    return true;
}

/* Reads the values that --memory kept in a file. Returns false after a message. */
static bool read_measured(struct run *r)
{
    struct host_cpu cpu;
    if (host_read(&cpu) &&
        memory_store_read(&r->arena, r->o.measured, &cpu, memory_allowed_cores(), &r->rates, &r->d))
        return true;
    diag_error(&r->d, (struct where){.file = r->o.measured},
               "no measured values of this host can be read from this file");
    return false;
}

static void describe_machine(struct run *r)
{
    if (r->o.list) {
        print_list(r);
        return;
    }
    if (!read_machine(r))
        return;
    if (would_replace_source(r)) {
        diag_error(&r->d, (struct where){.option = true},
                   "--write: %s is the file of --machine; write to another file", r->o.write);
        return;
    }
    if (r->o.probe && r->machine->isa != MACHINE_X86_64) {
        diag_error(&r->d, (struct where){0},
                   "--probe: %s does not describe x86-64 instructions, so nothing can be compared",
                   r->machine->name);
        return;
    }
    if ((r->o.probe && !run_probes(r)) || (r->o.measured && !read_measured(r)))
        return;
    print_all(r);
    if (r->o.memory)
        keep_memory(r);
    if (r->o.write)
        write_machine(r);
}

int macs_machine(int argc, char **argv)
{
    struct run r = {.machine = NULL};
    int status;
    diag_init(&r.d, "macs machine");
    if (read_usage(&r, argc, argv, &status)) {
        describe_machine(&r);
        stdout_close(&r.d);
        diag_close(&r.d);
        status = diag_exit_status(&r.d);
    }
    free(r.o.set.at);
    free(r.o.without.at);
    arena_free(&r.arena);
    return status;
}
