/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening, versions, the command's transaction. */
#include "base/cleanup.h"
#include "base/file.h"
#include "base/util.h"
#include "runs/facts/put.h"
#include "runs/guard.h"
#include "runs/measured/sums.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x4d414353, /* "MACS" */
    HEADER_BYTES = 100,          /* of an SQLite file */
    PAGE_OFFSET = 16,
    LARGEST_PAGE = 65536, /* written as 1 */
    VERSION_OFFSET = 60,
    APPLICATION_OFFSET = 68,
    BUSY_MS = 60000,
    OPEN_TRIES = 8,
    CHECKED_BYTES = 32 << 20, /* larger files are not read through when opened */
};

const char *const db_steps[] = {
#include "runs/schema/steps.inc"
};
const int db_version = COUNT_OF(db_steps);

static bool refuse(struct runs *r, const char *what)
{
    diag_error(r->d, (struct where){.file = r->path}, "%s", what);
    r->failed = true;
    return false;
}

static bool too_new(struct runs *r, long version)
{
    diag_error(r->d, (struct where){.file = r->path},
               "this run database has version %ld, and this program knows versions up to %d; use "
               "the newer program",
               version, db_version);
    r->failed = true;
    return false;
}

static long big_endian(const unsigned char *p)
{
    return (long)((unsigned long)p[0] << 24 | (unsigned long)p[1] << 16 | (unsigned long)p[2] << 8 |
                  p[3]);
}

/* There is no file at the path: maybe there is not even its folder. */
static bool has_folder(struct runs *r)
{
    struct stat st;
    const char *slash = strrchr(r->path, '/');
    if (!slash || slash == r->path)
        return true;
    size_t n = (size_t)(slash - r->path);
    char *folder = xmalloc(n + 1);
    memcpy(folder, r->path, n);
    folder[n] = '\0';
    bool there = stat(folder, &st) == 0;
    if (!there)
        diag_error(r->d, (struct where){.file = r->path}, "there is no folder %s", folder);
    r->failed |= !there;
    free(folder);
    return there;
}

/* Whether the file ends within a page, of which SQLite would take the rest for zeroes; while a
 * journal tells how to go back it may. */
static bool ends_in_page(const struct runs *r, const unsigned char *head, off_t size)
{
    long page = head[PAGE_OFFSET] << 8 | head[PAGE_OFFSET + 1];
    char *journal = xmalloc(strlen(r->path) + sizeof "-journal");
    strcat(strcpy(journal, r->path), "-journal");
    bool going_back = !r->in_memory && access(journal, F_OK) == 0;
    free(journal);
    page = page == 1 ? LARGEST_PAGE : page;
    return !going_back && (page == 0 || size % page != 0);
}

/* What a file of that size is, whose first n bytes are head. */
static bool look_at_head(struct runs *r, const unsigned char *head, size_t n, off_t size)
{
    if (n < HEADER_BYTES || memcmp(head, "SQLite format 3", 16) != 0)
        return refuse(r, "this is no run database; name the file that --db made");
    if (big_endian(head + APPLICATION_OFFSET) != APPLICATION_ID)
        return refuse(r, "this is an SQLite database of another program, no run database");
    long version = big_endian(head + VERSION_OFFSET);
    if (version > db_version)
        return too_new(r, version);
    return !ends_in_page(r, head, size) || db_damaged(r);
}

/* What the file is, seen without SQLite, which may change what it opens.
 * *empty: there is nothing yet. */
static bool look_at(struct runs *r, bool *empty)
{
    unsigned char head[HEADER_BYTES];
    struct stat st;
    *empty = true;
    if (stat(r->path, &st) != 0) {
        if (errno == ENOENT)
            return has_folder(r);
        return refuse(r, strerror(errno));
    }
    if (!S_ISREG(st.st_mode))
        return refuse(r, "this is no file, so no run database");
    if (st.st_size == 0)
        return true;
    *empty = false;
    FILE *f = fopen(r->path, "rb");
    if (!f)
        return refuse(r, strerror(errno));
    size_t n = fread(head, 1, sizeof head, f);
    if (!file_close(f))
        return refuse(r, strerror(errno));
    return look_at_head(r, head, n, st.st_size);
}

