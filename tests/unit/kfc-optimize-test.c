/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kfc's passes on random procedures. An interpreter of the IR runs each procedure before and after
 * the passes, at each level. The final contents of memory must be equal, and no access may be
 * outside the arrays. Procedures that themselves access memory outside an object are not valid
 * Fortran and are skipped. Loops run 0 to 40 iterations with steps of 1, -1 and 2; registers carry
 * values between iterations and after the loops; branches skip parts of a body. */
#include "lab/code/code.h"
#include "tests/unit/check.h"

#include <stdlib.h>

enum { REGISTERS = 30000, ELEMENTS = 128, POOL = 5, ARRAYS = 3, OBJECT_AT = 4096, STEPS = 1000000 };
enum { BLOCK_AT = 100, FRAME_AT = 50000, MEMORY = 60000 };

static uint64_t state;
static uint32_t below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % n;
}

/* ---- the interpreter ---- */
struct cell {
    const struct ir_procedure *p;
    uint64_t r[REGISTERS];
    unsigned char bytes[MEMORY];
    bool condition;
    bool wild;     /* an access was outside the arrays or, if declared is set, outside its object */
    bool declared; /* check accesses against the bounds of their objects */
    uint64_t between; /* movout8 to movin8 */
    long memory_accesses;
};

static uint64_t *reg(struct cell *c, lab_reg r)
{
    static uint64_t real[2];
    real[0] = BLOCK_AT;
    real[1] = FRAME_AT;
    if (r == lab_register(LAB_CEU, LAB_CP))
        return &real[0];
    if (r == lab_register(LAB_CEU, LAB_FP))
        return &real[1];
    return &c->r[lab_reg_number(r) - LAB_VIRTUAL];
}

static double number(struct cell *c, lab_reg r)
{
    double d;
    memcpy(&d, reg(c, r), sizeof d);
    return d;
}

static void set(struct cell *c, lab_reg r, double d)
{
    memcpy(reg(c, r), &d, sizeof d);
}

static int64_t source(struct cell *c, const struct lab_inst *i, int s)
{
    return i->immediate[s] ? i->imm : (int64_t)*reg(c, i->s[s]);
}

/* Returns the bytes of an access. The words of the constant block are addresses. */
static unsigned char *memory(struct cell *c, const struct lab_inst *i)
{
    static uint64_t constant;
    int64_t at = i->offset, from = OBJECT_AT, bytes = 8 * ELEMENTS * ARRAYS;

    if (i->base != 0)
        at += (int64_t)*reg(c, i->base);
    else {
        const struct ir_place *p = i->place;
        at = p->offset + (p->object->kind == OBJECT_ARGUMENT ? (int64_t)*reg(c, p->object->address)
                                                             : OBJECT_AT + p->object->at);
        for (int t = 0; t < p->n_terms; t++)
            at += (int64_t)*reg(c, p->terms[t].index) * p->terms[t].scale;
        from += c->declared ? p->object->at : 0;
        bytes = c->declared ? p->object->bytes : bytes;
    }
    if (i->base == lab_register(LAB_CEU, LAB_CP)) {
        constant = OBJECT_AT + c->p->constants.at[(at - BLOCK_AT - 8) / 8].bits;
        return (unsigned char *)&constant;
    }
    c->memory_accesses++;
    if (at >= from && at + 8 <= from + bytes)
        return c->bytes + at;
    c->wild = true;
    return c->bytes + OBJECT_AT;
}

static double triad(struct cell *c, const struct lab_inst *i)
{
    volatile double a = number(c, i->s[0]), b = number(c, i->s[1]), d = number(c, i->d);
    volatile double ab = a * b, bd = b * d;

    switch (i->op) {
    case LAB_FMAD8:
        return ab + d;
    case LAB_FMSU8:
        return ab - d;
    case LAB_FNAD8:
        return -ab + d;
    case LAB_FNSU8:
        return -ab - d;
    case LAB_FADM8:
        return a + bd;
    case LAB_FSUM8:
        return a - bd;
    default:
        CHECK(!"a triad of the test");
        return 0;
    }
}

static int64_t shift(int64_t n, int64_t x)
{
    return n >= 0 ? (int64_t)((uint64_t)x << n) : x >> -n;
}

