/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Schedules a flow block by block into the pairs and labels of a text. */
#include "lab/schedule/flow.h"
#include "lab/schedule/pipeline.h"

#include <string.h>

/* Labels with this suffix are visible to other files. */
static bool is_global(const char *label)
{
    size_t n = strlen(label);
    return n > 4 && strcmp(label + n - 4, "$TXT") == 0;
}

static void emit_label(struct lab_text *out, const char *name)
{
    *array_push(&out->labels) =
        (struct lab_label){.name = name, .pair = (uint32_t)out->pairs.n, .global = is_global(name)};
}

static void emit_block(const struct flow_schedule *s, size_t b, struct lab_text *out)
{
    const struct lab_flow_block *block = &s->flow->blocks.at[b];
    const struct block_schedule *block_schedule = &s->blocks[b];
    for (size_t i = 0; i < block->labels.n; i++)
        emit_label(out, block->labels.at[i]);
    for (size_t i = 0; i < block_schedule->pairs.n; i++) {
        if (i >= 1 && i <= DELAY_PAIRS && block_schedule->inner[i - 1])
            emit_label(out, block_schedule->inner[i - 1]);
        *array_push(&out->pairs) = block_schedule->pairs.at[i];
    }
    if (block->called)
        *array_push(&out->pairs) = block->pair_after;
}

/* Gives pairs without a line the line of the pair before them. */
static void fill_lines(struct lab_text *t, size_t first)
{
    for (size_t i = first + 1; i < t->pairs.n; i++)
        if (t->pairs.at[i].line == 0)
            t->pairs.at[i].line = t->pairs.at[i - 1].line;
}

/* Copies the pairs from first on, and their labels, as a text of their own. */
static struct lab_text part_of(const struct lab_text *t, size_t first, size_t first_label)
{
    struct lab_text part = {.path = t->path};
    for (size_t i = first; i < t->pairs.n; i++)
        *array_push(&part.pairs) = t->pairs.at[i];
    for (size_t i = first_label; i < t->labels.n; i++) {
        struct lab_label *l = array_push(&part.labels);
        *l = t->labels.at[i];
        l->pair -= (uint32_t)first;
    }
    return part;
}

/* Returns a description of the first hazard; NULL = none. */
static const char *hazard_in(struct arena *a, const struct machine *m, const struct lab_text *out,
                             size_t first, size_t first_label)
{
    struct lab_text part = part_of(out, first, first_label);
    lab_hazards found = {0};
    lab_check(&part, m, &found);
    const char *text = found.n ? lab_hazard_text(a, &part, &found.at[0]) : NULL;
    array_free(&found);
    array_free(&part.pairs);
    array_free(&part.labels);
    return text;
}

struct task {
    struct arena *a;
    const struct machine *m;
    enum lab_effort effort;
    bool fill; /* fill delay pairs from branch targets */
    presets kernels;
};

/* Appends the flow's pairs and labels. Kernels are placed first, so that the blocks around them see
 * them. */
static void schedule_blocks(const struct task *t, const struct lab_flow *f, struct lab_text *out)
{
    struct flow_schedule s = flow_schedule_create(t->a, f, t->m);
    for (size_t k = 0; k < t->kernels.n; k++)
        flow_schedule_preset(&s, &t->kernels.at[k]);
    for (size_t b = 0; b < s.n; b++)
        if (s.blocks[b].done)
            continue;
        else if (t->effort == LAB_IN_ORDER)
            schedule_in_order(&s, b);
        else
            schedule_list(&s, b);
    if (t->fill)
        fill_delays(&s);
    for (size_t b = 0; b < s.n; b++)
        emit_block(&s, b, out);
    flow_schedule_free(&s);
}

/* Appends a flow's pairs. Returns why they are wrong and removes them; NULL = they are correct. */
static const char *append_flow(const struct task *t, const struct lab_flow *f, struct lab_text *out)
{
    size_t first = out->pairs.n, first_label = out->labels.n;
    schedule_blocks(t, f, out);
    fill_lines(out, first);
    const char *wrong = hazard_in(t->a, t->m, out, first, first_label);
    if (wrong) {
        out->pairs.n = first;
        out->labels.n = first_label;
    }
    return wrong;
}

void lab_schedule(struct arena *a, const struct lab_flow *f, const struct machine *m,
                  enum lab_effort effort, struct lab_text *out)
{
    struct task t = {.a = a, .m = m, .effort = effort, .fill = effort != LAB_IN_ORDER};
    struct lab_flow overlapped = {0};
    const struct lab_flow *flow = f;
    if (effort == LAB_PIPELINE) {
        overlapped = flow_pipelined(a, f, m, &t.kernels);
        flow = &overlapped;
    }
    const char *wrong = append_flow(&t, flow, out);
    if (wrong && t.fill) {
        t.fill = false;
        wrong = append_flow(&t, flow, out);
    }
    if (wrong)
        bug("schedule of %s: %s", f->name, wrong);
    flow_release(&overlapped);
    array_free(&t.kernels);
}
