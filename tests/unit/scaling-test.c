/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests repeated runs, scaling, and laws fitted to it. */
#include "gaps/scaling/laws.h"
#include "gaps/scaling/scaling.h"
#include "gaps/scaling/statistics.h"
#include "tests/unit/check.h"

static struct arena arena;

/* ---- medians and intervals ---- */

static struct gap_repeated sample(double *at, size_t n)
{
    struct bootstrap b = {0};
    if (n >= BOOTSTRAP_RUNS)
        b = bootstrap_of(&arena, n);
    return repeated_of(at, n, n >= BOOTSTRAP_RUNS ? &b : NULL, "none");
}

static void medians(void)
{
    CHECK_NEAR(2, median_of((double[]){3, 1, 2}, 3), 0);
    CHECK_NEAR(2.5, median_of((double[]){10, 3, 1, 2}, 4), 0);
    CHECK_NEAR(1e308, median_of((double[]){1e308, 1e308}, 2), 0);
}

/* (9 - 1) / 4 */
static void spread(void)
{
    struct gap_repeated r = sample((double[]){4, 9, 1}, 3);
    CHECK_NEAR(4, r.median.value, 0);
    CHECK_NEAR(1, r.least.value, 0);
    CHECK_NEAR(9, r.greatest.value, 0);
    CHECK_NEAR(2, r.spread.value, 0);
    CHECK_TEXT("the median is 0", sample((double[]){-1, 0, 1}, 3).spread.missing);
    CHECK_TEXT("none", sample(NULL, 0).median.missing);
}

/* Three draws from three: the median is the least one where two or three draws
 * are: (3*2 + 1)/27 = 7/27, the middle one in 13/27. 10000 resamples: 2593
 * and 4815, with a standard deviation below 50. */
static void resamples_of_three(void)
{
    struct bootstrap b = bootstrap_of(&arena, 3), again = bootstrap_of(&arena, 3);
    CHECK(b.n_pairs == 3);
    CHECK_NEAR(2593, (double)b.pairs[0].times, 200);
    CHECK_NEAR(4815, (double)b.pairs[1].times, 200);
    CHECK(b.pairs[0].times + b.pairs[1].times + b.pairs[2].times == BOOTSTRAP_RESAMPLES);
    for (size_t i = 0; i < 3; i++)
        CHECK(b.pairs[i].low == i && b.pairs[i].high == i &&
              b.pairs[i].times == again.pairs[i].times);
}

/* The probability that the median of a resample is the least of n values: 3: 7/27; 4: three or four
 * draws, (4*3 + 1)/256 = 5.1 %; 5: 5.8 %; each above 2.5 %, so the interval is the range. 7: 1.0 %,
 * and 10.7 % that it is the second least or less, so the interval reaches from there to the second
 * greatest. */
static void intervals(void)
{
    struct gap_repeated r = sample((double[]){30, 10, 20}, 3);
    CHECK_NEAR(10, r.low.value, 0);
    CHECK_NEAR(30, r.high.value, 0);
    r = sample((double[]){4, 1, 8, 2}, 4);
    CHECK_NEAR(1, r.low.value, 0);
    CHECK_NEAR(8, r.high.value, 0);
    r = sample((double[]){1, 2, 3, 4, 5}, 5);
    CHECK_NEAR(1, r.low.value, 0);
    CHECK_NEAR(5, r.high.value, 0);
    r = sample((double[]){1, 2, 3, 4, 5, 6, 7}, 7);
    CHECK_NEAR(2, r.low.value, 0);
    CHECK_NEAR(6, r.high.value, 0);
    r = sample((double[]){5, 5, 5}, 3);
    CHECK_NEAR(5, r.low.value, 0);
    CHECK_NEAR(5, r.high.value, 0);
    r = sample((double[]){5, 7}, 2);
    CHECK_NEAR(6, r.median.value, 0);
    CHECK_TEXT("an interval of the median needs 3 runs or more", r.low.missing);
    CHECK(!r.crosses_zero);
}

static void zero_is_crossed(void)
{
    CHECK(sample((double[]){-1, 0.5, 1}, 3).crosses_zero);
    CHECK(sample((double[]){0, 0.5, 1}, 3).crosses_zero);
    CHECK(!sample((double[]){0.25, 0.5, 1}, 3).crosses_zero);
    CHECK(!sample((double[]){-0.25, -0.5, -1}, 3).crosses_zero);
    /* one run in seven is outside the interval */
    CHECK(!sample((double[]){-9, 2, 3, 4, 5, 6, 7}, 7).crosses_zero);
}

/* ---- laws ---- */

