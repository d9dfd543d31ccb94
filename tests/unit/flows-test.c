/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs random flows in order and as the pairs that lab_schedule generates: registers and memory
 * must be equal at the end, no result may be read too early, and no schedule may be longer than the
 * one in order. FLOWS_PROGRAMS: number of flows (400). */
#include "lab-code.h"
#include "lab-run.h"
#include "check.h"
#include "test-machine.h"

#include "base/arena.h"
#include "lab/code/ir.h"

#include <stdlib.h>

static const struct machine *ksr1;

static uint64_t seed;
static unsigned roll(unsigned n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 33) % n;
}

/* ---- random flows ---- */

/* %c1 to %c4 are bases that stay within the memory, %i1 counts iterations, down or up to %i2. */
enum { BASES = 4, COUNTER = 1, LIMIT = 2, MAX_PASSES = 12 };

static lab_reg some_f(void)
{
    return F(1 + roll(MAX_PASSES));
}
static lab_reg some_i(void)
{
    return I(4 + roll(6));
}
static lab_reg some_base(void)
{
    return C(1 + roll(BASES));
}

static const struct ir_place *some_place(unsigned which)
{
    static struct object objects[BASES];
    static struct ir_place places[BASES];
    objects[which] = (struct object){.name = "x", .kind = OBJECT_ARGUMENT, .group = (int)which};
    places[which] = (struct ir_place){.object = &objects[which], .bytes = 8, .n_terms = 1};
    return &places[which];
}

/* Each base addresses separate memory if the bases are known to be distinct. */
static struct lab_inst access(struct lab_inst i, bool apart)
{
    if (apart)
        i.place = some_place(lab_reg_number(i.base) - 1);
    return i;
}

static void random_inst(struct lab_flow_block *b, bool apart)
{
    switch (roll(roll(2) ? 10 : 12)) {
    case 0:
    case 1:
        add_inst(b, access(load(some_base(), 8 * roll(6), some_f()), apart));
        break;
    case 2:
        add_inst(b, access(load(some_base(), 8 * roll(6), some_i()), apart));
        break;
    case 3:
        add_inst(b, access(store(some_f(), some_base(), 8 * roll(6)), apart));
        break;
    case 4:
        add_inst(b, op3(LAB_FMAD8, some_f(), some_f(), some_f()));
        break;
    case 5:
        add_inst(b, op3(roll(2) ? LAB_FADD8 : LAB_FADM8, some_f(), some_f(), some_f()));
        break;
    case 6:
        add_inst(b, op3(roll(2) ? LAB_FMUL8 : LAB_FDIV8, some_f(), some_f(), some_f()));
        break;
    case 7:
        add_inst(b, op3(roll(2) ? LAB_ADD8 : LAB_MUL8, some_i(), some_i(), some_i()));
        break;
    case 8:
        add_inst(b, op3(LAB_MOVB8, some_i(), 0, C(8 + roll(2))));
        break;
    case 9:
        add_inst(b, op3(LAB_MOVOUT8, some_i(), 0, 0));
        add_inst(b, op3(LAB_MOVIN8, 0, 0, some_f()));
        break;
    case 10:
        add_inst(b, op3(LAB_ITSTGE8, some_i(), some_i(), 0));
        add_inst(b, op3(LAB_SELSC8, some_i(), some_i(), some_i()));
        break;
    default:
        add_inst(b, access(store(some_i(), some_base(), 8 * roll(6)), apart));
        break;
    }
}

static void random_code(struct lab_flow_block *b, bool apart)
{
    for (unsigned n = roll(12); n > 0; n--)
        random_inst(b, apart);
}

/* Appends code like a compiler's: each value is loaded, used and stored, in every second register.
 */
static void random_values(struct lab_flow_block *b, bool apart)
{
    for (unsigned n = roll(6), f = 1; n > 0; n--, f += 2) {
        lab_reg loaded = F(1 + f % 12), result = F(1 + (f + 1) % 12);
        if (roll(3) == 0) {
            add_inst(b, op3(LAB_MOVOUT8, some_i(), 0, 0));
            add_inst(b, op3(LAB_MOVIN8, 0, 0, loaded));
        } else {
            add_inst(b, access(load(some_base(), 8 * roll(6), loaded), apart));
        }
        add_inst(b, op3(roll(2) ? LAB_FADD8 : LAB_FMUL8, loaded, F(40), result));
        if (roll(2))
            add_inst(b, op3(LAB_FNEG8, result, 0, result));
        add_inst(b, access(store(result, some_base(), 8 * roll(6)), apart));
    }
    random_code(b, apart);
}