static bool pragma(struct runs *r, const char *text)
{
    guard_statement(r);
    return sqlite3_exec(r->db, text, NULL, NULL, NULL) == SQLITE_OK || db_fail(r);
}

/* A path that SQLite takes for a file whatever it looks like. */
static char *file_path(const char *path)
{
    size_t n = strlen(path);
    char *p = xmalloc(n + 3);
    snprintf(p, n + 3, "%s%s", path[0] == '/' ? "" : "./", path);
    return p;
}

static bool set_up(struct runs *r)
{
    sqlite3_busy_timeout(r->db, BUSY_MS);
    guard_connection(r);
    return pragma(
        r, "pragma foreign_keys = on; pragma cell_size_check = on;"
           "pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -32768");
}

static bool connect(struct runs *r, enum runs_mode mode)
{
    char *path = file_path(r->path);
    int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (mode == RUNS_ADD ? SQLITE_OPEN_CREATE : 0);
    int rc = sqlite3_open_v2(path, &r->db, flags, NULL);
    bool none = !r->db;
    if (rc != SQLITE_OK && !none)
        db_fail(r);
    if (rc != SQLITE_OK) { /* that can't be used, but the file is still to be removed */
        sqlite3_close(r->db);
        sqlite3_open_v2(path, &r->db, flags, NULL);
    }
    free(path);
    if (none)
        die_out_of_memory();
    return rc == SQLITE_OK && set_up(r);
}

