/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/lib/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

const struct mk_event mk_events[] = {
#define EVENT(name, type, config) {name, type, config},
#include "measure/multikron/lib/counters.def"
#undef EVENT
    {0},
};

static int open_event(const struct mk_event *e, bool user_only)
{
    struct perf_event_attr a;
    memset(&a, 0, sizeof a);
    a.size = sizeof a;
    a.type = e->type;
    a.config = e->config;
    a.exclude_kernel = a.exclude_hv = user_only;
    return (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

int mk_open_event(const struct mk_event *e)
{
    int fd = open_event(e, false);
    return fd < 0 && (errno == EACCES || errno == EPERM) ? open_event(e, true) : fd;
}

const char *mk_event_error_text(int error)
{
    switch (error) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
        return "not available on this machine";
    case EACCES:
    case EPERM:
        return "not permitted (kernel.perf_event_paranoid)";
    case ENOSYS:
        return "the kernel has no perf_event_open";
    default:
        return strerror(error);
    }
}
