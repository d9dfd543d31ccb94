/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the loops of x86-64 assembly: compiler output (AT&T or Intel syntax) and the text of
 * objdump -d. Loops are found by control flow, routine by routine, and passed to the loop finder in
 * an order in which each loop is contiguous. Memory grows with the number of labels and loops, the
 * size of the text, and the longest routine. Functions that need the instructions of a loop read
 * the text a second time. */
#ifndef X86_ASM_X86_ASM_H
#define X86_ASM_X86_ASM_H

#include "base/infile.h"
#include "facts/facts.h"
#include "loops/ask.h"
#include "loops/loops.h"
#include "machines/machine.h"

struct x86_file;

/* Scans an input that is at its start. Reports errors in d, located; the result contains everything
 * that was read without error. Returns NULL if the input can't be read. ask, the path of in, and d
 * must outlive the result. */
struct x86_file *x86_scan(const struct loop_ask *ask, struct infile *in, struct diag *d);
/* Scans n bytes in memory (fuzz targets). */
struct x86_file *x86_scan_bytes(const struct loop_ask *ask, const char *path, const char *bytes,
                                size_t n, struct diag *d);
void x86_free(struct x86_file *f);
/* Creates the table of instructions and registers, in a; takes 0.8 ms. */
const struct x86_isa *x86_isa_new(struct arena *a);

/* Returns the loops in completion order; loops_at gives their parents. */
const struct loop_finder *x86_loops(const struct x86_file *f);

/* Fills l, in a, with the facts of loop i, except those of x86_loop_details. Region, areas, length
 * and counts are those of its instructions in the order of a pass, independent of their position in
 * the text. asm_line and asm_end_line are its smallest and largest input line. */
void x86_loop(const struct x86_file *f, struct arena *a, size_t i, struct compiled_loop *l);
/* Also fills body, elements, k and version. The recurrence is not stored: it is computed from the
 * body. Request loops in ascending order: going back reads the text again. */
void x86_loop_details(struct x86_file *f, struct arena *a, size_t i, struct compiled_loop *l);

/* Returns true if the text looks like x86-64 assembly rather than KSR1 assembly. */
bool x86_looks_like(const char *text, size_t n);

#endif
