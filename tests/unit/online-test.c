/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libmacsgap: numbers derived by hand, and input that its functions reject. */
#include "gaps/online/macs_gap.h"
#include "tests/unit/check.h"

#include <stdlib.h>

/* A loop of 4 flops: left 5, right 7.5 (MA); left 6, right 7 (MAC); length 10 (MACS). Its block
 * saves 3 of right in MA, 4 of right in MAC, 3 of the length, 2 flops
 * and 1 of M. */
static macs_gap *example(int *loop, int *block)
{
    macs_gap *g = mg_new(2);
    *loop = mg_loop(g, "lib/k.f:cond:14", 4, 2);
    CHECK(mg_term(g, *loop, MG_MA, "left", 5) == 0);
    CHECK(mg_term(g, *loop, MG_MA, "right", 7.5) == 0);
    CHECK(mg_term(g, *loop, MG_MAC, "left", 6) == 0);
    CHECK(mg_term(g, *loop, MG_MAC, "right", 7) == 0);
    CHECK(mg_term(g, *loop, MG_MACS, "length", 10) == 0);
    *block = mg_block(g, *loop, "16");
    CHECK(mg_block_term(g, *loop, *block, MG_MA, "right", 3) == 0);
    CHECK(mg_block_term(g, *loop, *block, MG_MAC, "right", 4) == 0);
    CHECK(mg_block_term(g, *loop, *block, MG_MACS, "length", 3) == 0);
    CHECK(mg_block_flops(g, *loop, *block, 2, 1) == 0);
    return g;
}

/* Thread 0 skips the block in half of 200 iterations: MA = max(5, 7.5 - 1.5) = 6, MAC =
 * max(6, 7 - 2) = 6, MACS = 10 - 1.5 = 8.5. Thread 1 never does in 100: 7.5, 7, 10. Averages:
 * MA (2 * 6 + 7.5)/3 = 6.5, MAC 19/3, MACS 27/3 = 9; TNF (2 * 3 + 4)/3 = 10/3, M (2 * 1.5 + 2)/3 =
 * 5/3; measured 6000/300 = 20: gaps A 29/6, C -1/6, S 8/3, P 11; MUF 9/20. */
static void threads_are_averaged_by_iterations(void)
{
    int loop, block;
    struct mg_result r;
    macs_gap *g = example(&loop, &block);
    mg_add(g, loop, 0, 150, 3000);
    mg_add(g, loop, 0, 50, 1000);
    mg_skip(g, loop, 0, block, 100);
    mg_add(g, loop, 1, 100, 2000);
    CHECK(mg_get(g, loop, 0, &r) == 0 && r.threads == 1);
    CHECK_NEAR(6, r.ma, 1e-12);
    CHECK_NEAR(6, r.mac, 1e-12);
    CHECK_NEAR(8.5, r.macs, 1e-12);
    CHECK(mg_get(g, loop, MG_ALL, &r) == 0 && r.threads == 2);
    CHECK_NEAR(6.5, r.ma, 1e-12);
    CHECK_NEAR(19.0 / 3, r.mac, 1e-12);
    CHECK_NEAR(9, r.macs, 1e-12);
    CHECK_NEAR(20, r.measured, 1e-12);
    CHECK_NEAR(10.0 / 3, r.tnf, 1e-12);
    CHECK_NEAR(5.0 / 3, r.m, 1e-12);
    CHECK_NEAR(29.0 / 6, r.a, 1e-12);
    CHECK_NEAR(-1.0 / 6, r.c, 1e-12);
    CHECK_NEAR(8.0 / 3, r.s, 1e-12);
    CHECK_NEAR(11, r.p, 1e-12);
    CHECK_NEAR(0.45, r.muf, 1e-12);
    CHECK_NEAR(1, r.share_m + r.share_a + r.share_c + r.share_s + r.share_p, 1e-12);
    mg_reset(g);
    CHECK(mg_get(g, loop, MG_ALL, &r) == 0 && r.threads == 0 && isnan(r.measured) && isnan(r.ma));
    mg_free(g);
}

