/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the entries of the procedure linkage tables of x86-64 files, "sin@plt": they have no
 * symbols. Each entry jumps to the address that is stored in a word; a relocation of this word
 * names the function. */
#include "base/util.h"
#include "binaries/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ENTRY = 8, USUAL_ENTRY = 16 }; /* bytes */

/* A word that the dynamic linker sets to the address of a function. */
struct plt_word {
    uint64_t address;
    const char *name;
};
struct plt_words {
    ARRAY(struct plt_word) at; /* by address */
};

static int compare_words(const void *one, const void *other)
{
    const struct plt_word *a = one, *b = other;
    return ORDER_OF(a->address, b->address);
}

/* Adds the words of a section of relocations. */
static void add_words(const struct binary *b, const char *section, struct plt_words *to)
{
    GElf_Shdr h, symbols;
    Elf_Scn *s = find_section(b, section, &h);
    Elf_Scn *of = s && h.sh_type == SHT_RELA ? elf_getscn(b->elf, h.sh_link) : NULL;
    if (!of || !gelf_getshdr(of, &symbols))
        return;
    Elf_Data *data = elf_getdata(s, NULL), *symbol_data = elf_getdata(of, NULL);
    GElf_Rela r;
    GElf_Sym symbol;
    for (int i = 0; data && symbol_data && gelf_getrela(data, i, &r); i++) {
        uint64_t type = GELF_R_TYPE(r.r_info);
        if ((type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) ||
            !gelf_getsym(symbol_data, (int)GELF_R_SYM(r.r_info), &symbol))
            continue;
        const char *name = elf_strptr(b->elf, symbols.sh_link, symbol.st_name);
        if (name && *name)
            *array_push(&to->at) = (struct plt_word){r.r_offset, name};
    }
}

struct word_search {
    const struct plt_words *words;
    uint64_t address;
};

static bool is_before(const void *context, size_t i)
{
    const struct word_search *s = context;
    return s->words->at.at[i].address < s->address;
}

/* Returns the name of the function to which the entry jumps; NULL = unknown. */
static const char *entry_name(const struct plt_words *w, const uint8_t *code, size_t n,
                              uint64_t address)
{
    static const uint8_t jump[] = {0xff, 0x25}; /* jmp *offset(%rip) */
    enum { JUMP_BYTES = 6 };
    size_t at = 0;
    int32_t offset;
    while (at + JUMP_BYTES <= n && memcmp(code + at, jump, sizeof jump) != 0)
        at++;
    if (at + JUMP_BYTES > n)
        return NULL;
    memcpy(&offset, code + at + sizeof jump, sizeof offset);
    struct word_search search = {w, address + at + JUMP_BYTES + (uint64_t)(int64_t)offset};
    size_t i = partition_point(w->at.n, is_before, &search);
    return i < w->at.n && w->at.at[i].address == search.address ? w->at.at[i].name : NULL;
}

/* The tables. The first entry of .plt calls the dynamic linker. */
static const struct plt_table {
    const char *section;
    bool has_linker_entry;
} lazy_table = {".plt", true}, protected_table = {".plt.sec", false},
  direct_table = {".plt.got", false};

/* Calls add for the entries of a table. */
static void add_table(struct binary *b, const struct plt_words *w, const struct plt_table *t,
                      plt_adder add, void *to)
{
    GElf_Shdr h;
    char text[512];
    if (!find_section(b, t->section, &h) || h.sh_type != SHT_PROGBITS)
        return;
    const uint8_t *code = binary_code(b, h.sh_addr, (size_t)h.sh_size);
    uint64_t entry = h.sh_entsize == LEAST_ENTRY ? LEAST_ENTRY : USUAL_ENTRY;
    if (!code || h.sh_size < entry)
        return;
    b->plt[b->n_plt++] = (struct address_range){h.sh_addr, h.sh_addr + h.sh_size};
    for (uint64_t at = 0; h.sh_size - at >= entry; at += entry) {
        uint64_t begin = h.sh_addr + at;
        const char *name = entry_name(w, code + at, (size_t)entry, begin);
        int length = name ? snprintf(text, sizeof text, "%s@plt", name) : 0;
        if (length > 0 && (size_t)length < sizeof text)
            add(to, begin, begin + entry, name_of(&b->names, text, (size_t)length));
        else if (at == 0 && t->has_linker_entry)
            add(to, begin, begin + entry, t->section);
    }
}

void plt_entries(struct binary *b, plt_adder add, void *to)
{
    struct plt_words w = {0};
    GElf_Shdr h;
    if (!binary_is_x86_64(b))
        return;
    add_words(b, ".rela.plt", &w);
    add_words(b, ".rela.dyn", &w);
    array_sort(&w.at, compare_words);
    /* With protected jumps, the first table is used only by the first call of each function. */
    bool has_protected = find_section(b, protected_table.section, &h);
    add_table(b, &w, has_protected ? &protected_table : &lazy_table, add, to);
    add_table(b, &w, &direct_table, add, to);
    array_free(&w.at);
}
