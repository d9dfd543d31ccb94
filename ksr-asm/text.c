/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ksr-asm/text.h"
#include "base/util.h"

#include <stdio.h>
#include <string.h>

bool ksr_is(struct ksr_text t, const char *text)
{
    return t.n == strlen(text) && memcmp(t.at, text, t.n) == 0;
}

/* Returns the first separator outside of double quotes, NULL if there is none. */
static const char *find_separator(struct ksr_text t, char separator)
{
    const char *to = t.n ? memchr(t.at, separator, t.n) : NULL;
    if (!to || !memchr(t.at, '"', (size_t)(to - t.at)))
        return to;
    bool quoted = false;
    for (const char *p = t.at; p < t.at + t.n; p++) {
        quoted ^= *p == '"';
        if (*p == separator && !quoted)
            return p;
    }
    return NULL;
}

bool ksr_next_part(struct ksr_text *rest, char separator, struct ksr_text *part)
{
    if (!rest->at)
        return false;
    const char *end = rest->at + rest->n;
    const char *to = find_separator(*rest, separator);
    *part = ksr_trimmed(rest->at, to ? to : end);
    *rest = to ? (struct ksr_text){to + 1, (size_t)(end - to) - 1} : (struct ksr_text){NULL, 0};
    return true;
}

struct ksr_text ksr_next_word(struct ksr_text *rest)
{
    const char *p = rest->at, *end = rest->at + rest->n;
    while (p < end && !ksr_is_blank(*p))
        p++;
    struct ksr_text word = {rest->at, (size_t)(p - rest->at)};
    *rest = ksr_trimmed(p, end);
    return word;
}

bool ksr_number(struct ksr_text t, uint64_t *value)
{
    size_t i = t.n > 1 && (t.at[0] == '-' || t.at[0] == '+');
    bool negative = i && t.at[0] == '-';
    unsigned base = t.n > i + 2 && t.at[i] == '0' && (t.at[i + 1] | 32) == 'x' ? 16 : 10;
    uint64_t n = 0;
    i += base == 16 ? 2 : 0;
    if (i == t.n)
        return false;
    for (; i < t.n; i++) {
        unsigned char c = (unsigned char)t.at[i];
        unsigned digit = c - (unsigned)'0', letter = (c | 32U) - (unsigned)'a';
        digit = digit < 10 ? digit : letter < 6 ? letter + 10 : 36;
        if (digit >= base || n > (UINT64_MAX - digit) / base)
            return false;
        n = n * base + digit;
    }
    *value = negative ? 0 - n : n;
    return true;
}

/* ---- registers ---- */

static const struct bank {
    const char *name;
    enum ksr_unit unit;
    uint32_t first, n; /* n = 0: a single register */
} banks[] = {
    {"%f", KSR_FPU, 0, KSR_FPU_REGISTERS},    {"%i", KSR_IPU, 0, KSR_IPU_REGISTERS},
    {"%c", KSR_CEU, 0, KSR_C_REGISTERS},      {"%sp", KSR_CEU, KSR_C_REGISTERS, 0},
    {"%fp", KSR_CEU, KSR_C_REGISTERS + 1, 0}, {"%cp", KSR_CEU, KSR_C_REGISTERS + 2, 0},
    {"%rc", KSR_CEU, KSR_C_REGISTERS + 3, 0}, {"%x_all_timer", KSR_XIU, 0, 0},
};

/* Reads the one or two digits after the name of a bank. */
static bool read_register_number(struct ksr_text t, uint32_t *n)
{
    *n = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (t.at[i] < '0' || t.at[i] > '9' || i == 2)
            return false;
        *n = *n * 10 + (uint32_t)(t.at[i] - '0');
    }
    return t.n > 0;
}

enum ksr_unit ksr_register(struct ksr_text t, uint32_t *number)
{
    for (size_t i = 0; i < COUNT_OF(banks); i++) {
        const struct bank *b = &banks[i];
        size_t n = strlen(b->name);
        if (t.n < n || memcmp(t.at, b->name, n) != 0)
            continue;
        *number = b->first;
        if (b->n == 0 && t.n == n)
            return b->unit;
        if (b->n && read_register_number((struct ksr_text){t.at + n, t.n - n}, number) &&
            *number < b->n)
            return b->unit;
    }
    return KSR_NO_UNIT;
}

const char *ksr_unit_register_name(enum ksr_unit unit, uint32_t number, char *buf)
{
    for (size_t i = 0; i < COUNT_OF(banks); i++) {
        const struct bank *b = &banks[i];
        if (b->unit != unit)
            continue;
        if (b->n == 0 && number == b->first)
            return b->name;
        if (number < b->n) {
            snprintf(buf, KSR_NAME, "%s%u", b->name, (unsigned)number);
            return buf;
        }
    }
    return "?";
}
