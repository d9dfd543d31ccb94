/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the dependences of innermost loops with their directions in all loops of the nest
 * (--dump=deps). */
#include "frontend/frontend.h"

#include "frontend/analysis/associate.h"
#include "frontend/analysis/derived.h"
#include "frontend/analysis/depend.h"
#include "frontend/analysis/reuse.h"
#include "frontend/analysis/scalars.h"
#include "frontend/analysis/vectors.h"
#include "frontend/analysis/work.h"

#include <string.h>

enum {
    REGISTERS = 1 << 20,    /* enough for all values: the analysis is independent of the machine */
    PAIRS_MOST = 20000,     /* pairs of references listed for a loop */
    QUESTIONS_MOST = 20000, /* tests for a loop: seconds */
};

struct printer {
    FILE *out;
    struct arena *arena;
    struct body *body;
    struct iterations *iterations;
};

/* ---- the parts of a line ---- */

static const char *place_of(const struct printer *p, const struct access *a)
{
    const struct stmt *t = a->stmt;
    if (a->wild)
        return arena_printf(p->arena, "%ld call or READ", t->line);
    const char *text = expr_text(p->arena, a->expr);
    return arena_printf(p->arena, "%ld %s", t->line, text);
}

static const char *element(const struct printer *p, const struct vector *x, int k)
{
    static const char *const ways[] = {"?", "<", "=", "<=", ">", "<>", ">=", "*"};
    return x->known[k] ? arena_printf(p->arena, "%lld", (long long)x->distance[k])
                       : ways[x->way[k]];
}

static const char *vectors_text(const struct printer *p, const struct vector_list *l)
{
    const char *text = "";
    for (size_t i = 0; i < l->at.n; i++) {
        text = arena_printf(p->arena, "%s%s(", text, i ? " " : "");
        for (int k = 0; k < p->iterations->depth; k++)
            text =
                arena_printf(p->arena, "%s%s%s", text, k ? ", " : "", element(p, &l->at.at[i], k));
        text = arena_printf(p->arena, "%s)", text);
    }
    return text;
}

static void line(const struct printer *p, const char *kind, const char *from, const char *to,
                 const char *vectors, const char *test)
{
    fprintf(p->out, "  %-7s %-20s -> %-20s  %-10s  %s\n", kind, from, to, vectors, test);
}

static const char *kind_text(const struct access *from, const struct access *to)
{
    return from->write && to->write ? "output" : from->write ? "flow" : "anti";
}

/* ---- a loop ---- */

static void print_pair(struct printer *p, const struct access *x, const struct access *y)
{
    struct vector_list forth = {.test = NULL}, back = {.test = NULL};
    if (x->wild || y->wild || p->iterations->questions > QUESTIONS_MOST) {
        line(p, "unknown", place_of(p, x), place_of(p, y), "(*)",
             x->wild || y->wild ? "a call or READ may access it"
                                : "not tested: too many references");
        return;
    }
    vectors_relate(p->iterations, x, y, &forth, &back);
    if (forth.at.n)
        line(p, kind_text(x, y), place_of(p, x), place_of(p, y), vectors_text(p, &forth),
             forth.test);
    if (back.at.n)
        line(p, kind_text(y, x), place_of(p, y), place_of(p, x), vectors_text(p, &back), back.test);
    if (!forth.at.n && !back.at.n && x != y)
        line(p, "none", place_of(p, x), place_of(p, y), "-", forth.test);
    array_free(&forth.at);
    array_free(&back.at);
}

static void print_scalars(const struct printer *p)
{
    const struct body *b = p->body;
    for (size_t i = 0; i < b->scalars.n; i++)
        if (!scalar_is_index(b, &b->scalars.at[i]))
            fprintf(p->out, "  scalar  %s: %s\n", b->scalars.at[i].symbol->name,
                    scalar_role_text(p->body, &b->scalars.at[i]));
}

static void print_head(const struct printer *p)
{
    const struct body *b = p->body;
    const struct nest *n = body_loop(b);
    const struct stmt *head = b->unit->at[n->head];
    fprintf(p->out, "%s:%ld ", b->unit->name, head->line);
    for (int k = 0; k < p->iterations->depth; k++) {
        const struct stmt *t = b->unit->at[p->iterations->level[k].nest->head];
        fprintf(p->out, "%s %s", k ? "," : " over",
                t->kind == STMT_DO && t->name ? t->name : stmt_kind_text(t->kind));
    }
    fprintf(p->out, "%s\n", n->depth > LEVELS_MOST ? ", the innermost of more loops" : "");
    if (n->independent)
        fputs("  a directive declares the iterations independent: the bounds assume this\n",
              p->out);
}

static void print_loop(struct printer *p)
{
    struct body *b = p->body;
    print_head(p);
    if (b->excluded) {
        fprintf(p->out, "  not analysed: %s\n", b->excluded);
        return;
    }
    size_t n = b->accesses.n, lines = 0;
    print_scalars(p);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i; k < n; k++) {
            const struct access *x = &b->accesses.at[i], *y = &b->accesses.at[k];
            if (!(x->write || y->write) || (x->wild && y->wild) || !depend_share(x, y))
                continue;
            if (++lines > PAIRS_MOST)
                continue;
            print_pair(p, x, y);
        }
    if (lines > PAIRS_MOST)
        fprintf(p->out, "  and %zu more pairs of references\n", lines - PAIRS_MOST);
}

/* ---- a unit ---- */

struct unit_printer {
    FILE *out;
    struct symbols symbols;
    struct nests nests;
    struct reach reach;
    const struct unit *unit;
};

static void analyse_loop(struct unit_printer *u, size_t i)
{
    struct arena a = {0};
    struct body b = {.arena = &a,
                     .symbols = &u->symbols,
                     .unit = u->unit,
                     .nests = &u->nests,
                     .reach = &u->reach,
                     .loop = i};
    struct printer p = {.out = u->out, .arena = &a, .body = &b};
    struct work_list w;
    body_run(&b);
    reuse_find(&b, REGISTERS);
    work_find(&b, &w);
    p.iterations = iterations_of(&b);
    print_loop(&p);
    body_free(&b);
    arena_free(&a);
}

static void print_unit(struct arena *a, const struct ast *ast, const struct unit *unit, FILE *out)
{
    struct unit_printer u = {.out = out, .unit = unit};
    symbols_open(&u.symbols, a, ast, unit);
    u.unit = unit = components_replace(&u.symbols, associate_replace(&u.symbols, unit));
    nests_find(&u.nests, unit);
    if (u.nests.at.n) {
        reach_open(&u.reach, unit, &u.nests, &u.symbols);
        for (size_t i = 0; i < u.nests.at.n; i++)
            if (u.nests.at.at[i].innermost)
                analyse_loop(&u, i);
        reach_free(&u.reach);
    }
    symbols_free(&u.symbols);
    nests_free(&u.nests);
}

void front_print_dependences(struct arena *a, const struct ast *ast, FILE *out)
{
    for (size_t i = 0; i < ast->n_units; i++)
        print_unit(a, ast, ast->units[i], out);
}
