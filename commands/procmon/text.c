/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the report of procmon as text. */
#include "config.h"
#include "base/shown.h"
#include "base/util.h"
#include "commands/procmon/procmon.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { CELL = 64, WIDTH = 78, PERCENT = 100 };

/* Prints the start of a command, as much as fits in a few lines. */
static void put_command(FILE *out, const char *command)
{
    enum { MOST = 200 };
    int left;
    if (command[shown_put_columns(out, command, MOST, &left)])
        fputs(" ...", out);
}

/* Returns whether the state has a column even if no thread was in it. */
static bool always_shown(enum thread_state s)
{
    return s == STATE_PROCESSING || s == STATE_COMMUNICATION || s == STATE_TIMER;
}

struct columns {
    bool state[THREAD_STATES], group;
    char align[THREAD_STATES + 8];
};

static struct columns find_columns(const struct watch *w)
{
    struct columns c = {0};
    for (int s = 0; s < THREAD_STATES; s++)
        c.state[s] = always_shown((enum thread_state)s);
    for (size_t i = 0; i < w->n_threads; i++) {
        c.group |= w->threads[i].group != NULL;
        for (int s = 0; s < THREAD_STATES; s++)
            c.state[s] |= w->threads[i].counts.n[s] > 0;
    }
    strcpy(c.align, c.group ? "rrllr" : "rrlr");
    for (int s = 0; s < THREAD_STATES; s++)
        if (c.state[s])
            strcat(c.align, "r");
    strcat(c.align, "rr");
    return c;
}

static void print_heads(struct table *t, const struct columns *c)
{
    table_cell(t, "pid");
    table_cell(t, "tid");
    table_cell(t, "name");
    if (c->group)
        table_cell(t, "group");
    table_cell(t, "seconds");
    for (int s = 0; s < THREAD_STATES; s++)
        if (c->state[s])
            table_cell(t, thread_state_names[s]);
    table_cell(t, "on CPU");
    table_cell(t, "queued");
}

/* Prints a share in percent and its confidence interval, rounded outwards, then mark. Sums of
 * threads have no interval, because their samples of one moment are not independent. */
static void share_cell(struct table *t, const struct state_shares *h, bool interval,
                       enum thread_state s, const char *mark)
{
    char cell[CELL];
    if (!is_known(h->share[s])) {
        table_cell(t, NULL);
        return;
    }
    int n = snprintf(cell, sizeof cell, "%.1f", PERCENT * h->share[s].value);
    if (interval)
        n += snprintf(cell + n, sizeof cell - (size_t)n, " (%.0f-%.0f)",
                      floor(PERCENT * h->interval[s].low), ceil(PERCENT * h->interval[s].high));
    snprintf(cell + n, sizeof cell - (size_t)n, "%s", mark);
    table_cell(t, cell);
}

static void part_cell(struct table *t, struct quantity part, double seconds)
{
    char cell[CELL];
    if (!is_known(part) || seconds <= 0) {
        table_cell(t, NULL);
        return;
    }
    snprintf(cell, sizeof cell, "%.1f", fmin(PERCENT * part.value / seconds, PERCENT));
    table_cell(t, cell);
}

static void print_thread(struct table *t, const struct columns *c, const struct watched_thread *h,
                         const struct state_shares *shares)
{
    char cell[CELL];
    table_cell(t, h->pid ? long_text(h->pid, cell) : "");
    table_cell(t, h->tid ? long_text(h->tid, cell) : "");
    table_cell(t, h->name);
    if (c->group)
        table_cell(t, h->tid ? h->group : "");
    snprintf(cell, sizeof cell, "%.2f", h->seconds);
    table_cell(t, cell);
    for (int s = 0; s < THREAD_STATES; s++)
        if (c->state[s])
            share_cell(t, shares, h->tid != 0, (enum thread_state)s,
                       s == STATE_PROCESSING && h->may_spin ? "*" : "");
    part_cell(t, h->running, thread_account_seconds(h));
    part_cell(t, h->queued, thread_account_seconds(h));
}

