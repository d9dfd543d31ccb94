/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops by control flow: strongly connected components (Tarjan 1972). Inner loops are found by
 * removing the edges into each component's header. */
#include "x86-asm/flow.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* ---- strongly connected components ---- */

struct visit {
    uint32_t block, edge;
};

/* Search in the blocks of one loop. Blocks of other loops and edges into its header are excluded.
 */
struct search {
    struct x86_flow *f;
    uint32_t loop;    /* blocks whose innermost loop is this one are searched */
    uint32_t barrier; /* block that is not entered; X86_NO_INDEX = none */
    uint32_t *index;  /* of a block: order of discovery, from 1; 0 = not visited */
    uint32_t *low;
    bool *open;
    ARRAY(uint32_t) stack, parts; /* parts: blocks of the components found */
    ARRAY(uint32_t) ends;         /* end of each component in parts */
    ARRAY(struct visit) visits;
    uint32_t seen;
};

static bool is_searched(const struct search *s, uint32_t to)
{
    return to != X86_NO_INDEX && to != s->barrier && s->f->blocks.at[to].loop == s->loop;
}

static bool has_edge_to_itself(const struct search *s, uint32_t block)
{
    const struct x86_edge *e = x86_edges(s->f, block);
    for (uint32_t i = 0; i < s->f->blocks.at[block].n_edges; i++)
        if (e[i].to == block && block != s->barrier)
            return true;
    return false;
}

static void enter_block(struct search *s, uint32_t block)
{
    s->index[block] = s->low[block] = ++s->seen;
    s->open[block] = true;
    *array_push(&s->stack) = block;
    *array_push(&s->visits) = (struct visit){block, 0};
}

/* Finishes a block. If it is the root of a component, the component is complete. */
static void leave_block(struct search *s, uint32_t block)
{
    s->visits.n--;
    if (s->visits.n) {
        uint32_t before = s->visits.at[s->visits.n - 1].block;
        s->low[before] = s->low[block] < s->low[before] ? s->low[block] : s->low[before];
    }
    if (s->low[block] != s->index[block])
        return;
    size_t from = s->stack.n;
    while (s->stack.at[from - 1] != block)
        from--;
    from--;
    bool cyclic = s->stack.n - from > 1 || has_edge_to_itself(s, block);
    for (size_t i = from; i < s->stack.n; i++) {
        s->open[s->stack.at[i]] = false;
        if (cyclic)
            *array_push(&s->parts) = s->stack.at[i];
    }
    if (cyclic)
        *array_push(&s->ends) = (uint32_t)s->parts.n;
    s->stack.n = from;
}

static void search_from(struct search *s, uint32_t root)
{
    enter_block(s, root);
    while (s->visits.n) {
        struct visit *v = &s->visits.at[s->visits.n - 1];
        const struct x86_block *b = &s->f->blocks.at[v->block];
        if (v->edge == b->n_edges) {
            leave_block(s, v->block);
            continue;
        }
        uint32_t from = v->block, to = x86_edges(s->f, from)[v->edge++].to;
        if (!is_searched(s, to))
            continue;
        if (!s->index[to])
            enter_block(s, to);
        else if (s->open[to] && s->index[to] < s->low[from])
            s->low[from] = s->index[to];
    }
}

static void search_free(struct search *s)
{
    array_free(&s->stack);
    array_free(&s->parts);
    array_free(&s->ends);
    array_free(&s->visits);
    free(s->index);
    free(s->low);
    free(s->open);
}

static struct search search_new(struct x86_flow *f)
{
    size_t n = (size_t)f->blocks.n + 1;
    struct search s = {.f = f};
    s.index = xmalloc(n * sizeof *s.index);
    s.low = xmalloc(n * sizeof *s.low);
    s.open = xmalloc(n * sizeof *s.open);
    memset(s.index, 0, n * sizeof *s.index);
    memset(s.open, 0, n * sizeof *s.open);
    return s;
}

/* Finds the components among the n blocks of a loop, without the edges into `barrier`. */
static void find_components(struct search *s, uint32_t loop, uint32_t barrier,
                            const uint32_t *members, uint32_t n)
{
    s->loop = loop;
    s->barrier = barrier;
    s->parts.n = s->ends.n = 0;
    for (uint32_t i = 0; i < n; i++)
        s->index[members ? members[i] : i] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t block = members ? members[i] : i;
        if (!s->index[block] && s->f->blocks.at[block].loop == loop)
            search_from(s, block);
    }
}

