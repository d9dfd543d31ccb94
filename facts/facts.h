/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data model on one page: what source, assembly and measurements say,
 * without judgement. Bounds turn it into numbers; the run database keeps it.
 * Passive data: whoever makes a fact owns it in an arena of its own.
 * Lines and columns count from 1, 0 = unknown. Texts are 0-terminated,
 * NULL = unknown. */
#ifndef FACTS_FACTS_H
#define FACTS_FACTS_H

#include "base/arena.h"
#include "base/array.h"
#include "base/quantity.h"
#include "facts/forms.h"

#include <stdbool.h>
#include <stdio.h>

enum op_class {
#define OP(NAME, name, meaning) OP_##NAME,
#include "facts/op-classes.def"
#undef OP
    OP_CLASSES
};

/* Operations by class. Per iteration of the source loop for source facts, per
 * pass of the compiled loop for compiled facts. Whole numbers, but for
 * averages over iterations that skip conditional blocks. */
struct counts {
    double n[OP_CLASSES];
};

/* Essential operations of one kind, as far as that says how many iterations can do them at once:
 * as many as a vector has elements, but where one of these says less. */
struct op_part {
    enum op_class class; /* FA to SFL */
    int bytes;           /* of an element; 0 = unknown */
    long lanes;          /* iterations in a row, of which none needs the result of another: 1 = a
                            recurrence has them done one by one; 0 = all, or PART_LANES and more */
    long reassociated;   /* the same where reductions need not keep their order */
    long stride; /* loads, stores: elements from one iteration's to the next's; 0 = not known */
    long shared; /* loads, stores: of its array, that go by alike, itself too: one vector may be for
                    several of them. Else stride and shared are 1 */
    double n;    /* per iteration */
};
enum { PART_LANES = 64 };
struct op_parts {
    struct op_part *at; /* each kind once */
    size_t n;
};

/* Ordered texts that go with a fact ("bound excludes the callee FOO"). */
struct notes {
    const char **at;
    size_t n;
};

/* ---- source ---- */

/* An array reference of an innermost loop, as far as it counts. */
enum ref_use {
    REF_LOAD,     /* an essential load */
    REF_STORE,    /* an essential store */
    REF_REUSED,   /* value waits in a register: no load */
    REF_REGISTER, /* loop-invariant element: a register during the loop */
    REF_INDEX,    /* integer, logical or character: listed apart */
};
struct reference {
    const char *array; /* as written, lower case */
    const char *text;  /* source text of the reference */
    long line, col;
    enum ref_use use;
    bool write;
    int bytes;       /* size of the element */
    int base;        /* base register it uses, from 0; -1 = none */
    long walk;       /* of a dummy argument with a base register, from 1: those with one number go
                        through storage alike, `start` bytes from their array's begin; 0 = none */
    long start;      /* if walk */
    const char *why; /* one clause: why it counts or not */
};

/* A dummy argument that references of a loop with a walk are of, where those are of two or more. */
struct dummy {
    const char *array;
    const char *entry; /* the SUBROUTINE, FUNCTION or ENTRY whose argument it is */
    int position;      /* in its argument list, from 1 */
};

enum dep_kind { DEP_FLOW, DEP_ANTI, DEP_OUTPUT };
struct dependence {
    int from, to;       /* indices of references of the loop; -1 = a scalar */
    const char *scalar; /* its name when from is -1 */
    enum dep_kind kind;
    bool constant;    /* distance known */
    long distance;    /* iterations, >= 0; valid if constant */
    const char *test; /* the test that gave the answer */
};

/* A scalar that the loop changes, for --verbose. */
struct loop_scalar {
    const char *name;
    const char *role; /* one clause: reduction, private, carried ... */
};

/* An operation that counted, for --verbose. */
struct operation {
    enum op_class class;
    double n;         /* how many it counts (a complex add: 2) */
    const char *text; /* source text of the (sub)expression */
    long line, col;
};

