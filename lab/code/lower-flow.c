/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements in order; IF, SELECT CASE and jumps. DO is in lower-do.c. */
#include "lab/code/lower.h"
#include "base/util.h"

/* ---- IF ---- */

static struct construct *open_construct(struct lower *l, enum construct_kind kind)
{
    struct construct *c = ARENA_NEW(l->arena, struct construct);
    *c = (struct construct){
        .kind = kind, .stmt = l->stmt, .after = lower_block(l), .loop = -1, .outer = l->inner};
    l->inner = c;
    return c;
}

static void if_then(struct lower *l, const struct stmt *t)
{
    struct construct *c = open_construct(l, CONSTRUCT_IF);
    struct ir_block *yes = lower_block(l);
    c->next = lower_block(l);
    lower_condition(l, t->cond, yes, c->next);
    lower_start_block(l, yes);
}

static void else_if(struct lower *l, const struct stmt *t)
{
    struct construct *c = l->inner;
    struct ir_block *yes = lower_block(l);
    lower_jump(l, c->after);
    lower_start_block(l, c->next);
    c->next = lower_block(l);
    lower_condition(l, t->cond, yes, c->next);
    lower_start_block(l, yes);
}

static void else_branch(struct lower *l)
{
    struct construct *c = l->inner;
    lower_jump(l, c->after);
    lower_start_block(l, c->next);
    c->next = NULL;
}

static void end_if(struct lower *l)
{
    struct construct *c = l->inner;
    if (c->next)
        lower_start_block(l, c->next);
    lower_start_block(l, c->after);
    l->inner = c->outer;
}

static void lower_action(struct lower *l, const struct stmt *t);

static void logical_if(struct lower *l, const struct stmt *t)
{
    struct ir_block *yes = lower_block(l), *after = lower_block(l);
    if (t->action->kind == STMT_GOTO) {
        lower_condition(l, t->cond, lower_label(l, t->action->targets[0]), after);
    } else {
        lower_condition(l, t->cond, yes, after);
        lower_start_block(l, yes);
        lower_action(l, t->action);
    }
    lower_start_block(l, after);
}

static void arithmetic_if(struct lower *l, const struct stmt *t)
{
    struct value v = lower_expr(l, t->cond), zero = lower_constant(0);
    if (v.kind == VALUE_NOTHING || t->n_targets < 3)
        return;
    bool real = lower_is_float(v.type);
    if (!real && v.type.type != TYPE_INTEGER) {
        lower_error(l, t->cond, "the value of an arithmetic IF must be INTEGER or REAL");
        return;
    }
    if (real)
        zero = lower_convert(l, zero, v.type);
    struct ir_block *next = lower_block(l);
    lower_branch(l, real ? LAB_FTSTLT8 : LAB_ITSTLT8, v, zero, lower_label(l, t->targets[0]), next);
    lower_start_block(l, next);
    lower_branch(l, real ? LAB_FTSTEQ8 : LAB_ITSTEQ8, v, zero, lower_label(l, t->targets[1]),
                 lower_label(l, t->targets[2]));
}

/* ---- SELECT CASE ---- */

static void select_case(struct lower *l, const struct stmt *t)
{
    struct construct *c = open_construct(l, CONSTRUCT_SELECT);
    c->next = lower_block(l);
    if (!t->cond) {
        lower_error(l, NULL, "SELECT TYPE and SELECT RANK are not in kfc's subset");
        return;
    }
    c->selector = lower_expr(l, t->cond);
    c->selector.fresh = false;
    if (c->selector.type.type != TYPE_INTEGER && c->selector.type.type != TYPE_LOGICAL) {
        lower_error(l, t->cond, "in kfc's subset, the value of SELECT CASE is INTEGER or LOGICAL");
        c->selector = (struct value){0};
    }
    if (c->selector.kind == VALUE_INTEGER) {
        c->selector.reg = lower_register(l, c->selector);
        c->selector.kind = VALUE_REGISTER;
    }
    lower_jump(l, c->next);
}

/* Branches to yes if the test of the selector v and a value of CASE is true, else to no. */
static void test_selector(struct lower *l, enum lab_opcode test, struct value v,
                          const struct expr *e, struct ir_block *yes, struct ir_block *no)
{
    struct value x = lower_expr(l, e);
    if (x.kind != VALUE_NOTHING && x.type.type != v.type.type)
        lower_error(
            l, e,
            "the type of this CASE value differs from the type of the SELECT CASE expression");
    lower_branch(l, test, v, x, yes, no);
}

