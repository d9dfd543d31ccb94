/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/textstream.h"
#include "base/util.h"
#include "counts/counts.h"
#include "counts/runtime/format.h"
#include "tests/unit/check.h"

#include <stdlib.h>

#define IDENT "\t.ident\t\"GCC: test\"\n"

/* An insertion with its text; everything is in the arena. */
struct inserted {
    struct arena a;
    struct count_map map;
    char *text;
    bool done;
    long errors;
};

static struct inserted insert(const char *text, const struct count_ask *ask)
{
    struct inserted x = {.text = NULL};
    struct diag d = {.quiet = true};
    struct source s;
    size_t n = 0;
    char *bytes = NULL;
    source_from_bytes(&s, "t.s", text, strlen(text));
    FILE *to = open_memstream(&bytes, &n);
    x.done = counts_insert(&x.a, ask, &s, to, &d, &x.map);
    (void)fclose(to);
    x.text = arena_strndup(&x.a, bytes, n);
    x.errors = d.errors;
    free(bytes);
    source_free(&s);
    if (x.done && ask->mode == COUNT_COUNTERS)
        CHECK(!count_map_check(&x.map));
    return x;
}

static bool contains(const char *text, const char *part)
{
    bool found = strstr(text, part) != NULL;
    if (!found)
        printf("# not in the text: %s\n# %s\n", part, text);
    return found;
}

/* A counted loop. At .L3 %rax, %rdi and %rsi are read, %rdx and the flags are written first. */
static const char loop_text[] = "\t.text\n\t.globl\tf\n\t.type\tf, @function\nf:\n"
                                "\tendbr64\n\tmovl\t$0, %eax\n"
                                ".LVL1:\n\tmovl\t$0, %ecx\n"
                                ".L3:\n\tmovq\t(%rdi,%rax,8), %rdx\n\taddq\t%rdx, %rcx\n"
                                "\taddq\t$1, %rax\n\tcmpq\t%rsi, %rax\n\tjne\t.L3\n"
                                "\tmovq\t%rcx, %rax\n\tret\n\t.size\tf, .-f\n" IDENT;

/* Blocks: the start, of two labels' code that no jump divides; the loop; the end. What arrives at
 * the loop and at the end is what the start and the loop send, so the loop's count is not derivable
 * (it is both), and of start and end only one is counted: both are entered and left at the outside,
 * which makes the end's count that of the start only through the junction after the loop. */
static void counts_a_loop(void)
{
    struct count_ask ask = {.every = true};
    struct inserted x = insert(loop_text, &ask);
    CHECK(x.done && x.map.n_blocks == 3 && x.map.n_counters == 3);
    CHECK(x.map.blocks[0].line == 5 && x.map.blocks[1].line == 10 && x.map.blocks[2].line == 15);
    CHECK_TEXT(".L3", x.map.blocks[1].label);
    CHECK_TEXT("f", x.map.blocks[1].function);
    CHECK(x.map.n_loops == 1 && x.map.blocks[1].loop == 0 && x.map.blocks[0].loop == COUNT_NONE);
    CHECK_TEXT(".L3", x.map.loops[0].label);
    /* endbr64 stays first; RAX is dead there, RDX in the loop; neither saves anything. */
    CHECK(contains(x.text, "\tendbr64\n\tmovq\tmacs_count_block@gottpoff(%rip), %rax\n"
                           "\tmovq\t%fs:(%rax), %rax\n\taddq\t.Lmacs_count_unit(%rip), %rax\n"
                           "\tincq\t0(%rax)\n\tmovl\t$0, %eax\n"));
    CHECK(contains(x.text, ".L3:\n\tmovq\tmacs_count_block@gottpoff(%rip), %rdx\n"));
    CHECK(contains(x.text, "\tincq\t8(%rdx)\n\tmovq\t(%rdi,%rax,8), %rdx\n"));
    arena_free(&x.a);
}

