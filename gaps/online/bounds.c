/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops and their bounds. */
#include "gaps/online/internal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct mg_loop_entry *mg_loop_entry_at(const macs_gap *g, int loop)
{
    return g && loop >= 0 && (size_t)loop < g->n ? &g->loops[loop] : NULL;
}

/* Enlarges *list, which has n elements of size bytes, by one zeroed element. Returns the new
 * element; NULL without memory, with *list unchanged. */
static void *add_element(void **list, size_t n, size_t size)
{
    void *more = n < INT_MAX / 2 ? realloc(*list, (n + 1) * size) : NULL;
    if (!more)
        return NULL;
    *list = more;
    return memset((char *)more + n * size, 0, size);
}

static void free_terms(struct mg_terms *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->at[i].name);
    free(t->at);
}

static void free_loop(const macs_gap *g, struct mg_loop_entry *l)
{
    for (int t = 0; l->counts && t < g->threads; t++)
        free(l->counts[t].skipped);
    for (size_t b = 0; b < l->n_blocks; b++) {
        free(l->blocks[b].name);
        free_terms(&l->blocks[b].saves);
    }
    free(l->blocks);
    free_terms(&l->terms);
    free(l->counts);
    free(l->name);
}

macs_gap *mg_new(int threads)
{
    macs_gap *g = threads > 0 ? calloc(1, sizeof *g) : NULL;
    if (g)
        g->threads = threads;
    return g;
}

void mg_free(macs_gap *g)
{
    for (size_t i = 0; g && i < g->n; i++)
        free_loop(g, &g->loops[i]);
    if (g)
        free(g->loops);
    if (g)
        free(g->isa);
    free(g);
}

static bool is_count(double v)
{
    return isfinite(v) && v >= 0;
}

int mg_loop(macs_gap *g, const char *name, double tnf, double m)
{
    if (!g || !name || !*name || isinf(tnf) || isinf(m) || tnf < 0 || m < 0)
        return -1;
    for (size_t i = 0; i < g->n; i++)
        if (strcmp(g->loops[i].name, name) == 0)
            return -1;
    struct mg_loop_entry *l = add_element((void **)&g->loops, g->n, sizeof *l);
    if (!l)
        return -1;
    l->name = strdup(name);
    l->tnf = tnf;
    l->m = m;
    l->counts = aligned_alloc(64, (size_t)g->threads * sizeof *l->counts);
    if (!l->name || !l->counts) {
        free(l->name);
        free(l->counts);
        return -1;
    }
    memset(l->counts, 0, (size_t)g->threads * sizeof *l->counts);
    return (int)g->n++;
}

static const struct mg_term_entry *find_term(const struct mg_terms *t, enum mg_rung rung,
                                             const char *name)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].rung == rung && strcmp(t->at[i].name, name) == 0)
            return &t->at[i];
    return NULL;
}

static int add_term(struct mg_terms *t, enum mg_rung rung, const char *name, double cpl)
{
    bool valid = name && *name && (unsigned)rung < MG_RUNGS && is_count(cpl);
    if (!valid || find_term(t, rung, name))
        return -1;
    struct mg_term_entry *term = add_element((void **)&t->at, t->n, sizeof *term);
    char *own = term ? strdup(name) : NULL;
    if (!own)
        return -1;
    *term = (struct mg_term_entry){rung, own, cpl};
    t->n++;
    return 0;
}

int mg_term(macs_gap *g, int loop, enum mg_rung rung, const char *term, double cpl)
{
    struct mg_loop_entry *l = mg_loop_entry_at(g, loop);
    return l ? add_term(&l->terms, rung, term, cpl) : -1;
}

/* Adds the count of one more block on every thread. Returns false without memory. */
static bool add_skip_counts(const macs_gap *g, struct mg_loop_entry *l)
{
    for (int t = 0; t < g->threads; t++) {
        double *more = realloc(l->counts[t].skipped, (l->n_blocks + 1) * sizeof *more);
        if (!more)
            return false;
        more[l->n_blocks] = 0;
        l->counts[t].skipped = more;
    }
    return true;
}

int mg_block(macs_gap *g, int loop, const char *name)
{
    struct mg_loop_entry *l = mg_loop_entry_at(g, loop);
    if (!l || !name || !*name || mg_find_block(g, loop, name) >= 0 || !add_skip_counts(g, l))
        return -1;
    struct mg_block_entry *b = add_element((void **)&l->blocks, l->n_blocks, sizeof *b);
    if (!b || !(b->name = strdup(name)))
        return -1;
    return (int)l->n_blocks++;
}

int mg_block_term(macs_gap *g, int loop, int block, enum mg_rung rung, const char *term, double cpl)
{
    struct mg_loop_entry *l = mg_loop_entry_at(g, loop);
    if (!l || block < 0 || (size_t)block >= l->n_blocks || !term ||
        !find_term(&l->terms, rung, term))
        return -1;
    return add_term(&l->blocks[block].saves, rung, term, cpl);
}

int mg_block_flops(macs_gap *g, int loop, int block, double tnf, double m)
{
    struct mg_loop_entry *l = mg_loop_entry_at(g, loop);
    if (!l || block < 0 || (size_t)block >= l->n_blocks || isinf(tnf) || isinf(m) || tnf < 0 ||
        m < 0)
        return -1;
    l->blocks[block].tnf = tnf;
    l->blocks[block].m = m;
    return 0;
}

/* ---- names ---- */

/* Returns whether tail is the end of name, after a slash or colon. */
static bool is_tail(const char *name, const char *tail)
{
    size_t n = strlen(name), w = strlen(tail);
    if (w == 0 || w >= n || strcmp(name + n - w, tail) != 0)
        return false;
    return name[n - w - 1] == '/' || name[n - w - 1] == ':';
}

int mg_find(const macs_gap *g, const char *loop)
{
    int match = -1; /* -2 = several */
    for (size_t i = 0; g && loop && i < g->n; i++) {
        if (strcmp(g->loops[i].name, loop) == 0)
            return (int)i;
        if (is_tail(g->loops[i].name, loop))
            match = match == -1 ? (int)i : -2;
    }
    return match < 0 ? -1 : match;
}

int mg_find_block(const macs_gap *g, int loop, const char *block)
{
    const struct mg_loop_entry *l = mg_loop_entry_at(g, loop);
    for (size_t b = 0; l && block && b < l->n_blocks; b++)
        if (strcmp(l->blocks[b].name, block) == 0)
            return (int)b;
    return -1;
}

int mg_loops(const macs_gap *g)
{
    return g ? (int)g->n : 0;
}

const char *mg_name(const macs_gap *g, int loop)
{
    const struct mg_loop_entry *l = mg_loop_entry_at(g, loop);
    return l ? l->name : NULL;
}
