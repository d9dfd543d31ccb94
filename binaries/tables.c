/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of code addresses. */
#include "base/util.h"
#include "binaries/inside.h"

#include <stdlib.h>
#include <string.h>

/* ---- words that the dynamic linker sets ---- */

static int compare_words(const void *one, const void *other)
{
    const struct relocated_word *a = one, *b = other;
    return (a->at > b->at) - (a->at < b->at);
}

static void add_relocations(struct binary *b, Elf_Data *data)
{
    GElf_Rela r;
    for (int i = 0; data && gelf_getrela(data, i, &r); i++)
        if (GELF_R_TYPE(r.r_info) == R_X86_64_RELATIVE)
            *array_push(&b->relocated) = (struct relocated_word){r.r_offset, (uint64_t)r.r_addend};
}

/* Reads the relocations of words that contain an address of the file. */
static void read_relocations(struct binary *b)
{
    b->relocations_read = true;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(b->elf, s));) {
        GElf_Shdr h;
        if (gelf_getshdr(s, &h) && h.sh_type == SHT_RELA)
            add_relocations(b, elf_getdata(s, NULL));
    }
    array_sort(&b->relocated, compare_words);
}

/* ---- entries ---- */

/* Returns the bytes of a word of the file; false = the file does not contain it. */
static bool read_word(struct binary *b, uint64_t at, void *word, size_t n)
{
    const uint8_t *bytes = binary_code(b, at, n);
    if (bytes)
        memcpy(word, bytes, n);
    return bytes;
}

/* Reads an entry that is an address. */
static bool read_address(struct binary *b, uint64_t table, size_t i, uint64_t *to)
{
    const struct relocated_word key = {.at = table + i * sizeof *to};
    const struct relocated_word *r =
        b->relocated.n ? bsearch(&key, b->relocated.at, b->relocated.n, sizeof key, compare_words)
                       : NULL;
    if (!r)
        return read_word(b, key.at, to, sizeof *to);
    *to = r->value;
    return true;
}

/* Reads an entry that is a distance from the table. */
static bool read_distance(struct binary *b, uint64_t table, size_t i, uint64_t *to)
{
    int32_t distance;
    if (!read_word(b, table + i * sizeof distance, &distance, sizeof distance))
        return false;
    *to = table + (uint64_t)(int64_t)distance;
    return true;
}

size_t binary_jump_table(struct binary *b, const struct binary_table *t, struct arena *a,
                         uint64_t **to)
{
    enum { MOST_ENTRIES = 1 << 16, LEAST_ENTRIES = 2 };
    static const struct {
        bool (*read)(struct binary *b, uint64_t table, size_t i, uint64_t *to);
        size_t bytes;
    } forms[] = {{read_address, sizeof(uint64_t)}, {read_distance, sizeof(int32_t)}};
    if (!b->relocations_read)
        read_relocations(b);
    for (size_t f = 0; f < COUNT_OF(forms); f++) {
        uint64_t target;
        size_t n = 0;
        *to = NULL;
        while (n < MOST_ENTRIES && t->at + n * forms[f].bytes < t->end &&
               forms[f].read(b, t->at, n, &target) && t->is_target(t->context, target))
            *ARENA_PUSH(a, *to, n) = target;
        if (n >= LEAST_ENTRIES)
            return n;
    }
    return 0;
}
