/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorded data accesses are read from a run database as they were stored; invalid ones are
 * rejected. */
#include "base/util.h"
#include "facts/data.h"
#include "facts/hotspots.h"
#include "tests/put-files.h"
#include "tests/unit/database.h"

#include <math.h>
#include <unistd.h>

static char folder[] = "hot-data-test.XXXXXX";
static const char path[] = "run.db";
static const struct runs_target zen = {.machine = "zen4", .machine_text = "name zen4\n"};

/* a(i,j) = b(i,j) + b(i+1,j) of 250 x 100 passes of 4 iterations, then c(ix(i)) */
static struct quantity of_a[] = {{8192, NULL}, {32, NULL}};
static struct quantity of_b[] = {{0, "it differs between executions"}, {32, NULL}};
static struct sweep sweeps[] = {
    {.ref = 3, .bytes = 32, .group = 0, .storage = 1, .strides = of_b},
    {.ref = 4, .bytes = 32, .group = 0, .storage = 1, .offset = 8, .strides = of_b},
    {.ref = 9,
     .bytes = 32,
     .write = true,
     .nontemporal = true,
     .group = 2,
     .storage = 0,
     .conditional = true,
     .strides = of_a},
};
static struct loop_level levels[] = {
    {.index = "j", .line = 4, .trip = {0, "the recording ended inside"}, .optional = true},
    {.line = 5, .trip = {250, NULL}, .varies = "a triangle"},
};
static struct reuse_part parts[] = {
    {64, 0.5, 1, 0.5}, {1e6, 0.25, 0, 0.5}, {INFINITY, 0.125, 0.0625, 0.75}};
static struct hot_data affine = {.movement = {.levels = levels,
                                              .n_levels = 2,
                                              .at = sweeps,
                                              .n = 3,
                                              .missing = "line 12 of the listing loads an index"},
                                 .reuse = {.line = 64,
                                           .passes = 25000,
                                           .window = 2e6,
                                           .error = 0.01,
                                           .at = parts,
                                           .n = COUNT_OF(parts)}};
static struct hot_data nothing = {.missing = "the loop was not executed"};

/* Two runs with 1 and 2 samples; the CPU time of the second one is unknown. */
static struct hot_repeat repeats[] = {{2.5, {3, NULL}, 1}, {2, {0, "not counted"}, 2}};

/* A profile of three loops: with recorded accesses, without, and with a reason. */
static struct hot_profile profile_of(struct hotspot *rows)
{
    static const struct quantity unknown = {0, "not counted"};
    static struct hot_data *const data[] = {&affine, NULL, &nothing};
    for (int i = 0; i < 3; i++)
        rows[i] = (struct hotspot){.kind = HOTSPOT_LOOP,
                                   .name = i == 0   ? "p:a"
                                           : i == 1 ? "p:b"
                                                    : "p:c",
                                   .object = "p",
                                   .label = ".L1",
                                   .parent = -1,
                                   .samples = 1,
                                   .seconds = 1,
                                   .inclusive = 1,
                                   .high = 1,
                                   .passes = unknown,
                                   .data = data[i]};
    return (struct hot_profile){.command = "p",
                                .sampler = "perf",
                                .cpu_seconds = 3,
                                .sampled_seconds = 3,
                                .samples = 3,
                                .rate = 1,
                                .minor_faults = unknown,
                                .major_faults = unknown,
                                .instructions = unknown,
                                .slowdown = unknown,
                                .reference_slowdown = unknown,
                                .clock = {unknown, unknown, unknown},
                                .repeats = repeats,
                                .n_repeats = COUNT_OF(repeats),
                                .at = rows,
                                .n = 3};
}

static void check_quantity(struct quantity wanted, struct quantity found)
{
    CHECK(is_known(wanted) == is_known(found));
    if (is_known(wanted))
        CHECK(wanted.value == found.value);
    else
        CHECK_TEXT(wanted.missing, found.missing);
}

static void check_sweeps(const struct movement *m)
{
    CHECK(m->n == 3);
    for (size_t i = 0; i < m->n; i++) {
        const struct sweep *s = &m->at[i], *w = &sweeps[i];
        CHECK(s->ref == w->ref && s->bytes == w->bytes && s->write == w->write);
        CHECK(s->group == w->group && s->storage == w->storage);
        CHECK(s->conditional == w->conditional && s->offset == w->offset);
        CHECK(s->nontemporal == w->nontemporal);
        for (int k = 0; k < 2; k++)
            check_quantity(w->strides[k], s->strides[k]);
    }
}

static void check_affine(const struct hot_data *d)
{
    CHECK(!d->missing);
    CHECK_TEXT(affine.movement.missing, d->movement.missing);
    CHECK(d->movement.n_levels == 2);
    CHECK_TEXT("j", d->movement.levels[0].index);
    CHECK(d->movement.levels[0].optional && !d->movement.levels[1].optional);
    CHECK(d->movement.levels[1].line == 5 && !d->movement.levels[1].index);
    CHECK(!d->movement.levels[0].varies);
    CHECK_TEXT("a triangle", d->movement.levels[1].varies);
    for (int k = 0; k < 2; k++)
        check_quantity(levels[k].trip, d->movement.levels[k].trip);
    check_sweeps(&d->movement);
    CHECK(d->reuse.line == 64 && d->reuse.passes == 25000 && d->reuse.window == 2e6);
    CHECK(d->reuse.error == 0.01 && d->reuse.n == COUNT_OF(parts));
    for (size_t i = 0; i < d->reuse.n; i++)
        CHECK(d->reuse.at[i].distance == parts[i].distance &&
              d->reuse.at[i].loads == parts[i].loads && d->reuse.at[i].stores == parts[i].stores &&
              d->reuse.at[i].written == parts[i].written);
    CHECK(!d->reuse.no_written);
}

