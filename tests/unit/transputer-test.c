/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transputers' model: cycles worked out by hand, invariants between any two events. */
#include "base/source.h"
#include "monitor/transputer/machine.h"
#include "monitor/transputer/script.h"
#include "tests/unit/check.h"
#include "tests/unit/transputer-naive.h"

#include <stdlib.h>

static struct arena arena;
static struct tp_program program;
static struct tp_result result;

/* Runs a script, holding the machine to its invariants after each event; false after messages. */
static bool run(const char *script)
{
    struct source s;
    struct diag d = {.quiet = true};
    arena_free(&arena);
    source_from_bytes(&s, "t.tp", script, strlen(script));
    if (!tp_script_read(&arena, &s, NULL, 0, &d, &program)) {
        source_free(&s);
        return false;
    }
    source_free(&s);
    struct tp_machine *m = tp_open(&program, NULL, &arena, &d);
    if (!m)
        return false;
    const char *fault = tp_fault(m, &arena);
    while (!fault && tp_next(m))
        fault = tp_fault(m, &arena);
    if (fault) {
        printf("# cycle %llu: %s\n", (unsigned long long)m->now, fault);
        return false;
    }
    tp_finish(m, &result);
    return true;
}

static struct tp_truth truth(int process)
{
    return result.processes[process].truth;
}

/* Cycles at 20 MHz: 1 us is 20. a computes 100 us = 2000 cycles, stop takes 11; b is queued until
 * then, computes 1000 and stops. */
static void compute_in_turn(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "process a\n"
              "  compute 100 us\n"
              "process b\n"
              "  compute 50 us\n"));
    CHECK(truth(0).running == 2011);
    CHECK(truth(0).queued == 0);
    CHECK(truth(0).ended == 20000 - 2011);
    CHECK(truth(1).queued == 2011);
    CHECK(truth(1).running == 1011);
    CHECK(result.transputers[0].idle == 20000 - 2011 - 1011);
    CHECK(result.transputers[0].cycles == 20000);
    CHECK(!result.deadlock);
}

/* a: 19 (out), finds MinInt, waits. b: computes 1000, 19 (in), copies one word (2), stops with 11:
 * a, ready since 19 + 1000 + 19 + 2 = 1040, runs at 1051 and stops. */
static void message_inside(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "channel c\n"
              "process a\n"
              "  send c 4\n"
              "process b\n"
              "  compute 50 us\n"
              "  receive c 4\n"));
    CHECK(truth(0).running == 19 + 11);
    CHECK(truth(0).communication == 1021);
    CHECK(truth(0).queued == 11);
    CHECK(truth(1).queued == 19);
    CHECK(truth(1).running == 1000 + 19 + 2 + 11);
}

/* The other way round: b is first at the channel. a: compute 1000, in 19, finds MinInt at 1019; b
 * waits in the queue until then, out 19, one word 2, stop 11; a is ready at 1040, runs at 1051. */
static void receiver_first(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "channel c\n"
              "process a\n"
              "  compute 50 us\n"
              "  receive c 4\n"
              "process b\n"
              "  send c 4\n"));
    CHECK(truth(0).running == 1019 + 11);
    CHECK(truth(0).communication == 21);
    CHECK(truth(0).queued == 11);
    CHECK(truth(1).queued == 1019);
    CHECK(truth(1).running == 19 + 2 + 11);
}

/* At low priority the clock's tick is 64 us = 1280 cycles. At cycle 32 it says 0; 100 us are 2
 * ticks, and one more passes before the clock is behind that: the timer goes off at 3 * 1280. */
static void timer_low(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "process a\n"
              "  wait 100 us\n"));
    CHECK(truth(0).running == 32 + 11);
    CHECK(truth(0).timer == 3840 - 32);
    CHECK(truth(0).queued == 0);
}

/* At high priority a tick is 20 cycles. At cycle 32 the clock says 1: it goes off at 102 ticks =
 * 2040. The low process has the processor from 32 on, is interrupted at 2040; 19 cycles to switch,
 * 1000 of computing and 11 for the end later it is resumed in 17. */