/* Which number of a machine description a latency is. */
enum latency_key {
    LATENCY_UNKNOWN, /* not said: a database before version 7, or no number by itself */
#define LATENCY(NAME, name, of, meaning) LATENCY_##NAME,
#include "facts/latencies.def"
#undef LATENCY
    LATENCY_KEYS
};

/* One operation on a recurrence cycle, in order of flow. */
struct recurrence_step {
    enum op_class class;  /* the producer */
    enum op_class next;   /* the consumer of its result */
    bool addend;          /* the consumer is a linked pair, entered by its addend */
    double latency;       /* cycles on the machine it was found for */
    enum latency_key key; /* the number of its description that this is */
    const char *text;     /* source text or instruction */
    long line;
    long distance;  /* iterations or passes until the consumer takes the result */
    const char *as; /* scalar or reference it then is read as; NULL = not said */
};
/* The loop-carried flow cycle with the greatest latency / distance. */
struct recurrence {
    struct recurrence_step *at;
    size_t n;            /* 0 = no cycle: t_d is 0 */
    long distance;       /* iterations (source) or passes (compiled), >= 1 */
    double latency;      /* sum over the steps, cycles */
    const char *missing; /* NULL; else why t_d is not known (a latency that the
                            machine file does not give): n is then 0 */
};

/* A conditional block of an innermost loop. */
struct block {
    long line, end_line;  /* first and last line of what is skipped */
    long decided;         /* line of the condition or jump that skips it; 0 = unknown, or several */
    struct counts counts; /* all of it, blocks inside it too */
    struct op_parts parts; /* the same, FA to SFL */
    int within;            /* index of the block around it; -1 = the loop */
};

/* ---- how references go through storage (only where asked for) ---- */

enum { MOVEMENT_LEVELS = 8 }; /* loops of a nest that are looked at, from the inside */

/* A loop of a nest, outermost first; the last is the innermost loop itself. */
struct loop_level {
    const char *index; /* DO variable; NULL = none */
    long line;
    struct quantity trip; /* iterations; the mean where an outer loop sets it */
};
/* A reference that loads or stores, as an affine walk: in iteration (i1 ... in)
 * of the nest, from 0, it is at byte offset + sum of strides[k] * ik. */
struct sweep {
    int ref;   /* index of the reference */
    int bytes; /* of the element */
    bool write;
    int group;                /* of a group: the same strides, and how far apart is known */
    double offset;            /* bytes from the group's first sweep */
    struct quantity *strides; /* bytes per iteration of each level */
};
struct movement {
    struct loop_level *levels;
    int n_levels;     /* 0 = not asked for, or no bound */
    struct sweep *at; /* in order of the iteration */
    size_t n;
    const char *missing; /* NULL; else why not all that moves is here */
};

struct source_loop {
    const char *id; /* file:routine:line */
    const char *file, *routine;
    long line;         /* the DO statement, in the file as the user wrote it */
    long end_line;     /* last statement of the loop */
    const char *label; /* DO label; NULL = none */
    const char *index; /* DO variable; NULL = none (DO WHILE) */
    int depth;         /* 1 = outermost */
    int parent;        /* index of the loop around it in the same list; -1 = none */
    bool innermost;
    struct counts counts;             /* essential operations, X and Y among them */
    struct op_parts parts;            /* the same, FA to SFL */
    double flops8, flops4;            /* TNF by element size in bytes (others in flops8) */
    double index_loads, index_stores; /* integer, logical, character: not essential */
    double integer_ops;               /* likewise */
    long stride;        /* elements that every reference which loads or stores goes on by
                           in an iteration (the step of the DO where none does); 0 = not a
                           constant, or not the same for all */
    long trip;          /* iterations each time that it is run, to its end; 0 = not a constant */
    long element_bytes; /* commonest element size of its references; 0 = none */
    int bases;          /* base registers */
    struct recurrence recurrence;
    struct recurrence reassociated; /* the same where reductions need not keep their order */
    struct block *blocks;           /* outermost and nested ones, by line */
    size_t n_blocks;
    struct reference *refs;
    size_t n_refs;
    struct dummy *dummies; /* by array in order of the references, entry by entry */
    size_t n_dummies;
    struct dependence *deps;
    size_t n_deps;
    struct loop_scalar *scalars; /* but the DO variable */
    size_t n_scalars;
    struct operation *ops;
    size_t n_ops;
    struct movement movement; /* of an innermost one */
    bool calls;               /* routines of the user's run in it: no part of its bound */
    bool residue;             /* the counts are those of an outer loop's own statements, loops
                                 inside it left out; without bound, X and Y */
    bool excluded;            /* no bound: notes say why */
    struct notes notes;
};
struct source_loops {
    struct source_loop *at;
    size_t n;
};

