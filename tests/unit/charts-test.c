/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests line charts: scales, names that do not touch, and layouts for few and many loops and
 * processors. */
#include "plots/drawing/markers.h"
#include "base/util.h"
#include "plots/drawing/scale.h"
#include "tests/ladders.h"
#include "tests/unit/watch.h"

#include <stdlib.h>

/* ---- scales ---- */

static void even_axes_are_round(void)
{
    struct scale s = scale_even(0, 0.93, 8); /* steps of 0.2 */
    CHECK(!s.log && s.n == 6 && s.low == 0);
    CHECK_NEAR(1, s.high, 1e-12);
    CHECK_NEAR(0.5, scale_at(&s, 0.5), 1e-12);
    CHECK_NEAR(-0.1, scale_at(&s, -0.1), 1e-12);
}

static void one_value_has_an_even_axis(void)
{
    struct scale s = scale_even(1, 1, 8); /* speed-ups of 1: from 1 to 2 */
    CHECK_NEAR(1, s.low, 1e-12);
    CHECK_NEAR(2, s.high, 1e-12);
    s = scale_even(0, 0, 8);
    CHECK(s.low <= 0 && s.high >= 1);
}

static void powers_of_two_have_1_among_them(void)
{
    struct scale s = scale_log2(0.7, 1088, 10); /* 1/2 to 2048: twelve steps, every second */
    CHECK_NEAR(0.5, s.low, 1e-12);
    CHECK_NEAR(2048, s.high, 1e-9);
    CHECK(s.n == 6); /* 1 4 16 64 256 1024 */
    CHECK_NEAR(1, s.tick[0], 1e-12);
    CHECK_NEAR(1024, s.tick[5], 1e-9);
    CHECK_NEAR(1.0 / 12, scale_at(&s, 1), 1e-12);
    s = scale_log2(4, 4, 10); /* one value also has an axis */
    CHECK_NEAR(4, s.low, 1e-12);
    CHECK_NEAR(8, s.high, 1e-12);
}

static void few_decades_are_divided(void)
{
    struct scale s = scale_log10(0.3, 7, 8); /* 0.2 0.5 1 2 5 10 */
    CHECK(s.n == 6);
    CHECK_NEAR(0.2, s.tick[0], 1e-12);
    CHECK_NEAR(10, s.tick[5], 1e-9);
    s = scale_log10(0.003, 7000, 8); /* 0.001 to 10000 */
    CHECK(s.n == 8);
    CHECK_NEAR(0.001, s.tick[0], 1e-12);
    CHECK_NEAR(10000, s.tick[7], 1e-6);
}

static void axes_through_values_have_ticks_at_them(void)
{
    static const double procs[] = {1, 5, 10, 15, 20, 25, 28};
    struct scale s = scale_through(procs, 7, false);
    CHECK(s.n == 7 && s.tick[0] == 1 && s.tick[6] == 28);
    CHECK(s.low < 1 && s.high > 28 && s.high < 30);
    double many[1088];
    for (int i = 0; i < 1088; i++)
        many[i] = i + 1;
    s = scale_through(many, 1088, true);
    CHECK(s.n >= 6 && s.n <= SCALE_TICKS && s.tick[0] == 1 && s.tick[s.n - 1] == 1088);
    for (size_t i = 1; i < s.n; i++)
        CHECK(s.tick[i] > s.tick[i - 1]);
    s = scale_through(many + 6, 1, false); /* one value: in the middle */
    CHECK_NEAR(0.5, scale_at(&s, 7), 1e-12);
}

static void places_keep_apart(void)
{
    double near[] = {10, 11, 12, 50}; /* three around their mean 11: 6, 11, 16 */
    spread_positions(near, 4, 5, 0, 100);
    CHECK_NEAR(6, near[0], 1e-9);
    CHECK_NEAR(11, near[1], 1e-9);
    CHECK_NEAR(16, near[2], 1e-9);
    CHECK_NEAR(50, near[3], 1e-9);
    double edge[] = {98, 99, 100}; /* no space above: 90, 95, 100 */
    spread_positions(edge, 3, 5, 0, 100);
    CHECK_NEAR(90, edge[0], 1e-9);
    CHECK_NEAR(100, edge[2], 1e-9);
    double chain[] = {0, 4, 8, 12}; /* each touches the next: around 6, from -1.5, so from 0 */
    spread_positions(chain, 4, 5, 0, 100);
    CHECK_NEAR(0, chain[0], 1e-9);
    CHECK_NEAR(15, chain[3], 1e-9);
    double full[] = {1, 2, 3}; /* no space for a distance of 5: evenly spaced */
    spread_positions(full, 3, 5, 0, 6);
    CHECK_NEAR(0, full[0], 1e-9);
    CHECK_NEAR(3, full[1], 1e-9);
    CHECK_NEAR(6, full[2], 1e-9);
}

static void marks_differ_without_colour(void)
{
    for (int i = 0; i < LINE_LOOKS; i++)
        for (int k = 0; k < i; k++)
            CHECK(line_looks[i].shape != line_looks[k].shape ||
                  line_looks[i].hollow != line_looks[k].hollow);
}

