/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source loops of the reference build. A function of a header file is in the assembly text of every
 * file that includes it; its loops are identified by function, number in the function, source and
 * line, and are added up. */
#include "base/util.h"
#include "hotspots/counted.h"

#include <stdlib.h>
#include <string.h>

/* A source loop of a unit. */
struct unit_loop {
    const struct counted_unit *unit;
    const struct count_source_loop *of;
    uint32_t number; /* of the loop in its function */
    uint32_t parent; /* index in the list of all units; COUNT_NONE */
    uint32_t merged; /* index of its loop in the profile */
    uint32_t index;  /* in the list of all units */
};

static int compare_texts(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int compare_loops(const void *one, const void *other)
{
    const struct unit_loop *a = *(struct unit_loop *const *)one,
                           *b = *(struct unit_loop *const *)other;
    int order = compare_texts(a->of->function, b->of->function);
    if (!order)
        order = ORDER_OF(a->number, b->number);
    if (!order)
        order = strcmp(a->of->source, b->of->source);
    return order ? order : ORDER_OF(a->of->line, b->of->line);
}

static bool is_same_loop(const struct unit_loop *a, const struct unit_loop *b)
{
    return compare_loops(&a, &b) == 0 && a->of->end_line == b->of->end_line &&
           (a->parent == COUNT_NONE) == (b->parent == COUNT_NONE);
}

/* ---- loops of units ---- */

/* Returns the number of a loop in its function: those of a function follow each other. */
static uint32_t next_number(const struct count_map *m, size_t i, uint32_t last)
{
    bool same =
        i > 0 && compare_texts(m->source_loops[i].function, m->source_loops[i - 1].function) == 0;
    return same ? last + 1 : 0;
}

/* Returns the loops of the units that a process executed, or should have counted. */
static struct unit_loop *list_loops(struct arena *a, const struct hot_counts *c, size_t *n,
                                    size_t *runs)
{
    struct unit_loop *list = NULL;
    size_t n_units;
    const struct counted_unit *units = hot_counts_units(c, &n_units, runs);
    *n = 0;
    for (size_t u = 0; u < n_units; u++) {
        const struct count_map *m = &units[u].map;
        uint32_t first = (uint32_t)*n, number = 0;
        bool executed = units[u].loaded || units[u].incomplete;
        for (size_t i = 0; executed && i < m->n_source_loops; i++) {
            const struct count_source_loop *l = &m->source_loops[i];
            number = next_number(m, i, number);
            uint32_t parent = l->parent == COUNT_NONE ? COUNT_NONE : first + l->parent;
            uint32_t index = (uint32_t)*n;
            *ARENA_PUSH(a, list, *n) =
                (struct unit_loop){&units[u], l, number, parent, COUNT_NONE, index};
        }
    }
    return list;
}

/* ---- loops of the profile ---- */

/* Sums of a loop of the profile, by run. */
struct loop_sums {
    double *entries, *iterations;
    const char *why; /* why they are unknown; NULL = they are known */
    bool no_entries; /* the entries are unknown */
};

/* Returns why the iterations of a loop in a run are too few; NULL = they are not. */
static const char *why_lost(const struct unit_loop *l, size_t i, size_t run, uint64_t iterations)
{
    const struct counted_unit *u = l->unit;
    struct count_of_loop shared = count_source_loop(&u->map, i, u->shared[run]);
    return hot_counts_lost((double)iterations, (double)u->early[run], (double)shared.iterations);
}

static void add_unit_loop(const struct unit_loop *l, size_t runs, struct loop_sums *to)
{
    size_t i = (size_t)(l->of - l->unit->map.source_loops);
    const char *why = l->unit->incomplete ? l->unit->incomplete : l->of->why;
    to->why = to->why ? to->why : why;
    to->no_entries |= l->of->entries.n == 0;
    for (size_t r = 0; r < runs && !l->of->why; r++) {
        struct count_of_loop n = count_source_loop(&l->unit->map, i, l->unit->counts[r]);
        to->entries[r] += (double)n.entries;
        to->iterations[r] += (double)n.iterations;
        to->why = to->why ? to->why : why_lost(l, i, r, n.iterations);
    }
}

/* Returns the mean; *spread: largest minus smallest number, divided by the mean. */
static double find_mean(const double *of, size_t runs, double *spread)
{
    double least = of[0], most = of[0], sum = 0;
    for (size_t r = 0; r < runs; r++) {
        least = of[r] < least ? of[r] : least;
        most = of[r] > most ? of[r] : most;
        sum += of[r];
    }
    *spread = sum > 0 ? (most - least) * (double)runs / sum : 0;
    return sum / (double)runs;
}

static void set_numbers(const struct loop_sums *s, size_t runs, struct hot_source_loop *to)
{
    double unused;
    if (s->why) {
        to->entries = to->iterations = missing(s->why);
        return;
    }
    to->entries = s->no_entries ? missing("its executions do not follow from the counts of blocks")
                                : known(find_mean(s->entries, runs, &unused));
    to->iterations = known(find_mean(s->iterations, runs, &to->spread));
}

/* Adds the loop that the n elements of `same` have in common. */
static void add_loop(struct arena *a, struct unit_loop **same, size_t n, size_t runs,
                     const struct unit_loop *all, struct hot_profile *to)
{
    const struct count_source_loop *l = same[0]->of;
    struct hot_source_loop loop = {.source = l->source,
                                   .function = l->function,
                                   .line = (long)l->line,
                                   .end_line = (long)l->end_line,
                                   .parent = -1,
                                   .folded_into = -1};
    struct loop_sums sums = {.entries = ARENA_ARRAY(a, double, runs),
                             .iterations = ARENA_ARRAY(a, double, runs)};
    if (same[0]->parent != COUNT_NONE && all[same[0]->parent].merged != COUNT_NONE)
        loop.parent = (int)all[same[0]->parent].merged;
    for (size_t i = 0; i < n; i++) {
        add_unit_loop(same[i], runs, &sums);
        same[i]->merged = (uint32_t)to->n_source_loops;
    }
    set_numbers(&sums, runs, &loop);
    *ARENA_PUSH(a, to->source_loops, to->n_source_loops) = loop;
}

static void add_loops(struct arena *a, const struct hot_counts *c, struct hot_profile *to)
{
    size_t n, runs;
    struct unit_loop *all = list_loops(a, c, &n, &runs);
    struct unit_loop **sorted = ARENA_ARRAY(a, struct unit_loop *, n + 1);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &all[i];
    qsort(sorted, n, sizeof(struct unit_loop *), compare_loops);
    for (size_t i = 0; runs > 0 && i < n;) {
        size_t m = 1;
        while (i + m < n && is_same_loop(sorted[i], sorted[i + m]))
            m++;
        if (sorted[i]->of->line)
            add_loop(a, sorted + i, m, runs, all, to);
        i += m;
    }
}

void hot_counts_source_loops(struct arena *a, const struct hot_counts *c, struct hot_profile *to)
{
    to->reference_slowdown = c ? hot_counts_slowdown(c) : missing("there is no reference build");
    to->reference_difference = c ? hot_counts_difference(c) : NULL;
    if (c)
        add_loops(a, c, to);
}
