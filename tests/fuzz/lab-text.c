/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as assembly for the lab. A valid text must be the same after it is printed and
 * read again. A program that can be linked runs for a limited time, and ends or stops at a fault.
 */
#include "lab/machine/code.h"
#include "lab/machine/library.h"

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *printed(const struct lab_text *t, size_t *n)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, n);
    lab_text_print(t, f);
    fclose(f);
    return text;
}

static void print_and_read(const char *bytes, size_t size)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct lab_text t, again = {0};
    if (lab_text_read_bytes(&a, "f", bytes, size, &d, &t)) {
        size_t n, m;
        char *first = printed(&t, &n), *second;
        if (!lab_text_read_bytes(&a, "f", first, n, &d, &again))
            abort();
        second = printed(&again, &m);
        if (n != m || memcmp(first, second, n) != 0)
            abort();
        free(first);
        free(second);
    }
    lab_text_free(&t);
    lab_text_free(&again);
    arena_free(&a);
}

static void run(const struct program *p, struct memory *m, FILE *nowhere)
{
    enum { CLOCKS = 5000, STACK = 65536, CELL_STARTS_WITH = 10 };
    struct code_options with = {.triads_once = false};
    struct code *code = code_compile(p, &with);
    struct library *l = library_new(1, 0, NULL, nowhere, nowhere);
    struct cell c;
    program_load(p, m, 1, STACK);
    cell_open(&c, code, m, 0, 1);
    c.library = l;
    c.next = code_at(code, p->main_text);
    c.r[CELL_CEU + LAB_SP] = LAB_STACKS;
    c.r[CELL_CEU + CELL_STARTS_WITH] = p->main_block;
    c.r[CELL_CEU + 14] = p->exit_text;
    while (c.next && cell_run(&c, CLOCKS) == CELL_REQUESTS)
        c.answered = true;
    cell_close(&c);
    library_free(l);
    code_free(code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct diag d = {.quiet = true};
    struct memory m;
    FILE *nowhere = fopen("/dev/null", "r+");
    print_and_read((const char *)data, size);
    struct program *p = program_read_bytes("f", (const char *)data, size, &d);
    if (nowhere && p && memory_open(&m, &d)) {
        run(p, &m, nowhere);
        memory_close(&m);
    }
    if (p)
        program_free(p);
    if (nowhere)
        fclose(nowhere);
    return 0;
}
