/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two accesses with the same base value are distinguished by their offsets. Others are
 * distinguished by their places if kfc knows these: storage that is not shared, and offsets without
 * an index. */
#include "lab/schedule/memory.h"

#include "lab/schedule/effects.h"

#include <string.h>

/* The content of a CEU register: a numbered value plus bytes. */
struct register_content {
    uint32_t root;
    int64_t offset;
};

static enum memory_kind kind_of(enum lab_opcode op)
{
    if (lab_is_load(op))
        return MEMORY_LOAD;
    if (lab_is_store(op))
        return MEMORY_STORE;
    switch (op) {
    case LAB_PSTSP:
        return MEMORY_LOAD;
    case LAB_GSP_WT:
    case LAB_GSP_NWT:
    case LAB_RSP:
        return MEMORY_ORDER;
    default:
        return MEMORY_NONE;
    }
}

static struct register_content *content_of(struct register_content *registers, lab_reg r)
{
    bool ceu = lab_reg_unit(r) == LAB_CEU && lab_reg_number(r) < LAB_CEU_REGISTERS;
    return ceu ? &registers[lab_reg_number(r)] : NULL;
}

/* Matches a register plus or minus a constant, unscaled. */
static bool is_step(const struct lab_inst *i, lab_reg *from, int64_t *bytes)
{
    if (i->op == LAB_MOV8 && lab_reg_unit(i->d) == LAB_CEU) {
        *from = i->s[0];
        *bytes = 0;
        return true;
    }
    bool adds = i->op == LAB_SADD8, takes = i->op == LAB_SSUB8 && i->immediate[1];
    if ((!adds && !takes) || i->scale || i->symbol || i->immediate[0] == i->immediate[1])
        return false;
    *from = i->s[i->immediate[0]];
    *bytes = adds ? i->imm : -i->imm;
    return true;
}

static void track_register(struct register_content *registers, const struct lab_inst *i,
                           uint32_t *roots)
{
    lab_reg from;
    int64_t bytes;
    struct register_content *d = content_of(registers, i->d);
    if (d && is_step(i, &from, &bytes) && content_of(registers, from)) {
        *d = *content_of(registers, from);
        d->offset += bytes;
        return;
    }
    struct effects e = effects_of(i);
    for (int k = 0; k < e.n_writes; k++)
        if (e.writes[k] >= ROW_CEU && e.writes[k] < ROW_CONDITION)
            registers[e.writes[k] - ROW_CEU] = (struct register_content){(*roots)++, 0};
}

static struct memory_use memory_use_of(const struct lab_inst *i, struct register_content *registers,
                                       uint32_t *roots)
{
    struct memory_use use = {
        .kind = kind_of(i->op), .bytes = lab_memory_bytes(i->op), .place = i->place};
    const struct register_content *base = content_of(registers, i->base);
    struct register_content unknown = {0};
    if (use.kind == MEMORY_NONE)
        return use;
    if (!base || i->symbol) {
        unknown.root = (*roots)++;
        base = &unknown;
    }
    use.root = base->root;
    use.offset = base->offset + i->offset;
    return use;
}

struct memory_use *memory_of_block(struct arena *a, const struct lab_flow_block *b, int64_t *steps)
{
    struct memory_use *uses = ARENA_ARRAY(a, struct memory_use, b->code.n);
    struct register_content registers[LAB_CEU_REGISTERS];
    uint32_t roots = LAB_CEU_REGISTERS;
    for (uint32_t r = 0; r < LAB_CEU_REGISTERS; r++)
        registers[r] = (struct register_content){r, 0};
    for (size_t i = 0; i < b->code.n; i++) {
        uses[i] = memory_use_of(&b->code.at[i], registers, &roots);
        track_register(registers, &b->code.at[i], &roots);
    }
    for (uint32_t r = 0; steps && r < LAB_CEU_REGISTERS; r++)
        steps[r] = registers[r].root == r ? registers[r].offset : MEMORY_NO_STEP;
    return uses;
}

static bool ranges_overlap(int64_t a, int64_t a_bytes, int64_t b, int64_t b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}

/* Returns whether two objects may share storage: of a symbol or of the frame. */
static bool same_storage(const struct object *a, const struct object *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->kind == OBJECT_ARGUMENT)
        return false;
    return a->kind != OBJECT_STATIC ||
           (a->symbol && b->symbol && strcmp(a->symbol, b->symbol) == 0);
}

/* Finds the bytes that a place may occupy. Returns false if their number is unknown. */
static bool find_extent(const struct ir_place *p, int64_t *first, int64_t *bytes)
{
    *first = p->object->kind == OBJECT_ARGUMENT ? 0 : p->object->at;
    *bytes = p->object->bytes;
    if (p->n_terms == 0) {
        *first += p->offset;
        *bytes = p->bytes;
    }
    return *bytes > 0;
}

static bool places_may_overlap(const struct ir_place *a, const struct ir_place *b)
{
    int64_t a_first, a_bytes, b_first, b_bytes;
    if (a->object != b->object && a->object->group != b->object->group)
        return false;
    if (!same_storage(a->object, b->object) || !find_extent(a, &a_first, &a_bytes) ||
        !find_extent(b, &b_first, &b_bytes))
        return true;
    return ranges_overlap(a_first, a_bytes, b_first, b_bytes);
}

bool memory_may_overlap(const struct memory_use *a, const struct memory_use *b)
{
    if (a->root == b->root && a->bytes && b->bytes &&
        !ranges_overlap(a->offset, a->bytes, b->offset, b->bytes))
        return false;
    bool known = a->place && b->place && a->place->object && b->place->object;
    return !known || places_may_overlap(a->place, b->place);
}

bool memory_must_stay_in_order(const struct memory_use *a, const struct memory_use *b)
{
    if (a->kind == MEMORY_NONE || b->kind == MEMORY_NONE)
        return false;
    if (a->kind == MEMORY_ORDER || b->kind == MEMORY_ORDER)
        return true;
    return (a->kind == MEMORY_STORE || b->kind == MEMORY_STORE) && memory_may_overlap(a, b);
}
