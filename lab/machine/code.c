/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles pairs into steps. The delay pairs of a branch are duplicated after all code for the
 * taken branch; that copy ends in a jump to the target. */
#include "lab/machine/code.h"
#include "base/util.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { DELAY_PAIRS = 2, PAIRS_A_SUBBLOCK = SUBCACHE_SUBBLOCK / LAB_PAIR_BYTES };

/* A jump whose target is resolved after all steps exist. */
struct pending_jump {
    uint32_t step; /* the jump */
    uint32_t pair; /* its target pair, or ... */
    uint32_t at;   /* its target step, if not NONE */
};
static const uint32_t NONE = UINT32_MAX;
struct branch {
    uint32_t step, pair;
};
struct code_builder {
    struct code *code;
    const struct program *p;
    const struct program_file *file;
    uint32_t file_number;
    bool once;
    ARRAY(struct pending_jump) pendings;
    ARRAY(struct branch) branches; /* with delay pairs still to be compiled */
    bool in_delay;
};

static struct step *put_step(struct code_builder *m, struct step s)
{
    struct code *c = m->code;
    if (c->n == c->room) {
        c->room = c->room ? 2 * c->room : 1024;
        c->steps = xrealloc(c->steps, c->room * sizeof *c->steps);
    }
    c->steps[c->n] = s;
    return &c->steps[c->n++];
}

static void add_pending_jump(struct code_builder *m, uint32_t step, uint32_t pair, uint32_t at)
{
    *array_push(&m->pendings) = (struct pending_jump){step, pair, at};
}

/* ---- registers ---- */

static uint8_t index_of(lab_reg r)
{
    static const uint8_t first[] = {
        [LAB_FPU] = CELL_FPU, [LAB_IPU] = CELL_IPU, [LAB_CEU] = CELL_CEU};
    return (uint8_t)(first[lab_reg_unit(r)] + lab_reg_number(r));
}

/* A set of registers, as bits. */
struct registers {
    uint64_t at[(CELL_REGISTERS + 63) / 64];
};

static void add_register(struct registers *s, unsigned r)
{
    s->at[r / 64] |= UINT64_C(1) << r % 64;
}

static bool sets_intersect(const struct registers *x, const struct registers *y)
{
    bool any = false;
    for (size_t i = 0; i < COUNT_OF(x->at); i++)
        any |= (x->at[i] & y->at[i]) != 0;
    return any;
}

static void add_reg(struct registers *s, lab_reg r, unsigned n)
{
    for (unsigned i = 0; r && lab_reg_unit(r) != LAB_XIU && i < n; i++)
        add_register(s, index_of(r) + i);
}

static void find_registers(const struct lab_inst *i, struct registers *reads,
                           struct registers *writes)
{
    bool store = lab_is_store(i->op);
    unsigned n = lab_memory_bytes(i->op) == 64 ? 8 : 1;
    *reads = *writes = (struct registers){0};
    for (int k = 0; k < LAB_SOURCES; k++)
        if (!i->immediate[k])
            add_reg(reads, i->s[k], store ? n : 1);
    add_reg(reads, i->base, 1);
    if (lab_reads_destination(i->op))
        add_reg(reads, i->d, 1);
    add_reg(writes, i->d, n);
    if (lab_reads_condition(i->op))
        add_register(reads, CELL_CONDITION);
    if (lab_writes_condition(i->op))
        add_register(writes, CELL_CONDITION);
}

/* ---- instructions ---- */

/* The kind of step for each enum work; for memory, by the unit of its data. */
static const struct {
    uint16_t kind, floating, once;
    uint8_t n;
} kinds[] = {
#define WORK(NAME, kind, floating, once, n) {STEP_##kind, STEP_##floating, STEP_##once, n},
#include "lab/machine/works.def"
#undef WORK
};
enum work {
#define WORK(NAME, kind, floating, once, n) WORK_##NAME,
#include "lab/machine/works.def"
#undef WORK
};
static const uint8_t work_of[] = {
#define OPCODE(NAME, name, ending, half, kind, n, operands, work) WORK_##work,
#include "ksr-asm/opcodes.def"
#undef OPCODE
};