static void derives_counts(void)
{
    struct count_ask ask = {.mode = COUNT_COUNTERS};
    struct inserted x = insert(loop_text, &ask);
    uint64_t counters[3] = {7, 9, 0}, counts[3];
    CHECK(x.done && x.map.n_blocks == 3 && x.map.n_counters == 2 && x.map.n_sums == 1);
    /* The loop is a counter of its own; start = end. */
    size_t loop = x.map.blocks[1].counter;
    CHECK(loop < 2);
    count_map_evaluate(&x.map, counters, counts);
    CHECK(counts[1] == counters[loop] && counts[0] == counters[1 - loop] && counts[2] == counts[0]);
    arena_free(&x.a);
}

/* if (edi) a; else b; in a loop: blocks head, a, b, join. head = a + b, join = head, so two
 * counters remain in the loop; a call in a would break the equations: it can throw. */
static const char diamond[] =
    "\t.text\n\t.type\tg, @function\ng:\n.L2:\n\ttestl\t%%edi, %%edi\n\tje\t.L4\n"
    "\t%s\n\tjmp\t.L5\n.L4:\n\tsubl\t$2, %%eax\n.L5:\n\tsubl\t$1, %%edi\n\tjne\t.L2\n\tret\n" IDENT;

static void derives_branches(void)
{
    struct count_ask ask = {.mode = COUNT_COUNTERS};
    char text[1024];
    snprintf(text, sizeof text, diamond, "addl\t$1, %eax");
    struct inserted x = insert(text, &ask);
    CHECK(x.map.n_blocks == 5 && x.map.n_counters == 3);
    /* Head executed 10 times, a 4 times, b 6 times, once left. */
    static const uint64_t expected[] = {10, 4, 6, 10, 1};
    uint64_t counters[5], counts[5];
    for (size_t i = 0; i < x.map.n_blocks; i++)
        if (x.map.blocks[i].counter != COUNT_NONE)
            counters[x.map.blocks[i].counter] = expected[i];
    count_map_evaluate(&x.map, counters, counts);
    for (size_t i = 0; i < 5; i++)
        CHECK(counts[i] == expected[i]);
    arena_free(&x.a);
    snprintf(text, sizeof text, diamond, "call\th");
    x = insert(text, &ask);
    CHECK(x.map.n_blocks == 5 && x.map.n_counters == 4);
    arena_free(&x.a);
}

/* A loop in a loop; its guard jumps to the block to which the loop leads. The counts of the blocks
 * .L2, .L3 and .L6 do not determine the 4 edges between them: guard -> loop, guard -> .L6,
 * loop -> loop, loop -> .L6. One of the branches that do not jump must be counted. */
static const char guarded[] = "\t.text\n\t.type\tf, @function\nf:\n\tmovl\t$0, %eax\n"
                              ".L2:\n\tcmpl\t%edx, %esi\n\tjle\t.L6\n\t.p2align 4\n"
                              ".L3:\n\taddl\t$1, %edx\n\tcmpl\t%edx, %esi\n\tjne\t.L3\n"
                              ".L6:\n\tsubl\t$1, %edi\n\tjne\t.L2\n\tret\n" IDENT;

static void counts_a_branch(void)
{
    struct count_ask ask = {.mode = COUNT_COUNTERS, .every = true};
    struct inserted x = insert(guarded, &ask);
    CHECK(x.map.n_blocks == 5 && x.map.n_branches == 1 && x.map.n_counters == 6);
    CHECK(x.map.branches[0].line == 12 && x.map.branches[0].counter < 6);
    const char *counter = strstr(x.text, "\tjne\t.L3\n\tleaq\t-128(%rsp), %rsp\n");
    CHECK(counter && strstr(counter, ".L6:\n") > strstr(counter, "\tincq\t"));
    uint64_t counters[6] = {0}, counts[6];
    counters[x.map.branches[0].counter] = 7;
    count_map_evaluate(&x.map, counters, counts);
    CHECK(count_map_numbers(&x.map) == 6 && counts[5] == 7);
    arena_free(&x.a);
    ask.mode = COUNT_LABELS;
    x = insert(guarded, &ask);
    CHECK(strstr(x.text, "_b0:\n\tjne\t.L3\n"));
    arena_free(&x.a);
}