static void check_repeats(const struct hot_profile *p)
{
    CHECK(p->n_repeats == COUNT_OF(repeats));
    for (size_t i = 0; i < p->n_repeats; i++) {
        CHECK(p->repeats[i].wall_seconds == repeats[i].wall_seconds);
        CHECK(p->repeats[i].samples == repeats[i].samples);
        check_quantity(repeats[i].cpu_seconds, p->repeats[i].cpu_seconds);
    }
}

static bool read_profile(struct arena *a, struct runs *r, struct hot_profile **p)
{
    struct stored_runs list;
    return r && runs_runs(r, a, &list) && list.n == 1 && runs_profile(r, a, list.at[0].id, p) && *p;
}

static void accesses_come_back(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct hotspot rows[3];
    struct hot_profile p = profile_of(rows), *back = NULL;
    struct runs *r = runs_open(path, RUNS_ADD, &d);
    CHECK(!hot_profile_check(&p));
    CHECK(r && put_compiled_file(r, &zen, "p", &(struct compiled_loops){0}, NULL, 0));
    CHECK(runs_put_profile(r, &zen, "one", 1, &p) && runs_commit(r));
    runs_close(r);
    r = runs_open(path, RUNS_READ, &d);
    CHECK(read_profile(&a, r, &back) && back->n == 3);
    check_repeats(back);
    check_affine(back->at[0].data);
    CHECK(!back->at[1].data);
    CHECK_TEXT(nothing.missing, back->at[2].data->missing);
    CHECK(back->at[2].data->movement.n == 0 && back->at[2].data->reuse.passes == 0);
    runs_close(r);
    arena_free(&a);
}

/* What the schema accepts, but no recording can contain, is a damaged database. */
static void impossible_accesses_are_damage(void)
{
    static const char *const wrong[] = {
        "update profile_repeat set samples = 3 where seq = 0",
        "update profile_row set faults = 9e999 where seq = 1",
        "update profile_row set kernel_seconds = 9e999 where seq = 0",
        "update profile_repeat set wall_seconds = 9e999 where seq = 0",
        "update profile_sweep set grp = 1 where seq = 0",
        "update profile_sweep set grp = 1 where seq = 2",
        "update profile_sweep set storage = 3 where seq = 2",
        "update profile_sweep set offset = 8 where seq = 2",
        "update profile_sweep set offset = 9e999 where seq = 1",
        "update profile_stride set bytes = 9e999 where sweep = 2",
        "update profile_level set trip = 9e999 where seq = 1",
        "update profile_reuse set distance = 3e6 where seq = 0",
        "update profile_reuse set distance = null where seq = 0",
        "update profile_reuse set loads = 9e999 where seq = 1",
        "update profile_data set window = 9e999 where row = 0",
        "delete from profile_level where seq = 0",
        "insert into profile_row (profile, seq, kind, name, object, function, label, source, "
        "line, end_line, language, caller, waiting, parent, samples, seconds, inclusive, low, "
        "high, why, passes, passes_missing, passes_counted, passes_spread, passes_threads, "
        "passes_least, passes_greatest, entries) "
        "select profile, 5, kind, name, object, function, label, source, "
        "line, end_line, language, caller, waiting, parent, samples, seconds, inclusive, low, "
        "high, why, passes, passes_missing, passes_counted, passes_spread, passes_threads, "
        "passes_least, passes_greatest, entries from profile_row where seq = 1; "
        "update profile_data set row = 5 where row = 2; delete from profile_row where seq = 1",
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct arena a = {0};
        struct diag d = {.quiet = true};
        struct hot_profile *back;
        struct runs *r = runs_open(path, RUNS_CHANGE, &d);
        execute_sql(r->db, wrong[i]);
        bool read = read_profile(&a, r, &back);
        if (read)
            printf("# accepted: %s\n", wrong[i]);
        CHECK(!read && d.errors == 1);
        runs_close(r);
        arena_free(&a);
    }
}

static void schema_rejects_invalid_accesses(void)
{
    static const char *const wrong[] = {
        "update profile_level set trip = null where seq = 1",
        "update profile_level set trip = -1 where seq = 1",
        "update profile_level set seq = 8 where seq = 1",
        "update profile_sweep set bytes = 0",
        "update profile_stride set missing = 'both' where sweep = 2",
        "update profile_stride set level = 2 where level = 1 and sweep = 2",
        "update profile_reuse set stores = -1",
        "update profile_data set row = 7 where row = 2",
        "insert into profile_reuse (profile, row, seq, loads, stores) values (1, 1, 0, 1, 1)",
    };
    check_refused(path, wrong, COUNT_OF(wrong));
}

int main(void)
{
    if (!mkdtemp(folder) || chdir(folder))
        return 1;
    TEST(accesses_come_back);
    TEST(impossible_accesses_are_damage);
    TEST(schema_rejects_invalid_accesses);
    bool gone = unlink(path) == 0 && chdir("..") == 0 && rmdir(folder) == 0;
    return tests_end() | !gone;
}
