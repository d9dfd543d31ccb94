/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/regions-state.h"

#include <stdlib.h>
#include <string.h>

enum { SUM_HIGH = 128, MAX_OPEN_REGIONS = 1 << 16, MAX_MARK_VALUE = 0xffffff };

struct region_times *region_times_new(const struct manifest *m)
{
    struct region_times *r = xmalloc(sizeof *r);
    *r = (struct region_times){.manifest = m};
    return r;
}

void region_times_free(struct region_times *r)
{
    for (size_t i = 0; i < r->sources.n; i++)
        array_free(&r->sources.at[i].open);
    for (size_t i = 0; i < r->sums.n; i++)
        free(r->sums.at[i].counters);
    array_free(&r->files);
    array_free(&r->sources);
    array_free(&r->nodes);
    array_free(&r->sums);
    array_free(&r->skips);
    for (int k = 0; k < KEY_KINDS; k++)
        keymap_free(&r->keys[k]);
    free(r);
}

void region_times_begin_file(struct region_times *r, const char *path)
{
    *array_push(&r->files) = (struct region_file){.path = path};
}

void region_times_add_gap(struct region_times *r)
{
    r->gaps++;
}

/* ---- troubles ---- */

void region_file_add_trouble(struct region_file *f, enum trouble t, uint64_t sample,
                             unsigned region)
{
    struct region_trouble *at = &f->troubles[t];
    if (at->n++ == 0 || sample < at->sample) {
        at->sample = sample;
        at->region = region;
    }
}

static void add_trouble(struct region_times *r, enum trouble t, unsigned region)
{
    struct region_file *f = &r->files.at[r->files.n - 1];
    region_file_add_trouble(f, t, f->trace + f->resource, region);
}

/* ---- sources, nodes, sums ---- */

static uint32_t find_node(struct region_times *r, uint32_t node)
{
    uint64_t at = keymap_find(&r->keys[NODE_KEYS], node);
    if (at == KEYMAP_NONE) {
        at = r->nodes.n;
        keymap_add(&r->keys[NODE_KEYS], node, at);
        *array_push(&r->nodes) = (struct node_state){.node = node};
    }
    return (uint32_t)at;
}

static uint32_t find_source(struct region_times *r, uint32_t source)
{
    uint64_t at = keymap_find(&r->keys[SOURCE_KEYS], source);
    if (at != KEYMAP_NONE)
        return (uint32_t)at;
    at = r->sources.n;
    keymap_add(&r->keys[SOURCE_KEYS], source, at);
    uint32_t node = find_node(r, manifest_node(r->manifest, source));
    *array_push(&r->sources) = (struct source_state){.source = source,
                                                     .node = node,
                                                     .last_sum = NO_INDEX,
                                                     .node_losses = r->nodes.at[node].losses,
                                                     .gaps = r->gaps};
    return (uint32_t)at;
}

static uint64_t sum_key(uint32_t source, bool parallel, unsigned region)
{
    return (uint64_t)source << 17 | (uint64_t)parallel << 16 | region;
}

static struct sum_state *find_sum(struct region_times *r, uint32_t source, bool parallel,
                                  unsigned region)
{
    struct source_state *s = &r->sources.at[source];
    uint64_t key = sum_key(source, parallel, region);
    if (s->last_sum != NO_INDEX && s->last_key == key)
        return &r->sums.at[s->last_sum];
    uint64_t at = keymap_find(&r->keys[SUM_KEYS], key);
    if (at == KEYMAP_NONE) {
        at = r->sums.n;
        keymap_add(&r->keys[SUM_KEYS], key, at);
        *array_push(&r->sums) = (struct sum_state){.source = source,
                                                   .parallel = parallel,
                                                   .region = region,
                                                   .name = manifest_loop(r->manifest, region),
                                                   .skips = NO_INDEX};
    }
    s->last_key = key;
    s->last_sum = (uint32_t)at;
    return &r->sums.at[at];
}

/* ---- instances ---- */

/* Marks all open instances of a source as doubtful: samples of it may have been lost. */
static void mark_doubtful(struct source_state *s, uint64_t times)
{
    s->overruns += times;
    s->doubts++;
    s->doubtful = s->open.n;
}

/* Applies the losses of the source's node since its last sample. */
static inline void apply_losses(struct region_times *r, struct source_state *s)
{
    uint64_t losses = r->nodes.at[s->node].losses;
    if (losses == s->node_losses && r->gaps == s->gaps)
        return;
    mark_doubtful(s, losses - s->node_losses + r->gaps - s->gaps);
    s->node_losses = losses;
    s->gaps = r->gaps;
}

