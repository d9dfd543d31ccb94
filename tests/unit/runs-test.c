/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts are read from a run database as they were stored; the database itself rejects invalid ones.
 */
#include "tests/put-files.h"
#include "tests/unit/database.h"
#include "base/util.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "runs-test.XXXXXX";

static const char *file(struct arena *a, const char *name)
{
    return arena_printf(a, "%s/%s", folder, name);
}

static const struct runs_target ksr = {.machine = "ksr1", .machine_text = "name ksr1\n"};

static struct op_part parts[] = {
    {.class = OP_FA, .bytes = 8, .lanes = 1, .stride = 1, .shared = 1, .n = 3},
    {.class = OP_LFL, .bytes = 4, .stride = 5, .shared = 2, .n = 1},
};
static struct block blocks[] = {
    {.line = 5,
     .end_line = 7,
     .counts = {{[OP_FA] = 2, [OP_LFL] = 1}},
     .within = -1,
     .alternative = -1},
    {.line = 6, .end_line = 6, .counts = {{[OP_FA] = 1}}, .within = 0, .alternative = -1},
};
static struct reference refs[] = {
    {"a", "a(i)", 5, 7, REF_LOAD, false, 8, 0, 3, -16, "first"},
    {"ix", "ix(i)", 6, 9, REF_INDEX, false, 4, -1, 0, 0, NULL},
};
static struct dummy dummies[] = {{"a", "sub", 2}, {"a", "sub2", 1}};
static struct dependence deps[] = {
    {0, 1, NULL, DEP_FLOW, true, 0, "strong SIV"},
    {-1, -1, "s", DEP_ANTI, false, 0, NULL},
};
static struct operation ops[] = {{OP_FA, 2, "a(i) + b", 5, 3}};
static struct recurrence_step steps[] = {
    {OP_FA, OP_FMA, true, 2, LATENCY_SIGN, "s = s + a(i)", 5, 0, NULL}};
static const char no_constant[] = "its subscripts are not constant";
static struct actual actuals[] = {{1, "", "w", {0, no_constant}}, {3, "area1", "x", {8000, NULL}}};
static struct call calls[] = {{"b.inc", "main", "none", 6, false, NULL, 0},
                              {"a.f", "main", "sub", 7, false, actuals, 2},
                              {"a.f", "main", "named", 8, true, NULL, 0},
                              {"a.f", "main", "sub", 9, false, actuals + 1, 1}};
static const char *remarks[] = {"first", "second"};

static struct source_loop loop_at(long line)
{
    struct source_loop l = {.id = "a.f:sub:4", .file = "a.f", .routine = "sub"};
    l.line = line;
    l.end_line = 9;
    l.depth = 1;
    l.parent = -1;
    return l;
}

static struct source_loop full_loop(void)
{
    struct source_loop l = loop_at(4);
    l.label = "10";
    l.index = "i";
    l.innermost = true;
    l.counts = (struct counts){{[OP_FA] = 3, [OP_LFL] = 1, [OP_X] = 2, [OP_Y] = 2}};
    l.flops8 = 3;
    l.index_loads = 1;
    l.integer_ops = 2;
    l.stride = -2;
    l.element_bytes = 8;
    l.bases = 1;
    l.recurrence = (struct recurrence){steps, 1, 1, 2, 0, NULL};
    l.parts = (struct op_parts){parts, 2};
    blocks[1].parts = (struct op_parts){&parts[1], 1};
    l.blocks = blocks;
    l.n_blocks = 2;
    l.refs = refs;
    l.n_refs = 2;
    l.dummies = dummies;
    l.n_dummies = 2;
    l.deps = deps;
    l.n_deps = 2;
    l.ops = ops;
    l.n_ops = 1;
    l.notes = (struct notes){remarks, 2};
    return l;
}

