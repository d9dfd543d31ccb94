/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/axis.h"
#include "base/util.h"
#include "plots/charts/bars.h"
#include "plots/plots.h"
#include "plots/drawing/text.h"
#include "tests/unit/check.h"
#include "tests/unit/watch.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- texts ---- */

static void widths_are_those_of_the_font(void)
{
    /* DejaVu Sans: M 863, A 684, C 698, S 635 thousandths of the size. */
    CHECK_NEAR(28.80, text_width("MACS", 10, false), 1e-9);
    /* Bold: 995 + 774 + 734 + 720. */
    CHECK_NEAR(32.23, text_width("MACS", 10, true), 1e-9);
    CHECK_NEAR(8.38, text_width(TEXT_MINUS, 10, false), 1e-9);
    CHECK_NEAR(0, text_width("", 10, false), 0);
}

static void shortened_texts_fit_and_keep_both_ends(void)
{
    struct arena a = {0};
    const char *name = "directory/file_with_a_long_name.f:ROUTINE:1234";
    CHECK(text_shorten(&a, name, 7, false, 1000) == name);
    for (double room = 15; room < 200; room += 7) {
        const char *s = text_shorten(&a, name, 7, false, room);
        CHECK(text_width(s, 7, false) <= room);
        CHECK(s[0] == 'd');
    }
    /* "a", ellipsis and "z": 613 + 1000 + 525 thousandths; 2.2 leaves no space for more. */
    CHECK_TEXT("a" TEXT_ELLIPSIS "z",
               text_shorten(&a, "abcdefghijklmnopqrstuvwxyz", 1, false, 2.2));
    /* Characters of several bytes stay whole. */
    CHECK_TEXT("\xc3\xa9" TEXT_ELLIPSIS "\xc3\xa9",
               text_shorten(&a, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 1, false, 2.5));
    arena_free(&a);
}

static void texts_become_clean(void)
{
    struct arena a = {0};
    CHECK_TEXT("a b?c", text_clean(&a, "a\tb\001c"));
    CHECK_TEXT("?(", text_clean(&a, "\xc3("));         /* cut short */
    CHECK_TEXT("??", text_clean(&a, "\xc0\xaf"));      /* overlong */
    CHECK_TEXT("???", text_clean(&a, "\xed\xa0\x80")); /* surrogate */
    CHECK_TEXT("?", text_clean(&a, "\xef\xbf\xbf"));   /* no character */
    CHECK_TEXT("\xc3\xa9\xe2\x88\x92\xf0\x9f\x98\x80",
               text_clean(&a, "\xc3\xa9\xe2\x88\x92\xf0\x9f\x98\x80"));
    arena_free(&a);
}

static void texts_wrap_at_blanks(void)
{
    struct arena a = {0};
    /* A letter a is 6.13 wide, a blank 3.18: two words of two make 27.7. */
    struct text_lines l = text_wrap(&a, " aa aa aa aaaaaaaaaa aa ", 10, 30);
    CHECK(l.n == 4);
    CHECK_TEXT("aa aa", l.at[0]);
    CHECK_TEXT("aa", l.at[1]);
    CHECK(text_width(l.at[2], 10, false) <= 30);
    CHECK_TEXT("aa", l.at[3]);
    CHECK(text_wrap(&a, "", 10, 30).n == 0);
    arena_free(&a);
}

/* ---- numbers ---- */

static void ticks_are_round_and_cover(void)
{
    struct ticks t = ticks_over(0, 1, 8);
    CHECK_NEAR(0, t.first, 0);
    CHECK_NEAR(0.2, t.step, 1e-15);
    CHECK(t.n == 6);
    t = ticks_over(-0.12, 1.12, 8); /* steps of 0.2 from -0.2 to 1.2: eight */
    CHECK_NEAR(-0.2, t.first, 1e-15);
    CHECK_NEAR(1.2, ticks_last(&t), 1e-12);
    CHECK(t.n == 8);
    t = ticks_over(-1, 2, 8); /* 0.5: seven */
    CHECK_NEAR(0.5, t.step, 1e-15);
    CHECK(t.n == 7);
    for (double high = 1e-6; high < 1e9; high *= 1.7) {
        t = ticks_over(-high / 3, high, 8);
        CHECK(t.n >= 2 && t.n <= 8);
        CHECK(t.first <= -high / 3 + high * 1e-9);
        CHECK(ticks_last(&t) >= high * (1 - 1e-9));
    }
}