static void end_skips(struct region_times *r, struct sum_state *sum, bool keep)
{
    for (uint32_t i = sum->skips; i != NO_INDEX; i = r->skips.at[i].next) {
        struct skip_state *k = &r->skips.at[i];
        k->kept += keep ? k->pending : 0;
        k->pending = 0;
    }
    sum->any_skips = false;
}

static void end_counters(struct sum_state *sum, bool keep)
{
    struct counter_state *c = sum->counters;
    bool whole = keep && c->begun && c->ended;
    for (int i = 0; whole && i < SAMPLE_COUNTERS; i++) {
        c->saturated[i] |= c->end[i] == UINT32_MAX || c->end[i] < c->begin[i];
        c->sum[i] += (double)c->end[i] - (double)c->begin[i];
    }
    sum->totals.counted += whole;
    c->begun = c->ended = false;
}

/* Returns whether a mark of iterations of the instance may be lost: samples were lost after its
 * end, and its marks are incomplete. */
static bool lacks_iterations(const struct region_times *r, const struct sum_state *sum)
{
    return r->sources.at[sum->source].doubts != sum->doubts &&
           (!sum->iterations_seen || sum->continues);
}

/* Adds an instance that has ended to the sums: as complete, or as lost. */
static void end_instance(struct region_times *r, struct sum_state *sum)
{
    bool keep = !sum->pending_lost && !lacks_iterations(r, sum);
    if (!sum->ended)
        return;
    if (keep) {
        sum->totals.instances++;
        sum->totals.iterations += (double)sum->pending;
        sum->totals.ticks += (double)(int64_t)((uint64_t)sum->end - (uint64_t)sum->begin);
        sum->totals.inner += (double)sum->inner_pending;
    } else {
        sum->totals.lost++;
    }
    if (sum->any_skips)
        end_skips(r, sum, keep);
    if (sum->counters)
        end_counters(sum, keep);
    sum->pending = 0;
    sum->pending_lost = sum->ended = sum->iterations_seen = sum->continues = false;
}

/* Removes the innermost open region of a source. whole = its exit was seen. */
static void close_top(struct region_times *r, uint32_t source, int64_t time, bool whole)
{
    struct source_state *s = &r->sources.at[source];
    struct open_region top = s->open.at[--s->open.n];
    struct sum_state *sum = &r->sums.at[top.sum];
    sum->pending_lost |= !whole || s->open.n < s->doubtful;
    if (s->doubtful > s->open.n)
        s->doubtful = s->open.n;
    if (!whole)
        region_file_add_trouble(&r->files.at[top.file], TROUBLE_NO_EXIT, top.sample, sum->region);
    uint64_t closed = s->closed++;
    if (--sum->depth)
        return;
    sum->ended = true;
    sum->inner_pending = closed - sum->closed_before;
    sum->end = time;
    sum->doubts = s->doubts;
}

/* Counts preceding marks without an enter as one lost instance. */
static void end_orphan_marks(struct sum_state *sum)
{
    sum->totals.lost += sum->has_orphan_marks;
    sum->has_orphan_marks = false;
}

static void store_counters(struct sum_state *sum, const uint8_t *at, bool end)
{
    if (!sum->counters) {
        sum->counters = xmalloc(sizeof *sum->counters);
        memset(sum->counters, 0, sizeof *sum->counters);
    }
    uint32_t *to = end ? sum->counters->end : sum->counters->begin;
    for (int i = 0; i < SAMPLE_COUNTERS; i++)
        to[i] = (uint32_t)at[4 * i] << 24 | (uint32_t)at[4 * i + 1] << 16 |
                (uint32_t)at[4 * i + 2] << 8 | at[4 * i + 3];
    *(end ? &sum->counters->ended : &sum->counters->begun) = true;
}

/* Sets the parent of a sum, the innermost open region. A certain parent replaces a doubtful one. */
static void set_parent(const struct source_state *s, struct sum_state *sum, int64_t time)
{
    uint32_t parent = s->open.n ? s->open.at[s->open.n - 1].sum : NO_INDEX;
    bool is_certain = s->doubtful == 0;
    if (!sum->has_parent)
        sum->first = time;
    if (!sum->has_parent || (is_certain && !sum->parent_is_certain)) {
        sum->parent = parent;
        sum->has_parent = true;
        sum->parent_is_certain = is_certain;
    } else if (is_certain && sum->parent != parent) {
        sum->has_other_parents = true;
    }
}

