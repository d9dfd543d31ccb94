/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what is known of a nest to its references (facts/data.h). */
#include "base/util.h"
#include "hotspots/nests-inside.h"

#include <math.h>
#include <string.h>

enum { OVERLAP_SHARE = 32, ENDS_LEAST = 2, PAGE = 4096 };

struct movement_search {
    struct arena *a;
    const struct nest_record *r;
    struct movement *to;
    const int *refs; /* reference of the code of each sweep */
    int outer;       /* level of the nest that is the outermost one of the result */
    bool flat;       /* the innermost level of the result is that of two loops */
};

/* ---- levels ---- */

/* Returns whether control can have entered the outermost loop n times in the recorded passes: not
 * more than three standard deviations of a random number above the mean, according to the counts.
 */
static bool are_reentries_plausible(const struct nest_record *r, uint64_t n)
{
    const struct nest_loop *l = &r->code->loops[0];
    double passes = (double)(r->evenly + r->reentered);
    double mean = l->passes > 0 ? passes * l->entries / l->passes : 0;
    return n == 0 || (double)n <= mean + 3 * sqrt(mean);
}

/* Returns the mean number of passes of the loop of level `inner` in executions of that of level
 * `outer`. */
static struct quantity mean_passes(const struct nest_record *r, int inner, int outer)
{
    double passes = r->code->loops[inner].passes, entries = r->code->loops[outer].entries;
    return passes > 0 && entries > 0 ? known(passes / entries)
                                     : missing("the executions of a loop are not counted");
}

/* Returns whether all references begin the next execution of a loop at the same distance from the
 * end of the one before. */
static bool have_equal_wraps(const struct nest_record *r, int k)
{
    uint64_t n = 0;
    for (size_t i = 0; i < r->code->n_refs; i++) {
        if (r->refs[i].wraps[k].varies)
            return false;
        n = r->refs[i].wraps[k].n > n ? r->refs[i].wraps[k].n : n;
    }
    return n >= ENDS_LEAST;
}

/* Returns why executions of a loop may have different numbers of passes; NULL = they have not. */
static const char *varying_text(struct arena *a, const struct nest_record *r, int k)
{
    const struct nest_level_state *l = &r->levels[k];
    struct quantity trip = mean_passes(r, k, k);
    double mean = is_known(trip) ? trip.value : 0;
    if (l->complete == 0 || (k == 0 && !are_reentries_plausible(r, r->reentered)))
        return k > 0 && mean > 0 && mean == floor(mean) && have_equal_wraps(r, k)
                   ? NULL
                   : "no complete execution was recorded";
    if (l->least != l->most)
        return arena_printf(a, "recorded executions have from %.0f to %.0f passes",
                            (double)l->least, (double)l->most);
    if (fabs((double)l->least - mean) > 1e-6 * mean)
        return arena_printf(a, "recorded executions have %.0f passes, all have %.6g on average",
                            (double)l->least, mean);
    return NULL;
}

static bool has_constant_trip(const struct movement_search *s, int k)
{
    return is_known(mean_passes(s->r, k, k)) && !varying_text(s->a, s->r, k);
}

static void set_levels(struct movement_search *s)
{
    const struct nest_record *r = s->r;
    struct movement *to = s->to;
    int last = r->code->n_levels - 1 - s->flat;
    to->levels = ARENA_ARRAY(s->a, struct loop_level, MOVEMENT_LEVELS);
    for (int k = s->outer; k <= last; k++) {
        struct quantity trip = mean_passes(r, k, k);
        struct loop_level *l = &to->levels[to->n_levels++];
        *l = (struct loop_level){.line = r->code->loops[k].line, .trip = trip};
        if (is_known(trip))
            l->varies = varying_text(s->a, r, k);
        l->optional = k > s->outer && r->code->loops[k].entries < r->code->loops[k - 1].passes;
    }
    if (!s->flat)
        return;
    to->levels[last - s->outer].trip = mean_passes(r, last + 1, last);
    to->levels[last - s->outer].varies = "the numbers of passes of the loop inside differ";
}

/* ---- strides ---- */

static const char not_even[] = "its address does not advance evenly";

static struct quantity stride_of(const struct movement_search *s, size_t i, int k);

/* Returns the stride in a loop by the difference from the last pass of the loop inside it, of which
 * each execution has a known number of passes, to its next first one. */
