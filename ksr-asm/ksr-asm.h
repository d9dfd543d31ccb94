/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the loops of a KSR1 assembly file. Scanning takes one pass over the file; memory grows with
 * the number of labels and loops. Details that need the instructions of a loop (k, the recurrence)
 * need a second pass.
 *
 * Everything about KSR1 assembly text that has more than one client is in this folder:
 *   opcodes.def   the instruction set, one line per instruction; opcodes.h finds mnemonics in it
 *   text.h        words, lists, numbers and registers
 *   reader.h      a file as a sequence of events: labels, pairs, directives
 * The reader has two clients. The scanner (this header) counts what it does not know: genuine
 * listings contain instructions that nobody has documented, and it accepts any operands. The lab
 * (lab/isa/) opens the reader as strict, checks the operands of each instruction by its letters in
 * opcodes.def, and stores the program, because it runs it. The simulated machine alone has: the
 * work of an instruction, distances between pairs in a schedule, and data directives. */
#ifndef KSR_ASM_KSR_ASM_H
#define KSR_ASM_KSR_ASM_H

#include "base/infile.h"
#include "facts/facts.h"
#include "loops/ask.h"
#include "loops/loops.h"
#include "machines/machine.h"

struct ksr_file;

/* Scans an input that is at its start; if ask requests details, it must be possible to read the
 * input again. Reports errors in d, located; the result contains everything that was read without
 * error. ask, in and d must outlive the result. */
struct ksr_file *ksr_scan(const struct loop_ask *ask, struct infile *in, struct diag *d);
/* Scans n bytes in memory (fuzz targets). */
struct ksr_file *ksr_scan_bytes(const struct loop_ask *ask, const char *path, const char *bytes,
                                size_t n, struct diag *d);
void ksr_free(struct ksr_file *f);

/* Returns the loops in completion order; loops_at gives their parents. */
const struct loop_finder *ksr_loops(const struct ksr_file *f);

/* Fills l, in a, with the facts of loop i, except k and the recurrence. */
void ksr_loop(const struct ksr_file *f, struct arena *a, size_t i, struct compiled_loop *l);
/* Also fills k and the recurrence. Request loops in ascending order: going back reads the file
 * again. */
void ksr_loop_details(struct ksr_file *f, struct arena *a, size_t i, struct compiled_loop *l);

/* Returns true if the text, the start of a file, looks like KSR1 assembly. */
bool ksr_looks_like(const char *text, size_t n);

#endif