static void numbers_are_short(void)
{
    char buf[SHARE_TEXT];
    CHECK_TEXT("38", share_text(0.384, buf));
    CHECK_TEXT(TEXT_MINUS "12", share_text(-0.12, buf));
    CHECK_TEXT("0.4", share_text(0.0041, buf));
    CHECK_TEXT(TEXT_MINUS "0.03", share_text(-0.0003, buf));
    CHECK_TEXT("1", share_text(0.0096, buf));
    CHECK_TEXT("0", share_text(0, buf));
    CHECK_TEXT("12.3", value_text(12.345, buf));
    CHECK_TEXT("1234", value_text(1234.4, buf));
    CHECK_TEXT("1000", value_text(999.6, buf));
    CHECK_TEXT("1.23e+06", value_text(1234567, buf));
}

/* ---- stacks ---- */

static struct bar bar_of(struct quantity m, struct quantity ma, struct quantity mac,
                         struct quantity macs, struct quantity measured)
{
    return (struct bar){.name = "x", .title = "x", .level = {m, ma, mac, macs, measured}};
}

static void ladder_makes_segments(void)
{
    /* 1, 2, 4, 5 of 10: shares 0.1, 0.1, 0.2, 0.1 and 0.5 for P. */
    static const double want[] = {0.1, 0.1, 0.2, 0.1, 0.5};
    struct bar b = bar_of(known(1), known(2), known(4), known(5), known(10));
    struct stack s = bar_stack(&b, 4);
    double at = 0;
    CHECK(!s.missing && s.n == 5);
    for (int i = 0; i < 5; i++) {
        CHECK(s.at[i].key == i && s.at[i].last == i);
        CHECK_NEAR(want[i], s.at[i].share, 1e-12);
        CHECK_NEAR(at, s.at[i].from, 1e-12);
        at += want[i];
        CHECK_NEAR(at, s.at[i].to, 1e-12);
    }
    /* Of MACS: 1/5, 1/5, 2/5, 1/5. */
    s = bar_stack(&b, 3);
    CHECK(s.n == 4);
    CHECK_NEAR(0.4, s.at[2].share, 1e-12);
    CHECK_NEAR(1, s.high, 1e-12);
}

static void negative_gaps_go_down(void)
{
    /* MACS 5 of a measured 4: P is -1/4, and the rest 5/4. */
    struct bar b = bar_of(known(1), known(2), known(4), known(5), known(4));
    struct stack s = bar_stack(&b, 4);
    CHECK(s.n == 5);
    CHECK_NEAR(-0.25, s.at[4].share, 1e-12);
    CHECK_NEAR(-0.25, s.at[4].from, 1e-12);
    CHECK_NEAR(0, s.at[4].to, 1e-12);
    CHECK_NEAR(1.25, s.high, 1e-12);
    CHECK_NEAR(1, s.high + s.low, 1e-12);
}

