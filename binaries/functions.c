/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of a file: by symbols; between them, the ranges of unwind information. */
#include "base/util.h"
#include "binaries/inside.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* A candidate. Several may begin at one address. */
struct found_function {
    struct binary_function is;
    uint64_t limit; /* end of its section, at most which a function without a size extends to */
    bool global;
};
struct found_functions {
    ARRAY(struct found_function) all;
};

/* Orders candidates at one address: those with a size, then those with a name, then global ones,
 * then by leading underscores: malloc is preferred to __libc_malloc. */
static int compare_names(const struct found_function *a, const struct found_function *b)
{
    bool a_sized = a->is.end > a->is.begin, b_sized = b->is.end > b->is.begin;
    if (a_sized != b_sized)
        return a_sized ? -1 : 1;
    if (!a->is.name || !b->is.name)
        return !a->is.name - !b->is.name;
    if (a->global != b->global)
        return a->global ? -1 : 1;
    size_t a_bars = strspn(a->is.name, "_"), b_bars = strspn(b->is.name, "_");
    return a_bars != b_bars ? (a_bars < b_bars ? -1 : 1) : strcmp(a->is.name, b->is.name);
}

static int compare_found(const void *one, const void *other)
{
    const struct found_function *a = one, *b = other;
    if (a->is.begin != b->is.begin)
        return a->is.begin < b->is.begin ? -1 : 1;
    return compare_names(a, b);
}

/* ---- symbols ---- */

/* Returns true for a symbol of code; *limit is then the end of its section, relative to the symbol.
 */
static bool is_code(const GElf_Sym *s, GElf_Word section, Elf *elf, uint64_t *limit)
{
    int type = GELF_ST_TYPE(s->st_info);
    GElf_Shdr h;
    Elf_Scn *scn = section != SHN_UNDEF && elf ? elf_getscn(elf, section) : NULL;
    if ((type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) || !scn ||
        !gelf_getshdr(scn, &h) || !(h.sh_flags & SHF_EXECINSTR))
        return false;
    uint64_t at = s->st_value - h.sh_addr;
    *limit = at < h.sh_size ? h.sh_size - at : 0;
    return true;
}

static void add_symbols(struct binary *b, struct found_functions *f)
{
    int n = dwfl_module_getsymtab(b->module);
    for (int i = 1; i < n; i++) {
        GElf_Sym s;
        GElf_Addr at;
        GElf_Word section = SHN_UNDEF;
        Elf *elf = NULL; /* of the symbol: the file, or its debug file */
        uint64_t limit;
        const char *name = dwfl_module_getsym_info(b->module, i, &s, &at, &section, &elf, NULL);
        if (!name || !*name || !is_code(&s, section, elf, &limit))
            continue;
        uint64_t begin = at - b->bias, size = s.st_size < limit ? s.st_size : limit;
        *array_push(&f->all) =
            (struct found_function){.is = {.begin = begin,
                                           .end = begin + size,
                                           .name = name_of(&b->names, name, strlen(name))},
                                    .limit = begin + limit,
                                    .global = GELF_ST_BIND(s.st_info) != STB_LOCAL};
    }
}

static void add_entry(void *to, uint64_t begin, uint64_t end, const char *name)
{
    struct found_functions *f = to;
    *array_push(&f->all) = (struct found_function){
        .is = {.begin = begin, .end = end, .name = name}, .limit = end, .global = true};
}

/* ---- unwind information ---- */

/* Section .eh_frame and its address. */
struct unwind {
    const uint8_t *bytes;
    size_t n;
    uint64_t address;
    Elf_Data data; /* the same bytes */
};

/* Finds the section by its name. */
static bool find_unwind_section(const struct binary *b, struct unwind *u)
{
    GElf_Shdr h;
    Elf_Scn *s = find_section(b, ".eh_frame", &h);
    const Elf_Data *data = s && h.sh_type != SHT_NOBITS ? elf_getdata(s, NULL) : NULL;
    if (!data || !data->d_buf)
        return false;
    *u = (struct unwind){data->d_buf, data->d_size, h.sh_addr, *data};
    return true;
}

/* Returns the bytes of a number of that encoding. */
static size_t encoded_size(uint8_t encoding)
{
    switch (encoding & 0x07) {
    case DW_EH_PE_udata2:
        return 2;
    case DW_EH_PE_udata4:
        return 4;
    default:
        return 8;
    }
}

/* Returns the bytes of the augmentation data of a letter other than 'R'; first is the first of
 * them. */
static size_t augmentation_size(char letter, uint8_t first)
{
    switch (letter) {
    case 'L':
        return 1;
    case 'P':
        return 1 + encoded_size(first);
    case 'S':
    case 'B':
        return 0;
    default:
        return SIZE_MAX;
    }
}

