/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns addresses into instructions.
 *
 * Addresses of symbols are loaded from the procedure's constant block, as in the code of the
 * KSR1's own compiler. Objects in the frame and in the block are at displacements from %fp and
 * %cp. The terms of a place are added in the IPU; the sum is moved to the CEU and added to the
 * base there. Immediates may have any size, because the widths of the instruction fields are
 * unknown; displacements stay within the range of the machine file. */
#include "lab/code/address.h"

int64_t address_constant(struct addressing *x, const char *symbol, int64_t at)
{
    int64_t byte = 8;

    for (size_t i = 0; i < x->p->constants.n; i++) {
        const struct lab_datum *d = &x->p->constants.at[i];
        if (d->bytes == 8 && d->repeat == 1 && d->symbol == symbol && (int64_t)d->bits == at)
            return byte;
        byte += (int64_t)((d->bytes == 0 ? 1 : d->bytes) * d->repeat);
    }
    *array_push(&x->p->constants) =
        (struct lab_datum){.bytes = 8, .repeat = 1, .bits = (uint64_t)at, .symbol = symbol};
    return byte;
}

static struct object *constants_object(struct addressing *x)
{
    if (!x->constants) {
        x->constants = ARENA_NEW(x->arena, struct object);
        x->constants->name = "constants";
        x->constants->kind = OBJECT_BLOCK;
        x->constants->group = -1;
        x->constants->constant = true;
    }
    return x->constants;
}

/* Loads the address symbol + at. */
static lab_reg load_address(struct addressing *x, ir_code *code, const char *symbol, int64_t at,
                            uint32_t line)
{
    lab_reg r = ir_register(x->p, LAB_CEU);
    struct ir_inst i = ir_of_registers(LAB_LD8, r, 0, 0, line);
    struct ir_place *p = ARENA_NEW(x->arena, struct ir_place);

    *p = (struct ir_place){.object = constants_object(x), .bytes = 8};
    p->offset = address_constant(x, symbol, at);
    i.inst.base = lab_register(LAB_CEU, LAB_CP);
    i.inst.offset = p->offset;
    i.inst.place = p;
    *array_push(code) = i;
    return r;
}

lab_reg address_object(struct addressing *x, ir_code *code, const struct object *o, int64_t *offset,
                       uint32_t line)
{
    switch (o->kind) {
    case OBJECT_FRAME:
        *offset = o->at;
        return lab_register(LAB_CEU, LAB_FP);
    case OBJECT_BLOCK:
        *offset = o->at;
        return lab_register(LAB_CEU, LAB_CP);
    case OBJECT_ARGUMENT:
        *offset = 0;
        return o->address;
    default:
        *offset = 0;
        return load_address(x, code, o->symbol, o->at, line);
    }
}

/* Returns a term's index times its scale. */
static lab_reg scale_term(struct addressing *x, ir_code *code, const struct ir_place_term *t,
                          uint32_t line)
{
    if (t->scale == 1)
        return t->index;
    lab_reg r = ir_register(x->p, LAB_IPU);
    int log2 = ir_log2(t->scale);
    *array_push(code) = log2 > 0 ? ir_of_number(LAB_ASH8, r, t->index, 0, log2, line)
                                 : ir_of_number(LAB_MUL8, r, t->index, 1, t->scale, line);
    return r;
}

lab_reg address_terms(struct addressing *x, ir_code *code, const struct ir_place *p, uint32_t line)
{
    lab_reg sum = 0;

    for (int t = 0; t < p->n_terms; t++) {
        lab_reg term = scale_term(x, code, &p->terms[t], line);
        if (sum == 0) {
            sum = term;
            continue;
        }
        lab_reg more = ir_register(x->p, LAB_IPU);
        *array_push(code) = ir_of_registers(LAB_ADD8, more, sum, term, line);
        sum = more;
    }
    return sum;
}

lab_reg address_plus(struct addressing *x, ir_code *code, lab_reg r, int64_t bytes, uint32_t line)
{
    lab_reg d = ir_register(x->p, LAB_CEU);
    *array_push(code) = ir_of_number(LAB_SADD8, d, r, 1, bytes, line);
    return d;
}

/* Returns base + a sum in the IPU. */
static lab_reg add_terms(struct addressing *x, ir_code *code, lab_reg base, lab_reg sum,
                         uint32_t line)
{
    lab_reg moved = ir_register(x->p, LAB_CEU), d = ir_register(x->p, LAB_CEU);

    *array_push(code) = ir_of_registers(LAB_MOVB8, moved, sum, 0, line);
    *array_push(code) = ir_of_registers(LAB_SADD8, d, moved, base, line);
    return d;
}

lab_reg address_place(struct addressing *x, ir_code *code, const struct ir_place *p, bool whole,
                      int64_t *offset, uint32_t line)
{
    lab_reg base = address_object(x, code, p->object, offset, line);
    lab_reg sum = address_terms(x, code, p, line);

    *offset += p->offset;
    if (sum != 0)
        base = add_terms(x, code, base, sum, line);
    if (whole ? *offset == 0 : *offset >= -x->reach && *offset < x->reach)
        return base;
    base = address_plus(x, code, base, *offset, line);
    *offset = 0;
    return base;
}
