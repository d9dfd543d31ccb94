/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines the state of a thread from the kernel's description. */
#include "measure/monitor/linux/calls.h"
#include "measure/monitor/linux/seen.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

const char *seen_call_name(long call, char buf[static 32])
{
    const char *name = system_call(call)->name;
    if (name)
        return name;
    snprintf(buf, 32, call < 0 ? "page fault" : "call %ld", call);
    return buf;
}

/* Returns the state from the letter of stat, for threads whose call does not determine it. */
static enum thread_state state_of_letter(char letter, enum thread_state asleep)
{
    switch (letter) {
    case 'R':
        return STATE_PROCESSING;
    case 'D':
        return STATE_DISK;
    case 'S':
        return asleep;
    default:
        return STATE_UNKNOWN;
    }
}

static enum thread_state kind_state(enum descriptor_kind k)
{
    static const enum thread_state states[DESCRIPTOR_KINDS] = {
#define DESCRIPTOR(NAME, pattern, state, meaning) [DESCRIPTOR_##NAME] = STATE_##state,
#include "measure/monitor/linux/descriptors.def"
#undef DESCRIPTOR
    };
    return states[k];
}

static enum thread_state descriptor_state(const struct seen_thread *s,
                                          const struct descriptor_reader *fd)
{
    return kind_state(fd->kind(fd->context, (int)(uint32_t)s->args[0]));
}

/* Returns the state of a wait for a set: without descriptors it waits for a time or, without a
 * timeout, for a signal. */
static enum thread_state set_state(bool descriptors, bool time)
{
    return descriptors || !time ? STATE_COMMUNICATION : STATE_TIMER;
}

static enum thread_state select_state(const uint64_t args[6])
{
    return set_state((uint32_t)args[0] && (args[1] || args[2] || args[3]), args[4]);
}

bool call_locks(const uint64_t args[6])
{
    uint32_t command = (uint32_t)args[1];
    bool lock = command == F_SETLKW;
#ifdef F_OFD_SETLKW
    lock = lock || command == F_OFD_SETLKW;
#endif
    return lock;
}

/* Returns the state of a continued call whose start was not seen. Its arguments are those of
 * clock_nanosleep (clock, 0, ...), nanosleep (address, address or 0), poll (address, number,
 * time) or futex (address, operation, ...). The operation is not 0: C libraries use
 * FUTEX_WAIT_BITSET for timeouts. */
static enum thread_state restart_state(const uint64_t args[6])
{
    bool timer = args[1] == 0 || args[1] > UINT32_MAX;
    return timer ? STATE_TIMER : STATE_COMMUNICATION;
}

static enum thread_state call_state(const struct seen_thread *s, enum call_rule rule,
                                    const struct descriptor_reader *fd)
{
    switch (rule) {
    case RULE_NONE:
        return state_of_letter(s->state, STATE_UNKNOWN);
    case RULE_TIMER:
        return STATE_TIMER;
    case RULE_FUTEX:
    case RULE_SEMAPHORE:
    case RULE_MESSAGE:
    case RULE_CHILD:
    case RULE_CHILD_BY_KIND:
    case RULE_CHANNEL:
    case RULE_EPOLL:
    case RULE_LOCK:
    case RULE_FORK:
    case RULE_SIGNAL:
    case RULE_EVENT:
        return STATE_COMMUNICATION;
    case RULE_DESCRIPTOR:
        return descriptor_state(s, fd);
    case RULE_TRANSFER:
    case RULE_PATH:
        return state_of_letter(s->state, STATE_COMMUNICATION);
    case RULE_FILE:
    case RULE_STORAGE:
        return STATE_DISK;
    case RULE_POLL:
        return set_state((uint32_t)s->args[1], (int32_t)s->args[2] >= 0);
    case RULE_PPOLL:
        return set_state((uint32_t)s->args[1], s->args[2]);
    case RULE_SELECT:
        return select_state(s->args);
    case RULE_FCNTL:
        return call_locks(s->args) ? STATE_COMMUNICATION : state_of_letter(s->state, STATE_UNKNOWN);
    case RULE_RESTART:
        return restart_state(s->args);
    }
    return STATE_UNKNOWN;
}

static uint64_t call_object(const struct seen_thread *s, enum call_rule rule)
{
    switch (rule) {
    case RULE_NONE:
    case RULE_TIMER:
    case RULE_FORK:
    case RULE_SIGNAL:
    case RULE_EVENT:
    case RULE_STORAGE:
    case RULE_PATH:
        return 0;
    case RULE_FUTEX:
    case RULE_POLL:
    case RULE_PPOLL:
    case RULE_RESTART:
        return s->args[0];
    case RULE_SELECT:
        return s->args[1];
    case RULE_CHILD_BY_KIND:
        return (uint32_t)s->args[1];
    default:
        return (uint32_t)s->args[0];
    }
}

static bool call_readable(const struct seen_thread *s)
{
    return !s->denied && !s->foreign && s->call >= 0;
}

void seen_resume(struct seen_thread *s, const struct seen_thread *before)
{
    if (!call_readable(s) || system_call(s->call)->rule != RULE_RESTART || before->call < 0)
        return;
    if (s->counter == before->counter && memcmp(s->args, before->args, sizeof s->args) == 0)
        s->call = before->call;
}

enum thread_state seen_state(const struct seen_thread *s, const struct descriptor_reader *fd,
                             struct wait_key *key)
{
    bool readable = call_readable(s);
    enum call_rule rule = readable ? system_call(s->call)->rule : RULE_NONE;

    if (s->state == 'T' || s->state == 't') {
        *key = (struct wait_key){-1, 0};
        return STATE_STOPPED;
    }
    if (s->running && !s->denied)
        return STATE_PROCESSING;
    *key = (struct wait_key){readable ? s->call : -1, call_object(s, rule)};
    return call_state(s, rule, fd);
}

bool seen_needs_stat(const struct seen_thread *s)
{
    if (s->state || (s->running && !s->denied))
        return false;
    if (!call_readable(s))
        return true;
    enum call_rule rule = system_call(s->call)->rule;
    return rule == RULE_NONE || rule == RULE_TRANSFER || rule == RULE_PATH || rule == RULE_FCNTL;
}
