/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds a sample from the keys and values of a text format. */
#ifndef MULTIKRON_STREAM_DRAFT_H
#define MULTIKRON_STREAM_DRAFT_H

#include "measure/multikron/sample.h"

/* The keys, named as in JSON and CSV. */
enum draft_key {
#define KEY(name, text) KEY_##name,
#include "measure/multikron/stream/keys.def"
#undef KEY
    KEYS,
};
struct draft {
    struct sample sample;
    unsigned seen;          /* set of keys with a value: bits 1 << key */
    uint32_t node, process; /* of the source, if seen */
    unsigned counters;      /* number of counters with a value */
    bool is_other_row;      /* a row with losses or a clock instead of a sample */
};

/* Returns the key of a name, or KEYS for other names; draft_set() ignores those. */
enum draft_key draft_find_key(const char *name);
/* Sets the value of a key; an empty value has no effect. Returns NULL, or a message with the valid
 * values. */
const char *draft_set(struct draft *f, enum draft_key key, const char *value);
/* Appends a counter. Returns NULL, or a message with the valid values. */
const char *draft_add_counter(struct draft *f, const char *value);
/* Completes the sample. Returns NULL, or a message about a missing or invalid value. */
const char *draft_finish(struct draft *f, unsigned process_bits);

/* Reads an integer up to max, decimal or hexadecimal with 0x. Returns false if text is not one. */
bool draft_parse_number(const char *text, uint64_t max, uint64_t *value);

#endif
