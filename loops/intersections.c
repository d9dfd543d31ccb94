/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which forward areas intersect, in time n log n: an area is the later one of
 * such a pair if among the areas begun before it and not over at its branch
 * the one that is over first is over before it. Seen backwards in the input,
 * the same holds for the earlier one. */
#include "loops/loops.h"

#include <stdlib.h>

/* A heap of numbers, the least one at [0]. */
static void heap_add(long *heap, size_t *n, long x)
{
    size_t i = (*n)++;
    for (; i > 0 && heap[(i - 1) / 2] > x; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = x;
}

static void heap_take(long *heap, size_t *n)
{
    long x = heap[--*n];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < *n; i = child) {
        if (child + 1 < *n && heap[child + 1] < heap[child])
            child++;
        if (heap[child] >= x)
            break;
        heap[i] = heap[child];
    }
    heap[i] = x;
}

/* An area as an interval; its later partner starts inside and ends behind. */
struct span {
    long from, to;
    struct area *area;
};

static int by_from(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

/* spans by from, ascending; those with an equal from are no partners. */
static void mark_later(struct span *spans, size_t n, long *heap)
{
    size_t open = 0;
    for (size_t i = 0, group; i < n; i = group) {
        for (group = i; group < n && spans[group].from == spans[i].from; group++) {
            while (open && heap[0] <= spans[group].from)
                heap_take(heap, &open);
            if (open && heap[0] < spans[group].to)
                spans[group].area->intersects = true;
        }
        for (size_t j = i; j < group; j++)
            heap_add(heap, &open, spans[j].to);
    }
}

void loops_mark_intersections(struct area *areas, size_t n)
{
    if (n < 2)
        return;
    struct span *spans = xmalloc(n * sizeof *spans);
    long *heap = xmalloc(n * sizeof *heap);
    for (size_t i = 0; i < n; i++)
        spans[i] = (struct span){areas[i].begin, areas[i].end, &areas[i]};
    mark_later(spans, n, heap);
    for (size_t i = 0; i < n; i++)
        spans[i] = (struct span){-areas[i].end, -areas[i].begin, &areas[i]};
    qsort(spans, n, sizeof *spans, by_from);
    mark_later(spans, n, heap);
    free(spans);
    free(heap);
}
