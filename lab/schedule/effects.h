/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an instruction of real registers reads and writes. */
#ifndef LAB_SCHEDULE_EFFECTS_H
#define LAB_SCHEDULE_EFFECTS_H

#include "lab/isa/isa.h"

/* Registers in a row: FPU, IPU, CEU, then the condition. */
enum {
    ROW_FPU,
    ROW_IPU = ROW_FPU + LAB_FPU_REGISTERS,
    ROW_CEU = ROW_IPU + LAB_IPU_REGISTERS,
    ROW_CONDITION = ROW_CEU + LAB_CEU_REGISTERS,
    ROW_LENGTH
};
enum { EFFECT_USES = 12, EFFECT_WRITES = 9, WIDE_REGISTERS = 8 };

struct effects {
    struct effect_use {
        uint8_t reg;    /* in the row */
        uint8_t source; /* of lab_distance() */
    } uses[EFFECT_USES];
    int n_uses;
    uint8_t writes[EFFECT_WRITES];
    int n_writes;
};

/* Place of a register in the row; ROW_LENGTH: none that anything waits for (XIU). */
int row_of(lab_reg r);
lab_reg register_of_row(int row);
struct effects effects_of(const struct lab_inst *i);

/* Whether i writes what other reads. */
bool feeds(const struct lab_inst *i, const struct lab_inst *other);

/* Least pairs from first to second, of which first comes first in order: because second reads what
 * first writes, writes what it reads or writes, or because of a port; -1 = no matter. Memory is no
 * part of it. */
int register_distance(const struct machine *m, const struct lab_inst *first,
                      const struct lab_inst *second);
/* The same by registers alone, of effects that are known already. */
int effects_distance(const struct machine *m, const struct lab_inst *first,
                     const struct effects *first_effects, const struct lab_inst *second,
                     const struct effects *second_effects);
/* The same; second NULL = everything may read what first writes. */
int distance_or_all(const struct machine *m, const struct lab_inst *first,
                    const struct lab_inst *second);

#endif
