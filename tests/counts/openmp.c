/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outlined functions of OpenMP. */
#include "count.h"

enum { ROUNDS = 50, LENGTH = 4000 };

NOT_INLINE double step(double x)
{
    return 0.5 * x + 1;
}

int main(void)
{
    static double x[LENGTH];
    double sum = 0;
    for (int r = 0; r < ROUNDS; r++) {
#pragma omp parallel for schedule(dynamic, 100)
        for (int i = 0; i < LENGTH; i++)
            x[i] = step(x[i]);
#pragma omp parallel for reduction(+ : sum) num_threads(3)
        for (int i = 0; i < LENGTH; i += 2)
            sum += step(x[i]);
    }
    expect_calls("step", (long)ROUNDS * LENGTH * 3 / 2);
    return !(sum > 1);
}
