/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a region file: the result is a message, or a tree with the properties of
 * regions.h that is the same after it is printed and read again. */
#include "runs/regions/regions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct region_tree *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct tree_region *g = &t->at[i];
        if (g->parent >= (int)i || g->callee >= (int)t->n || g->processors < 0 ||
            !region_may_hold(g->parent < 0 ? REGION_KINDS : t->at[g->parent].kind, g->kind) ||
            (g->callee >= 0 && t->at[g->callee].kind != REGION_ROUTINE))
            abort();
    }
}

static void check_same(const struct region_tree *a, const struct region_tree *b)
{
    if (!b || a->n != b->n)
        abort();
    for (size_t i = 0; i < a->n; i++)
        if (a->at[i].kind != b->at[i].kind || a->at[i].parent != b->at[i].parent ||
            a->at[i].n_iterations != b->at[i].n_iterations || a->at[i].calls != b->at[i].calls ||
            a->at[i].callee != b->at[i].callee || a->at[i].processors != b->at[i].processors)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source s, again;
    struct arena a = {0};
    struct diag d = {.quiet = true};
    source_from_bytes(&s, "f", (const char *)data, size);
    struct region_tree *t = region_tree_read(&a, &s, &d);
    if (t) {
        char *text = NULL;
        size_t n = 0;
        FILE *out = open_memstream(&text, &n);
        if (!out)
            die_out_of_memory();
        check(t);
        region_tree_print(out, t);
        fclose(out);
        source_from_bytes(&again, "g", text, n);
        check_same(t, region_tree_read(&a, &again, &d));
        source_free(&again);
        free(text);
    }
    arena_free(&a);
    source_free(&s);
    return 0;
}
