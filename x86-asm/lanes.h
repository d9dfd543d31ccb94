/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elements that a pass of a loop loads and stores at addresses that advance by constants. */
#ifndef X86_ASM_LANES_H
#define X86_ASM_LANES_H

#include "x86-asm/body.h"

/* References whose addresses differ by constants, all loads or all stores. If they leave out bytes
 * of the advance, the constants can also come from the code before the loop. */
struct x86_reference {
    size_t op;        /* the first of them */
    int64_t advance;  /* bytes per pass, positive */
    int64_t bytes;    /* of an element, from the operations on it; 0 = unknown */
    bool types_agree; /* all operations that have an element type have this one, and there is one */
    bool declared;    /* no operation has a type: the size is that of scalar loads or stores */
    int64_t covered;  /* bytes that a pass accesses, modulo the advance */
    int64_t copies;   /* greatest number of equal parts of the advance in which the same elements
                         are accessed; 0 = the size of an element is unknown */
    int64_t alike;    /* number of references that leave out bytes of the same advance, this one
                         included: parts of one array whose addresses are in several registers? */
    bool store;
    uint8_t *byte; /* for each byte of the advance, whether it is accessed */
};
struct x86_lanes {
    struct x86_reference *at;
    size_t n;
    int *of;       /* of an operation: its reference; -1 = none */
    bool unknown;  /* the advance of another address is unknown */
    bool variable; /* or not a constant */
};
struct x86_back_edges;
/* Finds the references of a loop, in a. back: the edges of the routine. */
struct x86_lanes x86_find_lanes(struct arena *a, const struct x86_body *b,
                                const struct x86_back_edges *back);
/* Returns true if a pass can be n equal iterations: each reference accesses the same bytes in each
 * n-th part of its advance, apart from loads of bytes that are not used. */
bool x86_divides_lanes(const struct x86_lanes *l, int64_t n);
/* The same for one reference. */
bool x86_divides_reference(const struct x86_reference *r, int64_t n);
/* Returns true for loads whose elements repeat less often than they could: vectors can load bytes
 * that are not used. */
bool x86_loads_unused_bytes(const struct x86_reference *r);
/* Returns true if a reference leaves out bytes of its advance. */
bool x86_leaves_gaps(const struct x86_lanes *l);
/* Returns true if a pass stores a register that is merged from sums and from differences. */
bool x86_mixes_sums(const struct x86_body *b);

#endif
