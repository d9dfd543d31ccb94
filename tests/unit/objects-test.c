/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects of a database by the text of its schema. */
#include "base/array.h"
#include "base/util.h"
#include "runs/objects.h"
#include "tests/unit/check.h"

static struct arena a;

static const char *form(const char *sql)
{
    return object_of(&a, sql).form;
}

static void normal_form(void)
{
    CHECK_TEXT("create table t ( x int , y text )",
               form("CREATE  TABLE t(X int,--a comment; with ' in it\n y/* and\n'this' */text)"));
    CHECK_TEXT("create table \"T;\" ( x default 'It''s --X' , [A ] ] , `B``C` )",
               form("create table \"T;\"(x default 'It''s --X', [A ]], `B``C`);  "));
    CHECK_TEXT("not null", form("NOT/**/null"));
    CHECK_TEXT("notnull", form("notnull"));
    CHECK_TEXT("create", form("create /* "));
    CHECK_TEXT("create 'x", form("create 'x"));
    CHECK_TEXT("", form(" -- "));
}

static void names(void)
{
    static const struct {
        const char *sql, *kind, *name;
    } of[] = {
        {"create table T(x)", "table", "t"},
        {"create table \"a b\"(x)", "table", "a b"},
        {"CREATE UNIQUE INDEX i on t(x)", "index", "i"},
        {"create view [v] as select 1", "view", "v"},
        {"create trigger g after insert on t begin select 1; end", "trigger", "g"},
        {"create virtual table f using fts5(t)", "virtual table", "f"},
        {"select 1", "object", "1"},
        {"create", "object", ""},
    };
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        struct object o = object_of(&a, of[i].sql);
        CHECK_TEXT(of[i].kind, o.kind);
        CHECK_TEXT(of[i].name, o.name);
    }
}

/* SQLite puts a column after the last one, before "unique (...)"; sqlite3 3.40 prints so. */
static void steps(void)
{
    static const char *const texts[] = {
        "-- one\ncreate table w (x); create table t (x int check (x in (1, 2)), y, unique (x, y)) "
        "strict;\n"
        "create index i on t (y);",
        "alter table t add column z text default ';' check (z <> ''); update t set x = 1;\n"
        "create table u (x);\nalter table u add column y;",
        "create table v (x); drop table v; drop table W",
    };
    struct objects o = objects_of_steps(&a, texts, 3);
    CHECK(o.n == 3 && !object_named(&o, "v") && !object_named(&o, "w"));
    const struct object *t = object_named(&o, "T"), *u = object_named(&o, "u");
    CHECK_TEXT("create table t ( x int check ( x in ( 1 , 2 ) ) , y , z text default ';' "
               "check ( z < > '' ) , unique ( x , y ) ) strict",
               t ? t->form : "");
    CHECK_TEXT("create table u ( x , y )", u ? u->form : "");
    array_free(&o);
}

static void harmless(void)
{
    static const char *const ours_text[] = {"create table run (x); create index of_run on run(x);"};
    static const struct {
        const char *sql;
        bool harmless;
    } of[] = {
        {"create table notes (run text primary key, \"check\" text default 'as') strict", true},
        {"create table Run (x)", false},
        {"create table \"RUN\" (x)", false},
        {"create table n (x references run)", false},
        {"create table n (x, foreign key (x) references run)", false},
        {"create table n (x CHECK(x > 0))", false},
        {"create table n (x, y AS (x + 1))", false},
        {"create virtual table n using fts5(x)", false},
        {"create index i on run (x)", true},
        {"create index i on run (\"x\" collate nocase desc, [y])", true},
        {"create unique index i on run (x)", false},
        {"create unique index i on \"Run\" (x)", false},
        {"create unique index i on notes (x)", true},
        {"create index i on run (x) where x > 1", false},
        {"create index i on run (x + 1)", false},
        {"create index i on run (length(x))", false},
        {"create index i on run ('x')", false},
        {"create index of_run on notes (x)", false},
        {"create view v as select 1", true},
        {"create view run as select 1", false},
        {"create trigger g after insert on run begin select 1; end", false},
        {"create trigger g after insert on notes begin select 1; end", false},
        {"create index i on run", false},
        {"create", false},
        {"", false},
    };
    struct objects ours = objects_of_steps(&a, ours_text, 1);
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        struct object o = object_of(&a, of[i].sql);
        CHECK_TEXT(of[i].harmless ? of[i].sql : "", object_is_harmless(&o, &ours) ? of[i].sql : "");
    }
    array_free(&ours);
}

int main(void)
{
    TEST(normal_form);
    TEST(names);
    TEST(steps);
    TEST(harmless);
    arena_free(&a);
    return tests_end();
}
