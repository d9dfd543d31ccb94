/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints an instruction in Intel syntax for each combination of operands of a line of the table:
 * each kind of operand and each width, valid or not; the assembler rejects invalid ones. Branches,
 * stack and system instructions are left out. For scripts/x86-roles.sh. */
#include "x86-asm/table.h"
#include "base/util.h"
#include "x86-asm/x86-asm.h"

#include <stdio.h>
#include <string.h>

enum { WAYS = 24, WAY = 24 };
struct choice {
    char at[WAYS][WAY];
    int n;
};

static void add(struct choice *c, const char *text)
{
    snprintf(c->at[c->n++], WAY, "%s", text);
}

static void add_number(struct choice *c, const char *format, int number)
{
    snprintf(c->at[c->n++], WAY, format, number);
}

/* The ways to give the place at position p an operand. */
static struct choice ways(struct x86_place place, int p)
{
    static const char *const general[3][4] = {
        {"cl", "cx", "ecx", "rcx"}, {"dl", "dx", "edx", "rdx"}, {"sil", "si", "esi", "rsi"}};
    static const char *const memory[] = {"[rdi+8]",           "BYTE PTR [rdi+8]",
                                         "WORD PTR [rdi+8]",  "DWORD PTR [rdi+8]",
                                         "QWORD PTR [rdi+8]", "XMMWORD PTR [rdi+8]"};
    struct choice c = {.n = 0};
    for (int w = 0; (place.kinds & X86_GENERAL) && w < 4; w++)
        add(&c, general[p % 3][w]);
    if (place.kinds == X86_COUNT)
        add(&c, "cl");
    if (place.kinds & X86_VECTOR_REGISTER) {
        add_number(&c, "xmm%d", p + 1);
        add_number(&c, "ymm%d", p + 1);
        add_number(&c, "zmm%d", p + 1);
    }
    if (place.kinds & X86_MASK_REGISTER)
        add_number(&c, "k%d", p + 1);
    if (place.kinds & X86_IMMEDIATE)
        add(&c, "3");
    for (size_t m = 0; (place.kinds & X86_MEMORY) && m < COUNT_OF(memory); m++)
        add(&c, memory[m]);
    return c;
}

static void print(const struct x86_opcode *o, const struct choice *c, const int *which,
                  const char *mask)
{
    printf("%s", o->name);
    for (int p = 0; p < o->n; p++)
        printf("%s%s%s", p ? ", " : " ", c[p].at[which[p]], p == 0 ? mask : "");
    putchar('\n');
}

static void print_all(const struct x86_opcode *o)
{
    struct choice c[X86_OPERANDS];
    int which[X86_OPERANDS] = {0}, p = 0;
    for (int k = 0; k < o->n; k++)
        c[k] = ways(o->at[k], k);
    for (int k = 0; k < o->n; k++)
        if (c[k].n == 0)
            return;
    while (p < o->n || o->n == 0) {
        print(o, c, which, "");
        if (o->n && o->name[0] == 'v' && o->at[0].kinds & X86_VECTOR_REGISTER) {
            print(o, c, which, "{k3}");
            print(o, c, which, "{k3}{z}");
        }
        for (p = 0; p < o->n && ++which[p] == c[p].n; p++)
            which[p] = 0;
        if (o->n == 0)
            return;
    }
}

static bool left_out(const struct x86_opcode *o)
{
    static const uint8_t forms[] = {FORM_BRANCH, FORM_JUMP,   FORM_JUMP_INDIRECT, FORM_CALL,
                                    FORM_RETURN, FORM_SYSTEM, FORM_STRING,        FORM_PUSH,
                                    FORM_POP,    FORM_GATHER, FORM_SCATTER,       FORM_VZERO,
                                    FORM_BIT,    FORM_FENCE};
    for (size_t k = 0; k < sizeof forms; k++)
        if (o->work == forms[k] || o->access == forms[k])
            return true;
    return o->work >= FORM_X87_ADD || o->access == FORM_LOAD_X87 || o->access == FORM_STORE_X87 ||
           o->access == FORM_STORE_MASKED || strncmp(o->name, "movabs", 6) == 0;
}

int main(void)
{
    struct arena a = {0};
    const struct x86_isa *isa = x86_isa_new(&a);
    printf(".intel_syntax noprefix\n");
    for (size_t i = 0; i < isa->n_words; i++)
        for (const struct x86_reading *r = isa->words[i].first; r; r = r->next) {
            size_t n = strlen(r->opcode->name);
            bool own = n < X86_WORD && memcmp(isa->words[i].key.at, r->opcode->name, n) == 0 &&
                       ((const char *)isa->words[i].key.at)[n] == 0;
            if (own && !r->bytes && !r->source && r->constant < 0 && !left_out(r->opcode))
                print_all(r->opcode);
        }
    arena_free(&a);
    return 0;
}
