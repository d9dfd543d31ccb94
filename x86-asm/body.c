/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "x86-asm/body.h"
#include "base/util.h"

#include <string.h>

/* ---- operations ---- */

/* Returns the innermost area that contains the operation `pair` (from 1). Requires areas in the
 * order of their branches. */
static int area_of(const struct area *areas, size_t n, long pair)
{
    int best = -1;
    for (size_t i = 0; i < n && areas[i].begin < pair; i++) {
        long length = areas[i].end - areas[i].begin;
        if (pair < areas[i].end && (best < 0 || length <= areas[best].end - areas[best].begin))
            best = (int)i;
    }
    return best;
}

static void add_operation(struct x86_body *b, const struct x86_unit *u, uint32_t step,
                          uint32_t block)
{
    struct x86_operation *o = &b->at[b->n++];
    *o = (struct x86_operation){.step = &u->steps.at[step], .block = block, .area = -1};
    o->follows = b->n > 1 && o[-1].step + 1 == o->step;
    x86_to_facts(&o->step->is, &o->fact);
    o->fact.text = o->step->is.text.at;
    o->fact.asm_line = o->step->line;
    o->fact.line = o->step->source_line;
    o->element = (uint8_t)o->fact.work.element;
}

/* Adds the operations of a block. */
static void add_operations(struct x86_body *b, uint32_t block)
{
    struct x86_body_block *to = &b->blocks[block];
    const struct x86_block *from = &b->flow->blocks.at[to->id];
    to->first = (uint32_t)b->n;
    to->n = to->inner == X86_NO_INDEX ? from->last - from->first + 1 : 0;
    for (uint32_t s = from->first; s < from->first + to->n; s++)
        add_operation(b, b->flow->unit, s, block);
}

void x86_body_of(struct arena *a, const struct x86_flow *f, uint32_t loop, const struct area *areas,
                 size_t n_areas, struct x86_body *b)
{
    size_t n = 0;
    *b = (struct x86_body){.flow = f, .loop = loop};
    x86_find_blocks(a, b);
    for (uint32_t i = 0; i < b->n_blocks; i++)
        if (b->blocks[i].inner == X86_NO_INDEX)
            n += f->blocks.at[b->blocks[i].id].last - f->blocks.at[b->blocks[i].id].first + 1;
    b->at = ARENA_ARRAY(a, struct x86_operation, n + 1);
    for (uint32_t i = 0; i < b->n_blocks; i++)
        add_operations(b, i);
    for (size_t i = 0; i < b->n; i++)
        b->at[i].area = b->at[i].fact.area = area_of(areas, n_areas, (long)i + 1);
    x86_find_addresses(a, b);
    x86_find_elements(b);
}

/* ---- elements ---- */

static bool is_vector(uint8_t reg)
{
    return reg >= X86_VECTOR && reg < X86_MASK;
}

/* A move whose mnemonic does not specify the element type: gcc also uses movups for doubles. */
static bool is_move(const struct x86_operation *o)
{
    return o->fact.work.base == FORM_NONE || o->fact.work.base == FORM_VMOVE ||
           o->fact.work.base == FORM_FLOGIC;
}

static bool reads(const struct x86_operation *o, uint8_t reg)
{
    struct x86_use use[X86_USES];
    int n = x86_uses(&o->step->is, use);
    for (int u = 0; u < n; u++)
        if (use[u].reg == reg)
            return true;
    return false;
}

uint8_t x86_converted_bytes(const char *name, bool made)
{
    static const struct {
        const char *letters;
        uint8_t bytes;
    } kinds[] = {{"ps", 4}, {"pd", 8}, {"ss", 4},  {"sd", 8}, {"dq", 4},
                 {"qq", 8}, {"ph", 2}, {"udq", 4}, {"uqq", 8}};
    const char *two = strchr(name, '2');
    const char *from = strstr(name, "cvt");
    if (!two || !from)
        return 0;
    from += from[3] == 't' ? 4 : 3;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        size_t n = strlen(kinds[i].letters);
        const char *at = made ? two + 1 : from;
        size_t there = made ? strlen(at) : (size_t)(two - at);
        if (there == n && memcmp(at, kinds[i].letters, n) == 0)
            return kinds[i].bytes;
    }
    return 0;
}

/* Returns the bytes of the elements that the operation reads or writes. */
static uint8_t element_of(const struct x86_operation *o, bool made)
{
    const struct x86_opcode *opcode = o->step->is.opcode;
    uint8_t bytes = opcode ? x86_converted_bytes(opcode->name, made) : 0;
    return bytes || !opcode ? bytes : opcode->element;
}

enum {
    NEAR = 256,  /* operations searched in each direction */
    SHUFFLES = 4 /* consecutive shuffles that are skipped */
};

