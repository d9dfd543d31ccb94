/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a condition of --where and evaluates it for runs with all values and with
 * none. Compares ~ with a simple pattern matcher. */
#include "gaps/where.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool naive(const char *s, const char *p)
{
    if (*p == '*')
        return naive(s, p + 1) || (*s && naive(s + 1, p));
    return *p ? *s && (*p == '?' || *p == *s) && naive(s + 1, p + 1) : !*s;
}

static void any_text(struct arena *a, const char *text)
{
    struct gap_where w = {0};
    struct gap_loop full = {.loop = "k.f:s:4", .file = "k.f", .routine = "s", .line = 4};
    struct gap_loop none = {.iterations = missing("not measured")};
    struct gap_run run = {.run = "one", .build = "b", .machine = "ksr1", .processors = 2};
    struct gap_run build = {.build = "b", .machine = "ksr1"};
    const char *wrong = gap_where_add(&w, a, text);
    if (wrong ? !*wrong : !w.first)
        abort();
    if (wrong)
        return;
    gap_where_holds(&w, &run, &full);
    gap_where_holds(&w, &run, &none);
    gap_where_holds(&w, &build, NULL);
}

/* The first byte splits the rest into a name and a pattern of few letters. */
static void likeness(struct arena *a, const uint8_t *data, size_t size)
{
    enum { LONGEST = 12 };
    struct gap_where w = {0};
    char name[LONGEST + 1], pattern[LONGEST + 1];
    size_t n = size ? data[0] % LONGEST : 0, p = 0, s = 0;
    for (size_t i = 1; i < size && i <= LONGEST; i++)
        if (i <= n)
            name[s++] = "ab"[data[i] % 2];
        else
            pattern[p++] = "ab*?"[data[i] % 4];
    name[s] = pattern[p] = '\0';
    struct gap_run run = {.run = name};
    if (gap_where_add(&w, a, arena_printf(a, "run ~ '%s'", pattern)) ||
        gap_where_holds(&w, &run, NULL) != naive(name, pattern))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    any_text(&a, arena_strndup(&a, (const char *)data, size));
    likeness(&a, data, size);
    arena_free(&a);
    return 0;
}
