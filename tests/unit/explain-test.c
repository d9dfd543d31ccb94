/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/explain-page.h"
#include "bounds/explain.h"
#include "tests/unit/check.h"
#include "tests/unit/test-machine.h"

#include <stdlib.h>

static struct arena arena;

static struct machine *machine(const char *name, const char **set, int n)
{
    return read_test_machine(&arena, name, set, n);
}

static char *source_text(const struct machine *m, const struct source_loop *l, struct quantity k)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    explain_source(out, m, l, false, k, "the machine file's unroll");
    fclose(out);
    return text;
}

/* y(i) = y(i) + a * x(i): the numbers of bounds-test's daxpy, in full. */
static void daxpy(void)
{
    struct source_loop l = {.id = "daxpy.f:DAXPY:4", .flops8 = 2};
    l.counts = (struct counts){{[OP_FMA] = 1, [OP_LFL] = 2, [OP_SFL] = 1, [OP_X] = 2, [OP_Y] = 3}};
    char *text = source_text(machine("ksr1", NULL, 0), &l, known(16));
    CHECK_TEXT("daxpy.f:DAXPY:4 on ksr1: from the source\n"
               "  TNF  = fa + fm + 2 fma + fmisc = 0 + 0 + 2 * 1 + 0 = 2    (eq. 4.1)\n"
               "  M    = TNF / flops per cycle at peak = 2/2 = 1 CPL = 0.5 CPF    (eq. 4.2, 4.3)\n"
               "  k    = 16: the machine file's unroll\n"
               "  t_f  = max( left: fa + fm + fma + fmisc = 0 + 0 + 1 + 0 = 1,\n"
               "              fpuc: fma = 1 ) = 1    (eq. 4.4)\n"
               "  t_m  = max( right: lfl + sfl = 2 + 1 = 3,\n"
               "              fpuc:  sfl = 1 ) = 3    (eq. 4.5)\n"
               "  t_i  = max( left:  fa + fm + fma + fmisc + x/k = 0 + 0 + 1 + 0 + 2/16 = 1.125,\n"
               "              right: lfl + sfl + y/k = 2 + 1 + 3/16 = 3.1875,\n"
               "              fpuc:  fma + sfl = 1 + 1 = 2 ) = 3.1875    (eq. 4.6)\n"
               "  t_d  = 0: no recurrence    (eq. 4.7)\n"
               "  MA   = max(t_i, t_d) = max(3.1875, 0) = 3.1875 CPL = 1.59375 CPF, limited by "
               "right    (eq. 4.8, 4.9)\n",
               text);
    free(text);
}

/* x(i) = z(i) * (y(i) - x(i-1)) on four ports: 2 loads on a|b, the store on c. Pipes p0|p1 execute
 * fa, fm and the store's data: (1 + 1 + 1)/2. */
static void alternatives_and_a_recurrence(void)
{
    const char *set[] = {"ports=p0 p1 a b c", "use.fa=p0|p1",  "use.fm=p0|p1",      "use.fma=p0|p1",
                         "use.fmisc=p0",      "use.lfl=a|b",   "use.sfl=c + p0|p1", "use.li=a|b",
                         "use.si=c",          "use.left=none", "use.right=none",    "use.x=none",
                         "use.y=p0|p1"};
    struct recurrence_step steps[] = {
        {OP_FA, OP_FM, false, 3, LATENCY_CLASS, "Y(I)-X(I-1)", 7, 0, NULL},
        {OP_FM, OP_FA, false, 3, LATENCY_CLASS, "Z(I)*(Y(I)-X(I-1))", 7, 1, "X(I-1)"}};
    struct source_loop l = {.id = "k.f:K5:6", .flops8 = 2};
    l.counts = (struct counts){{[OP_FA] = 1, [OP_FM] = 1, [OP_LFL] = 2, [OP_SFL] = 1}};
    l.recurrence = (struct recurrence){steps, 2, 1, 6, 0, NULL};
    char *text = source_text(machine("ksr1", set, 13), &l, known(1));
    CHECK(strstr(text, "  t_i  = max( p0|p1: (fa + fm + fma + fmisc + sfl + y/k)/2 = "
                       "(1 + 1 + 0 + 0 + 1 + 0/1)/2 = 1.5,\n"
                       "              a|b:   lfl/2 = 2/2 = 1,\n"
                       "              c:     sfl = 1 ) = 1.5    (eq. 4.6)\n"));
    CHECK(strstr(
        text,
        "  t_d  = (3 + 3) / 1 = 6    (eq. 4.7; cycles around the recurrence / "
        "distance in iterations)\n"
        "             3: fa to fm, line 7: Y(I)-X(I-1)\n"
        "             3: fm to fa, line 7: Z(I)*(Y(I)-X(I-1)), used 1 iteration later as X(I-1)\n"
        "  MA   = max(t_i, t_d) = max(1.5, 6) = 6 CPL = 3 CPF, limited by "
        "recurrence    (eq. 4.8, 4.9)\n"));
    free(text);
}

/* A recurrence of 7 cycles, of which the next execution of the loop overlaps 25 %: 7 * 0.75. If it
 * overlaps all, t_d is 0. */
