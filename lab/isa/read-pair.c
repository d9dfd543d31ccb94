/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the pairs of assembly text: mnemonics, and operands according to opcodes.def. */
#include "lab/isa/reading.h"
#include "base/util.h"

#include "base/nearest.h"

#include <string.h>

enum { LONGEST_MNEMONIC = 40, GREATEST_SHIFT = 63 };

static const struct bank {
    const char *name;
    enum lab_unit unit;
    uint32_t first, n; /* n = 0: a single register */
} banks[] = {
    {"%f", LAB_FPU, 0, LAB_FPU_REGISTERS},
    {"%i", LAB_IPU, 0, LAB_IPU_REGISTERS},
    {"%c", LAB_CEU, 0, LAB_SP},
    {"%sp", LAB_CEU, LAB_SP, 0},
    {"%fp", LAB_CEU, LAB_FP, 0},
    {"%cp", LAB_CEU, LAB_CP, 0},
    {"%rc", LAB_CEU, LAB_RC, 0},
    {"%x_all_timer", LAB_XIU, 0, 0},
};
enum { BANKS = COUNT_OF(banks) };

/* Reads the digits after the name of a bank. */
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

/* Returns the register; 0 = not a register. */
static lab_reg register_of(struct ksr_text t)
{
    for (int i = 0; i < BANKS; i++) {
        const struct bank *b = &banks[i];
        size_t length = strlen(b->name);
        uint32_t n;
        if (t.n < length || memcmp(t.at, b->name, length) != 0)
            continue;
        if (b->n == 0 && t.n == length)
            return lab_register(b->unit, b->first);
        if (b->n && read_register_number((struct ksr_text){t.at + length, t.n - length}, &n) &&
            n < b->n)
            return lab_register(b->unit, n);
    }
    return 0;
}

/* ---- operands ---- */

struct half {
    struct reading *r;
    struct lab_inst *i;
    int side;      /* LAB_LEFT or LAB_RIGHT */
    int n_sources; /* so far */
};

static bool read_register(struct half *h, struct ksr_text t, enum lab_unit unit, lab_reg *to)
{
    static const char *const wanted[] = {
        "expected a register", "expected a register of the FPU: %f0 to %f63",
        "expected a register of the IPU: %i0 to %i31, or a number if it is read",
        "expected a register of the CEU: %c0 to %c31, %sp, %fp, %cp, %rc, or a number if it is "
        "read"};
    *to = register_of(t);
    if (*to && (unit == LAB_NO_UNIT || lab_reg_unit(*to) == unit))
        return true;
    return lab_wrong(h->r, t.at, wanted[unit]);
}

static bool read_number(struct half *h, struct ksr_text t, int64_t *to)
{
    uint64_t value;
    if (!lab_read_number(h->r, t, &value, &h->i->symbol))
        return lab_wrong(h->r, t.at, "expected a number");
    *to = (int64_t)value;
    return true;
}

/* Reads a register of the unit, or an immediate. */
static bool read_source(struct half *h, struct ksr_text t, enum lab_unit unit, bool may_be_number)
{
    int n = h->n_sources++;
    if (!may_be_number || (t.n && t.at[0] == '%'))
        return read_register(h, t, unit, &h->i->s[n]);
    for (int i = 0; i < n; i++)
        if (h->i->immediate[i])
            return lab_wrong(h->r, t.at, "an instruction can have only one immediate");
    h->i->immediate[n] = true;
    return read_number(h, t, &h->i->imm);
}

static bool read_shift(struct half *h, struct ksr_text t)
{
    uint64_t n;
    const char *symbol;
    if (!lab_read_number(h->r, t, &n, &symbol) || symbol || n > GREATEST_SHIFT)
        return lab_wrong(h->r, t.at, "expected a shift from 0 to 63");
    h->i->scale = (uint8_t)n;
    return true;
}

/* Reads OFFSET(%c register). */
static bool read_memory(struct half *h, struct ksr_text t)
{
    const char *open = t.n ? memchr(t.at, '(', t.n) : NULL, *end = t.at + t.n;
    if (!open || end[-1] != ')')
        return lab_wrong(h->r, t.at, "expected an address: OFFSET(%c register)");
    struct ksr_text offset = ksr_trimmed(t.at, open);
    return read_register(h, ksr_trimmed(open + 1, end - 1), LAB_CEU, &h->i->base) &&
           (offset.n == 0 || read_number(h, offset, &h->i->offset));
}