static bool test_is_true(struct cell *c, const struct lab_inst *i)
{
    switch (i->op) {
    case LAB_ITSTGT8:
        return source(c, i, 0) > source(c, i, 1);
    case LAB_ITSTLT8:
        return source(c, i, 0) < source(c, i, 1);
    case LAB_FTSTLT8:
        return number(c, i->s[0]) < number(c, i->s[1]);
    default:
        CHECK(!"a test of the test");
        return false;
    }
}

static void run_integer(struct cell *c, const struct lab_inst *i)
{
    switch (i->op) {
    case LAB_MOVI8:
        *reg(c, i->d) = (uint64_t)i->imm;
        break;
    case LAB_MOV8:
    case LAB_MOVB8:
        *reg(c, i->d) = *reg(c, i->s[0]);
        break;
    case LAB_ADD8:
        *reg(c, i->d) = (uint64_t)(source(c, i, 0) + source(c, i, 1));
        break;
    case LAB_SADD8:
        *reg(c, i->d) = (uint64_t)((source(c, i, 0) << i->scale) + source(c, i, 1));
        break;
    case LAB_SUB8:
        *reg(c, i->d) = (uint64_t)(source(c, i, 0) - source(c, i, 1));
        break;
    case LAB_MUL8:
        *reg(c, i->d) = (uint64_t)(source(c, i, 0) * source(c, i, 1));
        break;
    case LAB_DIV8:
        *reg(c, i->d) = (uint64_t)(source(c, i, 0) / source(c, i, 1));
        break;
    case LAB_ASH8:
        *reg(c, i->d) = (uint64_t)shift(source(c, i, 0), source(c, i, 1));
        break;
    case LAB_CLRH8:
        *reg(c, i->d) = *reg(c, i->s[0]) & ((UINT64_C(1) << i->imm) - 1);
        break;
    default:
        CHECK(!"an instruction of the test");
    }
}

static void run_inst(struct cell *c, const struct lab_inst *i)
{
    switch (i->op) {
    case LAB_FADD8:
        set(c, i->d, number(c, i->s[0]) + number(c, i->s[1]));
        break;
    case LAB_FSUB8:
        set(c, i->d, number(c, i->s[0]) - number(c, i->s[1]));
        break;
    case LAB_FMUL8:
        set(c, i->d, number(c, i->s[0]) * number(c, i->s[1]));
        break;
    case LAB_FNEG8:
        set(c, i->d, -number(c, i->s[0]));
        break;
    case LAB_LD8:
        memcpy(reg(c, i->d), memory(c, i), 8);
        break;
    case LAB_ST8:
        memcpy(memory(c, i), reg(c, i->s[0]), 8);
        break;
    case LAB_ITSTLT8:
    case LAB_ITSTGT8:
        c->condition = test_is_true(c, i);
        break;
    case LAB_FSEL8:
        *reg(c, i->d) = *reg(c, c->condition ? i->s[0] : i->s[1]);
        break;
    case LAB_MOVOUT8:
        c->between = *reg(c, i->s[0]);
        break;
    case LAB_MOVIN8:
        *reg(c, i->d) = c->between;
        break;
    case LAB_FFLT8:
        set(c, i->d, (double)(int64_t)*reg(c, i->s[0]));
        break;
    default:
        if (lab_reads_destination(i->op))
            set(c, i->d, triad(c, i));
        else
            run_integer(c, i);
    }
}

static void run_block(struct cell *c, const struct ir_block *b)
{
    for (size_t i = 0; i < b->code.n; i++)
        if (b->code.at[i].op == IR_INST)
            run_inst(c, &b->code.at[i].inst);
}

static void run(struct cell *c)
{
    const struct ir_block *b = c->p->blocks.at[0];
    long steps = 0;

    while (b->end != END_RETURN && steps++ < STEPS) {
        run_block(c, b);
        b = b->next[b->end == END_BRANCH && test_is_true(c, &b->compare)];
    }
    run_block(c, b);
    CHECK(steps < STEPS);
}