static struct gap_point point(long p, double s)
{
    return (struct gap_point){.processors = p, .runs = 1, .speedup = known(s)};
}

static const long counts[] = {1, 2, 4, 8, 16, 28};
static const long many[] = {1, 32, 64, 128, 256, 544, 1088};

/* Fits a law to points that lie on it. */
static struct gap_fit exact(enum gap_law law, const double *v, const long *at, size_t n)
{
    struct gap_point p[16];
    for (size_t i = 0; i < n; i++)
        p[i] = point(at[i], gap_law_speedup(law, v, (double)at[i]));
    return fit_law(&arena, law, p, n);
}

static void speedups_of_laws(void)
{
    /* 1/(0.1 + 0.9/10) = 1/0.19; 10 - 0.1*9; 10/(1 + 0.1*9 + 0.02*90) = 10/3.7 */
    CHECK_NEAR(1 / 0.19, gap_law_speedup(LAW_AMDAHL, (double[]){0.1}, 10), 1e-14);
    CHECK_NEAR(9.1, gap_law_speedup(LAW_GUSTAFSON, (double[]){0.1}, 10), 1e-14);
    CHECK_NEAR(10 / 3.7, gap_law_speedup(LAW_USL, (double[]){0.1, 0.02}, 10), 1e-14);
    for (int law = 0; law < GAP_LAWS; law++)
        CHECK_NEAR(1, gap_law_speedup((enum gap_law)law, (double[]){0.3, 0.2}, 1), 0);
}

static void check_exact(enum gap_law law, const double *v, const long *at, size_t n)
{
    struct gap_fit f = exact(law, v, at, n);
    CHECK(!f.refused);
    CHECK(f.n == n - 1);
    for (size_t i = 0; i < gap_laws[law].n; i++) {
        CHECK_NEAR(v[i], f.value[i].value, 1e-9 * v[i] + 1e-15);
        CHECK_NEAR(v[i], f.low[i].value, 1e-9);
        CHECK_NEAR(v[i], f.high[i].value, 1e-9);
    }
    CHECK_NEAR(0, f.rms.value, 0);
}

static void exact_points_give_back_the_law(void)
{
    check_exact(LAW_AMDAHL, (double[]){0.1}, counts, 6);
    check_exact(LAW_AMDAHL, (double[]){0}, counts, 6);
    check_exact(LAW_AMDAHL, (double[]){1}, counts, 6);
    check_exact(LAW_AMDAHL, (double[]){1e-6}, many, 7);
    check_exact(LAW_GUSTAFSON, (double[]){0.25}, counts, 6);
    check_exact(LAW_GUSTAFSON, (double[]){0.25}, many, 7);
    check_exact(LAW_USL, (double[]){0.04, 0.001}, counts, 6);
    check_exact(LAW_USL, (double[]){0.04, 0}, counts, 6);
    check_exact(LAW_USL, (double[]){0, 0.002}, counts, 6);
    check_exact(LAW_USL, (double[]){0.003, 2e-6}, many, 7);
}

/* Computed independently: Newton's method in 60 decimal digits on the sum of squares, its
 * covariance, and t of 4 and 3 degrees of freedom from a table (2.7764451052, 3.1824463053). */
static void noisy_points(void)
{
    const struct gap_point p[] = {point(1, 1),   point(2, 1.9),  point(4, 3.5),
                                  point(8, 6.1), point(16, 9.2), point(32, 11.4)};
    struct gap_fit f = fit_law(&arena, LAW_AMDAHL, p, 6);
    CHECK_NEAR(0.0556903411087226, f.value[0].value, 1e-11);
    CHECK_NEAR(0.00616715290061, f.high[0].value - f.value[0].value, 1e-9);
    CHECK_NEAR(0.306547884958, f.rms.value, 1e-9);
    CHECK_NEAR(0.342730954563, f.error.value, 1e-9);
    CHECK_NEAR(-0.337087, f.residual[5].value, 1e-6);
    f = fit_law(&arena, LAW_GUSTAFSON, p, 6);
    CHECK_NEAR(0.606827309236948, f.value[0].value, 1e-11);
    CHECK_NEAR(0.157433363768, f.value[0].value - f.low[0].value, 1e-9);
    CHECK_NEAR(1.78952328130, f.rms.value, 1e-9);
    f = fit_law(&arena, LAW_USL, p, 6);
    CHECK_NEAR(0.0403643921470271, f.value[0].value, 1e-11);
    CHECK_NEAR(0.000559847372639317, f.value[1].value, 1e-12);
    CHECK_NEAR(0.00212087584470, f.high[0].value - f.value[0].value, 1e-10);
    CHECK_NEAR(0.0000764645937863, f.high[1].value - f.value[1].value, 1e-11);
    CHECK_NEAR(0.0233940642950, f.rms.value, 1e-9);
    CHECK_NEAR(41.4017172424, f.best_p.value, 1e-7);
}

