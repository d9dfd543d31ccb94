/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/filter.h"
#include "measure/multikron/lib/layout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEVELS = 16 };

/* Reads a level at *at, and advances *at past it. */
static bool read_level(const char **at, unsigned *n)
{
    char *end;
    if (**at < '0' || **at > '9')
        return false;
    unsigned long value = strtoul(*at, &end, 10);
    *at = end;
    *n = (unsigned)value;
    return value < LEVELS;
}

bool filter_parse_levels(const char *list, uint32_t *levels)
{
    *levels = strcmp(list, "all") == 0 ? (1u << LEVELS) - 1 : 0;
    if (*levels || strcmp(list, "none") == 0)
        return true;
    for (;; list++) {
        unsigned from, to;
        if (!read_level(&list, &from))
            return false;
        to = from;
        if (*list == '-' && (list++, !read_level(&list, &to) || from > to))
            return false;
        for (unsigned i = from; i <= to; i++)
            *levels |= 1u << i;
        if (*list != ',')
            return !*list;
    }
}

void filter_print_levels(uint32_t levels, char text[FILTER_TEXT])
{
    int n = 0;
    levels &= (1u << LEVELS) - 1;
    for (unsigned i = 0; i < LEVELS; i++) {
        unsigned from = i;
        if (!(levels >> i & 1))
            continue;
        while (levels >> (i + 1) & 1)
            i++;
        n += snprintf(text + n, (size_t)(FILTER_TEXT - n), from < i ? "%s%u-%u" : "%s%u",
                      n ? "," : "", from, i);
    }
    if (!n)
        snprintf(text, FILTER_TEXT, "none");
}

static bool is_ring_file(int fd)
{
    struct {
        uint64_t magic;
        uint32_t version;
    } head = {0, 0};
    return pread(fd, &head, sizeof head, 0) == sizeof head && head.magic == MK_FILE_MAGIC &&
           head.version == MK_FILE_VERSION;
}

bool filter_exchange(const char *path, const uint32_t *levels, uint32_t *before, struct diag *d)
{
    const off_t at = offsetof(struct mk_file, filter);
    struct where w = {.file = path};
    int fd = open(path, (levels ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        diag_error(d, w, "cannot be opened: %s", strerror(errno));
        return false;
    }
    bool ok = is_ring_file(fd);
    if (!ok)
        diag_error(
            d, w,
            "not a ring file, or one of another version of libmultikron; give FILE.mkr or the "
            "directory MULTIKRON_DIR");
    /* An aligned word is written at once: the process never reads half of it. */
    else if (pread(fd, before, sizeof *before, at) != sizeof *before ||
             (levels && pwrite(fd, levels, sizeof *levels, at) != sizeof *levels)) {
        diag_error(d, w, "the filter could not be changed: %s", strerror(errno));
        ok = false;
    }
    close(fd);
    return ok;
}
