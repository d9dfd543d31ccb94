/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/steps/step.h"
#include "base/file.h"
#include "base/shown.h"
#include "base/textstream.h"
#include "commands/macs/steps/progress.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- up to date? ---- */

static fingerprint fingerprint_words(fingerprint p, const struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        p = fingerprint_text(p, w->at[i]);
    return fingerprint_text(p, "");
}

/* Adds all files of a directory, in any order. */
static bool fingerprint_folder(fingerprint *p, struct arena *a, const char *path)
{
    DIR *dir = opendir(path);
    fingerprint sum = 0;
    if (!dir)
        return false;
    for (struct dirent *e; (e = readdir(dir));) {
        fingerprint one = fingerprint_text(FINGERPRINT_START, e->d_name);
        if (*e->d_name != '.' &&
            fingerprint_file_state(&one, arena_printf(a, "%s/%s", path, e->d_name)))
            sum += one;
    }
    closedir(dir);
    *p = fingerprint_bytes(*p, &sum, sizeof sum);
    return true;
}

/* Returns the fingerprint of the inputs. A missing file counts as empty; the command reports it. */
static fingerprint fingerprint_inputs(struct arena *a, const struct step *s)
{
    fingerprint p = fingerprint_words(fingerprint_words(FINGERPRINT_START, &s->argv), &s->env);
    p = fingerprint_text(p, s->cwd ? s->cwd : "");
    if (s->input)
        fingerprint_file(&p, s->input);
    for (size_t i = 0; i < s->needs.n; i++)
        fingerprint_file(&p, s->needs.at[i]);
    if (s->reads)
        fingerprint_folder(&p, a, s->reads);
    return p;
}

/* Returns the name of the line for the creation of a file to which several steps add. */
static const char *begin_key(struct arena *a, const char *path)
{
    return arena_printf(a, "begin %s", path);
}

/* Returns the identity of the file, which changes if the file is deleted and created again. */
static bool fingerprint_database(fingerprint *p, const struct work_folder *f, const char *path)
{
    const struct step_done *b = work_folder_step(f, begin_key(f->a, path));
    if (b)
        *p = fingerprint_bytes(*p, &b->made, sizeof b->made);
    return b && access(path, F_OK) == 0;
}

/* Records a new identity for a missing file. */
static bool begin_file(struct driver *drive, const char *path)
{
    struct timespec now;
    if (access(path, F_OK) == 0 &&
        work_folder_step(drive->folder, begin_key(drive->folder->a, path)))
        return true;
    clock_gettime(CLOCK_REALTIME, &now);
    struct step_done b = {.step = begin_key(drive->folder->a, path)};
    b.made = fingerprint_bytes(FINGERPRINT_START, &now, sizeof now);
    return work_folder_done(drive->folder, &b, drive->d);
}

/* Computes the fingerprint of the outputs. Returns false if one is missing. */
static bool fingerprint_outputs(fingerprint *p, const struct work_folder *f, const struct step *s)
{
    bool all = true;
    *p = FINGERPRINT_START;
    for (size_t i = 0; i < s->makes.n; i++)
        all &= fingerprint_file_state(p, s->makes.at[i]);
    if (s->output)
        all &= fingerprint_file_state(p, s->output);
    if (s->fresh)
        all &= fingerprint_folder(p, f->a, s->fresh);
    if (s->adds)
        all &= fingerprint_database(p, f, s->adds);
    return all;
}

static bool was_done(const struct work_folder *f, const struct step *s, fingerprint from)
{
    fingerprint made;
    const struct step_done *done = work_folder_step(f, s->name);
    return s->kind < STEP_SHOW && done && done->from == from && fingerprint_outputs(&made, f, s) &&
           made == done->made;
}

bool step_changed(const struct work_folder *f, const struct step *s)
{
    const struct step_done *done = work_folder_step(f, s->name);
    return done && done->from != fingerprint_inputs(f->a, s);
}

/* ---- execution ---- */

static void empty_folder(struct arena *a, const char *path)
{
    DIR *dir = opendir(path);
    if (!dir) {
        mkdir(path, 0777);
        return;
    }
    for (struct dirent *e; (e = readdir(dir));)
        unlink(arena_printf(a, "%s/%s", path, e->d_name));
    closedir(dir);
}

static void remove_outputs(struct arena *a, const struct step *s)
{
    for (size_t i = 0; i < s->makes.n; i++)
        unlink(s->makes.at[i]);
    if (s->output)
        unlink(s->output);
    if (s->fresh)
        empty_folder(a, s->fresh);
}

/* Writes the output of a program to its file. */
static bool keep_output(const struct step *s, const struct child_output *o)
{
    FILE *f = fopen(s->output, "w");
    if (!f)
        return false;
    output_print(o, f);
    return file_close(f);
}

/* Standard output is written to its file directly. That of the program is captured with its
 * standard error, partly. */
static FILE *direct_output(const struct step *s)
{
    return s->output && s->kind != STEP_PROGRAM ? fopen(s->output, "we") : NULL;
}

static bool is_good(const struct step *s, const struct child_result *r)
{
    return r->how == CHILD_EXITED && (r->number == 0 || s->any_status);
}

/* Returns whether the sampler of an optional run has failed, which is no failure of the program. */
static bool is_unsampled(const struct step *s, const struct child_result *r)
{
    return s->profile && s->optional && r->how == CHILD_EXITED && r->number != 0 &&
           access(s->profile, F_OK) != 0;
}