static void unknown_values_are_nan(void)
{
    struct mg_result r;
    macs_gap *g = mg_new(1);
    int loop = mg_loop(g, "a:b:1", 0, 1);
    mg_term(g, loop, MG_MA, "right", 2);
    mg_add(g, loop, 0, 10, 40);
    CHECK(mg_get(g, loop, MG_ALL, &r) == 0);
    CHECK_NEAR(2, r.ma, 0);
    CHECK_NEAR(1, r.a, 0);
    CHECK(isnan(r.mac) && isnan(r.macs) && isnan(r.p) && isnan(r.muf) && isnan(r.share_c));
    CHECK_NEAR(4, r.measured, 0);
    mg_free(g);
}

static void wrong_arguments_change_nothing(void)
{
    int loop, block;
    struct mg_result r;
    macs_gap *g = example(&loop, &block);
    CHECK(!mg_new(0));
    CHECK(mg_loop(g, "lib/k.f:cond:14", 1, 1) == -1);
    CHECK(mg_loop(g, "", 1, 1) == -1 && mg_loop(g, "x", -1, 1) == -1 && mg_loops(g) == 1);
    CHECK(mg_term(g, loop, MG_MA, "left", 1) == -1); /* already defined */
    CHECK(mg_term(g, loop, MG_RUNGS, "left", 1) == -1 && mg_term(g, 1, MG_MA, "z", 1) == -1);
    CHECK(mg_term(g, loop, MG_MA, "z", NAN) == -1 && mg_term(g, loop, MG_MA, "z", -1) == -1);
    CHECK(mg_block_term(g, loop, block, MG_MA, "fpuc", 1) == -1); /* no such term */
    CHECK(mg_block(g, loop, "16") == -1);
    CHECK(mg_add(g, loop, 2, 1, 1) == -1 && mg_add(g, loop, -1, 1, 1) == -1);
    CHECK(mg_add(g, 1, 0, 1, 1) == -1 && mg_add(g, loop, 0, -1, 1) == -1);
    CHECK(mg_add(g, loop, 0, 1, INFINITY) == -1 && mg_skip(g, loop, 0, 1, 1) == -1);
    CHECK(mg_get(g, loop, 2, &r) == -1 && mg_get(g, 1, 0, &r) == -1);
    CHECK(mg_get(g, loop, MG_ALL, &r) == 0 && r.iterations == 0 && r.cycles == 0);
    CHECK(mg_add(NULL, 0, 0, 1, 1) == -1 && mg_find(NULL, "x") == -1 && !mg_name(g, 7));
    mg_free(g);
    mg_free(NULL);
}

static void a_tail_names_a_loop(void)
{
    macs_gap *g = mg_new(1);
    CHECK(mg_loop(g, "lib/k.f:a:1", 1, 1) == 0 && mg_loop(g, "x/k.f:a:1", 1, 1) == 1);
    CHECK(mg_loop(g, "x/k.f:b:12", 1, 1) == 2);
    CHECK(mg_find(g, "x/k.f:a:1") == 1 && mg_find(g, "b:12") == 2 && mg_find(g, "12") == 2);
    CHECK(mg_find(g, "k.f:a:1") == -1 && mg_find(g, "2") == -1 && mg_find(g, "") == -1);
    CHECK_TEXT("x/k.f:b:12", mg_name(g, 2));
    mg_free(g);
}

/* Returns NULL, or the reason why the text is rejected; the text is in a separate file. */
static const char *refusal(const char *text)
{
    static char why[200];
    FILE *f = fopen("online-test.bounds", "w");
    fputs(text, f);
    fclose(f);
    *why = 0;
    macs_gap *g = mg_read("online-test.bounds", 1, why, sizeof why);
    remove("online-test.bounds");
    mg_free(g);
    return g ? NULL : why;
}