/* Nothing is missing if the loop is left to a block of its own, and in the reference build, whose
 * edges nobody reads. */
static void counts_no_needless_branch(void)
{
    static const char apart[] =
        "\t.text\n\t.type\tf, @function\nf:\n\tmovl\t$0, %eax\n"
        ".L2:\n\tcmpl\t%edx, %esi\n\tjle\t.L6\n"
        ".L3:\n\taddl\t$1, %edx\n\tcmpl\t%edx, %esi\n\tjne\t.L3\n\taddl\t$1, %eax\n"
        ".L6:\n\tsubl\t$1, %edi\n\tjne\t.L2\n\tret\n" IDENT;
    struct count_ask ask = {.every = true};
    struct inserted x = insert(apart, &ask);
    CHECK(x.map.n_blocks == 6 && x.map.n_branches == 0);
    arena_free(&x.a);
    ask.source_loops = true;
    x = insert(guarded, &ask);
    CHECK(x.map.n_blocks == 5 && x.map.n_branches == 0);
    arena_free(&x.a);
}

/* The constructor of the C library calls a resolver before thread-local storage exists: nothing is
 * inserted there. */
static void counts_no_branch_of_early_functions(void)
{
    char text[1024];
    snprintf(text, sizeof text, "%s\t.type\tg, @gnu_indirect_function\n\t.set\tg,f\n", guarded);
    struct count_ask ask = {.every = true};
    struct inserted x = insert(text, &ask);
    CHECK(x.map.n_blocks == 5 && x.map.n_branches == 0 && x.map.n_counters == 0);
    arena_free(&x.a);
}

/* jp reads the flags of the comparison before the block. What inline assembly reads is unknown. */
static void saves_flags_and_registers(void)
{
    static const char text[] = "\t.text\n\t.type\tf, @function\nf:\n\tucomisd\t%xmm1, %xmm0\n"
                               "\tjne\t.L2\n\tjp\t.L2\n.L2:\n#APP\n\tnop\n#NO_APP\n\tret\n" IDENT;
    struct count_ask ask = {.every = true};
    struct inserted x = insert(text, &ask);
    CHECK(x.map.n_blocks == 3);
    CHECK(contains(x.text, "\tjne\t.L2\n\tleaq\t-128(%rsp), %rsp\n\tpushq\t%rax\n\tpushq\t%rcx\n"
                           "\tlahf\n\tseto\t%al\n\tmovq\tmacs_count_block@gottpoff(%rip), %rcx\n"));
    CHECK(contains(x.text, "\tincq\t8(%rcx)\n\taddb\t$127, %al\n\tsahf\n\tpopq\t%rcx\n"
                           "\tpopq\t%rax\n\tleaq\t128(%rsp), %rsp\n\tjp\t.L2\n"));
    arena_free(&x.a);
}

/* Returns the register of the first counter; 0-terminated. */
static const char *first_register(const char *text)
{
    static char name[8];
    const char *at = strstr(text, "gottpoff(%rip), %");
    sscanf(at ? at + 17 : "none", "%7[a-z0-9]", name);
    return name;
}

/* f writes RCX and RSI on one path. After a return the ABI leaves RCX undefined, RAX may be the
 * result. A caller that reads RCX after it has called f relies on f (gcc -fipa-ra): then RSI is
 * free. If f writes no register, or saves it, its convention can be another one: then a register is
 * saved. Before a call, only R10 and R11 are free: others can be arguments; not R10 if a function
 * reads it. */
