/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which conditional block of the source each forward branch area of the compiled loop is. */
#include "gaps/ladder/model.h"
#include "base/util.h"

static bool holds_line(const struct block *b, long line)
{
    return b->line <= line && line <= b->end_line;
}

/* Block b is inside block around. */
static bool is_within(const struct source_loop *l, int b, int around)
{
    while (b >= 0 && b != around)
        b = l->blocks[b].within;
    return b >= 0;
}

/* The lines that block and area share, as part of those that either has. */
static double shared_lines(const struct block *b, const struct area *area)
{
    long first = min_int64(area->source_line, area->source_end_line);
    long last = max_int64(area->source_line, area->source_end_line);
    long both = min_int64(last, b->end_line) - max_int64(first, b->line) + 1;
    long either = max_int64(last, b->end_line) - min_int64(first, b->line) + 1;
    return first > 0 && both > 0 ? (double)both / (double)either : 0;
}

/* The block that shares most of its lines with the area; of equal ones the innermost, and of those
 * apart from each other the only one in which the area begins: at its end may be copies of what
 * follows it, which fill the delay steps of its branch. -1 where none shares a line, or it begins
 * in none of these blocks, or in several. */
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

/* Areas of a block, those inside others of it left out. */
static size_t areas_of(const struct model_loop *l, int block)
{
    size_t n = 0;
    for (size_t j = 0; j < l->compiled->n_areas; j++)
        n += l->block_of[j] == block && !model_area_inside(l, j);
    return n;
}

/* A block with more areas than the body has copies, while another block has none: some of them are
 * that one's, and nothing says which. A copy that is skipped once would be taken off twice. */
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

/* An area for each block in each copy of the body. */
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
             "the source has conditional blocks and the compiled loop no forward branch area: "
             "taken counts weight MA only");
    else if (unmatched && blocks && !l->paths)
        note(a, &l->notes, "%zu of %zu forward branch areas can't be told to a source block",
             unmatched, c->n_areas);
}
