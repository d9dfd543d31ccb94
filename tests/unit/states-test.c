/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests shares of samples and their confidence intervals: against sums of the binomial
 * distribution, and for samples like the monitor's, from programs in step with it. */
#include "facts/states.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <stdlib.h>

static double log_choose(int n, int k)
{
    return lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0);
}

/* Returns the probability that k of n samples find a state with the share p. */
static double binomial(int n, int k, double p)
{
    return exp(log_choose(n, k) + k * log(p) + (n - k) * log1p(-p));
}

/* The intervals of all possible results of n samples. */
static struct share_interval *intervals(int n)
{
    struct share_interval *all = malloc((size_t)(n + 1) * sizeof *all);
    for (int k = 0; k <= n; k++)
        all[k] = share_interval((uint64_t)k, (uint64_t)n);
    return all;
}

/* Shares of 0.5 % to 99.5 %, and the smallest and largest ones: the probability that the interval
 * of n samples contains their true share, as a sum over all possible results. */
static double least_coverage(int n)
{
    struct share_interval *all = intervals(n);
    double least = 1;
    for (int step = 1; step < 2 * 200; step++) {
        double p = step % 2 ? step / 400.0 : step < 200 ? 0.01 / step : 1 - 0.01 / (400 - step);
        double sum = 0;
        for (int k = 0; k <= n; k++)
            sum += all[k].low <= p && p <= all[k].high ? binomial(n, k, p) : 0;
        least = fmin(least, sum);
    }
    free(all);
    return least;
}

/* The confidence level is 95 % for any share and number of samples. */
static void intervals_hold_the_share(void)
{
    static const int ns[] = {1, 2, 5, 10, 100, 1000, 3000};
    for (size_t i = 0; i < COUNT_OF(ns); i++) {
        double least = least_coverage(ns[i]);
        if (least < 0.95)
            printf("# %d samples: %g\n", ns[i], least);
        CHECK(least >= 0.95);
    }
}

/* A limit is the share at which this number of samples or more, or this number or fewer, has a
 * probability of 2.5 %. */
static void bounds_are_quantiles(void)
{
    static const int ks[] = {1, 7, 30, 150, 290, 299};
    for (size_t i = 0; i < COUNT_OF(ks); i++) {
        struct share_interval s = share_interval((uint64_t)ks[i], 300);
        double above = 0, below = 0;
        for (int k = 0; k <= 300; k++) {
            above += k >= ks[i] ? binomial(300, k, s.low) : 0;
            below += k <= ks[i] ? binomial(300, k, s.high) : 0;
        }
        CHECK_NEAR(0.025, above, 1e-9);
        CHECK_NEAR(0.025, below, 1e-9);
    }
}

/* By hand: none of 10 has the probability (1 - p)^10, which is 2.5 % at p = 1 - 0.025^0.1; of 1
 * sample that found the state, p = 2.5 % is the least. Without samples nothing is known. */
static void bounds_by_hand(void)
{
    struct share_interval none = share_interval(0, 10), all = share_interval(10, 10);
    CHECK(none.low == 0 && all.high == 1);
    CHECK_NEAR(0.308497107818761, none.high, 1e-14);
    CHECK_NEAR(1 - 0.308497107818761, all.low, 1e-14);
    CHECK_NEAR(0.025, share_interval(1, 1).low, 1e-15);
    CHECK_NEAR(0.975, share_interval(0, 1).high, 1e-15);
    struct share_interval nothing = share_interval(0, 0);
    CHECK(nothing.low == 0 && nothing.high == 1);
}

/* An hour at 1000 Hz: the normal distribution, 1.96 of its deviations to each side. */
static void many_samples(void)
{
    uint64_t n = 3600000, k = 900000;
    double half = 1.959963984540054 * sqrt(0.25 * 0.75 / (double)n);
    struct share_interval s = share_interval(k, n);
    CHECK_NEAR(0.25 - half, s.low, 1e-3 * half);
    CHECK_NEAR(0.25 + half, s.high, 1e-3 * half);
    s = share_interval(1, UINT64_C(1) << 26); /* Poisson's: 0.0253 and 5.5716 of one */
    CHECK_NEAR(0.025318, s.low * 0x1p26, 1e-5);
    CHECK_NEAR(5.571643, s.high * 0x1p26, 1e-5);
}

/* Returns the probability that the interval contains the mean of probabilities that differ from
 * sample to sample. The distribution of the sum is computed sample by sample. */
static double coverage_of(const double *chance, int n)
{
    double *at = calloc((size_t)n + 1, sizeof *at), mean = 0, sum = 0;
    at[0] = 1;
    for (int i = 0; i < n; i++) {
        for (int k = i + 1; k > 0; k--)
            at[k] = at[k] * (1 - chance[i]) + at[k - 1] * chance[i];
        at[0] *= 1 - chance[i];
        mean += chance[i] / n;
    }
    struct share_interval *all = intervals(n);
    for (int k = 0; k <= n; k++)
        sum += all[k].low <= mean && mean <= all[k].high ? at[k] : 0;
    free(all);
    free(at);
    return sum;
}

