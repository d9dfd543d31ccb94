/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Examines jumps out of loops and into them. */
#include "frontend/instrument/plan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The target of a jump. */
struct jump_target {
    bool whole;       /* leaves the unit */
    size_t statement; /* else the target statement, or ... */
    int loop;         /* ... the loop that EXIT leaves or CYCLE continues; -1 = no loop */
    long label;       /* label of the statement; 0 = none */
};
struct jump_targets {
    struct jump_target *all;
    size_t n;
    bool unknown; /* it may go to any label */
};

static const struct stmt *action_of(const struct stmt *s)
{
    return s->kind == STMT_IF && s->action ? s->action : s;
}

static bool is_inside(const struct plan *p, int loop, size_t i)
{
    const struct nest *n = &p->nests.at.at[loop];
    return n->head < i && i <= n->end;
}

/* Returns the loop of EXIT or CYCLE in statement i; -1 = a block that is not a loop. */
static int construct_of(const struct plan *p, const struct stmt *t, size_t i)
{
    int loop = p->inner[i];
    while (loop >= 0 && t->name &&
           p->unit->at[plan_nest(p, (size_t)loop)->head]->construct != t->name)
        loop = p->nests.at.at[loop].parent;
    return loop;
}

/* Finds the end of the named block around statement i. False if there is none. */
static bool end_of_block(const struct plan *p, const char *name, size_t i, size_t *end)
{
    size_t from = i;
    while (from > 0 && p->unit->at[from]->construct != name)
        from--;
    if (p->unit->at[from]->construct != name)
        return false;
    for (*end = i; *end < p->unit->n; ++*end)
        if (p->unit->at[*end]->name == name && !stmt_is_do(p->unit->at[*end]->kind) &&
            p->unit->at[*end]->kind != STMT_EXIT && p->unit->at[*end]->kind != STMT_CYCLE)
            return true;
    return false;
}

/* ---- labels in a statement ---- */

struct label_list {
    struct arena *arena;
    struct named_label {
        long label;
        size_t at, n; /* its digits in the source; n = 0: unknown */
    } * list;
    size_t n;
};

/* Returns the number of digits of the label at that offset. */
static size_t count_digits(const struct plan *p, size_t at)
{
    const char *text = p->edits->source->text;
    size_t n = 0;
    while (isdigit((unsigned char)text[at + n]))
        n++;
    return n;
}

static void add_label(const struct plan *p, struct label_list *l, long label, size_t at)
{
    const char *text = p->edits->source->text;
    size_t n = count_digits(p, at);
    long value = n && n <= 5 ? strtol(text + at, NULL, 10) : -1;
    *ARENA_PUSH(l->arena, l->list, l->n) = (struct named_label){label, at, value == label ? n : 0};
}

/* Adds the labels of a list with commas, which begins after at. */
static void add_targets(const struct plan *p, struct label_list *l, const struct stmt *t, size_t at)
{
    for (uint32_t i = 0; i < t->n_targets; i++) {
        at = edit_next(p->edits, at);
        add_label(p, l, t->targets[i], at);
        at += l->list[l->n - 1].n;
        size_t after = edit_skip_byte(p->edits, at, ',');
        at = after ? after : at;
    }
}

static void add_expr_labels(const struct plan *p, struct label_list *l, const struct expr *e,
                            bool of_io)
{
    const char *text = p->edits->source->text;
    bool keyword =
        of_io && e->kind == EXPR_KEYWORD && e->left->kind == EXPR_INTEGER &&
        (strcmp(e->name, "err") == 0 || strcmp(e->name, "end") == 0 || strcmp(e->name, "eor") == 0);
    if (keyword)
        add_label(p, l, (long)e->left->integer, e->left->at);
    else if (!of_io && e->kind == EXPR_LABEL) {
        size_t at = e->at;
        while (at < e->end && !isdigit((unsigned char)text[at]))
            at++;
        add_label(p, l, (long)e->integer, at);
    }
}

/* Returns the labels that a statement may jump to, except a plain GO TO. */
static struct label_list labels_of(const struct plan *p, const struct stmt *t)
{
    struct label_list l = {.arena = p->arena};
    size_t open;
    switch (t->kind) {
    case STMT_IF_ARITHMETIC:
        add_targets(p, &l, t, edit_skip_byte(p->edits, t->cond->end, ')'));
        break;
    case STMT_GOTO_COMPUTED:
        for (open = t->at; p->edits->source->text[open] != '('; open++)
            ;
        add_targets(p, &l, t, open + 1);
        break;
    case STMT_CALL:
        for (uint32_t i = 0; t->lhs && t->lhs->kind == EXPR_APPLY && i < t->lhs->n_args; i++)
            add_expr_labels(p, &l, t->lhs->args[i], false);
        break;
    case STMT_READ:
    case STMT_WRITE:
    case STMT_IO_OTHER:
        for (uint32_t i = 0; i < t->n_control; i++)
            add_expr_labels(p, &l, t->list[i], true);
        break;
    default:
        break;
    }
    return l;
}

