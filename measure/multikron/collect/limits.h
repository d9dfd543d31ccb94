/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one sender, or all strangers together, may use of the collector. */
#ifndef MULTIKRON_COLLECT_LIMITS_H
#define MULTIKRON_COLLECT_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many messages may still be printed. All zeroes is a full one. */
struct budget {
    int64_t used_until; /* milliseconds; when all that was taken is given back */
    uint64_t missed;    /* messages left out since the last one that was not */
};
/* Takes one of `most`, of which one comes back each `each` milliseconds; false and counted in
 * `missed` where there is none. */
bool budget_take(struct budget *b, int64_t now, int most, int64_t each);

/* A connection that has not named its node, or was refused. */
struct waiting {
    const char *from; /* its address or user */
    int64_t since;
};
/* Which of n to close so that another one has room: the oldest of the sender with most. */
size_t waiting_victim(const struct waiting *w, size_t n);

/* Lets this process have as many open files as the system allows it; how many. */
size_t limit_of_files(void);

#endif
