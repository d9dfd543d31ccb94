/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma --cache: what the loops move through caches. */
#ifndef COMMANDS_KMA_CACHE_H
#define COMMANDS_KMA_CACHE_H

#include "base/json.h"
#include "base/options.h"
#include "bounds/traffic.h"
#include "commands/common.h"
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
/* Adds an innermost loop's rows to the table that kma_cache_text prints; its windows. */
void kma_cache_rows(struct table *t, const struct kma_loop *l, const struct kma_caches *c);
void kma_cache_windows(FILE *out, const struct kma_loop *l, const struct kma_caches *c);
void kma_cache_text(FILE *out, struct table *t);

#endif
