/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes what a blocked thread waits for and which process or thread ends the wait, as far as
 * the kernel and the program's memory show it. A call takes between ten microseconds and some
 * milliseconds (with many descriptors), so it is not made for each sample. */
#ifndef MONITOR_LINUX_SITES_H
#define MONITOR_LINUX_SITES_H

#include "measure/monitor/linux/seen.h"

#include <sys/types.h>

enum { SITE_WHAT = 96, SITE_PEER = 64 };
struct site_text {
    char what[SITE_WHAT]; /* "pipe:[123]", "tcp 127.0.0.1:80", "mutex"; "" = unknown */
    char peer[SITE_PEER]; /* "1234 (worker)"; "" = unknown */
};

struct site_process {
    pid_t pid;
    int folder; /* /proc/PID, open; -1 = it has ended */
};
struct site_question {
    const struct seen_thread *seen; /* must be blocked in a system call */
    pid_t tid;
    struct site_process own;
    const struct site_process *watched; /* all processes among which peers are searched */
    size_t n;
};
struct site_text site_describe(const struct site_question *q);

#endif
