/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The watch of procmon from its start to its reports. */
#include "config.h"
#include "commands/procmon/procmon.h"
#include "plots/plots.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Joins the words of a command to one line. */
static const char *one_line(struct arena *a, const char *const *words)
{
    size_t n = 0;
    for (const char *const *w = words; *w; w++)
        n += strlen(*w) + 1;
    char *text = arena_alloc(a, n), *end = text;
    for (const char *const *w = words; *w; w++)
        end += sprintf(end, "%s%s", w == words ? "" : " ", *w);
    return text;
}

/* ---- questions of programs ---- */

static struct watch answer_watch(void *context, struct arena *a)
{
    const struct procmon *p = context;
    return monitor_counts(p->monitor, a);
}

/* Answers with the result of the calibration: seconds from one rescheduling of an empty CPU to
 * the next. */
static void answer_calibrate(void *context, FILE *out)
{
    const struct procmon *p = context;
    struct arena a = {0};
    struct watch w = monitor_counts(p->monitor, &a);
    struct rescheduling r;
    bool first = true;
    fputs("{\"cpus\": [", out);
    for (size_t i = 0; i < w.n_cpus; i++) {
        char turn[QUANTITY_TEXT];
        if (!calibration_read(p->calibration, w.cpus[i].cpu, &r))
            continue;
        fprintf(out, "%s{\"cpu\": %d, \"turn\": %s}", first ? "" : ", ", w.cpus[i].cpu,
                quantity_exact(r.turn, turn));
        first = false;
    }
    fputs("]}", out);
    arena_free(&a);
}

/* Creates the socket, which a command finds in its environment. If --socket is not given, a
 * command is watched even without a socket. */
static bool open_socket(struct procmon *p, bool command)
{
    struct diag quiet = {.quiet = true};
    if (!p->socket && !command)
        return true;
    p->questions = questions_open(p->socket, p->socket ? &p->d : &quiet);
    if (!p->questions && !p->socket)
        diag_warning(&p->d, (struct where){0},
                     "cannot create a socket, so the program cannot register threads: set TMPDIR "
                     "to a writable directory");
    if (!p->questions)
        return !p->socket;
    p->with.area = questions_area(p->questions);
    return !command || setenv("PROCMON_SOCKET", questions_path(p->questions), 1) == 0;
}

static void answer_questions(struct procmon *p)
{
    if (!p->questions)
        return;
    monitor_watch_descriptor(p->monitor, questions_descriptor(p->questions), questions_ready,
                             p->questions);
    questions_source(p->questions, (struct question_source){
                                       .watch = answer_watch,
                                       .calibrate = p->calibration ? answer_calibrate : NULL,
                                       .context = p,
                                   });
}

/* ---- the run database, and plots ---- */

/* Checks the database and the plots before the command starts. Does not keep the database open,
 * because the command itself may add to it. */
static bool check_kept(struct procmon *p)
{
    bool ok = true;
    for (int i = 0; i < p->plots.n; i++)
        ok &= plot_path_ok(p->plots.at[i], &p->d);
    struct runs *r = ok && p->db ? runs_open(p->db, RUNS_ADD, &p->d) : NULL;
    runs_close(r);
    return ok && (r || !p->db);
}

static void put_watch(struct procmon *p, const struct watch *w)
{
    struct runs *r = runs_open(p->db, RUNS_ADD, &p->d);
    if (r && runs_put_watch(r, p->run, w))
        runs_commit(r);
    runs_close(r);
}

static void keep_watch(struct procmon *p)
{
    struct arena a = {0};
    struct watch w = monitor_watch(p->monitor, &a);
    procmon_regions_name(p, &w);
    if (p->command)
        w.command = p->command;
    if (p->db)
        put_watch(p, &w);
    for (int i = 0; i < p->plots.n; i++)
        plot_timeline(&w, p->plots.at[i], &p->d);
    arena_free(&a);
}

/* ---- start ---- */

