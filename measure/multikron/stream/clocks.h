/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clocks of all nodes of one stream. */
#ifndef MULTIKRON_STREAM_CLOCKS_H
#define MULTIKRON_STREAM_CLOCKS_H

#include "base/array.h"
#include "measure/multikron/stream/keymap.h"
#include "measure/multikron/stream/wrap.h"

/* All zeroes but for the parameters. */
struct clocks {
    unsigned process_bits; /* of a source */
    uint64_t disorder;     /* of wrap.h */
    struct keymap numbers; /* of nodes, in at */
    ARRAY(struct wrap) at;
    uint64_t newest; /* time of the last sample */
};

/* Time of a sample that stands behind all samples before. */
uint64_t clocks_time(struct clocks *c, const struct sample *s);
void clocks_free(struct clocks *c);

#endif
