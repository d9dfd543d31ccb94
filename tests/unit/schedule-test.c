/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests least distances, the hazard checker, and the schedulers. Distances of the machine file:
 * load -> multiplicand, store, address 3, -> addend 2; triad -> store 3, -> addend 2; IPU -> IPU 1,
 * -> movb8_8 0, movb8_8 -> all 3; floating-point store not in a triad's pair nor in the next. */
#include "lab-code.h"
#include "check.h"
#include "test-machine.h"

#include "base/arena.h"

static struct arena arena;
static const struct machine *ksr1;

static struct lab_inst move(lab_reg s, lab_reg d)
{
    return op3(LAB_MOVB8, s, 0, d);
}

static void distances(void)
{
    struct lab_inst ld = load(C(7), 0, F(1)), ldi = load(C(7), 0, I(1)), ldc = load(C(7), 0, C(1));
    struct lab_inst triad = op3(LAB_FMAD8, F(1), F(2), F(3)), st = store(F(3), C(7), 0);
    struct lab_inst add = op3(LAB_ADD8, I(1), I(2), I(3)), bcc = branch(LAB_BCC_QN, "a");
    struct lab_inst test = op3(LAB_ITSTGE8, I(1), I(2), 0), ftest = op3(LAB_FTSTGE8, F(1), F(2), 0);
    struct lab_inst adm = op3(LAB_FADM8, F(1), F(2), F(3));

    CHECK(lab_distance(ksr1, &ld, &triad, 0) == 3);
    CHECK(lab_distance(ksr1, &ld, &triad, LAB_READS_D) == 2);
    CHECK(lab_distance(ksr1, &ld, &adm, LAB_READS_D) == 3);
    CHECK(lab_distance(ksr1, &ld, &adm, 0) == 2);
    CHECK(lab_distance(ksr1, &triad, &st, 0) == 3);
    CHECK(lab_distance(ksr1, &triad, &triad, LAB_READS_D) == 2);
    CHECK(lab_distance(ksr1, &ldc, &ld, LAB_READS_BASE) == 3);
    CHECK(lab_distance(ksr1, &ldi, &add, 0) == 3);
    CHECK(lab_distance(ksr1, &add, &add, 0) == 1);
    struct lab_inst out = move(I(3), C(1));
    CHECK(lab_distance(ksr1, &add, &out, 0) == 0);
    CHECK(lab_distance(ksr1, &out, &ld, LAB_READS_BASE) == 3);
    CHECK(lab_distance(ksr1, &test, &bcc, LAB_READS_CONDITION) == 1);
    CHECK(lab_distance(ksr1, &ftest, &bcc, LAB_READS_CONDITION) == 3);
    CHECK(lab_port_distance(ksr1, &triad, &st) == 2);
    struct lab_inst sti = store(I(3), C(7), 0);
    CHECK(lab_port_distance(ksr1, &triad, &sti) == 0);
    CHECK(lab_longest_distance(ksr1) == 3);
}

/* "0-2 2-3": pairs of producers and consumers in the order of discovery. */
static const char *hazards(const struct lab_text *t)
{
    lab_hazards found = {0};
    const char *text = "";
    lab_check(t, ksr1, &found);
    for (size_t i = 0; i < found.n; i++)
        text = arena_printf(&arena, "%s%s%u-%u", text, i ? " " : "", (unsigned)found.at[i].producer,
                            (unsigned)found.at[i].consumer);
    array_free(&found);
    return text;
}

/* A load's result is used two pairs later as a multiplicand; as the addend it is in time. */
static void check_straight(void)
{
    struct lab_text t = {0};
    add_right(&t, load(C(7), 0, F(1)));             /* 0 */
    add_right(&t, load(C(7), 8, F(2)));             /* 1 */
    add_left(&t, op3(LAB_FMAD8, F(1), F(3), F(4))); /* 2: f1 after 2 pairs: hazard */
    add_left(&t, op3(LAB_FMAD8, F(5), F(6), F(2))); /* 3: f2 is the addend, after 2 pairs */
    add_right(&t, store(F(9), C(7), 8));            /* 4: in the pair after a triad */
    add_right(&t, store(F(2), C(7), 16));           /* 5: f2 2 pairs after the triad: hazard */
    CHECK_TEXT("0-2 3-4 3-5", hazards(&t));
    free_text(&t);
}