/* The database is a copy of those bytes. */
static bool connect_bytes(struct runs *r, const unsigned char *bytes, size_t n)
{
    unsigned flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE;
    unsigned char *copy = sqlite3_malloc64(n);
    int rc = sqlite3_open_v2(":memory:", &r->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (!r->db || !copy)
        die_out_of_memory();
    memcpy(copy, bytes, n);
    if (rc == SQLITE_OK) /* which frees the copy where it fails, too */
        rc = sqlite3_deserialize(r->db, "main", copy, (sqlite3_int64)n, (sqlite3_int64)n, flags);
    return rc == SQLITE_OK ? set_up(r) : db_fail(r);
}

/* Every table is as SQLite wrote it: true where the file is too large to ask. */
static bool sound(struct runs *r)
{
    struct stat st;
    if (!r->in_memory && (stat(r->path, &st) != 0 || st.st_size > CHECKED_BYTES))
        return true;
    sqlite3_stmt *s = db_query(r, "pragma quick_check(1)", "");
    const char *text = db_row(r, s) ? (const char *)sqlite3_column_text(s, 0) : NULL;
    bool ok = text && strcmp(text, "ok") == 0;
    if (s)
        sqlite3_reset(s);
    if (ok) {
        s = db_query(r, "pragma foreign_key_check", "");
        ok = !db_row(r, s);
        if (s)
            sqlite3_reset(s);
    }
    if (r->failed)
        return false;
    return ok || db_damaged(r);
}

static bool version_of(struct runs *r, long *version)
{
    return db_id(r, version, "pragma user_version", "");
}

bool db_migrate(struct runs *r, const char *const *steps, int n)
{
    char mark[64];
    long version;
    if (!version_of(r, &version))
        return false;
    for (; version < n; version++) {
        snprintf(mark, sizeof mark, "pragma user_version = %ld", version + 1);
        if (!pragma(r, steps[version]) || !pragma(r, mark))
            return false;
    }
    return true;
}

/* A new database becomes ours; an old one becomes new. */
static bool bring_up(struct runs *r, enum runs_mode mode)
{
    char mark[64];
    long version, tables;
    if (!version_of(r, &version) || !db_id(r, &tables, "select count(*) from sqlite_schema", ""))
        return false;
    if (version > db_version)
        return too_new(r, version);
    if (version == 0 && (mode != RUNS_ADD || tables > 0))
        return refuse(r, "there is nothing in this run database; fill it with kma --db");
    snprintf(mark, sizeof mark, "pragma application_id = %d", APPLICATION_ID);
    return (version > 0 || pragma(r, mark)) && db_migrate(r, db_steps, db_version) &&
           guard_schema(r) && (version == db_version || sums_make(r));
}

/* SQLite begins to write to a file that may be read only, and fails at the first row: what takes
 * long in between need not have been done. */
static bool writable(struct runs *r)
{
    return sqlite3_db_readonly(r->db, "main") != 1 ||
           refuse(r, "this run database can't be written; nothing was changed");
}

/* Takes the right to write. A new file may go away while we wait for it, when
 * the command that made it fails (forget_file): then it is made anew. */
static bool lock(struct runs *r, enum runs_mode mode)
{
    int gone = 0;
    for (int tries = 0; tries < OPEN_TRIES; tries++) {
        int rc = sqlite3_exec(r->db, "begin immediate", NULL, NULL, NULL);
        sqlite3_file_control(r->db, "main", SQLITE_FCNTL_HAS_MOVED, &gone);
        if (!gone || mode != RUNS_ADD)
            return rc == SQLITE_OK ? writable(r) : db_fail(r);
        sqlite3_close(r->db);
        if (!connect(r, mode))
            return false;
        r->created = true;
    }
    return pragma(r, "begin immediate");
}

/* A reader of an old database brings it up first, in a transaction of its own. */
static bool begin(struct runs *r, enum runs_mode mode)
{
    long version;
    if (mode != RUNS_READ)
        return lock(r, mode) && bring_up(r, mode);
    if (!pragma(r, "begin") || !version_of(r, &version))
        return false;
    if (version < db_version)
        return pragma(r, "rollback; begin immediate") && bring_up(r, mode) &&
               pragma(r, "commit; begin; pragma query_only = on");
    if (version > db_version)
        return too_new(r, version);
    return guard_schema(r) && pragma(r, "pragma query_only = on");
}

/* Takes away the empty file of a first command that failed, unless another
 * command has filled it since; nobody can while we hold the lock. */
static void forget_file(struct runs *r)
{
    struct stat st;
    int gone = 0;
    if (!sqlite3_get_autocommit(r->db) &&
        sqlite3_exec(r->db, "rollback", NULL, NULL, NULL) != SQLITE_OK)
        return;
    if (sqlite3_exec(r->db, "begin immediate", NULL, NULL, NULL) != SQLITE_OK)
        return;
    sqlite3_file_control(r->db, "main", SQLITE_FCNTL_HAS_MOVED, &gone);
    if (!gone && stat(r->path, &st) == 0 && st.st_size == 0)
        unlink(r->path);
}

static void disconnect(struct runs *r)
{
    db_close_statements(r);
    if (r->created && r->db && !r->committed)
        forget_file(r);
    sqlite3_close(r->db); /* rolls back what is open */
    r->db = NULL;
}

/* Where the process ends in the middle of a transaction, the file is as it was. */
static void roll_back(void *runs)
{
    struct runs *r = runs;
    if (pthread_equal(r->thread, pthread_self()))
        disconnect(r);
}

void runs_know_machines(struct runs *r, bool (*is_machine)(const char *name))
{
    r->is_machine = is_machine;
}

struct runs *runs_open(const char *path, enum runs_mode mode, struct diag *d)
{
    bool empty;
    struct runs *r = xmalloc(sizeof *r);
    *r = (struct runs){.path = path, .d = d, .thread = pthread_self()};
    cleanup_add(roll_back, r);
    bool ok = look_at(r, &empty);
    r->created = ok && empty && access(path, F_OK) != 0;
    if (ok && empty && mode != RUNS_ADD)
        ok = refuse(r, "there is no run database here; make one with kma --db and kmacstat --db");
    if (ok && connect(r, mode) && begin(r, mode) && sound(r))
        return r;
    runs_close(r);
    return NULL;
}

struct runs *runs_open_bytes(const char *path, const void *bytes, size_t n, enum runs_mode mode,
                             struct diag *d)
{
    struct runs *r = xmalloc(sizeof *r);
    *r = (struct runs){.path = path, .d = d, .in_memory = true};
    if (look_at_head(r, bytes, n, (off_t)n) && connect_bytes(r, bytes, n) && begin(r, mode) &&
        sound(r))
        return r;
    runs_close(r);
    return NULL;
}

bool runs_commit(struct runs *r)
{
    if (r->failed || !facts_prune(r) || !sums_make(r))
        return false;
    r->committed = pragma(r, "commit");
    return r->committed;
}

void runs_close(struct runs *r)
{
    if (!r)
        return;
    cleanup_drop(r);
    disconnect(r);
    free(r);
}
