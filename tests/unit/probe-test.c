/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the results of probes that a machine file predicts, and the output for differences; nothing
 * is measured. */
#include "measure/probe/inside.h"
#include "tests/unit/check.h"

/* Four operations a cycle; a divider that is busy for 4 cycles. */
static const char text[] =
    "name small\nsummary \"three pipes\"\nports p0 p1 mem divider\n"
    "use.fa p0|p1\nuse.fm p0\nuse.fma p0 | p1\nuse.fmisc p1\n"
    "use.lfl mem\nuse.sfl mem + p1|p0\npeak.8 2 flops/cycle\n"
    "fp-registers 16\ndisplacement 2 KB\nunroll 4\nwidest-load 8 bytes\n"
    "overhead.x 1 instruction\noverhead.branch 0 instructions\n"
    "overhead.increment 0.5 instructions\nschedule dynamic\nissue.width 4 operations/cycle\n"
    "commit.width 1 operations/cycle\ncommit.line-width 2 operations/cycle\nstore.forward 5 "
    "cycles\n"
    "instruction.fadd p0|p1, latency 3 cycles, to fadd 2 cycles\n"
    "instruction.fma p0|p1, latency 4 cycles, addend 3 cycles\n"
    "instruction.fdiv p0 with divider for 4 cycles, latency 14 cycles\n"
    "instruction.store mem + p0, issue 1\ninstruction.move eliminated\n";

static struct machine *small(struct arena *a)
{
    struct diag d;
    diag_init(&d, "probe-test");
    struct machine *m = machine_from_text(a, "small", text, NULL, &d);
    CHECK(m && d.errors == 0);
    return m;
}

static struct probe probe(const char *form, enum probe_kind kind, const char *assembly)
{
    struct probe p = {.form_name = form, .kind = kind, .text = assembly};
    CHECK(form_of(form, strlen(form), &p.form));
    return p;
}

static double expected(const struct machine *m, const char *form, enum probe_kind kind,
                       const char *assembly)
{
    struct probe p = probe(form, kind, assembly);
    return probe_expected(m, &p).value;
}

/* A chain of adds has the latency from add to add; a value that is stored takes the default
 * latency, and 5 cycles more through memory. With two ports an add takes half a cycle; a divide
 * occupies the divider for 4 cycles; a move only uses one of the four front-end slots; stores to
 * separate lines take one cycle each. */
static void the_values_of_the_file(void)
{
    struct arena a = {0};
    const struct machine *m = small(&a);
    CHECK_NEAR(2, expected(m, "fadd.8.ymm", PROBE_LATENCY, ""), 0);
    CHECK_NEAR(8, expected(m, "fadd.8.scalar", PROBE_FORWARD, ""), 0);
    CHECK_NEAR(3, expected(m, "fma.8.ymm", PROBE_ADDEND, ""), 0);
    CHECK_NEAR(0.5, expected(m, "fadd.8.ymm", PROBE_RATE, ""), 0);
    CHECK_NEAR(4, expected(m, "fdiv.8.ymm", PROBE_RATE, ""), 0);
    CHECK_NEAR(0.25, expected(m, "move.r64", PROBE_RATE, ""), 0);
    CHECK_NEAR(1, expected(m, "store.ymm", PROBE_RATE, "{v}"), 0);
    struct probe none = probe("fsqrt.8.ymm", PROBE_RATE, "");
    CHECK_TEXT("the machine file has no line for this form", probe_expected(m, &none).missing);
    arena_free(&a);
}

static struct probe *measured(struct probes *p, double cycles)
{
    p->at[p->n - 1].measured = known(cycles);
    return &p->at[p->n - 1];
}

/* The add takes 4 cycles here, and each divide occupies the divider for 6: p0 for 1 cycle becomes
 * p0 for 1.5 cycles, by the ratio of 6 to 4. Nothing else changes in either line, and the text
 * reads back. */
static void lines_that_name_the_file(void)
{
    struct arena a = {0};
    struct machine *m = small(&a);
    struct probe at[3];
    struct probes p = {.at = at, .clock_hz = missing("")};
    at[p.n++] = probe("fadd.8.scalar", PROBE_LATENCY, "");
    measured(&p, 4.02);
    at[p.n++] = probe("fdiv.8.ymm", PROBE_RATE, "");
    measured(&p, 6);
    at[p.n++] = probe("fma.8.ymm", PROBE_LATENCY, "");
    measured(&p, 4.01);
    probe_compare(m, &p);
    CHECK(at[0].differs && at[1].differs && !at[2].differs);
    struct option_list lines = probes_lines(&a, m, &p);
    CHECK(lines.n == 2);
    CHECK_TEXT("instruction.fadd.8.scalar=p0|p1, issue 1, latency 4 cycles", lines.at[0]);
    CHECK_TEXT(
        "instruction.fdiv.8.ymm=p0 for 1.5 cycles with divider for 6 cycles, issue 1, latency "
        "14 cycles",
        lines.at[1]);
    struct diag d;
    diag_init(&d, "probe-test");
    m = machine_from_text(&a, "small", text, &lines, &d);
    CHECK(m && d.errors == 0);
    probe_compare(m, &p);
    CHECK(!at[0].differs && !at[1].differs);
    arena_free(&a);
}

/* A number that is printed as 1 has the noun in the singular, and the line reads back. */
static void one_cycle(void)
{
    struct arena a = {0};
    struct machine *m = small(&a);
    struct probe at[1];
    struct probes p = {.at = at, .clock_hz = missing("")};
    at[p.n++] = probe("fadd.8.scalar", PROBE_LATENCY, "");
    measured(&p, 1.02);
    probe_compare(m, &p);
    struct option_list lines = probes_lines(&a, m, &p);
    CHECK(lines.n == 1);
    CHECK_TEXT("instruction.fadd.8.scalar=p0|p1, issue 1, latency 1 cycle", lines.at[0]);
    struct diag d;
    diag_init(&d, "probe-test");
    CHECK(machine_from_text(&a, "small", text, &lines, &d) && d.errors == 0);
    arena_free(&a);
}

int main(void)
{
    TEST(the_values_of_the_file);
    TEST(lines_that_name_the_file);
    TEST(one_cycle);
    return tests_end();
}
