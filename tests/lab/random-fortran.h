/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small random Fortran programs, to compare compilers with each other. They end, stay inside their
 * arrays, and divide by no number near 0. Numbers do not grow: a REAL that is read is at most
 * REAL_MOST in magnitude, an INTEGER at most INTEGER_MOST, because each value has a bound of its
 * magnitude and is scaled down before it is stored. */
#ifndef TESTS_LAB_RANDOM_FORTRAN_H
#define TESTS_LAB_RANDOM_FORTRAN_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { REAL_MOST = 4, INTEGER_MOST = 99, VARIABLES = 4, ARRAYS = 24, VECTOR = 36 };

/* FEATURE(NAME, name): the features that --without can exclude. */
#define FEATURES                                                                                   \
    FEATURE(BRANCHES, "branches") /* IF, in all its forms */                                       \
    FEATURE(JUMPS, "jumps")       /* GO TO, CYCLE, EXIT */                                         \
    FEATURE(SINGLE, "single")     /* REAL*4 */                                                     \
    FEATURE(INTEGERS, "integers") /* integer arrays and arithmetic */                              \
    FEATURE(LOGICAL, "logical")   /* LOGICAL variables, .AND., .OR., .NOT. */                      \
    FEATURE(DUMMIES, "dummies")   /* arrays as arguments */                                        \
    FEATURE(INDIRECT, "indirect") /* A(IX(I)) */                                                   \
    FEATURE(MATHS, "maths")       /* SIN, EXP ... */                                               \
    FEATURE(SIMPLE, "intrinsics") /* ABS, MIN, MAX, SQRT, MOD, SIGN ... */                         \
    FEATURE(CALLS, "calls")       /* functions and subroutines */                                  \
    FEATURE(STATEMENT, "statement-functions")                                                      \
    FEATURE(LOCALS, "locals") /* local arrays, lower bounds */                                     \
    FEATURE(DATA, "data")     /* initial values */                                                 \
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

/* Text of an expression, its precedence, and a bound of its magnitude. */
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

struct generator {
    struct arena *a;
    FILE *out;
    uint64_t state;
    bool has[N_FEATURES], openmp;
    long number; /* of the current program */
    struct array_of arrays[ARRAYS];
    int n_arrays;
    struct variable in[VARIABLES]; /* DO variables, outermost first */
    int n_in;
    long passes;    /* at most, of the innermost body up to here */
    int statements; /* that may still be added to this program */
    int label, indent;
    long variables; /* number of names used */
    long size[3];   /* values of the arguments N1, N2, N3 */
    bool function_is_there, statement_function_is_there;
    /* In a parallel loop: arrays are written only at the element of its DO variable. */
    bool parallel;
    struct array_of *target; /* of this loop; read only at the element that is written */
    const char *place;       /* the subscript of that element */
    const char *skip;        /* label at the end of the body that GO TO may name; NULL = none */
    bool may_leave;          /* CYCLE and EXIT mean this loop */
};

/* ---- chance ---- */

/* Returns a number from 0 to n-1. */
long draw(struct generator *m, long n);
long draw_between(struct generator *m, long low, long high);
bool chance(struct generator *m, int percent);
/* Returns one of the names; the list ends with NULL. */
const char *one_of(struct generator *m, const char *const *names);

/* ---- values ---- */

struct value expression(struct generator *m, enum kind kind, int depth);
/* The same, scaled so that its magnitude is within a bound. */
struct value held(struct generator *m, enum kind kind, struct value v, double most);
/* Returns an expression whose value may be stored. */
const char *stored(struct generator *m, enum kind kind, int depth);
/* Returns the text of a condition. */
const char *condition(struct generator *m, int depth);
/* Returns an element within its bounds: name and subscripts. NULL = there is no array of this kind.
 */
const char *element(struct generator *m, enum kind kind);
/* Returns a subscript between low and high for all values of the DO variables. */
const char *subscript(struct generator *m, long low, long high);
/* Returns the name of a scalar that has a value. */
const char *scalar(struct generator *m, enum kind kind);
bool kind_is_there(const struct generator *m, enum kind kind);
enum kind some_kind(struct generator *m);

/* ---- statements ---- */

/* Prints a line of fixed form, with continuation lines if it is long. */
void line(struct generator *m, int label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Prints that many statements. */
void statements(struct generator *m, int n, int depth);
void parallel_region(struct generator *m);

/* ---- programs ---- */

void common_blocks(struct generator *m);
void program(struct generator *m, long first, long count);

#endif
