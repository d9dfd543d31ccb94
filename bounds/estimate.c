/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/estimate.h"
#include "base/util.h"
#include "bounds/data.h"
#include "bounds/footprint.h"
#include "bounds/reuse.h"

#include <math.h>

enum { REFERENCES_MOST = 400 };

/* ---- sweeps ---- */

static enum data_use use_of(const struct movement *m, int storage)
{
    bool loaded = false, stored = false;
    for (size_t i = 0; i < m->n; i++)
        if (m->at[i].storage == storage) {
            loaded |= !m->at[i].write;
            stored |= m->at[i].write;
        }
    return loaded && stored ? USE_BOTH : stored ? USE_STORED : USE_LOADED;
}

/* Returns the bytes in lines of that size that a group accesses in one execution of the loops from
 * `outer` inward. */
static double group_bytes(struct arena *a, const struct movement *m, size_t group, int outer,
                          double line)
{
    struct span *spans = ARENA_ARRAY(a, struct span, m->n);
    struct repetition r[MOVEMENT_LEVELS];
    size_t n = 0;
    for (size_t i = 0; i < m->n; i++)
        if (m->at[i].group == (int)group)
            spans[n++] = (struct span){m->at[i].offset, m->at[i].offset + m->at[i].bytes};
    for (int k = outer; k < m->n_levels; k++)
        r[k - outer] = (struct repetition){m->at[group].strides[k].value, m->levels[k].trip.value};
    return footprint_expected_bytes(a, spans, n, r, (size_t)(m->n_levels - outer), line,
                                    m->at[group].bytes);
}

/* Lines, or pages, of a sweep: one execution of the loops from one of them inward. */
struct sweep_set {
    double bytes[DATA_USES];
    double iterations;
};

static double all_bytes(const struct sweep_set *s)
{
    return s->bytes[USE_LOADED] + s->bytes[USE_STORED] + s->bytes[USE_BOTH];
}

static struct sweep_set set_of_sweep(const struct movement *m, int outer, double line)
{
    struct arena scratch = {0};
    struct sweep_set s = {.iterations = 1};
    for (int k = outer; k < m->n_levels; k++)
        s.iterations *= m->levels[k].trip.value;
    for (size_t i = 0; i < m->n; i++)
        if (m->at[i].group == (int)i)
            s.bytes[use_of(m, m->at[i].storage)] += group_bytes(&scratch, m, i, outer, line);
    arena_free(&scratch);
    return s;
}

/* Returns the sets per iteration that do not stay in `holds` bytes: those of the innermost sweep
 * that is larger. Data stay from one execution of a smaller sweep to the next. */
static struct sweep_set missed_set(const struct movement *m, double line, double holds)
{
    for (int k = m->n_levels; k-- > 0;) {
        struct sweep_set s = set_of_sweep(m, k, line);
        if (all_bytes(&s) <= holds)
            continue;
        for (int use = 0; use < DATA_USES; use++)
            s.bytes[use] /= s.iterations;
        return s;
    }
    return (struct sweep_set){.iterations = 0};
}

/* ---- transfers ---- */

/* What an estimate is computed from. */
struct estimate_source {
    const struct movement *nest; /* NULL = from reuse distances */
    const struct reuse *reuse;
};

/* Returns the lines that are not in `holds` bytes, according to the reuse distances: those whose
 * first access is a store are stored, others that are modified are used for both. */
static struct sweep_set missed_by_reuse(const struct reuse *r, double holds)
{
    struct reuse_missed lines = reuse_beyond(r, holds);
    double both = fmin(fmax(lines.written - lines.stores, 0), lines.loads);
    return (struct sweep_set){.bytes = {[USE_LOADED] = (lines.loads - both) * r->line,
                                        [USE_STORED] = lines.stores * r->line,
                                        [USE_BOTH] = both * r->line},
                              .iterations = 1};
}

static struct sweep_set missed_of(const struct estimate_source *of, double line, double holds)
{
    return of->nest ? missed_set(of->nest, line, holds) : missed_by_reuse(of->reuse, holds);
}

/* Returns the bytes that the caches nearer than level i keep: those of the farthest of them, and of
 * the nearer ones if they have other lines. */
static double kept_bytes(const struct machine *m, int level)
{
    double sum = 0;
    for (int i = 0; i < level; i++) {
        const struct machine_cache *c = &m->caches[i];
        double bytes = is_known(c->effective) ? c->effective.value
                                              : c->bytes * (double)c->user_ways / (double)c->ways;
        sum = c->fill == FILL_VICTIM ? sum + bytes : fmax(sum, bytes);
    }
    return sum;
}

/* Returns the median rate of a mix to one core per cycle; the greatest if only that is known. */
static struct quantity mix_rate(const struct machine *m, int level, enum rate_mix mix)
{
    const struct machine_rate *r = machine_rate(m, level, mix, 1);
    if (!r)
        return missing("the machine file gives no rates of this level");
    return machine_flow_per_cycle(is_known(r->median.bytes) ? r->median : r->greatest, m->clock_hz);
}

