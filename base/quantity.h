/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that may be missing. Missing is missing: it carries a reason and
 * never becomes 0. */
#ifndef BASE_QUANTITY_H
#define BASE_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

struct quantity {
    double value;        /* meaningless when missing */
    const char *missing; /* NULL = known; else why it is not, one plain clause */
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

/* Missing if an operand is (the first one's reason). */
struct quantity q_add(struct quantity a, struct quantity b);
struct quantity q_sub(struct quantity a, struct quantity b);
struct quantity q_mul(struct quantity a, struct quantity b);
/* Missing with reason why_zero when b is 0. */
struct quantity q_div(struct quantity a, struct quantity b, const char *why_zero);
struct quantity q_max(struct quantity a, struct quantity b);

enum { QUANTITY_TEXT = 32 };
/* For people: integers whole, others with four significant digits (271900, not
 * 2.719e+05; a power of ten only below 0.0001 and from 1e15 on), "-" when missing. Returns buf
 * (QUANTITY_TEXT bytes). */
const char *quantity_text(struct quantity q, char *buf);
/* The end of a noun that a number counts, as it is printed: "" after 1, else "s". */
static inline const char *plural_s(const char *number)
{
    return number[0] == '1' && number[1] == '\0' ? "" : "s";
}
/* For JSON and CSV: shortest decimal that reads back as the same double;
 * "null" when missing. Not-a-number and infinities are a bug. */
const char *quantity_exact(struct quantity q, char *buf);
/* A whole number's digits, in buf (QUANTITY_TEXT bytes), which it returns. */
const char *long_text(long value, char *buf);

#endif
