/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How callers of sampled functions are found. */
#ifndef MEASURE_SAMPLING_CHAINS_H
#define MEASURE_SAMPLING_CHAINS_H

#include "base/user-stack.h"

struct profile_object;

enum call_chain {
#define CHAIN(NAME, name, meaning) CHAIN_##NAME,
#include "measure/sampling/chains.def"
#undef CHAIN
    CALL_CHAINS
};
/* Return the name of a kind, and the kind of a name (CALL_CHAINS = none). */
const char *call_chain_name(enum call_chain c);
enum call_chain call_chain_of(const char *name);

/* Unwinds stacks for CHAIN_DWARF: the sampler reads no files. number: of the object in the profile;
 * it has the same object in all calls. */
struct stack_unwinder {
    void *context;
    /* Returns whether callers of the object's functions are wanted. */
    bool (*is_wanted)(void *context, uint32_t number, const struct profile_object *o);
    /* Replaces the registers of s by those of the caller. at: position of the instruction in the
     * file of the object. Returns false if the caller is unknown. */
    bool (*unwind)(void *context, uint32_t number, const struct profile_object *o, uint64_t at,
                   struct user_stack *s);
    /* Returns whether a call precedes the position. */
    bool (*follows_call)(void *context, uint32_t number, const struct profile_object *o,
                         uint64_t at);
};

#endif
