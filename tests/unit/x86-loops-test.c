/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of x86-64 assembly where control flow, not the text, decides; and the value flows of their
 * bodies, written as FROM>TO by number from 0, INPUT (d data, + addend, a address, m memory, M the
 * same exactly), and the number of iterations between them if it is not 0. */
#include "tests/unit/x86-loops.h"
#include "base/util.h"

#include <stdlib.h>
#include <time.h>

/* Flows of the first loop's body for those inputs. */
static const char *flows_of(const char *text, const char *inputs)
{
    static const char letters[] = {'d', '+', 'a', 'm'};
    struct scanned s;
    struct compiled_loop l;
    const char *all = "";
    scan(&s, text);
    scan_loop_details(s.file, &arena, 0, &l);
    for (size_t i = 0; i < l.body->n_flows; i++) {
        const struct value_flow *f = &l.body->flows[i];
        char letter = f->exact ? 'M' : letters[f->input];
        if (!strchr(inputs, letter))
            continue;
        all = arena_printf(&arena, "%s%s%d>%d%c", all, *all ? " " : "", f->from, f->to, letter);
        if (f->distance)
            all = arena_printf(&arena, "%s%ld", all, f->distance);
    }
    scan_free(s.file);
    return all;
}

/* ---- loops ---- */

static void a_test_at_the_bottom(void)
{
    /* jmp enters at .L3: one loop, listed from where the jump back leads. */
    CHECK_TEXT(".L4 i 4 k1", loops_of("jmp .L3\n.L4: movsd (%rdi), %xmm0\naddq $8, %rdi\n"
                                      ".L3: cmpq %rsi, %rdi\njne .L4\nret\n"));
}

static void unexecuted_code_inside(void)
{
    /* .L8 and ret are between the label and the backward jump, and are not part of an iteration. */
    CHECK_TEXT(".L4 i 5 k1", loops_of(".L4: testl %eax, %eax\nje .L5\njmp .L6\n.L8: nop\nnop\nret\n"
                                      ".L6: decl %ecx\njne .L4\n.L5: ret\n"));
}

/* Padding after jmp and ret leads nowhere, although the code after it belongs to the loops. */
static void padding_is_no_entry(void)
{
    CHECK_TEXT(".L4 i 9 k1; .L3 r 5",
               loops_of(".L3: movl (%rdi), %eax\njmp .L5\nnop\n"
                        ".L4: addq $4, %rbx\ncmpq %r15, %rbx\nje .L8\n"
                        ".L5: addl (%rbx), %eax\nje .L4\njs .L9\n.L6: jmp .L4\n"
                        ".L8: addq $8, %rdi\ncmpq %rsi, %rdi\njne .L3\nret\nnop\n"
                        ".L9: movl $1, %eax\njmp .L6\n"));
}

static void a_cold_block_after_the_loop(void)
{
    const char *text = ".L4: movsd (%rdi), %xmm0\naddq $8, %rdi\ncomisd %xmm0, %xmm1\nja .L9\n"
                       ".L5: cmpq %rdi, %rsi\njne .L4\nret\n.L9: mulsd %xmm2, %xmm3\njmp .L5\n";
    CHECK_TEXT(".L4 i 8 k1", loops_of(text));
    /* In the order of an iteration: the cold block, an area after ja, then the code that both
     * continue with. An iteration through it takes ja and the backward jump. COMISD does not fuse,
     * CMP and JNE do. */
    CHECK_TEXT("movsd addq comisd ja! mulsd jmp! cmpq& jne! 4:0 5:0", body_of(text));
}

static void jumps_back_from_the_middle(void)
{
    /* Two branches lead to the next pass and no register is initialized: one loop; the first jump
     * skips all but the last instruction. */
    CHECK_TEXT(".L4 i 6 k1", loops_of(".L4: movsd (%rdi), %xmm0\naddq $8, %rdi\n"
                                      "comisd %xmm0, %xmm1\nja .L4\ndecl %ecx\njne .L4\n"));
}

static void loops_next_to_one_with_two_jumps(void)
{
    /* No register is initialized in .L4; the loops before and after it, which set its counter, do
     * not matter. */
    static const char one[] = ".L4: movsd (%rdi), %xmm0\naddq $8, %rdi\ncomisd %xmm0, %xmm1\n"
                              "ja .L4\ndecl %ecx\njne .L4\n";
    static const char other[] = ".L%d: xorl %%edi, %%edi\nxorl %%ecx, %%ecx\naddq $1, %%rax\n"
                                "cmpq %%rax, %%rsi\njne .L%d\n";
    const char *before = arena_printf(&arena, other, 2, 2);
    const char *after = arena_printf(&arena, other, 6, 6);
    CHECK_TEXT(".L2 i 5 k1; .L4 i 6 k1; .L6 i 5 k1",
               loops_of(arena_printf(&arena, "%s%s%s", before, one, after)));
}

static void two_loops_of_one_label(void)
{
    /* The inner one counts %rax, the outer one sets it to 0. */
    CHECK_TEXT(".L4 i 3 k1; .L4 r 3",
               loops_of(".L4: addq $1, %rax\ncmpq %rax, %rsi\njne .L4\nxorl %eax, %eax\n"
                        "decl %ecx\njne .L4\n"));
}

