/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits for one sender, and for all unidentified connections together. */
#ifndef MULTIKRON_COLLECT_LIMITS_H
#define MULTIKRON_COLLECT_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rate limit for messages (token bucket). All zeroes is a full bucket. */
struct budget {
    int64_t used_until;  /* milliseconds; when the bucket is full again */
    uint64_t suppressed; /* messages since the last one that was printed */
};
/* Takes one of `most` tokens, of which one is refilled every `each` milliseconds. If there is none,
 * counts the message in `suppressed` and returns false. */
bool budget_use(struct budget *b, int64_t now, int most, int64_t each);

/* A connection without a hello, or one that was refused. */
struct pending {
    const char *peer; /* its address or user */
    int64_t since;    /* milliseconds */
};
/* Returns the index of the connection to close: the oldest one of the peer with most of them. */
size_t pending_victim(const struct pending *p, size_t n);

/* Raises the soft limit of open files to the hard limit. Returns the limit. */
size_t raise_file_limit(void);

#endif
