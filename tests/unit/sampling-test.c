/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the process monitor's sampling times, the kernel's texts about threads, and the stored data
 * of a sample. */
#include "measure/monitor/linux/moments.h"
#include "measure/monitor/linux/proc.h"
#include "measure/monitor/linux/table.h"
#include "tests/unit/check.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* One sampling time in each period, in order, at any position. */
static void one_sample_per_period(void)
{
    struct moments m = moments_start(0.01, 7);
    double last = 0;
    int wrong = 0;
    for (long i = 0; i < 10000; i++) {
        double t = moments_next(&m, last);
        wrong += t < last || (long)(t / 0.01 + 1e-9) != i;
        last = t;
    }
    CHECK(wrong == 0);
}

/* Of 10,000 sampling times each tenth of the period has about 1000: the standard deviation is
 * sqrt(10000 * 0.1 * 0.9) = 30; the seed is fixed. */
static void sample_times_are_uniform(void)
{
    struct moments m = moments_start(1, 1);
    int tenths[10] = {0};
    for (int i = 0; i < 10000; i++) {
        double t = moments_next(&m, i);
        tenths[(int)((t - i) * 10)]++;
    }
    for (int i = 0; i < 10; i++)
        CHECK(abs(tenths[i] - 1000) < 120);
}

/* A call in the middle of period 7 returns the sampling time of that period if it is in the future,
 * otherwise that of the next period: missed times are not repeated. */
static void missed_samples_are_not_repeated(void)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct moments m = moments_start(1, seed);
        moments_next(&m, 0);
        double t = moments_next(&m, 7.5);
        CHECK(t >= 7.5 && t < 9);
        double next = moments_next(&m, t);
        CHECK(next >= t && floor(next) == floor(t) + 1);
    }
}

static void names_contain_blanks_and_brackets(void)
{
    static const char text[] = "77 (a) S 1 (b)) D 12 77 3 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 9 0 "
                               "5454147 2990080 407 18446744073709551615\n";
    struct proc_stat s;
    CHECK(proc_read_stat(&s, text, strlen(text)));
    CHECK_TEXT("a) S 1 (b)", s.name);
    CHECK(s.state == 'D' && s.parent == 12 && s.threads == 9 && s.start == 5454147);
    CHECK(!proc_read_stat(&s, text, 60)); /* truncated before the 22nd field */
    CHECK(!proc_read_stat(&s, "", 0));
    CHECK(!proc_read_stat(&s, "12 )(", 5));
}

static void schedstat_is_nanoseconds(void)
{
    struct proc_schedstat s;
    CHECK(proc_read_schedstat(&s, "1836882 44 2\n", 13));
    CHECK(s.run == 1836882 && s.queue == 44);
    CHECK(!proc_read_schedstat(&s, "1836882\n", 8));
}

/* Every 10 ms for 1000 s into columns of 0.1 s would be 10,000 columns: neighbours are joined until
 * there are no more than 4096, and no sample is lost: columns of 0.4 s with 40 samples each. */
static void columns_are_joined(void)
{
    struct monitor m = {.column_seconds = 0.1};
    struct thread t = {.slot = -1}, *all = &t;
    struct seen_thread seen = {.call = -1};
    struct wait_key key = {.call = -1};
    *array_push(&m.threads) = all;
    for (int i = 0; i < 100000; i++)
        account_sample(&m, &t, i % 4 ? STATE_TIMER : STATE_PROCESSING, &seen, &key,
                       i * 0.01 + 0.005);
    CHECK_NEAR(0.4, m.column_seconds, 1e-12);
    CHECK(t.bins.n == 2500 && t.counts.n[STATE_TIMER] == 75000);
    int wrong = 0;
    for (size_t i = 0; i < t.bins.n; i++)
        wrong += t.bins.at[i].column != i || t.bins.at[i].n[STATE_TIMER] != 30 ||
                 t.bins.at[i].n[STATE_PROCESSING] != 10;
    CHECK(wrong == 0);
    array_free(&t.bins);
    array_free(&m.threads);
}