static void check_source_loop(const struct source_loop *l)
{
    CHECK_TEXT("a.f:sub:4", l->id);
    CHECK_TEXT("10", l->label);
    CHECK(l->line == 4 && l->end_line == 9 && l->depth == 1 && l->parent == -1 && l->innermost);
    CHECK(l->counts.n[OP_FA] == 3 && l->counts.n[OP_Y] == 2 && l->flops8 == 3);
    CHECK(l->stride == -2 && l->element_bytes == 8 && l->bases == 1 && !l->excluded);
    CHECK(l->recurrence.n == 1 && l->recurrence.distance == 1 && l->recurrence.latency == 2);
    CHECK(l->recurrence.at[0].key == LATENCY_SIGN);
    CHECK(l->recurrence.at[0].class == OP_FA && l->recurrence.at[0].next == OP_FMA &&
          l->recurrence.at[0].addend);
    CHECK(!l->reassociated.n && !l->reassociated.missing);
    CHECK(l->parts.n == 2 && l->parts.at[0].class == OP_FA && l->parts.at[0].n == 3);
    CHECK(l->parts.at[0].lanes == 1 && l->parts.at[0].reassociated == 0);
    CHECK(l->parts.at[1].bytes == 4 && l->parts.at[1].stride == 5 && l->parts.at[1].shared == 2);
    CHECK(l->blocks[0].parts.n == 0 && l->blocks[1].parts.n == 1);
    CHECK(l->blocks[1].parts.at[0].class == OP_LFL);
    CHECK(l->n_blocks == 2 && l->blocks[1].within == 0 && l->blocks[0].within == -1);
    CHECK(l->blocks[0].counts.n[OP_FA] == 2);
    CHECK(l->n_refs == 2 && l->refs[0].base == 0 && l->refs[1].base == -1);
    CHECK(l->refs[1].use == REF_INDEX && !l->refs[1].why);
    CHECK(l->refs[0].walk == 3 && l->refs[0].start == -16 && l->refs[1].walk == 0);
    CHECK(l->n_dummies == 2 && l->dummies[0].position == 2 && l->dummies[1].position == 1);
    CHECK_TEXT("a", l->dummies[0].array);
    CHECK_TEXT("sub2", l->dummies[1].entry);
    CHECK(l->n_deps == 2 && l->deps[0].constant && l->deps[0].distance == 0);
    CHECK(l->deps[1].from == -1 && !l->deps[1].constant && l->deps[1].kind == DEP_ANTI);
    CHECK(l->n_ops == 1 && l->ops[0].n == 2);
    CHECK(l->notes.n == 2);
    CHECK_TEXT("second", l->notes.at[1]);
}

static void check_calls(const struct source_file *f)
{
    CHECK(f->n_calls == 4 && f->calls[0].line == 6 && f->calls[0].n_actuals == 0);
    CHECK_TEXT("b.inc", f->calls[0].file);
    CHECK_TEXT("none", f->calls[0].callee);
    CHECK_TEXT("main", f->calls[1].caller);
    CHECK(f->calls[2].by_name && !f->calls[1].by_name && f->calls[2].n_actuals == 0);
    CHECK(f->calls[1].n_actuals == 2 && f->calls[3].n_actuals == 1);
    CHECK_TEXT("", f->calls[1].actuals[0].block);
    CHECK_TEXT(no_constant, f->calls[1].actuals[0].offset.missing);
    CHECK(f->calls[3].actuals[0].position == 3 && f->calls[3].actuals[0].offset.value == 8000);
    CHECK_TEXT("area1", f->calls[3].actuals[0].block);
    CHECK_TEXT("x", f->calls[3].actuals[0].array);
}

static bool put_source(const char *path, const struct runs_target *t, struct source_loop *loop,
                       size_t n)
{
    struct diag d = {0};
    struct source_file f = {
        .file = "a.f", .lines = 12, .reassociated = true, .calls = calls, .n_calls = 4};
    struct source_loops loops = {loop, n};
    struct runs *r = runs_open(path, RUNS_ADD, &d);
    bool ok = r && put_source_file(r, t, &f, &loops) && runs_commit(r);
    runs_close(r);
    return ok && d.errors == 0;
}

