/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the input as an ELF file. Checks that functions are disjoint and contain the addresses for
 * which they are found, reads lines and inlined calls of some addresses, unwinds a stack there, and
 * copies functions to a file that can be opened again. */
#include "binaries/binary.h"
#include "binaries/extract.h"
#include "binaries/unwind.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_FUNCTIONS = 64, MOST_ADDRESSES = 256 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns a binary of the descriptor, whose path is stored in path. */
static struct binary *open_descriptor(int fd, char path[64])
{
    struct diag d = {.quiet = true};
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    struct binary *b = binary_open(path, &d);
    if (!b != (d.errors > 0))
        abort();
    return b;
}

static void any_texts(struct binary *b, uint64_t address, struct arena *a)
{
    struct binary_frame *frames;
    struct binary_line l = binary_line_at(b, address);
    size_t n = binary_frames_at(b, address, a, &frames);
    if (l.file && strlen(l.file) == SIZE_MAX)
        abort();
    for (size_t i = 0; i < n; i++)
        if ((frames[i].function && strlen(frames[i].function) == SIZE_MAX) ||
            (frames[i].call.file && strlen(frames[i].call.file) == SIZE_MAX))
            abort();
}

/* Unwinds a stack whose addresses refer to itself and to the code. */
static void any_stack(struct binary *b, uint64_t address)
{
    uint64_t words[64];
    struct user_stack s = {.known = (UINT32_C(1) << STACK_REGISTERS) - 1,
                           .bytes = (const uint8_t *)words,
                           .begin = 0x10000,
                           .n = sizeof words};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        words[i] = i % 2 ? address : s.begin + 8 * i;
    for (size_t i = 0; i < STACK_REGISTERS; i++)
        s.registers[i] = s.begin + 8 * i;
    for (uint64_t last = 0; binary_unwind(b, address, &s); last = s.registers[STACK_POINTER])
        if (s.registers[STACK_POINTER] <= last)
            abort();
        else if (last > s.begin + sizeof words)
            break;
    binary_follows_call(b, address);
}

static void any_function(struct binary *b, const struct binary_function *f, uint64_t address)
{
    if (address < f->begin || address >= f->end || binary_function_at(b, f->end - 1) != f)
        abort();
    const struct binary_function *other = binary_other_part(b, f);
    if (other && binary_other_part(b, other) != f)
        abort();
}

static bool any_target(const void *context, uint64_t address)
{
    const struct binary_function *f = context;
    return address >= f->begin && address < f->end;
}

static void any_table(struct binary *b, const struct binary_function *f, uint64_t address,
                      struct arena *a)
{
    struct binary_table t = {address, address + 4096, any_target, f};
    uint64_t *to;
    size_t n = binary_jump_table(b, &t, a, &to);
    for (size_t i = 0; i < n; i++)
        if (!any_target(f, to[i]))
            abort();
}

static void any_copy(struct binary *b, const struct binary_function *const *functions, size_t n)
{
    struct diag d = {.quiet = true};
    char path[64];
    int fd = memfd_create("copy", MFD_CLOEXEC);
    if (binary_extract(b, functions, n, fd, &d)) {
        struct binary *copy = open_descriptor(fd, path);
        if (!copy)
            abort();
        binary_close(copy);
    }
    close(fd);
}

static void any_binary(struct binary *b, size_t size, struct arena *a)
{
    const struct binary_function *functions[MOST_FUNCTIONS];
    size_t n = 0, bytes;
    binary_build_id(b, &bytes);
    binary_is_x86_64(b);
    size_t step = size / MOST_ADDRESSES + 1;
    for (uint64_t at = 0; at < size; at += step) {
        uint64_t address;
        if (!binary_address(b, at, &address))
            continue;
        any_texts(b, address, a);
        any_stack(b, address);
        const struct binary_function *f = binary_function_at(b, address);
        if (!f)
            continue;
        any_function(b, f, address);
        any_table(b, f, address, a);
        binary_code(b, f->begin, (size_t)(f->end - f->begin));
        if (n < MOST_FUNCTIONS && (n == 0 || functions[n - 1]->end <= f->begin))
            functions[n++] = f;
    }
    any_copy(b, functions, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    char path[64];
    unsetenv("DEBUGINFOD_URLS");
    int fd = memfd_create("binary", MFD_CLOEXEC);
    if (fd < 0 || (size && write(fd, data, size) != (ssize_t)size))
        abort();
    struct binary *b = open_descriptor(fd, path);
    if (b)
        any_binary(b, size, &a);
    binary_close(b);
    close(fd);
    arena_free(&a);
    return 0;
}