static void *own_process(void *to)
{
    *(pid_t *)to = proc_process_of((pid_t)syscall(SYS_gettid));
    return NULL;
}

/* A thread's ID that is not a process's means its process; an unused ID means itself. */
static void a_thread_id_means_its_process(void)
{
    pthread_t t;
    pid_t found = 0;
    CHECK(pthread_create(&t, NULL, own_process, &found) == 0);
    pthread_join(t, NULL);
    CHECK(found == getpid());
    CHECK(proc_process_of(getpid()) == getpid());
    CHECK(proc_process_of(0x7fffffff) == 0x7fffffff);
}

static void push(struct monitor *m, int i)
{
    struct thread *t = xmalloc(sizeof *t);
    *t = (struct thread){.tid = i + 2,
                         .syscall.descriptor = -1,
                         .stat.descriptor = -1,
                         .schedstat.descriptor = -1,
                         .slot = -1,
                         .chosen = true,
                         .ended = i % 10 != 0,
                         .begin = i,
                         .end = i + 0.25,
                         .number = i,
                         .counts.n[STATE_TIMER] = 3};
    snprintf(t->name, sizeof t->name, "n%d", i % 3);
    m->ended += t->ended;
    if (!t->ended)
        *array_push(&m->processes.at[0].living) = m->threads.n;
    *array_push(&m->threads) = t;
}

/* Of 20,000 threads every tenth lives and 18,000 ended; the latest 8192 of these are kept, the
 * other 9808 are combined by their three names; each has 3 samples and a quarter of a second.
 * Living threads are found through their process. */
static void very_many_are_combined(void)
{
    struct monitor m = {.reported = 0};
    *array_push(&m.processes) = (struct process){.pid = 2};
    *array_push(&m.running) = 0;
    for (int i = 0; i < 20000; i++)
        push(&m, i);
    threads_gather(&m);
    CHECK(m.threads.n == 2000 + 8192 && m.ended == 8192 && m.gathered.n == 3);
    double seconds = 0;
    uint64_t samples = 0;
    for (size_t i = 0; i < m.gathered.n; i++) {
        seconds += m.gathered.at[i]->gathered_seconds;
        samples += state_samples(&m.gathered.at[i]->counts);
    }
    CHECK_NEAR(9808 * 0.25, seconds, 1e-6);
    CHECK(samples == 9808 * 3);
    int wrong = 0;
    for (size_t i = 0; i < 2000; i++)
        wrong += m.threads.at[m.processes.at[0].living.at[i]]->number != (long)i * 10;
    CHECK(wrong == 0);
    for (size_t i = 0; i < m.threads.n; i++)
        threads_free(m.threads.at[i]);
    for (size_t i = 0; i < m.gathered.n; i++)
        threads_free(m.gathered.at[i]);
    array_free(&m.threads);
    array_free(&m.gathered);
    array_free(&m.running);
    array_free(&m.processes.at[0].living);
    array_free(&m.processes);
}

/* ---- the kernel's account ---- */

/* Monitors one thread, 7, whose files are written here, once a second. */
struct replay {
    struct monitor m;
    struct thread t;
    struct arena a;
};

static void replay_begin(struct replay *p)
{
    *p = (struct replay){.m = {.o.period = 1, .end = -1}, .t = {.tid = 7, .slot = -1}};
    mkdir("played", 0777);
    mkdir("played/task", 0777);
    mkdir("played/task/7", 0777);
    p->t.syscall.descriptor = p->t.stat.descriptor = p->t.schedstat.descriptor = -1;
    p->t.chosen = true;
    *array_push(&p->m.processes) =
        (struct process){.pid = 7, .folder = open("played", O_RDONLY | O_DIRECTORY)};
    *array_push(&p->m.threads) = &p->t;
}

static void replay_end(struct replay *p)
{
    unlink("played/task/7/schedstat");
    close(p->m.processes.at[0].folder);
    array_free(&p->m.processes);
    array_free(&p->m.threads);
    cpu_times_free(&p->m.reported_cpus);
    arena_free(&p->a);
}

