/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sample that is put together key by key, as texts give it. */
#ifndef MULTIKRON_STREAM_DRAFT_H
#define MULTIKRON_STREAM_DRAFT_H

#include "measure/multikron/sample.h"

/* Keys, by the names they have in JSON and CSV. */
enum draft_key {
#define KEY(name, text) KEY_##name,
#include "measure/multikron/stream/keys.def"
#undef KEY
    KEYS,
};
struct draft {
    struct sample sample;
    unsigned seen;          /* 1 << key of those that were given */
    uint32_t node, process; /* of the source, if seen */
    unsigned counters;      /* so many were given */
    bool lost;              /* a row that tells a loss, or of a clock, no sample */
};

/* The key of that name, KEYS = there is none; such keys are passed over. */
enum draft_key draft_key_of(const char *name);
/* Gives a key its value; an empty one counts as not given. NULL, or what the value should be. */
const char *draft_set(struct draft *f, enum draft_key key, const char *value);
/* One counter more. */
const char *draft_counter(struct draft *f, const char *value);
/* NULL if it is a sample now, or what it lacks. */
const char *draft_end(struct draft *f, unsigned process_bits);

/* A whole number, decimal or 0x, up to max. */
bool draft_number(const char *text, uint64_t max, uint64_t *value);

#endif
