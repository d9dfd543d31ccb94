/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens run databases, upgrades them, and controls the transaction of the command. */
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
    CHECKED_BYTES = 32 << 20, /* larger files are not checked completely when opened */
};

const char *const db_steps[] = {
#include "runs/schema/steps.inc"
};
const int db_version = COUNT_OF(db_steps);

/* Reports why the file is refused. Returns false. */
static bool refuse_file(struct runs *r, const char *what)
{
    diag_error(r->d, (struct where){.file = r->path}, "%s", what);
    r->failed = true;
    return false;
}

static bool refuse_version(struct runs *r, long version)
{
    diag_error(r->d, (struct where){.file = r->path},
               "this run database has version %ld, and this program supports versions up to %d; "
               "use a newer program",
               version, db_version);
    r->failed = true;
    return false;
}

static long big_endian(const unsigned char *p)
{
    return (long)((unsigned long)p[0] << 24 | (unsigned long)p[1] << 16 | (unsigned long)p[2] << 8 |
                  p[3]);
}

/* Checks that the directory of the path exists. Returns false after a message. */
static bool check_directory(struct runs *r)
{
    char *directory = missing_directory(r->path);
    if (!directory)
        return true;
    diag_error(r->d, (struct where){.file = r->path}, "directory '%s' does not exist", directory);
    r->failed = true;
    free(directory);
    return false;
}

/* Returns whether the file ends within a page, the rest of which SQLite would read as zeroes. This
 * is allowed while a journal exists, from which SQLite restores the file. */
static bool ends_in_page(const struct runs *r, const unsigned char *head, off_t size)
{
    long page = head[PAGE_OFFSET] << 8 | head[PAGE_OFFSET + 1];
    char *journal = xmalloc(strlen(r->path) + sizeof "-journal");
    strcat(strcpy(journal, r->path), "-journal");
    bool has_journal = !r->in_memory && access(journal, F_OK) == 0;
    free(journal);
    page = page == 1 ? LARGEST_PAGE : page;
    return !has_journal && (page == 0 || size % page != 0);
}

/* Checks the first n bytes, head, of a file of that size. Returns false after a message. */
static bool check_header(struct runs *r, const unsigned char *head, size_t n, off_t size)
{
    if (n < HEADER_BYTES || memcmp(head, "SQLite format 3", 16) != 0)
        return refuse_file(r, "not a run database; give one, for example macs-out/run.db");
    if (big_endian(head + APPLICATION_OFFSET) != APPLICATION_ID)
        return refuse_file(r, "not a run database, but an SQLite database of another program");
    long version = big_endian(head + VERSION_OFFSET);
    if (version > db_version)
        return refuse_version(r, version);
    return !ends_in_page(r, head, size) || db_damaged(r);
}

/* Checks the file without SQLite, which may change a file that it opens. *empty: the file is
 * missing or empty. Returns false after a message. */
static bool check_file(struct runs *r, bool *empty)
{
    unsigned char head[HEADER_BYTES];
    struct stat st;
    *empty = true;
    if (stat(r->path, &st) != 0) {
        if (errno == ENOENT)
            return check_directory(r);
        return refuse_file(r, strerror(errno));
    }
    if (!S_ISREG(st.st_mode))
        return refuse_file(r,
                           "not a regular file; give a run database, for example macs-out/run.db");
    if (st.st_size == 0)
        return true;
    *empty = false;
    FILE *f = fopen(r->path, "rb");
    if (!f)
        return refuse_file(r, strerror(errno));
    size_t n = fread(head, 1, sizeof head, f);
    if (!file_close(f))
        return refuse_file(r, strerror(errno));
    return check_header(r, head, n, st.st_size);
}

/* Executes statements without results. Returns false after a message. */
static bool execute(struct runs *r, const char *text)
{
    guard_statement(r);
    return sqlite3_exec(r->db, text, NULL, NULL, NULL) == SQLITE_OK || db_fail(r);
}

/* Returns a path that SQLite does not interpret as a URI or a special name. The caller frees it. */
static char *file_path(const char *path)
{
    size_t n = strlen(path);
    char *p = xmalloc(n + 3);
    snprintf(p, n + 3, "%s%s", path[0] == '/' ? "" : "./", path);
    return p;
}

static bool configure_connection(struct runs *r)
{
    sqlite3_busy_timeout(r->db, BUSY_MS);
    guard_connection(r);
    return execute(
        r, "pragma foreign_keys = on; pragma cell_size_check = on;"
           "pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -32768");
}

static bool open_connection(struct runs *r, enum runs_mode mode)
{
    char *path = file_path(r->path);
    int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (mode == RUNS_ADD ? SQLITE_OPEN_CREATE : 0);
    int rc = sqlite3_open_v2(path, &r->db, flags, NULL);
    bool no_memory = !r->db;
    if (rc != SQLITE_OK && !no_memory)
        db_fail(r);
    if (rc != SQLITE_OK) { /* opens again only to remove the file later */
        sqlite3_close(r->db);
        sqlite3_open_v2(path, &r->db, flags, NULL);
    }
    free(path);
    if (no_memory)
        die_out_of_memory();
    return rc == SQLITE_OK && configure_connection(r);
}

