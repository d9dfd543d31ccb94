/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/steps/progress.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum {
    LAST_LINES = 20,
    LINES_EVERY = 60,
    BUSY_LEAST = 10,
    BUSY_A_SECOND = 40,
    SHELL_SIGNAL = 128, /* macs sample reports signal N as status 128 + N */
};

/* ---- captured output ---- */

bool output_print(const struct child_output *o, FILE *out)
{
    bool good = fwrite(o->head, 1, o->head_n, out) == o->head_n;
    if (o->left_out)
        fprintf(out, "\n[%" PRIu64 " bytes omitted, with the checksum %016" PRIx64 "]\n",
                o->left_out, o->checksum);
    return fwrite(o->tail, 1, o->tail_n, out) == o->tail_n && good;
}

/* Returns the last captured bytes. */
static const char *captured_tail(const struct child_output *o, size_t *n)
{
    *n = o->tail_n ? o->tail_n : o->head_n;
    return o->tail_n ? o->tail : o->head;
}

/* Prints the last LAST_LINES lines of the captured output. */
static void print_last_lines(const struct child_output *o, FILE *out)
{
    size_t n, from, lines = 0;
    const char *text = captured_tail(o, &n);
    for (from = n; from > 0; from--)
        if (text[from - 1] == '\n' && from < n && ++lines == LAST_LINES)
            break;
    if (from > 0 || o->left_out)
        fputs("[...]\n", out);
    fwrite(text + from, 1, n - from, out);
    if (n > 0 && text[n - 1] != '\n')
        fputc('\n', out);
}

static bool tail_contains(const struct child_output *o, const char *words)
{
    size_t n;
    const char *text = captured_tail(o, &n);
    return n > 0 && memmem(text, n, words, strlen(words));
}

/* ---- progress ---- */

void progress_clear_line(const struct driver *drive)
{
    fflush(drive->messages);
    if (drive->redraws)
        fputs("\r\033[K", drive->terminal);
}

bool is_reported(const struct step *s)
{
    return s->kind != STEP_FOLDERS && s->kind != STEP_CHECK;
}

static void print_step(struct driver *drive, const struct step *s)
{
    progress_clear_line(drive);
    fprintf(drive->messages, "[%zu/%zu] %s", drive->n, drive->of, s->doing);
}

void progress_start(struct driver *drive, const struct step *s)
{
    drive->current = s;
    drive->last_progress = 0;
    if (drive->quiet || !is_reported(s) || (s->kind == STEP_PROGRAM && !drive->redraws))
        return;
    print_step(drive, s);
    if (!drive->redraws)
        fputc('\n', drive->messages);
    fflush(drive->messages);
}

static void print_seconds(struct driver *drive, double seconds)
{
    fprintf(drive->messages, ": %.0f s", seconds);
    if (drive->expect >= 1)
        fprintf(drive->messages, " of about %.0f s", drive->expect);
}

void progress_tick(void *context, double seconds)
{
    struct driver *drive = context;
    bool late = seconds >= drive->last_progress + LINES_EVERY;
    if (drive->quiet || (!drive->redraws && !late))
        return;
    if (late)
        drive->last_progress = seconds;
    print_step(drive, drive->current);
    print_seconds(drive, seconds);
    fputs(drive->redraws ? "" : " so far\n", drive->messages);
    fflush(drive->messages);
}

/* ---- the end ---- */

static bool lacks_input(const struct step *s, const struct child_output *o)
{
    return !s->input && (tail_contains(o, "End of file") || tail_contains(o, "end-of-file"));
}

/* Returns whether the linker (GNU ld or lld) reported a missing main program. */
static bool lacks_main(const struct child_output *o)
{
    return tail_contains(o, "undefined reference to `main'") ||
           tail_contains(o, "undefined symbol: main\n");
}

static const char *failure_text(struct driver *drive, const struct step *s,
                                const struct child_result *r)
{
    struct arena *a = drive->folder->a;
    switch (r->how) {
    case CHILD_EXITED:
        if (s->profile && r->number > SHELL_SIGNAL)
            return arena_printf(a, "was ended by signal %d (%s)", r->number - SHELL_SIGNAL,
                                strsignal(r->number - SHELL_SIGNAL));
        if (s->refusal && r->number == 1)
            return arena_printf(a, "%s (status 1)", s->refusal);
        return arena_printf(a, "ended with status %d", r->number);
    case CHILD_KILLED:
        return arena_printf(a, "was ended by signal %d (%s)", r->number, strsignal(r->number));
    case CHILD_TOO_LONG:
        return s->runs > 1
                   ? arena_printf(a,
                                  "%ld runs took longer than %g s, the limit of --timeout for "
                                  "each of them, and were ended",
                                  s->runs, step_limit(drive, s))
                   : arena_printf(a, "took longer than %g s, the limit of --timeout, and was ended",
                                  drive->limit);
    case CHILD_UNREAD:
        return arena_printf(a, "its output cannot be read: %s", strerror(r->number));
    case CHILD_STOPPED:
        return "was stopped";
    case CHILD_NOT_FOUND:
        return arena_printf(a, "cannot be started: %s: %s", s->argv.at[0], strerror(r->number));
    }
    return "";
}

static void print_hint(struct driver *drive, const struct step *s, const struct child_result *r,
                       const struct child_output *o)
{
    if (s->kind == STEP_COMPILE && lacks_main(o))
        fputs("macs: the files contain no main program; name all source files of the program\n",
              drive->messages);
    if (s->kind != STEP_PROGRAM)
        return;
    if (lacks_input(s, o))
        fputs("macs: the program reads its standard input: use --stdin=FILE\n", drive->messages);
    else if (r->how == CHILD_EXITED &&
             !(s->profile && (r->number > SHELL_SIGNAL || access(s->profile, F_OK) != 0)))
        fputs("macs: if this status means success, use --any-status\n", drive->messages);
}

