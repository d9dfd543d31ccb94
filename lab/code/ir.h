/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kfc's intermediate representation: instructions with virtual registers, which each pass
 * transforms. They are machine instructions (struct lab_inst) with three differences: registers are
 * virtual, memory operands are symbolic places, and calls, entries and returns are single IR
 * instructions.
 *
 *   lower      AST -> IR. At -O0 each scalar is in memory; from -O1 on local scalars are in
 *      registers
 *   optimize   removes redundancy, moves invariants (from -O1), unrolls (from -O2); places stay
 *      symbolic
 *   address    places -> base registers and displacements
 *   allocate   virtual -> real registers, spills, saves
 *   schedule   instructions -> pairs (lab/schedule/)
 *
 * A virtual register may be written by several instructions: the IR is not in SSA form. After
 * address, loads and stores keep their place in addition to base and offset, for alias analysis. */
#ifndef LAB_CODE_IR_H
#define LAB_CODE_IR_H

#include "base/names.h"
#include "lab/isa/isa.h"

/* A named piece of memory. Two objects may overlap only if they are of the same group. */
struct object {
    const char *name; /* Fortran name, for listings and messages */
    enum object_kind {
        /* at symbol + at: COMMON, SAVE, DATA, constants, local arrays of a main program */
        OBJECT_STATIC,
        OBJECT_FRAME,    /* in the frame, at bytes from %fp; passes after lower may add some */
        OBJECT_ARGUMENT, /* at the address in a CEU register */
        OBJECT_BLOCK     /* the procedure's constant block, at bytes from %cp */
    } kind;
    const char *symbol; /* STATIC: label of the block that contains it */
    int64_t at;         /* offset from there, or in the frame, in bytes */
    lab_reg address;    /* ARGUMENT: virtual CEU register; written once, at the entry */
    int64_t bytes;      /* 0 = unknown */
    int group;          /* storage group: objects of one EQUIVALENCE or COMMON have the same */
    bool constant;      /* never written */
    bool escapes;       /* a call or another cell may read or write it */
};

/* A place is a symbolic memory operand: object + offset + sum of index * scale. */
struct ir_place {
    struct object *object;
    int64_t offset; /* bytes */
    int n_terms;
    struct ir_place_term {
        lab_reg index; /* virtual IPU register */
        int64_t scale; /* bytes */
    } terms[7];
    uint8_t bytes; /* size of the access: 1, 4 or 8 */
    bool floating; /* a REAL */
};

struct ir_block;
enum ir_op {
    IR_INST, /* any instruction except a branch */
    /* calls callee with args: registers (FPU, IPU, CEU) that are passed in %i2 ... in order;
     * result in inst.d */
    IR_CALL,
    IR_RETURN,  /* returns the value in inst.s[0], or none; the last of a block with END_RETURN */
    IR_ADDRESS, /* inst.d (CEU) = address of inst.place */
};
struct ir_inst {
    enum ir_op op;
    struct lab_inst inst; /* loads and stores: inst.place; base and offset are set by address */
    const char *callee;   /* CALL: interned assembly name of the procedure (daxpy_) */
    /* CALL: register with the address of the constant block; 0 = callee is used */
    lab_reg pointer;
    lab_reg *args;
    uint32_t n_args;
};
/* How a block ends. */
enum ir_end { END_JUMP, END_BRANCH, END_RETURN, END_STOP };
struct ir_block {
    uint32_t id;
    ARRAY(struct ir_inst) code;
    enum ir_end end;
    /* BRANCH: next[1] if the test is true, else next[0]. JUMP: next[0]. */
    struct ir_block *next[2];
    enum lab_opcode test;    /* BRANCH: ITST.. or FTST..: compares s[0] with s[1] or an immediate */
    struct lab_inst compare; /* BRANCH: op = test */
    uint32_t line;
    int loop; /* index of the innermost loop that contains it; -1 = none */
};

/* A loop, usually a DO loop: before -> head ... latch -> head or after. The test is at the end,
 * so the code before the loop ensures that trip is at least 1. */
struct ir_loop {
    int parent;                    /* -1 = none */
    struct ir_block *before;       /* runs once before the loop; ends with a jump to head */
    struct ir_block *head, *latch; /* the same block if the body has no IF */
    struct ir_block *after;        /* NULL = no path reaches it */
    /* a DO with a trip count; else a loop of jumps, and the members below are not set */
    bool counted;
    lab_reg index; /* IPU register of the DO variable within the loop; incremented in latch */
    int64_t step;  /* increment of index; 0 = not constant */
    /* IPU register: remaining iterations, decremented in latch; the loop continues while it is >
     * 0 */
    lab_reg trip;
    int64_t trips; /* trip count if constant, else 0 */
    bool innermost, calls;
    bool independent;  /* a directive declares the iterations independent */
    uint32_t line;     /* of the DO statement */
    unsigned unrolled; /* degree, set by optimize_unroll; 0 or 1 = not unrolled */
};

/* Scalar variables of a procedure that may be in registers: the time of the register allocation
 * grows with their square. */
enum { IR_MAX_VARIABLES = 1000 };
struct ir_procedure {
    const char *name; /* interned assembly name: "daxpy_"; "main" */
    uint32_t line;
    ARRAY(struct ir_block *) blocks; /* in the order of the text; the first is the entry */
    ARRAY(struct ir_loop) loops;     /* outer loops precede the loops nested in them */
    ARRAY(struct object *) objects;
    uint32_t
        n_virtual; /* numbers LAB_VIRTUAL .. LAB_VIRTUAL + n_virtual - 1 are in use, of any unit */
    lab_reg *params; /* virtual IPU registers that receive %i2 ... at the entry */
    uint32_t n_params;
    uint32_t n_variables; /* scalar variables for virtual registers */
    lab_reg params_more;  /* address of the arguments on the stack; 0 = none */
    int64_t frame;        /* bytes allocated to OBJECT_FRAMEs */
    bool too_large;       /* too large to be optimized */
    ARRAY(struct lab_datum)
    constants; /* of its constant block, after .word name$TXT: addresses of callees, numbers */
};
struct ir_unit {
    struct arena *arena;
    struct names *names;
    const char *source; /* file name */
    ARRAY(struct ir_procedure *) procedures;
    ARRAY(struct lab_block) blocks;       /* data: COMMON, SAVE, DATA */
    ARRAY(struct lab_variable) variables; /* where the variables are in these blocks */
};

/* Returns a new virtual register. */
static inline lab_reg ir_register(struct ir_procedure *p, enum lab_unit unit)
{
    return lab_register(unit, LAB_VIRTUAL + p->n_virtual++);
}

/* Frees the unit's arrays, including data blocks (a caller that keeps these empties the array
 * first). */
void ir_free(struct ir_unit *u);
/* Prints a unit for kfc --dump. */
void ir_print(const struct ir_unit *u, FILE *out);
/* Checks the invariants of the IR: edges, registers that are written before they are read,
 * loops. Calls bug() (base/diag.h) with the name of the pass if one is violated. */
void ir_check(const struct ir_unit *u, const char *pass);

#endif