static void a_loop_of_two_entries(void)
{
    CHECK_TEXT(".L4 i 4 k1", loops_of("testl %eax, %eax\nje .L5\n.L4: addq $1, %rdi\n"
                                      ".L5: cmpq %rdi, %rsi\ndecl %ecx\njne .L4\nret\n"));
}

static void calls_that_do_not_return(void)
{
    /* The next routine's cold block follows abort; otherwise it would belong to the loop. */
    CHECK_TEXT(".L4 i 4 k1", loops_of(".L4: testl %eax, %eax\nje .L9\ndecl %ecx\njne .L4\nret\n"
                                      ".L9: call abort@PLT\n.L7: nop\njmp .L4\n"));
    CHECK_TEXT(".L4 i 7 k1", loops_of(".L4: testl %eax, %eax\nje .L9\ndecl %ecx\njne .L4\nret\n"
                                      ".L9: call f\n.L7: nop\njmp .L4\n"));
    /* Instructions that stop the program, and one that does not: then not every pass counts. */
    static const char *const last[] = {"ud2", "hlt", "pause"};
    for (size_t i = 0; i < 3; i++)
        CHECK_TEXT(i < 2 ? ".L4 i 4 k1" : ".L4 i 7 k1",
                   loops_of(arena_printf(&arena,
                                         ".L4: testl %%eax, %%eax\nje .L9\ndecl %%ecx\njne .L4\n"
                                         "ret\n.L9: %s\n.L7: nop\njmp .L4\n",
                                         last[i])));
}

static void conditional_moves_are_no_branches(void)
{
    CHECK_TEXT("cmpq cmovg decl& jne!",
               body_of(".L4: cmpq %rax, %rdx\ncmovg %rdx, %rax\ndecl %ecx\njne .L4\n"));
}

static void routines_end_loops(void)
{
    /* A jump to another routine's label is no jump back. */
    CHECK_TEXT("", loops_of(".type f, @function\nf: .L1: nop\nret\n"
                            ".type g, @function\ng: nop\njmp .L1\n"));
}

/* ---- flows ---- */

#define COUNT "addq $8, %rdi\ncmpq %rdi, %rsi\njne .L4\n"

static void flows_through_registers(void)
{
    /* 0 load, 1 mulsd, 2 addsd to the sum of the previous iteration, 3 addq, 4 cmpq, 5 jne by
     * flags. */
    const char *text = ".L4: movsd (%rdi), %xmm0\nmulsd %xmm1, %xmm0\naddsd %xmm0, %xmm2\n" COUNT;
    CHECK_TEXT("0>1d 1>2d 2>2d1 3>3d1 3>4d 4>5d", flows_of(text, "d"));
    CHECK_TEXT("3>0a1", flows_of(text, "a"));
}

static void moves_carry_values_through_passes(void)
{
    /* %xmm3 has the value that the previous iteration loaded and copied (2): the sum (0) reads it
     * one iteration later. */
    CHECK_TEXT(
        "0>0d1 2>0d1 1>2d 3>3d1 3>4d 4>5d",
        flows_of(".L4: addsd %xmm3, %xmm4\nmovsd (%rdi), %xmm2\nmovapd %xmm2, %xmm3\n" COUNT, "d"));
}

static void an_addend_is_identified(void)
{
    /* vfmadd231pd: xmm0 += xmm1 * memory: the sum is the addend. */
    CHECK_TEXT("0>0+1", flows_of(".L4: vfmadd231pd (%rdi), %ymm1, %ymm0\n" COUNT, "+"));
    /* vfmadd213pd: xmm0 = xmm1 * xmm0 + memory: it is a factor. */
    CHECK_TEXT("0>0d1 1>1d1 1>2d 2>3d",
               flows_of(".L4: vfmadd213pd (%rdi), %ymm1, %ymm0\n" COUNT, "d"));
}

static void idioms_cut_flows(void)
{
    /* A register cleared by xorps does not depend on the previous iteration; cvtsi2sd keeps the
     * upper half. */
    CHECK_TEXT(
        "0>1d 1>2d 3>3d1 3>4d 4>5d",
        flows_of(".L4: xorps %xmm0, %xmm0\ncvtsi2sdl %eax, %xmm0\nmovsd %xmm0, (%rdi)\n" COUNT,
                 "d"));
    CHECK_TEXT("1>0d1 0>1d",
               flows_of(".L4: cvtsi2sdl %eax, %xmm0\nmulsd %xmm1, %xmm0\njmp .L4\n", "d"));
}

static void counters(void)
{
    /* A register that sets the flags is a counter, not an address: %rax, 2 per pass; of two
     * counters the one with the smaller step is used. */
    CHECK_TEXT(".L4 i 4 k2", loops_of(".L4: leaq 1(%rdx), %rdx\naddq $2, %rax\ncmpq %rax, %rsi\n"
                                      "jne .L4\n"));
    CHECK_TEXT(".L4 i 4 k1", loops_of(".L4: addq $1, %rdx\naddq $2, %rax\ncmpq %rax, %rsi\n"
                                      "jne .L4\n"));
    /* A pass of three operations cannot be four iterations. */
    CHECK_TEXT(".L4 i 4 k3", loops_of(".L4: nop\naddq $3, %rax\ncmpq %rax, %rsi\njne .L4\n"));
    CHECK_TEXT(".L4 i 4", loops_of(".L4: nop\naddq $4, %rax\ncmpq %rax, %rsi\njne .L4\n"));
}

