/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of the process monitor are stored in a run database and read back unchanged. */
#include "tests/unit/database.h"
#include "base/util.h"
#include "tests/watch-text.h"

#include <unistd.h>

static char folder[] = "watches-test.XXXXXX";
static const char text[] = "watch 2.5 250 100 0.0125 0.1 ./a.out -n 3\n"
                           "cpu 0 0.5 0.25\n"
                           "cpu 2 - 0\n"
                           "note no permission to look at 17\n"
                           "note 3 threads came and went\n"
                           "thread 17 17 main - 0 2.5 lives 1.25 0.5 1 2 3 4 5 6\n"
                           "region a.f:sub:4 1 0 0 0 0 0\n"
                           "region setup 0 2 0 0 0 0\n"
                           "wait communication futex 0x7f00 18 9\n"
                           "wait disk fsync - - 4\n"
                           "wait unknown - - - 1\n"
                           /* Equal except for column 3; then a gap at 6; equal again across it. */
                           "bins 0 2 9 0 0 1 0 0\n"
                           "bin 3 8 0 0 1 0 1\n"
                           "bins 4 5 9 0 0 1 0 0\n"
                           "bins 7 8 9 0 0 1 0 0\n"
                           "thread 17 18 - pool 0.75 1 ended - - 0 0 0 0 0 0\n"
                           "thread 20 20 child - 1 0.5 ended 0 0 0 7 0 0 0 0\n"
                           "bin 24 0 7 0 0 0 0\n";

static struct watch hand_made(struct arena *a)
{
    FILE *in = fmemopen((void *)text, sizeof text - 1, "r");
    struct watch w = watch_read(a, in);
    fclose(in);
    return w;
}

static struct runs *open_db(struct arena *a, const char *name, enum runs_mode mode, struct diag *d)
{
    return runs_open(arena_printf(a, "%s/%s", folder, name), mode, d);
}

static void check_said(const char *want, const char *got)
{
    CHECK(!want == !got);
    if (want && got)
        CHECK_TEXT(want, got);
}

static void check_quantity(struct quantity want, struct quantity got)
{
    CHECK(is_known(want) == is_known(got));
    if (is_known(want))
        CHECK(want.value == got.value);
    else
        CHECK_TEXT(want.missing, got.missing);
}

static void check_counts(const struct state_counts *want, const struct state_counts *got)
{
    CHECK(memcmp(want, got, sizeof *want) == 0);
}

static void check_parts(const struct watched_thread *want, const struct watched_thread *got)
{
    CHECK(want->n_regions == got->n_regions && want->n_sites == got->n_sites);
    for (size_t i = 0; i < want->n_regions && i < got->n_regions; i++) {
        CHECK_TEXT(want->regions[i].name, got->regions[i].name);
        check_counts(&want->regions[i].counts, &got->regions[i].counts);
    }
    for (size_t i = 0; i < want->n_sites && i < got->n_sites; i++) {
        const struct wait_site *w = &want->sites[i], *g = &got->sites[i];
        CHECK(w->state == g->state && w->samples == g->samples);
        check_said(w->call, g->call);
        check_said(w->what, g->what);
        check_said(w->peer, g->peer);
    }
    CHECK(want->n_bins == got->n_bins);
    for (size_t i = 0; i < want->n_bins && i < got->n_bins; i++)
        CHECK(memcmp(&want->bins[i], &got->bins[i], sizeof *got->bins) == 0);
}

static void check_thread(const struct watched_thread *want, const struct watched_thread *got)
{
    CHECK(want->number == got->number && want->pid == got->pid && want->tid == got->tid);
    check_said(want->name, got->name);
    check_said(want->group, got->group);
    CHECK(want->begin == got->begin && want->seconds == got->seconds && want->ended == got->ended);
    check_quantity(want->running, got->running);
    check_quantity(want->queued, got->queued);
    check_counts(&want->counts, &got->counts);
    check_parts(want, got);
}

