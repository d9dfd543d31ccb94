/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statements of a Fortran file: units, each a flat list of statements with their expressions.
 * Names are interned and lower case. Everything is in the arena of the file. Positions are byte
 * offsets in the source text. */
#ifndef FRONTEND_AST_H
#define FRONTEND_AST_H

#include "base/arena.h"
#include "base/names.h"
#include "base/source.h"

#include <stdbool.h>
#include <stdint.h>

enum operator{
#define OPERATOR(NAME, text) OPERATOR_##NAME,
#include "frontend/operators.def"
#undef OPERATOR
    OPERATORS
};

enum expr_kind {
    EXPR_INTEGER,    /* integer; bytes 8 where its kind says so, else 0 */
    EXPR_REAL,       /* real; bytes 4, 8 or 16 by exponent letter or kind; name = the kind's
                      * name where it is one (1.0_dp), then bytes is 4 */
    EXPR_COMPLEX,    /* args[0], args[1] */
    EXPR_LOGICAL,    /* integer 0 or 1 */
    EXPR_CHARACTER,  /* text; also Hollerith and typeless (BOZ) constants */
    EXPR_NAME,       /* name */
    EXPR_APPLY,      /* left (NAME, MEMBER or APPLY) with args in parentheses: array
                      * element, function reference or substring (a RANGE argument) */
    EXPR_MEMBER,     /* left % name */
    EXPR_UNARY,      /* op left */
    EXPR_BINARY,     /* left op right */
    EXPR_PAREN,      /* ( left ): Fortran keeps the order that parentheses give */
    EXPR_RANGE,      /* args[0] : args[1] : args[2], each may be NULL */
    EXPR_KEYWORD,    /* name = left, in an argument list */
    EXPR_IMPLIED_DO, /* args = items; name, control = first, last, step (NULL = 1) */
    EXPR_LIST,       /* (/ args /) or [ args ] */
    EXPR_STAR,       /* * : assumed size, list-directed format, unit */
    EXPR_LABEL,      /* integer; *10 in a CALL */
    EXPR_REPEAT,     /* left * right in DATA */
};

/* Statements with deeper expressions are UNSUPPORTED, so that walkers may recurse: EXPR_DEEPEST
 * where front_options.long_sums is not set; else long chains of operators, which open to the left,
 * may have EXPR_LONGEST operands, and all else is as deep as before. */
enum { EXPR_DEEPEST = 3000, EXPR_LONGEST = 50000 };

struct expr {
    enum expr_kind kind : 8;
    enum operator op : 8;
    unsigned bytes : 16; /* size of a REAL constant, or an INTEGER one */
    uint32_t n_args;
    const char *name;
    struct expr *left, *right;
    struct expr **args;
    union {
        double real;
        int64_t integer;
    };
    uint32_t depth;   /* longest path down to a leaf, 0 = leaf */
    uint32_t nest;    /* likewise, steps from an operator to an operator on its left left out */
    uint32_t at, end; /* source offsets: first byte, end */
    const char *text; /* CHARACTER; APPLY: how it was written, where that differs */
    struct expr **control; /* IMPLIED_DO: three, the last may be NULL; else NULL */
};

enum base_type {
    TYPE_NONE, /* by IMPLICIT */
    TYPE_INTEGER,
    TYPE_REAL,
    TYPE_DOUBLE,
    TYPE_COMPLEX,
    TYPE_DOUBLE_COMPLEX,
    TYPE_LOGICAL,
    TYPE_CHARACTER,
    TYPE_BYTE,
    TYPE_DERIVED,
    TYPE_UNDEFINED /* IMPLICIT NONE */
};
struct type_spec {
    enum base_type type;
    struct expr *size;   /* bytes: REAL*8, REAL(8), COMPLEX*16 = COMPLEX(8), CHARACTER*n;
                          * NULL = default */
    const char *derived; /* TYPE(name) */
};