static struct stored_builds read_builds(const char *path, struct arena *a)
{
    struct diag d = {0};
    struct stored_builds b = {0};
    struct runs *r = runs_open(path, RUNS_READ, &d);
    CHECK(r && runs_builds(r, a, &b));
    runs_close(r);
    return b;
}

static void source_facts_come_back(void)
{
    struct arena a = {0};
    const char *path = file(&a, "source.db");
    struct source_loop l = full_loop();
    CHECK(put_source(path, &ksr, &l, 1));
    struct stored_builds b = read_builds(path, &a);
    CHECK(b.n == 1 && b.at[0].n_sources == 1 && b.at[0].n_compiled == 0);
    CHECK_TEXT("default", b.at[0].name);
    CHECK_TEXT("ksr1", b.at[0].machine);
    CHECK_TEXT("name ksr1\n", b.at[0].sources[0].machine->text);
    CHECK(b.at[0].sources[0].file.reassociated);
    CHECK(b.at[0].sources[0].file.lines == 12 && b.at[0].sources[0].loops.n == 1);
    check_source_loop(&b.at[0].sources[0].loops.at[0]);
    check_calls(&b.at[0].sources[0].file);
    arena_free(&a);
}

/* The same file again replaces its loops; another build keeps its own. */
static void putting_again_replaces(void)
{
    struct arena a = {0};
    const char *path = file(&a, "again.db");
    struct source_loop first[] = {loop_at(4), loop_at(5)};
    struct source_loop second = loop_at(6);
    struct runs_target o2 = {
        .build = "o2", .machine = "ksr1", .machine_text = "name ksr1\nclock 40\n"};
    first[1].id = "a.f:sub:5";
    first[1].depth = 2;
    first[1].parent = 0;
    CHECK(put_source(path, &ksr, first, 2) && put_source(path, &o2, first, 2));
    CHECK(put_source(path, &ksr, &second, 1));
    struct stored_builds b = read_builds(path, &a);
    CHECK(b.n == 2);
    CHECK(b.at[0].n_sources == 1 && b.at[0].sources[0].loops.n == 1);
    CHECK(b.at[0].sources[0].loops.at[0].line == 6);
    check_calls(&b.at[0].sources[0].file);
    CHECK(b.at[1].sources[0].loops.n == 2 && b.at[1].sources[0].loops.at[1].parent == 0);
    CHECK(b.at[0].sources[0].machine != b.at[1].sources[0].machine);
    CHECK(b.at[0].sources[0].loops.at[0].stride == 0);
    arena_free(&a);
}

/* Facts that were not loaded are unknown; instructions are loaded on request. */
static void check_body(const char *path, const struct stored_builds *b,
                       const struct compiled_loops *loops, struct arena *a)
{
    struct diag d = {0};
    struct instruction_body *body;
    const struct compiled_loop *l = &loops->at[0];
    CHECK(l->has_body && !l->body && !loops->at[1].has_body);
    CHECK(l->version == VERSION_PEELED && l->elements.n[OP_LEFT] == 4);
    CHECK_TEXT("runs before the main one", l->version_how);
    CHECK(l->macs.cycles.value == 2.5 && is_known(l->macs.cycles) && !l->mac.limit);
    CHECK_TEXT("issue", l->macs.limit);
    const struct body_frequencies *f = l->frequencies;
    CHECK(l->passes == 400 && f && f->n_blocks == 1 && f->n_edges == 1);
    CHECK(f->block[0] == 1 && f->edge[0] == 0.75 && f->trip == 4 && f->mismatch == 0.25);
    CHECK(!loops->at[1].frequencies && loops->at[1].passes == 0);
    struct runs *r = runs_open(path, RUNS_READ, &d);
    CHECK(r && runs_body(r, a, b->at[0].id, l, &body) && body && body->n == 1);
    CHECK(body->at[0].area == 0 && body->at[0].work.base == FORM_NOP);
    CHECK(runs_body(r, a, b->at[0].id, &loops->at[1], &body) && !body);
    runs_close(r);
}