static bool read_target(struct half *h, struct ksr_text t, bool memory_too)
{
    if (memory_too && t.n && t.at[t.n - 1] == ')')
        return read_memory(h, t);
    size_t n = 0;
    while (n < t.n && ksr_is_name(t.at[n]))
        n++;
    if (n == 0 || n < t.n)
        return lab_wrong(h->r, t.at, "expected a label");
    h->i->target = lab_name(h->r, t);
    return true;
}

static bool read_operand(struct half *h, char letter, struct ksr_text t)
{
    struct lab_inst *i = h->i;
    switch (letter) {
    case 'f':
        return read_source(h, t, LAB_FPU, false);
    case 'i':
        return read_source(h, t, LAB_IPU, true);
    case 'c':
        return read_source(h, t, LAB_CEU, true);
    case 'r':
        return read_source(h, t, LAB_NO_UNIT, false);
    case 'F':
    case 'G':
    case 'H':
        return read_register(h, t, LAB_FPU, &i->d);
    case 'I':
        return read_register(h, t, LAB_IPU, &i->d);
    case 'C':
        return read_register(h, t, LAB_CEU, &i->d);
    case 'R':
        return read_register(h, t, LAB_NO_UNIT, &i->d);
    case 'n':
        return read_number(h, t, &i->imm);
    case 'x':
        return read_shift(h, t);
    case 'm':
        return read_memory(h, t);
    case '@':
        return lab_is(t, "@citst") || lab_wrong(h->r, t.at, "expected @citst");
    default:
        return read_target(h, t, letter == 'T');
    }
}

static bool read_operands(struct half *h, struct ksr_text t)
{
    const char *letters = lab_operation(h->i->op)->operands, *p = t.at, *end = t.at + t.n;
    for (; *letters && *letters != ' '; letters++) {
        const char *comma = p < end ? memchr(p, ',', (size_t)(end - p)) : NULL;
        struct ksr_text operand = ksr_trimmed(p, comma ? comma : end);
        if (operand.n == 0)
            return lab_wrong(h->r, t.n ? p : NULL, "an operand is missing");
        if (!read_operand(h, *letters, operand))
            return false;
        p = comma ? comma + 1 : end;
    }
    struct ksr_text rest = ksr_trimmed(p, end);
    return rest.n == 0 || lab_wrong(h->r, rest.at, "too many operands");
}

/* ---- constraints of single instructions ---- */

static bool is_in_unit(lab_reg r, unsigned units)
{
    return units & 1u << lab_reg_unit(r);
}
enum { FPU = 1 << LAB_FPU, IPU = 1 << LAB_IPU, CEU = 1 << LAB_CEU, XIU = 1 << LAB_XIU };

/* Returns what is wrong with the units of its registers; NULL = nothing. */
static const char *wrong_units(const struct lab_inst *i, int side)
{
    unsigned own = side == LAB_LEFT ? FPU | IPU : CEU;
    switch (i->op) {
    case LAB_MOVI8:
        return is_in_unit(i->d, side == LAB_LEFT ? IPU : CEU)
                   ? NULL
                   : "movi8 writes the IPU in the left half, the CEU in the right one";
    case LAB_MOV8:
        return is_in_unit(i->d, own) && lab_reg_unit(i->s[0]) == lab_reg_unit(i->d)
                   ? NULL
                   : "mov8_8 moves within the FPU or IPU (left half) or the CEU (right half)";
    case LAB_MOVIN8:
        return is_in_unit(i->d, FPU | IPU) ? NULL : "movin8 writes a register of the FPU or IPU";
    case LAB_MOVOUT8:
        return is_in_unit(i->s[0], FPU | IPU) ? NULL : "movout8 reads a register of the FPU or IPU";
    case LAB_MOVB8:
        return is_in_unit(i->d, IPU | CEU) && is_in_unit(i->s[0], IPU | CEU | XIU)
                   ? NULL
                   : "movb8_8 moves between IPU, CEU and XIU; FPU and IPU: movin8 ; movout8";
    default:
        return NULL;
    }
}

