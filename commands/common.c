/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/common.h"
#include "base/diag.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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
    *array_push(&t->cells) = text ? text : "-";
}

static int column_width(const struct table *t, size_t column, size_t columns)
{
    size_t width = 0;
    for (size_t i = column; i < t->cells.n; i += columns) {
        size_t n = strlen(t->cells.at[i]);
        width = n > width ? n : width;
    }
    return (int)width;
}

static void print_row(const struct table *t, FILE *out, const char **cells, const int *widths,
                      size_t columns)
{
    for (size_t c = 0; c < columns; c++) {
        int pad = t->align[c] == 'r' ? widths[c] : -widths[c];
        if (c + 1 == columns && pad < 0)
            pad = 0; /* no blanks at the line's end */
        fprintf(out, "%s%*s", c ? "  " : "", pad, cells[c]);
    }
    fputc('\n', out);
}

void table_print(const struct table *t, FILE *out)
{
    size_t columns = strlen(t->align);
    if (t->cells.n % columns)
        bug("a table row is not full");
    int *widths = xmalloc(columns * sizeof *widths);
    for (size_t c = 0; c < columns; c++)
        widths[c] = column_width(t, c, columns);
    for (size_t i = 0; i < t->cells.n; i += columns)
        print_row(t, out, t->cells.at + i, widths, columns);
    free(widths);
}

void table_free(struct table *t)
{
    array_free(&t->cells);
}
