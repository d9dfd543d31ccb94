/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ksr-asm/body.h"
#include "base/util.h"

#include <stdio.h>
#include <string.h>

static const struct bank {
    const char *name;
    int first, n; /* n = 0: a single register */
} banks[] = {
    {"%f", KSR_F0, 64},     {"%i", KSR_I0, 32},           {"%c", KSR_C0, 32},
    {"%sp", KSR_SP, 0},     {"%fp", KSR_SP + 1, 0},       {"%cp", KSR_SP + 2, 0},
    {"%rc", KSR_SP + 3, 0}, {"@citst", KSR_CONDITION, 0},
};
enum { BANKS = COUNT_OF(banks) };

/* Reads a whole number, decimal or 0x. Returns false for other texts. */
static bool number_of(struct ksr_text t, long *value)
{
    bool negative = t.n > 1 && t.at[0] == '-';
    size_t i = negative || (t.n > 1 && t.at[0] == '+');
    bool hex = t.n > i + 2 && t.at[i] == '0' && (t.at[i + 1] | 32) == 'x';
    long n = 0, base = hex ? 16 : 10;
    i += hex ? 2 : 0;
    if (i == t.n || t.n - i > 15)
        return false;
    for (; i < t.n; i++) {
        unsigned char c = (unsigned char)t.at[i];
        unsigned digit = c - (unsigned)'0', letter = (c | 32U) - (unsigned)'a';
        digit = digit < 10 ? digit : letter < 26 ? letter + 10 : 36;
        if (digit >= (unsigned)base)
            return false;
        n = n * base + (long)digit;
    }
    *value = negative ? -n : n;
    return true;
}

static int register_of(struct ksr_text t)
{
    for (int i = 0; i < BANKS; i++) {
        size_t n = strlen(banks[i].name);
        long number;
        if (t.n < n || memcmp(t.at, banks[i].name, n) != 0)
            continue;
        if (banks[i].n == 0 && t.n == n)
            return banks[i].first;
        if (banks[i].n && t.n > n && t.at[n] != '-' && t.at[n] != '+' &&
            number_of((struct ksr_text){t.at + n, t.n - n}, &number) && number < banks[i].n)
            return banks[i].first + (int)number;
    }
    return KSR_NO_REGISTER;
}

const char *ksr_register_name(int reg, char *buf)
{
    for (int i = 0; i < BANKS; i++) {
        int n = reg - banks[i].first;
        if (n == 0 && banks[i].n == 0)
            return banks[i].name;
        if (n >= 0 && n < banks[i].n) {
            snprintf(buf, KSR_NAME, "%s%d", banks[i].name, n);
            return buf;
        }
    }
    return "?";
}

static struct ksr_operand operand_of(struct ksr_text t)
{
    struct ksr_operand o = {KSR_OTHER, KSR_NO_REGISTER, 0};
    if ((o.reg = register_of(t)) != KSR_NO_REGISTER) {
        o.kind = KSR_REGISTER;
    } else if (number_of(t, &o.value)) {
        o.kind = KSR_NUMBER;
    } else if (t.n && t.at[t.n - 1] == ')') {
        const char *open = memchr(t.at, '(', t.n), *end = t.at + t.n - 1;
        struct ksr_text before = ksr_trimmed(t.at, open ? open : t.at);
        int base = open ? register_of(ksr_trimmed(open + 1, end)) : KSR_NO_REGISTER;
        if (base != KSR_NO_REGISTER && (before.n == 0 || number_of(before, &o.value))) {
            o.kind = KSR_MEMORY;
            o.reg = base;
        }
    }
    return o;
}

int ksr_operands(struct ksr_text text, struct ksr_operand *to)
{
    const char *p = text.at, *end = text.at + text.n;
    int n = 0;
    while (p < end && n < KSR_OPERANDS) {
        const char *comma = memchr(p, ',', (size_t)(end - p));
        to[n++] = operand_of(ksr_trimmed(p, comma ? comma : end));
        p = comma ? comma + 1 : end;
    }
    return n;
}

const struct ksr_operand *ksr_address(const struct ksr_operation *o)
{
    for (int i = 0; i < o->n; i++)
        if (o->operand[i].kind == KSR_MEMORY)
            return &o->operand[i];
    return NULL;
}

/* Returns true if operations of this kind write their last operand. */
static bool writes_last(enum ksr_kind kind)
{
    switch (kind) {
    case KSR_NOP:
    case KSR_TEST:
    case KSR_STORE:
    case KSR_ADVICE:
    case KSR_LOCK:
    case KSR_BRANCH:
    case KSR_MOVE_OUT:
        return false;
    default:
        return true;
    }
}

/* Returns the number of registers that a load writes or a store reads. */
static int words_of(const struct ksr_operation *o)
{
    bool wide =
        (o->opcode->kind == KSR_LOAD || o->opcode->kind == KSR_STORE) && o->opcode->bytes == 64;
    return wide ? KSR_WORDS : 1;
}

static int written(const struct ksr_operation *o)
{
    if (o->opcode->kind == KSR_CALL)
        return 0;
    return writes_last(o->opcode->kind) ? o->n - 1 : -1;
}

int ksr_uses(const struct ksr_operation *o, struct ksr_use *uses)
{
    int n = 0, last = written(o);
    bool triad = o->opcode->kind == KSR_TRIAD;
    for (int i = 0; i < o->n; i++) {
        const struct ksr_operand *p = &o->operand[i];
        bool data = o->opcode->kind == KSR_STORE && p->kind == KSR_REGISTER;
        if (p->reg == KSR_NO_REGISTER || (i == last && !triad && p->kind != KSR_MEMORY))
            continue;
        for (int w = 0;
             w < (data ? words_of(o) : 1) && p->reg + w < KSR_REGISTERS && n < KSR_WORDS + 1; w++)
            uses[n++] = (struct ksr_use){p->reg + w, triad && i == last};
    }
    if (o->opcode->kind == KSR_SELECT)
        uses[n++] = (struct ksr_use){KSR_CONDITION, false};
    return n;
}

int ksr_defs(const struct ksr_operation *o, int *regs)
{
    int n = 0, last = written(o);
    if (o->opcode->kind == KSR_TEST)
        regs[n++] = KSR_CONDITION;
    if (last < 0 || last >= o->n || o->operand[last].kind != KSR_REGISTER)
        return n;
    int first = o->operand[last].reg;
    for (int w = 0; w < words_of(o) && first + w < KSR_REGISTERS; w++)
        regs[n++] = first + w;
    return n;
}