/* Returns true for floating-point arithmetic, which defines the element size; a shuffle accepts any
 * type. */
static bool is_arithmetic(const struct x86_operation *o)
{
    enum op_class c = o->fact.class;
    return !is_move(o) && (c == OP_FA || c == OP_FM || c == OP_FMA || c == OP_FMISC);
}

/* Returns the element size of the first later operation that uses the value which operation `op`
 * loads. */
static uint8_t element_after(const struct x86_body *b, size_t op, uint8_t reg)
{
    for (size_t d = 1; d < b->n && d < NEAR; d++) {
        const struct x86_operation *o = &b->at[(op + d) % b->n];
        if (is_arithmetic(o) && element_of(o, false) && reads(o, reg))
            return element_of(o, false);
        if (x86_writes(&o->step->is, reg))
            return 0;
    }
    return 0;
}

static uint8_t element_before(const struct x86_body *b, size_t op, uint8_t reg, int through);

/* Returns the element size for a shuffle or insertion: that of the operation which uses its result.
 */
static uint8_t element_shuffled(const struct x86_body *b, size_t op, int through)
{
    struct x86_use use[X86_USES];
    int n = x86_uses(&b->at[op].step->is, use);
    uint8_t bytes = 0;
    for (int u = 0; u < n && !bytes && through > 0; u++)
        if (is_vector(use[u].reg))
            bytes = element_before(b, op, use[u].reg, through - 1);
    return bytes;
}

/* Returns the element size of the last operation that computed the value which operation `op`
 * stores. Skips shuffles. */
static uint8_t element_before(const struct x86_body *b, size_t op, uint8_t reg, int through)
{
    for (size_t d = 1; d < b->n && d < NEAR; d++) {
        size_t at = (op + b->n - d) % b->n;
        const struct x86_operation *o = &b->at[at];
        if (!x86_writes(&o->step->is, reg))
            continue;
        return is_arithmetic(o) ? element_of(o, true)
               : is_move(o)     ? o->element
                                : element_shuffled(b, at, through);
    }
    return 0;
}

static int vector_operand(const struct x86_instruction *i)
{
    for (int n = 0; n < i->n; n++)
        if (i->at[n].kind == X86_VECTOR_REGISTER && is_vector(i->at[n].reg))
            return i->at[n].reg;
    return -1;
}

/* Returns the most frequent element size of the loop's floating-point operations; 0 = none. */
static uint8_t common_element(const struct x86_body *b)
{
    size_t n[9] = {0};
    for (size_t i = 0; i < b->n; i++) {
        const struct instruction *f = &b->at[i].fact;
        bool floating =
            f->class == OP_FA || f->class == OP_FM || f->class == OP_FMA || f->class == OP_FMISC;
        uint8_t bytes = element_of(&b->at[i], true);
        if (floating && (bytes == 4 || bytes == 8))
            n[bytes]++;
    }
    return n[8] == 0 && n[4] == 0 ? 0 : n[8] >= n[4] ? 8 : 4;
}

static int accessed(const struct instruction *f)
{
    return f->load_bytes ? f->load_bytes : f->store_bytes;
}

void x86_find_elements(struct x86_body *b)
{
    uint8_t common = common_element(b);
    for (size_t i = 0; i < b->n; i++) {
        struct x86_operation *o = &b->at[i];
        const struct x86_instruction *is = &o->step->is;
        int reg = vector_operand(is), bytes = accessed(&o->fact);
        bool whole = reg >= 0 && is_move(o) && !(is->opcode && is->opcode->scalar);
        if (reg < 0) {
            o->element = (uint8_t)(bytes <= 8 ? bytes : 0);
        } else if (whole) {
            bool load = is->n && is->at[0].kind == X86_VECTOR_REGISTER;
            uint8_t derived = load ? element_after(b, i, (uint8_t)reg)
                                   : element_before(b, i, (uint8_t)reg, SHUFFLES);
            uint8_t declared = is->opcode ? is->opcode->element : 0;
            o->element = derived ? derived : common ? common : declared;
        } else if (!o->element && is->opcode) {
            o->element = is->opcode->element;
        }
        if (whole && o->element && bytes > o->element && bytes % o->element == 0)
            o->fact.elements = bytes / o->element;
    }
}

/* ---- as facts ---- */

static int elements_of(const struct instruction *f)
{
    return f->elements > 0 ? f->elements : 1;
}

