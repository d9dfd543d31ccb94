/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "x86-asm/isa.h"
#include "base/diag.h"
#include "base/names.h"
#include "base/util.h"
#include "x86-asm/table.h"
#include "x86-asm/x86-asm.h"

#include <stdio.h>
#include <string.h>

/* Packs a word into a key. Letters become lower case; digits and '_' remain distinct. */
static struct x86_key key_of(const char *word, size_t n)
{
    struct x86_key k = {{0}};
    memcpy(k.at, word, n);
    for (int i = 0; i < X86_WORD / 8; i++)
        k.at[i] |= (k.at[i] & UINT64_C(0x4040404040404040)) >> 1;
    return k;
}

static bool same_key(const struct x86_key *a, const struct x86_key *b)
{
    return a->at[0] == b->at[0] && a->at[1] == b->at[1] && a->at[2] == b->at[2];
}

static uint32_t key_hash(const struct x86_key *k)
{
    return (uint32_t)hash_word(hash_word(hash_word(0, k->at[0]), k->at[1]), k->at[2]);
}

/* Returns the slot that contains the key, or the free slot where it belongs. */
static uint16_t *slot_of(struct x86_isa *isa, const struct x86_key *k)
{
    uint32_t i = key_hash(k) % X86_WORD_SLOTS;
    while (isa->slots[i] && !same_key(&isa->words[isa->slots[i] - 1].key, k))
        i = (i + 1) % X86_WORD_SLOTS;
    return &isa->slots[i];
}

struct x86_word x86_find(const struct x86_isa *isa, const char *word, size_t n)
{
    if (n == 0 || n > X86_WORD)
        return (struct x86_word){.readings = NULL};
    struct x86_key k = key_of(word, n);
    uint32_t i = key_hash(&k) % X86_WORD_SLOTS;
    for (; isa->slots[i]; i = (i + 1) % X86_WORD_SLOTS) {
        const struct x86_entry *e = &isa->words[isa->slots[i] - 1];
        if (same_key(&e->key, &k))
            return (struct x86_word){.readings = e->first, .prefix = e->prefix};
    }
    return (struct x86_word){.readings = NULL};
}

struct x86_entry *x86_entry(struct arena *a, struct x86_isa *isa, const char *word, size_t n)
{
    if (n > X86_WORD || isa->n_words == X86_WORD_SLOTS / 2)
        bug("x86-asm: no space for the word %.*s", (int)n, word);
    struct x86_key k = key_of(word, n);
    uint16_t *slot = slot_of(isa, &k);
    if (*slot == 0) {
        struct x86_entry *e = ARENA_PUSH(a, isa->words, isa->n_words);
        *e = (struct x86_entry){.key = k};
        *slot = (uint16_t)isa->n_words;
    }
    return &isa->words[*slot - 1];
}

void x86_add_reading(struct arena *a, struct x86_isa *isa, const char *word, size_t n,
                     struct x86_reading r)
{
    struct x86_entry *e = x86_entry(a, isa, word, n);
    struct x86_reading *added = ARENA_NEW(a, struct x86_reading);
    *added = r;
    added->next = NULL;
    if (e->last)
        e->last->next = added;
    else
        e->first = added;
    e->last = added;
}

/* ---- registers ---- */

static uint64_t register_key(const char *name, size_t n)
{
    uint64_t k = 0;
    memcpy(&k, name, n);
    return k | (k & UINT64_C(0x4040404040404040)) >> 1;
}

static uint32_t register_slot(uint64_t key)
{
    return (uint32_t)hash_word(0, key) % X86_REGISTER_SLOTS;
}

struct x86_register x86_find_register(const struct x86_isa *isa, const char *name, size_t n)
{
    if (n == 0 || n > sizeof(uint64_t))
        return (struct x86_register){.kind = X86_NONE};
    uint64_t k = register_key(name, n);
    uint32_t i = register_slot(k);
    while (isa->registers[i].key && isa->registers[i].key != k)
        i = (i + 1) % X86_REGISTER_SLOTS;
    return isa->registers[i].is;
}

static void add_register(struct x86_isa *isa, const char *name, struct x86_register r)
{
    uint64_t k = register_key(name, strlen(name));
    uint32_t i = register_slot(k);
    while (isa->registers[i].key)
        i = (i + 1) % X86_REGISTER_SLOTS;
    isa->registers[i] = (struct x86_named_register){.key = k, .is = r};
}

static void add_old_registers(struct x86_isa *isa)
{
    static const char *const names[8][4] = {
        {"al", "ax", "eax", "rax"},  {"cl", "cx", "ecx", "rcx"},  {"dl", "dx", "edx", "rdx"},
        {"bl", "bx", "ebx", "rbx"},  {"spl", "sp", "esp", "rsp"}, {"bpl", "bp", "ebp", "rbp"},
        {"sil", "si", "esi", "rsi"}, {"dil", "di", "edi", "rdi"}};
    static const char *const highs[4] = {"ah", "ch", "dh", "bh"};
    for (uint8_t r = 0; r < 8; r++)
        for (int w = 0; w < 4; w++) {
            bool count = r == X86_RCX && w == 0;
            uint16_t kind = count ? X86_GENERAL | X86_COUNT : X86_GENERAL;
            add_register(isa, names[r][w],
                         (struct x86_register){.kind = kind, .reg = r, .bytes = (uint8_t)(1 << w)});
        }
    for (uint8_t r = 0; r < 4; r++)
        add_register(
            isa, highs[r],
            (struct x86_register){.kind = X86_GENERAL, .reg = r, .bytes = 1, .high = true});
}