static void enter_region(struct region_times *r, uint32_t source, struct sum_state *sum,
                         const struct mark *m, int64_t time, const uint8_t *counters)
{
    struct source_state *s = &r->sources.at[source];
    const struct region_file *f = &r->files.at[r->files.n - 1];
    end_orphan_marks(sum);
    if (s->open.n == MAX_OPEN_REGIONS) {
        add_trouble(r, TROUBLE_TOO_DEEP, m->region);
        s->doubtful = s->open.n;
        s->not_tracked++;
        sum->totals.lost++;
        return;
    }
    if (sum->depth == 0)
        set_parent(s, sum, time);
    *array_push(&s->open) = (struct open_region){
        (uint32_t)(sum - r->sums.at), (uint32_t)(r->files.n - 1), f->trace + f->resource};
    if (sum->parallel && m->value > sum->totals.threads)
        sum->totals.threads = m->value;
    if (sum->depth++ > 0)
        return;
    end_instance(r, sum);
    sum->begin = time;
    sum->closed_before = s->closed;
    if (counters)
        store_counters(sum, counters, false);
}

static void leave_region(struct region_times *r, uint32_t source, struct sum_state *sum,
                         int64_t time, const uint8_t *counters)
{
    struct source_state *s = &r->sources.at[source];
    if (s->not_tracked) {
        s->not_tracked--;
        return;
    }
    if (sum->depth == 0) {
        add_trouble(r, TROUBLE_NO_ENTER, sum->region);
        end_instance(r, sum);
        sum->ended = sum->pending_lost = true;
        sum->has_orphan_marks = false;
        return;
    }
    uint32_t index = (uint32_t)(sum - r->sums.at);
    while (s->open.at[s->open.n - 1].sum != index)
        close_top(r, source, time, false);
    if (counters && sum->depth == 1 && sum->counters)
        store_counters(sum, counters, true);
    close_top(r, source, time, true);
}

/* Returns whether a mark of iterations or a skipped block belongs to an instance that is open or
 * has ended. Returns false if there is none, or if samples were lost after its end, so that the
 * mark may belong to another instance. */
static bool accepts_mark(struct region_times *r, struct sum_state *sum)
{
    uint64_t doubts = r->sources.at[sum->source].doubts;
    if (sum->depth)
        return true;
    if (sum->ended && doubts != sum->doubts) {
        bool belongs_to_instance = lacks_iterations(r, sum);
        end_instance(r, sum);
        if (belongs_to_instance)
            return false;
    }
    if (sum->ended)
        return true;
    add_trouble(r, TROUBLE_OUTSIDE, sum->region);
    sum->has_orphan_marks = true;
    return false;
}

static struct skip_state *find_skip(struct region_times *r, struct sum_state *sum, unsigned line)
{
    uint64_t key = (uint64_t)(sum - r->sums.at) << 32 | line,
             at = keymap_find(&r->keys[SKIP_KEYS], key);
    if (at == KEYMAP_NONE) {
        at = r->skips.n;
        keymap_add(&r->keys[SKIP_KEYS], key, at);
        *array_push(&r->skips) = (struct skip_state){.line = line, .next = sum->skips};
        sum->skips = (uint32_t)at;
    }
    return &r->skips.at[at];
}

/* Adds a mark of iterations or a skipped block to its instance. */
static void add_instance_mark(struct region_times *r, struct sum_state *sum, const struct mark *m)
{
    if (m->kind == MARK_SKIPPED) {
        find_skip(r, sum, m->value)->pending++;
        sum->any_skips = true;
        return;
    }
    sum->pending += m->value;
    sum->iterations_seen = true;
    sum->continues = m->value == MAX_MARK_VALUE;
}

/* Adds a mark that contains a sum over instances. */
static void add_sum_mark(struct region_times *r, struct sum_state *sum, const struct mark *m)
{
    double n = m->kind & SUM_HIGH ? (double)m->value * 0x1p24 : (double)m->value;
    switch (m->kind & ~(unsigned)SUM_HIGH) {
    case MARK_SUM_INSTANCES:
        sum->totals.instances += n;
        sum->totals.summed += n;
        break;
    case MARK_SUM_TICKS:
        sum->totals.ticks += n;
        break;
    case MARK_SUM_ITERATIONS:
        sum->totals.iterations += n;
        break;
    case MARK_SUM_PAIRS:
        sum->totals.pairs += n;
        break;
    case MARK_SUM_BLOCK:
        sum->block = m->value;
        break;
    case MARK_SUM_BLOCKS_BEFORE:
        sum->block |= m->value << 24;
        break;
    default:
        find_skip(r, sum, sum->block)->kept += n;
    }
}

/* ---- samples ---- */