/* Bytes that have no time yet. */
struct transfers {
    const struct machine *m;
    int level;
    double loaded, stored;
    struct quantity cycles;
    double own; /* cycles of the same mixes in the first cache */
};

/* Adds the time of a mix with that many bytes loaded and stored. */
static bool add_mix(struct transfers *t, enum rate_mix mix, double loaded, double stored)
{
    struct quantity rate = mix_rate(t->m, t->level, mix);
    if (loaded + stored == 0 || !is_known(rate))
        return false;
    struct quantity near = mix_rate(t->m, 0, mix);
    struct quantity pages = machine_small_pages(t->m, t->level, mix);
    if (is_known(pages))
        rate = q_mul(rate, pages);
    t->cycles = q_add(t->cycles, q_div(known(loaded + stored), rate, "the rate is 0"));
    t->own += is_known(near) ? (loaded + stored) / near.value : 0;
    t->loaded -= loaded;
    t->stored -= stored;
    return true;
}

/* Sets the cycles in which the bytes come from a level: updates, triads and copies so that as few
 * bytes as possible are left, which are loads or stores. Stores of unknown rate count as loads of
 * the line, and as much again to write it. */
static void find_cycles(struct estimate_level *l, const struct machine *m, int level)
{
    const double *bytes = l->bytes;
    struct transfers t = {m, level, bytes[USE_LOADED], bytes[USE_STORED], known(0), 0};
    t.loaded += bytes[USE_BOTH];
    if (!add_mix(&t, RATE_UPDATE, bytes[USE_BOTH], 0))
        t.loaded += bytes[USE_BOTH];
    double pairs = fmin(t.stored, fmax(t.loaded - t.stored, 0));
    add_mix(&t, RATE_TRIAD, 2 * pairs, pairs);
    pairs = fmin(t.stored, t.loaded);
    add_mix(&t, RATE_COPY, pairs, pairs);
    if (!add_mix(&t, RATE_STORE, 0, t.stored))
        t.loaded += 2 * t.stored;
    if (t.loaded > 0 && !add_mix(&t, RATE_LOAD, t.loaded, 0))
        t.cycles = mix_rate(m, level, RATE_LOAD);
    l->cycles = t.cycles;
    l->own = t.own;
}

static void find_levels(struct data_estimate *e, const struct machine *m,
                        const struct estimate_source *of)
{
    struct sweep_set farther = {.iterations = 0};
    e->n = m->n_caches;
    for (int i = m->n_caches; i > 0; i--) {
        struct estimate_level *l = &e->at[i - 1];
        *l = (struct estimate_level){.name = machine_level_name(m, i), .holds = kept_bytes(m, i)};
        struct sweep_set here = missed_of(of, m->caches[i - 1].line_bytes, l->holds);
        for (int use = 0; use < DATA_USES; use++)
            l->bytes[use] = fmax(here.bytes[use] - farther.bytes[use], 0);
        find_cycles(l, m, i);
        e->own += l->own;
        farther = here;
    }
}

/* ---- address translation ---- */

/* Pages that are in no TLB cost the latency of the last one; the processor hides the latency of the
 * nearer ones. The rates contain the cost of streams, which need each page once. */
static void find_translation(struct data_estimate *e, const struct machine *m,
                             const struct movement *of)
{
    const struct machine_tlb *last = m->n_tlbs ? &m->tlbs[m->n_tlbs - 1] : NULL;
    e->translation = known(0);
    if (!last || !is_known(last->entries) || !is_known(last->latency) || !is_known(m->page_bytes))
        return;
    double page = m->page_bytes.value, streams = 0;
    struct sweep_set s = missed_set(of, page, last->entries.value * page);
    for (int i = 0; i < e->n; i++)
        for (int use = 0; use < DATA_USES; use++)
            streams += e->at[i].bytes[use] / page;
    e->pages = fmax(all_bytes(&s) / page - streams, 0);
    e->translation = known(e->pages * last->latency.value);
}

/* ---- accesses that cross lines ---- */

/* Returns the share of executions of the loops around the innermost one in which a reference begins
 * at no multiple of `wide` bytes: arrays begin at lines. If their distances are no multiple, or the
 * begin is unknown, each multiple of `unit` bytes is as likely. */
static double misaligned_share(const struct movement *m, const struct sweep *s, double wide,
                               double unit)
{
    bool same = s->placed;
    for (int k = 0; k + 1 < m->n_levels; k++)
        same = same && fmod(s->strides[k].value, wide) == 0;
    return same ? fmod(s->begin, wide) != 0 : 1 - unit / wide;
}

/* Adds the line crossings of a reference per iteration. Of vectors one after the other that begin
 * at no multiple of their size, one crosses the end of each line. */
static void add_crossings(struct data_estimate *e, const struct machine *m,
                          const struct movement *of, const struct sweep *s, double vector)
{
    enum { UNIT = 8 };
    double line = m->caches[0].line_bytes;
    if (fabs(s->strides[of->n_levels - 1].value) != s->bytes)
        return;
    double wide = fmin(fmax(vector, s->bytes), line), unit = fmin(s->bytes, UNIT);
    e->crossings[s->write] += misaligned_share(of, s, wide, unit) * s->bytes / line;
}

