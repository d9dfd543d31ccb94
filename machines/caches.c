/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads cache.NAME.KEY: the levels of the memory hierarchy. */
#include "machines/reader.h"
#include "machines/values.h"
#include "base/nearest.h"

#include <math.h>
#include <string.h>

static const char *const cache_keys[] = {
    "size",          "line",      "block",  "ways", "user-ways",      "replacement", "latency",
    "latency-block", "effective", "shared", "fill", "write-allocate", NULL,
};

/* Returns the index of the cache with the name of n bytes; -1 after an error. */
static int cache_of(struct reader *r, const struct key_entry *e, const char *name, size_t n)
{
    struct machine *m = r->m;
    for (int c = 0; c < m->n_caches; c++)
        if (strlen(m->caches[c].name) == n && strncmp(m->caches[c].name, name, n) == 0)
            return c;
    if (m->n_caches == MACHINE_CACHES) {
        diag_error(r->d, e->where, "a machine has at most %d caches", MACHINE_CACHES);
        return -1;
    }
    m->caches[m->n_caches] = (struct machine_cache){
        .name = arena_strndup(r->a, name, n),
        .latency = missing("the machine file gives no latency of this cache"),
        .latency_block = missing("the machine file gives no block latency of this cache"),
        .effective = missing("the machine file gives no effective size of this cache"),
        .shared = 1,
    };
    r->caches[m->n_caches].first = e;
    return m->n_caches++;
}

static bool cache_bytes(struct reader *r, const struct key_entry *e, double *bytes)
{
    return value_number(e, (struct number_rule){UNIT_BYTES, 1, 1e12, true}, r->d, bytes);
}

/* Reads a number of ways or cores. */
static bool cache_count(struct reader *r, const struct key_entry *e, long *ways)
{
    double value;
    bool ok = value_number(e, (struct number_rule){UNIT_NONE, 1, 65536, true}, r->d, &value);
    if (ok)
        *ways = (long)value;
    return ok;
}

static void cache_latency(struct reader *r, const struct key_entry *e, struct quantity *latency)
{
    double cycles;
    if (value_number(e, latency_rule, r->d, &cycles))
        *latency = known(cycles);
}

static void cache_replacement(struct reader *r, const struct key_entry *e, bool *lru)
{
    *lru = strcmp(e->value, "lru") == 0;
    if (!*lru && strcmp(e->value, "random") != 0)
        diag_error(r->d, word_where(e, (struct word){0}), "%s must be 'lru' or 'random'", e->key);
}

static void report_unknown_cache_key(struct reader *r, const struct key_entry *e, const char *key)
{
    struct nearest n = {.word = key};
    for (int i = 0; cache_keys[i]; i++)
        nearest_offer(&n, cache_keys[i]);
    diag_error(r->d, e->where, "a cache has no key '%s'%s", key, did_you_mean(r, &n));
}

/* Reads the keys for bounds of data transfers. Returns false if the key is none of them. */
static bool read_data_key(struct reader *r, const struct key_entry *e, const char *key,
                          struct machine_cache *c)
{
    double bytes;
    int choice;
    if (strcmp(key, "effective") == 0) {
        if (cache_bytes(r, e, &bytes))
            c->effective = known(bytes);
    } else if (strcmp(key, "shared") == 0) {
        cache_count(r, e, &c->shared);
    } else if (strcmp(key, "fill") == 0) {
        if ((choice = read_choice(r, e, cache_fill_names, 1)) > 0)
            c->fill = (enum cache_fill)choice;
    } else if (strcmp(key, "write-allocate") == 0) {
        if ((choice = read_choice(r, e, write_allocate_names, 1)) > 0)
            c->allocate = (enum write_allocate)choice;
    } else {
        return false;
    }
    return true;
}

void read_cache(struct reader *r, const struct key_entry *e, const char *rest)
{
    const char *dot = strrchr(rest, '.');
    if (!dot || dot == rest) {
        diag_error(r->d, e->where, "expected cache.NAME.KEY, for example cache.l1.size");
        return;
    }
    int i = cache_of(r, e, rest, (size_t)(dot - rest));
    if (i < 0)
        return;
    struct machine_cache *c = &r->m->caches[i];
    struct cache_keys *k = &r->caches[i];
    const char *key = dot + 1;
    if (strcmp(key, "size") == 0)
        k->size = cache_bytes(r, e, &c->bytes);
    else if (strcmp(key, "line") == 0)
        k->line = cache_bytes(r, e, &c->line_bytes);
    else if (strcmp(key, "block") == 0)
        k->block = cache_bytes(r, e, &c->block_bytes);
    else if (strcmp(key, "ways") == 0)
        k->ways = cache_count(r, e, &c->ways);
    else if (strcmp(key, "user-ways") == 0)
        k->user_ways = cache_count(r, e, &c->user_ways);
    else if (strcmp(key, "replacement") == 0)
        cache_replacement(r, e, &c->lru);
    else if (strcmp(key, "latency") == 0)
        cache_latency(r, e, &c->latency);
    else if (strcmp(key, "latency-block") == 0)
        cache_latency(r, e, &c->latency_block);
    else if (!read_data_key(r, e, key, c))
        report_unknown_cache_key(r, e, key);
}

/* An option usually changes a cache of the machine, so its name is wrong. */
static void report_incomplete_cache(struct reader *r, const struct machine_cache *c, struct where w)
{
    const char *names = NULL;
    for (int i = 0; i < r->m->n_caches; i++)
        if (!r->caches[i].first->where.option)
            names = arena_printf(r->a, "%s%s%s", names ? names : "; its caches are ",
                                 names ? ", " : "", r->m->caches[i].name);
    if (w.option)
        diag_error(r->d, w,
                   "the machine has no cache '%s'%s (a new cache needs size, line and ways)",
                   c->name, names ? names : "");
    else
        diag_error(r->d, w, "cache '%s' needs its size, line and ways", c->name);
}

static void finish_cache(struct reader *r, struct machine_cache *c, const struct cache_keys *k)
{
    struct where w = k->first->where;
    if (!k->size || !k->line || !k->ways) {
        report_incomplete_cache(r, c, w);
        return;
    }
    if (!k->block)
        c->block_bytes = c->line_bytes;
    if (!k->user_ways)
        c->user_ways = c->ways;
    if (fmod(c->bytes, (double)c->ways * c->block_bytes) != 0)
        diag_error(r->d, w, "cache '%s': the size must be a multiple of ways times block", c->name);
    if (fmod(c->block_bytes, c->line_bytes) != 0)
        diag_error(r->d, w, "cache '%s': the block must be a multiple of the line", c->name);
    if (c->user_ways > c->ways)
        diag_error(r->d, w, "cache '%s': user ways must not exceed the number of ways", c->name);
}

void finish_caches(struct reader *r)
{
    for (int c = 0; c < r->m->n_caches; c++)
        finish_cache(r, &r->m->caches[c], &r->caches[c]);
}
