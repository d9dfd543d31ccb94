/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the transputers' model: cycles derived by hand. */
#include "tests/unit/transputer.h"
#include "base/util.h"

/* Cycles at 20 MHz: 1 us is 20. a computes 100 us = 2000 cycles, stop takes 11; b is queued until
 * then, computes 1000 and stops. */
static void processes_alternate(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "process a\n"
              "  compute 100 us\n"
              "process b\n"
              "  compute 50 us\n"));
    CHECK(exact_times(0).running == 2011);
    CHECK(exact_times(0).queued == 0);
    CHECK(exact_times(0).ended == 20000 - 2011);
    CHECK(exact_times(1).queued == 2011);
    CHECK(exact_times(1).running == 1011);
    CHECK(result.transputers[0].idle == 20000 - 2011 - 1011);
    CHECK(result.transputers[0].cycles == 20000);
    CHECK(!result.deadlock);
}

/* a: 19 (out), finds MinInt, waits. b: computes 1000, 19 (in), copies one word (2), stops with 11:
 * a, ready since 19 + 1000 + 19 + 2 = 1040, runs at 1051 and stops. */
static void internal_message(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "channel c\n"
              "process a\n"
              "  send c 4\n"
              "process b\n"
              "  compute 50 us\n"
              "  receive c 4\n"));
    CHECK(exact_times(0).running == 19 + 11);
    CHECK(exact_times(0).communication == 1021);
    CHECK(exact_times(0).queued == 11);
    CHECK(exact_times(1).queued == 19);
    CHECK(exact_times(1).running == 1000 + 19 + 2 + 11);
}

/* The opposite order: b is first at the channel. a: compute 1000, in 19, finds MinInt at 1019; b
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
    CHECK(exact_times(0).running == 1019 + 11);
    CHECK(exact_times(0).communication == 21);
    CHECK(exact_times(0).queued == 11);
    CHECK(exact_times(1).queued == 1019);
    CHECK(exact_times(1).running == 19 + 2 + 11);
}

/* At low priority the tick of the clock is 64 us = 1280 cycles. At cycle 2, after ldtimer, it is 0;
 * 100 us are 2 ticks, and the clock exceeds that one tick later: the timer expires at 3 * 1280. */
static void timer_low(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "process a\n"
              "  wait 100 us\n"));
    CHECK(exact_times(0).running == 32 + 11);
    CHECK(exact_times(0).timer == 3840 - 32);
    CHECK(exact_times(0).queued == 0);
}

/* At high priority a tick is 20 cycles. At cycle 2, after ldtimer, the clock is 0: it expires at
 * 101 ticks = 2020. The low process has the processor from 32 on, is interrupted at 2020; 19 cycles
 * to switch, 1000 of computing and 11 for the end later it is resumed in 17. */
static void high_interrupts_low(void)
{
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "process low\n"
              "  compute 250 us\n"
              "process high high\n"
              "  wait 100 us\n"
              "  compute 50 us\n"));
    CHECK(exact_times(1).running == 32 + 19 + 1000 + 11);
    CHECK(exact_times(1).timer == 2020 - 32);
    CHECK(exact_times(0).queued == 32 + 19 + 1000 + 11);
    CHECK(exact_times(0).running == 5000 + 17 + 11);
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
    CHECK(exact_times(0).running == 40960 + (100000 - 81920));
    CHECK(exact_times(1).running == 40960);
    CHECK(exact_times(1).queued == 40960 + (100000 - 81920));
}

/* Without safe points no other process runs in between, not even at high priority. */
static void no_slices(void)
{
    CHECK(run("run 5 ms\n"
              "transputer t\n"
              "process a\n"
              "  compute 6 ms unbroken\n"
              "process b\n"
              "  compute 6 ms\n"));
    CHECK(exact_times(0).running == 100000);
    CHECK(run("run 5 ms\n"
              "transputer t\n"
              "process a high\n"
              "  compute 6 ms\n"
              "process b high\n"
              "  compute 6 ms\n"));
    CHECK(exact_times(0).running == 100000);
    CHECK(exact_times(1).queued == 100000);
}

/* The loop end is the only safe point of a: the first one after 40960 is that of repetition 41 of
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
    CHECK(exact_times(0).running == 41410);
    CHECK(exact_times(1).running == 42000 - 41410);
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
    CHECK(exact_times(0).communication == 66);
    CHECK(exact_times(1).communication == 66);
    CHECK(exact_times(1).queued == 19 + 200 + 11 - 85); /* rest runs from 19 to 230 */
    CHECK(exact_times(2).running == 211);
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
    CHECK(exact_times(0).running == 12 + 11);
    CHECK(exact_times(0).inside == 2026);
    CHECK(result.processes[0].n_subs == 2);
    CHECK(result.processes[0].subs.running == 2026);
    CHECK(result.processes[0].subs.queued == 1013);
}