static struct quantity stride_of_wrap(const struct movement_search *s, size_t i, int k)
{
    const struct nest_ref_state *ref = &s->r->refs[i];
    struct quantity none = missing("too few passes of the loop were recorded");
    if (k + 1 >= s->r->code->n_levels || !has_constant_trip(s, k + 1) || ref->wraps[k + 1].varies ||
        ref->wraps[k + 1].n < ENDS_LEAST)
        return none;
    struct quantity trip = mean_passes(s->r, k + 1, k + 1), inner = stride_of(s, i, k + 1);
    struct quantity stride =
        q_add(known((double)ref->wraps[k + 1].bytes), q_mul(inner, q_sub(trip, known(1))));
    bool differs =
        ref->strides[k].n > 0 && is_known(stride) && stride.value != (double)ref->strides[k].bytes;
    return differs ? none : stride;
}

static struct quantity stride_of(const struct movement_search *s, size_t i, int k)
{
    const struct nest_ref_state *ref = &s->r->refs[i];
    const struct nest_stride *d = &ref->strides[k];
    struct quantity trip = mean_passes(s->r, k, k);
    if (ref->repeated)
        return missing("a pass accesses several addresses");
    if (d->varies || (k == 0 && d->bytes != 0 && !are_reentries_plausible(s->r, s->r->reentered)))
        return missing(not_even);
    if (is_known(trip) && trip.value == 1)
        return known(0);
    return d->n >= ENDS_LEAST ? known((double)d->bytes) : stride_of_wrap(s, i, k);
}

static bool is_power_of_two(int64_t n)
{
    return n != 0 && (llabs(n) & (llabs(n) - 1)) == 0;
}

/* Returns whether executions of the analysed loop continue where the one before ended, or farther.
 * Between accesses that are a power of two of bytes apart a gap moves no two of them into one line
 * that would not be there otherwise. */
static bool is_continued(const struct nest_record *r, size_t i)
{
    const struct nest_ref_state *s = &r->refs[i];
    int k = r->code->n_levels - 1;
    const struct nest_stride *d = &s->strides[k];
    bool forward = s->farther == 0 || is_power_of_two(d->bytes);
    return !s->repeated && !s->conditional && !d->varies && d->n >= ENDS_LEAST && d->bytes != 0 &&
           forward && s->continued + s->farther >= ENDS_LEAST &&
           s->nearer < s->continued + s->farther && are_reentries_plausible(r, s->nearer);
}

/* Returns whether the analysed loop and the one around it are one level. */
static bool is_flat(const struct movement_search *s)
{
    const struct nest_record *r = s->r;
    int k = r->code->n_levels - 1;
    if (k == 0 || !is_known(mean_passes(r, k, k - 1)))
        return false;
    for (size_t i = 0; i < r->code->n_refs; i++)
        if (is_continued(r, i) && !is_known(stride_of(s, i, k - 1)))
            return true;
    return false;
}

/* Returns the stride in the level of two loops. */
static struct quantity flat_stride(const struct movement_search *s, size_t i, struct quantity inner,
                                   struct quantity outer)
{
    bool constant = is_known(inner) && is_known(outer) && inner.value == 0 && outer.value == 0;
    return !is_known(inner) || constant || is_continued(s->r, i)
               ? inner
               : missing("its address does not continue in the next execution of the loop");
}

static struct quantity *strides_of(const struct movement_search *s, size_t i)
{
    int n = s->r->code->n_levels - s->outer;
    struct quantity *strides = ARENA_ARRAY(s->a, struct quantity, MOVEMENT_LEVELS);
    for (int k = 0; k < n; k++)
        strides[k] = stride_of(s, i, s->outer + k);
    if (s->flat)
        strides[n - 2] = flat_stride(s, i, strides[n - 1], strides[n - 2]);
    return strides;
}

/* Returns the outermost level in which strides are known. */
static int outermost_known(const struct movement_search *s)
{
    for (int k = 0; k + 1 + s->flat < s->r->code->n_levels; k++)
        for (size_t i = 0; i < s->r->code->n_refs; i++)
            if (is_known(stride_of(s, i, k)))
                return k;
    return s->r->code->n_levels - 1 - s->flat;
}

static void add_sweep(struct movement_search *s, int **refs, size_t i, bool write,
                      struct quantity *strides)
{
    const struct nest_reference *ref = &s->r->code->refs[i];
    size_t n = s->to->n, n_refs = n;
    *ARENA_PUSH(s->a, *refs, n_refs) = (int)i;
    *ARENA_PUSH(s->a, s->to->at, s->to->n) =
        (struct sweep){.ref = ref->line,
                       .bytes = ref->bytes,
                       .write = write,
                       .nontemporal = write && ref->nontemporal,
                       .group = (int)n,
                       .storage = (int)n,
                       .conditional = s->r->refs[i].conditional,
                       .strides = strides};
}

static void add_sweeps(struct movement_search *s)
{
    int *refs = NULL;
    for (size_t i = 0; i < s->r->code->n_refs; i++) {
        const struct nest_reference *ref = &s->r->code->refs[i];
        struct quantity *strides = strides_of(s, i);
        if (ref->loads)
            add_sweep(s, &refs, i, false, strides);
        if (ref->stores)
            add_sweep(s, &refs, i, true, strides);
    }
    s->refs = refs;
}

