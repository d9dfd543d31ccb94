/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that the parts of site_describe share. */
#include "measure/monitor/linux/peers.h"
#include "base/file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

void site_copy(char *to, size_t n, const char *text)
{
    size_t i = 0;
    for (; i + 1 < n && text[i]; i++)
        to[i] = (unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i];
    to[i] = 0;
}

FILE *site_open(int folder, const char *name)
{
    int d = openat(folder, name, O_RDONLY | O_CLOEXEC);
    FILE *f = d >= 0 ? fdopen(d, "r") : NULL;
    if (d >= 0 && !f)
        close(d);
    return f;
}

/* Formats a number with the name in a file. */
static bool format_name(char peer[SITE_PEER], int folder, const char *file, long number)
{
    char name[32] = "";
    FILE *f = site_open(folder, file);
    if (!f)
        return false;
    bool read = fgets(name, sizeof name, f);
    file_drop(f);
    name[strcspn(name, "\n")] = 0;
    if (read) {
        char text[SITE_PEER];
        snprintf(text, sizeof text, "%ld (%s)", number, name);
        site_copy(peer, SITE_PEER, text);
    }
    return read;
}

bool site_thread(char peer[SITE_PEER], int folder, pid_t tid)
{
    char file[48];
    snprintf(file, sizeof file, "task/%ld/comm", (long)tid);
    return tid > 0 && format_name(peer, folder, file, tid);
}

void site_peers(char peer[SITE_PEER], pid_t first, size_t n)
{
    char file[48];
    snprintf(file, sizeof file, "/proc/%ld/comm", (long)first);
    if (n == 0 || !format_name(peer, AT_FDCWD, file, first) || n == 1)
        return;
    size_t used = strlen(peer);
    snprintf(peer + used, SITE_PEER - used, " and %zu more", n - 1);
}

bool site_same_numbers(const struct site_question *q)
{
    char own[64] = "", ours[64] = "";
    return readlinkat(q->own.folder, "ns/pid", own, sizeof own - 1) > 0 &&
           readlink("/proc/self/ns/pid", ours, sizeof ours - 1) > 0 && strcmp(own, ours) == 0;
}

bool site_memory(pid_t pid, uint64_t address, void *to, size_t n)
{
    struct iovec here = {to, n}, there = {(void *)(uintptr_t)address, n};
    return address == (uintptr_t)address &&
           process_vm_readv(pid, &here, 1, &there, 1, 0) == (ssize_t)n;
}
