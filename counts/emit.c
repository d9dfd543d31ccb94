/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inserted text. A counter is one increment in memory, which a signal handler cannot interrupt.
 * Registers that are live are saved on the stack below the red zone, flags that are live in RAX. */
#include "counts/plan.h"

#include <inttypes.h>

static const char *const registers[] = {"rax", "rcx", "rdx", NULL, NULL,  NULL,
                                        "rsi", "rdi", "r8",  "r9", "r10", "r11"};
enum { REGISTERS = sizeof registers / sizeof *registers };

/* Returns the number of a register that may be changed; -1 = none. Not one that functions preserve:
 * an exception can restore it. */
static int find_free(uint32_t live, int except)
{
    for (int r = 0; r < REGISTERS; r++)
        if (registers[r] && r != except && !(live & UINT32_C(1) << r))
            return r;
    return -1;
}

struct count_scratch count_find_scratch(uint32_t live, int n, int except)
{
    struct count_scratch s = {.save = {false}};
    uint32_t used = live;
    for (int i = 0; i < n; i++) {
        int r = find_free(used, except);
        s.save[i] = r < 0;
        for (int k = 0; r < 0; k++)
            if (registers[k] && k != except && (i == 0 || k != s.r[0]))
                r = k;
        s.r[i] = r;
        used |= UINT32_C(1) << r;
    }
    return s;
}

const char *count_register(int r)
{
    return registers[r];
}

void count_emit_counter(FILE *to, const struct count_text *t, const struct count_insertion *i)
{
    bool flags = i->live & (COUNT_FLAGS | COUNT_CARRY);
    bool save_rax = flags && (i->live & 1);
    int r = find_free(i->live, flags ? 0 : -1);
    bool save = r < 0;
    const char *name = save ? flags ? "rcx" : "rax" : registers[r];
    if (t->intel)
        fputs("\t.att_syntax prefix\n", to);
    if (save || save_rax)
        fputs("\tleaq\t-128(%rsp), %rsp\n", to);
    if (save_rax)
        fputs("\tpushq\t%rax\n", to);
    if (save)
        fprintf(to, "\tpushq\t%%%s\n", name);
    if (flags)
        fputs("\tlahf\n\tseto\t%al\n", to);
    fprintf(to,
            "\tmovq\tmacs_count_block@gottpoff(%%rip), %%%s\n\tmovq\t%%fs:(%%%s), %%%s\n"
            "\taddq\t.Lmacs_count_unit(%%rip), %%%s\n\tincq\t%" PRIu64 "(%%%s)\n",
            name, name, name, name, 8 * (uint64_t)i->number, name);
    if (flags)
        fputs("\taddb\t$127, %al\n\tsahf\n", to);
    if (save)
        fprintf(to, "\tpopq\t%%%s\n", name);
    if (save_rax)
        fputs("\tpopq\t%rax\n", to);
    if (save || save_rax)
        fputs("\tleaq\t128(%rsp), %rsp\n", to);
    if (t->intel)
        fputs("\t.intel_syntax noprefix\n", to);
}

void count_emit_label(FILE *to, const struct count_map *m, const struct count_insertion *i)
{
    fprintf(to, ".Lmacs_%016" PRIx64 "_%s%" PRIu32 ":\n", m->identity, i->branch ? "b" : "",
            i->number);
}

void count_put_string(FILE *to, const char *text)
{
    fputs("\t.asciz\t\"", to);
    for (; *text; text++)
        if (*text < ' ' || *text == '"' || *text == '\\' || *text > '~')
            fprintf(to, "\\%03o", (unsigned)(unsigned char)*text);
        else
            putc(*text, to);
    fputs("\"\n", to);
}

/* The constructor runs before those of the program: 00000 is its priority. */
void count_emit_end(FILE *to, const struct count_text *t, const struct count_map *m)
{
    if (t->intel)
        fputs("\t.att_syntax prefix\n", to);
    fprintf(to,
            "\t.section\t.data.macs_count,\"aw\",@progbits\n\t.balign\t8\n.Lmacs_count_unit:\n"
            "\t.quad\t0\n\t.quad\t%" PRIu32 "\n\t.quad\t0x%016" PRIx64
            "\n\t.quad\t.Lmacs_count_name\n.Lmacs_count_name:\n",
            m->n_counters, m->identity);
    count_put_string(to, m->file);
    fputs("\t.section\t.text.macs_count,\"ax\",@progbits\n.Lmacs_count_start:\n"
          "\tleaq\t.Lmacs_count_unit(%rip), %rdi\n\tjmp\tmacs_count_register@PLT\n"
          "\t.section\t.init_array.00000,\"aw\",@init_array\n\t.balign\t8\n"
          "\t.quad\t.Lmacs_count_start\n",
          to);
}
