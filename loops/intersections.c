/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the forward areas that intersect, in O(n log n). An area is the later one of an
 * intersecting pair if one of the earlier areas that are open at its branch ends before it does;
 * the check needs only the open area that ends first. The earlier areas of pairs are found by the
 * same check on the reversed input. */
#include "loops/loops.h"

#include <stdlib.h>

/* A heap of numbers; the smallest is heap[0]. */
static void heap_add(long *heap, size_t *n, long x)
{
    size_t i = (*n)++;
    for (; i > 0 && heap[(i - 1) / 2] > x; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = x;
}

static void heap_remove_first(long *heap, size_t *n)
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

/* An area as an interval. The later area of a pair begins inside this one and ends after it. */
struct span {
    long from, to;
    struct area *area;
};

static int by_from(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

/* Marks the later areas of pairs. Requires spans in ascending order of `from`; spans with equal
 * `from` do not form pairs. */
static void mark_later(struct span *spans, size_t n, long *heap)
{
    size_t open = 0;
    for (size_t i = 0, group; i < n; i = group) {
        for (group = i; group < n && spans[group].from == spans[i].from; group++) {
            while (open && heap[0] <= spans[group].from)
                heap_remove_first(heap, &open);
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
