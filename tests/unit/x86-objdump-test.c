/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input lines of loops, and functions of objdump's text whose cold part is in another place. */
#include "tests/unit/x86-loops.h"
#include "base/util.h"

/* ---- lines of the input ---- */

/* The loop at each line: its index, '-' = none. */
static const char *loops_at_lines(const char *text, struct loop_ask ask)
{
    struct diag d = {.quiet = true};
    struct scan *s = x86_scanner.scan_bytes(&ask, "x.s", text, strlen(text), &d);
    const char *all = "";
    uint32_t line = 1;
    for (const char *p = text; *p; p++)
        if (*p == '\n') {
            uint32_t loop = x86_loop_at_line(s, line++);
            all = loop == LOOP_NONE ? arena_printf(&arena, "%s-", all)
                                    : arena_printf(&arena, "%s%u", all, (unsigned)loop);
        }
    scan_free(s);
    return all;
}

static const struct loop_ask members = {.members = true};

/* An outer loop from 1139 to 1160 with two inner loops. The block at 1162 belongs to the first
 * inner loop, and the block at 1168 to the outer one. */
static const char nested[] = "\n"
                             "0000000000001130 <f>:\n"
                             "    1130:\t31 c0                \txor    %eax,%eax\n"
                             "    1139:\t31 d2                \txor    %edx,%edx\n"
                             "    113b:\tf2 0f 10 04 d7       \tmovsd  (%rdi,%rdx,8),%xmm0\n"
                             "    1140:\t66 0f 2f c1          \tcomisd %xmm1,%xmm0\n"
                             "    1144:\t77 1c                \tja     1162 <f+0x32>\n"
                             "    1146:\t48 ff c2             \tinc    %rdx\n"
                             "    1149:\t48 39 f2             \tcmp    %rsi,%rdx\n"
                             "    114c:\t75 ed                \tjne    113b <f+0xb>\n"
                             "    114e:\t48 85 c9             \ttest   %rcx,%rcx\n"
                             "    1151:\t74 15                \tje     1168 <f+0x38>\n"
                             "    1153:\t48 ff c9             \tdec    %rcx\n"
                             "    1156:\t75 fb                \tjne    1153 <f+0x23>\n"
                             "    1158:\t48 ff c0             \tinc    %rax\n"
                             "    115b:\t4c 39 c0             \tcmp    %r8,%rax\n"
                             "    115e:\t75 d9                \tjne    1139 <f+0x9>\n"
                             "    1161:\tc3                   \tret\n"
                             "    1162:\tf2 0f 59 d0          \tmulsd  %xmm0,%xmm2\n"
                             "    1166:\teb de                \tjmp    1146 <f+0x16>\n"
                             "    1168:\t48 83 c1 08          \tadd    $0x8,%rcx\n"
                             "    116c:\teb ea                \tjmp    1158 <f+0x28>\n"
                             "\n"
                             "0000000000001170 <g>:\n"
                             "    1170:\t48 ff c9             \tdec    %rcx\n"
                             "    1173:\t75 fb                \tjne    1170 <g>\n"
                             "    1175:\tc3                   \tret\n";

static void loops_at_lines_of_a_nest(void)
{
    CHECK_TEXT("---20000002211222-0022--33-", loops_at_lines(nested, members));
}

static void loops_at_lines_of_two_jumps_to_one_header(void)
{
    CHECK_TEXT("000000-", loops_at_lines(".L4: movsd (%rdi), %xmm0\naddq $8, %rdi\n"
                                         "comisd %xmm0, %xmm1\nja .L4\ndecl %ecx\njne .L4\nret\n",
                                         members));
}

/* Lines of loops outside the region belong to no loop. */
static void loops_at_lines_of_a_region(void)
{
    struct loop_ask ask = {.members = true, .from.line = 20};
    CHECK_TEXT("------------------------00-", loops_at_lines(nested, ask));
}

