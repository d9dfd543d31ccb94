/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/diag.h"
#include "base/shown.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LINE = 160 }; /* most printed bytes of a source line */

/* Makes standard output line-buffered if it is the same file or pipe as standard error, so that
 * messages are in order with output and not within a line. */
static void keep_in_order(void)
{
    static char lines[1 << 16];
    struct stat out, err;
    if (fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &err) == 0 &&
        out.st_dev == err.st_dev && out.st_ino == err.st_ino)
        setvbuf(stdout, lines, _IOLBF, sizeof lines);
}

void diag_init(struct diag *d, const char *tool)
{
    keep_in_order();
    const char *no_colour = getenv("NO_COLOR");
    *d = (struct diag){.tool = tool};
    d->colour = isatty(STDERR_FILENO) && !(no_colour && *no_colour);
}

static FILE *sink(const struct diag *d)
{
    if (d->log)
        return d->log->text.f;
    return d->out ? d->out : stderr;
}

static void put_position(const struct diag *d, struct where w)
{
    FILE *f = sink(d);
    shown_put(f, w.file ? w.file : d->tool ? d->tool : "macs");
    if (w.file && w.line != 0)
        fprintf(f, ":%ld", w.line);
    if (w.file && w.line != 0 && w.col != 0)
        fprintf(f, ":%ld", w.col);
    fputs(": ", f);
}

/* Prints the line with a caret below; of a long line only a part around the caret. Bytes that are
 * not printable are replaced by '?'. */
static void put_caret(const struct diag *d, struct where w)
{
    FILE *f = sink(d);
    if (!w.text || w.line == 0)
        return;
    size_t from = 0, caret = w.col > 0 ? (size_t)w.col - 1 : 0;
    if (caret > w.text_len)
        caret = w.text_len;
    if (caret > MAX_LINE - 20)
        from = caret - (MAX_LINE - 20);
    size_t to = w.text_len - from > MAX_LINE ? from + MAX_LINE : w.text_len;
    char line[MAX_LINE + 1];
    memcpy(line, w.text + from, to - from);
    line[to - from] = 0;
    shown_in_place(line, to - from, true);
    fprintf(f, "  %s\n", line);
    if (w.col <= 0)
        return;
    fputs("  ", f);
    for (size_t i = from; i < caret; i++)
        fputc(w.text[i] == '\t' ? '\t' : ' ', f);
    fputs(d->colour ? "\033[1;32m^\033[0m\n" : "^\n", f);
}

static void print_message(struct diag *d, struct where w, const char *kind, const char *colour,
                          const char *fmt, va_list ap)
{
    FILE *f = sink(d);
    put_position(d, w);
    if (d->colour)
        fprintf(f, "\033[1;%sm%s:\033[0m ", colour, kind);
    else
        fprintf(f, "%s: ", kind);
    shown_vprintf(f, fmt, ap);
    fputc('\n', f);
    put_caret(d, w);
}

static bool is_printed(const struct diag *d, long count)
{
    return !d->quiet && (d->max_shown == 0 || count <= d->max_shown);
}

static void open_log(struct diag_log *log)
{
    if (!log->text.f)
        text_open(&log->text);
}

/* Records the end of a message in the log. */
static void end_message(struct diag_log *log, bool error)
{
    *array_push(log) = (struct diag_message){error, ftell(log->text.f)};
}

static void add_message(struct diag *d, struct where w, bool error, const char *fmt, va_list ap)
{
    d->wrong_usage |= error && w.option;
    if (!is_printed(d, error ? ++d->errors : ++d->warnings))
        return;
    if (d->log)
        open_log(d->log);
    print_message(d, w, error ? "error" : "warning", error ? "31" : "35", fmt, ap);
    if (d->log)
        end_message(d->log, error);
}

struct diag diag_recorder(const struct diag *like, struct diag_log *log)
{
    return (struct diag){
        .colour = like->colour, .quiet = like->quiet, .tool = like->tool, .log = log};
}

void diag_replay(struct diag *d, struct diag_log *log)
{
    if (log->text.f)
        text_close(&log->text);
    long from = 0;
    for (size_t i = 0; i < log->n; i++) {
        const struct diag_message *m = &log->at[i];
        if (is_printed(d, m->error ? ++d->errors : ++d->warnings))
            fwrite(log->text.text + from, 1, (size_t)(m->end - from), sink(d));
        from = m->end;
    }
    free(log->text.text);
    array_free(log);
}

void diag_error(struct diag *d, struct where w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    add_message(d, w, true, fmt, ap);
    va_end(ap);
}

void diag_warning(struct diag *d, struct where w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    add_message(d, w, false, fmt, ap);
    va_end(ap);
}

void diag_close(struct diag *d)
{
    if (d->quiet || d->max_shown == 0)
        return;
    const char *tool = d->tool ? d->tool : "macs";
    if (d->errors > d->max_shown)
        fprintf(sink(d), "%s: %ld more errors not shown\n", tool, d->errors - d->max_shown);
    if (d->warnings > d->max_shown)
        fprintf(sink(d), "%s: %ld more warnings not shown\n", tool, d->warnings - d->max_shown);
}

int diag_exit_status(const struct diag *d)
{
    return d->wrong_usage ? 2 : d->errors ? 1 : 0;
}

void bug(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("macs: internal error: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputs("\nThis is an error in macs, not in your input; please report it with the input.\n",
          stderr);
    va_end(ap);
    exit(1);
}

void die_out_of_memory(void)
{
    fputs("macs: error: out of memory\n", stderr);
    exit(1);
}