/* Returns the encoding of addresses in the FDEs of the CIE at `offset`; DW_EH_PE_omit = unknown. */
static uint8_t encoding_of(const struct binary *b, Elf_Data *data, Dwarf_Off offset)
{
    Dwarf_CFI_Entry e;
    Dwarf_Off next;
    const unsigned char *ident = (const unsigned char *)elf_getident(b->elf, NULL);
    if (dwarf_next_cfi(ident, data, true, offset, &next, &e) != 0 || !dwarf_cfi_cie_p(&e))
        return DW_EH_PE_omit;
    if (!e.cie.augmentation || e.cie.augmentation[0] != 'z')
        return DW_EH_PE_absptr;
    const uint8_t *at = e.cie.augmentation_data, *end = at + e.cie.augmentation_data_size;
    for (const char *p = e.cie.augmentation + 1; *p && at < end; p++)
        if (*p == 'R')
            return *at;
        else
            at += min_size(augmentation_size(*p, *at), (size_t)(end - at));
    return DW_EH_PE_absptr;
}

/* Reads a number of that encoding, without adding its base. Returns false at the end of the
 * section. */
static bool read_encoded(const struct unwind *u, uint8_t encoding, const uint8_t **at,
                         uint64_t *value)
{
    bool is_signed = encoding & 0x08;
    size_t size = encoded_size(encoding);
    if ((size_t)(u->bytes + u->n - *at) < size || (encoding & 0x07) == DW_EH_PE_uleb128)
        return false;
    *value = 0;
    memcpy(value, *at, size);
    *at += size;
    if (is_signed && size < 8)
        *value = (uint64_t)((int64_t)(*value << (64 - 8 * size)) >> (64 - 8 * size));
    return true;
}

/* Returns the bytes from the address to the end of its segment. */
static const uint8_t *bytes_from(struct binary *b, uint64_t address, size_t *n)
{
    const uint8_t *bytes = binary_code(b, address, 0);
    *n = 0;
    for (size_t step = SIZE_MAX / 2 + 1; bytes && step; step /= 2)
        if (binary_code(b, address, *n + step))
            *n += step;
    return bytes;
}

/* Finds the section of a file without section headers, by its index for the run-time system:
 * version, encodings of the pointer, the count and the table, then the pointer to the section. */
static bool find_unwind_segment(struct binary *b, struct unwind *u)
{
    enum { VERSION = 1, POINTER = 4 };
    GElf_Phdr h;
    size_t n = 0;
    uint64_t address;
    if (elf_getphdrnum(b->elf, &n) != 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!gelf_getphdr(b->elf, (int)i, &h) || h.p_type != PT_GNU_EH_FRAME)
            continue;
        struct unwind index = {.address = h.p_vaddr};
        index.bytes = bytes_from(b, h.p_vaddr, &index.n);
        const uint8_t *at = index.bytes + POINTER;
        if (index.n < POINTER || index.bytes[0] != VERSION ||
            (index.bytes[1] & 0x70) != DW_EH_PE_pcrel ||
            !read_encoded(&index, index.bytes[1], &at, &address))
            return false;
        u->address = address + h.p_vaddr + POINTER;
        u->bytes = bytes_from(b, u->address, &u->n);
        u->data = (Elf_Data){.d_buf = (void *)u->bytes, .d_size = u->n, .d_version = EV_CURRENT};
        return u->n > 0;
    }
    return false;
}

/* Reads the range of an FDE. */
static bool read_range(const struct unwind *u, uint8_t encoding, const uint8_t *at,
                       struct binary_function *f)
{
    uint64_t base = u->address + (uint64_t)(at - u->bytes), begin, length;
    if (encoding == DW_EH_PE_omit || (encoding & 0x70 && (encoding & 0x70) != DW_EH_PE_pcrel) ||
        !read_encoded(u, encoding, &at, &begin) || !read_encoded(u, encoding & 0x07, &at, &length))
        return false;
    if ((encoding & 0x70) == DW_EH_PE_pcrel)
        begin += base;
    *f = (struct binary_function){.begin = begin, .end = begin + length};
    return length > 0 && begin + length > begin;
}

/* The unwind information of a linkage table describes it as one function. */
static bool is_in_plt(const struct binary *b, const struct binary_function *range)
{
    for (size_t i = 0; i < b->n_plt; i++)
        if (range->begin >= b->plt[i].begin && range->end <= b->plt[i].end)
            return true;
    return false;
}

static void add_unwind_ranges(struct binary *b, struct found_functions *f)
{
    struct unwind u;
    if (!find_unwind_section(b, &u) && !find_unwind_segment(b, &u))
        return;
    Elf_Data *data = &u.data;
    const unsigned char *ident = (const unsigned char *)elf_getident(b->elf, NULL);
    Dwarf_Off next, cie = (Dwarf_Off)-1;
    uint8_t encoding = DW_EH_PE_omit;
    Dwarf_CFI_Entry e;
    for (Dwarf_Off at = 0; at != (Dwarf_Off)-1; at = next) {
        next = (Dwarf_Off)-1;
        int status = dwarf_next_cfi(ident, data, true, at, &next, &e);
        if (status > 0 || (status < 0 && next <= at))
            break;
        if (status < 0 || dwarf_cfi_cie_p(&e))
            continue;
        if (e.fde.CIE_pointer != cie)
            encoding = encoding_of(b, data, cie = e.fde.CIE_pointer);
        struct binary_function range;
        if (read_range(&u, encoding, e.fde.start, &range) && !is_in_plt(b, &range))
            *array_push(&f->all) = (struct found_function){.is = range, .limit = range.end};
    }
}

