/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of a file as a whole, and symbols that are no functions. */
#include "base/util.h"
#include "binaries/inside.h"

#include <stdlib.h>
#include <string.h>

const uint8_t *binary_text(const struct binary *b, uint64_t *address, size_t *n)
{
    GElf_Shdr h;
    Elf_Scn *s = find_section(b, ".text", &h);
    Elf_Data *data = s ? elf_rawdata(s, NULL) : NULL;
    if (!data || !data->d_buf || !data->d_size)
        return NULL;
    *address = h.sh_addr;
    *n = data->d_size;
    return data->d_buf;
}

static int compare_labels(const void *one, const void *other)
{
    const struct binary_label *a = one, *b = other;
    int by_address = ORDER_OF(a->address, b->address);
    return by_address ? by_address : strcmp(a->name, b->name);
}

size_t binary_labels(const struct binary *b, struct arena *a, const char *prefix,
                     struct binary_label **to)
{
    GElf_Shdr h;
    GElf_Sym symbol;
    ARRAY(struct binary_label) labels = {0};
    Elf_Scn *s = find_section(b, ".symtab", &h);
    Elf_Data *data = s && h.sh_type == SHT_SYMTAB ? elf_getdata(s, NULL) : NULL;
    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(b->elf, h.sh_link, symbol.st_name);
        if (name && strncmp(name, prefix, strlen(prefix)) == 0 && symbol.st_shndx != SHN_UNDEF)
            *array_push(&labels) = (struct binary_label){symbol.st_value, name};
    }
    array_sort(&labels, compare_labels);
    *to = ARENA_ARRAY(a, struct binary_label, labels.n + 1);
    if (labels.n)
        memcpy(*to, labels.at, labels.n * sizeof *labels.at);
    size_t n = labels.n;
    array_free(&labels);
    return n;
}