/* At `seconds`, after samples that found it processing and in a timer, the last one in `state`, the
 * account has these values: seconds, and turns. */
static void replay_interval(struct replay *p, double seconds, uint64_t processing, uint64_t timer,
                            enum thread_state state, double run, double queue, long turns)
{
    FILE *f = fopen("played/task/7/schedstat", "w");
    CHECK(f && fprintf(f, "%.0f %.0f %ld\n", run * 1e9, queue * 1e9, turns) > 0);
    CHECK(f && fclose(f) == 0);
    p->m.start = 0;
    p->m.start = monitor_now(&p->m) - seconds;
    p->t.counts.n[STATE_PROCESSING] += processing;
    p->t.counts.n[STATE_TIMER] += timer;
    p->t.state = state;
}

/* Checks an interval of the only thread: the reported time must be correct within half a second,
 * because this process may run late. */
static void check_interval(struct replay *p, double seconds, double running, double queued)
{
    struct watch w = monitor_recent(&p->m, &p->a);
    CHECK(w.n_threads == 1);
    CHECK_NEAR(seconds, w.threads[0].seconds, 0.5);
    CHECK_NEAR(seconds, w.threads[0].accounted, 0.5);
    CHECK_NEAR(running, w.threads[0].running.value, 0.5);
    CHECK_NEAR(queued, w.threads[0].queued.value, 0.5);
    CHECK_NEAR((running + queued) / seconds,
               thread_shares(&w.threads[0], false).share[STATE_PROCESSING].value, 0.01);
}

/* Time that the account includes in a later interval than its own is reported once, in the later
 * one. 0 to 250 in the queue: until 250 the account does not change 250 to 260 runs; sleeps until
 * 340 (found by 40 samples to 300, and 40 more) 340 to 345 runs, then is in the queue until 450,
 * not yet in the account at 400 450 to 500 runs 500 to 600 runs for 60 s and is in the queue for 5
 * in 100,000 turns; samples find it processing too often, because of the monitor's presence. In
 * total it runs for 125 of 600 s and is queued for 360 s. */
static void intervals_have_their_states(void)
{
    struct replay p;
    replay_begin(&p);
    replay_interval(&p, 0, 0, 0, STATE_PROCESSING, 9, 9, 1);
    times_read_all(&p.m);
    replay_interval(&p, 100, 100, 0, STATE_PROCESSING, 9, 9, 1);
    check_interval(&p, 100, 0, 100);
    replay_interval(&p, 300, 160, 40, STATE_TIMER, 19, 259, 2);
    check_interval(&p, 200, 10, 150);
    replay_interval(&p, 400, 60, 40, STATE_PROCESSING, 24, 259, 3);
    check_interval(&p, 100, 5, 55);
    replay_interval(&p, 500, 100, 0, STATE_TIMER, 74, 364, 4);
    check_interval(&p, 100, 50, 50);
    replay_interval(&p, 600, 98, 2, STATE_PROCESSING, 134, 369, 100004);
    check_interval(&p, 100, 60, 5);
    struct watch w = monitor_watch(&p.m, &p.a);
    CHECK_NEAR(125, w.threads[0].running.value, 0.5);
    CHECK_NEAR(360, w.threads[0].queued.value, 0.5);
    CHECK_NEAR(600, w.threads[0].accounted, 0.5);
    replay_end(&p);
}

/* A thread that gives itself another name is the same one; one that has another stack, or another
 * name where the stack may not be read, is another program, whose earlier account (40 of 50 s) does
 * not belong to this one. From 0 to 100 it ran for 30 s; 20 of the 100 samples were taken after
 * that. */