/* ---- a loop ---- */

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t depth_of(const struct x86_flow *f, uint32_t loop)
{
    uint32_t depth = 0;
    for (; loop != X86_NO_INDEX; loop = f->loops.at[loop].parent)
        depth++;
    return depth;
}

/* Adds a loop of these blocks, each of which was in `parent`. */
static uint32_t add_loop(struct x86_flow *f, uint32_t parent, const uint32_t *blocks, uint32_t n)
{
    uint32_t i = (uint32_t)f->loops.n, from = (uint32_t)f->members.n;
    for (uint32_t m = 0; m < n; m++) {
        *array_push(&f->members) = blocks[m];
        f->blocks.at[blocks[m]].loop = i;
    }
    qsort(f->members.at + from, n, sizeof *f->members.at, by_number);
    *array_push(&f->loops) = (struct x86_nest){.parent = parent,
                                               .header = X86_NO_INDEX,
                                               .start = X86_NO_INDEX,
                                               .blocks = from,
                                               .n_blocks = n,
                                               .child = X86_NO_INDEX,
                                               .sibling = X86_NO_INDEX};
    if (parent != X86_NO_INDEX) {
        f->loops.at[i].sibling = f->loops.at[parent].child;
        f->loops.at[parent].child = i;
    }
    return i;
}

bool x86_loop_has(const struct x86_flow *f, uint32_t loop, uint32_t block)
{
    if (block == X86_NO_INDEX)
        return false;
    uint32_t l = f->blocks.at[block].loop;
    while (l != X86_NO_INDEX && l > loop)
        l = f->loops.at[l].parent;
    return l == loop;
}

/* ---- loop headers ---- */

/* State while loops are split into inner loops. */
struct loop_splitter {
    struct x86_flow *f;
    struct search search;
    uint32_t *sources; /* number of edges to a block; 1 more where a routine begins */
    uint32_t *inside;  /* of the current loop: edges from its own blocks */
    bool *target;      /* a backward jump of the loop leads to the block */
    bool *visited;
    ARRAY(uint32_t) queue;
};

static const uint32_t *members_of(const struct x86_flow *f, uint32_t loop)
{
    return f->members.at + f->loops.at[loop].blocks;
}

static void count_inner_edges(struct loop_splitter *t, uint32_t loop)
{
    const struct x86_flow *f = t->f;
    const uint32_t *blocks = members_of(f, loop);
    uint32_t n = f->loops.at[loop].n_blocks;
    for (uint32_t m = 0; m < n; m++) {
        t->inside[blocks[m]] = 0;
        t->target[blocks[m]] = t->visited[blocks[m]] = false;
    }
    for (uint32_t m = 0; m < n; m++) {
        const struct x86_edge *e = x86_edges(f, blocks[m]);
        for (uint32_t i = 0; i < f->blocks.at[blocks[m]].n_edges; i++) {
            if (!x86_loop_has(f, loop, e[i].to))
                continue;
            t->inside[e[i].to]++;
            t->target[e[i].to] |= e[i].taken && e[i].to <= blocks[m];
        }
    }
}

/* Returns the number of blocks that remain in cycles if the edges into the header are removed. */
static size_t count_cyclic_without(struct loop_splitter *t, uint32_t loop, uint32_t header)
{
    find_components(&t->search, loop, header, members_of(t->f, loop),
                    t->f->loops.at[loop].n_blocks);
    return t->search.parts.n;
}

/* Returns the header of a loop with several entries: among its entries and the targets of its
 * backward jumps, the block whose removal leaves the fewest blocks in cycles. */
static uint32_t best_header(struct loop_splitter *t, uint32_t loop)
{
    enum { CANDIDATES = 16 };
    const uint32_t *blocks = members_of(t->f, loop);
    uint32_t best = blocks[0], tried = 0;
    size_t least = SIZE_MAX;
    for (uint32_t m = 0; m < t->f->loops.at[loop].n_blocks && tried < CANDIDATES; m++) {
        uint32_t b = blocks[m];
        if (t->sources[b] == t->inside[b] && !t->target[b])
            continue;
        tried++;
        size_t left = count_cyclic_without(t, loop, b);
        if (left < least) {
            least = left;
            best = b;
        }
    }
    return best;
}

