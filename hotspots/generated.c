/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/generated.h"
#include "base/file.h"
#include "base/util.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a regular file of this user. Returns NULL if there is none. */
static FILE *open_own(const char *path)
{
    struct stat s;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool good = fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_uid == geteuid();
    FILE *f = good ? fdopen(fd, "r") : NULL;
    if (!f && fd >= 0)
        close(fd);
    return f;
}

/* Reads "7f00 1a LazyCompile:*f /x.js:3". Returns false for other lines. */
static bool read_line(struct arena *a, char *line, struct generated_code *to)
{
    char *end, *from = line;
    line[strcspn(line, "\n")] = 0;
    to->begin = strtoull(from, &end, 16);
    if (end == from || *end != ' ')
        return false;
    uint64_t size = strtoull(from = end + 1, &end, 16);
    if (end == from || *end != ' ' || !end[1] || size == 0 || to->begin + size < to->begin)
        return false;
    to->end = to->begin + size;
    to->name = arena_strdup(a, end + 1);
    return true;
}

static int compare_begins(const void *one, const void *other)
{
    const struct generated_code *a = one, *b = other;
    if (a->begin != b->begin)
        return a->begin > b->begin ? 1 : -1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Sorts by address. An address that was used again has several lines: the last one is kept. */
static void sort_codes(struct generated_codes *g)
{
    size_t n = 0;
    array_sort(g, compare_begins);
    for (size_t i = 0; i < g->n; i++) {
        if (n > 0 && g->at[n - 1].begin == g->at[i].begin)
            n--;
        g->at[n++] = g->at[i];
    }
    g->n = n;
}

struct generated_codes generated_read(struct arena *a, const char *directory, int pid)
{
    struct generated_codes g = {0};
    struct generated_code one;
    char *line = NULL;
    size_t room = 0;
    FILE *f = open_own(arena_printf(a, "%s/perf-%d.map", directory, pid));
    while (f && getline(&line, &room, f) > 0)
        if (read_line(a, line, &one)) {
            one.order = g.n;
            *ARENA_PUSH(a, g.at, g.n) = one;
        }
    free(line);
    file_drop(f);
    sort_codes(&g);
    return g;
}

size_t generated_find(const struct generated_codes *g, uint64_t address)
{
    size_t i = FIRST_AT_LEAST_64(g->at, g->n, struct generated_code, begin, address);
    i += i < g->n && g->at[i].begin == address;
    return i > 0 && address < g->at[i - 1].end ? i - 1 : SIZE_MAX;
}
