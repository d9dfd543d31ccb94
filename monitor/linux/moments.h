/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moments of sampling: one at a uniformly random time of each period, so that no program can
 * keep in step with them. */
#ifndef MONITOR_LINUX_MOMENTS_H
#define MONITOR_LINUX_MOMENTS_H

#include <stdint.h>

struct moments {
    double period;   /* seconds */
    uint64_t number; /* of the period of the last moment, from 1; 0 = none yet */
    uint64_t random; /* state */
};

struct moments moments_start(double period, uint64_t seed);
/* The next moment, in seconds from the begin, that is not before now: those missed are not made up
 * for. */
double moments_next(struct moments *m, double now);
/* A number from 0 to below - 1 by the same generator. */
uint64_t moments_random(struct moments *m, uint64_t below);

#endif