static void check_compiled(const struct stored_compiled *c)
{
    CHECK(c->loops.n == 2 && c->loops.n_inner_of == 1 && c->loops.inner_of[0].outer == 1);
    CHECK(c->n_maps == 1); /* .L9 is not a label of the file */
    CHECK_TEXT("a.f:sub:4", c->maps[0].loop);
    CHECK(c->loops.at[0].k.value == 4 && c->loops.at[0].k_unit_stride);
    CHECK_TEXT("not innermost", c->loops.at[1].k.missing);
    CHECK(c->loops.at[1].kind == LOOP_RESIDUE && c->loops.at[1].line == 0);
    CHECK(c->loops.at[0].n_areas == 1 && c->loops.at[0].areas[0].intersects);
    CHECK(c->loops.at[0].areas[0].counts.n[OP_SFL] == 1);
    CHECK(c->loops.at[0].recurrence.distance == 2);
    CHECK_TEXT("no latency.fm", c->loops.at[1].recurrence.missing);
}

/* Stores the loops twice, and compares what is read back. */
static void check_stored_twice(struct compiled_loops *loops, struct loop_map maps[2],
                               struct arena *a)
{
    struct diag d = {0};
    const char *path = file(a, "compiled.db");
    for (int again = 0; again < 2; again++) {
        struct runs *r = runs_open(path, RUNS_ADD, &d);
        CHECK(r && put_compiled_file(r, &ksr, "a.s", loops, maps, 2));
        CHECK(runs_commit(r));
        runs_close(r);
    }
    struct stored_builds b = read_builds(path, a);
    CHECK(b.n == 1 && b.at[0].n_compiled == 1);
    struct stored_compiled *c = &b.at[0].compiled[0];
    check_compiled(c);
    check_body(path, &b, &c->loops, a);
}

static void compiled_facts_come_back(void)
{
    struct arena a = {0};
    struct area area = {.target = ".L2", .begin = 3, .end = 5, .begin_line = 7, .end_line = 9};
    area.counts.n[OP_SFL] = 1;
    area.length = 1;
    area.intersects = true;
    struct compiled_loop two[2] = {{.file = "a.s", .label = ".L1", .kind = LOOP_INNERMOST},
                                   {.file = "a.s", .label = ".L0", .kind = LOOP_RESIDUE}};
    two[0].k = known(4);
    two[0].k_how = "base registers";
    two[0].k_unit_stride = true;
    two[0].line = 4;
    two[0].end_line = 8;
    two[0].length = 12;
    two[0].areas = &area;
    two[0].n_areas = 1;
    two[0].recurrence = (struct recurrence){steps, 1, 2, 2, 0, NULL};
    struct instruction one = {.text = "nop",
                              .work = {FORM_NOP, 0, WIDTH_NONE},
                              .class = OP_LEFT,
                              .load_class = OP_CLASSES,
                              .store_class = OP_CLASSES,
                              .stream = -1,
                              .area = 0};
    struct code_block block = {0, 1, 0, 1};
    struct code_edge edge = {PASS_END, true};
    struct instruction_body body = {
        .at = &one, .n = 1, .blocks = &block, .n_blocks = 1, .edges = &edge, .n_edges = 1};
    const double frequencies[] = {1, 0.75};
    const struct body_frequencies f = {frequencies, frequencies + 1, 1, 1, 4, 0.25};
    two[0].body = &body;
    two[0].frequencies = &f;
    two[0].passes = 400;
    two[0].elements.n[OP_LEFT] = 4;
    two[0].version = VERSION_PEELED;
    two[0].version_how = "runs before the main one";
    two[0].macs = (struct pass_bound){known(2.5), "issue"};
    two[1].region = 1;
    two[1].k = missing("not innermost");
    two[1].recurrence.missing = "no latency.fm";
    struct compiled_pair three[3] = {
        {{{"fadd8 %f1, %f2, %f3", OP_FA}, {"ld8 0(%c7), %f1", OP_LFL}}, 7, 4, false, false},
        {{{NULL, OP_FA}, {"bcc.qt @citst, .L1", OP_RIGHT}}, 8, 0, false, true},
        {{{"movi8 0, %i1", OP_LEFT}, {NULL, OP_FA}}, 9, 5, true, false}};
    two[0].pairs = three;
    two[0].n_pairs = 3;
    struct nesting inner = {0, 1};
    struct compiled_loops loops = {two, 2, &inner, 1};
    struct loop_map maps[] = {{".L1", "a.f:sub:4"}, {".L9", "a.f:sub:5"}};
    check_stored_twice(&loops, maps, &a);
    arena_free(&a);
}

