/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that the parts of kfc_address share: they turn addresses into instructions. */
#ifndef LAB_CODE_ADDRESS_H
#define LAB_CODE_ADDRESS_H

#include "lab/code/code.h"
#include "lab/code/edit.h"

/* A procedure whose places are converted to base registers and displacements. */
struct addressing {
    struct arena *arena;
    struct ir_procedure *p;
    int64_t reach;            /* displacements range from -reach to reach - 1 */
    struct object *constants; /* the procedure's constant block; addresses are loaded from it */
};

/* Returns the offset in the procedure's constant block, in bytes, of the word that holds the
 * address symbol + at. Appends that word if the block has none. */
int64_t address_constant(struct addressing *x, const char *symbol, int64_t at);
/* Appends code that computes the address of an object, or an address near it, and returns the
 * register that holds it. Sets *offset to the distance from that address to the first byte of
 * the object. */
lab_reg address_object(struct addressing *x, ir_code *code, const struct object *o, int64_t *offset,
                       uint32_t line);
/* Appends code that adds up the terms of a place. Returns the IPU register of the sum; 0 = the
 * place has no terms. */
lab_reg address_terms(struct addressing *x, ir_code *code, const struct ir_place *p, uint32_t line);
/* Appends code that computes the address of a place and returns a base register. The address is
 * the register plus *offset bytes. *offset is 0 if whole is set, else within reach. */
lab_reg address_place(struct addressing *x, ir_code *code, const struct ir_place *p, bool whole,
                      int64_t *offset, uint32_t line);
/* Appends code that computes r + bytes and returns the new register that holds it. */
lab_reg address_plus(struct addressing *x, ir_code *code, lab_reg r, int64_t bytes, uint32_t line);

/* Used from -O1 on (address-loops.c). Gives the accesses of loops base registers that each
 * iteration increments. Accesses without such a register keep their places. */
void address_loops(struct addressing *x);

#endif
