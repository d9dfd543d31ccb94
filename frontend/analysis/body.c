/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/body.h"

#include "frontend/analysis/depend.h"
#include "frontend/analysis/labels.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 8 }; /* induction variables that depend on each other */

/* The values of the scalars that reach a label through jumps. */
struct meeting {
    long label;  /* 0: the end of the body */
    int *values; /* NULL = none */
};
/* An IF or SELECT CASE that is open. */
struct fork {
    int *before; /* values at the begin of each arm */
    int *after;  /* values at the end of the arms that have ended; NULL = none */
    bool reachable;
    bool all; /* one of the arms has no condition */
};
struct run {
    struct body *body;
    ARRAY(struct meeting) meetings; /* one for each label to which the body jumps, sorted */
    struct labels labels;           /* of the statements of the body */
    ARRAY(struct fork) forks;
};

void body_note(struct body *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(b->arena, fmt, ap);
    va_end(ap);
    for (size_t i = 0; i < b->notes.n; i++)
        if (strcmp(b->notes.at[i], text) == 0)
            return;
    note_text(b->arena, &b->notes, text);
}

/* ---- values of scalars on each path ---- */

static int *copy(struct body *b, const int *values)
{
    int *to = ARENA_ARRAY(b->arena, int, b->scalars.n + 1);
    memcpy(to, values, sizeof *to * b->scalars.n);
    return to;
}

int joined(struct body *b, int x, int y)
{
    int args[] = {x, y};
    return value_new(&b->values, (struct value){.kind = VALUE_JOINED,
                                                .type = value_at(&b->values, x)->type,
                                                .args = args,
                                                .n_args = 2});
}

/* Merges the values of two paths into x and returns it; either may be NULL. */
static int *meet(struct body *b, int *x, const int *y)
{
    if (!y)
        return x;
    if (!x)
        return copy(b, y);
    for (size_t i = 0; i < b->scalars.n; i++)
        if (x[i] != y[i])
            x[i] = joined(b, x[i], y[i]);
    return x;
}

/* Lists the labels of the body, and those to which it jumps. */
static void find_labels(struct run *r)
{
    const struct body *b = r->body;
    const struct nest *l = body_loop(b);
    struct labels targets = {0};
    labels_add(&targets, 0, 0);
    for (size_t i = l->head + 1; i <= l->last; i++) {
        if (b->unit->at[i]->label)
            labels_add(&r->labels, b->unit->at[i]->label, i);
        for (const struct stmt *t = b->unit->at[i]; t; t = t->action)
            for (uint32_t k = 0; k < t->n_targets; k++)
                labels_add(&targets, t->targets[k], i);
    }
    labels_sort(&r->labels);
    labels_sort(&targets);
    for (size_t i = 0; i < targets.at.n; i++)
        if (i == 0 || targets.at.at[i].label != targets.at.at[i - 1].label)
            *array_push(&r->meetings) = (struct meeting){targets.at.at[i].label, NULL};
    labels_free(&targets);
}

static int compare_meetings(const void *one, const void *other)
{
    const struct meeting *a = one, *b = other;
    return (a->label > b->label) - (a->label < b->label);
}

/* Returns the meeting of a label; NULL = the body does not jump there. */
static struct meeting *meeting_of(struct run *r, long label)
{
    struct meeting key = {.label = label};
    return bsearch(&key, r->meetings.at, r->meetings.n, sizeof key, compare_meetings);
}

static void jump(struct run *r, long label)
{
    struct meeting *m = meeting_of(r, label);
    if (m && r->body->reachable)
        m->values = meet(r->body, m->values, r->body->now);
}

/* Merges the values that jumps to this label brought with those of the statement before it. */
static void arrive(struct run *r, long label)
{
    struct body *b = r->body;
    struct meeting *m = meeting_of(r, label);
    if (!m || !m->values)
        return;
    b->now = b->reachable ? meet(b, b->now, m->values) : m->values;
    b->reachable = true;
    m->values = NULL;
}

/* ---- IF and SELECT CASE ---- */

