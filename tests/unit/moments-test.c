/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the sampling times: one at a random position of each period, so that a periodic program is
 * sampled without bias; missed times are not repeated. */
#include "measure/monitor/linux/moments.h"
#include "tests/unit/check.h"

static const double period = 0.01;

/* Returns the share of n samples that find a program busy. The program is busy for the first `busy`
 * part of each of its periods. */
static double seen_busy(double turn, double busy, long n, uint64_t seed)
{
    struct moments m = moments_start(period, seed);
    double now = 0;
    long found = 0;
    for (long i = 0; i < n; i++) {
        now = moments_next(&m, now);
        double at = fmod(now, turn) / turn;
        found += at < busy;
    }
    return (double)found / (double)n;
}

/* Samples at fixed intervals would find the program always or never busy. The deviation of a share
 * p of n samples is at most sqrt(p (1 - p) / n): 5 of these, for each of 40 programs and seeds. */
static void a_program_in_step(void)
{
    enum { N = 30000 };
    for (int multiple = 1; multiple <= 4; multiple++)
        for (double busy = 0.1; busy < 0.95; busy += 0.2)
            for (uint64_t seed = 1; seed <= 2; seed++) {
                double error = 5 * sqrt(busy * (1 - busy) / N);
                CHECK_NEAR(busy, seen_busy(period / multiple, busy, N, seed), error);
                CHECK_NEAR(busy, seen_busy(period * multiple, busy, N, seed), error);
                CHECK_NEAR(busy, seen_busy(period * (multiple + 1e-4), busy, N, seed), error);
            }
}

/* Each tenth of a period has a tenth of the sampling times, and each period has one. */
static void anywhere_in_the_period(void)
{
    enum { N = 100000, PARTS = 10 };
    struct moments m = moments_start(period, 7);
    long in[PARTS] = {0};
    double now = 0;
    for (long i = 0; i < N; i++) {
        now = moments_next(&m, now);
        CHECK(m.number == (uint64_t)i + 1);
        CHECK(now >= (double)i * period && now < (double)(i + 1) * period);
        in[(int)(PARTS * (now / period - (double)i))]++;
    }
    for (int k = 0; k < PARTS; k++)
        CHECK_NEAR(0.1, (double)in[k] / N, 5 * sqrt(0.1 * 0.9 / N));
}

/* After a delay the next sampling time in the future is used. */
static void late(void)
{
    struct moments m = moments_start(period, 3);
    double first = moments_next(&m, 0), next = moments_next(&m, 17.3 * period);
    CHECK(first < period);
    CHECK(next >= 17.3 * period && next < 19 * period);
    CHECK(m.number == 18 || m.number == 19);
}

/* The sampling times depend only on the seed. */
static void seeds(void)
{
    struct moments a = moments_start(period, 5), b = moments_start(period, 5),
                   c = moments_start(period, 6);
    double x = moments_next(&a, 0);
    CHECK(x == moments_next(&b, 0));
    CHECK(x != moments_next(&c, 0));
}

/* All numbers from 0 to 4, each a fifth of the time. */
static void random_numbers(void)
{
    enum { N = 50000 };
    struct moments m = moments_start(period, 11);
    long times[5] = {0};
    for (long i = 0; i < N; i++) {
        uint64_t k = moments_random(&m, 5);
        CHECK(k < 5);
        times[k < 5 ? k : 0]++;
    }
    for (int k = 0; k < 5; k++)
        CHECK_NEAR(0.2, (double)times[k] / N, 5 * sqrt(0.2 * 0.8 / N));
    CHECK(moments_random(&m, 1) == 0);
}

int main(void)
{
    TEST(a_program_in_step);
    TEST(anywhere_in_the_period);
    TEST(late);
    TEST(seeds);
    TEST(random_numbers);
    return tests_end();
}
