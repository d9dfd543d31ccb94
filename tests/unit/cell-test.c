/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the effects of instructions, pairs and branches on the registers of a cell. Each row has
 * some pairs and the value of a register after them, derived from opcodes.def and the KSR1's
 * description. */
#include "tests/unit/check.h"
#include "base/util.h"

#include "lab/machine/code.h"
#include "lab/machine/library.h"

#include <inttypes.h>
#include <stdlib.h>

enum { STACK = 65536, TEXT = 8192 };

struct outcome {
    enum cell_state state;
    struct cell cell; /* its pointers are removed */
};

/* Runs pairs (lines of text) as a main program; %c5 has the address of 32 words at d: 1.5, -2.5,
 * 7, -7, 2^32 + 3, ... */
static struct outcome run_with(const char *pairs, const char *more, bool once)
{
    static const char head[] =
        "\t.data\n\t.align 128\nmain: .word main$TXT\n\t.align 128\n"
        "d: .word 0x3ff8000000000000, 0xc004000000000000, 7, -7, 0x100000003, 0x80\n"
        "\t.half 0x3fc00000, 0xffffffff\n\t.word 7, 8, 9, 10, 11, 12, 13, 14, 15\n\t.space 128\n"
        "\t.text\nmain$TXT:\n finop; cxnop\n finop; cxnop\n finop; movi8 d, %c5\n";
    static const char tail[] = " finop; jmp 32(%c14)\n finop; cxnop\n finop; cxnop\n";
    struct code_options with = {.triads_once = once};
    struct outcome o = {.state = CELL_FAULTED};
    struct diag d = {0};
    struct memory m;
    char text[TEXT];
    int n = snprintf(text, sizeof text, "%s%s%s%s", head, pairs, tail, more);
    struct program *p = program_read_bytes("t.s", text, (size_t)n, &d);
    CHECK(p);
    if (!p || !memory_open(&m, &d))
        return o;
    struct code *code = code_compile(p, &with);
    program_load(p, &m, 1, STACK);
    cell_open(&o.cell, code, &m, 0, 1);
    o.cell.perfect = true;
    memset(o.cell.fetched, 1, code->subblocks);
    o.cell.next = code_at(code, p->main_text);
    o.cell.r[CELL_CEU + LAB_SP] = LAB_STACKS;
    o.cell.r[CELL_CEU + 10] = p->main_block;
    o.cell.r[CELL_CEU + 14] = p->exit_text;
    while ((o.state = cell_run(&o.cell, 10000)) == CELL_REQUESTS)
        o.cell.answered = true;
    free(o.cell.fetched);
    code_free(code);
    memory_close(&m);
    program_free(p);
    return o;
}

static struct outcome run(const char *pairs)
{
    return run_with(pairs, "", false);
}

static double number(const struct outcome *o, unsigned f)
{
    double x;
    memcpy(&x, &o->cell.r[CELL_FPU + f], sizeof x);
    return x;
}

static void check_holds(const char *what, const char *text, bool holds)
{
    if (!holds) {
        printf("# %s: %s\n", what, text);
        test_faults++;
    }
}

/* ---- the IPU ---- */

