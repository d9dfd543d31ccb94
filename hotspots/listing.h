/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The disassembly of some functions of a binary, with their source lines and jump tables: the text
 * that objdump -d -l prints, and lines "jump table ADDRESS: TARGET...", which x86-asm/ reads. Only
 * these functions are disassembled, so the time does not depend on the size of the binary. */
#ifndef HOTSPOTS_LISTING_H
#define HOTSPOTS_LISTING_H

#include "base/array.h"
#include "binaries/binary.h"

struct listing {
    FILE *file; /* the text, deleted when it is closed; NULL = there is none */
    struct listed_instruction {
        uint64_t address;
        uint32_t line; /* of the text */
    } * at;            /* by address */
    size_t n;
    size_t room;
};

/* Disassembles the n functions, in ascending order and disjoint, by objdump, and sets l. Returns
 * false after a message in d: objdump is missing or failed, or a temporary file can't be written.
 */
bool listing_create(struct listing *l, struct binary *b,
                    const struct binary_function *const *functions, size_t n, struct diag *d);
/* Returns the line of the instruction at the address; 0 = the listing does not contain it. */
uint32_t listing_line(const struct listing *l, uint64_t address);
/* Returns whether the line has an instruction, and stores its address. */
bool listing_address(const struct listing *l, uint32_t line, uint64_t *address);
void listing_free(struct listing *l);

/* For objdump's text without source lines: return the mnemonic of an instruction, whose address is
 * *address, and NULL for other lines; return true for a line that begins a function. */
const char *listing_instruction(const char *line, uint64_t *address);
bool listing_function(const char *line, uint64_t *address);

#endif
