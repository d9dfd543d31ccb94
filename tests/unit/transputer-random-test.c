/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares random scripts in the transputers' model with the naive one. */
#include "tests/unit/transputer.h"
#include "tests/unit/transputer-naive.h"

#include <stdlib.h>

/* Random scripts. */
struct writer {
    char text[16384];
    size_t at;
    uint32_t seed;
    int channels, process, procedures;
    bool urgent; /* all processes have high priority, and none waits for a timer */
    int sender[8], receiver[8];
};

static uint32_t draw(struct writer *w, uint32_t below)
{
    w->seed = w->seed * 1664525 + 1013904223;
    return (w->seed >> 8) % below;
}

static void put(struct writer *w, int indent, const char *fmt, long n)
{
    w->at += (size_t)snprintf(w->text + w->at, sizeof w->text - w->at, "%*s", indent, "");
    w->at += (size_t)snprintf(w->text + w->at, sizeof w->text - w->at, fmt, n);
    if (w->at > sizeof w->text)
        w->at = sizeof w->text;
}

static void put_alt(struct writer *w, int indent, int deep, bool talk);

static void put_message(struct writer *w, int indent)
{
    int c = (int)draw(w, (uint32_t)w->channels);
    if (w->sender[c] == w->process)
        put(w, indent, "send c%ld\n", c);
    else if (w->receiver[c] == w->process && draw(w, 2))
        put_alt(w, indent, 3, true);
    else if (w->receiver[c] == w->process)
        put(w, indent, "receive c%ld\n", c);
    else
        put(w, indent, "compute %ld cycles\n", 1 + draw(w, 400));
}

static void put_block(struct writer *w, int indent, int deep, bool talk);

/* Writes an alternative of some of the channels that end here (if messages are allowed) and of
 * times. */
static void put_alt(struct writer *w, int indent, int deep, bool talk)
{
    int n = 0, first = -1;
    put(w, indent, "alt\n", 0);
    for (int c = 0; talk && c < w->channels; c++) {
        if (w->receiver[c] == w->process)
            first = c;
        if (w->receiver[c] != w->process || !draw(w, 3))
            continue;
        put(w, indent + 2, "receive c%ld\n", c);
        if (draw(w, 2))
            put_block(w, indent + 4, deep + 1, talk);
        n++;
    }
    if (w->urgent && !n)
        put(w, indent + 2, "receive c%ld\n", first);
    for (int k = w->urgent ? 0 : n ? (int)draw(w, 4) - 2 : 1; k > 0; k--) {
        put(w, indent + 2, "wait %ld us\n", 1 + draw(w, 400));
        if (draw(w, 2))
            put_block(w, indent + 4, deep + 1, talk);
    }
}

/* Writes at least one statement; talk: also messages. */
static void put_block(struct writer *w, int indent, int deep, bool talk)
{
    int n = 1 + (int)draw(w, 4);
    for (int i = 0; i < n; i++) {
        uint32_t what = draw(w, 10);
        if (what < 3 && talk) {
            put_message(w, indent);
        } else if (what == 4 && !w->urgent) {
            put(w, indent, "wait %ld us\n", 1 + draw(w, 400));
        } else if (what == 5 && deep < 3) {
            put(w, indent, "repeat %ld\n", 1 + draw(w, 6));
            put_block(w, indent + 2, deep + 1, talk);
        } else if (what == 6 && deep < 3) {
            put(w, indent, "par\n", 0);
            for (int k = 1 + (int)draw(w, 3); k > 0; k--) {
                put(w, indent + 2, "branch\n", 0);
                put_block(w, indent + 4, deep + 2, talk && k == 1);
            }
        } else if (what == 7 && w->procedures) {
            put(w, indent, "call p%ld\n", draw(w, (uint32_t)w->procedures));
        } else if (what == 3 && deep < 3 && !w->urgent) {
            put_alt(w, indent, deep, talk);
        } else if (what == 8) {
            put(w, indent, "compute %ld cycles unbroken\n", 1 + draw(w, 9000));
        } else {
            put(w, indent, "compute %ld cycles\n", 1 + draw(w, draw(w, 4) ? 3000 : 60000));
        }
    }
}

