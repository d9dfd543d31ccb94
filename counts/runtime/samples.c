/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segments of the sampled stream: events, and repetitions of the last ones with constant
 * differences of their addresses. */
#include "counts/runtime/records.h"

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
    s->file->words[s->segment][g->n] = word;
    g->n++;
}

static bool has_space(struct sampler *s, uint64_t words)
{
    return segment_of(s)->n + words <= RECORD_WORDS;
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
    if (s->events == RECORD_EVENTS_MOST)
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

/* Frees the segments of every second burst that has one. */
static void free_segments(struct sampler *s)
{
    s->stride *= 2;
    for (int i = 0; i < RECORD_SEGMENTS; i++)
        if (s->file->header.segments[i].burst % s->stride != 0)
            s->file->header.segments[i].n = 0;
}

void sampler_begin(struct sampler *s, uint64_t burst, uint64_t before)
{
    s->segment = -1;
    s->events = s->period = s->matched = 0;
    if (burst % s->stride != 0)
        return;
    s->segment = find_free(s->file);
    if (s->segment < 0) {
        free_segments(s);
        s->segment = burst % s->stride == 0 ? find_free(s->file) : -1;
    }
    if (s->segment >= 0)
        *segment_of(s) = (struct record_segment){.burst = burst, .before = before};
}

void sampler_end(struct sampler *s)
{
    if (s->segment >= 0)
        put_matched(s);
    s->segment = -1;
}