/* ---- random procedures ---- */
struct procedure_builder {
    struct ir_unit unit;
    struct ir_procedure *p;
    struct ir_block *b;
    struct object *objects[ARRAYS];
    lab_reg pool[POOL], index, other; /* other: incremented separately */
    int loop;
};

static void push_inst(struct procedure_builder *k, struct lab_inst i)
{
    *array_push(&k->b->code) = (struct ir_inst){.op = IR_INST, .inst = i};
}

static void push_number(struct procedure_builder *k, lab_reg d, int64_t n)
{
    push_inst(k, (struct lab_inst){.op = LAB_MOVI8, .d = d, .immediate[0] = true, .imm = n});
}

static struct ir_block *new_block(struct procedure_builder *k)
{
    struct ir_block *b = ARENA_NEW(k->unit.arena, struct ir_block);

    b->id = (uint32_t)k->p->blocks.n;
    b->loop = k->loop;
    b->end = END_JUMP;
    *array_push(&k->p->blocks) = b;
    return b;
}

/* The first two arrays are in one block: the second is the second half of the first. The third has
 * separate storage. */
static void build_objects(struct procedure_builder *k)
{
    for (int o = 0; o < ARRAYS; o++) {
        struct object *x = k->objects[o] = ARENA_NEW(k->unit.arena, struct object);
        *x = (struct object){.name = "x", .kind = OBJECT_STATIC, .symbol = "s", .group = o / 2};
        x->at = o == 2 ? 16 * ELEMENTS : o * 4 * ELEMENTS;
        x->bytes = 8 * ELEMENTS;
        *array_push(&k->p->objects) = x;
    }
}

/* Returns an element whose subscript is the loop's index, the other register, both, or a constant.
 */
static const struct ir_place *random_element(struct procedure_builder *k)
{
    struct ir_place *p = ARENA_NEW(k->unit.arena, struct ir_place);

    *p = (struct ir_place){.object = k->objects[below(ARRAYS)], .bytes = 8, .floating = true};
    p->offset = 8 * (int64_t)(2 + below(4));
    if (below(4) > 0)
        p->terms[p->n_terms++] = (struct ir_place_term){k->index, 8};
    if (below(6) == 0)
        p->terms[p->n_terms++] = (struct ir_place_term){k->other, 8};
    return p;
}

static lab_reg random_register(struct procedure_builder *k)
{
    return k->pool[below(POOL)];
}

static void push_transfer(struct procedure_builder *k)
{
    lab_reg bits = ir_register(k->p, LAB_FPU);

    push_inst(k, (struct lab_inst){.op = LAB_MOVOUT8, .s = {below(2) ? k->index : k->other}});
    push_inst(k, (struct lab_inst){.op = LAB_MOVIN8, .d = bits});
    push_inst(k, (struct lab_inst){.op = LAB_FFLT8, .d = random_register(k), .s = {bits}});
}

static void push_select(struct procedure_builder *k)
{
    push_inst(
        k, (struct lab_inst){
               .op = LAB_ITSTLT8, .s = {k->index}, .immediate = {false, true}, .imm = below(20)});
    push_inst(k, (struct lab_inst){.op = LAB_FSEL8,
                                   .d = random_register(k),
                                   .s = {random_register(k), random_register(k)}});
}

static void push_random(struct procedure_builder *k)
{
    static const enum lab_opcode two[] = {LAB_FADD8, LAB_FSUB8, LAB_FMUL8};
    lab_reg t = ir_register(k->p, LAB_FPU);

    switch (below(9)) {
    case 0:
    case 1:
        push_inst(k, (struct lab_inst){
                         .op = LAB_LD8, .d = random_register(k), .place = random_element(k)});
        break;
    case 2:
    case 3:
        push_inst(k, (struct lab_inst){
                         .op = LAB_ST8, .s = {random_register(k)}, .place = random_element(k)});
        break;
    case 4:
        push_inst(k, (struct lab_inst){.op = below(2) ? LAB_FNEG8 : LAB_MOV8,
                                       .d = random_register(k),
                                       .s = {random_register(k)}});
        break;
    case 5:
        if (below(2))
            push_transfer(k);
        else
            push_select(k);
        break;
    case 6: /* a product that is used once */
        push_inst(k, (struct lab_inst){
                         .op = LAB_FMUL8, .d = t, .s = {random_register(k), random_register(k)}});
        push_inst(k, (struct lab_inst){.op = two[below(2)],
                                       .d = random_register(k),
                                       .s = {t, random_register(k)}});
        break;
    case 7:
        push_inst(k, (struct lab_inst){
                         .op = LAB_FMUL8, .d = t, .s = {random_register(k), random_register(k)}});
        push_inst(k, (struct lab_inst){.op = two[below(2)],
                                       .d = random_register(k),
                                       .s = {random_register(k), t}});
        break;
    default:
        push_inst(k, (struct lab_inst){.op = two[below(3)],
                                       .d = random_register(k),
                                       .s = {random_register(k), random_register(k)}});
    }
}