static void put_channels(struct writer *w, int processes)
{
    w->channels = 1 + (int)draw(w, 6);
    for (int c = 0; c < w->channels; c++) {
        put(w, 0, "channel c%ld\n", c);
        w->sender[c] = (int)draw(w, (uint32_t)processes);
        w->receiver[c] = (w->sender[c] + 1 + (int)draw(w, (uint32_t)processes - 1)) % processes;
    }
}

static void write_script(struct writer *w, uint32_t seed, const char *monitor)
{
    *w = (struct writer){.seed = seed, .urgent = strcmp(monitor, "tm") == 0};
    int processes = 2 + (int)draw(w, 5);
    put(w, 0, "run 8 ms\ntransputer t monitor ", 0);
    put(w, 0, monitor, 0);
    put(w, 0, "\n", 0);
    put_channels(w, processes);
    for (int i = (int)draw(w, 3); i > 0; i--) {
        put(w, 0, "procedure p%ld\n", w->procedures);
        put_block(w, 2, 2, false);
        w->procedures++;
    }
    for (w->process = 0; w->process < processes; w->process++) {
        put(w, 0, draw(w, 4) && !w->urgent ? "process a%ld\n" : "process a%ld high\n", w->process);
        if (strcmp(monitor, "process") == 0 && draw(w, 2)) {
            put(w, 2, "monitor", 0);
            for (int c = 0; c < w->channels; c++)
                if (w->sender[c] == w->process || w->receiver[c] == w->process)
                    put(w, 1, "c%ld", c);
            put(w, 0, "\n", 0);
        }
        put_block(w, 2, 0, true);
    }
}

static bool same(const struct tp_exact_times *a, const struct tp_exact_times *b)
{
    return a->running == b->running && a->queued == b->queued && a->timer == b->timer &&
           a->communication == b->communication && a->inside == b->inside && a->ended == b->ended;
}

static void print_exact_times(const char *whose, const struct tp_exact_times *t)
{
    printf("# %s: %llu %llu %llu %llu %llu %llu\n", whose, (unsigned long long)t->running,
           (unsigned long long)t->queued, (unsigned long long)t->timer,
           (unsigned long long)t->communication, (unsigned long long)t->inside,
           (unsigned long long)t->ended);
}

/* The model has the same states as the naive transputer in every cycle. */
static void random_as_naive(void)
{
    static struct naive v;
    static struct writer w;
    int talked = 0, inside = 0, timed = 0, chose[2] = {0};
    for (uint32_t seed = 1; seed <= 500; seed++) {
        write_script(&w, seed, "none");
        CHECK(run(w.text));
        naive_run(&v, &program, &arena);
        for (size_t i = 0; i < program.n_processes; i++) {
            if (!same(&result.processes[i].exact, &v.exact[i])) {
                printf("# seed %u, process %zu\n%s", seed, i, w.text);
                print_exact_times("model", &result.processes[i].exact);
                print_exact_times("naive", &v.exact[i]);
                CHECK(!"the same");
                return;
            }
            talked += v.exact[i].communication > 0;
            inside += v.exact[i].inside > 0;
            timed += v.exact[i].timer > 0;
        }
        chose[0] += v.chose[0];
        chose[1] += v.chose[1];
    }
    CHECK(talked > 100 && inside > 100 && timed > 100);
    CHECK(chose[0] > 50 && chose[1] > 100);
}

/* The TM process is wrong by less than a tick of 20 cycles for each turn of a process, and does
 * not count a turn that the end of the run cuts off. */
