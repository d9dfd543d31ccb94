/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directives of OpenMP with their clauses, read from the DIRECTIVE statements of the AST. */
#ifndef FRONTEND_OPENMP_H
#define FRONTEND_OPENMP_H

#include "frontend/ast.h"

enum omp_directive {
#define OMP_DIRECTIVE(NAME, text) OMP_##NAME,
#define OMP_CLAUSE(NAME, text, owner)
#include "frontend/openmp.def"
#undef OMP_DIRECTIVE
#undef OMP_CLAUSE
    OMP_UNKNOWN
};
enum omp_clause {
#define OMP_DIRECTIVE(NAME, text)
#define OMP_CLAUSE(NAME, text, owner) CLAUSE_##NAME,
#include "frontend/openmp.def"
#undef OMP_DIRECTIVE
#undef OMP_CLAUSE
    CLAUSE_UNKNOWN
};
enum clause_owner { OF_PARALLEL, OF_DO, OF_BOTH, OF_NEITHER };

/* A clause. Texts have no blanks outside quotes. */
struct directive_clause {
    enum omp_clause kind;
    const char *text;        /* the clause as written */
    const char *list;        /* what its parentheses contain, as written; NULL = no parentheses */
    const char *list_folded; /* the same in lower case */
    const char *rest;        /* the directive from this clause on, in lower case */
};
/* A directive, on one or more lines. */
struct directive {
    size_t first, last;      /* statements of the unit */
    const char *text;        /* text after the sentinel, without blanks and comments */
    const char *folded;      /* the same in lower case */
    enum omp_directive kind; /* UNKNOWN: also for sentinels other than !$OMP */
    const char *name;        /* CRITICAL, END CRITICAL, FLUSH: what the parentheses contain, in
                              * lower case; NULL = no parentheses */
    struct directive_clause *clauses;
    size_t n_clauses;
    const char *unread; /* the directive from the first text on that is no clause, in lower case;
                         * NULL = it was read completely */
};

bool is_openmp(const struct stmt *t);
/* Reads the directive that begins at statement i, a DIRECTIVE, and its continuation lines, into a.
 */
struct directive directive_read(struct arena *a, const struct unit *u, size_t i);
/* Returns the text of a directive, without blanks. */
const char *omp_directive_text(enum omp_directive kind);
/* Returns the construct of PARALLEL DO to which a clause applies. */
enum clause_owner omp_clause_owner(enum omp_clause kind);

#endif