/* A declared item: a name with its declaration. */
struct item {
    const char *name;
    uint32_t at;
    /* one a dimension: a bound, a RANGE, or STAR; RANGE without bounds = deferred */
    struct expr **dims;
    uint32_t n_dims;
    struct expr *size;     /* CHARACTER x*8, REAL x*8 */
    struct expr *value;    /* initial value, PARAMETER value; /1, 2*3/ is a LIST */
    const char *block;     /* COMMON: block name, "" = blank common */
    uint32_t set;          /* EQUIVALENCE, DATA: number of the set it is in, from 0 */
    struct expr *ref;      /* EQUIVALENCE, DATA: as written */
    const char *letters;   /* IMPLICIT: 26 bytes, 1 where the letter is meant */
    struct type_spec spec; /* IMPLICIT */
};

enum stmt_kind {
#define STATEMENT(NAME, part, text) STMT_##NAME,
#include "frontend/statements.def"
#undef STATEMENT
    STMT_KINDS
};

/* Attributes in a free-form declaration, as bits. */
enum {
    ATTR_DIMENSION = 1,
    ATTR_PARAMETER = 2,
    ATTR_ALLOCATABLE = 4,
    ATTR_POINTER = 8,
    ATTR_TARGET = 16,
    ATTR_OTHER = 32,
    ATTR_PRIVATE = 64,
    ATTR_PUBLIC = 128
};

struct stmt {
    /* clang-format off */
    /* By kind:
     *   ASSIGN, POINTER_ASSIGN, STATEMENT_FUNCTION  lhs = rhs
     *   DO                  name = control[0], control[1], control[2] (NULL = 1);
     *                       target = label, 0 = END DO; n_indices = of the DO CONCURRENT or
     *                       FORALL that it replaces, 0 = none
     *   DO_WHILE            cond; target as for DO
     *   DO_FOREVER          target as for DO
     *   DO_CONCURRENT, FORALL*  list: name = first:last:step (KEYWORD with a RANGE), mask
     *   IF, IF_THEN, ELSE_IF    cond; IF: action = its statement
     *   WHERE, WHERE_BLOCK, ELSE_WHERE  cond (ELSE_WHERE: may be NULL); WHERE, FORALL: action
     *   IF_ARITHMETIC       cond; targets[3]
     *   GOTO*               cond = selector or variable; targets
     *   ASSIGN_LABEL        target; name
     *   ASSOCIATE           items: name is an alias of value
     *   SELECT_CASE         cond (NULL: of a type or rank; items as for ASSOCIATE); CASE: list, empty = DEFAULT
     *   CALL                lhs = NAME, MEMBER or APPLY
     *   RETURN, STOP, PAUSE cond, may be NULL
     *   READ, WRITE, PRINT, IO_OTHER, ALLOCATE, DEALLOCATE, NULLIFY
     *                       list = control items (n_control), then items
     *   SUBROUTINE, FUNCTION, ENTRY  name; args = dummy names ("*" = alternate return);
     *                       FUNCTION: spec; result = name of the result variable, NULL = name
     *   declarations        spec, items, attributes; SAVE of a COMMON block: its name
     *                       in name and block; TYPE_DEF: name, parts,
     *                       result = the type that it extends; INTERFACE, STRUCTURE: what it
     *                       holds is not kept
     *   DATA                items (ref, set); list[set] = LIST of the values for that set
     *   EQUIVALENCE         items (ref, set)
     *   NAMELIST, RECORD    items (name, block)
     *   USE                 name = the module; items: name is an alias of its block; only
     *   MODULE              result = the module or submodule that a SUBMODULE belongs to
     *   PRIVATE, PUBLIC     items (name); none = all that is not named
     *   CRAY_POINTER        items: name (with dims) points by block
     *   WRONG, UNSUPPORTED  args = the names that it may declare
     *   INCLUDE             text = the file's name
     *   FORMAT              text = from its first parenthesis on, without blanks, lower case but
     *                       for what is in quotes or Hollerith
     *   DIRECTIVE           name = sentinel after the comment letter ("dir$", "$omp"),
     *                       text = what follows, lower case, without outer blanks */
    /* clang-format on */
    /* Fields that every pass reads, adjacent in memory. */
    enum stmt_kind kind;
    uint32_t n_targets;
    long label; /* 0 = none */
    struct expr *lhs, *rhs, *cond;
    struct stmt *action;
    const char *name; /* unit, ENTRY, DO variable; EXIT, CYCLE: construct; NULL = none */
    uint32_t n_list, n_control, n_indices;
    struct expr **list;
    long *targets;
    struct expr *control[3];
    long target;
    /* Declarations. */
    uint32_t n_items, n_args;
    struct item *items;
    const char **args;
    struct type_spec spec;
    const char *result;
    unsigned attributes;
    bool only;           /* USE: nothing but its items */
    struct stmt **parts; /* TYPE_DEF: declarations of components, and what could not be read */
    size_t n_parts;
    enum stmt_kind meant; /* WRONG, UNSUPPORTED: what it was classified as; WRONG = not known */
    /* Its position. */
    uint32_t at, end;      /* source offsets */
    struct source *source; /* the text those offsets are in */
    const char *file;      /* as the user wrote it; differs within INCLUDE */
    long line, end_line;   /* of the user's file */
    const char *construct; /* name before a DO, IF, SELECT CASE ...: "outer: do" */
    const char *text;      /* DIRECTIVE; UNSUPPORTED and WRONG: what about it, one clause */
};

