/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loops/loops.h"
#include "tests/unit/check.h"

#include <stdlib.h>

/* A small program: step i (from 1) has labels before it, an operation, and possibly a branch. */
enum { STEPS = 26, LABELS = 12 };
struct program {
    int n;
    int label[LABELS]; /* step after the label; 0 = not defined */
    int class[STEPS + 3];
    int target[STEPS + 3]; /* label, -1 = no branch */
    int delay[STEPS + 3];
    int source[STEPS + 3];
};

static const char *name_of_label(int i)
{
    static const char *const names[LABELS] = {".L0", ".L1", ".L2", ".L3", ".L4",  ".L5",
                                              ".L6", ".L7", ".L8", ".L9", ".L10", ".L11"};
    return names[i];
}

/* ---- the finder's result ---- */

struct answer {
    struct compiled_loop loops[STEPS];
    uint32_t parent[STEPS], branch[STEPS];
    int n, crossings;
    int crossing_branch[STEPS];
};

static struct arena arena;

static void run(const struct program *p, struct answer *a)
{
    struct loop_finder f;
    loops_open(&f);
    a->crossings = 0;
    for (int i = 1; i <= p->n; i++) {
        for (int l = 0; l < LABELS; l++)
            if (p->label[l] == i)
                CHECK(loops_label(&f, name_of_label(l), strlen(name_of_label(l)), 100u + i) == 0);
        loops_step(&f, 100u + i, (uint32_t)p->source[i]);
        loops_count(&f, p->class[i]);
        if (p->target[i] < 0)
            continue;
        const char *name = name_of_label(p->target[i]);
        struct loop_crossing c = loops_branch(&f, name, strlen(name), (uint32_t)p->delay[i], 9);
        if (c.label)
            a->crossing_branch[a->crossings++] = i;
    }
    loops_finish(&f);
    a->n = (int)loops_n(&f);
    for (int i = 0; i < a->n; i++) {
        loops_facts(&arena, &f, (size_t)i, &a->loops[i]);
        a->loops[i].label = arena_strdup(&arena, a->loops[i].label);
        for (size_t k = 0; k < a->loops[i].n_areas; k++)
            a->loops[i].areas[k].target = arena_strdup(&arena, a->loops[i].areas[k].target);
        a->parent[i] = loops_at(&f, (size_t)i)->parent;
        a->branch[i] = loops_at(&f, (size_t)i)->branch;
    }
    loops_free(&f);
}

/* ---- the definition, implemented literally ---- */

struct plain_loop {
    int label, begin, branch, end;
    bool crossing, innermost;
};

static int plain_loops(const struct program *p, struct plain_loop *l)
{
    int n = 0;
    for (int i = 1; i <= p->n; i++) {
        int t = p->target[i];
        if (t < 0 || p->label[t] == 0 || p->label[t] > i)
            continue;
        int end = i + p->delay[i] < p->n ? i + p->delay[i] : p->n;
        l[n] = (struct plain_loop){t, p->label[t], i, end, false, true};
        for (int m = 0; m < n; m++) {
            if (l[n].begin > l[m].begin && l[n].begin <= l[m].branch)
                l[n].crossing = true;
            if (l[m].begin >= l[n].begin)
                l[n].innermost = false;
        }
        n++;
    }
    return n;
}

static bool is_inside(const struct plain_loop *inner, const struct plain_loop *outer)
{
    return outer > inner && !inner->crossing && !outer->crossing && outer->begin <= inner->begin;
}

/* Counts the steps of loop i that are in no inner loop. */
static void plain_residue(const struct program *p, const struct plain_loop *l, int n, int i,
                          struct counts *c, long *length)
{
    *length = 0;
    memset(c, 0, sizeof *c);
    for (int step = l[i].begin; step <= l[i].end; step++) {
        bool taken = false;
        for (int m = 0; m < n; m++)
            taken |= is_inside(&l[m], &l[i]) && step >= l[m].begin && step <= l[m].end;
        if (taken)
            continue;
        ++*length;
        if (p->class[step] < LOOP_CLASSES)
            c->n[p->class[step]]++;
    }
}

static int first_label_at(const struct program *p, int step)
{
    for (int l = 0; l < LABELS; l++)
        if (p->label[l] == step)
            return l;
    return -1;
}

