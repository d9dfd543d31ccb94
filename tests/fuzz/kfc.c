/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles the input as Fortran with kfc. Two bits of the first byte select the form and lines of
 * any length (as in fortran.c), two the level, one whether OpenMP directives are obeyed. Checks the
 * code between the passes and the schedule, and prints it. */
#include "lab/code/code.h"

#include <stdint.h>
#include <stdlib.h>

enum { LONGEST = 20000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print(const struct lab_text *t)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    lab_text_print(t, out);
    fclose(out);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct arena kept;
    static const struct machine *machine;
    struct arena a = {0};
    struct diag d = {.quiet = true};
    unsigned how = size ? data[0] : 0;
    struct front_options f = {.line_length = how & 2 ? 0 : 72,
                              .form = how & 1 ? FORM_FIXED : FORM_FREE};
    struct kfc_options o = {.level = how >> 2 & 3, .openmp = how >> 4 & 1};
    struct lab_text text;
    struct source s;
    if (size > LONGEST)
        return 0;
    if (!machine && !(machine = machine_read(&kept, "ksr1", NULL, &d)))
        abort();
    o.machine = machine;
    source_from_bytes(&s, "none/input", (const char *)data + (size > 0), size - (size > 0));
    if (kfc_compile_source(&a, &s, &f, &o, &d, &text) != (d.errors == 0))
        abort();
    if (d.errors == 0)
        print(&text);
    lab_text_free(&text);
    source_free(&s);
    arena_free(&a);
    return 0;
}
