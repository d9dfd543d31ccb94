/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads of a loop in each run: their spread and, if there are few, each thread. */
#include "plots/report/report.h"
#include "base/util.h"

#include <stdlib.h>

static const struct report_column spread_columns[] = {
    {"run", "name of the run", false, false},
    {"threads", "number of threads that ran the loop", false, false},
    {"measured min", "minimum of the threads' measured CPL", false, false},
    {"median", "median of the threads' measured CPL", false, false},
    {"max", "maximum of the threads' measured CPL", false, false},
    {"MUF min", "minimum of MACS / measured", false, false},
    {"MUF median", "median of MACS / measured", false, false},
    {"MUF max", "maximum of MACS / measured", false, false},
    {"cycles min", "minimum of the threads' cycles", false, false},
    {"cycles max", "maximum of the threads' cycles", false, false},
    {"slowest", "number of the thread with the most cycles", false, false},
};
static const struct report_column thread_column = {"thread", "number of the thread", false, false};

/* ---- numbers over threads ---- */

typedef struct quantity number_of(const struct gap_thread *t);

static struct quantity measured_of(const struct gap_thread *t)
{
    return t->cpl.measured;
}

static struct quantity muf_of(const struct gap_thread *t)
{
    return t->muf;
}

static struct quantity cycles_of(const struct gap_thread *t)
{
    return known(t->cycles);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct spread {
    struct quantity least, median, greatest;
};

/* Returns the spread of a number over the threads for which it is known. */
static struct spread spread_of(const struct gap_thread *t, size_t n, number_of *of)
{
    double *v = xmalloc((n + 1) * sizeof *v);
    size_t m = 0;
    const char *why = "no thread ran it";
    for (size_t i = 0; i < n; i++) {
        struct quantity q = of(&t[i]);
        if (is_known(q))
            v[m++] = q.value;
        else
            why = q.missing;
    }
    qsort(v, m, sizeof *v, by_value);
    struct spread s = {missing(why), missing(why), missing(why)};
    if (m)
        s = (struct spread){known(v[0]), known((v[(m - 1) / 2] + v[m / 2]) / 2), known(v[m - 1])};
    free(v);
    return s;
}

static long slowest_thread(const struct gap_thread *t, size_t n)
{
    size_t most = 0;
    for (size_t i = 1; i < n; i++)
        if (t[i].cycles > t[most].cycles)
            most = i;
    return t[most].thread;
}

/* ---- tables ---- */

static void begin_table(FILE *out, const char *name, const char *of)
{
    html(out,
         "<div class=\"scroll tall\" role=\"group\" tabindex=\"0\" aria-label=\"%s %s\"><table "
         "class=\"sortable\">\n<caption>%s %s</caption>\n",
         name, of, name, of);
}

static void end_table(FILE *out)
{
    html(out, "</tbody></table></div>\n");
}

static void put_spread(FILE *out, const char *run, const struct notes *notes,
                       const struct gap_thread *t, size_t n, struct doubts *d)
{
    struct spread measured = spread_of(t, n, measured_of), muf = spread_of(t, n, muf_of);
    struct spread cycles = spread_of(t, n, cycles_of);
    const struct {
        struct quantity value;
        unsigned doubts;
    } numbers[] = {{measured.least, DOUBT_TIME},
                   {measured.median, DOUBT_TIME},
                   {measured.greatest, DOUBT_TIME},
                   {muf.least, DOUBT_MACS | DOUBT_TIME},
                   {muf.median, DOUBT_MACS | DOUBT_TIME},
                   {muf.greatest, DOUBT_MACS | DOUBT_TIME},
                   {cycles.least, DOUBT_TIME},
                   {cycles.greatest, DOUBT_TIME}};
    html(out, "<tr><th scope=\"row\">%s</th><td>%zu</td>", run, n);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        html_marked(out, numbers[i].value, "", doubts_mark(d, run, notes, numbers[i].doubts));
    html(out, "<td>%ld</td></tr>\n", slowest_thread(t, n));
}

/* Writes a table with one row per thread of loop l in run. */
static void put_threads(FILE *out, const struct gap_run *run, const char *name,
                        const struct gap_loop *l, const char *loop, const struct gap_thread *t,
                        size_t n)
{
    struct doubts doubts = {0};
    struct gap_layout_columns columns = {.n = 0};
    gap_layout_add_row(&columns, GAP_LAYOUT_THREADS, run, l, GAP_CPL);
    begin_table(out, "Threads of", name);
    report_heads(out, &thread_column, 1, &columns, true);
    html(out, "<tbody>\n");
    for (size_t i = 0; i < n; i++) {
        struct gap_loop row = gap_thread_row(l, &t[i]);
        row.notes = l->notes;
        html(out, "<tr><th scope=\"row\">%ld</th>", t[i].thread);
        for (size_t c = 0; c < columns.n; c++)
            report_value(out, columns.at[c], run, &row, loop, &doubts);
        html(out, "</tr>\n");
    }
    end_table(out);
    report_doubts(out, &doubts, 0);
    doubts_free(&doubts);
}

/* Writes a run: its row of the spread table (!rows), or the table of its threads, if they are few
 * (rows). */
static bool put_run(const struct report *r, const struct report_loop *l, size_t run, bool rows,
                    struct doubts *d)
{
    struct arena a = {0};
    struct gap_thread *t;
    size_t n;
    const char *name = report_run_name(&a, &r->t->at[run]);
    bool ok = gaps_threads(r->g, &a, &r->t->at[run], l->in[run], &t, &n);
    if (ok && n > 1 && !rows)
        put_spread(r->out, name, &l->in[run]->notes, t, n, d);
    if (ok && n > 1 && rows && n <= LISTED_THREADS)
        put_threads(r->out, &r->t->at[run], name, l->in[run], l->name, t, n);
    arena_free(&a);
    return ok;
}

static bool has_threads(const struct report_loop *l, size_t run)
{
    return l->in[run] && l->in[run]->measured && l->in[run]->threads > 1;
}

bool report_threads(const struct report *r, const struct report_loop *l)
{
    size_t runs = 0;
    bool ok = true;
    struct doubts doubts = {0};
    for (size_t t = 0; t < r->t->n; t++)
        runs += has_threads(l, t);
    if (!runs)
        return true;
    if (!l->threads) {
        html(r->out, "<p class=\"left-out\">The spread over threads is shown only for the loops "
                     "with the most measured cycles; --threads prints all.</p>\n");
        return true;
    }
    html(r->out, "<details class=\"threads\"><summary>Threads</summary>\n");
    begin_table(r->out, "Spread over threads:", l->name);
    report_heads(r->out, spread_columns, COUNT_OF(spread_columns), NULL, true);
    html(r->out, "<tbody>\n");
    for (size_t t = 0, n = 0; ok && t < r->t->n; t++)
        if (has_threads(l, t) && n++ < LISTED_RUNS)
            ok = put_run(r, l, t, false, &doubts);
    end_table(r->out);
    report_doubts(r->out, &doubts, 0);
    report_left_out(r->out, runs, LISTED_RUNS, "runs");
    for (size_t t = 0, n = 0; ok && t < r->t->n; t++)
        if (has_threads(l, t) && l->in[t]->threads <= LISTED_THREADS && n++ < LISTED_RUNS)
            ok = put_run(r, l, t, true, &doubts);
    doubts_free(&doubts);
    html(r->out, "</details>\n");
    return ok;
}
