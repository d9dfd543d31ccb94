/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process monitor's moments, the kernel's texts about threads, and what is kept of a sample. */
#include "monitor/linux/moments.h"
#include "monitor/linux/proc.h"
#include "monitor/linux/table.h"
#include "tests/unit/check.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* One in each period, in order, wherever in it. */
static void one_moment_a_period(void)
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

/* Of 10,000 moments each tenth of the period has 1000 but for chance: the standard deviation is
 * sqrt(10000 * 0.1 * 0.9) = 30; the seed is fixed. */
static void moments_are_uniform(void)
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

/* Who comes in the middle of period 7 gets the moment of that one, if it is not over, or of the
 * next: those missed are not made up for. */
static void missed_moments_stay_missed(void)
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

static void names_hold_blanks_and_brackets(void)
{
    static const char text[] = "77 (a) S 1 (b)) D 12 77 3 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 9 0 "
                               "5454147 2990080 407 18446744073709551615\n";
    struct proc_stat s;
    CHECK(proc_read_stat(&s, text, strlen(text)));
    CHECK_TEXT("a) S 1 (b)", s.name);
    CHECK(s.state == 'D' && s.parent == 12 && s.threads == 9 && s.start == 5454147);
    CHECK(!proc_read_stat(&s, text, 60)); /* cut before the 22nd field */
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

static void *process_of_me(void *to)
{
    *(pid_t *)to = proc_process_of((pid_t)syscall(SYS_gettid));
    return NULL;
}

/* A thread's number is no process's, and stands for the one it is of; one that nobody has, for
 * itself. */
static void a_thread_stands_for_its_process(void)
{
    pthread_t t;
    pid_t found = 0;
    CHECK(pthread_create(&t, NULL, process_of_me, &found) == 0);
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

/* Of 20,000 threads every tenth lives and 18,000 ended; the latest 8192 of these stay as they are,
 * the other 9808 are three names with 3 samples and a quarter of a second each. Those that live are
 * where the process says. */
static void very_many_are_gathered(void)
{
    struct monitor m = {.told = 0};
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

int main(void)
{
    TEST(a_thread_stands_for_its_process);
    TEST(one_moment_a_period);
    TEST(moments_are_uniform);
    TEST(missed_moments_stay_missed);
    TEST(names_hold_blanks_and_brackets);
    TEST(schedstat_is_nanoseconds);
    TEST(columns_are_joined);
    TEST(very_many_are_gathered);
    return tests_end();
}
