/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data model: facts that are read from source, assembly and measurements. bounds/ computes
 * numbers from them, runs/ stores them. The structures have no behaviour; the creator of a fact
 * owns it, in an arena. Lines and columns count from 1, 0 = unknown. Texts are 0-terminated, NULL =
 * unknown. */
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

/* Number of operations of each class: per iteration of the source loop, or per pass of the compiled
 * loop. Integers, except for averages over iterations that skip conditional blocks. */
struct counts {
    double n[OP_CLASSES];
};

/* Essential operations of one kind. A vector instruction can execute them for as many iterations as
 * it has elements, unless lanes or stride limit that number. */
struct op_part {
    enum op_class class; /* FA to SFL */
    int bytes;           /* of an element; 0 = unknown */
    long lanes;          /* number of consecutive independent iterations: 1 = serialized by a
                            recurrence; 0 = all, or at least PART_LANES */
    long reassociated;   /* the same if reductions may be reordered */
    long stride;         /* loads, stores: elements between successive iterations; 0 = unknown */
    long shared; /* loads, stores: number of references, with this one, to the same array with
                    the same stride, which one vector may serve; 1 for other classes, like
                    stride */
    double n;    /* per iteration */
};
enum { PART_LANES = 64 };
struct op_parts {
    struct op_part *at; /* each kind once */
    size_t n;
};

/* Ordered texts about a fact ("bound excludes the callee FOO"). */
struct notes {
    const char **at;
    size_t n;
};

/* ---- source ---- */

/* How a reference is counted. */
enum ref_use {
    REF_LOAD,     /* an essential load */
    REF_STORE,    /* an essential store */
    REF_REUSED,   /* no load: the value is still in a register */
    REF_REGISTER, /* loop-invariant element, kept in a register during the loop */
    REF_INDEX,    /* integer, logical or character: counted separately */
};
/* An array reference of an innermost loop. */
struct reference {
    const char *array; /* as written, lower case */
    const char *text;  /* source text of the reference */
    long line, col;
    enum ref_use use;
    bool write;
    int bytes;       /* size of the element */
    int base;        /* index of its base register; -1 = none */
    long walk;       /* of a dummy argument with a base register, from 1: references with the same
                        number access storage with the same strides; 0 = none */
    long start;      /* if walk: bytes from the begin of the array to the first access */
    const char *why; /* one clause: why it is counted or not */
};

/* A dummy argument with references that have a walk, in a loop with two or more such arguments. */
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
    const char *test; /* the dependence test that found it */
};

/* A scalar that the loop changes, for --verbose. */
struct loop_scalar {
    const char *name;
    const char *role; /* one clause: reduction, private, carried ... */
};

/* A counted operation, for --verbose. */
struct operation {
    enum op_class class;
    double n;         /* number of operations (a complex add: 2) */
    const char *text; /* source text of the (sub)expression */
    long line, col;
};

/* The number of a machine description that a latency comes from. */
enum latency_key {
    LATENCY_UNKNOWN, /* not stored (database before version 7), or not a single number */
#define LATENCY(NAME, name, of, meaning) LATENCY_##NAME,
#include "facts/latencies.def"
#undef LATENCY
    LATENCY_KEYS
};

/* One operation on a recurrence cycle, in order of flow. */
struct recurrence_step {
    enum op_class class;  /* the producer */
    enum op_class next;   /* the consumer of its result */
    bool addend;          /* the consumer is a linked pair, which uses the result as its addend */
    double latency;       /* cycles on the analysed machine */
    enum latency_key key; /* number of the machine description with this latency */
    const char *text;     /* source text or instruction */
    long line;
    long distance;  /* iterations or passes from producer to consumer */
    const char *as; /* scalar or reference as which the result is read; NULL = unknown */
};
/* The recurrence: the loop-carried dependence cycle with the largest latency / distance. */
struct recurrence {
    struct recurrence_step *at;
    size_t n;            /* 0 = no cycle: t_d is 0 */
    long distance;       /* iterations (source) or passes (compiled), >= 1 */
    double latency;      /* sum over the steps, cycles, without the share that overlaps */
    double overlapped;   /* share of the sum that consecutive executions of the loop overlap; 0 =
                            unknown or none */
    const char *missing; /* NULL, or the reason why t_d is unknown (a latency that the machine file
                            does not give); n is then 0 */
};

