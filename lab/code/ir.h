/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fortran as instructions with virtual registers: what kfc's passes hand on. Instructions are those
 * of the machine (struct lab_inst) but for three things: registers are virtual, memory is meant by
 * a place, and calls, entries and returns are lines of their own.
 *
 *   lower      AST -> this. At -O0 each scalar is in memory; from -O1 on what is only local is a
 * register optimize   reuse, invariants, unrolling (from -O1, -O2); places stay symbolic address
 * places -> base registers and displacements allocate   virtual -> real registers, spills, saves
 *   schedule   instructions -> pairs (lab/schedule/)
 *
 * A virtual register may be written in several places (this is no SSA form). Behind address,
 * loads and stores keep their place beside base and offset: what they may overlap with. */
#ifndef LAB_CODE_IR_H
#define LAB_CODE_IR_H

#include "base/names.h"
#include "lab/isa/isa.h"

/* Memory with a name. Two objects overlap only where both are of one group. */
struct object {
    const char *name; /* Fortran name, in listings and messages */
    enum object_kind {
        OBJECT_STATIC,   /* at symbol + at: COMMON, SAVE, DATA, constants, local arrays of a main
                            program */
        OBJECT_FRAME,    /* in the frame, at bytes from %fp; the passes behind lower may add some */
        OBJECT_ARGUMENT, /* at the address that register holds (CEU) */
        OBJECT_BLOCK     /* the procedure's own constant block, at bytes from %cp */
    } kind;
    const char *symbol; /* STATIC: label of the block it is in */
    int64_t at;         /* bytes from there, or in the frame */
    lab_reg address;    /* ARGUMENT: virtual CEU register; written once, at the entry */
    int64_t bytes;      /* 0 = unknown */
    int group;          /* storage: EQUIVALENCE and COMMON make it common to several objects */
    bool constant;      /* nothing writes to it */
    bool escapes;       /* a call, or another cell, may read or write it */
};

/* Memory that an instruction means: object + offset + sum of index * scale. */
struct place {
    struct object *object;
    int64_t offset; /* bytes */
    int n_terms;
    struct place_term {
        lab_reg index; /* virtual IPU register */
        int64_t scale; /* bytes */
    } terms[7];
    uint8_t bytes;               /* 1, 4, 8 */
    bool floating;               /* a REAL */
    bool same_group_as_declared; /* always true today; dummies do not overlap (Fortran's rule) */
};

struct ir_block;
enum ir_op {
    IR_INST,   /* inst: not a branch */
    IR_CALL,   /* callee with args: registers (FPU, IPU, CEU) that go to %i2 ... in order; result in
                  inst.d */
    IR_RETURN, /* value in inst.s[0], or none; the last of a block whose end is END_RETURN */
    IR_ADDRESS, /* inst.d (CEU) = address of inst.place */
};
struct ir_inst {
    enum ir_op op;
    struct lab_inst inst; /* loads and stores: inst.place, base and offset not set before address */
    const char *callee; /* CALL: interned name of the procedure, as in the assembly text (daxpy_) */
    lab_reg pointer;    /* CALL: address of the constant block in a register; 0 = callee */
    lab_reg *args;
    uint32_t n_args;
};
/* How a block ends. */
enum ir_end { END_JUMP, END_BRANCH, END_RETURN, END_STOP };
struct ir_block {
    uint32_t id;
    ARRAY(struct ir_inst) code;
    enum ir_end end;
    /* BRANCH: taken goes to next[1] where the test says yes, else to next[0]. JUMP: next[0]. */
    struct ir_block *next[2];
    enum lab_opcode test;    /* BRANCH: ITST.., FTST..: compares s[0] with s[1], or an immediate */
    struct lab_inst compare; /* BRANCH: op = test */
    uint32_t line;
    int loop; /* the innermost loop it is in: index; -1 = none */
};

/* A loop, a DO loop mostly: before -> head ... latch -> head or after. Its body runs trip times,
 * tested at the end: what is before it has seen to it that trip is at least 1. */
struct ir_loop {
    int parent;                    /* -1 = none */
    struct ir_block *before;       /* runs once before it; ends by a jump to head */
    struct ir_block *head, *latch; /* of one block where it has no IF */
    struct ir_block *after;
    bool counted;  /* a DO with a trip count; else a loop of jumps, and what follows is not set */
    lab_reg index; /* IPU register of the DO variable within it; it is stepped in latch */
    int64_t step;  /* of index; 0 = not constant */
    lab_reg trip; /* IPU register: passes left, counted down in latch; the latch goes on while it is
                     > 0 */
    int64_t trips; /* where constant, else 0 */
    bool innermost, calls;
    bool independent;  /* a directive says so */
    uint32_t line;     /* of the DO statement */
    unsigned unrolled; /* degree, set by the pass that did it; 0 or 1 = not */
};

struct ir_procedure {
    const char *name; /* interned, as in the assembly text: "daxpy_"; "main" */
    uint32_t line;
    ARRAY(struct ir_block *) blocks; /* in the order of the text; the first is the entry */
    ARRAY(struct ir_loop) loops;     /* inner ones behind those around them */
    ARRAY(struct object *) objects;
    uint32_t
        n_virtual; /* numbers LAB_VIRTUAL .. LAB_VIRTUAL + n_virtual - 1 are in use, of any unit */
    lab_reg *params; /* virtual IPU registers that get %i2 ... at the entry */
    uint32_t n_params;
    lab_reg params_more; /* set where arguments are on the stack, too */
    int64_t frame;       /* bytes of OBJECT_FRAMEs so far */
    bool plain;          /* too large to be optimized */
    ARRAY(struct lab_datum)
    constants; /* of its block, behind .word name$TXT: addresses of callees, numbers */
};
struct ir_unit {
    struct arena *arena;
    struct names *names;
    const char *source; /* file */
    ARRAY(struct ir_procedure *) procedures;
    ARRAY(struct lab_block) blocks;       /* data: COMMON, SAVE, DATA */
    ARRAY(struct lab_variable) variables; /* what is where in them */
};

/* A new virtual register. */
static inline lab_reg ir_register(struct ir_procedure *p, enum lab_unit unit)
{
    return lab_register(unit, LAB_VIRTUAL + p->n_virtual++);
}

/* Gives back its arrays, blocks of data too (whoever takes those over empties the array first). */
void ir_free(struct ir_unit *u);
/* kfc --dump=ir: prints a unit. */
void ir_print(const struct ir_unit *u, FILE *out);
/* Our own mistakes: edges, registers written before they are read, loops that are none. Ends the
 * program by bug() (base/diag.h), naming the pass. */
void ir_check(const struct ir_unit *u, const char *pass);

#endif