static void fork_open(struct run *r)
{
    struct body *b = r->body;
    *array_push(&r->forks) = (struct fork){copy(b, b->now), NULL, b->reachable, false};
}

static void fork_next(struct run *r, bool last)
{
    struct body *b = r->body;
    if (r->forks.n == 0)
        return;
    struct fork *f = &r->forks.at[r->forks.n - 1];
    if (b->reachable)
        f->after = meet(b, f->after, b->now);
    b->now = copy(b, f->before);
    b->reachable = f->reachable;
    f->all |= last;
}

static void fork_close(struct run *r)
{
    struct body *b = r->body;
    if (r->forks.n == 0)
        return;
    struct fork f = r->forks.at[--r->forks.n];
    int *after = b->reachable ? meet(b, f.after, b->now) : f.after;
    if (!f.all)
        after = meet(b, after, f.before);
    b->reachable = after;
    b->now = after ? after : copy(b, f.before);
}

/* ---- statements ---- */

static void assign(struct body *b, const struct stmt *t)
{
    const struct expr *to = t->lhs;
    const char *name = to->kind == EXPR_NAME                                   ? to->name
                       : to->kind == EXPR_APPLY && to->left->kind == EXPR_NAME ? to->left->name
                                                                               : NULL;
    if (!name) {
        if (!is_substring(b, to))
            unknown_target(b, to);
        evaluate(b, t->rhs);
        return;
    }
    const struct symbol *y = symbol_of(b->symbols, name);
    if (y->type == TYPE_DERIVED)
        b->excluded =
            arena_printf(b->arena, "it assigns to '%s', which is of a derived type", name);
    note_kind(b, y);
    int node = evaluate_as(b, t->rhs, (struct value_type){y->type, y->bytes});
    if (type_is_float(value_at(&b->values, node)->type.type) && !type_is_float(y->type) &&
        (y->type == TYPE_INTEGER || y->type == TYPE_BYTE))
        node = convert(b, node, (struct value_type){y->type, y->bytes}, t->rhs);
    if (y->kind == SYMBOL_ARRAY && to->kind == EXPR_APPLY)
        store_element(b, y, to, node);
    else if (y->kind == SYMBOL_ARRAY)
        b->excluded = "it works on whole arrays";
    else if (y->slot >= 0)
        b->now[y->slot] = node;
}

/* Counts the comparison with zero of an arithmetic IF. */
static void test(struct body *b, const struct stmt *t)
{
    int x = evaluate(b, t->cond);
    struct value_type type = value_at(&b->values, x)->type;
    if (!type_is_float(type.type))
        return;
    value_like(&b->values, (struct value){.kind = VALUE_OPERATION,
                                          .work = WORK_COMPARE,
                                          .detail = t->cond,
                                          .type = {TYPE_LOGICAL, 4},
                                          .args = &x,
                                          .n_args = 1,
                                          .expr = t->cond,
                                          .stmt = t,
                                          .first = b->position,
                                          .last = b->position});
}

static void call(struct body *b, const struct stmt *t)
{
    const struct expr *e = t->lhs;
    const char *name = !e                         ? "?"
                       : e->kind == EXPR_NAME     ? e->name
                       : e->left && e->left->name ? e->left->name
                                                  : "?";
    body_note(b, "%s the work of the called routine '%s'", body_without(b), name);
    call_effects(b, e && e->kind == EXPR_APPLY ? e : NULL);
}

static void input_output(struct body *b, const struct stmt *t)
{
    body_note(b, "%s input and output", body_without(b));
    if (t->kind == STMT_READ || t->kind == STMT_IO_OTHER) {
        struct expr items = {.args = t->list, .n_args = t->n_list};
        call_effects(b, &items);
    }
}

static void statement(struct run *r, const struct stmt *t);

static void guarded(struct run *r, const struct stmt *t)
{
    struct body *b = r->body;
    evaluate(b, t->cond);
    if (!t->action)
        return;
    bool reachable = b->reachable;
    int *before = copy(b, b->now);
    b->position++;
    statement(r, t->action);
    b->now = b->reachable ? meet(b, before, b->now) : before;
    b->reachable = reachable;
}

