/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowers the units of an AST to procedures. */
#include "lab/code/lower.h"

#include <string.h>

/* ---- messages ---- */

static struct where statement_position(const struct stmt *t, const struct expr *at)
{
    struct where w = {0};
    if (t->source)
        w = source_where(t->source, at ? at->at : t->at);
    w.file = t->file;
    if (!at || !t->source)
        w.line = t->line;
    else
        w.line += t->line - source_where(t->source, t->at).line;
    return w;
}

void lower_error(struct lower *l, const struct expr *at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(l->arena, fmt, ap);
    va_end(ap);
    struct where w =
        l->stmt ? statement_position(l->stmt, at) : (struct where){.file = l->unit->source};
    diag_error(l->d, w, "%s", text);
}

/* ---- unreachable code ---- */

static void mark_reachable(struct ir_block *b, struct ir_block **stack)
{
    size_t n = 0;
    stack[n++] = b;
    b->id = 1;
    while (n) {
        b = stack[--n];
        for (int k = 0; k < (b->end == END_BRANCH ? 2 : b->end == END_JUMP ? 1 : 0); k++)
            if (!b->next[k]->id) {
                b->next[k]->id = 1;
                stack[n++] = b->next[k];
            }
    }
}

/* Returns whether a loop refers to the block. shorten_jumps() redirects jumps over empty blocks,
 * except these. */
static bool is_loop_block(const struct ir_procedure *p, const struct ir_block *b)
{
    for (size_t i = 0; i < p->loops.n; i++) {
        const struct ir_loop *k = &p->loops.at[i];
        if (b == k->before || b == k->head || b == k->latch || b == k->after)
            return true;
    }
    return false;
}

static void shorten_jumps(struct ir_procedure *p)
{
    for (size_t i = 0; i < p->blocks.n; i++) {
        struct ir_block *b = p->blocks.at[i];
        for (int k = 0; k < 2; k++)
            for (int steps = 0; b->next[k] && b->next[k]->code.n == 0 && steps < 100 &&
                                b->next[k]->end == END_JUMP && !is_loop_block(p, b->next[k]);
                 steps++)
                b->next[k] = b->next[k]->next[0];
    }
}

static void remove_loops(struct lower *l, struct ir_procedure *p)
{
    int *now = ARENA_ARRAY(l->arena, int, p->loops.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < p->loops.n; i++) {
        struct ir_loop *k = &p->loops.at[i];
        int parent = k->parent < 0 ? -1 : now[k->parent];
        if (!k->head->id || !k->latch || !k->latch->id) {
            now[i] = parent;
            continue;
        }
        now[i] = (int)n;
        p->loops.at[n] = *k;
        p->loops.at[n++].parent = parent;
    }
    p->loops.n = n;
    for (size_t i = 0; i < p->blocks.n; i++)
        if (p->blocks.at[i]->loop >= 0)
            p->blocks.at[i]->loop = now[p->blocks.at[i]->loop];
}

static void remove_blocks(struct ir_procedure *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->blocks.n; i++)
        if (p->blocks.at[i]->id) {
            p->blocks.at[n] = p->blocks.at[i];
            p->blocks.at[n]->id = (uint32_t)n;
            n++;
        } else {
            array_free(&p->blocks.at[i]->code);
        }
    p->blocks.n = n;
}

static void describe_loops(struct ir_procedure *p)
{
    for (size_t i = 0; i < p->loops.n; i++)
        p->loops.at[i].innermost = true;
    for (size_t i = 0; i < p->loops.n; i++)
        if (p->loops.at[i].parent >= 0)
            p->loops.at[p->loops.at[i].parent].innermost = false;
    for (size_t i = 0; i < p->blocks.n; i++)
        for (size_t k = 0; k < p->blocks.at[i]->code.n; k++)
            if (p->blocks.at[i]->code.at[k].op == IR_CALL)
                for (int o = p->blocks.at[i]->loop; o >= 0; o = p->loops.at[o].parent)
                    p->loops.at[o].calls = true;
}

void lower_finish_procedure(struct lower *l, struct ir_procedure *p)
{
    for (size_t i = 0; i < p->blocks.n; i++)
        p->blocks.at[i]->id = 0;
    shorten_jumps(p);
    mark_reachable(p->blocks.at[0], ARENA_ARRAY(l->arena, struct ir_block *, 2 * p->blocks.n + 1));
    remove_loops(l, p);
    remove_blocks(p);
    describe_loops(p);
}

/* ---- one procedure ---- */