/* The source line of area (first, last) of the branch: that of its first step; if the branch has no
 * delay steps, up to two steps of the area are in their place: the line of the first of three steps
 * that is not the branch's, if there is one. */
static int area_line(const struct program *p, int branch, int first, int last)
{
    int own = p->source[branch];
    if (own == 0 || p->source[first] != own || p->delay[branch])
        return p->source[first];
    for (int s = first; s <= last && s <= first + LOOP_MAX_DELAY; s++)
        if (p->source[s] && p->source[s] != own)
            return p->source[s];
    return own;
}

static void check_areas(const struct program *p, const struct plain_loop *l,
                        const struct compiled_loop *got)
{
    size_t k = 0;
    for (int b = l->begin; l->innermost && b <= l->branch; b++) {
        int t = p->target[b] < 0 ? 0 : p->label[p->target[b]];
        if (t <= b || t > l->branch)
            continue;
        if (k >= got->n_areas) {
            CHECK(!"an area is lacking");
            return;
        }
        const struct area *a = &got->areas[k++];
        double sum[LOOP_CLASSES] = {0};
        long length = 0;
        for (int s = b + 1 + p->delay[b]; s < t; s++, length++)
            if (p->class[s] < LOOP_CLASSES)
                sum[p->class[s]]++;
        CHECK(first_label_at(p, p->label[p->target[b]]) >= 0);
        CHECK_TEXT(name_of_label(p->target[b]), a->target);
        CHECK(a->begin == b - l->begin + 1 && a->end == t - l->begin + 1);
        CHECK(a->begin_line == 100 + b && a->end_line == 100 + t);
        CHECK(a->length == length);
        CHECK(length == 0 || a->source_line == area_line(p, b, b + 1 + p->delay[b], t - 1));
        CHECK(length == 0 || a->source_end_line == p->source[t - 1]);
        for (int c = 0; c < LOOP_CLASSES; c++)
            CHECK_NEAR(sum[c], a->counts.n[c], 0);
        bool meets = false;
        for (int b2 = l->begin; b2 <= l->branch; b2++) {
            int t2 = p->target[b2] < 0 ? 0 : p->label[p->target[b2]];
            if (t2 > b2 && t2 <= l->branch)
                meets |= (b < b2 && b2 < t && t < t2) || (b2 < b && b < t2 && t2 < t);
        }
        CHECK(a->intersects == meets);
    }
    CHECK(k == got->n_areas);
}

/* A loop whose branch is in the delay steps of another loop's branch is decided after that loop,
 * with its source lines up to that branch: not checked here. */
static void check_lines(const struct program *p, const struct plain_loop *l, int i,
                        const struct compiled_loop *got)
{
    long low = 0, high = 0;
    for (int m = 0; m < i; m++)
        if (!l[m].crossing && l[m].end > l[i].end)
            return;
    l += i;
    for (int s = l->begin; s <= l->end; s++) {
        if (p->source[s] && (low == 0 || p->source[s] < low))
            low = p->source[s];
        high = p->source[s] > high ? p->source[s] : high;
    }
    CHECK(got->line == low && got->end_line == high);
}

static void check_against_definition(const struct program *p)
{
    static struct answer a;
    struct plain_loop l[STEPS];
    run(p, &a);
    int n = plain_loops(p, l), found = 0, crossings = 0, index[STEPS];
    for (int i = 0; i < n; i++)
        index[i] = l[i].crossing ? -1 : found++;
    CHECK(a.n == found);
    for (int i = 0; i < n && a.n == found; i++) {
        if (l[i].crossing) {
            CHECK(crossings < a.crossings && a.crossing_branch[crossings] == l[i].branch);
            crossings++;
            continue;
        }
        const struct compiled_loop *got = &a.loops[index[i]];
        struct counts c;
        long length;
        plain_residue(p, l, n, i, &c, &length);
        CHECK_TEXT(name_of_label(l[i].label), got->label);
        CHECK((int)a.branch[index[i]] == l[i].branch);
        CHECK((got->kind == LOOP_INNERMOST) == l[i].innermost);
        CHECK(got->length == length);
        for (int k = 0; k < LOOP_CLASSES; k++)
            CHECK_NEAR(c.n[k], got->counts.n[k], 0);
        check_areas(p, &l[i], got);
        check_lines(p, l, i, got);
        /* The chain of parents contains every enclosing loop, in completion order. */
        uint32_t up = a.parent[index[i]];
        for (int m = i + 1; m < n; m++)
            if (is_inside(&l[i], &l[m])) {
                CHECK(up == (uint32_t)index[m]);
                up = up < (uint32_t)a.n ? a.parent[up] : LOOP_NONE;
            }
        CHECK(up == LOOP_NONE);
    }
    CHECK(crossings == a.crossings);
}

