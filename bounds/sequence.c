/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/sequence.h"
#include "base/util.h"

/* An instruction of the sequence. */
struct sequence_step {
    int from; /* instruction of the body */
    long pass;
};

struct sequence_builder {
    struct arena *a, scratch;
    const struct instruction_body *b;
    struct instruction_body *to;
    const struct body_path *paths;
    long passes;
    struct sequence_step *steps;
    long *begins;  /* by pass: its first step; one more at the end */
    long *run;     /* by pass: the first pass of its execution of the loop; may be negative */
    size_t *flows; /* by instruction of the body: its first flow; one more at the end */
    long *last;    /* by instruction: position of its last execution, from -n; NEVER_RAN */
};
enum { NEVER_RAN = INT32_MIN };

/* ---- instructions ---- */

/* Appends a block. A conditional branch at its end is taken or not, as the edge says. */
static void add_block(struct sequence_builder *s, const struct code_block *block, int edge,
                      long pass)
{
    for (int i = block->first; i < block->first + block->n; i++) {
        struct instruction in = s->b->at[i];
        bool last = i + 1 == block->first + block->n;
        in.area = -1;
        in.offset = (long)((uint64_t)in.offset + (uint64_t)pass * (uint64_t)in.step);
        in.step = (long)((uint64_t)in.step * (uint64_t)s->passes);
        if (last && block->n_edges > 1)
            in.taken = s->b->edges[edge].taken;
        in.fused = in.fused && !last;
        s->to->unmodelled += in.unmodelled;
        s->steps[s->to->n] = (struct sequence_step){i, pass};
        s->to->at[s->to->n++] = in;
    }
}

static size_t path_length(const struct instruction_body *b, const struct body_path *path)
{
    size_t n = 0;
    int block = 0;
    for (size_t i = 0; i < path->n; i++) {
        n += (size_t)b->blocks[block].n;
        block = edge_target(b, path->edges[i]);
    }
    return n;
}

static void add_pass(struct sequence_builder *s, long pass)
{
    const struct body_path *path = &s->paths[pass];
    int block = 0;
    s->begins[pass] = (long)s->to->n;
    for (size_t i = 0; i < path->n; i++) {
        add_block(s, &s->b->blocks[block], path->edges[i], pass);
        block = edge_target(s->b, path->edges[i]);
    }
}

static bool leaves(const struct sequence_builder *s, long pass)
{
    const struct body_path *path = &s->paths[pass];
    return edge_target(s->b, path->edges[path->n - 1]) == LOOP_EXIT;
}

/* Finds the first pass of each execution. Before the first pass of the sequence is its last one. */
static void find_runs(struct sequence_builder *s)
{
    long first = NEVER_RAN;
    for (long p = -s->passes; p < s->passes; p++) {
        if (leaves(s, (p - 1 + 2 * s->passes) % s->passes))
            first = p;
        if (p >= 0)
            s->run[p] = first;
    }
}

static void add_instructions(struct sequence_builder *s)
{
    size_t n = 0;
    for (long p = 0; p < s->passes; p++)
        n += path_length(s->b, &s->paths[p]);
    s->to->at = ARENA_ARRAY(s->a, struct instruction, n + 1);
    s->steps = ARENA_ARRAY(&s->scratch, struct sequence_step, n + 1);
    s->begins = ARENA_ARRAY(&s->scratch, long, (size_t)s->passes + 1);
    s->run = ARENA_ARRAY(&s->scratch, long, (size_t)s->passes + 1);
    for (long p = 0; p < s->passes; p++)
        add_pass(s, p);
    s->begins[s->passes] = (long)s->to->n;
    find_runs(s);
}

/* ---- flows ---- */

