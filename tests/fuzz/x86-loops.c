/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as x86-64 assembly. Checks that the loops are valid even if the text has errors,
 * that the flows of their bodies go forward in time, that the loops are the same in reverse
 * order, for which the text is read again, and that code outside loops is valid, too. */
#include "x86-asm/x86-asm.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so, const char *what)
{
    if (so)
        return;
    fprintf(stderr, "x86-loops: %s\n", what);
    abort();
}

static void check_body(const struct compiled_loop *l)
{
    const struct instruction_body *b = l->body;
    must(b->n == (size_t)l->length, "the body is as long as the loop");
    for (size_t i = 0; i < b->n_flows; i++) {
        const struct value_flow *f = &b->flows[i];
        must(f->from >= 0 && f->to >= 0 && (size_t)f->from < b->n && (size_t)f->to < b->n,
             "a flow is between instructions");
        must(f->distance > 0 || (f->distance == 0 && f->from < f->to), "a flow goes forward");
        must(f->input < FLOW_INPUTS, "a flow has an input");
        must(i == 0 || f[-1].to < f->to || (f[-1].to == f->to && f[-1].from <= f->from),
             "flows are in order");
    }
    for (size_t i = 0; i < b->n; i++) {
        const struct instruction *in = &b->at[i];
        must(in->area < (int)l->n_areas, "an instruction is in an area that there is");
        must(in->text, "an instruction has a text");
    }
}

static void check(struct arena *a, const struct compiled_loop *l)
{
    const char *wrong = compiled_loop_check(a, l);
    must(!wrong, wrong ? wrong : "");
    must(!is_known(l->k) || l->k.value >= 1, "k is at least 1");
    must(!is_known(l->k) || l->k_how, "k is from somewhere");
    must(l->asm_line <= l->asm_end_line, "lines ascend");
    for (size_t i = 0; i < l->n_areas; i++)
        must(l->areas[i].length <= l->length && l->areas[i].begin >= 1 &&
                 l->areas[i].end <= l->length + 1,
             "an area is in its loop");
    if (l->body)
        check_body(l);
}

static bool same_flows(const struct instruction_body *x, const struct instruction_body *y)
{
    if (x->n != y->n || x->n_flows != y->n_flows)
        return false;
    for (size_t i = 0; i < x->n_flows; i++) {
        const struct value_flow *f = &x->flows[i], *g = &y->flows[i];
        if (f->from != g->from || f->to != g->to || f->distance != g->distance ||
            f->input != g->input || f->exact != g->exact)
            return false;
    }
    return true;
}

static bool same(const struct compiled_loop *x, const struct compiled_loop *y)
{
    return memcmp(&x->counts, &y->counts, sizeof x->counts) == 0 && x->length == y->length &&
           is_known(x->k) == is_known(y->k) && (!is_known(x->k) || x->k.value == y->k.value) &&
           x->version == y->version && !x->body == !y->body &&
           (!x->body || same_flows(x->body, y->body));
}

/* Each line belongs to a loop of the finder or to none. */
static void check_lines(const struct scan *f, const uint8_t *text, size_t size)
{
    uint32_t line = 1;
    for (size_t i = 0; i < size; i++) {
        uint32_t loop = x86_loop_at_line(f, line);
        must(loop == LOOP_NONE || loop < loops_n(scan_loops(f)), "a line is in a loop that exists");
        line += text[i] == '\n';
    }
}

/* Checks the code outside loops of the first routines: it is the same when it is read again, after
 * which the loops are still valid. */
static void check_routines(struct scan *f, struct arena *a, uint32_t lines)
{
    enum { MOST = 50 };
    for (uint32_t line = 1, n = 0; line <= lines && n < MOST; line++) {
        struct compiled_loop l, again;
        if (x86_straight_line(f, a, line, &l))
            continue;
        check(a, &l);
        must(!x86_straight_line(f, a, line, &again) && same(&l, &again),
             "read again, code outside loops is the same");
        n++;
    }
}

static uint32_t count_lines(const uint8_t *text, size_t size)
{
    uint32_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 200 };
    struct arena a = {0};
    struct diag d = {.quiet = true};
    static struct arena table;
    static const struct x86_isa *isa;
    if (!isa)
        isa = x86_isa_new(&table);
    struct loop_ask ask = {.x86 = isa, .details = true, .pairs = true, .members = true};
    struct scan *f = x86_scanner.scan_bytes(&ask, "f", (const char *)data, size, &d);
    size_t n = loops_n(scan_loops(f));
    n = n < MOST ? n : MOST;
    struct compiled_loop *loops = ARENA_ARRAY(&a, struct compiled_loop, n + 1);
    for (size_t i = 0; i < n; i++) {
        scan_loop_details(f, &a, i, &loops[i]);
        check(&a, &loops[i]);
    }
    for (size_t i = n; i-- > 0;) {
        struct compiled_loop again;
        scan_loop_details(f, &a, i, &again);
        must(same(&loops[i], &again), "read again, a loop is the same");
    }
    check_lines(f, data, size);
    check_routines(f, &a, count_lines(data, size));
    for (size_t i = 0; i < n && i < 2; i++) {
        struct compiled_loop again;
        scan_loop_details(f, &a, i, &again);
        must(same(&loops[i], &again), "after code outside loops, a loop is the same");
    }
    scan_free(f);
    arena_free(&a);
    return 0;
}
