/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Register allocation of random procedures. An interpreter that implements the calling convention
 * runs each procedure before it, in virtual registers, and after it, in real ones. Results must be
 * equal, and callee-saved registers must be preserved. Calls overwrite all registers that a callee
 * may change. */
#include "base/util.h"
#include "lab/code/code.h"
#include "tests/unit/check.h"

#include <stdlib.h>

enum { VIRTUALS = 4000, UNITS = 5, MEMORY = 1 << 16, STACK_TOP = 1 << 15, TEXT_OF_CALLEE = 7000 };
enum { BLOCK_OF_CALLEE = 0x9000, BLOCK_OF_SELF = 0xa000, LOCALS = 256 };

static uint64_t state;
static uint32_t random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % n;
}

/* A cell without instruction pairs and timing. */
struct machine_state {
    uint64_t r[UNITS][LAB_VIRTUAL + VIRTUALS];
    uint8_t bytes[MEMORY];
    bool condition;
    uint64_t between; /* value between a movout8 and its movin8 */
};

static uint64_t *reg(struct machine_state *m, lab_reg r)
{
    return &m->r[lab_reg_unit(r)][lab_reg_number(r)];
}

static double as_double(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static uint64_t as_bits(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static uint64_t source(struct machine_state *m, const struct lab_inst *i, int k)
{
    return i->immediate[k] ? (uint64_t)i->imm : *reg(m, i->s[k]);
}

static uint8_t *memory(struct machine_state *m, const struct lab_inst *i)
{
    uint64_t at = *reg(m, i->base) + (uint64_t)i->offset;
    if (at + 8 > MEMORY || at % 8 != 0) {
        printf("# wild access at %llx\n", (unsigned long long)at);
        test_faults++;
        at = 0;
    }
    return m->bytes + at;
}

static void execute(struct machine_state *m, const struct lab_inst *i)
{
    switch (i->op) {
    case LAB_FINOP:
        break;
    case LAB_MOVI8:
        *reg(m, i->d) = (uint64_t)i->imm;
        break;
    case LAB_MOV8:
    case LAB_MOVB8:
        *reg(m, i->d) = *reg(m, i->s[0]);
        break;
    case LAB_MOVOUT8:
        m->between = *reg(m, i->s[0]);
        break;
    case LAB_MOVIN8:
        *reg(m, i->d) = m->between;
        break;
    case LAB_ADD8:
    case LAB_SADD8:
        *reg(m, i->d) = source(m, i, 0) + source(m, i, 1);
        break;
    case LAB_XOR8:
        *reg(m, i->d) = source(m, i, 0) ^ source(m, i, 1);
        break;
    case LAB_FADD8:
        *reg(m, i->d) = as_bits(as_double(*reg(m, i->s[0])) + as_double(*reg(m, i->s[1])));
        break;
    case LAB_FMAD8:
        *reg(m, i->d) = as_bits(as_double(*reg(m, i->s[0])) * as_double(*reg(m, i->s[1])) +
                                as_double(*reg(m, i->d)));
        break;
    case LAB_LD8:
        memcpy(reg(m, i->d), memory(m, i), 8);
        break;
    case LAB_ST8:
        memcpy(memory(m, i), reg(m, i->s[0]), 8);
        break;
    case LAB_ITSTLT8:
        m->condition = (int64_t)source(m, i, 0) < (int64_t)source(m, i, 1);
        break;
    default:
        CHECK(!"an instruction of the test");
    }
}

/* Returns the result of any procedure that the tests call, after one more argument. */
static uint64_t call_result(uint64_t result, uint64_t argument)
{
    return (result * 31 + argument) ^ argument >> 7;
}

/* Runs a procedure in virtual registers. The caller has set the parameters. */
static uint64_t run_virtual(const struct ir_procedure *p, struct machine_state *m)
{
    const struct ir_block *b = p->blocks.at[0];
    for (;;) {
        for (size_t k = 0; k < b->code.n; k++) {
            const struct ir_inst *i = &b->code.at[k];
            if (i->op == IR_INST)
                execute(m, &i->inst);
            else if (i->op == IR_RETURN)
                return *reg(m, i->inst.s[0]);
            else {
                uint64_t result = i->n_args;
                for (uint32_t a = 0; a < i->n_args; a++)
                    result = call_result(result, *reg(m, i->args[a]));
                *reg(m, i->inst.d) = result;
            }
        }
        if (b->end == END_BRANCH)
            execute(m, &b->compare);
        b = b->next[b->end == END_BRANCH && m->condition];
    }
}

static bool preserved(int unit, uint32_t n)
{
    if (unit == LAB_FPU)
        return n >= 16 && n <= 63;
    return unit == LAB_IPU ? n >= 12 && n <= 30
                           : (n >= 15 && n <= 30) || (n >= LAB_SP && n <= LAB_CP);
}

static uint32_t registers_of(int unit)
{
    return unit == LAB_FPU ? 64 : unit == LAB_IPU ? 32 : LAB_CEU_REGISTERS;
}

static void clobber(struct machine_state *m)
{
    for (int u = LAB_FPU; u <= LAB_CEU; u++)
        for (uint32_t n = 0; n < registers_of(u); n++)
            if (!preserved(u, n))
                m->r[u][n] = as_bits(1e100 + n);
}

static void run_call(struct machine_state *m, const struct lab_inst *i, uint64_t n_args)
{
    uint64_t result = n_args, sp = m->r[LAB_CEU][LAB_SP];

    CHECK(*reg(m, i->base) + (uint64_t)i->offset == TEXT_OF_CALLEE + 16);
    CHECK(m->r[LAB_CEU][10] == BLOCK_OF_CALLEE);
    CHECK(sp % 128 == 0);
    for (uint64_t a = 0; a < n_args; a++) {
        uint64_t value = m->r[LAB_IPU][a < 4 ? 2 + a : 0];
        if (a >= 4)
            memcpy(&value, m->bytes + sp + 8 * (a - 4), 8);
        result = call_result(result, value);
    }
    clobber(m);
    memset(m->bytes + sp - 4096, 0x55, 4096);
    m->r[LAB_IPU][0] = result;
}

static size_t block_with(const struct lab_flow *f, const char *label)
{
    for (size_t b = 0; b < f->blocks.n; b++)
        for (size_t l = 0; l < f->blocks.at[b].labels.n; l++)
            if (f->blocks.at[b].labels.at[l] == label)
                return b;
    CHECK(!"a label that is there");
    return 0;
}

static void run_real(const struct lab_flow *f, struct machine_state *m)
{
    for (size_t b = 0; b < f->blocks.n;) {
        const struct lab_flow_block *at = &f->blocks.at[b++];
        for (size_t k = 0; k < at->code.n; k++) {
            const struct lab_inst *i = &at->code.at[k];
            if (i->op == LAB_JSR)
                run_call(m, i, (uint64_t)at->pair_after.left.imm);
            else if (i->op == LAB_JMP && !i->target) {
                CHECK(*reg(m, i->base) == 12345 && i->offset == 32);
                return;
            } else if (i->op == LAB_JMP || (i->op == LAB_BCS_QN && m->condition) ||
                       (i->op == LAB_BCC_QN && !m->condition))
                b = block_with(f, i->target);
            else if (!lab_is_branch(i->op))
                execute(m, i);
        }
    }
}

/* ---- random procedures ---- */
struct procedure_builder {
    struct ir_unit unit;
    struct ir_procedure *p;
    lab_reg pool[UNITS][80];
    uint32_t width; /* registers of each unit in the pool; determines register pressure */
    struct ir_block *b;
    const char *callee;
};

static lab_reg random_register(struct procedure_builder *k, int unit)
{
    return k->pool[unit][random_below(k->width)];
}

static void push_inst(struct procedure_builder *k, struct lab_inst i)
{
    *array_push(&k->b->code) = (struct ir_inst){.op = IR_INST, .inst = i};
}

static void push_call(struct procedure_builder *k)
{
    uint32_t n = random_below(8);
    lab_reg *args = ARENA_ARRAY(k->unit.arena, lab_reg, n + 1);

    for (uint32_t a = 0; a < n; a++)
        args[a] = random_register(k, LAB_FPU + (int)random_below(3));
    *array_push(&k->b->code) =
        (struct ir_inst){.op = IR_CALL,
                         .inst.d = random_register(k, LAB_FPU + (int)random_below(3)),
                         .callee = k->callee,
                         .args = args,
                         .n_args = n};
}

/* Appends a move, or a constant. */
static void push_random_move(struct procedure_builder *k, int unit)
{
    switch (random_below(4)) {
    case 0:
        push_inst(k, (struct lab_inst){.op = LAB_MOVI8,
                                       .d = random_register(k, LAB_IPU),
                                       .imm = (int64_t)random_below(1000)});
        break;
    case 1:
        push_inst(k, (struct lab_inst){.op = LAB_MOV8,
                                       .d = random_register(k, unit),
                                       .s = {random_register(k, unit)}});
        break;
    case 2:
        push_inst(k, (struct lab_inst){.op = LAB_MOVB8,
                                       .d = random_register(k, LAB_CEU),
                                       .s = {random_register(k, LAB_IPU)}});
        break;
    default:
        push_inst(k, (struct lab_inst){.op = LAB_MOVOUT8, .s = {random_register(k, LAB_IPU)}});
        push_inst(k, (struct lab_inst){.op = LAB_MOVIN8, .d = random_register(k, LAB_FPU)});
    }
}

/* Appends an operation of two registers. */
static void push_random_operation(struct procedure_builder *k)
{
    static const struct {
        enum lab_opcode op;
        int unit;
    } operations[] = {
        {LAB_XOR8, LAB_IPU}, {LAB_FADD8, LAB_FPU}, {LAB_FMAD8, LAB_FPU}, {LAB_SADD8, LAB_CEU}};
    size_t i = random_below(COUNT_OF(operations));
    int unit = operations[i].unit;
    push_inst(k, (struct lab_inst){.op = operations[i].op,
                                   .d = random_register(k, unit),
                                   .s = {random_register(k, unit), random_register(k, unit)}});
}

static void push_random(struct procedure_builder *k, bool calls)
{
    lab_reg fp = lab_register(LAB_CEU, LAB_FP);
    int unit = LAB_FPU + (int)random_below(3);
    int choice = (int)random_below(calls ? 11 : 10);
    if (choice < 4)
        push_random_move(k, unit);
    else if (choice < 8)
        push_random_operation(k);
    else if (choice == 8)
        push_inst(k, (struct lab_inst){.op = LAB_LD8,
                                       .d = random_register(k, unit),
                                       .base = fp,
                                       .offset = 8 * random_below(LOCALS / 8)});
    else if (choice == 9)
        push_inst(k, (struct lab_inst){.op = LAB_ST8,
                                       .s = {random_register(k, unit)},
                                       .base = fp,
                                       .offset = 8 * random_below(LOCALS / 8)});
    else
        push_call(k);
}

static struct ir_block *new_block(struct procedure_builder *k)
{
    struct ir_block *b = ARENA_NEW(k->unit.arena, struct ir_block);
    b->loop = -1;
    *array_push(&k->p->blocks) = b;
    return b;
}

/* Initializes all registers of the pool, some of them with constants that have one definition. */
static void push_initial(struct procedure_builder *k)
{
    for (uint32_t n = 0; n < k->width; n++) {
        push_inst(
            k, (struct lab_inst){.op = LAB_MOVI8, .d = k->pool[LAB_IPU][n], .imm = 3 * (int)n + 1});
        push_inst(k, (struct lab_inst){
                         .op = LAB_MOVB8, .d = k->pool[LAB_CEU][n], .s = {k->pool[LAB_IPU][n]}});
        push_inst(k, (struct lab_inst){.op = LAB_MOVOUT8, .s = {k->pool[LAB_CEU][n]}});
        push_inst(k, (struct lab_inst){.op = LAB_MOVIN8, .d = k->pool[LAB_FPU][n]});
    }
    for (int at = 0; at < LOCALS; at += 8)
        push_inst(k, (struct lab_inst){.op = LAB_ST8,
                                       .s = {k->pool[LAB_IPU][0]},
                                       .base = lab_register(LAB_CEU, LAB_FP),
                                       .offset = at});
}

static lab_reg sum_of_all(struct procedure_builder *k)
{
    lab_reg sum = ir_register(k->p, LAB_IPU), more = ir_register(k->p, LAB_IPU);

    push_inst(k, (struct lab_inst){.op = LAB_MOVI8, .d = sum, .imm = 0});
    for (int u = LAB_FPU; u <= LAB_CEU; u++)
        for (uint32_t n = 0; n < k->width; n++) {
            if (u == LAB_FPU) {
                push_inst(k, (struct lab_inst){.op = LAB_MOVOUT8, .s = {k->pool[u][n]}});
                push_inst(k, (struct lab_inst){.op = LAB_MOVIN8, .d = more});
            } else
                push_inst(k, (struct lab_inst){.op = u == LAB_IPU ? LAB_MOV8 : LAB_MOVB8,
                                               .d = more,
                                               .s = {k->pool[u][n]}});
            push_inst(k, (struct lab_inst){.op = LAB_ADD8, .d = sum, .s = {sum, sum}});
            push_inst(k, (struct lab_inst){.op = LAB_XOR8, .d = sum, .s = {sum, more}});
        }
    return sum;
}

/* Builds blocks, each with a random branch; a counter limits the backward ones. */
static void build_blocks(struct procedure_builder *k, bool calls)
{
    lab_reg counter = ir_register(k->p, LAB_IPU);
    uint32_t n = 1 + random_below(8);

    k->b = new_block(k);
    push_initial(k);
    push_inst(k, (struct lab_inst){.op = LAB_MOVI8, .d = counter, .imm = 12});
    for (uint32_t i = 0; i <= n; i++)
        new_block(k);
    k->b->end = END_JUMP;
    k->b->next[0] = k->p->blocks.at[1];
    for (uint32_t i = 1; i <= n; i++) {
        k->b = k->p->blocks.at[i];
        for (uint32_t j = random_below(30); j-- > 0;)
            push_random(k, calls);
        push_inst(k, (struct lab_inst){.op = LAB_ADD8,
                                       .d = counter,
                                       .s = {counter},
                                       .immediate = {[1] = true},
                                       .imm = -1});
        k->b->end = END_BRANCH;
        k->b->compare = (struct lab_inst){
            .op = LAB_ITSTLT8, .s = {counter}, .immediate = {[1] = true}, .imm = 1};
        k->b->next[0] = k->p->blocks.at[1 + random_below(n + 1)];
        k->b->next[1] = k->p->blocks.at[n + 1];
    }
    k->b = k->p->blocks.at[n + 1];
    k->b->end = END_RETURN;
    lab_reg sum = sum_of_all(k);
    *array_push(&k->b->code) = (struct ir_inst){.op = IR_RETURN, .inst.s = {sum}};
}

static void build_procedure(struct procedure_builder *k, bool calls, uint32_t width,
                            uint32_t params)
{
    k->p = ARENA_NEW(k->unit.arena, struct ir_procedure);
    k->p->name = name_of(k->unit.names, "p_", 2);
    k->callee = name_of(k->unit.names, "q_", 2);
    k->p->frame = LOCALS;
    k->width = width;
    k->p->params = ARENA_ARRAY(k->unit.arena, lab_reg, params + 1);
    k->p->n_params = params;
    for (uint32_t n = 0; n < params; n++)
        k->p->params[n] = ir_register(k->p, LAB_IPU);
    for (int u = LAB_FPU; u <= LAB_CEU; u++)
        for (uint32_t n = 0; n < width; n++)
            k->pool[u][n] = ir_register(k->p, (enum lab_unit)u);
    build_blocks(k, calls);
    for (uint32_t n = 0; n < params; n++) {
        struct lab_inst fold = {.op = LAB_XOR8,
                                .d = random_register(k, LAB_IPU),
                                .s = {random_register(k, LAB_IPU), k->p->params[n]}};
        *array_push(&k->p->blocks.at[1]->code) = (struct ir_inst){.op = IR_INST, .inst = fold};
    }
    *array_push(&k->unit.procedures) = k->p;
}

static void put_word(struct machine_state *m, uint64_t at, uint64_t word)
{
    memcpy(m->bytes + at, &word, 8);
}

/* Loads the procedure's constant block like the loader. */
static void load_block(struct machine_state *m, const struct ir_unit *u)
{
    const struct lab_block *b = &u->blocks.at[u->blocks.n - 1];

    for (size_t i = 0; i < b->data.n; i++)
        put_word(m, BLOCK_OF_SELF + 8 * i,
                 b->data.at[i].symbol ? BLOCK_OF_CALLEE : b->data.at[i].bits);
    put_word(m, BLOCK_OF_CALLEE, TEXT_OF_CALLEE);
}

static void enter(struct machine_state *m, uint32_t params)
{
    clobber(m);
    for (int u = LAB_FPU; u <= LAB_CEU; u++)
        for (uint32_t n = 0; n < registers_of(u); n++)
            if (preserved(u, n))
                m->r[u][n] = 1000 * (uint64_t)u + n;
    m->r[LAB_CEU][LAB_SP] = STACK_TOP;
    m->r[LAB_CEU][10] = BLOCK_OF_SELF;
    m->r[LAB_CEU][14] = 12345;
    for (uint32_t n = 0; n < params; n++)
        if (n < 4)
            m->r[LAB_IPU][2 + n] = 77 * n + 5;
        else
            put_word(m, STACK_TOP + 8 * (n - 4), 77 * n + 5);
}

static void check_preserved(const struct machine_state *m)
{
    for (int u = LAB_FPU; u <= LAB_CEU; u++)
        for (uint32_t n = 0; n < registers_of(u); n++)
            if (preserved(u, n) && !(u == LAB_CEU && n == LAB_SP))
                CHECK(m->r[u][n] == 1000 * (uint64_t)u + n);
    CHECK(m->r[LAB_CEU][LAB_SP] == STACK_TOP);
}

static void check_seed(uint64_t seed, bool calls, uint32_t width, uint32_t params)
{
    struct arena a = {0};
    struct names names = {.n = 0};
    struct procedure_builder k = {.unit = {.arena = &a, .names = &names}};
    struct kfc_options o = {.level = 1};
    struct machine_state *m = xmalloc(sizeof *m);
    size_t n;

    state = seed;
    build_procedure(&k, calls, width, params);
    memset(m, 0, sizeof *m);
    for (uint32_t p = 0; p < params; p++)
        *reg(m, k.p->params[p]) = 77 * p + 5;
    m->r[LAB_CEU][LAB_FP] = STACK_TOP;
    uint64_t want = run_virtual(k.p, m);
    struct lab_flow *f = kfc_allocate(&a, &k.unit, &o, &n);
    memset(m, 0, sizeof *m);
    load_block(m, &k.unit);
    enter(m, params);
    run_real(f, m);
    CHECK(m->r[LAB_IPU][0] == want);
    check_preserved(m);
    if (test_faults > 0)
        printf("# seed %llu, %u registers, %u parameters\n", (unsigned long long)seed, width,
               params);
    free(m);
    kfc_flows_free(f, n);
    ir_free(&k.unit);
    arena_free(&a);
    names_free(&names);
}

static void leaves_with_few_values(void)
{
    for (uint64_t seed = 1; seed <= 100 && test_faults == 0; seed++)
        check_seed(seed, false, 5, (uint32_t)seed % 5);
}

static void calls_with_few_values(void)
{
    for (uint64_t seed = 1; seed <= 100 && test_faults == 0; seed++)
        check_seed(seed, true, 5, (uint32_t)seed % 7);
}

static void leaves_that_spill(void)
{
    for (uint64_t seed = 1; seed <= 60 && test_faults == 0; seed++)
        check_seed(seed, false, 36 + (uint32_t)seed % 40, (uint32_t)seed % 7);
}

static void calls_that_spill(void)
{
    for (uint64_t seed = 1; seed <= 60 && test_faults == 0; seed++)
        check_seed(seed, true, 20 + (uint32_t)seed % 60, (uint32_t)seed % 7);
}

int main(void)
{
    TEST(leaves_with_few_values);
    TEST(calls_with_few_values);
    TEST(leaves_that_spill);
    TEST(calls_that_spill);
    return tests_end();
}
