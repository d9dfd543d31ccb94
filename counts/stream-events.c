/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decodes the sample of a thread's stream into executions of parts. */
#include "counts/runtime/format.h"
#include "counts/streams.h"

#include <string.h>

enum { OPEN_MOST = 16, KEPT = 2 * RECORD_PERIOD_MOST };

/* An execution of a part. */
struct event {
    const struct stream_unit
        *unit;         /* NULL = its unit or map is unknown: its accesses are skipped */
    uint32_t part;     /* of the unit */
    uint32_t n, known; /* accesses of the part, and those that were read */
    uint64_t addresses[RECORD_PART_REFERENCES];
};
struct stream_decoder {
    const struct stream_process *process;
    const uint64_t *at, *end;
    struct event
        open[OPEN_MOST]; /* that are not complete; a signal handler interrupts the others */
    size_t n_open;
    struct event kept[KEPT]; /* the last complete ones: event i is at i % KEPT */
    size_t n_kept;
    uint64_t n; /* events of the segment */
    /* Events that are repeated. */
    size_t period;
    uint64_t repeats;
};

void stream_begin(struct arena *a, const struct stream_process *p, const struct stream_thread *t,
                  struct stream_cursor *c)
{
    *c = (struct stream_cursor){.process = p,
                                .thread = t,
                                .segment = SIZE_MAX,
                                .decoder = ARENA_NEW(a, struct stream_decoder)};
    c->decoder->process = p;
}

bool stream_next_segment(struct stream_cursor *c)
{
    struct stream_decoder *s = c->decoder;
    if (c->segment + 1 >= c->thread->n_segments)
        return false;
    const struct stream_segment *g = &c->thread->segments[++c->segment];
    s->at = g->words;
    s->end = g->words + g->n;
    s->n_open = s->n_kept = s->period = 0;
    s->n = s->repeats = 0;
    return true;
}

/* Returns the unit of a part of the process; NULL = it is unknown, or has no map. */
static const struct stream_unit *unit_of(const struct stream_process *p, uint64_t part)
{
    for (size_t i = 0; i < p->n_units; i++) {
        const struct count_recorded_unit *u = &p->units[i].is;
        if (u->first_part <= part && part - u->first_part < u->n_parts)
            return p->units[i].map ? &p->units[i] : NULL;
    }
    return NULL;
}

static void begin_event(struct stream_decoder *s, uint64_t number)
{
    if (s->n_open && !s->open[s->n_open - 1].unit)
        s->n_open--;
    if (s->n_open == OPEN_MOST)
        memmove(&s->open[0], &s->open[1], sizeof s->open[0] * --s->n_open);
    struct event *e = &s->open[s->n_open++];
    e->unit = unit_of(s->process, number);
    e->known = 0;
    if (e->unit) {
        e->part = (uint32_t)number - e->unit->is.first_part;
        e->n = e->unit->map->parts[e->part].n;
    } else {
        s->n_kept = 0;
    }
}

/* Adds the address to the last open event that expects it; the ones after it are incomplete, or
 * their unit is unknown. */
static void add_access(struct stream_decoder *s, uint64_t number, uint64_t address)
{
    for (size_t i = s->n_open; i-- > 0;) {
        struct event *e = &s->open[i];
        if (e->known != number)
            continue;
        if (e->unit)
            e->addresses[number] = address;
        e->known++;
        s->n_open = i + 1;
        return;
    }
}

static struct event *kept_event(struct stream_decoder *s, size_t back)
{
    return &s->kept[(s->n_kept - back) % KEPT];
}

/* Copies the parts of an event that are defined. */
static void copy_event(struct event *to, const struct event *from)
{
    to->unit = from->unit;
    to->part = from->part;
    to->n = to->known = from->n;
    memcpy(to->addresses, from->addresses, from->n * sizeof *from->addresses);
}

/* Moves the last open event to the kept ones if it is complete. */
static struct event *close_event(struct stream_decoder *s)
{
    struct event *e = s->n_open ? &s->open[s->n_open - 1] : NULL;
    if (!e || !e->unit || e->known < e->n)
        return NULL;
    copy_event(&s->kept[s->n_kept % KEPT], e);
    s->n_open--;
    s->n_kept++;
    return kept_event(s, 1);
}

static void begin_repeats(struct stream_decoder *s, uint64_t word)
{
    size_t period = word >> 40 & 255;
    if (period == 0 || period > RECORD_PERIOD_MOST || s->n_kept < 2 * period || s->n_open)
        return;
    for (size_t i = 1; i <= period; i++)
        if (kept_event(s, i)->unit != kept_event(s, i + period)->unit ||
            kept_event(s, i)->part != kept_event(s, i + period)->part)
            return;
    s->period = period;
    s->repeats = (word & ((UINT64_C(1) << 40) - 1)) * period;
}

static struct event *repeat_event(struct stream_decoder *s)
{
    const struct event *last = kept_event(s, s->period), *before = kept_event(s, 2 * s->period);
    struct event *e = &s->kept[s->n_kept % KEPT];
    for (uint32_t i = 0; i < last->n; i++) {
        uint64_t address = 2 * last->addresses[i] - before->addresses[i];
        e->addresses[i] = address & ((UINT64_C(1) << 48) - 1);
    }
    e->unit = last->unit;
    e->part = last->part;
    e->n = e->known = last->n;
    s->n_kept++;
    s->repeats--;
    return e;
}

/* Reads a word. Returns the event that it completes; NULL = none. */
static struct event *read_word(struct stream_decoder *s, uint64_t word)
{
    uint64_t kind = word >> 48, value = word & ((UINT64_C(1) << 48) - 1);
    if (kind == RECORD_WORD_PART)
        begin_event(s, value);
    else if (kind == RECORD_WORD_REPEAT)
        begin_repeats(s, word);
    else if (word)
        add_access(s, kind, value);
    return close_event(s);
}

bool stream_next_event(struct stream_cursor *c, struct stream_event *to)
{
    struct stream_decoder *s = c->decoder;
    const struct event *e = NULL;
    while (!e && s->n < RECORD_EVENTS_MOST && (s->repeats || s->at < s->end))
        e = s->repeats ? repeat_event(s) : read_word(s, *s->at++);
    if (!e)
        return false;
    s->n++;
    *to = (struct stream_event){e->unit, e->part, e->addresses};
    return true;
}