/* The probability that a sample at a random moment of a sampling period finds a state is the share
 * of the state in that period, which depends on the program's own period. */
static void samples_of_periods_that_differ(void)
{
    enum { N = 300 };
    double chance[N];
    for (double busy = 0.05; busy < 1; busy += 0.05) {
        for (double turn = 0.1; turn < 40; turn *= 1.37) { /* its period, in sampling periods */
            for (int i = 0; i < N; i++) {
                double from = i / turn, to = (i + 1) / turn;
                double before = floor(from) * busy + fmin(from - floor(from), busy);
                double after = floor(to) * busy + fmin(to - floor(to), busy);
                chance[i] = fmin(1, (after - before) * turn);
            }
            CHECK(coverage_of(chance, N) >= 0.95);
        }
    }
}

/* 3 of 4 samples are a share of 0.75; of none, there is no share. */
static void shares(void)
{
    struct state_counts c = {.n = {[STATE_PROCESSING] = 3, [STATE_TIMER] = 1}}, nothing = {{0}};
    CHECK(state_samples(&c) == 4 && state_samples(&nothing) == 0);
    CHECK_NEAR(0.75, state_share(&c, STATE_PROCESSING).value, 0);
    CHECK_NEAR(0, state_share(&c, STATE_DISK).value, 0);
    CHECK(is_known(state_share(&c, STATE_DISK)) && !is_known(state_share(&nothing, STATE_DISK)));
    CHECK_TEXT("communication", thread_state_names[STATE_COMMUNICATION]);
}

/* As in bounds_by_hand: the interval of 1 of 1 is [0.025, 1], that of 0 of 10 [0, 0.3085]. */
static void other_shares(void)
{
    CHECK(!share_disagrees(1, 1, 0.025, 0.01));
    CHECK(!share_disagrees(1, 1, 0.016, 0.01));
    CHECK(share_disagrees(1, 1, 0.014, 0.01));
    CHECK(!share_disagrees(0, 10, 0.31, 0.01));
    CHECK(!share_disagrees(0, 10, 0.318, 0.01));
    CHECK(share_disagrees(0, 10, 0.32, 0.01));
    CHECK(!share_disagrees(0, 0, 0.5, 0));
}

static struct watched_thread watched(double seconds, double accounted, double running,
                                     double queued, uint64_t processing, uint64_t communication,
                                     uint64_t timer)
{
    struct watched_thread t = {.seconds = seconds, .accounted = accounted};
    t.running = known(running);
    t.queued = known(queued);
    t.counts.n[STATE_PROCESSING] = processing;
    t.counts.n[STATE_COMMUNICATION] = communication;
    t.counts.n[STATE_TIMER] = timer;
    return t;
}

static double sum_of_shares(const struct state_shares *s)
{
    double sum = 0;
    for (int i = 0; i < THREAD_STATES; i++)
        sum += s->share[i].value;
    return sum;
}

/* 4 + 2.5 of 10 s are 0.65, with a resolution of one tick of 0.01 s: 0.649 to 0.651. The other 0.35
 * is divided as 15 to 5: 0.2625 and 0.0875. The interval of 15 of 20 is [0.508954, 0.913429], from
 * the tails of the binomial distribution, so communication is between 0.349 * 0.508954 = 0.177625
 * and 0.351 * 0.913429 = 0.320613; disk, 0 of 20, is below 0.351 * (1 - 0.025^(1/20)) = 0.351 *
 * 0.168433 = 0.059120. */
static void shares_go_by_the_account(void)
{
    struct watched_thread t = watched(10, 10, 4, 2.5, 980, 15, 5);
    struct state_shares s = thread_shares(&t, true);
    CHECK_NEAR(0.65, s.share[STATE_PROCESSING].value, 1e-12);
    CHECK_NEAR(0.649, s.interval[STATE_PROCESSING].low, 1e-12);
    CHECK_NEAR(0.651, s.interval[STATE_PROCESSING].high, 1e-12);
    CHECK_NEAR(0.2625, s.share[STATE_COMMUNICATION].value, 1e-12);
    CHECK_NEAR(0.177625, s.interval[STATE_COMMUNICATION].low, 1e-6);
    CHECK_NEAR(0.320613, s.interval[STATE_COMMUNICATION].high, 1e-6);
    CHECK_NEAR(0.0875, s.share[STATE_TIMER].value, 1e-12);
    CHECK_NEAR(0, s.share[STATE_DISK].value, 0);
    CHECK_NEAR(0.059120, s.interval[STATE_DISK].high, 1e-6);
    CHECK_NEAR(1, sum_of_shares(&s), 1e-12);
    struct state_shares brief = thread_shares(&t, false);
    CHECK_NEAR(0.2625, brief.share[STATE_COMMUNICATION].value, 1e-12);
    CHECK(brief.interval[STATE_TIMER].low == 0 && brief.interval[STATE_TIMER].high >= 0.351);
}

