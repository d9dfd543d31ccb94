/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the dependences of random small nests with all pairs of iterations. depend-test [SEED
 * [NESTS]] selects another seed and number of nests. */
#include "frontend/analysis/depend.h"
#include "frontend/analysis/vectors.h"
#include "frontend/frontend.h"
#include "tests/unit/check.h"

#include <stdarg.h>
#include <stdlib.h>

enum { DEEPEST = 3, RANK = 2, N_VALUES = 3, TRIPS_MOST = 400 };

static uint64_t state = 1;

/* Returns a random integer from low to high; the sequence is the same in every run. */
static int any(int low, int high)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (int)((state >> 33) % (uint64_t)(high - low + 1));
}

/* constant + sum of of[k] * DO variable k + n * N + product * N * innermost DO variable
 * + k * K, the induction variable. */
struct affine {
    int constant, of[DEEPEST], n, product, k;
};
struct nest_case {
    int depth;
    struct affine first[DEEPEST], last[DEEPEST];
    int step[DEEPEST];
    int rank, k_first, k_step;
    bool k_before; /* K is added to before the references */
    bool overlay;  /* the load is of B, which overlaps A */
    int shift;     /* bytes from A(1) to B(1) */
    int b_bytes;
    struct affine load[RANK], store[RANK];
    bool symbolic;
};

/* ---- random nests ---- */

static struct affine any_affine(const struct nest_case *c, int most, bool bound)
{
    struct affine a = {.constant = any(-4, 6)};
    for (int k = 0; k < most; k++)
        a.of[k] = any(0, 2) ? 0 : any(-2, 2);
    if (!bound && most > 0 && any(0, 1))
        a.of[most - 1] = any(-3, 3);
    if (c->symbolic && any(0, 2) == 0)
        a.n = any(-2, 2);
    if (c->symbolic && !bound && any(0, 5) == 0)
        a.product = any(-1, 2);
    if (!bound && c->k_step && any(0, 3) == 0)
        a.k = any(-1, 2);
    return a;
}

static struct nest_case any_nest(void)
{
    struct nest_case c = {.depth = any(1, DEEPEST), .symbolic = any(0, 2) == 0};
    c.rank = any(1, RANK);
    c.k_step = any(0, 2) ? 0 : any(1, 2);
    c.k_first = any(0, 3);
    c.k_before = any(0, 1);
    for (int k = 0; k < c.depth; k++) {
        bool plain = any(0, 2) > 0;
        c.step[k] = any(0, 2) ? 1 : any(0, 1) ? -1 : 2;
        c.first[k] = plain ? (struct affine){.constant = any(-1, 2)} : any_affine(&c, k, true);
        c.last[k] = any_affine(&c, any(0, 1) ? k : 0, true);
        int far = c.step[k] > 0 ? 4 : -4;
        c.last[k].constant = any(0, 5) ? c.first[k].constant + far + any(-2, 0) : any(-4, 4);
    }
    for (int i = 0; i < c.rank; i++) {
        c.store[i] = any_affine(&c, c.depth, false);
        c.load[i] = any(0, 2) ? any_affine(&c, c.depth, false) : c.store[i];
        c.load[i].constant = any(-4, 6);
    }
    c.overlay = c.rank == 1 && any(0, 3) == 0;
    c.b_bytes = any(0, 1) ? 4 : 8;
    c.shift = 4 * any(-3, 3);
    return c;
}

/* ---- text of a nest ---- */

static char text[2000];

static void put(const char *fmt, ...)
{
    va_list ap;
    size_t n = strlen(text);
    va_start(ap, fmt);
    vsnprintf(text + n, sizeof text - n, fmt, ap);
    va_end(ap);
}

static const char *const variables[DEEPEST] = {"i1", "i2", "i3"};

static void put_affine(const struct nest_case *c, const struct affine *a)
{
    put("%d", a->constant);
    for (int k = 0; k < c->depth; k++)
        if (a->of[k])
            put("%+d*%s", a->of[k], variables[k]);
    if (a->n)
        put("%+d*n", a->n);
    if (a->product)
        put("%+d*n*%s", a->product, variables[c->depth - 1]);
    if (a->k)
        put("%+d*k", a->k);
}

static void put_reference(const struct nest_case *c, const char *array, const struct affine *a)
{
    put("%s(", array);
    for (int i = 0; i < c->rank; i++) {
        put(i ? "," : "");
        put_affine(c, &a[i]);
    }
    put(")");
}

