/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of ksr-asm/: a scanned file. */
#ifndef KSR_ASM_FILE_H
#define KSR_ASM_FILE_H

#include "base/names.h"
#include "base/pile.h"
#include "ksr-asm/ksr-asm.h"
#include "ksr-asm/reader.h"

/* Where loops come from; a loop's tag is the index of one. */
struct ksr_place {
    const char *source, *function; /* NULL = unknown */
};

struct ksr_file {
    const struct loop_ask *ask;
    struct diag *d;
    struct arena arena; /* the opcodes */
    struct ksr_opcodes opcodes;
    struct ksr_reader reader;
    struct loop_finder finder;
    struct names names;
    struct pile places;     /* struct ksr_place */
    uint32_t place_changes; /* of the origin, when the last one was made */
    bool from_seen, to_seen;

    /* second pass */
    uint32_t step;    /* pairs that were read in it */
    bool second;      /* it is under way */
    struct diag mute; /* everything was said in the first */
};

/* The class that an instruction counts in, nops aside. */
enum op_class ksr_class_of(const struct ksr_instruction *n, bool left);

#endif
