/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/source.h"
#include "base/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FORGET_LEAST = 1 << 20 /* bytes given back at a time */ };

static bool read_all(struct source *s, FILE *f)
{
    size_t room = 1 << 16;
    struct stat st;
    if (fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0)
        room = (size_t)st.st_size + 2;
    s->text = xmalloc(room);
    size_t got;
    while ((got = fread(s->text + s->size, 1, room - 1 - s->size, f)) > 0) {
        s->size += got;
        if (s->size == room - 1)
            s->text = xrealloc(s->text, room *= 2);
    }
    s->text[s->size] = '\0';
    return !ferror(f);
}

bool source_read(struct source *s, const char *path, struct diag *d)
{
    bool standard = strcmp(path, "-") == 0;
    *s = (struct source){.path = standard ? "<stdin>" : path};
    struct where w = {.file = path};
    FILE *f = standard ? stdin : fopen(path, "rb");
    if (!f) {
        diag_error(d, w, "can't open this file: %s", strerror(errno));
        return false;
    }
    errno = 0;
    bool ok = read_all(s, f);
    if (!ok)
        diag_error(d, w, "can't read this file: %s", strerror(errno));
    else if (s->size >= UINT32_MAX - 2)
        ok = false, diag_error(d, w, "the file has more than 4 GB; split it");
    if (!ok)
        source_free(s);
    if (!standard)
        fclose(f);
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
    size_t page = (size_t)sysconf(_SC_PAGESIZE), least = (size_t)FORGET_LEAST;
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

/* Index of the line that holds the offset: looks where it looked last time, then
 * around there, for places are mostly asked in their order. */
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