static void put_nest(const struct nest_case *c)
{
    text[0] = 0;
    put("subroutine t(n)\nreal*8 a(%s)\n", c->rank == 1 ? "900" : "-299:299,-299:299");
    if (c->overlay)
        put("real*%d b(900)\ninteger*4 z(9000)\nequivalence (a(1),z(100)),(b(1),z(%d))\n",
            c->b_bytes, 100 + c->shift / 4);
    for (int k = 0; k < c->depth; k++) {
        if (k == c->depth - 1)
            put("k = %d\n", c->k_first);
        put("do %s = ", variables[k]);
        put_affine(c, &c->first[k]);
        put(", ");
        put_affine(c, &c->last[k]);
        put(", %d\n", c->step[k]);
    }
    if (c->k_step && c->k_before)
        put("k = k + %d\n", c->k_step);
    put_reference(c, "a", c->store);
    put(" = ");
    put_reference(c, c->overlay ? "b" : "a", c->load);
    put(" + 1d0\n");
    if (c->k_step && !c->k_before)
        put("k = k + %d\n", c->k_step);
    for (int k = 0; k < c->depth; k++)
        put("end do\n");
    put("end\n");
}

/* ---- iterations of a nest ---- */

struct iteration {
    int number[DEEPEST], value[DEEPEST];
    long load[RANK], store[RANK];
};
static struct iteration all[TRIPS_MOST];
static int n_all;

static int value_of(const struct nest_case *c, const struct affine *a, const struct iteration *t,
                    int n)
{
    int last = c->depth - 1, k = c->k_first + c->k_step * (t->number[last] + c->k_before);
    int sum = a->constant + a->n * n + a->product * n * t->value[last] + a->k * k;
    for (int i = 0; i < c->depth; i++)
        sum += a->of[i] * t->value[i];
    return sum;
}

static void run(const struct nest_case *c, int level, struct iteration *t, int n)
{
    if (level == c->depth) {
        for (int i = 0; i < c->rank; i++) {
            t->load[i] = value_of(c, &c->load[i], t, n);
            t->store[i] = value_of(c, &c->store[i], t, n);
        }
        if (c->overlay) {
            t->load[0] = c->b_bytes * t->load[0] - c->b_bytes + c->shift;
            t->store[0] = 8 * t->store[0] - 8;
        }
        if (n_all < TRIPS_MOST)
            all[n_all] = *t;
        n_all++;
        return;
    }
    struct iteration at = *t;
    for (int k = level; k < c->depth; k++)
        at.value[k] = at.number[k] = 0;
    int first = value_of(c, &c->first[level], &at, n), last = value_of(c, &c->last[level], &at, n);
    int step = c->step[level];
    for (int v = first, i = 0; step > 0 ? v <= last : v >= last; v += step, i++) {
        t->value[level] = v;
        t->number[level] = i;
        run(c, level + 1, t, n);
    }
}

static bool meet(const struct nest_case *c, const struct iteration *x, bool x_writes,
                 const struct iteration *y, bool y_writes)
{
    const long *p = x_writes ? x->store : x->load, *q = y_writes ? y->store : y->load;
    if (c->overlay && x_writes != y_writes) {
        long bytes = x_writes ? 8 : c->b_bytes, other = y_writes ? 8 : c->b_bytes;
        return *p < *q + other && *q < *p + bytes;
    }
    for (int i = 0; i < c->rank; i++)
        if (p[i] != q[i])
            return false;
    return true;
}

/* ---- claims ---- */

struct claims {
    const struct nest_case *c;
    bool first_writes, second_writes, same;
    struct relation r;
    struct vector_list forth, back;
    bool *seen_forth, *seen_back; /* vectors of at least one pair of iterations */
    int ways; /* directions within executions of the innermost loop that were found */
};
static long vectors_all, vectors_seen, ways_all, ways_tight, wrong;

static void fail(const char *what)
{
    if (wrong++ < 3)
        printf("# %s:\n%s", what, text);
    CHECK(!what);
}

static int way_of(int d)
{
    return d > 0 ? WAY_LATER : d < 0 ? WAY_EARLIER : WAY_SAME;
}

static bool covers(const struct claims *q, const struct vector_list *l, bool *seen, const int *d)
{
    bool any_ = false;
    for (size_t i = 0; i < l->at.n; i++) {
        const struct vector *x = &l->at.at[i];
        bool fits = true;
        for (int k = 0; k < q->c->depth; k++)
            fits &= (x->way[k] & way_of(d[k])) && (!x->known[k] || x->distance[k] == d[k]);
        if (fits)
            seen[i] = any_ = true;
    }
    return any_;
}

static void check_relation(struct claims *q, int d, bool touch)
{
    const struct relation *r = &q->r;
    if (touch) {
        q->ways |= way_of(d);
        if (!(r->ways & way_of(d)) || (r->fixed && r->distance != d))
            fail("a dependence within the innermost loop is missing");
    } else if (r->touch == TOUCH_ALWAYS || (r->touch == TOUCH_NOW && d == 0) ||
               (r->touch == TOUCH_AT && r->distance == d))
        fail("a dependence within the innermost loop is not there");
}

