/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs count: runs a counted program, and decides whether its counts are those of the sampled one.
 * What fails is stored as the reason why no counts are used; the exit status is then still 0. */
#include "base/outfile.h"
#include "base/shown.h"
#include "base/source.h"
#include "base/temporary.h"
#include "base/textstream.h"
#include "commands/common.h"
#include "commands/macs/steps/child.h"
#include "commands/macs/compilers/counted.h"
#include "commands/macs/macs.h"
#include "commands/macs/steps/profiles.h"
#include "commands/macs/steps/progress.h"
#include "counts/counts.h"
#include "counts/printed.h"
#include "measure/sampling/profile.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SHELL_SIGNAL = 128,
    RECORDED_LIMIT = 20 /* of the recorded run, in times of the sampled run */
};

static const struct command_line command_line = {
    "macs count", "[OPTION]... -- COMMAND [ARGUMENT...]",
    "Run the counted program, and compare its output with that of the sampled run.",
    "macs count -o counts --counted=counted --program=./prog -- ./prog input.nml"};

struct counting {
    struct macs *m;
    const char *folder, *build, *program, *profile, *printed, *input;
    long timeout, reference_limit;
    bool reference, accesses;
    bool recording;   /* the run is that of the program that records its data accesses */
    const char *name; /* of the program in reasons: "the counted program" */
    const struct words *command;
    struct count_result result;
    double cpu_seconds; /* of the sampled run; 0 = unknown */
    double elapsed;     /* seconds of the sampled run; 0 = unknown */
    int status;         /* of the sampled run, as a shell reports it */
};

static int read_options(struct macs *m, void *options, int argc, char **argv, const char **operands)
{
    struct counting *o = options;
    o->m = m;
    const struct option_row rows[] = {
        {"output", 'o', OPTION_TEXT, &o->folder, "DIR", "directory of the counts"},
        {"counted", 0, OPTION_TEXT, &o->build, "DIR", "directory of the counted program"},
        {"program", 0, OPTION_TEXT, &o->program, "FILE",
         "word of the command that is replaced by the counted program"},
        {"reference", 0, OPTION_FLAG, &o->reference, NULL,
         "run the reference build instead of the counted program"},
        {"profile", 0, OPTION_TEXT, &o->profile, "FILE", "profile of the sampled run"},
        {"printed", 0, OPTION_TEXT, &o->printed, "FILE", "what the sampled run printed"},
        {"stdin", 0, OPTION_TEXT, &o->input, "FILE", "standard input of the program"},
        {"timeout", 0, OPTION_COUNT, &o->timeout, "SECONDS",
         "stop a run after SECONDS; default 0: no limit"},
        {"reference-limit", 0, OPTION_COUNT, &o->reference_limit, "N",
         "with --reference: stop after N times the time of the sampled run; default: 20"},
        {"accesses", 0, OPTION_FLAG, &o->accesses, NULL, "also record data accesses"},
        {.help = "macs-run"}, /* man page */
    };
    return options_read(&command_line, rows, argc, argv, operands);
}

/* ---- runs ---- */

/* What a run printed, and how it ended. */
struct printed {
    const char *text;
    size_t n;
    struct child_result end;
    int status; /* as a shell reports it */
};

static bool is_equal(const struct printed *a, const struct printed *b)
{
    return a->status == b->status && a->n == b->n && memcmp(a->text, b->text, a->n) == 0;
}

/* Returns a text with all that was captured. */
static void keep_printed(struct arena *a, const struct child_output *from, struct printed *to)
{
    struct text_stream text;
    output_print(from, text_open(&text));
    text_close(&text);
    to->n = text.size;
    to->text = arena_strndup(a, text.text, text.size);
    free(text.text);
}

/* Returns the command with another program: the first word that is the program is replaced. Other
 * ones are its arguments. */