static void push_some(struct procedure_builder *k, uint32_t most)
{
    for (uint32_t n = 1 + below(most); n > 0; n--)
        push_random(k);
}

static void end_branch(struct procedure_builder *k, struct lab_inst compare, struct ir_block *no,
                       struct ir_block *yes)
{
    k->b->end = END_BRANCH;
    k->b->test = compare.op;
    k->b->compare = compare;
    k->b->next[0] = no;
    k->b->next[1] = yes;
}

static void jump_to(struct procedure_builder *k, struct ir_block *b)
{
    k->b->next[0] = b;
    k->b = b;
}

static void push_branch(struct procedure_builder *k)
{
    struct ir_block *then = new_block(k), *after = new_block(k);

    end_branch(k,
               (struct lab_inst){.op = LAB_FTSTLT8, .s = {random_register(k), random_register(k)}},
               after, then);
    k->b = then;
    push_some(k, 4);
    jump_to(k, after);
}

static void push_step(struct procedure_builder *k, lab_reg r, int64_t step)
{
    push_inst(k, (struct lab_inst){
                     .op = LAB_ADD8, .d = r, .s = {r}, .immediate = {false, true}, .imm = step});
}

static struct lab_inst is_positive(lab_reg r)
{
    return (struct lab_inst){.op = LAB_ITSTGT8, .s = {r}, .immediate = {false, true}};
}

/* Appends a counted loop, nested up to depth. The trip count is a constant or in a register. */
static void push_loop(struct procedure_builder *k, int depth)
{
    static const int64_t steps[] = {1, -1, 2};
    int64_t step = steps[below(3)], passes = below(depth > 0 ? 12 : 41);
    lab_reg index = k->index, trip = ir_register(k->p, LAB_IPU);
    struct ir_block *before, *head, *after = new_block(k);
    int outer = k->loop, own = (int)k->p->loops.n;

    k->index = ir_register(k->p, LAB_IPU);
    push_number(k, k->index, step < 0 ? passes : 0);
    push_number(k, trip, passes);
    (void)array_push(&k->p->loops);
    before = new_block(k);
    end_branch(k, is_positive(trip), after, before);
    k->b = before;
    k->loop = own;
    head = new_block(k);
    jump_to(k, head);
    push_some(k, 7);
    if (below(3) == 0)
        push_branch(k);
    if (depth > 0 && below(2))
        push_loop(k, depth - 1);
    if (below(3) == 0)
        push_step(k, k->other, 1);
    push_some(k, 3);
    push_step(k, k->index, step);
    push_step(k, trip, -1);
    end_branch(k, is_positive(trip), after, head);
    k->p->loops.at[own] = (struct ir_loop){.parent = outer,
                                           .before = before,
                                           .head = head,
                                           .latch = k->b,
                                           .after = after,
                                           .counted = true,
                                           .index = k->index,
                                           .step = step,
                                           .trip = trip,
                                           .trips = below(2) ? passes : 0,
                                           .innermost = true};
    k->b = after;
    k->loop = outer;
    k->index = below(2) ? index : k->index;
}

/* Stores the values of the registers. */
static void push_results(struct procedure_builder *k)
{
    for (int r = 0; r < POOL; r++) {
        struct ir_place *p = ARENA_NEW(k->unit.arena, struct ir_place);
        *p = (struct ir_place){.object = k->objects[2], .bytes = 8, .offset = 8 * (120 + r)};
        push_inst(k, (struct lab_inst){.op = LAB_ST8, .s = {k->pool[r]}, .place = p});
    }
}