static void keeps_registers_of_other_functions(void)
{
    static const char f[] = "\t.text\n\t.type\tf, @function\nf:\n\ttestl\t%edi, %edi\n\tje\t.L1\n"
                            "\tmovl\t%edi, %ecx\n\tmovl\t%edi, %esi\n.L1:\n\tret\n";
    static const char *const others[][2] = {
        {"", "rcx"},
        {"\t.type\tg, @function\ng:\n\tcall\tf\n\tmovl\t%ecx, %eax\n\tret\n", "rsi"},
        {"\t.type\tg, @function\ng:\n\tcall\tf\n\tmovl\t$1, %ecx\n\tmovl\t%ecx, %eax\n\tret\n",
         "rcx"},
    };
    struct count_ask ask = {.every = true};
    char text[1024];
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "%s%s" IDENT, f, others[i][0]);
        struct inserted x = insert(text, &ask);
        CHECK_TEXT(others[i][1], first_register(x.text));
        const char *g = strstr(x.text, "\ng:"), *pushed = strstr(x.text, "pushq");
        CHECK((!pushed || (g && pushed > g)) && !strstr(x.text, "lahf"));
        arena_free(&x.a);
    }
    static const char *const preserving[] = {
        "\t.text\n\t.type\tf, @function\nf:\n\taddsd\t%xmm0, %xmm0\n\tret\n" IDENT,
        "\t.text\n\t.type\tf, @function\nf:\n\ttestl\t%edi, %edi\n\tje\t.L1\n\tpushq\t%rcx\n"
        "\tmovl\t(%rdi), %ecx\n\tmovl\t%ecx, 4(%rdi)\n\tpopq\t%rcx\n.L1:\n\tret\n" IDENT,
    };
    for (int i = 0; i < 2; i++) {
        struct inserted x = insert(preserving[i], &ask);
        CHECK(strstr(x.text, "\tpushq\t%rax\n\tmovq\tmacs_count_block"));
        arena_free(&x.a);
    }
    /* The functions write R10 and R11 on one path. */
#define F                                                                                          \
    "\t.type\tf, @function\nf:\n\ttestl\t%edi, %edi\n\tje\t.L1\n\tmovl\t%edi, %r10d\n"             \
    "\tmovl\t%edi, %r11d\n.L1:\n"
    static const char *const calls[][2] = {
        {F "\tcall\th\n\tret\n", "r10"},
        {F "\tcall\th\n\tret\n\t.type\tn, @function\nn:\n\tmovq\t%r10, %rax\n\tret\n", "r11"},
        {F "\tjmp\th\n", "r10"},
        {"\t.type\tf, @function\nf:\n\tjmp\th\n", "rax"},      /* saved */
        {"\t.type\tf, @function\nf:\n\tjmp\th.cold\n", "rcx"}, /* saved */
        {F "\tmulb\t%dil\n\tcall\th.cold\n\tret\n", "r10"},
    };
#undef F
    for (int i = 0; i < 6; i++) {
        snprintf(text, sizeof text, "\t.text\n%s" IDENT, calls[i][0]);
        struct inserted x = insert(text, &ask);
        CHECK_TEXT(calls[i][1], first_register(x.text));
        arena_free(&x.a);
    }
}

/* A landing pad of endbr64 alone: the counter is between it and the next label, which other code
 * jumps to; the flags that je reads are live there. */
static void counts_after_endbr(void)
{
    static const char text[] = "\t.text\n\t.type\tf, @function\nf:\n\tjne\t.L3\n.L2:\n\tendbr64\n"
                               ".L3:\n\tje\t.L2\n\tret\n" IDENT;
    struct count_ask ask = {.every = true};
    struct inserted x = insert(text, &ask);
    CHECK(x.map.n_blocks == 4 && x.map.n_counters == 4);
    CHECK(contains(x.text, ".L2:\n\tendbr64\n\tleaq\t-128(%rsp), %rsp\n\tpushq\t%rax\n"
                           "\tpushq\t%rcx\n\tlahf\n"));
    CHECK(contains(x.text,
                   "\tincq\t8(%rcx)\n\taddb\t$127, %al\n\tsahf\n\tpopq\t%rcx\n\tpopq\t%rax\n"
                   "\tleaq\t128(%rsp), %rsp\n.L3:\n"));
    arena_free(&x.a);
}

