/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes what a thread waits for, by the rule of its system call. */
#include "measure/monitor/linux/sites.h"
#include "base/file.h"

#include "measure/monitor/linux/calls.h"
#include "measure/monitor/linux/peers.h"

#include <string.h>

enum { LINK = 256 };

static void describe_pipe(const struct site_question *q, int d, const char *link,
                          struct site_text *t)
{
    site_copy(t->what, sizeof t->what, link);
    site_holders(q, link, site_other_end(q->own.folder, d), t->peer);
}

/* Copies "anon_inode:[eventfd]" or "anon_inode:inotify" without the common prefix. */
static void describe_anonymous(const char *link, struct site_text *t)
{
    static const char prefix[] = "anon_inode:";
    link += sizeof prefix - 1;
    link += *link == '[';
    site_copy(t->what, sizeof t->what, link);
    t->what[strcspn(t->what, "]")] = 0;
}

static void describe_descriptor(const struct site_question *q, int d, struct site_text *t)
{
    char link[LINK];
    switch (descriptor_read(q->own.folder, d, link, sizeof link)) {
    case DESCRIPTOR_PIPE:
    case DESCRIPTOR_FIFO:
        describe_pipe(q, d, link, t);
        return;
    case DESCRIPTOR_SOCKET:
        site_socket(q, link, t);
        return;
    case DESCRIPTOR_TIMERFD:
    case DESCRIPTOR_EVENTPOLL:
    case DESCRIPTOR_ANONYMOUS:
        describe_anonymous(link, t);
        return;
    default:
        site_copy(t->what, sizeof t->what, link);
    }
}

static void describe_channel(const struct site_question *q, int d, struct site_text *t)
{
    char link[LINK];
    if (descriptor_read(q->own.folder, d, link, sizeof link) != DESCRIPTOR_FILE) {
        describe_descriptor(q, d, t);
        return;
    }
    snprintf(t->what, sizeof t->what, "message queue ");
    size_t n = strlen(t->what);
    site_copy(t->what + n, sizeof t->what - n, link);
}

static void describe_set(const struct site_question *q, struct descriptor_set set,
                         struct site_text *t)
{
    if (set.n == 1)
        describe_descriptor(q, set.first, t);
    else if (set.n > 1)
        snprintf(t->what, sizeof t->what, "%zu descriptors", set.n);
}

/* Children of a thread: the first, the last and their number. */
struct children {
    long first, last;
    size_t n;
};
static struct children children_of(const struct site_question *q)
{
    struct children c = {0};
    char name[48];
    long pid;
    snprintf(name, sizeof name, "task/%ld/children", (long)q->tid);
    FILE *f = site_open(q->own.folder, name);
    for (; f && fscanf(f, "%ld", &pid) == 1; c.n++) {
        c.first = c.n == 0 ? pid : c.first;
        c.last = pid;
    }
    file_drop(f);
    return c;
}

static void describe_child(const struct site_question *q, int pid, struct site_text *t)
{
    if (pid > 0) {
        site_copy(t->what, sizeof t->what, "child");
        site_peers(t->peer, pid, site_same_numbers(q));
        return;
    }
    struct children c = children_of(q);
    site_copy(t->what, sizeof t->what, "any child");
    site_peers(t->peer, (pid_t)c.first, c.n);
}

static void describe_child_by_kind(const struct site_question *q, struct site_text *t)
{
    enum { ALL, PID, GROUP, DESCRIPTOR };
    uint32_t kind = (uint32_t)q->seen->args[0];
    int number = (int)(uint32_t)q->seen->args[1];
    if (kind == DESCRIPTOR)
        describe_descriptor(q, number, t);
    else
        describe_child(q, kind == PID ? number : -1, t);
}

static void describe_fork(const struct site_question *q, struct site_text *t)
{
    struct children c = children_of(q);
    site_copy(t->what, sizeof t->what, "child, until it executes a program");
    site_peers(t->peer, (pid_t)c.last, c.n > 0);
}

static void describe_lock(const struct site_question *q, int d, struct site_text *t)
{
    describe_descriptor(q, d, t);
    site_lock(q, d, t);
}

/* Describes the descriptors in args. Returns false if the rule has none. */
static bool describe_descriptors(const struct site_question *q, enum call_rule rule,
                                 struct site_text *t)
{
    int d = (int)(uint32_t)q->seen->args[0];
    switch (rule) {
    case RULE_CHANNEL:
        describe_channel(q, d, t);
        return true;
    case RULE_DESCRIPTOR:
    case RULE_TRANSFER:
    case RULE_FILE:
        describe_descriptor(q, d, t);
        return true;
    case RULE_FCNTL:
        if (call_locks(q->seen->args))
            describe_lock(q, d, t);
        return true;
    case RULE_LOCK:
        describe_lock(q, d, t);
        return true;
    case RULE_EPOLL:
        describe_set(q, site_epoll_set(q, d), t);
        return true;
    case RULE_POLL:
    case RULE_PPOLL:
        describe_set(q, site_poll_set(q), t);
        return true;
    case RULE_SELECT:
        describe_set(q, site_select_set(q), t);
        return true;
    default:
        return false;
    }
}

static void describe_by_rule(const struct site_question *q, enum call_rule rule,
                             struct site_text *t)
{
    int number = (int)(uint32_t)q->seen->args[0];
    if (describe_descriptors(q, rule, t))
        return;
    switch (rule) {
    case RULE_SIGNAL:
        site_copy(t->what, sizeof t->what, "signal");
        return;
    case RULE_FUTEX:
        site_futex(q, t);
        return;
    case RULE_SEMAPHORE:
        snprintf(t->what, sizeof t->what, "semaphores %d", number);
        return;
    case RULE_MESSAGE:
        snprintf(t->what, sizeof t->what, "message queue %d", number);
        return;
    case RULE_CHILD:
        describe_child(q, number, t);
        return;
    case RULE_CHILD_BY_KIND:
        describe_child_by_kind(q, t);
        return;
    case RULE_FORK:
        describe_fork(q, t);
        return;
    default: /* a time, a file system, memory: nothing to describe */
        return;
    }
}

struct site_text site_describe(const struct site_question *q)
{
    struct site_text t = {0};
    const struct seen_thread *s = q->seen;
    if (s->call >= 0 && !s->denied && !s->foreign && q->own.folder >= 0)
        describe_by_rule(q, system_call(s->call)->rule, &t);
    return t;
}
