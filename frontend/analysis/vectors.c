/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/vectors.h"

#include "frontend/analysis/depend.h"

enum { QUESTIONS_OF_PAIR = 400 };
static const int anywhere[LEVELS_MOST] = {WAY_ANY, WAY_ANY, WAY_ANY, WAY_ANY,
                                          WAY_ANY, WAY_ANY, WAY_ANY, WAY_ANY};

/* ---- which test it was ---- */

static const char *test_name(const struct shape *s)
{
    static const char *const names[2][6] = {
        {"ZIV", "strong SIV", "weak-zero SIV", "weak-crossing SIV", "weak SIV", "MIV"},
        {"symbolic ZIV", "symbolic strong SIV", "symbolic weak-zero SIV",
         "symbolic weak-crossing SIV", "symbolic weak SIV", "symbolic MIV"}};
    int name = s->levels == 0            ? 0
               : s->levels > 1           ? 5
               : s->first == s->second   ? 1
               : !s->first || !s->second ? 2
               : s->first == -s->second  ? 3
                                         : 4;
    return s->affine ? names[s->symbolic][name] : "not affine";
}

static const struct form *subscript(const struct access *a, const struct access *other, int i)
{
    return compared_by_bytes(a, other) ? a->bytes : &a->subs[i];
}

static int subscripts(const struct access *x, const struct access *y)
{
    return compared_by_bytes(x, y) ? x->linear && y->linear : x->n_subs;
}

/* Returns the test by which one subscript has no solution; NULL = none. */
static const char *rule_out(struct iterations *v, struct asked a, const struct shape *s)
{
    a.bounds = a.rational = false;
    if (iterations_ask(v, &a, anywhere) == SOLUTION_NONE)
        return s->levels == 0 || (s->levels == 1 && s->first == s->second) ? test_name(s) : "GCD";
    a.bounds = a.rational = true;
    if (iterations_ask(v, &a, anywhere) == SOLUTION_NONE)
        return s->levels < 2 ? test_name(s) : s->symbolic ? "symbolic Banerjee" : "Banerjee";
    a.rational = false;
    if (iterations_ask(v, &a, anywhere) == SOLUTION_NONE)
        return s->levels < 2 ? test_name(s) : "exact integer test";
    return NULL;
}

static const char *never(struct iterations *v, struct asked a)
{
    int n = subscripts(a.first, a.second);
    for (int i = 0; i < n; i++) {
        struct shape s =
            iterations_shape(v, subscript(a.first, a.second, i), subscript(a.second, a.first, i));
        a.subscript = n > 1 ? i : -1;
        const char *name = rule_out(v, a, &s);
        if (name)
            return name;
    }
    a.subscript = -1;
    a.bounds = a.rational = true;
    return iterations_ask(v, &a, anywhere) == SOLUTION_NONE ? "Fourier-Motzkin, coupled subscripts"
                                                            : "exact integer test";
}

/* Returns the name of the test for a possible dependence: that of a single subscript, or that of
 * the whole system. */
static const char *maybe(struct iterations *v, const struct asked *a, bool certain)
{
    int n = subscripts(a->first, a->second), moving = 0;
    const char *name = n ? "ZIV" : "overlay";
    bool strong = true;
    for (int i = 0; i < n; i++) {
        struct shape s = iterations_shape(v, subscript(a->first, a->second, i),
                                          subscript(a->second, a->first, i));
        if (!s.affine)
            return "not affine";
        if (s.levels == 0 && !s.symbolic)
            continue;
        strong &= s.levels < 2 && s.first == s.second;
        moving++;
        name = test_name(&s);
        if (s.levels > 1)
            moving = 2;
    }
    if (moving > 1 && !strong)
        return certain ? "exact integer test" : "Fourier-Motzkin, not ruled out";
    return name;
}

/* ---- directions ---- */

struct search {
    struct iterations *v;
    struct asked asked;
    struct vector_list *forth, *back;
    bool certain;
    bool now; /* one iteration may execute both */
    int way[LEVELS_MOST];
    long until; /* number of tests after which directions are no longer refined */
};

static int turned(int way)
{
    return way == WAY_LATER ? WAY_EARLIER : way == WAY_EARLIER ? WAY_LATER : way;
}

static bool is_back(const int *way)
{
    while (*way == WAY_SAME)
        way++;
    return *way == WAY_EARLIER;
}

/* Adds a vector with the directions of the search to the list for its direction; NULL = both
 * references are one and the vector is listed already. */