/* Gustafson's law is linear in s: s = sum (p-S)(p-1) / sum (p-1)². Points (2,
 * 1.5), (3, 2), (5, 4): (0.5 + 2 + 4)/(1 + 4 + 16) = 6.5/21. Residuals: 1.5 -
 * 2 + s, 2 - 3 + 2s, 4 - 5 + 4s = -4/21, -8/21, 5/21: rms sqrt(105/441/3). */
static void gustafson_in_closed_form(void)
{
    const struct gap_point p[] = {point(1, 1), point(2, 1.5), point(3, 2), point(5, 4)};
    struct gap_fit f = fit_law(&arena, LAW_GUSTAFSON, p, 4);
    CHECK_NEAR(6.5 / 21, f.value[0].value, 1e-12);
    CHECK_NEAR(-4.0 / 21, f.residual[1].value, 1e-12);
    CHECK_NEAR(-8.0 / 21, f.residual[2].value, 1e-12);
    CHECK_NEAR(5.0 / 21, f.residual[3].value, 1e-12);
    CHECK_NEAR(sqrt(105.0 / 441 / 3), f.rms.value, 1e-12);
}

static void rejected_fits(void)
{
    const struct gap_point p[] = {point(1, 1), point(2, 1.9), point(4, 3.5)};
    CHECK(!fit_law(&arena, LAW_AMDAHL, p, 3).refused);
    CHECK_TEXT("at least 3 processor counts above 1 are needed, 2 are known",
               fit_law(&arena, LAW_USL, p, 3).refused);
    CHECK_TEXT("at least 2 processor counts above 1 are needed, 1 is known",
               fit_law(&arena, LAW_AMDAHL, p, 2).refused);
    CHECK_TEXT("all runs are on one number of processors",
               fit_law(&arena, LAW_AMDAHL, p, 1).refused);
    struct gap_point lost[] = {point(2, 0), point(4, 0), point(8, 0)};
    for (size_t i = 0; i < 3; i++)
        lost[i].speedup = missing("samples were lost");
    struct gap_fit f = fit_law(&arena, LAW_AMDAHL, lost, 3);
    CHECK_TEXT("no speed-up is known: samples were lost", f.refused);
    CHECK(!is_known(f.value[0]) && !is_known(f.rms) && !is_known(f.residual[0]));
}

/* S = 2p: Amdahl's s is below 0 (1/S - 1/p = -1/2p = s(1-1/p)), reported and rejected. S below 1: s
 * above 1. No speed-up at all: no points to fit. */
static void parameters_out_of_range(void)
{
    const struct gap_point fast[] = {point(1, 1), point(2, 4), point(4, 8), point(8, 16)};
    struct gap_fit f = fit_law(&arena, LAW_AMDAHL, fast, 4);
    CHECK(f.refused && strstr(f.refused, "is below 0"));
    CHECK(is_known(f.value[0]) && f.value[0].value < 0);
    CHECK(!is_known(f.best_p) && !is_known(law_trade_off(&f, 0.7)));
    const struct gap_point slow[] = {point(1, 1), point(2, 0.5), point(4, 0.25), point(8, 0.125)};
    f = fit_law(&arena, LAW_AMDAHL, slow, 4);
    CHECK(f.refused && strstr(f.refused, "is above 1"));
    CHECK(f.value[0].value > 1);
    const struct gap_point none[] = {point(1, 1), point(2, 0), point(4, 0), point(8, 0)};
    CHECK_TEXT("the fit does not converge", fit_law(&arena, LAW_USL, none, 4).refused);
}

/* ---- predictions of laws ---- */

/* USL: sqrt(0.98/0.001). Trade-off at 0.7, 1/0.7 - 1 = 3/7: Amdahl 1 + 3/0.7;
 * Gustafson 0.5/(0.5 - 0.3); USL 0.001p² + 0.019p - (0.02 + 3/7) = 0. */
