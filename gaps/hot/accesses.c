/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/accesses.h"
#include "bounds/frequencies.h"
#include "facts/accesses.h"
#include "gaps/ladder/model.h"

#include <math.h>
#include <string.h>

/* Returns whether an instruction accesses a fixed address on the stack, where compilers save
 * registers. */
static bool is_on_stack(const struct instruction *i)
{
    return strstr(i->text, "(%rsp)") || (strstr(i->text, "(%rbp)") && i->step == 0);
}

/* loads: the bytes that the instruction loads and no other one of its block. */
static void add_bytes(const struct instruction *i, double times, int loads, struct access_bytes *to)
{
    if (i->store_bytes)
        to->of[i->store_class == OP_SFL ? ACCESS_FLOAT_STORE : ACCESS_INTEGER_STORE] +=
            times * i->store_bytes;
    if (loads)
        to->of[i->load_class == OP_LFL ? ACCESS_FLOAT_LOAD : ACCESS_INTEGER_LOAD] += times * loads;
}

bool add_code_accesses(const struct gap_hot_row *row, double passes, const struct source_loop *l,
                       struct access_bytes *to, struct access_bytes *more)
{
    struct arena scratch = {0};
    const char *why;
    const struct instruction_body *b = row->code ? model_body(&scratch, row->code, &why) : NULL;
    const struct body_frequencies *f = b ? row->code->compiled->frequencies : NULL;
    double first = f ? passes * passes_of_whole_one(b, f) : passes;
    for (size_t k = 0; b && k < (b->n_blocks ? b->n_blocks : 1); k++) {
        const struct code_block all = {.n = (int)b->n}, *block = b->n_blocks ? &b->blocks[k] : &all;
        double times = first * (f ? f->block[k] : 1), within = fmin(times, passes);
        for (int i = block->first; i < block->first + block->n; i++) {
            long at = l ? b->at[i].line - l->line : 0;
            if (at < 0 || (l && at > l->end_line - l->line) || is_on_stack(&b->at[i]))
                continue;
            int loads = is_repeated_load(b->at, block, i) ? 0 : b->at[i].load_bytes;
            add_bytes(&b->at[i], within, loads, &to[at]);
            add_bytes(&b->at[i], times - within, loads, &more[at]);
        }
    }
    arena_free(&scratch);
    return b;
}

bool is_work(const struct instruction *i)
{
    return i->load_bytes || i->store_bytes || i->class == OP_FA || i->class == OP_FM ||
           i->class == OP_FMA;
}

void narrow_to_work(const struct gap_hot_row *row, long *line, long *end_line)
{
    struct arena scratch = {0};
    const char *why;
    const struct instruction_body *b = row->code ? model_body(&scratch, row->code, &why) : NULL;
    long least = 0, most = 0;
    for (size_t i = 0; b && i < b->n; i++) {
        long at = b->at[i].line;
        if (!is_work(&b->at[i]) || at < *line || at > *end_line)
            continue;
        least = !least || at < least ? at : least;
        most = at > most ? at : most;
    }
    arena_free(&scratch);
    if (least) {
        *line = least;
        *end_line = most;
    }
}
