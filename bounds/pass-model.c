/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/pass-model.h"
#include "base/util.h"

#include <math.h>

enum {
    PASSES_FIRST = 64,       /* of the first sequence; each following one has twice as many */
    SEQUENCE_MOST = 1 << 15, /* instructions */
    EXECUTIONS_LEAST = 4     /* of the loop in a sequence */
};
#define CONVERGED 0.005 /* two sequences in a row change the mean by at most this share */

static double instructions_per_pass(const struct pass_model *p)
{
    double n = 0;
    for (size_t i = 0; i < p->counted->n; i++)
        n += p->weight ? p->weight[i] : 1;
    return n > 1 ? n : 1;
}

static void set_frequencies(struct pass_model *p, struct arena *a, const struct body_frequencies *f)
{
    const int *edge_of;
    p->frequencies = f;
    p->counted = body_edges_apart(a, p->b, &edge_of);
    double *weight = ARENA_ARRAY(a, double, p->counted->n + 1);
    double of_whole_one = passes_of_whole_one(p->b, f);
    for (size_t i = 0; i < p->counted->n; i++)
        weight[i] = f->edge[edge_of[i]] * of_whole_one;
    p->weight = weight;
}

struct pass_model find_pass_model(struct arena *a, const struct machine *m,
                                  const struct instruction_body *b,
                                  const struct body_frequencies *frequencies)
{
    struct pass_model p = {.m = m, .b = b, .paths = {.n = 1, .compared = true}};
    p.straight = p.counted = b;
    if (frequencies && b->n_blocks) {
        set_frequencies(&p, a, frequencies);
        return p;
    }
    if (b->n_blocks > 1)
        p.paths = find_body_paths(a, m, b);
    if (p.paths.shortest.n)
        p.straight = p.counted = body_sequence(a, b, &p.paths.shortest, 1);
    return p;
}

struct pass_model longest_pass_model(struct arena *a, const struct pass_model *p)
{
    struct pass_model longest = *p;
    longest.paths.least = missing("it is the longest path");
    longest.paths.compared = true;
    longest.longest = true;
    if (p->paths.longest.n)
        longest.straight = longest.counted = body_sequence(a, p->b, &p->paths.longest, 1);
    return longest;
}

/* ---- sequences ---- */

bool are_executions_short(double trip, double instructions)
{
    return trip >= 1 && EXECUTIONS_LEAST * trip * instructions <= SEQUENCE_MOST;
}

bool more_passes_fit(const struct pass_model *p, long passes)
{
    return p->frequencies && (double)passes * instructions_per_pass(p) < SEQUENCE_MOST;
}

struct pass_sequence find_pass_sequence(struct arena *a, const struct pass_model *p, long passes,
                                        bool runs)
{
    if (!p->frequencies)
        return (struct pass_sequence){p->straight, 1, 1};
    struct body_frequencies f = *p->frequencies;
    if (runs && are_executions_short(f.trip, instructions_per_pass(p)))
        passes = lround(f.trip * fmax(EXECUTIONS_LEAST, ceil((double)passes / f.trip)));
    else
        f.trip = f.trip >= 1 ? INFINITY : 0;
    const struct body_path *paths = draw_paths(a, p->b, &f, passes);
    double whole = (double)passes / (isinf(f.trip) ? 1 : passes_of_whole_one(p->b, &f));
    return (struct pass_sequence){body_sequence(a, p->b, paths, (size_t)passes), passes, whole};
}

struct quantity mean_of_sequences(struct arena *a, const struct pass_model *p, bool runs,
                                  sequence_value *value, void *with)
{
    struct quantity mean = missing("it was not computed");
    int same = 0;
    for (long passes = PASSES_FIRST;; passes *= 2) {
        struct arena scratch = {0};
        struct pass_sequence s = find_pass_sequence(&scratch, p, passes, runs);
        struct quantity v = value(a, p, &s, with);
        arena_free(&scratch);
        if (v.missing)
            return v;
        v.value /= s.whole;
        same = is_known(mean) && fabs(v.value - mean.value) <= CONVERGED * v.value ? same + 1 : 0;
        mean = v;
        if (same == 2 || !more_passes_fit(p, 2 * passes))
            return mean;
    }
}