/* Finds the block where control enters the loop. */
static void find_header(struct loop_splitter *t, uint32_t loop)
{
    struct x86_nest *l = &t->f->loops.at[loop];
    const uint32_t *blocks = members_of(t->f, loop);
    uint32_t first = X86_NO_INDEX, n = 0;
    if (l->header != X86_NO_INDEX)
        return;
    for (uint32_t m = 0; m < l->n_blocks; m++)
        if (t->sources[blocks[m]] != t->inside[blocks[m]]) {
            n++;
            first = first == X86_NO_INDEX ? blocks[m] : first;
        }
    l->several_entries = n > 1;
    l->header = n > 1 ? best_header(t, loop) : n == 1 ? first : blocks[0];
}

static bool has_edge(const struct x86_flow *f, uint32_t from, uint32_t to)
{
    const struct x86_edge *e = x86_edges(f, from);
    for (uint32_t i = 0; i < f->blocks.at[from].n_edges; i++)
        if (e[i].to == to)
            return true;
    return false;
}

/* Marks the blocks of the loop that control reaches from its header in a pass that avoids `block`.
 */
static void visit_without(struct loop_splitter *t, uint32_t loop, uint32_t block)
{
    const struct x86_flow *f = t->f;
    const uint32_t *blocks = members_of(f, loop);
    uint32_t header = f->loops.at[loop].header;
    for (uint32_t m = 0; m < f->loops.at[loop].n_blocks; m++)
        t->visited[blocks[m]] = false;
    t->queue.n = 0;
    if (header != block) {
        t->visited[header] = true;
        *array_push(&t->queue) = header;
    }
    for (size_t q = 0; q < t->queue.n; q++) {
        uint32_t from = t->queue.at[q];
        const struct x86_edge *e = x86_edges(f, from);
        for (uint32_t i = 0; i < f->blocks.at[from].n_edges; i++) {
            uint32_t to = e[i].to;
            if (to == block || !x86_loop_has(f, loop, to) || t->visited[to])
                continue;
            t->visited[to] = true;
            *array_push(&t->queue) = to;
        }
    }
}

/* Returns true if every pass executes the block: without it, no path leads back to the header. */
static bool in_every_pass(struct loop_splitter *t, uint32_t loop, uint32_t block)
{
    const struct x86_nest *l = &t->f->loops.at[loop];
    const uint32_t *blocks = members_of(t->f, loop);
    visit_without(t, loop, block);
    for (uint32_t m = 0; m < l->n_blocks; m++)
        if (t->visited[blocks[m]] && has_edge(t->f, blocks[m], l->header))
            return false;
    return true;
}

static void find_start(struct loop_splitter *t, uint32_t loop)
{
    enum { CANDIDATES = 8 };
    struct x86_nest *l = &t->f->loops.at[loop];
    const uint32_t *blocks = members_of(t->f, loop);
    l->start = l->header;
    if (t->target[l->header] || t->f->blocks.at[l->header].loop != loop)
        return;
    for (uint32_t m = 0, tried = 0; m < l->n_blocks && tried < CANDIDATES; m++) {
        uint32_t b = blocks[m];
        if (!t->target[b] || t->f->blocks.at[b].loop != loop)
            continue;
        tried++;
        if (in_every_pass(t, loop, b)) {
            l->start = b;
            return;
        }
    }
}

/* ---- two loops with one header ---- */

/* Counts the blocks that lead to `latch` without passing the header, both included. */
static uint32_t blocks_before(struct loop_splitter *t, uint32_t loop, uint32_t latch)
{
    const struct x86_flow *f = t->f;
    const uint32_t *blocks = members_of(f, loop);
    uint32_t n = f->loops.at[loop].n_blocks, header = f->loops.at[loop].header;
    for (uint32_t m = 0; m < n; m++)
        t->visited[blocks[m]] = blocks[m] == latch || blocks[m] == header;
    for (bool more = latch != header; more;) {
        more = false;
        for (uint32_t m = n; m-- > 0;) {
            const struct x86_edge *e = x86_edges(f, blocks[m]);
            for (uint32_t i = 0; i < f->blocks.at[blocks[m]].n_edges; i++) {
                uint32_t to = e[i].to;
                bool leads = to != header && x86_loop_has(f, loop, to) && t->visited[to];
                more |= leads && !t->visited[blocks[m]];
                t->visited[blocks[m]] |= leads;
            }
        }
    }
    t->queue.n = 0;
    for (uint32_t m = 0; m < n; m++)
        if (t->visited[blocks[m]])
            *array_push(&t->queue) = blocks[m];
    return (uint32_t)t->queue.n;
}