static void leaves_inline_assembly(void)
{
    static const char text[] = "\t.text\n\t.type\tf, @function\nf:\n\tmovl\t$1, %eax\n#APP\n"
                               "1:\tdec %eax; jnz 1b\n# 0 \"\" 2\n#NO_APP\n\taddl\t$1, %eax\n"
                               "\tret\n" IDENT;
    struct count_ask ask = {.mode = COUNT_COUNTERS};
    struct inserted x = insert(text, &ask);
    CHECK(x.map.n_blocks == 3 && x.map.n_counters == 2);
    CHECK_TEXT("it is inline assembly", x.map.blocks[1].why);
    CHECK(contains(x.text, "#APP\n1:\tdec %eax; jnz 1b\n# 0 \"\" 2\n#NO_APP\n\t"));
    arena_free(&x.a);
    x = insert("\t.text\nf:\n\tret\n", &ask);
    CHECK(!x.done && x.errors == 1);
    arena_free(&x.a);
}

/* Everything that is not inserted is the text, byte for byte; labels are the only other lines. */
static void copies_the_text(void)
{
    struct count_ask ask = {.mode = COUNT_LABELS};
    struct inserted x = insert(loop_text, &ask);
    char *p = x.text, *to = x.text;
    int labels = 0;
    while (*p) {
        size_t n = strcspn(p, "\n") + 1;
        bool label = strncmp(p, ".Lmacs_", 7) == 0;
        labels += label;
        if (!label) {
            memmove(to, p, n);
            to += n;
        }
        p += n;
    }
    *to = 0;
    CHECK(labels == 3);
    CHECK_TEXT(loop_text, x.text);
    arena_free(&x.a);
}

static void selects_loops(void)
{
    struct count_choice choice = {"f", 0}, other = {"h", 0};
    struct count_ask ask = {.choices = &choice, .n_choices = 1};
    struct inserted x = insert(loop_text, &ask);
    /* The count of the loop alone does not determine how often it is left. */
    CHECK(x.map.n_blocks == 1 && x.map.n_counters == 2 && x.map.blocks[0].line == 10);
    CHECK(x.map.n_branches == 1 && x.map.branches[0].line == 14);
    arena_free(&x.a);
    ask.choices = &other;
    x = insert(loop_text, &ask);
    CHECK(x.done && x.map.n_blocks == 0);
    CHECK_TEXT(loop_text, x.text); /* no counters: no constructor */
    arena_free(&x.a);
}

/* ---- the map as text ---- */

static char *print_map(struct arena *a, const struct count_map *m)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&bytes, &n);
    count_map_print(to, m);
    (void)fclose(to);
    char *text = arena_strndup(a, bytes, n);
    free(bytes);
    return text;
}

static bool read_map(struct arena *a, const char *text, struct diag *d, struct count_map *m)
{
    struct source s;
    source_from_bytes(&s, "m", text, strlen(text));
    bool done = count_map_read(a, &s, d, m);
    source_free(&s);
    return done;
}

static void reads_what_it_prints(void)
{
    struct count_ask ask = {.mode = COUNT_COUNTERS};
    struct diag d = {.quiet = true};
    struct count_map m;
    struct inserted x = insert(guarded, &ask);
    CHECK(x.map.n_branches == 1);
    x.map.blocks[0].source = "a\tb\\c";
    char *text = print_map(&x.a, &x.map);
    CHECK(read_map(&x.a, text, &d, &m) && d.errors + d.warnings == 0);
    CHECK_TEXT(text, print_map(&x.a, &m));
    CHECK_TEXT("a\tb\\c", m.blocks[0].source);
    CHECK(!count_map_check(&m));
    arena_free(&x.a);
}