static void missing_levels_leave_one_blank_span(void)
{
    struct quantity none = missing("k is not known");
    struct bar b = bar_of(known(1), known(2), none, known(5), known(10));
    struct stack s = bar_stack(&b, 4); /* M, A, C and S together 3/10, P */
    CHECK(s.n == 4);
    CHECK(s.at[2].key == 2 && s.at[2].last == 3);
    CHECK_NEAR(0.3, s.at[2].share, 1e-12);
    /* Equal neighbours: the blank remains, because its parts may differ from 0. */
    b = bar_of(known(1), known(2), none, known(2), known(10));
    s = bar_stack(&b, 4);
    CHECK(s.n == 4);
    CHECK(s.at[2].key == 2 && s.at[2].last == 3);
    CHECK_NEAR(0, s.at[2].share, 0);
    /* All bounds missing: one blank from 0 to the whole. */
    b = bar_of(none, none, none, none, known(10));
    s = bar_stack(&b, 4);
    CHECK(s.n == 1);
    CHECK(s.at[0].key == 0 && s.at[0].last == 4);
    /* A missing whole is no bar. */
    b = bar_of(known(1), known(2), known(3), known(4), missing("not measured"));
    s = bar_stack(&b, 4);
    CHECK_TEXT("not measured", s.missing);
    CHECK(s.n == 0);
    b = bar_of(known(0), known(0), known(0), known(0), known(0));
    CHECK(bar_stack(&b, 4).missing);
}

static void empty_gaps_and_rounding_are_no_segments(void)
{
    struct bar b = bar_of(known(1), known(1), known(1), known(3 * (0.1 + 0.2)), known(0.9));
    struct stack s = bar_stack(&b, 4); /* S is -0.1/0.9; P -2e-16 is rounding */
    CHECK(s.n == 2);
    CHECK(s.at[1].key == 3);
    CHECK_NEAR(-0.1 / 0.9, s.at[1].share, 1e-9);
}

/* ---- appearance ---- */

