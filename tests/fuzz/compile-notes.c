/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a compiler's messages about loops, and as the body of a loop. */
#include "runs/facts/body.h"
#include "runs/runs.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void any_text(struct arena *a, const char *text, size_t size)
{
    struct compile_note *at;
    size_t n;
    compile_notes_read(a, text, size, &at, &n);
    for (size_t i = 0; i < n; i++) {
        if (!*at[i].file || at[i].line < 1 || !*at[i].text || strlen(at[i].text) > 200)
            abort();
        for (const char *c = at[i].text; *c; c++)
            if (!isprint((unsigned char)*c))
                abort();
    }
}

/* Checks that the result is valid, and the same after it is written and read again. */
static void any_body(struct arena *a, const uint8_t *data, size_t size)
{
    enum { AREAS = 3 };
    const struct instruction_body *b = body_read(a, (struct body_bytes){data, size}, AREAS);
    if (!b)
        return;
    for (size_t i = 0; i < b->n; i++)
        if (b->at[i].area >= AREAS || b->at[i].stream >= (int)b->n || !b->at[i].text)
            abort();
    for (size_t i = 0; i < b->n_flows; i++)
        if ((size_t)b->flows[i].from >= b->n || (size_t)b->flows[i].to >= b->n)
            abort();
    struct body_bytes once = body_write(a, b);
    const struct instruction_body *again = body_read(a, once, AREAS);
    if (!again || again->n != b->n || again->n_flows != b->n_flows)
        abort();
    struct body_bytes twice = body_write(a, again);
    if (twice.n != once.n || memcmp(twice.at, once.at, once.n) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    any_text(&a, (const char *)data, size);
    any_body(&a, data, size);
    arena_free(&a);
    return 0;
}
