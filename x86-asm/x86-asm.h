/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the loops of x86-64 assembly: compiler output (AT&T or Intel syntax) and the text of
 * objdump -d. Loops are found by control flow, routine by routine, and passed to the loop finder in
 * an order in which each loop is contiguous. Memory grows with the number of labels and loops, the
 * size of the text, and the longest routine. Functions that need the instructions of a loop read
 * the text a second time. */
#ifndef X86_ASM_X86_ASM_H
#define X86_ASM_X86_ASM_H

#include "loops/scanner.h"

/* The scanner of x86-64 assembly. Region, areas, length and counts of a loop are those of its
 * instructions in the order of a pass, independent of their position in the text; asm_line and
 * asm_end_line are its smallest and largest input line. Details are body, elements, k and version;
 * the recurrence is not stored: it is computed from the body. */
extern const struct scanner x86_scanner;

/* Returns the innermost loop that executes the instruction at that line of the input: its index in
 * the loop finder. Blocks that the compiler moved out of the loop's text are included. LOOP_NONE:
 * the instruction is in no loop. Requires a scan by x86_scanner whose loop_ask has members set. */
uint32_t x86_loop_at_line(const struct scan *s, uint32_t line);

/* Returns the line of the instruction with which a pass of loop i of the finder begins: control
 * executes it once in each pass, and once more in an execution of a loop that tests at its top.
 * 0 = unknown: a loop within loop i begins with the same
 * instruction. Requires a scan by x86_scanner. */
uint32_t x86_loop_start(const struct scan *s, size_t i);

/* The control flow of a routine, with the blocks of one of its loops marked. */
struct x86_graph_block {
    uint32_t line;           /* of its first instruction, of the input */
    uint32_t edges, n_edges; /* to other blocks */
    uint32_t branch; /* line of the conditional branch that ends it, whose second edge leads to the
                        next instruction; 0 = none */
    bool inside;     /* the loop contains it */
    bool shared;     /* so does a loop within the loop that begins with the same instruction */
    bool entered; /* control can also come from elsewhere: from outside the routine, through a table
                     of jumps, after an exception */
    bool foreign; /* entered, and not only through tables of jumps in the loop itself */
    bool leaves;  /* control can also continue elsewhere */
};
struct x86_graph {
    struct x86_graph_block *blocks;
    size_t n;
    uint32_t *edges; /* the blocks to which they lead, by block */
    size_t n_edges;
    uint32_t start; /* block with which a pass of the loop begins */
};
/* Sets g to the control flow around loop i of the finder, in a. Returns false if the loop is not
 * known, or control enters it in several places. Requires a scan by x86_scanner. */
bool x86_loop_graph(struct scan *s, struct arena *a, size_t i, struct x86_graph *g);

/* Fills l, in a, with the code outside loops of the routine that begins at that line of the input,
 * from its entry to its returns: label "NAME, outside loops", kind LOOP_RESIDUE. A pass is a call.
 * Blocks from which control never leaves the routine are omitted. Returns NULL, or why the code has
 * no body. Requires a scan by x86_scanner whose loop_ask has members set. */
const char *x86_straight_line(struct scan *s, struct arena *a, uint32_t line,
                              struct compiled_loop *l);

/* Creates the table of instructions and registers, in a; takes 0.8 ms. */
const struct x86_isa *x86_isa_new(struct arena *a);

#endif
