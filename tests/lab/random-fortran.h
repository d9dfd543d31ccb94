/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small Fortran programs drawn from a seed, for holding compilers against each other: they end,
 * stay inside their arrays, divide by nothing near 0, and no number grows: a REAL that is read
 * lies within REAL_MOST, an INTEGER within INTEGER_MOST, as every value carries a bound of its
 * size along and is scaled down before it is stored. */
#ifndef TESTS_LAB_RANDOM_FORTRAN_H
#define TESTS_LAB_RANDOM_FORTRAN_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { REAL_MOST = 4, INTEGER_MOST = 99, VARIABLES = 4, ARRAYS = 24, VECTOR = 36 };

/* FEATURE(NAME, name): what can be left out by --without. */
#define FEATURES                                                                                   \
    FEATURE(BRANCHES, "branches") /* IF, in all its forms */                                       \
    FEATURE(JUMPS, "jumps")       /* GO TO, CYCLE, EXIT */                                         \
    FEATURE(SINGLE, "single")     /* REAL*4 */                                                     \
    FEATURE(INTEGERS, "integers") /* arrays and arithmetic of them */                              \
    FEATURE(LOGICAL, "logical")   /* LOGICAL variables, .AND., .OR., .NOT. */                      \
    FEATURE(DUMMIES, "dummies")   /* arrays as arguments */                                        \
    FEATURE(INDIRECT, "indirect") /* A(IX(I)) */                                                   \
    FEATURE(MATHS, "maths")       /* SIN, EXP ... */                                               \
    FEATURE(SIMPLE, "intrinsics") /* ABS, MIN, MAX, SQRT, MOD, SIGN ... */                         \
    FEATURE(CALLS, "calls")       /* functions and subroutines */                                  \
    FEATURE(STATEMENT, "statement-functions")                                                      \
    FEATURE(LOCALS, "locals") /* local arrays, lower bounds */                                     \
    FEATURE(DATA, "data")     /* values from the beginning */                                      \
    FEATURE(OVERLAID, "equivalence")                                                               \
    FEATURE(DIVIDE, "divide")                                                                      \
    FEATURE(POWER, "power")

enum feature {
#define FEATURE(NAME, name) HAS_##NAME,
    FEATURES
#undef FEATURE
        N_FEATURES
};

enum kind { REAL8, REAL4, INTEGER };

/* Text of an expression, what it binds to, and the most that it can be in size. */
enum level { LEVEL_SUM, LEVEL_PRODUCT, LEVEL_ATOM };
struct value {
    const char *text;
    enum level level;
    double most;
};

/* A DO variable and the values that it takes while the body runs. */
struct variable {
    const char *name;
    long low, high;
};

struct array_of {
    const char *name;
    enum kind kind;
    int n_dims;
    long low[3], high[3];
};

struct maker {
    struct arena *a;
    FILE *out;
    uint64_t state;
    bool has[N_FEATURES], openmp;
    long number; /* of the program under way */
    struct array_of arrays[ARRAYS];
    int n_arrays;
    struct variable in[VARIABLES]; /* DO variables, outermost first */
    int n_in;
    long passes;    /* of the innermost body so far, at most */
    int statements; /* that may yet be written in this program */
    int label, indent;
    long variables; /* named so far */
    long size[3];   /* what the arguments N1, N2, N3 are */
    bool function_is_there, statement_function_is_there;
    /* In a parallel loop: what is written is written at its own DO variable only. */
    bool parallel;
    struct array_of *target; /* of this loop; read at the place that is written, nowhere else */
    const char *place;       /* that place */
    const char *skip;        /* label at the end of the body that GO TO may name; NULL = none */
    bool may_leave;          /* CYCLE and EXIT mean this loop */
};

/* ---- chance ---- */

/* A number from 0 to n-1. */
long draw(struct maker *m, long n);
long draw_between(struct maker *m, long low, long high);
bool chance(struct maker *m, int percent);
/* A name out of those, which end with NULL. */
const char *one_of(struct maker *m, const char *const *names);

/* ---- values ---- */

struct value expression(struct maker *m, enum kind kind, int depth);
/* The same, with what must not be exceeded made sure of. */
struct value held(struct maker *m, enum kind kind, struct value v, double most);
/* An expression that may be stored. */
const char *stored(struct maker *m, enum kind kind, int depth);
/* Text of a condition. */
const char *condition(struct maker *m, int depth);
/* An element within its bounds: name and subscripts. NULL = no array of this kind. */
const char *element(struct maker *m, enum kind kind);
/* Subscript that stays within low to high, whatever the DO variables are. */
const char *subscript(struct maker *m, long low, long high);
/* Name of a scalar that is set. */
const char *scalar(struct maker *m, enum kind kind);
bool kind_is_there(const struct maker *m, enum kind kind);
enum kind some_kind(struct maker *m);

/* ---- statements ---- */

/* A line of fixed form, continued where it is long. */
void line(struct maker *m, int label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* That many statements at this place. */
void statements(struct maker *m, int n, int depth);
void parallel_region(struct maker *m);

/* ---- programs ---- */

void common_blocks(struct maker *m);
void program(struct maker *m, long first, long count);

#endif
