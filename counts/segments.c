/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Divides a routine into segments, the basic blocks that counts refer to. They are the blocks of
 * x86-asm, except that a label that no code or data names begins no segment, so that a compiler's
 * labels for debuggers do not matter. */
#include "base/util.h"
#include "counts/plan.h"
#include "x86-asm/file.h"

#include <string.h>

struct segmenter {
    const struct count_text *text;
    const struct x86_flow *flow;
    const struct count_ask *ask;
    struct count_segments *to;
    const char **named; /* of a step: a label before it that code or data name; NULL = none */
    bool *addressed;    /* of a step: a label before it is named by more than this unit's jumps */
    uint32_t *block;    /* of a step */
};

static const struct x86_step *step_at(const struct segmenter *g, uint32_t i)
{
    return &g->flow->unit->steps.at[i];
}

static bool is_inline(const struct segmenter *g, uint32_t step)
{
    return count_is_inline(g->text, step_at(g, step)->line);
}

/* ---- labels ---- */

/* Returns the number of direct jumps of the unit to each step. */
static uint32_t *count_jumps(struct arena *a, const struct x86_unit *u)
{
    uint32_t *jumps = ARENA_ARRAY(a, uint32_t, u->steps.n + 1);
    for (size_t i = 0; i < u->steps.n; i++) {
        const struct x86_instruction *is = &u->steps.at[i].is;
        enum x86_control c = x86_control(is);
        const struct x86_label *l = (c == X86_BRANCHES || c == X86_JUMPS) && is->n
                                        ? x86_unit_label(u, is->at[0].symbol)
                                        : NULL;
        if (l && l->step != X86_NO_INDEX)
            jumps[l->step]++;
    }
    return jumps;
}

/* gcc's labels of call sites, which the table of exceptions names, are not jumped to. */
static bool is_call_site(const char *name)
{
    return strncmp(name, ".LEHB", 5) == 0 || strncmp(name, ".LEHE", 5) == 0;
}

static void find_named_steps(struct arena *a, struct segmenter *g)
{
    const struct x86_unit *u = g->flow->unit;
    uint32_t *jumps = count_jumps(a, u), *mentions = ARENA_ARRAY(a, uint32_t, u->steps.n + 1);
    g->named = ARENA_ARRAY(a, const char *, u->steps.n + 1);
    g->addressed = ARENA_ARRAY(a, bool, u->steps.n + 1);
    for (size_t i = 0; i < u->labels.n; i++) {
        const struct x86_label *l = &u->labels.at[i];
        if (l->step == X86_NO_INDEX || is_call_site(l->name))
            continue;
        bool numbered = strchr(l->name, '#') != NULL, local = l->name[0] == '.';
        uint32_t n = count_text_mentions(g->text, l->name) + (numbered || !local);
        mentions[l->step] += n;
        if (n && !g->named[l->step])
            g->named[l->step] = l->name;
        g->addressed[l->step] |= numbered || !local;
    }
    for (size_t i = 0; i < u->steps.n; i++)
        g->addressed[i] |= mentions[i] > jumps[i];
}

/* ---- where segments begin ---- */

/* Returns whether the call returns again later. */
static bool returns_twice(const struct x86_instruction *i)
{
    static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp",
                                        "vfork",  "savectx", "getcontext"};
    struct x86_text t =
        x86_control(i) == X86_CALLS && i->n ? i->at[0].symbol : (struct x86_text){NULL, 0};
    const char *version = t.n ? memchr(t.at, '@', t.n) : NULL;
    size_t n = version ? (size_t)(version - t.at) : t.n;
    for (size_t k = 0; k < COUNT_OF(names); k++)
        if (n && strlen(names[k]) == n && memcmp(names[k], t.at, n) == 0)
            return true;
    return false;
}

static bool begins_block(const struct segmenter *g, uint32_t step)
{
    return step == 0 || g->block[step] != g->block[step - 1];
}

static bool begins_segment(const struct segmenter *g, uint32_t step)
{
    if (step == 0 || g->named[step] || returns_twice(&step_at(g, step - 1)->is) ||
        step_at(g, step)->refused != step_at(g, step - 1)->refused)
        return true;
    if (!begins_block(g, step))
        return false;
    const struct x86_block *before = &g->flow->blocks.at[g->block[step - 1]];
    enum x86_control c = x86_control(&step_at(g, step - 1)->is);
    const struct x86_edge *e = g->flow->blocks.edges.at + before->edges;
    bool falls = before->n_edges == 1 && !e->taken && e->to == g->block[step];
    return !falls || (c != X86_CONTINUES && c != X86_CALLS);
}

/* ---- properties of a segment ---- */

static bool is_endbr(const struct x86_step *s)
{
    return s->is.mnemonic.n == 7 && memcmp(s->is.mnemonic.at, "endbr64", 7) == 0;
}