/* A nop is no text, not an empty one; an unknown line is 0. */
static void pairs_come_back(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct compiled_pair *p;
    size_t n;
    const char *path = file(&a, "compiled.db");
    struct stored_builds b = read_builds(path, &a);
    const struct compiled_loop *l = b.at[0].compiled[0].loops.at;
    struct runs *r = runs_open(path, RUNS_READ, &d);
    CHECK(r && runs_pairs(r, &a, b.at[0].id, &l[0], &p, &n) && n == 3);
    CHECK_TEXT("fadd8 %f1, %f2, %f3", p[0].half[0].text);
    CHECK(p[0].half[0].class == OP_FA && p[0].half[1].class == OP_LFL);
    CHECK(p[0].asm_line == 7 && p[0].line == 4 && !p[0].delay && !p[0].conditional);
    CHECK(!p[1].half[0].text && p[1].half[1].class == OP_RIGHT);
    CHECK(p[1].line == 0 && p[1].conditional && !p[1].delay);
    CHECK_TEXT("movi8 0, %i1", p[2].half[0].text);
    CHECK(!p[2].half[1].text && p[2].delay && p[2].line == 5);
    CHECK(runs_pairs(r, &a, b.at[0].id, &l[1], &p, &n) && n == 0);
    runs_close(r);
    arena_free(&a);
}

/* Each of these would store a 0, a NULL without reason or an orphaned row as a fact. The same rows
 * without the error are in the tests above. */
static void the_database_rejects_invalid_rows(void)
{
    static const char *const wrong[] = {
        "update compiled_loop set k = null",
        "update compiled_pair set left_class = null where seq = 0",
        "update compiled_pair set \"right\" = null where seq = 0",
        "update compiled_loop set k = 0, k_missing = null",
        "update compiled_loop set k_missing = 'why' where k is not null",
        "update compiled_loop set fa = -1",
        "update compiled_loop set fa = null",
        "update compiled_loop set fa = 'many'",
        "update compiled_loop set kind = 'other'",
        "update compiled_loop set compiled_file = 99",
        "update compiled_loop set recurrence_latency = null where recurrence_distance > 0",
        "update compiled_body set macs = null",
        "update compiled_body set mac = -1",
        "update compiled_body set version = 'best'",
        "insert into loop_map values (99, 0, '.L1', 'x')",
        "insert into run values (1, 'r', 1, null, 0)",
        "insert into run values (1, 'r', 99, null, 1)",
        "delete from machine",
    };
    struct arena a = {0};
    check_refused(file(&a, "compiled.db"), wrong, COUNT_OF(wrong));
    arena_free(&a);
}

static void count_columns_are_the_classes(void)
{
    static const char *const tables[] = {"source_loop", "source_block", "compiled_loop",
                                         "compiled_area"};
    struct arena a = {0};
    struct diag d = {0};
    struct runs *r = runs_open(file(&a, "source.db"), RUNS_READ, &d);
    for (size_t t = 0; r && t < 4; t++)
        for (int c = 0; c < OP_CLASSES; c++)
            check_column(r, tables[t], op_class_name((enum op_class)c));
    runs_close(r);
    arena_free(&a);
}