static double light(int channel)
{
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* CIE lightness, 0 to 100: what remains in a grey print. */
static double lightness(colour c)
{
    double y =
        0.2126 * light(c >> 16 & 255) + 0.7152 * light(c >> 8 & 255) + 0.0722 * light(c & 255);
    return 116 * cbrt(y) -
           16; /* all colours of the charts are above the linear part of the curve */
}

static void neighbours_differ_in_grey(void)
{
    for (int i = 1; i < LADDER_LOOKS; i++) {
        const struct look *a = &ladder_looks[i - 1], *b = &ladder_looks[i];
        CHECK(fabs(lightness(a->fill) - lightness(b->fill)) > 12);
        CHECK(a->hatch != b->hatch);
        /* A label on a plain fill contrasts with it; on a hatch it has a white background. */
        CHECK(b->hatch != HATCH_NONE || fabs(lightness(b->text) - lightness(b->fill)) > 50);
    }
    CHECK_NEAR(100, lightness(0xFFFFFF), 0.01);
    CHECK_NEAR(53.6, lightness(0x808080), 0.1); /* sRGB's middle grey */
}

/* ---- layout ---- */

/* Returns a table of runs with the same n loops, some with negative and some with unknown values;
 * names have that many letters, of the widest kind. */
static struct gap_table table_of(struct arena *a, size_t runs, size_t n, int letters)
{
    struct gap_table t = {ARENA_ARRAY(a, struct gap_run, runs), runs};
    char *name = arena_strndup(a, "mWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmWmW", (size_t)letters);
    for (size_t r = 0; r < runs; r++) {
        struct gap_loop *l = ARENA_ARRAY(a, struct gap_loop, n);
        for (size_t i = 0; i < n; i++) {
            double v = 1 + (double)(i * 7 % 11) + (double)r;
            l[i] = (struct gap_loop){
                .loop = name,
                .cpl = {known(v), known(v * 1.3), known(v * 1.6), known(v * 2.1), known(v * 3.1)}};
            if (i % 5 == 2)
                l[i].cpl.measured = known(v * 1.9);
            if (i % 5 == 3)
                l[i].cpl.mac = missing("degree of unrolling is not known");
            if (i % 9 == 4)
                l[i].cpl.measured = missing("not measured in this run");
            if (i % 9 == 7)
                l[i].cpl.ma = known(v * 0.999);
        }
        t.at[r] = (struct gap_run){.run = arena_printf(a, "run-%zu", r),
                                   .build = "default",
                                   .machine = "ksr1",
                                   .processors = 1L << r,
                                   .loops = l,
                                   .n = n};
    }
    return t;
}

static void watch_table(const struct gap_table *t, struct watcher *w)
{
    CHECK(!watch_chart(&(struct plot_facts){.table = t}, "bars", w));
}

static void no_texts_touch_for_1_to_40_loops(void)
{
    struct watcher *w = malloc(sizeof *w);
    for (size_t n = 1; n <= 40; n++)
        for (int letters = 3; letters <= 40; letters++) {
            struct arena a = {0};
            struct gap_table t = table_of(&a, 1, n, letters);
            watch_table(&t, w);
            if (w->touching || w->outside)
                printf("# %zu loops, names of %d: %ld texts touch, %ld things off the page\n", n,
                       letters, w->touching, w->outside);
            CHECK(w->touching == 0 && w->outside == 0);
            CHECK(w->pages == 1);
            arena_free(&a);
        }
    free(w);
}

static void no_texts_touch_in_many_panels(void)
{
    static const size_t loops[] = {1, 2, 5, 12, 13, 25, 44, 46, 60, 200};
    struct watcher *w = malloc(sizeof *w);
    for (size_t runs = 1; runs <= 13; runs += 3)
        for (size_t i = 0; i < COUNT_OF(loops); i++)
            for (int letters = 4; letters <= 40; letters += 9) {
                struct arena a = {0};
                struct gap_table t = table_of(&a, runs, loops[i], letters);
                watch_table(&t, w);
                if (w->touching || w->outside)
                    printf("# %zu runs of %zu loops, names of %d: %ld touch, %ld off\n", runs,
                           loops[i], letters, w->touching, w->outside);
                CHECK(w->touching == 0 && w->outside == 0);
                arena_free(&a);
            }
    free(w);
}

/* Sets the runs to builds on one processor; a loop is measured if its bounds are known. */
static void measure(struct arena *a, struct gap_table *t)
{
    for (size_t r = 0; r < t->n; r++) {
        t->at[r].build = arena_printf(a, "-O%zu -mWm=%s", r, r % 2 ? "a-long-word-of-flags" : "x");
        t->at[r].processors = 1;
        for (size_t i = 0; i < t->at[r].n; i++) {
            struct gap_loop *l = &t->at[r].loops[i];
            l->loop = arena_printf(a, "%s%zu", l->loop, i);
            l->tnf = known(2);
            l->k = known(4);
            l->iterations = known((double)(1000 * (1 + i % 7)));
            l->cycles = q_mul(l->iterations, l->cpl.measured);
            l->measured = is_known(l->cycles);
        }
    }
}

static void no_texts_touch_in_other_charts(void)
{
    static const char *const charts[] = {"hierarchy", "share", "waterfall"};
    static const size_t loops[] = {1, 2, 5, 12, 45, 60};
    struct watcher *w = malloc(sizeof *w);
    for (size_t runs = 1; runs <= 10; runs += 3)
        for (size_t i = 0; i < 6 * 3 * 3 * 2; i++) {
            struct arena a = {0};
            size_t n = loops[i % 6];
            const char *chart = charts[i / 6 % 3];
            struct gap_table t = table_of(&a, runs, n, 4 + (int)(i / 18 % 3) * 18);
            measure(&a, &t);
            struct plot_facts f = {.table = &t, .loops_named = i / 54};
            bool drawn = !watch_chart(&f, chart, w);
            CHECK(drawn == (runs > 1 || strcmp(chart, "waterfall") != 0));
            if (w->touching || w->outside)
                printf("# %s, %zu runs of %zu loops: %ld touch, %ld off\n", chart, runs, n,
                       w->touching, w->outside);
            CHECK(w->touching == 0 && w->outside == 0);
            arena_free(&a);
        }
    free(w);
}

/* ---- files ---- */

static long files_in(const char *dir)
{
    long n = 0;
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.';
    if (d)
        closedir(d);
    return n;
}

static char *read_whole(const char *path, size_t *n)
{
    char *bytes = calloc(1, 1 << 20);
    FILE *f = fopen(path, "rb");
    *n = f ? fread(bytes, 1, 1 << 20, f) : 0;
    if (f)
        fclose(f);
    return bytes;
}

static bool plot_gaps(const struct gap_table *t, const char *path, struct diag *d)
{
    return plot_charts(&(struct plot_facts){.table = t}, &(struct plot_choice){0}, path, d);
}

static void pictures_are_the_same_twice(void)
{
    static const char *const endings[] = {"pdf", "svg", "png", "verbs", "SVG"};
    struct arena a = {0};
    struct gap_table t = table_of(&a, 2, 7, 6);
    struct diag d = {.quiet = true};
    char dir[] = "plots-XXXXXX";
    CHECK(mkdtemp(dir));
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        const char *path = arena_printf(&a, "%s/x.%s", dir, endings[i]);
        size_t first, second;
        CHECK(plot_gaps(&t, path, &d));
        char *one = read_whole(path, &first);
        CHECK(plot_gaps(&t, path, &d));
        char *two = read_whole(path, &second);
        CHECK(first > 1000 && first == second && memcmp(one, two, first) == 0);
        free(one);
        free(two);
        unlink(path);
    }
    CHECK(files_in(dir) == 0 && d.errors == 0);
    rmdir(dir);
    arena_free(&a);
}

