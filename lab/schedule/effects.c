/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/effects.h"
#include "base/util.h"

int row_of(lab_reg r)
{
    static const int first[] = {
        [LAB_NO_UNIT] = ROW_LENGTH, [LAB_FPU] = ROW_FPU,    [LAB_IPU] = ROW_IPU,
        [LAB_CEU] = ROW_CEU,        [LAB_XIU] = ROW_LENGTH,
    };
    static const uint32_t count[] = {[LAB_FPU] = LAB_FPU_REGISTERS,
                                     [LAB_IPU] = LAB_IPU_REGISTERS,
                                     [LAB_CEU] = LAB_CEU_REGISTERS,
                                     [LAB_XIU] = 0};
    enum lab_unit unit = lab_reg_unit(r);
    uint32_t n = lab_reg_number(r);
    return n < count[unit] ? first[unit] + (int)n : ROW_LENGTH;
}

lab_reg register_of_row(int row)
{
    if (row < ROW_IPU)
        return lab_register(LAB_FPU, (uint32_t)(row - ROW_FPU));
    if (row < ROW_CEU)
        return lab_register(LAB_IPU, (uint32_t)(row - ROW_IPU));
    return lab_register(LAB_CEU, (uint32_t)(row - ROW_CEU));
}

static void add_use(struct effects *e, int row, int source)
{
    if (row < ROW_LENGTH)
        e->uses[e->n_uses++] = (struct effect_use){(uint8_t)row, (uint8_t)source};
}

static void add_write(struct effects *e, int row)
{
    if (row < ROW_LENGTH)
        e->writes[e->n_writes++] = (uint8_t)row;
}

/* Returns the number of consecutive registers that the instruction accesses. */
static int register_count(enum lab_opcode op)
{
    return lab_memory_bytes(op) == 64 ? WIDE_REGISTERS : 1;
}

static lab_reg register_after(lab_reg r, int k)
{
    return lab_register(lab_reg_unit(r), lab_reg_number(r) + (uint32_t)k);
}

static void add_operand_effects(struct effects *e, const struct lab_inst *i, char letter,
                                int *source)
{
    switch (letter) {
    case 'f':
    case 'i':
    case 'c':
    case 'r':
        if (!i->immediate[*source])
            for (int k = 0; k < (lab_is_store(i->op) ? register_count(i->op) : 1); k++)
                add_use(e, row_of(register_after(i->s[*source], k)), *source);
        (*source)++;
        break;
    case 'G':
    case 'H':
        add_use(e, row_of(i->d), LAB_READS_D);
        add_write(e, row_of(i->d));
        break;
    case 'F':
    case 'I':
    case 'C':
    case 'R':
        for (int k = 0; k < (lab_is_load(i->op) ? register_count(i->op) : 1); k++)
            add_write(e, row_of(register_after(i->d, k)));
        break;
    case 'm':
        add_use(e, row_of(i->base), LAB_READS_BASE);
        break;
    case 'T':
        if (!i->target)
            add_use(e, row_of(i->base), LAB_READS_BASE);
        break;
    default:
        break;
    }
}

struct effects effects_of(const struct lab_inst *i)
{
    struct effects e = {.n_uses = 0};
    int source = 0;
    for (const char *p = lab_operation(i->op)->operands; *p; p++)
        add_operand_effects(&e, i, *p, &source);
    if (lab_reads_condition(i->op))
        add_use(&e, ROW_CONDITION, LAB_READS_CONDITION);
    if (lab_writes_condition(i->op))
        add_write(&e, ROW_CONDITION);
    return e;
}

bool writes_row(const struct effects *e, int row)
{
    for (int i = 0; i < e->n_writes; i++)
        if (e->writes[i] == row)
            return true;
    return false;
}

bool feeds(const struct lab_inst *i, const struct lab_inst *other)
{
    struct effects e = effects_of(i), o = effects_of(other);
    for (int k = 0; k < o.n_uses; k++)
        if (writes_row(&e, o.uses[k].reg))
            return true;
    return false;
}

/* A pair reads its operands before it writes; a move between units reads what the other half
 * writes. */
static int distance_to_overwrite(const struct lab_inst *reader, const struct lab_inst *writer)
{
    return reader->op == LAB_MOVB8 && lab_half(writer) == LAB_LEFT ? 1 : 0;
}

int effects_distance(const struct machine *m, const struct lab_inst *first, const struct effects *a,
                     const struct lab_inst *second, const struct effects *b)
{
    int least = -1;
    for (int i = 0; i < b->n_uses; i++)
        if (writes_row(a, b->uses[i].reg))
            least = max_int(least, lab_distance(m, first, second, b->uses[i].source));
    for (int i = 0; i < a->n_uses; i++)
        if (writes_row(b, a->uses[i].reg))
            least = max_int(least, distance_to_overwrite(first, second));
    for (int i = 0; i < b->n_writes; i++)
        if (writes_row(a, b->writes[i]))
            least = max_int(least, max_int(1, lab_latency(m, first) - lab_latency(m, second) + 1));
    return least;
}

int register_distance(const struct machine *m, const struct lab_inst *first,
                      const struct lab_inst *second)
{
    struct effects a = effects_of(first), b = effects_of(second);
    int port = lab_port_distance(m, first, second);
    return max_int(port > 0 ? port : -1, effects_distance(m, first, &a, second, &b));
}

int distance_or_all(const struct machine *m, const struct lab_inst *first,
                    const struct lab_inst *second)
{
    if (second)
        return register_distance(m, first, second);
    return effects_of(first).n_writes ? lab_latency(m, first) : -1;
}
