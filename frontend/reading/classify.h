/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classifies statements. Keywords are not reserved and blanks may be missing, so the shape decides:
 * the position of the first '=' outside parentheses and the text before it. */
#ifndef READING_CLASSIFY_H
#define READING_CLASSIFY_H

#include "frontend/reading/cards.h"

/* How the text after the keyword (the tail) is parsed: by the rule of parse.y of the same name. */
#define PARSED_TAILS(X)                                                                            \
    X(ASSIGNMENT)                                                                                  \
    X(POINTER_ASSIGNMENT)                                                                          \
    X(ALLOCATE)                                                                                    \
    X(ASSOCIATE)                                                                                   \
    X(ASSIGN_LABEL)                                                                                \
    X(ATTRIBUTE)                                                                                   \
    X(CALL)                                                                                        \
    X(CASE)                                                                                        \
    X(COMMON)                                                                                      \
    X(CONDITION)                                                                                   \
    X(DATA)                                                                                        \
    X(DIMENSION)                                                                                   \
    X(DO)                                                                                          \
    X(ENTRY)                                                                                       \
    X(EQUIVALENCE)                                                                                 \
    X(FORALL)                                                                                      \
    X(FUNCTION)                                                                                    \
    X(GOTO)                                                                                        \
    X(IF_ARITHMETIC)                                                                               \
    X(IMPLICIT)                                                                                    \
    X(INTENT)                                                                                      \
    X(IO_CONTROL)                                                                                  \
    X(IO_SHORT)                                                                                    \
    X(NAMED)                                                                                       \
    X(NAMELIST)                                                                                    \
    X(NAMES)                                                                                       \
    X(PARAMETER)                                                                                   \
    X(POINTER)                                                                                     \
    X(PRINT)                                                                                       \
    X(PROGRAM)                                                                                     \
    X(READ)                                                                                        \
    X(SAVE)                                                                                        \
    X(SELECT)                                                                                      \
    X(SUBROUTINE)                                                                                  \
    X(TYPE)                                                                                        \
    X(TYPE_ATTRIBUTES)                                                                             \
    X(TYPE_PREFIX)                                                                                 \
    X(VALUE)

enum tail {
#define TAIL(name) TAIL_##name,
    PARSED_TAILS(TAIL)
#undef TAIL
        TAILS_PARSED,
    TAIL_ALONE = TAILS_PARSED, /* nothing may follow */
    TAIL_SKIPPED,              /* not parsed */
    TAIL_INCLUDE,              /* a file name */
    /* tails that classify splits itself */
    TAIL_IF,
    TAIL_ELSE_IF,
    TAIL_ELSE_WHERE,
    TAIL_WITH_ACTION,
    TAIL_DERIVED,
    TAIL_PREFIX,
    TAIL_MODULE, /* a head, or a prefix */
    TAIL_USE,
    TAIL_MODULE_PROCEDURE,
    TAIL_SUBMODULE,
    TAIL_ACCESS,
    TAIL_GUARD
};

/* Parts of a statement as byte numbers of the logical text. */
struct piece {
    size_t from, to; /* first byte, end; equal = absent */
};
struct classified {
    enum stmt_kind kind;
    enum tail tail;
    struct piece rest;      /* text for the rule of the tail */
    struct piece action;    /* statement of a logical IF, WHERE or FORALL */
    struct piece construct; /* "outer" of "outer: do" */
    struct piece prefix;    /* FUNCTION: text after the keyword of the type: "*8", "(kind=8)" */
    struct piece uses;      /* USE, PRIVATE, PUBLIC: text for read_uses */
    struct type_spec spec;  /* of a declaration or FUNCTION, without size and derived */
    long target;            /* DO: its label */
    const char *wrong;      /* NULL, or the error message */
    size_t wrong_at;        /* byte of the text */
};

/* Classifies the statement in bytes from..to of l. head: a unit may begin here, so that
 * "real function f(x)" is a FUNCTION. */
struct classified classify(const struct logical *l, size_t from, size_t to, bool head);

/* Returns the type of a keyword ("real", "doubleprecision"); TYPE_NONE = no type. */
enum base_type base_type_of(const char *keyword, size_t n);

#endif
