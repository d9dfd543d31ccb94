/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that a command that is killed at any time leaves the old or the new state of a run
 * database: a child is killed at its first write to a file, its second, and so on, also in the
 * middle of a write, until it completes. */
#include "runs/db.h"
#include "tests/put-files.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a file system that kills the process ---- */

struct deadly_file {
    sqlite3_file file;
    sqlite3_file *real; /* the file below */
};
static long writes_left; /* 0 = never */
static sqlite3_vfs deadly;
static sqlite3_io_methods methods;

static sqlite3_file *real(sqlite3_file *f)
{
    return ((struct deadly_file *)f)->real;
}

/* Returns whether this change of a file is the last one. */
static int is_last(void)
{
    return writes_left > 0 && --writes_left == 0;
}

static int deadly_write(sqlite3_file *f, const void *bytes, int n, sqlite3_int64 at)
{
    if (is_last()) {
        real(f)->pMethods->xWrite(real(f), bytes, n / 2, at);
        _exit(9);
    }
    return real(f)->pMethods->xWrite(real(f), bytes, n, at);
}

static int deadly_truncate(sqlite3_file *f, sqlite3_int64 n)
{
    if (is_last())
        _exit(9);
    return real(f)->pMethods->xTruncate(real(f), n);
}

static int deadly_sync(sqlite3_file *f, int flags)
{
    if (is_last())
        _exit(9);
    return real(f)->pMethods->xSync(real(f), flags);
}

static int deadly_close(sqlite3_file *f)
{
    return real(f)->pMethods->xClose(real(f));
}

static int deadly_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
    return real(f)->pMethods->xRead(real(f), to, n, at);
}

static int deadly_size(sqlite3_file *f, sqlite3_int64 *n)
{
    return real(f)->pMethods->xFileSize(real(f), n);
}

static int deadly_lock(sqlite3_file *f, int lock)
{
    return real(f)->pMethods->xLock(real(f), lock);
}

static int deadly_unlock(sqlite3_file *f, int lock)
{
    return real(f)->pMethods->xUnlock(real(f), lock);
}

static int deadly_reserved(sqlite3_file *f, int *out)
{
    return real(f)->pMethods->xCheckReservedLock(real(f), out);
}

static int deadly_control(sqlite3_file *f, int op, void *arg)
{
    return real(f)->pMethods->xFileControl(real(f), op, arg);
}

static int deadly_sector(sqlite3_file *f)
{
    return real(f)->pMethods->xSectorSize(real(f));
}

static int deadly_device(sqlite3_file *f)
{
    return real(f)->pMethods->xDeviceCharacteristics(real(f));
}

static int deadly_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out)
{
    sqlite3_vfs *below = v->pAppData;
    struct deadly_file *d = (struct deadly_file *)f;
    d->real = (sqlite3_file *)&d[1];
    int rc = below->xOpen(below, name, d->real, flags, out);
    f->pMethods = rc == SQLITE_OK ? &methods : NULL;
    return rc;
}

static int deadly_delete(sqlite3_vfs *v, const char *name, int sync)
{
    sqlite3_vfs *below = v->pAppData;
    if (is_last())
        _exit(9);
    return below->xDelete(below, name, sync);
}

static void use_deadly_files(long writes)
{
    sqlite3_vfs *below = sqlite3_vfs_find(NULL);
    methods = (sqlite3_io_methods){.iVersion = 1,
                                   .xClose = deadly_close,
                                   .xRead = deadly_read,
                                   .xWrite = deadly_write,
                                   .xTruncate = deadly_truncate,
                                   .xSync = deadly_sync,
                                   .xFileSize = deadly_size,
                                   .xLock = deadly_lock,
                                   .xUnlock = deadly_unlock,
                                   .xCheckReservedLock = deadly_reserved,
                                   .xFileControl = deadly_control,
                                   .xSectorSize = deadly_sector,
                                   .xDeviceCharacteristics = deadly_device};
    deadly = *below;
    deadly.zName = "deadly";
    deadly.pAppData = below;
    deadly.szOsFile = (int)sizeof(struct deadly_file) + below->szOsFile;
    deadly.xOpen = deadly_open;
    deadly.xDelete = deadly_delete;
    writes_left = writes;
    sqlite3_vfs_register(&deadly, 1);
}

