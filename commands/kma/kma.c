/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma: the essential operations of Fortran loops and their bounds M and MA. */
#include "base/deep.h"
#include "base/inorder.h"
#include "base/outfile.h"
#include "base/trace.h"
#include "bounds/explain.h"
#include "commands/kma/instrument.h"
#include "commands/kma/print.h"
#include "frontend/frontend.h"
#include "runs/names.h"
#include "runs/runs.h"

#include <ctype.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct command_line command_line = {
    "kma", "[OPTION]... FILE...",
    "Print the essential operations of Fortran loops and their bounds M and MA.",
    "kma --verbose program.f"};

enum {
    SHOWN_MESSAGES = 50,
    NOT_GIVEN = -1,
    LABEL_COLUMNS = 6, /* of fixed form: label and continuation, before the statement */
};

struct options {
    const char *format, *form, *machine, *dump, *db, *build, *line_length, *cache;
    struct option_list set, explains;
    long unroll, max_errors, jobs;
    bool verbose, all_loops, cpp, no_cpp, reassociate;
    struct trace trace;
    struct front_options front;
    enum output_format output;
    struct kma_instrument instrument;
};

/* The state of one kma command. */
struct work {
    struct options o;
    struct diag d;
    struct arena arena; /* of the machine */
    struct machine *machine;
    struct kma_how how;
    struct runs *runs; /* NULL: no --db */
    bool stored;       /* something was stored in runs */
    struct runs_target target;
    struct kma_report report;
    const char *const *files;
    struct infile *texts;           /* input of each file */
    struct module_library *library; /* modules of all files; NULL: there is one file */
    struct file_job *file_jobs;     /* one for each file */
    bool reread_texts;              /* the texts are read a second time */
    bool whole_files;               /* keep the loops of a file until all of it is analysed: with
                                       several threads, and with --time */
    bool *explained;                /* for each --explain: a loop was found */
    struct loop_search *searches;   /* for each --explain: finds the most similar name */
    uint64_t given;                 /* bit i: a loop used -D option i */
};

static bool parse_source_form(const char *text, enum source_form *form)
{
    *form = FORM_BY_SUFFIX;
    if (!text)
        return true;
    if (strcmp(text, "fixed") == 0)
        *form = FORM_FIXED;
    else if (strcmp(text, "free") == 0)
        *form = FORM_FREE;
    else
        return wrong_usage("kma", "--form must be fixed or free, not '%s'", text), false;
    return true;
}

/* Sets *length to the number of columns that are read; 0 for "none". False after a usage message.
 */
static bool parse_line_length(const char *text, long *length)
{
    char *end;
    *length = LINE_LENGTH_OF_FORM;
    if (!text)
        return true;
    *length = strtol(text, &end, 10);
    if (strcmp(text, "none") == 0)
        *length = 0;
    else if (!isdigit((unsigned char)*text) || *end || *length > INT_MAX ||
             (*length > 0 && *length <= LABEL_COLUMNS))
        return wrong_usage("kma",
                           "--line-length must be none or a number of columns above %d, not '%s'",
                           LABEL_COLUMNS, text),
               false;
    return true;
}

/* Sets the options of the front end: source form, line length, preprocessor. False after a usage
 * message. */
static bool set_reading_options(struct options *o)
{
    if (o->cpp && o->no_cpp)
        return wrong_usage("kma", "--cpp and --no-cpp are mutually exclusive"), false;
    if (o->cpp)
        o->front.cpp = CPP_ALWAYS;
    if (o->no_cpp)
        o->front.cpp = CPP_NEVER;
    o->front.compilers_files = true;
    return parse_source_form(o->form, &o->front.form) &&
           parse_line_length(o->line_length, &o->front.line_length);
}

