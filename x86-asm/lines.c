/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines of a loop. After a label that a jump names, instructions up to the next .loc have no
 * line of their own: compilers omit both an unchanged line and an unknown one. There, the previous
 * line counts if it is within the range of the explicit lines, or after the first of them and has
 * floating-point work or a store. Otherwise it belongs to code before the loop, and is ignored. */
#include "x86-asm/file.h"

#include <stdlib.h>

/* Returns the file of most of its steps. */
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

/* Returns true if the step computes in floating point, or stores. */
static bool is_work(const struct x86_step *s)
{
    struct instruction f;
    x86_to_facts(&s->is, &f);
    return f.class == OP_FA || f.class == OP_FM || f.class == OP_FMA || f.store.base != FORM_NONE;
}

static void extend_range(struct x86_source *to, uint32_t line)
{
    to->line = !to->line || line < to->line ? line : to->line;
    to->end_line = line > to->end_line ? line : to->end_line;
}

/* Adds the lines of a block's steps: the explicit ones, or the implicit ones within the allowed
 * range. */
static void add_lines(const struct x86_flow *f, uint32_t block, bool explicit_line,
                      const struct x86_source *sure, struct x86_source *to)
{
    const struct x86_block *b = &f->blocks.at[block];
    for (uint32_t s = b->first; s <= b->last; s++) {
        const struct x86_step *step = &f->unit->steps.at[s];
        uint32_t line = step->source_line;
        if (step->source != to->file || !line || step->explicit_line != explicit_line)
            continue;
        if (explicit_line || !sure->line || (line >= sure->line && is_work(step)))
            extend_range(to, line);
    }
}

struct x86_source x86_source_of(const struct x86_flow *f, uint32_t loop)
{
    return x86_source_in(f, loop, file_of(f, &f->loops.at[loop]));
}

struct x86_source x86_source_in(const struct x86_flow *f, uint32_t loop, const char *file)
{
    const struct x86_nest *l = &f->loops.at[loop];
    struct x86_source to = {.file = file}, sure;
    for (uint32_t p = l->from; p < l->to; p++)
        add_lines(f, f->order.at[p], true, NULL, &to);
    sure = to;
    for (uint32_t p = l->from; p < l->to; p++)
        add_lines(f, f->order.at[p], false, &sure, &to);
    return to;
}

/* ---- work ---- */

enum weight { NOTHING, LOADS, WORKS };

static enum weight weight_of(const struct x86_step *s)
{
    struct instruction f;
    x86_to_facts(&s->is, &f);
    bool floating = f.work.base != FORM_NONE && (f.class == OP_FA || f.class == OP_FM ||
                                                 f.class == OP_FMA || f.class == OP_FMISC);
    return floating || f.store.base != FORM_NONE ? WORKS
           : f.load.base != FORM_NONE            ? LOADS
                                                 : NOTHING;
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void collect_lines(const struct x86_flow *f, uint32_t loop, const struct x86_source *of,
                          enum weight wanted, struct x86_lines *to)
{
    const struct x86_nest *l = &f->loops.at[loop];
    for (uint32_t p = l->from; p < l->to; p++) {
        const struct x86_block *b = &f->blocks.at[f->order.at[p]];
        for (uint32_t s = b->first; s <= b->last; s++) {
            const struct x86_step *step = &f->unit->steps.at[s];
            bool within = step->source == of->file && step->source_line >= of->line &&
                          step->source_line <= of->end_line && step->source_line;
            if (within && weight_of(step) == wanted)
                to->at[to->n++] = step->source_line;
        }
    }
}

struct x86_lines x86_work_lines(struct arena *a, const struct x86_flow *f, uint32_t loop,
                                const struct x86_source *of)
{
    const struct x86_nest *l = &f->loops.at[loop];
    struct x86_lines to = {.n = 0};
    uint32_t n = 0, kept = 0;
    for (uint32_t p = l->from; p < l->to; p++)
        n += f->blocks.at[f->order.at[p]].last - f->blocks.at[f->order.at[p]].first + 1;
    to.at = ARENA_ARRAY(a, uint32_t, n + 1);
    for (enum weight w = WORKS; w > NOTHING && !to.n; w--)
        collect_lines(f, loop, of, w, &to);
    array_sort(&to, ascending);
    for (uint32_t i = 0; i < to.n; i++)
        if (kept == 0 || to.at[kept - 1] != to.at[i])
            to.at[kept++] = to.at[i];
    to.n = kept;
    return to;
}
