/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/footprint.h"
#include "base/util.h"

#include <math.h>
#include <stdlib.h>

enum { SPANS_MOST = 1 << 17 };

/* The accessed bytes after some repetitions. */
struct pattern {
    struct arena *arena;
    struct span *at; /* disjoint, ascending */
    size_t n;
    double line;
    double edge;   /* bytes of lines at the ends of a row, besides the row */
    double copies; /* of the spans, in separate lines */
    double extent; /* bytes from the first span to the end of the last copy */
};

static int compare_spans(const void *one, const void *other)
{
    const struct span *a = one, *b = other;
    return ORDER_OF(a->low, b->low);
}

/* Merges spans with less than a line between them: no line lies completely between such spans. */
static void merge_spans(struct pattern *p)
{
    size_t kept = 0;
    qsort(p->at, p->n, sizeof *p->at, compare_spans);
    for (size_t i = 1; i < p->n; i++) {
        struct span *last = &p->at[kept];
        if (p->at[i].low - last->high >= p->line)
            p->at[++kept] = p->at[i];
        else if (p->at[i].high > last->high)
            last->high = p->at[i].high;
    }
    p->n = kept + 1;
    p->extent = p->at[kept].high - p->at[0].low;
}

static double bytes_of_spans(const struct pattern *p)
{
    double sum = 0, edge = (double)p->n * p->copies > 1 ? p->edge : 0;
    for (size_t i = 0; i < p->n; i++)
        sum += fmax(p->at[i].high - p->at[i].low + edge, p->line);
    return sum * p->copies;
}

/* Returns the pattern with each span at `times` positions, a stride apart. */
static struct pattern repeat_spans(const struct pattern *p, double stride, size_t times)
{
    struct pattern all = *p;
    all.at = ARENA_ARRAY(p->arena, struct span, p->n * times);
    all.n = 0;
    for (size_t i = 0; i < p->n; i++) {
        struct span s = p->at[i];
        bool joined = stride - (s.high - s.low) < p->line;
        for (size_t t = 0; t < (joined ? 1 : times); t++)
            all.at[all.n++] =
                (struct span){s.low + stride * (double)t, s.high + stride * (double)t};
        if (joined)
            all.at[all.n - 1].high += stride * (double)(times - 1);
    }
    merge_spans(&all);
    return all;
}

/* Returns true if every span of the pattern continues in its next position. */
static bool is_contiguous(const struct pattern *p, double stride)
{
    for (size_t i = 0; i < p->n; i++)
        if (stride - (p->at[i].high - p->at[i].low) >= p->line)
            return false;
    return true;
}

static void extend_spans(struct pattern *p, const struct repetition *r)
{
    for (size_t i = 0; i < p->n; i++)
        p->at[i].high += r->stride * (r->trip - 1);
    merge_spans(p);
}

/* Applies a repetition whose positions overlap. Returns the bytes of positions that were omitted
 * because there are too many: positions after the whole extent add the same number each. */
static double overlap_spans(struct pattern *p, const struct repetition *r, bool last)
{
    double most = floor((double)SPANS_MOST / (double)p->n);
    double enough = last ? ceil((p->extent + p->line) / r->stride) + 2 : r->trip;
    double times = fmin(r->trip, fmin(enough, fmax(most, 1)));
    struct pattern all = repeat_spans(p, r->stride, (size_t)times);
    double rest = 0;
    if (last && times == enough && times < r->trip) {
        struct pattern fewer = repeat_spans(p, r->stride, (size_t)times - 1);
        rest = (r->trip - times) * (bytes_of_spans(&all) - bytes_of_spans(&fewer));
    }
    *p = all;
    return rest;
}

/* Applies a repetition. Positions that cannot be represented are omitted. */
static double apply_repetition(struct pattern *p, const struct repetition *r, bool last)
{
    if (p->copies == 1 && is_contiguous(p, r->stride))
        extend_spans(p, r);
    else if (r->stride >= p->extent + p->line) {
        p->copies *= r->trip;
        p->extent += r->stride * (r->trip - 1);
    } else if (p->copies == 1)
        return overlap_spans(p, r, last);
    return 0;
}

static int compare_strides(const void *one, const void *other)
{
    const struct repetition *a = one, *b = other;
    return ORDER_OF(a->stride, b->stride);
}

/* Returns the bytes of a pattern with all repetitions. */
static double repeated_bytes(struct pattern p, struct repetition *r, size_t repetitions)
{
    double rest = 0;
    if (p.n == 0)
        return 0;
    for (size_t i = 0; i < repetitions; i++)
        r[i].stride = fabs(r[i].stride); /* the first position becomes the last one */
    qsort(r, repetitions, sizeof *r, compare_strides);
    merge_spans(&p);
    for (size_t i = 0; i < repetitions; i++)
        if (r[i].stride > 0 && r[i].trip > 1)
            rest += apply_repetition(&p, &r[i], i + 1 == repetitions);
    return bytes_of_spans(&p) + rest;
}

double footprint_bytes(struct arena *a, struct span *spans, size_t n, struct repetition *r,
                       size_t repetitions, double line)
{
    return repeated_bytes(
        (struct pattern){.arena = a, .at = spans, .n = n, .line = line, .copies = 1}, r,
        repetitions);
}

double footprint_expected_bytes(struct arena *a, struct span *spans, size_t n, struct repetition *r,
                                size_t repetitions, double line, double element)
{
    return repeated_bytes(
        (struct pattern){
            .arena = a, .at = spans, .n = n, .line = line, .edge = line - element, .copies = 1},
        r, repetitions);
}
