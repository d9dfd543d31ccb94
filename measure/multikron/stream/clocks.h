/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clocks of all nodes of a stream. */
#ifndef MULTIKRON_STREAM_CLOCKS_H
#define MULTIKRON_STREAM_CLOCKS_H

#include "base/array.h"
#include "measure/multikron/stream/keymap.h"
#include "measure/multikron/stream/wrap.h"

/* Initialized to zero except the parameters. */
struct clocks {
    unsigned process_bits; /* parameter: number of low bits of a source that are the process */
    uint64_t disorder;     /* parameter: of wrap.h */
    struct keymap numbers; /* index in at by node */
    ARRAY(struct wrap) at;
    uint64_t newest; /* time of the last sample */
};

/* Returns the extended time of the next sample of the stream. */
uint64_t clocks_time(struct clocks *c, const struct sample *s);
void clocks_free(struct clocks *c);

#endif