static const struct integer_row {
    const char *pairs;
    int64_t want; /* in %i3 */
} integers[] = {
    {"add8.ntr 2, %i1, %i3; cxnop", 9},
    {"add8.ntr %i1, %i2, %i3; cxnop", 4},
    {"sub8.ntr %i1, %i2, %i3; cxnop", 10},
    {"sub8.ntr 1, %i2, %i3; cxnop", 4}, /* an immediate as the first operand */
    {"sub8.ntr %i1, 2, %i3; cxnop", 5},
    {"mul8 %i1, %i2, %i3; cxnop", -21},
    {"mul8 5, %i2, %i3; cxnop", -15},
    {"div8 %i1, %i2, %i3; cxnop", -2}, /* 7 / -3, truncated */
    {"div8 %i1, -1, %i3; cxnop", -7},
    {"div8 20, %i1, %i3; cxnop", 2},
    {"ash8.ntr 3, %i1, %i3; cxnop", 56},
    {"ash8.ntr -1, %i2, %i3; cxnop", -2}, /* -3 shifted right: rounded down */
    {"ash8.ntr -70, %i2, %i3; cxnop", -1},
    {"ash8.ntr 64, %i1, %i3; cxnop", 0},
    {"ash8.ntr %i1, 1, %i3; cxnop", 128},
    {"clrh8 2, %i2, %i3; cxnop", 1}, /* ...1101 */
    {"clrh8 64, %i2, %i3; cxnop", -3},
    {"clrh8 0, %i2, %i3; cxnop", 0},
    {"and8 %i1, 5, %i3; cxnop", 5},
    {"or8 8, %i1, %i3; cxnop", 15},
    {"xor8 %i1, %i2, %i3; cxnop", -6}, /* 0111 ^ ...1101 = ...1010 */
    {"movi8 -9, %i3; cxnop", -9},
    {"movi8 0x7fffffffffffffff, %i3; cxnop", INT64_MAX},
    {"mov8_8 %i2, %i3; cxnop", -3},
    {"itsteq8 %i1, 7; cxnop\n selsc8 1, %i2, %i3; cxnop", 1},
    {"itsteq8 7, %i1; cxnop\n selsc8 %i1, %i2, %i3; cxnop", 7},
    {"itstne8 %i1, 7; cxnop\n selsc8 1, %i2, %i3; cxnop", -3},
    {"itstge8 %i2, -3; cxnop\n selsc8 1, %i2, %i3; cxnop", 1},
    {"itstge8 %i2, %i1; cxnop\n selsc8 %i1, 2, %i3; cxnop", 2},
    {"itstle8 %i2, %i1; cxnop\n selsc8 %i1, 2, %i3; cxnop", 7},
    {"itstlt8 -4, %i2; cxnop\n selsc8 %i1, 2, %i3; cxnop", 7},
    {"itstgt8 %i2, %i1; cxnop\n selsc8 %i1, 2, %i3; cxnop", 2},
};

static void integer_operations(void)
{
    for (size_t i = 0; i < COUNT_OF(integers); i++) {
        char text[200];
        snprintf(text, sizeof text, " movi8 7, %%i1; cxnop\n movi8 -3, %%i2; cxnop\n %s\n",
                 integers[i].pairs);
        struct outcome o = run(text);
        int64_t got = (int64_t)o.cell.r[CELL_IPU + 3];
        if (o.state != CELL_ENDED || got != integers[i].want)
            printf("# got %" PRId64 "\n", got);
        check_holds("integers", integers[i].pairs,
                    o.state == CELL_ENDED && got == integers[i].want);
    }
}

/* ---- the FPU ---- */