/* A conditional block of an innermost loop. */
struct block {
    long line, end_line;   /* first and last line of the skipped code */
    long decided;          /* line of the condition or jump that skips it; 0 = unknown or several */
    struct counts counts;  /* including nested blocks */
    struct op_parts parts; /* the same, FA to SFL */
    int within;            /* index of the enclosing block; -1 = the loop */
    int alternative; /* index of the other arm, if each iteration that reaches the two executes
                        exactly one of them; -1 = none */
};

/* ---- data movement of references (only on request) ---- */

enum { MOVEMENT_LEVELS = 8 }; /* most analysed loops of a nest, counted from the innermost */

/* A loop of a nest, outermost first; the last is the innermost loop itself. */
struct loop_level {
    const char *index; /* DO variable; NULL = none */
    long line;
    struct quantity trip; /* iterations; the mean if an outer loop determines it */
    const char *varies;   /* NULL = each execution of the loop has so many iterations, which execute
                             the loop inside it as often; otherwise the reason why some may not */
    bool optional;        /* a condition in the loop around it may skip the loop */
};
/* A reference that loads or stores with affine addresses: in iteration (i1 ... in) of the nest,
 * from 0, its address is offset + sum of strides[k] * ik bytes. */
struct sweep {
    int ref;   /* index of the reference */
    int bytes; /* of the element */
    bool write;
    bool nontemporal;         /* a store past the caches: it does not read its line */
    int group;                /* sweeps of a group have the same strides and known distances */
    int storage;              /* sweeps with different numbers access different storage */
    bool conditional;         /* not every iteration executes it */
    double offset;            /* bytes from the first sweep of the group */
    bool placed;              /* in the first iteration, it is `begin` bytes after the begin of */
    double begin;             /* its storage; otherwise this is unknown */
    struct quantity *strides; /* bytes per iteration of each level */
};
struct movement {
    struct loop_level *levels;
    int n_levels;     /* 0 = not requested, or no bound */
    struct sweep *at; /* in the order of execution */
    size_t n;
    const char *missing; /* NULL, or the reason why the list is incomplete */
    uint64_t given;      /* bit i: the number of -D option i was used, for i < 64 */
};

struct source_loop {
    const char *id; /* file:routine:line; frontend/analysis/loop-names.h */
    const char *file, *routine;
    long line;         /* the DO statement, in the file as the user wrote it */
    long end_line;     /* last statement of the loop */
    const char *label; /* DO label; NULL = none */
    const char *index; /* DO variable; NULL = none (DO WHILE) */
    int depth;         /* 1 = outermost */
    int parent;        /* index of the enclosing loop in the same list; -1 = none */
    bool innermost;
    struct counts counts;             /* essential operations, and classes X and Y */
    struct op_parts parts;            /* the same, FA to SFL */
    double flops8, flops4;            /* TNF by element size in bytes (others in flops8) */
    double index_loads, index_stores; /* integer, logical, character: not essential */
    double integer_ops;               /* likewise */
    long stride;        /* elements by which all loads and stores advance in an iteration (the
                           step of the DO if there are none); 0 = not constant, or different */
    long trip;          /* iterations of one execution of the loop; 0 = not constant */
    long element_bytes; /* most frequent element size of its references; 0 = none */
    int bases;          /* number of base registers */
    struct recurrence recurrence;
    struct recurrence reassociated; /* the same if reductions may be reordered */
    struct block *blocks;           /* including nested ones, by line */
    size_t n_blocks;
    struct reference *refs;
    size_t n_refs;
    struct dummy *dummies; /* by array in the order of references, then by entry */
    size_t n_dummies;
    struct dependence *deps;
    size_t n_deps;
    struct loop_scalar *scalars; /* without the DO variable */
    size_t n_scalars;
    struct operation *ops;
    size_t n_ops;
    struct movement movement; /* of an innermost loop */
    bool calls;               /* it calls user routines, which are not part of its bound */
    int indices;              /* of a DO CONCURRENT or FORALL; 0 = the loop is none */
    bool residue;             /* counts: of the own statements of an outer loop, without inner
                                 loops; it has no bound, X and Y */
    bool excluded;            /* no bound; notes have the reason */
    struct notes notes;
    const struct source_loop *unrolled; /* of an outer loop: the same loop as an innermost one, its
                                           inner loops unrolled completely; NULL = its inner loops
                                           have no constant trip counts, or it was not requested */
};
struct source_loops {
    struct source_loop *at;
    size_t n;
};