#define CONVERGING(more)                                                                           \
    ".L4: divsd %xmm2, %xmm0\ndivsd %xmm3, %xmm0\naddsd %xmm0, %xmm1\naddsd %xmm4, %xmm2\n"        \
    "movapd %xmm0, %xmm5\nandpd %xmm6, %xmm5\n" more "comisd %xmm5, %xmm7\njb .L4\n.L5: ret\n"

/* No address advances by a constant, and nothing counts: an operation that a pass has once shows
 * that the loop is not unrolled. */
static void passes_that_are_one_iteration(void)
{
    /* A list; a search with two exits. */
    CHECK_TEXT(".L4 i 3 k1", loops_of(".L4: movq (%rdi), %rdi\ntestq %rdi, %rdi\njne .L4\n"));
    CHECK_TEXT(".L4 i 5 k1", loops_of(".L4: movq (%rdi), %rdi\ntestq %rdi, %rdi\nje .L5\n"
                                      "cmpq %rdi, %rsi\njne .L4\n.L5: ret\n"));
    /* The same, unrolled twice: unknown. */
    CHECK_TEXT(".L4 i 6", loops_of(".L4: movq (%rdi), %rdi\ntestq %rdi, %rdi\nje .L5\n"
                                   "movq (%rdi), %rdi\ntestq %rdi, %rdi\njne .L4\n.L5: ret\n"));
    /* A list whose elements have a key in other memory: the register of the next pass is loaded
     * once at an address that it contains. With two of these loads, the pass is two iterations, or
     * one of p = p->next->next. A load that some passes skip shows nothing. */
    CHECK_TEXT(".L4 i 6 k1", loops_of(".L4: movq 8(%rax), %rdx\ncmpw 2(%rdx), %r12w\nje .L5\n"
                                      "movq (%rax), %rax\ntestq %rax, %rax\njne .L4\n.L5: ret\n"));
    CHECK_TEXT(".L4 i 7",
               loops_of(".L4: movq 8(%rax), %rdx\ncmpw 2(%rdx), %r12w\nje .L5\n"
                        "movq (%rax), %rax\nmovq (%rax), %rax\ntestq %rax, %rax\njne .L4\n"
                        ".L5: ret\n"));
    CHECK_TEXT(".L4 i 8", loops_of(".L4: movq 8(%rax), %rdx\ncmpw 2(%rdx), %r12w\nje .L5\n"
                                   "cmpw 2(%rdx), %r13w\njne .L6\nmovq (%rax), %rax\n"
                                   ".L6: testq %rax, %rax\njne .L4\n.L5: ret\n"));
    /* One exit, which is decided in each iteration: the quotients converge. */
    CHECK_TEXT(".L4 i 8 k1", loops_of(CONVERGING("")));
    /* A counter in memory, a counter whose step is implausible, packed work: unknown. */
    CHECK_TEXT(".L4 i 10", loops_of(CONVERGING("decl 8(%rsp)\nje .L5\n")));
    CHECK_TEXT(".L4 i 10", loops_of(CONVERGING("addq $100, %rax\nje .L5\n")));
    CHECK_TEXT(".L4 i 9", loops_of(CONVERGING("mulpd %xmm8, %xmm9\n")));
    /* The value of the counter is unknown at a call, which compilers do not repeat. */
    CHECK_TEXT(".L4 i 4 k1", loops_of(".L4: call f\ndecl 8(%rsp)\ncall g\njne .L4\n"));
}

static void parts_of_registers(void)
{
    /* A write of 8 bits preserves the other bits; a write of 32 bits preserves none. */
    CHECK_TEXT("0>0d1 0>1d 1>2d", flows_of(".L4: movb %cl, %al\ntestl %eax, %eax\njne .L4\n", "d"));
    CHECK_TEXT("0>1d 1>2d", flows_of(".L4: movl %ecx, %eax\ntestl %eax, %eax\njne .L4\n", "d"));
}

static void exclusive_paths(void)
{
    /* then (3) and else (5) both write %xmm0: the store (6) reads either, and neither feeds the
     * other. */
    CHECK_TEXT("2>6d 4>6d",
               flows_of(".L4: testl %eax, %eax\nje .L5\nmovapd %xmm1, %xmm0\njmp .L6\n"
                        ".L5: movapd %xmm2, %xmm0\nnop\n.L6: movsd %xmm0, (%rdi)\njmp .L4\n",
                        "d") +
                   strlen("0>1d "));
}

static void calls_end_flows(void)
{
    /* %rax is set by the callee, even if it was written before; %rbx survives calls. */
    CHECK_TEXT(
        "2>2d1 2>3d 3>4d",
        flows_of(".L4: movl %ecx, %eax\ncall f\naddq %rax, %rbx\ncmpq %rbx, %r12\njne .L4\n", "d"));
    CHECK_TEXT("", flows_of(".L4: call f\naddsd %xmm0, %xmm1\ncall g\njmp .L4\n", "d"));
}