/* Tests one value or range of a CASE. Branches to the CASE's block or to the next test. */
static void case_test(struct lower *l, struct value v, const struct expr *e, struct ir_block *block,
                      struct ir_block *other)
{
    bool range = e->kind == EXPR_RANGE;
    const struct expr *low = range ? e->args[0] : e,
                      *high = range && e->n_args > 1 ? e->args[1] : NULL;
    struct ir_block *middle = range && low && high ? lower_block(l) : NULL;
    if (v.kind == VALUE_NOTHING)
        return;
    if (!range) {
        test_selector(l, LAB_ITSTEQ8, v, low, block, other);
        return;
    }
    if (low)
        test_selector(l, LAB_ITSTGE8, v, low, middle ? middle : block, other);
    if (middle)
        lower_start_block(l, middle);
    if (high)
        test_selector(l, LAB_ITSTLE8, v, high, block, other);
}

static void lower_case(struct lower *l, const struct stmt *t)
{
    struct construct *c = l->inner;
    struct ir_block *block = lower_block(l);
    lower_jump(l, c->after);
    if (t->n_list == 0) {
        c->default_block = block;
    } else {
        lower_start_block(l, c->next);
        for (uint32_t i = 0; i < t->n_list; i++) {
            struct ir_block *other = lower_block(l);
            case_test(l, c->selector, t->list[i], block, other);
            lower_start_block(l, other);
        }
        c->next = lower_block(l);
        lower_jump(l, c->next);
    }
    lower_start_block(l, block);
}

static void end_select(struct lower *l)
{
    struct construct *c = l->inner;
    lower_jump(l, c->after);
    lower_start_block(l, c->next);
    lower_jump(l, c->default_block ? c->default_block : c->after);
    lower_start_block(l, c->after);
    l->inner = c->outer;
}

/* ---- jumps ---- */

static void computed_goto(struct lower *l, const struct stmt *t)
{
    struct value v = lower_convert(l, lower_expr(l, t->cond), lower_integer);
    if (v.kind == VALUE_INTEGER) {
        v.reg = lower_register(l, v);
        v.kind = VALUE_REGISTER;
    }
    for (uint32_t i = 0; i < t->n_targets && v.kind == VALUE_REGISTER; i++) {
        struct ir_block *other = lower_block(l);
        lower_branch(l, LAB_ITSTEQ8, v, lower_constant((int64_t)i + 1),
                     lower_label(l, t->targets[i]), other);
        lower_start_block(l, other);
    }
}

/* Returns the loop that EXIT or CYCLE refers to. */
static struct construct *find_named_loop(struct lower *l, const char *name)
{
    struct construct *c = l->inner;
    while (c && !(c->kind == CONSTRUCT_DO && (!name || c->stmt->construct == name)))
        c = c->outer;
    return c;
}

static void exit_or_cycle(struct lower *l, const struct stmt *t)
{
    struct construct *c = find_named_loop(l, t->name);
    if (!c) {
        lower_error(l, NULL, "this statement is not in a loop%s%s", t->name ? " named " : "",
                    t->name ? t->name : "");
        return;
    }
    if (t->kind == STMT_CYCLE && !c->latch)
        c->latch = lower_block(l);
    lower_jump(l, t->kind == STMT_CYCLE ? c->latch : c->after);
}

static void lower_stop(struct lower *l, const struct stmt *t)
{
    struct value v = t->cond ? lower_expr(l, t->cond) : lower_constant(0);
    if (v.kind == VALUE_CHARACTERS) {
        struct value args[] = {v, *v.length};
        lower_library(l, "f_stop_text", lower_none, 2, args);
    } else {
        v = lower_convert(l, v, lower_integer);
        lower_library(l, "f_stop", lower_none, 1, &v);
    }
    l->now->end = END_STOP;
    lower_after_end(l);
}

/* ---- one statement ---- */

static void lower_assignment(struct lower *l, const struct stmt *t)
{
    const struct expr *e = t->lhs;
    const struct expr *name = e;
    while (name->kind == EXPR_APPLY)
        name = name->left;
    const struct symbol *y = name->kind == EXPR_NAME ? symbol_of(&l->symbols, name->name) : NULL;
    if (y && y->type == TYPE_CHARACTER)
        lower_assign_characters(l, e, lower_expr(l, t->rhs));
    else if (lower_is_array(l, e))
        lower_assign_array(l, e, t->rhs);
    else
        lower_assign(l, e, lower_expr(l, t->rhs));
}

static void report_unsupported(struct lower *l, const struct stmt *t)
{
    const char *instead = "";
    switch (t->kind) {
    case STMT_ENTRY:
        instead = ": write a separate procedure";
        break;
    case STMT_GOTO_ASSIGNED:
    case STMT_ASSIGN_LABEL:
        instead = ": use a computed GO TO";
        break;
    case STMT_WHERE:
    case STMT_WHERE_BLOCK:
    case STMT_FORALL:
    case STMT_FORALL_BLOCK:
    case STMT_DO_CONCURRENT:
        instead = ": write DO loops";
        break;
    case STMT_ALLOCATE:
    case STMT_DEALLOCATE:
        instead = ": declare arrays with constant bounds";
        break;
    default:
        break;
    }
    lower_error(l, NULL, "%s is not in kfc's subset%s", stmt_kind_text(t->kind), instead);
}