/* Returns true if the instruction adds to its destination's old value: add, sub, inc, dec, lea of
 * itself. */
static bool is_increment(const struct x86_instruction *i)
{
    static const char *const names[] = {"add", "sub", "inc", "dec"};
    if (!i->opcode || i->n == 0 || i->at[0].kind != X86_GENERAL)
        return false;
    for (size_t n = 0; n < COUNT_OF(names); n++)
        if (strcmp(i->opcode->name, names[n]) == 0)
            return true;
    return strcmp(i->opcode->name, "lea") == 0 && i->at[1].base == i->at[0].reg;
}

enum { GENERAL = X86_VECTOR }; /* registers used to count and address */

/* General registers that a loop modifies, as bits. */
struct register_changes {
    uint32_t reads[GENERAL]; /* of each register: registers read by operations that write it */
    uint32_t stepped;        /* registers that the inner loop increments from their old value */
    uint32_t set;            /* registers that the inner loop sets to an unrelated value */
};

static uint32_t general(uint8_t reg)
{
    return reg < GENERAL ? UINT32_C(1) << reg : 0;
}

static uint32_t used_by(const struct x86_instruction *i)
{
    struct x86_use use[X86_USES];
    uint32_t set = 0;
    int n = x86_uses(i, use);
    for (int u = 0; u < n; u++)
        set |= general(use[u].reg);
    return set;
}

static void record_register_changes(const struct x86_flow *f, uint32_t block, bool inner,
                                    struct register_changes *s)
{
    const struct x86_block *b = &f->blocks.at[block];
    for (uint32_t step = b->first; step <= b->last; step++) {
        const struct x86_instruction *i = &f->unit->steps.at[step].is;
        uint32_t used = used_by(i);
        uint8_t reg[X86_DEFS];
        int n = x86_defs(i, reg);
        for (int d = 0; d < n; d++) {
            if (reg[d] < GENERAL)
                s->reads[reg[d]] |= used;
            if (inner && is_increment(i) && reg[d] == i->at[0].reg)
                s->stepped |= general(reg[d]);
            else if (inner)
                s->set |= general(reg[d]);
        }
    }
}

/* Returns true if the block sets a register to a value that does not depend on its old value. */
static bool sets_stepped(const struct x86_flow *f, uint32_t block, const struct register_changes *s)
{
    const struct x86_block *b = &f->blocks.at[block];
    for (uint32_t step = b->first; step <= b->last; step++) {
        const struct x86_instruction *i = &f->unit->steps.at[step].is;
        uint32_t used = used_by(i), from = used;
        uint8_t reg[X86_DEFS];
        int n = x86_control(i) == X86_CALLS ? 0 : x86_defs(i, reg);
        for (int r = 0; r < GENERAL; r++)
            from |= used >> r & 1 ? s->reads[r] : 0;
        for (int d = 0; d < n; d++)
            if (s->stepped & general(reg[d]) & ~from)
                return true;
    }
    return false;
}

/* Returns true if an inner loop shares its header with the outer loop; false if it is one loop with
 * several backward edges. In a nest, the outer loop resets the registers that the inner loop
 * increments. visited: blocks of the inner loop. */
static bool resets_registers(const struct loop_splitter *t, uint32_t loop)
{
    const struct x86_flow *f = t->f;
    const uint32_t *blocks = members_of(f, loop);
    uint32_t n = f->loops.at[loop].n_blocks;
    struct register_changes s = {.stepped = 0};
    for (uint32_t m = 0; m < n; m++)
        record_register_changes(f, blocks[m], t->visited[blocks[m]], &s);
    s.stepped &= ~(s.set | general(X86_RSP));
    for (uint32_t m = 0; m < n; m++)
        if (!t->visited[blocks[m]] && sets_stepped(f, blocks[m], &s))
            return true;
    return false;
}

/* Finds the inner loop with the same header, if there is one: only from its latch does control
 * reach the other blocks that lead back. */