/* Adds registers first to first + n - 1, whose names contain their number. */
static void add_numbered(struct x86_isa *isa, const char *format, int from, int n,
                         struct x86_register first)
{
    for (int i = from; i < from + n; i++) {
        char name[16];
        snprintf(name, sizeof name, format, i);
        struct x86_register r = first;
        r.reg = (uint8_t)(first.reg + i);
        add_register(isa, name, r);
    }
}

static void add_registers(struct x86_isa *isa)
{
    static const char *const segments[] = {"es", "cs", "ss", "ds", "fs", "gs"};
    add_old_registers(isa);
    add_numbered(isa, "r%db", 8, 8, (struct x86_register){X86_GENERAL, 0, 1, false});
    add_numbered(isa, "r%dl", 8, 8, (struct x86_register){X86_GENERAL, 0, 1, false});
    add_numbered(isa, "r%dw", 8, 8, (struct x86_register){X86_GENERAL, 0, 2, false});
    add_numbered(isa, "r%dd", 8, 8, (struct x86_register){X86_GENERAL, 0, 4, false});
    add_numbered(isa, "r%d", 8, 8, (struct x86_register){X86_GENERAL, 0, 8, false});
    add_numbered(isa, "xmm%d", 0, 32,
                 (struct x86_register){X86_VECTOR_REGISTER, X86_VECTOR, 16, false});
    add_numbered(isa, "ymm%d", 0, 32,
                 (struct x86_register){X86_VECTOR_REGISTER, X86_VECTOR, 32, false});
    add_numbered(isa, "zmm%d", 0, 32,
                 (struct x86_register){X86_VECTOR_REGISTER, X86_VECTOR, 64, false});
    add_numbered(isa, "k%d", 0, 8, (struct x86_register){X86_MASK_REGISTER, X86_MASK, 8, false});
    add_numbered(isa, "mm%d", 0, 8, (struct x86_register){X86_MMX_REGISTER, X86_MMX, 8, false});
    add_numbered(isa, "st(%d)", 0, 8, (struct x86_register){X86_X87, X86_ST, 10, false});
    add_numbered(isa, "cr%d", 0, 16,
                 (struct x86_register){X86_OTHER_REGISTER, X86_SYSTEM, 8, false});
    add_numbered(isa, "dr%d", 0, 16,
                 (struct x86_register){X86_OTHER_REGISTER, X86_SYSTEM, 8, false});
    add_register(isa, "st", (struct x86_register){X86_X87, X86_ST, 10, false});
    add_register(isa, "rip", (struct x86_register){X86_OTHER_REGISTER, X86_RIP, 8, false});
    add_register(isa, "eip", (struct x86_register){X86_OTHER_REGISTER, X86_RIP, 4, false});
    add_register(isa, "riz", (struct x86_register){X86_OTHER_REGISTER, X86_NO_REGISTER, 8, false});
    add_register(isa, "eiz", (struct x86_register){X86_OTHER_REGISTER, X86_NO_REGISTER, 4, false});
    for (uint8_t i = 0; i < 6; i++)
        add_register(
            isa, segments[i],
            (struct x86_register){X86_OTHER_REGISTER, (uint8_t)(X86_SEGMENT + i), 2, false});
}

static void add_prefixes(struct arena *a, struct x86_isa *isa)
{
    static const struct {
        const char *name;
        enum x86_prefix prefix;
    } prefixes[] = {
        {"lock", X86_PREFIX_LOCK}, {"rep", X86_PREFIX_REP},   {"repe", X86_PREFIX_REP},
        {"repz", X86_PREFIX_REP},  {"repne", X86_PREFIX_REP}, {"repnz", X86_PREFIX_REP},
        {"notrack", X86_PREFIX},   {"bnd", X86_PREFIX},       {"data16", X86_PREFIX},
        {"data32", X86_PREFIX},    {"addr16", X86_PREFIX},    {"addr32", X86_PREFIX},
        {"addr64", X86_PREFIX},    {"cs", X86_PREFIX},        {"ds", X86_PREFIX},
        {"es", X86_PREFIX},        {"fs", X86_PREFIX},        {"gs", X86_PREFIX},
        {"ss", X86_PREFIX},        {"xacquire", X86_PREFIX},  {"xrelease", X86_PREFIX},
        {"rex", X86_PREFIX},       {"rex.w", X86_PREFIX},     {"rex.r", X86_PREFIX},
        {"rex.x", X86_PREFIX},     {"rex.b", X86_PREFIX},     {"rex.wr", X86_PREFIX},
        {"rex.wx", X86_PREFIX},    {"rex.wb", X86_PREFIX},    {"rex.rb", X86_PREFIX},
        {"rex.rx", X86_PREFIX},    {"rex.xb", X86_PREFIX},    {"rex.wrb", X86_PREFIX},
        {"rex.wrx", X86_PREFIX},   {"rex.wxb", X86_PREFIX},   {"rex.rxb", X86_PREFIX},
        {"rex.wrxb", X86_PREFIX},  {"{vex}", X86_PREFIX},     {"{vex2}", X86_PREFIX},
        {"{vex3}", X86_PREFIX},    {"{evex}", X86_PREFIX},    {"{disp8}", X86_PREFIX},
        {"{disp16}", X86_PREFIX},  {"{disp32}", X86_PREFIX},  {"{load}", X86_PREFIX},
        {"{store}", X86_PREFIX},   {"{rex}", X86_PREFIX},     {"{nooptimize}", X86_PREFIX},
    };
    for (size_t i = 0; i < COUNT_OF(prefixes); i++)
        x86_entry(a, isa, prefixes[i].name, strlen(prefixes[i].name))->prefix = prefixes[i].prefix;
}

const struct x86_isa *x86_isa_new(struct arena *a)
{
    struct x86_isa *isa = ARENA_NEW(a, struct x86_isa);
    add_registers(isa);
    add_prefixes(a, isa);
    x86_table(a, isa);
    return isa;
}