/* 3 times 8 for the call, 1000, 6 for the return; 10 for a loop's end that continues, 5 for the
 * last.
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
    CHECK(exact_times(0).running == 3 * (8 + 1000 + 6) + 2 * 10 + 5 + 11);
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
    CHECK(exact_times(0).running == 29 + 20 + 21 + 11);
    CHECK(exact_times(0).communication == 1048 - 29 && exact_times(0).timer == 0);
    CHECK(exact_times(1).running == 1000 + 19 + 11);
    CHECK(exact_times(1).communication == 1089 - 1048 && exact_times(1).queued == 29 + 11);
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
    CHECK(exact_times(1).running == 2 + 7 + 5 + 8 + 4 + 19 + 2 + 11);
    CHECK(exact_times(1).communication == 0);
    CHECK(exact_times(0).communication == 2 + 7 + 5 + 8 + 4 + 19 + 2);
}

/* Of two ready guards the first one is selected; the other remains ready. */
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
    CHECK(exact_times(2).running == 2 + 7 + 7 + 5 + 8 + 8 + 4 + 21 + 200 + 11);
    CHECK(exact_times(1).ended > 0 && exact_times(0).ended == 0);
}

/* Load timer 2 and timer alternative 4: the clock of 20 cycles a tick is 0. 100 us have passed
 * after tick 101, at 2020. Enable channel 5, timer 8, wait 48: it waits from 67. Disable channel 8,
 * timer 23, end 4. With only a timer, all of this time counts as timer. */
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
    CHECK(exact_times(0).running == 67 + 35 + 200 + 11);
    CHECK(exact_times(0).communication == 2020 - 67 && exact_times(0).timer == 0);
    CHECK(run("run 1 ms\n"
              "transputer t\n"
              "process a high\n"
              "  alt\n"
              "    wait 300 us\n"
              "      compute 1 ms\n"
              "    wait 100 us\n"));
    CHECK(exact_times(0).running == 2 + 4 + 8 + 8 + 48 + 23 + 23 + 4 + 11);
    CHECK(exact_times(0).timer == 2020 - 70 && exact_times(0).communication == 0);
}

/* a waits to send at 19; the first byte is transferred 20 + 20 / 1.74 cycles later, at 51. b waits
 * from 2 + 5 + 17 = 24 on, disables in 8 + 4, asks for the message in 19: 82; it takes 66 (see
 * above). */
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
    CHECK(exact_times(1).running == 24 + 31 + 11);
    CHECK(exact_times(1).communication == (51 - 24) + 66);
    CHECK(exact_times(0).communication == 82 + 66 - 19);
}

/* A period is 5120 cycles of 5 MHz, 1.024 ms, at any clock of the processor: a has it from 0 until
 * the first multiple of 20 cycles after 2.048 ms, b until the end. */
static void slices_by_the_clock(void)
{
    static const int clocks[] = {10, 20, 30};
    for (size_t i = 0; i < COUNT_OF(clocks); i++) {
        char script[256];
        uint64_t mhz = (uint64_t)clocks[i], end = (2048 * mhz + 19) / 20 * 20;
        snprintf(script, sizeof script,
                 "set megahertz %d\nrun 4 ms\ntransputer t\nprocess a\n  compute 6 ms\n"
                 "process b\n  compute 6 ms\n",
                 clocks[i]);
        CHECK(run(script));
        CHECK(exact_times(0).running == end);
        CHECK(exact_times(1).running == 4000 * mhz - end);
    }
}

/* 16 procedures of 65536 words, each of which calls the previous one, need 4 Mbyte in total. */
static void missing_memory(void)
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
static void clocks_wrap(void)
{
    const char *const script = "set tick-high %s\nrun %s\ntransputer t\nprocess a\n  compute 1 ms\n"
                               "process b high\n  wait 1000000 s\n";
    char text[256];
    snprintf(text, sizeof text, script, "1", "2140 s");
    CHECK(run(text));
    CHECK(exact_times(1).timer > exact_times(1).running && exact_times(1).ended == 0);
    snprintf(text, sizeof text, script, "1", "2150 s");
    CHECK(!run(text));
    snprintf(text, sizeof text, script, "0.5", "2140 s");
    CHECK(!run(text));
}

/* Two processes wait for each other, one waits for a process that has ended, one does not wait
 * forever. */
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
    CHECK_TEXT("a waits forever to receive from 'c' (line 8); b waits forever to receive from "
               "'d' (line 11); left waits forever to receive from 'e' (line 16)",
               result.deadlock);
    CHECK(run("run 1 ms\ntransputer t\nchannel c\nprocess a\n  send c\nprocess b\n  receive c\n"));
    CHECK(!result.deadlock);
    CHECK(run("run 1 ms\ntransputer t\nchannel c\nchannel d\nprocess a\n  alt\n    receive c\n"
              "    receive d\nprocess gone\n  compute 1 us\n"));
    CHECK_TEXT("a waits forever in the alternative of line 6", result.deadlock);
    CHECK(run("run 1 ms\ntransputer t\nchannel c\nprocess a\n  alt\n    receive c\n"
              "    wait 1 s\nprocess gone\n  compute 1 us\n"));
    CHECK(!result.deadlock);
}

int main(void)
{
    TEST(processes_alternate);
    TEST(internal_message);
    TEST(receiver_first);
    TEST(timer_low);
    TEST(high_interrupts_low);
    TEST(slices);
    TEST(no_slices);
    TEST(safe_point_of_loop);
    TEST(message_over_link);
    TEST(sub_processes);
    TEST(procedure_calls);
    TEST(alternative);
    TEST(alternative_ready);
    TEST(alternative_of_two);
    TEST(alternative_of_times);
    TEST(alternative_at_link);
    TEST(slices_by_the_clock);
    TEST(missing_memory);
    TEST(clocks_wrap);
    TEST(deadlocks);
    arena_free(&arena);
    return tests_end();
}
