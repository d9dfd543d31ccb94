/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Returns the results of region_times, sorted so that they do not depend on the order of samples.
 */
#include "measure/multikron/regions-state.h"
#include "base/util.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    bool of_region;
} troubles[] = {
#define TROUBLE(NAME, region, text) {text, region},
#include "measure/multikron/troubles.def"
#undef TROUBLE
};

const char *trouble_text(enum trouble t, bool *of_region)
{
    *of_region = troubles[t].of_region;
    return troubles[t].text;
}

static int compare_sources(const void *a, const void *b)
{
    const struct region_thread *x = a, *y = b;
    return ORDER_OF(x->source, y->source);
}

static int compare_nodes(const void *a, const void *b)
{
    const struct region_node *x = a, *y = b;
    return ORDER_OF(x->node, y->node);
}

static int compare_lines(const void *a, const void *b)
{
    const struct region_skip *x = a, *y = b;
    return ORDER_OF(x->line, y->line);
}

static int compare_sums(const void *a, const void *b)
{
    const struct region_sum *x = a, *y = b;
    int order = ORDER_OF(x->region, y->region);
    if (order == 0)
        order = ORDER_OF(x->parallel, y->parallel);
    return order ? order : ORDER_OF(x->thread, y->thread);
}

static int compare_longs(const void *a, const void *b)
{
    return ORDER_OF(*(const long *)a, *(const long *)b);
}

/* ---- threads ---- */

static const struct manifest_thread *find_manifest_thread(const struct manifest *m, uint32_t source)
{
    struct manifest_thread key = {.source = source};
    size_t from = 0, to = m->n_threads;
    while (from < to) {
        size_t mid = from + (to - from) / 2;
        if (m->threads[mid].source < key.source)
            from = mid + 1;
        else
            to = mid;
    }
    return from < m->n_threads && m->threads[from].source == source ? &m->threads[from] : NULL;
}

/* Numbers the threads as in the manifest; other sources get the unused numbers in order of
 * source. */
static void number_threads(const struct manifest *m, struct region_thread *t, size_t n)
{
    struct arena a = {0};
    long *taken = ARENA_ARRAY(&a, long, m->n_threads), next = 0;
    size_t at = 0;
    for (size_t i = 0; i < m->n_threads; i++)
        taken[i] = m->threads[i].thread;
    if (m->n_threads)
        qsort(taken, m->n_threads, sizeof *taken, compare_longs);
    for (size_t i = 0; i < n; i++) {
        const struct manifest_thread *given = find_manifest_thread(m, t[i].source);
        while (!given && at < m->n_threads && taken[at] <= next)
            next += taken[at++] == next;
        t[i].thread = given ? given->thread : next++;
    }
    arena_free(&a);
}

static void list_threads(const struct region_times *r, struct arena *a, struct region_facts *f)
{
    f->n_threads = r->sources.n;
    f->threads = ARENA_ARRAY(a, struct region_thread, f->n_threads);
    for (size_t i = 0; i < f->n_threads; i++) {
        const struct source_state *s = &r->sources.at[i];
        f->threads[i] = (struct region_thread){
            .source = s->source, .samples = s->samples, .overruns = s->overruns};
    }
    if (f->n_threads)
        qsort(f->threads, f->n_threads, sizeof *f->threads, compare_sources);
    number_threads(r->manifest, f->threads, f->n_threads);
}

static long find_thread(const struct region_facts *f, uint32_t source)
{
    struct region_thread key = {.source = source}, *t;
    t = bsearch(&key, f->threads, f->n_threads, sizeof key, compare_sources);
    return t ? t->thread : 0;
}

/* ---- sums ---- */

static void list_skips(const struct region_times *r, struct arena *a, const struct sum_state *s,
                       struct region_sum *to)
{
    size_t count = 0;
    for (uint32_t i = s->skips; i != NO_INDEX; i = r->skips.at[i].next)
        count += r->skips.at[i].kept > 0;
    struct region_skip *list = ARENA_ARRAY(a, struct region_skip, count);
    for (uint32_t i = s->skips; i != NO_INDEX; i = r->skips.at[i].next)
        if (r->skips.at[i].kept > 0)
            list[to->n_skips++] = (struct region_skip){r->skips.at[i].line, r->skips.at[i].kept};
    if (to->n_skips)
        qsort(list, to->n_skips, sizeof *list, compare_lines);
    to->skips = list;
}

static void list_sum(const struct region_times *r, struct arena *a, const struct region_facts *f,
                     const struct sum_state *s, struct region_sum *to)
{
    *to = (struct region_sum){.region = s->region,
                              .parallel = s->parallel,
                              .name = s->name,
                              .thread = find_thread(f, r->sources.at[s->source].source),
                              .totals = s->totals};
    to->has_other_parents = s->has_other_parents;
    to->first = s->first;
    if (s->has_parent && s->parent != NO_INDEX) {
        to->has_parent = true;
        to->parent = r->sums.at[s->parent].region;
        to->parent_is_parallel = r->sums.at[s->parent].parallel;
    }
    list_skips(r, a, s, to);
    for (int i = 0; s->counters && i < SAMPLE_COUNTERS; i++)
        to->counters[i] = (struct region_counter){s->counters->sum[i], s->counters->saturated[i]};
}

static void list_sums(const struct region_times *r, struct arena *a, struct region_facts *f)
{
    f->sums = ARENA_ARRAY(a, struct region_sum, r->sums.n);
    f->n_sums = r->sums.n;
    for (size_t i = 0; i < f->n_sums; i++)
        list_sum(r, a, f, &r->sums.at[i], &f->sums[i]);
    if (f->n_sums)
        qsort(f->sums, f->n_sums, sizeof *f->sums, compare_sums);
}

static void list_nodes(const struct region_times *r, struct arena *a, struct region_facts *f)
{
    f->n_nodes = r->nodes.n;
    f->nodes = ARENA_ARRAY(a, struct region_node, f->n_nodes);
    for (size_t i = 0; i < f->n_nodes; i++) {
        const struct node_state *n = &r->nodes.at[i];
        f->nodes[i] = (struct region_node){n->node, n->clock.base >> SAMPLE_TIME_BITS};
    }
    if (f->n_nodes)
        qsort(f->nodes, f->n_nodes, sizeof *f->nodes, compare_nodes);
}

struct region_facts region_times_finish(struct region_times *r, struct arena *a)
{
    struct region_facts f = {0};
    region_times_close(r);
    f.n_files = r->files.n;
    f.files = ARENA_ARRAY(a, struct region_file, f.n_files);
    if (f.n_files)
        memcpy(f.files, r->files.at, f.n_files * sizeof *f.files);
    list_threads(r, a, &f);
    list_sums(r, a, &f);
    list_nodes(r, a, &f);
    return f;
}