/* %f1 = 1.5, %f2 = -2.5, %f3 = 7.0, %f4 = 0.1, rounded */
static const struct real_row {
    const char *pairs;
    double want; /* in %f9, which holds 4.0 before */
} reals[] = {
    {"fadd8.tr %f1, %f2, %f9; cxnop", -1.0},
    {"fsub8.tr %f1, %f2, %f9; cxnop", 4.0},
    {"fmul8.ntr %f1, %f2, %f9; cxnop", -3.75},
    {"fdiv8 %f1, %f2, %f9; cxnop", 1.5 / -2.5},
    {"fmad8.tr %f1, %f3, %f9; cxnop", 14.5},
    {"fmsu8.tr %f1, %f3, %f9; cxnop", 6.5},
    {"fnad8.tr %f1, %f3, %f9; cxnop", -6.5},
    {"fnsu8.tr %f1, %f3, %f9; cxnop", -14.5},
    {"fadm8.tr %f1, %f3, %f9; cxnop", 29.5},
    {"fsum8.tr %f1, %f3, %f9; cxnop", -26.5},
    {"fmam8.tr %f1, %f3, %f9; cxnop", 38.5}, /* (1.5 + 4) * 7 */
    {"fmsm8.tr %f1, %f3, %f9; cxnop", -17.5},
    {"fneg8 %f2, %f9; cxnop", 2.5},
    {"fabs8 %f2, %f9; cxnop", 2.5},
    {"fsqrt8 %f9, %f9; cxnop", 2.0},
    {"fmax8 %f1, %f2, %f9; cxnop", 1.5},
    {"fmin8 %f1, %f2, %f9; cxnop", -2.5},
    {"ftstlt8 %f2, %f1; cxnop\n fselsc8 %f1, %f2, %f9; cxnop", 1.5},
    {"ftstgt8 %f2, %f1; cxnop\n fselsc8 %f1, %f2, %f9; cxnop", -2.5},
    {"ftsteq8 %f1, %f1; cxnop\n fselsc8 %f1, %f2, %f9; cxnop", 1.5},
    {"ftstne8 %f1, %f1; cxnop\n fselsc8 %f1, %f2, %f9; cxnop", -2.5},
    {"ftstle8 %f1, %f1; cxnop\n fselsc8 %f1, %f2, %f9; cxnop", 1.5},
    {"ftstge8 %f2, %f1; cxnop\n fselsc8 %f1, %f2, %f9; cxnop", -2.5},
    {"fceil8 %f2, %f9; cxnop", -2.0},
    {"ffloor8 %f2, %f9; cxnop", -3.0},
    {"ffix8 %f2, %f9; cxnop\n fflt8 %f9, %f9; cxnop", -2.0},
    {"frnd4 %f4, %f9; cxnop", (double)0.1f},
    {"fadd4 %f4, %f1, %f9; cxnop", (double)(float)1.6},
    {"fsub4 %f1, %f4, %f9; cxnop", (double)(float)1.4},
    {"fmul4 %f4, %f4, %f9; cxnop", (double)(float)(0.1 * 0.1)},
    {"fdiv4 %f4, %f3, %f9; cxnop", (double)(float)(0.1 / 7.0)},
    {"fsqrt4 %f3, %f9; cxnop", 2.6457512378692627},
    {"mov8_8 %f1, %f9; cxnop", 1.5},
};

static const char real_start[] =
    " movi8 0x3ff8000000000000, %i1; cxnop\n movin8 %f1; movout8 %i1\n"
    " movi8 0xc004000000000000, %i1; cxnop\n movin8 %f2; movout8 %i1\n"
    " movi8 0x401c000000000000, %i1; cxnop\n movin8 %f3; movout8 %i1\n"
    " movi8 0x3fb999999999999a, %i1; cxnop\n movin8 %f4; movout8 %i1\n"
    " movi8 0x4010000000000000, %i1; cxnop\n movin8 %f9; movout8 %i1\n ";

static void real_operations(void)
{
    for (size_t i = 0; i < COUNT_OF(reals); i++) {
        char text[700];
        snprintf(text, sizeof text, "%s%s\n", real_start, reals[i].pairs);
        struct outcome o = run(text);
        check_holds("reals", reals[i].pairs,
                    o.state == CELL_ENDED && number(&o, 9) == reals[i].want);
    }
}

/* The double nearest to 0.1 is 0.1 + 5.55e-18, the one nearest to 0.01 is 0.01 + 2.08e-19. The
 * square minus 0.01 is 1.11e-18 - 2.08e-19 = 9.02e-19 if only the result is rounded; the square
 * itself is rounded to 0.01 + 1.94e-18. */
static void triads_round_twice_or_once(void)
{
    static const char pairs[] = " movi8 0x3fb999999999999a, %i1; cxnop\n"
                                " movin8 %f1; movout8 %i1\n"
                                " movi8 0xbf847ae147ae147b, %i1; cxnop\n"
                                " movin8 %f9; movout8 %i1\n fmad8.tr %f1, %f1, %f9; cxnop\n";
    struct outcome twice = run(pairs), once = run_with(pairs, "", true);
    CHECK(number(&twice, 9) == 0.010000000000000002 - 0.01);
    CHECK_NEAR(9.0205620750793969e-19, number(&once, 9), 1e-33);
}

static void conversion_overflow_gives_the_minimum(void)
{
    struct outcome o = run(" movi8 0x7ff8000000000000, %i1; cxnop\n movin8 %f1; movout8 %i1\n"
                           " ffix8 %f1, %f2; cxnop\n movin8 %i4; movout8 %f2\n");
    CHECK((int64_t)o.cell.r[CELL_IPU + 4] == INT64_MIN);
}

/* ---- memory ---- */