static void overlapped_recurrence(void)
{
    struct recurrence_step step = {OP_FA, OP_FA, false, 7, LATENCY_CLASS, "S+X(I)", 7, 1, "S"};
    struct source_loop l = {.id = "k.f:K:6", .flops8 = 1};
    l.counts = (struct counts){{[OP_FA] = 1, [OP_LFL] = 1}};
    l.recurrence = (struct recurrence){&step, 1, 1, 5.25, 0.25, NULL};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    explain_weighted(out, machine("ksr1", NULL, 0), &l, false, known(16), "the test");
    l.recurrence = (struct recurrence){.overlapped = 1};
    explain_weighted(out, machine("ksr1", NULL, 0), &l, false, known(16), "the test");
    fclose(out);
    CHECK(strstr(text, "  t_d  = (7) / 1 * 0.75 = 5.25    (eq. 4.7; cycles around the recurrence / "
                       "distance in iterations * share that the next execution of the loop cannot "
                       "overlap)\n"));
    CHECK(strstr(text, "MA   = max(t_i, t_d) = max(1, 5.25) = 5.25 CPL"));
    CHECK(strstr(text, "  t_d  = 0: consecutive executions of the loop overlap the whole "
                       "recurrence    (eq. 4.7)\n"));
    free(text);
}

/* Of too many paths to compare, a path with 4 cycles was chosen; all paths take at least 3.5. */
static void bound_of_all_paths(void)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct page g = {.out = out};
    struct bound b = {.ti = known(4), .td = known(1), .cpl = known(3.5), .limit = "issue"};
    explain_bound(&g, "MAC", &b, missing("TNF is unknown"), "4.11, 4.12");
    b.cpl = known(4);
    explain_bound(&g, "MAC", &b, missing("TNF is unknown"), "4.11, 4.12");
    fclose(out);
    CHECK_TEXT("  MAC  = min(max(t_i, t_d), least of all paths) = min(max(4, 1), 3.5) = 3.5 CPL    "
               "(eq. 4.11, 4.12)\n"
               "  MAC  = max(t_i, t_d) = max(4, 1) = 4 CPL, limited by issue    (eq. 4.11, 4.12)\n",
               text);
    free(text);
    arena_free(&g.arena);
}

/* Port names are padded to the longest one. */
static void short_names(void)
{
    const char *set[] = {"ports=a b c",    "use.fa=c",   "use.fm=c",  "use.fma=c", "use.fmisc=c",
                         "use.lfl=a",      "use.sfl=b",  "use.li=a",  "use.si=b",  "use.left=none",
                         "use.right=none", "use.x=none", "use.y=none"};
    struct source_loop l = {.id = "k.f:K:6", .flops8 = 2};
    l.counts = (struct counts){{[OP_FA] = 1, [OP_FM] = 1, [OP_LFL] = 2, [OP_SFL] = 1}};
    char *text = source_text(machine("ksr1", set, 13), &l, known(1));
    CHECK(strstr(text, "  t_m  = max( a: lfl = 2,\n              b: sfl = 1 ) = 2    (eq. 4.5)\n"));
    free(text);
}

/* Figure 25's innermost loop with k = 4: 43/4, 96/4, 24/4, 107/4. */
static void figure_25(void)
{
    struct compiled_loop l = {.file = "fig25.s", .label = ".L37", .k = known(4)};
    l.counts = (struct counts){{8, 0, 4, 12, 28, 20, [OP_LEFT] = 19, [OP_RIGHT] = 48}};
    l.length = 107;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    explain_compiled(out, machine("ksr1", NULL, 0), &l, missing("no source loop"));
    l.k = missing("bases disagree");
    explain_compiled(out, machine("ksr1", NULL, 0), &l, known(28));
    fclose(out);
    CHECK(strstr(text, "left:  (fa + fm + fma + fmisc + other left)/k = (8 + 0 + 4 + 12 + 19)/4 = "
                       "10.75,\n"));
    CHECK(strstr(text, "right: (lfl + sfl + li + si + other right)/k = (28 + 20 + 0 + 0 + 48)/4 = "
                       "24,\n"));
    CHECK(strstr(text, "  MAC  = max(t_i, t_d) = max(24, 0) = 24 CPL, limited by right"));
    CHECK(strstr(text, "  MACS = length / k = 107/4 = 26.75 CPL    (eq. 4.13, 4.14)\n"));
    CHECK(strstr(text, "  k    = -: bases disagree\n"
                       "  t_f  = -: bases disagree    (eq. 4.4)\n"));
    CHECK(strstr(text, "  MACS = -: bases disagree\n"));
    free(text);
}

/* Six digits; a zero has no sign; a missing number is a dash. */
static void numbers(void)
{
    struct page g = {.out = NULL};
    CHECK_TEXT("0", explain_number(&g, known(-0.0)));
    CHECK_TEXT("-2.5", explain_number(&g, known(-2.5)));
    CHECK_TEXT("0.333333", explain_number(&g, known(1.0 / 3)));
    CHECK_TEXT("-", explain_number(&g, missing("no k")));
    arena_free(&g.arena);
}

int main(void)
{
    TEST(numbers);
    TEST(daxpy);
    TEST(alternatives_and_a_recurrence);
    TEST(overlapped_recurrence);
    TEST(short_names);
    TEST(bound_of_all_paths);
    TEST(figure_25);
    arena_free(&arena);
    return tests_end();
}
