/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of kfc_address share: addresses as instructions. */
#ifndef LAB_CODE_ADDRESS_H
#define LAB_CODE_ADDRESS_H

#include "lab/code/code.h"
#include "lab/code/edit.h"

/* A procedure whose places become base registers and displacements. */
struct addressing {
    struct arena *arena;
    struct ir_procedure *p;
    int64_t reach;            /* displacements are from -reach to reach - 1 */
    struct object *constants; /* the procedure's block, for loads of addresses from it */
};

/* Byte of the procedure's constant block that holds the address of symbol + at; it is appended
 * where it is not there. */
int64_t address_constant(struct addressing *x, const char *symbol, int64_t at);
/* Appends code that puts the address of object, or one near it, into a register: its result.
 * *offset: bytes from there to the object's first. */
lab_reg address_object(struct addressing *x, ir_code *code, const struct object *o, int64_t *offset,
                       uint32_t line);
/* Appends code for the sum of a place's terms, in an IPU register; 0 = it has none. */
lab_reg address_terms(struct addressing *x, ir_code *code, const struct place *p, uint32_t line);
/* Appends code that leaves the place's address at *offset bytes from the register that is the
 * result; whole: at 0 bytes, else within reach. */
lab_reg address_place(struct addressing *x, ir_code *code, const struct place *p, bool whole,
                      int64_t *offset, uint32_t line);
/* A new register = r + bytes. */
lab_reg address_plus(struct addressing *x, ir_code *code, lab_reg r, int64_t bytes, uint32_t line);

/* -O1 and above (address-loops.c): base registers of loops, stepped in their latches. The places
 * that they reach are addressed; the rest are as before. */
void address_loops(struct addressing *x);

#endif
