/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/descendants.h"

#include "base/array.h"
#include "base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef ARRAY(pid_t) pid_list;

enum { MOST_PROCESSES = 1 << 20 };

/* Appends the children of a thread. */
static void add_children(pid_list *to, pid_t pid, const char *thread)
{
    char path[64];
    int child;
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", (int)pid, thread);
    FILE *f = fopen(path, "re");
    while (f && to->n < MOST_PROCESSES && fscanf(f, "%d", &child) == 1)
        *array_push(to) = child;
    file_drop(f);
}

/* Appends the children of all threads of a process. */
static void add_children_of_threads(pid_list *to, pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    if (!threads)
        return;
    for (struct dirent *e; (e = readdir(threads));)
        if (e->d_name[0] != '.')
            add_children(to, pid, e->d_name);
    closedir(threads);
}

/* Adds the page faults of a process, and the page faults and CPU time of the children for which it
 * waited. */
static void add_counts(struct descendants *to, pid_t pid)
{
    char path[64], text[1024];
    unsigned long long minor, minor_waited, major, major_waited, user, system;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    file_drop(f);
    text[n] = '\0';
    const char *name_end = strrchr(text, ')'); /* the name can contain anything */
    if (!name_end ||
        sscanf(name_end + 1, " %*c %*d %*d %*d %*d %*d %*u %llu %llu %llu %llu %*u %*u %llu %llu",
               &minor, &minor_waited, &major, &major_waited, &user, &system) != 6)
        return;
    to->minor_faults += (double)(minor + minor_waited);
    to->major_faults += (double)(major + major_waited);
    to->cpu_seconds += (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double own_cpu_seconds(pid_t pid)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void descendants_visit(pid_t pid, void (*visit)(void *context, pid_t pid, double cpu_seconds),
                       void *context)
{
    pid_list list = {0};
    add_children_of_threads(&list, pid);
    for (size_t i = 0; i < list.n; i++) {
        visit(context, list.at[i], own_cpu_seconds(list.at[i]));
        add_children_of_threads(&list, list.at[i]);
    }
    array_free(&list);
}

struct descendants descendants_of(pid_t pid, bool self)
{
    struct descendants d = {0};
    pid_list list = {0};
    if (self)
        *array_push(&list) = pid;
    else
        add_children_of_threads(&list, pid);
    for (size_t i = 0; i < list.n; i++) {
        d.cpu_seconds += own_cpu_seconds(list.at[i]);
        add_counts(&d, list.at[i]);
        add_children_of_threads(&list, list.at[i]);
    }
    d.n = list.n;
    array_free(&list);
    return d;
}
