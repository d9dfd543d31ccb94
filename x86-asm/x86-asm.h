/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of x86-64 assembly as facts: what compilers write (AT&T or Intel syntax) and what
 * objdump -d does. Loops are found by control flow, routine by routine, and then told to the loop
 * finder in an order in which each stands in one piece. Memory grows with labels and loops, beside
 * the text and the longest routine; what needs the instructions of a loop reads the text a second
 * time. */
#ifndef X86_ASM_X86_ASM_H
#define X86_ASM_X86_ASM_H

#include "base/infile.h"
#include "facts/facts.h"
#include "loops/ask.h"
#include "loops/loops.h"
#include "machines/machine.h"

struct x86_file;

/* Scans an input, which stands at its start. What is wrong with it is said in d, located;
 * everything sound is in the result all the same. NULL if it can't be read at all. ask, the path of
 * in, and d must outlive it. */
struct x86_file *x86_scan(const struct loop_ask *ask, struct infile *in, struct diag *d);
/* The same for n bytes at hand (fuzz targets). */
struct x86_file *x86_scan_bytes(const struct loop_ask *ask, const char *path, const char *bytes,
                                size_t n, struct diag *d);
void x86_free(struct x86_file *f);
/* The table of instructions and registers, in a: 0.8 ms of work. */
const struct x86_isa *x86_isa_new(struct arena *a);

/* Its loops, in completion order; nesting by the parents of loops_at. */
const struct loop_finder *x86_loops(const struct x86_file *f);

/* Loop i as a fact, in a: all but what x86_loop_details gives. Its region, areas, length and counts
 * are those of its instructions in the order of its passes, wherever they stand in the text;
 * asm_line and asm_end_line are the least and the greatest line of them. */
void x86_loop(const struct x86_file *f, struct arena *a, size_t i, struct compiled_loop *l);
/* Its body, elements, k and version as well; the recurrence is the body's, and not told apart. Ask
 * for loops in order: going back reads the text once more. */
void x86_loop_details(struct x86_file *f, struct arena *a, size_t i, struct compiled_loop *l);

/* Whether a text looks like x86-64 assembly rather than the KSR1's. */
bool x86_looks_like(const char *text, size_t n);

#endif
