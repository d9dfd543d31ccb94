/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/regions/regions.h"
#include "runs/catalog.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- storing ---- */

static bool put_shares(struct runs *r, long tree, long seq, const struct tree_region *g)
{
    bool ok = true;
    for (size_t i = 0; ok && i < g->n_iterations; i++)
        ok = db_insert(r, NULL, "region_share (tree, seq, thread, iterations)", "iiid", tree, seq,
                       g->iterations[i].thread, g->iterations[i].iterations);
    return ok;
}

bool region_tree_put(struct runs *r, const struct region_tree *t, long build, long run)
{
    long tree;
    bool ok = db_insert(r, &tree, "region_tree (build, run, path)", "ipt", build, run, t->path);
    for (size_t i = 0; ok && i < t->n; i++) {
        const struct tree_region *g = &t->at[i];
        ok = db_insert(r, NULL,
                       "region (tree, seq, parent, kind, name, loop, calls, processors, measured, "
                       "measured_missing, line)",
                       "iintttdpqp", tree, (long)i, (long)g->parent, region_word(g->kind), g->name,
                       g->loop, g->calls, g->processors, g->measured, g->line) &&
             put_shares(r, tree, (long)i, g);
    }
    return ok;
}

/* Finds the run that a file names, and its build. Returns false after a message. */
static bool find_run(struct runs *r, const struct region_tree *t, long *run, long *build)
{
    struct columns c = db_rows(r, NULL, "select id, build from run where name = ?", "t", t->run);
    if (!db_next(&c)) {
        if (!r->failed)
            diag_error(r->d, t->of_run,
                       "no run '%s' in this run database; import its measurements first, or omit "
                       "this line to describe the regions of every run of the build",
                       t->run);
        return false;
    }
    *run = column_long(&c);
    *build = column_long(&c);
    db_stop(&c);
    return true;
}

/* Checks that the build and machine in the file, if given, are those that were found. Returns false
 * after a message. */
static bool check_build(struct runs *r, const struct catalog *k, const struct region_tree *t,
                        long build, struct where where)
{
    const struct known_build *b = k->builds.at;
    while (b->id != build)
        b++;
    if ((!t->build || strcmp(t->build, b->name) == 0) &&
        (!t->machine || strcasecmp(t->machine, b->machine) == 0))
        return true;
    if (t->run)
        diag_error(r->d, where,
                   "run '%s' belongs to build '%s' for %s: name these, or omit build and machine",
                   t->run, b->name, b->machine);
    else
        diag_error(r->d, where, "build '%s' is for %s, not for '%s': correct or omit the machine",
                   b->name, b->machine, t->machine);
    return false;
}

static const char *loop_name(struct runs *r, struct arena *a, long id)
{
    struct columns c = db_rows(r, a, "select name from loop where id = ?", "i", id);
    const char *name = db_next(&c) ? column_text(&c) : NULL;
    db_stop(&c);
    return name;
}

struct named_loop {
    const char *loop;
    const struct tree_region *of;
};

static int by_loop(const void *a, const void *b)
{
    const struct named_loop *x = a, *y = b;
    int order = strcmp(x->loop, y->loop);
    return order ? order : (x->of > y->of) - (x->of < y->of);
}

/* Checks that each loop is in the tree once, because measurements of a loop do not distinguish
 * between its places. */
static void check_unique_loops(struct arena *a, const struct region_tree *t, struct diag *d)
{
    struct named_loop *list = ARENA_ARRAY(a, struct named_loop, t->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].loop)
            list[n++] = (struct named_loop){t->at[i].loop, &t->at[i]};
    qsort(list, n, sizeof *list, by_loop);
    for (size_t i = 1; i < n; i++)
        if (strcmp(list[i].loop, list[i - 1].loop) == 0 &&
            !(list[i].of->n_iterations && list[i - 1].of->n_iterations))
            diag_error(d, list[i].of->where,
                       "loop '%s' is also at line %ld: its measured iterations cannot be divided; "
                       "give 'iterations' at each place, or put the loop into a routine",
                       list[i].loop, list[i - 1].of->line);
}

/* Replaces the names of loops by ids, and reports all unknown ones. */
static void resolve_loops(struct runs *r, struct arena *a, struct catalog *k, long build,
                          struct region_tree *t)
{
    for (size_t i = 0; i < t->n && !r->failed; i++) {
        struct tree_region *g = &t->at[i];
        long id;
        if (g->loop && catalog_find_loop(r, k, build, g->loop, g->where, &id))
            g->loop = loop_name(r, a, id);
    }
}

/* Stores the tree of a file. Returns false if the transaction cannot be committed. */
static bool put_tree(struct runs *r, struct arena *a, struct catalog *k, struct region_tree *t)
{
    long build, run = 0, errors = r->d->errors;
    struct build_request request = {
        t->build, t->machine, t->of_build, "line", " of the region file", NULL};
    if (!t->of_build.file)
        request.where = (struct where){.file = t->path};
    if (!(t->run ? find_run(r, t, &run, &build) : catalog_find_build(r, k, &request, &build)))
        return !r->failed;
    if (!check_build(r, k, t, build, request.where))
        return true;
    resolve_loops(r, a, k, build, t);
    if (!r->failed && r->d->errors == errors)
        check_unique_loops(a, t, r->d);
    if (r->failed || r->d->errors > errors)
        return !r->failed;
    return db_do(r, "delete from region_tree where build = ?1 and run is ?2 and path is not null",
                 "ip", build, run) &&
           region_tree_put(r, t, build, run);
}

