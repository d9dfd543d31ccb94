/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts statements to steps. A step is planned when its task runs and has none; its effect
 * happens at its end. Safe points: the loop end of a repetition, and those within a safe
 * computation. */
#include "lab/transputer/machine.h"

static const struct tp_parameters *parameters_of(const struct tp_machine *m)
{
    return &m->program->parameters;
}

static struct tp_frame *top_frame(struct tp_task *t)
{
    return &t->frames[t->n_frames - 1];
}

static void finish_computation(struct tp_machine *m, struct tp_task *t)
{
    t->remaining -= t->left;
    if (t->remaining && tp_slice_ends(m, t))
        tp_requeue(m, t);
}

/* Returns the cycles from now to the first safe point after the end of the slice. */
static uint64_t cycles_to_safe_point(const struct tp_machine *m, const struct tp_task *t)
{
    uint64_t every = parameters_of(m)->iteration < 1 ? 1 : (uint64_t)parameters_of(m)->iteration;
    uint64_t done = t->at->cycles - t->remaining, from = t->cpu->from;
    uint64_t slice = t->cpu->due > from ? t->cpu->due - from : 1;
    return (done + slice + every - 1) / every * every - done;
}

static void plan_compute(struct tp_machine *m, struct tp_task *t)
{
    uint64_t cycles = t->remaining;
    if (t->at->safe && !t->high) {
        uint64_t safe = cycles_to_safe_point(m, t);
        cycles = safe < cycles ? safe : cycles;
    }
    tp_step(t, (double)cycles, finish_computation);
}

static void wait_for_time(struct tp_machine *m, struct tp_task *t)
{
    tp_wait(m, t, t->at->ticks);
}

static void load_timer(struct tp_machine *m, struct tp_task *t)
{
    t->clock = tp_clock(m, t->high);
    tp_step(t, parameters_of(m)->tin, wait_for_time);
}

static void end_repetition(struct tp_machine *m, struct tp_task *t)
{
    struct tp_frame *f = top_frame(t);
    if (!f->left) {
        t->n_frames--;
        return;
    }
    f->left -= f->left > 0;
    f->next = 0;
    if (tp_slice_ends(m, t))
        tp_requeue(m, t);
}

static void enter_call(struct tp_machine *m, struct tp_task *t, size_t words,
                       const struct tp_block *b)
{
    for (int i = 1; i <= 4; i++) /* call saves Iptr and three registers */
        tp_poke(m, t->cpu, t->w - (uint32_t)(i * TP_WORD), 0);
    tp_enter(t, TP_FRAME_CALL, b);
    top_frame(t)->down = (uint32_t)words * TP_WORD;
    t->w -= top_frame(t)->down;
}

static void call_procedure(struct tp_machine *m, struct tp_task *t)
{
    const struct tp_procedure *p = &m->program->procedures[t->at->procedure];
    enter_call(m, t, TP_CALL_WORDS + (size_t)p->words, &p->body);
}

static void return_from_call(struct tp_machine *m, struct tp_task *t)
{
    (void)m;
    t->w += top_frame(t)->down;
    t->n_frames--;
}

/* Returns the word of a channel on the task's transputer. */
static uint32_t channel_word(const struct tp_machine *m, const struct tp_task *t, int channel)
{
    int side = m->program->channels[channel].from != t->cpu->number;
    return tp_address_of(m->wires[channel].word[side]);
}

/* get.process.data (section 4.2): sends its workspace pointer, corrected, and the channel words
 * on its channel to the monitor. */
static void report_process(struct tp_machine *m, struct tp_task *t)
{
    static const struct tp_block nothing;
    uint32_t w = t->w;
    enter_call(m, t, tp_report_words(m, t->at), &nothing);
    uint32_t message = t->w + TP_LOCALS * TP_WORD;
    tp_poke(m, t->cpu, message, parameters_of(m)->offset != 0 ? w : t->w);
    tp_poke(m, t->cpu, message + TP_WORD, (uint32_t)t->at->n_channels);
    for (size_t i = 0; i < t->at->n_channels; i++)
        tp_poke(m, t->cpu, message + (uint32_t)(i + 2) * TP_WORD,
                channel_word(m, t, t->at->channels[i]));
    tp_poke(m, t->cpu, t->w + (uint32_t)(TP_STATE * TP_WORD), message);
    t->cpu->owner[tp_word_of(t->w)] = t;
    tp_poke(m, t->cpu, tp_address_of(m->report_word[t->process]), tp_descriptor(t));
    tp_deschedule(m, t, TP_COMMUNICATING);
}

static struct tp_subprocesses *subprocesses_of(struct tp_machine *m, struct tp_task *t)
{
    for (struct tp_subprocesses *f = t->subprocesses; f; f = f->next)
        if (f->of == t->at)
            return f;
    struct tp_subprocesses *f = ARENA_NEW(m->arena, struct tp_subprocesses);
    size_t n = t->at->n_branches;
    *f = (struct tp_subprocesses){.of = t->at,
                                  .children = ARENA_ARRAY(m->arena, struct tp_task, n),
                                  .below = ARENA_ARRAY(m->arena, size_t, n),
                                  .next = t->subprocesses};
    t->subprocesses = f;
    for (size_t i = 0; i < n; i++) {
        tp_task_open(m, &f->children[i], t, &t->at->branches[i]);
        f->below[i] = tp_words_below(m, &t->at->branches[i]);
    }
    return f;
}

