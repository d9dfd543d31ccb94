/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classifies the innermost loops that the compiler made of one source loop. The loop with most
 * iterations per pass is the main loop. The purpose of the others follows from the control flow
 * between them and the main loop, and from the tests before them. */
#include "x86-asm/file.h"
#include "x86-asm/trips.h"

#include <string.h>

enum { COPIES_MOST = 64 }; /* maximum number of loops of one source loop that are classified */

struct version_search {
    const struct x86_file *f;
    struct x86_routine *r;
    struct arena a;
    bool *from_main, *to_main, *from_other; /* of blocks */
    uint32_t *queue;
    struct x86_back_edges back;
};

static const struct loop *loop_of(const struct version_search *t, uint32_t i)
{
    return loops_at(&t->f->scan.finder, t->r->first + i);
}

static const struct x86_loop_record *found_of(const struct version_search *t, uint32_t i)
{
    return pile_at(&t->f->found, t->r->first + i);
}

static double k_of(const struct version_search *t, uint32_t i)
{
    return is_known(t->r->k[i].k) ? t->r->k[i].k.value : 0;
}

/* ---- loops of one source loop ---- */

static const char *source_of(const struct version_search *t, uint32_t i)
{
    const struct x86_loop_place *p = pile_at(&t->f->places, loop_of(t, i)->tag);
    return p->source;
}

static uint32_t lines_of_both(const struct x86_lines *a, const struct x86_lines *b)
{
    uint32_t i = 0, j = 0, n = 0;
    while (i < a->n && j < b->n) {
        bool same = a->at[i] == b->at[j], less = a->at[i] < b->at[j];
        n += same;
        i += same || less;
        j += same || !less;
    }
    return n;
}

/* Returns true if at least half of the source lines of the loop with fewer lines are also lines of
 * the other one. */
static bool same_lines(const struct version_search *t, uint32_t i, uint32_t j)
{
    const struct x86_lines *a = &t->r->lines[i], *b = &t->r->lines[j];
    uint32_t less = a->n < b->n ? a->n : b->n;
    return less && 2 * lines_of_both(a, b) >= less && source_of(t, i) == source_of(t, j);
}

static bool is_wider(const struct version_search *t, uint32_t a, uint32_t b)
{
    if (k_of(t, a) != k_of(t, b))
        return k_of(t, a) > k_of(t, b);
    return t->r->k[a].width > t->r->k[b].width;
}

/* ---- control flow between loops ---- */

/* Returns the innermost loop that contains both; X86_NO_INDEX = none. */
static uint32_t loop_around(const struct x86_flow *f, uint32_t a, uint32_t b)
{
    while (a != X86_NO_INDEX && b != X86_NO_INDEX && a != b) {
        if (a > b)
            a = f->loops.at[a].parent;
        else
            b = f->loops.at[b].parent;
    }
    return a == b ? a : X86_NO_INDEX;
}

static bool within(const struct x86_flow *f, uint32_t around, uint32_t block)
{
    return around == X86_NO_INDEX || x86_loop_has(f, around, block);
}

/* Marks the blocks that control reaches from the loop in the same pass of the enclosing loop; with
 * `back`, the blocks that reach it. */
static void mark_reachable(struct version_search *t, uint32_t loop, uint32_t around, bool back,
                           bool *mark)
{
    const struct x86_flow *f = &t->f->flow;
    const struct x86_nest *l = &f->loops.at[loop];
    uint32_t start = around == X86_NO_INDEX ? X86_NO_INDEX : f->loops.at[around].start, n = 0;
    memset(mark, 0, sizeof *mark * f->blocks.n);
    for (uint32_t m = l->blocks; m < l->blocks + l->n_blocks; m++) {
        t->queue[n++] = f->members.at[m];
        mark[f->members.at[m]] = true;
    }
    for (uint32_t q = 0; q < n; q++) {
        uint32_t at = t->queue[q];
        uint32_t first = back ? t->back.first[at] : 0;
        uint32_t edges = back ? t->back.first[at + 1] - first : f->blocks.at[at].n_edges;
        for (uint32_t i = 0; i < edges && !(back && at == start); i++) {
            uint32_t to = back ? t->back.from[first + i] : x86_edges(f, at)[i].to;
            if (to == X86_NO_INDEX || (!back && to == start) || mark[to] || !within(f, around, to))
                continue;
            mark[to] = true;
            t->queue[n++] = to;
        }
    }
}

/* ---- tests before loops ---- */

static bool is_named(const struct x86_instruction *i, const char *const *names)
{
    for (; i->opcode && *names; names++)
        if (strcmp(i->opcode->name, *names) == 0)
            return true;
    return false;
}

/* Returns true if the instruction sets the flags from the difference of two 64-bit registers. */
static bool subtracts(const struct x86_instruction *i)
{
    static const char *const names[] = {"cmp", "sub", NULL};
    return i->n == 2 && i->at[0].kind == X86_GENERAL && i->at[0].bytes == 8 &&
           i->at[1].kind == X86_GENERAL && is_named(i, names);
}

/* Returns true for a register plus a constant. */
static bool moves_address(const struct x86_instruction *i)
{
    static const char *const names[] = {"lea", NULL};
    return is_named(i, names) && i->n == 2 && i->at[1].kind == X86_MEMORY && i->at[1].value != 0;
}

/* Returns true for a compiler's test of overlapping addresses before vector code: an unsigned
 * comparison of two registers, of their difference with a constant, or an equality test of one with
 * the other plus a constant. */