/* Opens an in-memory copy of a database. */
static bool open_bytes(struct runs *r, const unsigned char *bytes, size_t n)
{
    unsigned flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE;
    unsigned char *copy = sqlite3_malloc64(n);
    int rc = sqlite3_open_v2(":memory:", &r->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (!r->db || !copy)
        die_out_of_memory();
    memcpy(copy, bytes, n);
    if (rc == SQLITE_OK) /* frees the copy even on failure */
        rc = sqlite3_deserialize(r->db, "main", copy, (sqlite3_int64)n, (sqlite3_int64)n, flags);
    return rc == SQLITE_OK ? configure_connection(r) : db_fail(r);
}

/* Lets SQLite check the consistency of all tables and references, unless the file is too large.
 * Returns false after a message. */
static bool check_tables(struct runs *r)
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

static bool get_version(struct runs *r, long *version)
{
    return db_id(r, version, "pragma user_version", "");
}

bool db_migrate(struct runs *r, const char *const *steps, int n)
{
    char mark[64];
    long version;
    if (!get_version(r, &version))
        return false;
    for (; version < n; version++) {
        snprintf(mark, sizeof mark, "pragma user_version = %ld", version + 1);
        if (!execute(r, steps[version]) || !execute(r, mark))
            return false;
    }
    return true;
}

/* Initializes a new database, or upgrades an old one. Returns false after a message. */
static bool upgrade_database(struct runs *r, enum runs_mode mode)
{
    char mark[64];
    long version, tables;
    if (!get_version(r, &version) || !db_id(r, &tables, "select count(*) from sqlite_schema", ""))
        return false;
    if (version > db_version)
        return refuse_version(r, version);
    if (version == 0 && (mode != RUNS_ADD || tables > 0))
        return refuse_file(r, "this run database is empty; store loops in it with kma --db");
    snprintf(mark, sizeof mark, "pragma application_id = %d", APPLICATION_ID);
    return (version > 0 || execute(r, mark)) && db_migrate(r, db_steps, db_version) &&
           guard_schema(r) && (version == db_version || sums_update(r));
}

/* Checks that the file is writable. SQLite itself would fail only at the first row, after a long
 * computation. Returns false after a message. */
static bool check_writable(struct runs *r)
{
    return sqlite3_db_readonly(r->db, "main") != 1 ||
           refuse_file(r, "this run database cannot be written; nothing was changed");
}

/* Acquires the write lock. If the command that created a new file fails, it removes the file while
 * we wait for the lock (remove_empty_file): the file is then created again. */
static bool lock_database(struct runs *r, enum runs_mode mode)
{
    int gone = 0;
    for (int tries = 0; tries < OPEN_TRIES; tries++) {
        int rc = sqlite3_exec(r->db, "begin immediate", NULL, NULL, NULL);
        sqlite3_file_control(r->db, "main", SQLITE_FCNTL_HAS_MOVED, &gone);
        if (!gone || mode != RUNS_ADD)
            return rc == SQLITE_OK ? check_writable(r) : db_fail(r);
        sqlite3_close(r->db);
        if (!open_connection(r, mode))
            return false;
        r->created = true;
    }
    return execute(r, "begin immediate");
}

/* Begins the transaction. For reading, an old database is first upgraded in a separate
 * transaction. */
static bool begin_transaction(struct runs *r, enum runs_mode mode)
{
    long version;
    if (mode != RUNS_READ)
        return lock_database(r, mode) && upgrade_database(r, mode);
    if (!execute(r, "begin") || !get_version(r, &version))
        return false;
    if (version < db_version)
        return execute(r, "rollback; begin immediate") && upgrade_database(r, mode) &&
               execute(r, "commit; begin; pragma query_only = on");
    if (version > db_version)
        return refuse_version(r, version);
    return guard_schema(r) && execute(r, "pragma query_only = on");
}

/* Removes the empty file that this command created and did not commit to, unless another command
 * has written to it. The lock excludes writers meanwhile. */
static void remove_empty_file(struct runs *r)
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
        remove_empty_file(r);
    sqlite3_close(r->db); /* rolls back an open transaction */
    r->db = NULL;
}

/* Restores the file if the process ends within a transaction. */
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
    bool ok = check_file(r, &empty);
    r->created = ok && empty && access(path, F_OK) != 0;
    if (ok && empty && mode != RUNS_ADD)
        ok = refuse_file(r, r->created ? "no such file; create a run database with kma --db"
                                       : "an empty file; create a run database with kma --db");
    if (ok && open_connection(r, mode) && begin_transaction(r, mode) && check_tables(r))
        return r;
    runs_close(r);
    return NULL;
}

struct runs *runs_open_bytes(const char *path, const void *bytes, size_t n, enum runs_mode mode,
                             struct diag *d)
{
    struct runs *r = xmalloc(sizeof *r);
    *r = (struct runs){.path = path, .d = d, .in_memory = true};
    if (check_header(r, bytes, n, (off_t)n) && open_bytes(r, bytes, n) &&
        begin_transaction(r, mode) && check_tables(r))
        return r;
    runs_close(r);
    return NULL;
}

bool runs_commit(struct runs *r)
{
    if (r->failed || !facts_prune(r) || !sums_update(r))
        return false;
    r->committed = execute(r, "commit");
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
