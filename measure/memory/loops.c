/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the measured loops as assembly, and loads them. */
#include "measure/memory/inside.h"

#include "base/util.h"

#include <string.h>

const int memory_adds[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 48};
_Static_assert(COUNT_OF(memory_adds) == MEMORY_ADDS, "numbers of adds");
enum { LOADS = 16, VECTORS = 16 };

int memory_arrays(enum rate_mix mix)
{
    return mix == RATE_TRIAD ? 3 : mix == RATE_COPY ? 2 : 1;
}

/* The vectors of the loops: their bytes, the letter of their registers, and the instructions. */
struct vectors {
    int bytes;
    char letter;
    const char *move;
    bool three; /* instructions have three operands */
};

static struct vectors vectors_of(int bytes)
{
    bool wide = bytes > 16;
    char letter = bytes == 64 ? 'z' : bytes == 32 ? 'y' : 'x';
    return (struct vectors){bytes, letter, wide ? "vmovups" : "movups", wide};
}

static void write_load(FILE *out, const struct vectors *v, int offset, const char *base, int to)
{
    fprintf(out, "\t%s %d(%s,%%rax), %%%cmm%d\n", v->move, offset, base, v->letter, to);
}

static void write_store(FILE *out, const struct vectors *v, int from, int offset)
{
    fprintf(out, "\t%s %%%cmm%d, %d(%%rdi,%%rax)\n", v->move, v->letter, from, offset);
}

/* Writes register `to` *= factor, or += register `by`. */
static void write_work(FILE *out, const struct vectors *v, const char *name, int by, int to)
{
    if (v->three)
        fprintf(out, "\tv%s %%%cmm%d, %%%cmm%d, %%%cmm%d\n", name, v->letter, by, v->letter, to,
                v->letter, to);
    else
        fprintf(out, "\t%s %%xmm%d, %%xmm%d\n", name, by, to);
}

/* Writes the work of a mix on one vector; registers 0 to 5 in turn, 15 holds the factor. */
static void write_vector(FILE *out, const struct vectors *v, enum rate_mix mix, int i)
{
    int offset = i * v->bytes, x = i % 6, y = 6 + i % 6;
    if (mix == RATE_LOAD || mix == RATE_UPDATE)
        write_load(out, v, offset, "%rdi", x);
    if (mix == RATE_COPY || mix == RATE_TRIAD)
        write_load(out, v, offset, "%rsi", x);
    if (mix == RATE_TRIAD)
        write_load(out, v, offset, "%rdx", y);
    if (mix == RATE_UPDATE)
        write_work(out, v, "mulpd", 15, x);
    if (mix == RATE_TRIAD) {
        write_work(out, v, "mulpd", 15, y);
        write_work(out, v, "addpd", y, x);
    }
    if (mix != RATE_LOAD)
        write_store(out, v, mix == RATE_STORE ? 15 : x, offset);
}

static void begin_function(FILE *out, const char *name)
{
    fprintf(out, "\t.globl %s\n\t.type %s, @function\n\t.p2align 6\n%s:\n", name, name, name);
}

static void end_function(FILE *out, const struct vectors *v, const char *name)
{
    fprintf(out, "%s\tret\n\t.size %s, .-%s\n", v->three ? "\tvzeroupper\n" : "", name, name);
}

/* Begins a loop with index %rax, which returns to 0 at %rcx, over %r8 bytes in all: the return is
 * no branch, whose wrong prediction would cost as much as a pass over a small set. */
static void begin_loop(FILE *out, const struct vectors *v)
{
    fprintf(out, "\t%s macs_memory_ones(%%rip), %%%cmm15\n", v->move, v->letter);
    fputs("\txorl %eax, %eax\n\txorl %r9d, %r9d\n\t.p2align 6\n1:\n", out);
}

static void end_loop(FILE *out, int step)
{
    fprintf(out,
            "\taddq $%d, %%rax\n\tcmpq %%rcx, %%rax\n\tcmovae %%r9, %%rax\n"
            "\tsubq $%d, %%r8\n\tja 1b\n",
            step, step);
}

