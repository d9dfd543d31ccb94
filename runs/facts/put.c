/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/put.h"

/* ---- what a file's facts are for ---- */

/* Takes the place of what was said before. */
static bool say_of_build(struct runs *r, long build, const char *key, const char *value)
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
           say_of_build(r, id->build, "compiler", t->compiler) &&
           say_of_build(r, id->build, "flags", t->flags) &&
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

/* ---- parts of loops ---- */

bool put_notes(struct runs *r, const char *into, long loop, const struct notes *notes)
{
    bool ok = true;
    for (size_t i = 0; ok && i < notes->n; i++)
        ok = db_insert(r, NULL, into, "iit", loop, (long)i, notes->at[i]);
    return ok;
}

bool put_steps(struct runs *r, const char *into, long loop, const struct recurrence *path)
{
    bool ok = true;
    for (size_t i = 0; ok && i < path->n; i++) {
        const struct recurrence_step *s = &path->at[i];
        ok = db_insert(r, NULL, into, "iittbdtp", loop, (long)i, op_class_name(s->class),
                       op_class_name(s->next), (int)s->addend, s->latency, s->text, s->line);
    }
    return ok;
}
