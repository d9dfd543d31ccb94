/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/nests.h"
#include "base/util.h"

#include "base/diag.h"

#include <string.h>

struct finder {
    const struct unit *unit;
    struct nests *nests;
    ARRAY(int) open;  /* loops without their end, innermost last */
    bool independent; /* a directive since the last statement */
};

bool nest_asserts_independence(const struct stmt *t)
{
    static const char *const sentinels[] = {"dir$", "dec$", "gcc$", "dir@", "pgi$"};
    static const char *const words[] = {"ivdep", "nodepchk", "nodepck", "nodep"};
    bool known = false;
    for (size_t i = 0; t->name && i < COUNT_OF(sentinels); i++)
        known |= strcmp(t->name, sentinels[i]) == 0;
    for (size_t i = 0; known && t->text && i < COUNT_OF(words); i++)
        if (strncmp(t->text, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

static void begin(struct finder *f, size_t i)
{
    struct nests *n = f->nests;
    int parent = f->open.n ? f->open.at[f->open.n - 1] : -1;
    if (parent >= 0)
        n->at.at[parent].innermost = false;
    *array_push(&n->at) =
        (struct nest){.head = i,
                      .parent = parent,
                      .depth = (int)f->open.n + 1,
                      .innermost = true,
                      .independent = f->independent || f->unit->at[i]->kind == STMT_DO_CONCURRENT};
    *array_push(&f->open) = (int)n->at.n - 1;
}

static void end(struct finder *f, size_t i, size_t last)
{
    struct nest *n = &f->nests->at.at[f->open.at[--f->open.n]];
    n->end = i;
    n->last = last;
}

static long target_of(const struct finder *f)
{
    return f->open.n ? f->unit->at[f->nests->at.at[f->open.at[f->open.n - 1]].head]->target : 0;
}

static void statement(struct finder *f, size_t i)
{
    const struct stmt *t = f->unit->at[i];
    if (t->kind == STMT_DIRECTIVE) {
        f->independent |= nest_asserts_independence(t);
        return;
    }
    if (stmt_is_do(t->kind))
        begin(f, i);
    else if (t->kind == STMT_END_DO && f->open.n && (target_of(f) == 0 || target_of(f) == t->label))
        end(f, i, i - 1);
    /* a label ends all loops that name it */
    while (t->label && f->open.n && target_of(f) == t->label && !stmt_is_do(t->kind))
        end(f, i, t->kind == STMT_END_DO ? i - 1 : i);
    f->independent = false;
}

void nests_find(struct nests *n, const struct unit *u)
{
    struct finder f = {.unit = u, .nests = n};
    for (size_t i = 0; i < u->n; i++)
        statement(&f, i);
    if (f.open.n)
        bug("a DO without an end came through the reader");
    array_free(&f.open);
}

struct nest_search {
    const struct nest *at;
    size_t statement;
};

static bool begins_before(const void *context, size_t i)
{
    const struct nest_search *s = context;
    return s->at[i].head < s->statement;
}

int nests_around(const struct nests *n, size_t statement)
{
    struct nest_search s = {n->at.at, statement};
    int l = (int)partition_point(n->at.n, begins_before, &s) - 1;
    while (l >= 0 && n->at.at[l].end < statement)
        l = n->at.at[l].parent;
    return l;
}

const struct nest *nests_inner(const struct nests *n, size_t *next, size_t i)
{
    if (*next >= n->at.n || n->at.at[*next].head != i)
        return NULL;
    const struct nest *found = &n->at.at[*next];
    while (*next < n->at.n && n->at.at[*next].head <= found->last)
        ++*next;
    return found;
}

void nests_free(struct nests *n)
{
    array_free(&n->at);
}
