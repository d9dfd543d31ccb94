/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the registers that instructions read and write by running them: from a random state, and
 * again with one register changed. A result that then differs depends on that register, except for
 * that register itself if it is not written. Each line of standard input is an instruction, the nth
 * of roles_table; printed after it: | registers read | registers written, of those that x86-parts
 * names. MXCSR has its default value. X87 and MMX registers are excluded, and so are RSP and RDI,
 * which point to memory. Of vectors, only the lower 128 bits are compared if the name has no v. */
#include "base/util.h"

#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GENERAL, VECTOR = 16, MASK = 48, FLAGS = 56, CARRY, REGISTERS, RSP = 4, RDI = 7 };
enum { FLAG_BITS = 0x8c4, MEMORY = 256, SIZE = 64 };
#ifdef AVX2 /* a CPU without AVX-512 */
enum { WIDEST = 32 };
#else
enum { WIDEST = SIZE };
#endif

struct state { /* the layout that run-roles.s uses */
    uint64_t general[16], mask[8], flags, unused[7];
    uint8_t vector[32][SIZE];
} __attribute__((aligned(64)));

struct state *roles_state;
void *roles_function;
extern void *const roles_table[];
void roles_enter(void);

struct outcome {
    struct state s;
    uint8_t memory[MEMORY];
};
static uint8_t memory[MEMORY] __attribute__((aligned(64)));
static sigjmp_buf fault;

static void on_fault(int signal)
{
    siglongjmp(fault, signal);
}

static uint64_t random_word(void)
{
    static uint64_t x = UINT64_C(88172645463325252);
    x ^= x << 13;
    x ^= x >> 7;
    return x ^= x << 17;
}

/* Returns numbers of all kinds: 0, all ones, small ones, floats and doubles, any bits. */
static uint64_t random_number(void)
{
    double d = (double)(random_word() % 1000) / 7 - 50;
    float f[2] = {(float)d, (float)(random_word() % 100)};
    uint64_t v = random_word();
    switch (random_word() % 7) {
    case 0:
        return 0;
    case 1:
        return ~UINT64_C(0);
    case 2:
        return v % 16;
    case 3:
        memcpy(&v, &d, 8);
        return v;
    case 4:
        memcpy(&v, f, 8);
        return v;
    default:
        return v;
    }
}

static void fill(void *at, size_t bytes)
{
    for (size_t k = 0; k < bytes; k += 8) {
        uint64_t v = random_number();
        memcpy((char *)at + k, &v, 8);
    }
}

static int run(void *function, const struct outcome *from, struct outcome *to)
{
    memcpy(memory, from->memory, MEMORY);
    to->s = from->s;
    roles_state = &to->s;
    roles_function = function;
    if (sigsetjmp(fault, 0))
        return 0;
    roles_enter();
    memcpy(to->memory, memory, MEMORY);
    return 1;
}

/* Returns whether a register differs. */
static int differs(const struct outcome *a, const struct outcome *b, int r, size_t width)
{
    if (r < VECTOR)
        return r != RSP && a->s.general[r] != b->s.general[r];
    if (r < MASK)
        return memcmp(a->s.vector[r - VECTOR], b->s.vector[r - VECTOR], width) != 0;
    if (r < FLAGS)
        return a->s.mask[r - MASK] != b->s.mask[r - MASK];
    return ((a->s.flags ^ b->s.flags) & (r == FLAGS ? FLAG_BITS : 1)) != 0;
}

static void change(struct outcome *o, int r, int way, size_t width)
{
    uint64_t bit = UINT64_C(1) << random_word() % 64;
    if (r < VECTOR)
        o->s.general[r] = way ? random_word() : o->s.general[r] ^ bit;
    else if (r < MASK && way)
        fill(o->s.vector[r - VECTOR], width);
    else if (r < MASK)
        o->s.vector[r - VECTOR][random_word() % width] ^= (uint8_t)(1 << random_word() % 8);
    else if (r < FLAGS)
        o->s.mask[r - MASK] = way ? random_word() : o->s.mask[r - MASK] ^ bit;
    else if (r == FLAGS)
        o->s.flags = (o->s.flags & ~(uint64_t)FLAG_BITS) | (random_word() & FLAG_BITS);
    else
        o->s.flags ^= 1;
}

/* Returns whether the change of register r from a to b changed the results. */
static int matters(const struct outcome *a, const struct outcome *after_a, const struct outcome *b,
                   const struct outcome *after_b, int r, size_t width)
{
    for (int x = 0; x < REGISTERS; x++) {
        int kept = x == r && !differs(a, after_a, x, width) && !differs(b, after_b, x, width);
        if (!kept && differs(after_a, after_b, x, width))
            return 1;
    }
    return memcmp(after_a->memory, after_b->memory, MEMORY) != 0;
}

struct roles {
    char reads[REGISTERS], writes[REGISTERS];
    int runs;
};

static void try_once(void *function, size_t width, struct roles *roles)
{
    static struct outcome a, b, after_a, after_b;
    fill(&a, sizeof a);
    a.s.flags = 2 | (random_word() & (FLAG_BITS | 1));
    a.s.general[RDI] = (uint64_t)(uintptr_t)memory + SIZE - 8;
    if (!run(function, &a, &after_a))
        return;
    roles->runs++;
    for (int r = 0; r < REGISTERS; r++) {
        roles->writes[r] |= (char)differs(&a, &after_a, r, width);
        for (int way = 0; way < 2 && !roles->reads[r] && r != RSP && r != RDI; way++) {
            b = a;
            change(&b, r, way, width);
            if (run(function, &b, &after_b))
                roles->reads[r] = (char)matters(&a, &after_a, &b, &after_b, r, width);
        }
    }
}

static void print(const char *registers)
{
    static const char *const names[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi"};
    printf(" |");
    for (int r = 0; r < REGISTERS; r++)
        if (registers[r] && r < 8)
            printf(" %s", names[r]);
        else if (registers[r] && r >= FLAGS)
            printf(" %s", r == FLAGS ? "flags" : "carry");
        else if (registers[r])
            printf(" %s%d",
                   r < VECTOR ? "r"
                   : r < MASK ? "v"
                              : "k",
                   r < VECTOR ? r
                   : r < MASK ? r - VECTOR
                              : r - MASK);
}

int main(int argc, char **argv)
{
    enum { TRIALS = 8 };
    static char stack[1 << 16], line[256];
    stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK | SA_NODEFER};
    int signals[] = {SIGSEGV, SIGILL, SIGFPE, SIGBUS, SIGTRAP};
    int trials = argc > 1 ? atoi(argv[1]) : TRIALS;
    sigaltstack(&alternative, NULL);
    for (size_t k = 0; k < COUNT_OF(signals); k++)
        sigaction(signals[k], &action, NULL);
    for (int i = 0; fgets(line, sizeof line, stdin); i++) {
        struct roles roles = {.runs = 0};
        line[strcspn(line, "\n")] = 0;
        for (int t = 0; t < trials; t++)
            try_once(roles_table[i], line[0] == 'v' ? WIDEST : 16, &roles);
        printf("%s", line);
        if (roles.runs) {
            print(roles.reads);
            print(roles.writes);
        }
        putchar('\n');
    }
    return 0;
}