static void loads_and_stores(void)
{
    struct outcome o = run(" finop; ld8 0(%c5), %f1\n finop; ld8 24(%c5), %i1\n"
                           " finop; ld4 32(%c5), %i2\n finop; ld4 52(%c5), %i3\n"
                           " finop; ld1 40(%c5), %i4\n finop; ld4 48(%c5), %f2\n"
                           " finop; st8 %f1, 128(%c5)\n finop; st4 %f1, 136(%c5)\n"
                           " finop; st4 %i1, 140(%c5)\n finop; st1 %i1, 144(%c5)\n"
                           " finop; ld8 128(%c5), %i5\n finop; ld8 136(%c5), %i6\n"
                           " finop; ld8 144(%c5), %i7\n finop; ld8 24(%c5), %c9\n");
    CHECK(o.state == CELL_ENDED && number(&o, 1) == 1.5 && number(&o, 2) == 1.5);
    CHECK((int64_t)o.cell.r[CELL_IPU + 1] == -7 && o.cell.r[CELL_IPU + 2] == 3);
    CHECK((int64_t)o.cell.r[CELL_IPU + 3] == -1 && o.cell.r[CELL_IPU + 4] == 0x80);
    CHECK(o.cell.r[CELL_IPU + 5] == UINT64_C(0x3ff8000000000000));
    CHECK(o.cell.r[CELL_IPU + 6] == UINT64_C(0xfffffff93fc00000));
    CHECK(o.cell.r[CELL_IPU + 7] == 0xf9 && (int64_t)o.cell.r[CELL_CEU + 9] == -7);
}

/* Words 8 to 15 of d are 8, 9 ... 15: eight registers. */
static void blocks_of_eight_registers(void)
{
    struct outcome o = run(" finop; ld64 64(%c5), %i8\n add8.ntr 1, %i15, %i15; cxnop\n"
                           " finop; st64 %i8, 128(%c5)\n finop; ld8 184(%c5), %i1\n"
                           " finop; ld64 128(%c5), %f8\n movin8 %i2; movout8 %f15\n");
    CHECK(o.state == CELL_ENDED && o.cell.r[CELL_IPU + 8] == 8);
    CHECK(o.cell.r[CELL_IPU + 1] == 16 && o.cell.r[CELL_IPU + 2] == 16);
}

static void addresses(void)
{
    struct outcome o = run(" finop; sadd8.ntr 3, %c5, 1, %c6\n finop; ssub8.ntr 0, %c5, 8, %c7\n"
                           " finop; sadd8.ntr 0, 16, %c5, %c8\n finop; mov8_8 %c5, %c9\n"
                           " finop; movb8_8 %c9, %i1\n finop; movi8 d+8, %c1\n");
    uint64_t d = o.cell.r[CELL_CEU + 5];
    CHECK(d == LAB_DATA + 128 && o.cell.r[CELL_CEU + 6] == 8 * d + 1);
    CHECK(o.cell.r[CELL_CEU + 7] == d - 8 && o.cell.r[CELL_CEU + 8] == d + 16);
    CHECK(o.cell.r[CELL_IPU + 1] == d && o.cell.r[CELL_CEU + 1] == d + 8);
}

/* ---- pairs ---- */

static void halves_read_earlier_values(void)
{
    /* the store and the load's address see the old values, movb8_8 the new one */
    struct outcome o = run(" movi8 1, %i1; cxnop\n add8.ntr 1, %i1, %i1; st8 %i1, 128(%c5)\n"
                           " finop; ld8 128(%c5), %i2\n"
                           " add8.ntr 10, %i1, %i1; movb8_8 %i1, %c6\n"
                           " add8.ntr %i1, %i2, %i3; ld8 16(%c5), %i1\n"
                           " add8.ntr 5, %i3, %i4; movb8_8 %c5, %i3\n");
    CHECK(o.cell.r[CELL_IPU + 2] == 1 && o.cell.r[CELL_CEU + 6] == 12);
    CHECK(o.cell.r[CELL_IPU + 1] == 7 && o.cell.r[CELL_IPU + 4] == 18);
    CHECK(o.cell.r[CELL_IPU + 3] == o.cell.r[CELL_CEU + 5]);
}