static void reports_damaged_maps(void)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct count_map m;
    CHECK(!read_map(&a, "", &d, &m) && d.errors == 1);
    CHECK(!read_map(&a, "macs-count-map\t2\n", &d, &m) && d.errors == 2);
    /* A counter that does not exist, a sum before its terms, a field too many. */
    CHECK(read_map(&a,
                   "macs-count-map\t1\nfile\tx\nidentity\tff\ncounters\t1\n"
                   "block\t1\t0\t-\t\tf\t\t0\t\nblock\t2\t5\t-\t\tf\t\t0\t\n"
                   "block\t3\t-\t-\t\tf\t\t0\t\nsum\t2\t+1\nsum\t2\t+0\t+0\nsum\t2\t+0\n"
                   "counters\t3\nnonsense\n",
                   &d, &m));
    CHECK(m.n_blocks == 3 && m.n_sums == 1 && d.warnings == 5 && m.n_counters == 1);
    CHECK(m.blocks[1].why && !m.blocks[2].why && m.identity == 255);
    CHECK(!count_map_check(&m));
    uint64_t counter = 4, counts[3];
    count_map_evaluate(&m, &counter, counts);
    CHECK(counts[0] == 4 && counts[1] == 0 && counts[2] == 8);
    /* A branch whose counter does not exist stays in the list: labels refer to it by number. */
    CHECK(read_map(&a,
                   "macs-count-map\t1\nfile\tx\nidentity\tff\ncounters\t1\n"
                   "block\t1\t0\t-\t\tf\t\t0\t\nbranch\t7\t1\nbranch\t9\t0\n",
                   &d, &m));
    CHECK(m.n_branches == 2 && m.branches[0].counter == COUNT_NONE && !count_map_check(&m));
    count_map_evaluate(&m, &counter, counts);
    CHECK(counts[1] == 0 && counts[2] == 4);
    arena_free(&a);
}

/* ---- source loops ---- */

/* A for loop with a test in line 3 and a do-while loop of lines 4 and 5 in its body, as gcc -O0
 * writes them; then a loop that goto enters in its middle. */
static const char source_text[] =
    "\t.text\n\t.file\t1 \"s.c\"\n\t.type\tf, @function\nf:\n\t.loc 1 3 1\n\tmovl\t$0, -4(%rbp)\n"
    "\tjmp\t.L2\n"
    ".L3:\n\t.loc 1 4 1\n\taddl\t$1, -8(%rbp)\n"
    ".L4:\n\t.loc 1 4 1\n\taddl\t$1, -8(%rbp)\n\t.loc 1 5 1\n\tcmpl\t$9, -8(%rbp)\n\tjle\t.L4\n"
    "\t.loc 1 3 1\n\taddl\t$1, -4(%rbp)\n"
    ".L2:\n\t.loc 1 3 1\n\tcmpl\t$6, -4(%rbp)\n\tjle\t.L3\n"
    "\t.loc 1 7 1\n\ttestl\t%edi, %edi\n\tje\t.L6\n"
    ".L5:\n\t.loc 1 8 1\n\taddl\t$1, -8(%rbp)\n"
    ".L6:\n\t.loc 1 9 1\n\taddl\t$2, -8(%rbp)\n\tcmpl\t$99, -8(%rbp)\n\tjle\t.L5\n"
    "\tret\n" IDENT;

/* The function is called twice: the for loop has 2 x 7 iterations, its test 16 executions; the
 * inner loop 14 executions of 10 iterations in all 140, of which 126 are back edges. */