static void index_flows(struct sequence_builder *s)
{
    s->flows = ARENA_ARRAY(&s->scratch, size_t, s->b->n + 2);
    for (size_t j = 0; j < s->b->n_flows; j++)
        s->flows[s->b->flows[j].to + 1] = j + 1;
    for (size_t i = 1; i <= s->b->n; i++)
        s->flows[i] = max_size(s->flows[i], s->flows[i - 1]);
}

/* Returns the position of the instruction in a pass, which may be before the sequence; NEVER_RAN
 * if that pass does not run it. */
static long position_in_pass(const struct sequence_builder *s, int instruction, long pass)
{
    long n = (long)s->to->n, round = pass / s->passes - (pass % s->passes < 0);
    long in = pass - round * s->passes;
    for (long i = s->begins[in]; i < s->begins[in + 1]; i++)
        if (s->steps[i].from == instruction)
            return i + round * n;
    return NEVER_RAN;
}

/* Returns the position of a flow's source; NEVER_RAN = it did not run. The distance of a flow
 * through memory, or through an unknown location, is fixed. */
static long source_position(const struct sequence_builder *s, const struct value_flow *f, long pass)
{
    if (f->input != FLOW_MEMORY && f->location)
        return s->last[f->from];
    return position_in_pass(s, f->from, pass - f->distance);
}

/* Returns the first position of the execution of the loop that the pass belongs to. */
static long run_begin(const struct sequence_builder *s, long pass)
{
    long run = s->run[pass], n = (long)s->to->n;
    return run == NEVER_RAN ? NEVER_RAN : run < 0 ? s->begins[run + s->passes] - n : s->begins[run];
}

static void add_flow(struct sequence_builder *s, struct value_flow f, long from, long to)
{
    long n = (long)s->to->n, distance = 0;
    for (; from < 0; from += n)
        distance++;
    f.from = (int)from;
    f.to = (int)to;
    f.distance = distance;
    f.location = 0;
    *ARENA_PUSH(s->a, s->to->flows, s->to->n_flows) = f;
}

/* Adds the flows of instruction `from` at position `to` whose location is that of flow j, unless an
 * earlier flow has it: the one with the latest source. */
static void add_latest_flow(struct sequence_builder *s, size_t j, long to)
{
    const struct value_flow *flows = s->b->flows, *best = NULL;
    int location = flows[j].location;
    long latest = run_begin(s, s->steps[to].pass) - 1;
    for (size_t i = s->flows[flows[j].to]; i < s->flows[flows[j].to + 1]; i++) {
        if (flows[i].location != location || (location == 0 && i != j) ||
            flows[i].input != flows[j].input)
            continue;
        if (location && i < j)
            return;
        long at = source_position(s, &flows[i], s->steps[to].pass);
        if (at != NEVER_RAN && at > latest) {
            latest = at;
            best = &flows[i];
        }
    }
    if (best)
        add_flow(s, *best, latest, to);
}

/* Replays the sequence twice: the first time finds the executions before the sequence. */
static void add_flows(struct sequence_builder *s)
{
    long n = (long)s->to->n;
    index_flows(s);
    s->last = ARENA_ARRAY(&s->scratch, long, s->b->n + 1);
    for (size_t i = 0; i < s->b->n; i++)
        s->last[i] = NEVER_RAN;
    for (long i = -n; i < n; i++) {
        int from = s->steps[i < 0 ? i + n : i].from;
        for (size_t j = s->flows[from]; i >= 0 && j < s->flows[from + 1]; j++)
            add_latest_flow(s, j, i);
        s->last[from] = i;
    }
}

const struct instruction_body *body_sequence(struct arena *a, const struct instruction_body *b,
                                             const struct body_path *paths, size_t n)
{
    struct sequence_builder s = {.a = a, .b = b, .paths = paths, .passes = (long)n};
    if (b->n_blocks <= 1 && n == 1)
        return b;
    s.to = ARENA_NEW(a, struct instruction_body);
    add_instructions(&s);
    add_flows(&s);
    arena_free(&s.scratch);
    return s.to;
}
