/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/diag.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 4096, LARGEST_STEP = 1 << 20 };

struct arena_chunk {
    struct arena_chunk *older;
    size_t size, used;
    _Alignas(max_align_t) char bytes[];
};

void *xmalloc(size_t size)
{
    void *p = malloc(size ? size : 1);
    if (!p)
        die_out_of_memory();
    return p;
}

void *xrealloc(void *p, size_t size)
{
    void *q = realloc(p, size ? size : 1);
    if (!q)
        die_out_of_memory();
    return q;
}

char *xstrdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(xmalloc(n), s, n);
}

static struct arena_chunk *new_chunk(struct arena *a, size_t at_least)
{
    size_t size = a->chunk ? a->chunk->size * 2 : FIRST_CHUNK;
    if (size > LARGEST_STEP)
        size = LARGEST_STEP;
    if (size < at_least)
        size = at_least;
    struct arena_chunk *c = xmalloc(sizeof *c + size);
    c->older = a->chunk;
    c->size = size;
    c->used = 0;
    a->chunk = c;
    return c;
}

static size_t aligned(size_t size)
{
    size_t align = _Alignof(max_align_t);
    return (size + align - 1) & ~(align - 1);
}

void *arena_alloc(struct arena *a, size_t size)
{
    if (size > SIZE_MAX / 2)
        die_out_of_memory();
    size = aligned(size);
    struct arena_chunk *c = a->chunk;
    if (!c || c->size - c->used < size)
        c = new_chunk(a, size);
    void *p = c->bytes + c->used;
    c->used += size;
    a->total += size;
    return memset(p, 0, size);
}

void *arena_grow(struct arena *a, void *at, size_t n, size_t size)
{
    if (n & (n - 1))
        return at;
    void *wider = arena_alloc(a, n ? 2 * n * size : size);
    return n ? memcpy(wider, at, n * size) : wider;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *p = arena_alloc(a, n + 1);
    if (n)
        memcpy(p, s, n);
    return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

/* Prints where the next piece would stand, and takes the piece if the text fits there. */
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    struct arena_chunk *c = a->chunk;
    size_t room = c ? c->size - c->used : 0;
    char *p = c ? c->bytes + c->used : NULL;
    int n = vsnprintf(p, room, fmt, ap);
    if (n < 0)
        die_out_of_memory();
    size_t size = aligned((size_t)n + 1);
    if (size <= room) {
        c->used += size;
        a->total += size;
    } else {
        p = arena_alloc(a, size);
        vsnprintf(p, size, fmt, again);
    }
    va_end(again);
    return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *p = arena_vprintf(a, fmt, ap);
    va_end(ap);
    return p;
}

void arena_free(struct arena *a)
{
    for (struct arena_chunk *c = a->chunk; c;) {
        struct arena_chunk *older = c->older;
        free(c);
        c = older;
    }
    *a = (struct arena){0};
}