static void finds_source_loops(void)
{
    struct count_ask ask = {.mode = COUNT_COUNTERS, .every = true, .source_loops = true};
    struct inserted x = insert(source_text, &ask);
    static const uint64_t executed[] = {2, 14, 140, 14, 16, 2, 30, 32, 2};
    CHECK(x.map.n_blocks == COUNT_OF(executed) && x.map.n_source_loops == 3);
    uint64_t counts[COUNT_OF(executed)], counters[COUNT_OF(executed)];
    for (size_t i = 0; i < x.map.n_blocks; i++)
        counters[x.map.blocks[i].counter] = executed[i];
    count_map_evaluate(&x.map, counters, counts);
    for (size_t i = 0; i < x.map.n_source_loops; i++) {
        const struct count_source_loop *l = &x.map.source_loops[i];
        struct count_of_loop n = count_source_loop(&x.map, i, counts);
        CHECK_TEXT("s.c", l->source);
        CHECK_TEXT("f", l->function);
        if (l->line == 3)
            CHECK(l->end_line == 5 && l->parent == COUNT_NONE && n.entries == 2 &&
                  n.iterations == 14 && !l->why);
        else if (l->line == 4)
            CHECK(l->end_line == 5 && x.map.source_loops[l->parent].line == 3 && n.entries == 14 &&
                  n.iterations == 140 && !l->why);
        else
            CHECK(l->line == 8 && l->end_line == 9 && l->why);
    }
    arena_free(&x.a);
}

/* A map with source loops is read as it was printed; a loop with a wrong parent or block stays in
 * the list without numbers. */
static void reads_source_loops(void)
{
    struct count_ask ask = {.mode = COUNT_COUNTERS, .source_loops = true};
    struct diag d = {.quiet = true};
    struct count_map m;
    struct inserted x = insert(source_text, &ask);
    char *text = print_map(&x.a, &x.map);
    CHECK(read_map(&x.a, text, &d, &m) && d.errors + d.warnings == 0 && m.n_source_loops == 3);
    CHECK_TEXT(text, print_map(&x.a, &m));
    CHECK(!count_map_check(&m));
    CHECK(read_map(&x.a,
                   "macs-count-map\t1\nfile\tx\nidentity\tff\ncounters\t1\n"
                   "block\t1\t0\t-\t\tf\t\t0\t\n"
                   "source\t0\tf\ts.c\t1\t2\t\t1\t+0\t+0\nsource\t-\tf\ts.c\t1\t2\t\t1\t+1\n"
                   "source\t-\tf\ts.c\t1\t2\t\t1\t+0\t+0\t+0\n",
                   &d, &m));
    CHECK(d.warnings == 2 && m.n_source_loops == 3 && m.source_loops[0].why &&
          m.source_loops[1].why && !m.source_loops[2].why && !count_map_check(&m));
    uint64_t counts[] = {21};
    struct count_of_loop n = count_source_loop(&m, 2, counts);
    CHECK(n.entries == 21 && n.iterations == 42);
    arena_free(&x.a);
}

/* ---- files of a run ---- */

static void reads_files_of_counts(void)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct count_process p;
    struct source s;
    static const char index[] = "macs-counts\t1\nprocess\t7\t3\nprogram\t/bin/x\\011y\n"
                                "unit\t4104\t2\tff\tx.s\nthread\t1\t7\nthread\t1\t9\nearly\t5\n"
                                "uncounted\t1f\ty.s\nunit\t4095\t2\tff\tx.s\nbad\n"
                                "thread\t4096\t7\n";
    source_from_bytes(&s, "7-0.index", index, sizeof index - 1);
    CHECK(count_index_read(&a, &s, &d, &p) && d.warnings == 3 && p.damaged);
    CHECK(p.pid == 7 && p.n_units == 1 && p.n_threads == 2 && p.early == 5);
    CHECK_TEXT("/bin/x\ty", p.program);
    CHECK(p.threads[1].slot == 1 && p.threads[1].n_threads == 2);
    CHECK(p.n_uncounted == 1 && p.uncounted[0] == 31 && !p.unstored);
    source_free(&s);

    static char bytes[COUNT_HEADER + 3 * 8];
    struct count_header h = {COUNT_MAGIC, COUNT_HEADER, 8, 7, 1};
    struct count_thread *t = &p.threads[1];
    memcpy(bytes, &h, sizeof h);
    bytes[COUNT_HEADER] = 100;
    CHECK(count_thread_read(&a, bytes, sizeof bytes, &d, t) && t->n_values == 3);
    CHECK(t->values[0] == 100 && t->values[1] == 0);
    CHECK(count_thread_read(&a, bytes, sizeof bytes - 3, &d, t) && t->n_values == 2);
    CHECK(!count_thread_read(&a, bytes, 8, &d, t));
    t->slot = 2;
    CHECK(!count_thread_read(&a, bytes, sizeof bytes, &d, t) && d.errors == 2);
    arena_free(&a);
}

