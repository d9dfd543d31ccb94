/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/bounds.h"
#include "base/util.h"
#include "bounds/resources.h"
#include "bounds/terms.h"
#include "tests/unit/check.h"
#include "tests/unit/test-machine.h"

#include <stdlib.h>

static struct arena arena;

static struct machine *machine(const char *name, const char **set, int n)
{
    return read_test_machine(&arena, name, set, n);
}

/* fa fm fma fmisc lfl sfl, and overhead. */
static struct counts counted(const double *n, double x, double y)
{
    struct counts c = {{n[0], n[1], n[2], n[3], n[4], n[5]}};
    c.n[OP_X] = x;
    c.n[OP_Y] = y;
    return c;
}

/* ---- alternative ports ---- */

/* Three ports. 2 on p0 only, 4 on p0|p1, 1 on p2: {p0}: 2 {p1}: 0 {p2}: 1 {p0,p1}: (2+4)/2 = 3 all:
 * 7/3 so 3 on p0|p1. */
static void alternatives_share(void)
{
    struct port_need needs[] = {{2, 1}, {4, 3}, {1, 4}};
    port_set s;
    CHECK(resource_load(needs, 3, &s) == 3 && s == 3);
}

/* 5 on p0 only, 1 on p0|p1: p0 keeps its 5, the other operation uses p1. */
static void operations_avoid_a_busy_port(void)
{
    struct port_need needs[] = {{5, 1}, {1, 3}};
    port_set s;
    CHECK(resource_load(needs, 2, &s) == 5 && s == 1);
}

/* 3 on p0|p1 and 3 on p1|p2: no need fits in fewer than two ports, yet all
 * three ports together hold (3+3)/3 = 2; {p0,p1} alone: 3/2. */
static void overlapping_needs_fill_their_union(void)
{
    struct port_need needs[] = {{3, 3}, {3, 6}};
    port_set s;
    CHECK(resource_load(needs, 2, &s) == 2 && s == 7);
}

/* Work must be shifted twice: 2 on p0|p1, 2 on p1|p2, 2 on p2 alone, 2 on p3: 6 on three ports, p3
 * has 2; every port is full at 2. */
static void work_moves_to_a_free_port(void)
{
    struct port_need needs[] = {{2, 3}, {2, 6}, {2, 4}, {2, 8}};
    port_set s;
    CHECK(resource_load(needs, 4, &s) == 2);
    CHECK(s == 4); /* p2 alone has a load of 2: the smallest set */
}

static void no_operation_takes_zero_time(void)
{
    struct port_need needs[] = {{0, 1}};
    port_set s = 9;
    CHECK(resource_load(needs, 1, &s) == 0 && s == 0);
    CHECK(resource_load(NULL, 0, &s) == 0 && s == 0);
}

/* The definition: the maximum over all subsets of the ports. */
static double by_subsets(const struct port_need *needs, size_t n, int ports)
{
    double best = 0;
    for (port_set s = 1; s < (port_set)1 << ports; s++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            if ((needs[i].ports & ~s) == 0)
                sum += needs[i].count;
        best = fmax(best, sum / __builtin_popcount(s));
    }
    return best;
}

/* 2000 random sets of needs over 8 ports (a fixed sequence). */
static void equal_to_all_subsets(void)
{
    unsigned state = 12345;
    for (int round = 0; round < 2000; round++) {
        struct port_need needs[12];
        size_t n = 1 + round % 12;
        for (size_t i = 0; i < n; i++) {
            state = state * 1664525 + 1013904223;
            needs[i].ports = state >> 24 ? state >> 24 : 1;
            state = state * 1664525 + 1013904223;
            needs[i].count = (state >> 20) % 40 / 3.0;
        }
        port_set s;
        double load = resource_load(needs, n, &s), sum = 0;
        CHECK_NEAR(by_subsets(needs, n, 8), load, 1e-12);
        for (size_t i = 0; i < n; i++)
            if ((needs[i].ports & ~s) == 0)
                sum += needs[i].count;
        if (s)
            CHECK_NEAR(load, sum / __builtin_popcount(s), 1e-12);
    }
}

/* A machine file can name 32 ports that overlap in all ways; this must not take 2^32 steps. 31
 * needs p0|pi of 1: all 32 ports hold 31/32. */
static void a_star_of_ports_is_fast(void)
{
    struct port_need needs[31];
    port_set s;
    for (int i = 0; i < 31; i++)
        needs[i] = (struct port_need){1, 1u | 2u << i};
    CHECK_NEAR(31.0 / 32, resource_load(needs, 31, &s), 1e-15);
    CHECK(s == 0xffffffff);
}

