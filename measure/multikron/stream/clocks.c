/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/clocks.h"
#include "measure/multikron/stream/tally.h"

uint64_t clocks_time(struct clocks *c, const struct sample *s)
{
    uint32_t node = source_node(s->source, c->process_bits);
    uint64_t i = keymap_find(&c->numbers, node);
    if (i == KEYMAP_NONE) {
        struct wrap clock = wrap_begin(s->timestamp, c->at.n > 0, c->newest);
        *array_push(&c->at) = clock;
        i = c->at.n - 1;
        keymap_add(&c->numbers, node, i);
    }
    return c->newest = wrap_time(&c->at.at[i], s->timestamp, c->disorder);
}

void clocks_free(struct clocks *c)
{
    keymap_free(&c->numbers);
    array_free(&c->at);
}