/* Advances all bases by 8 bytes. */
static void step_bases(struct lab_flow_block *b, bool late)
{
    for (unsigned c = 1; c <= BASES; c++) {
        struct lab_inst step = {.op = LAB_SADD8, .s = {C(c)}, .d = C(c), .imm = 8};
        step.immediate[1] = true;
        if (late || roll(2))
            add_inst(b, step);
    }
}

static void count_and_branch(struct lab_flow_block *b, const char *target)
{
    if (roll(3) == 0) {
        struct lab_inst up = op_number(LAB_ADD8, 2, I(COUNTER), I(COUNTER));
        add_inst(b, up);
        add_inst(b, op3(LAB_ITSTGE8, I(COUNTER), I(LIMIT), 0));
        add_inst(b, branch(LAB_BCC_QN, target));
        return;
    }
    struct lab_inst count = op3(LAB_SUB8, I(COUNTER), 0, I(COUNTER));
    struct lab_inst test = op3(LAB_ITSTGT8, I(COUNTER), 0, 0);
    count.immediate[1] = test.immediate[1] = true;
    count.imm = 1;
    add_inst(b, count);
    add_inst(b, test);
    add_inst(b, branch(LAB_BCS_QN, target));
}

/* Returns a flow: entry, a loop of one block, a loop of several blocks with an IF, end. */
static struct lab_flow random_flow(bool apart, unsigned passes)
{
    struct lab_flow f = {.name = "random"};
    struct lab_flow_block *b = add_block(&f, "random_$TXT");
    add_inst(b, nop(LAB_FINOP));
    add_inst(b, nop(LAB_FINOP));
    add_inst(b, op_number(LAB_MOVI8, (int64_t)passes, 0, I(COUNTER)));
    random_code(b, apart);
    b = add_block(&f, ".L1");
    random_values(b, apart);
    step_bases(b, false);
    random_code(b, apart);
    count_and_branch(b, ".L1");
    b = add_block(&f, NULL);
    random_code(b, apart);
    add_inst(b, op_number(LAB_MOVI8, 3, 0, I(COUNTER)));
    b = add_block(&f, ".L2");
    random_code(b, apart);
    add_inst(b, op3(LAB_ITSTGE8, some_i(), some_i(), 0));
    add_inst(b, branch(roll(2) ? LAB_BCC_QN : LAB_BCS_QN, ".L3"));
    b = add_block(&f, NULL);
    random_code(b, apart);
    if (roll(2)) {
        add_inst(b, branch(LAB_JMP, ".L4"));
        b->falls = false;
    }
    b = add_block(&f, ".L3");
    random_code(b, apart);
    b = add_block(&f, ".L4");
    count_and_branch(b, ".L2");
    b = add_block(&f, NULL);
    random_code(b, apart);
    add_inst(b, jump_by(C(14), 32));
    b->falls = false;
    return f;
}

/* ---- before and after ---- */

static struct run start(bool apart)
{
    struct run x = {.m = ksr1};
    uint64_t h = seed;
    for (int u = LAB_FPU; u <= LAB_CEU; u++)
        for (int r = 0; r < 64; r++)
            x.r[u][r] = h = run_mix(h, 1);
    for (unsigned c = 1; c <= BASES; c++)
        x.r[LAB_CEU][c] = apart ? RUN_MEMORY / 4 * (c - 1) : 8 * (uint64_t)roll(8);
    x.r[LAB_IPU][LIMIT] = 2 + roll(MAX_PASSES);
    for (int k = 0; k < RUN_MEMORY / 8; k++)
        x.memory[k] = h = run_mix(h, 2);
    return x;
}

/* Registers of a unit that are read after the flow; all: unknown which. */
static bool read_after(int unit, int r, bool all)
{
    return all || (unit == LAB_FPU && r < 4) || (unit == LAB_IPU && r < 6) || unit == LAB_CEU;
}

static bool all_read; /* of the current program */

static void declare_live_out(struct lab_flow *f)
{
    f->live_out_known = !all_read;
    f->free_fpu = 0xfffffff0u;
    f->free_ipu = 0x3ffc0u;
    for (int unit = LAB_FPU; unit <= LAB_CEU && !all_read; unit++)
        for (int r = 0; r < 32; r++)
            if (read_after(unit, r, false))
                *array_push(&f->live_out) = lab_register((enum lab_unit)unit, (uint32_t)r);
}