/* ---- the KSR1 ---- */

/* y(i) = y(i) + a * x(i), 16 times unrolled, two base registers: fma 1, lfl 2,
 * sfl 1, x 2, y 1 + 2. left 1 + 2/16; right 3 + 3/16; fpuc 2.
 * M = 0.5 * 2 = 1; MA = 3.1875 CPL, 1.59375 CPF. */
static void daxpy(void)
{
    struct machine *m = machine("ksr1", NULL, 0);
    struct counts c = counted((double[]){0, 0, 1, 0, 2, 1}, 2, 3);
    struct recurrence none = {0};
    struct bound b = bound_ma(&arena, m, &(struct essential){.counts = c}, &none, known(16));
    CHECK(bound_m(m, 2, 0, NULL).value == 1);
    CHECK(b.tf.value == 1 && b.tm.value == 3 && b.ti.value == 3.1875 && b.td.value == 0);
    CHECK(b.cpl.value == 3.1875);
    CHECK_TEXT("right", b.limit);
    CHECK(bound_cpf(b.cpl, counts_tnf(&c)).value == 1.59375);
}

/* The known Livermore rows: fa fm fma fmisc lfl sfl, and t_d in producers:
 * kernels 3, 4, 6 a triad into a triad's addend; 5 an add and a multiply; 11 an
 * add. No overhead here, so MA = max over resources and t_d:
 *   KSR1: left fa+fm+fma+fmisc, right lfl+sfl, fpuc fma+sfl;
 *         t_d 2 (3, 6), 3 + 3 (5), 3 (11)
 *   RS/6000: fpu fa+fm+fma+fmisc+sfl, fxu lfl+sfl; t_d 2 (3, 6), 2 + 2 (5), 2 (11)
 *   kernel     left right fpuc t_d  MA     fpu fxu t_d  MA
 *   1           3     3     3   0    3      4   3   0    4
 *   2           2     5     3   0    5      3   5   0    5
 *   3           1     2     1   2    2      1   2   2    2
 *   5           2     3     1   6    6      3   3   4    4
 *   6           1     2     1   2    2      1   2   2    2
 *   7           8     4     9   0    9      9   4   0    9
 *   9          10    11     8   0   11     11  11   0   11
 *   10          9    20    10   0   20     19  20   0   20
 *   11          1     2     1   3    3      2   2   2    2
 *   12          1     2     1   0    2      2   2   0    2 */
static const struct livermore {
    int kernel;
    double counts[6];
    enum op_class path[2]; /* OP_CLASSES ends it */
    double ksr1, rs6000;
    const char *ksr1_limit, *rs6000_limit;
} livermore[] = {
    {1, {0, 1, 2, 0, 2, 1}, {OP_CLASSES}, 3, 4, "left", "fpu"},
    {2, {0, 0, 2, 0, 4, 1}, {OP_CLASSES}, 5, 5, "right", "fxu"},
    {3, {0, 0, 1, 0, 2, 0}, {OP_FMA, OP_CLASSES}, 2, 2, "right", "fxu"},
    {5, {1, 1, 0, 0, 2, 1}, {OP_FA, OP_FM}, 6, 4, "recurrence", "recurrence"},
    {6, {0, 0, 1, 0, 2, 0}, {OP_FMA, OP_CLASSES}, 2, 2, "right", "fxu"},
    {7, {0, 0, 8, 0, 3, 1}, {OP_CLASSES}, 9, 9, "fpuc", "fpu"},
    {9, {2, 1, 7, 0, 10, 1}, {OP_CLASSES}, 11, 11, "right", "fpu"},
    {10, {9, 0, 0, 0, 10, 10}, {OP_CLASSES}, 20, 20, "right", "fxu"},
    {11, {1, 0, 0, 0, 1, 1}, {OP_FA, OP_CLASSES}, 3, 2, "recurrence", "fpu"},
    {12, {1, 0, 0, 0, 1, 1}, {OP_CLASSES}, 2, 2, "right", "fpu"},
};

static struct recurrence around(const struct machine *m, const enum op_class *path,
                                struct recurrence_step *steps)
{
    struct recurrence r = {.at = steps, .distance = 1};
    while (r.n < 2 && path[r.n] != OP_CLASSES)
        r.n++;
    for (size_t i = 0; i < r.n; i++) {
        enum op_class next = path[(i + 1) % r.n];
        bool addend = next == OP_FMA;
        double latency = machine_latency(m, path[i], next, addend).value;
        steps[i] = (struct recurrence_step){path[i], next, addend, latency, LATENCY_CLASS,
                                            NULL,    0,    0,      NULL};
        r.latency += latency;
    }
    return r;
}