static void through_memory(void)
{
    /* x(i) = x(i-1): stored at 8(%rdi), loaded from (%rdi) in the next pass. */
    CHECK_TEXT("2>0M1", flows_of(".L4: movsd (%rdi), %xmm0\naddsd %xmm1, %xmm0\n"
                                 "movsd %xmm0, 8(%rdi)\n" COUNT,
                                 "mM"));
    /* x(i-3), by index: 24 bytes before. */
    CHECK_TEXT("1>0M3", flows_of(".L4: movsd -24(%rdi,%rax,8), %xmm0\n"
                                 "movsd %xmm0, (%rdi,%rax,8)\nincq %rax\njne .L4\n",
                                 "mM"));
    /* Backward: x(i+1) was stored in the previous iteration. */
    CHECK_TEXT("1>0M1", flows_of(".L4: movsd 8(%rdi), %xmm0\nmovsd %xmm0, (%rdi)\n"
                                 "subq $8, %rdi\njne .L4\n",
                                 "mM"));
    /* x(i+1) is stored after it is loaded: no flow. */
    CHECK_TEXT("", flows_of(".L4: movsd 8(%rdi), %xmm0\nmovsd %xmm0, (%rdi)\n" COUNT, "mM"));
    /* At one address: the sum of an -O1 loop, in every iteration. */
    CHECK_TEXT("2>0M1", flows_of(".L4: movsd (%rdx), %xmm0\naddsd (%rdi), %xmm0\n"
                                 "movsd %xmm0, (%rdx)\n" COUNT,
                                 "mM"));
    /* Read, modified, written by one instruction. */
    CHECK_TEXT("0>0M1", flows_of(".L4: addl $1, (%rdx)\ncmpq %rdi, %rsi\njne .L4\n", "mM"));
    /* 16 bytes of two stores of 8: the later store, not exactly. */
    CHECK_TEXT("1>2m", flows_of(".L4: movsd %xmm0, (%rdi)\nmovsd %xmm1, 8(%rdi)\n"
                                "movupd (%rdi), %xmm2\n" COUNT,
                                "mM"));
    /* 8 bytes of a store of 16: exactly, its upper half, too. */
    CHECK_TEXT("0>1M", flows_of(".L4: movupd %xmm0, (%rdi)\nmovsd 8(%rdi), %xmm2\n" COUNT, "mM"));
    /* Nothing is known about an address in another register. */
    CHECK_TEXT("", flows_of(".L4: movsd (%rdx), %xmm0\nmovsd %xmm0, (%rdi)\n" COUNT, "mM"));
}

static void streams(void)
{
    struct scanned s;
    struct compiled_loop l;
    scan(&s, ".L4: movsd (%rdi), %xmm0\nmovsd 8(%rdi), %xmm1\nmovsd %xmm0, (%rdx,%rdi,2)\n"
             "movsd (%rdx), %xmm2\naddq $16, %rdi\ncmpq %rdi, %rsi\njne .L4\n");
    scan_loop_details(s.file, &arena, 0, &l);
    const struct instruction *at = l.body->at;
    CHECK(at[0].stream == at[1].stream && at[0].stream >= 0 && at[1].offset - at[0].offset == 8);
    CHECK(at[0].step == 16 && at[1].step == 16);
    CHECK(at[2].stream >= 0 && at[2].stream != at[0].stream && at[2].step == 32);
    CHECK(at[3].stream >= 0 && at[3].step == 0 && at[4].stream == -1);
    scan_free(s.file);
}

/* ---- addresses ---- */

/* An instruction of the first loop's body, counted from its end. */
static struct instruction instruction_from_end(const char *text, size_t back)
{
    struct scanned s;
    struct compiled_loop l;
    scan(&s, text);
    scan_loop_details(s.file, &arena, 0, &l);
    struct instruction i = l.body->at[l.body->n - back];
    scan_free(s.file);
    return i;
}

/* The start address of the load after those instructions, which come before the loop. */
static void check_begin(const char *before, long begin)
{
    const char *text = arena_printf(&arena, "%s%s", before, ".L4: movsd (%rdi), %xmm0\n" COUNT);
    long got = instruction_from_end(text, 4).offset;
    if (got != begin)
        printf("# %s: begins at %ld\n", before, got);
    CHECK(got == begin);
}

static const char *times(int n, const char *text)
{
    const char *all = "";
    for (int i = 0; i < n; i++)
        all = arena_printf(&arena, "%s%s", all, text);
    return all;
}

#define AFTER(n, many) arena_printf(&arena, "movq $5, %%rdi\n%s", times(n, many))