/* Checks the options' values and combinations. False after a usage message. */
static bool check_options(struct options *o, int files)
{
    if (files == 0)
        wrong_usage("kma", "specify Fortran files, or - for standard input");
    else if (o->dump && strcmp(o->dump, "ast") != 0 && strcmp(o->dump, "deps") != 0)
        wrong_usage("kma", "--dump must be ast or deps, not '%s'", o->dump);
    else if (!kma_cache_check(o->cache, &o->front.values) ||
             !kma_instrument_check(&o->instrument, files))
        return false;
    else if (o->instrument.to && (o->dump || o->explains.n || o->cache || o->format))
        wrong_usage("kma", "--instrument excludes --dump, --explain, --cache and --format");
    else if (o->build && !o->db)
        wrong_usage("kma", "--build requires --db");
    else if (o->front.values.n && !o->cache)
        wrong_usage("kma", "--define requires --cache");
    else if (o->dump && (o->db || o->explains.n || o->cache))
        wrong_usage("kma", "--dump excludes --db, --explain and --cache");
    else if (output_format_of("kma", o->format, &o->output) && set_reading_options(o)) {
        if (o->output == OUTPUT_TEXT || !(o->explains.n || o->dump))
            return true;
        wrong_usage("kma", "--explain and --dump print text only; remove --format");
    }
    return false;
}

/* Reads the command line into *o. Returns the number of files, which it stores in files (argc
 * elements); -1 after a usage message. */
static int read_options(struct options *o, int argc, char **argv, const char **files)
{
    const struct option_row rows[] = {
        FORMAT_OPTION_ROW(&o->format),
        {"machine", 0, OPTION_TEXT, &o->machine, "NAME|FILE",
         "ksr1 (default); macs machine --list lists all"},
        SET_OPTION_ROW(&o->set),
        {"unroll", 0, OPTION_POSITIVE, &o->unroll, "K",
         "degree of unrolling; default: the machine's"},
        {"reassociate", 0, OPTION_FLAG, &o->reassociate, NULL,
         "assume that reductions may be reordered"},
        {"verbose", 'v', OPTION_FLAG, &o->verbose, NULL, "print what is counted, and why"},
        {"all-loops", 0, OPTION_FLAG, &o->all_loops, NULL, "report outer loops too"},
        {"explain", 0, OPTION_LIST, &o->explains, "LOOP",
         "print the equations of file:routine:line"},
        {"cache", 0, OPTION_TEXT, &o->cache, "CACHE",
         "report cache traffic: machine or SIZE[,LINE]"},
        {"define", 'D', OPTION_LIST, &o->front.values, "NAME=NUMBER",
         "value of an integer variable, for --cache"},
        {"db", 0, OPTION_TEXT, &o->db, "FILE", "add the loops to this run database"},
        BUILD_OPTION_ROW(&o->build),
        {"instrument", 0, OPTION_TEXT, &o->instrument.to, "OUT",
         "file or directory for instrumented source"},
        {"instrument-mode", 0, OPTION_TEXT, &o->instrument.mode, "MODE", "time (default) or count"},
        {"loops", 0, OPTION_TEXT, &o->instrument.loops, "LIST",
         "hot (default), inner, outer, all, or names"},
        {"loops-elsewhere", 0, OPTION_FLAG, &o->instrument.elsewhere, NULL,
         "loops named by --loops may be in other files"},
        {"regions", 0, OPTION_TEXT, &o->instrument.regions, "FILE",
         "table of region numbers to extend"},
        {"form", 0, OPTION_TEXT, &o->form, "FORM", "fixed or free; default: by file suffix"},
        {"line-length", 0, OPTION_TEXT, &o->line_length, "N",
         "maximum length, or none; fixed form default: 72"},
        {"include", 'I', OPTION_LIST, &o->front.include, "DIR", "search DIR for INCLUDE files"},
        {"cpp", 0, OPTION_FLAG, &o->cpp, NULL, "run cpp on every file, not only on .F, .F90 ..."},
        {"no-cpp", 0, OPTION_FLAG, &o->no_cpp, NULL, "run cpp on no file"},
        {"cpp-option", 0, OPTION_LIST, &o->front.cpp_options, "OPTION",
         "pass OPTION to cpp, as in -DNAME=VALUE"},
        {"max-errors", 0, OPTION_COUNT, &o->max_errors, "N",
         "errors or warnings to print; 0: all; default 50"},
        {"jobs", 'j', OPTION_POSITIVE, &o->jobs, "N", "analyse N files in parallel; default 1"},
        {"dump", 0, OPTION_TEXT, &o->dump, "ast|deps", "print the statements, or the dependences"},
        TIME_OPTION_ROW(&o->trace.on),
        {0},
    };
    int n = options_read(&command_line, rows, argc, argv, files);
    return n < 0 || !check_options(o, n) ? -1 : n;
}

/* ---- explanations ---- */

