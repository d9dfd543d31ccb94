/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMP: directives, and parallel regions that become procedures. */
#ifndef LAB_CODE_PARALLEL_H
#define LAB_CODE_PARALLEL_H

#include "frontend/openmp.h"
#include "lab/code/lower.h"

enum omp_reduction {
#define KFC_DIRECTIVE(NAME)
#define KFC_CLAUSE(NAME, names)
#define OMP_REDUCTION(NAME, text) REDUCTION_##NAME,
#include "lab/code/parallel.def"
#undef KFC_DIRECTIVE
#undef KFC_CLAUSE
#undef OMP_REDUCTION
    REDUCTIONS
};

enum { LAB_SUBPAGE_BYTES = 128 };

/* A clause. A clause with a list of names has one item for each name. */
struct omp_item {
    enum omp_clause kind;
    const char *name;             /* interned; NULL = none */
    const char *text;             /* other text in the parentheses */
    enum omp_reduction reduction; /* REDUCTION */
};
struct omp {
    enum omp_directive kind;
    struct omp_item *items;
    size_t n_items;
    const char *name; /* CRITICAL; "" = none */
    size_t next;      /* statement after the directive and its continuation lines */
};

/* Reads the directive at statement i. Returns false if there is no OpenMP directive. Reports
 * errors if report is set. */
bool omp_read(struct lower *l, size_t i, bool report, struct omp *to);
/* Returns the index of the directive that ends the one at i; u->n = there is none. */
size_t omp_end(struct lower *l, size_t i, const struct omp *begin);
/* Returns the text of the end directive, without blanks. */
const char *omp_end_text(enum omp_directive kind);
/* Returns the index of the statement that ends the DO at statement i; u->n = there is none. */
size_t omp_loop_end(const struct unit *u, size_t i);
/* Returns the value of an INTEGER or LOGICAL in a clause: a constant or a name. NOTHING after a
 * message. */
struct value omp_value(struct lower *l, const char *text);

/* ---- parallel-region.c ---- */
/* One 8-byte value that is passed to a region's procedure: the address of a variable, or the
 * value of reg if variable is NULL. */
struct captured {
    struct variable *variable;
    lab_reg reg;
};
/* A region that is being lowered, with the saved state of the procedure around it. */
struct parallel_region {
    struct parallel_region *outer; /* the enclosing region */
    struct ir_procedure *p;
    struct ir_block *now, *leave;
    int loop;
    struct construct *inner;
    const struct variable *result;
    struct object *constants;
    struct variable_list variables;
    struct object_list temporaries;
    size_t n_busy;

    struct ir_block *entry;  /* of the region's procedure: loads the captured values */
    struct object *captured; /* argument of the region's procedure that holds the captured values */
    ARRAY(struct captured) list;
    lab_reg thread, threads; /* IPU registers */
};
/* Begin and end the procedure of a region of these statements. region_end restores the state of
 * the enclosing procedure and stores the captured values in its frame. It sets the registers of
 * the addresses of the region's constant block and of the captured values. */
void region_begin(struct lower *l, struct parallel_region *r, size_t from, size_t to);
void region_end(struct lower *l, struct parallel_region *r, lab_reg *block, lab_reg *captured);
/* Return the number of the thread, and the number of threads of the team. */
struct value region_thread(struct lower *l);
struct value region_threads(struct lower *l);

/* ---- parallel-data.c ---- */
/* A variable that a construct replaces by a private one. */
struct private_variable {
    struct variable *shared, *own;
    struct omp_item item;
};
struct privates {
    ARRAY(struct private_variable) list;
};
/* Replaces the variables that the clauses name and sets their first values. A variable that is
 * already private is replaced again. */
void privates_open(struct lower *l, struct privates *p, const struct omp *d);
/* Makes the DO variables of these statements private if no clause names them. */
void privates_add_loops(struct lower *l, struct privates *p, size_t from, size_t to,
                        const struct omp *d);
/* Makes a variable private, without a first value. Does nothing if it is private already. */
void privates_add(struct lower *l, struct privates *p, const char *name);
/* Combines the reductions of the threads, under a lock. */
void privates_reduce(struct lower *l, const struct privates *p);
/* Copies the values of this thread to the variables of LASTPRIVATE. */
void privates_copy_last(struct lower *l, const struct privates *p);
bool privates_have_clause(const struct privates *p, enum omp_clause kind);
/* Restores the shared variables. */
void privates_close(struct lower *l, struct privates *p);
/* Calls lab_lock or lab_unlock for the subpage of that name. */
void parallel_lock(struct lower *l, const char *routine, const char *name);

/* ---- parallel-loops.c ---- */
/* Lowers the DO loop at statement i and divides its iterations among the threads. It ends before
 * statement limit. Returns the statement after it. */
size_t parallel_loop(struct lower *l, size_t i, size_t limit, const struct omp *d);
/* Lowers the SECTIONs from statement from up to to. p belongs to the construct. */
void parallel_sections(struct lower *l, size_t from, size_t to, const struct privates *p);

#endif