/* A statement that is not supported, or skipped. */
struct unsupported {
    long line;
    const char *what;
};
/* A loop formed by jumps back to a label, without a DO. It is not analysed. */
struct jump_loop {
    const char *file, *routine;
    long line, end_line; /* statement of the label; last jump back to it */
    long label;
    long within; /* line of the DO loop that contains all of it; 0 = none */
};
/* An array in a COMMON block that a call passes completely, from an element, or as a section. */
struct actual {
    int position;           /* in the argument list, from 1 */
    const char *block;      /* "" = blank COMMON */
    const char *array;      /* its name in the caller */
    struct quantity offset; /* bytes from the start of the block */
};
#define CALLEE_UNKNOWN "*" /* a call of a dummy argument, pointer or type-bound procedure */
/* A CALL or function reference. Recursive calls that pass each array to its own dummy argument are
 * omitted. Of several calls of a routine, or of unknown routines, in a unit that pass no array in
 * COMMON, only the first is listed. */
struct call {
    const char *file, *caller, *callee;
    long line;
    bool by_name;           /* not a call: the name of the routine is passed as an argument */
    struct actual *actuals; /* arrays in COMMON, by position */
    size_t n_actuals;
};
struct source_file {
    const char *file;
    long lines, errors;
    bool reassociated;  /* requested: reductions may be reordered */
    struct call *calls; /* in source order, if requested */
    size_t n_calls;
    struct unsupported *unsupported;
    size_t n_unsupported;
    struct jump_loop *jump_loops; /* by routine, then line of the label */
    size_t n_jump_loops;
};

/* ---- compiled code ---- */

enum compiled_kind { LOOP_INNERMOST, LOOP_RESIDUE };

/* A forward branch area of an innermost loop (appendix A.6). */
struct area {
    const char *target;        /* label */
    long begin, end;           /* pair of the branch, pair after the label; relative to the loop */
    long begin_line, end_line; /* of the assembly file */
    long source_line, source_end_line; /* of its first and last pair, from .ln; 0 = unknown. Delay
                             pairs that a quashing branch executes only with the area have the line
                             of the branch; they are ignored at the start if other pairs follow */
    struct counts counts;              /* including nested areas */
    long length;                       /* pairs */
    bool intersects;                   /* it intersects another area of this loop */
};

/* Two instructions that are issued in one cycle; on the KSR1 the left one goes to the FPU or the
 * IPU, the right one to the CEU or the XIU. */
struct compiled_pair {
    struct compiled_half {
        const char *text;    /* as written, without label and comment; NULL = nop */
        enum op_class class; /* unless nop */
    } half[2];               /* left, right */
    long asm_line;
    long line;        /* of the source, from .ln */
    bool delay;       /* in a delay slot: executed after the branch was decided */
    bool conditional; /* not executed in every pass */
};

/* An instruction of an out-of-order processor in up to three parts. The parts describe the
 * operations of the program, independent of the resources that a processor uses for them. */
struct instruction {
    const char *text;    /* as written, without label and comment */
    const char *label;   /* the first label before it; NULL = none. Not stored in the database */
    long asm_line, line; /* of the assembly file; of the source, 0 = unknown */
    struct instruction_form load, work, store; /* base FORM_NONE: no such part */
    enum op_class class;                       /* of its work, otherwise of its load or store */
    enum op_class load_class, store_class;     /* LFL or LI, SFL or SI; OP_CLASSES = no such part */
    int elements;                /* number processed or accessed: 4 for a packed add of four */
    int load_bytes, store_bytes; /* 0 = none */
    bool indexed;                /* its address has an index register */
    int stream;  /* accesses of one stream have addresses at known distances and the same step;
                    -1 = none, or no access */
    long offset; /* bytes from the begin of its array, if known from the code */
    long step;   /* bytes by which its address advances in a pass; 0 = constant, or no stream */
    bool destructive; /* two operands: its destination is also a source */
    bool fused;       /* with the next instruction into one operation (compare and branch) */
    bool taken;       /* a branch that is taken in a pass that executes it */
    int area;         /* innermost area that contains it; -1 = none */
    bool unmodelled;  /* an unknown instruction: it has no parts */
};

