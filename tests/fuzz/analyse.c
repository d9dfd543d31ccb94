/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as Fortran and analyses it (first byte as in fortran.c). Checks each loop with
 * the checker of facts and prints the dependences. */
#include "bounds/traffic.h"
#include "frontend/frontend.h"
#include "tests/fuzz/machines.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool traffic_is_sound(struct arena *a, const struct source_loop *l)
{
    struct cache_level c = {"cache", 65536, 64};
    struct traffic t = traffic_find(a, l, &c);
    return !is_known(t.misses) ||
           (t.misses.value >= 0 && t.misses.value <= (double)l->movement.n + 1e-6 &&
            t.working_set.value <= c.bytes && t.written.value >= 0);
}

static bool calls_are_sound(const struct source_file *f)
{
    for (size_t i = 0; i < f->n_calls; i++) {
        const struct call *c = &f->calls[i];
        if (!c->file || !c->caller || !c->callee || (c->by_name && c->n_actuals))
            return false;
        for (size_t k = 0; k < c->n_actuals; k++)
            if (c->actuals[k].position <= (k ? c->actuals[k - 1].position : 0) ||
                !c->actuals[k].block || !c->actuals[k].array)
                return false;
    }
    return true;
}

/* Checks that references with a walk have a base register. */
static bool dummies_are_sound(const struct source_loops *l)
{
    for (size_t i = 0; i < l->n; i++) {
        for (size_t r = 0; r < l->at[i].n_refs; r++)
            if (l->at[i].refs[r].walk < 0 || (l->at[i].refs[r].walk && l->at[i].refs[r].base < 0))
                return false;
        for (size_t k = 0; k < l->at[i].n_dummies; k++)
            if (!l->at[i].dummies[k].entry || l->at[i].dummies[k].position < 1)
                return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct names names = {0};
    struct diag d = {.quiet = true};
    static const struct machine *kept;
    static FILE *nowhere;
    const struct machine *m = machine_of_text(&kept, FUZZ_MACHINE);
    struct source s;
    struct ast ast;
    struct source_loops loops = {0};
    struct front_options o = {.lists = true,
                              .movement = true,
                              .outer = true,
                              .line_length = size && data[0] & 2 ? 0 : 72,
                              .form = size && data[0] & 1 ? FORM_FIXED : FORM_FREE};
    size_t skip = size > 0;
    source_from_bytes(&s, "none/input", (const char *)data + skip, size - skip);
    front_parse(&a, &names, &s, &o, &d, &ast);
    struct source_file file = {.file = "input"};
    front_analyse(&a, &ast, &file, &o, m, &loops);
    for (size_t i = 0; i < loops.n; i++)
        if (source_loop_check(&a, &loops, i) || !traffic_is_sound(&a, &loops.at[i]))
            abort();
    if (!calls_are_sound(&file) || !dummies_are_sound(&loops))
        abort();
    if (nowhere || (nowhere = fopen("/dev/null", "w")))
        front_print_dependences(&a, &ast, nowhere);
    source_free(&s);
    names_free(&names);
    arena_free(&a);
    return 0;
}
