/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: a scanned file. */
#ifndef KSR_ASM_FILE_H
#define KSR_ASM_FILE_H

#include "base/names.h"
#include "base/pile.h"
#include "ksr-asm/ksr-asm.h"
#include "ksr-asm/reader.h"

/* Source of loops; a loop's tag is an index of these. */
struct ksr_place {
    const char *source, *function; /* NULL = unknown */
};

struct ksr_file {
    struct scan scan;
    const struct loop_ask *ask;
    struct diag *d;
    struct arena arena; /* the opcodes */
    struct ksr_opcodes opcodes;
    struct ksr_reader reader;
    struct names names;
    struct pile places;     /* struct ksr_place */
    uint32_t place_changes; /* o.changes when the last place was added */
    bool from_seen, to_seen;

    /* second pass */
    uint32_t step;    /* pairs read in this pass */
    bool second;      /* the second pass has begun */
    struct diag mute; /* the first pass has printed all messages */
};

/* Fills l, in a, with the facts of loop i, except k and the recurrence. */
void ksr_loop(const struct scan *s, struct arena *a, size_t i, struct compiled_loop *l);
/* Also fills k and the recurrence. */
void ksr_loop_details(struct scan *s, struct arena *a, size_t i, struct compiled_loop *l);
/* Returns the class in which an instruction is counted. Not for nops. */
enum op_class ksr_class_of(const struct ksr_instruction *n, bool left);

#endif
