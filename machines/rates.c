/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the data rates of the levels of a machine: rate.LEVEL.MIX, overlap.LEVEL, pages.LEVEL and
 * overlap.LEVEL.median; and tlb.NAME.KEY.
 */
#include "base/nearest.h"
#include "base/util.h"
#include "machines/reader.h"
#include "machines/values.h"

#include <stdlib.h>
#include <string.h>

const char *const rate_mix_names[] = {"load", "store", "copy", "update", "triad", NULL};
const char *const cache_fill_names[] = {"unknown", "inclusive", "non-inclusive", "exclusive-victim",
                                        NULL};
const char *const write_allocate_names[] = {"unknown", "always", "except-full-lines", NULL};
const char *const rate_source_names[] = {"unknown", "published", "measured", NULL};

enum { MOST_CORES = 65536 };
static const struct number_rule share_rule = {UNIT_NONE, 0, 1, false};
static const struct number_rule spread_rule = {UNIT_NONE, 0, 1000, false};
static const struct number_rule entries_rule = {UNIT_NONE, 1, 1e9, true};

/* ---- levels ---- */

const char *machine_level_name(const struct machine *m, int i)
{
    return i < m->n_caches ? m->caches[i].name : "memory";
}

/* Returns the index of the level with the name of n bytes; -1 after an error. */
static int level_of(struct reader *r, const struct key_entry *e, const char *name, size_t n)
{
    const char *text = arena_strndup(r->a, name, n);
    struct nearest near = {.word = text};
    for (int i = 0; i <= r->m->n_caches; i++) {
        if (strcmp(machine_level_name(r->m, i), text) == 0)
            return i;
        nearest_offer(&near, machine_level_name(r->m, i));
    }
    diag_error(r->d, e->where, "%s: no cache is called '%s'%s", e->key, text,
               near.best ? did_you_mean(r, &near) : "; add its lines cache.NAME.KEY");
    return -1;
}

/* Returns the value of overlap.LEVEL or overlap.LEVEL.WHAT. */
static struct quantity *overlap_of(struct machine_level *l, const char *what)
{
    return strcmp(what, "median") == 0  ? &l->overlap_median
           : strcmp(what, "loads") == 0 ? &l->overlap_loads
           : *what                      ? NULL
                                        : &l->overlap;
}

void read_overlap(struct reader *r, const struct key_entry *e, const char *rest)
{
    size_t n = strcspn(rest, ".");
    int level = level_of(r, e, rest, n);
    double share;
    if (level < 0)
        return;
    struct quantity *to = overlap_of(&r->m->levels[level], rest + n + (rest[n] == '.'));
    if (!to)
        diag_error(r->d, e->where, "%s: expected overlap.LEVEL, or .median or .loads after it",
                   e->key);
    else if (value_number(e, share_rule, r->d, &share))
        *to = known(share);
}

/* Returns the mix with the name of n bytes; RATE_MIXES = none. */
static int mix_of(const char *name, size_t n)
{
    int mix = 0;
    while (rate_mix_names[mix] &&
           (strlen(rate_mix_names[mix]) != n || strncmp(rate_mix_names[mix], name, n) != 0))
        mix++;
    return mix;
}

void read_pages(struct reader *r, const struct key_entry *e, const char *rest)
{
    size_t n = strcspn(rest, ".");
    int level = level_of(r, e, rest, n);
    const char *name = rest + n + (rest[n] == '.');
    int mix = mix_of(name, strlen(name));
    double share;
    if (level < 0)
        return;
    if (rest[n] && mix == RATE_MIXES)
        diag_error(r->d, e->where,
                   "%s: expected pages.LEVEL or pages.LEVEL.MIX; MIX is load, store, copy, update "
                   "or triad",
                   e->key);
    else if (value_number(e, share_rule, r->d, &share))
        *(rest[n] ? &r->m->levels[level].small_pages_of[mix] : &r->m->levels[level].small_pages) =
            known(share);
}

/* ---- rates ---- */

/* A key rate.LEVEL.MIX[.cores-N][.median|.spread]. */
struct rate_key {
    int level, mix;
    long cores;
    const char *what; /* "", "median" or "spread" */
};

