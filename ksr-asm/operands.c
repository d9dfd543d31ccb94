/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ksr-asm/body.h"
#include "base/util.h"

#include <string.h>

static const long MOST_NUMBER = 1L << 60;

/* Reads a number up to a size that can't overflow sums of addresses. */
static bool number_of(struct ksr_text t, long *value)
{
    uint64_t n;
    if (!ksr_number(t, &n))
        return false;
    *value = (long)n;
    return *value<MOST_NUMBER && * value> - MOST_NUMBER;
}

static const struct {
    enum ksr_unit unit;
    int first, n;
} registers[] = {
    {KSR_FPU, KSR_F0, KSR_FPU_REGISTERS},
    {KSR_IPU, KSR_I0, KSR_IPU_REGISTERS},
    {KSR_CEU, KSR_C0, KSR_CEU_REGISTERS},
};
static const char condition[] = "@citst";

static int register_of(struct ksr_text t)
{
    uint32_t number;
    enum ksr_unit unit = ksr_register(t, &number);
    for (size_t i = 0; i < COUNT_OF(registers); i++)
        if (registers[i].unit == unit)
            return registers[i].first + (int)number;
    return ksr_is(t, condition) ? KSR_CONDITION : KSR_NO_REGISTER;
}

const char *ksr_register_name(int reg, char *buf)
{
    for (size_t i = 0; i < COUNT_OF(registers); i++)
        if (reg >= registers[i].first && reg < registers[i].first + registers[i].n)
            return ksr_unit_register_name(registers[i].unit, (uint32_t)(reg - registers[i].first),
                                          buf);
    return reg == KSR_CONDITION ? condition : "?";
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
    struct ksr_text t;
    int n = 0;
    while (n < KSR_OPERANDS && text.n && ksr_next_part(&text, ',', &t))
        to[n++] = operand_of(t);
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
    case KSR_HINT:
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
