/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/guard.h"
#include "base/array.h"
#include "base/util.h"
#include "runs/objects.h"

#include <stdlib.h>
#include <sys/stat.h>

enum {
    CHECK_STEPS = 10000,         /* of SQLite's machine, between two looks */
    LEAST_LOOKS = 20000,         /* 200 million steps: two seconds or so */
    BYTES_A_LOOK = 10,           /* of the file: 1000 steps each byte */
    STATEMENTS_AT_MOST_LONG = 8, /* all statements together */
};

/* ---- what SQLite may do ---- */

/* Nothing of ours needs another database, a module, or code from a file. */
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

static int look(void *from)
{
    struct runs *r = from;
    r->looks++;
    r->all_looks++;
    return r->looks > r->most_looks || r->all_looks / STATEMENTS_AT_MOST_LONG > r->most_looks;
}

static void configure(sqlite3 *db)
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
    configure(r->db);
    r->most_looks = LEAST_LOOKS + bytes / BYTES_A_LOOK;
    sqlite3_set_authorizer(r->db, authorize, NULL);
    sqlite3_progress_handler(r->db, CHECK_STEPS, look, r);
}

void guard_statement(struct runs *r)
{
    r->looks = 0;
}

/* ---- what the database is ---- */

static bool refuse_object(struct runs *r, const struct object *o, bool ours)
{
    diag_error(r->d, (struct where){.file = r->path},
               ours ? "%s '%s' is not what a run database has; make it again with kma --db"
                    : "%s '%s' is not what a run database may have besides its own (plain tables, "
                      "indexes of columns, views); drop it with sqlite3",
               o->kind, o->name);
    r->failed = true;
    return false;
}

static bool refuse_lack(struct runs *r, const struct object *o)
{
    diag_error(r->d, (struct where){.file = r->path},
               "it lacks the %s '%s' that a run database has; make it again with kma --db", o->kind,
               o->name);
    r->failed = true;
    return false;
}

/* Each of its objects is one of ours, which is marked as there, or is harmless. */
static bool check_objects(struct runs *r, struct arena *a, const struct objects *ours, bool *there)
{
    struct columns c = db_rows(r, a, "select sql from sqlite_schema where sql is not null", "");
    while (db_next(&c)) {
        struct object o = object_of(a, column_name(&c));
        const struct object *own = object_named(ours, o.name);
        bool same = own && strcmp(own->form, o.form) == 0;
        if (same)
            there[own - ours->at] = true;
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
    bool *there = ARENA_ARRAY(&a, bool, ours.n);
    bool same = check_objects(r, &a, &ours, there);
    for (size_t i = 0; same && i < ours.n; i++)
        if (!there[i])
            same = refuse_lack(r, &ours.at[i]);
    array_free(&ours);
    arena_free(&a);
    return same;
}
