/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma --cache: cache traffic of the loops. */
#ifndef COMMANDS_KMA_CACHE_H
#define COMMANDS_KMA_CACHE_H

#include "base/json.h"
#include "base/options.h"
#include "bounds/traffic.h"
#include "commands/common.h"
#include "commands/kma/loops.h"

struct kma_caches {
    struct cache_level at[MACHINE_CACHES];
    int n;     /* 0: no --cache */
    bool data; /* the caches of a machine with data rates: report data bounds */
};

/* Checks the value of --cache ("machine" or SIZE[,LINE]) and each -D NAME=NUMBER. False after a
 * usage message. */
bool kma_cache_check(const char *value, const struct option_list *values);
/* Returns the caches that a checked value of --cache names; none for NULL. */
struct kma_caches kma_caches_of(const char *value, const struct machine *m);

/* Writes the value of a loop's key "cache". */
void kma_cache_json(struct json *j, const struct source_loop *l, const struct kma_caches *c);
/* Adds the rows of an innermost loop to the table. */
void kma_cache_rows(struct table *t, const struct kma_loop *l, const struct kma_caches *c);
/* Prints the reference windows of a loop. */
void kma_cache_windows(FILE *out, const struct kma_loop *l, const struct kma_caches *c);
/* Prints the table with its heading. */
void kma_cache_text(FILE *out, struct table *t);

#endif