/* ---- ranges ---- */

/* Bytes from the address of the first access in a sweep: from low to high, without high. */
struct extent {
    bool known;
    double low, high;
};

/* A pair of references, whose distance is analysed. */
struct sweep_pair {
    const struct movement_search *s;
    size_t i, k;
    int outer; /* level from which inward both have strides */
    struct extent one, other;
};

/* Returns the bytes of a reference in an execution of the loops from `outer` inward. */
static struct extent extent_of(const struct movement *m, size_t i, int outer)
{
    const struct sweep *w = &m->at[i];
    struct extent e = {outer < m->n_levels, 0, w->bytes};
    for (int k = outer; k < m->n_levels; k++) {
        double stride = w->strides[k].value;
        if (stride == 0)
            continue;
        if (!is_known(m->levels[k].trip))
            e.known = false;
        else if (stride < 0)
            e.low += stride * (m->levels[k].trip.value - 1);
        else
            e.high += stride * (m->levels[k].trip.value - 1);
    }
    return e;
}

static struct sweep_pair pair_of(const struct movement_search *s, size_t i, size_t k)
{
    const struct movement *m = s->to;
    struct sweep_pair p = {.s = s, .i = i, .k = k, .outer = m->n_levels};
    while (p.outer > 0 && is_known(m->at[i].strides[p.outer - 1]) &&
           is_known(m->at[k].strides[p.outer - 1]))
        p.outer--;
    p.one = extent_of(m, i, p.outer);
    p.other = extent_of(m, k, p.outer);
    return p;
}

static uint64_t address_of(const struct sweep_pair *p, const struct nest_sample *at, size_t i)
{
    return at->addresses[p->s->refs[i]];
}

static bool have_equal_strides(const struct sweep_pair *p)
{
    const struct sweep *a = &p->s->to->at[p->i], *b = &p->s->to->at[p->k];
    for (int k = p->outer; k < p->s->to->n_levels; k++)
        if (a->strides[k].value != b->strides[k].value)
            return false;
    return p->outer < p->s->to->n_levels;
}

/* Returns the bytes by which two ranges overlap; below 0: those between them. */
static double overlap_of(struct extent a, struct extent b)
{
    return fmin(a.high, b.high) - fmax(a.low, b.low);
}

static struct extent moved(struct extent e, double by)
{
    return (struct extent){e.known, e.low + by, e.high + by};
}

static double shorter(struct extent a, struct extent b)
{
    return fmin(a.high - a.low, b.high - b.low);
}

/* The least and greatest distance in all samples; false = there is none. */
static bool find_distances(const struct sweep_pair *p, double *least, double *most, double *nearest)
{
    bool found = false;
    for (size_t n = 0; n < p->s->r->n_samples; n++) {
        uint64_t a = address_of(p, &p->s->r->samples[n], p->i);
        uint64_t b = address_of(p, &p->s->r->samples[n], p->k);
        if (!a || !b)
            continue;
        double d = (double)(int64_t)(b - a);
        *least = found ? fmin(*least, d) : d;
        *most = found ? fmax(*most, d) : d;
        *nearest = found ? fmin(*nearest, fabs(d)) : fabs(d);
        found = true;
    }
    return found;
}

/* ---- groups ---- */

/* Returns whether the two references are in one group; *offset: their distance. */
static bool are_grouped(const struct sweep_pair *p, double *offset)
{
    const struct movement *m = p->s->to;
    double least = 0, most = 0, nearest = 0;
    bool alike =
        have_equal_strides(p) && (p->outer == 0 || is_known(m->at[p->i].strides[p->outer - 1]) ==
                                                       is_known(m->at[p->k].strides[p->outer - 1]));
    if (!alike || !find_distances(p, &least, &most, &nearest) || least != most)
        return false;
    *offset = least;
    return !p->one.known || nearest < fmax(p->one.high - p->one.low, PAGE);
}

static void join_groups(struct movement_search *s)
{
    for (size_t k = 1; k < s->to->n; k++)
        for (size_t i = 0; i < k; i++) {
            struct sweep_pair p = pair_of(s, i, k);
            double offset;
            if (s->to->at[i].group != (int)i || !are_grouped(&p, &offset))
                continue;
            s->to->at[k].group = (int)i;
            s->to->at[k].offset = offset;
            break;
        }
}

/* ---- storage ---- */

/* Returns whether both ranges are separate if a sample is at most `unknown` iterations of the loop
 * `outer` after its begin. */
