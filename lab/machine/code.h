/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program made ready to run: pairs taken apart into steps that are done one after another. The
 * halves of a pair stand in an order in which each reads what was there before the pair (movb8_8
 * what its left half wrote), so that a cell may stop between any two steps and go on later. */
#ifndef LAB_MACHINE_CODE_H
#define LAB_MACHINE_CODE_H

#include "lab/machine/program.h"

enum step_kind {
#define STEP(NAME, ...) STEP_##NAME,
#define FREE_STEP(NAME, ...) STEP_##NAME,
#include "lab/machine/steps.def"
#undef STEP
#undef FREE_STEP
    STEPS
};

/* Which fields count is said by its kind's lines in steps.def. */
struct step {
    uint16_t kind;   /* enum step_kind */
    uint8_t ends;    /* 1: the pair is over behind it; else 0 */
    uint8_t n;       /* a shift; an enum request_kind */
    uint8_t a, b, d; /* registers: enum cell_register */
    uint32_t pair;   /* of the program; FETCH: subblock of text */
    int64_t imm;     /* added to b, or to the address */
    union {
        const struct step *to; /* where a branch that is taken goes on */
        const struct program_host *host;
    };
};

struct code_options {
    bool triads_once; /* triads round once, not after the product, too */
};
struct code {
    const struct program *program;
    struct step *steps;
    uint32_t *entry; /* step that each pair begins with */
    size_t n, room;
    uint64_t subblocks; /* of text */
};
/* The program must outlive it. */
struct code *code_make(const struct program *p, const struct code_options *o);
void code_free(struct code *c);
/* The step that a jump to an address goes on with; NULL = there is no pair. */
static inline const struct step *code_at(const struct code *c, uint64_t address)
{
    uint64_t pair = (address - LAB_TEXT) / LAB_PAIR_BYTES;
    return pair < c->program->pairs && address % LAB_PAIR_BYTES == 0 ? &c->steps[c->entry[pair]]
                                                                     : NULL;
}

#endif
