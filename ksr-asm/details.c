/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second pass: the instructions of one innermost loop after another. */
#include "ksr-asm/body.h"
#include "ksr-asm/file.h"

#include <string.h>

enum { MOST_PAIRS = 8192 }; /* of a loop that is looked into */

static bool rewind_to(struct ksr_file *f, const struct loop *l)
{
    f->reader.d = &f->mute;
    if (f->second && f->step < l->begin)
        return true;
    f->step = 0;
    f->second = true;
    return ksr_reader_again(&f->reader);
}

static enum op_class class_of(const struct ksr_operation *o, int half)
{
    if (o->opcode->class != OP_CLASSES)
        return o->opcode->class;
    bool load = o->opcode->kind == KSR_LOAD, store = o->opcode->kind == KSR_STORE;
    if (!load && !store)
        return half ? OP_RIGHT : OP_LEFT;
    const struct ksr_operand *data = o->n ? &o->operand[load ? o->n - 1 : 0] : NULL;
    bool floating = o->n > 1 && data->kind == KSR_REGISTER && data->reg < KSR_I0;
    return load ? (floating ? OP_LFL : OP_LI) : (floating ? OP_SFL : OP_SI);
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
        *o = (struct ksr_operation){.opcode = n->opcode, .step = step, .line = r->lines.line};
        o->n = ksr_operands(n->operands, o->operand);
        o->class = class_of(o, half);
        o->text = arena_strndup(a, n->mnemonic.at, (size_t)(end - n->mnemonic.at));
    }
}

/* The pairs behind a forward branch that quashes them where it is not taken. */
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

static void mark_areas(struct ksr_body *b, const struct compiled_loop *l)
{
    for (size_t i = 0; i < l->n_areas; i++) {
        const struct area *area = &l->areas[i];
        for (size_t o = 0; o < b->n; o++) {
            long pair = (long)b->at[o].step + 1;
            b->at[o].conditional |= pair < area->end && pair >= area->end - area->length;
        }
    }
}

/* NULL, or why the loop's instructions are not at hand. */
static const char *read_body(struct ksr_file *f, struct arena *a, const struct loop *l,
                             struct ksr_body *b)
{
    uint32_t pairs = l->end - l->begin + 1;
    if (pairs > MOST_PAIRS)
        return "the loop has more than 8192 pairs and was not looked into";
    if (!rewind_to(f, l))
        return "the file can't be read a second time";
    b->at = ARENA_ARRAY(a, struct ksr_operation, 2 * (size_t)pairs);
    while (f->step < l->end) {
        enum ksr_event e = ksr_next(&f->reader);
        if (e == KSR_END)
            return "the file changed while it was read";
        if (e != KSR_PAIR)
            continue;
        if (++f->step >= l->begin)
            add_pair(a, &f->reader, f->step - l->begin, b);
    }
    return NULL;
}

static bool told_k(const struct ksr_ask *ask, struct arena *a, struct compiled_loop *l)
{
    const struct ksr_unroll *found = NULL;
    for (size_t i = 0; i < ask->n_unroll; i++) {
        const struct ksr_unroll *u = &ask->unroll[i];
        bool named = u->label && strcmp(u->label, l->label) == 0;
        if (named || (!u->label && !(found && found->label) && l->kind == LOOP_INNERMOST))
            found = u;
    }
    if (!found)
        return false;
    l->k = known(found->k);
    l->k_how = found->label ? arena_printf(a, "--unroll=%s=%g", found->label, found->k)
                            : arena_printf(a, "--unroll=%g", found->k);
    return true;
}

static void look_into(struct ksr_file *f, struct arena *a, const struct loop *loop,
                      struct compiled_loop *l)
{
    struct arena scratch = {0};
    struct ksr_body b = {.n = 0};
    const char *why = read_body(f, &scratch, loop, &b);
    if (why) {
        l->k = missing(arena_printf(a, "%s; say --unroll=LABEL=K", why));
        l->recurrence.missing = why;
    } else {
        mark_areas(&b, l);
        mark_quashed(&b, loop->branch - loop->begin);
        struct ksr_addresses s = ksr_addresses_of(&scratch, &b);
        l->k = ksr_infer_k(a, &b, &s, &l->k_how);
        l->k_unit_stride = is_known(l->k);
        l->recurrence = ksr_recurrence(a, f->ask->machine, &b, &s);
    }
    arena_free(&scratch);
}

void ksr_loop_details(struct ksr_file *f, struct arena *a, size_t i, struct compiled_loop *l)
{
    const struct loop *loop = loops_at(&f->finder, i);
    ksr_loop(f, a, i, l);
    if (loop->innermost) {
        look_into(f, a, loop, l);
    } else {
        l->k = missing("k is that of innermost loops");
        l->recurrence.missing = "the recurrence is that of innermost loops";
    }
    if (told_k(f->ask, a, l))
        l->k_unit_stride = false;
}