/* Returns why no line can be inserted before the step; NULL = it can. */
static const char *find_obstacle(const struct segmenter *g, uint32_t step)
{
    const struct x86_step *s = step_at(g, step);
    size_t n;
    const char *line = source_line(g->text->source, s->line, &n);
    const char *end = line + n;
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    size_t m = min_size(s->is.mnemonic.n, 4);
    bool first = step == 0 || step_at(g, step - 1)->line != s->line;
    if (!first || (s->label && s->label_line == s->line))
        return "it begins within a line";
    /* A prefix can precede the mnemonic, but no label. */
    const char *colon = memchr(line, ':', (size_t)(end - line));
    const char *at = m ? memmem(line, (size_t)(end - line), s->is.mnemonic.at, m) : NULL;
    if (!at || (colon && colon < at))
        return "its first line has another form";
    return NULL;
}

static void set_site(const struct segmenter *g, struct count_segment *s, uint32_t step, bool after)
{
    s->why = find_obstacle(g, step);
    s->site = s->why ? X86_NO_INDEX : step;
    s->site_block = g->block[step];
    s->after = after;
}

/* Finds the first step that is the compiler's; endbr64 must stay the first instruction. */
static void find_site(const struct segmenter *g, struct count_segment *s)
{
    uint32_t last = X86_NO_INDEX; /* endbr64 at the end of the segment */
    s->site = X86_NO_INDEX;
    s->why = "it is inline assembly";
    for (uint32_t i = s->first; i <= s->last; i++) {
        if (!is_inline(g, i) && !is_endbr(step_at(g, i))) {
            set_site(g, s, i, false);
            return;
        }
        last = is_inline(g, i) ? X86_NO_INDEX : i;
    }
    if (last != X86_NO_INDEX)
        set_site(g, s, last, true);
}

static bool is_chosen_loop(const struct segmenter *g, uint32_t loop)
{
    struct x86_source of = x86_source_of(g->flow, loop);
    const char *function = g->flow->unit->function;
    for (size_t i = 0; i < g->ask->n_choices; i++) {
        const struct count_choice *c = &g->ask->choices[i];
        bool named = !c->function || (function && strcmp(c->function, function) == 0);
        if (named && (!c->line || (of.line && of.line <= c->line && c->line <= of.end_line)))
            return true;
    }
    return false;
}

/* Sets the loop, and whether it or a loop around it is chosen. */
static void find_loops(const struct segmenter *g, const bool *chosen, struct count_segment *s)
{
    const struct x86_flow *f = g->flow;
    s->loop = f->blocks.at[g->block[s->first]].loop;
    s->chosen = !g->ask->n_choices;
    for (uint32_t l = s->loop; l != X86_NO_INDEX; l = f->loops.at[l].parent) {
        s->chosen |= chosen[l];
        s->depth++;
    }
}

static bool leaves_at(const struct segmenter *g, uint32_t step)
{
    const struct x86_instruction *i = &step_at(g, step)->is;
    enum x86_control c = x86_control(i);
    return is_inline(g, step) || !i->opcode || c == X86_CALLS || c == X86_STOPS;
}

static void complete_segment(const struct segmenter *g, const bool *chosen, struct count_segment *s)
{
    s->last_block = g->block[s->last];
    s->block = COUNT_NONE;
    s->label = g->named[s->first];
    s->entered = s->first == 0 || g->addressed[s->first] ||
                 step_at(g, s->first)->refused != step_at(g, s->first - 1)->refused ||
                 returns_twice(&step_at(g, s->first - 1)->is);
    for (uint32_t i = s->first; i <= s->last; i++)
        s->leaves |= leaves_at(g, i);
    find_loops(g, chosen, s);
    find_site(g, s);
}

static bool *choose_loops(struct arena *a, const struct segmenter *g)
{
    bool *chosen = ARENA_ARRAY(a, bool, g->flow->loops.n + 1);
    for (uint32_t l = 0; g->ask->n_choices && l < g->flow->loops.n; l++)
        chosen[l] = is_chosen_loop(g, l);
    return chosen;
}

void count_segments_of(struct arena *a, const struct count_text *t, const struct x86_flow *f,
                       const struct count_ask *ask, struct count_segments *s)
{
    struct segmenter g = {.text = t, .flow = f, .ask = ask, .to = s};
    uint32_t n = (uint32_t)f->unit->steps.n;
    g.block = ARENA_ARRAY(a, uint32_t, n + 1);
    for (uint32_t b = 0; b < f->blocks.n; b++)
        for (uint32_t i = f->blocks.at[b].first; i <= f->blocks.at[b].last; i++)
            g.block[i] = b;
    find_named_steps(a, &g);
    bool *chosen = choose_loops(a, &g);
    s->n = 0;
    s->of_step = ARENA_ARRAY(a, uint32_t, n + 1);
    s->at = ARENA_ARRAY(a, struct count_segment, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (begins_segment(&g, i))
            s->at[s->n++].first = i;
        s->at[s->n - 1].last = i;
        s->of_step[i] = s->n - 1;
    }
    for (uint32_t i = 0; i < s->n; i++)
        complete_segment(&g, chosen, &s->at[i]);
}
