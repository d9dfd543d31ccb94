/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/callers.h"
#include "base/util.h"

#include <stdlib.h>

/* Samples of a library function that were called from one place. */
struct call_samples {
    uint32_t library, caller; /* objects; caller PROFILE_NONE = unknown */
    size_t function;          /* of the library */
    struct hot_place at;      /* of the caller */
    double weight;
};
struct call_list {
    ARRAY(struct call_samples) calls;
};

static int compare_calls(const void *one, const void *other)
{
    const struct call_samples *a = one, *b = other;
    const uint64_t x[] = {a->library, a->function, a->caller, a->at.loop, a->at.function};
    const uint64_t y[] = {b->library, b->function, b->caller, b->at.loop, b->at.function};
    return compare_lists(x, y, COUNT_OF(x));
}

static void collect_calls(const struct profile *p, const struct hot_file *files,
                          struct call_list *to)
{
    for (size_t i = 0; i < p->n_samples; i++) {
        const struct profile_sample *s = &p->samples[i];
        const struct hot_file *f = &files[s->object];
        size_t function = f->library ? hot_file_place(f, s->at).function : SIZE_MAX;
        if (function == SIZE_MAX)
            continue;
        struct hot_place at = {LOOP_NONE, SIZE_MAX};
        bool known = s->caller_object != PROFILE_NONE &&
                     (p->chain == CHAIN_DWARF || hot_file_has_frame(f, function));
        if (known)
            at = hot_file_place(&files[s->caller_object], s->caller_at);
        *array_push(&to->calls) = (struct call_samples){
            s->object, known ? s->caller_object : PROFILE_NONE, function, at, (double)s->weight};
    }
}

/* Adds calls of one function from one place up, and returns their weight. *i: the first one, then
 * the next one. */
static double next_place(const struct call_list *l, size_t *i)
{
    double weight = 0;
    for (size_t first = *i;
         *i < l->calls.n && compare_calls(&l->calls.at[first], &l->calls.at[*i]) == 0; ++*i)
        weight += l->calls.at[*i].weight;
    return weight;
}

void find_callers(struct arena *a, const struct profile *p, struct hot_file *files)
{
    struct call_list l = {0};
    double most = 0;
    collect_calls(p, files, &l);
    array_sort(&l.calls, compare_calls);
    for (size_t i = 0; i < l.calls.n;) {
        const struct call_samples *c = &l.calls.at[i];
        bool same = i > 0 && c[-1].library == c->library && c[-1].function == c->function;
        double weight = next_place(&l, &i);
        if (same && weight <= most)
            continue;
        most = weight;
        files[c->library].code[c->function].caller =
            c->caller == PROFILE_NONE ? NULL : hot_file_place_name(&files[c->caller], a, c->at);
    }
    array_free(&l.calls);
}