static struct words command_of(struct counting *o, const char *program)
{
    struct words w = {.n = 0};
    bool replaced = false;
    for (size_t i = 0; i < o->command->n; i++) {
        const char *word = o->command->at[i];
        bool is_program = !replaced && strcmp(word, o->program) == 0;
        words_add(&o->m->arena, &w, is_program ? program : word);
        replaced |= is_program;
    }
    return w;
}

static const char *absolute_path(struct arena *a, const char *path)
{
    char *real = realpath(path, NULL);
    const char *to = real ? arena_strdup(a, real) : path;
    free(real);
    return to;
}

/* Returns the limit of the reference run, or of the recorded run, in seconds; 0 = none. Vector code
 * of bytes is up to 50 times faster than code without optimization, so short runs get more time. */
static double reference_limit(const struct counting *o)
{
    const double least = 3;
    long times = o->recording ? RECORDED_LIMIT : o->reference ? o->reference_limit : 0;
    return times ? (double)times * (o->elapsed > least ? o->elapsed : least) : 0;
}

/* Returns whether the reference run ends at --reference-limit, not at --timeout. */
static bool is_reference_limited(const struct counting *o)
{
    double limit = reference_limit(o);
    return limit > 0 && (!o->timeout || limit < (double)o->timeout);
}

static struct printed run_program(struct counting *o, const char *program, const char *counts)
{
    struct arena *a = &o->m->arena;
    struct words argv = command_of(o, program), env = {.n = 0};
    struct child_output output;
    struct printed p = {.n = 0};
    words_addf(a, &env, "MACS_COUNTS=%s", counts ? counts : "");
    const char *profiles = arena_printf(a, "%s/profiles", absolute_path(a, o->folder));
    if (mkdir(profiles, 0777) == 0 || errno == EEXIST)
        profiles_redirect(a, &env, profiles);
    double limit = is_reference_limited(o) ? reference_limit(o) : (double)o->timeout;
    struct child c = {.argv = &argv, .env = &env, .input = o->input, .limit = limit};
    p.end = child_run(&c, a, &output);
    temporary_remove_folder(profiles);
    p.status = p.end.how == CHILD_KILLED ? SHELL_SIGNAL + p.end.number : p.end.number;
    keep_printed(a, &output, &p);
    return p;
}

/* ---- directories ---- */

/* Removes the files in a directory. */
static void clear_folder(struct arena *a, const char *path)
{
    DIR *dir = opendir(path);
    if (!dir)
        return;
    for (const struct dirent *e; (e = readdir(dir));)
        unlink(arena_printf(a, "%s/%s", path, e->d_name));
    closedir(dir);
}

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the files beside the counted program whose names have this end. */
static const char **find_files(struct counting *o, const char *end, size_t *n)
{
    struct arena *a = &o->m->arena;
    const char **paths = NULL;
    DIR *dir = opendir(o->build);
    *n = 0;
    for (const struct dirent *e; dir && (e = readdir(dir));)
        if (ends_with(e->d_name, end))
            *ARENA_PUSH(a, paths, *n) = arena_printf(a, "%s/%s", o->build, e->d_name);
    if (dir)
        closedir(dir);
    if (*n)
        qsort(paths, *n, sizeof *paths, compare_names);
    return paths;
}

/* ---- the sampled run ---- */

static void read_profile(struct counting *o)
{
    struct source s = {.path = NULL};
    struct profile p;
    if (!o->profile || !source_read(&s, o->profile, &o->m->d))
        return;
    if (profile_read(&o->m->arena, &s, &p, &o->m->d)) {
        o->cpu_seconds = is_known(p.cpu_seconds) ? p.cpu_seconds.value : 0;
        o->status =
            WIFSIGNALED(p.status) ? SHELL_SIGNAL + WTERMSIG(p.status) : WEXITSTATUS(p.status);
        o->elapsed = p.wall_seconds;
    }
    source_free(&s);
}

/* Returns what the sampled run printed. */
static struct printed sampled_output(struct counting *o)
{
    struct source s = {.path = NULL};
    struct printed p = {.status = o->status, .text = ""};
    if (o->printed && source_read(&s, o->printed, &o->m->d)) {
        p.text = arena_strndup(&o->m->arena, s.text, s.size);
        p.n = s.size;
    }
    source_free(&s);
    return p;
}