static int64_t address_of(const struct code_builder *m, const char *symbol)
{
    return symbol ? (int64_t)program_find(m->p, m->file_number, symbol)->address : 0;
}

/* Loads a number into CELL_NUMBER if the step has no field for it. */
static uint8_t number_first(struct code_builder *m, const struct lab_inst *i, uint32_t pair)
{
    put_step(m, (struct step){.kind = STEP_IMMEDIATE,
                              .d = CELL_NUMBER,
                              .pair = pair,
                              .imm = i->imm + address_of(m, i->symbol)});
    return CELL_NUMBER;
}

/* Swaps operands so that a number is the second one, as shifts require. */
static struct lab_inst swap_operands(const struct lab_inst *i)
{
    static const enum lab_opcode turning[] = {LAB_ADD8, LAB_MUL8,  LAB_AND8,    LAB_OR8,
                                              LAB_XOR8, LAB_SADD8, LAB_ITSTEQ8, LAB_ITSTNE8};
    struct lab_inst x = *i;
    bool turn = i->op == LAB_ASH8;
    for (size_t k = 0; k < COUNT_OF(turning); k++)
        turn |= i->op == turning[k] && i->immediate[0] && i->scale == 0;
    if (turn) {
        x.s[0] = i->s[1], x.s[1] = i->s[0];
        x.immediate[0] = i->immediate[1], x.immediate[1] = i->immediate[0];
    }
    return x;
}

static struct step step_operands(struct code_builder *m, const struct lab_inst *given,
                                 uint32_t pair)
{
    struct lab_inst swapped = swap_operands(given);
    const struct lab_inst *i = &swapped;
    struct step s = {.a = CELL_ZERO, .b = CELL_ZERO, .pair = pair, .d = CELL_DISCARDED};
    bool memory = i->base != 0;
    if (i->immediate[0])
        s.a = number_first(m, i, pair);
    else if (i->s[0] && lab_reg_unit(i->s[0]) != LAB_XIU)
        s.a = index_of(i->s[0]);
    if (i->s[1])
        s.b = index_of(i->s[1]);
    if (memory || i->immediate[1] || i->op == LAB_MOVI8)
        s.imm = (memory ? i->offset : i->imm) + address_of(m, i->symbol);
    if (i->d)
        s.d = index_of(i->d);
    if (lab_writes_condition(i->op))
        s.d = CELL_CONDITION;
    return s;
}

/* Compiles a half that is not a branch. */
static void put_half(struct code_builder *m, const struct lab_inst *i, uint32_t pair)
{
    enum work work = (enum work)work_of[i->op];
    struct step s = step_operands(m, i, pair);
    bool store = lab_is_store(i->op);
    lab_reg data = store ? i->s[0] : i->d;
    bool floating = lab_memory_bytes(i->op) && lab_reg_unit(data) == LAB_FPU;
    s.kind = floating ? kinds[work].floating : m->once ? kinds[work].once : kinds[work].kind;
    s.n = kinds[work].n ? kinds[work].n - 1 : 0;
    if (store)
        s.d = s.a;
    if (i->base)
        s.a = index_of(i->base);
    if (i->op == LAB_CLRH8)
        s.n = i->imm > 64 ? 64 : (uint8_t)i->imm;
    else if (i->op == LAB_SADD8 || i->op == LAB_SSUB8)
        s.n = i->scale;
    if (i->op == LAB_SADD8 && i->scale == 0)
        s.kind = STEP_ADDRESS;
    if (lab_reg_unit(i->s[0]) == LAB_XIU)
        s.kind = STEP_TIMER;
    put_step(m, s);
}

