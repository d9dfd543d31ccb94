/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statement labels: the blocks that jumps lead to. */
#include "lab/code/lower.h"

static struct label *find_label(struct lower *l, long number)
{
    for (size_t i = 0; i < l->labels.n; i++)
        if (l->labels.at[i].number == number)
            return &l->labels.at[i];
    return NULL;
}

static void add_label(struct lower *l, long number, const struct stmt *from)
{
    if (!find_label(l, number))
        *array_push(&l->labels) = (struct label){number, lower_block(l), false, from};
}

struct ir_block *lower_label(struct lower *l, long number)
{
    add_label(l, number, l->stmt);
    return find_label(l, number)->block;
}

/* Adds the labels of END=, ERR= and EOR= in input and output statements. */
static void find_io_labels(struct lower *l, const struct stmt *t)
{
    bool io = t->kind == STMT_READ || t->kind == STMT_WRITE || t->kind == STMT_IO_OTHER;
    for (uint32_t i = 0; io && i < t->n_control; i++) {
        const struct expr *e = t->list[i];
        bool label =
            e->kind == EXPR_KEYWORD && e->left->kind == EXPR_INTEGER &&
            (e->name[0] == 'e' && (e->name[1] == 'n' || e->name[1] == 'r' || e->name[1] == 'o'));
        if (label)
            add_label(l, (long)e->left->integer, t);
    }
}

void lower_find_labels(struct lower *l)
{
    l->labels.n = 0;
    for (size_t i = 0; i < l->source->n; i++)
        for (const struct stmt *t = l->source->at[i]; t; t = t->action) {
            for (uint32_t k = 0; k < t->n_targets; k++)
                add_label(l, t->targets[k], t);
            find_io_labels(l, t);
        }
}

void lower_check_labels(struct lower *l)
{
    for (size_t i = 0; i < l->labels.n; i++)
        if (!l->labels.at[i].defined) {
            l->stmt = l->labels.at[i].from;
            lower_error(l, NULL, "no statement of the procedure has the label %ld",
                        l->labels.at[i].number);
        }
}

void lower_define_label(struct lower *l, long number)
{
    struct label *k = number ? find_label(l, number) : NULL;
    if (!k || k->defined)
        return;
    k->defined = true;
    lower_start_block(l, k->block);
}