static void note_failure(struct driver *drive, const char *text)
{
    words_add(drive->folder->a, &drive->failed, text);
    drive->followed = false;
}

/* Repeats the failures at the end of the output, if other output followed them. */
void progress_repeat_failures(struct driver *drive)
{
    fflush(drive->out);
    for (size_t i = 0; drive->followed && i < drive->failed.n; i++)
        fprintf(drive->messages, "macs: error: %s\n", drive->failed.at[i]);
    fflush(drive->messages);
}

static void report_failure(struct driver *drive, const struct step *s, const struct child_result *r,
                           const struct child_output *o)
{
    if (s->complaint && r->how == CHILD_EXITED) {
        progress_clear_line(drive);
        fprintf(drive->messages, "macs: %s: %s\n", s->optional ? "note" : "error", s->complaint);
        if (s->optional)
            return;
        note_failure(drive, s->complaint);
        return;
    }
    note_failure(drive, arena_printf(drive->folder->a, "%s: %s; its output is in %s/log", s->doing,
                                     failure_text(drive, s, r), drive->folder->path));
    progress_clear_line(drive);
    if (s->kind == STEP_BUILD) { /* its output was printed; it is a command of the user */
        fprintf(drive->messages, "macs: error: %s: %s\n", s->doing, failure_text(drive, s, r));
        return;
    }
    fprintf(drive->messages, "macs: error: %s: %s; the command was\n$ ", s->doing,
            failure_text(drive, s, r));
    step_print(s, drive->messages);
    if (s->kind == STEP_PROGRAM)
        print_last_lines(o, drive->messages);
    else
        output_print(o, drive->messages);
    print_hint(drive, s, r, o);
    drive->followed |= s->kind == STEP_PROGRAM; /* by the last lines of its output */
}

/* Checks whether other programs used the processor, which increases measured times. */
static void note_busy(struct driver *drive, const struct child_result *r)
{
    drive->runs++;
    if (r->preempted < BUSY_LEAST || (double)r->preempted < BUSY_A_SECOND * r->seconds)
        return;
    drive->busy++;
    if (r->preempted > drive->preempted)
        drive->preempted = r->preempted;
}

void progress_warn_busy(const struct driver *drive)
{
    if (drive->busy)
        fprintf(
            drive->messages,
            "macs: warning: the machine was busy: other programs interrupted the program in "
            "%zu of %zu measured runs, up to %ld times in one run; measured times may include some "
            "of their time\n",
            drive->busy, drive->runs, drive->preempted);
}

static void report_success(struct driver *drive, const struct step *s, const struct child_result *r,
                           const struct child_output *o)
{
    if (s->kind == STEP_PROGRAM && !drive->quiet) {
        print_step(drive, s);
        fprintf(drive->messages, ": %.3g s\n", r->seconds);
    }
    if (s->kind == STEP_COMPILE && o->head_n) {
        progress_clear_line(drive);
        if (!drive->quiet)
            fprintf(drive->messages, "  (warnings are in %s/log)\n", drive->folder->path);
        return;
    }
    if (s->kind != STEP_PROGRAM && s->kind != STEP_BUILD && o->head_n) {
        progress_clear_line(drive);
        output_print(o, drive->messages);
    }
    if (s->shows)
        progress_clear_line(drive);
    if (r->left_some)
        fprintf(drive->messages,
                "macs: %s: it left processes running, whose loops are not measured\n", s->doing);
}

/* Returns the first error message of a command of MACS in its output. */
static const char *first_error_message(struct arena *a, const struct child_output *o)
{
    static const char mark[] = "error: ";
    const char *text = arena_strndup(a, o->head_n ? o->head : "", o->head_n);
    const char *at = strstr(text, mark);
    at = at ? at + sizeof mark - 1 : text;
    return arena_strndup(a, at, strcspn(at, "\n"));
}

void progress_unsampled(struct driver *drive, const struct step *s, const struct child_output *o)
{
    drive->current = NULL;
    progress_clear_line(drive);
    fprintf(drive->messages,
            "macs: warning: %s is omitted, and shares of CPU time are unknown: %s\n", s->doing,
            first_error_message(drive->folder->a, o));
}

void progress_end(struct driver *drive, const struct step *s, const struct child_result *r,
                  const struct child_output *o)
{
    bool good = r->how == CHILD_EXITED && (r->number == 0 || s->any_status);
    drive->current = NULL;
    if (good && s->timed)
        note_busy(drive, r);
    if (good)
        report_success(drive, s, r, o);
    else if (r->how != CHILD_STOPPED) {
        report_failure(drive, s, r, o);
        drive->d->errors += !(s->complaint && s->optional && r->how == CHILD_EXITED);
    }
    fflush(drive->messages);
}

void report_missing_output(struct driver *drive, const struct step *s)
{
    note_failure(
        drive, arena_printf(drive->folder->a, "%s: an expected output file is missing", s->doing));
    diag_error(drive->d, (struct where){0}, "%s: an expected output file is missing after\n%s",
               s->doing, words_quoted(drive->folder->a, &s->argv));
}

void report_unwritable(struct driver *drive, const char *path)
{
    diag_error(drive->d, (struct where){.file = path}, "cannot be written: %s", strerror(errno));
}