static void branch_sees_the_condition_before_its_pair(void)
{
    /* set by the first test; the test of the branch's own pair clears it too late */
    struct outcome o = run(" itsteq8 %i1, 0; cxnop\n itstne8 %i1, %i1; bcc.qn @citst, .L1\n"
                           " finop; cxnop\n finop; cxnop\n movi8 5, %i2; cxnop\n.L1:\n"
                           " selsc8 %i2, 2, %i3; cxnop\n");
    CHECK(o.cell.r[CELL_IPU + 2] == 5 && o.cell.r[CELL_IPU + 3] == 2);
}

/* Each of bits 0 to 4 of %i1: the branch's left half, two delay pairs, the next pair, the target.
 */
static int64_t path(const char *branch, const char *condition)
{
    char text[600];
    snprintf(text, sizeof text,
             " %s; movi8 3, %%c6\n or8 1, %%i1, %%i1; %s\n or8 2, %%i1, %%i1; cxnop\n"
             " or8 4, %%i1, %%i1; cxnop\n or8 8, %%i1, %%i1; cxnop\n"
             ".L1:\n or8 16, %%i1, %%i1; cxnop\n",
             condition, branch);
    struct outcome o = run(text);
    return o.state == CELL_ENDED ? (int64_t)(o.cell.r[CELL_IPU + 1] | o.cell.clock << 8) : -1;
}

/* Pairs: movi8 d, the test, the branch, two delay pairs, the next one if it runs, the target, jmp
 * and its two: 9 or 10 clocks; quashed pairs take a clock each. */
static void delay_pairs_and_quashing(void)
{
    static const char set[] = "itsteq8 %i1, 0", clear[] = "itstne8 %i1, 0";
    const int64_t taken = 1 | 2 | 4 | 16 | 9 << 8, falls = 1 | 2 | 4 | 8 | 16 | 10 << 8;
    const int64_t quashed = 1 | 16 | 9 << 8, skipped = 1 | 8 | 16 | 10 << 8;
    CHECK(path("bcs.qn @citst, .L1", set) == taken);
    CHECK(path("bcs.qn @citst, .L1", clear) == falls);
    CHECK(path("bcc.qn @citst, .L1", clear) == taken);
    CHECK(path("bcc.qn @citst, .L1", set) == falls);
    CHECK(path("bcs.qt @citst, .L1", set) == quashed);
    CHECK(path("bcs.qt @citst, .L1", clear) == falls);
    CHECK(path("bcc.qt @citst, .L1", clear) == quashed);
    CHECK(path("bcs.qf @citst, .L1", set) == taken);
    CHECK(path("bcs.qf @citst, .L1", clear) == skipped);
    CHECK(path("bcc.qf @citst, .L1", set) == skipped);
    CHECK(path("beq.qn %c6, 3, .L1", set) == taken);
    CHECK(path("beq.qn %c6, %c5, .L1", set) == falls);
    CHECK(path("beq.qt 3, %c6, .L1", set) == quashed);
    CHECK(path("beq.qf %c6, 4, .L1", set) == skipped);
    CHECK(path("jmp .L1", set) == taken);
}

/* Another branch enters at the second delay pair of the loop's branch. */
static void label_in_a_delay_pair(void)
{
    struct outcome o = run(" movi8 3, %i1; jmp .L2\n movi8 0, %i2; cxnop\n finop; cxnop\n"
                           ".L1:\n add8.ntr -1, %i1, %i1; cxnop\n itstgt8 %i1, 0; cxnop\n"
                           " finop; bcs.qn @citst, .L1\n add8.ntr 10, %i2, %i2; cxnop\n"
                           ".L2:\n add8.ntr 1, %i2, %i2; cxnop\n itstgt8 %i1, 0; cxnop\n"
                           " finop; bcs.qn @citst, .L1\n finop; cxnop\n finop; cxnop\n");
    /* entered with %i1 = 3: 1; iterations with 2 and 1: 11 each, taken; with 0: 11, not taken */
    CHECK(o.state == CELL_ENDED && o.cell.r[CELL_IPU + 1] == 0 && o.cell.r[CELL_IPU + 2] == 34);
}

