/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map from lines of the input to innermost loops: one range for consecutive blocks of a loop,
 * so its size does not depend on the number of lines. */
#include "base/util.h"
#include "x86-asm/file.h"

#include <stdlib.h>

/* Returns the finder's loop that contains the block; a loop that the finder does not have is
 * replaced by the loop around it. */
static uint32_t loop_of_block(const struct x86_flow *f, uint32_t block, const uint32_t *in_finder)
{
    uint32_t l = f->blocks.at[block].loop;
    while (l != X86_NO_INDEX && in_finder[l] == LOOP_NONE)
        l = f->loops.at[l].parent;
    return l == X86_NO_INDEX ? LOOP_NONE : in_finder[l];
}

void x86_collect_line_ranges(struct x86_file *f, const uint32_t *in_finder)
{
    const struct x86_flow *flow = &f->flow;
    uint32_t before = LOOP_NONE; /* the previous block's loop */
    for (uint32_t b = 0; flow->loops.n && b < flow->blocks.n; b++) {
        const struct x86_step *first = &flow->unit->steps.at[flow->blocks.at[b].first];
        const struct x86_step *last = &flow->unit->steps.at[flow->blocks.at[b].last];
        uint32_t loop = loop_of_block(flow, b, in_finder);
        if (loop != LOOP_NONE && loop == before && !first->detached)
            f->ranges.at[f->ranges.n - 1].high = last->line;
        else if (loop != LOOP_NONE)
            *array_push(&f->ranges) = (struct x86_line_range){first->line, last->line, loop};
        before = loop;
    }
}

static int by_line(const void *a, const void *b)
{
    const struct x86_line_range *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

void x86_sort_line_ranges(struct x86_file *f)
{
    array_sort(&f->ranges, by_line);
}

uint32_t x86_loop_at_line(const struct scan *s, uint32_t line)
{
    const struct x86_file *f = (const struct x86_file *)s;
    if (f->ranges.n == 0)
        return LOOP_NONE;
    size_t i = FIRST_AT_LEAST(f->ranges.at, f->ranges.n, struct x86_line_range, high, line);
    return i < f->ranges.n && f->ranges.at[i].low <= line ? f->ranges.at[i].loop : LOOP_NONE;
}