static void high_interrupts_low(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "process low\n"
              "  compute 250 us\n"
              "process high high\n"
              "  wait 100 us\n"
              "  compute 50 us\n"));
    CHECK(truth(1).running == 32 + 19 + 1000 + 11);
    CHECK(truth(1).timer == 2040 - 32);
    CHECK(truth(0).queued == 32 + 19 + 1000 + 11);
    CHECK(truth(0).running == 5000 + 17 + 11);
}

/* a has the processor at 0 and keeps it until the second tick of the slices, 40960, which is a
 * multiple of 20 and so a safe point; then b until 81920. 6 ms are 120000 cycles. */
static void slices(void)
{
    CHECK(run("run 5 ms\n"
              "transputer t\n"
              "process a\n"
              "  compute 6 ms\n"
              "process b\n"
              "  compute 6 ms\n"));
    CHECK(truth(0).running == 40960 + (100000 - 81920));
    CHECK(truth(1).running == 40960);
    CHECK(truth(1).queued == 40960 + (100000 - 81920));
}

/* Without safe points nobody gets in between, at high priority neither. */
static void no_slices(void)
{
    CHECK(run("run 5 ms\n"
              "transputer t\n"
              "process a\n"
              "  compute 6 ms unbroken\n"
              "process b\n"
              "  compute 6 ms\n"));
    CHECK(truth(0).running == 100000);
    CHECK(run("run 5 ms\n"
              "transputer t\n"
              "process a high\n"
              "  compute 6 ms\n"
              "process b high\n"
              "  compute 6 ms\n"));
    CHECK(truth(0).running == 100000);
    CHECK(truth(1).queued == 100000);
}

/* The loop end is the only safe point of a's: the first behind 40960 is that of repetition 41 of
 * 1000 + 10 cycles, 41410. */
static void safe_point_of_loop(void)
{
    CHECK(run("run 2100 us\n"
              "transputer t\n"
              "process a\n"
              "  repeat\n"
              "    compute 50 us unbroken\n"
              "process b\n"
              "  compute 6 ms\n"));
    CHECK(truth(0).running == 41410);
    CHECK(truth(1).running == 42000 - 41410);
}

/* out 19, in 19: both wait at the link from 19 on, which takes 20 + 4 / 1.74 * 20 = 65.98 cycles
 * without the processor. A low-priority process computes meanwhile on one of them. */
static void message_over_link(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "transputer u\n"
              "channel c from t to u\n"
              "process a on t\n"
              "  send c 4\n"
              "process b on u\n"
              "  receive c 4\n"
              "process rest on u\n"
              "  compute 10 us\n"));
    CHECK(truth(0).communication == 66);
    CHECK(truth(1).communication == 66);
    CHECK(truth(1).queued == 19 + 200 + 11 - 85); /* rest runs from 19 to 230 */
    CHECK(truth(2).running == 211);
}

/* Start 12 for the first of two; the second runs at once: 1000, end 13; then the first. */
static void sub_processes(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "process a\n"
              "  par\n"
              "    branch\n"
              "      compute 50 us\n"
              "    branch\n"
              "      compute 50 us\n"));
    CHECK(truth(0).running == 12 + 11);
    CHECK(truth(0).inside == 2026);
    CHECK(result.processes[0].n_subs == 2);
    CHECK(result.processes[0].subs.running == 2026);
    CHECK(result.processes[0].subs.queued == 1013);
}

/* 3 times 8 for the call, 1000, 6 for the return; 10 for a loop's end that goes on, 5 for the last.
 */
static void procedure_calls(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "procedure p\n"
              "  compute 50 us\n"
              "process a\n"
              "  repeat 3\n"
              "    call p\n"));
    CHECK(truth(0).running == 3 * (8 + 1000 + 6) + 2 * 10 + 5 + 11);
}

/* The monitor looks at 45: a is queued. It stands at the back at 70. a calls (8) get.process.data
 * (40) and sends (19): it waits at 137. The monitor looks at 182: nobody. It takes what a sends in
 * 19 + 2 * 2, inspects it until 240 in 35: processing; 25 to stand at the back: 265. a returns (6)
 * and waits for its timer at 303. From then on a round takes 45 + 35 + 25, and looks are at
 * 348 + 105 k, inspections 35 later: below 4000 there are 35 of both. */
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
 * calibration finds. The first look is at 45 with a queued behind, then a runs from 70 to 82. */
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