static inline uint64_t read_big_endian64(const uint8_t *p)
{
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 |
           (uint64_t)p[3] << 32 | (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 |
           (uint64_t)p[6] << 8 | (uint64_t)p[7];
}

/* Extends a 40-bit timestamp by the wraps of its node's clock. */
static inline int64_t extend_time(struct node_state *n, uint64_t stamp)
{
    if (!n->seen)
        n->clock = wrap_begin(stamp, false, 0);
    n->seen = true;
    return (int64_t)wrap_time(&n->clock, stamp, WRAP_DISORDER);
}

/* Notes the error and overrun flags of a header. */
static void read_flags(struct region_times *r, struct source_state *s, unsigned header)
{
    if (header & 1)
        add_trouble(r, TROUBLE_READ_ERROR, 0);
    if (header & 2)
        add_trouble(r, TROUBLE_SHADOW, 0);
    if (header & 4)
        add_trouble(r, TROUBLE_FIFO, 0);
    if (!(header & 6))
        return;
    if (r->manifest->overrun_of == OVERRUN_OF_NODE)
        r->nodes.at[s->node].losses++;
    else
        mark_doubtful(s, 1);
}

/* Adds the mark of a sample of source. counters: of a resource sample, otherwise NULL. */
static void add_mark(struct region_times *r, uint32_t source, const struct mark *m, int64_t time,
                     const uint8_t *counters)
{
    bool parallel = m->kind == MARK_PARALLEL_ENTER || m->kind == MARK_PARALLEL_EXIT;
    if (m->kind == MARK_USER || m->kind == MARK_LOST)
        return;
    if (!mark_kind_text(m->kind)) {
        add_trouble(r, TROUBLE_UNKNOWN, 0);
        return;
    }
    struct sum_state *sum = find_sum(r, source, parallel, m->region);
    if (!sum->name)
        add_trouble(r, TROUBLE_UNNAMED, m->region);
    if (m->kind == MARK_LOOP_ENTER || m->kind == MARK_PARALLEL_ENTER)
        enter_region(r, source, sum, m, time, counters);
    else if (m->kind == MARK_LOOP_EXIT || m->kind == MARK_PARALLEL_EXIT)
        leave_region(r, source, sum, time, counters);
    else if (m->kind > MARK_USER)
        add_sum_mark(r, sum, m);
    else if (accepts_mark(r, sum))
        add_instance_mark(r, sum, m);
}

/* Adds one record, whose header, timestamp, source and user bits are the words high and low.
 * Returns its extended time. */
static inline int64_t add_record(struct region_times *r, uint64_t high, uint64_t low,
                                 const uint8_t *counters)
{
    uint32_t address = (uint32_t)((high & 0xffff) << 16 | low >> SAMPLE_USER_BITS);
    unsigned header = (unsigned)(high >> 56);
    struct mark m = mark_unpack(low & SAMPLE_USER_MASK);
    if (!r->any_source || r->sources.at[r->source].source != address) {
        r->source = find_source(r, address);
        r->any_source = true;
    }
    struct source_state *s = &r->sources.at[r->source];
    int64_t time = extend_time(&r->nodes.at[s->node], high >> 16 & SAMPLE_TIME_MASK);
    if (header & 7)
        read_flags(r, s, header);
    apply_losses(r, s);
    if (s->samples++ && time < s->time) {
        add_trouble(r, TROUBLE_BACKWARDS, 0);
        mark_doubtful(s, 0);
    }
    s->time = time;
    add_mark(r, r->source, &m, time, counters);
    return time;
}

size_t region_times_add_records(struct region_times *r, const uint8_t *bytes, size_t n,
                                uint64_t *samples, struct time_span *span)
{
    size_t at = 0, size;
    struct region_file *f = &r->files.at[r->files.n - 1];
    struct time_span s = {INT64_MAX, INT64_MIN};
    uint64_t before = f->trace + f->resource;
    while (at < n && (size = sample_bytes(bytes[at])) != 0 && size <= n - at) {
        bool resource = size == SAMPLE_RESOURCE_BYTES;
        const uint8_t *p = bytes + at;
        f->resource += resource;
        f->trace += !resource;
        int64_t time = add_record(r, read_big_endian64(p), read_big_endian64(p + 8),
                                  resource ? p + SAMPLE_TRACE_BYTES : NULL);
        s.first = time < s.first ? time : s.first;
        s.last = time > s.last ? time : s.last;
        at += size;
    }
    *samples = f->trace + f->resource - before;
    *span = s;
    return at;
}

/* ---- the end ---- */

void region_times_close(struct region_times *r)
{
    for (size_t i = 0; i < r->sources.n; i++) {
        apply_losses(r, &r->sources.at[i]);
        while (r->sources.at[i].open.n)
            close_top(r, (uint32_t)i, r->sources.at[i].time, false);
    }
    for (size_t i = 0; i < r->sums.n; i++) {
        end_instance(r, &r->sums.at[i]);
        end_orphan_marks(&r->sums.at[i]);
    }
}

double region_overhead(const struct region_sum *s, const struct manifest *m)
{
    return s->totals.summed * m->overhead_inside + s->totals.pairs * m->overhead_pair +
           (s->totals.instances - s->totals.summed) * m->overhead_marks_inside +
           s->totals.inner * m->overhead_marks_pair;
}
