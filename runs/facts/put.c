/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/put.h"

/* Stores a fact of a build, in place of an earlier one; NULL and "" are ignored. */
static bool put_build_fact(struct runs *r, long build, const char *key, const char *value)
{
    return !value || !*value ||
           db_do(r,
                 "insert into build_fact (build, key, value) values (?, ?, ?) "
                 "on conflict (build, key) do update set value = excluded.value",
                 "itt", build, key, value);
}

bool find_target(struct runs *r, const struct runs_target *t, struct target *id)
{
    const char *build = t->build ? t->build : RUNS_DEFAULT_BUILD;
    r->facts_put = true;
    return db_do(r, "insert into build (name, machine) values (?, ?) on conflict do nothing", "tt",
                 build, t->machine) &&
           db_id(r, &id->build, "select id from build where name = ? and machine = ?", "tt", build,
                 t->machine) &&
           put_build_fact(r, id->build, "compiler", t->compiler) &&
           put_build_fact(r, id->build, "flags", t->flags) &&
           db_do(r, "insert into machine (name, text) values (?, ?) on conflict do nothing", "tt",
                 t->machine, t->machine_text) &&
           db_id(r, &id->machine, "select id from machine where name = ? and text = ?", "tt",
                 t->machine, t->machine_text);
}

bool facts_prune(struct runs *r)
{
    static const char loops[] =
        "delete from loop where not exists (select 1 from source_loop where loop = loop.id)"
        " and not exists (select 1 from measurement where loop = loop.id)";
    static const char machines[] =
        "delete from machine where"
        " not exists (select 1 from source_file where machine = machine.id)"
        " and not exists (select 1 from compiled_file where machine = machine.id)";
    return !r->facts_put || (db_do(r, loops, "") && db_do(r, machines, ""));
}
