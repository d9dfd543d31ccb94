/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/totals.h"

#include <stdlib.h>

struct total_kind {
    struct op_part part; /* n: sum of the loop */
    uint32_t next;       /* next of the same hash */
};
struct total_work {
    int first, last;
    int kind;
    double n;
};

/* ---- kinds ---- */

static uint32_t hash_kind(const struct op_part *k)
{
    uint32_t hash = (uint32_t)k->class * 31 + (uint32_t)k->bytes;
    hash = hash * 1000003u + (uint32_t)k->lanes;
    hash = hash * 1000003u + (uint32_t)k->reassociated;
    hash = hash * 1000003u + (uint32_t)k->stride;
    return hash * 1000003u + (uint32_t)k->shared;
}

/* Returns the number of the kind, which is new or known. */
static int number_kind(struct totals *t, const struct op_part *kind)
{
    uint32_t *first = name_index_at(&t->by_hash, "", hash_kind(kind));
    for (uint32_t i = *first; i != NAME_INDEX_NONE; i = t->kinds.at[i].next)
        if (part_same_kind(&t->kinds.at[i].part, kind))
            return (int)i;
    struct total_kind *new = array_push(&t->kinds);
    *new = (struct total_kind){*kind, *first};
    new->part.n = 0;
    *first = (uint32_t)t->kinds.n - 1;
    return (int)*first;
}

void totals_add(struct totals *t, int first, int last, const struct op_part *kind, double n)
{
    int number = number_kind(t, kind);
    t->kinds.at[number].part.n += n;
    if (t->regions->at.n)
        *array_push(&t->work) = (struct total_work){first, last, number, n};
}

/* ---- blocks ---- */

/* Sums of work by the position where it ends, as a binary indexed tree: node i has the sums of the
 * work whose rank is in i - (i & -i) + 1 ... i. The rank is that of the first end of a block that
 * is not before the end of the work. */
struct kind_sum {
    int kind;
    double n;
};
struct end_node {
    ARRAY(struct kind_sum) sums;
};
struct end_tree {
    int *ends; /* of the blocks, ascending */
    size_t n;
    struct end_node *nodes;  /* n + 1; the first is not used */
    struct name_index index; /* of (node, kind): its index in the sums of the node */
    double *sum;             /* of each kind; 0 between two queries */
    ARRAY(int) found;        /* kinds with a sum */
};

static int compare_ints(const void *one, const void *other)
{
    int a = *(const int *)one, b = *(const int *)other;
    return a < b ? -1 : a > b;
}

/* Latest first position first. */
static int order_work(const void *one, const void *other)
{
    const struct total_work *a = one, *b = other;
    return a->first < b->first ? 1 : a->first > b->first ? -1 : 0;
}

static struct end_tree open_tree(const struct totals *t)
{
    const struct regions *r = t->regions;
    struct end_tree tree = {.n = r->at.n};
    tree.ends = ARENA_ARRAY(t->arena, int, tree.n);
    tree.nodes = ARENA_ARRAY(t->arena, struct end_node, tree.n + 1);
    tree.sum = ARENA_ARRAY(t->arena, double, t->kinds.n + 1);
    for (size_t i = 0; i < tree.n; i++)
        tree.ends[i] = r->at.at[i].last;
    qsort(tree.ends, tree.n, sizeof *tree.ends, compare_ints);
    return tree;
}

static void free_tree(struct end_tree *tree)
{
    for (size_t i = 0; i <= tree->n; i++)
        array_free(&tree->nodes[i].sums);
    name_index_free(&tree->index);
    array_free(&tree->found);
}

/* Returns 1 + the index of the first end that is not before the position; n + 1 = there is none. */
static size_t rank_end(const struct end_tree *tree, int position)
{
    size_t low = 0, high = tree->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tree->ends[middle] >= position)
            high = middle;
        else
            low = middle + 1;
    }
    return low + 1;
}

static void add_work(struct end_tree *tree, const struct total_work *w)
{
    for (size_t i = rank_end(tree, w->last); i <= tree->n; i += i & -i) {
        struct end_node *node = &tree->nodes[i];
        uint32_t *at = name_index_at(&tree->index, (const char *)node, (uint32_t)w->kind);
        if (*at == NAME_INDEX_NONE) {
            *at = (uint32_t)node->sums.n;
            *array_push(&node->sums) = (struct kind_sum){w->kind, 0};
        }
        node->sums.at[*at].n += w->n;
    }
}

/* Finds the sum of each kind of the work in the tree that ends at last or before. */
static void find_sums(struct end_tree *tree, int last)
{
    tree->found.n = 0;
    for (size_t i = rank_end(tree, last + 1) - 1; i > 0; i -= i & -i)
        for (size_t k = 0; k < tree->nodes[i].sums.n; k++) {
            const struct kind_sum *s = &tree->nodes[i].sums.at[k];
            if (tree->sum[s->kind] == 0)
                *array_push(&tree->found) = s->kind;
            tree->sum[s->kind] += s->n;
        }
    array_sort(&tree->found, compare_ints);
}

static void fill_block(const struct totals *t, struct end_tree *tree, int last, struct block *to)
{
    find_sums(tree, last);
    to->parts.at = ARENA_ARRAY(t->arena, struct op_part, tree->found.n + 1);
    for (size_t i = 0; i < tree->found.n; i++) {
        int kind = tree->found.at[i];
        struct op_part *p = &to->parts.at[to->parts.n++];
        *p = t->kinds.at[kind].part;
        p->n = tree->sum[kind];
        to->counts.n[p->class] += p->n;
        tree->sum[kind] = 0;
    }
}

/* A block has the work that begins and ends in it. */
static void fill_blocks(struct totals *t, struct block *blocks)
{
    struct end_tree tree = open_tree(t);
    size_t next = 0;
    array_sort(&t->work, order_work);
    for (size_t i = t->regions->at.n; i-- > 0;) {
        const struct region *r = &t->regions->at.at[i];
        for (; next < t->work.n && t->work.at[next].first >= r->first; next++)
            add_work(&tree, &t->work.at[next]);
        fill_block(t, &tree, r->last, &blocks[i]);
    }
    free_tree(&tree);
}

void totals_finish(struct totals *t, struct source_loop *l)
{
    l->parts.at = ARENA_ARRAY(t->arena, struct op_part, t->kinds.n + 1);
    for (size_t i = 0; i < t->kinds.n; i++) {
        const struct op_part *p = &t->kinds.at[i].part;
        l->parts.at[l->parts.n++] = *p;
        l->counts.n[p->class] += p->n;
    }
    if (t->regions->at.n)
        fill_blocks(t, l->blocks);
    array_free(&t->kinds);
    array_free(&t->work);
    name_index_free(&t->by_hash);
}