/* PROGRAM, SUBROUTINE, FUNCTION, BLOCK DATA, MODULE, or statements without a
 * head (a main program named "main"). */
struct unit {
    const char *name;
    struct stmt **at; /* head (if any) to END */
    size_t n;
    struct unit *host;         /* unit that CONTAINS it; NULL = none */
    struct unit *inner, *next; /* the first that it CONTAINS, the next of its host */
    struct scope *scope;       /* of units that it CONTAINS (symbols.c); NULL = not yet made */
};

/* What the analysis keeps of the modules of a source, for units that USE them. */
struct modules {
    struct arena *arena; /* lasts as long as the source */
    struct module *first;
    int n_storages;
    size_t n_used;                        /* names that USE statements have brought */
    struct names *names;                  /* of the source */
    const struct module_library *library; /* modules of other files; NULL = none is known */
    struct module_copies *copies;         /* what was copied from there; NULL = nothing */
};

struct ast {
    struct arena *arena;
    struct names *names;
    struct unit **units; /* in order of their heads */
    size_t n_units;
    struct modules *modules; /* of the source; outlives the units */
    long lines;              /* physical lines read, INCLUDE among them */
    long errors;
    struct stmt **unsupported; /* every UNSUPPORTED and WRONG statement */
    size_t n_unsupported;
};

const char *operator_text(enum operator op);
const char *stmt_kind_text(enum stmt_kind kind);
/* Whether a statement of this kind runs (or holds what runs). */
bool stmt_kind_executable(enum stmt_kind kind);
/* Whether compilers bring the module of that name. None of these has arrays that may be assigned
 * to. */
bool module_of_compiler(const char *name);

/* Source text of an expression in one line, lower case, made in a. */
const char *expr_text(struct arena *a, const struct expr *e);
/* Whether two expressions are written the same. */
bool expr_same(const struct expr *a, const struct expr *b);
/* Computes a + b, a - b, a * b or a / b. Returns false for other operators, on overflow, and if the
 * divisor is 0. */
bool operator_on_integers(enum operator op, int64_t a, int64_t b, int64_t *value);
/* Replaces each of n expressions by what replace returns for it. Returns the list itself if none
 * changes, else a copy in a. */
struct expr **exprs_replace(struct arena *a, struct expr **at, uint32_t n,
                            struct expr *(*replace)(void *context, struct expr *e), void *context);
/* Replaces each expression of t, except lhs and those of action, by what replace returns for it;
 * replace must accept NULL. */
void stmt_replace_operands(struct arena *a, struct stmt *t,
                           struct expr *(*replace)(void *context, struct expr *e), void *context);
/* Prints units, statements and expressions, one statement a line (--dump=ast). */
void ast_print(const struct ast *ast, FILE *out);

#endif