static const char *wrong_memory(const struct lab_inst *i)
{
    unsigned bytes = lab_memory_bytes(i->op);
    lab_reg data = lab_is_load(i->op) ? i->d : i->s[0];
    if (bytes && is_in_unit(data, XIU))
        return "only movb8_8 can read the timer";
    if (bytes == 1 && is_in_unit(data, FPU))
        return "a single byte cannot be a floating-point number";
    uint32_t n = lab_reg_unit(data) == LAB_FPU   ? LAB_FPU_REGISTERS
                 : lab_reg_unit(data) == LAB_IPU ? LAB_IPU_REGISTERS
                                                 : LAB_SP;
    if (bytes == 64 && lab_reg_number(data) + 8 > n)
        return "the instruction uses eight registers from this one on, past the last register";
    return NULL;
}

/* ---- a half ---- */

static bool report_unknown_instruction(struct half *h, struct ksr_text name)
{
    char word[LONGEST_MNEMONIC];
    size_t n = name.n < sizeof word - 1 ? name.n : sizeof word - 1;
    memcpy(word, name.at, n);
    word[n] = '\0';
    struct nearest near = {.word = word};
    for (int op = 0; op < LAB_OPCODES; op++)
        nearest_offer(&near, lab_operation((enum lab_opcode)op)->mnemonic);
    diag_error(h->r->ksr.d, ksr_where(&h->r->ksr, name.at), "unknown instruction '%.*s'%s%s%s",
               (int)name.n, name.at, near.best ? " (did you mean '" : "",
               near.best ? near.best : "", near.best ? "'?)" : "");
    h->r->ok = false;
    return false;
}

static bool read_opcode(struct half *h, struct ksr_text name)
{
    h->i->op = lab_opcode_named(name.at, name.n);
    if (h->i->op == LAB_OPCODES)
        return report_unknown_instruction(h, name);
    if (lab_operation(h->i->op)->half & h->side)
        return true;
    return lab_wrong(h->r, name.at,
                     h->side == LAB_LEFT ? "this instruction belongs in the right half of a pair"
                                         : "this instruction belongs in the left half of a pair");
}

static bool read_half(struct half *h, struct ksr_text t, const char *place)
{
    const char *p = t.at, *end = t.at + t.n;
    if (t.n == 0)
        return lab_wrong(h->r, place,
                         h->side == LAB_LEFT ? "the left half of the pair is missing (its nop is "
                                               "finop)"
                                             : "the right half of the pair is missing (its nop is "
                                               "cxnop)");
    while (p < end && !ksr_is_blank(*p))
        p++;
    if (!read_opcode(h, (struct ksr_text){t.at, (size_t)(p - t.at)}) ||
        !read_operands(h, ksr_trimmed(p, end)))
        return false;
    const char *wrong = wrong_units(h->i, h->side);
    wrong = wrong ? wrong : wrong_memory(h->i);
    return !wrong || lab_wrong(h->r, t.at, wrong);
}

/* Checks that movin8 and movout8 share a pair, each with a register of the other unit. */
static bool check_move(struct reading *r, const struct lab_pair *p, const char *at)
{
    bool in = p->left.op == LAB_MOVIN8, out = p->right.op == LAB_MOVOUT8;
    if (in != out)
        return lab_wrong(r, at, "movin8 and movout8 must be in the same pair");
    return !in || lab_reg_unit(p->left.d) != lab_reg_unit(p->right.s[0]) ||
           lab_wrong(r, at, "movin8 and movout8 move between FPU and IPU");
}

void lab_read_pair(struct reading *r, struct ksr_text t)
{
    const char *end = t.at + t.n, *semicolon = memchr(t.at, ';', t.n);
    if (!semicolon) {
        lab_wrong(r, t.at, "missing ';' between the two halves of a pair");
        return;
    }
    const char *second = memchr(semicolon + 1, ';', (size_t)(end - semicolon) - 1);
    if (second) {
        lab_wrong(r, second, "a second ';' in one pair");
        return;
    }
    struct lab_pair p = {.line = r->ksr.origin.line, .text_line = r->ksr.lines.line};
    p.left.line = p.right.line = p.line;
    struct half left = {r, &p.left, LAB_LEFT, 0}, right = {r, &p.right, LAB_RIGHT, 0};
    bool l = read_half(&left, ksr_trimmed(t.at, semicolon), semicolon);
    bool ok = read_half(&right, ksr_trimmed(semicolon + 1, end), semicolon) && l;
    if (!ok || !check_move(r, &p, t.at))
        p.left = (struct lab_inst){.op = LAB_FINOP}, p.right = (struct lab_inst){.op = LAB_CXNOP};
    *array_push(&r->text->pairs) = p;
}