/* ---- layouts ---- */

/* n loops on these processors in each of the builds, some unknown. */
static struct gap_table table_of(struct arena *a, size_t n, const long *procs, size_t n_procs,
                                 size_t builds, int letters)
{
    struct gap_table t = {ARENA_ARRAY(a, struct gap_run, n_procs * builds), 0};
    char *name = arena_strndup(a, "mWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmW", (size_t)letters);
    for (size_t b = 0; b < builds; b++)
        for (size_t p = 0; p < n_procs; p++) {
            struct gap_loop *l = ARENA_ARRAY(a, struct gap_loop, n);
            struct gap_run *run = &t.at[t.n++];
            for (size_t i = 0; i < n; i++) {
                double v = 1 + (double)(i * 7 % 11);
                double late = 1 + (double)(i % 5) / sqrt((double)procs[p]);
                l[i] = (struct gap_loop){
                    .loop = arena_printf(a, "x.f:%s%zu:%zu", name, i, i),
                    .file = "x.f",
                    .routine = arena_printf(a, "%s%zu", name, i),
                    .line = (long)i,
                    .cpl = {known(v), known(v), known(v), known(v * 1.5), known(v * 1.5 * late)}};
                if (i % 9 == 4 && p % 5 == 3)
                    l[i].cpl.measured = missing("not measured in this run");
            }
            *run = (struct gap_run){.run = arena_printf(a, "r%zu-%ld", b, procs[p]),
                                    .build = arena_printf(a, "build-%zu-of-a-long-name", b),
                                    .machine = "ksr1",
                                    .processors = procs[p],
                                    .loops = l,
                                    .n = n};
        }
    for (size_t b = 0; b < builds; b++)
        set_ladder_times(t.at + b * n_procs, n_procs);
    return t;
}

static void watch_lines(size_t n, const long *procs, size_t n_procs, size_t builds, int letters)
{
    static const char *const charts[] = {"muf", "speed-up"};
    struct watcher *w = malloc(sizeof *w);
    struct arena a = {0};
    struct gap_table t = table_of(&a, n, procs, n_procs, builds, letters);
    for (size_t i = 0; i < COUNT_OF(charts); i++) {
        CHECK(!watch_chart(&(struct plot_facts){.table = &t}, charts[i], w));
        if (w->touching || w->outside)
            printf("# %s, %zu loops on %zu to %ld processors, %zu builds, names of %d: %ld texts "
                   "touch, %ld things off the page\n",
                   charts[i], n, n_procs, procs[n_procs - 1], builds, letters, w->touching,
                   w->outside);
        CHECK(w->touching == 0 && w->outside == 0);
    }
    arena_free(&a);
    free(w);
}

static void no_texts_touch_for_1_to_60_loops(void)
{
    static const long two[] = {1, 2}, ksr[] = {1, 5, 10, 15, 20, 25, 28};
    static const long powers[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1088};
    static const size_t loops[] = {1, 2, 3, 5, 13, 14, 15, 16, 28, 45, 60, 61, 100};
    long *all = malloc(1088 * sizeof *all);
    for (long i = 0; i < 1088; i++)
        all[i] = i + 1;
    for (size_t i = 0; i < COUNT_OF(loops); i++)
        for (int letters = 3; letters <= 40; letters += 9)
            for (size_t builds = 1; builds <= 4; builds += 1 + (builds == 2)) {
                watch_lines(loops[i], two, 2, builds, letters);
                watch_lines(loops[i], ksr, 7, builds, letters);
                watch_lines(loops[i], powers, 11, builds, letters);
            }
    for (size_t n = 1; n <= 60; n += n == 1 ? 1 : n == 2 ? 11 : 47)
        watch_lines(n, all, 1088, 1, 5);
    for (size_t n = 2; n <= 1088; n = n * 3 / 2)
        watch_lines(13, all, n, 1, 5);
    free(all);
}

static void one_processor_count_gives_no_line(void)
{
    static const long one[] = {4};
    struct watcher *w = malloc(sizeof *w);
    struct arena a = {0};
    struct gap_table t = table_of(&a, 3, one, 1, 2, 5);
    CHECK(watch_chart(&(struct plot_facts){.table = &t}, "muf", w) && w->pages == 0);
    CHECK(watch_chart(&(struct plot_facts){.table = &t}, "speed-up", w) && w->pages == 0);
    arena_free(&a);
    free(w);
}

int main(void)
{
    TEST(even_axes_are_round);
    TEST(one_value_has_an_even_axis);
    TEST(powers_of_two_have_1_among_them);
    TEST(few_decades_are_divided);
    TEST(axes_through_values_have_ticks_at_them);
    TEST(places_keep_apart);
    TEST(marks_differ_without_colour);
    TEST(no_texts_touch_for_1_to_60_loops);
    TEST(one_processor_count_gives_no_line);
    return tests_end();
}
