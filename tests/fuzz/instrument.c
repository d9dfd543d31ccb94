/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instruments the input as Fortran. Bits of the first byte select the form, lines of any length,
 * and the kind of instrumentation. A text without errors must have no errors after it, the same
 * loops, and the inserted statements in the right places. */
#include "frontend/analysis/nests.h"
#include "frontend/instrument/instrument.h"
#include "tests/fuzz/machines.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The properties of a text that instrumentation must not change. */
struct reading {
    long errors, unsupported, loops, lines; /* lines: sum of the line numbers of the loops */
};

static struct reading read_text(const char *text, size_t n, const struct front_options *o)
{
    struct arena a = {0};
    struct names names = {0};
    struct diag d = {.quiet = true};
    struct source s;
    struct ast ast;
    struct reading r = {0};
    source_from_bytes(&s, "none/input", text, n);
    front_parse(&a, &names, &s, o, &d, &ast);
    r.errors = d.errors;
    r.unsupported = (long)ast.n_unsupported;
    for (size_t u = 0; u < ast.n_units; u++)
        for (size_t i = 0; i < ast.units[u]->n; i++) {
            const struct stmt *t = ast.units[u]->at[i];
            r.loops += stmt_is_do(t->kind);
            r.lines += stmt_is_do(t->kind) ? t->line : 0;
        }
    source_free(&s);
    names_free(&names);
    arena_free(&a);
    return r;
}

static void compare(const char *text, size_t n, const struct instrumented *in,
                    const struct front_options *o)
{
    struct reading before = read_text(text, n, o), after;
    if (before.errors || before.unsupported)
        return;
    after = read_text(in->text, in->size, o);
    if (after.errors || after.unsupported || after.loops != before.loops ||
        after.lines != before.lines)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    static const struct machine *kept;
    unsigned bits = size ? data[0] : 0;
    struct front_options o = {.line_length = bits & 2 ? 0 : LINE_LENGTH_OF_FORM,
                              .form = bits & 1 ? FORM_FIXED : FORM_FREE};
    struct instrument_options i = {.mode = bits & 4 ? INSTRUMENT_COUNT : INSTRUMENT_TIME,
                                   .choice = bits & 8 ? CHOOSE_HOT : CHOOSE_ALL};
    struct region_table t = {.arena = &a};
    struct source s;
    struct instrumented in;
    const char *text = (const char *)data + (size > 0);
    size_t n = size - (size > 0);
    source_from_bytes(&s, "none/input", text, n);
    if (front_instrument_text(&a, &s, &o, &i, machine_of_text(&kept, FUZZ_MACHINE), &t, &d, &in))
        compare(text, n, &in, &o);
    region_table_free(&t);
    arena_free(&a);
    return 0;
}
