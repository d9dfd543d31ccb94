/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/cycles.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct arena arena;

/* Returns the ratio of the greatest cycle, -1 = none. Checks that c is a cycle with correct sums.
 */
static double ratio(int nodes, const struct flow_edge *e, size_t n, struct flow_cycle *c)
{
    struct flow_cycle mine;
    c = c ? c : &mine;
    *c = greatest_cycle(&arena, nodes, e, n);
    double latency = 0;
    long distance = 0;
    for (size_t i = 0; i < c->n; i++) {
        CHECK(e[c->edges[i]].to == e[c->edges[(i + 1) % c->n]].from);
        CHECK(e[c->edges[0]].from <= e[c->edges[i]].from);
        latency += e[c->edges[i]].latency;
        distance += e[c->edges[i]].distance;
    }
    CHECK_NEAR(latency, c->latency, 0);
    CHECK(distance == c->distance);
    return c->n ? c->latency / (double)c->distance : -1;
}

static void no_cycle(void)
{
    struct flow_edge e[] = {{0, 1, 3, 0, false}, {0, 2, 3, 1, false}, {1, 2, 3, 7, false}};
    CHECK_NEAR(-1, ratio(3, e, 3, NULL), 0);
    CHECK_NEAR(-1, ratio(3, NULL, 0, NULL), 0);
    CHECK_NEAR(-1, ratio(0, NULL, 0, NULL), 0);
}

/* q = q + z(k)*x(k): the triad feeds its own addend in the next iteration. */
static void a_node_feeds_itself(void)
{
    struct flow_edge e[] = {{0, 0, 2, 1, true}};
    struct flow_cycle c;
    CHECK_NEAR(2, ratio(1, e, 1, &c), 0);
    CHECK(c.n == 1 && c.edges[0] == 0);
}

/* x(i) = z(i)*(y(i) - x(i-1)): subtract 3, multiply 3, one iteration: 6. */
static void two_operations_one_iteration(void)
{
    struct flow_edge e[] = {{1, 0, 3, 1, false}, {0, 1, 3, 0, false}};
    struct flow_cycle c;
    CHECK_NEAR(6, ratio(2, e, 2, &c), 0);
    CHECK(c.n == 2 && c.edges[0] == 1 && c.edges[1] == 0);
}

static void distance_divides(void)
{
    /* 0->1->0: 7/3; 0->0: 9/4 = 2.25 < 2.333 */
    struct flow_edge e[] = {{0, 1, 4, 1, false}, {1, 0, 3, 2, false}, {0, 0, 9, 4, false}};
    CHECK_NEAR(7.0 / 3, ratio(2, e, 3, NULL), 1e-15);
}

static void parallel_edges(void)
{
    struct flow_edge e[] = {{0, 1, 2, 0, true}, {0, 1, 3, 0, false}, {1, 0, 1, 1, false}};
    struct flow_cycle c;
    CHECK_NEAR(4, ratio(2, e, 3, &c), 0);
    CHECK(c.edges[0] == 1);
}

/* 1000000/999999 = 1 + 1/999999 against 999999/999998 = 1 + 1/999998: the second is greater, by
 * 1e-12. */
static void ratios_are_compared_exactly(void)
{
    struct flow_edge e[] = {{0, 0, 1000000, 999999, false},
                            {1, 1, 999999, 999998, false},
                            {2, 2, 1000000, 1000000, false},
                            {1, 0, 5, 0, false}};
    struct flow_cycle c;
    ratio(3, e, 4, &c);
    CHECK(c.n == 1 && c.edges[0] == 1);
}

static void the_first_of_equal_parts_wins(void)
{
    struct flow_edge e[] = {{1, 1, 4, 2, false}, {0, 0, 2, 1, false}, {2, 2, 6, 3, false}};
    struct flow_cycle c;
    CHECK_NEAR(2, ratio(3, e, 3, &c), 0);
    CHECK(c.edges[0] == 1);
}

static void latencies_with_decimals(void)
{
    struct flow_edge e[] = {{0, 0, 2.5, 2, false}, {0, 0, 1.3, 1, false}};
    CHECK_NEAR(1.3, ratio(1, e, 2, NULL), 1e-15);
}

static void a_cycle_without_latency(void)
{
    struct flow_edge e[] = {{0, 0, 0, 1, false}};
    CHECK_NEAR(0, ratio(1, e, 1, NULL), 0);
}