/* a: alt 2, enable channel 5 twice, alternative wait 17: it waits from 29. b computes until 1029,
 * out 19: it finds a's descriptor and waits at d from 1048. a: disable channel 8 twice, end of the
 * choice 4, in 19, a word 2: 1089; stop 11. b stops at 1111. */
static void alternative(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "channel c\n"
              "channel d\n"
              "process a\n"
              "  alt\n"
              "    receive c 4\n"
              "      compute 1 ms\n"
              "    receive d 4\n"
              "process b\n"
              "  compute 50 us\n"
              "  send d 4\n"));
    CHECK(truth(0).running == 29 + 20 + 21 + 11);
    CHECK(truth(0).communication == 1048 - 29 && truth(0).timer == 0);
    CHECK(truth(1).running == 1000 + 19 + 11);
    CHECK(truth(1).communication == 1089 - 1048 && truth(1).queued == 29 + 11);
}

/* a waits to send at 19, b enables it in 7, does not wait in 5, disables in 8, ends in 4. */
static void alternative_ready(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "channel c\n"
              "process a\n"
              "  send c 4\n"
              "process b\n"
              "  alt\n"
              "    receive c 4\n"));
    CHECK(truth(1).running == 2 + 7 + 5 + 8 + 4 + 19 + 2 + 11);
    CHECK(truth(1).communication == 0);
    CHECK(truth(0).communication == 2 + 7 + 5 + 8 + 4 + 19 + 2);
}

/* Of two that are ready the one above is taken; the other stays for the next time. */
static void alternative_of_two(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "channel c\n"
              "channel d\n"
              "process a\n"
              "  send d\n"
              "process b\n"
              "  send c\n"
              "process both\n"
              "  alt\n"
              "    receive c\n"
              "      compute 10 us\n"
              "    receive d\n"
              "      compute 20 us\n"));
    CHECK(truth(2).running == 2 + 7 + 7 + 5 + 8 + 8 + 4 + 21 + 200 + 11);
    CHECK(truth(1).ended > 0 && truth(0).ended == 0);
}

/* Load timer 2 and timer alternative 4: the clock of 20 cycles a tick says 0. 100 us are over after
 * tick 101, at 2020. Enable channel 5, timer 8, wait 48: it waits from 67. Disable channel 8, timer
 * 23, end 4. Alone with a timer that is all timer. */
static void alternative_of_times(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "channel c\n"
              "process a high\n"
              "  alt\n"
              "    receive c\n"
              "    wait 100 us\n"
              "      compute 10 us\n"
              "process b\n"
              "  wait 900 us\n"
              "  send c\n"));
    CHECK(truth(0).running == 67 + 35 + 200 + 11);
    CHECK(truth(0).communication == 2020 - 67 && truth(0).timer == 0);
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "process a high\n"
              "  alt\n"
              "    wait 300 us\n"
              "      compute 1 ms\n"
              "    wait 100 us\n"));
    CHECK(truth(0).running == 2 + 4 + 8 + 8 + 48 + 23 + 23 + 4 + 11);
    CHECK(truth(0).timer == 2020 - 70 && truth(0).communication == 0);
}

/* a waits to send at 19; the first byte is over 20 + 20 / 1.74 cycles later, at 51. b waits from
 * 2 + 5 + 17 = 24 on, disables in 8 + 4, asks for the message in 19: 82; it takes 66 (see above).
 */
static void alternative_at_link(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "transputer u\n"
              "channel c from t to u\n"
              "process a on t\n"
              "  send c 4\n"
              "process b on u\n"
              "  alt\n"
              "    receive c 4\n"));
    CHECK(truth(1).running == 24 + 31 + 11);
    CHECK(truth(1).communication == (51 - 24) + 66);
    CHECK(truth(0).communication == 82 + 66 - 19);
}

/* A period is 5120 cycles of 5 MHz, 1.024 ms, at any clock of the processor: a has it from 0 until
 * the first multiple of 20 cycles after 2.048 ms, b until the end. */
