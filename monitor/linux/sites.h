/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a blocked thread waits for, and who ends the wait, in words: as far as the kernel and the
 * memory of the program tell. Costs some ten microseconds to some milliseconds (many descriptors),
 * so not for each sample. */
#ifndef MONITOR_LINUX_SITES_H
#define MONITOR_LINUX_SITES_H

#include "monitor/linux/seen.h"

#include <sys/types.h>

enum { SITE_WHAT = 96, SITE_PEER = 64 };
struct site_text {
    char what[SITE_WHAT]; /* "pipe:[123]", "tcp 127.0.0.1:80", "mutex"; "" = not known */
    char peer[SITE_PEER]; /* "1234 (worker)"; "" = not known */
};

struct site_process {
    pid_t pid;
    int folder; /* /proc/PID, open; -1 = it has ended */
};
struct site_question {
    const struct seen_thread *seen; /* blocked in a system call */
    pid_t tid;
    struct site_process own;
    const struct site_process *watched; /* all among which peers are looked for */
    size_t n;
};
struct site_text site_describe(const struct site_question *q);

#endif