/* The account covers 8 of 10 s, 4 of them processing; half of the samples from the other 2 found it
 * processing: 5 of 10 s, independent of the other samples. The interval of 50 of 100 is [0.398321,
 * 0.601679]: 3.99 + 2 * 0.398321 and 4.01 + 2 * 0.601679 of 10. Without a sample from that time all
 * samples are used, 450 of 500, although they may not represent it: 4 + 2 * 0.9, and anything from
 * 3.99 to 4.01 + 2. */
static void samples_give_the_rest(void)
{
    struct watched_thread t = watched(10, 8, 4, 0, 450, 0, 50);
    struct state_shares s = thread_shares(&t, true);
    CHECK_NEAR(0.58, s.share[STATE_PROCESSING].value, 1e-12);
    CHECK_NEAR(0.399, s.interval[STATE_PROCESSING].low, 1e-12);
    CHECK_NEAR(0.601, s.interval[STATE_PROCESSING].high, 1e-12);
    t.rest = (struct samples_taken){.all = 100, .processing = 50};
    s = thread_shares(&t, true);
    CHECK_NEAR(0.5, s.share[STATE_PROCESSING].value, 1e-12);
    CHECK_NEAR(0.478664, s.interval[STATE_PROCESSING].low, 1e-6);
    CHECK_NEAR(0.521336, s.interval[STATE_PROCESSING].high, 1e-6);
    CHECK_NEAR(0.5, s.share[STATE_TIMER].value, 1e-12);
}

/* Samples alone are used if there is no account, if it could not be read, or if it belongs to
 * another program. */
static void shares_without_an_account(void)
{
    struct watched_thread t = watched(10, 0, 4, 0, 3, 0, 1);
    CHECK_NEAR(0.75, thread_shares(&t, true).share[STATE_PROCESSING].value, 0);
    CHECK_NEAR(share_interval(1, 4).high, thread_shares(&t, true).interval[STATE_TIMER].high, 0);
    CHECK_NEAR(10, thread_account_seconds(&t), 0);
    t.accounted = 8;
    CHECK_NEAR(8, thread_account_seconds(&t), 0);
    t.queued = missing("went back");
    CHECK_NEAR(0.75, thread_shares(&t, true).share[STATE_PROCESSING].value, 0);
    t.counts.n[STATE_PROCESSING] = t.counts.n[STATE_TIMER] = 0;
    CHECK(!is_known(thread_shares(&t, true).share[STATE_PROCESSING]));
}

/* No sample found it waiting, but it waited for a tenth of its time; the reason is unknown. One
 * tick more than its lifetime counts as all of it. */
static void waits_that_no_sample_saw(void)
{
    struct watched_thread t = watched(10, 10, 9, 0, 100, 0, 0);
    struct state_shares s = thread_shares(&t, true);
    CHECK_NEAR(0.1, s.share[STATE_UNKNOWN].value, 1e-12);
    CHECK_NEAR(0, s.share[STATE_COMMUNICATION].value, 0);
    CHECK_NEAR(0.101, s.interval[STATE_COMMUNICATION].high, 1e-12);
    t = watched(1, 1.001, 1.009, 0, 100, 0, 0);
    CHECK_NEAR(1, thread_shares(&t, true).share[STATE_PROCESSING].value, 0);
    CHECK_NEAR(1, thread_shares(&t, true).interval[STATE_PROCESSING].high, 0);
}

/* 10 s with half and 30 s with a tenth are 8 of 40; a thread without samples and account is
 * ignored. */
static void threads_together(void)
{
    struct watched_thread t[] = {watched(10, 10, 5, 0, 1, 0, 1), watched(30, 0, 0, 0, 1, 0, 9),
                                 watched(7, 0, 0, 0, 0, 0, 0)};
    struct shares_sum sum = {0};
    for (int i = 0; i < 3; i++)
        shares_add(&sum, &t[i]);
    CHECK_NEAR(0.2, shares_together(&sum).share[STATE_PROCESSING].value, 1e-12);
    CHECK_NEAR(0.8, shares_together(&sum).share[STATE_TIMER].value, 1e-12);
    struct shares_sum none = {0};
    CHECK(!is_known(shares_together(&none).share[STATE_TIMER]));
}

int main(void)
{
    TEST(shares_go_by_the_account);
    TEST(samples_give_the_rest);
    TEST(shares_without_an_account);
    TEST(waits_that_no_sample_saw);
    TEST(threads_together);
    TEST(other_shares);
    TEST(shares);
    TEST(bounds_by_hand);
    TEST(bounds_are_quantiles);
    TEST(many_samples);
    TEST(intervals_hold_the_share);
    TEST(samples_of_periods_that_differ);
    return tests_end();
}