static bool wrong_rate_key(struct reader *r, const struct key_entry *e)
{
    diag_error(r->d, e->where,
               "expected rate.LEVEL.MIX, .median, .spread or .cores-N, for example "
               "rate.memory.load.cores-4; MIX is load, store, copy, update or triad");
    return false;
}

/* Reads "cores-N" of n bytes. Returns false if it is something else. */
static bool read_cores(const char *text, size_t n, long *cores)
{
    static const char word[] = "cores-";
    size_t prefix = sizeof word - 1;
    if (n <= prefix || strncmp(text, word, prefix) != 0 || text[prefix] < '1' || text[prefix] > '9')
        return false;
    char *end;
    *cores = strtol(text + prefix, &end, 10);
    return end == text + n && *cores >= 2 && *cores <= MOST_CORES;
}

static bool read_rate_key(struct reader *r, const struct key_entry *e, const char *rest,
                          struct rate_key *k)
{
    size_t n = strcspn(rest, ".");
    *k = (struct rate_key){.cores = 1, .what = ""};
    if (!rest[n])
        return wrong_rate_key(r, e);
    k->level = level_of(r, e, rest, n);
    if (k->level < 0)
        return false;
    rest += n + 1;
    n = strcspn(rest, ".");
    k->mix = mix_of(rest, n);
    if (k->mix == RATE_MIXES)
        return wrong_rate_key(r, e);
    rest += n + (rest[n] == '.');
    n = strcspn(rest, ".");
    if (read_cores(rest, n, &k->cores))
        rest += n + (rest[n] == '.');
    k->what = rest;
    return !*rest || strcmp(rest, "median") == 0 || strcmp(rest, "spread") == 0 ||
           wrong_rate_key(r, e);
}

/* Returns the rate of the key's mix and cores; a new one if there is none yet. */
static struct machine_rate *rate_of(struct reader *r, const struct rate_key *k)
{
    struct machine_level *level = &r->m->levels[k->level];
    struct machine_rate *at = level->rates[k->mix];
    int *n = &level->n_rates[k->mix];
    for (int i = 0; i < *n; i++)
        if (at[i].cores == k->cores)
            return &at[i];
    const char *key = arena_printf(r->a, "rate.%s.%s", machine_level_name(r->m, k->level),
                                   rate_mix_names[k->mix]);
    if (k->cores > 1)
        key = arena_printf(r->a, "%s.cores-%ld", key, k->cores);
    struct machine_rate *new = ARENA_PUSH(r->a, level->rates[k->mix], *n);
    *new = (struct machine_rate){.cores = k->cores};
    new->greatest.bytes = missing(arena_printf(r->a, "the machine file gives no %s", key));
    new->median.bytes = missing(arena_printf(r->a, "the machine file gives no %s.median", key));
    new->spread = missing(arena_printf(r->a, "the machine file gives no %s.spread", key));
    return new;
}

static void read_flow(struct reader *r, const struct key_entry *e, struct machine_flow *flow)
{
    static const enum unit choice[] = {UNIT_BYTES_PER_CYCLE, UNIT_BYTES_PER_SECOND};
    enum unit unit = value_unit(e, choice, COUNT_OF(choice));
    bool per_second = unit == UNIT_BYTES_PER_SECOND;
    struct number_rule rule = {unit, per_second ? 1 : 1e-6, per_second ? 1e18 : 1e6, false};
    double bytes;
    if (value_number(e, rule, r->d, &bytes))
        *flow = (struct machine_flow){known(bytes), per_second};
}

void read_rate(struct reader *r, const struct key_entry *e, const char *rest)
{
    struct rate_key k;
    double spread;
    if (!read_rate_key(r, e, rest, &k))
        return;
    struct machine_rate *rate = rate_of(r, &k);
    if (strcmp(k.what, "spread") != 0)
        read_flow(r, e, *k.what ? &rate->median : &rate->greatest);
    else if (value_number(e, spread_rule, r->d, &spread))
        rate->spread = known(spread);
}

void read_rate_source(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    int choice = read_choice(r, e, rate_source_names, 1);
    if (choice > 0)
        r->m->rate_source = (enum rate_source)choice;
}

