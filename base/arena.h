/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocates memory by lifetime: objects that are needed as long as one input file, or one command,
 * come from one arena and are freed together. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>
#include <stdarg.h>

struct arena_chunk;
struct arena {
    struct arena_chunk *chunk; /* newest chunk; NULL = nothing allocated yet */
    char *next, *clean;        /* its free bytes, and the end of those that are 0 */
};

/* An empty arena is all zeroes: struct arena a = {0}; */

/* Returns zeroed memory, aligned for any type; never NULL. If memory runs out, the command ends
 * with a message and exit status 1. */
static inline void *arena_alloc(struct arena *a, size_t size);
/* Copies n bytes and appends a 0. */
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_strdup(struct arena *a, const char *s);
/* Returns formatted text in the arena. */
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap);
/* Frees all memory; the arena is then empty and usable. */
void arena_free(struct arena *a);

enum { ARENA_ALIGN = _Alignof(max_align_t) };
/* Returns the allocated size; never 0, so that addresses differ. */
static inline size_t arena_aligned(size_t size)
{
    return (size + (size == 0) + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
}
/* arena_alloc() if the clean bytes do not suffice. */
void *arena_more(struct arena *a, size_t size);
static inline void *arena_alloc(struct arena *a, size_t size)
{
    size_t taken = arena_aligned(size);
    if (taken < size || taken > (size_t)(a->clean - a->next))
        return arena_more(a, size);
    char *p = a->next;
    a->next += taken;
    return p;
}

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (n)))

/* malloc(), realloc() and strdup() that end the command with a message instead of returning NULL.
 */
void *xmalloc(size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);

/* Returns an array in the arena with room for one more than its n elements. The capacity is the
 * next power of two, so `at` must be the result of the previous call. */
void *arena_grow(struct arena *a, void *at, size_t n, size_t size);
#define ARENA_PUSH(a, at, n) ((at) = arena_grow((a), (at), (n), sizeof *(at)), &(at)[(n)++])

#endif