/* Branches go to any valid target. On the KSR1 no branch is in the delay steps of another; here
 * they may be. */
static void agrees_with_the_definition(void)
{
    srand(11);
    for (int turn = 0; turn < 60000 && !test_faults; turn++) {
        struct program p = {.n = 1 + rand() % STEPS};
        int labels = 1 + rand() % LABELS;
        for (int l = 0; l < labels; l++)
            p.label[l] = rand() % 4 ? 1 + rand() % p.n : 0;
        int often = 1 + rand() % 5;
        for (int i = 1; i <= p.n; i++) {
            p.class[i] = rand() % (LOOP_CLASSES + 3);
            if (p.class[i] >= LOOP_CLASSES)
                p.class[i] = LOOP_NOTHING;
            p.target[i] = rand() % 6 < often ? rand() % labels : -1;
            p.delay[i] = rand() % 2 * 2;
            p.source[i] = rand() % 3 ? p.source[i - 1] : rand() % 9;
        }
        check_against_definition(&p);
        if (test_faults) {
            printf("# turn %d:\n", turn);
            for (int i = 1; i <= p.n; i++) {
                for (int l = 0; l < LABELS; l++)
                    if (p.label[l] == i)
                        printf("# %s:\n", name_of_label(l));
                printf("#  %d class %d", i, p.class[i]);
                printf(p.target[i] >= 0 ? " to .L%d delay %d\n" : "\n", p.target[i], p.delay[i]);
            }
        }
        arena_free(&arena);
    }
}

/* 70000 operations between label and branch do not fit in a mark's 16 bits. */
static void counters_past_16_bits(void)
{
    struct loop_finder f;
    struct compiled_loop l;
    loops_open(&f);
    loops_label(&f, "a", 1, 1);
    for (int i = 0; i < 200000; i++) {
        loops_step(&f, 2, 0);
        loops_count(&f, OP_FA);
        if (i == 70000)
            loops_label(&f, "b", 1, 3);
    }
    loops_branch(&f, "b", 1, 0, 1);
    loops_step(&f, 4, 0);
    loops_branch(&f, "a", 1, 0, 1);
    loops_finish(&f);
    loops_facts(&arena, &f, 0, &l);
    CHECK(l.length == 200000 - 70001 && l.counts.n[OP_FA] == 200000 - 70001);
    loops_facts(&arena, &f, 1, &l);
    CHECK(l.length == 70002 && l.counts.n[OP_FA] == 70001);
    loops_free(&f);
}

static void labels(void)
{
    struct loop_finder f;
    struct loop_undefined u;
    size_t cursor = 0;
    static char text[200000];
    loops_open(&f);
    memset(text, 'x', sizeof text);
    CHECK(loops_label(&f, text, sizeof text, 7) == 0);
    CHECK(loops_label(&f, text, sizeof text - 1, 8) == 0);
    CHECK(loops_label(&f, text, sizeof text, 9) == 7);
    CHECK(loops_label(&f, text, sizeof text - 1, 9) == 8);
    for (int i = 0; i < 5000; i++)
        CHECK(loops_label(&f, text, (size_t)snprintf(text, 20, ".L%d", i), 10) == 0);
    CHECK(loops_label(&f, ".L77", 4, 11) == 10);
    loops_step(&f, 12, 0);
    loops_branch(&f, "late", 4, 0, 5);
    loops_branch(&f, "never", 5, 0, 6);
    loops_label(&f, "late", 4, 13);
    CHECK(loops_undefined(&f, &cursor, &u) && u.line == 12 && u.col == 6);
    CHECK_TEXT("never", u.label);
    CHECK(!loops_undefined(&f, &cursor, &u));
    loops_free(&f);
}

int main(void)
{
    TEST(agrees_with_the_definition);
    TEST(counters_past_16_bits);
    TEST(labels);
    arena_free(&arena);
    return tests_end();
}
