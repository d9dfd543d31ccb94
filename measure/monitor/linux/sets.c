/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the sets of descriptors that a thread waits for: from its memory (poll, select), or from
 * /proc/PID/fdinfo (epoll; proc(5)). */
#include "measure/monitor/linux/peers.h"
#include "base/file.h"

#include <poll.h>
#include <sys/select.h>

static void add_descriptor(struct descriptor_set *set, int d)
{
    set->first = set->n++ == 0 ? d : set->first;
}

struct descriptor_set site_epoll_set(const struct site_question *q, int d)
{
    struct descriptor_set set = {-1, 0};
    char text[256];
    int of;
    snprintf(text, sizeof text, "fdinfo/%d", d);
    FILE *f = site_open(q->own.folder, text);
    while (f && fgets(text, sizeof text, f))
        if (sscanf(text, "tfd: %d", &of) == 1)
            add_descriptor(&set, of);
    file_drop(f);
    return set;
}

struct descriptor_set site_poll_set(const struct site_question *q)
{
    struct descriptor_set set = {-1, 0};
    uint32_t n = (uint32_t)q->seen->args[1];
    for (uint32_t i = 0; i < n && i < 1024; i++) {
        struct pollfd p;
        if (!site_memory(q->own.pid, q->seen->args[0] + i * sizeof p, &p, sizeof p))
            break;
        if (p.fd >= 0)
            add_descriptor(&set, p.fd);
    }
    return set;
}

struct descriptor_set site_select_set(const struct site_question *q)
{
    struct descriptor_set set = {-1, 0};
    int n = (int)(uint32_t)q->seen->args[0];
    fd_set sets[3];
    bool there[3];
    for (int k = 0; k < 3; k++) {
        uint64_t address = q->seen->args[1 + k];
        /* The kernel reads and writes whole words. */
        size_t word = 8 * sizeof(long), bytes = ((size_t)n + word - 1) / word * sizeof(long);
        there[k] = address && n > 0 && n <= FD_SETSIZE &&
                   site_memory(q->own.pid, address, &sets[k], bytes);
    }
    for (int d = 0; d < n && d < FD_SETSIZE; d++)
        if ((there[0] && FD_ISSET(d, &sets[0])) || (there[1] && FD_ISSET(d, &sets[1])) ||
            (there[2] && FD_ISSET(d, &sets[2])))
            add_descriptor(&set, d);
    return set;
}