static void predictions(void)
{
    struct gap_fit f = exact(LAW_USL, (double[]){0.02, 0.001}, counts, 6);
    CHECK_NEAR(31.304951684997057, f.best_p.value, 1e-6);
    double p = law_trade_off(&f, 0.7).value;
    CHECK_NEAR(0.7, gap_fit_speedup(&f, p).value / p, 1e-12);
    CHECK_NEAR((-0.019 + sqrt(0.000361 + 0.004 * (0.02 + 3.0 / 7))) / 0.002, p, 1e-6);
    f = exact(LAW_AMDAHL, (double[]){0.1}, counts, 6);
    CHECK_NEAR(1 + 3 / 0.7, law_trade_off(&f, 0.7).value, 1e-9);
    CHECK_TEXT("by this law the speed-up increases with every processor", f.best_p.missing);
    CHECK_NEAR(1, law_trade_off(&f, 1).value, 1e-12);
    f = exact(LAW_GUSTAFSON, (double[]){0.5}, counts, 6);
    CHECK_NEAR(2.5, law_trade_off(&f, 0.7).value, 1e-9);
    f = exact(LAW_GUSTAFSON, (double[]){0.25}, counts, 6);
    CHECK_TEXT("by this law every number of processors has that efficiency",
               law_trade_off(&f, 0.7).missing);
    /* b above a: (p-1)bp = 3/7 with b = 0.002, p = (1 + sqrt(1 + 12000/14)) / 2 */
    f = exact(LAW_USL, (double[]){0, 0.002}, counts, 6);
    CHECK_NEAR((1 + sqrt(1 + 4 * 3.0 / 7 / 0.002)) / 2, law_trade_off(&f, 0.7).value, 1e-6);
    /* b = 0: as Amdahl */
    f = exact(LAW_USL, (double[]){0.1, 0}, counts, 6);
    CHECK_NEAR(1 + 3 / 0.7, law_trade_off(&f, 0.7).value, 1e-6);
    CHECK(!is_known(f.best_p));
}

/* ---- runs ---- */

static struct gap_loop row(double time, double base, double measured, double macs)
{
    struct gap_loop l = {.loop = "k.f:sub:4", .measured = true, .threads = 1};
    l.iterations = known(1000);
    l.time = l.cycles = known(time);
    l.base_time = base > 0 ? known(base) : missing("no base");
    l.cpl.measured = known(measured);
    l.gap.p = known(measured - macs);
    l.share.p = known((measured - macs) / measured);
    l.muf = known(macs / measured);
    return l;
}

static struct gap_run run(const char *name, long processors, struct gap_loop *loops, size_t n)
{
    struct gap_run r = {.run = name, .build = "b", .machine = "ksr1", .processors = processors};
    r.loops = loops;
    r.n = n;
    r.time = n ? loops[0].time : missing("no loop was measured");
    r.base_time = n ? loops[0].base_time : r.time;
    r.muf = n ? loops[0].muf : r.time;
    return r;
}

/* Times 8000 on 1; 2000, 4000, 3000 on 4: median 3000, S 8/3, E 2/3, serial
 * (3/8 - 1/4)/(3/4) = 1/6; 500 on 8: S 16, serial (1/16 - 1/8)/(7/8) = -1/14. */
static void points_of_runs(void)
{
    struct gap_loop l[] = {row(8000, 8000, 8, 6), row(2000, 8000, 8, 4), row(4000, 8000, 16, 4),
                           row(3000, 8000, 12, 4), row(500, 8000, 8, 6)};
    struct gap_run runs[] = {run("one", 1, &l[0], 1), run("a", 4, &l[1], 1), run("b", 4, &l[2], 1),
                             run("c", 4, &l[3], 1), run("eight", 8, &l[4], 1)};
    runs[4].machine = "KSR1";
    struct gap_series s = gap_series(&arena, &(struct gap_table){runs, 5}, 0.7);
    CHECK(s.n_scaling == 1 && s.n_repeats == 1);
    const struct gap_scaling_row *loop = &s.scaling[0].loops[0];
    CHECK(loop->n == 3 && loop->points[1].runs == 3);
    CHECK_NEAR(3000, loop->points[1].time.value, 0);
    CHECK_NEAR(4.0 / 12, loop->points[1].muf.value, 1e-15);
    CHECK_NEAR(8.0 / 3, loop->points[1].speedup.value, 1e-15);
    CHECK_NEAR(2.0 / 3, loop->points[1].efficiency.value, 1e-15);
    CHECK_NEAR(1.0 / 6, loop->points[1].serial.value, 1e-15);
    CHECK_NEAR(-1.0 / 14, loop->points[2].serial.value, 1e-15);
    CHECK_TEXT("not defined for 1 processor", loop->points[0].serial.missing);
    CHECK(loop->notes.n == 1 && strstr(loop->notes.at[0], "(superlinear) on 8,"));
    CHECK_NEAR(1, loop->choice.muf.value, 0);
    CHECK_NEAR(8, loop->choice.speedup.value, 0);
    CHECK_NEAR(8, loop->choice.trade_off.value, 0);
    CHECK(s.repeats[0].n_runs == 3 && s.repeats[0].processors == 4);
    CHECK_NEAR(12, s.repeats[0].loops[0].of[REPEAT_MEASURED].median.value, 0);
    CHECK_NEAR(8, s.repeats[0].loops[0].of[REPEAT_GAP_P].median.value, 0);
    CHECK_NEAR(4, s.repeats[0].loops[0].of[REPEAT_GAP_P].low.value, 0);
    CHECK_NEAR(12, s.repeats[0].loops[0].of[REPEAT_GAP_P].high.value, 0);
}

