/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses /proc/PID/task/TID/syscall. */
#include "measure/monitor/linux/seen.h"

#include <string.h>

struct reader {
    const char *at, *end;
};

static bool read_char(struct reader *r, char c)
{
    bool there = r->at < r->end && *r->at == c;
    r->at += there;
    return there;
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

static bool read_digits(struct reader *r, unsigned base, uint64_t *to)
{
    const char *begin = r->at;
    uint64_t most = UINT64_MAX / base;
    for (*to = 0; r->at < r->end; r->at++) {
        unsigned d = (unsigned)digit_value(*r->at);
        if (d >= base)
            break;
        if (*to > most || *to * base > UINT64_MAX - d)
            return false;
        *to = *to * base + d;
    }
    return r->at > begin;
}

static bool read_hex(struct reader *r, uint64_t *to)
{
    return read_char(r, ' ') && read_char(r, '0') && read_char(r, 'x') && read_digits(r, 16, to);
}

/* Stacks of 64-bit programs are above 4 GB. */
static bool is_foreign(uint64_t stack)
{
    return sizeof(long) > 4 && stack != 0 && stack <= UINT32_MAX;
}

static bool read_blocked(struct seen_thread *s, struct reader *r)
{
    uint64_t number, stack;
    bool none = read_char(r, '-');

    if (!read_digits(r, 10, &number) || number > INT32_MAX)
        return false;
    for (int i = 0; i < 6 && !none; i++)
        if (!read_hex(r, &s->args[i]))
            return false;
    if (!read_hex(r, &stack) || !read_hex(r, &s->counter))
        return false;
    s->call = none ? -1 : (long)number;
    s->ended = none && stack == 0 && s->counter == 0;
    s->foreign = is_foreign(stack);
    return true;
}

bool seen_read_syscall(struct seen_thread *s, const char *text, size_t n)
{
    static const char running[] = "running";
    size_t length = sizeof running - 1;
    struct reader r = {text, text + n};

    s->running = n >= length && memcmp(text, running, length) == 0;
    s->ended = s->foreign = false;
    s->call = -1;
    if (s->running)
        r.at += length;
    else if (!read_blocked(s, &r))
        return false;
    read_char(&r, '\n');
    return r.at == r.end;
}