struct ir_procedure *lower_new_procedure(struct lower *l, const char *name)
{
    struct ir_procedure *p = ARENA_NEW(l->arena, struct ir_procedure);
    p->name = name_of(l->names, name, strlen(name));
    p->line = l->stmt ? (uint32_t)l->stmt->line : 0;
    struct object *block = ARENA_NEW(l->arena, struct object);
    *block = (struct object){
        .name = "constants", .kind = OBJECT_BLOCK, .group = l->n_groups++, .constant = true};
    *array_push(&p->objects) = block;
    *array_push(&l->unit->procedures) = p;
    l->p = p;
    l->constants = block;
    l->temporaries.n = l->n_busy = 0;
    l->loop = -1;
    l->now = NULL;
    lower_start_block(l, lower_block(l));
    l->leave = lower_block(l);
    return p;
}

void lower_after_end(struct lower *l)
{
    l->now = NULL;
    lower_start_block(l, lower_block(l));
}

static void find_result(struct lower *l, const struct stmt *head)
{
    l->result = NULL;
    if (head->kind == STMT_FUNCTION)
        l->result = lower_variable(l, head->result ? head->result : head->name);
    if (l->result && !lower_fits_register(l->result->symbol))
        lower_error(l, NULL,
                    "functions that return arrays, CHARACTER or COMPLEX are not in kfc's subset: "
                    "write a subroutine");
}

void lower_return(struct lower *l)
{
    struct value v = {0};
    lower_start_block(l, l->leave);
    if (l->result && l->result->reg) {
        v.reg = l->result->reg;
    } else if (l->result && l->result->object) {
        struct ir_place place = lower_variable_place(l, l->result);
        v = lower_load(l, &place, lower_type_of(l->result->symbol));
    }
    struct ir_inst *i = lower_push_inst(l, IR_RETURN);
    i->inst.s[0] = v.reg;
    l->now->end = END_RETURN;
}

static void close_constructs(struct lower *l)
{
    l->inner = NULL;
    l->loop = -1;
}

static void lower_procedure(struct lower *l, const struct unit *u, const char *name)
{
    const struct stmt *head = u->at[0];
    l->stmt = head;
    lower_new_procedure(l, name);
    lower_find_labels(l);
    lower_storage(l);
    find_result(l, head);
    lower_data_statements(l);
    lower_statements(l, 0, u->n);
    close_constructs(l);
    l->stmt = u->at[u->n - 1];
    lower_return(l);
    lower_check_labels(l);
    if (l->d->errors == l->errors)
        lower_finish_procedure(l, l->p);
}

static bool is_main(const struct unit *u)
{
    enum stmt_kind k = u->at[0]->kind;
    return k != STMT_SUBROUTINE && k != STMT_FUNCTION && k != STMT_BLOCK_DATA && k != STMT_MODULE;
}

static void lower_block_data(struct lower *l)
{
    struct ir_procedure scratch = {.name = l->source->name};
    l->p = &scratch;
    l->loop = -1;
    l->now = NULL;
    lower_start_block(l, lower_block(l));
    lower_storage(l);
    lower_data_statements(l);
    for (size_t i = 0; i < scratch.blocks.n; i++)
        array_free(&scratch.blocks.at[i]->code);
    array_free(&scratch.blocks);
    array_free(&scratch.objects);
    array_free(&scratch.constants);
}

static void lower_program_unit(struct lower *l, const struct unit *u)
{
    if (u->n == 0)
        return;
    l->source = u;
    l->stmt = u->at[0];
    l->variables.n = l->shares.n = l->labels.n = 0;
    l->save_all = false;
    l->inner = NULL;
    l->result = NULL;
    symbols_open(&l->symbols, l->arena, l->ast, u);
    l->n_groups = 1 << 20;
    if (u->at[0]->kind == STMT_BLOCK_DATA || u->at[0]->kind == STMT_MODULE)
        lower_block_data(l);
    else
        lower_procedure(l, u, is_main(u) ? "main" : arena_printf(l->arena, "%s_", u->name));
    symbols_free(&l->symbols);
}

bool kfc_lower(struct ir_unit *u, const struct ast *ast, const struct kfc_options *o,
               struct diag *d)
{
    struct lower l = {.arena = u->arena,
                      .names = u->names,
                      .ast = ast,
                      .o = o,
                      .d = d,
                      .unit = u,
                      .errors = d->errors};
    for (size_t i = 0; i < ast->n_units; i++)
        lower_program_unit(&l, ast->units[i]);
    lower_data_finish(&l);
    array_free(&l.variables);
    array_free(&l.labels);
    array_free(&l.shares);
    array_free(&l.temporaries);
    array_free(&l.data);
    return d->errors == l.errors;
}