static void check_watch(const struct watch *want, const struct watch *got)
{
    CHECK_TEXT(want->command, got->command);
    CHECK(want->seconds == got->seconds && want->samples == got->samples &&
          want->rate == got->rate && want->asked == got->asked && want->cost == got->cost &&
          want->column_seconds == got->column_seconds);
    CHECK(want->n_threads == got->n_threads && want->n_cpus == got->n_cpus &&
          want->notes.n == got->notes.n);
    for (size_t i = 0; i < want->n_threads && i < got->n_threads; i++)
        check_thread(&want->threads[i], &got->threads[i]);
    for (size_t i = 0; i < want->n_cpus && i < got->n_cpus; i++) {
        CHECK(want->cpus[i].cpu == got->cpus[i].cpu);
        check_quantity(want->cpus[i].idle, got->cpus[i].idle);
        check_quantity(want->cpus[i].calibrated, got->cpus[i].calibrated);
    }
    for (size_t i = 0; i < want->notes.n && i < got->notes.n; i++)
        CHECK_TEXT(want->notes.at[i], got->notes.at[i]);
}

static bool put(const char *db, const char *run, const struct watch *w)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct runs *r = open_db(&a, db, RUNS_ADD, &d);
    bool ok = r && runs_put_watch(r, run, w) && runs_commit(r);
    runs_close(r);
    arena_free(&a);
    return ok;
}

static void all_of_it_comes_back(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct watch w = hand_made(&a), *got, *none;
    long rows;
    CHECK(put("w.db", "r1", &w));
    struct runs *r = open_db(&a, "w.db", RUNS_READ, &d);
    CHECK(r && runs_watch(r, &a, "r1", &got) && got);
    CHECK(got->threads[0].n_bins == 0);
    CHECK(runs_timeline(r, &a, "r1", got));
    check_watch(&w, got);
    CHECK(runs_watch(r, &a, "r2", &none) && !none);
    /* Consecutive equal columns are one row: 0-2, 3, 4-5, 7-8; and 24. */
    CHECK(db_id(r, &rows, "select count(*) from watch_column", "") && rows == 5);
    runs_close(r);
    arena_free(&a);
}

static void putting_again_replaces_that_run_alone(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct watch w = hand_made(&a), other = hand_made(&a), *got;
    struct notes names = {0};
    other.n_threads = 1;
    other.threads[0].n_regions = other.threads[0].n_bins = 0;
    other.notes.n = 0;
    CHECK(put("w.db", "r0", &w) && put("w.db", "r1", &other));
    struct runs *r = open_db(&a, "w.db", RUNS_READ, &d);
    CHECK(r && runs_watch(r, &a, "r1", &got) && runs_timeline(r, &a, "r1", got));
    check_watch(&other, got);
    CHECK(runs_watch(r, &a, "r0", &got) && runs_timeline(r, &a, "r0", got));
    check_watch(&w, got);
    CHECK(runs_watched(r, &a, &names) && names.n == 2);
    CHECK_TEXT("r0", names.at[0]);
    CHECK_TEXT("r1", names.at[1]);
    runs_close(r);
    arena_free(&a);
}

/* Imports replace the row of the run; the watch belongs to its name. */
static void an_import_keeps_it(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct watch *got;
    struct runs *r = open_db(&a, "w.db", RUNS_CHANGE, &d);
    CHECK(r && db_do(r, "insert into machine (id, name, text) values (1, 'm', 'name m')", ""));
    CHECK(db_do(r, "insert into build (id, name, machine) values (1, 'b', 'm')", ""));
    CHECK(db_do(r, "insert into run values (7, 'r0', 1, null, 4)", ""));
    CHECK(db_do(r, "delete from run where id = 7", ""));
    CHECK(runs_watch(r, &a, "r0", &got) && got && got->n_threads == 3);
    runs_close(r);
    arena_free(&a);
}

/* Names that would move a terminal's cursor are printed without ESC, and without CSI as one
 * character. */
static void names_are_plain(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct watch w = hand_made(&a), *got;
    w.threads[0].name = "a\033[2Jb\nc\177";
    w.threads[0].sites[0].what = "\302\2332J \303\244";
    struct runs *r = open_db(&a, "w.db", RUNS_CHANGE, &d);
    CHECK(r && runs_put_watch(r, "r6", &w) && runs_watch(r, &a, "r6", &got));
    CHECK_TEXT("a?[2Jb?c?", got->threads[0].name);
    CHECK_TEXT("??2J \303\244", got->threads[0].sites[0].what);
    runs_close(r);
    arena_free(&a);
}

/* Regions that are numbers get their names from the run's manifest, whichever was imported
 * first. */