static void livermore_on(const char *name, bool ksr1)
{
    struct machine *m = machine(name, NULL, 0);
    for (size_t i = 0; i < COUNT_OF(livermore); i++) {
        const struct livermore *l = &livermore[i];
        struct recurrence_step steps[2];
        struct recurrence r = around(m, l->path, steps);
        struct counts c = counted(l->counts, 0, 0);
        struct bound b =
            bound_ma(&arena, m, &(struct essential){.counts = c}, &r, missing("no compiled loop"));
        CHECK_NEAR(ksr1 ? l->ksr1 : l->rs6000, b.cpl.value, 0);
        CHECK_TEXT(ksr1 ? l->ksr1_limit : l->rs6000_limit, b.limit);
        CHECK_NEAR(0.5 * counts_tnf(&c), bound_m(m, counts_tnf(&c), 0, NULL).value, 0);
    }
}

static void livermore_on_the_ksr1(void)
{
    livermore_on("ksr1", true);
}

static void livermore_on_the_rs6000(void)
{
    livermore_on("rs6000", false);
}

/* Figure 25's innermost loop: fa 8, fma 4, fmisc 12, so 43 - 24 = 19 others on
 * the left; lfl 28, sfl 20, so 96 - 48 = 48 others on the right; length 107.
 * With k = 4: MAC = max(43, 96, 4 + 20)/4 = 24, MACS = 107/4. */
static void figure_25(void)
{
    struct machine *m = machine("ksr1", NULL, 0);
    struct counts c = counted((double[]){8, 0, 4, 12, 28, 20}, 0, 0);
    struct recurrence none = {0};
    c.n[OP_LEFT] = 19;
    c.n[OP_RIGHT] = 48;
    struct bound b = bound_mac(&arena, m, &c, &none, known(4));
    CHECK(b.tf.value == 6 && b.tm.value == 12 && b.ti.value == 24 && b.cpl.value == 24);
    CHECK_TEXT("right", b.limit);
    CHECK(bound_macs(m, 107, known(4)).value == 26.75);
    struct recurrence r = {.n = 1, .latency = 100, .distance = 1};
    b = bound_mac(&arena, m, &c, &r, known(4));
    CHECK(b.td.value == 25 && b.cpl.value == 25);
    CHECK_TEXT("recurrence", b.limit);
}

/* Two load ports and two arithmetic pipes that stores also use: fa 1, fm 1 on p0|p1; lfl 5 on a|b;
 * sfl 2 on c + p0|p1. pipes (1+1+2)/2 = 2; a|b 5/2 = 2.5; c 2. */
static void several_alternatives_of_a_machine(void)
{
    const char *set[] = {"ports=p0 p1 a b c", "use.fa=p0|p1",  "use.fm=p0|p1",      "use.fma=p0|p1",
                         "use.fmisc=p0",      "use.lfl=a|b",   "use.sfl=c + p0|p1", "use.li=a|b",
                         "use.si=c",          "use.left=none", "use.right=none",    "use.x=none",
                         "use.y=none"};
    struct machine *m = machine("ksr1", set, 13);
    struct counts c = counted((double[]){1, 1, 0, 0, 5, 2}, 2, 2);
    struct recurrence none = {0};
    struct bound b = bound_ma(&arena, m, &(struct essential){.counts = c}, &none, known(1));
    CHECK(b.tf.value == 1 && b.tm.value == 2.5 && b.ti.value == 2.5);
    CHECK_TEXT("a|b", b.limit);
    /* If all ports have the same load, the first alternatives are named, not their union. */
    c = counted((double[]){3, 0, 0, 0, 3, 0}, 2, 2);
    b = bound_ma(&arena, m, &(struct essential){.counts = c}, &none, known(1));
    CHECK(b.ti.value == 1.5);
    CHECK_TEXT("p0|p1", b.limit);
}

/* Two loads per cycle on a|b and, in parallel, one store on c and p0|p1: 3 accesses, a third of
 * them stores; any other mix has fewer. On the KSR1 all accesses use the right slot: 1. If a store
 * also uses a load port (a|b and c): 2 for any mix with at most one store in two accesses. If a
 * store uses both a and b, the best mix has no store: 2. If a load uses both and a store one of
 * them, the best mix has no load: 2. */