/* ---- all functions ---- */

/* Returns whether two symbols are names of different functions. Variants of a C++ constructor or
 * destructor differ by one digit. */
static bool is_other_function(const char *a, const char *b)
{
    a += strspn(a, "_");
    b += strspn(b, "_");
    size_t same = 0, n = strlen(a);
    while (a[same] && a[same] == b[same])
        same++;
    bool variant = n == strlen(b) && a[0] == 'Z' && same > 0 && same < n &&
                   (a[same - 1] == 'C' || a[same - 1] == 'D') &&
                   strcmp(a + same + 1, b + same + 1) == 0;
    return strcmp(a, b) != 0 && !variant;
}

/* Appends a function that begins after the beginning of the last one. Within the last one, a symbol
 * divides it only if both end together (a second entry); other symbols and unwind information are
 * ignored. */
static void append_function(struct binary *b, struct binary_function f)
{
    size_t n = b->functions.n;
    struct binary_function *last = n ? &b->functions.at[n - 1] : NULL;
    if (last && last->begin == f.begin) {
        if (!last->other && last->name && f.name && last->end == f.end &&
            is_other_function(last->name, f.name))
            last->other = f.name;
        if (last->end < f.end)
            last->end = f.end;
        return;
    }
    if (last && f.begin < last->end) {
        if (!f.name || f.end < last->end)
            return;
        last->end = f.begin;
    }
    *array_push(&b->functions) = f;
}

/* Extends each function without a size to the next one, at most to the end of its section. */
static void extend_sizeless(struct found_functions *f)
{
    uint64_t next = UINT64_MAX;
    for (size_t i = f->all.n; i-- > 0;) {
        struct found_function *x = &f->all.at[i];
        if (i + 1 < f->all.n && x[1].is.begin > x->is.begin)
            next = x[1].is.begin;
        if (x->is.end <= x->is.begin)
            x->is.end = x->limit < next ? x->limit : next;
    }
}

/* Removes labels: symbols without a size within the range of another function. Reduces the number
 * of candidates, which are in ascending order. */
static void remove_labels(struct found_functions *f)
{
    uint64_t end = 0;
    size_t kept = 0;
    for (size_t i = 0; i < f->all.n; i++) {
        const struct found_function x = f->all.at[i];
        if (x.is.end <= x.is.begin && x.is.begin < end)
            continue;
        end = x.is.end > end ? x.is.end : end;
        f->all.at[kept++] = x;
    }
    f->all.n = kept;
}

static void read_functions(struct binary *b)
{
    struct found_functions f = {0};
    b->functions_read = true;
    add_symbols(b, &f);
    plt_entries(b, add_entry, &f);
    add_unwind_ranges(b, &f);
    array_sort(&f.all, compare_found);
    remove_labels(&f);
    extend_sizeless(&f);
    for (size_t i = 0; i < f.all.n; i++)
        if (f.all.at[i].is.end > f.all.at[i].is.begin)
            append_function(b, f.all.at[i].is);
    array_free(&f.all);
}

const struct binary_function *binary_function_at(struct binary *b, uint64_t address)
{
    if (!b->functions_read)
        read_functions(b);
    size_t i =
        FIRST_AT_LEAST_64(b->functions.at, b->functions.n, struct binary_function, end, address);
    i += i < b->functions.n && b->functions.at[i].end == address;
    bool inside = i < b->functions.n && b->functions.at[i].begin <= address;
    return inside ? &b->functions.at[i] : NULL;
}

/* Returns the length of a name without ".cold" and a number after it, as compilers append it. */
static size_t name_length(const char *name)
{
    static const char cold[] = ".cold";
    size_t n = strlen(name), suffix = strlen(cold), end = n;
    while (end && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    if (end == n || (end && name[end - 1] == '.' && --end))
        if (end > suffix && memcmp(name + end - suffix, cold, suffix) == 0)
            return end - suffix;
    return n;
}

const struct binary_function *binary_other_part(struct binary *b, const struct binary_function *f)
{
    if (!f->name)
        return NULL;
    size_t n = name_length(f->name);
    bool want_cold = f->name[n] == '\0';
    const struct binary_function *found = NULL;
    int same = 0, others = 0;
    for (size_t i = 0; i < b->functions.n; i++) {
        const struct binary_function *x = &b->functions.at[i];
        if (!x->name || strncmp(x->name, f->name, n) != 0 || name_length(x->name) != n)
            continue;
        bool is_cold = x->name[n] != '\0';
        same += is_cold != want_cold;
        others += is_cold == want_cold;
        found = is_cold == want_cold ? x : found;
    }
    return same == 1 && others == 1 ? found : NULL;
}
