/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Libraries whose waits may poll: the kernel reports a polling thread as running. The memory maps
 * of a process show which of these libraries it has loaded. They are read again whenever the age of
 * the process has doubled, because it may execute another program or load a library later. */
#include "measure/monitor/linux/table.h"
#include "base/file.h"
#include "base/util.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *begins, *name;
    long threads;
    const char *advice;
} spinners[] = {
#define SPINNER(begins, name, threads, advice) {begins, name, threads, advice},
#include "measure/monitor/linux/spinning.def"
#undef SPINNER
};
enum { SPINNERS = COUNT_OF(spinners) };

int spinning_of_line(const char *line)
{
    const char *slash = strrchr(line, '/');
    for (int i = 0; slash && i < SPINNERS; i++)
        if (strncmp(slash + 1, spinners[i].begins, strlen(spinners[i].begins)) == 0)
            return i + 1;
    return 0;
}

/* Returns the first of them in the maps; 0 = none; -1 = the maps may not be read. */
static int read_maps(int folder)
{
    int fd = openat(folder, "maps", O_RDONLY | O_CLOEXEC), found = 0;
    FILE *f = fd >= 0 ? fdopen(fd, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    if (!f) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    while (!found && getline(&line, &room, f) > 0)
        found = spinning_of_line(line);
    free(line);
    file_drop(f);
    return found;
}

void spinning_check(struct process *p, double now)
{
    static const double soon = 0.05; /* seconds */
    if (p->maps_first == 0)
        p->maps_first = p->maps_next = now;
    if (now < p->maps_next)
        return;
    int found = read_maps(p->folder);
    p->spinner = found < 0 ? p->spinner : found;
    double age = now - p->maps_first;
    p->maps_next = now + (age > soon ? age : soon);
}

/* Returns whether the thread may have been spinning in that library. */
static bool may_spin(const struct process *p, const struct watched_thread *t, int spinner)
{
    static const double much = 0.9;
    enum { FEW = 10 }; /* samples */
    if (p->spinner != spinner + 1 || p->max_threads < spinners[spinner].threads ||
        state_samples(&t->counts) < FEW)
        return false;
    struct quantity share = thread_shares(t, false).share[STATE_PROCESSING];
    return is_known(share) && share.value > much;
}

void spinning_count(struct spinning_counts *to, const struct process *p, struct watched_thread *t)
{
    int spinner = p->spinner - 1;
    t->may_spin = spinner >= 0 && may_spin(p, t, spinner);
    if (!t->may_spin)
        return;
    if (to->n[spinner]++ == 0)
        to->first[spinner] = t->tid;
}

void spinning_add_notes(struct arena *a, struct notes *notes, const struct spinning_counts *c)
{
    _Static_assert((int)SPINNERS <= (int)SPINNERS_MOST, "one count for each");
    for (int i = 0; i < SPINNERS; i++)
        if (c->n[i] > 0)
            note(a, notes,
                 "%ld thread%s (%s%ld) with %s loaded may be spinning: over 90 %% processing, and "
                 "waits that poll count as processing; %s",
                 c->n[i], c->n[i] == 1 ? "" : "s", c->n[i] == 1 ? "" : "the first: ", c->first[i],
                 spinners[i].name, spinners[i].advice);
}