/* Prints the notes of a loop without a bound, which has no equations. */
static void explain_excluded(const struct kma_loop *l)
{
    printf("%s has no bound\n", l->facts->id);
    for (size_t i = 0; i < l->notes.n; i++)
        printf("note: %s\n", l->notes.at[i]);
}

/* Explains the loop where an --explain names it. */
static void explain_loop(struct work *w, const struct kma_loop *l)
{
    bool asked = false, any = false;
    for (int i = 0; i < w->o.explains.n; i++) {
        any |= w->explained[i];
        loop_search_offer(&w->searches[i], l->facts->id);
        if (match_loop_name(l->facts->id, w->o.explains.at[i]))
            asked = w->explained[i] = true;
    }
    if (!asked)
        return;
    if (any)
        putchar('\n');
    if (l->facts->excluded)
        explain_excluded(l);
    else
        explain_source(stdout, w->machine, l->facts, w->o.reassociate, w->how.k,
                       w->o.unroll == NOT_GIVEN ? "unroll of the machine" : "--unroll");
}

static void report_unknown_loops(struct work *w)
{
    for (int i = 0; i < w->o.explains.n; i++)
        if (!w->explained[i])
            diag_error(&w->d, (struct where){0}, "%s", loop_search_problem(&w->searches[i]));
}

/* Whether a loop used the number of -D option i, or of a later option with the same name. */
static bool is_used_definition(const struct work *w, int i)
{
    const struct option_list *v = &w->o.front.values;
    size_t n = strcspn(v->at[i], "=") + 1;
    for (int k = i; k < v->n && k < 64; k++)
        if (strncasecmp(v->at[k], v->at[i], n) == 0 && w->given >> k & 1)
            return true;
    return false;
}

/* Warns about numbers of -D that no loop used, for example because of a misspelled name. */
static void report_unused_definitions(struct work *w)
{
    for (int i = 0; i < w->o.front.values.n && i < 64; i++)
        if (!is_used_definition(w, i))
            diag_warning(&w->d, (struct where){0},
                         "-D %s has no effect: no DO limit or array extent of the analysed loops "
                         "contains this variable",
                         w->o.front.values.at[i]);
}

/* ---- one file ---- */

/* The results of one file, between its analysis (on any thread) and the report. */
struct file_job {
    struct arena arena;
    ARRAY(struct unit_loops) units; /* empty where units are reported at once */
    struct source_file file;
    struct diag_log log;
    bool read, storing; /* the file was read; stored was set */
    struct runs_source *stored;
};
struct unit_loops {
    struct source_loops loops;
    struct kma_loop *found;
};

/* Starts the timer of a pass. With several threads passes overlap and are not timed. */
static void start_pass(struct work *w, const char *name)
{
    if (w->o.jobs <= 1)
        trace_pass(&w->o.trace, name);
}

/* Begins the file's record in the database, once. */
static void begin_storing(struct work *w, struct file_job *p)
{
    if (!p->storing) {
        p->stored = runs_source_begin(w->runs, &w->target, p->file.file);
        runs_source_text(p->stored, p->file.file, &w->texts[p - w->file_jobs]);
    }
    p->storing = w->stored = true;
}

static void store_unit(struct work *w, struct file_job *p, const struct unit_loops *u)
{
    begin_storing(w, p);
    runs_source_loops(p->stored, &u->loops);
}

static void report_unit(struct work *w, const struct unit_loops *u)
{
    for (size_t i = 0; i < u->loops.n; i++)
        w->given |= u->loops.at[i].movement.given;
    if (w->report.out)
        kma_report_loops(&w->report, u->found, u->loops.n);
    for (size_t i = 0; w->o.explains.n && i < u->loops.n; i++)
        explain_loop(w, &u->found[i]);
}

/* Where the loops of a program unit go. */
struct unit_sink {
    struct work *work;
    struct file_job *job;
};
/* Reports a unit and stores it in the database. */
static void finish_unit(void *to, struct arena *a, const struct source_loops *loops)
{
    const struct unit_sink *sink = to;
    struct work *w = sink->work;
    struct unit_loops u = {*loops, kma_bounds(a, w->machine, loops, w->how)};
    report_unit(w, &u);
    if (w->runs)
        store_unit(w, sink->job, &u);
}

/* Keeps a unit until its file is finished. */
static void keep_unit(void *to, struct arena *a, const struct source_loops *loops)
{
    (void)a;
    const struct unit_sink *sink = to;
    *array_push(&sink->job->units) = (struct unit_loops){*loops, NULL};
}

