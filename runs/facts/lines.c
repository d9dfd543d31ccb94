/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/lines.h"
#include "base/arena.h"
#include "base/array.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BLOCK = 1 << 16 };

static int by_first(const void *a, const void *b)
{
    const struct line_range *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* The state of reading a file. */
struct walk {
    const struct line_range *ranges;
    size_t n, next;   /* number of ranges, and of those that have begun */
    long line, last;  /* current line; end of the ranges that have begun */
    ARRAY(char) text; /* begin of the current line, if it is in a range */
    line_visitor *visit;
    void *to;
};

/* Begins the next line. Returns false after the end of all ranges. */
static bool begin_line(struct walk *w)
{
    w->line++;
    for (; w->next < w->n && w->ranges[w->next].first <= w->line; w->next++)
        if (w->ranges[w->next].last > w->last)
            w->last = w->ranges[w->next].last;
    w->text.n = 0;
    return w->next < w->n || w->line <= w->last;
}

static void append_text(struct walk *w, const char *bytes, size_t n)
{
    if (w->line > w->last || n == 0)
        return;
    array_reserve(&w->text, n + 1);
    memcpy(w->text.at + w->text.n, bytes, n);
    w->text.n += n;
}

static bool end_line(struct walk *w)
{
    if (w->line > w->last)
        return true;
    *array_push(&w->text) = '\0';
    w->text.at[strcspn(w->text.at, "\r")] = '\0';
    return w->visit(w->to, w->line, w->text.at);
}

/* Processes the bytes of a block. Returns false to stop reading. */
static bool walk_block(struct walk *w, const char *bytes, size_t n)
{
    const char *at = bytes, *end;
    for (; (end = memchr(at, '\n', (size_t)(bytes + n - at))) != NULL; at = end + 1) {
        append_text(w, at, (size_t)(end - at));
        if (!end_line(w) || !begin_line(w))
            return false;
    }
    append_text(w, at, (size_t)(bytes + n - at));
    return true;
}

bool lines_of(struct infile *in, struct line_range *ranges, size_t n, line_visitor *visit, void *to,
              struct diag *d)
{
    struct walk w = {.ranges = ranges, .n = n, .visit = visit, .to = to};
    char *block = xmalloc(BLOCK);
    ssize_t got = 0;
    char before = '\n';
    if (n)
        qsort(ranges, n, sizeof *ranges, by_first);
    bool going = begin_line(&w);
    while (going && (got = infile_read(in, block, BLOCK, d)) > 0) {
        going = walk_block(&w, block, (size_t)got);
        before = block[got - 1];
    }
    if (going && got == 0 && before != '\n')
        end_line(&w);
    array_free(&w.text);
    free(block);
    return got >= 0;
}

bool lines_of_named(const char *path, bool expected, struct line_range *ranges, size_t n,
                    line_visitor *visit, void *to, struct diag *d)
{
    struct stat st;
    struct infile in;
    const char *why = stat(path, &st) != 0   ? strerror(errno)
                      : !S_ISREG(st.st_mode) ? "it is not a regular file"
                                             : NULL;
    if (why && expected)
        diag_warning(d, (struct where){.file = path},
                     "the source lines of its loops are not stored: %s", why);
    if (why)
        return true;
    if (!infile_open(&in, path, false, d))
        return false;
    bool ok = lines_of(&in, ranges, n, visit, to, d);
    infile_close(&in);
    return ok;
}