static void check_pair(struct claims *q, const struct iteration *x, const struct iteration *y)
{
    const struct nest_case *c = q->c;
    int d[DEEPEST], back[DEEPEST], order = 0, last = c->depth - 1;
    bool same = true;
    for (int k = 0; k <= last; k++) {
        d[k] = y->number[k] - x->number[k];
        back[k] = -d[k];
        order = order ? order : d[k];
        same &= k == last || d[k] == 0;
    }
    bool touch = meet(c, x, q->first_writes, y, q->second_writes);
    if (same)
        check_relation(q, d[last], touch);
    if (!touch || (q->same && order <= 0))
        return;
    if (order >= 0 ? !covers(q, &q->forth, q->seen_forth, d)
                   : !covers(q, &q->back, q->seen_back, back))
        fail("a vector is missing");
}

/* Symbolic strides are assumed not to be 0. */
static bool is_excluded(const struct nest_case *c, int n)
{
    for (int i = 0; i < 2 * c->rank; i++) {
        const struct affine *a = i % 2 ? &c->load[i / 2] : &c->store[i / 2];
        int last = c->depth - 1;
        if (a->product && (a->of[last] + a->product * n) * c->step[last] + a->k * c->k_step == 0)
            return true;
    }
    return false;
}

static void try_all(struct claims *q)
{
    for (int n = 1; n <= (q->c->symbolic ? N_VALUES : 1); n++) {
        if (is_excluded(q->c, n))
            continue;
        struct iteration t = {.number = {0}};
        n_all = 0;
        run(q->c, 0, &t, n);
        if (n_all > TRIPS_MOST)
            n_all = TRIPS_MOST;
        for (int i = 0; i < n_all; i++)
            for (int k = 0; k < n_all; k++)
                check_pair(q, &all[i], &all[k]);
    }
}

static void check_claims(const struct nest_case *c, struct body *b, size_t i, size_t k)
{
    const struct access *x = &b->accesses.at[i], *y = &b->accesses.at[k];
    struct claims q = {.c = c,
                       .first_writes = x->write,
                       .second_writes = y->write,
                       .same = i == k,
                       .r = depend_relate(b, x, y)};
    vectors_relate(iterations_of(b), x, y, &q.forth, &q.back);
    q.seen_forth = ARENA_ARRAY(b->arena, bool, q.forth.at.n + 1);
    q.seen_back = ARENA_ARRAY(b->arena, bool, q.back.at.n + 1);
    try_all(&q);
    if (!c->symbolic && n_all > 0 && n_all < TRIPS_MOST) {
        ways_all++;
        ways_tight += q.ways == q.r.ways;
        if (q.r.exists && !q.ways)
            fail("a dependence was said to be certain");
        for (size_t v = 0; v < q.forth.at.n; v++, vectors_all++)
            vectors_seen += q.seen_forth[v];
        for (size_t v = 0; v < q.back.at.n; v++, vectors_all++)
            vectors_seen += q.seen_back[v];
    }
    array_free(&q.forth.at);
    array_free(&q.back.at);
}

/* ---- execution ---- */

static void check_body(const struct nest_case *c, struct arena *a, const struct ast *ast)
{
    struct symbols symbols = {0};
    struct nests nests = {0};
    struct reach reach = {0};
    const struct unit *unit = ast->units[0];
    symbols_open(&symbols, a, ast, unit);
    nests_find(&nests, unit);
    reach_open(&reach, unit, &nests, &symbols);
    struct body b = {.arena = a,
                     .symbols = &symbols,
                     .unit = unit,
                     .nests = &nests,
                     .reach = &reach,
                     .loop = nests.at.n - 1};
    body_run(&b);
    CHECK(b.accesses.n == 2);
    for (size_t i = 0; i < b.accesses.n; i++)
        for (size_t k = 0; k < b.accesses.n; k++)
            if (b.accesses.at[i].write || b.accesses.at[k].write)
                check_claims(c, &b, i, k);
    body_free(&b);
    reach_free(&reach);
    nests_free(&nests);
    symbols_free(&symbols);
}

static void check_nest(const struct nest_case *c)
{
    struct arena a = {0};
    struct names names = {0};
    struct diag d = {0};
    struct source s = {0};
    struct front_options o = {.form = FORM_FREE, .line_length = 132};
    struct ast ast = {0};
    put_nest(c);
    source_from_bytes(&s, "t.f90", text, strlen(text));
    front_parse(&a, &names, &s, &o, &d, &ast);
    CHECK(d.errors == 0 && ast.n_units == 1);
    if (ast.n_units == 1)
        check_body(c, &a, &ast);
    source_free(&s);
    names_free(&names);
    arena_free(&a);
}

static long cases = 4000;

static void random_nests(void)
{
    for (long i = 0; i < cases; i++) {
        struct nest_case c = any_nest();
        check_nest(&c);
    }
    printf("# %ld nests; %ld of %ld sets of directions and %ld of %ld vectors are tight\n", cases,
           ways_tight, ways_all, vectors_seen, vectors_all);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        state = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        cases = strtol(argv[2], NULL, 10);
    TEST(random_nests);
    return tests_end();
}
