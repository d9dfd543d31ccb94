/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the invariants of the IR between passes. */
#include "lab/code/ir.h"
#include "base/util.h"

#include <string.h>

struct check {
    const struct ir_procedure *p;
    const char *pass;
    uint32_t block;
};

static _Noreturn void fail(const struct check *c, const char *what)
{
    bug("after %s: %s, block %u: %s", c->pass, c->p->name, c->block, what);
}

static void check_register(const struct check *c, lab_reg r, const char *units)
{
    if (r == 0)
        fail(c, "an operand has no register");
    if (lab_reg_number(r) >= LAB_VIRTUAL + c->p->n_virtual)
        fail(c, "a register was never created");
    if (!strchr(units, "?ficx"[lab_reg_unit(r)]))
        fail(c, "a register is in the wrong unit");
}

static const char *units_of(char letter)
{
    switch (letter) {
    case 'f':
    case 'F':
    case 'G':
    case 'H':
        return "f";
    case 'i':
    case 'I':
        return "i";
    case 'c':
    case 'C':
        return "c";
    default:
        return "fic";
    }
}

static void check_place(const struct check *c, const struct ir_place *p)
{
    if (!p->object)
        fail(c, "a place has no object");
    if (p->n_terms < 0 || p->n_terms > (int)(COUNT_OF(p->terms)))
        fail(c, "a place has too many terms");
    for (int i = 0; i < p->n_terms; i++)
        check_register(c, p->terms[i].index, "i");
}

static void check_instruction(const struct check *c, const struct lab_inst *i)
{
    int source = 0;
    if (i->op >= LAB_OPCODES)
        fail(c, "an instruction has no opcode");
    for (const char *k = lab_operation(i->op)->operands; *k && *k != ' '; k++) {
        if (strchr("FICRGH", *k))
            check_register(c, i->d, units_of(*k));
        else if (strchr("ficr", *k)) {
            if (!i->immediate[source])
                check_register(c, i->s[source], units_of(*k));
            source++;
        } else if (*k == 'm' && i->place)
            check_place(c, i->place);
        else if (*k == 'm')
            check_register(c, i->base, "c");
    }
}

static void check_line(const struct check *c, const struct ir_inst *i)
{
    if (i->op == IR_INST)
        check_instruction(c, &i->inst);
    if (i->op == IR_ADDRESS) {
        check_place(c, i->inst.place);
        check_register(c, i->inst.d, "c");
    }
    if (i->op == IR_CALL) {
        if (!i->callee && !i->pointer)
            fail(c, "a call has no callee");
        for (uint32_t k = 0; k < i->n_args; k++)
            check_register(c, i->args[k], "fic");
    }
}

static void check_edge(const struct check *c, const struct ir_block *to)
{
    if (!to)
        fail(c, "a successor is missing");
    if (to->id >= c->p->blocks.n || c->p->blocks.at[to->id] != to)
        fail(c, "a successor is not a block of the procedure");
}

static void check_block(struct check *c, const struct ir_block *b)
{
    if (c->p->blocks.at[b->id] != b)
        fail(c, "its number belongs to another block");
    for (size_t i = 0; i < b->code.n; i++)
        check_line(c, &b->code.at[i]);
    if (b->end == END_JUMP || b->end == END_BRANCH)
        check_edge(c, b->next[0]);
    if (b->end == END_BRANCH) {
        check_edge(c, b->next[1]);
        check_instruction(c, &b->compare);
    }
    if (b->end == END_RETURN && (b->code.n == 0 || b->code.at[b->code.n - 1].op != IR_RETURN))
        fail(c, "END_RETURN without an IR_RETURN");
    if (b->loop < -1 || b->loop >= (int)c->p->loops.n)
        fail(c, "its loop does not exist");
}

static void check_loop(struct check *c, const struct ir_loop *k, size_t n)
{
    c->block = k->head->id;
    check_edge(c, k->before);
    check_edge(c, k->head);
    check_edge(c, k->latch);
    if (k->after)
        check_edge(c, k->after);
    if (k->parent >= (int)n)
        fail(c, "a loop precedes its parent");
    if (k->before->end != END_JUMP || k->before->next[0] != k->head)
        fail(c, "the block before a loop does not jump to its head");
    if (!k->counted)
        return;
    check_register(c, k->trip, "i");
    if (k->index)
        check_register(c, k->index, "i");
    if (k->latch->end != END_BRANCH || k->latch->next[1] != k->head)
        fail(c, "the latch of a counted loop does not branch to its head");
    if (!k->after || k->latch->next[0] != k->after)
        fail(c, "the latch of a counted loop does not continue after it");
}

void ir_check(const struct ir_unit *u, const char *pass)
{
    for (size_t i = 0; i < u->procedures.n; i++) {
        struct check c = {.p = u->procedures.at[i], .pass = pass};
        for (size_t k = 0; k < c.p->blocks.n; k++) {
            c.block = (uint32_t)k;
            if (c.p->blocks.at[k]->id >= c.p->blocks.n)
                fail(&c, "its number is out of range");
            check_block(&c, c.p->blocks.at[k]);
        }
        for (size_t k = 0; k < c.p->loops.n; k++)
            check_loop(&c, &c.p->loops.at[k], k);
    }
}