/* ---- differences ---- */

/* Returns n characters for a message. */
static const char *shown_text(struct arena *a, const char *text, size_t n)
{
    char *copy = arena_strndup(a, text, n);
    shown_in_place(copy, strlen(copy), false);
    return copy;
}

/* Returns the line at the position for a message, and its length; NULL = the text ends there. The
 * end of a long line is kept: messages of the dynamic linker begin with the path of the program. */
static const char *quoted_line(struct arena *a, const struct printed *p, size_t at, size_t *n)
{
    enum { LINE_MOST = 120, BEGIN_MOST = 12 };
    const size_t end_most = LINE_MOST - BEGIN_MOST;
    if (at >= p->n)
        return NULL;
    const char *line = p->text + at, *end = memchr(line, '\n', p->n - at);
    *n = end ? (size_t)(end - line) : p->n - at;
    if (*n <= LINE_MOST)
        return arena_printf(a, "\"%s\"", shown_text(a, line, *n));
    return arena_printf(a, "\"%s...%s\"", shown_text(a, line, BEGIN_MOST),
                        shown_text(a, line + *n - end_most, end_most));
}

/* Returns whether the line replaces a part of the output that was not kept. */
static bool is_omission(const struct printed *p, size_t at)
{
    size_t digits = at < p->n && p->text[at] == '[' ? strspn(p->text + at + 1, "0123456789") : 0;
    static const char words[] = " bytes omitted, with the checksum ";
    return digits && strncmp(p->text + at + 1 + digits, words, sizeof words - 1) == 0;
}

/* Returns how the outputs differ: the first line that is not the same; "" = they are equal. */
static const char *first_difference(struct arena *a, const struct printed *sampled,
                                    const struct printed *counted)
{
    size_t at = 0, line = 1, n, m;
    for (;;) {
        const char *x = quoted_line(a, counted, at, &n), *y = quoted_line(a, sampled, at, &m);
        if (!x && !y)
            return "";
        if (!x)
            return arena_printf(a, ": its output ends before line %zu, %s", line, y);
        if (!y)
            return arena_printf(
                a, ": line %zu of its output is %s; the output of the sampled run ends before it",
                line, x);
        bool differ = n != m || memcmp(counted->text + at, sampled->text + at, n) != 0;
        if (differ && is_omission(counted, at) && is_omission(sampled, at))
            return arena_printf(a, ": after line %zu of its output", line > 2 ? line - 2 : 0);
        if (differ)
            return arena_printf(a, ": line %zu of its output is %s; in the sampled run it is %s",
                                line, x, y);
        at += n + 1;
        line++;
    }
}

static const char *end_of_run(struct arena *a, int status)
{
    return status > SHELL_SIGNAL
               ? arena_printf(a, "was ended by signal %d (%s)", status - SHELL_SIGNAL,
                              strsignal(status - SHELL_SIGNAL))
               : arena_printf(a, "exited with status %d", status);
}

/* ---- decisions ---- */

/* Returns why a run that was ended at a limit has no counts. */
static const char *limit_text(struct counting *o)
{
    struct arena *a = &o->m->arena;
    if (o->recording || !is_reference_limited(o))
        return arena_printf(a, "%s was ended at the time limit", o->name);
    return arena_printf(a,
                        "%s was ended after %.3g s, the limit of --reference-limit=%ld (times the "
                        "time of the sampled run, at least 3 s): give it more time with a larger "
                        "number, or omit it with --no-reference",
                        o->name, reference_limit(o), o->reference_limit);
}

