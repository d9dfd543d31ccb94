/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histograms of reuse distances of recorded accesses. */
#include "base/util.h"
#include "counts/runtime/format.h"
#include "counts/streams.h"

enum { SINGLE = 16, PARTS_LOG = 3, SINGLE_LOG = 4 };

/* ---- bins ---- */

uint32_t stream_bin(uint64_t lines)
{
    if (lines < SINGLE)
        return (uint32_t)lines;
    uint32_t log = 63 - (uint32_t)__builtin_clzll(lines);
    uint32_t bin = SINGLE + ((log - SINGLE_LOG) << PARTS_LOG) + (lines >> (log - PARTS_LOG) & 7);
    return bin < STREAM_BINS ? bin : STREAM_BINS - 1;
}

uint64_t stream_bin_from(uint32_t bin)
{
    if (bin < SINGLE)
        return bin;
    uint32_t log = ((bin - SINGLE) >> PARTS_LOG) + SINGLE_LOG;
    return (UINT64_C(8) + ((bin - SINGLE) & 7)) << (log - PARTS_LOG);
}

/* ---- elements ---- */

struct key_search {
    const struct stream_thread *t;
    uint64_t key;
};

static bool is_before(const void *context, size_t i)
{
    const struct key_search *s = context;
    return s->t->counts[i].key < s->key;
}

/* Returns the index of the first element with at least this key. */
static size_t find_key(const struct stream_thread *t, uint64_t key)
{
    return partition_point(t->n_counts, is_before, &(struct key_search){t, key});
}

static uint64_t key_of(uint64_t number, enum record_kind kind)
{
    return RECORD_KEY + number * RECORD_KEY_NUMBER + (uint64_t)kind * RECORD_KEY_KIND;
}

uint64_t stream_passes(const struct stream_thread *t, const struct stream_unit *u, uint32_t part)
{
    uint64_t key = key_of((uint64_t)u->is.first_part + part, RECORD_PASSES), n = 0;
    for (size_t i = find_key(t, key); i < t->n_counts && t->counts[i].key == key; i++)
        n += t->counts[i].n;
    return n;
}

static void add_bins(const struct stream_thread *t, uint64_t number, enum record_kind kind,
                     double *bins)
{
    uint64_t key = key_of(number, kind);
    for (size_t i = find_key(t, key); i < t->n_counts && t->counts[i].key < key + RECORD_KEY_KIND;
         i++)
        bins[t->counts[i].key - key] += (double)t->counts[i].n;
}

/* Adds histograms of four kinds from `first`. */
static void add_kinds(const struct stream_thread *t, uint64_t number, enum record_kind first,
                      struct stream_reuse *r)
{
    double *const bins[] = {r->exact.reused, r->exact.unknown, r->sampled.reused,
                            r->sampled.unknown};
    for (unsigned i = 0; i < COUNT_OF(bins); i++)
        add_bins(t, number, first + i, bins[i]);
}

void stream_reuse_add(const struct stream_thread *t, const struct stream_unit *u,
                      uint32_t reference, struct stream_reuse *r)
{
    add_kinds(t, (uint64_t)u->is.first_reference + reference, RECORD_REUSED, r);
}

void stream_written_add(const struct stream_thread *t, const struct stream_unit *u,
                        uint32_t reference, struct stream_reuse *r)
{
    add_kinds(t, (uint64_t)u->is.first_reference + reference, RECORD_WRITTEN, r);
}

/* ---- distribution ---- */

/* Accesses whose distance is known or at least that of the bin, for each bin. */
static void find_at_risk(const struct stream_histogram *h, double *risk)
{
    double sum = 0;
    for (uint32_t b = STREAM_BINS; b-- > 0;)
        risk[b] = sum += h->reused[b] + h->unknown[b];
}

/* An access with an unknown distance of at least d can have the distance d: in its bin it counts as
 * at risk by half. */
static double share_of_bin(const struct stream_histogram *h, const double *risk, uint32_t b)
{
    double at_risk = risk[b] - h->unknown[b] / 2;
    return at_risk > 0 ? h->reused[b] / at_risk : 0;
}

void stream_distribute(const struct stream_reuse *r, struct stream_shares *s)
{
    struct stream_histogram both;
    double exact_risk[STREAM_BINS], risk[STREAM_BINS], left = 1;
    for (uint32_t b = 0; b < STREAM_BINS; b++) {
        both.reused[b] = r->exact.reused[b] + r->sampled.reused[b];
        both.unknown[b] = r->exact.unknown[b] + r->sampled.unknown[b];
    }
    find_at_risk(&r->exact, exact_risk);
    find_at_risk(&both, risk);
    for (uint32_t b = 0; b < STREAM_BINS; b++) {
        bool exact = stream_bin_from(b) < STREAM_EXACT && exact_risk[b] > 0;
        double h = exact ? share_of_bin(&r->exact, exact_risk, b) : share_of_bin(&both, risk, b);
        s->share[b] = left * (h < 1 ? h : 1);
        left -= s->share[b];
    }
    s->beyond = left;
    s->accesses = risk[0];
}