const struct machine_rate *machine_rate(const struct machine *m, int level, enum rate_mix mix,
                                        long cores)
{
    const struct machine_level *of = &m->levels[level];
    for (int i = 0; i < of->n_rates[mix]; i++)
        if (of->rates[mix][i].cores == cores)
            return &of->rates[mix][i];
    return NULL;
}

struct quantity machine_small_pages(const struct machine *m, int level, enum rate_mix mix)
{
    const struct machine_level *l = &m->levels[level];
    return is_known(l->small_pages_of[mix]) ? l->small_pages_of[mix] : l->small_pages;
}

struct quantity machine_flow_per_cycle(struct machine_flow f, struct quantity clock_hz)
{
    return f.per_second ? q_div(f.bytes, clock_hz, "the clock rate is 0") : f.bytes;
}

static int by_cores(const void *x, const void *y)
{
    const struct machine_rate *a = x, *b = y;
    return ORDER_OF(a->cores, b->cores);
}

void begin_levels(struct reader *r)
{
    for (int i = 0; i < MACHINE_LEVELS; i++) {
        struct machine_level *l = &r->m->levels[i];
        l->overlap = l->overlap_median = l->overlap_loads =
            missing("the machine file gives no overlap of this level");
        l->small_pages = missing("the machine file gives no rate on normal pages of this level");
        for (int mix = 0; mix < RATE_MIXES; mix++)
            l->small_pages_of[mix] = l->small_pages;
    }
}

void finish_levels(struct reader *r)
{
    for (int i = 0; i <= r->m->n_caches; i++)
        for (int mix = 0; mix < RATE_MIXES; mix++)
            if (r->m->levels[i].n_rates[mix])
                qsort(r->m->levels[i].rates[mix], (size_t)r->m->levels[i].n_rates[mix],
                      sizeof(struct machine_rate), by_cores);
}

/* ---- address translation ---- */

static const char *const tlb_keys[] = {
    "entries",
    "huge-entries",
    "latency",
    NULL,
};

static struct machine_tlb *tlb_of(struct reader *r, const struct key_entry *e, const char *name,
                                  size_t n)
{
    struct machine *m = r->m;
    for (int i = 0; i < m->n_tlbs; i++)
        if (strlen(m->tlbs[i].name) == n && strncmp(m->tlbs[i].name, name, n) == 0)
            return &m->tlbs[i];
    if (m->n_tlbs == MACHINE_TLBS) {
        diag_error(r->d, e->where, "a machine has at most %d levels of TLBs", MACHINE_TLBS);
        return NULL;
    }
    m->tlbs[m->n_tlbs] = (struct machine_tlb){
        .name = arena_strndup(r->a, name, n),
        .entries = missing("the machine file gives no entries of this TLB"),
        .huge_entries = missing("the machine file gives no entries of this TLB for huge pages"),
        .latency = missing("the machine file gives no latency of a miss of this TLB"),
    };
    return &m->tlbs[m->n_tlbs++];
}

static void report_unknown_tlb_key(struct reader *r, const struct key_entry *e, const char *key)
{
    struct nearest n = {.word = key};
    for (int i = 0; tlb_keys[i]; i++)
        nearest_offer(&n, tlb_keys[i]);
    diag_error(r->d, e->where, "a TLB has no key '%s'%s", key, did_you_mean(r, &n));
}

void read_tlb(struct reader *r, const struct key_entry *e, const char *rest)
{
    const char *dot = strrchr(rest, '.');
    if (!dot || dot == rest) {
        diag_error(r->d, e->where, "expected tlb.NAME.KEY, for example tlb.l1.entries");
        return;
    }
    struct machine_tlb *tlb = tlb_of(r, e, rest, (size_t)(dot - rest));
    struct quantity *const to[] = {tlb ? &tlb->entries : NULL, tlb ? &tlb->huge_entries : NULL,
                                   tlb ? &tlb->latency : NULL};
    double value;
    int key = 0;
    while (tlb_keys[key] && strcmp(tlb_keys[key], dot + 1) != 0)
        key++;
    if (!tlb_keys[key])
        report_unknown_tlb_key(r, e, dot + 1);
    else if (tlb &&
             value_number(e, to[key] == &tlb->latency ? latency_rule : entries_rule, r->d, &value))
        *to[key] = known(value);
}