/* Returns why a counted run has no counts; NULL = it has. */
static const char *why_failed(struct counting *o, const struct printed *p)
{
    struct arena *a = &o->m->arena;
    switch (p->end.how) {
    case CHILD_TOO_LONG:
        return limit_text(o);
    case CHILD_STOPPED:
        return "the counted program was stopped";
    case CHILD_NOT_FOUND:
    case CHILD_UNREAD:
        return arena_printf(a, "%s could not be run: %s", o->name, strerror(p->end.number));
    case CHILD_KILLED:
    case CHILD_EXITED:
        break;
    }
    if (p->status == o->status)
        return NULL;
    struct printed sampled = sampled_output(o);
    return arena_printf(a, "%s %s, the sampled one %s%s", o->name, end_of_run(a, p->status),
                        end_of_run(a, o->status), first_difference(a, &sampled, p));
}

/* Runs the counted program. Returns NULL, or why there are no counts. */
static const char *run_counted(struct counting *o, struct printed *p)
{
    struct arena *a = &o->m->arena;
    const char *program = absolute_path(a, arena_printf(a, "%s/" COUNTED_PROGRAM, o->build));
    const char *counts = arena_printf(a, "%s/run%zu", o->folder, o->result.n_runs + 1);
    const char *why = profiles_check(program);
    if (why)
        return why;
    if (!make_directory(counts, &o->m->d))
        return "the directory of counts cannot be created";
    clear_folder(a, counts);
    *p = run_program(o, program, absolute_path(a, counts));
    *ARENA_PUSH(a, o->result.runs, o->result.n_runs) = counts;
    return why_failed(o, p);
}

/* Returns a sentence about differences in low-order digits; NULL = there are none. */
static const char *rounding_text(struct arena *a, const struct printed_difference *d)
{
    const char *larger = d->n == 0 ? ""
                                   : arena_printf(a, "%zu number%s by at most %.2g of the value",
                                                  d->n, d->n == 1 ? "" : "s", d->most);
    const char *small = d->n_small == 0
                            ? ""
                            : arena_printf(a, "%s%zu number%s below %g", d->n ? ", " : "",
                                           d->n_small, d->n_small == 1 ? "" : "s", PRINTED_LEAST);
    if (!d->line)
        return NULL;
    return arena_printf(a,
                        "the output of the reference build differs from that of this run only in "
                        "low-order digits: %s%s; first in line %zu",
                        larger, small, d->line);
}

/* Returns whether the reference build, in which rounding errors can differ, prints the same except
 * for low-order digits of numbers. Stores the difference. */
static bool has_rounding_only(struct counting *o, const struct printed *sampled,
                              const struct printed *counted)
{
    struct printed_difference d;
    if (!o->reference || sampled->status != counted->status ||
        !printed_agree(counted->text, counted->n, sampled->text, sampled->n, &d))
        return false;
    o->result.difference = rounding_text(&o->m->arena, &d);
    return true;
}

/* Returns NULL, or why the counts are not those of the sampled program: it prints the same in each
 * run, and the counted one prints something else. If it varies, the counted program is run twice.
 */
static const char *compare_output(struct counting *o, const struct printed *counted)
{
    struct printed sampled = sampled_output(o), again;
    if (is_equal(&sampled, counted) || has_rounding_only(o, &sampled, counted))
        return NULL;
    again = run_program(o, o->program, NULL);
    if (is_equal(&again, counted))
        return NULL;
    if (is_equal(&again, &sampled))
        return arena_printf(&o->m->arena, "%s prints something else than the sampled one%s",
                            o->name, first_difference(&o->m->arena, &sampled, counted));
    return run_counted(o, &again);
}

/* ---- recorded accesses ---- */

/* Runs the program that records its accesses. Its output must be that of the sampled or the counted
 * run, unless it varies from run to run. Returns NULL, or why there are no records. */
static const char *run_recorded(struct counting *o, const char *program,
                                const struct printed *counted)
{
    struct arena *a = &o->m->arena;
    const char *folder = arena_printf(a, "%s/accesses", o->folder);
    struct printed sampled = sampled_output(o), p;
    if (!make_directory(folder, &o->m->d))
        return "the directory of records cannot be created";
    clear_folder(a, folder);
    p = run_program(o, absolute_path(a, program), absolute_path(a, folder));
    const char *why = why_failed(o, &p);
    bool varies = !is_equal(&sampled, counted);
    if (!why && !varies && !is_equal(&sampled, &p))
        why = arena_printf(a, "%s prints something else than the sampled one%s", o->name,
                           first_difference(a, &sampled, &p));
    if (why)
        return why;
    *ARENA_PUSH(a, o->result.records, o->result.n_records) = folder;
    if (o->cpu_seconds > 0 && p.end.cpu_seconds > 0)
        o->result.record_slowdown = p.end.cpu_seconds / o->cpu_seconds;
    return NULL;
}