/* The value of %rdi, derived by hand, modulo 2**64; 0 = unknown. */
static void stream_starts(void)
{
    check_begin("movq $24, %rdi\n", 24);
    check_begin("movabsq $24, %rdi\n", 24);
    check_begin("movq $24, %rdi\nincq %rdi\n", 25);
    check_begin("movq $24, %rdi\ndecq %rdi\n", 23);
    check_begin("movq $24, %rdi\naddq $6, %rdi\n", 30);
    check_begin("movq $24, %rdi\nsubq $6, %rdi\n", 18);
    check_begin("movq $3, %rdi\nshlq $4, %rdi\n", 48);
    check_begin("movq $3, %rdi\nsalq $0, %rdi\n", 3);
    check_begin("movq $3, %rdi\nshlq $63, %rdi\n", INT64_MIN); /* only the lowest bit remains */
    check_begin("movq $3, %rdi\nshlq $64, %rdi\n", 0);         /* an invalid shift */
    check_begin("movq $3, %rdi\nandq $1, %rdi\n", 0);
    check_begin("movq $2, %rcx\nleaq 8(%rdx,%rcx,4), %rdi\n", 16);
    check_begin("movq $5, %rcx\nleaq (%rcx,%rcx), %rdi\n", 10);
    check_begin("movl $5, %eax\ncltq\nmovq %rax, %rdi\n", 5);
    check_begin("movq $9, %rdi\nxorl %edi, %edi\nincq %rdi\n", 1);
    check_begin("movq $9, %rdi\nmovq (%rdx), %rdi\naddq $8, %rdi\n", 8);
    /* A chain of 6 instructions is followed, within 256. */
    check_begin(AFTER(5, "incq %rdi\n"), 10);
    check_begin(AFTER(6, "incq %rdi\n"), 6);
    check_begin(AFTER(255, "nop\n"), 5);
    check_begin(AFTER(256, "nop\n"), 0);
}

/* The increment of the address %rdi + 8 * %rax, if the loop sets %rax so; -1 = it is in no stream.
 */
static void check_step(const char *set, long step)
{
    const char *text = arena_printf(&arena, ".L4: %s%s", set, "movsd (%rdi,%rax,8), %xmm0\n" COUNT);
    struct instruction i = instruction_from_end(text, 4);
    long got = i.stream < 0 ? -1 : i.step;
    if (got != step)
        printf("# %s: step %ld\n", set, got);
    CHECK(got == step);
}

/* %rdi advances by 8, so %rax = f * %rdi + c gives 8 + 8 * 8 * f. */
static void address_steps(void)
{
    check_step("", 8);
    check_step("xorl %eax, %eax\n", 8);
    check_step("movq $3, %rax\n", 8);
    check_step("movq %rdi, %rax\n", 72);
    check_step("leaq 1(%rdi), %rax\n", 72);
    check_step("leaq (%rdi,%rdi,2), %rax\n", 200);
    check_step("movq %rdi, %rax\naddq %rdi, %rax\n", 136);
    check_step("movq $8, %rax\nsubq %rdi, %rax\n", -56);
    check_step("movq %rdi, %rax\nincq %rax\ndecq %rax\n", 72);
    check_step("movq %rdi, %rax\nshlq $2, %rax\n", 264);
    check_step("imulq $3, %rdi, %rax\n", 200);
    check_step("movq %rdi, %rax\nimulq $3, %rax\n", 200);
    check_step("incq %rax\n", 16); /* %rax advances by 1 */
    check_step("decq %rax\n", 0);
    check_step("movq (%rdx), %rax\n", 8); /* the same value in each iteration: nothing is stored */
    check_step("movq (%rdx), %rax\nmovq %rcx, (%rdx)\n", -1);
    check_step("movq %rdi, %rax\nimulq %rdi, %rax\n", -1);
    check_step("andq $1, %rax\n", -1);
}

/* k is 16 bytes by the size of an element: that of the addition, 8, which is found through
 * shuffles, not that of most floating-point work, 4. */
static void elements_through_shuffles(void)
{
    static const char loop[] = ".L4: %s\n%s\naddpd %%xmm1, %%xmm0\n%smovups %%xmm0, (%%rdi)\n"
                               "addq $16, %%rdi\ncmpq %%rdi, %%rsi\njne .L4\n";
    static const char *const most[] = {"addps %xmm3, %xmm4", "mulps %xmm3, %xmm4",
                                       "vfmadd231ps %xmm3, %xmm2, %xmm4", "maxps %xmm3, %xmm4"};
    for (int n = 3; n <= 5; n++)
        for (size_t i = 0; i < COUNT_OF(most); i++)
            CHECK_TEXT(arena_printf(&arena, ".L4 i %d k%d", n + 7, 2),
                       loops_of(arena_printf(&arena, loop, most[i], most[i],
                                             times(n, "shufpd $1, %xmm0, %xmm0\n"))));
}

/* Bodies that end in "jne .L4", after code before the loop, and k; 0 = unknown. */
struct body_with_k {
    const char *before, *body;
    int steps, k;
};

static void check_k(const struct body_with_k *loops, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *k = loops[i].k ? arena_printf(&arena, " k%d", loops[i].k) : "";
        CHECK_TEXT(arena_printf(&arena, ".L4 i %d%s", loops[i].steps, k),
                   loops_of(arena_printf(&arena, "%s.L4: %sjne .L4\nret\n", loops[i].before,
                                         loops[i].body)));
    }
}

