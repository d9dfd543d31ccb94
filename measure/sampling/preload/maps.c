/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The executable mappings of the process, read from /proc/self/maps in a signal handler: without
 * memory allocation, streams or locks that wait. */
#include "measure/sampling/preload/library.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { MOST_MAPS = 4096, LINE_BYTES = 4352 };

struct map {
    uint64_t begin, end, offset, device, inode;
};
/* Two tables: one is valid while the other one is filled. */
static struct map tables[2][MOST_MAPS];
static size_t counts[2];
static _Atomic int valid;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static _Atomic bool stale = true;

void maps_invalidate(void)
{
    atomic_store(&stale, true);
}

void maps_forget(void)
{
    counts[0] = counts[1] = 0;
    maps_invalidate();
    atomic_flag_clear(&busy);
}

static const struct map *find_map(int table, uint64_t address)
{
    size_t from = 0, to = counts[table];
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (tables[table][middle].end <= address)
            from = middle + 1;
        else
            to = middle;
    }
    bool inside = from < counts[table] && tables[table][from].begin <= address;
    return inside ? &tables[table][from] : NULL;
}

bool maps_include(uint64_t address)
{
    return !atomic_load(&stale) && find_map(atomic_load(&valid), address);
}

/* ---- lines of /proc/self/maps ---- */

static uint64_t next_hex(const char **at)
{
    uint64_t n = 0;
    for (;; ++*at) {
        char c = **at;
        if (c >= '0' && c <= '9')
            n = n << 4 | (uint64_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            n = n << 4 | (uint64_t)(c - 'a' + 10);
        else
            return n;
    }
}

static uint64_t next_decimal(const char **at)
{
    uint64_t n = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        n = 10 * n + (uint64_t)(**at - '0');
    return n;
}

static void skip_char(const char **at)
{
    if (**at)
        ++*at;
}

/* Reads "BEGIN-END rwxp OFFSET MAJOR:MINOR INODE   PATH". Returns the path, or NULL if the mapping
 * is not executable. */
static const char *read_line(const char *line, struct map *m)
{
    m->begin = next_hex(&line);
    skip_char(&line);
    m->end = next_hex(&line);
    if (strlen(line) < 6 || line[3] != 'x')
        return NULL;
    line += 6;
    m->offset = next_hex(&line);
    skip_char(&line);
    uint64_t major = next_hex(&line);
    skip_char(&line);
    m->device = major << 32 | next_hex(&line);
    skip_char(&line);
    m->inode = next_decimal(&line);
    return line + strspn(line, " ");
}

/* Adds the mapping of a line to the table. Sends it unless the valid table has it. */
static void add_line(struct area *a, const char *line, int table)
{
    struct map m;
    const char *path = read_line(line, &m);
    if (!path || counts[table] == MOST_MAPS)
        return;
    tables[table][counts[table]++] = m;
    const struct map *before = find_map(!table, m.begin);
    if (before && memcmp(before, &m, sizeof m) == 0)
        return;
    struct message map = {.kind = MESSAGE_MAP,
                          .address = m.begin,
                          .cpu_time = m.end - m.begin,
                          .offset = m.offset,
                          .device = m.device,
                          .inode = m.inode};
    area_send(a, &map, path, strlen(path));
}

/* Passes complete lines of the buffer to add_line. Returns the bytes of the rest, which is moved to
 * the beginning. */
static size_t add_lines(struct area *a, char *buffer, size_t n, int table)
{
    char *line = buffer, *end;
    while ((end = memchr(line, '\n', n - (size_t)(line - buffer)))) {
        *end = '\0';
        add_line(a, line, table);
        line = end + 1;
    }
    size_t rest = n - (size_t)(line - buffer);
    memmove(buffer, line, rest);
    return rest < LINE_BYTES ? rest : 0; /* a line that is too long is skipped */
}

void maps_send(struct area *a)
{
    static char buffer[LINE_BYTES];
    if (atomic_flag_test_and_set(&busy))
        return;
    int error = errno, table = !atomic_load(&valid);
    atomic_store(&stale, false);
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    counts[table] = 0;
    size_t have = 0;
    for (ssize_t n; fd >= 0 && (n = read(fd, buffer + have, sizeof buffer - have)) > 0;)
        have = add_lines(a, buffer, have + (size_t)n, table);
    if (fd >= 0) {
        close(fd);
        atomic_store(&valid, table);
    }
    errno = error;
    atomic_flag_clear(&busy);
}
