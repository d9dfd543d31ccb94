/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes probes as assembly. */
#include "measure/probe/inside.h"
#include "base/util.h"

#include <string.h>

/* Registers that a probe text can use for a copy; saved if the calling convention requires it. */
static const char *const quads[] = {"%rax", "%rdx", "%rbx", "%r8", "%r10", "%r11", "%r12", "%r13"};
static const char *const doubles[] = {"%eax",  "%edx",  "%ebx",  "%r8d",
                                      "%r10d", "%r11d", "%r12d", "%r13d"};
static const char *const bytes[] = {"%al",   "%dl",   "%bl",   "%r8b",
                                    "%r10b", "%r11b", "%r12b", "%r13b"};
enum { LINES = 64, LINE = 64, RING_STEP = 29 };
enum { GENERAL = COUNT_OF(quads), VECTORS = 12 };

static void write_place(FILE *out, char what, int copy)
{
    switch (what) {
    case 'x':
        fprintf(out, "%d", copy % VECTORS);
        break;
    case 'q':
        fputs(quads[copy % GENERAL], out);
        break;
    case 'd':
        fputs(doubles[copy % GENERAL], out);
        break;
    case 'b':
        fputs(bytes[copy % GENERAL], out);
        break;
    case 'z':
        fprintf(out, "%d", 64 + copy % 16 * LINE);
        break;
    case 's':
        fprintf(out, "%d", 8 + copy % 32 * 8);
        break;
    case 'v':
        fprintf(out, "%d", 64 + copy % 16 * 64 + copy % 2 * 32 * (copy % 16 < 15));
        break;
    default:
        bug("probes.def: unknown placeholder {%c}", what);
    }
}

static void write_copy(FILE *out, const char *text, int copy)
{
    fputc('\t', out);
    for (const char *p = text; *p; p++)
        if (p[0] == '{' && p[1] && p[2] == '}') {
            write_place(out, p[1], copy);
            p += 2;
        } else {
            fputc(*p, out);
        }
    fputc('\n', out);
}

/* Writes vector registers of the form's width, at least xmm; every element is 1.1. */
static void write_registers(FILE *out, const struct probe *p)
{
    const char *constant = p->form.element == 4 ? "macs_probe_four" : "macs_probe_eight";
    const char *width = p->form.width == WIDTH_ZMM   ? "zmm"
                        : p->form.width == WIDTH_YMM ? "ymm"
                                                     : "xmm";
    const char *move = strcmp(width, "xmm") == 0 ? "movups" : "vmovups";
    for (int i = 0; i < 16; i++)
        fprintf(out, "\t%s %s(%%rip), %%%s%d\n", move, constant, width, i);
}

static void write_function(FILE *out, const char *name, const char *text, const struct probe *p,
                           int copies)
{
    fprintf(out, "\t.globl %s\n\t.type %s, @function\n\t.p2align 6\n%s:\n", name, name, name);
    fputs("\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n"
          "\tmovl $3, %ecx\n\tmovl $1, %esi\n",
          out);
    if (p) {
        fputs("\tleaq macs_probe_place(%rip), %r9\n\tmovq %r9, %rax\n", out);
        write_registers(out, p);
    }
    fputs("\t.p2align 6\n1:\n", out);
    for (int i = 0; i < copies; i++)
        write_copy(out, text, i);
    fputs("\tsubq $1, %rdi\n\tjnz 1b\n", out);
    if (p && (p->form.width == WIDTH_YMM || p->form.width == WIDTH_ZMM))
        fputs("\tvzeroupper\n", out);
    fprintf(out, "\tpopq %%r13\n\tpopq %%r12\n\tpopq %%rbx\n\tret\n\t.size %s, .-%s\n", name, name);
}

void probe_write_calibration(FILE *out)
{
    write_function(out, PROBE_CALIBRATE, "addq %rcx, %rax", NULL, PROBE_CALIBRATION);
}

void probe_write_branches(FILE *out)
{
    write_function(out, PROBE_BRANCHES, "", NULL, 0);
}

static void write_constant(FILE *out, const char *name, const char *line, int times)
{
    fprintf(out, "%s:\n", name);
    while (times-- > 0)
        fputs(line, out);
}

/* Writes 4 KB in which each line holds the address of another one; together they form a cycle. */
static void write_ring(FILE *out)
{
    fputs("\t.data\n\t.p2align 12\nmacs_probe_place:\n", out);
    for (int i = 0; i < LINES; i++)
        fprintf(out, "\t.quad macs_probe_place+%d\n\t.zero %d\n", (i + RING_STEP) % LINES * LINE,
                LINE - 8);
}

void probe_write(FILE *out, const struct probe *at, size_t n)
{
    fputs("\t.text\n", out);
    probe_write_calibration(out);
    for (size_t i = 0; i < n; i++) {
        char name[40];
        snprintf(name, sizeof name, "macs_probe_%zu", i);
        write_function(out, name, at[i].text, &at[i], PROBE_COPIES);
    }
    fputs("\t.section .rodata\n\t.p2align 6\n", out);
    write_constant(out, "macs_probe_eight", "\t.double 1.1\n", 8);
    write_constant(out, "macs_probe_four", "\t.float 1.1\n", 16);
    write_ring(out);
    fputs("\t.section .note.GNU-stack,\"\",@progbits\n", out);
}