/* By hand: */
static void trip_counts_decide_k(void)
{
    static const struct body_with_k loops[] = {
        /* a move of 16 bytes has no type, and no trip count is known */
        {"",
         "movdqu (%rsi,%rax), %xmm0\nmovdqu %xmm0, (%rdx,%rax)\naddq $16, %rax\ncmpq %rcx, %rax\n",
         5, 0},
        /* an index up to n & -16: bytes; up to n >> 1 times 16: 8 bytes */
        {"movl %edi, %ecx\nandl $-16, %ecx\nxorl %eax, %eax\n",
         "movdqu (%rsi,%rax), %xmm0\nmovdqu %xmm0, (%rdx,%rax)\naddq $16, %rax\ncmpq %rcx, %rax\n",
         5, 16},
        {"movl %edi, %ecx\nshrl $1, %ecx\nsalq $4, %rcx\nxorl %eax, %eax\n",
         "movdqu (%rsi,%rax), %xmm0\nmovdqu %xmm0, (%rdx,%rax)\naddq $16, %rax\ncmpq %rcx, %rax\n",
         5, 2},
        /* the same from a word of the stack; a word that is also stored by other code is unknown */
        {"shrl $1, %edi\nsalq $4, %rdi\nmovq %rdi, -8(%rsp)\nmovq -8(%rsp), %rcx\nxorl %eax, "
         "%eax\n",
         "movdqu (%rsi,%rax), %xmm0\nmovdqu %xmm0, (%rdx,%rax)\naddq $16, %rax\ncmpq %rcx, %rax\n",
         5, 2},
        {"movq %rdi, -8(%rsp)\norq %rsi, -8(%rsp)\nmovq -8(%rsp), %rcx\nxorl %eax, %eax\n",
         "movdqu (%rsi,%rax), %xmm0\nmovdqu %xmm0, (%rdx,%rax)\naddq $16, %rax\ncmpq %rcx, %rax\n",
         5, 0},
        /* the same from a vector register */
        {"shrl $1, %edi\nsalq $4, %rdi\nmovq %rdi, %xmm9\nmovq %xmm9, %rcx\nxorl %eax, %eax\n",
         "movdqu (%rsi,%rax), %xmm0\nmovdqu %xmm0, (%rdx,%rax)\naddq $16, %rax\ncmpq %rcx, %rax\n",
         5, 2},
        /* the remainder of a count has its units: (n >> 2) & 3 passes of 4 iterations */
        {"movl %edi, %ecx\nshrl $2, %ecx\nandl $3, %ecx\n",
         "movdqu (%rsi), %xmm0\nmovdqu %xmm0, (%rdx)\naddq $16, %rsi\naddq $16, %rdx\ndecq %rcx\n",
         6, 4},
        /* the types say 2, the count 4, and the bytes allow both */
        {"movl %edi, %ecx\nshrl $2, %ecx\nsalq $4, %rcx\nxorl %eax, %eax\n",
         "movdqu (%rsi,%rax), %xmm0\npaddq %xmm1, %xmm0\nmovdqu %xmm0, (%rdx,%rax)\naddq $16, "
         "%rax\ncmpq %rcx, %rax\n",
         6, 0},
        /* the count may have units of bytes, or elements of a byte */
        {"leaq (%rsi,%rdi), %rcx\n", "addl (%rsi), %eax\naddq $4, %rsi\ncmpq %rcx, %rsi\n", 4, 0},
    };
    check_k(loops, COUNT_OF(loops));
}

/* A mask of the highest bit alone is a multiple, too. */
static void the_highest_bit_is_a_mask(void)
{
    CHECK_TEXT(".L4 i 5 k1",
               loops_of("movabsq $-9223372036854775808, %rax\nandq %rdi, %rax\nmovq %rax, %rdx\n"
                        ".L4: movsd (%rsi), %xmm0\naddsd %xmm0, %xmm1\naddq $8, %rsi\n"
                        "subq $1, %rdx\njne .L4\nret\n"));
}

/* Each of 28 additions uses its operand twice: the value has 2^28 paths to its origin. */
static void doubled_values_take_no_exponential_time(void)
{
    clock_t begin = clock();
    CHECK_TEXT(".L4 i 5 k1",
               loops_of(arena_printf(&arena,
                                     "%s.L4: movsd (%%rsi), %%xmm0\naddsd %%xmm0, %%xmm1\n"
                                     "addq $8, %%rsi\nsubq $1, %%rdi\njne .L4\nret\n",
                                     times(28, "addq %rdi, %rdi\n"))));
    CHECK((double)(clock() - begin) / CLOCKS_PER_SEC < 5);
}

/* Conditional stores: any of them may have written the loaded value, of which the latest 64 are
 * kept. The time is that of comparing each load with each store. */
static void many_conditional_stores(void)
{
    enum { STORES = 3000, KEPT = 64 };
    clock_t begin = clock();
    const char *text = arena_printf(
        &arena, ".L4: testl %%eax, %%eax\nje .L5\n%s%s.L5: decl %%ecx\njne .L4\nret\n",
        times(STORES, "movsd %xmm0, (%rdx)\n"), times(STORES, "movsd (%rdx), %xmm1\n"));
    struct scanned s;
    struct compiled_loop l;
    size_t n = 0;
    scan(&s, text);
    scan_loop_details(s.file, &arena, 0, &l);
    for (size_t i = 0; i < l.body->n_flows; i++)
        n += l.body->flows[i].input == FLOW_MEMORY;
    scan_free(s.file);
    CHECK(n == (size_t)KEPT * STORES);
    CHECK((double)(clock() - begin) / CLOCKS_PER_SEC < 10);
}