/* Lines between the instructions of a loop belong to it; the map is empty without `members`. */
static void lines_without_instructions(void)
{
    const char *text = ".L4:\naddq $8, %rdi\n\n.loc 1 7 0\ndecl %ecx\njne .L4\n\nret\n";
    CHECK_TEXT("-00000--", loops_at_lines(text, members));
    CHECK_TEXT("--------", loops_at_lines(text, (struct loop_ask){.members = false}));
}

/* ---- padding ---- */

/* No-operations that align the code after a jump lead nowhere: control enters the inner loop at 18
 * only, and the outer loop at 2 only. */
static void padding_is_not_executed(void)
{
    static const char *const nops[] = {"nop", "nopl 0x0(%rax,%rax,1)", "xchg %ax,%ax",
                                       "data16 cs nopw 0x0(%rax,%rax,1)"};
    for (size_t i = 0; i < COUNT_OF(nops); i++)
        CHECK_TEXT("f+0x10 i 4 k1; f+0x2 r 4", loops_of(arena_printf(&arena,
                                                                     "0000000000000000 <f>:\n"
                                                                     "   0:\txor %%eax,%%eax\n"
                                                                     "   2:\txor %%ecx,%%ecx\n"
                                                                     "   4:\tjmp 18 <f+0x18>\n"
                                                                     "   6:\t%s\n"
                                                                     "  10:\tcmp %%rcx,%%rdx\n"
                                                                     "  13:\tje 22 <f+0x22>\n"
                                                                     "  15:\tadd $0x1,%%rcx\n"
                                                                     "  18:\tjne 10 <f+0x10>\n"
                                                                     "  1a:\tret\n"
                                                                     "  1b:\t%s\n"
                                                                     "  22:\tinc %%rax\n"
                                                                     "  25:\tjne 2 <f+0x2>\n"
                                                                     "  27:\tret\n",
                                                                     nops[i], nops[i])));
    /* An exchange of 32 bits clears the upper half: %rax does not count. */
    CHECK_TEXT("f i 3 k1", loops_of("0000000000000000 <f>:\n"
                                    "   0:\txchg %eax,%eax\n"
                                    "   1:\tadd $0x2,%rax\n"
                                    "   5:\tjne 0 <f>\n"));
    CHECK_TEXT("f i 3 k2", loops_of("0000000000000000 <f>:\n"
                                    "   0:\txchg %ax,%ax\n"
                                    "   1:\tadd $0x2,%rax\n"
                                    "   5:\tjne 0 <f>\n"));
}

/* ---- cold parts in objdump's text ---- */

/* A function and its cold part, from a program that gcc -O2 made. */
static const char cold_part[] = "0000000000001040 <sum.cold>:\n"
                                "    1040:\tmov $0x1,%edi\n"
                                "    1045:\tmov %rsi,0x10(%rsp)\n"
                                "    104a:\tmovsd %xmm2,0x18(%rsp)\n"
                                "    1050:\tmovsd %xmm1,0x8(%rsp)\n"
                                "    1056:\tmovsd %xmm0,(%rsp)\n"
                                "    105b:\tcall 1240 <oops>\n"
                                "    1060:\tmovsd (%rsp),%xmm0\n"
                                "    1065:\tcall 1230 <g>\n"
                                "    106a:\tmovsd 0x8(%rsp),%xmm1\n"
                                "    1070:\tmulsd 0xf90(%rip),%xmm0 # 2008 <_IO_stdin_used+0x8>\n"
                                "    1078:\tmov 0x10(%rsp),%rsi\n"
                                "    107d:\tmovsd 0x18(%rsp),%xmm2\n"
                                "    1083:\tjmp 1200 <sum+0x30>\n";