static void slices_by_the_clock(void)
{
    static const int clocks[] = {10, 20, 30};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        char script[256];
        uint64_t mhz = (uint64_t)clocks[i], end = (2048 * mhz + 19) / 20 * 20;
        snprintf(script, sizeof script,
                 "set megahertz %d\nrun 4 ms\ntransputer t\nprocess a\n  compute 6 ms\n"
                 "process b\n  compute 6 ms\n",
                 clocks[i]);
        CHECK(run(script));
        CHECK(truth(0).running == end);
        CHECK(truth(1).running == 4000 * mhz - end);
    }
}

/* What the monitor is told of: with the timer in a procedure it sees none, without the channel no
 * waiting, without get.process.data's correction neither. */
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

/* A process that ended is not counted any more; without the boolean it counts as processing. */
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

/* A round of the CPU monitor takes 45 cycles. a's 10 ms come in slices, between which the monitor
 * has a round: what it finds is 10 of 100 ms. */
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
        CHECK_NEAR((double)truth(i).running, result.processes[i].tm.value, 22 * 20);
    CHECK(truth(0).running > 20000 && truth(1).running > 60000);
}

static void tm_refuses(void)
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

/* 16 procedures of 65536 words, each calling the one before, have 4 Mbyte alone. */
static void no_room(void)
{
    char script[2048] = "transputer t\nprocedure p0 words 65536\n  compute 1 ms\n";
    for (int i = 1; i < 16; i++)
        snprintf(script + strlen(script), sizeof script - strlen(script),
                 "procedure p%d words 65536\n  call p%d\n", i, i - 1);
    size_t n = strlen(script);
    snprintf(script + n, sizeof script - n, "process a\n  call p14\n");
    CHECK(run(script));
    snprintf(script + n, sizeof script - n, "process a\n  call p15\n");
    CHECK(!run(script));
}

/* 2^31 ticks of 1 us are 2147 s; ticks of 0.5 us are half as long. */
static void clocks_come_round(void)
{
    const char *const script = "set tick-high %s\nrun %s\ntransputer t\nprocess a\n  compute 1 ms\n"
                               "process b high\n  wait 1000000 s\n";
    char text[256];
    snprintf(text, sizeof text, script, "1", "2140 s");
    CHECK(run(text));
    CHECK(truth(1).timer > truth(1).running && truth(1).ended == 0);
    snprintf(text, sizeof text, script, "1", "2150 s");
    CHECK(!run(text));
    snprintf(text, sizeof text, script, "0.5", "2140 s");
    CHECK(!run(text));
}

/* Two that wait for each other, one that waits for an ended one, one that does not wait for ever.
 */
static void deadlocks(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "channel c\n"
              "channel d\n"
              "channel e\n"
              "channel f\n"
              "process a\n"
              "  receive c\n"
              "  send d\n"
              "process b\n"
              "  receive d\n"
              "  send c\n"
              "process gone\n"
              "  compute 10 us\n"
              "process left\n"
              "  receive e\n"
              "process slow\n"
              "  wait 1 s\n"
              "  send f\n"
              "process patient\n"
              "  receive f\n"));
    CHECK_TEXT("a waits for ever to receive from 'c' (line 8); b waits for ever to receive from "
               "'d' (line 11); left waits for ever to receive from 'e' (line 16)",
               result.deadlock);
    CHECK(run("run 1 ms\ntransputer t\nchannel c\nprocess a\n  send c\nprocess b\n  receive c\n"));
    CHECK(!result.deadlock);
    CHECK(run("run 1 ms\ntransputer t\nchannel c\nchannel d\nprocess a\n  alt\n    receive c\n"
              "    receive d\nprocess gone\n  compute 1 us\n"));
    CHECK_TEXT("a waits for ever in the alternative of line 6", result.deadlock);
    CHECK(run("run 1 ms\ntransputer t\nchannel c\nprocess a\n  alt\n    receive c\n"
              "    wait 1 s\nprocess gone\n  compute 1 us\n"));
    CHECK(!result.deadlock);
}

