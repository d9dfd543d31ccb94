/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the monitors in the transputers' model: their counts, derived by hand, and programs that
 * they misread. */
#include "tests/unit/transputer.h"

/* The monitor inspects at 45: a is queued. It is at the back of the queue at 70. a calls (8)
 * get.process.data (40) and sends (19): it waits at 137. The monitor inspects at 182: no process.
 * It receives a's message in 19 + 2 * 2, inspects it until 240 in 35: processing; 25 to go to the
 * back of the queue: 265. a returns (6) and waits for its timer at 303. After that a round takes 45
 * + 35 + 25; its message check is at 348 + 105 k, its inspection 35 later: below 4000 there are 35
 * of both. */
static void monitor_by_hand(void)
{
    CHECK(run("run 200 us\n"
              "transputer t monitor process\n"
              "process a\n"
              "  monitor\n"
              "  wait 1 ms\n"));
    const struct tp_transputer_result *t = result.transputers;
    const struct tp_counts *c = &result.processes[0].counts;
    CHECK(t->rounds == 37);
    CHECK(t->idle_rounds == 36);
    CHECK(t->monitor_cycles == 4000 - (137 - 70) - (303 - 265));
    CHECK(t->idle == t->monitor_cycles - 70 - (265 - 205)); /* a is ready from 205 on */
    CHECK(c->monitored && c->timer == 35 && c->waiting == 0 && c->processing == 1);
    CHECK(c->processing_cycles == 348 - 182);
    CHECK(c->timer_cycles == 34 * 105);
    CHECK_NEAR(70, t->calibrated.value, 0);
    CHECK_NEAR(1 - 36 * 70 / 4000.0, t->efficiency.value, 1e-12);
}

/* On a machine that is empty after 12 cycles, a round takes 45 + 25 cycles: what section 4.2's
 * calibration finds. The first sample is at 45 with a queued after it, then a runs from 70 to 82.
 */
static void calibration(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t monitor process\n"
              "process a\n"
              "  compute 1 cycles\n"));
    CHECK_NEAR(70, result.transputers[0].calibrated.value, 0);
    CHECK_NEAR(70, result.transputers[0].round.value, 0);
    CHECK(result.transputers[0].rounds == 1 + (20000 - 82 - 45 + 69) / 70);
    CHECK(result.transputers[0].idle_rounds == result.transputers[0].rounds - 1);
    CHECK(result.transputers[0].idle == 20000 - 82);
    CHECK_NEAR(82 / 20000.0, result.transputers[0].efficiency.value, 70 / 20000.0);
}

/* The effect of reports on the monitor: with the wait in a procedure it counts no timer, without
 * the channel no waiting, without the correction of get.process.data neither of them. */
static void monitor_is_misled(void)
{
    const char *const head = "run 100 ms\ntransputer t monitor process\nchannel c\n";
    char script[512];
    snprintf(script, sizeof script, "%sprocess a\n  monitor\n  wait 90 ms\n", head);
    CHECK(run(script));
    CHECK(result.processes[0].counts.timer > 100 * result.processes[0].counts.processing);
    snprintf(script, sizeof script, "%sprocedure p\n  wait 90 ms\nprocess a\n  monitor\n  call p\n",
             head);
    CHECK(run(script));
    CHECK(result.processes[0].counts.timer == 0);
    CHECK(result.processes[0].counts.processing > 0);
    snprintf(script, sizeof script,
             "%sprocess a\n  monitor c\n  receive c\nprocess b\n  wait 90 ms\n  send c\n", head);
    CHECK(run(script));
    CHECK(result.processes[0].counts.waiting > 100 * result.processes[0].counts.processing);
    snprintf(script, sizeof script,
             "%sset offset 0\nprocess a\n  monitor c\n  receive c\nprocess b\n  wait 90 ms\n"
             "  send c\n",
             head);
    CHECK(run(script));
    CHECK(result.processes[0].counts.waiting == 0);
    CHECK(result.processes[0].counts.processing > 0);
}

/* A process that has ended is no longer counted; without the boolean it counts as processing. */
static void monitor_and_the_end(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t monitor process\n"
              "process a\n"
              "  monitor\n"));
    uint64_t few = result.processes[0].counts.processing;
    CHECK(few <= 2);
    CHECK(run("run 1 ms\n"
              "set ended-flag 0\n"
              "transputer t monitor process\n"
              "process a\n"
              "  monitor\n"));
    CHECK(result.processes[0].counts.processing > 100);
}

/* A round of the CPU monitor takes 45 cycles. a runs its 10 ms in slices, between which the monitor
 * executes a round: it reports 10 of 100 ms. */
static void cpu_monitor(void)
{
    CHECK(run("run 100 ms\n"
              "transputer t monitor cpu\n"
              "process a\n"
              "  wait 10 ms\n"
              "  compute 10 ms\n"));
    CHECK_NEAR(0.1, result.transputers[0].efficiency.value, 0.001);
    CHECK_NEAR(45, result.transputers[0].calibrated.value, 0);
}

/* The TM process reads a clock of 20 cycles a tick: within one tick for each time that a process
 * is scheduled. */
static void tm_process(void)
{
    CHECK(run("run 10 ms\n"
              "transputer t monitor tm\n"
              "channel c\n"
              "process a high\n"
              "  repeat 10\n"
              "    compute 100 us\n"
              "    send c 4\n"
              "process b high\n"
              "  repeat 10\n"
              "    receive c 4\n"
              "    compute 300 us\n"));
    for (int i = 0; i < 2; i++)
        CHECK_NEAR((double)exact_times(i).running, result.processes[i].tm.value, 22 * 20);
    CHECK(exact_times(0).running > 20000 && exact_times(1).running > 60000);
}

static void tm_rejects(void)
{
    CHECK(!run("transputer t monitor tm\nprocess a\n  compute 1 ms\n"));
    CHECK(!run("transputer t monitor tm\nprocess a high\n  wait 1 ms\n"));
    CHECK(!run("transputer t monitor tm\nprocess a high\n  alt\n    wait 1 ms\n"));
    CHECK(!run("transputer t monitor tm\nprocedure p\n  wait 1 ms\n"
               "process a high\n  par\n    branch\n      repeat\n        call p\n"));
    CHECK(!run("transputer t monitor tm\ntransputer u\nchannel c from t to u\n"
               "process a on t high\n  send c\nprocess b on u\n  receive c\n"));
    CHECK(run("transputer t monitor tm\nprocess a high\n  compute 1 ms\n"));
}

int main(void)
{
    TEST(monitor_by_hand);
    TEST(calibration);
    TEST(monitor_is_misled);
    TEST(monitor_and_the_end);
    TEST(cpu_monitor);
    TEST(tm_process);
    TEST(tm_rejects);
    arena_free(&arena);
    return tests_end();
}
