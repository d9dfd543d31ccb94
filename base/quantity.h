/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that may be missing, with a reason. A missing number never becomes 0. */
#ifndef BASE_QUANTITY_H
#define BASE_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

struct quantity {
    double value;        /* undefined if missing */
    const char *missing; /* NULL = known; otherwise the reason, one clause */
};

static inline struct quantity known(double value)
{
    return (struct quantity){.value = value};
}
static inline struct quantity missing(const char *why)
{
    return (struct quantity){.missing = why};
}
static inline bool is_known(struct quantity q)
{
    return !q.missing;
}

/* The result is missing if an operand is, with the reason of the first one. */
struct quantity q_add(struct quantity a, struct quantity b);
struct quantity q_sub(struct quantity a, struct quantity b);
struct quantity q_mul(struct quantity a, struct quantity b);
/* The result is missing with the reason why_zero if b is 0. */
struct quantity q_div(struct quantity a, struct quantity b, const char *why_zero);
struct quantity q_max(struct quantity a, struct quantity b);

enum { QUANTITY_TEXT = 32 };
/* Formats a number for people: integers exactly, others with four significant digits, or all
 * before the point if these are more (271853; exponents only below 0.0001 and from 1e15 on), "-" if
 * missing. Returns buf (QUANTITY_TEXT bytes). */
const char *quantity_text(struct quantity q, char *buf);
/* Returns the plural ending of a noun after a printed number: "" after 1, else "s". */
static inline const char *plural_s(const char *number)
{
    return number[0] == '1' && number[1] == '\0' ? "" : "s";
}
/* Formats a number for JSON and CSV: the shortest decimal that is read as the same double; "null"
 * if missing. Not-a-number and infinities are internal errors. */
const char *quantity_exact(struct quantity q, char *buf);
/* Formats an integer in buf (QUANTITY_TEXT bytes). Returns buf. */
const char *long_text(long value, char *buf);

#endif
