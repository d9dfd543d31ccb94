/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which source lines a loop is of. */
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

struct x86_source x86_source_of(const struct x86_flow *f, uint32_t loop)
{
    const struct x86_nest *l = &f->loops.at[loop];
    struct x86_source to = {.file = file_of(f, l)};
    for (uint32_t p = l->from; p < l->to; p++) {
        const struct x86_block *b = &f->blocks.at[f->order.at[p]];
        for (uint32_t s = b->first; s <= b->last; s++) {
            const struct x86_step *step = &f->unit->steps.at[s];
            if (step->source != to.file || !step->source_line)
                continue;
            to.line = !to.line || step->source_line < to.line ? step->source_line : to.line;
            to.end_line = step->source_line > to.end_line ? step->source_line : to.end_line;
        }
    }
    return to;
}
