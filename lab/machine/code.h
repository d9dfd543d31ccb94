/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program in executable form: pairs are decomposed into steps that run one after another. The
 * halves of a pair are ordered so that each reads the values from before the pair (movb8_8: what
 * its left half wrote), so a cell can stop between any two steps and continue later. */
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

/* The lines of its kind in steps.def determine which fields are valid. */
struct step {
    uint16_t kind;   /* enum step_kind */
    uint8_t ends;    /* 1: last step of its pair; else 0 */
    uint8_t n;       /* a shift; an enum request_kind */
    uint8_t a, b, d; /* registers: enum cell_register */
    uint32_t pair;   /* of the program; FETCH: subblock of text */
    int64_t imm;     /* is added to b, or to the address */
    union {
        const struct step *to; /* target of a branch */
        const struct program_host *host;
    };
};

struct code_options {
    bool triads_once; /* triads round once, not also after the product */
};
struct code {
    const struct program *program;
    struct step *steps;
    uint32_t *entry; /* first step of each pair */
    size_t n, room;
    uint64_t subblocks; /* of text */
};
/* Compiles a program, which must outlive the result. */
struct code *code_compile(const struct program *p, const struct code_options *o);
void code_free(struct code *c);
/* Returns the step at the target address of a jump; NULL = no pair. */
static inline const struct step *code_at(const struct code *c, uint64_t address)
{
    uint64_t pair = (address - LAB_TEXT) / LAB_PAIR_BYTES;
    return pair < c->program->pairs && address % LAB_PAIR_BYTES == 0 ? &c->steps[c->entry[pair]]
                                                                     : NULL;
}

#endif
