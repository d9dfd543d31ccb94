/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/guard.h"
#include "base/array.h"
#include "base/util.h"
#include "runs/objects.h"

#include <stdlib.h>
#include <sys/stat.h>

enum {
    STEPS_PER_CHECK = 10000,  /* steps of SQLite's virtual machine between two checks */
    MIN_CHECK_LIMIT = 20000,  /* 200 million steps, about two seconds */
    BYTES_PER_CHECK = 10,     /* of the file: 1000 steps for each byte */
    ALL_STATEMENTS_LIMIT = 8, /* limit of all statements together, in limits of one */
};

/* ---- restrictions of SQLite ---- */

/* Denies other databases, modules and code from files, which this program does not use. */
static int authorize(void *unused, int action, const char *a, const char *b, const char *c,
                     const char *d)
{
    (void)unused, (void)a, (void)c, (void)d;
    bool loads = action == SQLITE_FUNCTION && b && sqlite3_stricmp(b, "load_extension") == 0;
    return loads || action == SQLITE_ATTACH || action == SQLITE_DETACH ||
                   action == SQLITE_CREATE_VTABLE || action == SQLITE_DROP_VTABLE
               ? SQLITE_DENY
               : SQLITE_OK;
}

/* Progress handler: returns non-zero to interrupt a statement that exceeds its limit of steps. */
static int check_progress(void *from)
{
    struct runs *r = from;
    r->checks++;
    r->total_checks++;
    return r->checks > r->max_checks || r->total_checks / ALL_STATEMENTS_LIMIT > r->max_checks;
}

static void configure_database(sqlite3 *db)
{
    static const struct {
        int what, value;
    } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
#ifdef SQLITE_DBCONFIG_ENABLE_VIEW
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
#endif
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    };
    for (size_t i = 0; i < COUNT_OF(settings); i++)
        sqlite3_db_config(db, settings[i].what, settings[i].value, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, GUARD_LENGTH);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
}

void guard_connection(struct runs *r)
{
    struct stat st;
    uint64_t bytes = stat(r->path, &st) == 0 ? (uint64_t)st.st_size : 0;
    configure_database(r->db);
    r->max_checks = MIN_CHECK_LIMIT + bytes / BYTES_PER_CHECK;
    sqlite3_set_authorizer(r->db, authorize, NULL);
    sqlite3_progress_handler(r->db, STEPS_PER_CHECK, check_progress, r);
}

void guard_statement(struct runs *r)
{
    r->checks = 0;
}

/* ---- objects of the database ---- */

static bool refuse_object(struct runs *r, const struct object *o, bool ours)
{
    diag_error(r->d, (struct where){.file = r->path},
               ours ? "%s '%s' differs from the schema of a run database; create the database "
                      "again with kma --db"
                    : "%s '%s' is not allowed in a run database, only plain tables, indexes of "
                      "columns and views are; drop it with sqlite3",
               o->kind, o->name);
    r->failed = true;
    return false;
}

static bool refuse_missing_object(struct runs *r, const struct object *o)
{
    diag_error(r->d, (struct where){.file = r->path},
               "the %s '%s' of a run database is missing; create the database again with kma --db",
               o->kind, o->name);
    r->failed = true;
    return false;
}

/* Checks that each object is one of ours, which sets its element of present, or is harmless. */
static bool check_objects(struct runs *r, struct arena *a, const struct objects *ours,
                          bool *present)
{
    struct columns c = db_rows(r, a, "select sql from sqlite_schema where sql is not null", "");
    while (db_next(&c)) {
        struct object o = object_of(a, column_name(&c));
        const struct object *own = object_named(ours, o.name);
        bool same = own && strcmp(own->form, o.form) == 0;
        if (same)
            present[own - ours->at] = true;
        else if (!object_is_harmless(&o, ours)) {
            db_stop(&c);
            return refuse_object(r, &o, own);
        }
    }
    return !r->failed;
}

bool guard_schema(struct runs *r)
{
    struct arena a = {0};
    struct objects ours = objects_of_steps(&a, db_steps, db_version);
    bool *present = ARENA_ARRAY(&a, bool, ours.n);
    bool same = check_objects(r, &a, &ours, present);
    for (size_t i = 0; same && i < ours.n; i++)
        if (!present[i])
            same = refuse_missing_object(r, &ours.at[i]);
    array_free(&ours);
    arena_free(&a);
    return same;
}
