/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma --cache: what the loops move through caches. */
#ifndef COMMANDS_KMA_CACHE_H
#define COMMANDS_KMA_CACHE_H

#include "base/json.h"
#include "base/options.h"
#include "bounds/traffic.h"
#include "commands/kma-loops.h"

struct kma_caches {
    struct cache_level at[MACHINE_CACHES];
    int n; /* 0 = not asked for */
};

/* Whether --cache's value is "machine" or SIZE[,LINE], and each of -D NAME=NUMBER;
 * false after a message about wrong usage. */
bool kma_cache_check(const char *value, const struct option_list *values);
/* The caches that a checked value means. */
struct kma_caches kma_caches_of(const char *value, const struct machine *m);

/* The value of a loop's key "cache". */
void kma_cache_json(struct json *j, const struct source_loop *l, const struct kma_caches *c);
/* A table of the innermost loops; verbose: with their windows. */
void kma_cache_text(FILE *out, const struct kma_loop *loops, size_t n, const struct kma_caches *c,
                    bool verbose);

#endif
