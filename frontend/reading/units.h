/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds program units from statements. Finds statement functions, which differ from assignments
 * only by their position, and blocks without an end. */
#ifndef READING_UNITS_H
#define READING_UNITS_H

#include "base/array.h"
#include "base/name-index.h"
#include "frontend/frontend.h"

/* A unit that has begun and not ended. */
struct open_unit {
    struct unit *unit;
    ARRAY(struct stmt *) at;
    size_t last_inner; /* index of its newest inner unit */
    bool contains;     /* CONTAINS was read */
    bool body;         /* an executable statement was read */
    bool uses; /* arrays may be declared elsewhere: by USE, or by a statement that is not read */
};

struct units {
    struct arena *arena;
    struct names *names;
    struct diag *diag;
    ARRAY(struct open_unit) open; /* outermost first */
    ARRAY(struct unit *) units;
    ARRAY(struct stmt *) waiting; /* directives and INCLUDE lines before a unit */
    struct name_index declared;   /* names by the unit's serial number: 1 = an array */
    uint32_t serial;              /* of the newest unit */
    uint32_t interface;           /* depth of INTERFACE blocks */
    uint32_t definition;          /* depth of TYPE and STRUCTURE definitions */
    struct stmt *type;            /* the open TYPE definition; NULL = none */
    ARRAY(struct stmt *) parts;   /* its statements */
};

enum { LABELS = 100000 }; /* labels have one to five digits */

/* Whether a unit may begin with the next statement. */
bool units_at_head(const struct units *u);
/* Adds the statement to its unit. meant: the kind that a WRONG statement was classified as. */
void units_add(struct units *u, struct stmt *s, enum stmt_kind meant);
/* Whether a unit was begun and all units have ended. */
bool units_complete(const struct units *u);
/* Moves the units to ast. Units that are open at the end of the source are closed. */
void units_move(struct units *u, struct ast *ast);
void units_close(struct units *u);

/* The message about UNSUPPORTED statements. */
extern const char unread_text[];

/* Reports an error at the statement and makes it WRONG. */
void stmt_wrong(struct diag *d, struct stmt *s, const char *why);

/* Makes unmatched statements of blocks (DO, IF, SELECT CASE, WHERE, FORALL, BLOCK) WRONG, with an
 * error, so that the remaining blocks nest. A duplicate label is an error, but its statement is
 * kept. */
void blocks_check(struct arena *a, struct unit *unit, struct diag *d);

#endif
