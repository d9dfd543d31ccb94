/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs to steps. The delay pairs of a branch stand once more behind all code, for when it is
 * taken: there they end in going to its target. */
#include "lab/machine/code.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { DELAY_PAIRS = 2, PAIRS_A_SUBBLOCK = SUBCACHE_SUBBLOCK / LAB_PAIR_BYTES };

/* Targets are step numbers (in n of pending) until all steps stand. */
struct pending {
    uint32_t step; /* whose to it is */
    uint32_t pair; /* that it leads to, or ... */
    uint32_t at;   /* the step, where not NONE */
};
static const uint32_t NONE = UINT32_MAX;
struct branch {
    uint32_t step, pair;
};
struct making {
    struct code *code;
    const struct program *p;
    const struct program_file *file;
    uint32_t file_number;
    bool once;
    ARRAY(struct pending) pendings;
    ARRAY(struct branch) branches; /* whose delay pairs are yet to be written */
    bool in_delay;
};

static struct step *put(struct making *m, struct step s)
{
    struct code *c = m->code;
    if (c->n == c->room) {
        c->room = c->room ? 2 * c->room : 1024;
        c->steps = xrealloc(c->steps, c->room * sizeof *c->steps);
    }
    c->steps[c->n] = s;
    return &c->steps[c->n++];
}

static void lead(struct making *m, uint32_t step, uint32_t pair, uint32_t at)
{
    *array_push(&m->pendings) = (struct pending){step, pair, at};
}

/* ---- registers ---- */

static uint8_t index_of(lab_reg r)
{
    static const uint8_t first[] = {
        [LAB_FPU] = CELL_FPU, [LAB_IPU] = CELL_IPU, [LAB_CEU] = CELL_CEU};
    return (uint8_t)(first[lab_reg_unit(r)] + lab_reg_number(r));
}

/* Registers of a half: bits. */
struct registers {
    uint64_t at[(CELL_REGISTERS + 63) / 64];
};

static void add(struct registers *s, unsigned r)
{
    s->at[r / 64] |= UINT64_C(1) << r % 64;
}

static bool meet(const struct registers *x, const struct registers *y)
{
    bool any = false;
    for (size_t i = 0; i < sizeof x->at / sizeof *x->at; i++)
        any |= (x->at[i] & y->at[i]) != 0;
    return any;
}

static void add_reg(struct registers *s, lab_reg r, unsigned n)
{
    for (unsigned i = 0; r && lab_reg_unit(r) != LAB_XIU && i < n; i++)
        add(s, index_of(r) + i);
}

static void uses(const struct lab_inst *i, struct registers *reads, struct registers *writes)
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
        add(reads, CELL_CONDITION);
    if (lab_writes_condition(i->op))
        add(writes, CELL_CONDITION);
}

/* ---- instructions ---- */

/* Kind of step for each enum of work; memory by the unit of its data. */
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
#define LAB_OP(NAME, mnemonic, half, operands, class, work) WORK_##work,
#include "lab/isa/opcodes.def"
#undef LAB_OP
};

static int64_t address_of(const struct making *m, const char *symbol)
{
    return symbol ? (int64_t)program_find(m->p, m->file_number, symbol)->address : 0;
}

/* A number that stands where the step has no room for one goes through a register. */
static uint8_t number_first(struct making *m, const struct lab_inst *i, uint32_t pair)
{
    put(m, (struct step){.kind = STEP_IMMEDIATE,
                         .d = CELL_NUMBER,
                         .pair = pair,
                         .imm = i->imm + address_of(m, i->symbol)});
    return CELL_NUMBER;
}

/* With the operand that may be a number second: shifts take it so. */
static struct lab_inst turned(const struct lab_inst *i)
{
    static const enum lab_opcode turning[] = {LAB_ADD8, LAB_MUL8,  LAB_AND8,    LAB_OR8,
                                              LAB_XOR8, LAB_SADD8, LAB_ITSTEQ8, LAB_ITSTNE8};
    struct lab_inst x = *i;
    bool turn = i->op == LAB_ASH8;
    for (size_t k = 0; k < sizeof turning / sizeof *turning; k++)
        turn |= i->op == turning[k] && i->immediate[0] && i->scale == 0;
    if (turn) {
        x.s[0] = i->s[1], x.s[1] = i->s[0];
        x.immediate[0] = i->immediate[1], x.immediate[1] = i->immediate[0];
    }
    return x;
}

