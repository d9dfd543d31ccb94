/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the reader of assembly text share. */
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
    uint32_t align;               /* of what follows in .data; 0 = not said */
    bool in_block;                /* data go into the last block */
    struct lab_variable variable; /* of a .def that is open; name NULL = none */
    bool ok;
};

/* A located error; false. */
bool lab_wrong(struct reading *r, const char *at, const char *what);
const char *lab_name(struct reading *r, struct ksr_text t);
bool lab_is(struct ksr_text t, const char *text);
/* N, SYMBOL, SYMBOL+N, SYMBOL-N. False without a message. */
bool lab_read_number(struct reading *r, struct ksr_text t, uint64_t *value, const char **symbol);
/* .def, .val, .size, .dim, .endef: what variables are (read-variable.c); false = another word. */
bool lab_read_definition(struct reading *r, struct ksr_text word, struct ksr_text rest);
/* The next of operands with commas between them; false = there is none. */
bool lab_next_operand(struct ksr_text *rest, struct ksr_text *t);
/* Directives that ksr-asm's reader looks at, and those that say nothing to the lab. */
bool lab_is_passed(struct ksr_text word);
/* A line that holds a pair; it is appended, or a message told. */
void lab_read_pair(struct reading *r, struct ksr_text t);

#endif
