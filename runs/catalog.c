/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/catalog.h"
#include "runs/names.h"

#include <string.h>
#include <strings.h>

static const char *interned(struct catalog *k, const char *text)
{
    return name_of(&k->names, text, strlen(text));
}

bool catalog_read(struct runs *r, struct catalog *k)
{
    struct arena a = {0};
    struct columns c =
        db_rows(r, &a, "select id, name, machine from build order by name, machine", "");
    while (db_next(&c)) {
        struct known_build b = {.id = column_long(&c)};
        b.name = interned(k, column_name(&c));
        b.machine = interned(k, column_name(&c));
        *array_push(&k->builds) = b;
    }
    c = db_rows(
        r, &a,
        "select loop.build, loop.id, loop.name, count(*) from loop "
        "join source_loop on source_loop.loop = loop.id where not unrolled group by loop.id "
        "order by loop.id",
        "");
    while (db_next(&c)) {
        struct known_loop l = {.build = column_long(&c)};
        l.id = column_long(&c);
        l.name = interned(k, column_name(&c));
        l.loops = column_long(&c);
        *array_push(&k->loops) = l;
    }
    arena_free(&a);
    return !r->failed;
}

void catalog_free(struct catalog *k)
{
    array_free(&k->builds);
    array_free(&k->loops);
    names_free(&k->names);
}

/* ---- builds and loops ---- */

/* Returns the list of builds for a message. */
static const char *builds_text(struct arena *a, const struct catalog *k)
{
    const char *text = "";
    for (size_t i = 0; i < k->builds.n; i++)
        text = arena_printf(a, "%s%s'%s' for %s", text, i ? ", " : "", k->builds.at[i].name,
                            k->builds.at[i].machine);
    return text;
}

/* Counts the builds with that name (NULL: any) for that machine. If none is for that machine,
 * counts all with that name, because the machine is then an alias used by the measurement. *id: the
 * last one. */
static size_t count_matches(const struct catalog *k, const char *build, const char *machine,
                            long *id)
{
    size_t named = 0, exact = 0;
    long named_id = 0;
    for (size_t i = 0; i < k->builds.n; i++) {
        const struct known_build *b = &k->builds.at[i];
        if (build && b->name != build)
            continue;
        named++;
        named_id = b->id;
        if (machine && strcasecmp(b->machine, machine) == 0) {
            exact++;
            *id = b->id;
        }
    }
    if (exact)
        return exact;
    *id = named_id;
    return named;
}

static const struct known_build *find_build(const struct catalog *k, long id)
{
    for (size_t i = 0; i < k->builds.n; i++)
        if (k->builds.at[i].id == id)
            return &k->builds.at[i];
    return NULL;
}

/* Returns true, after a message, if the measurement names another machine than that of the
 * bounds. */
static bool is_other_machine(struct runs *r, const struct catalog *k,
                             const struct build_request *request, long id)
{
    const struct known_build *b = find_build(k, id);
    if (!b || !request->machine || strcasecmp(b->machine, request->machine) == 0 ||
        !r->is_machine || !r->is_machine(request->machine))
        return false;
    diag_error(r->d, request->where,
               "measured on %s, but build '%s' has bounds of %s: add bounds of %s with kma --db "
               "--machine=%s and kmacstat, or correct the machine",
               request->machine, b->name, b->machine, request->machine, request->machine);
    return true;
}

/* Returns the instruction set in the stored description of a machine; NULL = it has none. */
static const char *get_isa(struct runs *r, struct arena *a, const char *machine)
{
    const char *isa = NULL;
    struct columns c = db_rows(r, a, "select text from machine where name = ?", "t", machine);
    while (db_next(&c))
        isa = isa_in_text(a, column_peek(&c));
    return isa;
}

/* Returns true, after a message, if the measured processor has another instruction set than the
 * machine of the bounds. */
static bool is_other_isa(struct runs *r, const struct catalog *k,
                         const struct build_request *request, long id)
{
    const struct known_build *b = find_build(k, id);
    struct arena a = {0};
    const char *isa = b && request->isa ? get_isa(r, &a, b->machine) : NULL;
    bool other = isa && strcmp(isa, request->isa) != 0;
    if (other)
        diag_error(r->d, request->where,
                   "measured on a processor with instruction set %s, but build '%s' has bounds of "
                   "%s: add bounds of a machine with %s with kma --db --machine=NAME",
                   request->isa, b->name, b->machine, request->isa);
    arena_free(&a);
    return other;
}

/* Returns whether all builds have the same name, so that only their machines distinguish them. */
static bool is_one_name(const struct catalog *k)
{
    for (size_t i = 1; i < k->builds.n; i++)
        if (k->builds.at[i].name != k->builds.at[0].name)
            return false;
    return true;
}

bool catalog_find_build(struct runs *r, struct catalog *k, const struct build_request *request,
                        long *id)
{
    struct arena a = {0};
    const char *build = request->build ? interned(k, request->build) : NULL;
    size_t n = count_matches(k, build, request->machine, id);
    const char *key = build || is_one_name(k) ? "machine" : "build";
    if (k->builds.n == 0)
        diag_error(r->d, request->where,
                   "this run database has no loops; store them with kma --db");
    else if (n == 0)
        diag_error(r->d, request->where, "no build '%s'; the run database has %s", build,
                   builds_text(&a, k));
    else if (n > 1)
        diag_error(r->d, request->where,
                   "several builds match: the run database has %s; give the name of the %s in the "
                   "%s '%s'%s",
                   builds_text(&a, k), key, request->field, key, request->file);
    arena_free(&a);
    return n == 1 && !is_other_machine(r, k, request, *id) && !is_other_isa(r, k, request, *id);
}

static void report_no_loop(struct runs *r, const struct catalog *k, long build, const char *name,
                           struct where where)
{
    struct arena a = {0};
    struct loop_search s = {.name = name, .a = &a};
    for (size_t i = 0; i < k->loops.n; i++)
        if (k->loops.at[i].build == build)
            loop_search_offer(&s, k->loops.at[i].name);
    const char *routine = strchr(name, ':');
    if (s.found.n == 0 && !s.near_id && routine && strchr(routine + 1, ':'))
        diag_error(r->d, where,
                   "the run database has no loop '%s'; add it with 'kma --db=DB FILE', or correct "
                   "the name",
                   name);
    else
        diag_error(r->d, where, "%s", loop_search_problem(&s));
    arena_free(&a);
}

bool catalog_find_loop(struct runs *r, struct catalog *k, long build, const char *text,
                       struct where where, long *id)
{
    const char *name = interned(k, text);
    const struct known_loop *found = NULL;
    enum loop_match best = NO_MATCH;
    bool several = false;
    for (size_t i = 0; i < k->loops.n && best != MATCHES_ID; i++)
        if (k->loops.at[i].build == build && k->loops.at[i].name == name) {
            best = MATCHES_ID;
            found = &k->loops.at[i];
        }
    for (size_t i = 0; i < k->loops.n && best != MATCHES_ID; i++) {
        const struct known_loop *l = &k->loops.at[i];
        if (l->build != build)
            continue;
        enum loop_match match = match_loop_name(l->name, name);
        if (match == NO_MATCH || match < best)
            continue;
        several = match == best;
        best = match;
        found = l;
    }
    if (!found || several)
        report_no_loop(r, k, build, name, where);
    else if (found->loops > 1)
        diag_error(r->d, where, "%ld source loops have the name '%s'", found->loops, name);
    else
        *id = found->id;
    return found && !several && found->loops == 1;
}
