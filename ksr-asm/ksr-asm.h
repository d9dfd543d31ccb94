/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the loops of a KSR1 assembly file. Scanning takes one pass over the file; memory grows with
 * the number of labels and loops. Details that need the instructions of a loop (k, the recurrence)
 * need a second pass.
 *
 * Everything about KSR1 assembly text that has more than one client is in this folder:
 *   opcodes.def   the instruction set, one line per instruction; opcodes.h finds mnemonics in it
 *   text.h        words, lists, numbers and registers
 *   reader.h      a file as a sequence of events: labels, pairs, directives
 * The reader has two clients. The scanner (this header) accepts and counts unknown instructions,
 * because genuine listings contain undocumented ones, and accepts any operands. The lab (lab/isa/)
 * opens the reader as strict, checks the operands of each instruction by its letters in
 * opcodes.def, and stores the program in order to run it. Only the lab uses the work of an
 * instruction, distances between pairs in a schedule, and data directives. */
#ifndef KSR_ASM_KSR_ASM_H
#define KSR_ASM_KSR_ASM_H

#include "loops/scanner.h"

/* The scanner of KSR1 assembly. ask->machine must be set. */
extern const struct scanner ksr_scanner;

#endif