/* The input for which a value is used. */
enum flow_input {
    FLOW_DATA,    /* an operand of its work; of a store without work, the stored value */
    FLOW_ADDEND,  /* the addend of a multiply-add */
    FLOW_ADDRESS, /* the address of its load or store */
    FLOW_MEMORY,  /* from a store to a load, through memory */
    FLOW_MERGED,  /* the old value of a gather's destination, of which its mask keeps elements */
    FLOW_INPUTS
};
/* The result of an instruction (of its work, otherwise of its load) is an input of another one. */
struct value_flow {
    int from, to;  /* indices of instructions */
    long distance; /* passes between the two; 0 = the same pass, from < to */
    enum flow_input input;
    bool exact; /* MEMORY: the load reads only bytes that the store wrote; otherwise it waits until
                   the store is in the cache */
    int location; /* number of the register or memory operand that holds the value, from 1. Of the
                     flows to an instruction with equal locations only one applies in a pass: that
                     of the source which ran last. 0: the flow always applies */
};

/* Targets of edges that end a pass. */
enum { PASS_END = -1, LOOP_EXIT = -2 };
/* A transfer of control from a block to another one of the same pass, or to the end of the pass. */
struct code_edge {
    int to;     /* a later block; PASS_END: the first block, in the next pass; LOOP_EXIT */
    bool taken; /* by a jump; otherwise control falls through */
};
/* Instructions that always run together. */
struct code_block {
    int first, n;       /* instructions; n is 0 for an inner loop */
    int edges, n_edges; /* its edges */
};

/* The instructions of an innermost loop, in the order of its blocks. Each pass begins with the
 * first block and follows edges until one ends it. */
struct instruction_body {
    struct instruction *at;
    size_t n;
    struct value_flow *flows; /* by to, then from */
    size_t n_flows;
    size_t unmodelled; /* number of unknown instructions */
    struct code_block *blocks;
    size_t n_blocks;         /* 0: every pass runs all instructions */
    struct code_edge *edges; /* by block */
    size_t n_edges;
};
/* Returns whether an edge goes from the block to the target: a block, PASS_END or LOOP_EXIT. */
bool has_edge_to(const struct instruction_body *b, const struct code_block *from, int target);

/* How often a pass of a body runs its blocks and edges. */
struct body_frequencies {
    const double *block; /* by block; the first one has 1 */
    const double *edge;
    size_t n_blocks, n_edges;
    double trip;     /* passes of an execution of the loop; 0 = unknown */
    double mismatch; /* greatest difference between a block and the edges to it */
};

/* The role of a compiled loop among the versions of its source loop, if known from the code. */
enum compiled_version {
    VERSION_MAIN,      /* the only one, or the widest */
    VERSION_REMAINDER, /* executes the remaining iterations of a main loop */
    VERSION_PEELED,    /* executed before the main loop until references are aligned */
    VERSION_ALIASED,   /* executed instead of the main loop if references overlap */
    VERSION_OTHER,     /* another copy: inlined or specialized */
};

/* A computed bound in cycles per pass; limit NULL = not computed. */
struct pass_bound {
    struct quantity cycles;
    const char *limit; /* "p2|p3", "issue", "recurrence", ...; "" = none, or missing */
};

