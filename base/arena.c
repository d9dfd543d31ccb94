/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/diag.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CHUNK = 4096,
    MAX_CHUNK = 1 << 20,
    CLEAN_STEP = 1024, /* bytes that are zeroed at a time */
};

/* With the address sanitizer, poisoned bytes follow each piece, so that accesses beyond its end are
 * reported. clang does not define __SANITIZE_ADDRESS__. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define ARENA_GUARDED 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined ARENA_GUARDED
enum { GUARDED = 1 };
void __asan_poison_memory_region(const volatile void *at, size_t size);
void __asan_unpoison_memory_region(const volatile void *at, size_t size);
#else
enum { GUARDED = 0 };
#define __asan_poison_memory_region(at, size) ((void)(at), (void)(size))
#define __asan_unpoison_memory_region(at, size) ((void)(at), (void)(size))
#endif
enum { MIN_GUARD = 32, MAX_GUARD = 256 };

struct arena_chunk {
    struct arena_chunk *older;
    size_t size;
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

static void new_chunk(struct arena *a, size_t at_least)
{
    size_t size = a->chunk ? a->chunk->size * 2 : FIRST_CHUNK;
    if (size > MAX_CHUNK)
        size = MAX_CHUNK;
    if (size < at_least)
        size = at_least;
    struct arena_chunk *c = xmalloc(sizeof *c + size);
    c->older = a->chunk;
    c->size = size;
    a->chunk = c;
    a->next = a->clean = c->bytes;
    __asan_poison_memory_region(c->bytes, size);
}

/* Returns the number of free bytes of the newest chunk. */
static size_t free_bytes(const struct arena *a)
{
    return a->chunk ? (size_t)(a->chunk->bytes + a->chunk->size - a->next) : 0;
}

/* Returns a piece that is followed by poisoned bytes. No clean bytes remain after it, so
 * arena_alloc() always calls arena_more(). */
static void *alloc_guarded(struct arena *a, size_t size)
{
    size_t guard = size < MAX_GUARD ? MIN_GUARD : MAX_GUARD;
    size_t taken = arena_aligned(size) + guard;
    if (free_bytes(a) < taken)
        new_chunk(a, taken);
    char *p = a->next;
    a->next = a->clean = p + taken;
    __asan_unpoison_memory_region(p, size);
    return memset(p, 0, size);
}

void *arena_more(struct arena *a, size_t size)
{
    if (size > SIZE_MAX / 2)
        die_out_of_memory();
    if (GUARDED)
        return alloc_guarded(a, size);
    size = arena_aligned(size);
    if (free_bytes(a) < size)
        new_chunk(a, size);
    size_t room = free_bytes(a), step = size > CLEAN_STEP ? size : CLEAN_STEP;
    char *end = a->next + (step < room ? step : room);
    if (end > a->clean) {
        memset(a->clean, 0, (size_t)(end - a->clean));
        a->clean = end;
    }
    char *p = a->next;
    a->next += size;
    return p;
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

/* Prints directly to the free bytes, and allocates them if the text fits. */
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    size_t room = GUARDED ? 0 : free_bytes(a);
    char *p = a->next;
    int n = vsnprintf(p, room, fmt, ap);
    if (n < 0)
        die_out_of_memory();
    size_t size = arena_aligned((size_t)n + 1);
    if (size <= room) {
        a->next += size;
        if (a->clean < a->next)
            a->clean = a->next;
    } else {
        if (!GUARDED)
            a->next = a->clean = a->chunk ? a->chunk->bytes + a->chunk->size : NULL;
        p = arena_more(a, (size_t)n + 1);
        vsnprintf(p, (size_t)n + 1, fmt, again);
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
