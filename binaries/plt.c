/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the entries of the procedure linkage table, "sin@plt": they have no symbols. Entry i
 * jumps to the function of relocation i of .rela.plt. */
#include "binaries/inside.h"

#include <stdio.h>
#include <string.h>

enum { ENTRY_BYTES = 16 }; /* of an entry of x86-64 */

/* The sections of the table. */
struct plt {
    GElf_Shdr table, relocations, symbols;
    Elf_Data *relocation_data, *symbol_data;
    bool secure; /* .plt.sec, which has no first entry for the dynamic linker */
    bool has_table, has_relocations;
};

static void take_section(struct plt *p, Elf *elf, Elf_Scn *s, const GElf_Shdr *h, const char *name)
{
    bool secure = strcmp(name, ".plt.sec") == 0;
    if (secure || (strcmp(name, ".plt") == 0 && !p->secure)) {
        p->table = *h;
        p->secure = secure;
        p->has_table = h->sh_type == SHT_PROGBITS;
    }
    Elf_Scn *symbols = strcmp(name, ".rela.plt") == 0 ? elf_getscn(elf, h->sh_link) : NULL;
    if (symbols && h->sh_type == SHT_RELA && gelf_getshdr(symbols, &p->symbols)) {
        p->relocations = *h;
        p->relocation_data = elf_getdata(s, NULL);
        p->symbol_data = elf_getdata(symbols, NULL);
        p->has_relocations = p->relocation_data && p->symbol_data;
    }
}

static bool find_plt(const struct binary *b, struct plt *p)
{
    size_t names;
    *p = (struct plt){.secure = false};
    if (elf_getshdrstrndx(b->elf, &names) != 0)
        return false;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(b->elf, s));) {
        GElf_Shdr h;
        const char *name = gelf_getshdr(s, &h) ? elf_strptr(b->elf, names, h.sh_name) : NULL;
        if (name)
            take_section(p, b->elf, s, &h, name);
    }
    return p->has_table && p->has_relocations;
}

/* Returns the name of the symbol of relocation i; NULL = it has none. */
static const char *symbol_name(const struct binary *b, const struct plt *p, int i)
{
    GElf_Rela r;
    GElf_Sym s;
    if (!gelf_getrela(p->relocation_data, i, &r) ||
        !gelf_getsym(p->symbol_data, (int)GELF_R_SYM(r.r_info), &s))
        return NULL;
    const char *name = elf_strptr(b->elf, p->symbols.sh_link, s.st_name);
    return name && *name ? name : NULL;
}

void plt_entries(struct binary *b,
                 void (*add)(void *to, uint64_t begin, uint64_t end, const char *name), void *to)
{
    struct plt p;
    char text[512];
    if (!find_plt(b, &p))
        return;
    uint64_t first = p.secure ? 0 : 1, n = p.table.sh_size / ENTRY_BYTES;
    b->plt_begin = p.table.sh_addr;
    b->plt_end = p.table.sh_addr + n * ENTRY_BYTES;
    if (!p.secure && n > 0)
        add(to, b->plt_begin, b->plt_begin + ENTRY_BYTES, ".plt");
    for (uint64_t i = 0; first + i < n && i < INT32_MAX; i++) {
        uint64_t begin = p.table.sh_addr + (first + i) * ENTRY_BYTES;
        const char *name = symbol_name(b, &p, (int)i);
        if (!name)
            continue;
        int length = snprintf(text, sizeof text, "%s@plt", name);
        if (length > 0 && (size_t)length < sizeof text)
            add(to, begin, begin + ENTRY_BYTES, name_of(&b->names, text, (size_t)length));
    }
}
