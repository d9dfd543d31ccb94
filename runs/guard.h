/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Protection from run databases of unknown origin: limits what a database can make SQLite do, and
 * checks that it has the schema of this program. */
#ifndef RUNS_GUARD_H
#define RUNS_GUARD_H

#include "runs/db.h"

/* Configures the connection before the first statement: disables views, triggers, virtual tables
 * and attached databases, limits texts and blobs to GUARD_LENGTH bytes, and interrupts statements
 * that execute far more steps than the size of the file requires. */
enum { GUARD_LENGTH = 256 << 20 };
void guard_connection(struct runs *r);
/* Restarts the step count at the begin of a statement. */
void guard_statement(struct runs *r);
/* Checks that a database of the newest version has exactly the tables and indexes of the schema
 * steps, and besides only harmless objects (runs/objects.h). Returns false after a message. */
bool guard_schema(struct runs *r);

#endif
