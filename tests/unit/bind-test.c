/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each allocation of SQLite fails once while a run database is filled and read: the result is
 * correct, or there is a message; a text or number never becomes NULL without a message. */
#include "base/arena.h"
#include "runs/db.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CORRECT, REPORTED, WRONG };

/* ---- SQLite's allocator: the nth allocation fails ---- */

static sqlite3_mem_methods original;
static long until = -1; /* remaining allocations; -1 = none fails */

static bool allocation_fails(void)
{
    return until >= 0 && until-- == 0;
}

static void *allocate(int n)
{
    return allocation_fails() ? NULL : original.xMalloc(n);
}

static void *resize(void *p, int n)
{
    return allocation_fails() ? NULL : original.xRealloc(p, n);
}

static void install(void)
{
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &original);
    sqlite3_mem_methods ours = original;
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
    int outcome = CORRECT;
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
    return r->failed ? REPORTED : outcome;
}

/* Returns the outcome if allocation n fails. */
static int outcome_of_failure(long n)
{
    FILE *nothing = fopen("/dev/null", "w");
    struct diag d = {.out = nothing};
    struct runs *r = runs_open(path, RUNS_ADD, &d);
    until = n;
    int outcome = !r ? WRONG : put(r) ? get(r) : REPORTED;
    bool all = until >= 0;
    if (outcome == REPORTED && d.errors == 0)
        outcome = WRONG;
    until = -1;
    runs_close(r);
    fclose(nothing);
    return outcome == CORRECT && all ? CORRECT + 10 : outcome;
}

/* Runs in a separate process, because missing memory may end it with status 1 and a message. */
static int outcome_in_a_child(long n)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(WRONG);
        int outcome = outcome_of_failure(n);
        _exit(outcome);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return WRONG;
    return WEXITSTATUS(status);
}

static void every_failure_is_reported(void)
{
    long n = 0, said = 0;
    int outcome;
    while ((outcome = outcome_in_a_child(n)) != CORRECT + 10 && n < 100000) {
        said += outcome == REPORTED;
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
    TEST(every_failure_is_reported);
    unlink(path);
    return tests_end();
}