static void build_procedure(struct procedure_builder *k)
{
    k->p = ARENA_NEW(k->unit.arena, struct ir_procedure);
    k->p->name = "p_";
    *array_push(&k->unit.procedures) = k->p;
    k->loop = -1;
    build_objects(k);
    k->b = new_block(k);
    k->index = ir_register(k->p, LAB_IPU);
    k->other = ir_register(k->p, LAB_IPU);
    push_number(k, k->index, 3);
    push_number(k, k->other, 1);
    for (int r = 0; r < POOL; r++) {
        k->pool[r] = ir_register(k->p, LAB_FPU);
        push_inst(k, (struct lab_inst){.op = LAB_LD8, .d = k->pool[r], .place = random_element(k)});
    }
    for (uint32_t n = 1 + below(2); n > 0; n--)
        push_loop(k, 1);
    push_results(k);
    *array_push(&k->b->code) = (struct ir_inst){.op = IR_RETURN};
    k->b->end = END_RETURN;
}

/* ---- the comparison ---- */
static void run_procedure(struct cell *c, const struct ir_procedure *p, bool declared)
{
    *c = (struct cell){.p = p, .declared = declared};
    for (int e = 0; e < ARRAYS * ELEMENTS; e++) {
        double x = 0.5 + (e * 37 % 61) / 64.0;
        memcpy(c->bytes + OBJECT_AT + 8 * e, &x, 8);
    }
    run(c);
}

/* Returns whether the memories contain the same numbers. Any NaN equals any other. */
static bool same_memory(const struct cell *a, const struct cell *b)
{
    for (int e = 0; e < ARRAYS * ELEMENTS; e++) {
        double x, y;
        memcpy(&x, a->bytes + OBJECT_AT + 8 * e, 8);
        memcpy(&y, b->bytes + OBJECT_AT + 8 * e, 8);
        if (memcmp(&x, &y, 8) != 0 && (x == x || y == y))
            return false;
    }
    return true;
}

static long accesses[4], differences, looked_at;

/* Optimizes the procedure of a seed at a level and compares its results. */
static void check_seed(uint64_t seed, const struct machine *m, struct kfc_options o)
{
    static struct cell want, got;
    struct arena a = {0};
    struct names names = {0};
    struct procedure_builder k = {.unit = {.arena = &a, .names = &names}};

    o.machine = m;
    state = seed;
    build_procedure(&k);
    run_procedure(&want, k.p, true);
    looked_at += !want.wild;
    kfc_optimize(&k.unit, &o);
    ir_check(&k.unit, "optimize");
    run_procedure(&got, k.p, false);
    bool same = same_memory(&want, &got) && !got.wild;
    kfc_address(&k.unit, &o);
    ir_check(&k.unit, "address");
    run_procedure(&got, k.p, false);
    same = same && same_memory(&want, &got) && !got.wild;
    accesses[o.level] += got.memory_accesses;
    if (!same && !want.wild && differences++ < 5)
        printf("# seed %llu differs at -O%d\n", (unsigned long long)seed, o.level);
    ir_free(&k.unit);
    names_free(&names);
    arena_free(&a);
}

static const struct machine *machine(struct arena *a)
{
    struct diag d = {0};
    return machine_read(a, "ksr1", NULL, &d);
}

static void random_procedures_compute_the_same(void)
{
    struct arena a = {0};
    const struct machine *m = machine(&a);

    for (uint64_t seed = 1; seed <= 600; seed++) {
        check_seed(seed, m, (struct kfc_options){.level = 0});
        check_seed(seed, m, (struct kfc_options){.level = 1});
        check_seed(seed, m, (struct kfc_options){.level = 2});
        check_seed(seed, m, (struct kfc_options){.level = 2, .unroll = 2 + (long)(seed % 4)});
    }
    CHECK(differences == 0);
    CHECK(looked_at > 1500);
    CHECK(accesses[1] < accesses[0]);
    arena_free(&a);
}

int main(void)
{
    TEST(random_procedures_compute_the_same);
    return tests_end();
}
