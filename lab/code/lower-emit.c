/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks and instructions of the current procedure. */
#include "lab/code/lower.h"
#include "base/bits.h"

#include <string.h>

enum { MOST_SEARCHED = 1024 };

const struct lower_type lower_integer = {TYPE_INTEGER, 4}, lower_integer8 = {TYPE_INTEGER, 8},
                        lower_logical = {TYPE_LOGICAL, 4}, lower_real = {TYPE_REAL, 4},
                        lower_double = {TYPE_DOUBLE, 8}, lower_none = {TYPE_NONE, 0},
                        lower_byte = {TYPE_INTEGER, 1};

/* ---- complex values ---- */

struct value lower_complex(struct lower *l, struct value re, struct value im)
{
    struct value v = {.type = lower_complex_type(re.type), .kind = VALUE_COMPLEX};
    v.parts = ARENA_ARRAY(l->arena, struct value, 2);
    v.parts[0] = re;
    v.parts[1] = im;
    v.parts[0].fresh = v.parts[1].fresh = false;
    return v;
}

/* ---- blocks ---- */

struct ir_block *lower_block(struct lower *l)
{
    struct ir_block *b = ARENA_NEW(l->arena, struct ir_block);
    b->loop = -1;
    return b;
}

static void append_block(struct lower *l, struct ir_block *b)
{
    b->id = (uint32_t)l->p->blocks.n;
    b->loop = l->loop;
    b->line = l->stmt ? (uint32_t)l->stmt->line : 0;
    *array_push(&l->p->blocks) = b;
    l->now = b;
}

void lower_start_block(struct lower *l, struct ir_block *b)
{
    if (l->now) {
        l->now->end = END_JUMP;
        l->now->next[0] = b;
    }
    append_block(l, b);
}

void lower_jump(struct lower *l, struct ir_block *to)
{
    l->now->end = END_JUMP;
    l->now->next[0] = to;
    l->now = NULL;
    append_block(l, lower_block(l));
}

/* Returns whether the register is in the unit that a letter of lab_operation()->operands names. */
static bool is_in_unit(lab_reg r, char letter)
{
    if (letter == 'f')
        return lab_reg_unit(r) == LAB_FPU;
    return letter != 'i' || lab_reg_unit(r) == LAB_IPU;
}

/* Sets the sources of a test or an operation: registers, and at most one immediate. */
static void set_sources(struct lower *l, struct lab_inst *i, int n, const struct value *s)
{
    bool immediate = false;
    for (int k = 0; k < n; k++) {
        char letter = lab_operation(i->op)->operands[k];
        if (s[k].kind == VALUE_INTEGER && !immediate && strchr("ic", letter)) {
            i->immediate[k] = immediate = true;
            i->imm = s[k].integer;
        } else {
            i->s[k] = lower_register(l, s[k]);
            lower_require(l, NULL, is_in_unit(i->s[k], letter));
        }
    }
}

/* Returns an instruction with sources s. Loads constants that cannot be immediates first. */
static struct lab_inst make_instruction(struct lower *l, enum lab_opcode op, int n,
                                        const struct value *s)
{
    struct lab_inst i = {.op = op, .line = l->stmt ? (uint32_t)l->stmt->line : 0};
    set_sources(l, &i, n, s);
    return i;
}

void lower_branch(struct lower *l, enum lab_opcode test, struct value a, struct value b,
                  struct ir_block *yes, struct ir_block *no)
{
    struct value s[] = {a, b};
    struct lab_inst compare = make_instruction(l, test, 2, s);
    l->now->end = END_BRANCH;
    l->now->test = test;
    l->now->compare = compare;
    l->now->next[0] = no;
    l->now->next[1] = yes;
    l->now = NULL;
    append_block(l, lower_block(l));
}

/* ---- instructions ---- */

struct ir_inst *lower_push_inst(struct lower *l, enum ir_op op)
{
    struct ir_inst *i = array_push(&l->now->code);
    *i = (struct ir_inst){.op = op};
    i->inst.line = l->stmt ? (uint32_t)l->stmt->line : 0;
    return i;
}

static void push_instruction(struct lower *l, struct lab_inst i)
{
    lower_push_inst(l, IR_INST)->inst = i;
}

static struct value register_value(lab_reg r, struct lower_type t)
{
    return (struct value){.type = t, .kind = VALUE_REGISTER, .fresh = true, .reg = r};
}