/* ---- targets of jumps ---- */

static void add_jump_target(const struct plan *p, struct jump_targets *g, struct jump_target to)
{
    *ARENA_PUSH(p->arena, g->all, g->n) = to;
}

static void add_label_target(const struct plan *p, struct jump_targets *g, long label)
{
    struct jump_target to = {.loop = -1, .label = label};
    if (plan_label(p, label, &to.statement))
        add_jump_target(p, g, to);
}

static struct jump_targets jump_targets_of(const struct plan *p, const struct stmt *t, size_t i)
{
    struct jump_targets g = {.n = 0};
    struct jump_target to = {.loop = -1};
    struct label_list l;
    switch (t->kind) {
    case STMT_RETURN:
    case STMT_STOP:
        to.whole = true;
        add_jump_target(p, &g, to);
        break;
    case STMT_EXIT:
    case STMT_CYCLE:
        to.loop = construct_of(p, t, i);
        to.statement = i;
        if (to.loop < 0 && !(t->name && end_of_block(p, t->name, i, &to.statement)))
            break;
        add_jump_target(p, &g, to);
        break;
    case STMT_GOTO:
    case STMT_GOTO_ASSIGNED:
        for (uint32_t k = 0; k < t->n_targets; k++)
            add_label_target(p, &g, t->targets[k]);
        g.unknown = t->kind == STMT_GOTO_ASSIGNED;
        break;
    default:
        l = labels_of(p, t);
        for (size_t k = 0; k < l.n; k++)
            add_label_target(p, &g, l.list[k].label);
        break;
    }
    return g;
}

/* Whether a jump to this target leaves the loop early. */
static bool leaves_loop(const struct plan *p, int loop, const struct jump_target *g)
{
    if (g->whole)
        return true;
    if (g->loop < 0)
        return !is_inside(p, loop, g->statement);
    for (int l = p->nests.at.at[loop].parent; l >= 0; l = p->nests.at.at[l].parent)
        if (l == g->loop)
            return true;
    return false;
}

/* ---- early exits and unknown jumps ---- */

static bool may_exit(const struct stmt *t, const struct jump_target *g, int loop)
{
    return t->kind == STMT_EXIT && g->loop == loop;
}

static void note_early(struct plan *p, const struct stmt *t, size_t i, const struct jump_targets *g)
{
    for (int loop = p->inner[i]; loop >= 0; loop = p->nests.at.at[loop].parent) {
        struct planned *l = &p->loops[loop];
        for (size_t k = 0; k < g->n; k++)
            l->early |= leaves_loop(p, loop, &g->all[k]) || may_exit(t, &g->all[k], loop);
        if (g->unknown)
            l->why = "an assigned GO TO may leave it";
    }
}

/* Sets why for loops with a jump whose labels cannot be replaced. */
static void note_fixed_labels(struct plan *p, const struct stmt *t, size_t i)
{
    struct label_list l = labels_of(p, t);
    for (size_t k = 0; k < l.n; k++)
        for (int loop = p->inner[i]; !l.list[k].n && loop >= 0; loop = p->nests.at.at[loop].parent)
            p->loops[loop].why = "the labels of a jump in the loop contain blanks or line ends";
}

/* Sets why for loops that statement i jumps into. */
static void note_entered(struct plan *p, size_t i, size_t target)
{
    for (int loop = p->inner[target]; loop >= 0; loop = p->nests.at.at[loop].parent)
        if (!is_inside(p, loop, i))
            p->loops[loop].why = "a jump leads into it from outside";
}

void plan_jumps(struct plan *p)
{
    for (size_t i = 0; i < p->unit->n; i++) {
        const struct stmt *t = action_of(p->unit->at[i]);
        struct jump_targets g = jump_targets_of(p, t, i);
        note_early(p, t, i, &g);
        note_fixed_labels(p, t, i);
        for (size_t k = 0; k < g.n; k++)
            if (g.all[k].label)
                note_entered(p, i, g.all[k].statement);
        size_t target;
        if (t->kind == STMT_ASSIGN_LABEL && plan_label(p, t->target, &target))
            note_entered(p, i, target);
    }
}