/* Notes that a jump back to the label repeats part of the body an unknown number of times. */
static void note_repetition(struct run *r, long label)
{
    struct body *b = r->body;
    const struct label_place *p = labels_first(&r->labels, label);
    const struct label_place *first = r->labels.at.at;
    for (; p && (size_t)(p - first) < r->labels.at.n && p->label == label &&
           position_of(p->statement) <= b->position;
         p++)
        body_note(
            b, "lines %ld to %ld, inside the loop, are repeated by a GO TO; they are counted once",
            b->unit->at[p->statement]->line, b->stmt->end_line);
}

static void go(struct run *r, const struct stmt *t, bool always)
{
    for (uint32_t i = 0; i < t->n_targets; i++) {
        note_repetition(r, t->targets[i]);
        jump(r, t->targets[i]);
    }
    if (always)
        r->body->reachable = false;
}

/* Executes a statement that only changes the flow of control. False for other statements. */
static bool control(struct run *r, const struct stmt *t)
{
    struct body *b = r->body;
    switch (t->kind) {
    case STMT_IF_THEN:
    case STMT_SELECT_CASE:
        if (t->cond)
            evaluate(b, t->cond);
        fork_open(r);
        return true;
    case STMT_ELSE_IF:
        fork_next(r, false);
        evaluate(b, t->cond);
        return true;
    case STMT_ELSE:
        fork_next(r, true);
        return true;
    case STMT_CASE:
        fork_next(r, t->n_list == 0);
        return true;
    case STMT_END_IF:
    case STMT_END_SELECT:
        fork_close(r);
        return true;
    case STMT_IF_ARITHMETIC:
    case STMT_GOTO:
        if (t->kind == STMT_IF_ARITHMETIC)
            test(b, t);
        go(r, t, true);
        return true;
    case STMT_GOTO_COMPUTED:
        evaluate(b, t->cond);
        go(r, t, false);
        return true;
    case STMT_CYCLE:
        jump(r, 0);
        b->reachable = false;
        return true;
    case STMT_EXIT:
    case STMT_RETURN:
    case STMT_STOP:
        b->reachable = false;
        return true;
    default:
        return false;
    }
}

void body_exclude_unclear(struct body *b, const struct stmt *t)
{
    if (t->kind == STMT_GOTO_ASSIGNED)
        b->excluded = "an assigned GO TO in the loop may lead anywhere";
    else if (t->kind == STMT_UNSUPPORTED)
        b->excluded =
            arena_printf(b->arena, "line %ld, inside the loop, is not supported", t->line);
    else if (t->kind == STMT_WRONG)
        b->excluded = arena_printf(b->arena, "error in line %ld, inside the loop: %.*s", t->line,
                                   (int)strcspn(t->text, ";"), t->text);
}

/* Handles a statement that excludes the loop, or whose work the bound excludes. */
static void not_analysed(struct body *b, const struct stmt *t)
{
    body_exclude_unclear(b, t);
    switch (t->kind) {
    case STMT_WHERE:
    case STMT_WHERE_BLOCK:
    case STMT_FORALL:
    case STMT_FORALL_BLOCK:
        b->excluded = "it works on whole arrays";
        break;
    case STMT_POINTER_ASSIGN:
    case STMT_ALLOCATE:
    case STMT_DEALLOCATE:
    case STMT_NULLIFY:
        body_note(b, "%s pointers and allocation", body_without(b));
        break;
    default:
        break;
    }
}

static void statement(struct run *r, const struct stmt *t)
{
    struct body *b = r->body;
    b->stmt = t;
    enum stmt_kind k = t->kind;
    if (control(r, t))
        return;
    if (k == STMT_ASSIGN)
        assign(b, t);
    else if (k == STMT_IF)
        guarded(r, t);
    else if (k == STMT_CALL)
        call(b, t);
    else if (k == STMT_READ || k == STMT_WRITE || k == STMT_PRINT || k == STMT_IO_OTHER)
        input_output(b, t);
    else
        not_analysed(b, t);
}