static void find_crossings(struct data_estimate *e, const struct machine *m,
                           const struct movement *of, double vector)
{
    for (size_t i = 0; i < of->n; i++)
        add_crossings(e, m, of, &of->at[i], vector);
    for (int write = 0; write < 2; write++)
        if (is_known(m->crossing[write]))
            e->crossing_cycles += e->crossings[write] * m->crossing[write].value;
}

/* ---- the whole ---- */

/* Returns the mean of a share over the levels, by their cycles. */
static struct quantity mean_share(const struct machine *m, const struct data_estimate *e,
                                  struct quantity (*share)(const struct machine_level *l))
{
    struct quantity sum = known(0), cycles = known(0);
    for (int i = 0; i < e->n; i++) {
        if (is_known(e->at[i].cycles) && e->at[i].cycles.value == 0)
            continue;
        sum = q_add(sum, q_mul(share(&m->levels[i + 1]), e->at[i].cycles));
        cycles = q_add(cycles, e->at[i].cycles);
    }
    return is_known(cycles) && cycles.value == 0 ? known(1) : q_div(sum, cycles, "no cycles");
}

static struct quantity work_share(const struct machine_level *l)
{
    return is_known(l->overlap_median) ? l->overlap_median : l->overlap;
}

static struct quantity loads_share(const struct machine_level *l)
{
    return is_known(l->overlap_loads) ? l->overlap_loads : work_share(l);
}

static const char *unknown_reason(const struct source_loop *l)
{
    const struct movement *m = &l->movement;
    if (l->excluded)
        return "the loop was not analysed; see its notes";
    if (m->missing)
        return m->missing;
    if (m->n_levels == 0)
        return "only innermost loops have a data estimate";
    if (m->n > REFERENCES_MOST)
        return "it has too many references";
    for (int k = 0; k < m->n_levels; k++)
        if (!is_known(m->levels[k].trip))
            return m->levels[k].trip.missing;
    return data_unknown_size(m);
}

static struct data_estimate missing_estimate(const char *why)
{
    struct data_estimate e = {.n = 0};
    e.translation = e.transfer = e.overlap = e.overlap_loads = missing(why);
    return e;
}

/* Adds up the levels and the translation. */
static void find_transfer(struct data_estimate *e, const struct machine *m)
{
    e->transfer = e->translation;
    for (int i = 0; i < e->n; i++)
        e->transfer = q_add(e->transfer, e->at[i].cycles);
    e->overlap = mean_share(m, e, work_share);
    e->overlap_loads = mean_share(m, e, loads_share);
}

struct data_estimate data_estimate_find(const struct machine *m, const struct source_loop *l,
                                        double vector)
{
    struct data_estimate e = {.n = 0};
    const char *why = unknown_reason(l);
    if (why)
        return missing_estimate(why);
    find_levels(&e, m, &(struct estimate_source){.nest = &l->movement});
    find_translation(&e, m, &l->movement);
    find_crossings(&e, m, &l->movement, vector);
    find_transfer(&e, m);
    return e;
}

/* Returns why the bytes of a level are not known by reuse distances; NULL = those of all are. */
static const char *unknown_reuse(struct arena *a, const struct machine *m, const struct reuse *r)
{
    const char *why = r->no_written ? "the database does not contain which lines are modified: an "
                                      "older version of MACS recorded them"
                                    : NULL;
    for (int i = 1; !why && i <= m->n_caches; i++)
        why = reuse_unknown(a, r, kept_bytes(m, i));
    return why;
}

struct data_estimate data_estimate_of_reuse(struct arena *a, const struct machine *m,
                                            const struct reuse *r)
{
    struct data_estimate e = {.by_reuse = true, .error = r->error, .translation = known(0)};
    const char *why = unknown_reuse(a, m, r);
    if (why)
        return missing_estimate(why);
    find_levels(&e, m, &(struct estimate_source){.reuse = r});
    find_transfer(&e, m);
    return e;
}

struct data_estimate data_estimate_recorded(struct arena *a, const struct machine *m,
                                            const struct hot_data *d)
{
    const struct source_loop nest = {.movement = d->movement};
    return unknown_reason(&nest) && d->reuse.passes > 0 ? data_estimate_of_reuse(a, m, &d->reuse)
                                                        : data_estimate_find(m, &nest, 0);
}

static struct quantity shorter(struct quantity a, struct quantity b)
{
    return q_sub(q_add(a, b), q_max(a, b));
}

struct quantity estimate_with_work(struct quantity work, struct quantity accesses,
                                   const struct data_estimate *e)
{
    accesses = q_add(accesses, known(e->crossing_cycles));
    work = q_max(work, accesses);
    struct quantity both = shorter(work, e->transfer);
    struct quantity more = shorter(both, q_max(q_sub(accesses, known(e->own)), known(0)));
    struct quantity hidden =
        q_add(q_mul(e->overlap_loads, more), q_mul(e->overlap, q_sub(both, more)));
    return q_sub(q_add(work, e->transfer), hidden);
}