/* Random scripts. */
struct writer {
    char text[16384];
    size_t at;
    uint32_t seed;
    int channels, process, procedures;
    bool urgent; /* all at high priority, and none waits for a timer */
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

/* An alternative of some of the channels that end here, where messages are, and times. */
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

/* Statements, at least one; talk: messages, too. */
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

static bool same(const struct tp_truth *a, const struct tp_truth *b)
{
    return a->running == b->running && a->queued == b->queued && a->timer == b->timer &&
           a->communication == b->communication && a->inside == b->inside && a->ended == b->ended;
}

static void print_truth(const char *whose, const struct tp_truth *t)
{
    printf("# %s: %llu %llu %llu %llu %llu %llu\n", whose, (unsigned long long)t->running,
           (unsigned long long)t->queued, (unsigned long long)t->timer,
           (unsigned long long)t->communication, (unsigned long long)t->inside,
           (unsigned long long)t->ended);
}

/* Cycle for cycle what a transputer of arrays does. */
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
            if (!same(&result.processes[i].truth, &v.truth[i])) {
                printf("# seed %u, process %zu\n%s", seed, i, w.text);
                print_truth("model", &result.processes[i].truth);
                print_truth("naive", &v.truth[i]);
                CHECK(!"the same");
                return;
            }
            talked += v.truth[i].communication > 0;
            inside += v.truth[i].inside > 0;
            timed += v.truth[i].timer > 0;
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
            double on_cpu = (double)(p->truth.running + p->subs.running);
            CHECK(p->tm.value <= on_cpu + error);
            CHECK(p->truth.ended == 0 || p->tm.value >= on_cpu - error);
            all_ended += p->truth.ended > 0;
        }
    }
    CHECK(all_ended > 100);
}

/* Several transputers in a ring, each with a process that passes messages on, one that computes
 * and perhaps a monitor: invariants (run() looks), and messages come round. */
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
            CHECK(truth((int)i).communication > 0 && truth((int)i).running > 100);
    }
}

/* With the monitor inside: no process is lost, time adds up (run() looks), twice the same. */
static void random_monitored(void)
{
    static struct writer w;
    for (uint32_t seed = 1; seed <= 150; seed++) {
        write_script(&w, seed, seed % 3 ? "process" : "cpu");
        CHECK(run(w.text));
        struct tp_transputer_result before = result.transputers[0];
        uint64_t all = 0;
        for (size_t i = 0; i < program.n_processes; i++) {
            const struct tp_truth *t = &result.processes[i].truth;
            const struct tp_counts *c = &result.processes[i].counts;
            all += t->running + result.processes[i].subs.running;
            CHECK(t->running + t->queued + t->timer + t->communication + t->inside + t->ended ==
                  before.cycles);
            CHECK(c->timer + c->waiting + c->processing <= before.rounds);
        }
        /* Someone runs, or the monitor, except when it is interrupted, which is not here. */
        CHECK(all + before.monitor_cycles == before.cycles);
        CHECK(run(w.text));
        CHECK(memcmp(&before.rounds, &result.transputers[0].rounds, sizeof before.rounds) == 0);
        CHECK(before.monitor_cycles == result.transputers[0].monitor_cycles);
    }
}

int main(void)
{
    TEST(compute_in_turn);
    TEST(message_inside);
    TEST(receiver_first);
    TEST(timer_low);
    TEST(high_interrupts_low);
    TEST(slices);
    TEST(no_slices);
    TEST(safe_point_of_loop);
    TEST(message_over_link);
    TEST(sub_processes);
    TEST(procedure_calls);
    TEST(monitor_by_hand);
    TEST(calibration);
    TEST(alternative);
    TEST(alternative_ready);
    TEST(alternative_of_two);
    TEST(alternative_of_times);
    TEST(alternative_at_link);
    TEST(slices_by_the_clock);
    TEST(monitor_is_misled);
    TEST(monitor_and_the_end);
    TEST(cpu_monitor);
    TEST(tm_process);
    TEST(tm_refuses);
    TEST(no_room);
    TEST(clocks_come_round);
    TEST(deadlocks);
    TEST(random_as_naive);
    TEST(random_ring);
    TEST(random_tm);
    TEST(random_monitored);
    arena_free(&arena);
    return tests_end();
}