static void random_tm(void)
{
    static struct writer w;
    int all_ended = 0;
    for (uint32_t seed = 1; seed <= 100; seed++) {
        write_script(&w, seed, "tm");
        CHECK(run(w.text));
        const struct tp_transputer_result *t = result.transputers;
        double error = 20 * (double)(t->rounds - t->idle_rounds);
        for (size_t i = 0; i < program.n_processes; i++) {
            const struct tp_process_result *p = &result.processes[i];
            double on_cpu = (double)(p->exact.running + p->subs.running);
            CHECK(p->tm.value <= on_cpu + error);
            CHECK(p->exact.ended == 0 || p->tm.value >= on_cpu - error);
            all_ended += p->exact.ended > 0;
        }
    }
    CHECK(all_ended > 100);
}

/* Several transputers in a ring, each with a process that passes messages on, one that computes
 * and perhaps a monitor: invariants (checked by run()), and messages arrive. */
static void random_ring(void)
{
    static struct writer w;
    static const char *const monitors[] = {"none", "process", "cpu"};
    for (uint32_t seed = 1; seed <= 60; seed++) {
        w = (struct writer){.seed = seed};
        long n = 2 + draw(&w, 5), bytes = 1 + draw(&w, 500);
        put(&w, 0, "run 20 ms\n", 0);
        for (long i = 0; i < n; i++) {
            put(&w, 0, "transputer t%ld monitor ", i);
            put(&w, 0, monitors[draw(&w, 3)], 0);
            put(&w, 0, "\n", 0);
        }
        for (long i = 0; i < n; i++) {
            put(&w, 0, "channel c%ld ", i);
            put(&w, 0, "from t%ld ", i);
            put(&w, 0, "to t%ld\n", (i + 1) % n);
        }
        for (long i = 0; i < n; i++) {
            put(&w, 0, "process a%ld ", i);
            put(&w, 0, draw(&w, 2) ? "on t%ld high\n" : "on t%ld\n", i);
            put(&w, 2, "repeat\n", 0);
            put(&w, 4, "compute %ld cycles\n", 1 + draw(&w, 5000));
            if (i && draw(&w, 2)) {
                put(&w, 4, "alt\n", 0);
                put(&w, 6, "receive c%ld", i - 1);
            } else if (i)
                put(&w, 4, "receive c%ld", i - 1);
            else
                put(&w, 4, "send c%ld", 0);
            put(&w, 1, "%ld\n", bytes);
            put(&w, 4, i ? "send c%ld" : "receive c%ld", i ? i : n - 1);
            put(&w, 1, "%ld\n", bytes);
            put(&w, 0, "process b%ld ", i);
            put(&w, 0, "on t%ld\n  repeat\n", i);
            put_block(&w, 4, 2, false);
        }
        CHECK(run(w.text));
        CHECK(!result.deadlock);
        for (long i = 0; i < 2 * n; i += 2)
            CHECK(exact_times((int)i).communication > 0 && exact_times((int)i).running > 100);
    }
}

/* With a monitor: no process disappears, the times add up (checked by run()), two runs are equal.
 */
static void random_monitored(void)
{
    static struct writer w;
    for (uint32_t seed = 1; seed <= 150; seed++) {
        write_script(&w, seed, seed % 3 ? "process" : "cpu");
        CHECK(run(w.text));
        struct tp_transputer_result before = result.transputers[0];
        uint64_t all = 0;
        for (size_t i = 0; i < program.n_processes; i++) {
            const struct tp_exact_times *t = &result.processes[i].exact;
            const struct tp_counts *c = &result.processes[i].counts;
            all += t->running + result.processes[i].subs.running;
            CHECK(t->running + t->queued + t->timer + t->communication + t->inside + t->ended ==
                  before.cycles);
            CHECK(c->timer + c->waiting + c->processing <= before.rounds);
        }
        /* A process or the monitor runs at any time; no process is interrupted here. */
        CHECK(all + before.monitor_cycles == before.cycles);
        CHECK(run(w.text));
        CHECK(memcmp(&before.rounds, &result.transputers[0].rounds, sizeof before.rounds) == 0);
        CHECK(before.monitor_cycles == result.transputers[0].monitor_cycles);
    }
}

int main(void)
{
    TEST(random_as_naive);
    TEST(random_ring);
    TEST(random_tm);
    TEST(random_monitored);
    arena_free(&arena);
    return tests_end();
}