/* Delay pairs run whether the branch is taken or not; the target follows them. */
static void check_branch(void)
{
    struct lab_text t = {0};
    add_label(&t, "loop");
    add_left(&t, op3(LAB_FADD8, F(1), F(2), F(3)));  /* 0: f1 over the back edge: 1 after 5 */
    add_left(&t, op3(LAB_FADD8, F(4), F(20), F(5))); /* 1 */
    add_nops(&t, 1);                                 /* 2 */
    add_right(&t, branch(LAB_BCS_QN, "loop"));       /* 3 */
    add_right(&t, load(C(7), 0, F(4)));              /* 4: f4 after 3 pairs: correct */
    add_right(&t, load(C(7), 0, F(1)));              /* 5 */
    add_left(&t, op3(LAB_FADD8, F(3), F(4), F(6)));  /* 6: not taken: f4 after 2 pairs */
    CHECK_TEXT("4-6 5-0", hazards(&t));
    free_text(&t);
}

/* Quashed delay pairs neither read nor write, but count as pairs. */
static void check_quashed(enum lab_opcode op, const char *want)
{
    struct lab_text t = {0};
    add_right(&t, load(C(7), 0, F(1)));              /* 0 */
    add_right(&t, branch(op, "on"));                 /* 1 */
    add_left(&t, op3(LAB_FADD8, F(1), F(20), F(2))); /* 2: f1 after 2 pairs */
    add_right(&t, load(C(7), 0, F(3)));              /* 3 */
    add_left(&t, op3(LAB_FADD8, F(3), F(20), F(4))); /* 4: not taken: after 1 pair */
    add_nops(&t, 3);                                 /* 5 */
    add_label(&t, "on");
    add_left(&t, op3(LAB_FADD8, F(3), F(20), F(4))); /* 8: taken: after 1 pair */
    add_nops(&t, 3);
    CHECK_TEXT(want, hazards(&t));
    free_text(&t);
}

static void check_quashing(void)
{
    check_quashed(LAB_BCC_QN, "0-2 3-4 3-8");
    check_quashed(LAB_BCC_QT, "0-2 3-4");
    check_quashed(LAB_BCC_QF, "0-2 3-8");
}

/* A jump into a delay slot: its pair runs without a pending branch. */
static void check_label_in_delay(void)
{
    struct lab_text t = {0};
    add_right(&t, branch(LAB_JMP, "in"));  /* 0 */
    add_nops(&t, 1);                       /* 1 */
    add_right(&t, load(C(7), 0, F(1)));    /* 2 */
    add_right(&t, branch(LAB_JMP, "out")); /* 3: reachable only by a register jump */
    add_nops(&t, 1);                       /* 4 */
    add_label(&t, "in");
    add_nops(&t, 1);                                 /* 5: delay pair of 3 */
    add_left(&t, op3(LAB_FADD8, F(1), F(20), F(2))); /* 6: after 2 and 5: 2 pairs */
    add_nops(&t, 2);
    add_label(&t, "out");
    add_nops(&t, 1);
    CHECK_TEXT("2-6", hazards(&t));
    free_text(&t);
}

/* movb8_8 reads the new value of a left result in its own pair; its own result comes late. */
static void check_moves(void)
{
    struct lab_text t = {0};
    add_pair(&t, op3(LAB_ADD8, I(1), I(2), I(3)), move(I(3), C(1))); /* 0 */
    add_right(&t, move(I(3), C(2)));                                 /* 1 */
    add_right(&t, load(C(1), 0, F(1)));                              /* 2: c1 after 2 pairs */
    add_right(&t, load(C(2), 0, F(2)));                              /* 3: c2 after 2 pairs */
    add_right(&t, load(C(2), 0, F(1)));                              /* 4 */
    add_nops(&t, 1);                                                 /* 5 */
    add_left(&t, op3(LAB_MOV8, F(9), 0, F(1)));                      /* 6: same latency: correct */
    CHECK_TEXT("0-2 1-3", hazards(&t));
    free_text(&t);
}

/* A slow result that would overwrite a later, faster one in the same register. */
static void check_overwritten(void)
{
    struct lab_text t = {0};
    add_right(&t, load(C(7), 0, C(1)));              /* 0: complete at 3 */
    add_right(&t, op3(LAB_SADD8, C(2), C(3), C(1))); /* 1: complete at 2 */
    add_right(&t, load(C(1), 0, C(4)));              /* 2: reads the sadd8's result */
    CHECK_TEXT("0-1", hazards(&t));
    free_text(&t);
}