static void nothing_stays_without_commit(void)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct source_loop l = full_loop();
    struct source_file f = {.file = "a.f"};
    struct source_loops loops = {&l, 1};
    const char *path = file(&a, "lost.db");
    struct runs *r = runs_open(path, RUNS_ADD, &d);
    CHECK(r && put_source_file(r, &ksr, &f, &loops));
    runs_close(r);
    CHECK(!runs_open(path, RUNS_READ, &d));
    CHECK(put_source(path, &ksr, &l, 1)); /* an empty file is accepted */
    l.counts.n[OP_FA] = NAN;              /* an internal error: all of it is rejected */
    r = runs_open(path, RUNS_ADD, &d);
    CHECK(!put_source_file(r, &ksr, &f, &loops) && !runs_commit(r));
    runs_close(r);
    struct stored_builds b = read_builds(path, &a);
    CHECK(b.n == 1 && b.at[0].sources[0].loops.at[0].counts.n[OP_FA] == 3);
    arena_free(&a);
}

/* Steps of a test, after the real ones: one that works keeps the data,
 * one that fails changes nothing. */
static void migration_keeps_data_or_changes_nothing(void)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    const char *list[64];
    long n;
    for (int i = 0; i < db_version; i++)
        list[i] = db_steps[i];
    list[db_version] = "create table extra (n integer); insert into extra select count(*) from "
                       "source_loop; alter table source_loop add column more text";
    list[db_version + 1] = "delete from extra; insert into no_such_table values (1)";
    struct runs *r = runs_open(file(&a, "source.db"), RUNS_CHANGE, &d);
    CHECK(db_migrate(r, list, db_version + 1));
    CHECK(db_id(r, &n, "pragma user_version", "") && n == db_version + 1);
    CHECK(db_id(r, &n, "select n from extra", "") && n == 1);
    CHECK(!db_migrate(r, list, db_version + 2) && !runs_commit(r));
    runs_close(r);
    r = runs_open(file(&a, "source.db"), RUNS_READ, &d);
    CHECK(db_id(r, &n, "pragma user_version", "") && n == db_version);
    CHECK(db_id(r, &n, "select count(*) from sqlite_schema where name = 'extra'", "") && n == 0);
    runs_close(r);
    arena_free(&a);
}

/* A first command that fails leaves no file, also when a second one waits for it: the second one
 * has a separate file. */
static void a_failed_first_command_leaves_no_file(void)
{
    struct arena a = {0};
    struct diag d = {0};
    int status = -1;
    const char *path = file(&a, "first.db");
    struct runs *r = runs_open(path, RUNS_ADD, &d);
    CHECK(r);
    runs_close(r);
    CHECK(access(path, F_OK) != 0);

    pid_t second = fork();
    if (second == 0) {
        usleep(100000); /* the first one has the lock by now */
        struct runs *own = runs_open(path, RUNS_ADD, &d);
        bool ok = own && runs_commit(own);
        runs_close(own);
        _exit(!ok);
    }
    r = runs_open(path, RUNS_ADD, &d);
    usleep(300000); /* and now the second one waits for it */
    runs_close(r);
    CHECK(waitpid(second, &status, 0) == second && status == 0);
    r = runs_open(path, RUNS_READ, &d);
    CHECK(r);
    runs_close(r);
    arena_free(&a);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    TEST(source_facts_come_back);
    TEST(putting_again_replaces);
    TEST(compiled_facts_come_back);
    TEST(pairs_come_back);
    TEST(the_database_rejects_invalid_rows);
    TEST(count_columns_are_the_classes);
    TEST(nothing_stays_without_commit);
    TEST(a_failed_first_command_leaves_no_file);
    TEST(migration_keeps_data_or_changes_nothing);
    char clean[64];
    snprintf(clean, sizeof clean, "rm -rf %s", folder);
    return tests_end() | (system(clean) != 0);
}