static void another_name_is_the_same_program(void)
{
    struct replay p;
    replay_begin(&p);
    threads_name(&p.t, &(struct proc_stat){.name = "one", .stack = 5});
    replay_interval(&p, 0, 0, 0, STATE_TIMER, 9, 9, 1);
    times_read_all(&p.m);
    threads_name(&p.t, &(struct proc_stat){.name = "two", .stack = 5});
    replay_interval(&p, 100, 30, 70, STATE_TIMER, 39, 9, 2);
    times_read_all(&p.m);
    CHECK_NEAR(30, monitor_watch(&p.m, &p.a).threads[0].running.value, 1e-6);
    threads_name(&p.t, &(struct proc_stat){.name = "two", .stack = 6});
    replay_interval(&p, 150, 40, 10, STATE_TIMER, 79, 9, 3);
    times_read_all(&p.m);
    struct watch w = monitor_watch(&p.m, &p.a);
    CHECK_NEAR(30, w.threads[0].running.value, 1e-6);
    CHECK_NEAR(100, w.threads[0].accounted, 0.5);
    CHECK(w.threads[0].rest.all == 50 && w.threads[0].rest.processing == 40);
    threads_name(&p.t, &(struct proc_stat){.name = "three"});
    replay_interval(&p, 200, 40, 10, STATE_TIMER, 119, 9, 4);
    times_read_all(&p.m);
    CHECK_NEAR(30, monitor_watch(&p.m, &p.a).threads[0].running.value, 1e-6);
    replay_end(&p);
}

/* It slept for 90 s, then ran for 10 and ended; the kernel's account of the latter no longer
 * exists; 10 of 10 samples found it processing. */
static void samples_give_the_time_before_the_end(void)
{
    struct replay p;
    replay_begin(&p);
    replay_interval(&p, 0, 0, 0, STATE_TIMER, 9, 9, 1);
    times_read_all(&p.m);
    replay_interval(&p, 90, 0, 90, STATE_TIMER, 9, 9, 1);
    times_read_all(&p.m);
    replay_interval(&p, 100, 10, 0, STATE_PROCESSING, 9, 9, 1);
    unlink("played/task/7/schedstat");
    threads_end(&p.m, &p.t);
    struct watch w = monitor_watch(&p.m, &p.a);
    CHECK_NEAR(90, w.threads[0].accounted, 0.5);
    CHECK(w.threads[0].rest.all == 10 && w.threads[0].rest.processing == 10);
    replay_end(&p);
}

/* The running time of a thread that ended before its account was read twice is unknown, not 0. A
 * sample found it processing. */
static void no_account_is_not_zero(void)
{
    struct replay p;
    replay_begin(&p);
    replay_interval(&p, 0, 0, 0, STATE_PROCESSING, 9, 9, 1);
    times_read_all(&p.m);
    replay_interval(&p, 4, 3, 1, STATE_PROCESSING, 9, 9, 1);
    unlink("played/task/7/schedstat");
    threads_end(&p.m, &p.t);
    struct watch w = monitor_watch(&p.m, &p.a);
    CHECK(!is_known(w.threads[0].running) && !is_known(w.threads[0].queued));
    CHECK_NEAR(0.75, thread_shares(&w.threads[0], false).share[STATE_PROCESSING].value, 0);
    replay_end(&p);
}

/* The time of a thread before it got the selected name is not monitored: 50 of 60 s. */
static void account_begins_with_the_watch(void)
{
    struct replay p;
    char name[] = "new", *names[] = {name};
    replay_begin(&p);
    p.m.o.names = (const char **)names;
    p.m.o.n_names = 1;
    p.t.chosen = false;
    replay_interval(&p, 0, 0, 0, STATE_PROCESSING, 9, 9, 1);
    times_read_all(&p.m);
    replay_interval(&p, 60, 0, 0, STATE_PROCESSING, 59, 9, 1);
    threads_name(&p.t, &(struct proc_stat){.name = "new"});
    registration_select(&p.m, &p.t);
    replay_interval(&p, 80, 5, 15, STATE_TIMER, 64, 9, 1);
    times_read_all(&p.m);
    struct watch w = monitor_watch(&p.m, &p.a);
    CHECK(w.n_threads == 1);
    CHECK_NEAR(20, w.threads[0].accounted, 0.5);
    CHECK_NEAR(5, w.threads[0].running.value, 1e-6);
    replay_end(&p);
}

