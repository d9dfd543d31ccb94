/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of C whose conditions have several operands. LOOP lines ENTRIES ITERATIONS: of the loop that
 * begins on this line; an iteration is an execution of the statements after the whole condition. */
#include <stdio.h>

static volatile int sink;
static int values[8] = {1, 2, 3, 4, 5, 0, 7, 8};

static int is_less(int a, int b)
{
    return a < b;
}

/* n is 4, 1 and 0; each iteration decrements a or b, which begin with n and n - 1, or 0. */
static void alternates(int a, int b)
{
    while (a > 0 || b > 0) { /* LOOP 3 8: 7 + 1 + 0 */
        sink = a;
        if (a > 0)
            a--;
        else
            b--;
    }
}

static int both(int a, int b)
{
    int n = 0;
    while (a > 0 && b > 0) { a--; b--; n++; } /* LOOP 3 5: the smaller one of 3 4, 9 2, 5 0 */
    return n;
}

static int without_start(int n)
{
    int i = 0;
    for (; i < n || i < 3;) /* LOOP 2 8: 5, and 3 for n = 1 */
        i++;
    return i;
}

static int tests_last(int n)
{
    int i = 0;
    do {
        sink = i++; /* LOOP 3 13: 4, 1 and 8 */
    } while (i < n && values[i] != 5);
    return i;
}

static int tests_last_of_two(int n)
{
    int i = 0;
    do i++; while (i < n || i < 2); /* LOOP 2 8: 6, and 2 for n = 0 */
    return i;
}

static int calls(int n)
{
    int i = 0;
    while (is_less(i, n) && (is_less(i, 3) || is_less(values[i], 6))) { /* LOOP 2 6: 4, where the value is 6, and 2 */
        if (i == 1) {
            i++;
            continue;
        }
        i++;
    }
    return i;
}

static int with_comma(int n)
{
    int i, s = 0;
    for (i = 0; s += i, i < n && s < 10; i++) /* LOOP 2 6: 4, as 0 + 1 + 2 + 3 + 4 is 10, and 2 */
        sink = s;
    return s;
}

static int chooses(int n, int which)
{
    int i = 0;
    while (which ? i < n : i < 2 && n) /* LOOP 3 7: 5, 2, 0 */
        i++;
    return i;
}

/* A condition on several lines; n is 7 and 3. */
static int on_lines(int n)
{
    int i = 0;
    while (i < n && /* LOOP 2 8: 5, where the value is 0, and 3 */
           values[i]) {
        sink = i;
        i++;
    }
    return i;
}

/* The outer condition is tested 3 times, the inner one 4 + 4 times. */
static int nest(void)
{
    int n = 0;
    for (int i = 0; i < 9 && i < 2; i++)       /* LOOP 1 2 */
        for (int k = 0; k < 3 && i < 5; k++) { /* LOOP 2 6 */
            if (k == 1 && i == 1)
                continue;
            n++;
        }
    return n;
}

/* BREAK in the third iteration. */
static int leaves(int n)
{
    int i;
    for (i = 0; i < n && values[i]; i++) { /* LOOP 1 3 */
        if (i == 2 || i == 6)
            break;
        sink = i;
    }
    return i;
}

int main(void)
{
    alternates(4, 3), alternates(1, 0), alternates(0, 0);
    int s = both(3, 4) + both(9, 2) + both(5, 0) + without_start(5) + without_start(1);
    s += tests_last(4) + tests_last(0) + tests_last_of_two(6) + tests_last_of_two(0);
    values[4] = 6;
    s += tests_last(8) + calls(8) + calls(2) + with_comma(9) + with_comma(2);
    s += chooses(5, 1) + chooses(5, 0) + chooses(0, 0) + on_lines(7) + on_lines(3) + nest() + leaves(8);
    printf("%d\n", s);
    return 0;
}