static void numbers_get_their_names(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct watch w = hand_made(&a), *got;
    w.threads[0].regions[0].name = "region 2";
    w.threads[0].regions[1].name = "region 23";
    w.threads[1].regions = w.threads[0].regions;
    w.threads[1].n_regions = 1;
    struct runs *r = open_db(&a, "w.db", RUNS_CHANGE, &d);
    CHECK(r && runs_put_watch(r, "r5", &w) && runs_watch(r, &a, "r5", &got));
    CHECK_TEXT("region 2", got->threads[0].regions[0].name);
    CHECK(db_do(r, "insert into machine (id, name, text) values (1, 'm', 'name m')", ""));
    CHECK(db_do(r, "insert into build (id, name, machine) values (1, 'b', 'm')", ""));
    CHECK(db_do(r, "insert into run values (7, 'r5', 1, null, 4)", ""));
    CHECK(db_do(r, "insert into manifest values (7, 'm', ?)", "t",
                "processors 4\nregion.1 x\nregion.2 \"a b.f:sub:4\"\nregion.99999 far"));
    CHECK(runs_watch(r, &a, "r5", &got));
    CHECK_TEXT("a b.f:sub:4", got->threads[0].regions[0].name);
    CHECK_TEXT("region 23", got->threads[0].regions[1].name);
    CHECK_TEXT("a b.f:sub:4", got->threads[1].regions[0].name);
    runs_close(r);
    arena_free(&a);
}

static void the_database_rejects_invalid_rows(void)
{
    static const char *const wrong[] = {
        "update watch set run = ''",
        "update watch set seconds = null",
        "update watch set samples = -1",
        "update watch_thread set disk = -1",
        "update watch_thread set unknown = null",
        "update watch_thread set running = 0, running_missing = 'why'",
        "update watch_thread set running = null, running_missing = null",
        "update watch_thread set queued = -1, queued_missing = null",
        "update watch_thread set ended = 2",
        "update watch_thread set thread = 9 where thread = 0",
        "insert into watch_region values (1, 99, 0, 'x', 0, 0, 0, 0, 0, 0)",
        "update watch_region set name = ''",
        "update watch_wait set state = 'waiting'",
        "update watch_column set columns = 0",
        "update watch_column set \"column\" = -1",
        "update watch_cpu set idle = -0.5, idle_missing = null",
        "update watch_cpu set idle = null, idle_missing = null",
    };
    struct arena a = {0};
    check_refused(arena_printf(&a, "%s/%s", folder, "w.db"), wrong, COUNT_OF(wrong));
    arena_free(&a);
}

/* Damage that no check of the schema rejects gives a message, not a crash or an endless loop. */
static void damage_is_reported(void)
{
    static const char *const damage[] = {
        "update watch_thread set thread = thread + 1000 where thread = 2",
        "update watch_column set columns = 1 << 40",
        "update watch_column set \"column\" = \"column\" + (1 << 40)",
    };
    for (size_t i = 0; i < COUNT_OF(damage); i++) {
        struct arena a = {0};
        struct diag d = {.quiet = true};
        struct watch *got;
        struct runs *r = open_db(&a, "w.db", RUNS_CHANGE, &d);
        CHECK(sqlite3_exec(r->db, "pragma defer_foreign_keys = on", NULL, NULL, NULL) == SQLITE_OK);
        CHECK(sqlite3_exec(r->db, damage[i], NULL, NULL, NULL) == SQLITE_OK);
        CHECK(!(runs_watch(r, &a, "r0", &got) && runs_timeline(r, &a, "r0", got)));
        CHECK(d.errors == 1);
        runs_close(r);
        arena_free(&a);
    }
}

static void count_columns_are_the_states(void)
{
    static const char *const tables[] = {"watch_thread", "watch_region", "watch_column"};
    struct arena a = {0};
    struct diag d = {0};
    struct runs *r = open_db(&a, "w.db", RUNS_READ, &d);
    for (size_t t = 0; r && t < 3; t++)
        for (int s = 0; s < THREAD_STATES; s++)
            check_column(r, tables[t], thread_state_names[s]);
    runs_close(r);
    arena_free(&a);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    TEST(all_of_it_comes_back);
    TEST(putting_again_replaces_that_run_alone);
    TEST(an_import_keeps_it);
    TEST(names_are_plain);
    TEST(numbers_get_their_names);
    TEST(the_database_rejects_invalid_rows);
    TEST(damage_is_reported);
    TEST(count_columns_are_the_states);
    char clean[64];
    snprintf(clean, sizeof clean, "rm -rf %s", folder);
    return tests_end() | (system(clean) != 0);
}
