/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which source lines a loop is of. Behind a label that a jump names, instructions up to the next
 * .loc have no line of their own: compilers leave out both the line that is as before and the one
 * that they do not know. There a line counts if it lies among those that are said, or behind their
 * first one where real work has it; else it is a stray, of what stands before the loop. */
#include "x86-asm/file.h"

/* The file that most of its steps are of. */
static const char *file_of(const struct x86_flow *f, const struct x86_nest *l)
{
    const char *file = NULL;
    long lead = 0;
    for (uint32_t p = l->from; p < l->to; p++) {
        const struct x86_block *b = &f->blocks.at[f->order.at[p]];
        for (uint32_t s = b->first; s <= b->last; s++) {
            const char *source = f->unit->steps.at[s].source;
            if (!source)
                continue;
            if (lead == 0)
                file = source;
            lead += source == file ? 1 : -1;
        }
    }
    return file;
}

/* It computes in floating point, or stores. */
static bool is_work(const struct x86_step *s)
{
    struct instruction f;
    x86_to_facts(&s->is, &f);
    return f.class == OP_FA || f.class == OP_FM || f.class == OP_FMA || f.store.base != FORM_NONE;
}

static void widen(struct x86_source *to, uint32_t line)
{
    to->line = !to->line || line < to->line ? line : to->line;
    to->end_line = line > to->end_line ? line : to->end_line;
}

/* Adds the lines of a block's steps: those that are said, or the others where they may be. */
static void add_lines(const struct x86_flow *f, uint32_t block, bool said,
                      const struct x86_source *sure, struct x86_source *to)
{
    const struct x86_block *b = &f->blocks.at[block];
    for (uint32_t s = b->first; s <= b->last; s++) {
        const struct x86_step *step = &f->unit->steps.at[s];
        uint32_t line = step->source_line;
        if (step->source != to->file || !line || step->said != said)
            continue;
        if (said || !sure->line || (line >= sure->line && is_work(step)))
            widen(to, line);
    }
}

struct x86_source x86_source_of(const struct x86_flow *f, uint32_t loop)
{
    const struct x86_nest *l = &f->loops.at[loop];
    struct x86_source to = {.file = file_of(f, l)}, sure;
    for (uint32_t p = l->from; p < l->to; p++)
        add_lines(f, f->order.at[p], true, NULL, &to);
    sure = to;
    for (uint32_t p = l->from; p < l->to; p++)
        add_lines(f, f->order.at[p], false, &sure, &to);
    return to;
}