/* %c14 has the call's pair; the callee continues four pairs after it. */
static void calls_and_returns(void)
{
    struct outcome o = run_with(" finop; mov8_8 %c14, %c15\n finop; cxnop\n"
                                " finop; jsr %c14, f$TXT\n add8.ntr 1, %i1, %i1; cxnop\n"
                                " add8.ntr 2, %i1, %i1; cxnop\n add8.ntr 100, %i1, %i1; cxnop\n"
                                " add8.ntr 8, %i1, %i1; movi8 f, %c7\n"
                                " finop; ld8 0(%c7), %c7\n finop; jsr %c14, 0(%c7)\n"
                                " finop; cxnop\n finop; cxnop\n add8.ntr 100, %i1, %i1; cxnop\n"
                                " finop; mov8_8 %c15, %c14\n",
                                "f$TXT:\n add8.ntr 16, %i1, %i1; jmp 32(%c14)\n"
                                " finop; cxnop\n add8.ntr 32, %i1, %i1; cxnop\n"
                                "\t.data\nf: .word f$TXT\n",
                                false);
    CHECK(o.state == CELL_ENDED && o.cell.r[CELL_IPU + 1] == 1 + 2 + 8 + 48 + 48);
}

/* One tick every 8 clocks: the tenth pair of the program, and the eighteenth. */
static void timer(void)
{
    char text[800] = "";
    for (int i = 0; i < 16; i++)
        strcat(text, i == 7 ? " finop; movb8_8 %x_all_timer, %i1\n" : " finop; cxnop\n");
    strcat(text, " finop; movb8_8 %x_all_timer, %i2\n");
    struct outcome o = run(text);
    CHECK(o.cell.r[CELL_IPU + 1] == 1 && o.cell.r[CELL_IPU + 2] == 2);
}

/* ---- faults ---- */

static const struct fault_row {
    const char *pairs;
    enum cell_fault_kind kind;
    uint32_t pair; /* of the program: 3 is the first of the row */
    uint64_t address;
} faults[] = {
    {" finop; ld8 4(%c5), %f1\n", FAULT_MISALIGNED, 3, LAB_DATA + 132},
    {" finop; st64 %f0, 8(%c5)\n", FAULT_MISALIGNED, 3, LAB_DATA + 136},
    {" finop; ld1 0(%c0), %i1\n", FAULT_OUTSIDE_MEMORY, 3, 0},
    {" finop; st8 %f1, -8(%c0)\n", FAULT_CHIP, 3, UINT64_C(0xfffffffff8)},
    {" finop; cxnop\n finop; ld8 0x10000(%c0), %i1\n", FAULT_OUTSIDE_MEMORY, 4, LAB_TEXT},
    {" finop; st8 %i1, 0x20000000(%c0)\n", FAULT_OUTSIDE_MEMORY, 3, 0x20000000},
    {" finop; gsp.wt 0(%c0)\n", FAULT_OUTSIDE_MEMORY, 3, 0},
    {" finop; jmp 4(%c10)\n finop; cxnop\n finop; cxnop\n", FAULT_JUMP, 3, LAB_DATA + 4},
    {" div8 %i1, %i0, %i2; cxnop\n", FAULT_DIVIDE, 3, 0},
    {" div8 %i1, 0, %i2; cxnop\n", FAULT_DIVIDE, 3, 0},
    {".L1: finop; jmp .L1\n finop; bcs.qn @citst, .L1\n finop; cxnop\n", FAULT_DELAY_BRANCH, 4, 0},
    {" finop; jmp .L1\n finop; cxnop\n finop; cxnop\n finop; jmp 32(%c14)\n finop; cxnop\n"
     " finop; cxnop\n.L1:\n finop; jmp f\n finop; cxnop\n finop; cxnop\n",
     FAULT_END_OF_TEXT, 15, 0},
};

static void faults_name_pair_and_address(void)
{
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        struct outcome o = run_with(faults[i].pairs, "f: finop; cxnop\n", false);
        const struct cell_fault *f = &o.cell.fault;
        if (f->kind != faults[i].kind || f->pair != faults[i].pair)
            printf("# got fault %d at pair %" PRIu32 "\n", (int)f->kind, f->pair);
        check_holds("faults", faults[i].pairs,
                    o.state == CELL_FAULTED && f->kind == faults[i].kind &&
                        f->pair == faults[i].pair && f->address == faults[i].address);
    }
}

/* ---- requests ---- */