/* ---- in order ---- */

/* Pairs as letters: L, R, 2 = both halves, . = nops; labels before them in brackets. */
static const char *shape_text(const struct lab_text *t)
{
    const char *s = "";
    size_t l = 0;
    for (size_t i = 0; i <= t->pairs.n; i++) {
        for (; l < t->labels.n && t->labels.at[l].pair == i; l++)
            s = arena_printf(&arena, "%s[%s]", s, t->labels.at[l].name);
        if (i == t->pairs.n)
            break;
        bool left = !lab_is_nop(&t->pairs.at[i].left), right = !lab_is_nop(&t->pairs.at[i].right);
        s = arena_printf(&arena, "%s%c", s, left && right ? '2' : left ? 'L' : right ? 'R' : '.');
    }
    return s;
}

static const char *scheduled(const struct lab_flow *f, enum lab_effort effort)
{
    struct lab_text t = {.path = "t.s"};
    lab_schedule(&arena, f, ksr1, effort, &t);
    CHECK_TEXT("", hazards(&t));
    const char *s = shape_text(&t);
    free_text(&t);
    return s;
}

/* load f1; load f2; f3 += f1*f2: 3 after the second load; store f3: 3 after that. Then the branch
 * with two delay pairs; the back edge requires nothing. */
static void in_order(void)
{
    struct lab_flow f = {.name = "t"};
    add_block(&f, "head");
    add_inst(&f.blocks.at[0], load(C(7), 0, F(1)));
    add_inst(&f.blocks.at[0], load(C(8), 0, F(2)));
    add_inst(&f.blocks.at[0], op3(LAB_FMAD8, F(1), F(2), F(3)));
    add_inst(&f.blocks.at[0], store(F(3), C(7), 0));
    add_inst(&f.blocks.at[0], op3(LAB_ITSTGE8, I(1), I(2), 0));
    add_inst(&f.blocks.at[0], branch(LAB_BCS_QN, "head"));
    add_block(&f, NULL);
    add_inst(&f.blocks.at[1], jump_by(C(14), 32));
    f.blocks.at[1].falls = false;
    CHECK_TEXT("[head]RR..L..RLR..R..", scheduled(&f, LAB_IN_ORDER));
    free_flow(&f);
}

/* A result is used in the next block, over a back edge, and after the return: pending results must
 * be complete when the caller continues. */
static void in_order_across(void)
{
    struct lab_flow f = {.name = "t"};
    add_block(&f, NULL);
    add_inst(&f.blocks.at[0], load(C(7), 0, F(1)));
    add_block(&f, "a");
    add_inst(&f.blocks.at[1], op3(LAB_FADD8, F(1), F(20), F(2))); /* 3 after the load: two nops */
    add_inst(&f.blocks.at[1], load(C(7), 8, F(1)));
    add_inst(&f.blocks.at[1], branch(LAB_BCS_QN, "a")); /* load, branch, delay, delay: 4 pairs */
    add_block(&f, NULL);
    add_inst(&f.blocks.at[2], load(C(7), 8, F(16)));
    add_inst(&f.blocks.at[2], jump_by(C(14), 32));
    f.blocks.at[2].falls = false;
    CHECK_TEXT("R[a]..LRR..RR..", scheduled(&f, LAB_IN_ORDER));
    free_flow(&f);
}

/* A block that follows itself: f1 is loaded last and used first. Load, two nops, and the branch
 * with its delay pairs take 5: the load at 1 of 5 pairs, the use at 0: 4 pairs later. Without a
 * test between: load, branch, delay, delay, use: 4. A divide of 9 pairs delays the branch: divide
 * at 1, use at 10 + 0, so 10 pairs. */
static void in_order_around(void)
{
    struct lab_flow f = {.name = "t"};
    add_block(&f, "a");
    add_inst(&f.blocks.at[0], op3(LAB_FADD8, F(1), F(4), F(2)));
    add_inst(&f.blocks.at[0], op3(LAB_FDIV8, F(4), F(4), F(1)));
    add_inst(&f.blocks.at[0], branch(LAB_BCS_QN, "a"));
    add_block(&f, NULL);
    add_inst(&f.blocks.at[1], jump_by(C(14), 32));
    f.blocks.at[1].falls = false;
    CHECK_TEXT("[a]LLR..R..", scheduled(&f, LAB_IN_ORDER));
    struct machine slow = *ksr1;
    const struct machine *kept = ksr1;
    slow.divide = known(9);
    ksr1 = &slow;
    CHECK_TEXT("[a]LL.....R..R..", scheduled(&f, LAB_IN_ORDER));
    ksr1 = kept;
    free_flow(&f);
}

