/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit test prints a line for each test it runs:
 *     ok NAME            not ok NAME            skip NAME: REASON
 * and what was wrong on lines before it. tests/run counts them.
 *     static void adds(void) { CHECK(1 + 1 == 2); CHECK_NEAR(0.5, x, 1e-12); }
 *     int main(void) { TEST(adds); return tests_end(); }
 */
#ifndef TESTS_UNIT_CHECK_H
#define TESTS_UNIT_CHECK_H

#include <math.h>
#include <stdio.h>
#include <string.h>

static int test_faults, tests_failed;

#define CHECK(cond) check_that(!!(cond), #cond, __FILE__, __LINE__)
#define CHECK_NEAR(want, got, eps) check_near((want), (got), (eps), #got, __FILE__, __LINE__)
#define CHECK_TEXT(want, got) check_text((want), (got), #got, __FILE__, __LINE__)
#define TEST(f) run_test(f, #f)

static inline void check_that(int ok, const char *what, const char *file, int line)
{
    if (!ok) {
        printf("# %s:%d: %s does not hold\n", file, line, what);
        test_faults++;
    }
}

static inline void check_near(double want, double got, double eps, const char *what,
                              const char *file, int line)
{
    if (!(fabs(want - got) <= eps)) {
        printf("# %s:%d: %s is %.17g, not %.17g\n", file, line, what, got, want);
        test_faults++;
    }
}

static inline void check_text(const char *want, const char *got, const char *what,
                              const char *file, int line)
{
    if (!got || strcmp(want, got) != 0) {
        printf("# %s:%d: %s is \"%s\", not \"%s\"\n", file, line, what, got ? got : "(null)", want);
        test_faults++;
    }
}

static inline void run_test(void (*f)(void), const char *name)
{
    test_faults = 0;
    f();
    printf("%s %s\n", test_faults ? "not ok" : "ok", name);
    fflush(stdout);
    tests_failed += test_faults != 0;
}

static inline int tests_end(void)
{
    return tests_failed != 0;
}

#endif
