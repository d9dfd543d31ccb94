/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thread states of a run, from samples of the process monitor. */
#include "commands/macs-gap/macs-gap.h"

#include "commands/cells.h"
#include "commands/macs-gap/page.h"
#include "measure/monitor/states-json.h"
#include "facts/states.h"

#include <math.h>

/* ---- text ---- */

enum { THREADS_SHOWN = 16, BEFORE_STATES = 4, COLUMNS = BEFORE_STATES + THREAD_STATES + 2 };

/* Returns whether a state has a column: rare states only if a thread was in them. */
static bool is_column(const struct watch *w, int state)
{
    bool any = state != STATE_STOPPED && state != STATE_UNKNOWN;
    for (size_t t = 0; t < w->n_threads; t++)
        any |= w->threads[t].counts.n[state] > 0;
    return any;
}

static struct quantity percent(struct quantity share)
{
    return is_known(share) ? known(round(share.value * 1000) / 10) : share;
}

/* Returns the largest half-width of the confidence intervals of the shares of a thread. */
static struct quantity half_interval(const struct state_shares *shares)
{
    double widest = 0;
    for (int s = 0; s < THREAD_STATES; s++) {
        if (!is_known(shares->share[s]))
            return shares->share[s];
        widest = fmax(widest, shares->interval[s].high - shares->interval[s].low);
    }
    return known(widest / 2);
}

static void put_thread_row(struct page *p, const struct watch *w, const struct watched_thread *t)
{
    struct quantity seconds = known(t->seconds);
    struct state_shares shares = thread_shares(t, true);
    page_cell(p, arena_printf(&p->arena, "%ld", t->number));
    page_cell(p, t->name);
    page_cell(p, arena_printf(&p->arena, "%ld", t->tid));
    page_number(p, seconds);
    for (int s = 0; s < THREAD_STATES; s++)
        if (is_column(w, s))
            page_number(p, percent(shares.share[s]));
    page_number(p, percent(half_interval(&shares)));
    page_number(p, percent(q_div(t->queued, known(thread_account_seconds(t)),
                                 "the thread has only one sample")));
}

void gap_states_text(struct page *p, const struct gap_run *run, bool all)
{
    const struct watch *w = run->watch;
    const char *titles[COLUMNS] = {"thread", "name", "tid", "seconds"};
    size_t n = BEFORE_STATES, shown = 0;
    if (!w)
        return;
    page_line(p, "%llu samples in %.4g s, %.4g a second, of %zu thread%s of %s",
              (unsigned long long)w->samples, w->seconds, w->rate, w->n_threads,
              w->n_threads == 1 ? "" : "s", w->command ? w->command : "an unknown command");
    for (int s = 0; s < THREAD_STATES; s++)
        if (is_column(w, s))
            titles[n++] = arena_printf(&p->arena, "%s %%", thread_state_names[s]);
    titles[n++] = "+- %";
    titles[n++] = "queued %";
    page_table(p, titles, n);
    for (; shown < w->n_threads && (all || shown < THREADS_SHOWN); shown++)
        put_thread_row(p, w, &w->threads[shown]);
    page_end_table(p);
    if (shown < w->n_threads)
        page_line(p, "%zu more threads; --threads shows all", w->n_threads - shown);
    for (size_t i = 0; i < w->notes.n; i++)
        page_remark(p, w->notes.at[i]);
}

/* ---- JSON ---- */

static void json_thread(struct json *j, const struct watched_thread *t)
{
    json_inline_object(j);
    json_key_thread(j, t, false);
    json_end_object(j);
}

void gap_states_json(struct json *j, const struct gap_run *run)
{
    const struct watch *w = run->watch;
    if (!w)
        return;
    json_key_object(j, "watch");
    json_key_text(j, "command", w->command);
    json_key_quantity(j, "seconds", known(w->seconds));
    json_key_long(j, "samples", (long)w->samples);
    json_key_quantity(j, "rate", known(w->rate));
    json_key_array(j, "threads");
    for (size_t t = 0; t < w->n_threads; t++)
        json_thread(j, &w->threads[t]);
    json_end_array(j);
    json_key_cpus(j, w);
    json_key_notes(j, "notes", &w->notes);
    json_end_object(j);
}
