/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements to units; blocks that do not close; statement functions, which
 * only their place tells from assignments. */
#ifndef READING_UNITS_H
#define READING_UNITS_H

#include "base/array.h"
#include "base/name-index.h"
#include "frontend/frontend.h"

/* A unit that has begun and not ended. */
struct open_unit {
    struct unit *unit;
    ARRAY(struct stmt *) at;
    size_t last_inner; /* its newest inner unit, among the units */
    bool contains;     /* its CONTAINS was there */
    bool body;         /* an executable statement was there */
    bool uses;         /* it may know arrays declared elsewhere (USE) or in what is not read */
};

struct units {
    struct arena *arena;
    struct names *names;
    struct diag *diag;
    ARRAY(struct open_unit) open; /* outermost first */
    ARRAY(struct unit *) units;
    ARRAY(struct stmt *) waiting; /* directives and INCLUDE lines in front of a unit */
    struct name_index declared;   /* names by the unit's serial number: 1 = an array */
    uint32_t serial;              /* of the newest unit */
    uint32_t interface;           /* depth of INTERFACE blocks */
    uint32_t definition;          /* depth of TYPE and STRUCTURE definitions */
    struct stmt *type;            /* the TYPE definition that is open; NULL = none */
    ARRAY(struct stmt *) parts;   /* of it */
};

enum { LABELS = 100000 }; /* labels have one to five digits */

/* Whether a unit may begin with the next statement. */
bool units_at_head(const struct units *u);
/* Puts the statement where it belongs. meant: what a WRONG one would have been. */
void units_add(struct units *u, struct stmt *s, enum stmt_kind meant);
/* Whether units were begun and all have their END: nothing that follows belongs to them. */
bool units_complete(const struct units *u);
/* Hands over the units; what is open at the end of the source is closed. */
void units_take(struct units *u, struct ast *ast);
void units_close(struct units *u);

/* What is said of UNSUPPORTED statements. */
extern const char unread_text[];

/* An error at the statement, which becomes WRONG. */
void stmt_wrong(struct diag *d, struct stmt *s, const char *why);

/* Turns statements of blocks that do not pair (DO, IF, SELECT CASE, WHERE,
 * FORALL, BLOCK) into WRONG ones with an error, so that blocks nest in what is
 * left; a label that comes again is an error, but its statement stays. */
void blocks_check(struct arena *a, struct unit *unit, struct diag *d);

#endif
