/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampling moments: one at a uniformly random time of each period, so that no program can be
 * in step with them. */
#ifndef MONITOR_LINUX_MOMENTS_H
#define MONITOR_LINUX_MOMENTS_H

#include <stdint.h>

struct moments {
    double period;   /* seconds */
    uint64_t number; /* number, from 1, of the period of the last moment; 0 = none yet */
    uint64_t random; /* state of the generator */
};

struct moments moments_start(double period, uint64_t seed);
/* Returns the next moment that is not before now, in seconds from the start. Missed moments are
 * skipped. */
double moments_next(struct moments *m, double now);
/* Returns a random number from 0 to below - 1, from the same generator. */
uint64_t moments_random(struct moments *m, uint64_t below);

#endif
