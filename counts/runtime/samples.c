/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segments of the sampled stream: events, and repetitions of the last ones with constant
 * differences of their addresses. */
#include "counts/runtime/records.h"

enum {
    SAMPLE_NEEDED = 4,        /* segments that contain a part, if possible */
    OTHER_EVENTS_MOST = 4096, /* of a segment that remains only if it is needed */
};

static struct record_event *kept_event(struct sampler *s, uint64_t i)
{
    return &s->kept[i % SAMPLE_KEPT];
}

static struct record_segment *segment_of(struct sampler *s)
{
    return &s->file->header.segments[s->segment];
}

/* ---- writing ---- */

static void put_word(struct sampler *s, uint64_t word)
{
    struct record_segment *g = segment_of(s);
    s->file->words[s->segment][s->n] = word;
    g->n = ++s->n;
}

static bool has_space(struct sampler *s, uint64_t words)
{
    return s->n + words <= RECORD_WORDS;
}

static void put_event(struct sampler *s, const struct record_event *e)
{
    if (!has_space(s, e->n + 1)) {
        s->segment = -1;
        return;
    }
    put_word(s, (uint64_t)RECORD_WORD_PART << 48 | e->part);
    for (uint32_t i = 0; i < e->n; i++)
        put_word(s, (uint64_t)i << 48 | e->addresses[i]);
}

/* Writes the events that followed the last ones: as repetitions, and those of an incomplete period
 * as they are. */
static void put_matched(struct sampler *s)
{
    uint64_t whole = s->period ? s->matched / s->period : 0;
    uint64_t rest = s->matched - whole * s->period, from = s->events - rest;
    if (whole && has_space(s, 1))
        put_word(s, (uint64_t)RECORD_WORD_REPEAT << 48 | s->period << 40 | whole);
    else if (whole)
        s->segment = -1;
    for (uint64_t i = from; i < s->events && s->segment >= 0; i++)
        put_event(s, kept_event(s, i));
    s->period = s->matched = 0;
}

void sampler_show(struct sampler *s)
{
    int segment = s->segment;
    uint64_t n = s->n, period = s->period, matched = s->matched;
    if (segment < 0)
        return;
    put_matched(s);
    s->segment = segment;
    s->n = n;
    s->period = period;
    s->matched = matched;
}

/* ---- repetitions ---- */

/* Returns whether the event follows those before it with that period. */
static bool follows(struct sampler *s, const struct record_event *e, uint64_t period)
{
    if (s->events < 2 * period)
        return false;
    const struct record_event *x = kept_event(s, s->events - period);
    const struct record_event *y = kept_event(s, s->events - 2 * period);
    bool same = x->part == e->part && y->part == e->part;
    for (uint32_t i = 0; same && i < e->n; i++)
        same = e->addresses[i] - x->addresses[i] == x->addresses[i] - y->addresses[i];
    return same;
}

static uint64_t find_period(struct sampler *s, const struct record_event *e)
{
    for (uint64_t p = 1; p <= RECORD_PERIOD_MOST; p++)
        if (follows(s, e, p))
            return p;
    return 0;
}

static void keep_event(struct sampler *s, const struct record_event *e)
{
    struct record_event *to = kept_event(s, s->events++);
    to->part = e->part;
    to->n = e->n;
    for (uint32_t i = 0; i < e->n; i++)
        to->addresses[i] = e->addresses[i];
}

void sampler_add(struct sampler *s, const struct record_event *e)
{
    if (s->segment < 0)
        return;
    if (s->period && !follows(s, e, s->period))
        put_matched(s);
    if (s->segment >= 0 && !s->period)
        s->period = find_period(s, e);
    if (s->segment >= 0 && !s->period)
        put_event(s, e);
    s->matched += s->period != 0;
    keep_event(s, e);
    s->parts[s->last][e->part % SAMPLE_PARTS / 64] |= UINT64_C(1) << e->part % 64;
    if (s->events == s->most)
        sampler_end(s);
}

/* ---- segments ---- */

/* Returns a free segment; -1 = none. */
static int find_free(const struct record_file *f)
{
    for (int i = 0; i < RECORD_SEGMENTS; i++)
        if (f->header.segments[i].n == 0)
            return i;
    return -1;
}

/* Returns whether the segment contains a part that is in fewer than `needed` other segments. */
static bool is_needed(const struct sampler *s, int segment)
{
    const struct record_segment *g = s->file->header.segments;
    for (int k = 0; k < SAMPLE_SETS; k++) {
        uint64_t in[SAMPLE_NEEDED + 1] = {~UINT64_C(0)}; /* at least so many other segments */
        for (int i = 0; i < RECORD_SEGMENTS; i++)
            for (uint32_t n = s->needed; g[i].n && i != segment && n > 0; n--)
                in[n] |= in[n - 1] & s->parts[i][k];
        if (s->parts[segment][k] & ~in[s->needed])
            return true;
    }
    return false;
}

static void free_segment(struct sampler *s, int segment)
{
    s->file->header.segments[segment].n = 0;
    for (int k = 0; k < SAMPLE_SETS; k++)
        s->parts[segment][k] = 0;
}

/* Frees the segments of every second burst that has one, except those that are needed. If these
 * are too many, fewer are needed. */
static void free_segments(struct sampler *s)
{
    s->stride *= 2;
    for (int i = 0; i < RECORD_SEGMENTS; i++)
        if (s->file->header.segments[i].burst % s->stride != 0 && !is_needed(s, i))
            free_segment(s, i);
    if (find_free(s->file) < 0)
        s->needed /= 2;
}

void sampler_init(struct sampler *s, struct record_file *file)
{
    s->file = file;
    s->stride = 1;
    s->needed = SAMPLE_NEEDED;
    s->segment = s->last = -1;
    for (int i = 0; i < RECORD_SEGMENTS; i++)
        free_segment(s, i);
}

void sampler_begin(struct sampler *s, uint64_t burst, uint64_t before)
{
    s->events = s->period = s->matched = s->n = 0;
    s->most = burst % s->stride != 0 ? OTHER_EVENTS_MOST : RECORD_EVENTS_MOST;
    s->segment = s->last = find_free(s->file);
    *segment_of(s) = (struct record_segment){.burst = burst, .before = before};
}

void sampler_end(struct sampler *s)
{
    int last = s->last;
    if (s->segment >= 0)
        put_matched(s);
    s->segment = s->last = -1;
    if (last < 0)
        return;
    if (s->file->header.segments[last].burst % s->stride != 0 && !is_needed(s, last))
        free_segment(s, last);
    while (find_free(s->file) < 0)
        free_segments(s);
}