/* Opens the monitor and starts the command. */
static bool open_watch(struct procmon *p, const char *const *command)
{
    signals_note(&p->child, p->live);
    if (!procmon_regions_read(p) || !check_kept(p) ||
        (p->output && !outfile_open(&p->file, p->output, &p->d)) || !open_socket(p, *command))
        return false;
    if (p->calibrate)
        p->calibration = calibration_start(!*command, &p->d);
    if (*command && !child_make(&p->child, command, p->live, &p->d))
        return false;
    if (*command)
        p->with.pid = p->child.pid;
    p->command = *command ? one_line(&p->arena, command) : NULL;
    p->with.seed = (uint64_t)p->with.pid ^ (uint64_t)(now_seconds() * 1e9);
    p->with.calibration = p->calibration;
    if (!(p->monitor = monitor_open(&p->with, &p->d)))
        return false;
    p->begin = now_seconds();
    monitor_wake_by(p->monitor, signals_descriptor());
    answer_questions(p);
    return !*command || child_go(&p->child, *command, &p->d);
}

static FILE *out_of(const struct procmon *p)
{
    return p->file.f ? p->file.f : stdout;
}

static void print_report(struct procmon *p, bool whole)
{
    struct arena a = {0};
    struct watch w = whole ? monitor_watch(p->monitor, &a) : monitor_recent(p->monitor, &a);
    double until = p->reported = whole ? w.seconds : p->reported + w.seconds;
    if (w.samples == 0 && p->reports > 0) { /* no samples since the last report */
        arena_free(&a);
        return;
    }
    procmon_regions_name(p, &w);
    if (p->command)
        w.command = p->command;
    if (p->form == OUTPUT_JSON)
        procmon_json(&w, until, out_of(p));
    else if (p->form == OUTPUT_CSV)
        procmon_csv(&w, until, p->reports == 0, out_of(p));
    else
        procmon_text(p, &w, out_of(p));
    fflush(out_of(p));
    p->reports++;
    arena_free(&a);
}

/* Writes a report and updates the live view when they are due. */
static void print_due_reports(struct procmon *p, double t)
{
    double s = p->every_seconds > 0 ? p->every_seconds : 1;
    if ((p->every_seconds == 0 && !p->live) || t < p->next)
        return;
    p->next += s * ceil((t - p->next) / s + 1e-9);
    if (p->live)
        procmon_live(p, t);
    else
        print_report(p, false);
}

/* Returns whether a signal ends the watch. A command ends the watch by its own end. */
static bool has_stop_signal(struct procmon *p)
{
    int number = signals_fetch(&p->child);
    if (number == SIGTSTP)
        procmon_live_pause(p);
    return number && number != SIGTSTP && !p->child.pid;
}

/* Samples until the command ends, no thread is left, the time is over, no reader of the reports
 * is left, or, without a command, a signal arrives. */
static void run_watch(struct procmon *p)
{
    static const double first_view = 0.2;
    p->next = p->live ? first_view : p->every_seconds;
    while (monitor_sample(p->monitor)) {
        double t = now_seconds() - p->begin;
        print_due_reports(p, t);
        if (has_stop_signal(p) || child_ended(&p->child) ||
            (p->for_seconds > 0 && t >= p->for_seconds) || ferror(out_of(p)))
            break;
    }
    monitor_finish(p->monitor);
    if (p->live)
        procmon_live_end(p);
    if (!ferror(out_of(p)))
        print_report(p, p->every_seconds == 0 || p->live);
    if (p->db || p->plots.n)
        keep_watch(p);
}

/* Stops the calibration, so that processes that run after the watch have the CPUs to themselves. */
static void end_calibration(struct procmon *p)
{
    if (p->calibration)
        calibration_stop(p->calibration);
    p->calibration = NULL;
}

static void close_watch(struct procmon *p)
{
    monitor_close(p->monitor);
    questions_close(p->questions);
    end_calibration(p);
    if (p->file.f && p->reports)
        outfile_commit(&p->file, &p->d);
    else
        outfile_abandon(&p->file);
}

int procmon_run(struct procmon *p, const char *const *command)
{
    if (open_watch(p, command))
        run_watch(p);
    end_calibration(p);
    while (p->monitor && p->child.pid && !p->child.ended) {
        child_wait(&p->child);
        signals_fetch(&p->child);
    }
    close_watch(p);
    stdout_close(&p->d);
    diag_close(&p->d);
    int status = p->child.not_started ? p->child.not_started : diag_exit_status(&p->d);
    return status == 0 && p->child.pid ? child_exit_status(&p->child) : status;
}
