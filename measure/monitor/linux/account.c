/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts samples: of a thread, of its region, and of the column of the timeline. */
#include "measure/monitor/linux/table.h"

/* Limits of what is stored. */
enum {
    REGIONS = 1024,      /* of a thread */
    COLUMNS = 4096,      /* of the timeline */
    ALL_BINS = 1u << 20, /* of all threads */
};

static void count_region(struct thread *t, enum thread_state s, uint32_t region)
{
    size_t i = 0;
    while (i < t->regions.n && t->regions.at[i].region != region)
        i++;
    if (i == REGIONS)
        return;
    if (i == t->regions.n)
        *array_push(&t->regions) = (struct region_count){.region = region};
    t->regions.at[i].counts.n[s]++;
}

/* Doubles the width of the timeline's columns by joining neighbours. */
static void join_columns(struct monitor *m)
{
    m->column_seconds *= 2;
    m->bins = 0;
    for (size_t k = 0; k < m->threads.n; k++) {
        struct thread *t = m->threads.at[k];
        size_t n = 0;
        for (size_t i = 0; i < t->bins.n; i++) {
            struct state_bin b = t->bins.at[i];
            b.column /= 2;
            if (n == 0 || t->bins.at[n - 1].column != b.column) {
                t->bins.at[n++] = b;
                continue;
            }
            for (int s = 0; s < THREAD_STATES; s++)
                t->bins.at[n - 1].n[s] += b.n[s];
        }
        t->bins.n = n;
        m->bins += n;
    }
}

static void count_bin(struct monitor *m, struct thread *t, enum thread_state s, double now)
{
    if (!(m->column_seconds > 0))
        return;
    while (now / m->column_seconds >= COLUMNS)
        join_columns(m);
    uint32_t column = (uint32_t)(now / m->column_seconds);
    if (t->bins.n == 0 || t->bins.at[t->bins.n - 1].column != column) {
        *array_push(&t->bins) = (struct state_bin){.column = column};
        m->bins++;
    }
    t->bins.at[t->bins.n - 1].n[s]++;
    if (m->bins > ALL_BINS && m->bins > 2 * m->threads.n)
        join_columns(m);
}

/* Returns the state to count: a wait that the program excluded counts as processing, as with
 * channels that the memo's monitor does not monitor. */
static enum thread_state counted_state(const struct monitor *m, const struct thread *t,
                                       enum thread_state s)
{
    bool wait = s == STATE_COMMUNICATION || s == STATE_TIMER || s == STATE_DISK;
    if (t->slot < 0 || !wait)
        return s;
    return area_waits(m->o.area, t->slot) >> s & 1 ? s : STATE_PROCESSING;
}

void account_sample(struct monitor *m, struct thread *t, enum thread_state state,
                    const struct seen_thread *seen, const struct wait_key *key, double now)
{
    if (m->o.registered && (t->slot < 0 || !area_registered(m->o.area, t->slot)))
        return;
    enum thread_state s = counted_state(m, t, state);
    t->waits_processing |= s != state;
    t->counts.n[s]++;
    if (m->o.sites && s != STATE_PROCESSING)
        waits_count(m, t, s, seen, key, now);
    uint32_t region = t->slot >= 0 ? area_region(m->o.area, t->slot) : 0;
    if (region > 0)
        count_region(t, s, region);
    count_bin(m, t, s, now);
}
