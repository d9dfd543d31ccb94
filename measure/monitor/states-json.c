/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/states-json.h"

static void key_counts(struct json *j, const struct state_counts *c)
{
    json_key_inline_object(j, "counts");
    for (int s = 0; s < THREAD_STATES; s++)
        json_key_long(j, thread_state_names[s], (long)c->n[s]);
    json_end_object(j);
}

static void key_intervals(struct json *j, const struct state_shares *shares)
{
    json_key_inline_object(j, "interval");
    for (int s = 0; s < THREAD_STATES; s++) {
        json_key_inline_array(j, thread_state_names[s]);
        json_quantity(j, known(shares->interval[s].low));
        json_quantity(j, known(shares->interval[s].high));
        json_end_array(j);
    }
    json_end_object(j);
}

static void key_shares(struct json *j, const struct state_shares *shares, bool intervals)
{
    json_key_inline_object(j, "share");
    for (int s = 0; s < THREAD_STATES; s++)
        json_key_quantity(j, thread_state_names[s], shares->share[s]);
    json_end_object(j);
    if (intervals)
        key_intervals(j, shares);
}

void json_key_states(struct json *j, const struct state_counts *c, bool intervals)
{
    struct state_shares shares = counted_shares(c, intervals);
    json_key_long(j, "samples", (long)state_samples(c));
    key_shares(j, &shares, intervals);
}

void json_key_thread(struct json *j, const struct watched_thread *t, bool intervals)
{
    json_key_long(j, "tid", t->tid);
    json_key_long(j, "pid", t->pid);
    json_key_text(j, "name", t->name);
    json_key_text(j, "group", t->group);
    json_key_quantity(j, "begin", known(t->begin));
    json_key_quantity(j, "seconds", known(t->seconds));
    json_key_bool(j, "ended", t->ended);
    struct state_shares shares = thread_shares(t, intervals);
    json_key_long(j, "samples", (long)state_samples(&t->counts));
    key_counts(j, &t->counts);
    key_shares(j, &shares, intervals);
    json_key_quantity(j, "running", t->running);
    json_key_quantity(j, "queued", t->queued);
    json_key_quantity(j, "accounted", known(t->accounted));
}

void json_key_cpus(struct json *j, const struct watch *w)
{
    json_key_array(j, "cpus");
    for (size_t i = 0; i < w->n_cpus; i++) {
        json_inline_members(j, "iqq", "cpu", (long)w->cpus[i].cpu, "idle", w->cpus[i].idle,
                            "calibrated", w->cpus[i].calibrated);
    }
    json_end_array(j);
}