static void log_command(struct driver *drive, const struct step *s, const struct child_output *o)
{
    FILE *log = drive->folder->log;
    struct text_stream command;
    step_print(s, text_open(&command));
    text_close(&command);
    shown_in_place(command.text, command.size, true);
    fprintf(log, "$ %s", command.text);
    free(command.text);
    output_print(o, log);
    fflush(log); /* work_folder_close() reports write errors */
}

static bool record_outputs(struct driver *drive, const struct step *s, fingerprint from)
{
    struct step_done done = {.step = s->name, .from = from};
    if (s->kind >= STEP_SHOW)
        return true;
    if (fingerprint_outputs(&done.made, drive->folder, s))
        return work_folder_done(drive->folder, &done, drive->d);
    report_missing_output(drive, s);
    return false;
}

double step_limit(const struct driver *drive, const struct step *s)
{
    if (s->kind != STEP_PROGRAM)
        return 0;
    return s->runs > 1 ? drive->limit * (double)s->runs : drive->limit;
}

static bool run_command(struct driver *drive, const struct step *s, struct child_output *o,
                        struct child_result *result)
{
    struct arena *a = drive->folder->a;
    FILE *out = direct_output(s);
    struct child child = {.argv = &s->argv,
                          .env = &s->env,
                          .cwd = s->cwd,
                          .input = s->input,
                          .signals = drive->signals,
                          .out = out,
                          .echo = s->kind == STEP_BUILD ? drive->terminal : NULL,
                          .limit = step_limit(drive, s),
                          .tick = s->kind == STEP_PROGRAM ? progress_tick : NULL,
                          .context = drive};
    if (s->output && s->kind != STEP_PROGRAM && !out) {
        report_unwritable(drive, s->output);
        return false;
    }
    *result = child_run(&child, a, o);
    if (out && !file_close(out))
        report_unwritable(drive, s->output);
    if (s->output && s->kind == STEP_PROGRAM && !keep_output(s, o))
        report_unwritable(drive, s->output);
    return true;
}

/* Prints the results of the step. */
static bool print_output_file(struct driver *drive, const struct step *s)
{
    char block[1 << 14];
    size_t n;
    FILE *f = fopen(s->output, "r");
    while (f && (n = fread(block, 1, sizeof block, f)) > 0)
        fwrite(block, 1, n, drive->out);
    if (f && file_close(f))
        return true;
    diag_error(drive->d, (struct where){.file = s->output}, "cannot be read: %s", strerror(errno));
    return false;
}

enum step_end step_do(struct driver *drive, const struct step *s, struct child_result *result)
{
    struct child_output o = {.head_n = 0};
    fingerprint from = fingerprint_inputs(drive->folder->a, s);
    *result = (struct child_result){.how = CHILD_EXITED};
    drive->n += is_reported(s);
    if (was_done(drive->folder, s, from))
        return STEP_KEPT;
    drive->followed |= is_reported(s);
    if ((result->number = child_stop_signal())) {
        result->how = CHILD_STOPPED;
        return STEP_STOPPED;
    }
    progress_start(drive, s);
    remove_outputs(drive->folder->a, s);
    if ((s->adds && !begin_file(drive, s->adds)) || !run_command(drive, s, &o, result))
        return STEP_FAILED;
    log_command(drive, s, &o);
    if (is_unsampled(s, result)) {
        progress_unsampled(drive, s, &o);
        return STEP_UNSAMPLED;
    }
    progress_end(drive, s, result, &o);
    if (result->how == CHILD_STOPPED) {
        remove_outputs(drive->folder->a, s);
        return STEP_STOPPED;
    }
    if (s->shows && !print_output_file(drive, s))
        return STEP_FAILED;
    if (is_good(s, result))
        return record_outputs(drive, s, from) ? STEP_DONE : STEP_FAILED;
    if (s->kind != STEP_PROGRAM)
        remove_outputs(drive->folder->a, s);
    return STEP_FAILED;
}

/* ---- as shell commands ---- */

void step_print(const struct step *s, FILE *out)
{
    struct arena a = {0};
    if (s->fresh)
        fprintf(out, "rm -rf %s && mkdir -p %s && ", word_quoted(&a, s->fresh),
                word_quoted(&a, s->fresh));
    if (s->cwd)
        fprintf(out, "(cd %s && ", word_quoted(&a, s->cwd));
    for (size_t i = 0; i < s->env.n; i++) {
        size_t name = strcspn(s->env.at[i], "=");
        fprintf(out, "%.*s=%s ", (int)name, s->env.at[i],
                s->env.at[i][name] ? word_quoted(&a, s->env.at[i] + name + 1) : "");
    }
    fputs(words_quoted(&a, &s->argv), out);
    if (s->cwd)
        fputc(')', out);
    if (s->kind == STEP_PROGRAM)
        fprintf(out, " <%s", s->input ? word_quoted(&a, s->input) : "/dev/null");
    if (s->output)
        fprintf(out, " >%s%s", word_quoted(&a, s->output), s->kind == STEP_PROGRAM ? " 2>&1" : "");
    fputc('\n', out);
    if (s->shows)
        fprintf(out, "cat %s\n", word_quoted(&a, s->output));
    arena_free(&a);
}