/* movout8 and movin8 are one pair; nops of the flow are pairs; the pair after a call's delay pairs
 * is never executed. */
static void in_order_call(void)
{
    struct lab_flow f = {.name = "t"};
    struct lab_flow_block *b = add_block(&f, "t_$TXT");
    add_inst(b, nop(LAB_FINOP));
    add_inst(b, nop(LAB_FINOP));
    add_inst(b, op_number(LAB_MOVI8, 1, 0, I(9)));
    add_inst(b, op3(LAB_MOVOUT8, I(9), 0, 0));
    add_inst(b, op3(LAB_MOVIN8, 0, 0, F(1)));
    add_inst(b, (struct lab_inst){.op = LAB_JSR, .d = C(14), .base = C(9), .offset = 16});
    b->called = true;
    b->pair_after = (struct lab_pair){.left = op_number(LAB_MOVI8, 1, 0, I(0)),
                                      .right = op_number(LAB_MOVI8, 0, 0, C(8))};
    b = add_block(&f, NULL);
    add_inst(b, jump_by(C(14), 32));
    b->falls = false;
    CHECK_TEXT("[t_$TXT]..L2R..2R..", scheduled(&f, LAB_IN_ORDER));
    free_flow(&f);
}

/* DAXPY's body: y(i) += a*x(i). The loads come first, because the longest path is load (3) triad
 * (3) store: at 0, 1 (the addend may come a pair later: x is loaded first), 3, 6; counting runs in
 * parallel. The branch is at 4, two pairs before the end at 6: 7 pairs. */
static void list_daxpy(void)
{
    struct lab_flow f = {.name = "t"};
    struct lab_flow_block *b = add_block(&f, ".L1");
    struct lab_inst count = op3(LAB_SUB8, I(9), 0, I(9)), test = op3(LAB_ITSTGT8, I(9), 0, 0);
    count.immediate[1] = test.immediate[1] = true;
    count.imm = 1;
    add_inst(b, load(C(7), 0, F(1)));
    add_inst(b, load(C(8), 0, F(2)));
    add_inst(b, op3(LAB_FMAD8, F(1), F(3), F(2)));
    add_inst(b, store(F(2), C(8), 0));
    add_inst(b, count);
    add_inst(b, test);
    add_inst(b, branch(LAB_BCS_QN, ".L1"));
    b = add_block(&f, NULL);
    add_inst(b, jump_by(C(14), 32));
    b->falls = false;
    CHECK_TEXT("[.L1]22.LR.RR..", scheduled(&f, LAB_LIST));
    free_flow(&f);
}

/* A store to 8(%c7) and a load from 16(%c7) may be reordered, also through %c6 = %c7 + 8; a store
 * and a load by different registers may not. The load is more urgent, because its result is used.
 */
static const char *store_then_load(lab_reg base, int64_t offset, bool step)
{
    struct lab_flow f = {.name = "t"};
    struct lab_flow_block *b = add_block(&f, NULL);
    struct lab_inst on = op3(LAB_SADD8, C(7), 0, C(6));
    on.immediate[1] = true;
    on.imm = 8;
    add_inst(b, store(F(1), C(7), 8));
    if (step)
        add_inst(b, on);
    add_inst(b, load(base, offset, F(2)));
    add_inst(b, op3(LAB_FADD8, F(2), F(2), F(3)));
    add_inst(b, jump_by(C(14), 32));
    b->falls = false;
    const char *s = scheduled(&f, LAB_LIST);
    free_flow(&f);
    return s;
}

/* The sum is complete for the caller 3 pairs after its pair; the load is 3 before it. In the first
 * or second pair: load 0, sum 3, end at 6; or load 1, sum 4, end at 7; one more after the step of a
 * base. */
static void list_memory(void)
{
    CHECK_TEXT("RR.2..", store_then_load(C(7), 16, false));
    CHECK_TEXT("RR..2..", store_then_load(C(7), 8, false));
    CHECK_TEXT("RR..2..", store_then_load(C(8), 16, false));
    CHECK_TEXT("RRR..2..", store_then_load(C(6), 0, true));
    CHECK_TEXT("RRR.2..", store_then_load(C(6), 8, true));
}