static struct counts count_operations(const struct x86_body *b, bool by_element)
{
    struct counts c = {{0}};
    for (size_t i = 0; i < b->n; i++) {
        const struct instruction *f = &b->at[i].fact;
        int n = by_element ? elements_of(f) : 1;
        if (f->load.base != FORM_NONE && f->load_class < OP_CLASSES)
            c.n[f->load_class] += f->load_class == OP_LFL ? n : 1;
        if (f->store.base != FORM_NONE && f->store_class < OP_CLASSES)
            c.n[f->store_class] += f->store_class == OP_SFL ? n : 1;
        if ((f->work.base != FORM_NONE || f->unmodelled) && f->class < OP_CLASSES)
            c.n[f->class] += n;
    }
    return c;
}

struct counts x86_element_counts(const struct x86_body *b)
{
    return count_operations(b, true);
}

struct counts x86_operation_counts(const struct x86_body *b)
{
    return count_operations(b, false);
}

/* A stream: the accesses whose sums differ only by a constant. */
struct stream {
    struct x86_sum of;
    int64_t begin;
    int64_t step;
};

/* Finds the body's streams, and sets the stream number of each operation. */
static size_t find_streams(struct arena *a, const struct x86_body *b, struct stream **streams,
                           int *stream_of)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_operation *o = &b->at[i];
        struct x86_sum by;
        int64_t apart = 0;
        size_t s = 0;
        stream_of[i] = -1;
        if (!o->has_address || !accessed(&o->fact) || !x86_advance(b, &o->address, &by) || by.n)
            continue;
        while (s < n && !x86_difference(&o->address, &(*streams)[s].of, &apart))
            s++;
        if (s == n) {
            *ARENA_PUSH(a, *streams, n) =
                (struct stream){o->address, x86_entry_offset(b, &o->address), by.plus};
        }
        stream_of[i] = (int)s;
    }
    return n;
}

static void put_streams(const struct x86_body *b, const struct stream *streams,
                        const int *stream_of, struct instruction_body *to)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct stream *s = stream_of[i] < 0 ? NULL : &streams[stream_of[i]];
        struct instruction *f = &to->at[i];
        f->stream = stream_of[i];
        if (!s)
            continue;
        int64_t apart = 0;
        x86_difference(&b->at[i].address, &s->of, &apart);
        f->offset = (long)((uint64_t)s->begin + (uint64_t)apart);
        f->step = (long)s->step;
    }
}

static bool fuses(const struct x86_body *b, size_t i)
{
    return i + 1 < b->n && b->at[i + 1].follows &&
           x86_fuses(&b->at[i].step->is, &b->at[i + 1].step->is);
}

/* Returns the first instruction of a block: of an inner loop, that of its header. */
static const struct x86_step *first_step(const struct x86_body *b, uint32_t block)
{
    const struct x86_body_block *at = &b->blocks[block];
    uint32_t id = at->inner == X86_NO_INDEX ? at->id : b->flow->loops.at[at->inner].header;
    return &b->flow->unit->steps.at[b->flow->blocks.at[id].first];
}

/* Returns the instruction after operation i in the order of the pass. */
static const struct x86_step *step_after(const struct x86_body *b, size_t i)
{
    uint32_t block = b->at[i].block;
    if (i + 1 < b->blocks[block].first + b->blocks[block].n)
        return b->at[i + 1].step;
    return first_step(b, block + 1 < b->n_blocks ? block + 1 : 0);
}

/* Returns true if an iteration that executes this branch takes it: the next instruction of the
 * iteration does not follow it in the text. The last branch leads back. */
static bool is_taken(const struct x86_body *b, size_t i)
{
    enum x86_control c = x86_control(&b->at[i].step->is);
    if (c == X86_CONTINUES || c == X86_STOPS)
        return false;
    return c != X86_BRANCHES || step_after(b, i) != b->at[i].step + 1;
}

struct instruction_body *x86_body_facts(struct arena *a, const struct x86_body *b)
{
    struct arena scratch = {0};
    struct instruction_body *to = ARENA_NEW(a, struct instruction_body);
    struct stream *streams = NULL;
    int *stream_of = ARENA_ARRAY(&scratch, int, b->n + 1);
    to->at = ARENA_ARRAY(a, struct instruction, b->n + 1);
    to->n = b->n;
    find_streams(&scratch, b, &streams, stream_of);
    for (size_t i = 0; i < b->n; i++) {
        to->at[i] = b->at[i].fact;
        to->at[i].text = arena_strdup(a, b->at[i].fact.text ? b->at[i].fact.text : "");
        to->at[i].label = b->at[i].step->label ? arena_strdup(a, b->at[i].step->label) : NULL;
        to->at[i].fused = fuses(b, i);
        to->at[i].taken = is_taken(b, i);
        to->unmodelled += to->at[i].unmodelled;
    }
    put_streams(b, streams, stream_of, to);
    arena_free(&scratch);
    x86_add_blocks(a, b, to);
    x86_find_flows(a, b, to);
    return to;
}
