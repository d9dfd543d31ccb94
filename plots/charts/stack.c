/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/bars.h"

#include <math.h>

#define ROUNDING 1e-9

static void push_segment(struct stack *s, int key, int last, double share)
{
    struct segment g = {.key = key, .last = last, .share = share};
    if (share < 0) {
        g.to = s->low;
        g.from = s->low += share;
    } else {
        g.from = s->high;
        g.to = s->high += share;
    }
    s->at[s->n++] = g;
}

struct stack bar_stack(const struct bar *b, int whole)
{
    struct stack s = {.missing = b->level[whole].missing};
    double all = b->level[whole].value, below = 0;
    if (!s.missing && !(all > 0))
        s.missing = "no cycles";
    int next = 0; /* first level above the last known one */
    for (int i = 0; !s.missing && i <= whole; i++) {
        if (!is_known(b->level[i]))
            continue;
        double share = (b->level[i].value - below) / all;
        if (fabs(share) <= ROUNDING)
            share = 0;
        if (share != 0 || next < i)
            push_segment(&s, next, i, share);
        below = b->level[i].value;
        next = i + 1;
    }
    return s;
}
