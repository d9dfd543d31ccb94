/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/source.h"
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MIN_FORGET = 1 << 20 /* bytes freed at a time */ };
#define SOURCE_LARGEST ((size_t)UINT32_MAX - 3)
#define SOURCE_LARGEST_PIPE ((size_t)256 << 20)

/* Returns the initial size of the buffer: if the length of the file is known, that of the file and
 * one byte to detect its end. */
static size_t first_capacity(const struct infile *in)
{
    return in->regular && in->size > 0 ? (size_t)in->size + 2 : (size_t)1 << 16;
}

/* Returns true, after a message, if the input is too large. */
static bool is_too_large(const struct infile *in, size_t size, struct diag *d)
{
    struct where w = {.file = in->path};
    if (in->regular ? size <= SOURCE_LARGEST : size <= SOURCE_LARGEST_PIPE)
        return false;
    if (in->regular)
        diag_error(d, w, "the file has more than 4 GB; split it");
    else
        diag_error(d, w, "this pipe or device has more than %d MB of data; give a file",
                   (int)(SOURCE_LARGEST_PIPE >> 20));
    return true;
}

static bool read_all(struct source *s, struct infile *in, struct diag *d)
{
    ssize_t got = 0;
    if (in->regular && is_too_large(in, (size_t)in->size, d))
        return false;
    size_t room = first_capacity(in);
    s->text = xmalloc(room);
    while (!is_too_large(in, s->size, d) &&
           (got = infile_read(in, s->text + s->size, room - 1 - s->size, d)) > 0) {
        s->size += (size_t)got;
        if (s->size == room - 1)
            s->text = xrealloc(s->text, room *= 2);
    }
    s->text[s->size] = '\0';
    return got == 0;
}

bool source_read_infile(struct source *s, struct infile *in, struct diag *d)
{
    *s = (struct source){.path = strcmp(in->path, "-") == 0 ? "<stdin>" : in->path};
    bool ok = read_all(s, in, d);
    if (!ok)
        source_free(s);
    return ok;
}

bool source_read(struct source *s, const char *path, struct diag *d)
{
    struct infile in;
    *s = (struct source){0};
    if (!infile_open(&in, path, false, d))
        return false;
    bool ok = source_read_infile(s, &in, d);
    infile_close(&in);
    return ok;
}

void source_from_bytes(struct source *s, const char *path, const char *bytes, size_t n)
{
    *s = (struct source){.path = path, .text = xmalloc(n + 1), .size = n};
    if (n)
        memcpy(s->text, bytes, n);
    s->text[n] = '\0';
}

void source_free(struct source *s)
{
    free(s->text);
    array_free(&s->lines);
    *s = (struct source){0};
}

void source_forget(struct source *s, size_t before)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), least = (size_t)MIN_FORGET;
    size_t skew = (uintptr_t)s->text % page, first = s->forgotten ? s->forgotten : page - skew;
    if (before < first + least || before > s->size)
        return;
    size_t n = (before - first) / page * page;
    if (madvise(s->text + first, n, MADV_DONTNEED) == 0)
        s->forgotten = first + n;
}

static void make_line_table(struct source *s)
{
    if (s->lines.n || s->size == 0)
        return;
    const char *p = s->text, *end = p + s->size;
    do {
        if (s->lines.n == s->lines.room)
            array_reserve(&s->lines, s->lines.n + s->size / 64 + 16);
        s->lines.at[s->lines.n++] = (uint32_t)(p - s->text);
        p = memchr(p, '\n', (size_t)(end - p));
    } while (p && ++p < end);
}

size_t source_line_count(struct source *s)
{
    make_line_table(s);
    return s->lines.n;
}

const char *source_line(struct source *s, size_t n, size_t *len)
{
    make_line_table(s);
    *len = 0;
    if (n == 0 || n > s->lines.n)
        return "";
    size_t from = s->lines.at[n - 1];
    size_t to = n < s->lines.n ? s->lines.at[n] : s->size;
    if (to > from && s->text[to - 1] == '\n')
        to--;
    if (to > from && s->text[to - 1] == '\r')
        to--;
    *len = to - from;
    return s->text + from;
}

struct where source_line_where(struct source *s, size_t n, long col)
{
    struct where w = {.file = s->path, .line = (long)n, .col = col};
    w.text = source_line(s, n, &w.text_len);
    return w;
}

/* Returns the index of the line with an offset. Searches near the previous result first, because
 * positions are usually requested in order. */
static size_t line_of(struct source *s, size_t offset)
{
    enum { AROUND = 8 };
    const uint32_t *at = s->lines.at;
    size_t near = s->near, low = 0, high = s->lines.n;
    if (near + AROUND < high && offset < at[near + AROUND])
        high = near + AROUND;
    if (near < high && at[near] <= offset)
        low = near;
    else if (near > AROUND && at[near - AROUND] <= offset)
        low = near - AROUND;
    while (low + 1 < high) {
        size_t mid = (low + high) / 2;
        if (at[mid] <= offset)
            low = mid;
        else
            high = mid;
    }
    return s->near = low;
}

struct where source_where(struct source *s, size_t offset)
{
    make_line_table(s);
    size_t line = line_of(s, offset);
    size_t start = s->lines.n ? s->lines.at[line] : 0;
    return source_line_where(s, line + 1, (long)(offset - start) + 1);
}