static struct vector *add_vector(struct search *s, bool back)
{
    if (back && s->asked.first == s->asked.second)
        return NULL;
    struct vector *x = array_push(&(back ? s->back : s->forth)->at);
    *x = (struct vector){.way = {0}};
    for (int k = 0; k < s->v->depth; k++)
        x->way[k] = back ? turned(s->way[k]) : s->way[k];
    return x;
}

static void set_distance(struct vector *x, int level, int64_t d, bool back)
{
    x->known[level] = true;
    x->distance[level] = back ? -d : d;
}

static void between_runs(struct search *s, enum solution found)
{
    bool back = is_back(s->way);
    struct vector *x = add_vector(s, back);
    int64_t d;
    for (int k = 0; x && k < s->v->depth; k++)
        if (iterations_distance(s->v, k, &d))
            set_distance(x, k, d, back);
    s->certain &= found == SOLUTION_EXISTS;
}

static const int ways[] = {WAY_LATER, WAY_SAME, WAY_EARLIER};

/* Searches with all loops around the innermost one in the same iteration. */
static void within_run(struct search *s)
{
    struct relation r = depend_relate(s->v->body, s->asked.first, s->asked.second);
    int last = s->v->depth - 1;
    s->certain &= r.touch != TOUCH_UNKNOWN || r.exists;
    for (int i = 0; i < 3; i++) {
        s->way[last] = ways[i];
        if (!(r.ways & ways[i]) || (ways[i] == WAY_SAME && !s->now))
            continue;
        bool back = ways[i] == WAY_EARLIER;
        struct vector *x = add_vector(s, back);
        for (int k = 0; x && k < last; k++)
            set_distance(x, k, 0, back);
        if (x && (r.fixed || ways[i] == WAY_SAME))
            set_distance(x, last, ways[i] == WAY_SAME ? 0 : r.distance, back);
    }
    s->way[last] = WAY_ANY;
}

/* Searches the directions level by level. Impossible directions are not refined. In a deep nest,
 * directions beyond the limit of tests for a pair remain '*'. */
static void search(struct search *s, int level, bool same)
{
    int last = s->v->depth - 1;
    if (same && level == last) {
        within_run(s);
        return;
    }
    enum solution found = same ? SOLUTION_POSSIBLE : iterations_ask(s->v, &s->asked, s->way);
    if (found == SOLUTION_NONE)
        return;
    bool enough = !same && s->v->questions > s->until;
    if (level > last || enough) {
        between_runs(s, level > last ? found : SOLUTION_POSSIBLE);
        return;
    }
    for (int i = 0; i < 3; i++) {
        s->way[level] = ways[i];
        search(s, level + 1, same && ways[i] == WAY_SAME);
    }
    s->way[level] = WAY_ANY;
}

/* Merges two vectors that differ only in the direction of one loop. False if they differ in
 * more. */
static bool merge_pair(struct vector *a, const struct vector *b, int depth)
{
    int differ = -1;
    for (int k = 0; k < depth; k++) {
        bool same = a->way[k] == b->way[k] && a->known[k] == b->known[k] &&
                    (!a->known[k] || a->distance[k] == b->distance[k]);
        if (!same && differ >= 0)
            return false;
        if (!same)
            differ = k;
    }
    if (differ < 0)
        return true;
    a->way[differ] |= b->way[differ];
    a->known[differ] = false;
    return true;
}

static void merge(struct vector_list *l, int depth)
{
    bool any = true;
    while (any) {
        any = false;
        for (size_t i = 0; i < l->at.n; i++)
            for (size_t k = l->at.n; k-- > i + 1;)
                if (merge_pair(&l->at.at[i], &l->at.at[k], depth)) {
                    l->at.at[k] = l->at.at[--l->at.n];
                    any = true;
                }
    }
}

void vectors_relate(struct iterations *v, const struct access *first, const struct access *second,
                    struct vector_list *forth, struct vector_list *back)
{
    struct search s = {.v = v,
                       .until = v->questions + QUESTIONS_OF_PAIR,
                       .asked = {first, second, -1, true, false},
                       .forth = forth,
                       .back = back,
                       .certain = true,
                       .now =
                           first != second && !regions_exclusive(&v->body->regions, first->position,
                                                                 second->position)};
    for (int k = 0; k < LEVELS_MOST; k++)
        s.way[k] = WAY_ANY;
    search(&s, 0, true);
    bool any = forth->at.n + back->at.n > 0 ||
               (!s.now && iterations_ask(v, &s.asked, anywhere) != SOLUTION_NONE);
    forth->test = back->test = any ? maybe(v, &s.asked, s.certain) : never(v, s.asked);
    merge(forth, v->depth);
    merge(back, v->depth);
}
