/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "binaries/extract.h"

#include "binaries/inside.h"

#include <inttypes.h>
#include <string.h>

/* Sections of the new file: the code of each function, then symbols, their names, and the names of
 * sections. */
static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab";
enum { TEXT_NAME = 1, SYMTAB_NAME = 7, STRTAB_NAME = 15, SHSTRTAB_NAME = 23 };

struct extract {
    struct binary *b;
    struct arena arena; /* names without a symbol */
    Elf *elf;
    ARRAY(GElf_Sym) symbols; /* the layout of a 64-bit file */
    ARRAY(char) texts;
};

static uint32_t add_text(struct extract *x, const char *text)
{
    uint32_t at = (uint32_t)x->texts.n;
    size_t n = strlen(text) + 1;
    array_reserve(&x->texts, n);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        x->texts.at[at + i] = (char)(i + 1 < n && (c <= ' ' || c == 0x7f) ? '_' : c);
    }
    x->texts.n += n;
    return at;
}

/* Adds a section with the bytes, which must be valid until the file is written. Returns the section
 * and its header in *h, to be completed, or NULL. */
static Elf_Scn *add_section(struct extract *x, const void *bytes, size_t n, Elf_Type type,
                            GElf_Shdr *h)
{
    Elf_Scn *s = elf_newscn(x->elf);
    Elf_Data *data = s ? elf_newdata(s) : NULL;
    if (!data || !gelf_getshdr(s, h))
        return NULL;
    data->d_buf = (void *)(uintptr_t)bytes;
    data->d_size = n;
    data->d_type = type;
    data->d_align = 1;
    data->d_version = EV_CURRENT;
    return s;
}

static bool add_code(struct extract *x, const struct binary_function *f)
{
    size_t n = (size_t)(f->end - f->begin);
    const uint8_t *code = binary_code(x->b, f->begin, n);
    GElf_Shdr h;
    if (!code)
        return true;
    Elf_Scn *s = add_section(x, code, n, ELF_T_BYTE, &h);
    if (!s)
        return false;
    h.sh_name = TEXT_NAME;
    h.sh_type = SHT_PROGBITS;
    h.sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    h.sh_addr = f->begin;
    h.sh_addralign = 1;
    const char *name = f->name ? f->name : arena_printf(&x->arena, "fn_%" PRIx64, f->begin);
    *array_push(&x->symbols) = (GElf_Sym){.st_name = add_text(x, name),
                                          .st_info = GELF_ST_INFO(STB_GLOBAL, STT_FUNC),
                                          .st_shndx = (uint16_t)elf_ndxscn(s),
                                          .st_value = f->begin,
                                          .st_size = n};
    return gelf_update_shdr(s, &h) != 0;
}

static bool add_tables(struct extract *x)
{
    GElf_Shdr h;
    Elf_Scn *symbols =
        add_section(x, x->symbols.at, x->symbols.n * sizeof *x->symbols.at, ELF_T_SYM, &h);
    if (!symbols)
        return false;
    h.sh_name = SYMTAB_NAME;
    h.sh_type = SHT_SYMTAB;
    h.sh_link = (GElf_Word)elf_ndxscn(symbols) + 1;
    h.sh_info = 1;
    h.sh_entsize = sizeof *x->symbols.at;
    if (!gelf_update_shdr(symbols, &h))
        return false;
    static const struct {
        int name;
        bool sections;
    } tables[] = {{STRTAB_NAME, false}, {SHSTRTAB_NAME, true}};
    for (int i = 0; i < 2; i++) {
        Elf_Scn *s =
            add_section(x, tables[i].sections ? section_names : x->texts.at,
                        tables[i].sections ? sizeof section_names : x->texts.n, ELF_T_BYTE, &h);
        if (!s)
            return false;
        h.sh_name = (GElf_Word)tables[i].name;
        h.sh_type = SHT_STRTAB;
        if (!gelf_update_shdr(s, &h))
            return false;
    }
    return true;
}

/* Completes the header of the file. The last section has the names of sections. */
static bool add_header(struct extract *x)
{
    GElf_Ehdr h, of;
    size_t n;
    if (!gelf_getehdr(x->b->elf, &of) || !gelf_getehdr(x->elf, &h) ||
        elf_getshdrnum(x->elf, &n) != 0)
        return false;
    h.e_ident[EI_DATA] = ELFDATA2LSB;
    h.e_type = ET_EXEC;
    h.e_machine = of.e_machine;
    h.e_version = EV_CURRENT;
    h.e_shstrndx = (uint16_t)(n - 1);
    return gelf_update_ehdr(x->elf, &h) != 0;
}

enum { MOST_FUNCTIONS = SHN_LORESERVE - 8 };

static bool write_extract(struct extract *x, const struct binary_function *const *functions,
                          size_t n, int fd)
{
    x->elf = elf_begin(fd, ELF_C_WRITE, NULL);
    if (!x->elf || !gelf_newehdr(x->elf, ELFCLASS64))
        return false;
    *array_push(&x->symbols) = (GElf_Sym){0};
    add_text(x, "");
    for (size_t i = 0; i < n && i < MOST_FUNCTIONS; i++)
        if (!add_code(x, functions[i]))
            return false;
    return add_tables(x) && add_header(x) && elf_update(x->elf, ELF_C_WRITE) >= 0;
}

bool binary_extract(struct binary *b, const struct binary_function *const *functions, size_t n,
                    int fd, struct diag *d)
{
    struct extract x = {.b = b};
    bool good = write_extract(&x, functions, n, fd);
    if (!good)
        diag_error(d, (struct where){.file = b->path}, "the code can't be copied: %s",
                   elf_errmsg(-1));
    if (x.elf)
        elf_end(x.elf);
    array_free(&x.symbols);
    array_free(&x.texts);
    arena_free(&x.arena);
    return good;
}
