/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/states.h"

#include <math.h>

/* The kernel updates the accounting of a running thread at each clock tick, at least 100 times a
 * second. */
static const double tick = 0.01;
static const double rounding = 1e-9;

static struct share_interval interval_of(uint64_t n, uint64_t all, bool requested)
{
    return requested ? share_interval(n, all) : (struct share_interval){0, 1};
}

struct state_shares counted_shares(const struct state_counts *c, bool intervals)
{
    struct state_shares to;
    uint64_t all = state_samples(c);
    for (int s = 0; s < THREAD_STATES; s++) {
        to.share[s] = state_share(c, (enum thread_state)s);
        to.interval[s] = interval_of(c->n[s], all, intervals);
    }
    return to;
}

static double clamp_share(double x)
{
    return fmin(fmax(x, 0), 1);
}

/* The accounting covers a part of the lifetime of the thread. The rest is computed from the samples
 * taken outside of that part, or from all samples if there are none. */
static void put_processing(struct state_shares *to, const struct watched_thread *t, bool intervals)
{
    double account = t->running.value + t->queued.value;
    double rest = fmax(t->seconds - t->accounted, 0), seconds = t->accounted + rest;
    struct quantity sampled = state_share(&t->counts, STATE_PROCESSING);
    struct share_interval i = interval_of(t->rest.processing, t->rest.all, intervals);
    if (t->rest.all > 0)
        sampled = known((double)t->rest.processing / (double)t->rest.all);
    double of_rest = is_known(sampled) ? rest * sampled.value : 0;
    double share = clamp_share((account + of_rest) / seconds);
    to->share[STATE_PROCESSING] = known(share > 1 - rounding ? 1 : share);
    to->interval[STATE_PROCESSING] =
        (struct share_interval){clamp_share((account - tick + rest * i.low) / seconds),
                                clamp_share((account + tick + rest * i.high) / seconds)};
}

/* Divides the time without processing by the samples of waiting states; without such samples it is
 * STATE_UNKNOWN. */
static void put_waits(struct state_shares *to, const struct state_counts *c, bool intervals)
{
    uint64_t waits = state_samples(c) - c->n[STATE_PROCESSING];
    double rest = 1 - to->share[STATE_PROCESSING].value;
    struct share_interval p = to->interval[STATE_PROCESSING];
    for (int s = 0; s < THREAD_STATES; s++) {
        if (s == STATE_PROCESSING)
            continue;
        double q = waits ? (double)c->n[s] / (double)waits : s == STATE_UNKNOWN;
        struct share_interval i = interval_of(c->n[s], waits, intervals);
        to->share[s] = known(rest * q);
        to->interval[s] = (struct share_interval){(1 - p.high) * i.low, (1 - p.low) * i.high};
    }
}

struct state_shares thread_shares(const struct watched_thread *t, bool intervals)
{
    struct state_shares to;
    if (!(t->accounted > 0) || !is_known(t->running) || !is_known(t->queued))
        return counted_shares(&t->counts, intervals);
    put_processing(&to, t, intervals);
    put_waits(&to, &t->counts, intervals);
    return to;
}

double thread_account_seconds(const struct watched_thread *t)
{
    return t->accounted > 0 ? t->accounted : t->seconds;
}

void shares_add(struct shares_sum *sum, const struct watched_thread *t)
{
    struct state_shares one = thread_shares(t, false);
    if (!is_known(one.share[STATE_PROCESSING]))
        return;
    sum->seconds += t->seconds;
    for (int s = 0; s < THREAD_STATES; s++)
        sum->of[s] += t->seconds * one.share[s].value;
}

struct state_shares shares_together(const struct shares_sum *sum)
{
    struct state_shares to;
    for (int s = 0; s < THREAD_STATES; s++) {
        to.share[s] = q_div(known(sum->of[s]), known(sum->seconds), "no sample was taken");
        to.interval[s] = (struct share_interval){0, 1};
    }
    return to;
}
