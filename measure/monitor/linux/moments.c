/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/linux/moments.h"

/* Returns a random number of [0, 1) by splitmix64 (Steele, Lea and Flood, 2014). */
static double random_fraction(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

struct moments moments_start(double period, uint64_t seed)
{
    return (struct moments){.period = period, .random = seed};
}

double moments_next(struct moments *m, double now)
{
    double moment;
    uint64_t current = (uint64_t)(now / m->period) + 1;
    if (m->number + 1 < current)
        m->number = current - 1;
    do {
        m->number++;
        moment = ((double)(m->number - 1) + random_fraction(&m->random)) * m->period;
    } while (moment < now);
    return moment;
}

uint64_t moments_random(struct moments *m, uint64_t below)
{
    return (uint64_t)(random_fraction(&m->random) * (double)below);
}
