/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the exact integer test with all values. */
#include "frontend/analysis/integers.h"
#include "tests/unit/check.h"

#include <stdint.h>

static struct integers s;
static uint64_t state;

/* Returns a random integer from low to high; the sequence is the same in every run. */
static int any(int low, int high)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (int)((state >> 33) % (uint64_t)(high - low + 1));
}

static void begin(int unknowns)
{
    s.unknowns = s.n = 0;
    s.rational = s.full = false;
    for (int i = 0; i < unknowns; i++)
        integers_unknown(&s);
}

static struct row *row(enum row_kind kind, int64_t x, int64_t y, int64_t constant)
{
    struct row *r = integers_row(&s, kind);
    r->at[0] = x;
    r->at[1] = y;
    r->constant = constant;
    return r;
}

/* 6x + 4y = 1 has a rational solution but no integer solution; 6x + 4y = 2 has one. */
static void divisibility(void)
{
    begin(2);
    row(ROW_ZERO, 6, 4, -1);
    CHECK(integers_solve(&s) == SOLUTION_NONE);
    begin(2);
    row(ROW_ZERO, 6, 4, -1);
    s.rational = true;
    CHECK(integers_solve(&s) == SOLUTION_POSSIBLE);
    begin(2);
    row(ROW_ZERO, 6, 4, -2);
    CHECK(integers_solve(&s) == SOLUTION_EXISTS);
}

/* x - y = 3 and x + y = 7: y is 2. */
static void a_watched_value(void)
{
    int64_t value = 0;
    begin(2);
    row(ROW_WATCHED, 0, 1, 0);
    row(ROW_ZERO, 1, -1, -3);
    row(ROW_ZERO, 1, 1, -7);
    CHECK(integers_solve(&s) == SOLUTION_EXISTS);
    CHECK(s.n == 1 && s.row[0].kind == ROW_WATCHED);
    CHECK(watched_constant(&s, &s.row[0], &value) && value == 2);
}

/* 1 <= 3x - 2y <= 1 is one line; 3x in 1..2 has no integer solution. */
static void rounding(void)
{
    begin(2);
    row(ROW_POSITIVE, 3, 0, -1);
    row(ROW_POSITIVE, -3, 0, 2);
    CHECK(integers_solve(&s) == SOLUTION_NONE);
}

static void too_large(void)
{
    begin(2);
    row(ROW_ZERO, INT64_C(1) << 29, (INT64_C(1) << 29) - 1, 1);
    row(ROW_ZERO, (INT64_C(1) << 29) - 3, INT64_C(1) << 29, 5);
    CHECK(integers_solve(&s) != SOLUTION_NONE);
    begin(2);
    for (int i = 0; i < 2 * ROWS_MOST; i++)
        row(ROW_POSITIVE, 1, 1, 0);
    CHECK(integers_solve(&s) == SOLUTION_POSSIBLE);
}

enum { SIDE = 6, UNKNOWNS = 3 };

static int64_t value_of(const struct row *r, const int *x)
{
    int64_t sum = r->constant;
    for (int i = 0; i < UNKNOWNS; i++)
        sum += r->at[i] * x[i];
    return sum;
}

static bool try_all(void)
{
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        int x[UNKNOWNS] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
        bool all = true;
        for (int r = 0; all && r < s.n; r++) {
            int64_t v = value_of(&s.row[r], x);
            all = s.row[r].kind == ROW_ZERO ? v == 0 : v >= 0;
        }
        if (all)
            return true;
    }
    return false;
}

/* Boxes of three unknowns, one or two equations, up to three inequalities. */
static void all_values(void)
{
    int decided = 0, all = 20000;
    state = 1;
    for (int n = 0; n < all; n++) {
        begin(UNKNOWNS);
        for (int i = 0; i < UNKNOWNS; i++) {
            integers_row(&s, ROW_POSITIVE)->at[i] = 1;
            struct row *high = integers_row(&s, ROW_POSITIVE);
            high->at[i] = -1;
            high->constant = SIDE - 1;
        }
        for (int r = any(1, 4), e = any(0, 2); r > 0; r--, e--) {
            struct row *x = integers_row(&s, e > 0 ? ROW_ZERO : ROW_POSITIVE);
            for (int i = 0; i < UNKNOWNS; i++)
                x->at[i] = any(-5, 5);
            x->constant = any(-20, 20);
        }
        bool is = try_all();
        enum solution found = integers_solve(&s);
        CHECK(found != (is ? SOLUTION_NONE : SOLUTION_EXISTS));
        decided += found != SOLUTION_POSSIBLE;
    }
    printf("# %d of %d decided\n", decided, all);
    CHECK(decided == all);
}

/* Unknowns without bounds, and in the rationals: a system with a solution in the box is never
 * reported as unsolvable. */
static void nothing_is_missed(void)
{
    int possible = 0;
    state = 2;
    for (int n = 0; n < 20000; n++) {
        begin(UNKNOWNS);
        for (int r = any(1, 5), e = any(0, 2); r > 0; r--, e--) {
            struct row *x = integers_row(&s, e > 0 ? ROW_ZERO : ROW_POSITIVE);
            for (int i = 0; i < UNKNOWNS; i++)
                x->at[i] = any(0, 1) ? any(-9, 9) : 0;
            x->constant = any(-20, 20);
        }
        s.rational = any(0, 3) == 0;
        bool is = try_all();
        enum solution found = integers_solve(&s);
        CHECK(!is || found != SOLUTION_NONE);
        possible += found == SOLUTION_POSSIBLE;
    }
    printf("# %d of 20000 not decided\n", possible);
}

int main(void)
{
    TEST(divisibility);
    TEST(a_watched_value);
    TEST(rounding);
    TEST(too_large);
    TEST(all_values);
    TEST(nothing_is_missed);
    return tests_end();
}