/* ---- a command's work ---- */

static char folder[] = "crash-test.XXXXXX";
static char path[64], csv[64];

static void put_loop(struct runs *r, double fa)
{
    struct runs_target t = {.machine = "ksr1", .machine_text = "name ksr1\n"};
    struct source_file f = {.file = "a.f", .lines = 9};
    struct source_loop l = {.id = "a.f:sub:4", .file = "a.f", .routine = "sub", .line = 4};
    struct source_loops loops = {&l, 1};
    l.end_line = 9;
    l.depth = 1;
    l.parent = -1;
    l.innermost = true;
    l.counts.n[OP_FA] = fa;
    put_source_file(r, &t, &f, &loops);
}

/* Writes rows so that the second half is in other database pages than the first. */
static void write_csv(double cycles)
{
    FILE *f = fopen(csv, "w");
    fputs("run,processors,thread,loop,iterations,cycles\n", f);
    for (int thread = 0; thread < 600; thread++)
        fprintf(f, "r,600,%d,a.f:sub:4,10,%g\n", thread, cycles);
    fclose(f);
}

static void work(double value)
{
    struct diag d = {.quiet = true};
    const char *paths[] = {csv};
    struct runs *r = runs_open(path, RUNS_ADD, &d);
    if (!r)
        _exit(3);
    put_loop(r, value);
    if (!runs_import(r, paths, 1) || !runs_commit(r))
        _exit(4);
    runs_close(r);
    _exit(0);
}

/* Returns the status of a child that does the work and is killed at the nth change of a file. */
static int die_at(long n, double value)
{
    write_csv(value);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        use_deadly_files(n);
        work(value);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Returns the common value of all facts of the database; -1 = the database is empty, -2 = the
 * values differ. */
static double state(void)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct stored_builds b;
    struct stored_runs list;
    struct loop_samples s;
    double value = -1;
    struct runs *r = runs_open(path, RUNS_READ, &d);
    if (r && runs_builds(r, &a, &b) && runs_runs(r, &a, &list)) {
        value = b.n == 1 && list.n == 1 ? b.at[0].sources[0].loops.at[0].counts.n[OP_FA] : -2;
        if (list.n == 1 && runs_samples(r, &a, list.at[0].id, "a.f:sub:4", &s))
            for (size_t i = 0; i < 600; i++)
                if (s.n != 600 || s.at[i].cycles != value)
                    value = -2;
    }
    runs_close(r);
    arena_free(&a);
    return value;
}

static void a_new_database_is_complete_or_absent(void)
{
    long n = 1;
    int status = 9;
    for (; status == 9 && n < 10000; n++) {
        unlink(path);
        status = die_at(n, 7);
        double now = state();
        CHECK(status == 0 || status == 9);
        CHECK(now == 7 || (status == 9 && now == -1));
    }
    CHECK(status == 0 && n > 20);
    printf("# a new database: %ld places to die at\n", n - 2);
}

static void an_old_database_is_old_or_new(void)
{
    double value = 7;
    long n = 1, changed = 0;
    int status = 9;
    CHECK(state() == 7);
    for (; status == 9 && n < 10000; n++) {
        status = die_at(n, value + 1);
        double now = state();
        CHECK(status == 0 || status == 9);
        CHECK(now == value + 1 || (status == 9 && now == value));
        changed += now == value + 1;
        value = now;
    }
    CHECK(status == 0 && n > 20 && changed >= 1);
    printf("# an old database: %ld places to die at\n", n - 2);
}

int main(void)
{
    char clean[128];
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/run.db", folder);
    snprintf(csv, sizeof csv, "%s/m.csv", folder);
    TEST(a_new_database_is_complete_or_absent);
    TEST(an_old_database_is_old_or_new);
    snprintf(clean, sizeof clean, "rm -rf %s", folder);
    return tests_end() | (system(clean) != 0);
}
