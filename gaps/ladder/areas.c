/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches the forward branch areas of a compiled loop with conditional blocks of the source. */
#include "gaps/ladder/model.h"
#include "base/util.h"

static bool holds_line(const struct block *b, long line)
{
    return b->line <= line && line <= b->end_line;
}

/* Returns whether block b is inside block around. */
static bool is_within(const struct source_loop *l, int b, int around)
{
    while (b >= 0 && b != around)
        b = l->blocks[b].within;
    return b >= 0;
}

/* Returns the number of lines in both block and area, as a share of the lines in either. */
static double shared_lines(const struct block *b, const struct area *area)
{
    long first = min_int64(area->source_line, area->source_end_line);
    long last = max_int64(area->source_line, area->source_end_line);
    long both = min_int64(last, b->end_line) - max_int64(first, b->line) + 1;
    long either = max_int64(last, b->end_line) - min_int64(first, b->line) + 1;
    return first > 0 && both > 0 ? (double)both / (double)either : 0;
}

/* Returns the block with the largest share of common lines with the area. Of nested blocks with
 * equal shares, the innermost one; of others, the only one that contains the first line of the
 * area, because the end of an area can have copies of the following code in the delay slots of its
 * branch. -1 if no block has a common line, or the choice is ambiguous. */
static int block_at(const struct source_loop *l, const struct area *area)
{
    double best = 0;
    int found = -1;
    bool apart = false;
    for (int b = 0; b < (int)l->n_blocks; b++) {
        double share = shared_lines(&l->blocks[b], area);
        bool begins = holds_line(&l->blocks[b], area->source_line);
        if (!(share > 0) || share < best)
            continue;
        bool rival = share == best && !is_within(l, b, found);
        bool begun = rival && holds_line(&l->blocks[found], area->source_line);
        if (rival && begun && !begins)
            continue;
        apart = share == best && (rival ? begins == begun || apart : apart);
        found = b;
        best = share;
    }
    return apart ? -1 : found;
}

bool model_area_inside(const struct model_loop *l, size_t j)
{
    const struct area *a = l->compiled->areas;
    for (size_t o = 0; o < l->compiled->n_areas; o++) {
        bool holds = a[o].begin <= a[j].begin && a[j].end <= a[o].end;
        bool same = a[o].begin == a[j].begin && a[j].end == a[o].end;
        if (o != j && l->block_of[o] == l->block_of[j] && holds && (!same || o < j))
            return true;
    }
    return false;
}

/* Returns the number of areas of a block, without areas inside other areas of it. */
static size_t areas_of(const struct model_loop *l, int block)
{
    size_t n = 0;
    for (size_t j = 0; j < l->compiled->n_areas; j++)
        n += l->block_of[j] == block && !model_area_inside(l, j);
    return n;
}

/* Removes the matches of a block with more areas than the body has copies, if another block has
 * none: some of the areas belong to that block, and it is unknown which. Otherwise a skipped copy
 * would be subtracted twice. */
static void forget_surplus(struct model_loop *l)
{
    size_t without = 0;
    for (int b = 0; b < (int)l->source->n_blocks; b++)
        without += areas_of(l, b) == 0;
    for (int b = 0; without && is_known(l->k) && b < (int)l->source->n_blocks; b++) {
        if (!((double)areas_of(l, b) > l->k.value))
            continue;
        for (size_t j = 0; j < l->compiled->n_areas; j++)
            if (l->block_of[j] == b)
                l->block_of[j] = -1;
    }
}

/* Returns whether each copy of the body has one area per block, in order. */
static bool is_in_order(const struct model_loop *l)
{
    double blocks = (double)l->source->n_blocks;
    return blocks > 0 && is_known(l->k) && (double)l->compiled->n_areas == l->k.value * blocks;
}

void model_match_areas(struct arena *a, struct model_loop *l)
{
    const struct compiled_loop *c = l->compiled;
    size_t blocks = l->source->n_blocks, unmatched = 0;
    l->block_of = ARENA_ARRAY(a, int, c->n_areas + 1);
    for (size_t j = 0; j < c->n_areas; j++)
        l->block_of[j] =
            blocks == 1 && c->areas[j].source_line <= 0 ? 0 : block_at(l->source, &c->areas[j]);
    forget_surplus(l);
    for (size_t j = 0; j < c->n_areas; j++) {
        if (l->block_of[j] < 0 && is_in_order(l))
            l->block_of[j] = (int)(j % blocks);
        unmatched += l->block_of[j] < 0;
    }
    if (blocks && c->n_areas == 0)
        note(a, &l->notes,
             "the source has conditional blocks, but the compiled loop has no forward branch area: "
             "counts of skipped blocks are used only for MA");
    else if (unmatched && blocks && !l->paths)
        note(a, &l->notes, "%zu of %zu forward branch areas match no source block", unmatched,
             c->n_areas);
}