static void put_move(struct code_builder *m, unsigned from, unsigned to, uint32_t pair)
{
    put_step(m,
             (struct step){.kind = STEP_MOVE, .a = (uint8_t)from, .d = (uint8_t)to, .pair = pair});
}

/* ---- pairs without branches ---- */

/* Returns whether the right half must run first because it reads what the left half writes. (Apart
 * from movb8_8, no right half also writes what left halves use.) */
static bool right_first(const struct lab_pair *p)
{
    struct registers reads, writes, none;
    find_registers(&p->left, &none, &writes);
    find_registers(&p->right, &reads, &none);
    return p->right.op != LAB_MOVB8 && sets_intersect(&writes, &reads);
}

static void put_both(struct code_builder *m, const struct lab_pair *p, uint32_t pair)
{
    bool right = right_first(p);
    const struct lab_inst *first = right ? &p->right : &p->left,
                          *second = right ? &p->left : &p->right;
    if (!lab_is_nop(first))
        put_half(m, first, pair);
    if (!lab_is_nop(second))
        put_half(m, second, pair);
}

/* Adds at least one step, so that the pair has an end. */
static void put_plain(struct code_builder *m, const struct lab_pair *p, uint32_t pair)
{
    size_t before = m->code->n;
    if (p->left.op == LAB_MOVIN8)
        put_move(m, index_of(p->right.s[0]), index_of(p->left.d), pair);
    else
        put_both(m, p, pair);
    if (m->code->n == before)
        put_step(m, (struct step){.kind = STEP_NOP, .d = CELL_DISCARDED, .pair = pair});
    m->code->steps[m->code->n - 1].ends = 1;
}

/* ---- branches ---- */

static bool ends_in(enum lab_opcode op, char letter)
{
    const char *name = lab_operation(op)->mnemonic;
    return name[0] == 'b' && name[strlen(name) - 1] == letter;
}

static const struct lab_pair *pair_of(const struct code_builder *m, uint32_t pair)
{
    const struct program_file *f;
    return program_pair(m->p, pair, &f);
}

static void put_fetch(struct code_builder *m, uint32_t pair)
{
    put_step(m, (struct step){.kind = STEP_FETCH, .pair = pair / PAIRS_A_SUBBLOCK});
}

static void put_left(struct code_builder *m, const struct lab_pair *p, uint32_t pair)
{
    struct lab_pair left = {.left = p->left, .right = {.op = LAB_CXNOP}};
    put_plain(m, &left, pair);
}

/* Runs the test first, with the values before the pair; then, taken or not, the left half. */
static void put_branch(struct code_builder *m, const struct lab_pair *p, uint32_t pair)
{
    const struct lab_inst *i = &p->right;
    struct step s = step_operands(m, i, pair);
    bool away = !i->target;
    s.kind = i->op == LAB_JMP   ? (away ? STEP_JUMP_TO : STEP_JUMP)
             : i->op == LAB_JSR ? (away ? STEP_CALL_TO : STEP_CALL)
                                : kinds[work_of[i->op]].kind;
    if (i->base)
        s.a = index_of(i->base);
    s.ends = lab_is_nop(&p->left);
    *array_push(&m->branches) = (struct branch){(uint32_t)m->code->n, pair};
    put_step(m, s);
    if (!lab_is_nop(&p->left))
        put_left(m, p, pair);
    if (ends_in(i->op, 'f')) { /* not taken: its delay pairs are quashed */
        put_fetch(m, pair + 1 + DELAY_PAIRS);
        add_pending_jump(m, (uint32_t)m->code->n, pair + 1 + DELAY_PAIRS, NONE);
        put_step(m, (struct step){.kind = STEP_GO, .n = DELAY_PAIRS, .pair = pair});
    }
}

