/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests a run that was imported from samples: its data are in the database, raw samples byte by
 * byte. An existing run of that name is removed with all its data. */
#include "runs/db.h"
#include "base/util.h"
#include "tests/put-files.h"
#include "tests/unit/database.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "sampled-test.XXXXXX";
static const struct runs_target ksr = {.machine = "ksr1", .machine_text = "name ksr1\n"};
static const char path[] = "run.db";

static void put_loop(void)
{
    struct diag d = {0};
    struct source_loop l = {.id = "a.f:sub:4", .file = "a.f", .routine = "sub", .line = 4};
    struct source_file f = {.file = "a.f", .lines = 12};
    struct source_loops loops = {&l, 1};
    l.end_line = 9;
    l.depth = 1;
    l.parent = -1;
    l.innermost = true;
    l.stride = l.element_bytes = 8;
    struct runs *r = runs_open(path, RUNS_ADD, &d);
    CHECK(r && put_source_file(r, &ksr, &f, &loops) && runs_commit(r));
    runs_close(r);
}

static const struct sampled_run one = {
    .name = "one", .processors = 2, .path = "one.manifest", .text = "run one\n"};
static uint8_t block[1 << 16];

static const struct skip skips[] = {{.block = "5", .skipped = 3}};
static const struct counter_sum counters[] = {
    {.counter = 0, .name = "misses", .instances = 2, .value = {65, NULL}},
    {.counter = 15, .instances = 2, .value = {0, "the counter stood at its most"}}};
static const struct sampled_loop loop = {.loop = "sub:4",
                                         .thread = 1,
                                         .iterations = 30,
                                         .cycles = 180,
                                         .instances = {2, 1, 0},
                                         .skips = skips,
                                         .n_skips = 1,
                                         .counters = counters,
                                         .n_counters = 2};

/* Stores two blocks that differ in one byte, from before and after a wrap. */
static bool put_run(struct runs *r, const struct sampled_run *run)
{
    struct runs_sampled *s = runs_sampled_begin(r, run);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = (uint8_t)(i * 7 >> 3);
    bool ok = s && runs_sampled_file(s, "one.mkn") &&
              runs_sampled_block(s, block, sizeof block, 4096, INT64_C(1099511627770),
                                 INT64_C(1099511627790)) &&
              runs_sampled_block(s, block + 1, 160, 10, -5, 7);
    ok = ok && runs_sampled_loop(s, &loop) &&
         runs_sampled_thread(s, &(struct sampled_thread){1, UINT32_MAX, 4106, 3}) &&
         runs_sampled_parallel(s, &(struct sampled_parallel){7, 1, NULL, 4, {1, 0, 0}, 1820}) &&
         runs_sampled_note(s, "one.mkn: lost: end marks 1");
    runs_sampled_end(s);
    return ok;
}

static long count(struct runs *r, const char *sql)
{
    long n = -1;
    CHECK(db_id(r, &n, sql, ""));
    return n;
}

static void samples_come_back_byte_by_byte(void)
{
    struct diag d = {0};
    struct runs *r = runs_open(path, RUNS_CHANGE, &d);
    CHECK(put_run(r, &one) && runs_commit(r));
    runs_close(r);
    r = runs_open(path, RUNS_READ, &d);
    sqlite3_stmt *s = db_query(r, "select bytes from stream_block order by seq", "");
    CHECK(db_row(r, s) && sqlite3_column_bytes(s, 0) == 1 << 16 &&
          memcmp(sqlite3_column_blob(s, 0), block, sizeof block) == 0);
    CHECK(db_row(r, s) && sqlite3_column_bytes(s, 0) == 160 &&
          memcmp(sqlite3_column_blob(s, 0), block + 1, 160) == 0);
    CHECK(!db_row(r, s));
    CHECK(count(r, "select samples from stream") == 4106);
    CHECK(count(r, "select seq from stream_block where stream = 1 and first_time <= 1099511627780 "
                   "and last_time >= 1099511627780") == 0);
    CHECK(count(r, "select first_time from stream_block where seq = 1") == -5);
    runs_close(r);
}

static void facts_come_back(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct loop_samples s;
    struct stored_runs list;
    struct notes notes = {0};
    struct runs *r = runs_open(path, RUNS_READ, &d);
    CHECK(runs_runs(r, &a, &list) && list.n == 1 && list.at[0].processors == 2);
    CHECK(runs_samples(r, &a, list.at[0].id, "a.f:sub:4", &s) && s.n == 1 && s.n_skips == 1);
    CHECK(s.at[0].thread == 1 && s.at[0].iterations == 30 && s.at[0].cycles == 180);
    CHECK(s.at[0].counted && s.at[0].instances.whole == 2 && s.at[0].instances.lost == 1 &&
          s.at[0].overruns == 3);
    CHECK(runs_run_notes(r, &a, list.at[0].id, &notes) && notes.n == 1);
    CHECK_TEXT("one.mkn: lost: end marks 1", notes.at[0]);
    CHECK(count(r, "select value from counter_sum where counter = 0 and name = 'misses'") == 65);
    CHECK(count(r, "select value is null and value_missing is not null and name is null "
                   "from counter_sum where counter = 15") == 1);
    CHECK(count(r, "select cycles from parallel_region where region = 7 and threads = 4") == 1820);
    CHECK(count(r, "select source from sample_thread") == UINT32_MAX);
    CHECK(count(r, "select text = 'run one' || char(10) from manifest") == 1);
    runs_close(r);
    arena_free(&a);
}

/* A rejected run does not replace the old one. */
static void a_run_is_removed_with_all_its_rows(void)
{
    static const char *const tables[] = {"stream",         "stream_block", "sample_thread",
                                         "instance_count", "counter_sum",  "parallel_region",
                                         "run_note",       "measurement",  "manifest"};
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct runs *r = runs_open(path, RUNS_CHANGE, &d);
    struct sampled_run wrong = one;
    wrong.build = "O3";
    CHECK(!put_run(r, &wrong) && d.errors == 1);
    CHECK(count(r, "select count(*) from stream_block") == 2);
    struct runs_sampled *s = runs_sampled_begin(r, &one);
    CHECK(s);
    runs_sampled_end(s);
    for (size_t i = 0; i < COUNT_OF(tables); i++)
        CHECK(count(r, arena_printf(&a, "select count(*) from %s", tables[i])) ==
              (strcmp(tables[i], "manifest") == 0));
    runs_close(r);
    arena_free(&a);
}

/* A database of version 1 with a measurement from a CSV file keeps its rows when it is opened, and
 * has no counts of instances. */
static void old_databases_have_no_instances(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct loop_samples s;
    struct stored_runs list;
    make_database(&a, "old.db", 1);
    struct runs *r = runs_open("old.db", RUNS_READ, &d);
    CHECK(r && runs_runs(r, &a, &list) && list.n == 2);
    CHECK(runs_samples(r, &a, list.at[1].id, "a.f:sub:4", &s) && s.n == 2);
    CHECK(s.at[0].cycles == 5000.5 && !s.at[0].counted && s.at[0].overruns == 0);
    CHECK(count(r, "pragma user_version") == db_version && d.errors == 0);
    runs_close(r);
    arena_free(&a);
}

int main(void)
{
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    put_loop();
    TEST(samples_come_back_byte_by_byte);
    TEST(facts_come_back);
    TEST(a_run_is_removed_with_all_its_rows);
    TEST(old_databases_have_no_instances);
    unlink(path);
    unlink("old.db");
    return chdir("..") != 0 || rmdir(folder) != 0 || tests_end();
}