static const char main_part[] = "00000000000011d0 <sum>:\n"
                                "    11d0:\ttest %rsi,%rsi\n"
                                "    11d3:\tjle 1220 <sum+0x50>\n"
                                "    11d5:\tpush %rbp\n"
                                "    11d6:\tmovapd %xmm0,%xmm2\n"
                                "    11da:\tmov %rdi,%rbp\n"
                                "    11dd:\tpxor %xmm1,%xmm1\n"
                                "    11e1:\tpush %rbx\n"
                                "    11e2:\txor %ebx,%ebx\n"
                                "    11e4:\tsub $0x28,%rsp\n"
                                "    11e8:\tnopl 0x0(%rax,%rax,1)\n"
                                "    11f0:\tmovsd 0x0(%rbp,%rbx,8),%xmm0\n"
                                "    11f6:\tcomisd %xmm2,%xmm0\n"
                                "    11fa:\tja 1040 <sum.cold>\n"
                                "    1200:\tadd $0x1,%rbx\n"
                                "    1204:\taddsd %xmm0,%xmm1\n"
                                "    1208:\tcmp %rbx,%rsi\n"
                                "    120b:\tjne 11f0 <sum+0x20>\n"
                                "    120d:\tadd $0x28,%rsp\n"
                                "    1211:\tmovapd %xmm1,%xmm0\n"
                                "    1215:\tpop %rbx\n"
                                "    1216:\tpop %rbp\n"
                                "    1217:\tret\n"
                                "    1218:\tnopl 0x0(%rax,%rax,1)\n"
                                "    1220:\tpxor %xmm1,%xmm1\n"
                                "    1224:\tmovapd %xmm1,%xmm0\n"
                                "    1228:\tret\n";

static const char *joined(const char *first, const char *second)
{
    return arena_printf(&arena, "%s\n%s", first, second);
}

/* The cold part is an area of the loop, wherever it is in the text. */
static void a_cold_part_belongs_to_its_function(void)
{
    const char *loop = "sum+0x20 i 20 k1";
    CHECK_TEXT(loop, loops_of(joined(cold_part, main_part)));
    CHECK_TEXT(loop, loops_of(joined(main_part, cold_part)));
    const char *other = "0000000000001180 <other>:\n    1180:\tjmp 1180 <other>\n";
    CHECK_TEXT("other i 1 k1; sum+0x20 i 20 k1",
               loops_of(joined(joined(cold_part, other), main_part)));
    CHECK_TEXT("sum+0x20 i 20 k1; other i 1 k1",
               loops_of(joined(main_part, joined(cold_part, other))));
    CHECK_TEXT("movsd comisd ja! mov mov movsd movsd movsd call! movsd call! movsd mulsd mov movsd "
               "jmp! add addsd cmp& jne! 3:0 4:0 5:0 6:0 7:0 8:0 9:0 10:0 11:0 12:0 13:0 14:0 15:0",
               body_of(joined(cold_part, main_part)));
}

static void lines_of_a_cold_part(void)
{
    CHECK_TEXT("-0000000000000------------0000000---------",
               loops_at_lines(joined(cold_part, main_part), members));
}

static const char two_of_a_name[] = "0000000000001000 <f.cold>:\n"
                                    "    1000:\tdec %rdx\n"
                                    "    1003:\tjmp 1102 <f+0x2>\n"
                                    "0000000000001010 <f.cold>:\n"
                                    "    1010:\tinc %rdx\n"
                                    "    1013:\tinc %rdx\n"
                                    "    1016:\tjmp 1202 <f+0x2>\n"
                                    "0000000000001100 <f>:\n"
                                    "    1100:\tje 1000 <f.cold>\n"
                                    "    1102:\tdec %rcx\n"
                                    "    1105:\tjne 1100 <f>\n"
                                    "    1107:\tret\n"
                                    "0000000000001200 <f>:\n"
                                    "    1200:\tje 1010 <f.cold>\n"
                                    "    1202:\tdec %rcx\n"
                                    "    1205:\tjne 1200 <f>\n"
                                    "    1207:\tret\n";

/* Static functions of one name: the jumps decide. */
static void cold_parts_of_one_name(void)
{
    CHECK_TEXT("f i 5 k1; f#2 i 6 k1", loops_of(two_of_a_name));
    CHECK_TEXT("-00-111-000--111-", loops_at_lines(two_of_a_name, members));
}

/* In a file that is not linked, sections begin at one address, and jumps between them have no
 * target. A part without a jump into the function is in no loop. */
