/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Own code of outer loops and code outside loops: their instructions, and the value flows between
 * them, as in x86-loops-test.c. */
#include "tests/unit/check.h"
#include "x86-asm/x86-asm.h"

#include <stdlib.h>

static struct arena arena;

struct scanned {
    struct scan *file;
    struct diag d;
    struct loop_ask ask;
};

static void scan(struct scanned *s, const char *text)
{
    *s = (struct scanned){.d = {.quiet = true}, .ask = {.details = true, .members = true}};
    s->file = x86_scanner.scan_bytes(&s->ask, "x.s", text, strlen(text), &s->d);
}

/* Returns the mnemonics of a body ("!": a jump that is taken), its flows through registers other
 * than flags and addresses (FROM>TO), and through memory (FROM>TOm), with the distance in passes.
 */
static const char *text_of(const struct instruction_body *b)
{
    const char *all = "";
    for (size_t i = 0; b && i < b->n; i++)
        all = arena_printf(&arena, "%s%s%.*s%s", all, i ? " " : "",
                           (int)strcspn(b->at[i].text, " \t"), b->at[i].text,
                           b->at[i].taken ? "!" : "");
    for (size_t i = 0; b && i < b->n_flows; i++) {
        const struct value_flow *f = &b->flows[i];
        const char *to = b->at[f->to].text;
        if (f->input == FLOW_ADDRESS || (to[0] == 'j' && to[1] != 'm'))
            continue;
        all = arena_printf(&arena, "%s %d>%d%s", all, f->from, f->to,
                           f->input == FLOW_MEMORY ? "m" : "");
        if (f->distance)
            all = arena_printf(&arena, "%s,%ld", all, f->distance);
    }
    return all;
}

/* Returns the body of the outer loop that ends last. */
static const char *outer_loop(const char *text)
{
    struct scanned s;
    struct compiled_loop l = {.body = NULL};
    const char *all = "";
    scan(&s, text);
    size_t n = loops_n(scan_loops(s.file));
    CHECK(n > 1);
    for (size_t i = 0; i < n; i++)
        scan_loop_details(s.file, &arena, i, &l);
    CHECK(l.kind == LOOP_RESIDUE);
    if (l.body)
        CHECK((long)l.body->n == l.length);
    all = l.body ? text_of(l.body) : l.recurrence.missing;
    scan_free(s.file);
    return all;
}

/* Returns the code outside loops of the routine that begins at that line of the text, with the note
 * on its calls. */
static const char *outside_loops(const char *text, uint32_t line)
{
    struct scanned s;
    struct compiled_loop l;
    scan(&s, text);
    const char *why = x86_straight_line(s.file, &arena, line, &l), *all = why;
    if (!why) {
        CHECK((long)l.body->n == l.length && !compiled_loop_check(&arena, &l));
        all = text_of(l.body);
        for (size_t i = 0; i < l.notes.n; i++)
            all = arena_printf(&arena, "%s; %s", all, l.notes.at[i]);
    }
    scan_free(s.file);
    return all;
}

/* ---- outer loops ---- */

#define INNER ".L3: addl (%rsi,%rax), %ecx\naddq $4, %rax\ncmpq %rax, %rdx\njne .L3\n"

static void inner_loops_hide_values(void)
{
    /* The inner loop writes %ecx and %rax: XORL and MOVL begin and end nothing that a pass later
     * needs; %rdi and %ebx pass through it. */
    CHECK_TEXT("xorl imull xorl movl addq cmpq jne! 1>1,1 4>4,1 4>5",
               outer_loop(".L2: xorl %ecx, %ecx\nimull %r8d, %ebx\nxorl %eax, %eax\n" INNER
                          "movl %ecx, (%rdi)\naddq $4, %rdi\ncmpq %rdi, %r9\njne .L2\nret\n"));
}

