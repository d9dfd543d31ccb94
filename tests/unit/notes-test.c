/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiler messages about loops that were not vectorized. */
#include "runs/runs.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <stdio.h>
#include <string.h>

static struct arena arena;
static struct compile_note *at;
static size_t n;

static void read_text(const char *text)
{
    compile_notes_read(&arena, text, strlen(text), &at, &n);
}

static void check(size_t i, const char *file, long line, const char *text)
{
    CHECK(i < n);
    if (i < n) {
        CHECK_TEXT(file, at[i].file);
        CHECK(at[i].line == line);
        CHECK_TEXT(text, at[i].text);
    }
}

/* gfortran 12: reasons with a position, twice if two methods were tried; continued lines; lines
 * that are not a reason. */
static void messages_of_gcc(void)
{
    read_text("k.f90:10:8: missed: couldn't vectorize loop\n"
              "k.f90:10:8: missed: not vectorized: control flow in loop.\n"
              "k.f90:7:8: missed: couldn't vectorize loop\n"
              "k.f90:8:21: missed: not vectorized: no vectype for stmt: _12 = (*a_34(D))[_11];\n"
              " scalar_type: real(kind=8)\n"
              "k.f90:8:21: missed:   not vectorized: no vectype for stmt: _12 = (*a_34(D))[_11];\n"
              "k.f90:9:1: missed: statement clobbers memory: foo ();\n"
              "k.f90:9:1: optimized: loop vectorized using 32 byte vectors\r\n"
              "sub dir/l.f:4:72: missed: not vectorized: unsupported use in stmt.\r\n");
    CHECK(n == 3);
    check(0, "k.f90", 10, "control flow in loop.");
    check(1, "k.f90", 8, "no vectype for stmt: _12 = (*a_34(D))[_11];");
    check(2, "sub dir/l.f", 4, "unsupported use in stmt.");
}

/* clang 14. */
static void messages_of_clang(void)
{
    read_text(
        "v.c:3:5: remark: loop not vectorized: cannot prove it is safe to reorder floating-point "
        "operations; allow reordering by specifying '#pragma clang loop vectorize(enable)' "
        "[-Rpass-analysis=loop-vectorize]\n"
        "    for (int i = 0; i < n; i++)\n"
        "    ^\n"
        "v.c:9:5: remark: loop not vectorized [-Rpass-missed=loop-vectorize]\n"
        "v.c:12:5: remark: loop not vectorized: call instruction cannot be vectorized "
        "[-Rpass-analysis=loop-vectorize]\n");
    CHECK(n == 2);
    CHECK(at[0].line == 3 && strncmp(at[0].text, "cannot prove it is safe", 23) == 0);
    CHECK(!strstr(at[0].text, "[-R"));
    check(1, "v.c", 12, "call instruction cannot be vectorized");
}

/* None of these lines has both a position and a reason. */
static void others_are_passed_over(void)
{
    static const char *const none[] = {"",
                                       "\n",
                                       ":",
                                       "k.f:",
                                       "k.f:1:2",
                                       "k.f:1:2:",
                                       "k.f:0:2: missed: not vectorized: why",
                                       ":1:2: missed: not vectorized: why",
                                       "k.f:1:2: missed: not vectorized:",
                                       "k.f:1: missed: not vectorized: why",
                                       "k.f:-1:2: missed: not vectorized: why",
                                       "k.f:99999999999999999999:2: missed: not vectorized: why",
                                       "k.f:1:2: note: not vectorized: why",
                                       "k.f:1:2: remark: loop not vectorized: [-Rpass=x]"};
    for (size_t i = 0; i < COUNT_OF(none); i++) {
        read_text(none[i]);
        CHECK(n == 0);
    }
}

/* At most three messages per line, each at most one line long, of printable characters. */
static void few_and_short(void)
{
    char text[2000] = "";
    for (int i = 0; i < 9; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "k.f:7:1: missed: not vectorized: reason \033%d %0200d\n", i, i);
    read_text(text);
    CHECK(n == 3);
    for (size_t i = 0; i < n; i++)
        CHECK(strlen(at[i].text) <= 163 && !strchr(at[i].text, '\033'));
}

int main(void)
{
    TEST(messages_of_gcc);
    TEST(messages_of_clang);
    TEST(others_are_passed_over);
    TEST(few_and_short);
    arena_free(&arena);
    return tests_end();
}
