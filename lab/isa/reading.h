/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the parts of the reader of assembly text. */
#ifndef LAB_ISA_READING_H
#define LAB_ISA_READING_H

#include "base/name-index.h"
#include "ksr-asm/reader.h"
#include "lab/isa/isa.h"

/* A name of .globl and .comm. */
struct lab_mark {
    const char *name;
    bool global, common;
};
struct reading {
    struct ksr_reader ksr; /* lines, comments, sections, source lines */
    struct lab_text *text;
    struct arena *arena;
    ARRAY(struct lab_mark) marks;
    struct name_index defined;    /* labels: the line of the text */
    uint32_t align;               /* of the next data; 0 = unspecified */
    bool in_block;                /* data belong to the last block */
    struct lab_variable variable; /* of an open .def; name NULL = none */
    bool ok;
};

/* Reports a located error and returns false. */
bool lab_wrong(struct reading *r, const char *at, const char *what);
const char *lab_name(struct reading *r, struct ksr_text t);
bool lab_is(struct ksr_text t, const char *text);
/* Reads N, SYMBOL, SYMBOL+N or SYMBOL-N. Returns false without a message. */
bool lab_read_number(struct reading *r, struct ksr_text t, uint64_t *value, const char **symbol);
/* Reads .def, .val, .size, .dim, .endef (read-variable.c). Returns false for another word. */
bool lab_read_definition(struct reading *r, struct ksr_text word, struct ksr_text rest);
/* Returns the next of comma-separated operands; false = none. */
bool lab_next_operand(struct ksr_text *rest, struct ksr_text *t);
/* Returns whether ksr-asm's reader handles the directive, or the lab ignores it. */
bool lab_is_passed(struct ksr_text word);
/* Reads a line with a pair and appends it, or reports an error. */
void lab_read_pair(struct reading *r, struct ksr_text t);

#endif