static void the_best_mix_of_loads_and_stores(void)
{
    const char *apart[] = {"ports=p0 p1 a b c", "use.fa=p0",     "use.fm=p0",         "use.fma=p0",
                           "use.fmisc=p0",      "use.lfl=a|b",   "use.sfl=c + p0|p1", "use.li=a|b",
                           "use.si=c",          "use.left=none", "use.right=none",    "use.x=none",
                           "use.y=none"};
    const char *shared[] = {"ports=p0 p1 a b c", "use.fa=p0",     "use.fm=p0",       "use.fma=p0",
                            "use.fmisc=p0",      "use.lfl=a|b",   "use.sfl=a|b + c", "use.li=a|b",
                            "use.si=c",          "use.left=none", "use.right=none",  "use.x=none",
                            "use.y=none"};
    const char *stores[] = {"ports=p0 p1 a b c", "use.fa=p0",     "use.fm=p0",      "use.fma=p0",
                            "use.fmisc=p0",      "use.lfl=a|b",   "use.sfl=a + b",  "use.li=a|b",
                            "use.si=c",          "use.left=none", "use.right=none", "use.x=none",
                            "use.y=none"};
    const char *loads[] = {"ports=p0 p1 a b c", "use.fa=p0",     "use.fm=p0",      "use.fma=p0",
                           "use.fmisc=p0",      "use.lfl=a + b", "use.sfl=a|b",    "use.li=a|b",
                           "use.si=c",          "use.left=none", "use.right=none", "use.x=none",
                           "use.y=none"};
    CHECK_NEAR(2, bound_accesses(&arena, machine("ksr1", stores, 13)).value, 1e-12);
    CHECK_NEAR(2, bound_accesses(&arena, machine("ksr1", loads, 13)).value, 1e-12);
    CHECK_NEAR(3, bound_accesses(&arena, machine("ksr1", apart, 13)).value, 1e-12);
    CHECK_NEAR(1, bound_accesses(&arena, machine("ksr1", NULL, 0)).value, 0);
    CHECK_NEAR(2, bound_accesses(&arena, machine("ksr1", shared, 13)).value, 1e-12);
}

/* ---- missing numbers stay missing ---- */

static void missing_numbers(void)
{
    struct machine *m = machine("ksr1", NULL, 0), *rs = machine("rs6000", NULL, 0);
    struct counts c = counted((double[]){0, 0, 1, 0, 2, 1}, 2, 3);
    struct recurrence none = {0}, unknown = {.missing = "no latency.fa"};
    struct bound b =
        bound_ma(&arena, m, &(struct essential){.counts = c}, &none, missing("bases disagree"));
    CHECK(b.tf.value == 1 && b.tm.value == 3);
    CHECK_TEXT("bases disagree", b.ti.missing);
    CHECK_TEXT("bases disagree", b.cpl.missing);
    CHECK(!b.limit);
    b = bound_ma(&arena, m, &(struct essential){.counts = c}, &unknown, known(16));
    CHECK(b.ti.value == 3.1875);
    CHECK_TEXT("no latency.fa", b.td.missing);
    CHECK_TEXT("no latency.fa", b.cpl.missing);
    b = bound_mac(&arena, m, &c, &none, missing("bases disagree"));
    CHECK_TEXT("bases disagree", b.tf.missing);
    c.n[OP_LEFT] = 1;
    b = bound_mac(&arena, rs, &c, &none, known(1));
    CHECK_TEXT("the machine file has no use.left", b.ti.missing);
    CHECK_TEXT("this machine has dynamic scheduling", bound_macs(rs, 10, known(1)).missing);
    CHECK_TEXT("the loop has no floating-point operation", bound_cpf(known(1), 0).missing);
    const char *set[] = {"peak.4=4"};
    CHECK(bound_m(machine("ksr1", set, 1), 2, 4, NULL).value == 2); /* 2/2 + 4/4 */
}

static void an_empty_loop_has_zero_cost(void)
{
    struct machine *m = machine("ksr1", NULL, 0);
    struct counts c = {{0}};
    struct recurrence none = {0};
    struct bound b = bound_ma(&arena, m, &(struct essential){.counts = c}, &none, missing("no k"));
    CHECK(is_known(b.cpl) && b.cpl.value == 0 && !b.limit);
}

int main(void)
{
    TEST(alternatives_share);
    TEST(operations_avoid_a_busy_port);
    TEST(overlapping_needs_fill_their_union);
    TEST(work_moves_to_a_free_port);
    TEST(no_operation_takes_zero_time);
    TEST(equal_to_all_subsets);
    TEST(a_star_of_ports_is_fast);
    TEST(daxpy);
    TEST(livermore_on_the_ksr1);
    TEST(livermore_on_the_rs6000);
    TEST(figure_25);
    TEST(several_alternatives_of_a_machine);
    TEST(the_best_mix_of_loads_and_stores);
    TEST(missing_numbers);
    TEST(an_empty_loop_has_zero_cost);
    arena_free(&arena);
    return tests_end();
}