static void rejected_pictures_leave_no_file(void)
{
    struct arena a = {0};
    struct gap_table t = table_of(&a, 1, 3, 6);
    struct diag d = {.quiet = true};
    char dir[] = "plots-XXXXXX";
    CHECK(mkdtemp(dir));
    static const char *const bad[] = {"x.gif", "x", ".pdf", "x.pdf.txt", "svg", "none/x.pdf"};
    long errors = 0;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        CHECK(!plot_gaps(&t, arena_printf(&a, "%s/%s", dir, bad[i]), &d));
        CHECK(d.errors == ++errors);
    }
    const char *folder = arena_printf(&a, "%s/x.pdf", dir);
    CHECK(mkdir(folder, 0700) == 0);
    CHECK(!plot_gaps(&t, folder, &d)); /* a directory has that name */
    CHECK(rmdir(folder) == 0);
    CHECK(!plot_gaps(&(struct gap_table){0}, arena_printf(&a, "%s/x.svg", dir), &d));
    CHECK(files_in(dir) == 0);
    rmdir(dir);
    arena_free(&a);
}

static void too_tall_a_png_is_rejected(void)
{
    struct arena a = {0};
    struct gap_table t = table_of(&a, 1, 8000, 6);
    struct diag d = {.quiet = true};
    char dir[] = "plots-XXXXXX";
    CHECK(mkdtemp(dir));
    struct plot_facts f = {.table = &t, .loops_named = true}; /* otherwise 60 are drawn */
    CHECK(!plot_charts(&f, &(struct plot_choice){0}, arena_printf(&a, "%s/x.png", dir), &d));
    CHECK(d.errors == 1 && files_in(dir) == 0);
    rmdir(dir);
    arena_free(&a);
}

int main(void)
{
    TEST(widths_are_those_of_the_font);
    TEST(shortened_texts_fit_and_keep_both_ends);
    TEST(texts_become_clean);
    TEST(texts_wrap_at_blanks);
    TEST(ticks_are_round_and_cover);
    TEST(numbers_are_short);
    TEST(ladder_makes_segments);
    TEST(negative_gaps_go_down);
    TEST(missing_levels_leave_one_blank_span);
    TEST(empty_gaps_and_rounding_are_no_segments);
    TEST(neighbours_differ_in_grey);
    TEST(no_texts_touch_for_1_to_40_loops);
    TEST(no_texts_touch_in_many_panels);
    TEST(no_texts_touch_in_other_charts);
    TEST(pictures_are_the_same_twice);
    TEST(rejected_pictures_leave_no_file);
    TEST(too_tall_a_png_is_rejected);
    return tests_end();
}
