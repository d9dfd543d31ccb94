/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ksr-asm/opcodes.h"
#include "base/names.h"
#include "base/nearest.h"
#include "base/util.h"

#include <string.h>

#define ENDING_TR ".tr"
#define ENDING_NTR ".ntr"
#define ENDING_ANY ""
#define ENDING_NONE ""
enum { MAY_TR = true, MAY_NTR = true, MAY_ANY = true, MAY_NONE = false };
static const struct ksr_instruction_row rows[] = {
#define OPCODE(NAME, name, ending, half, kind, n, operands, work)                                  \
    {name, name ENDING_##ending, MAY_##ending, KSR_##half, KSR_##kind, n, operands},
#include "ksr-asm/opcodes.def"
#undef OPCODE
};

const struct ksr_instruction_row *ksr_instruction_row(int i)
{
    return &rows[i];
}

static bool ends_in(const char *name, size_t n, const char *end)
{
    size_t ne = strlen(end);
    return n > ne && memcmp(name + n - ne, end, ne) == 0;
}

enum op_class ksr_row_class(const struct ksr_instruction_row *r)
{
    switch ((enum ksr_kind)r->kind) {
    case KSR_FA:
        return OP_FA;
    case KSR_FM:
    case KSR_DIVIDE:
        return OP_FM;
    case KSR_TRIAD:
        return OP_FMA;
    case KSR_FMISC:
    case KSR_SQRT:
        return OP_FMISC;
    case KSR_TEST:
    case KSR_SELECT:
        return r->operands[0] == 'f' ? OP_FMISC : OP_CLASSES;
    default:
        return OP_CLASSES;
    }
}

static struct ksr_opcode opcode_of_row(int row)
{
    const struct ksr_instruction_row *r = &rows[row];
    struct ksr_opcode o = {.name = r->name,
                           .half = r->half,
                           .kind = r->kind,
                           .class = ksr_row_class(r),
                           .row = row,
                           .trap = r->trap};
    if (r->kind == KSR_BRANCH)
        o.delay = r->n;
    else
        o.bytes = r->n;
    o.quash = r->kind == KSR_BRANCH && ends_in(r->name, strlen(r->name), ".qf");
    return o;
}

/* Mnemonics of a machine file with a latency of their own, by class and start of the name. */
static const struct {
    enum op_class class;
    const char *start;
    enum ksr_kind kind;
} slow_mnemonics[] = {
    {OP_FM, "fdiv", KSR_DIVIDE},
    {OP_FMISC, "fsqrt", KSR_SQRT},
};

static enum ksr_kind kind_of_mnemonic(const struct machine_mnemonic *m)
{
    for (size_t i = 0; i < COUNT_OF(slow_mnemonics); i++)
        if (m->class == slow_mnemonics[i].class &&
            strncmp(m->name, slow_mnemonics[i].start, strlen(slow_mnemonics[i].start)) == 0)
            return slow_mnemonics[i].kind;
    switch (m->class) {
    case OP_FMA:
        return KSR_TRIAD;
    case OP_LFL:
    case OP_LI:
        return KSR_LOAD;
    case OP_SFL:
    case OP_SI:
        return KSR_STORE;
    default:
        return KSR_PLAIN;
    }
}

/* Returns the opcode for a mnemonic whose class is in the machine file. */
static struct ksr_opcode machine_opcode(const struct machine_mnemonic *m)
{
    struct ksr_opcode o = {.name = m->name,
                           .half = KSR_LEFT,
                           .kind = kind_of_mnemonic(m),
                           .class = m->class,
                           .row = -1,
                           .bytes = 8,
                           .trap = true};
    if (m->class == OP_RIGHT || m->class == OP_Y)
        o.class = OP_RIGHT;
    else if (m->class == OP_X)
        o.class = OP_LEFT;
    if (o.kind == KSR_LOAD || o.kind == KSR_STORE || o.class == OP_RIGHT)
        o.half = KSR_RIGHT;
    return o;
}

static uint32_t *slot_of(const struct ksr_opcodes *t, const char *name, size_t n)
{
    size_t i = hash_bytes(name, n);
    for (;; i++) {
        uint32_t *slot = &t->slots[i & (t->n_slots - 1)];
        if (*slot == 0)
            return slot;
        const struct ksr_opcode *have = &t->at[*slot - 1];
        if (have->name_n == n && memcmp(have->name, name, n) == 0)
            return slot;
    }
}

static void add_name(struct ksr_opcodes *t, struct ksr_opcode o)
{
    o.name_n = strlen(o.name);
    uint32_t *slot = slot_of(t, o.name, o.name_n);
    if (*slot)
        return; /* the first definition is used */
    t->at[t->n++] = o;
    *slot = (uint32_t)t->n;
}

/* A mnemonic that accepts .tr or .ntr is also stored with each ending, so that one search finds it.
 */
static void add_opcode(struct arena *a, struct ksr_opcodes *t, struct ksr_opcode o)
{
    const char *name = o.name;
    add_name(t, o);
    if (!o.trap)
        return;
    o.name = arena_printf(a, "%s.tr", name);
    add_name(t, o);
    o.name = arena_printf(a, "%s.ntr", name);
    add_name(t, o);
}

struct ksr_opcodes ksr_opcodes_build(struct arena *a, const struct machine *m)
{
    size_t stated_n = m ? m->n_mnemonics : 0;
    size_t most = 3 * (stated_n + KSR_INSTRUCTIONS);
    struct ksr_opcodes t = {.n_slots = 512};
    while (t.n_slots < 2 * most)
        t.n_slots *= 2;
    t.at = ARENA_ARRAY(a, struct ksr_opcode, most);
    t.slots = ARENA_ARRAY(a, uint32_t, t.n_slots);
    for (size_t i = 0; i < stated_n; i++)
        add_opcode(a, &t, machine_opcode(&m->mnemonics[i]));
    for (int i = 0; i < KSR_INSTRUCTIONS; i++)
        add_opcode(a, &t, opcode_of_row(i));
    return t;
}

const struct ksr_opcode *ksr_opcode_find(const struct ksr_opcodes *t, const char *name, size_t n)
{
    uint32_t slot = *slot_of(t, name, n);
    return slot ? &t->at[slot - 1] : NULL;
}

const struct ksr_opcode *ksr_opcode_guess(enum ksr_half half, const char *name, size_t n)
{
    static const struct ksr_opcode misc = {.half = KSR_LEFT, .class = OP_FMISC, .row = -1};
    static const struct ksr_opcode plain = {.half = KSR_BOTH, .class = OP_CLASSES, .row = -1};
    static const struct ksr_opcode late = {
        .half = KSR_RIGHT, .kind = KSR_BRANCH, .class = OP_CLASSES, .row = -1, .delay = 2};
    static const struct ksr_opcode quashing = {.half = KSR_RIGHT,
                                               .kind = KSR_BRANCH,
                                               .class = OP_CLASSES,
                                               .row = -1,
                                               .delay = 2,
                                               .quash = true};
    static const struct ksr_opcode at_once = {
        .half = KSR_RIGHT, .kind = KSR_BRANCH, .class = OP_CLASSES, .row = -1};
    if (half == KSR_LEFT)
        return n && name[0] == 'f' ? &misc : &plain;
    if (ends_in(name, n, ".qt"))
        return &at_once;
    if (ends_in(name, n, ".qf"))
        return &quashing;
    return ends_in(name, n, ".qn") ? &late : &plain;
}

/* Returns the length without .tr and .ntr, which would make any two names similar. */
static size_t stem(const char *name, size_t n)
{
    return n - (ends_in(name, n, ".ntr") ? 4 : ends_in(name, n, ".tr") ? 3 : 0);
}

const char *ksr_opcode_nearest(const struct ksr_opcodes *t, enum ksr_half half, const char *name,
                               size_t n)
{
    enum { WIDEST = 15 };
    char word[WIDEST + 1];
    n = stem(name, n);
    if (n > WIDEST)
        return NULL;
    memcpy(word, name, n);
    word[n] = '\0';
    struct nearest own = {.word = word}, other = {.word = word};
    for (size_t i = 0; i < t->n; i++)
        if (stem(t->at[i].name, t->at[i].name_n) == t->at[i].name_n)
            nearest_offer(t->at[i].half & half ? &own : &other, t->at[i].name);
    return own.best ? own.best : other.best;
}