struct value lower_operation(struct lower *l, enum lab_opcode op, struct lower_type t, int n,
                             const struct value *s)
{
    struct lab_inst i = make_instruction(l, op, n, s);
    i.d = ir_register(l->p, lower_unit(t));
    push_instruction(l, i);
    return register_value(i.d, t);
}

struct value lower_unary(struct lower *l, enum lab_opcode op, struct lower_type t, struct value a)
{
    return lower_operation(l, op, t, 1, &a);
}

struct value lower_binary(struct lower *l, enum lab_opcode op, struct lower_type t, struct value a,
                          struct value b)
{
    struct value s[] = {a, b};
    return lower_operation(l, op, t, 2, s);
}

/* Returns the place of a constant in the procedure's constant block, after the address of its
 * text. Equal constants share a place if at most MOST_SEARCHED entries separate them. */
static struct ir_place constant_place(struct lower *l, double x)
{
    struct ir_procedure *p = l->p;
    uint64_t bits = double_bits(x);
    size_t i;
    for (i = p->constants.n > MOST_SEARCHED ? p->constants.n - MOST_SEARCHED : 0;
         i < p->constants.n; i++)
        if (p->constants.at[i].bits == bits && !p->constants.at[i].symbol)
            break;
    if (i == p->constants.n)
        *array_push(&p->constants) = (struct lab_datum){.bytes = 8, .repeat = 1, .bits = bits};
    return (struct ir_place){
        .object = l->constants, .offset = 8 + 8 * (int64_t)i, .bytes = 8, .floating = true};
}

static lab_reg real_register(struct lower *l, double x)
{
    struct ir_place *place = ARENA_NEW(l->arena, struct ir_place);
    *place = constant_place(l, x);
    return lower_load(l, place, lower_double).reg;
}

lab_reg lower_register(struct lower *l, struct value v)
{
    if (v.kind == VALUE_REGISTER)
        return v.reg;
    if (v.kind == VALUE_REAL)
        return real_register(l, v.real);
    if (v.kind == VALUE_CHARACTERS)
        return lower_address(l, v.place);
    lower_require(l, NULL, v.kind == VALUE_INTEGER);
    struct lab_inst i = {.op = LAB_MOVI8,
                         .line = l->stmt ? (uint32_t)l->stmt->line : 0,
                         .imm = v.integer,
                         .immediate = {true}};
    if (v.kind == VALUE_NOTHING && lower_is_float(v.type))
        return real_register(l, 0);
    i.d = ir_register(l->p, LAB_IPU);
    push_instruction(l, i);
    return i.d;
}

void lower_move(struct lower *l, lab_reg to, struct value v)
{
    size_t n = l->now->code.n;
    struct ir_inst *last = n ? &l->now->code.at[n - 1] : NULL;
    if (v.kind == VALUE_REGISTER && v.fresh && last && last->inst.d == v.reg) {
        last->inst.d = to;
        return;
    }
    if (v.kind == VALUE_INTEGER) {
        push_instruction(l, (struct lab_inst){.op = LAB_MOVI8,
                                              .d = to,
                                              .immediate = {true},
                                              .imm = v.integer,
                                              .line = l->stmt ? (uint32_t)l->stmt->line : 0});
        return;
    }
    if (v.kind == VALUE_REAL) {
        lower_move(l, to, register_value(real_register(l, v.real), lower_double));
        return;
    }
    struct lab_inst i = make_instruction(l, LAB_MOV8, 1, &v);
    i.d = to;
    push_instruction(l, i);
}

lab_reg lower_to_ceu(struct lower *l, lab_reg ipu)
{
    struct ir_inst *i = lower_push_inst(l, IR_INST);
    i->inst.op = LAB_MOVB8;
    i->inst.s[0] = ipu;
    return i->inst.d = ir_register(l->p, LAB_CEU);
}

struct value lower_cross(struct lower *l, struct value v, struct lower_type t)
{
    lab_reg from = lower_register(l, v);
    struct ir_inst *i = lower_push_inst(l, IR_INST);
    i->inst.op = LAB_MOVOUT8;
    i->inst.s[0] = from;
    i = lower_push_inst(l, IR_INST);
    i->inst.op = LAB_MOVIN8;
    i->inst.d = ir_register(l->p, lower_unit(t));
    return register_value(i->inst.d, t);
}

