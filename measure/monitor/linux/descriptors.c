/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines the kinds of a process's descriptors. */
#include "measure/monitor/linux/seen.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum descriptor_kind kind_of_link(const char *link)
{
    static const char *const patterns[DESCRIPTOR_KINDS] = {
#define DESCRIPTOR(NAME, pattern, state, meaning) pattern,
#include "measure/monitor/linux/descriptors.def"
#undef DESCRIPTOR
    };
    for (int k = 0; k < DESCRIPTOR_KINDS; k++)
        if (patterns[k] && strncmp(link, patterns[k], strlen(patterns[k])) == 0)
            return (enum descriptor_kind)k;
    return DESCRIPTOR_UNKNOWN;
}

enum descriptor_kind descriptor_kind(const char *link, unsigned mode)
{
    enum descriptor_kind k = kind_of_link(link);
    if (k != DESCRIPTOR_FILE)
        return k;
    if (S_ISFIFO(mode))
        return DESCRIPTOR_FIFO;
    return S_ISCHR(mode) ? DESCRIPTOR_DEVICE : k;
}

enum descriptor_kind descriptor_read(int process, int d, char *link, size_t n)
{
    char path[32];
    struct stat st;

    snprintf(path, sizeof path, "fd/%d", d);
    ssize_t length = readlinkat(process, path, link, n - 1);
    link[length < 0 ? 0 : length] = 0;
    bool is_path = link[0] == '/';
    unsigned mode = is_path && fstatat(process, path, &st, 0) == 0 ? st.st_mode : 0;
    return descriptor_kind(link, mode);
}