/* A divide is needed at once, and nothing is left for the delay pairs. They get the loop's first
 * two pairs, quashed if the branch falls through, and the loop is entered after these. Load 0, sum
 * 3, test 6, branch 9 (a floating-point test takes 3). */
static void delays_from_target(void)
{
    struct lab_flow f = {.name = "t"};
    struct lab_flow_block *b = add_block(&f, NULL);
    add_inst(b, op_number(LAB_MOVI8, 1, 0, I(1)));
    b = add_block(&f, ".L1");
    add_inst(b, load(C(7), 0, F(1)));
    add_inst(b, load(C(8), 0, F(3)));
    add_inst(b, op3(LAB_FADD8, F(1), F(3), F(2)));
    add_inst(b, op3(LAB_FTSTLT8, F(2), F(5), 0));
    add_inst(b, branch(LAB_BCS_QN, ".L1"));
    b = add_block(&f, NULL);
    add_inst(b, jump_by(C(14), 32));
    b->falls = false;
    struct lab_text t = {.path = "t.s"};
    lab_schedule(&arena, &f, ksr1, LAB_LIST, &t);
    CHECK_TEXT("", hazards(&t));
    CHECK_TEXT("L[.L1]RR[.L1d]..L..L..RRRR..", shape_text(&t));
    CHECK(t.pairs.at[11].right.op == LAB_BCS_QF);
    CHECK_TEXT(".L1d", t.pairs.at[11].right.target);
    free_text(&t);
    free_flow(&f);
}

static struct lab_inst step(lab_reg r, int64_t bytes)
{
    struct lab_inst i = {.op = LAB_SADD8, .s = {r}, .d = r, .imm = bytes};
    i.immediate[1] = true;
    return i;
}

/* DAXPY with its steps: 8 pairs by list scheduling, because the store comes 6 pairs after the first
 * load, and the step of %c8 after the store. Overlapped it takes 7 at most: steps are reordered
 * with loads and stores, which get other displacements. A single iteration runs the original loop.
 */
static void pipelined_daxpy(void)
{
    struct lab_flow f = {.name = "t"};
    struct lab_flow_block *b = add_block(&f, ".L1");
    struct lab_inst count = op3(LAB_SUB8, I(9), 0, I(9)), test = op3(LAB_ITSTGT8, I(9), 0, 0);
    count.immediate[1] = test.immediate[1] = true;
    count.imm = 1;
    add_inst(b, load(C(7), 0, F(1)));
    add_inst(b, load(C(8), 0, F(2)));
    add_inst(b, op3(LAB_FMAD8, F(1), F(3), F(2)));
    add_inst(b, store(F(2), C(8), 0));
    add_inst(b, step(C(7), 8));
    add_inst(b, step(C(8), 8));
    add_inst(b, count);
    add_inst(b, test);
    add_inst(b, branch(LAB_BCS_QN, ".L1"));
    b = add_block(&f, NULL);
    add_inst(b, jump_by(C(14), 32));
    b->falls = false;
    CHECK_TEXT("[.L1]22RL.RRRR..", scheduled(&f, LAB_LIST));
    struct lab_text t = {.path = "t.s"};
    lab_schedule(&arena, &f, ksr1, LAB_PIPELINE, &t);
    uint32_t kernel = 0, after = 0;
    for (size_t l = 0; l < t.labels.n; l++)
        if (strcmp(t.labels.at[l].name, ".L1k") == 0)
            kernel = t.labels.at[l].pair;
    for (uint32_t p = kernel; p < t.pairs.n && !after; p++)
        if (t.pairs.at[p].right.target && strcmp(t.pairs.at[p].right.target, ".L1k") == 0)
            after = p + 3;
    CHECK(kernel > 0 && after > kernel && after - kernel <= 7);
    CHECK_TEXT("", hazards(&t));
    free_text(&t);
    free_flow(&f);
}

int main(void)
{
    ksr1 = read_test_machine(&arena, "ksr1", NULL, 0);
    TEST(distances);
    TEST(check_straight);
    TEST(check_branch);
    TEST(check_quashing);
    TEST(check_label_in_delay);
    TEST(check_moves);
    TEST(check_overwritten);
    TEST(in_order);
    TEST(in_order_across);
    TEST(in_order_around);
    TEST(in_order_call);
    TEST(list_daxpy);
    TEST(list_memory);
    TEST(delays_from_target);
    TEST(pipelined_daxpy);
    arena_free(&arena);
    return tests_end();
}
