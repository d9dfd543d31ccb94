/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/common.h"
#include "base/diag.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void outlive_closed_pipes(void)
{
    signal(SIGPIPE, SIG_IGN);
}

int wrong_usage(const char *tool, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "%s: ", tool);
    vfprintf(stderr, fmt, ap);
    fprintf(stderr, "; try '%s --help'\n", tool);
    va_end(ap);
    return 2;
}

bool output_format_of(const char *tool, const char *text, enum output_format *format)
{
    static const char *const names[] = {"text", "json", "csv"};
    *format = OUTPUT_TEXT;
    if (!text)
        return true;
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], text) == 0) {
            *format = (enum output_format)i;
            return true;
        }
    wrong_usage(tool, "--format is text, json or csv, not '%s'", text);
    return false;
}

void table_cell(struct table *t, const char *text)
{
    size_t size = strlen(text ? text : "-") + 1;
    array_reserve(&t->text, size);
    memcpy(t->text.at + t->text.n, text ? text : "-", size);
    t->text.n += size;
    t->n++;
}

static void find_widths(const struct table *t, int *widths, size_t columns)
{
    const char *cell = t->text.at;
    memset(widths, 0, columns * sizeof *widths);
    for (size_t i = 0; i < t->n; i++) {
        size_t n = strlen(cell);
        if (n > (size_t)widths[i % columns])
            widths[i % columns] = (int)n;
        cell += n + 1;
    }
}

/* Returns what is behind the row. */
static const char *print_row(const struct table *t, FILE *out, const char *cell, const int *widths,
                             size_t columns)
{
    for (size_t c = 0; c < columns; c++) {
        int pad = t->align[c] == 'r' ? widths[c] : -widths[c];
        if (c + 1 == columns && pad < 0)
            pad = 0; /* no blanks at the line's end */
        fprintf(out, "%s%*s", c ? "  " : "", pad, cell);
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
    int *widths = xmalloc(columns * sizeof *widths);
    const char *cell = t->text.at;
    find_widths(t, widths, columns);
    for (size_t i = 0; i < t->n; i += columns)
        cell = print_row(t, out, cell, widths, columns);
    free(widths);
}

void table_free(struct table *t)
{
    array_free(&t->text);
    t->n = 0;
}