/* Prints the sum of all threads. Their processing is divided in the proportions of the threads
 * with accounting. */
static void print_all(struct table *t, const struct columns *c, const struct watch *w)
{
    struct watched_thread all = {.name = "all", .running = known(0), .queued = known(0)};
    struct shares_sum sum = {0};
    for (size_t i = 0; i < w->n_threads; i++) {
        const struct watched_thread *h = &w->threads[i];
        all.seconds += h->seconds;
        all.may_spin |= h->may_spin;
        shares_add(&sum, h);
        if (is_known(h->running) && is_known(h->queued)) {
            all.running = q_add(all.running, h->running);
            all.queued = q_add(all.queued, h->queued);
        }
    }
    struct state_shares shares = shares_together(&sum);
    struct quantity processing = q_mul(shares.share[STATE_PROCESSING], known(all.seconds));
    struct quantity ready = q_add(all.running, all.queued);
    struct quantity each = q_div(processing, ready, "no thread has accounting");
    all.running = q_mul(all.running, each);
    all.queued = q_mul(all.queued, each);
    print_thread(t, c, &all, &shares);
}

static void print_threads(const struct watch *w, FILE *out)
{
    struct columns c = find_columns(w);
    struct table t = {.align = c.align};
    bool spin = false;
    print_heads(&t, &c);
    for (size_t i = 0; i < w->n_threads; i++) {
        spin |= w->threads[i].may_spin;
        struct state_shares shares = thread_shares(&w->threads[i], true);
        print_thread(&t, &c, &w->threads[i], &shares);
    }
    if (w->n_threads > 1)
        print_all(&t, &c, w);
    table_print(&t, out);
    table_free(&t);
    if (spin)
        fputs("*: part of this may be waiting that polls; a note names the library\n", out);
}

/* Returns "CPU 3 98.1 %", with the value by rescheduling if it is known. */
static const char *idle_text(const struct watched_cpu *c, char *text, size_t size)
{
    char idle[CELL] = "unknown", calibrated[CELL] = "";
    if (is_known(c->idle))
        snprintf(idle, sizeof idle, "%.1f %%", PERCENT * c->idle.value);
    if (is_known(c->calibrated))
        snprintf(calibrated, sizeof calibrated, " (%.1f %% calibrated)",
                 PERCENT * c->calibrated.value);
    snprintf(text, size, "CPU %d %s%s", c->cpu, idle, calibrated);
    return text;
}

/* Prints the idle CPUs, as many on a line as fit. */
static void print_cpus(const struct watch *w, FILE *out)
{
    char text[3 * CELL];
    int column = fprintf(out, "idle: ");
    for (size_t i = 0; i < w->n_cpus; i++) {
        int n = (int)strlen(idle_text(&w->cpus[i], text, sizeof text));
        bool breaks = column + n + 2 > WIDTH;
        if (i)
            column = breaks ? 2 : column + 2;
        fprintf(out, "%s%s", i == 0 ? "" : breaks ? ",\n  " : ", ", text);
        column += n;
    }
    fputc('\n', out);
}

/* ---- regions ---- */

static void region_heads(struct table *t, const struct columns *c)
{
    table_cell(t, "tid");
    table_cell(t, "name");
    table_cell(t, "region");
    table_cell(t, "%");
    for (int s = 0; s < THREAD_STATES; s++)
        if (c->state[s])
            table_cell(t, thread_state_names[s]);
}

/* Prints the share of the thread's time in each region, and the states in it. */
static void thread_regions(struct table *t, const struct columns *c, const struct watched_thread *h)
{
    char cell[CELL];
    uint64_t all = state_samples(&h->counts);
    for (size_t i = 0; i < h->n_regions; i++) {
        const struct state_region *r = &h->regions[i];
        const struct state_shares part = counted_shares(&r->counts, true);
        table_cell(t, long_text(h->tid, cell));
        table_cell(t, h->name);
        table_cell(t, r->name);
        snprintf(cell, sizeof cell, "%.1f",
                 PERCENT * (double)state_samples(&r->counts) / (double)all);
        table_cell(t, cell);
        for (int s = 0; s < THREAD_STATES; s++)
            if (c->state[s])
                share_cell(t, &part, h->tid != 0, (enum thread_state)s, "");
    }
}