/* A result is read as it was printed; if a byte is changed or missing, it is not read. */
static void reads_results(void)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct count_result r;
    struct source s;
    char *text = NULL;
    size_t n;
    const char *maps[] = {"a.map", "b\n.map"}, *labelled = "p.labelled", *records = "records";
    FILE *to = open_memstream(&text, &n);
    r = (struct count_result){.maps = maps,
                              .n_maps = 2,
                              .records = &records,
                              .n_records = 1,
                              .record_maps = maps,
                              .n_record_maps = 1,
                              .labelled = &labelled,
                              .n_labelled = 1,
                              .slowdown = 2.25,
                              .record_slowdown = 3.5,
                              .difference = "1 number",
                              .files = &(struct count_file){"a.map", 5, 0x1f},
                              .n_files = 1};
    count_result_print(to, &r);
    fclose(to);
    source_from_bytes(&s, "result", text, n);
    CHECK(count_result_read(&a, &s, &d, &r) && d.warnings == 0 && d.errors == 0);
    CHECK(r.n_runs == 0 && r.n_maps == 2 && r.n_labelled == 1 && r.slowdown == 2.25 &&
          r.record_slowdown == 3.5 && !r.unused);
    CHECK_TEXT("b\n.map", r.maps[1]);
    CHECK(r.n_records == 1 && r.n_record_maps == 1);
    CHECK_TEXT("records", r.records[0]);
    CHECK_TEXT("a.map", r.record_maps[0]);
    CHECK_TEXT("1 number", r.difference);
    CHECK(r.n_files == 1 && r.files[0].size == 5 && r.files[0].checksum == 0x1f);
    source_free(&s);
    for (size_t i = 0; i < n; i++) {
        source_from_bytes(&s, "result", text, i);
        CHECK(!count_result_read(&a, &s, &d, &r));
        source_free(&s);
        text[i] ^= 1;
        source_from_bytes(&s, "result", text, n);
        CHECK(!count_result_read(&a, &s, &d, &r));
        source_free(&s);
        text[i] ^= 1;
    }
    CHECK(d.errors == (int)(2 * n));
    free(text);
    source_from_bytes(&s, "result", "macs-counts\t1\n", 14);
    CHECK(!count_result_read(&a, &s, &d, &r));
    source_free(&s);
    arena_free(&a);
}

int main(void)
{
    TEST(reads_results);
    TEST(counts_a_loop);
    TEST(derives_counts);
    TEST(derives_branches);
    TEST(counts_a_branch);
    TEST(counts_no_needless_branch);
    TEST(counts_no_branch_of_early_functions);
    TEST(saves_flags_and_registers);
    TEST(keeps_registers_of_other_functions);
    TEST(counts_after_endbr);
    TEST(leaves_inline_assembly);
    TEST(copies_the_text);
    TEST(selects_loops);
    TEST(reads_what_it_prints);
    TEST(reports_damaged_maps);
    TEST(reads_files_of_counts);
    TEST(finds_source_loops);
    TEST(reads_source_loops);
    return tests_end();
}