/* Lines of /proc/PID/maps: the file name is compared, not its directory and not a prefix. */
static void maps_name_libraries(void)
{
    CHECK(spinning_of_line("7f0-7f1 r-xp 0 08:01 7 /usr/lib/libgomp.so.1.0.0\n") > 0);
    CHECK(spinning_of_line("7f0-7f1 r-xp 0 08:01 7 /opt/libmpi.so.40.30.4\n") > 0);
    CHECK(spinning_of_line("7f0-7f1 r-xp 0 08:01 7 /opt/libmpi_mpifh.so.40\n") > 0);
    CHECK(spinning_of_line("7f0-7f1 r-xp 0 08:01 7 /opt/libmpich.so.12\n") > 0);
    CHECK(spinning_of_line("7f0-7f1 r-xp 0 08:01 7 /opt/libmpir.so.1\n") == 0);
    CHECK(spinning_of_line("7f0-7f1 r-xp 0 08:01 7 /libgomp.so/libc.so.6\n") == 0);
    CHECK(spinning_of_line("7f0-7f1 rw-p 0 00:00 0 [heap]\n") == 0);
    CHECK(spinning_of_line("7f0-7f1 rw-p 0 00:00 0\n") == 0);
}

/* Returns the notes about a process with that line in its maps and that many threads, one of which
 * was processing for `ran` of 100 seconds by account and samples. */
static size_t notes_of(const char *line, long threads, double ran)
{
    struct replay p;
    replay_begin(&p);
    FILE *f = fopen("played/maps", "w");
    CHECK(f && fprintf(f, "%s\n", line) > 0 && fclose(f) == 0);
    p.m.processes.at[0].max_threads = threads;
    spinning_check(&p.m.processes.at[0], 1);
    unlink("played/maps");
    spinning_check(&p.m.processes.at[0], 100); /* it has ended: the known values remain */
    replay_interval(&p, 0, 0, 0, STATE_PROCESSING, 9, 9, 1);
    times_read_all(&p.m);
    replay_interval(&p, 100, (uint64_t)ran, (uint64_t)(100 - ran), STATE_TIMER, 9 + ran, 9, 2);
    times_read_all(&p.m);
    p.m.samples = 100;
    struct watch w = monitor_watch(&p.m, &p.a);
    size_t n = 0, marked = 0;
    for (size_t i = 0; i < w.notes.n; i++)
        n += strstr(w.notes.at[i], "may be spinning") != NULL;
    for (size_t i = 0; i < w.n_threads; i++)
        marked += w.threads[i].may_spin;
    CHECK((marked > 0) == (n > 0));
    replay_end(&p);
    return n;
}

/* Above 90 %; for OpenMP, whose threads only wait for each other, only with several threads. */
static void spinning_notes(void)
{
    static const char gomp[] = "7f0-7f1 r-xp 0 08:01 7 /usr/lib/libgomp.so.1";
    static const char mpi[] = "7f0-7f1 r-xp 0 08:01 7 /usr/lib/libmpi.so.40";
    CHECK(notes_of(gomp, 2, 95) == 1);
    CHECK(notes_of(gomp, 2, 85) == 0);
    CHECK(notes_of(gomp, 1, 95) == 0);
    CHECK(notes_of(mpi, 1, 95) == 1);
    CHECK(notes_of("7f0-7f1 r-xp 0 08:01 7 /usr/lib/libm.so.6", 2, 95) == 0);
}

int main(void)
{
    TEST(a_thread_id_means_its_process);
    TEST(one_sample_per_period);
    TEST(sample_times_are_uniform);
    TEST(missed_samples_are_not_repeated);
    TEST(names_contain_blanks_and_brackets);
    TEST(schedstat_is_nanoseconds);
    TEST(columns_are_joined);
    TEST(very_many_are_combined);
    TEST(intervals_have_their_states);
    TEST(another_name_is_the_same_program);
    TEST(samples_give_the_time_before_the_end);
    TEST(no_account_is_not_zero);
    TEST(account_begins_with_the_watch);
    TEST(maps_name_libraries);
    TEST(spinning_notes);
    return tests_end();
}
