/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/accesses.h"

/* Returns whether load a reads all bytes of load b. */
static bool covers(const struct instruction *a, const struct instruction *b)
{
    return a->load_bytes && a->stream == b->stream && a->line == b->line &&
           a->load_class == b->load_class && a->offset <= b->offset &&
           b->offset + b->load_bytes <= a->offset + a->load_bytes;
}

bool is_repeated_load(const struct instruction *at, const struct code_block *block, int i)
{
    if (!at[i].load_bytes || at[i].stream < 0)
        return false;
    for (int k = block->first; k < block->first + block->n; k++)
        if (k != i && covers(&at[k], &at[i]) && (k < i || !covers(&at[i], &at[k])))
            return true;
    return false;
}
