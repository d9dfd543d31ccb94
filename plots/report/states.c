/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thread states of a run, from the process monitor. */
#include "facts/states.h"
#include "base/util.h"
#include "plots/report/report.h"

static const struct report_column thread_columns[] = {
    {"thread", "number, in the order of appearance", false, false},
    {"name", "name that the program or the kernel gave it", false, false},
    {"tid", "thread ID of the kernel", false, false},
    {"seconds", "time for which it was watched", false, false},
    {"samples", "number of its samples", false, false},
};
enum { FIRST_STATE = COUNT_OF(thread_columns), COLUMNS = FIRST_STATE + THREAD_STATES + 1 };

static void put_heads(FILE *out)
{
    struct report_column heads[COLUMNS];
    struct arena a = {0};
    for (int i = 0; i < FIRST_STATE; i++)
        heads[i] = thread_columns[i];
    for (int s = 0; s < THREAD_STATES; s++)
        heads[FIRST_STATE + s] =
            (struct report_column){arena_printf(&a, "%s %%", thread_state_names[s]),
                                   thread_state_meanings[s], false, false};
    heads[COLUMNS - 1] = (struct report_column){"queued %",
                                                "share of the time of the kernel's account in "
                                                "which it was ready but waited for a CPU",
                                                false, false};
    report_heads(out, heads, COLUMNS, NULL, false);
    arena_free(&a);
}

static void put_thread(FILE *out, const struct watched_thread *t)
{
    struct quantity seconds = known(t->seconds);
    struct state_shares shares = thread_shares(t, false);
    html(out, "<tr><th scope=\"row\">%ld</th><td>%s</td><td>%ld</td>", t->number,
         t->name ? t->name : "-", t->tid);
    html_number(out, seconds, "");
    html_number(out, known((double)state_samples(&t->counts)), "");
    for (int s = 0; s < THREAD_STATES; s++)
        html_percent(out, shares.share[s]);
    html_percent(out, q_div(t->queued, known(thread_account_seconds(t)), "only one sample"));
    html(out, "</tr>\n");
}

void report_states(const struct report *r, const struct gap_run *run)
{
    const struct watch *w = run->watch;
    char samples[QUANTITY_TEXT], rate[QUANTITY_TEXT], seconds[QUANTITY_TEXT];
    if (!w)
        return;
    html(r->out,
         "<details class=\"threads\"><summary>Thread states</summary>\n<p>%s samples in "
         "%s seconds, %s per second, of %s</p>\n",
         quantity_text(known((double)w->samples), samples),
         quantity_text(known(w->seconds), seconds), quantity_text(known(w->rate), rate),
         w->command ? w->command : "an unknown command");
    html(r->out,
         "<div class=\"scroll tall\" role=\"group\" tabindex=\"0\" aria-label=\"Thread states of "
         "%s\"><table class=\"sortable\">\n",
         run->run);
    put_heads(r->out);
    html(r->out, "<tbody>\n");
    for (size_t t = 0; t < w->n_threads && t < LISTED_THREADS; t++)
        put_thread(r->out, &w->threads[t]);
    html(r->out, "</tbody></table></div>\n");
    report_left_out(r->out, w->n_threads, LISTED_THREADS, "threads");
    report_notes(r->out, &w->notes);
    html(r->out, "</details>\n");
}

bool report_is_watched(const struct report *r)
{
    for (size_t t = 0; t < r->t->n; t++)
        if (r->t->at[t].watch)
            return true;
    return false;
}

void report_timeline(const struct report *r)
{
    if (!report_is_watched(r))
        return;
    html(r->out, "<section id=\"threads\">\n<h2>Thread states</h2>\n");
    report_chart(r, "timeline");
    html(r->out, "</section>\n");
}