/* By hand: */
static void elements_decide_k(void)
{
    static const struct body_with_k loops[] = {
        /* additions of bytes, of words, of a widened byte */
        {"",
         "movdqu (%rsi,%rax), %xmm0\npaddb %xmm1, %xmm0\nmovdqu %xmm0, (%rdx,%rax)\naddq $16, "
         "%rax\n",
         5, 16},
        {"",
         "movdqu (%rsi,%rax), %xmm0\npaddw %xmm1, %xmm0\nmovdqu %xmm0, (%rdx,%rax)\naddq $16, "
         "%rax\n",
         5, 8},
        {"", "pmovzxbd (%rsi,%rax), %xmm0\npaddd %xmm0, %xmm1\naddq $4, %rax\n", 4, 4},
        /* the 5 elements of a column of 3380 are in one iteration; with two columns a pass there
           are two */
        {"",
         "movsd (%rax), %xmm0\naddsd 32(%rax), %xmm0\nmovsd %xmm0, 8(%rax)\naddq $27040, %rax\n", 5,
         1},
        {"",
         "movsd (%rax), %xmm0\naddsd %xmm1, %xmm0\nmovsd %xmm0, (%rax)\nmovsd 800(%rax), %xmm0\n"
         "addsd %xmm1, %xmm0\nmovsd %xmm0, 800(%rax)\naddq $1600, %rax\n",
         8, 2},
        /* rows (outer iterations) next to each other are no iterations of this loop */
        {"",
         "movsd (%rax), %xmm0\naddsd %xmm1, %xmm0\nmovsd %xmm0, (%rax)\nmovsd 8(%rax), %xmm0\n"
         "addsd %xmm1, %xmm0\nmovsd %xmm0, 8(%rax)\naddq $1600, %rax\n",
         8, 1},
        /* three elements of 24 bytes: one iteration of a structure, or three */
        {"",
         "movsd (%rax), %xmm0\naddsd %xmm1, %xmm0\nmovsd %xmm0, (%rax)\nmovsd 8(%rax), %xmm0\n"
         "addsd %xmm1, %xmm0\nmovsd %xmm0, 8(%rax)\nmovsd 16(%rax), %xmm0\naddsd %xmm1, %xmm0\n"
         "movsd %xmm0, 16(%rax)\naddq $24, %rax\n",
         11, 0},
        /* one addition: not three iterations */
        {"",
         "movsd (%rax), %xmm0\naddsd 8(%rax), %xmm0\nmovsd 16(%rax), %xmm2\nmovsd %xmm2, "
         "(%rbx)\naddq $24, %rax\n",
         6, 1},
    };
    check_k(loops, COUNT_OF(loops));
}

/* ---- names ---- */

static void names_of_registers(void)
{
    static const char *const names[] = {"rax", "rcx", "rdx", "rbx", "rbp", "rsi", "rdi", "r8",
                                        "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct scanned s;
        struct compiled_loop l;
        scan(&s, arena_printf(&arena, ".L4: movsd (%%%s), %%xmm0\naddq $8, %%%s\njne .L4\n",
                              names[i], names[i]));
        scan_loop_details(s.file, &arena, 0, &l);
        CHECK_TEXT(arena_printf(&arena, "%%%s advances by 1 element of 8 bytes a pass", names[i]),
                   l.k_how);
        scan_free(s.file);
    }
}

/* Returns the source file of a loop after those directives. */
static const char *source_after(const char *directives)
{
    struct scanned s;
    struct compiled_loop l;
    scan(&s, arena_printf(&arena,
                          "%s\n.L4: .loc 1 5 0\nmovsd %%xmm0, (%%rdi)\naddq $8, %%rdi\n"
                          "cmpq %%rdi, %%rsi\njne .L4\n",
                          directives));
    scan_loop_details(s.file, &arena, 0, &l);
    const char *source = arena_strdup(&arena, l.source ? l.source : "none");
    scan_free(s.file);
    return source;
}

static void names_of_sources(void)
{
    CHECK_TEXT("none", source_after(""));
    CHECK_TEXT("a.f90", source_after(".file \"a.f90\""));
    CHECK_TEXT("a.f90", source_after(".file 1 \"a.f90\""));
    CHECK_TEXT("src/a.f90", source_after(".file 1 \"src\" \"a.f90\""));
    CHECK_TEXT("src/a.f90", source_after(".file 1 \"src\"\"a.f90\""));
    CHECK_TEXT("/s/a.f90", source_after(".file 1 \"src\" \"/s/a.f90\""));
    CHECK_TEXT("b.f90", source_after(".file 0 \"src\" \"a.f90\"\n.file 1 \"b.f90\""));
    CHECK_TEXT("c.f90", source_after(".file 1 \"b.f90\"\n.file 1 \"c.f90\"\n.file 2 \"d.f90\""));
    /* Backslashes before a quote, a backslash, and the three octal digits of a byte. */
    CHECK_TEXT("a\"b.f", source_after(".file 1 \"a\\\"b.f\""));
    CHECK_TEXT("a\\b.f", source_after(".file 1 \"a\\\\b.f\""));
    CHECK_TEXT("\303\244.f", source_after(".file 1 \"\\303\\244.f\""));
    CHECK_TEXT("\\38.f", source_after(".file 1 \"\\38.f\""));
    /* An unmatched quote ends at the line end: the next line is not a name. */
    CHECK_TEXT("a.f90", source_after(".file 1 \"a.f90\"\"\n\"q\":"));
}

/* Loops of these lines in sequence; returns whether the first and the last are reported as versions
 * of the same source loop. */