static void calls_in_inner_loops_hide_values(void)
{
    /* %r8d may change in the callee, %ebx may not. */
    CHECK_TEXT("incl incl cmpl jne! 1>1,1 1>2",
               outer_loop(".L2: incl %r8d\nincl %ebx\n.L3: call f\ndecl %ebp\njne .L3\n"
                          "cmpl %ebx, %r12d\njne .L2\nret\n"));
}

static void memory_of_inner_loops(void)
{
    /* A counter in memory: the load of the next pass reads what ADDL stored. */
    static const char text[] = ".L2: movl %%eax, %%edx\n.L3: movl %%eax, %d(%%rbp)\ndecl %%edx\n"
                               "jne .L3\naddl $1, -8(%%rbp)\ncmpl %%ebx, -8(%%rbp)\njne .L2\nret\n";
    CHECK_TEXT("movl addl cmpl jne! 1>1m,1 1>2m", outer_loop(arena_printf(&arena, text, -4)));
    /* The inner loop stores there, too. */
    CHECK_TEXT("movl addl cmpl jne!", outer_loop(arena_printf(&arena, text, -8)));
}

static void both_sides_of_an_inner_loop(void)
{
    /* .L5 leads around the inner loop. JE falls through into it. */
    CHECK_TEXT("addq testl je jmp! nop cmpq jne! 0>0,1 0>5",
               outer_loop(".L2: addq $8, %rdi\ntestl %edx, %edx\nje .L5\n.L3: decl %edx\njne .L3\n"
                          "jmp .L6\n.L5: nop\n.L6: cmpq %rdi, %rsi\njne .L2\nret\n"));
}

static void outer_loops_without_own_code(void)
{
    /* Two inner loops that lead to each other. */
    CHECK_TEXT("the outer loop has no code of its own",
               outer_loop(".L2: addq $1, %rax\ncmpq %rax, %rsi\njne .L2\n"
                          ".L3: xorl %eax, %eax\ndecl %ecx\nje .L2\njmp .L3\n"));
}

/* ---- code outside loops ---- */

static void code_outside_loops(void)
{
    /* The stack pointer, which RET changes, is the only dependence between calls: %ebx and the
     * counter at c are none. */
    CHECK_TEXT("subq incl movl incl addq ret! 5>0,1 0>4 4>5",
               outside_loops("f:\nsubq $8, %rsp\nincl c(%rip)\nmovl $9, %ecx\n"
                             ".L2: decl %ecx\njne .L2\nincl %ebx\naddq $8, %rsp\nret\n",
                             2));
    /* A loop that ends by a jump to another routine. */
    CHECK_TEXT("its function has no code outside loops",
               outside_loops("f:\n.L2: decl %ecx\njs g\njmp .L2\n", 2));
}

static void code_that_does_not_return(void)
{
    CHECK_TEXT("testl je ret! 2>2,1",
               outside_loops("f:\ntestl %edi, %edi\nje .L2\nret\n.L2: call abort\n", 2));
    CHECK_TEXT("call! ret! 1>0,1 1>1,1; 1 call inside: the callee is not in the bound",
               outside_loops("f:\ncall g\nret\n", 2));
    CHECK_TEXT("its function does not return", outside_loops("f:\nnop\n.L2: jmp .L2\n", 2));
}

static void jumps_to_other_routines(void)
{
    static const char text[] = "f:\nincl %edi\njmp g\n.type g, @function\ng:\nincl %edi\nret\n";
    CHECK_TEXT("incl jmp!", outside_loops(text, 2));
    CHECK_TEXT("incl ret! 1>1,1", outside_loops(text, 6));
    CHECK_TEXT("the begin and the end of its function are unknown", outside_loops(text, 7));
}

int main(void)
{
    TEST(inner_loops_hide_values);
    TEST(calls_in_inner_loops_hide_values);
    TEST(memory_of_inner_loops);
    TEST(both_sides_of_an_inner_loop);
    TEST(outer_loops_without_own_code);
    TEST(code_outside_loops);
    TEST(code_that_does_not_return);
    TEST(jumps_to_other_routines);
    arena_free(&arena);
    return tests_end();
}
