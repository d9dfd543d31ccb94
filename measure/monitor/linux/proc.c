/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/linux/proc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool proc_read_number(const char **p, const char *end, uint64_t *value)
{
    while (*p < end && **p == ' ')
        (*p)++;
    bool negative = *p < end && **p == '-';
    *p += negative;
    const char *begin = *p;
    uint64_t v = 0;
    for (; *p < end && isdigit((unsigned char)**p); (*p)++)
        v = v * 10 + (uint64_t)(**p - '0');
    *value = negative ? -v : v;
    return *p > begin;
}

static const char *last_bracket(const char *text, size_t n)
{
    while (n > 0 && text[n - 1] != ')')
        n--;
    return n > 0 ? text + n - 1 : NULL;
}

/* Fields are numbered as in proc(5). The name may contain blanks and brackets, so the last
 * bracket ends it. */
bool proc_read_stat(struct proc_stat *s, const char *text, size_t n)
{
    enum { FIRST = 4, PARENT = 4, THREADS = 20, START = 22, STACK = 28 };
    const char *open = memchr(text, '(', n), *close = last_bracket(text, n), *end = text + n;
    if (!open || !close || close < open || end - close < 4 || close[1] != ' ')
        return false;
    size_t name = (size_t)(close - open - 1);
    if (name >= PROC_NAME)
        name = PROC_NAME - 1;
    *s = (struct proc_stat){.state = close[2]};
    memcpy(s->name, open + 1, name);
    const char *p = close + 3;
    uint64_t value;
    for (int field = FIRST; field <= STACK; field++) {
        if (!proc_read_number(&p, end, &value))
            return field > START;
        if (field == PARENT)
            s->parent = (long)value;
        else if (field == THREADS)
            s->threads = (long)value;
        else if (field == START)
            s->start = value;
        else if (field == STACK)
            s->stack = value;
    }
    return true;
}

bool proc_read_schedstat(struct proc_schedstat *s, const char *text, size_t n)
{
    const char *p = text, *end = text + n;
    return proc_read_number(&p, end, &s->run) && proc_read_number(&p, end, &s->queue) &&
           proc_read_number(&p, end, &s->turns);
}

static int open_file(int process, pid_t tid, const char *name)
{
    char path[48];
    snprintf(path, sizeof path, "task/%ld/%s", (long)tid, name);
    return openat(process, path, O_RDONLY | O_CLOEXEC);
}

void proc_close(struct proc_file *f)
{
    if (f->descriptor >= 0)
        close(f->descriptor);
    f->descriptor = -1;
}

ssize_t proc_text(struct proc_file *f, int process, pid_t tid, const char *name, bool keep,
                  char text[PROC_TEXT])
{
    bool was_open = f->descriptor >= 0;
    if (!was_open)
        f->descriptor = open_file(process, tid, name);
    if (f->descriptor < 0)
        return -1;
    ssize_t n = pread(f->descriptor, text, PROC_TEXT, 0);
    int error = errno;
    if (!keep && !was_open)
        proc_close(f);
    errno = error;
    return n;
}

bool proc_is_gone(int error)
{
    return error == ESRCH || error == ENOENT;
}

pid_t proc_process_of(pid_t tid)
{
    enum {
        ENOUGH = 256
    }; /* Tgid is the fourth line; the first contains a name of at most 64 bytes */
    char path[48], text[ENOUGH];
    snprintf(path, sizeof path, "/proc/%ld/status", (long)tid);
    int f = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = f < 0 ? 0 : read(f, text, sizeof text - 1);
    if (f >= 0)
        close(f);
    text[n > 0 ? n : 0] = 0;
    const char *line = strstr(text, "\nTgid:");
    long process = line ? strtol(line + strlen("\nTgid:"), NULL, 10) : 0;
    return process > 0 ? (pid_t)process : tid;
}

int proc_open(pid_t pid)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/%ld", (long)pid);
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool proc_each_number(int folder, const char *name, void (*each)(void *context, pid_t number),
                      void *context)
{
    int below = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = below < 0 ? NULL : fdopendir(below);
    if (!d) {
        if (below >= 0)
            close(below);
        return false;
    }
    for (struct dirent *e; (e = readdir(d));)
        if (isdigit((unsigned char)e->d_name[0]))
            each(context, (pid_t)atol(e->d_name));
    closedir(d);
    return true;
}