/* A statement that was not understood, or skipped. */
struct unsupported {
    long line;
    const char *what;
};
/* A loop that jumps back to a label make, without a DO; nothing of it is analysed. */
struct jump_loop {
    const char *file, *routine;
    long line, end_line; /* the label's statement, the last jump back to it */
    long label;
    long within; /* line of the DO whose body holds all of it; 0 = none */
};
/* An array in a COMMON block that a call passes, whole, from an element on, or a section. */
struct actual {
    int position;           /* in the argument list, from 1 */
    const char *block;      /* "" = blank COMMON */
    const char *array;      /* as the caller calls it */
    struct quantity offset; /* bytes from the start of the block */
};
#define CALLEE_UNKNOWN "*" /* a dummy argument, a pointer or a procedure of a type is called */
/* A CALL or function reference. One that hands on to the routine itself all its
 * arrays, each in its place, is none; of those of one routine in a unit that pass no array in
 * COMMON, the first stands for all, likewise of those of unknown routines. */
struct call {
    const char *file, *caller, *callee;
    long line;
    bool by_name; /* no call: the routine's name is passed, and whoever gets it may call */
    struct actual *actuals; /* by position; what is no array in COMMON is left out */
    size_t n_actuals;
};
struct source_file {
    const char *file;
    long lines, errors;
    bool reassociated;  /* asked for: reductions need not keep their order */
    struct call *calls; /* in order of the source, where lists were asked for */
    size_t n_calls;
    struct unsupported *unsupported;
    size_t n_unsupported;
    struct jump_loop *jump_loops; /* by line of the label, routine by routine */
    size_t n_jump_loops;
};

/* ---- compiled code ---- */

enum compiled_kind { LOOP_INNERMOST, LOOP_RESIDUE };

/* A forward branch area of an innermost loop (appendix A.6). */
struct area {
    const char *target;        /* label */
    long begin, end;           /* pair of the branch, pair after the label; from the loop's label */
    long begin_line, end_line; /* of the assembly file */
    long source_line, source_end_line; /* of its first and last pair, from .ln; 0 = unknown. At
                             its start, where others follow, the branch's own line is left out in
                             delay pairs that a quashing branch gives to the area: they carry it */
    struct counts counts;              /* all of it, areas inside it too */
    long length;                       /* pairs */
    bool intersects;                   /* with another area of this loop */
};

/* Two instructions that are issued in one cycle; on the KSR1 the left one goes to the FPU or the
 * IPU, the right one to the CEU or the XIU. */
struct compiled_pair {
    struct compiled_half {
        const char *text;    /* as written, without label and comment; NULL = nop */
        enum op_class class; /* of one that is no nop */
    } half[2];               /* left, right */
    long asm_line;
    long line;        /* of the source, from .ln */
    bool delay;       /* runs behind a branch before it, which has been decided by then */
    bool conditional; /* not every pass runs it */
};

/* An instruction of a machine that schedules while it runs, in up to three parts: what the loop
 * asks for by it, whatever the machine takes for that. */
