/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second pass over the file: details of one innermost loop after another. */
#include "ksr-asm/body.h"
#include "ksr-asm/file.h"

#include <string.h>

enum { MOST_PAIRS = 8192 }; /* maximum number of pairs in an analysed loop */

static bool rewind_to(struct ksr_file *f, const struct loop *l)
{
    f->reader.d = &f->mute;
    if (f->second && f->step < l->begin)
        return true;
    f->step = 0;
    f->second = true;
    return ksr_reader_rewind(&f->reader);
}

static void add_pair(struct arena *a, const struct ksr_reader *r, uint32_t step, struct ksr_body *b)
{
    for (int half = 0; half < 2; half++) {
        const struct ksr_instruction *n = &r->of[half];
        if (n->opcode->kind == KSR_NOP)
            continue;
        struct ksr_operation *o = &b->at[b->n++];
        const char *end =
            n->operands.n ? n->operands.at + n->operands.n : n->mnemonic.at + n->mnemonic.n;
        *o = (struct ksr_operation){
            .opcode = n->opcode, .step = step, .right = half, .line = r->lines.line};
        o->n = ksr_operands(n->operands, o->operand);
        o->class = ksr_class_of(n, half == 0);
        o->text = arena_strndup(a, n->mnemonic.at, (size_t)(end - n->mnemonic.at));
    }
}

/* Marks the pairs after a forward branch that quashes them if it is not taken. */
static void mark_quashed(struct ksr_body *b, uint32_t loop_branch)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct ksr_operation *o = &b->at[i];
        if (!o->opcode->quash || o->step >= loop_branch)
            continue;
        for (size_t d = i + 1; d < b->n && b->at[d].step <= o->step + LOOP_MAX_DELAY; d++)
            b->at[d].conditional |= b->at[d].step > o->step;
    }
}

/* Returns true if the pair at step (from 0) is in a forward branch area of the loop. */
static bool in_area(const struct compiled_loop *l, size_t step)
{
    long pair = (long)step + 1;
    for (size_t i = 0; i < l->n_areas; i++)
        if (pair < l->areas[i].end && pair >= l->areas[i].end - l->areas[i].length)
            return true;
    return false;
}

static void mark_areas(struct ksr_body *b, const struct compiled_loop *l)
{
    for (size_t o = 0; o < b->n; o++)
        b->at[o].conditional |= in_area(l, b->at[o].step);
}

/* Reads the loop's instructions. Returns NULL, or the reason why they are unavailable. */
static const char *read_body(struct ksr_file *f, struct arena *a, const struct loop *l,
                             struct ksr_body *b)
{
    uint32_t pairs = l->end - l->begin + 1;
    if (pairs > MOST_PAIRS)
        return "the loop has more than 8192 pairs and was not analysed";
    if (!rewind_to(f, l))
        return "the file can't be read a second time";
    b->at = ARENA_ARRAY(a, struct ksr_operation, 2 * (size_t)pairs);
    b->pairs = ARENA_ARRAY(a, struct ksr_pair, pairs);
    while (f->step < l->end) {
        enum ksr_event e = ksr_next(&f->reader);
        if (e == KSR_END)
            return "the file changed while it was read";
        if (e != KSR_PAIR)
            continue;
        if (++f->step < l->begin)
            continue;
        b->pairs[f->step - l->begin] =
            (struct ksr_pair){f->reader.lines.line, f->reader.origin.line};
        add_pair(a, &f->reader, f->step - l->begin, b);
    }
    return NULL;
}

/* Stores the pairs with their instructions, in a. */
static void store_pairs(struct arena *a, const struct ksr_body *b, size_t n,
                        struct compiled_loop *l)
{
    l->pairs = ARENA_ARRAY(a, struct compiled_pair, n);
    l->n_pairs = n;
    for (size_t i = 0; i < n; i++)
        l->pairs[i] = (struct compiled_pair){.asm_line = b->pairs[i].line,
                                             .line = b->pairs[i].source_line,
                                             .conditional = in_area(l, i)};
    for (size_t i = 0; i < b->n; i++) {
        const struct ksr_operation *o = &b->at[i];
        size_t last_delay = o->step + (size_t)o->opcode->delay;
        l->pairs[o->step].half[o->right] =
            (struct compiled_half){arena_strdup(a, o->text), o->class};
        l->pairs[o->step].conditional |= o->conditional;
        for (size_t d = o->step + 1; d <= last_delay && d < n; d++)
            l->pairs[d].delay = true;
    }
}

static void analyse_loop(struct ksr_file *f, struct arena *a, const struct loop *loop,
                         struct compiled_loop *l)
{
    struct arena scratch = {0};
    struct ksr_body b = {.n = 0};
    const char *why = read_body(f, &scratch, loop, &b);
    if (why) {
        l->k = missing(arena_printf(a, "%s; set it by kmacstat --unroll=LABEL=K", why));
        l->recurrence.missing = why;
    } else {
        mark_areas(&b, l);
        mark_quashed(&b, loop->branch - loop->begin);
        struct ksr_addresses s = ksr_addresses_of(&scratch, &b);
        l->k = ksr_infer_k(a, &b, &s, &l->k_how);
        l->k_unit_stride = is_known(l->k);
        l->recurrence = ksr_recurrence(a, f->ask->machine, &b, &s);
        if (f->ask->pairs)
            store_pairs(a, &b, loop->end - loop->begin + 1, l);
    }
    arena_free(&scratch);
}

void ksr_loop_details(struct scan *s, struct arena *a, size_t i, struct compiled_loop *l)
{
    struct ksr_file *f = (struct ksr_file *)s;
    const struct loop *loop = loops_at(&f->scan.finder, i);
    ksr_loop(s, a, i, l);
    if (loop->innermost) {
        analyse_loop(f, a, loop, l);
    } else {
        l->k = missing("k is only determined for innermost loops");
        l->recurrence.missing = "recurrences are only searched for in innermost loops";
    }
    loop_set_requested_k(f->ask, a, l);
}