static bool are_separate(const struct sweep_pair *p, const struct nest_sample *at, double unknown)
{
    const struct movement *m = p->s->to;
    double most = shorter(p->one, p->other) / OVERLAP_SHARE;
    double distance = (double)(int64_t)(address_of(p, at, p->k) - address_of(p, at, p->i));
    double drift = m->at[p->k].strides[p->outer].value - m->at[p->i].strides[p->outer].value;
    struct extent begin = moved(p->other, distance);
    struct extent end = moved(p->other, distance - drift * unknown);
    bool after = begin.low >= p->one.low && end.low >= p->one.low;
    bool before = begin.low <= p->one.low && end.low <= p->one.low;
    return (after || before) && overlap_of(p->one, begin) <= most &&
           overlap_of(p->one, end) <= most;
}

/* Samples of a process. */
struct positions {
    bool executed;                   /* both references, */
    bool based;                      /* in samples at the begin of the sweep, */
    bool separate;                   /* where they were separate in all of them */
    const struct nest_sample *first; /* at the least iteration of the loop `outer`; NULL = none */
    double least, most;              /* iterations, from an unknown one */
};

static void add_position(struct positions *at, const struct sweep_pair *p,
                         const struct nest_sample *s)
{
    const struct movement *m = p->s->to;
    int level = p->s->outer + p->outer;
    bool flat = p->s->flat && p->outer + 1 == m->n_levels;
    if (s->based <= level) {
        at->separate = (!at->based || at->separate) && are_separate(p, s, 0);
        at->based = true;
    }
    size_t by = m->at[p->i].strides[p->outer].value != 0 ? p->i : p->k;
    double stride = m->at[by].strides[p->outer].value;
    double pass = stride != 0 ? (double)address_of(p, s, by) / stride : 0;
    if (s->based > level + 1 && !flat)
        return;
    if (!at->first || pass < at->least) {
        at->first = s;
        at->least = pass;
    }
    at->most = fmax(at->most, pass);
}

/* Returns whether two references with known strides access different storage in the sweeps of a
 * process. */
static bool are_apart_in(const struct sweep_pair *p, size_t process)
{
    const struct quantity trip = p->s->to->levels[p->outer].trip;
    struct positions at = {.most = -INFINITY};
    for (size_t n = 0; n < p->s->r->n_samples; n++) {
        const struct nest_sample *s = &p->s->r->samples[n];
        if (s->process != process || !address_of(p, s, p->i) || !address_of(p, s, p->k))
            continue;
        at.executed = true;
        add_position(&at, p, s);
    }
    if (!at.executed || at.based)
        return !at.executed || at.separate;
    double unknown = at.first && is_known(trip) ? trip.value - 1 - (at.most - at.least) : -1;
    return unknown >= 0 && are_separate(p, at.first, unknown);
}

/* Returns whether all recorded addresses of two references are apart. */
static bool are_ranges_apart(const struct sweep_pair *p)
{
    const struct nest_record *r = p->s->r;
    for (size_t i = 0; i < r->n_processes; i++) {
        struct nest_range a = r->refs[p->s->refs[p->i]].ranges[i];
        struct nest_range b = r->refs[p->s->refs[p->k]].ranges[i];
        if (a.low <= b.high && b.low <= a.high)
            return false;
    }
    return true;
}

static bool are_apart(const struct sweep_pair *p)
{
    double least = 0, most = 0, nearest = 0;
    if (p->s->refs[p->i] == p->s->refs[p->k])
        return false;
    if (!p->one.known || !p->other.known)
        return are_ranges_apart(p);
    if (have_equal_strides(p))
        return find_distances(p, &least, &most, &nearest) && nearest >= p->one.high - p->one.low;
    bool apart = p->s->r->n_samples > 0;
    for (size_t i = 0; apart && i < p->s->r->n_processes; i++)
        apart = are_apart_in(p, i);
    return apart;
}

static void rename_storage(struct movement *m, int from, int to)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->at[i].storage == from)
            m->at[i].storage = to;
}

static void join_storage(struct movement_search *s)
{
    struct movement *m = s->to;
    for (size_t k = 1; k < m->n; k++)
        for (size_t i = 0; i < k; i++) {
            if (m->at[i].storage == m->at[k].storage)
                continue;
            struct sweep_pair p = pair_of(s, i, k);
            if (m->at[i].group == m->at[k].group || !are_apart(&p))
                rename_storage(m, m->at[k].storage, m->at[i].storage);
        }
}

void nest_movement(struct arena *a, const struct nest_record *r, struct movement *to)
{
    struct movement_search s = {.a = a, .r = r, .to = to};
    s.flat = is_flat(&s);
    *to = (struct movement){.missing = r->code->incomplete};
    s.outer = outermost_known(&s);
    set_levels(&s);
    add_sweeps(&s);
    join_groups(&s);
    join_storage(&s);
}
