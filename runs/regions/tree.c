/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/regions/regions.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- routines and calls ---- */

struct routine {
    const char *name;
    int at; /* index of the region */
};
struct linker {
    struct region_tree *t;
    struct diag *d;
    struct routine *routines; /* by name */
    size_t n;
    int *root;   /* of each region: the program or routine that contains it */
    int *first;  /* of each root: its first call; -1 = none */
    int *next;   /* of each call: the next one of the same root; -1 = none */
    char *state; /* of each root: 0 = not visited, 1 = in progress, 2 = done */
    bool reported_depth;
};

static int by_name(const void *a, const void *b)
{
    const struct routine *x = a, *y = b;
    int order = strcasecmp(x->name, y->name);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static int only_name(const void *a, const void *b)
{
    return strcasecmp(((const struct routine *)a)->name, ((const struct routine *)b)->name);
}

static void list_routines(struct linker *l)
{
    const struct region_tree *t = l->t;
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].kind == REGION_ROUTINE && t->at[i].name)
            l->routines[l->n++] = (struct routine){t->at[i].name, (int)i};
    qsort(l->routines, l->n, sizeof *l->routines, by_name);
    for (size_t i = 1; i < l->n; i++)
        if (only_name(&l->routines[i - 1], &l->routines[i]) == 0)
            diag_error(l->d, t->at[l->routines[i].at].where,
                       "routine '%s' is already described at line %ld", l->routines[i].name,
                       t->at[l->routines[i - 1].at].line);
}

static void check_program(struct linker *l)
{
    const struct tree_region *found = NULL;
    for (size_t i = 0; i < l->t->n; i++) {
        const struct tree_region *g = &l->t->at[i];
        if (g->kind != REGION_PROGRAM)
            continue;
        if (found)
            diag_error(l->d, g->where, "a second program; the first is at line %ld", found->line);
        else
            found = g;
    }
    if (!found)
        diag_error(l->d, (struct where){.file = l->t->path},
                   "there is no 'program': enclose the main program in 'program' and 'end'");
}

static void link_calls(struct linker *l)
{
    for (size_t i = 0; i < l->t->n; i++) {
        struct tree_region *g = &l->t->at[i];
        l->root[i] = g->parent < 0 ? (int)i : l->root[g->parent];
        l->first[i] = l->next[i] = -1;
        if (g->kind != REGION_CALL || !g->name)
            continue;
        struct routine key = {g->name, 0}, *found;
        found = l->n ? bsearch(&key, l->routines, l->n, sizeof key, only_name) : NULL;
        g->callee = found ? found->at : -1;
    }
    for (size_t i = l->t->n; i-- > 0;)
        if (l->t->at[i].kind == REGION_CALL && l->t->at[i].callee >= 0) {
            l->next[i] = l->first[l->root[i]];
            l->first[l->root[i]] = (int)i;
        }
}

/* Reports recursion in the calls from root, which is called at that depth. */
static void check_recursion(struct linker *l, int root, int depth)
{
    l->state[root] = 1;
    for (int c = l->first[root]; c >= 0; c = l->next[c]) {
        const struct tree_region *call = &l->t->at[c];
        if (l->state[call->callee] == 1)
            diag_error(l->d, call->where,
                       "routine '%s' calls itself%s: bounds of recursive calls are not supported; "
                       "describe an outermost call with its recursive calls as one routine",
                       call->name, call->callee == l->root[c] ? "" : " indirectly");
        else if (l->state[call->callee] == 0 && depth < CALLS_DEEPEST)
            check_recursion(l, call->callee, depth + 1);
        else if (l->state[call->callee] == 0 && !l->reported_depth) {
            l->reported_depth = true;
            diag_error(l->d, call->where, "calls are nested more than %d deep", CALLS_DEEPEST);
        }
    }
    l->state[root] = 2;
}

bool region_tree_link(struct region_tree *t, struct diag *d)
{
    struct arena a = {0};
    long errors = d->errors;
    struct linker l = {.t = t, .d = d};
    l.routines = ARENA_ARRAY(&a, struct routine, t->n + 1);
    l.root = ARENA_ARRAY(&a, int, t->n + 1);
    l.first = ARENA_ARRAY(&a, int, t->n + 1);
    l.next = ARENA_ARRAY(&a, int, t->n + 1);
    l.state = ARENA_ARRAY(&a, char, t->n + 1);
    check_program(&l);
    list_routines(&l);
    link_calls(&l);
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].parent < 0 && !l.state[i])
            check_recursion(&l, (int)i, 0);
    arena_free(&a);
    return d->errors == errors;
}

/* ---- printing ---- */

static void put_word(FILE *out, const char *text)
{
    static const char *const keys[] = {"processors", "measured", "iterations", "loop", "sections"};
    bool quote = !*text || strpbrk(text, " \t\f\r") || text[0] == '#' || text[0] == '!';
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        quote |= strcasecmp(text, keys[i]) == 0;
    fprintf(out, quote ? " \"%s\"" : " %s", text);
}

static void put_line(FILE *out, const struct tree_region *g, int depth)
{
    char text[QUANTITY_TEXT];
    fprintf(out, "%*s%s", 2 * depth, "", region_word(g->kind));
    if (g->name)
        put_word(out, g->name);
    if (g->loop)
        put_word(out, g->loop);
    if (g->kind == REGION_CALL)
        fprintf(out, " %s", quantity_exact(known(g->calls), text));
    if (g->processors)
        fprintf(out, " processors %ld", g->processors);
    if (is_known(g->measured))
        fprintf(out, " measured %s", quantity_exact(g->measured, text));
    for (size_t i = 0; i < g->n_iterations; i++)
        fprintf(out, "%s %s", i ? "" : " iterations",
                quantity_exact(known(g->iterations[i].iterations), text));
    fputc('\n', out);
}

void region_tree_print(FILE *out, const struct region_tree *t)
{
    int open[REGIONS_DEEPEST + 1], depth = 0;
    static const char *const words[] = {"run", "build", "machine"};
    const char *const names[] = {t->run, t->build, t->machine};
    for (size_t i = 0; i < 3; i++)
        if (names[i]) {
            fputs(words[i], out);
            put_word(out, names[i]);
            fputc('\n', out);
        }
    for (size_t i = 0; i <= t->n; i++) {
        while (depth > 0 && (i == t->n || open[depth - 1] != t->at[i].parent))
            fprintf(out, "%*send\n", 2 * --depth, "");
        if (i == t->n)
            break;
        put_line(out, &t->at[i], depth);
        if (region_is_block(t->at[i].kind))
            open[depth++] = (int)i;
    }
}