static struct step sources(struct making *m, const struct lab_inst *given, uint32_t pair)
{
    struct lab_inst turned_one = turned(given);
    const struct lab_inst *i = &turned_one;
    struct step s = {.a = CELL_ZERO, .b = CELL_ZERO, .pair = pair, .d = CELL_NOWHERE};
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

/* A half that is no branch; n: what it leaves, or CELL_NOWHERE. */
static void put_half(struct making *m, const struct lab_inst *i, uint32_t pair)
{
    enum work work = (enum work)work_of[i->op];
    struct step s = sources(m, i, pair);
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
    put(m, s);
}

static void move(struct making *m, unsigned from, unsigned to, uint32_t pair)
{
    put(m, (struct step){.kind = STEP_MOVE, .a = (uint8_t)from, .d = (uint8_t)to, .pair = pair});
}

/* ---- pairs that are no branches ---- */

/* Right reads what left is to write: so it comes first. (No right half both reads and writes what
 * left halves write, but for movb8_8, which sees what they wrote.) */
static bool right_first(const struct lab_pair *p)
{
    struct registers reads, writes, none;
    uses(&p->left, &none, &writes);
    uses(&p->right, &reads, &none);
    return p->right.op != LAB_MOVB8 && meet(&writes, &reads);
}

static void put_both(struct making *m, const struct lab_pair *p, uint32_t pair)
{
    bool right = right_first(p);
    const struct lab_inst *first = right ? &p->right : &p->left,
                          *second = right ? &p->left : &p->right;
    if (!lab_is_nop(first))
        put_half(m, first, pair);
    if (!lab_is_nop(second))
        put_half(m, second, pair);
}

/* Something to be done, for ends of the pair to stand on. */
static void put_plain(struct making *m, const struct lab_pair *p, uint32_t pair)
{
    size_t before = m->code->n;
    if (p->left.op == LAB_MOVIN8)
        move(m, index_of(p->right.s[0]), index_of(p->left.d), pair);
    else
        put_both(m, p, pair);
    if (m->code->n == before)
        put(m, (struct step){.kind = STEP_NOP, .d = CELL_NOWHERE, .pair = pair});
    m->code->steps[m->code->n - 1].ends = 1;
}

/* ---- branches ---- */

static bool ends_in(enum lab_opcode op, char letter)
{
    const char *name = lab_operation(op)->mnemonic;
    return name[0] == 'b' && name[strlen(name) - 1] == letter;
}

static const struct lab_pair *pair_of(const struct making *m, uint32_t pair)
{
    const struct program_file *f;
    return program_pair(m->p, pair, &f);
}

static void put_fetch(struct making *m, uint32_t pair)
{
    put(m, (struct step){.kind = STEP_FETCH, .pair = pair / PAIRS_A_SUBBLOCK});
}

static void put_left(struct making *m, const struct lab_pair *p, uint32_t pair)
{
    struct lab_pair left = {.left = p->left, .right = {.op = LAB_CXNOP}};
    put_plain(m, &left, pair);
}

/* The test first, for it sees what was before the pair; then, taken or not, the left half. */
static void put_branch(struct making *m, const struct lab_pair *p, uint32_t pair)
{
    const struct lab_inst *i = &p->right;
    struct step s = sources(m, i, pair);
    bool away = !i->target;
    s.kind = i->op == LAB_JMP   ? (away ? STEP_JUMP_TO : STEP_JUMP)
             : i->op == LAB_JSR ? (away ? STEP_CALL_TO : STEP_CALL)
                                : kinds[work_of[i->op]].kind;
    if (i->base)
        s.a = index_of(i->base);
    s.ends = lab_is_nop(&p->left);
    *array_push(&m->branches) = (struct branch){(uint32_t)m->code->n, pair};
    put(m, s);
    if (!lab_is_nop(&p->left))
        put_left(m, p, pair);
    if (ends_in(i->op, 'f')) { /* not taken: its delay pairs are quashed */
        put_fetch(m, pair + 1 + DELAY_PAIRS);
        lead(m, (uint32_t)m->code->n, pair + 1 + DELAY_PAIRS, NONE);
        put(m, (struct step){.kind = STEP_GO, .n = DELAY_PAIRS, .pair = pair});
    }
}

static void put_pair(struct making *m, uint32_t pair)
{
    const struct lab_pair *p = pair_of(m, pair);
    if (pair % PAIRS_A_SUBBLOCK == 0)
        put_fetch(m, pair);
    if (!p)
        put(m, (struct step){.kind = STEP_END_OF_TEXT, .pair = pair ? pair - 1 : 0});
    else if (lab_is_branch(p->right.op) && m->in_delay)
        put(m, (struct step){.kind = STEP_DELAY_BRANCH, .pair = pair});
    else if (lab_is_branch(p->right.op))
        put_branch(m, p, pair);
    else
        put_plain(m, p, pair);
}

/* What a branch that is taken goes on with: the left half, the delay pairs, and away. */
static void put_taken(struct making *m, const struct branch *b)
{
    const struct lab_pair *p = pair_of(m, b->pair);
    const struct lab_inst *i = &p->right;
    bool quashed = ends_in(i->op, 't');
    lead(m, b->step, NONE, (uint32_t)m->code->n);
    if (!lab_is_nop(&p->left))
        put_left(m, p, b->pair);
    for (uint32_t k = 1; !quashed && k <= DELAY_PAIRS; k++)
        put_pair(m, b->pair + k);
    if (!i->target) {
        put(m, (struct step){.kind = STEP_GO_BACK, .pair = b->pair});
        return;
    }
    uint64_t address = program_find(m->p, m->file_number, i->target)->address;
    uint32_t target = (uint32_t)((address - LAB_TEXT) / LAB_PAIR_BYTES);
    put_fetch(m, target);
    lead(m, (uint32_t)m->code->n, target, NONE);
    put(m, (struct step){.kind = STEP_GO, .n = quashed ? DELAY_PAIRS : 0, .pair = b->pair});
}

/* ---- the whole ---- */

static void put_file(struct making *m, uint32_t number)
{
    m->file = m->p->files.at[number];
    m->file_number = number;
    m->branches.n = 0;
    m->in_delay = false;
    for (uint32_t i = 0; i < m->file->text.pairs.n; i++) {
        m->code->entry[m->file->first + i] = (uint32_t)m->code->n;
        put_pair(m, m->file->first + i);
    }
    put(m, (struct step){.kind = STEP_END_OF_TEXT,
                         .pair = m->code->n ? m->code->steps[m->code->n - 1].pair : 0});
    m->in_delay = true;
    for (size_t i = 0; i < m->branches.n; i++)
        put_taken(m, &m->branches.at[i]);
}

static void settle(struct making *m)
{
    struct code *c = m->code;
    for (size_t i = 0; i < m->pendings.n; i++) {
        const struct pending *q = &m->pendings.at[i];
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

struct code *code_make(const struct program *p, const struct code_options *o)
{
    struct code *c = xmalloc(sizeof *c);
    struct making m = {.code = c, .p = p, .once = o->triads_once};
    *c = (struct code){.program = p};
    c->entry = xmalloc((p->pairs + 1) * sizeof *c->entry);
    c->subblocks = p->pairs / PAIRS_A_SUBBLOCK + 1;
    for (uint32_t i = 0; i < p->files.n; i++)
        put_file(&m, i);
    c->entry[p->pairs] = (uint32_t)c->n;
    put(&m, (struct step){.kind = STEP_END_OF_TEXT, .pair = p->pairs - 1});
    settle(&m);
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