static bool equal(const struct run *a, const struct run *b)
{
    for (int unit = LAB_FPU; unit <= LAB_CEU; unit++)
        for (int r = 0; r < 64; r++)
            if (read_after(unit, r, all_read) && a->r[unit][r] != b->r[unit][r])
                return false;
    return memcmp(a->memory, b->memory, sizeof a->memory) == 0;
}

/* Prints the differences. */
static void print_differences(const struct run *got, const struct run *want)
{
    if (got->early || got->endless || got->wild)
        printf("#%s%s%s\n", got->early ? " read too early" : "", got->endless ? " no end" : "",
               got->wild ? " wild access" : "");
    for (int u = LAB_FPU; u <= LAB_CEU; u++)
        for (int r = 0; r < 64; r++)
            if (got->r[u][r] != want->r[u][r])
                printf("# %%%c%d differs\n", "?fic"[u], r);
    for (int k = 0; k < RUN_MEMORY / 8; k++)
        if (got->memory[k] != want->memory[k])
            printf("# memory at %d differs\n", 8 * k);
}

static void print_text(const struct lab_text *t, unsigned program)
{
    printf("# program %u\n", program);
    for (uint32_t p = 0; p < t->pairs.n; p++) {
        for (size_t l = 0; l < t->labels.n; l++)
            if (t->labels.at[l].pair == p)
                printf("# %s:\n", t->labels.at[l].name);
        printf("# %3u ", (unsigned)p);
        lab_pair_print(&t->pairs.at[p], stdout);
        printf("\n");
    }
}

static unsigned overlapped; /* programs with a kernel */

static bool has_kernel(const struct lab_text *t)
{
    for (size_t l = 0; l < t->labels.n; l++)
        if (strcmp(t->labels.at[l].name, ".L1k") == 0)
            return true;
    return false;
}

/* Returns whether the text has the same effect as the flow. */
static bool has_effect_of_flow(const struct lab_text *t, const struct run *first,
                               const struct run *want)
{
    struct run got = *first;
    run_text(&got, t);
    bool fine = !got.early && !got.endless && !got.wild && equal(&got, want);
    if (!fine) {
        print_text(t, 0);
        print_differences(&got, want);
    }
    return fine;
}

/* Reschedules the text and compares its effect. */
static bool rescheduling_keeps_effect(struct arena *a, const struct lab_text *t,
                                      const struct run *first, const struct run *want)
{
    struct lab_text other = {0};
    struct diag d = {0};
    bool fine = lab_reschedule(a, t, ksr1, roll(2) ? LAB_PIPELINE : LAB_LIST, &d, &other) &&
                !d.warnings && has_effect_of_flow(&other, first, want);
    free_text(&other);
    return fine;
}

static bool schedule_is_correct(const struct lab_flow *f, const struct run *first,
                                const struct run *want, enum lab_effort effort, size_t *pairs)
{
    struct arena a = {0};
    struct lab_text t = {.path = "random.s"};
    lab_schedule(&a, f, ksr1, effort, &t);
    bool fine =
        has_effect_of_flow(&t, first, want) && rescheduling_keeps_effect(&a, &t, first, want);
    *pairs = t.pairs.n;
    overlapped += has_kernel(&t);
    free_text(&t);
    arena_free(&a);
    return fine;
}

static bool one_program(unsigned p)
{
    seed = 0x9e3779b97f4a7c15u * (uint64_t)(p + 1);
    bool apart = roll(2);
    struct lab_flow f = random_flow(apart, 1 + roll(MAX_PASSES));
    all_read = roll(2);
    declare_live_out(&f);
    struct run first = start(apart), want = first;
    size_t in_order, list, pipelined;
    run_flow(&want, &f);
    CHECK(!want.wild && !want.endless);
    bool fine = schedule_is_correct(&f, &first, &want, LAB_IN_ORDER, &in_order) &&
                schedule_is_correct(&f, &first, &want, LAB_LIST, &list) &&
                schedule_is_correct(&f, &first, &want, LAB_PIPELINE, &pipelined);
    if (fine)
        CHECK(list <= in_order);
    else
        printf("# program %u differs\n", p);
    CHECK(fine);
    free_flow(&f);
    return fine;
}

static void random_flows(void)
{
    const char *asked = getenv("FLOWS_PROGRAMS");
    unsigned programs = asked ? (unsigned)atoi(asked) : 400;
    for (unsigned p = 0; p < programs; p++)
        if (!one_program(p))
            break;
    CHECK(overlapped > programs / 20);
}

int main(void)
{
    struct arena arena = {0};
    ksr1 = read_test_machine(&arena, "ksr1", NULL, 0);
    TEST(random_flows);
    arena_free(&arena);
    return tests_end();
}