static void parts_that_are_not_joined(void)
{
    CHECK_TEXT("f+0x2 i 3 k1", loops_of("0000000000000000 <f>:\n"
                                        "   0:\tnop\n"
                                        "   2:\tje 6 <f+0x6>\n"
                                        "   6:\tdec %rcx\n"
                                        "   9:\tjne 2 <f+0x2>\n"
                                        "   b:\tret\n"
                                        "0000000000000000 <g>:\n"
                                        "   0:\tret\n"
                                        "0000000000000000 <f.cold>:\n"
                                        "   0:\tnop\n"
                                        "   1:\tjmp 6 <f.cold+0x6>\n"));
    CHECK_TEXT("f i 3 k1", loops_of("0000000000000010 <f.cold>:\n"
                                    "  10:\tnop\n"
                                    "  11:\tcall 30 <stop>\n"
                                    "0000000000000020 <f>:\n"
                                    "  20:\tje 10 <f.cold>\n"
                                    "  22:\tdec %rcx\n"
                                    "  25:\tjne 20 <f>\n"));
    CHECK_TEXT("-------000", loops_at_lines("0000000000000010 <f.colder>:\n"
                                            "  10:\tjmp 22 <f+0x2>\n"
                                            "0000000000000014 <f.cold.1a>:\n"
                                            "  14:\tjmp 22 <f+0x2>\n"
                                            "0000000000000018 <.cold>:\n"
                                            "  18:\tjmp 22 <f+0x2>\n"
                                            "0000000000000020 <f>:\n"
                                            "  20:\tje 10 <f.colder>\n"
                                            "  22:\tdec %rcx\n"
                                            "  25:\tjne 20 <f>\n",
                                            members));
}

/* Control does not continue from the end of the function into its cold part. */
static void functions_end_before_their_cold_part(void)
{
    CHECK_TEXT("f i 4 k1", loops_of("0000000000000020 <f>:\n"
                                    "  20:\tjs 2a <f+0xa>\n"
                                    "  22:\tje 40 <f.cold+0x10>\n"
                                    "  24:\tdec %rcx\n"
                                    "  27:\tjne 20 <f>\n"
                                    "  29:\tret\n"
                                    "  2a:\tcall 50 <stop>\n"
                                    "0000000000000030 <f.cold.12>:\n"
                                    "  30:\tjmp 24 <f+0x4>\n"
                                    "  40:\tud2\n"));
}

/* Names of C++ as objdump -C writes them. */
static void cold_parts_with_demangled_names(void)
{
    CHECK_TEXT("f(A<int, 2>)::{lambda()#1} i 5 k1",
               loops_of("0000000000001000 <f(A<int, 2>)::{lambda()#1} [clone .cold]>:\n"
                        "    1000:\tcall 2000 <g(B<int>, int)::{lambda(int)#2}>\n"
                        "    1003:\tjmp 1102 <f(A<int, 2>)::{lambda()#1}+0x2>\n"
                        "0000000000001100 <f(A<int, 2>)::{lambda()#1}>:\n"
                        "    1100:\tje 1000 <f(A<int, 2>)::{lambda()#1} [clone .cold]>\n"
                        "    1102:\ttest %rcx,(%rax) # 4010 <h(int, int)::x>\n"
                        "    1105:\tjne 1100 <f(A<int, 2>)::{lambda()#1}>\n"));
}

int main(void)
{
    TEST(loops_at_lines_of_a_nest);
    TEST(loops_at_lines_of_two_jumps_to_one_header);
    TEST(loops_at_lines_of_a_region);
    TEST(lines_without_instructions);
    TEST(padding_is_not_executed);
    TEST(a_cold_part_belongs_to_its_function);
    TEST(lines_of_a_cold_part);
    TEST(cold_parts_of_one_name);
    TEST(parts_that_are_not_joined);
    TEST(functions_end_before_their_cold_part);
    TEST(cold_parts_with_demangled_names);
    arena_free(&arena);
    return tests_end();
}