/* Analyses file i. Runs on any thread: reads only constant parts of *w where there are several.
 * With one thread each unit is reported as soon as it is analysed. */
static void analyse_file(void *context, size_t i)
{
    struct work *w = context;
    struct file_job *p = &w->file_jobs[i];
    struct diag recorder, *d = &w->d;
    struct unit_sink sink = {w, p};
    struct loop_sink loops_to = {w->whole_files ? keep_unit : finish_unit, &sink, w->whole_files};
    if (w->whole_files) {
        recorder = diag_recorder(&w->d, &p->log);
        d = &recorder;
    }
    start_pass(w, "read and analyse");
    struct infile *in = &w->texts[i];
    if (in->path ? infile_again(in, d) : infile_open(in, w->files[i], w->reread_texts, d))
        p->read = front_loops(&p->arena, in, &w->o.front, w->machine, d, &loops_to, &p->file);
    (w->reread_texts ? infile_park : infile_close)(in);
    start_pass(w, "bounds");
    for (size_t u = 0; u < p->units.n; u++)
        p->units.at[u].found = kma_bounds(&p->arena, w->machine, &p->units.at[u].loops, w->how);
}

/* Reports and stores file i. Called in the order of the files. */
static void finish_file(void *context, size_t i)
{
    struct work *w = context;
    struct file_job *p = &w->file_jobs[i];
    diag_replay(&w->d, &p->log);
    start_pass(w, "show");
    for (size_t u = 0; u < p->units.n; u++)
        report_unit(w, &p->units.at[u]);
    if (p->read && w->report.out)
        kma_report_file(&w->report, &p->file);
    start_pass(w, "store");
    for (size_t u = 0; w->runs && u < p->units.n; u++)
        store_unit(w, p, &p->units.at[u]);
    if (p->read && w->runs) {
        p->file.reassociated = w->o.reassociate;
        begin_storing(w, p);
        runs_source_end(p->stored, &p->file);
    }
    if (!w->o.instrument.to)
        infile_close(&w->texts[i]);
    else
        infile_park(&w->texts[i]);
    array_free(&p->units);
    arena_free(&p->arena);
}

/* Prints the statements or dependences of a file (--dump). */
static void dump_file(struct work *w, const char *path)
{
    struct arena a = {0};
    struct names names = {0};
    struct source s;
    struct ast ast = {0};
    trace_pass(&w->o.trace, "read");
    if (!front_read(&s, path, &w->o.front, &w->d))
        return;
    front_parse(&a, &names, &s, &w->o.front, &w->d, &ast);
    trace_pass(&w->o.trace, "dump");
    if (strcmp(w->o.dump, "deps") == 0)
        front_print_dependences(&a, &ast, stdout);
    else
        ast_print(&ast, stdout);
    source_free(&s);
    names_free(&names);
    arena_free(&a);
}

/* ---- the passes ---- */

/* Returns false after a message: --cache=machine, and the machine has no caches. */
static bool check_caches(struct work *w)
{
    if (!w->o.cache || w->report.caches.n)
        return true;
    diag_error(&w->d, (struct where){.option = true},
               "the machine file of '%s' has no caches; use --cache=SIZE[,LINE]", w->machine->name);
    return false;
}

/* Reads the machine and sets what depends on the options. False after a message. */
static bool prepare(struct work *w)
{
    trace_pass(&w->o.trace, "machine");
    w->machine = machine_read(&w->arena, w->o.machine, &w->o.set, &w->d);
    if (!w->machine)
        return false;
    w->how.k = known((double)(w->o.unroll == NOT_GIVEN ? w->machine->unroll : w->o.unroll));
    w->how.reassociate = w->o.reassociate;
    w->target = (struct runs_target){
        .build = w->o.build, .machine = w->machine->name, .machine_text = w->machine->text};
    w->explained = ARENA_ARRAY(&w->arena, bool, (size_t)w->o.explains.n + 1);
    w->searches = ARENA_ARRAY(&w->arena, struct loop_search, (size_t)w->o.explains.n + 1);
    for (int i = 0; i < w->o.explains.n; i++)
        w->searches[i] = (struct loop_search){.name = w->o.explains.at[i], .a = &w->arena};
    bool report = !w->o.explains.n && !w->o.instrument.to;
    w->report = (struct kma_report){.out = report ? stdout : NULL,
                                    .format = w->o.output,
                                    .verbose = w->o.verbose,
                                    .all_loops = w->o.all_loops,
                                    .machine = w->machine,
                                    .caches = kma_caches_of(w->o.cache, w->machine)};
    if (!check_caches(w))
        return false;
    w->o.front.movement = w->report.caches.n > 0;
    w->o.front.lists = w->o.verbose || w->o.explains.n || w->o.db || w->o.front.movement;
    trace_pass(&w->o.trace, "open");
    w->runs = w->o.db ? runs_open(w->o.db, RUNS_ADD, &w->d) : NULL;
    return w->runs || !w->o.db;
}

