/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outputs of two builds: which differences of numbers are rounding errors. */
#include "counts/printed.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <math.h>

struct pair {
    const char *a, *b;
};

static struct printed_difference last;

static bool agree(const char *a, const char *b)
{
    struct printed_difference back;
    bool same = printed_agree(a, strlen(a), b, strlen(b), &last);
    CHECK(printed_agree(b, strlen(b), a, strlen(a), &back) == same);
    CHECK(!same || (back.n == last.n && back.n_small == last.n_small && back.line == last.line));
    return same;
}

/* Pairs that agree without a number of another value. */
static void the_same_values(void)
{
    static const struct pair pairs[] = {
        {"", ""},
        {"x = 1.5 m\n", "x = 1.5 m\n"},
        {"  1.5   2\n", " 1.5 2\n"},            /* widths */
        {"x=1.50\n", "x= 1.5000\n"},            /* digits */
        {"a 100.0\n", "a 0.1000E+03\n"},        /* formats */
        {"0.25D-02\n", "0.25E-02\n"},           /* the letter of the exponent */
        {"0.25-102\n", "0.25E-102\n"},          /* no letter: three digits */
        {"0.5Q+01\n", " 5.0\n"},                /* */
        {"1\n", "1.0\n"},                       /* %g of a whole number */
        {"007 -0 +3\n", "7 0 3\n"},             /* integers */
        {"-0.0\n", "0.0\n"},                    /* */
        {"NaN inf\n", "-nan Infinity\n"},       /* the sign of NaN has no meaning */
        {"(1.0,-2.0)\n", "( 1.000, -2.000)\n"}, /* complex */
        {"1.5  \n2.5\n", "1.5\n2.5 \n"},        /* blanks at the end of a line */
        {"v2.10.3 x86_64 0x1f a-1\n", "v2.10.3 x86_64 0x1f a-1\n"},
    };
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        bool same = agree(pairs[i].a, pairs[i].b);
        CHECK(same && last.n == 0 && last.n_small == 0 && last.line == 0);
        if (!same)
            printf("# %s", pairs[i].a);
    }
}

/* Pairs that differ in more than low-order digits. */
static void other_values(void)
{
    static const struct pair pairs[] = {
        {"1.0\n", "1.0001\n"},                                /* 1e-4 */
        {"1.0\n", "-1.0\n"},                                  /* */
        {"1.00000000e-9\n", "1.00010000e-9\n"},               /* above 1e-10 */
        {"0.5e-10\n", "2.0e-10\n"},                           /* one of them above 1e-10 */
        {"1000000 steps\n", "1000001 steps\n"},               /* integers, although within 1e-5 */
        {"12345678901234567890\n", "12345678901234567891\n"}, /* not as double */
        {"-5\n", "5\n"},                                      /* */
        {"1e3x\n", "1e3y\n"},                                 /* texts */
        {"NaN\n", "1.0\n"},                                   /* */
        {"NaN\n", "Infinity\n"},                              /* */
        {"inf\n", "-inf\n"},                                  /* */
        {"inf\n", "1e308\n"},                                 /* */
        {"********\n", "99999.99\n"},                         /* a field that is too narrow */
        {"1.5\n", "1.5\n\n"},                                 /* lines */
        {"1.5\n2.5\n", "1.5 2.5\n"},                          /* */
        {"1.5 2.5\n", "1.5\n"},                               /* */
        {"ab c\n", "abc\n"},                                  /* words */
        {"v1.00001\n", "v1.00002\n"},                         /* within a word */
        {"1.0.1\n", "1.0.2\n"},                               /* a version */
        {"2026-11-23\n", "2026-11-24\n"},                     /* a date */
        {"0x1.8p1\n", "0x1.9p1\n"},                           /* hexadecimal */
        {"1.5 m\n", "1.5m\n"},                                /* */
        {"banana\n", "ba\n"},                                 /* no NaN in it */
    };
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        bool same = agree(pairs[i].a, pairs[i].b);
        CHECK(!same);
        if (same)
            printf("# %s", pairs[i].a);
    }
}

/* The lines of a verification: its numbers differ by 4e-12 of the value, and its relative errors,
 * 1.2e-12 and 5.0e-12, are rounding errors. */
static void rounding_errors(void)
{
    CHECK(agree("Class S\n  1 0.2747031545137E-01 0.2747031545134E-01 0.1208798524209E-11\n",
                "Class S\n  1 0.2747031545148E-01 0.2747031545134E-01 0.4988141021174E-11\n"));
    CHECK(last.n == 1 && last.n_small == 1 && last.line == 2);
    /* 0.00000000000011 / 0.02747031545148 */
    CHECK(fabs(last.most - 4.004e-12) < 1e-15);
    /* Single precision, another exponent, another width: 2e-7. */
    CHECK(agree("s 0.9999999\n", "s  1.0000001E+00\n"));
    CHECK(last.n == 1 && last.n_small == 0 && last.line == 1 && fabs(last.most - 2e-7) < 1e-12);
    CHECK(agree("1\n", "0.9999999\n") && last.n == 1);
    CHECK(agree("1.0 -1e-17\n", "1.0 2e-18\n") && last.n == 0 && last.n_small == 1);
    CHECK(agree("0.12345678-150\n", "0.12345679D-150\n") && last.n_small == 1);
    CHECK(agree("0.1234567D+200\n", "0.1234568+200\n") && last.n == 1);
}

/* A text without end, and digits that do not fit a number. */
static void limits(void)
{
    char a[1500], b[1500];
    memset(a, '1', sizeof a);
    memset(b, '1', sizeof b);
    a[700] = b[700] = '.';
    CHECK(printed_agree(a, sizeof a, b, sizeof b, &last) && !last.line);
    b[1400] = '2';
    CHECK(!printed_agree(a, sizeof a, b, sizeof b, &last));
    CHECK(printed_agree("1.5E", 4, "1.5E", 4, &last));
    CHECK(printed_agree("1.5E+7", 5, "1.5E+7", 5, &last));
    CHECK(printed_agree("+", 1, "+", 1, &last) && printed_agree(".", 1, ".", 1, &last));
    CHECK(printed_agree("1.5-1023", 6, "1.5-1099", 6, &last));
}

int main(void)
{
    TEST(the_same_values);
    TEST(other_values);
    TEST(rounding_errors);
    TEST(limits);
    return tests_end();
}