static void mix_name(char *name, size_t room, int mix)
{
    snprintf(name, room, "macs_memory_%s", rate_mix_names[mix]);
}

static void overlap_name(char *name, size_t room, bool loads, int i)
{
    snprintf(name, room, "macs_memory_overlap_%s_%d", loads ? "loads" : "adds", memory_adds[i]);
}

static void write_mix(FILE *out, const struct vectors *v, enum rate_mix mix)
{
    char name[40];
    mix_name(name, sizeof name, mix);
    begin_function(out, name);
    begin_loop(out, v);
    for (int i = 0; i < VECTORS; i++)
        write_vector(out, v, mix, i);
    end_loop(out, VECTORS * v->bytes);
    end_function(out, v, name);
}

/* Writes a loop that loads lines, and executes a chain of adds of one cycle each beside each, or
 * loads of one address. */
static void write_overlap(FILE *out, const struct vectors *v, bool loads, int adds)
{
    char name[40];
    overlap_name(name, sizeof name, loads, adds);
    begin_function(out, name);
    begin_loop(out, v);
    for (int line = 0; line < 4; line++) {
        for (int i = 0; i < MEMORY_LINE / v->bytes; i++)
            write_load(out, v, line * MEMORY_LINE + i * v->bytes, "%rdi", i % 6);
        for (int i = 0; i < memory_adds[adds]; i++)
            fputs(loads ? "\tmovq (%rsi), %rdx\n" : "\taddq %rsi, %rdx\n", out);
    }
    end_loop(out, 4 * MEMORY_LINE);
    end_function(out, v, name);
}

static void write_chase(FILE *out)
{
    static const char name[] = "macs_memory_chase";
    begin_function(out, name);
    fputs("\tmovq %rdi, %rax\n\t.p2align 6\n1:\n", out);
    for (int i = 0; i < LOADS; i++)
        fputs("\tmovq (%rax), %rax\n", out);
    fprintf(out, "\tsubq $%d, %%rsi\n\tja 1b\n\tret\n\t.size %s, .-%s\n", LOADS, name, name);
}

void memory_write_loops(FILE *out, const void *vector_bytes)
{
    struct vectors v = vectors_of(*(const int *)vector_bytes);
    fputs("\t.text\n", out);
    probe_write_calibration(out);
    probe_write_branches(out);
    for (int mix = 0; mix < RATE_MIXES; mix++)
        write_mix(out, &v, (enum rate_mix)mix);
    for (int i = 0; i < 2 * MEMORY_ADDS; i++)
        write_overlap(out, &v, i % 2, i / 2);
    write_chase(out);
    fputs("\t.section .rodata\n\t.p2align 6\nmacs_memory_ones:\n", out);
    for (int i = 0; i < 8; i++)
        fputs("\t.double 1.0\n", out);
    fputs("\t.section .note.GNU-stack,\"\",@progbits\n", out);
}

bool memory_load_loops(struct arena *a, const char *compiler, double vector_bytes,
                       struct memory_loops *l, struct diag *d)
{
    char name[40];
    int bytes = (int)vector_bytes;
    if (!probe_object_load(a, compiler, memory_write_loops, &bytes, &l->object, d))
        return false;
    l->vector_bytes = vector_bytes;
    l->calibrate = probe_object_function(&l->object, PROBE_CALIBRATE);
    l->branches = probe_object_function(&l->object, PROBE_BRANCHES);
    for (int mix = 0; mix < RATE_MIXES; mix++) {
        mix_name(name, sizeof name, mix);
        l->mixes[mix] = (memory_loop)(void (*)(void))probe_object_function(&l->object, name);
    }
    for (int i = 0; i < MEMORY_ADDS; i++) {
        overlap_name(name, sizeof name, false, i);
        l->overlap[i] = (memory_loop)(void (*)(void))probe_object_function(&l->object, name);
        overlap_name(name, sizeof name, true, i);
        l->loads[i] = (memory_loop)(void (*)(void))probe_object_function(&l->object, name);
    }
    l->chase = (memory_chase)(void (*)(void))probe_object_function(&l->object, "macs_memory_chase");
    return true;
}
