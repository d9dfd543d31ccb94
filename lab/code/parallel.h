/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMP: directives as read, and regions that become procedures of their own. */
#ifndef LAB_CODE_PARALLEL_H
#define LAB_CODE_PARALLEL_H

#include "lab/code/lower.h"

enum omp_directive {
#define OMP_DIRECTIVE(NAME, text) OMP_##NAME,
#define OMP_CLAUSE(NAME, text, names)
#define OMP_REDUCTION(NAME, text)
#include "lab/code/parallel.def"
#undef OMP_DIRECTIVE
#undef OMP_CLAUSE
    OMP_UNKNOWN
};
enum omp_clause {
#define OMP_DIRECTIVE(NAME, text)
#define OMP_CLAUSE(NAME, text, names) CLAUSE_##NAME,
#include "lab/code/parallel.def"
#undef OMP_CLAUSE
#undef OMP_REDUCTION
    CLAUSE_UNKNOWN
};
enum omp_reduction {
#define OMP_CLAUSE(NAME, text, names)
#define OMP_REDUCTION(NAME, text) REDUCTION_##NAME,
#include "lab/code/parallel.def"
#undef OMP_DIRECTIVE
#undef OMP_CLAUSE
#undef OMP_REDUCTION
    REDUCTIONS
};

enum { LAB_SUBPAGE_BYTES = 128 };

/* A clause; one with a list of names stands for each of them. */
struct omp_item {
    enum omp_clause kind;
    const char *name;             /* interned; NULL = none */
    const char *text;             /* what else stands in the parentheses */
    enum omp_reduction reduction; /* REDUCTION */
};
struct omp {
    enum omp_directive kind;
    struct omp_item *items;
    size_t n_items;
    const char *name; /* CRITICAL; "" = none */
    size_t next;      /* statement behind it and the lines it goes on in */
};

/* The directive at statement i; false = it is none of OpenMP. What is not understood is a message
 * if tell is set. */
bool omp_read(struct lower *l, size_t i, bool tell, struct omp *to);
/* Statement of the directive that ends what the one at i begins; u->n = there is none. */
size_t omp_end(struct lower *l, size_t i, const struct omp *begin);
/* How that directive is written, without blanks. */
const char *omp_end_text(enum omp_directive kind);
/* Statement with which the DO at statement i ends; u->n = there is none. */
size_t omp_loop_end(const struct unit *u, size_t i);
/* An INTEGER or LOGICAL in a clause: a constant or a name. NOTHING after a message. */
struct value omp_value(struct lower *l, const char *text);

/* ---- parallel-region.c ---- */
/* What a region's procedure is handed in 8 bytes: a variable's address; NULL: what reg holds. */
struct handed {
    struct variable *variable;
    lab_reg reg;
};
/* A region that is lowered, and where lowering stands in the procedure around it. */
struct parallel_region {
    struct parallel_region *outer; /* region that is around it */
    struct ir_procedure *p;
    struct ir_block *now, *leave;
    int loop;
    struct construct *inner;
    const struct variable *result;
    struct object *constants;
    struct variable_list variables;
    struct object_list temporaries;
    size_t n_busy;

    struct ir_block *entry; /* of the region's procedure: loads what is handed in */
    struct object *handed;  /* there */
    ARRAY(struct handed) list;
    lab_reg thread, threads; /* IPU registers */
};
/* Begins and ends the procedure of a region of these statements. region_end leaves lowering where
 * it was before, and stores what is handed over in the frame: addresses of the procedure's block
 * and of what is handed. */
void region_begin(struct lower *l, struct parallel_region *r, size_t from, size_t to);
void region_end(struct lower *l, struct parallel_region *r, lab_reg *block, lab_reg *handed);
/* Number of the thread and threads of the team. */
struct value region_thread(struct lower *l);
struct value region_threads(struct lower *l);

/* ---- parallel-data.c ---- */
/* A variable that a construct replaces by one of its own for a while. */
struct private_one {
    struct variable *shared, *own;
    struct omp_item item;
};
struct privates {
    ARRAY(struct private_one) list;
};
/* Replaces what the clauses name, sets first values; whether it is there already does not count. */
void privates_open(struct lower *l, struct privates *p, const struct omp *d);
/* DO variables of these statements, where no clause names them. */
void privates_add_loops(struct lower *l, struct privates *p, size_t from, size_t to,
                        const struct omp *d);
/* One more, without a first value; nothing where it is private already. */
void privates_add(struct lower *l, struct privates *p, const char *name);
/* Takes reductions together, under a lock. */
void privates_reduce(struct lower *l, const struct privates *p);
/* What LASTPRIVATE names gets the values of this thread. */
void privates_copy_last(struct lower *l, const struct privates *p);
bool privates_have(const struct privates *p, enum omp_clause kind);
/* The shared ones are back. */
void privates_close(struct lower *l, struct privates *p);
/* lab_lock or lab_unlock of the subpage of that name. */
void parallel_lock(struct lower *l, const char *routine, const char *name);

/* ---- parallel-loops.c ---- */
/* The DO loop at statement i, shared out; statement behind it. */
size_t parallel_loop(struct lower *l, size_t i, const struct omp *d);
/* SECTION after SECTION from statement from up to to; p: of the construct. */
void parallel_sections(struct lower *l, size_t from, size_t to, const struct privates *p);

#endif
