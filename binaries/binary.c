/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/util.h"
#include "binaries/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *debug_path = NULL; /* NULL: the default of libdwfl */

static bool blocks_open(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

/* Returns whether a place at which libdwfl looks for the debug file `name` is a pipe or device. */
static bool blocks_debug_file(const char *file, const char *name)
{
    static const char *const before[] = {"", "", "/usr/lib/debug/"}, *const after[] = {
                                                                         "", ".debug/", ""};
    const char *slash = strrchr(file, '/');
    int n = slash ? (int)(slash + 1 - file) : 0;
    char path[2 * PATH_MAX];
    if (name[0] == '/')
        return blocks_open(name);
    for (size_t i = 0; i < COUNT_OF(before); i++) {
        snprintf(path, sizeof path, "%s%.*s%s%s", before[i], n, file, after[i], name);
        if (blocks_open(path))
            return true;
    }
    return false;
}

/* As dwfl_standard_find_debuginfo, which would wait for a pipe of the name in the file. */
static int find_debug_file(Dwfl_Module *m, void **data, const char *module, Dwarf_Addr base,
                           const char *file, const char *name, GElf_Word sum, char **found)
{
    if (file && name && blocks_debug_file(file, name))
        return -1;
    return dwfl_standard_find_debuginfo(m, data, module, base, file, name, sum, found);
}

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = find_debug_file,
    .section_address = dwfl_offline_section_address,
    .debuginfo_path = &debug_path,
};

/* A file that was replaced can be a pipe, for which open(2) waits without O_NONBLOCK. */
static bool is_regular(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
}

/* Returns NULL, or the reason why the file can't be used. */
static const char *find_refusal(const struct binary *b)
{
    GElf_Ehdr h;
    if (elf_kind(b->elf) != ELF_K_ELF || !gelf_getehdr(b->elf, &h))
        return "is not an ELF file";
    if (h.e_type != ET_EXEC && h.e_type != ET_DYN)
        return "is neither an executable nor a shared library";
    if (h.e_ident[EI_CLASS] == ELFCLASS32)
        return "is a 32-bit program or library";
    if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != ELFDATA2LSB)
        return "is not a file for a 64-bit little-endian machine";
    return NULL;
}

/* Reports the file to libdwfl, which closes the descriptor. */
static bool open_module(struct binary *b)
{
    int fd = fcntl(b->fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0)
        return false;
    b->dwfl = dwfl_begin(&callbacks);
    b->module = b->dwfl ? dwfl_report_offline(b->dwfl, b->path, b->path, fd) : NULL;
    if (!b->module) {
        close(fd);
        return false;
    }
    dwfl_report_end(b->dwfl, NULL, NULL);
    GElf_Addr bias;
    return dwfl_module_getelf(b->module, &bias) && (b->bias = bias, true);
}

struct binary *binary_try(const char *path, const char **why)
{
    struct binary *b = xmalloc(sizeof *b);
    *b = (struct binary){.path = path, .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    elf_version(EV_CURRENT);
    *why = NULL;
    if (b->fd < 0)
        *why = strerror(errno);
    else if (!is_regular(b->fd))
        *why = "is not a regular file";
    else if (!(b->elf = elf_begin(b->fd, ELF_C_READ_MMAP, NULL)))
        *why = elf_errmsg(-1);
    else
        *why = find_refusal(b);
    if (!*why && !open_module(b))
        *why = dwfl_errmsg(-1);
    if (!*why)
        return b;
    binary_close(b);
    return NULL;
}

struct binary *binary_open(const char *path, struct diag *d)
{
    const char *why;
    struct binary *b = binary_try(path, &why);
    if (!b)
        diag_error(d, (struct where){.file = path}, "%s", why);
    return b;
}

void binary_close(struct binary *b)
{
    if (!b)
        return;
    if (b->dwfl)
        dwfl_end(b->dwfl);
    if (b->elf)
        elf_end(b->elf);
    if (b->fd >= 0)
        close(b->fd);
    array_free(&b->functions);
    array_free(&b->units);
    array_free(&b->relocated);
    procedures_free(b);
    names_free(&b->names);
    free(b);
}

const char *binary_path(const struct binary *b)
{
    return b->path;
}

const uint8_t *binary_build_id(const struct binary *b, size_t *n)
{
    const unsigned char *bits = NULL;
    GElf_Addr at;
    int length = dwfl_module_build_id(b->module, &bits, &at);
    *n = length > 0 ? (size_t)length : 0;
    return bits;
}

Elf_Scn *find_section(const struct binary *b, const char *name, GElf_Shdr *h)
{
    size_t names;
    if (elf_getshdrstrndx(b->elf, &names) != 0)
        return NULL;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(b->elf, s));) {
        const char *of = gelf_getshdr(s, h) ? elf_strptr(b->elf, names, h->sh_name) : NULL;
        if (of && strcmp(of, name) == 0)
            return s;
    }
    return NULL;
}

int binary_descriptor(const struct binary *b)
{
    return b->fd;
}

bool binary_is_x86_64(const struct binary *b)
{
    GElf_Ehdr h;
    return gelf_getehdr(b->elf, &h) && h.e_machine == EM_X86_64;
}

/* Finds the loaded segment that contains a file position or, with by_address, an address. Segments
 * with code are preferred: files that were made to deceive may have several at one position. */
static bool find_segment(const struct binary *b, uint64_t at, bool by_address, GElf_Phdr *found)
{
    size_t n = 0;
    if (elf_getphdrnum(b->elf, &n) != 0)
        return false;
    for (int code = 1; code >= 0; code--)
        for (size_t i = 0; i < n; i++) {
            if (!gelf_getphdr(b->elf, (int)i, found) || found->p_type != PT_LOAD ||
                !(found->p_flags & PF_X) != !code)
                continue;
            uint64_t begin = by_address ? found->p_vaddr : found->p_offset;
            if (at >= begin && at - begin < found->p_filesz)
                return true;
        }
    return false;
}

bool binary_address(const struct binary *b, uint64_t offset, uint64_t *address)
{
    GElf_Phdr s;
    if (!find_segment(b, offset, false, &s))
        return false;
    *address = offset - s.p_offset + s.p_vaddr;
    return true;
}

const uint8_t *binary_code(struct binary *b, uint64_t address, size_t n)
{
    GElf_Phdr s;
    if (!find_segment(b, address, true, &s) || n > s.p_filesz - (address - s.p_vaddr))
        return NULL;
    size_t size;
    const char *raw = elf_rawfile(b->elf, &size);
    uint64_t at = address - s.p_vaddr + s.p_offset;
    return raw && at <= size && n <= size - at ? (const uint8_t *)raw + at : NULL;
}
