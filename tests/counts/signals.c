/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A handler of a 5 kHz timer calls the functions that it interrupts. Their results are compared:
 * a counter that changes a register or a flag changes them. */
#include "count.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

enum { ROUNDS = 3000, LENGTH = 2000, HANDLED = 500 };
static volatile sig_atomic_t handled, wrong;

/* The loop has live flags where a block begins: jp follows jne, adc a branch. */
NOT_INLINE double sum_of(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        if (x[i] == x[n - 1 - i])
            s += x[i];
        else if (x[i] > 0.5)
            s -= 0.25;
    return s;
}

NOT_INLINE unsigned long add_wide(const unsigned long *x, int n)
{
    unsigned __int128 s = 0;
    for (int i = 0; i < n; i++)
        s += ((unsigned __int128)x[i] << 60) + (i & 3 ? x[i] : 1);
    return (unsigned long)(s >> 64) ^ (unsigned long)s;
}

static double values[LENGTH];
static unsigned long words[LENGTH], wide;
static double sum;

static void handle(int number)
{
    (void)number;
    handled++;
    if (sum_of(values, LENGTH) != sum || add_wide(words, LENGTH) != wide)
        wrong++;
}

int main(void)
{
    for (int i = 0; i < LENGTH; i++) {
        values[i] = i * 7919 % 1000 / 1000.0;
        words[i] = (unsigned long)i * 0x9e3779b97f4a7c15;
    }
    sum = sum_of(values, LENGTH);
    wide = add_wide(words, LENGTH);
    struct sigaction a = {.sa_handler = handle};
    sigaction(SIGALRM, &a, NULL);
    struct itimerval every = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &every, NULL);
    long rounds = 0, bad = 0;
    for (; rounds < ROUNDS || handled < HANDLED; rounds++)
        bad += sum_of(values, LENGTH) != sum || add_wide(words, LENGTH) != wide;
    setitimer(ITIMER_REAL, &never, NULL);
    expect_calls("sum_of", rounds + handled + 1);
    expect_calls("add_wide", rounds + handled + 1);
    expect_calls("handle", handled);
    return bad || wrong;
}
