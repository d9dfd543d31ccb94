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
    struct ksr_reader ksr; /* lines, labels, pairs, sections, source lines */
    struct ksr_opcodes opcodes;
    struct arena own; /* the opcodes */
    struct lab_text *text;
    ARRAY(struct lab_mark) marks;
    struct name_index defined;    /* labels: the line of the text */
    uint32_t align;               /* of the next data; 0 = unspecified */
    bool in_block;                /* data belong to the last block */
    bool in_data;                 /* the last statement was in the data section */
    struct lab_variable variable; /* of an open .def; name NULL = none */
    bool ok;
};

/* Reports a located error and returns false. */
bool lab_report_error(struct reading *r, const char *at, const char *what);
const char *lab_name(struct reading *r, struct ksr_text t);
/* Reads N, SYMBOL, SYMBOL+N or SYMBOL-N. Returns false without a message. */
bool lab_read_number(struct reading *r, struct ksr_text t, uint64_t *value, const char **symbol);
/* Reads .def, .val, .size, .dim, .endef (read-variable.c). Returns false for another word. */
bool lab_read_definition(struct reading *r, struct ksr_text word, struct ksr_text rest);
/* Reads the operands of the pair that the reader has returned and appends it, or reports errors. */
void lab_read_pair(struct reading *r);

#endif