/* Finds the greatest ratio of all simple cycles through nodes >= start by trying each path. */
static double best_path(int nodes, const struct flow_edge *e, size_t n, int start, int at,
                        unsigned used, double latency, long distance)
{
    double best = -1;
    for (size_t i = 0; i < n; i++) {
        if (e[i].from != at)
            continue;
        double l = latency + e[i].latency, r = -1;
        long d = distance + e[i].distance;
        if (e[i].to == start)
            r = l / (double)d;
        else if (e[i].to > start && !(used >> e[i].to & 1))
            r = best_path(nodes, e, n, start, e[i].to, used | 1u << e[i].to, l, d);
        best = r > best ? r : best;
    }
    return best;
}

static void agrees_with_all_cycles(void)
{
    srand(7);
    for (int turn = 0; turn < 3000; turn++) {
        int nodes = 1 + rand() % 7;
        size_t n = (size_t)(rand() % 16);
        struct flow_edge e[16];
        for (size_t i = 0; i < n; i++) {
            e[i] = (struct flow_edge){rand() % nodes, rand() % nodes, rand() % 6, rand() % 3, 0};
            if (e[i].to <= e[i].from) /* only forward edges may have distance 0 */
                e[i].distance++;
        }
        double want = -1;
        for (int v = 0; v < nodes; v++) {
            double r = best_path(nodes, e, n, v, v, 0, 0, 0);
            want = r > want ? r : want;
        }
        CHECK_NEAR(want, ratio(nodes, e, n, NULL), 1e-12);
    }
}

/* A chain of 60000 triads that closes after one iteration, with a shortcut in the middle. */
static void long_chain(void)
{
    enum { N = 60000 };
    static struct flow_edge e[N + 1];
    for (int v = 0; v < N; v++)
        e[v] = (struct flow_edge){v, (v + 1) % N, 2, v == N - 1, true};
    e[N] = (struct flow_edge){N / 2, 0, 30000, 1, false};
    struct flow_cycle c;
    CHECK_NEAR(2.0 * N, ratio(N, e, N + 1, &c), 0);
    CHECK(c.n == N);
}

static void a_cycle_of_distance_0_is_a_bug(void)
{
    struct flow_edge e[] = {{0, 1, 1, 0, false}, {1, 0, 1, 0, false}};
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        fclose(stderr);
        fclose(stdout);
        greatest_cycle(&arena, 2, e, 2);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

/* 0 -> 1 -> 0 over 3 iterations, 1 -> 2 -> 1 over 2, 2 to itself over 5; 3 feeds 0 and is on no
 * cycle; 4 feeds itself over 64, which counts as never. */
static void shortest_distances(void)
{
    struct flow_edge e[] = {{0, 1, 1, 0, false}, {1, 0, 1, 3, false},  {1, 2, 1, 1, false},
                            {2, 1, 1, 1, false}, {2, 2, 1, 5, false},  {3, 0, 1, 1, false},
                            {0, 4, 1, 0, false}, {4, 4, 1, 64, false}, {4, 4, 1, 70, false}};
    long least[5] = {9, 9, 9, 9, 9};
    least_cycles(5, e, COUNT_OF(e), 64, least);
    CHECK(least[0] == 3 && least[1] == 2 && least[2] == 2);
    CHECK(least[3] == 0 && least[4] == 0);
    least_cycles(0, NULL, 0, 64, least);
}

/* A ring of nodes with a total distance of one iteration: too many paths to try each, and every
 * path leads through the first node. */
static void shortest_distances_of_many(void)
{
    enum { N = 1000 };
    static struct flow_edge e[N];
    static long least[N];
    for (int i = 0; i < N; i++)
        e[i] = (struct flow_edge){i, (i + 1) % N, 1, i == 500, false};
    least_cycles(N, e, N, 64, least);
    for (int i = 0; i < N; i++)
        CHECK(least[i] == 1);
}

int main(void)
{
    TEST(shortest_distances);
    TEST(shortest_distances_of_many);
    TEST(no_cycle);
    TEST(a_node_feeds_itself);
    TEST(two_operations_one_iteration);
    TEST(distance_divides);
    TEST(parallel_edges);
    TEST(ratios_are_compared_exactly);
    TEST(the_first_of_equal_parts_wins);
    TEST(latencies_with_decimals);
    TEST(a_cycle_without_latency);
    TEST(agrees_with_all_cycles);
    TEST(long_chain);
    TEST(a_cycle_of_distance_0_is_a_bug);
    arena_free(&arena);
    return tests_end();
}