/* Amdahl 0.1 up to 1088, where E = 1/(1 + 0.1*1087) is below 0.7; the
 * Universal Scalability Law fits as well, but Amdahl's comes first. */
static void a_thousand_processors(void)
{
    struct gap_loop l[7];
    struct gap_run runs[7];
    for (size_t i = 0; i < 7; i++) {
        l[i] = row(1e6 * (0.1 + 0.9 / (double)many[i]), 1e6, 8, 6);
        runs[i] = run("r", many[i], &l[i], 1);
    }
    struct gap_series s = gap_series(&arena, &(struct gap_table){runs, 7}, 0.7);
    const struct gap_scaling_row *loop = &s.scaling[0].loops[0];
    CHECK(loop->choice.law == LAW_AMDAHL);
    CHECK_NEAR(0.1, loop->fits[LAW_AMDAHL].value[0].value, 1e-12);
    CHECK_NEAR(0, loop->fits[LAW_USL].value[1].value, 0);
    CHECK_NEAR(1, loop->choice.trade_off.value, 0);
    CHECK_NEAR(1088, loop->choice.speedup.value, 0);
    CHECK_NEAR(1 + 3 / 0.7, loop->choice.predicted_trade_off.value, 1e-9);
    CHECK_NEAR(0.1, loop->points[6].serial.value, 1e-12);
}

/* Lost samples: no time, so no speed-up; MUF is that of the others. A loop that is missing in one
 * run uses the runs that have it. */
static void lost_and_missing(void)
{
    struct gap_loop l[] = {row(8000, 8000, 8, 6), row(2000, 8000, 8, 4), row(1000, 8000, 16, 4)};
    l[1].partial = true;
    struct gap_run runs[] = {run("one", 1, &l[0], 1), run("two", 2, &l[1], 1),
                             run("four", 4, &l[2], 1), run("none", 4, NULL, 0)};
    struct gap_series s = gap_series(&arena, &(struct gap_table){runs, 4}, 0.7);
    const struct gap_scaling_row *loop = &s.scaling[0].loops[0];
    CHECK(loop->points[1].runs == 0);
    CHECK_TEXT("samples were lost, so its time is unknown", loop->points[1].speedup.missing);
    CHECK_NEAR(0.5, loop->points[1].muf.value, 0);
    CHECK_NEAR(8, loop->points[2].speedup.value, 0);
    CHECK(s.repeats[0].loops[0].of[REPEAT_TIME].runs == 1);
}

static void no_base_and_no_runs(void)
{
    struct gap_loop l[] = {row(2000, 0, 8, 4), row(1000, 0, 16, 4)};
    struct gap_run runs[] = {run("two", 2, &l[0], 1), run("four", 4, &l[1], 1)};
    struct gap_series s = gap_series(&arena, &(struct gap_table){runs, 2}, 0.7);
    const struct gap_scaling_row *loop = &s.scaling[0].loops[0];
    CHECK_TEXT("no base", loop->points[0].speedup.missing);
    CHECK_TEXT("no speed-up is known: no base", loop->fits[LAW_USL].refused);
    CHECK_TEXT("no base", loop->choice.trade_off.missing);
    CHECK(loop->choice.law == -1);
    CHECK_NEAR(2, loop->choice.muf.value, 0);
    runs[0].run = runs[1].run = NULL;
    s = gap_series(&arena, &(struct gap_table){runs, 2}, 0.7);
    CHECK(s.n_scaling == 0 && s.n_repeats == 0);
}

int main(void)
{
    TEST(medians);
    TEST(spread);
    TEST(resamples_of_three);
    TEST(intervals);
    TEST(zero_is_crossed);
    TEST(speedups_of_laws);
    TEST(exact_points_give_back_the_law);
    TEST(noisy_points);
    TEST(gustafson_in_closed_form);
    TEST(rejected_fits);
    TEST(parameters_out_of_range);
    TEST(predictions);
    TEST(points_of_runs);
    TEST(a_thousand_processors);
    TEST(lost_and_missing);
    TEST(no_base_and_no_runs);
    arena_free(&arena);
    return tests_end();
}
