/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shown.h"
#include "commands/common.h"
#include "base/deep.h"
#include "base/diag.h"
#include "base/signals.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void do_nothing(int number)
{
    (void)number;
}

/* exec resets a handler to the default action, but leaves an ignored signal ignored. */
void outlive_closed_pipes(void)
{
    if (!signal_is_ignored(SIGPIPE))
        sigaction(SIGPIPE, &(struct sigaction){.sa_handler = do_nothing, .sa_flags = SA_RESTART},
                  NULL);
}

int wrong_usage(const char *tool, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "%s: ", tool);
    shown_vprintf(stderr, fmt, ap);
    fprintf(stderr, "; try '%s --help'\n", tool);
    va_end(ap);
    return 2;
}

bool output_format_up_to(enum output_format last, const char *tool, const char *text,
                         enum output_format *format)
{
    static const char *const names[] = {"text", "json", "csv", "markdown"};
    *format = OUTPUT_TEXT;
    if (!text)
        return true;
    for (int i = 0; i <= (int)last; i++)
        if (strcmp(names[i], text) == 0) {
            *format = (enum output_format)i;
            return true;
        }
    wrong_usage(tool, "--format must be text, json%s, not '%s'",
                last == OUTPUT_MARKDOWN ? ", csv or markdown" : " or csv", text);
    return false;
}

bool output_format_of(const char *tool, const char *text, enum output_format *format)
{
    return output_format_up_to(OUTPUT_CSV, tool, text, format);
}

void table_cell(struct table *t, const char *text)
{
    size_t size = strlen(text ? text : "-") + 1;
    array_reserve(&t->text, size);
    memcpy(t->text.at + t->text.n, text ? text : "-", size);
    shown_in_place(t->text.at + t->text.n, size - 1, false);
    t->text.n += size;
    t->n++;
}

/* Separates the text of a cell from its mark; printed text does not contain it. */
enum { MARK = 1 };

void table_mark(struct table *t, const char *mark)
{
    size_t size = mark ? strlen(mark) + 1 : 0;
    if (!mark)
        return;
    t->text.at[t->text.n - 1] = MARK;
    array_reserve(&t->text, size);
    memcpy(t->text.at + t->text.n, mark, size);
    t->text.n += size;
}

/* Lengths of the text of a cell and of its mark. */
struct cell_size {
    int text, mark;
};

static struct cell_size size_of(const char *cell)
{
    const char *mark = strchr(cell, MARK);
    int n = (int)strlen(cell), text = mark ? (int)(mark - cell) : n;
    return (struct cell_size){text, mark ? n - text - 1 : 0};
}

static void find_widths(const struct table *t, struct cell_size *widths, size_t columns)
{
    const char *cell = t->text.at;
    memset(widths, 0, columns * sizeof *widths);
    for (size_t i = 0; i < t->n; i++) {
        struct cell_size n = size_of(cell), *most = &widths[i % columns];
        most->text = n.text > most->text ? n.text : most->text;
        most->mark = n.mark > most->mark ? n.mark : most->mark;
        cell += strlen(cell) + 1;
    }
}

/* Prints a row without trailing blanks. Returns the cell after the row. */
static const char *print_row(const struct table *t, FILE *out, const char *cell,
                             const struct cell_size *widths, size_t columns)
{
    int blanks = 0;
    for (size_t c = 0; c < columns; c++) {
        struct cell_size n = size_of(cell);
        int pad = widths[c].text - n.text, behind = widths[c].mark - n.mark;
        blanks += (c ? 2 : 0) + (t->align[c] == 'r' ? pad : 0);
        if (n.text + n.mark) {
            fprintf(out, "%*s%.*s%s", blanks, "", n.text, cell, n.mark ? cell + n.text + 1 : "");
            blanks = 0;
        }
        blanks += behind + (t->align[c] == 'r' ? 0 : pad);
        cell += strlen(cell) + 1;
    }
    fputc('\n', out);
    return cell;
}

void table_print(const struct table *t, FILE *out)
{
    size_t columns = strlen(t->align);
    if (t->n % columns)
        bug("a table row is not full");
    struct cell_size *widths = xmalloc(columns * sizeof *widths);
    const char *cell = t->text.at;
    find_widths(t, widths, columns);
    for (size_t i = 0; i < t->n; i += columns)
        cell = print_row(t, out, cell, widths, columns);
    free(widths);
}

/* Prints a cell with its Markdown markup escaped. */
static void put_markdown(FILE *out, const char *cell)
{
    for (; *cell && *cell != MARK; cell++) {
        if (strchr("|\\`*_[]~$", *cell))
            putc('\\', out);
        fputs(*cell == '<' ? "&lt;" : *cell == '&' ? "&amp;" : (char[]){*cell, 0}, out);
    }
    if (*cell == MARK)
        fprintf(out, "<sup>%s</sup>", cell + 1);
}

void table_print_markdown(const struct table *t, FILE *out)
{
    size_t columns = strlen(t->align);
    const char *cell = t->text.at;
    for (size_t i = 0; i < t->n; i++) {
        bool last = (i + 1) % columns == 0;
        fputs("| ", out);
        put_markdown(out, cell);
        fputs(last ? " |\n" : " ", out);
        cell += strlen(cell) + 1;
        if (i + 1 != columns)
            continue;
        for (size_t c = 0; c < columns; c++)
            fprintf(out, "| %s", t->align[c] == 'r' ? "---: " : "--- ");
        fputs("|\n", out);
    }
}

void table_free(struct table *t)
{
    array_free(&t->text);
    t->n = 0;
}

/* ---- the command line ---- */

bool option_number(const char *tool, const char *option, const char *text, long low, long high,
                   long *to)
{
    char *end;
    if (!text)
        return true;
    *to = strtol(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && *to >= low && *to <= high)
        return true;
    wrong_usage(tool, "--%s must be a number from %ld to %ld, not '%s'", option, low, high, text);
    return false;
}

struct deep_command {
    int (*work)(int argc, char **argv, bool deep);
    int argc;
    char **argv;
    int status;
};

static void run_deep_command(void *context, bool deep)
{
    struct deep_command *c = context;
    c->status = c->work(c->argc, c->argv, deep);
}

int run_on_deep_stack(int (*work)(int argc, char **argv, bool deep), int argc, char **argv)
{
    struct deep_command c = {.work = work, .argc = argc, .argv = argv};
    deep_run(run_deep_command, &c);
    return c.status;
}