static void record_accesses(struct counting *o, const struct printed *counted)
{
    const char *program = arena_printf(&o->m->arena, "%s/" RECORDED_PROGRAM, o->build);
    if (o->reference || !o->accesses || access(program, X_OK) != 0)
        return;
    o->recording = true;
    o->name = "the program that records its data accesses";
    const char *why = run_recorded(o, program, counted);
    if (why)
        diag_warning(&o->m->d, (struct where){0}, "data accesses of loops are not recorded: %s",
                     why);
    else
        o->result.record_maps = find_files(o, RECORDED_MAP_END, &o->result.n_record_maps);
}

/* Returns the stored reason why there is no counted program; NULL = there is one. */
static const char *read_refusal(struct counting *o)
{
    struct source s = {.path = NULL};
    const char *why = NULL;
    if (!source_read(&s, arena_printf(&o->m->arena, "%s/" COUNTED_REFUSAL, o->build), &o->m->d))
        why = o->reference ? "there is no reference build" : "there is no counted program";
    else if (s.size)
        why = arena_strndup(&o->m->arena, s.text, s.size);
    source_free(&s);
    return why;
}

static const char *count_program(struct counting *o)
{
    struct printed counted;
    const char *why = read_refusal(o);
    read_profile(o);
    if (!why)
        why = run_counted(o, &counted);
    if (why)
        return why;
    if (o->cpu_seconds > 0 && counted.end.cpu_seconds > 0)
        o->result.slowdown = counted.end.cpu_seconds / o->cpu_seconds;
    why = compare_output(o, &counted);
    if (!why)
        record_accesses(o, &counted);
    return why;
}

/* ---- the result ---- */

static bool write_result(struct counting *o)
{
    struct outfile out;
    const char *path = arena_printf(&o->m->arena, "%s/" COUNT_RESULT_NAME, o->folder);
    if (!outfile_open(&out, path, &o->m->d))
        return false;
    count_result_print(out.f, &o->result);
    return outfile_commit(&out, &o->m->d);
}

static int count(struct macs *m, void *options, const struct words *command)
{
    struct counting *o = options;
    if (!o->folder || !o->build || !o->program)
        return wrong_usage("macs count",
                           "--output, --counted and --program are needed: the directories of the "
                           "counts and of the counted program, and the sampled program");
    o->command = command;
    o->name = o->reference ? "the reference build" : "the counted program";
    child_begin();
    if (!make_directory(o->folder, &m->d))
        return macs_status(m, 0);
    o->result.maps = find_files(o, COUNTED_MAP_END, &o->result.n_maps);
    o->result.labelled = find_files(o, LABELLED_END, &o->result.n_labelled);
    o->result.unused = count_program(o);
    if (o->result.unused)
        diag_warning(&m->d, (struct where){0}, "%s are not counted: %s",
                     o->reference ? "iterations of source loops" : "passes of loops",
                     o->result.unused);
    if (!count_result_seal(&m->arena, &o->result, &m->d) && !o->result.unused)
        o->result.unused = "its files of counts cannot be read";
    write_result(o);
    return macs_status(m, 0);
}

int macs_count(int argc, char **argv)
{
    static const struct macs_wrapper wrapper = {
        "macs count", "the command and its arguments follow --: macs count ... -- ./program",
        "the command follows --: macs count ... -- ./program", read_options, count};
    struct counting o = {.reference_limit = REFERENCE_LIMIT};
    return macs_run_wrapper(&wrapper, &o, argc, argv);
}
