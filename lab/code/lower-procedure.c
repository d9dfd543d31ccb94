/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the IR of a procedure, and finishes it: removes unreachable code. */
#include "lab/code/lower.h"

#include <string.h>

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
        if (!k->before->id || !k->head->id || !k->latch || !k->latch->id) {
            now[i] = parent;
            continue;
        }
        if (!k->after->id)
            k->after = NULL;
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