/* Executes an inner loop: its bounds are evaluated, its body is not, and what it may change becomes
 * unknown. */
static void inner_loop(struct run *r, const struct nest *inner)
{
    struct body *b = r->body;
    const struct stmt *head = b->unit->at[inner->head];
    b->stmt = head;
    for (int i = 0; i < 3; i++)
        if (head->control[i])
            evaluate(b, head->control[i]);
    inner_effects(b, inner);
    for (size_t i = inner->head; i <= inner->end; i++)
        for (const struct stmt *t = b->unit->at[i]; t; t = t->action)
            for (uint32_t k = 0; k < t->n_targets; k++)
                jump(r, t->targets[k]);
}

/* ---- the loop's own variable ---- */

static int64_t trip_count(const struct form *span, int64_t step)
{
    int64_t c;
    if (!form_is_constant(span, &c) || c > INT32_MAX || c < -INT32_MAX || step > INT32_MAX ||
        step < -INT32_MAX)
        return -1;
    int64_t trip = (c + step) / step;
    return trip > 0 ? trip : 0;
}

static void begin_index(struct body *b, struct scalar *s)
{
    const struct stmt *head = b->unit->at[body_loop(b)->head];
    struct form first = value_form(&b->values, entry_evaluate(b, head->control[0]));
    struct form last = value_form(&b->values, entry_evaluate(b, head->control[1]));
    struct form advance;
    int64_t step;
    b->step = head->control[2] ? value_form(&b->values, entry_evaluate(b, head->control[2]))
                               : form_constant(1);
    b->span_known = form_is_constant(&b->step, &step) && step != 0 &&
                    s->symbol->type == TYPE_INTEGER && form_add(&b->span, &last, -1, &first);
    if (b->span_known) {
        b->trip = trip_count(&b->span, step);
        b->trip_known = b->trip >= 0;
    }
    s->resolved = s->symbol->type == TYPE_INTEGER && form_times_t(&advance, &b->step) &&
                  form_add(&s->begin, &first, 1, &advance);
}

/* ---- scalars that change ---- */

static void add_scalar(struct body *b, const char *name)
{
    struct symbol *y = name ? symbol_of(b->symbols, name) : NULL;
    if (!y || y->kind != SYMBOL_SCALAR || y->slot >= 0)
        return;
    y->slot = (int)b->scalars.n;
    *array_push(&b->scalars) = (struct scalar){.symbol = y, .final = -1};
}

static void add_array(struct body *b, const char *name)
{
    const struct symbol *y = name ? symbol_of(b->symbols, name) : NULL;
    if (y && y->kind == SYMBOL_ARRAY)
        *array_push(&b->written) = y->storage;
}

/* Adds the components of a variable of a derived type that is an argument as a whole. */
static void add_components(struct body *b, const char *name)
{
    const struct symbol *y = name ? symbol_of(b->symbols, name) : NULL;
    for (size_t i = 0; y && y->type == TYPE_DERIVED && i < b->symbols->all.n; i++)
        if (b->symbols->all.at[i]->whole == y) {
            add_scalar(b, b->symbols->all.at[i]->name);
            add_array(b, b->symbols->all.at[i]->name);
        }
}

static void add_names(struct body *b, const struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_NAME || e->kind == EXPR_IMPLIED_DO) {
        add_scalar(b, e->name);
        add_array(b, e->name);
        add_components(b, e->name);
    }
    add_names(b, e->left);
    for (uint32_t i = 0; i < e->n_args; i++)
        add_names(b, e->args[i]);
}

/* Adds the arguments of user functions, which may change them. */
static void add_arguments(struct body *b, const struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_APPLY && e->left->kind == EXPR_NAME &&
        symbol_applied(symbol_of(b->symbols, e->left->name), e) == SYMBOL_FUNCTION) {
        b->calls = true;
        for (uint32_t i = 0; i < e->n_args; i++)
            add_names(b, e->args[i]);
    }
    add_arguments(b, e->left);
    add_arguments(b, e->right);
    for (uint32_t i = 0; i < e->n_args; i++)
        add_arguments(b, e->args[i]);
}

