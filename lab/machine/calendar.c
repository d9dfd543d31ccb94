/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/calendar.h"

#include <string.h>

void calendar_free(struct calendar *c)
{
    array_free(&c->spans);
    c->first = 0;
}

/* Index of the first span that is not over at t. */
static size_t span_at(const struct calendar *c, uint64_t t)
{
    size_t i = c->spans.n;

    while (i > c->first && c->spans.at[i - 1].to > t)
        i--;
    return i;
}

uint64_t calendar_free_from(const struct calendar *c, uint64_t t, uint64_t length)
{
    for (size_t i = span_at(c, t); i < c->spans.n && c->spans.at[i].from < t + length; i++)
        t = c->spans.at[i].to > t ? c->spans.at[i].to : t;
    return t;
}

bool calendar_is_free(const struct calendar *c, uint64_t t, uint64_t length)
{
    return calendar_free_from(c, t, length) == t;
}

void calendar_take(struct calendar *c, uint64_t t, uint64_t length)
{
    if (length == 0)
        return;
    size_t i = span_at(c, t), n = c->spans.n;
    (void)array_push(&c->spans);
    memmove(&c->spans.at[i + 1], &c->spans.at[i], (n - i) * sizeof *c->spans.at);
    c->spans.at[i] = (struct span){.from = t, .to = t + length};
}

void calendar_forget(struct calendar *c, uint64_t before)
{
    while (c->first < c->spans.n && c->spans.at[c->first].to <= before)
        c->first++;
    if (c->first * 2 < c->spans.n)
        return;
    c->spans.n -= c->first;
    if (c->spans.n > 0)
        memmove(c->spans.at, c->spans.at + c->first, c->spans.n * sizeof *c->spans.at);
    c->first = 0;
}
