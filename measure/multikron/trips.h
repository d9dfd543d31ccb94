/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MULTIKRON_TRIPS_H
#define MULTIKRON_TRIPS_H

#include <stdint.h>

/* Returns the trip count of a DO loop as in Fortran: (to - from + step) / step, or 0. */
static inline uint64_t count_trips(int64_t from, int64_t to, int64_t step)
{
    if (step == 0 || (step > 0 ? from > to : from < to))
        return 0;
    uint64_t distance = step > 0 ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
    uint64_t each = step > 0 ? (uint64_t)step : -(uint64_t)step;
    return distance / each + 1;
}

#endif