bool array_is_constant(const struct body *b, const struct symbol *y)
{
    for (size_t i = 0; i < b->written.n; i++)
        if (b->written.at[i] == y->storage)
            return false;
    return !(b->calls && y->common);
}

static void add_changed(struct body *b, const struct stmt *t)
{
    if (t->kind == STMT_ASSIGN && t->lhs->kind == EXPR_APPLY && t->lhs->left->kind == EXPR_NAME)
        add_array(b, t->lhs->left->name);
    b->calls |= t->kind == STMT_CALL;
    if (t->kind == STMT_ASSIGN && t->lhs->kind == EXPR_NAME) {
        add_scalar(b, t->lhs->name);
        add_array(b, t->lhs->name);
    } else if (t->kind == STMT_ASSIGN_LABEL || t->kind == STMT_DO)
        add_scalar(b, t->name);
    else if (t->kind == STMT_CALL && t->lhs && t->lhs->kind == EXPR_APPLY)
        for (uint32_t i = 0; i < t->lhs->n_args; i++)
            add_names(b, t->lhs->args[i]);
    else if (t->kind == STMT_READ || t->kind == STMT_IO_OTHER)
        for (uint32_t i = 0; i < t->n_list; i++)
            add_names(b, t->list[i]);
    add_arguments(b, t->lhs);
    add_arguments(b, t->rhs);
    add_arguments(b, t->cond);
    if (t->action)
        add_changed(b, t->action);
}

static void find_scalars(struct body *b)
{
    const struct nest *l = body_loop(b);
    const struct stmt *head = b->unit->at[l->head];
    for (size_t i = l->head + 1; i <= l->last; i++)
        add_changed(b, b->unit->at[i]);
    add_arguments(b, head->cond);
    if (head->kind != STMT_DO || !head->name)
        return;
    add_scalar(b, head->name);
    struct symbol *y = symbol_of(b->symbols, head->name);
    if (y->slot >= 0)
        begin_index(b, &b->scalars.at[y->slot]);
}

/* ---- running ---- */

static void reset(struct body *b)
{
    for (size_t i = 0; i < b->values.all.n; i++) {
        b->values.all.at[i].first = INT_MAX;
        b->values.all.at[i].last = -1;
    }
    b->accesses.n = 0;
    related_reset(&b->related);
    b->notes.n = 0;
    b->integer_ops = 0;
    b->inlined = 0;
    b->reachable = true;
    b->now = ARENA_ARRAY(b->arena, int, b->scalars.n + 1);
    for (size_t i = 0; i < b->scalars.n; i++) {
        struct scalar *s = &b->scalars.at[i];
        struct value_type type = {s->symbol->type, s->symbol->bytes};
        s->carried = s->resolved ? value_of_form(&b->values, &s->begin, type)
                                 : value_like(&b->values, (struct value){.kind = VALUE_CARRIED,
                                                                         .detail = s->symbol,
                                                                         .type = type,
                                                                         .slot = (int)i});
        b->now[i] = s->carried;
    }
}

/* Adds the step to a DO variable of type REAL, which is one add in each iteration. */
static void advance_index(struct body *b)
{
    const struct stmt *head = b->unit->at[body_loop(b)->head];
    struct symbol *y =
        head->kind == STMT_DO && head->name ? symbol_of(b->symbols, head->name) : NULL;
    if (!y || y->slot < 0 || !type_is_float(y->type) || !head->control[0])
        return;
    static struct expr one = {.kind = EXPR_INTEGER, .integer = 1};
    struct expr *sum = ARENA_NEW(b->arena, struct expr), *name = ARENA_NEW(b->arena, struct expr);
    struct value_type type = {y->type, y->bytes};
    *name = (struct expr){.kind = EXPR_NAME, .name = y->name};
    *sum = (struct expr){.kind = EXPR_BINARY,
                         .op = OPERATOR_PLUS,
                         .left = name,
                         .right = head->control[2] ? head->control[2] : &one};
    b->stmt = head;
    b->position = position_of(body_loop(b)->head);
    b->now[y->slot] = add_invariant(b, sum, b->now[y->slot], sum->right, type);
}