struct value lower_select(struct lower *l, enum lab_opcode test, struct value a, struct value b,
                          struct value yes, struct value no)
{
    bool real = lower_is_float(yes.type);
    struct value s[] = {register_value(lower_register(l, yes), yes.type), no};
    if (real || no.kind != VALUE_INTEGER)
        s[1] = register_value(lower_register(l, no), no.type);
    struct value t[] = {a, b};
    struct lab_inst compare = make_instruction(l, test, 2, t);
    push_instruction(l, compare);
    return lower_operation(l, real ? LAB_FSEL8 : LAB_SELSC8, yes.type, 2, s);
}

struct value lower_test(struct lower *l, enum lab_opcode test, struct value a, struct value b)
{
    struct value one = lower_constant(1), none = lower_constant(0);
    one.type = none.type = lower_logical;
    return lower_select(l, test, a, b, one, none);
}

/* ---- memory ---- */

static const struct ir_place *copy_place(struct lower *l, const struct ir_place *place)
{
    struct ir_place *p = ARENA_NEW(l->arena, struct ir_place);
    *p = *place;
    return p;
}

/* Returns the place of the imaginary part, which follows the real part. */
static struct ir_place second_part(const struct ir_place *place)
{
    struct ir_place im = *place;
    im.offset += place->bytes;
    return im;
}

static struct value load_complex(struct lower *l, const struct ir_place *place, struct lower_type t)
{
    struct lower_type part = t.type == TYPE_COMPLEX ? lower_real : lower_double;
    struct ir_place im = second_part(place);
    struct value re = lower_load(l, place, part);
    return lower_complex(l, re, lower_load(l, &im, part));
}

struct value lower_load(struct lower *l, const struct ir_place *place, struct lower_type t)
{
    if (lower_is_complex(t))
        return load_complex(l, place, t);
    struct ir_inst *i = lower_push_inst(l, IR_INST);
    i->inst.op = t.bytes == 8 ? LAB_LD8 : t.bytes == 4 ? LAB_LD4 : LAB_LD1;
    i->inst.place = copy_place(l, place);
    i->inst.d = ir_register(l->p, lower_unit(t));
    return register_value(i->inst.d, t);
}

void lower_store(struct lower *l, const struct ir_place *place, struct value v)
{
    if (v.kind == VALUE_COMPLEX) {
        struct ir_place im = second_part(place);
        lower_store(l, place, v.parts[0]);
        lower_store(l, &im, v.parts[1]);
        return;
    }
    lab_reg from = lower_register(l, v);
    struct ir_inst *i = lower_push_inst(l, IR_INST);
    i->inst.op = place->bytes == 8 ? LAB_ST8 : place->bytes == 4 ? LAB_ST4 : LAB_ST1;
    i->inst.place = copy_place(l, place);
    i->inst.s[0] = from;
}

lab_reg lower_address(struct lower *l, const struct ir_place *place)
{
    struct ir_inst *i = lower_push_inst(l, IR_ADDRESS);
    i->inst.place = copy_place(l, place);
    place->object->escapes = !place->object->constant;
    return i->inst.d = ir_register(l->p, LAB_CEU);
}

/* ---- calls ---- */

struct value lower_call(struct lower *l, const char *callee, struct lower_type t,
                        const lab_reg *args, uint32_t n)
{
    lab_reg *own = ARENA_ARRAY(l->arena, lab_reg, n + 1);
    for (uint32_t k = 0; k < n; k++)
        own[k] = args[k];
    struct ir_inst *i = lower_push_inst(l, IR_CALL);
    i->callee = callee ? name_of(l->names, callee, strlen(callee)) : NULL;
    i->args = own;
    i->n_args = n;
    if (t.type == TYPE_NONE)
        return (struct value){0};
    i->inst.d = ir_register(l->p, lower_unit(t));
    return register_value(i->inst.d, t);
}

struct value lower_library(struct lower *l, const char *name, struct lower_type t, int n,
                           const struct value *args)
{
    lab_reg *regs = ARENA_ARRAY(l->arena, lab_reg, (size_t)n + 1);
    for (int k = 0; k < n; k++)
        regs[k] = lower_register(l, args[k]);
    return lower_call(l, name, t, regs, (uint32_t)n);
}