static void lower_goto(struct lower *l, const struct stmt *t)
{
    lower_jump(l, lower_label(l, t->targets[0]));
}

static void lower_return(struct lower *l, const struct stmt *t)
{
    if (t->cond)
        lower_error(l, t->cond, "alternate returns are not in kfc's subset");
    lower_jump(l, l->leave);
}

/* DATA is lowered by lower_data_statements(); a wrong statement was reported by the parser. */
static void skip_statement(struct lower *l, const struct stmt *t)
{
    (void)l;
    (void)t;
}

static void report_unread(struct lower *l, const struct stmt *t)
{
    lower_error(l, NULL, "%s", t->text ? t->text : stmt_kind_text(t->kind));
}

static void lower_action(struct lower *l, const struct stmt *t)
{
    static void (*const actions[])(struct lower *, const struct stmt *) = {
        [STMT_ASSIGN] = lower_assignment, [STMT_CALL] = lower_call_statement,
        [STMT_GOTO] = lower_goto,         [STMT_GOTO_COMPUTED] = computed_goto,
        [STMT_IF] = logical_if,           [STMT_IF_ARITHMETIC] = arithmetic_if,
        [STMT_EXIT] = exit_or_cycle,      [STMT_CYCLE] = exit_or_cycle,
        [STMT_RETURN] = lower_return,     [STMT_STOP] = lower_stop,
        [STMT_READ] = lower_io,           [STMT_WRITE] = lower_io,
        [STMT_PRINT] = lower_io,          [STMT_IO_OTHER] = lower_io,
        [STMT_CONTINUE] = skip_statement, [STMT_DATA] = skip_statement,
        [STMT_WRONG] = skip_statement,    [STMT_UNSUPPORTED] = report_unread};
    bool known = t->kind < COUNT_OF(actions) && actions[t->kind];
    (known ? actions[t->kind] : report_unsupported)(l, t);
}

static bool construct_statement(struct lower *l, const struct stmt *t)
{
    bool in_if = l->inner && l->inner->kind == CONSTRUCT_IF;
    bool in_select = l->inner && l->inner->kind == CONSTRUCT_SELECT;
    switch (t->kind) {
    case STMT_DO:
    case STMT_DO_WHILE:
    case STMT_DO_FOREVER:
        lower_do(l, open_construct(l, CONSTRUCT_DO), t);
        return true;
    case STMT_END_DO:
        return true; /* close_loops() closes its loops */
    case STMT_IF_THEN:
        if_then(l, t);
        return true;
    case STMT_ELSE_IF:
        if (in_if && l->inner->next)
            else_if(l, t);
        return true;
    case STMT_ELSE:
        if (in_if && l->inner->next)
            else_branch(l);
        return true;
    case STMT_END_IF:
        if (in_if)
            end_if(l);
        return true;
    case STMT_SELECT_CASE:
        select_case(l, t);
        return true;
    case STMT_CASE:
        if (in_select)
            lower_case(l, t);
        return true;
    case STMT_END_SELECT:
        if (in_select)
            end_select(l);
        return true;
    default:
        return false;
    }
}

static bool is_executed(const struct stmt *t)
{
    return stmt_kind_executable(t->kind) || t->kind == STMT_ENTRY || t->kind == STMT_DATA ||
           t->kind == STMT_UNSUPPORTED || t->kind == STMT_WRONG || t->kind == STMT_CONTAINS ||
           t->kind == STMT_END;
}

/* Closes the loops that end with this statement, inner ones first. */
static void close_loops(struct lower *l, const struct stmt *t)
{
    if (t->kind == STMT_END_DO && l->inner && l->inner->kind == CONSTRUCT_DO &&
        l->inner->stmt->target == 0) {
        lower_do_end(l, l->inner);
        return;
    }
    while (t->label && l->inner && l->inner->kind == CONSTRUCT_DO &&
           l->inner->stmt->target == t->label)
        lower_do_end(l, l->inner);
}

void lower_statement_range(struct lower *l, size_t from, size_t to)
{
    for (size_t i = from; i < to;) {
        const struct stmt *t = l->source->at[i];
        l->stmt = t;
        l->n_busy = 0;
        if (t->kind == STMT_DIRECTIVE) {
            l->independent |= nest_asserts_independence(t);
            i = lower_directive(l, i, to);
            continue;
        }
        i++;
        if (!is_executed(t) || t->kind == STMT_CONTAINS)
            continue;
        lower_define_label(l, t->label);
        if (t->kind == STMT_END)
            continue;
        if (!construct_statement(l, t))
            lower_action(l, t);
        l->stmt = t;
        l->independent = false;
        close_loops(l, t);
    }
}