static void run_once(struct body *b)
{
    const struct nest *l = body_loop(b);
    struct run r = {.body = b};
    find_labels(&r);
    reset(b);
    b->stmt = b->unit->at[l->head];
    b->position = position_of(l->head);
    if (b->stmt->kind == STMT_DO_WHILE && b->stmt->cond)
        evaluate(b, b->stmt->cond);
    size_t next = b->loop + 1;
    for (size_t i = l->head + 1; i <= l->last; i++) {
        const struct stmt *t = b->unit->at[i];
        const struct nest *inner = nests_inner(b->nests, &next, i);
        b->position = position_of(i);
        if (t->label)
            arrive(&r, t->label);
        if (inner) {
            inner_loop(&r, inner);
            i = inner->end;
            arrive(&r, b->unit->at[i]->label);
        } else
            statement(&r, t);
    }
    arrive(&r, 0);
    advance_index(b);
    for (size_t i = 0; i < b->scalars.n; i++)
        b->scalars.at[i].final = b->now[i];
    array_free(&r.meetings);
    labels_free(&r.labels);
    array_free(&r.forks);
}

/* Whether no symbol of the form varies during the loop. */
static bool settled(const struct body *b, const struct form *f)
{
    for (int i = 0; i < f->n; i++)
        if (symbol_varies(b, f->at[i].symbol))
            return false;
    return true;
}

/* Finds the value of a scalar at the begin of each iteration, for an induction variable (i = i + c)
 * and for a scalar that has the value of an affine expression of the previous iteration. False if
 * it is neither. */
static bool resolve(struct body *b, struct scalar *s)
{
    if (s->resolved || s->symbol->type != TYPE_INTEGER)
        return false;
    struct form end = value_form(&b->values, s->final), self = form_symbol(s->carried);
    struct form advance, by_t;
    if (form_add(&advance, &end, -1, &self) && settled(b, &advance) &&
        form_part(&advance, 1).n == 0) {
        struct form first = value_form(&b->values, entry_value(b, s->symbol));
        s->resolved = form_times_t(&by_t, &advance) && form_add(&s->begin, &first, 1, &by_t);
    } else if (settled(b, &end) && form_part(&end, 1).n) {
        struct form step = form_part(&end, 1);
        s->resolved = form_add(&s->begin, &end, -1, &step);
    }
    return s->resolved;
}

void body_run(struct body *b)
{
    regions_find(&b->regions, b->unit, b->nests, b->loop);
    b->values.arena = b->arena;
    b->chain_marks = ARENA_NEW(b->arena, struct chain_marks);
    find_scalars(b);
    for (int round = 0; round < ROUNDS; round++) {
        bool any = false;
        run_once(b);
        for (size_t i = 0; i < b->scalars.n; i++)
            any |= resolve(b, &b->scalars.at[i]);
        if (!any)
            return;
    }
}

void body_next(struct body *b)
{
    for (size_t i = 0; i < b->scalars.n; i++)
        b->scalars.at[i].symbol->slot = -1;
    iterations_free(b->iterations);
    if (b->chain_marks)
        array_free(&b->chain_marks->pending);
    related_free(&b->related);
    *b = (struct body){
        .arena = b->arena,
        .symbols = b->symbols,
        .unit = b->unit,
        .nests = b->nests,
        .reach = b->reach,
        .regions = {.at = {b->regions.at.at, 0, b->regions.at.room},
                    .arms = {b->regions.arms.at, 0, b->regions.arms.room},
                    .innermost = {b->regions.innermost.at, 0, b->regions.innermost.room}},
        .values = b->values,
        .accesses = {b->accesses.at, 0, b->accesses.room},
        .scalars = {b->scalars.at, 0, b->scalars.room},
        .written = {b->written.at, 0, b->written.room}};
    values_clear(&b->values);
}

void body_free(struct body *b)
{
    body_next(b);
    values_free(&b->values);
    regions_free(&b->regions);
    array_free(&b->accesses);
    array_free(&b->scalars);
    array_free(&b->written);
}