static bool are_versions(int n, int between, int first, int last)
{
    char *text;
    size_t size;
    struct scanned s;
    struct compiled_loop one, other;
    FILE *f = open_memstream(&text, &size);
    fputs(".file 1 \"a.f90\"\n", f);
    for (int i = 0; i < n; i++)
        fprintf(f,
                ".M%d: .loc 1 %d 0\nmovsd %%xmm0, (%%rdi)\naddq $8, %%rdi\ncmpq %%rdi, %%rsi\n"
                "jne .M%d\n",
                i,
                i == 0       ? first
                : i == n - 1 ? last
                             : between + i,
                i);
    fclose(f);
    scan(&s, text);
    CHECK(loops_n(scan_loops(s.file)) == (size_t)n);
    scan_loop_details(s.file, &arena, 0, &one);
    scan_loop_details(s.file, &arena, (size_t)n - 1, &other);
    CHECK(one.version == VERSION_MAIN || other.version == VERSION_MAIN);
    bool versions = one.version != VERSION_MAIN || other.version != VERSION_MAIN;
    scan_free(s.file);
    free(text);
    return versions;
}

/* Two loops with a store in each of these lines: whether they are versions. */
static bool share_lines(const char *one, const char *other)
{
    struct scanned s;
    struct compiled_loop l[2];
    const char *text = ".file 1 \"a.f90\"\n";
    for (int i = 0; i < 2; i++) {
        text = arena_printf(&arena, "%s.M%d:", text, i);
        for (const char *c = i ? other : one; *c; c++)
            text = arena_printf(&arena, "%s .loc 1 %c 0\nmovsd %%xmm0, %d(%%rdi)\n", text, *c, *c);
        text = arena_printf(&arena, "%saddq $800, %%rdi\ncmpq %%rdi, %%rsi\njne .M%d\n", text, i);
    }
    scan(&s, text);
    for (size_t i = 0; i < 2; i++)
        scan_loop_details(s.file, &arena, i, &l[i]);
    bool share = l[0].version != VERSION_MAIN || l[1].version != VERSION_MAIN;
    scan_free(s.file);
    return share;
}

/* At least half of the lines of the loop with fewer lines. */
static void versions_share_lines(void)
{
    CHECK(share_lines("5", "56789"));
    CHECK(share_lines("56", "67"));
    CHECK(share_lines("56", "6789"));
    CHECK(!share_lines("567", "789"));
    CHECK(share_lines("5678", "7812"));
    CHECK(!share_lines("56", "78"));
}

/* Of the same lines, and not more than 4095 loops apart. */
static void versions_of_loops(void)
{
    CHECK(are_versions(2, 0, 5, 5));
    CHECK(!are_versions(2, 0, 5, 6));
    CHECK(are_versions(3, 100, 5, 5));
    CHECK(are_versions(4096, 100, 5, 5));
    CHECK(!are_versions(4097, 100, 5, 5));
}

/* ---- tables of targets ---- */

/* Two jumps that do not name their tables, which follow them directly. */
static void tables_after_their_jumps(void)
{
    CHECK_TEXT(".L1 i 2 k1; .L2 i 3 k1",
               loops_of(".L1: nop\njmp *%rax\n.T1: .quad .L1\n.quad .E1\n.E1: nop\n"
                        ".L2: nop\nnop\njmp *%rbx\n.T2: .quad .L2\n.quad .E2\n.E2: ret\n"));
    /* Text after the name of a target is not part of it. */
    CHECK_TEXT(".L1 i 2 k1",
               loops_of(".L1: nop\njmp *%rax\n.T1: .quad .L1|0, .E1-.T1\n.E1: ret\n"));
    /* No table is visible: the jump is assumed to lead to blocks without another predecessor. */
    CHECK_TEXT("nop jmp! decl jmp!", body_of(".L1: nop\njmp *%rax\ndecl %ecx\njmp .L1\n"));
}

int main(void)
{
    TEST(a_test_at_the_bottom);
    TEST(unexecuted_code_inside);
    TEST(padding_is_no_entry);
    TEST(a_cold_block_after_the_loop);
    TEST(jumps_back_from_the_middle);
    TEST(loops_next_to_one_with_two_jumps);
    TEST(two_loops_of_one_label);
    TEST(a_loop_of_two_entries);
    TEST(calls_that_do_not_return);
    TEST(conditional_moves_are_no_branches);
    TEST(routines_end_loops);
    TEST(flows_through_registers);
    TEST(moves_carry_values_through_passes);
    TEST(an_addend_is_identified);
    TEST(idioms_cut_flows);
    TEST(counters);
    TEST(passes_that_are_one_iteration);
    TEST(parts_of_registers);
    TEST(exclusive_paths);
    TEST(calls_end_flows);
    TEST(through_memory);
    TEST(streams);
    TEST(stream_starts);
    TEST(address_steps);
    TEST(elements_through_shuffles);
    TEST(trip_counts_decide_k);
    TEST(the_highest_bit_is_a_mask);
    TEST(doubled_values_take_no_exponential_time);
    TEST(many_conditional_stores);
    TEST(elements_decide_k);
    TEST(names_of_registers);
    TEST(names_of_sources);
    TEST(versions_of_loops);
    TEST(versions_share_lines);
    TEST(tables_after_their_jumps);
    arena_free(&arena);
    return tests_end();
}
