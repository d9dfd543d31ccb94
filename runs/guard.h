/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run database may come from a stranger: what it may make SQLite do, and whether it is what our
 * own commands make. */
#ifndef RUNS_GUARD_H
#define RUNS_GUARD_H

#include "runs/db.h"

/* Before the first statement: no view, trigger, virtual table or other database is used, texts and
 * blobs have at most GUARD_LENGTH bytes, and a statement that takes far more steps than the size of
 * the file explains is ended. */
enum { GUARD_LENGTH = 256 << 20 };
void guard_connection(struct runs *r);
/* A statement begins: it has its steps from now on. */
void guard_statement(struct runs *r);
/* The database, of the newest version, has the tables and indexes that the steps of the schema make,
 * by their text, and nothing besides that is not harmless (runs/objects.h). False after a message. */
bool guard_schema(struct runs *r);

#endif