struct instruction {
    const char *text;    /* as written, without label and comment */
    long asm_line, line; /* of the assembly file; of the source, 0 = unknown */
    struct instruction_form load, work, store; /* base FORM_NONE: it has no such part */
    enum op_class class;                       /* of its work, else of its load or store */
    enum op_class load_class, store_class;     /* LFL or LI, SFL or SI; OP_CLASSES = no such part */
    int elements;                /* that its work or access is on: 4 for a packed add of four */
    int load_bytes, store_bytes; /* 0 = none */
    bool indexed;                /* its address has an index register */
    int stream;  /* accesses of one stream of the body have addresses a known distance apart, and
                    go on alike; -1 = none, or no access */
    long offset; /* bytes from where its array begins, as far as the code shows that */
    long step;   /* bytes that it goes on by in a pass; 0 where it stays, or is in no stream */
    bool destructive; /* two operands, its destination is a source, too */
    bool fused;       /* with the one behind it, into one operation (compare and branch) */
    bool taken;       /* a branch that a pass which runs it takes */
    int area;         /* the innermost area that it is in; -1 = none */
    bool unmodelled;  /* nothing is known of it: it has no part */
};

/* What the value that flows is for. */
enum flow_input {
    FLOW_DATA,    /* an operand of its work; of a store without work, what is stored */
    FLOW_ADDEND,  /* the addend of a multiply-add */
    FLOW_ADDRESS, /* the address of its load or store */
    FLOW_MEMORY,  /* from a store to a load, through memory */
    FLOW_INPUTS
};
/* The result of an instruction (of its work, else of its load) is an input of another one. */
struct value_flow {
    int from, to;  /* indices of instructions */
    long distance; /* passes between the two; 0 = the same pass, to stands behind from */
    enum flow_input input;
    bool exact; /* MEMORY: the load takes no byte that the store did not store; else it waits until
                   the store is in the cache */
};

/* A pass of an innermost loop along its main path, in order. */
struct instruction_body {
    struct instruction *at;
    size_t n;
    struct value_flow *flows; /* by to, then from */
    size_t n_flows;
    size_t unmodelled; /* instructions */
};

/* What a compiled loop is of its source loop, as far as the code shows. */
enum compiled_version {
    VERSION_MAIN,      /* the only one, or the widest */
    VERSION_REMAINDER, /* runs what a main loop leaves over */
    VERSION_PEELED,    /* runs before it, until references are aligned */
    VERSION_ALIASED,   /* takes its place where references overlap */
    VERSION_OTHER,     /* another copy: inlined or specialized */
};

/* A bound in cycles of a pass, as it was found; limit NULL = it was not looked for. */
struct pass_bound {
    struct quantity cycles;
    const char *limit; /* "p2|p3", "issue", "recurrence", ...; "" = none, or missing */
};

struct compiled_loop {
    const char *file;     /* the assembly file */
    const char *function; /* NULL = unknown */
    const char *label;
    int region; /* branch region: completion order, from 0 */
    enum compiled_kind kind;
    struct counts counts;        /* per pass */
    long length;                 /* pairs, nops included */
    long asm_line, asm_end_line; /* of the label and of the backward branch */
    const char *source;          /* source file, from .file; NULL = unknown */
    long line, end_line;         /* source lines, from .ln; 0 = unknown */
    struct area *areas;
    size_t n_areas;
    struct quantity k;            /* degree of unrolling */
    const char *k_how;            /* where k comes from, one clause */
    long k_bytes;                 /* of an element that k counts; 0 = not of elements, or several */
    bool k_unit_stride;           /* k was inferred without the source loop, for a stride of 1 */
    struct recurrence recurrence; /* distance in passes */
    struct compiled_pair *pairs;  /* only where asked for */
    size_t n_pairs;
    struct counts elements; /* as counts, but a packed operation counts its elements */
    enum compiled_version version;
    const char *version_how; /* NULL, or where that is known from */
    struct instruction_body
        *body;                   /* NULL: the machine's schedule is static, or the loop a residue */
    bool has_body;               /* it has one, though it need not be here */
    struct pass_bound mac, macs; /* of the body, all areas run */
    struct notes notes;
};
struct compiled_loops {
    struct compiled_loop *at;
    size_t n;
    struct nesting {
        int inner, outer; /* indices, by inner then outer completion order */
    } * inner_of;
    size_t n_inner_of;
};

