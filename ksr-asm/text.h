/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a line of KSR1 assembly: words, lists, numbers and registers. */
#ifndef KSR_ASM_TEXT_H
#define KSR_ASM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ksr_text {
    const char *at; /* not 0-terminated */
    size_t n;
};

static inline bool ksr_is_name(char c)
{
    unsigned char u = (unsigned char)c;
    return (unsigned)((u | 32) - 'a') < 26 || (unsigned)(u - '0') < 10 || c == '_' || c == '.' ||
           c == '$';
}
static inline bool ksr_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
static inline struct ksr_text ksr_trimmed(const char *from, const char *to)
{
    while (from < to && ksr_is_blank(*from))
        from++;
    while (to > from && ksr_is_blank(to[-1]))
        to--;
    return (struct ksr_text){from, (size_t)(to - from)};
}
/* Returns the number of name characters at the start. */
static inline size_t ksr_name_length(struct ksr_text t)
{
    size_t n = 0;
    while (n < t.n && ksr_is_name(t.at[n]))
        n++;
    return n;
}
/* Returns whether the text equals a 0-terminated one. */
bool ksr_is(struct ksr_text t, const char *text);

/* Removes the part up to the first separator outside of double quotes from *rest and returns it in
 * *part, without surrounding blanks. After the last part, rest->at is NULL. Returns false if it is
 * NULL already. */
bool ksr_next_part(struct ksr_text *rest, char separator, struct ksr_text *part);
/* Removes the first word from *rest. */
struct ksr_text ksr_next_word(struct ksr_text *rest);

/* Reads a decimal or 0x number of 64 bits with an optional sign. Returns false for other texts. */
bool ksr_number(struct ksr_text t, uint64_t *value);

enum ksr_unit { KSR_NO_UNIT, KSR_FPU, KSR_IPU, KSR_CEU, KSR_XIU };
enum {
    KSR_FPU_REGISTERS = 64,
    KSR_IPU_REGISTERS = 32,
    KSR_CEU_REGISTERS = 36,
    KSR_C_REGISTERS = 32
};
/* Reads the name of a register: its unit and number; %sp, %fp, %cp, %rc follow %c31. Returns
 * KSR_NO_UNIT for other texts. */
enum ksr_unit ksr_register(struct ksr_text t, uint32_t *number);
/* Writes a register's name, "%c7", to buf of KSR_NAME bytes. Requires that it exists. */
enum { KSR_NAME = 16 };
const char *ksr_unit_register_name(enum ksr_unit unit, uint32_t number, char *buf);

#endif