static bool compares_addresses(const struct x86_unit *u, const struct x86_block *b)
{
    static const char *const orders[] = {"ja", "jae", "jb", "jbe", NULL};
    static const char *const equals[] = {"je", "jne", NULL};
    const struct x86_instruction *branch = &u->steps.at[b->last].is;
    bool order = is_named(branch, orders), equal = is_named(branch, equals);
    bool differs = false, moved = false;
    for (uint32_t s = b->last; (order || equal) && s > b->first; s--) {
        const struct x86_instruction *i = &u->steps.at[s - 1].is;
        differs |= subtracts(i) && (order || s == b->last);
        moved |= differs && moves_address(i);
    }
    return differs && (order || moved);
}

/* Returns true for a comparison with 1, most likely of a stride. */
static bool compares_with_one(const struct x86_unit *u, const struct x86_block *b)
{
    static const char *const equals[] = {"je", "jne", NULL}, *const compares[] = {"cmp", NULL};
    if (b->last == b->first || !is_named(&u->steps.at[b->last].is, equals))
        return false;
    const struct x86_instruction *i = &u->steps.at[b->last - 1].is;
    return is_named(i, compares) && i->n == 2 && (i->at[1].kind & X86_IMMEDIATE) &&
           !i->at[1].symbol.n && i->at[1].value == 1;
}

/* Returns the line of a test of that kind that selects between the main loop and the other loop; 0
 * = none. */
static uint32_t test_between(struct version_search *t, uint32_t main, uint32_t other,
                             uint32_t around,
                             bool (*kind)(const struct x86_unit *u, const struct x86_block *b))
{
    const struct x86_flow *f = &t->f->flow;
    mark_reachable(t, main, around, true, t->to_main);
    mark_reachable(t, other, around, true, t->from_other);
    for (uint32_t b = 0; b < f->blocks.n; b++) {
        bool to_main = false, only_other = false;
        for (uint32_t i = 0; i < f->blocks.at[b].n_edges; i++) {
            uint32_t to = x86_edges(f, b)[i].to;
            if (to == X86_NO_INDEX)
                continue;
            to_main |= t->to_main[to];
            only_other |= t->from_other[to] && !t->to_main[to];
        }
        if (to_main && only_other && kind(f->unit, &f->blocks.at[b]))
            return f->unit->steps.at[f->blocks.at[b].last].line;
    }
    return 0;
}

/* ---- versions ---- */

static void classify_loop(struct version_search *t, uint32_t main, uint32_t other)
{
    const struct x86_flow *f = &t->f->flow;
    struct arena *a = &t->r->arena;
    struct x86_version *v = &t->r->versions[other];
    uint32_t m = found_of(t, main)->loop, o = found_of(t, other)->loop;
    uint32_t around = loop_around(f, m, o), test;
    const char *name = loops_name(&t->f->scan.finder, loop_of(t, main)->label);
    double k = k_of(t, main), less = k_of(t, other);
    mark_reachable(t, m, around, false, t->from_main);
    bool after = t->from_main[f->loops.at[o].header];
    mark_reachable(t, m, around, true, t->to_main);
    bool before = t->to_main[f->loops.at[o].header];
    if (after && !before && less < k)
        *v = (struct x86_version){
            VERSION_REMAINDER,
            arena_printf(
                a, "control enters it from %s, and it does %g instead of %g iterations a pass",
                name, less, k)};
    else if (before && !after && less < k)
        *v = (struct x86_version){
            VERSION_PEELED,
            arena_printf(
                a,
                "control continues from it to %s, and it does %g instead of %g iterations a pass",
                name, less, k)};
    else if (!before && !after && (test = test_between(t, m, o, around, compares_addresses)))
        *v = (struct x86_version){
            VERSION_ALIASED,
            arena_printf(a, "the comparison of addresses at line %lu selects between it and %s",
                         (unsigned long)test, name)};
    else if (!before && !after && (test = test_between(t, m, o, around, compares_with_one)))
        *v = (struct x86_version){
            VERSION_OTHER,
            arena_printf(a,
                         "the comparison with 1 at line %lu, most likely of a stride, selects "
                         "between it and %s",
                         (unsigned long)test, name)};
    else
        *v = (struct x86_version){VERSION_OTHER,
                                  arena_printf(a, "of the same source lines as %s", name)};
}

static void classify_group(struct version_search *t, const uint32_t *loops, uint32_t n)
{
    uint32_t main = loops[0];
    for (uint32_t i = 1; i < n; i++)
        if (is_wider(t, loops[i], main))
            main = loops[i];
    t->r->versions[main].how =
        arena_printf(&t->r->arena, "the widest of %u loops of the same source lines", n);
    for (uint32_t i = 0; i < n; i++)
        if (loops[i] != main)
            classify_loop(t, main, loops[i]);
}

void x86_find_versions(const struct x86_file *f, struct x86_routine *r)
{
    struct version_search t = {.f = f, .r = r};
    uint32_t blocks = f->flow.blocks.n + 1;
    bool *classified = ARENA_ARRAY(&t.a, bool, r->n + 1);
    t.from_main = ARENA_ARRAY(&t.a, bool, blocks);
    t.to_main = ARENA_ARRAY(&t.a, bool, blocks);
    t.from_other = ARENA_ARRAY(&t.a, bool, blocks);
    t.queue = ARENA_ARRAY(&t.a, uint32_t, blocks);
    t.back = x86_back_edges_of(&t.a, &f->flow);
    for (uint32_t i = 0; i < r->n; i++) {
        uint32_t group[COPIES_MOST], n = 0;
        for (uint32_t j = i; j < r->n && j - i < 4096 && !classified[i]; j++)
            if (!classified[j] && same_lines(&t, i, j) && n < COPIES_MOST)
                group[n++] = j;
        for (uint32_t g = 0; g < n; g++)
            classified[group[g]] = true;
        if (n > 1)
            classify_group(&t, group, n);
    }
    arena_free(&t.a);
}
