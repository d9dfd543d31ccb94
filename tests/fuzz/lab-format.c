/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Uses the first line as a FORMAT (list-directed if it is empty) and the rest as input: reads items
 * of all types, and writes the values again. No access may be outside the memory of the items. */
#include "lab/machine/library.h"
#include "tests/unit/lab-memory.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FORMAT_AT = 1024, LONGEST = 1024 };

/* Returns false if the program would have ended. */
static bool run(struct library *l, unsigned char *memory, const char *symbol, const uint64_t *args)
{
    uint64_t ipu[32] = {0};
    struct host_call c = {.library = l,
                          .cells = 1,
                          .ipu = ipu,
                          .memory = memory,
                          .load = load_memory,
                          .store = store_memory};
    memcpy(ipu + 2, args, 4 * sizeof *args);
    host_routine_run(host_routine_named(symbol, strlen(symbol)), &c);
    return c.outcome == HOST_RETURNS;
}

/* Items at addresses 64, 128 ...; the format of n bytes is at FORMAT_AT. */
static void transfer(struct library *l, unsigned char *memory, bool reading, size_t n)
{
    uint64_t begin[] = {reading ? 5 : 6, n > 0 ? FORMAT_AT : 0, n, 1}, end[4] = {0};
    bool well = run(l, memory, reading ? "f_read" : "f_write", begin);
    for (uint64_t type = LIBRARY_INTEGER4; well && type <= LIBRARY_INTEGER8; type++)
        well =
            run(l, memory, reading ? "f_get" : "f_put_array", (uint64_t[]){type, 64 * type, 3, 0});
    if (well)
        well = run(l, memory, reading ? "f_get_characters" : "f_put_characters",
                   (uint64_t[]){512, 20, 0, 0});
    if (well)
        run(l, memory, "f_end", end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *line = memchr(data, '\n', size);
    size_t n = line ? (size_t)(line - data) : size;
    if (n > LONGEST || size > (1 << 16))
        return 0;
    unsigned char *memory = calloc(1, MEMORY_ROOM);
    const uint8_t *rest = line ? line + 1 : data + size;
    static FILE *out;
    static uint8_t none;
    size_t left = (size_t)(data + size - rest);
    FILE *in = fmemopen(left > 0 ? (void *)(uintptr_t)rest : &none, left, "rb");
    if (!out)
        out = fopen("/dev/null", "w");
    if (memory && in && out) {
        memcpy(memory + FORMAT_AT, data, n);
        struct library *l = library_new(1, 0, NULL, in, out);
        transfer(l, memory, true, n);
        transfer(l, memory, false, n);
        library_free(l);
    }
    if (in)
        fclose(in);
    free(memory);
    return 0;
}