static void print_regions(const struct watch *w, FILE *out)
{
    struct columns c = find_columns(w);
    char align[THREAD_STATES + 8] = "rllr";
    struct table t = {.align = align};
    for (int s = 0; s < THREAD_STATES; s++)
        if (c.state[s])
            strcat(align, "r");
    region_heads(&t, &c);
    for (size_t i = 0; i < w->n_threads; i++)
        thread_regions(&t, &c, &w->threads[i]);
    if (t.n > strlen(align)) {
        fputc('\n', out);
        table_print(&t, out);
    }
    table_free(&t);
}

/* ---- waits ---- */

/* Prints where a thread waited, most frequent first. The share of a state is divided by its
 * samples. */
static void thread_waits(struct table *t, const struct watched_thread *h)
{
    char cell[CELL];
    struct state_shares shares = thread_shares(h, false);
    for (size_t i = 0; i < h->n_sites; i++) {
        const struct wait_site *s = &h->sites[i];
        table_cell(t, long_text(h->tid, cell));
        table_cell(t, h->name);
        table_cell(t, thread_state_names[s->state]);
        snprintf(cell, sizeof cell, "%.1f",
                 PERCENT * shares.share[s->state].value * (double)s->samples /
                     (double)h->counts.n[s->state]);
        table_cell(t, cell);
        table_cell(t, s->call);
        table_cell(t, s->what);
        table_cell(t, s->peer);
    }
}

static void print_waits(const struct watch *w, FILE *out)
{
    static const char *const heads[] = {"tid", "name", "waits", "%", "in", "for", "ended by"};
    struct table t = {.align = "rllrlll"};
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        table_cell(&t, heads[i]);
    for (size_t i = 0; i < w->n_threads; i++)
        thread_waits(&t, &w->threads[i]);
    fputc('\n', out);
    if (t.n > COUNT_OF(heads))
        table_print(&t, out);
    else
        fputs("no thread was found waiting\n", out);
    table_free(&t);
}

/* Prints why the report has no threads. */
static void print_absent_threads(const struct procmon *p, FILE *out)
{
    if (p->with.registered)
        fputs("no thread called procmon_register (libprocmon(3))\n", out);
    else if (p->names.n == 1) {
        fputs("no thread has the name '", out);
        shown_put(out, p->names.at[0]);
        fputs("'\n", out);
    } else if (p->names.n > 1)
        fputs("no thread has one of the names of --name\n", out);
    else
        fputs("no thread was seen\n", out);
}

void procmon_text(const struct procmon *p, const struct watch *w, FILE *out)
{
    if (p->reports)
        fputc('\n', out);
    put_command(out, w->command ? w->command : "process");
    fprintf(out, ": %.3f s, %" PRIu64 " samples, %.1f of %.4g per second", w->seconds, w->samples,
            w->rate, w->asked);
    if (w->seconds > 0)
        fprintf(out, "; the monitor used %.2f %% of a CPU", PERCENT * w->cost / w->seconds);
    fputs("\n% of each thread's time, with 95 % confidence intervals\n\n", out);
    if (w->n_threads)
        print_threads(w, out);
    else
        print_absent_threads(p, out);
    fputc('\n', out);
    if (w->n_cpus)
        print_cpus(w, out);
    print_regions(w, out);
    if (p->waits)
        print_waits(w, out);
    for (size_t i = 0; i < w->notes.n; i++) {
        fputs("note: ", out);
        shown_put(out, w->notes.at[i]);
        fputc('\n', out);
    }
}
