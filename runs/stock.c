/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/stock.h"
#include "runs/names.h"

#include <string.h>
#include <strings.h>

static const char *interned(struct stock *k, const char *text)
{
    return name_of(&k->names, text, strlen(text));
}

bool stock_read(struct runs *r, struct stock *k)
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
    c = db_rows(r, &a,
                "select loop.build, loop.id, loop.name, count(*) from loop "
                "join source_loop on source_loop.loop = loop.id group by loop.id "
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

void stock_free(struct stock *k)
{
    array_free(&k->builds);
    array_free(&k->loops);
    names_free(&k->names);
}

/* ---- builds and loops ---- */

/* The builds as a message names them. */
static const char *builds_text(struct arena *a, const struct stock *k)
{
    const char *text = "";
    for (size_t i = 0; i < k->builds.n; i++)
        text = arena_printf(a, "%s%s'%s' for %s", text, i ? ", " : "", k->builds.at[i].name,
                            k->builds.at[i].machine);
    return text;
}

/* Of the builds of that name (NULL: of all) those for that machine; all of
 * them where none is: the machine then is the measurement's own name of it. */
static size_t matching(const struct stock *k, const char *build, const char *machine, long *id)
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

static const struct known_build *build_of(const struct stock *k, long id)
{
    for (size_t i = 0; i < k->builds.n; i++)
        if (k->builds.at[i].id == id)
            return &k->builds.at[i];
    return NULL;
}

/* The measurement names a machine that is known to be another one than that of the bounds. */
static bool on_other_machine(struct runs *r, const struct stock *k, const struct build_call *call,
                             long id)
{
    const struct known_build *b = build_of(k, id);
    if (!b || !call->machine || strcasecmp(b->machine, call->machine) == 0 || !r->is_machine ||
        !r->is_machine(call->machine))
        return false;
    diag_error(r->d, call->where,
               "measured on %s, and build '%s' has bounds of %s: add those of %s with kma --db "
               "--machine=%s and kmacstat, or correct the machine",
               call->machine, b->name, b->machine, call->machine, call->machine);
    return true;
}

/* The isa of the description that the bounds were made with; NULL where it names none. */
static const char *isa_of(struct runs *r, struct arena *a, const char *machine)
{
    const char *isa = NULL;
    struct columns c = db_rows(r, a, "select text from machine where name = ?", "t", machine);
    while (db_next(&c))
        isa = isa_in_text(a, column_peek(&c));
    return isa;
}

/* The processor that was measured does not execute what the bounds are of. */
static bool on_other_isa(struct runs *r, const struct stock *k, const struct build_call *call,
                         long id)
{
    const struct known_build *b = build_of(k, id);
    struct arena a = {0};
    const char *isa = b && call->isa ? isa_of(r, &a, b->machine) : NULL;
    bool other = isa && strcmp(isa, call->isa) != 0;
    if (other)
        diag_error(r->d, call->where,
                   "measured on a processor of %s, and build '%s' has bounds of %s: make those of "
                   "a machine of %s with kma --db --machine=NAME",
                   call->isa, b->name, b->machine, call->isa);
    arena_free(&a);
    return other;
}

bool stock_build(struct runs *r, struct stock *k, const struct build_call *call, long *id)
{
    struct arena a = {0};
    const char *build = call->build ? interned(k, call->build) : NULL;
    size_t n = matching(k, build, call->machine, id);
    if (k->builds.n == 0)
        diag_error(r->d, call->where,
                   "this run database holds no loops yet; kma --db puts them in");
    else if (n == 0)
        diag_error(r->d, call->where, "no build '%s'; the run database has %s", build,
                   builds_text(&a, k));
    else if (n > 1)
        diag_error(r->d, call->where, "which build? the run database has %s; name one %s %s",
                   builds_text(&a, k), call->how, build ? "machine" : "build");
    arena_free(&a);
    return n == 1 && !on_other_machine(r, k, call, *id) && !on_other_isa(r, k, call, *id);
}

static void say_no_loop(struct runs *r, const struct stock *k, long build, const char *name,
                        struct where where)
{
    struct arena a = {0};
    struct loop_search s = {.name = name, .a = &a};
    for (size_t i = 0; i < k->loops.n; i++)
        if (k->loops.at[i].build == build)
            loop_search_offer(&s, k->loops.at[i].name);
    diag_error(r->d, where, "%s", loop_search_problem(&s));
    arena_free(&a);
}

bool stock_loop(struct runs *r, struct stock *k, long build, const char *text, struct where where,
                long *id)
{
    const char *name = interned(k, text);
    const struct known_loop *found = NULL;
    enum loop_call best = NOT_CALLED;
    bool several = false;
    for (size_t i = 0; i < k->loops.n && best != CALLED_WHOLE; i++)
        if (k->loops.at[i].build == build && k->loops.at[i].name == name) {
            best = CALLED_WHOLE;
            found = &k->loops.at[i];
        }
    for (size_t i = 0; i < k->loops.n && best != CALLED_WHOLE; i++) {
        const struct known_loop *l = &k->loops.at[i];
        if (l->build != build)
            continue;
        enum loop_call call = loop_called(l->name, name);
        if (call == NOT_CALLED || call < best)
            continue;
        several = call == best;
        best = call;
        found = l;
    }
    if (!found || several)
        say_no_loop(r, k, build, name, where);
    else if (found->loops > 1)
        diag_error(r->d, where, "'%s' names %ld loops that are called the same", name,
                   found->loops);
    else
        *id = found->id;
    return found && !several && found->loops == 1;
}