static bool split_shared_header(struct loop_splitter *t, uint32_t loop)
{
    enum { LATCHES = 8 };
    struct x86_flow *f = t->f;
    uint32_t n = f->loops.at[loop].n_blocks, header = f->loops.at[loop].header, latches = 0;
    for (uint32_t m = 0; m < n; m++)
        latches += has_edge(f, members_of(f, loop)[m], header);
    for (uint32_t m = 0, tried = 0; latches > 1 && m < n && tried < LATCHES; m++) {
        uint32_t latch = members_of(f, loop)[m];
        if (!has_edge(f, latch, header))
            continue;
        tried++;
        if (!in_every_pass(t, loop, latch) || blocks_before(t, loop, latch) == n ||
            !resets_registers(t, loop))
            continue;
        uint32_t inner = add_loop(f, loop, t->queue.at, (uint32_t)t->queue.n);
        f->loops.at[inner].header = header;
        return true;
    }
    return false;
}

/* ---- all loops ---- */

struct component {
    uint32_t from, n, first; /* in the search's parts; its lowest block */
};

static int by_first(const void *a, const void *b)
{
    const struct component *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* Adds the components as loops, in the order of the text. */
static void add_components(struct loop_splitter *t, uint32_t loop)
{
    const struct search *s = &t->search;
    struct component *parts = xmalloc(sizeof *parts * (s->ends.n + 1));
    for (size_t p = 0; p < s->ends.n; p++) {
        uint32_t from = p ? s->ends.at[p - 1] : 0, first = X86_NO_INDEX;
        for (uint32_t i = from; i < s->ends.at[p]; i++)
            first = s->parts.at[i] < first ? s->parts.at[i] : first;
        parts[p] = (struct component){from, s->ends.at[p] - from, first};
    }
    qsort(parts, s->ends.n, sizeof *parts, by_first);
    for (size_t p = 0; p < s->ends.n; p++)
        add_loop(t->f, loop, s->parts.at + parts[p].from, parts[p].n);
    free(parts);
}

static void split_loop(struct loop_splitter *t, uint32_t loop)
{
    struct x86_flow *f = t->f;
    count_inner_edges(t, loop);
    find_header(t, loop);
    if (depth_of(f, loop) >= X86_NEST_DEPTH) {
        f->loops.at[loop].too_deep = true;
    } else {
        split_shared_header(t, loop);
        find_components(&t->search, loop, f->loops.at[loop].header, members_of(f, loop),
                        f->loops.at[loop].n_blocks);
        add_components(t, loop);
    }
    find_start(t, loop);
}

static void count_sources(struct loop_splitter *t)
{
    const struct x86_flow *f = t->f;
    t->sources[0] = 1;
    for (uint32_t b = 0; b < f->blocks.n; b++) {
        const struct x86_edge *e = x86_edges(f, b);
        for (uint32_t i = 0; i < f->blocks.at[b].n_edges; i++)
            if (e[i].to != X86_NO_INDEX)
                t->sources[e[i].to]++;
    }
}

void x86_flow_of(const struct x86_unit *u, struct x86_flow *f)
{
    struct loop_splitter t = {.f = f};
    f->unit = u;
    f->loops.n = f->members.n = f->order.n = 0;
    x86_blocks_of(u, &f->blocks);
    struct arena *a = &f->blocks.arena;
    t.search = search_new(f);
    t.sources = ARENA_ARRAY(a, uint32_t, f->blocks.n + 1);
    t.inside = ARENA_ARRAY(a, uint32_t, f->blocks.n + 1);
    t.target = ARENA_ARRAY(a, bool, f->blocks.n + 1);
    t.visited = ARENA_ARRAY(a, bool, f->blocks.n + 1);
    count_sources(&t);
    find_components(&t.search, X86_NO_INDEX, X86_NO_INDEX, NULL, f->blocks.n);
    add_components(&t, X86_NO_INDEX);
    for (uint32_t i = 0; i < f->loops.n; i++)
        split_loop(&t, i);
    array_free(&t.queue);
    search_free(&t.search);
    x86_order_blocks(f);
}

void x86_flow_free(struct x86_flow *f)
{
    x86_blocks_free(&f->blocks);
    array_free(&f->loops);
    array_free(&f->members);
    array_free(&f->order);
}