static void put_pair(struct code_builder *m, uint32_t pair)
{
    const struct lab_pair *p = pair_of(m, pair);
    if (pair % PAIRS_A_SUBBLOCK == 0)
        put_fetch(m, pair);
    if (!p)
        put_step(m, (struct step){.kind = STEP_END_OF_TEXT, .pair = pair ? pair - 1 : 0});
    else if (lab_is_branch(p->right.op) && m->in_delay)
        put_step(m, (struct step){.kind = STEP_DELAY_BRANCH, .pair = pair});
    else if (lab_is_branch(p->right.op))
        put_branch(m, p, pair);
    else
        put_plain(m, p, pair);
}

/* Compiles the path of a taken branch: the left half, the delay pairs, and the jump. */
static void put_taken(struct code_builder *m, const struct branch *b)
{
    const struct lab_pair *p = pair_of(m, b->pair);
    const struct lab_inst *i = &p->right;
    bool quashed = ends_in(i->op, 't');
    add_pending_jump(m, b->step, NONE, (uint32_t)m->code->n);
    if (!lab_is_nop(&p->left))
        put_left(m, p, b->pair);
    for (uint32_t k = 1; !quashed && k <= DELAY_PAIRS; k++)
        put_pair(m, b->pair + k);
    if (!i->target) {
        put_step(m, (struct step){.kind = STEP_GO_BACK, .pair = b->pair});
        return;
    }
    uint64_t address = program_find(m->p, m->file_number, i->target)->address;
    uint32_t target = (uint32_t)((address - LAB_TEXT) / LAB_PAIR_BYTES);
    put_fetch(m, target);
    add_pending_jump(m, (uint32_t)m->code->n, target, NONE);
    put_step(m, (struct step){.kind = STEP_GO, .n = quashed ? DELAY_PAIRS : 0, .pair = b->pair});
}

/* ---- complete programs ---- */

static void put_file(struct code_builder *m, uint32_t number)
{
    m->file = m->p->files.at[number];
    m->file_number = number;
    m->branches.n = 0;
    m->in_delay = false;
    for (uint32_t i = 0; i < m->file->text.pairs.n; i++) {
        m->code->entry[m->file->first + i] = (uint32_t)m->code->n;
        put_pair(m, m->file->first + i);
    }
    put_step(m, (struct step){.kind = STEP_END_OF_TEXT,
                              .pair = m->code->n ? m->code->steps[m->code->n - 1].pair : 0});
    m->in_delay = true;
    for (size_t i = 0; i < m->branches.n; i++)
        put_taken(m, &m->branches.at[i]);
}

static void resolve_jumps(struct code_builder *m)
{
    struct code *c = m->code;
    for (size_t i = 0; i < m->pendings.n; i++) {
        const struct pending_jump *q = &m->pendings.at[i];
        uint32_t pair = q->pair < m->p->pairs ? q->pair : m->p->pairs;
        c->steps[q->step].to = &c->steps[q->at != NONE ? q->at : c->entry[pair]];
    }
    for (size_t i = 0; i < m->p->hosts.n; i++) {
        const struct program_host *h = &m->p->hosts.at[i];
        struct step *s = &c->steps[c->entry[h->pair]];
        s += s->kind == STEP_FETCH;
        *s = (struct step){.kind = STEP_HOST, .ends = 1, .pair = h->pair, .host = h};
    }
}

struct code *code_compile(const struct program *p, const struct code_options *o)
{
    struct code *c = xmalloc(sizeof *c);
    struct code_builder m = {.code = c, .p = p, .once = o->triads_once};
    *c = (struct code){.program = p};
    c->entry = xmalloc((p->pairs + 1) * sizeof *c->entry);
    c->subblocks = p->pairs / PAIRS_A_SUBBLOCK + 1;
    for (uint32_t i = 0; i < p->files.n; i++)
        put_file(&m, i);
    c->entry[p->pairs] = (uint32_t)c->n;
    put_step(&m, (struct step){.kind = STEP_END_OF_TEXT, .pair = p->pairs - 1});
    resolve_jumps(&m);
    array_free(&m.pendings);
    array_free(&m.branches);
    return c;
}

void code_free(struct code *c)
{
    free(c->steps);
    free(c->entry);
    free(c);
}
