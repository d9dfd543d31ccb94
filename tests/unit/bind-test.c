/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each allocation of SQLite fails once while a run database is filled and read: the result is
 * correct, or there is a message; a text or number never becomes NULL without a message. */
#include "base/arena.h"
#include "runs/db.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RIGHT, SAID, WRONG };

/* ---- SQLite's allocator: the nth allocation fails ---- */

static sqlite3_mem_methods usual;
static long until = -1; /* remaining allocations; -1 = none fails */

static bool denied(void)
{
    return until >= 0 && until-- == 0;
}

static void *allocate(int n)
{
    return denied() ? NULL : usual.xMalloc(n);
}

static void *resize(void *p, int n)
{
    return denied() ? NULL : usual.xRealloc(p, n);
}

static void install(void)
{
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
    sqlite3_mem_methods ours = usual;
    ours.xMalloc = allocate;
    ours.xRealloc = resize;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
}

/* ---- a database ---- */

static char path[] = "/tmp/bind-test.XXXXXX";

/* Returns a long text, so that a copy of it needs an allocation. */
static const char *text_of(char letter)
{
    static char text[5000];
    memset(text, letter, sizeof text - 1);
    return text;
}

static bool put(struct runs *r)
{
    long id;
    return db_do(r, "create temp table t (a text, b real, c integer)", "") &&
           db_insert(r, &id, "t (a, b, c)", "tdi", text_of('x'), 2.5, 7L) &&
           db_insert(r, &id, "t (a, b, c)", "tdi", text_of('y'), 3.5, 8L);
}

/* Returns WRONG if a value is missing in a row without a message. */
static int get(struct runs *r)
{
    struct arena a = {0};
    long n = 0;
    int outcome = RIGHT;
    struct columns c = db_rows(r, &a, "select a, b, c from t where a = ? and b = ? and c = ?",
                               "tdi", text_of('y'), 3.5, 8L);
    for (; db_next(&c); n++) {
        const char *text = column_text(&c);
        if (!text || strcmp(text, text_of('y')) != 0 || column_double(&c) != 3.5 ||
            column_long(&c) != 8)
            outcome = WRONG;
    }
    if (!r->failed && n != 1)
        outcome = WRONG;
    arena_free(&a);
    return r->failed ? SAID : outcome;
}

/* Returns the outcome if allocation n fails. */
static int try_without(long n)
{
    FILE *nothing = fopen("/dev/null", "w");
    struct diag d = {.out = nothing};
    struct runs *r = runs_open(path, RUNS_ADD, &d);
    until = n;
    int outcome = !r ? WRONG : put(r) ? get(r) : SAID;
    bool all = until >= 0;
    if (outcome == SAID && d.errors == 0)
        outcome = WRONG;
    until = -1;
    runs_close(r);
    fclose(nothing);
    return outcome == RIGHT && all ? RIGHT + 10 : outcome;
}

/* Runs in a separate process, because missing memory may end it with status 1 and a message. */
static int outcome_without(long n)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(WRONG);
        int outcome = try_without(n);
        _exit(outcome);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return WRONG;
    return WEXITSTATUS(status);
}

static void no_allocation_is_missed_in_silence(void)
{
    long n = 0, said = 0;
    int outcome;
    while ((outcome = outcome_without(n)) != RIGHT + 10 && n < 100000) {
        said += outcome == SAID;
        if (outcome == WRONG)
            printf("# allocation %ld: wrong, and no message\n", n);
        CHECK(outcome != WRONG);
        n += n < 2000 ? 1 : 7;
    }
    printf("# %ld allocations, %ld of them ended with a message\n", n, said);
    CHECK(n > 100 && said > n / 2);
}

int main(void)
{
    install();
    int fd = mkstemp(path);
    if (fd < 0)
        return 1;
    close(fd);
    TEST(no_allocation_is_missed_in_silence);
    unlink(path);
    return tests_end();
}
