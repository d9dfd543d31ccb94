/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the operands of a pair according to opcodes.def. */
#include "lab/isa/reading.h"
#include <string.h>

enum { GREATEST_SHIFT = 63 };

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
    uint32_t number;
    enum lab_unit found = (enum lab_unit)ksr_register(t, &number);
    *to = found ? lab_register(found, number) : 0;
    if (*to && (unit == LAB_NO_UNIT || found == unit))
        return true;
    return lab_report_error(h->r, t.at, wanted[unit]);
}

static bool read_number(struct half *h, struct ksr_text t, int64_t *to)
{
    uint64_t value;
    if (!lab_read_number(h->r, t, &value, &h->i->symbol))
        return lab_report_error(h->r, t.at, "expected a number");
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
            return lab_report_error(h->r, t.at, "an instruction can have only one immediate");
    h->i->immediate[n] = true;
    return read_number(h, t, &h->i->imm);
}

static bool read_shift(struct half *h, struct ksr_text t)
{
    uint64_t n;
    const char *symbol;
    if (!lab_read_number(h->r, t, &n, &symbol) || symbol || n > GREATEST_SHIFT)
        return lab_report_error(h->r, t.at, "expected a shift from 0 to 63");
    h->i->scale = (uint8_t)n;
    return true;
}

/* Reads OFFSET(%c register). */
static bool read_memory(struct half *h, struct ksr_text t)
{
    const char *open = t.n ? memchr(t.at, '(', t.n) : NULL, *end = t.at + t.n;
    if (!open || end[-1] != ')')
        return lab_report_error(h->r, t.at, "expected an address: OFFSET(%c register)");
    struct ksr_text offset = ksr_trimmed(t.at, open);
    return read_register(h, ksr_trimmed(open + 1, end - 1), LAB_CEU, &h->i->base) &&
           (offset.n == 0 || read_number(h, offset, &h->i->offset));
}

static bool read_target(struct half *h, struct ksr_text t, bool memory_too)
{
    if (memory_too && t.n && t.at[t.n - 1] == ')')
        return read_memory(h, t);
    if (t.n == 0 || ksr_name_length(t) < t.n)
        return lab_report_error(h->r, t.at, "expected a label");
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
        return ksr_is(t, "@citst") || lab_report_error(h->r, t.at, "expected @citst");
    default:
        return read_target(h, t, letter == 'T');
    }
}

static bool read_operands(struct half *h, struct ksr_text t)
{
    const char *letters = lab_operation(h->i->op)->operands, *end = t.n ? t.at + t.n : NULL;
    for (; *letters && *letters != ' '; letters++) {
        struct ksr_text operand = {end, 0};
        if (t.n)
            ksr_next_part(&t, ',', &operand);
        if (operand.n == 0)
            return lab_report_error(h->r, operand.at, "an operand is missing");
        if (!read_operand(h, *letters, operand))
            return false;
    }
    t = t.n ? ksr_trimmed(t.at, t.at + t.n) : t;
    return t.n == 0 || lab_report_error(h->r, t.at, "too many operands");
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

static bool read_half(struct reading *r, int side, struct lab_inst *i)
{
    const struct ksr_instruction *n = &r->ksr.of[side == LAB_RIGHT];
    struct half h = {r, i, side, 0};
    if (!n->opcode)
        return r->ok = false;
    i->op = (enum lab_opcode)n->opcode->row;
    if (!read_operands(&h, n->operands))
        return false;
    const char *wrong = wrong_units(i, side);
    wrong = wrong ? wrong : wrong_memory(i);
    return !wrong || lab_report_error(r, n->mnemonic.at, wrong);
}

/* Checks that movin8 and movout8 share a pair, each with a register of the other unit. */
static bool check_move(struct reading *r, const struct lab_pair *p, const char *at)
{
    bool in = p->left.op == LAB_MOVIN8, out = p->right.op == LAB_MOVOUT8;
    if (in != out)
        return lab_report_error(r, at, "movin8 and movout8 must be in the same pair");
    return !in || lab_reg_unit(p->left.d) != lab_reg_unit(p->right.s[0]) ||
           lab_report_error(r, at, "movin8 and movout8 move between FPU and IPU");
}

void lab_read_pair(struct reading *r)
{
    struct lab_pair p = {.line = r->ksr.origin.line, .text_line = r->ksr.lines.line};
    p.left.line = p.right.line = p.line;
    bool left = read_half(r, LAB_LEFT, &p.left);
    bool ok = read_half(r, LAB_RIGHT, &p.right) && left;
    if (!ok || !check_move(r, &p, r->ksr.of[0].mnemonic.at))
        p.left = (struct lab_inst){.op = LAB_FINOP}, p.right = (struct lab_inst){.op = LAB_CXNOP};
    *array_push(&r->text->pairs) = p;
}
