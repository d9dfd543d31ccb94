/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/drift.h"
#include "measure/multikron/stream/tally.h"

#include <stdlib.h>

static uint64_t mark_key(uint32_t node, unsigned kind, unsigned region)
{
    return (uint64_t)node << 24 | (uint64_t)kind << 16 | region;
}

static void add_node(struct drift *f, uint32_t number, int64_t time)
{
    uint64_t i = keymap_find(&f->node_of, number);
    if (i == KEYMAP_NONE) {
        i = f->nodes.n;
        keymap_add(&f->node_of, number, i);
        *array_push(&f->nodes) = (struct drift_node){.node = number, .first = time, .last = time};
    }
    struct drift_node *node = &f->nodes.at[i];
    node->samples++;
    node->first = time < node->first ? time : node->first;
    node->last = time > node->last ? time : node->last;
}

static void add_mark(struct drift *f, uint32_t node, const struct sample *s, struct mark m,
                     int64_t time, int file)
{
    uint64_t key = mark_key(node, m.kind, m.region), i = keymap_find(&f->mark_of, key);
    if (i == KEYMAP_NONE) {
        if (f->marks.n >= DRIFT_MARKS)
            return;
        i = f->marks.n;
        keymap_add(&f->mark_of, key, i);
        *array_push(&f->marks) = (struct drift_mark){.node = node,
                                                     .source = s->source,
                                                     .kind = (uint8_t)m.kind,
                                                     .region = (uint16_t)m.region,
                                                     .file = file,
                                                     .first = time};
    }
    struct drift_mark *mark = &f->marks.at[i];
    if (mark->source != s->source || mark->file != file)
        return;
    mark->count++;
    mark->last = time;
}

/* Returns whether all nodes record this mark at the same time. The user marks of libmultikron for
 * the start and end of a process (region 0, value 1 to 3) are excluded. */
static bool is_shared(const struct mark *m)
{
    bool of_process = m->region == 0 && m->value >= 1 && m->value <= 3;
    return m->kind == MARK_PARALLEL_ENTER || m->kind == MARK_PARALLEL_EXIT ||
           (m->kind == MARK_USER && !of_process);
}

void drift_add(struct drift *f, const struct sample *s, int64_t time, int file)
{
    uint32_t node = source_node(s->source, f->process_bits);
    struct mark m = mark_unpack(s->user);
    add_node(f, node, time);
    if (is_shared(&m))
        add_mark(f, node, s, m, time, file);
}

static int compare_nodes(const void *a, const void *b)
{
    const struct drift_node *x = a, *y = b;
    return (x->node > y->node) - (x->node < y->node);
}

void drift_sort(struct drift *f)
{
    array_sort(&f->nodes, compare_nodes);
}

/* A time on the reference, and the ticks that the node is ahead at that time. */
struct shared {
    int64_t at, ahead;
};
struct shares {
    uint64_t n;
    struct shared first, last;
};

static void add_shared_time(struct shares *s, int64_t reference, int64_t node)
{
    struct shared now = {reference, node - reference};
    if (s->n == 0 || now.at < s->first.at)
        s->first = now;
    if (s->n == 0 || now.at > s->last.at)
        s->last = now;
    s->n++;
}

static struct shares find_shared_times(const struct drift *f, uint32_t reference, uint32_t node)
{
    struct shares s = {0};
    for (size_t i = 0; i < f->marks.n; i++) {
        const struct drift_mark *m = &f->marks.at[i], *r;
        if (m->node != node)
            continue;
        uint64_t at = keymap_find(&f->mark_of, mark_key(reference, m->kind, m->region));
        if (at == KEYMAP_NONE)
            continue;
        r = &f->marks.at[at];
        add_shared_time(&s, r->first, m->first);
        if (r->count == m->count && r->count > 1)
            add_shared_time(&s, r->last, m->last);
    }
    return s;
}

struct drift_result drift_of_node(const struct drift *f, size_t i)
{
    const struct drift_node *node = &f->nodes.at[i];
    struct drift_result d = {.node = node->node,
                             .reference = i == 0,
                             .samples = node->samples,
                             .first = node->first,
                             .last = node->last,
                             .offset = missing("no mark is shared"),
                             .end = missing("no mark is shared"),
                             .ppm = missing("no two shared marks at different times")};
    if (i == 0) {
        d.offset = d.end = d.ppm = missing("the reference");
        return d;
    }
    struct shares s = find_shared_times(f, f->nodes.at[0].node, node->node);
    d.shared = s.n;
    if (s.n) {
        d.offset = known((double)s.first.ahead);
        d.end = known((double)s.last.ahead);
    }
    if (s.n && s.last.at > s.first.at)
        d.ppm =
            known((double)(s.last.ahead - s.first.ahead) * 1e6 / (double)(s.last.at - s.first.at));
    return d;
}

void drift_free(struct drift *f)
{
    keymap_free(&f->node_of);
    keymap_free(&f->mark_of);
    array_free(&f->nodes);
    array_free(&f->marks);
}
