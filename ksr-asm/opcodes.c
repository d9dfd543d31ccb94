/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ksr-asm/opcodes.h"
#include "base/names.h"
#include "base/nearest.h"

#include <string.h>

enum { EXACT, TRAP, FLOAT }; /* detail of instructions other than loads, stores and branches */

static bool ends_in(const char *name, size_t n, const char *end)
{
    size_t ne = strlen(end);
    return n > ne && memcmp(name + n - ne, end, ne) == 0;
}

static struct ksr_opcode fixed_opcode(const char *name, enum ksr_half half, enum ksr_kind kind,
                                      int detail)
{
    struct ksr_opcode o = {.name = name, .half = half, .kind = kind, .class = OP_CLASSES};
    if (kind == KSR_LOAD || kind == KSR_STORE)
        o.bytes = detail;
    else if (kind == KSR_BRANCH)
        o.delay = detail;
    else
        o.trap = detail == TRAP;
    if (detail == FLOAT && (kind == KSR_TEST || kind == KSR_SELECT))
        o.class = OP_FMISC;
    o.quash = kind == KSR_BRANCH && ends_in(name, strlen(name), ".qf");
    return o;
}

/* Returns the opcode for a mnemonic whose class is in the machine file. */
static struct ksr_opcode machine_opcode(const struct machine_mnemonic *m)
{
    struct ksr_opcode o = {
        .name = m->name, .half = KSR_LEFT, .class = m->class, .bytes = 8, .trap = true};
    switch (m->class) {
    case OP_FMA:
        o.kind = KSR_TRIAD;
        break;
    case OP_LFL:
    case OP_LI:
        o.half = KSR_RIGHT;
        o.kind = KSR_LOAD;
        break;
    case OP_SFL:
    case OP_SI:
        o.half = KSR_RIGHT;
        o.kind = KSR_STORE;
        break;
    case OP_RIGHT:
    case OP_Y:
        o.half = KSR_RIGHT;
        o.class = OP_RIGHT;
        break;
    case OP_X:
        o.class = OP_LEFT;
        break;
    default:
        break;
    }
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

struct ksr_opcodes ksr_opcodes_make(struct arena *a, const struct machine *m)
{
    enum {
        FIXED = 0
#define OPCODE(name, half, kind, detail) +1
#include "ksr-asm/opcodes.def"
#undef OPCODE
    };
    size_t stated_n = m ? m->n_mnemonics : 0;
    size_t most = 3 * (stated_n + FIXED);
    struct ksr_opcodes t = {.n_slots = 512};
    while (t.n_slots < 2 * most)
        t.n_slots *= 2;
    t.at = ARENA_ARRAY(a, struct ksr_opcode, most);
    t.slots = ARENA_ARRAY(a, uint32_t, t.n_slots);
    for (size_t i = 0; i < stated_n; i++)
        add_opcode(a, &t, machine_opcode(&m->mnemonics[i]));
#define OPCODE(name, half, kind, detail)                                                           \
    add_opcode(a, &t, fixed_opcode(name, KSR_##half, KSR_##kind, detail));
#include "ksr-asm/opcodes.def"
#undef OPCODE
    return t;
}

const struct ksr_opcode *ksr_opcode_find(const struct ksr_opcodes *t, const char *name, size_t n)
{
    uint32_t slot = *slot_of(t, name, n);
    return slot ? &t->at[slot - 1] : NULL;
}

const struct ksr_opcode *ksr_opcode_guess(enum ksr_half half, const char *name, size_t n)
{
    static const struct ksr_opcode misc = {.half = KSR_LEFT, .class = OP_FMISC};
    static const struct ksr_opcode plain = {.half = KSR_BOTH, .class = OP_CLASSES};
    static const struct ksr_opcode late = {
        .half = KSR_RIGHT, .kind = KSR_BRANCH, .class = OP_CLASSES, .delay = 2};
    static const struct ksr_opcode quashing = {
        .half = KSR_RIGHT, .kind = KSR_BRANCH, .class = OP_CLASSES, .delay = 2, .quash = true};
    static const struct ksr_opcode at_once = {
        .half = KSR_RIGHT, .kind = KSR_BRANCH, .class = OP_CLASSES};
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

const char *ksr_opcode_nearest(const struct ksr_opcodes *t, const char *name, size_t n)
{
    enum { WIDEST = 15 };
    char word[WIDEST + 1];
    n = stem(name, n);
    if (n > WIDEST)
        return NULL;
    memcpy(word, name, n);
    word[n] = '\0';
    struct nearest best = {.word = word};
    for (size_t i = 0; i < t->n; i++)
        if (stem(t->at[i].name, t->at[i].name_n) == t->at[i].name_n)
            nearest_offer(&best, t->at[i].name);
    return best.best;
}