/* The paths from the first block of a loop to the branch back. */
struct path_range {
    double n;                                /* number of paths; 0 = not computed */
    bool compared;                           /* all of them were compared */
    struct pass_bound least_mac, least_macs; /* of the shortest path */
    struct pass_bound mac, macs;             /* of the longest path */
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
    const char *k_how;            /* how k was determined, one clause */
    long k_bytes;                 /* size of the elements that k counts; 0 = none, or several */
    bool k_unit_stride;           /* k was inferred without the source loop, assuming stride 1 */
    struct recurrence recurrence; /* distance in passes */
    struct compiled_pair *pairs;  /* only if requested */
    size_t n_pairs;
    struct counts elements; /* like counts, with each packed operation counted by its elements */
    enum compiled_version version;
    const char *version_how;       /* how version was determined; NULL = unknown */
    struct instruction_body *body; /* NULL: the schedule is static, or the loop is a residue */
    bool has_body;                 /* it has a body, which need not be loaded */
    struct pass_bound mac, macs;   /* of the shortest path of the body, or of its counted
                                      passes */
    const struct body_frequencies *frequencies; /* counted; NULL = unknown */
    double passes;                              /* counted; 0 = unknown */
    struct path_range paths; /* of the body; the database stores their number only */
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

/* A note of a compiler on a source line: why the loop there was not vectorized. */
struct compile_note {
    const char *file; /* its name in the note */
    long line;
    const char *text;
};

/* ---- measurement ---- */

/* The measurement of a loop in a run for one thread. */
struct timing {
    const char *run, *machine, *build;   /* build NULL = the only one */
    const char *compiler, *flags, *date; /* NULL = unknown */
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
/* The value of a counter for all iterations of a loop on a thread. */
struct counter_reading {
    const char *run;
    long thread;
    const char *loop, *counter;
    double value;
};
/* Executions of a loop by a thread, if the measurement distinguishes them. */
struct instances {
    double whole;    /* number of those that its timing includes */
    double lost;     /* number of those it omits, because samples were lost */
    double overhead; /* cycles of the measurement, which are already subtracted */
};
/* The sum of a counter of the measurement hardware in a loop on a thread. */
struct counter_sum {
    int counter;
    const char *name; /* NULL = none */
    double instances; /* number of instances that it includes */
    struct quantity value;
};

/* ---- bounds ---- */

/* One bound of a loop and its terms, in CPL. */
struct bound {
    struct quantity tf, tm, ti, td; /* eq. 4.4-4.7, 4.10 */
    struct quantity cpl;            /* max(ti, td): eq. 4.8, 4.11 */
    const char *limit;              /* slot, port, or "recurrence"; NULL if missing */
};

/* ---- functions ---- */

/* Return the name and meaning of a class, and the class of a name (OP_CLASSES = none). */
const char *op_class_name(enum op_class c);
const char *op_class_meaning(enum op_class c);
enum op_class op_class_of(const char *name);

/* Return the name of a key (NULL for LATENCY_UNKNOWN), and the key of a name (LATENCY_UNKNOWN =
 * none). */
const char *latency_key_name(enum latency_key k);
enum latency_key latency_key_of(const char *name);
/* Returns whether results of that class may have this latency. */
bool latency_key_of_class(enum latency_key k, enum op_class class);

/* Returns the operations by class, with packed operations counted by their elements. */
static inline const struct counts *compiled_elements(const struct compiled_loop *l)
{
    return l->body || l->has_body ? &l->elements : &l->counts;
}

/* Returns "main", "remainder", ... */
const char *compiled_version_name(enum compiled_version v);

/* Returns TNF = fa + fm + 2 fma + fmisc (eq. 4.1). */
double counts_tnf(const struct counts *c);
/* Returns a - share * b. */
struct counts counts_less(struct counts a, double share, struct counts b);

/* Returns whether two parts differ only in n. */
bool part_same_kind(const struct op_part *a, const struct op_part *b);
/* Adds n to the part of that kind, which is appended to the list if it is missing. */
void parts_add(struct arena *a, struct op_parts *parts, const struct op_part *kind, double n);
/* Computes the flops of the parts (eq. 4.1): of elements of 4 bytes, and of others (flops8). */
void parts_flops(const struct op_parts *parts, double *flops8, double *flops4);
/* Returns the sum of n over the parts of a class. */
double parts_count(const struct op_parts *parts, enum op_class c);

/* Appends a text, which must live as long as a, to a list in a. */
void note_text(struct arena *a, struct notes *notes, const char *text);
/* Sets the note about n calls inside a loop, whose callees are not in its bounds: replaces an
 * earlier one; with 0, there is none. */
void note_calls(struct arena *a, struct notes *notes, size_t n);
/* Returns whether there is such a note. */
bool has_note_of_calls(const struct notes *notes);
/* Appends a formatted text, allocated in a. */
void note(struct arena *a, struct notes *notes, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Check the invariants of a fact after the stage that creates it (front_analyse(), scan_loop(), the
 * bounds of kmacstat). Return NULL, or a description of an internal error, allocated in a. */
const char *source_loop_check(struct arena *a, const struct source_loops *l, size_t i);
const char *compiled_loop_check(struct arena *a, const struct compiled_loop *l);

#endif