static void start_branch(struct tp_task *child, uint32_t w, const struct tp_block *b)
{
    child->w = w;
    child->n_frames = 0;
    tp_enter(child, TP_FRAME_BODY, b);
}

static void par(struct tp_machine *m, struct tp_task *t)
{
    struct tp_subprocesses *f = subprocesses_of(m, t);
    size_t n = t->at->n_branches;
    tp_poke(m, t->cpu, t->w + TP_WORD, (uint32_t)n);
    uint32_t free = t->w - TP_BELOW * TP_WORD;
    for (size_t i = 0; i < n; i++) {
        const struct tp_block *b = &t->at->branches[i];
        start_branch(&f->children[i], free - TP_LOCALS * TP_WORD, b);
        free = f->children[i].w - (uint32_t)f->below[i] * TP_WORD;
        if (i + 1 < n)
            tp_ready(m, &f->children[i]);
    }
    tp_doing(m, t, TP_IN_SUBPROCESSES);
    tp_doing(m, &f->children[n - 1], TP_RUNNING);
    t->cpu->current = &f->children[n - 1];
}

static void end_branch(struct tp_machine *m, struct tp_task *t)
{
    struct tp_task *parent = t->parent;
    uint32_t count = parent->w + TP_WORD, left = tp_peek(t->cpu, count) - 1;
    tp_poke(m, t->cpu, count, left);
    tp_deschedule(m, t, TP_ENDED);
    if (left)
        return;
    tp_doing(m, parent, TP_RUNNING);
    t->cpu->current = parent;
}

static void end_process(struct tp_machine *m, struct tp_task *t)
{
    if (parameters_of(m)->ended_flag != 0)
        tp_poke(m, t->cpu, tp_address_of(m->flag[t->process]), 0);
    tp_deschedule(m, t, TP_ENDED);
}

/* Plans the end of the block that the task executes. */
static void plan_end(struct tp_machine *m, struct tp_task *t)
{
    switch (top_frame(t)->kind) {
    case TP_FRAME_REPEAT:
        tp_step(t, top_frame(t)->left ? parameters_of(m)->lend : parameters_of(m)->lend_exit,
                end_repetition);
        break;
    case TP_FRAME_CALL:
        tp_step(t, parameters_of(m)->ajw + parameters_of(m)->ret, return_from_call);
        break;
    case TP_FRAME_ALTERNATIVE:
        t->n_frames--;
        break;
    case TP_FRAME_BODY:
        if (t->parent)
            tp_step(t, parameters_of(m)->endp, end_branch);
        else
            tp_step(t, parameters_of(m)->stopp, end_process);
        break;
    }
}

static void plan_repeat(struct tp_task *t)
{
    if (!t->at->times)
        return;
    tp_enter(t, TP_FRAME_REPEAT, &t->at->body);
    top_frame(t)->left = t->at->times < 0 ? -1 : t->at->times - 1;
}

static void plan_report(struct tp_machine *m, struct tp_task *t)
{
    const struct tp_parameters *p = parameters_of(m);
    if (m->program->transputers[t->cpu->number].monitor == TP_MONITOR_PROCESS)
        tp_step(t,
                p->call + p->ajw + p->report + p->report_channel * (double)t->at->n_channels +
                    p->out,
                report_process);
}

/* Sets t->then = NULL for statements that take no time themselves. */
static void plan_statement(struct tp_machine *m, struct tp_task *t)
{
    const struct tp_parameters *p = parameters_of(m);
    switch (t->at->kind) {
    case TP_COMPUTE:
        t->remaining = t->at->cycles;
        if (t->remaining)
            plan_compute(m, t);
        break;
    case TP_SEND:
        tp_step(t, p->out, tp_communicate);
        break;
    case TP_RECEIVE:
        tp_step(t, p->in, tp_communicate);
        break;
    case TP_WAIT:
        tp_step(t, p->ldtimer, load_timer);
        break;
    case TP_REPEAT:
        plan_repeat(t);
        break;
    case TP_PAR:
        if (t->at->n_branches)
            tp_step(t, p->startp * (double)(t->at->n_branches - 1), par);
        break;
    case TP_CALL:
        tp_step(t, p->call + p->ajw, call_procedure);
        break;
    case TP_ALT:
        tp_alt_plan(m, t);
        break;
    case TP_MONITOR:
        plan_report(m, t);
        break;
    case TP_KINDS:
        bug("line %ld: unknown statement", t->at->line);
    }
}

void tp_plan(struct tp_machine *m, struct tp_task *t)
{
    if (t->process < 0) {
        tp_monitor_plan(m, t);
        return;
    }
    if (t->remaining) {
        plan_compute(m, t);
        return;
    }
    while (!t->then) {
        struct tp_frame *f = top_frame(t);
        if (f->next == f->block->n) {
            plan_end(m, t);
        } else {
            t->at = &f->block->at[f->next++];
            plan_statement(m, t);
        }
    }
}