/* What a compiler said of a source line: why it did not vectorize the loop there. */
struct compile_note {
    const char *file; /* as it called it */
    long line;
    const char *text;
};

/* ---- measurement ---- */

/* One row of a run: a loop on a thread. */
struct timing {
    const char *run, *machine, *build;   /* build NULL = the only one */
    const char *compiler, *flags, *date; /* NULL = not said */
    long processors, thread;             /* thread from 0 */
    const char *loop;                    /* id of a source loop */
    double iterations, cycles;
};
/* How often a conditional block was skipped. */
struct skip {
    const char *run;
    long thread;
    const char *loop;
    const char *block; /* target label, or source line */
    double skipped;
};
/* What a counter counted in all those iterations, whatever counts. */
struct counter_reading {
    const char *run;
    long thread;
    const char *loop, *counter;
    double value;
};
/* Times that a thread ran a loop, where the measurement tells each. */
struct instances {
    double whole;    /* those that its timing sums up */
    double lost;     /* those it leaves out, for samples of them were lost */
    double overhead; /* cycles that measuring them took, taken off already */
};
/* What a counter of the measurement hardware counted in a loop on a thread. */
struct counter_sum {
    int counter;
    const char *name; /* NULL = it has none */
    double instances; /* that it is the sum of */
    struct quantity value;
};

/* ---- bounds ---- */

/* The ladder of one loop, in CPL. tf to td: of the rung that was asked for. */
struct bound {
    struct quantity tf, tm, ti, td; /* eq. 4.4-4.7, 4.10 */
    struct quantity cpl;            /* max(ti, td): eq. 4.8, 4.11 */
    const char *limit;              /* slot, port, or "recurrence"; NULL when missing */
};

/* ---- functions ---- */

/* Name and meaning of a class; class of a name, OP_CLASSES if none. */
const char *op_class_name(enum op_class c);
const char *op_class_meaning(enum op_class c);
enum op_class op_class_of(const char *name);

/* Name of a key, NULL for LATENCY_UNKNOWN; key of a name, LATENCY_UNKNOWN if none. */
const char *latency_key_name(enum latency_key k);
enum latency_key latency_key_of(const char *name);
/* Whether results of that class may take the number. */
bool latency_key_of_class(enum latency_key k, enum op_class class);

/* Operations by class, packed ones by their elements. */
static inline const struct counts *compiled_elements(const struct compiled_loop *l)
{
    return l->body || l->has_body ? &l->elements : &l->counts;
}

/* "main", "remainder", ... */
const char *compiled_version_name(enum compiled_version v);

/* TNF = fa + fm + 2 fma + fmisc (eq. 4.1). */
double counts_tnf(const struct counts *c);
/* a - share * b. */
struct counts counts_less(struct counts a, double share, struct counts b);

/* Whether two parts differ in n only. */
bool part_same_kind(const struct op_part *a, const struct op_part *b);
/* Adds n to the part of that kind, which is appended to the list where it is not there yet. */
void parts_add(struct arena *a, struct op_parts *parts, const struct op_part *kind, double n);
/* Flops of the parts (eq. 4.1) by size of the element: 4 bytes, others. */
void parts_flops(const struct op_parts *parts, double *flops8, double *flops4);
/* n of a class, summed up. */
double parts_count(const struct op_parts *parts, enum op_class c);

/* Appends a text that lives as long as a; the list itself lives in a. */
void note_text(struct arena *a, struct notes *notes, const char *text);
/* Appends a text made in a. */
void note(struct arena *a, struct notes *notes, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns what is inconsistent in a fact, in a; NULL = nothing. Called after the stage that makes the
 * fact (front_analyse(), scan_loop(), kmacstat's bounds); what it finds is an internal error. */
const char *source_loop_check(struct arena *a, const struct source_loops *l, size_t i);
const char *compiled_loop_check(struct arena *a, const struct compiled_loop *l);

#endif