static void analyse(struct work *w, const char *const *files, int n)
{
    struct in_order files_in_order = {analyse_file, finish_file, w,
                                      w->o.front.long_sums ? DEEP_STACK : 0};
    w->files = files;
    w->file_jobs = ARENA_ARRAY(&w->arena, struct file_job, (size_t)n);
    w->texts = ARENA_ARRAY(&w->arena, struct infile, (size_t)n);
    trace_pass(&w->o.trace, "modules");
    if (n > 1)
        w->o.front.library = w->library = front_library(files, (size_t)n, w->texts, &w->o.front);
    w->reread_texts = w->runs || w->o.instrument.to;
    if (w->report.out)
        kma_report_begin(&w->report);
    w->whole_files = (w->o.jobs > 1 && n > 1) || w->o.trace.on;
    if (w->o.jobs > 1)
        trace_pass(&w->o.trace, "files");
    in_order(&files_in_order, (size_t)n, w->o.jobs);
    if (w->report.out)
        kma_report_end(&w->report);
    report_unknown_loops(w);
    report_unused_definitions(w);
    trace_pass(&w->o.trace, "commit");
    if (w->runs && w->stored) /* leaves no new database without loops */
        runs_commit(w->runs);
    runs_close(w->runs);
    w->o.front.library = NULL;
    front_library_free(w->library);
}

/* Writes instrumented sources. Prints no message twice: the analysis for --db has printed them. */
static void instrument(struct work *w, const char *const *files, int n)
{
    struct diag quiet = {.quiet = true};
    trace_pass(&w->o.trace, "instrument");
    kma_instrument(&w->o.instrument, files, w->texts, n, w->o.verbose, &w->o.front, w->machine,
                   w->o.db && w->d.errors ? &quiet : &w->d);
    for (int i = 0; w->texts && i < n; i++)
        infile_close(&w->texts[i]);
}

static void options_free(struct options *o)
{
    free(o->set.at);
    free(o->explains.at);
    free(o->front.include.at);
    free(o->front.values.at);
    free(o->front.cpp_options.at);
}

/* Replaces -cpp, as Fortran compilers spell it, by --cpp. */
static void replace_cpp_word(int argc, char **argv)
{
    static char cpp[] = "--cpp";
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "-cpp") == 0)
            argv[i] = cpp;
}

/* Makes glibc keep freed memory for the next file. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

/* deep: the stack is large enough for long sums. */
static int run_kma(int argc, char **argv, bool deep)
{
    struct work w = {.o = {.machine = MACHINE_DEFAULT,
                           .unroll = NOT_GIVEN,
                           .max_errors = SHOWN_MESSAGES,
                           .jobs = 1}};
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    int n = read_options(&w.o, argc, argv, files);
    diag_init(&w.d, "kma");
    w.d.max_shown = w.o.max_errors;
    w.o.front.outer = w.o.all_loops;
    w.o.front.unrolled = w.o.all_loops || w.o.db;
    w.o.front.long_sums = deep;
    if (n >= 0 && w.o.dump)
        for (int i = 0; i < n; i++)
            dump_file(&w, files[i]);
    else if (n >= 0 && prepare(&w)) {
        if (!w.o.instrument.to || w.o.db)
            analyse(&w, files, n);
        if (w.o.instrument.to)
            instrument(&w, files, n);
    }
    trace_pass(&w.o.trace, NULL);
    stdout_close(&w.d);
    diag_close(&w.d);
    arena_free(&w.arena);
    options_free(&w.o);
    free(files);
    return n < 0 ? 2 : diag_exit_status(&w.d);
}

int main(int argc, char **argv)
{
    outlive_closed_pipes();
    keep_freed_memory();
    replace_cpp_word(argc, argv);
    return run_on_deep_stack(run_kma, argc, argv);
}