static bool import_file(struct runs *r, struct catalog *k, const char *path)
{
    struct arena a = {0};
    struct source s = {0};
    long errors = r->d->errors;
    bool ok = true;
    if (source_read(&s, path, r->d)) {
        struct region_tree *t = region_tree_read(&a, &s, r->d);
        if (t)
            ok = put_tree(r, &a, k, t);
        if (r->d->errors > errors)
            diag_warning(r->d, (struct where){.file = s.path}, "not imported because of errors");
        source_free(&s);
    }
    arena_free(&a);
    return ok;
}

bool runs_import_regions(struct runs *r, const char *const *paths, size_t n)
{
    struct catalog k = {0};
    bool ok = catalog_read(r, &k);
    for (size_t i = 0; i < n && ok; i++)
        ok = import_file(r, &k, paths[i]);
    catalog_free(&k);
    return ok && !r->failed;
}

/* ---- reading ---- */

/* Reads the shares of all regions of a tree. */
static bool read_shares(struct runs *r, struct arena *a, long tree, struct region_tree *t)
{
    ARRAY(struct share) list = {0};
    size_t *first = ARENA_ARRAY(a, size_t, t->n + 1);
    struct columns c = db_rows(r, a,
                               "select seq, thread, iterations from region_share where tree = ? "
                               "order by seq, thread",
                               "i", tree);
    while (db_next(&c)) {
        long seq = column_long(&c);
        if (seq < 0 || seq >= (long)t->n)
            continue;
        if (t->at[seq].n_iterations++ == 0)
            first[seq] = list.n;
        struct share *to = array_push(&list);
        to->thread = column_long(&c);
        to->iterations = column_double(&c);
    }
    struct share *kept;
    size_t n;
    ARRAY_KEEP(a, list, kept, n);
    for (size_t i = 0; n && i < t->n; i++)
        t->at[i].iterations = kept + first[i];
    return !r->failed;
}

static struct tree_region read_region(struct columns *c, const struct region_tree *t)
{
    struct tree_region g = {.callee = -1};
    const char *names[REGION_KINDS];
    for (int k = 0; k < REGION_KINDS; k++)
        names[k] = region_word((enum region_kind)k);
    g.parent = (int)column_index(c);
    g.kind = (enum region_kind)column_choice(c, names, REGION_KINDS);
    column_values(c, "ttdiqi", &g.name, &g.loop, &g.calls, &g.processors, &g.measured, &g.line);
    g.where = (struct where){.file = t->path};
    return g;
}

static const char regions_of_tree[] =
    "select parent, kind, name, loop, calls, processors, measured, measured_missing, line "
    "from region where tree = ? order by seq";

static bool read_tree(struct runs *r, struct arena *a, long tree, struct region_tree *t)
{
    ARRAY(struct tree_region) list = {0};
    struct columns c = db_rows(r, a, regions_of_tree, "i", tree);
    while (db_next(&c)) {
        *array_push(&list) = read_region(&c, t);
    }
    ARRAY_KEEP(a, list, t->at, t->n);
    return !r->failed && read_shares(r, a, tree, t);
}

/* Checks the invariants of the reader of region files: each region is after its parent, which may
 * contain it. */
static bool check_invariants(const struct region_tree *t)
{
    int *depth = xmalloc((t->n + 1) * sizeof *depth);
    bool ok = true;
    for (size_t i = 0; ok && i < t->n; i++) {
        const struct tree_region *g = &t->at[i];
        depth[i] = g->parent < 0 ? 0 : g->parent < (int)i ? depth[g->parent] + 1 : INT32_MAX;
        ok = depth[i] <= REGIONS_DEEPEST &&
             region_may_hold(g->parent < 0 ? REGION_KINDS : t->at[g->parent].kind, g->kind) &&
             (g->kind == REGION_LOOP) == (g->loop != NULL) &&
             (g->name || (g->kind != REGION_CALL && g->kind != REGION_ROUTINE));
    }
    free(depth);
    return ok;
}

/* The tree of the region file of run ?1 and build ?2; else of the file of the build, else of the
 * samples. */
static const char tree_of_run[] =
    "select t.id, t.path, run.name, build.name, build.machine from region_tree t "
    "join build on build.id = t.build left join run on run.id = t.run "
    "where t.build = ?2 and (t.run = ?1 or t.run is null) "
    "order by t.path is null, t.run is null limit 1";

bool runs_regions(struct runs *r, struct arena *a, long run, long build, struct region_tree **t)
{
    *t = NULL;
    struct columns c = db_rows(r, a, tree_of_run, "ii", run, build);
    if (!db_next(&c))
        return !r->failed;
    struct region_tree *to = ARENA_NEW(a, struct region_tree);
    long id;
    column_values(&c, "itttt", &id, &to->path, &to->run, &to->build, &to->machine);
    db_stop(&c);
    if (!read_tree(r, a, id, to))
        return false;
    if (!check_invariants(to)) {
        diag_error(r->d, (struct where){.file = r->path},
                   "the regions of %s%s in this run database are damaged; import them again",
                   run && to->run ? "run " : "build ", run && to->run ? to->run : to->build);
        return false;
    }
    *t = to;
    return region_tree_link(to, r->d);
}

bool runs_parallel(struct runs *r, struct arena *a, long run, const char *name,
                   struct parallel_sample **list, size_t *n)
{
    ARRAY(struct parallel_sample) found = {0};
    struct columns c = db_rows(r, a,
                               "select thread, sum(cycles), sum(whole), sum(lost) from "
                               "parallel_region where run = ? and coalesce(name, 'region ' || "
                               "region) = ? group by thread order by thread",
                               "it", run, name);
    while (db_next(&c)) {
        struct parallel_sample p;
        column_values(&c, "iddd", &p.thread, &p.cycles, &p.instances, &p.lost);
        *array_push(&found) = p;
    }
    ARRAY_KEEP(a, found, *list, *n);
    return !r->failed;
}
