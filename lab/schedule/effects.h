/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers that an instruction with real registers reads and writes. */
#ifndef LAB_SCHEDULE_EFFECTS_H
#define LAB_SCHEDULE_EFFECTS_H

#include "lab/isa/isa.h"

/* All registers as one row: FPU, IPU, CEU, then the condition. */
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

/* Returns the index of a register in the row; ROW_LENGTH: no instruction depends on it (XIU). */
int row_of(lab_reg r);
lab_reg register_of_row(int row);
struct effects effects_of(const struct lab_inst *i);

bool writes_row(const struct effects *e, int row);

/* Returns whether i writes a register that other reads. */
bool feeds(const struct lab_inst *i, const struct lab_inst *other);

/* Returns the least number of pairs from first to second, which comes later in program order: for
 * registers that first writes and second reads, that second writes and first uses, and for ports.
 * -1 = they are independent. Ignores memory. */
int register_distance(const struct machine *m, const struct lab_inst *first,
                      const struct lab_inst *second);
/* Like register_distance(), but for registers only, with known effects. */
int effects_distance(const struct machine *m, const struct lab_inst *first,
                     const struct effects *first_effects, const struct lab_inst *second,
                     const struct effects *second_effects);
/* Like register_distance(); second NULL = any instruction may read what first writes. */
int distance_or_all(const struct machine *m, const struct lab_inst *first,
                    const struct lab_inst *second);

#endif