#define HEAD "macs-gap-bounds 2\n"
static void incomplete_files_are_rejected(void)
{
    CHECK(!refusal(HEAD "loop a:b:1\ntnf 2\nm -\nma right 1.5\nend\n"));
    CHECK(!refusal("\n# note\n" HEAD "\n\nend\n# note\n\n"));
    CHECK_TEXT("online-test.bounds:1: the first line, and only it, must begin with macs-gap-bounds",
               refusal("loop a:b:1\n"));
    CHECK_TEXT(
        "online-test.bounds: incomplete: the end line is missing; write it again with macs-gap "
        "--bounds",
        refusal(HEAD "loop a:b:1\ntnf 2\n"));
    CHECK_TEXT(
        "online-test.bounds:1: unsupported version of the file; write it with the macs-gap of "
        "this library",
        refusal("macs-gap-bounds 1\nend\n"));
    CHECK_TEXT("online-test.bounds:2: expected a loop line before this one",
               refusal(HEAD "ma left 1\nend\n"));
    CHECK_TEXT("online-test.bounds:2: expected a loop line before this one",
               refusal(HEAD "m 1\nend\n"));
    CHECK_TEXT("online-test.bounds:3: expected a number >= 0, or -",
               refusal(HEAD "loop a\nm -1\nend\n"));
    CHECK_TEXT("online-test.bounds:3: expected the name of a term and a number >= 0",
               refusal(HEAD "loop a\nma right -\nend\n"));
    CHECK_TEXT("online-test.bounds:5: duplicate term, or a term that the loop does not have",
               refusal(HEAD "loop a\nma right 1\nblock 4\nma left 1\nend\n"));
    CHECK_TEXT("online-test.bounds:3: the name of the loop is missing or not unique",
               refusal(HEAD "loop a\nloop a\nend\n"));
    CHECK_TEXT("online-test.bounds:2: unknown key", refusal(HEAD "lop a\nend\n"));
    CHECK_TEXT("online-test.bounds:3: text after the end line", refusal(HEAD "end\nloop a\n"));
}

/* The table of one loop with M = 2 that took 40, or the given number of, cycles in 10 iterations.
 */
static const char *table_of(const char *text, double cycles)
{
    static char table[1000];
    char why[200];
    FILE *f = fopen("online-test.bounds", "w");
    fputs(text, f);
    fclose(f);
    macs_gap *g = mg_read("online-test.bounds", 1, why, sizeof why);
    remove("online-test.bounds");
    mg_add(g, 0, 0, 10, cycles);
    memset(table, 0, sizeof table);
    FILE *out = fmemopen(table, sizeof table, "w");
    mg_print(g, out);
    fclose(out);
    mg_free(g);
    return table;
}

#define LOOP "loop a:b:1\ntnf 2\nm 2\nma right 2\nend\n"
#define MACS "loop a:b:1\ntnf 2\nm 2\nma right 2\nmac right 2\nmacs right 2\nend\n"
/* 2 CPL is above 1.9 by 5 %, and above 1.95 by 2.6 %. */
static void a_row_carries_its_doubt(void)
{
    CHECK(!strstr(table_of(HEAD LOOP, 40), "bound"));
    CHECK(!strstr(table_of(HEAD LOOP, 19.5), "bound"));
    CHECK(strstr(table_of(HEAD LOOP, 19), "  a bound exceeds measured\n"));
    CHECK(strstr(table_of("macs-gap-bounds 3\n" LOOP, 19), "  a bound exceeds measured\n"));
    /* MACS 2: MUF 2/2.5 = .8; of 1.9 cycles it would be 1.053. */
    CHECK(strstr(table_of(HEAD MACS, 25), "  0.8  "));
    CHECK(!strstr(table_of(HEAD MACS, 19), "1.053"));
#ifdef __x86_64__
    CHECK(!strstr(table_of(HEAD "isa x86-64\n" LOOP, 40), "bound"));
    CHECK(strstr(table_of(HEAD "isa ksr1\n" LOOP, 40), "  bounds of ksr1, run on x86-64\n"));
#endif
    CHECK_TEXT("online-test.bounds:3: expected one instruction set, before the loops",
               refusal(HEAD "isa ksr1\nisa ksr1\nend\n"));
    CHECK_TEXT("online-test.bounds:2: expected one instruction set, before the loops",
               refusal(HEAD "isa\nend\n"));
    CHECK_TEXT("online-test.bounds:3: expected one instruction set, before the loops",
               refusal(HEAD "loop a\nisa ksr1\nend\n"));
}

static void a_reason_fits_its_room(void)
{
    char why[8] = "xxxxxxx";
    CHECK(!mg_read("no/such/file", 1, why, sizeof why));
    CHECK_TEXT("no/such", why);
    CHECK(!mg_read("no/such/file", 0, why, sizeof why));
}

int main(void)
{
    TEST(threads_are_averaged_by_iterations);
    TEST(unknown_values_are_nan);
    TEST(wrong_arguments_change_nothing);
    TEST(a_tail_names_a_loop);
    TEST(incomplete_files_are_rejected);
    TEST(a_row_carries_its_doubt);
    TEST(a_reason_fits_its_room);
    return tests_end();
}