/* ---- lines before jumps ---- */

static struct line jump_to(const struct plan *p, long label)
{
    return (struct line){0, false, arena_printf(p->arena, "goto %ld", label)};
}

static const struct jump_lines *find_jump_lines(const struct jump_lines *jumps, size_t n,
                                                long label)
{
    for (size_t i = 0; i < n; i++)
        if (jumps[i].label == label && jumps[i].lines.n)
            return &jumps[i];
    return NULL;
}

/* Replaces the digits of a label, on a line of its own because the new label may be longer. */
static void replace_label(struct plan *p, const struct named_label *l, long label,
                          const struct stmt *s)
{
    const char *form = p->edits->free_form ? "&" LINE_BREAK "&%ld&" LINE_BREAK "&"
                                           : LINE_BREAK "     &%ld" LINE_BREAK "     &";
    edit_replace(p->edits, l->at, l->n, arena_printf(p->arena, form, label), s);
}

/* Redirects a statement with several labels: each label with lines is replaced by a new one, which
 * is inserted after the statement, followed by the lines and a jump to the original label. */
static void redirect_labels(struct plan *p, size_t i, const struct jump_lines *jumps, size_t n)
{
    const struct stmt *s = p->unit->at[i], *t = action_of(s);
    struct label_list l = labels_of(p, t);
    struct lines *to = &p->slots[i].follow;
    long after = 0;
    if (t->kind != STMT_IF_ARITHMETIC) {
        after = plan_new_label(p);
        lines_add(p->arena, to, jump_to(p, after));
    }
    for (size_t k = 0; k < l.n; k++) {
        const struct jump_lines *w = find_jump_lines(jumps, n, l.list[k].label);
        if (!w)
            continue;
        long label = plan_new_label(p);
        replace_label(p, &l.list[k], label, s);
        lines_add(p->arena, to, (struct line){label, false, "continue"});
        for (size_t c = 0; c < w->lines.n; c++)
            lines_add(p->arena, to, w->lines.at[c]);
        lines_add(p->arena, to, jump_to(p, w->label));
    }
    if (after)
        lines_add(p->arena, to, (struct line){after, false, "continue"});
}

/* Gives the loops that end at statement i an END DO: a labelled statement that ends loops cannot
 * have lines before it, or become a block. */
static void end_loops(struct plan *p, size_t i)
{
    for (int l = p->inner[i]; l >= 0 && p->nests.at.at[l].end == i; l = p->nests.at.at[l].parent)
        p->loops[l].ended = p->unit->at[i]->kind != STMT_END_DO;
}

void plan_jump_lines(struct plan *p, size_t i, const struct jump_lines *jumps, size_t n)
{
    const struct stmt *s = p->unit->at[i], *t = action_of(s);
    struct slots *slots = &p->slots[i];
    bool any = false;
    for (size_t k = 0; k < n; k++)
        any |= jumps[k].lines.n > 0;
    if (!any)
        return;
    end_loops(p, i);
    if (labels_of(p, t).n) {
        redirect_labels(p, i, jumps, n);
        return;
    }
    for (size_t k = 0; k < n; k++)
        for (size_t c = 0; c < jumps[k].lines.n; c++)
            lines_add(p->arena, s == t ? &slots->before : &slots->inside, jumps[k].lines.at[c]);
}

/* Returns MKEND of the instrumented loops that statement i leaves by a jump to that target. */
static struct jump_lines exit_lines(const struct plan *p, size_t i, const struct jump_target *g)
{
    struct jump_lines w = {.label = g->label};
    for (int l = p->inner[i]; l >= 0; l = p->nests.at.at[l].parent)
        if (p->loops[l].region && leaves_loop(p, (int)p->loops[l].around, g))
            lines_add(p->arena, &w.lines, plan_call(p, CALL_END, p->loops[l].region, ""));
    return w;
}

void plan_leaving(struct plan *p)
{
    for (size_t i = 0; i < p->unit->n; i++) {
        if (p->inner[i] < 0)
            continue;
        struct jump_targets g = jump_targets_of(p, action_of(p->unit->at[i]), i);
        struct jump_lines *jumps = ARENA_ARRAY(p->arena, struct jump_lines, g.n + 1);
        for (size_t k = 0; k < g.n; k++)
            jumps[k] = exit_lines(p, i, &g.all[k]);
        plan_jump_lines(p, i, jumps, g.n);
    }
}
