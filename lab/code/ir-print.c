/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the IR for kfc --dump. Virtual registers are %vfN, %viN, %vcN; a place is
 * object+offset+scale*register. */
#include "lab/code/ir.h"

#include <inttypes.h>
#include <string.h>

static const char unit_letters[] = "?ficx";

static void print_register(lab_reg r, FILE *out)
{
    static const char *const names[] = {"sp", "fp", "cp", "rc"};
    char unit = unit_letters[lab_reg_unit(r)];
    uint32_t n = lab_reg_number(r);
    if (r == 0)
        fputs("none", out);
    else if (n >= LAB_VIRTUAL)
        fprintf(out, "%%v%c%" PRIu32, unit, n - LAB_VIRTUAL);
    else if (unit == 'c' && n >= LAB_SP)
        fprintf(out, "%%%s", names[n - LAB_SP]);
    else
        fprintf(out, "%%%c%" PRIu32, unit, n);
}

static void print_place(const struct ir_place *p, FILE *out)
{
    fprintf(out, "[%s", p->object->name);
    if (p->offset)
        fprintf(out, "%+" PRId64, p->offset);
    for (int i = 0; i < p->n_terms; i++) {
        fprintf(out, "%+" PRId64 "*", p->terms[i].scale);
        print_register(p->terms[i].index, out);
    }
    fputs("]", out);
}

static void print_sources(const struct lab_inst *i, int n, FILE *out)
{
    for (int k = 0; k < n; k++) {
        fputs(k ? ", " : " ", out);
        if (i->immediate[k])
            fprintf(out, "%" PRId64, i->imm);
        else
            print_register(i->s[k], out);
    }
}

static int sources(enum lab_opcode op)
{
    int n = 0;
    for (const char *c = lab_operation(op)->operands; *c && *c != ' '; c++)
        n += *c == 'f' || *c == 'i' || *c == 'c' || *c == 'r';
    return n > LAB_SOURCES ? LAB_SOURCES : n;
}

static void print_instruction(const struct lab_inst *i, FILE *out)
{
    if (i->d) {
        print_register(i->d, out);
        fputs(" = ", out);
    }
    fputs(lab_operation(i->op)->mnemonic, out);
    if (strchr(lab_operation(i->op)->operands, 'n'))
        fprintf(out, " %" PRId64 "%s", i->imm, sources(i->op) ? "," : "");
    print_sources(i, sources(i->op), out);
    if (i->place) {
        fputs(" ", out);
        print_place(i->place, out);
    } else if (i->base) {
        fprintf(out, " %" PRId64 "(", i->offset);
        print_register(i->base, out);
        fputs(")", out);
    }
    if (i->symbol)
        fprintf(out, " %s", i->symbol);
}

static void print_call(const struct ir_inst *i, FILE *out)
{
    if (i->inst.d) {
        print_register(i->inst.d, out);
        fputs(" = ", out);
    }
    fputs("call ", out);
    if (i->pointer)
        print_register(i->pointer, out);
    else
        fputs(i->callee, out);
    for (uint32_t k = 0; k < i->n_args; k++) {
        fputs(k ? ", " : " ", out);
        print_register(i->args[k], out);
    }
}

static void print_line(const struct ir_inst *i, FILE *out)
{
    fputs("    ", out);
    switch (i->op) {
    case IR_INST:
        print_instruction(&i->inst, out);
        break;
    case IR_CALL:
        print_call(i, out);
        break;
    case IR_RETURN:
        fputs("return", out);
        if (i->inst.s[0]) {
            fputs(" ", out);
            print_register(i->inst.s[0], out);
        }
        break;
    case IR_ADDRESS:
        print_register(i->inst.d, out);
        fputs(" = address ", out);
        print_place(i->inst.place, out);
        break;
    }
    fputs("\n", out);
}

static void print_end(const struct ir_block *b, FILE *out)
{
    switch (b->end) {
    case END_JUMP:
        fprintf(out, "    jump b%" PRIu32 "\n", b->next[0]->id);
        break;
    case END_BRANCH:
        fprintf(out, "    %s", lab_operation(b->test)->mnemonic);
        print_sources(&b->compare, 2, out);
        fprintf(out, " ? b%" PRIu32 " : b%" PRIu32 "\n", b->next[1]->id, b->next[0]->id);
        break;
    case END_STOP:
        fputs("    stop\n", out);
        break;
    case END_RETURN:
        break;
    }
}

static void print_loop(const struct ir_procedure *p, size_t n, FILE *out)
{
    const struct ir_loop *k = &p->loops.at[n];
    fprintf(out, "  loop %zu line %" PRIu32, n, k->line);
    if (k->parent >= 0)
        fprintf(out, " in %d", k->parent);
    fprintf(out, " before b%" PRIu32 " head b%" PRIu32 " latch b%" PRIu32, k->before->id,
            k->head->id, k->latch->id);
    if (k->counted) {
        fputs(" trip ", out);
        print_register(k->trip, out);
        if (k->trips)
            fprintf(out, " = %" PRId64, k->trips);
    }
    if (k->counted && k->index) {
        fputs(" index ", out);
        print_register(k->index, out);
        fprintf(out, " step %" PRId64, k->step);
    }
    fputs(k->unrolled > 1 ? " unrolled\n" : "\n", out);
}

static void print_procedure(const struct ir_procedure *p, FILE *out)
{
    fprintf(out, "procedure %s", p->name);
    for (uint32_t i = 0; i < p->n_params; i++) {
        fputs(i ? ", " : " ", out);
        print_register(p->params[i], out);
    }
    fprintf(out, " frame %" PRId64 "\n", p->frame);
    for (size_t i = 0; i < p->loops.n; i++)
        print_loop(p, i, out);
    for (size_t i = 0; i < p->blocks.n; i++) {
        const struct ir_block *b = p->blocks.at[i];
        fprintf(out, "  b%" PRIu32 ":", b->id);
        if (b->loop >= 0)
            fprintf(out, " loop %d", b->loop);
        fputs("\n", out);
        for (size_t k = 0; k < b->code.n; k++)
            print_line(&b->code.at[k], out);
        print_end(b, out);
    }
}

void ir_print(const struct ir_unit *u, FILE *out)
{
    for (size_t i = 0; i < u->procedures.n; i++)
        print_procedure(u->procedures.at[i], out);
}