/* Each request of a program whose subcaches stay empty, with its clock and the bytes after LAB_DATA
 * or LAB_TEXT; every request takes 100 clocks. */
static void misses_of_subcaches_are_requested(void)
{
    static const struct {
        enum request_kind kind;
        uint64_t clock, address;
    } want[] = {
        {REQUEST_READ, 1, LAB_DATA + 8}, /* after a nop; its subblock is present */
        {REQUEST_READ_EX, 102, LAB_DATA},
        {REQUEST_WRITE, 203, LAB_DATA},
        {REQUEST_PREFETCH, 304, LAB_DATA + 128},
        {REQUEST_LOCK, 405, LAB_DATA + 128},
        {REQUEST_FETCH, 506, LAB_TEXT + 64}, /* pair 8 */
        {REQUEST_READ, 606, LAB_DATA + 16},
        {REQUEST_FETCH, 710, LAB_TEXT + 128}, /* the end: pair 12 + 4 */
    };
    static const char text[] = "\t.data\nmain: .word main$TXT, 2, 3\n\t.space 256\n\t.text\n"
                               "main$TXT:\n finop; cxnop\n finop; cxnop\n finop; cxnop\n"
                               " finop; ld8 8(%c10), %i1\n finop; ld8.ex 0(%c10), %i2\n"
                               " finop; st8 %i1, 0(%c10)\n finop; pcsp.ro.nbl 128(%c10)\n"
                               " finop; gsp.wt 128(%c10)\n finop; ld8 16(%c10), %i3\n"
                               " finop; jmp 32(%c14)\n finop; cxnop\n finop; cxnop\n";
    struct code_options with = {.triads_once = false};
    struct diag d = {0};
    struct memory m;
    struct cell c;
    enum cell_state state;
    struct program *p = program_read_bytes("t.s", text, sizeof text - 1, &d);
    CHECK(p && memory_open(&m, &d));
    struct code *code = code_compile(p, &with);
    program_load(p, &m, 1, STACK);
    cell_open(&c, code, &m, 0, 1);
    c.next = code_at(code, p->main_text);
    c.r[CELL_CEU + 10] = p->main_block;
    c.r[CELL_CEU + 14] = p->exit_text;
    size_t n = 0;
    for (; (state = cell_run(&c, UINT64_MAX)) == CELL_REQUESTS; n++) {
        bool right = n < COUNT_OF(want) && c.request.kind == want[n].kind &&
                     c.request.clock == want[n].clock && c.request.address == want[n].address;
        if (!right)
            printf("# request %zu: kind %d, clock %" PRIu64 ", address 0x%" PRIx64 "\n", n,
                   (int)c.request.kind, c.request.clock, c.request.address);
        CHECK(right);
        if (c.request.kind == REQUEST_FETCH)
            c.fetched[(c.request.address - LAB_TEXT) / SUBCACHE_SUBBLOCK] = 1;
        c.clock += 100;
        c.answered = true;
    }
    CHECK(n == COUNT_OF(want));
    CHECK(state == CELL_ENDED && c.r[CELL_IPU + 1] == 2 && c.r[CELL_IPU + 3] == 3);
    cell_close(&c);
    code_free(code);
    memory_close(&m);
    program_free(p);
}

/* A prefetch or poststore of an invalid address has no effect. */
static void hints_of_no_memory(void)
{
    struct outcome o = run(" finop; pcsp.ro.nbl 0(%c0)\n finop; pstsp 8(%c0)\n");
    CHECK(o.state == CELL_ENDED);
}

int main(void)
{
    TEST(integer_operations);
    TEST(real_operations);
    TEST(triads_round_twice_or_once);
    TEST(conversion_overflow_gives_the_minimum);
    TEST(loads_and_stores);
    TEST(blocks_of_eight_registers);
    TEST(addresses);
    TEST(halves_read_earlier_values);
    TEST(branch_sees_the_condition_before_its_pair);
    TEST(delay_pairs_and_quashing);
    TEST(label_in_a_delay_pair);
    TEST(calls_and_returns);
    TEST(timer);
    TEST(faults_name_pair_and_address);
    TEST(misses_of_subcaches_are_requested);
    TEST(hints_of_no_memory);
    return tests_end();
}
