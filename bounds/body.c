/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/body.h"

#include <math.h>

/* The body under construction, and its memory. */
/* Where the search for the ends of a flow has been: an instruction at a distance in passes. */
struct reached {
    uint32_t flow; /* number of the flow, from 1; 0 = not reached */
    int level;     /* the lowest recursion depth */
};

struct body_builder {
    struct arena *a;
    struct body_parts *p;
    bool wide;      /* the body uses vectors of 64 bytes */
    port_set units; /* ports without a scheduler */
    int level; /* recursion depth: values forwarded through instructions without an operation */
    size_t
        *to; /* by instruction: its first flow as a destination; flows are sorted by destination */
    size_t *from,
        *next; /* by instruction, by flow: 1 + the next flow from the same instruction; 0 = none */
    uint32_t flow;           /* number of the current flow */
    struct reached *reached; /* by instruction and distance */
};

enum {
    HANDED_ON_MOST = 16,
    DISTANCES = HANDED_ON_MOST + 2 /* distances for which `reached` has entries */
};

/* ---- forms ---- */

static const struct machine_instruction *find_form(struct body_builder *k,
                                                   struct instruction_form f)
{
    const struct machine_instruction *mi = NULL;
    if (f.base == FORM_NONE)
        return NULL;
    mi = machine_instruction(k->p->m, f);
    if (!mi && !k->p->missing)
        k->p->missing =
            arena_printf(k->a, "the machine file has no instruction.%s", form_name(k->a, f));
    return mi;
}

static bool handed_on(const struct body_item *it)
{
    if (it->load || it->store || !it->work)
        return false;
    return it->work->eliminated && !it->fused;
}

static void find_forms(struct body_builder *k)
{
    const struct instruction_body *b = k->p->b;
    for (size_t i = 0; i < b->n; i++) {
        const struct instruction *in = &b->at[i];
        struct body_item *it = &k->p->items[i];
        it->load = find_form(k, in->load);
        it->work = find_form(k, in->work);
        it->store = find_form(k, in->store);
        k->wide |= in->work.width == WIDTH_ZMM;
        it->fused = in->fused && i + 1 < b->n;
        it->passes_on = handed_on(it);
    }
}

/* ---- operations ---- */

static bool is_second(const struct body_parts *p, int i)
{
    return i > 0 && p->items[i - 1].fused;
}

/* Rounds down: the mean of several latencies counts as the smallest, so that the bound is not too
 * high. */
static int round_down(double cycles)
{
    return (int)floor(cycles + 1e-9);
}

static int whole_latency(const struct machine_instruction *mi)
{
    return is_known(mi->latency) ? round_down(mi->latency.value) : 1;
}

static void add_operation(struct body_builder *k, int i, enum operation_role role,
                          const struct instruction_need *need, int latency)
{
    struct body_parts *p = k->p;
    struct body_operation *o = &p->ops[p->n_ops];
    struct port_hold hold = {need->ports, (int)lround(need->cycles * UNIT_PARTS)};
    if (need->with && p->n_ops > p->items[i].first) {
        if (o[-1].n_with < WITH_MOST)
            o[-1].with[o[-1].n_with++] = hold;
        return;
    }
    *o = (struct body_operation){
        .instruction = i, .role = role, .own = hold, .latency = latency > 1 ? latency : 1};
    o->split_parts = 2 * hold.parts;
    p->n_ops++;
}

/* In a body with 64-byte vectors, moves narrower vector work away from the closed ports, to those
 * of the wide form. */
static void avoid_closed_ports(const struct body_builder *k, struct instruction_form f,
                               struct instruction_need *need, struct body_operation *o)
{
    port_set closed = k->p->m->core.wide_closes;
    if (!k->wide || f.width < WIDTH_SCALAR || f.width >= WIDTH_ZMM || !(need->ports & closed))
        return;
    f.width = WIDTH_ZMM;
    const struct machine_instruction *wide = machine_instruction(k->p->m, f);
    port_set open = need->ports & ~closed;
    if (wide && wide->form.width == WIDTH_ZMM && wide->n_needs > 0) {
        open |= wide->needs[0].ports;
        o->slow = wide->slow;
        o->slow_latency = round_down(wide->slow_latency);
    }
    if (open)
        need->ports = open;
}

/* Returns true if the last operation of a gather merges what the others loaded into the old value
 * of the destination: only that operation waits for the old value. */
static bool merges_last(const struct machine_instruction *mi, int operations)
{
    return mi && mi->form.base == FORM_GATHER && operations > 1 && is_known(mi->merged_latency) &&
           round_down(mi->merged_latency.value) < whole_latency(mi);
}

/* Adds the operations of a part. If there are several, the last one ends no earlier than the part.
 */
static int add_part(struct body_builder *k, int i, enum operation_role role,
                    const struct machine_instruction *mi, port_set only)
{
    int first = k->p->n_ops;
    for (int j = 0; mi && j < mi->n_needs; j++) {
        struct instruction_need need = mi->needs[j];
        struct body_operation slow = {.slow = mi->slow,
                                      .slow_latency = round_down(mi->slow_latency)};
        if (role == ROLE_WORK)
            avoid_closed_ports(k, k->p->b->at[i].work, &need, &slow);
        if (only & need.ports)
            need.ports &= only;
        add_operation(k, i, role, &need, whole_latency(mi) - (k->p->n_ops - first));
        if (mi->split > 0 && k->p->n_ops > first)
            k->p->ops[k->p->n_ops - 1].split_parts = (int)lround(mi->split * UNIT_PARTS);
        if (j == 0 && k->p->n_ops > first) {
            k->p->ops[first].slow = slow.slow;
            k->p->ops[first].slow_latency = slow.slow_latency;
        }
    }
    if (merges_last(mi, k->p->n_ops - first))
        k->p->ops[k->p->n_ops - 1].latency = round_down(mi->merged_latency.value);
    return k->p->n_ops - first;
}

/* Adds the work. A fused instruction uses the ports of the branch after it. */
static int add_work(struct body_builder *k, int i)
{
    struct body_item *it = &k->p->items[i];
    const struct instruction *in = &k->p->b->at[i];
    bool taken = in->taken;
    const struct machine_instruction *work = it->work;
    if (it->fused) {
        work = k->p->items[i + 1].work;
        taken = in[1].taken;
    }
    return it->passes_on ? 0 : add_part(k, i, ROLE_WORK, work, taken ? k->p->m->core.taken : 0);
}

static int add_store(struct body_builder *k, int i)
{
    const struct machine_instruction *mi = k->p->items[i].store;
    int n = add_part(k, i, ROLE_ADDRESS, mi, 0);
    if (n > 0)
        k->p->ops[k->p->n_ops - 1].role = ROLE_DATA;
    for (int j = k->p->n_ops - n; j < k->p->n_ops; j++)
        k->p->ops[j].latency = 1;
    return n;
}

/* ---- slots ---- */

static int slots_of(const struct machine_instruction *mi)
{
    return mi ? (int)ceil(mi->issue - 1e-9) : 0;
}

/* Adds n operations, beginning at `first`, in s new slots; joined: the first of them share the last
 * existing slot. */
static void add_slots(struct body_builder *k, int i, int s, int n, bool joined)
{
    struct body_parts *p = k->p;
    int base = joined ? p->n_slots - 1 : p->n_slots;
    s = s == 0 && n > 0 ? 1 : s;
    for (int j = 0; j < s; j++) {
        struct body_slot *slot = &p->slots[base + j];
        int next = (int)((long)n * (j + 1) / s), last = (int)((long)n * j / s);
        if (!(joined && j == 0))
            *slot = (struct body_slot){.instruction = i};
        slot->n += next - last;
    }
    if (base + s > p->n_slots)
        p->n_slots = base + s;
}

static bool unlaminates(const struct machine *m, const struct instruction *in)
{
    return in->indexed && (m->core.unlaminate == UNLAMINATE_ALL ||
                           (m->core.unlaminate == UNLAMINATE_SOURCES && !in->destructive));
}

/* Fuses the load of an instruction with its work, and the address of a store with its data, unless
 * they are split. Adds at least one slot for each instruction that is not fused with the previous
 * one. */
static void add_instruction(struct body_builder *k, int i)
{
    struct body_parts *p = k->p;
    struct body_item *it = &p->items[i];
    const struct instruction *in = &p->b->at[i];
    int before = p->n_slots, loads;
    it->first = p->n_ops;
    it->unlaminated = it->load && (it->work || it->store) && unlaminates(p->m, in);
    bool split_store = it->store && in->indexed && p->m->core.unlaminate == UNLAMINATE_ALL;
    add_slots(k, i, slots_of(it->load), loads = add_part(k, i, ROLE_LOAD, it->load, 0), false);
    if (it->work) {
        int n = add_work(k, i);
        add_slots(k, i, slots_of(it->work), n, p->n_slots > before && !it->unlaminated);
    }
    if (it->store) {
        int n = add_store(k, i), s = slots_of(it->store);
        add_slots(k, i, split_store && s < n ? n : s, n, false);
        it->unlaminated |= split_store;
    }
    if (p->n_slots == before)
        add_slots(k, i, 1, p->n_ops - it->first, false);
    it->n = p->n_ops - it->first;
    it->slots = p->n_slots - before;
    if (loads)
        p->slots[before].loads = loads;
    if (it->store)
        p->slots[p->n_slots - 1].stores = 1;
    p->slots[p->n_slots - 1].taken = in->taken || (it->fused && in[1].taken);
}

static int needs_of(const struct machine_instruction *mi)
{
    return mi ? mi->n_needs : 0;
}

/* Allocates memory for all operations and slots. */
static void allocate_operations(struct body_builder *k)
{
    struct body_parts *p = k->p;
    size_t ops = 1, slots = 1;
    for (size_t i = 0; i < p->b->n; i++) {
        const struct body_item *it = &p->items[i];
        int n = needs_of(it->load) + needs_of(it->work) + needs_of(it->store);
        ops += (size_t)n + 1;
        slots += (size_t)(n + slots_of(it->load) + slots_of(it->work) + slots_of(it->store)) + 1;
    }
    p->ops = ARENA_ARRAY(k->a, struct body_operation, ops * 2);
    p->slots = ARENA_ARRAY(k->a, struct body_slot, slots);
}

static void add_operations(struct body_builder *k)
{
    struct body_parts *p = k->p;
    allocate_operations(k);
    for (int i = 0; i < (int)p->b->n; i++) {
        struct body_item *it = &p->items[i];
        it->first = p->n_ops;
        if (!is_second(p, i))
            add_instruction(k, i);
    }
    for (int s = 0, next = 0; s < p->n_slots; s++) {
        p->slots[s].first = next;
        for (int o = next; o < next + p->slots[s].n; o++)
            p->ops[o].slot = s;
        next += p->slots[s].n;
    }
}

/* ---- dependences ---- */

/* A latency, and the latency without a bypass to the consumer. */
struct bypass_latency {
    int best, plain;
};

static void add_edge(struct body_builder *k, int from, int to, struct bypass_latency latency,
                     long distance, enum flow_input input)
{
    struct body_parts *p = k->p;
    struct body_edge e = {from, to, latency.best, latency.plain, distance, input};
    *ARENA_PUSH(k->a, p->edges, p->n_edges) = e;
}

/* Finds the operations of an instruction with the role. Returns their number. */
static int role_range(const struct body_parts *p, int i, enum operation_role role, int *first)
{
    const struct body_item *it = &p->items[i];
    int n = 0;
    for (int o = it->first; o < it->first + it->n; o++)
        if (p->ops[o].role == role) {
            *first = n ? *first : o;
            n++;
        }
    return n;
}

/* Returns the form that uses an input of instruction i. */
static struct instruction_form consumer_form(const struct body_parts *p, int i,
                                             enum flow_input input)
{
    const struct instruction *in = &p->b->at[i];
    if (input == FLOW_ADDRESS)
        return in->load.base ? in->load : in->store.base ? in->store : in->work;
    return in->work.base ? in->work : in->store.base ? in->store : in->load;
}

/* Returns how many cycles later than the other operands the addend is needed. */
static int addend_head_start(const struct machine_instruction *work)
{
    if (!work || !is_known(work->addend_latency) || !is_known(work->latency))
        return 0;
    return round_down(work->latency.value - work->addend_latency.value);
}

static struct bypass_latency latency_without_bypass(const struct machine_instruction *mi)
{
    return (struct bypass_latency){whole_latency(mi), whole_latency(mi)};
}

/* Returns the earliest start of operation o of n of a part, in cycles after its first one. */
static int operation_start(const struct machine_instruction *mi, int o, int n)
{
    return o == n - 1 && merges_last(mi, n)
               ? whole_latency(mi) - round_down(mi->merged_latency.value)
               : o;
}

/* Returns the cycles from operation o of n of a part of an instruction, whose result is the result
 * of the part, to a use. */
static struct bypass_latency result_latency(const struct body_builder *k,
                                            const struct machine_instruction *mi, int o, int n,
                                            const struct value_flow *f)
{
    bool addend = f->input == FLOW_ADDEND;
    struct quantity q = instruction_latency(mi, consumer_form(k->p, f->to, f->input), addend);
    int plain = whole_latency(mi), best = is_known(q) ? round_down(q.value) : plain;
    int earlier =
        operation_start(mi, o, n) + (addend ? addend_head_start(k->p->items[f->to].work) : 0);
    return (struct bypass_latency){best > earlier ? best - earlier : 0,
                                   plain > earlier ? plain - earlier : 0};
}

/* Finds the range of operations of instruction i that use the input. Returns their number. */
static int consumer_operations(const struct body_parts *p, int i, enum flow_input input, int *first)
{
    static const enum operation_role order[FLOW_INPUTS][4] = {
        [FLOW_DATA] = {ROLE_WORK, ROLE_DATA, ROLE_LOAD, ROLE_ADDRESS},
        [FLOW_ADDEND] = {ROLE_WORK, ROLE_DATA, ROLE_LOAD, ROLE_ADDRESS},
        [FLOW_ADDRESS] = {ROLE_LOAD, ROLE_ADDRESS, ROLE_WORK, ROLE_DATA},
        [FLOW_MEMORY] = {ROLE_WORK, ROLE_DATA, ROLE_LOAD, ROLE_ADDRESS},
        [FLOW_MERGED] = {ROLE_LOAD, ROLE_WORK, ROLE_DATA, ROLE_ADDRESS},
    };
    int n = 0;
    for (int j = 0; j < 4 && n == 0; j++)
        n = role_range(p, i, order[input][j], first);
    if (input != FLOW_MERGED || !merges_last(p->items[i].load, n))
        return n;
    *first += n - 1;
    return 1;
}

static void add_edges_between(struct body_builder *k, const struct value_flow *f,
                              const struct machine_instruction *mi, enum operation_role from)
{
    int first = 0, to = 0, n = role_range(k->p, f->from, from, &first);
    int n_to = consumer_operations(k->p, f->to, f->input, &to);
    for (int j = 0; j < n; j++)
        for (int t = 0; t < n_to; t++)
            add_edge(k, first + j, to + t, result_latency(k, mi, j, n, f), f->distance, f->input);
    if (f->input != FLOW_ADDRESS || !k->p->items[f->to].load || !k->p->items[f->to].store)
        return;
    n_to = role_range(k->p, f->to, ROLE_ADDRESS, &to);
    for (int j = 0; j < n; j++)
        for (int t = 0; t < n_to; t++)
            add_edge(k, first + j, to + t, result_latency(k, mi, j, n, f), f->distance, f->input);
}

/* Returns true if the search for the current flow has not reached instruction i at this distance
 * on the same or a lower level: otherwise all edges from there exist. Without this, values that
 * several paths forward from pass to pass take exponential time. */
static bool reach_first(struct body_builder *k, int i, long distance)
{
    if (distance < 0 || distance >= DISTANCES)
        return true;
    struct reached *r = &k->reached[(size_t)i * DISTANCES + (size_t)distance];
    if (r->flow == k->flow && r->level <= k->level)
        return false;
    *r = (struct reached){k->flow, k->level};
    return true;
}

static void add_flow_edges(struct body_builder *k, const struct value_flow *f);

/* Forwards the inputs of instruction `from`, which has no operation of its own, to the consumer of
 * f. */
static void forward_inputs(struct body_builder *k, const struct value_flow *f)
{
    const struct instruction_body *b = k->p->b;
    if (++k->level <= HANDED_ON_MOST && reach_first(k, f->from, f->distance))
        for (size_t j = k->to[f->from]; j < k->to[f->from + 1]; j++) {
            struct value_flow on = b->flows[j];
            if (on.from == f->from || on.input == FLOW_MEMORY)
                continue;
            on.to = f->to;
            on.input = f->input;
            on.exact = f->exact;
            on.distance += f->distance;
            add_flow_edges(k, &on);
        }
    k->level--;
}

/* Adds the edges of a flow. Source: the work of an instruction, or its load if it has no work. */
static void add_flow_edges(struct body_builder *k, const struct value_flow *f)
{
    const struct body_item *from = &k->p->items[f->from];
    if (from->passes_on)
        forward_inputs(k, f);
    else if (from->work)
        add_edges_between(k, f, from->work, ROLE_WORK);
    else if (from->load)
        add_edges_between(k, f, from->load, ROLE_LOAD);
}

/* Users of the value that instruction i loads also wait for the store's data. */
static void forward_to_users(struct body_builder *k, int data, int i, int latency, long distance)
{
    if (++k->level <= HANDED_ON_MOST && reach_first(k, i, distance))
        for (size_t j = k->from[i]; j; j = k->next[j - 1]) {
            const struct value_flow *use = &k->p->b->flows[j - 1];
            int to = 0, user = use->to - is_second(k->p, use->to), n_to;
            if (use->input == FLOW_MEMORY || user == i)
                continue;
            if (k->p->items[user].passes_on) {
                forward_to_users(k, data, user, latency, distance + use->distance);
                continue;
            }
            n_to = consumer_operations(k->p, user, use->input, &to);
            for (int t = 0; t < n_to; t++)
                add_edge(k, data, to + t, (struct bypass_latency){latency, latency},
                         distance + use->distance, FLOW_MEMORY);
        }
    k->level--;
}

/* A loaded value is available a fixed time after the data of the store. */
static void add_memory_edges(struct body_builder *k, const struct value_flow *f)
{
    const struct machine_core *core = &k->p->m->core;
    bool blocked = !f->exact && is_known(core->forward_blocked);
    struct quantity q = blocked ? core->forward_blocked : core->forward;
    int data = 0, to = 0;
    if (!is_known(q) || role_range(k->p, f->from, ROLE_DATA, &data) == 0)
        return;
    int latency = round_down(q.value);
    if (!k->p->items[f->to].work && !k->p->items[f->to].store) {
        forward_to_users(k, data, f->to, latency, f->distance);
        return;
    }
    int n_to = consumer_operations(k->p, f->to, FLOW_MEMORY, &to);
    for (int t = 0; t < n_to; t++)
        add_edge(k, data, to + t, (struct bypass_latency){latency, latency}, f->distance,
                 FLOW_MEMORY);
}

/* The operation of a gather that merges starts after its loads. */
static void add_merge_edges(struct body_builder *k, const struct machine_instruction *mi, int first,
                            int n)
{
    for (int o = 0; merges_last(mi, n) && o < n - 1; o++) {
        int wait = operation_start(mi, n - 1, n) - o;
        wait = wait > 0 ? wait : 0;
        add_edge(k, first + o, first + n - 1, (struct bypass_latency){wait, wait}, 0, FLOW_DATA);
    }
}

/* Adds edges within an instruction: load to work, work to store, loads of a gather to its merge. */
static void add_edges_within(struct body_builder *k, int i)
{
    const struct body_item *it = &k->p->items[i];
    int load = 0, work = 0, data = 0, n_work = role_range(k->p, i, ROLE_WORK, &work);
    int n_load = role_range(k->p, i, ROLE_LOAD, &load);
    int n_data = role_range(k->p, i, ROLE_DATA, &data);
    struct value_flow own = {i, i, 0, FLOW_DATA, true, 0};
    add_merge_edges(k, it->load, load, n_load);
    for (int l = 0; l < n_load; l++)
        for (int w = 0; w < n_work; w++)
            add_edge(k, load + l, work + w, result_latency(k, it->load, l, n_load, &own), 0,
                     FLOW_DATA);
    for (int l = 0; l < n_load && n_work == 0 && n_data; l++)
        add_edge(k, load + l, data, latency_without_bypass(it->load), 0, FLOW_DATA);
    for (int w = 0; w < n_work && n_data; w++)
        add_edge(k, work + w, data, latency_without_bypass(it->work), 0, FLOW_DATA);
}

static void index_flows(struct body_builder *k)
{
    const struct instruction_body *b = k->p->b;
    k->to = ARENA_ARRAY(k->a, size_t, b->n + 2);
    k->from = ARENA_ARRAY(k->a, size_t, b->n + 1);
    k->next = ARENA_ARRAY(k->a, size_t, b->n_flows + 1);
    k->reached = ARENA_ARRAY(k->a, struct reached, (b->n + 1) * DISTANCES);
    for (size_t j = 0; j < b->n_flows; j++)
        k->to[b->flows[j].to + 1] = j + 1;
    for (size_t i = 1; i <= b->n; i++)
        k->to[i] = k->to[i] > k->to[i - 1] ? k->to[i] : k->to[i - 1];
    for (size_t j = b->n_flows; j-- > 0;) {
        k->next[j] = k->from[b->flows[j].from];
        k->from[b->flows[j].from] = j + 1;
    }
}

static void add_edges(struct body_builder *k)
{
    const struct instruction_body *b = k->p->b;
    index_flows(k);
    for (size_t i = 0; i < b->n; i++)
        add_edges_within(k, (int)i);
    for (size_t j = 0; j < b->n_flows; j++) {
        struct value_flow f = b->flows[j];
        if (k->p->items[f.to].passes_on)
            continue;
        if (is_second(k->p, f.to))
            f.to--;
        if (is_second(k->p, f.from) || (f.from == f.to && f.distance == 0))
            continue;
        k->flow++;
        if (f.input == FLOW_MEMORY)
            add_memory_edges(k, &f);
        else
            add_flow_edges(k, &f);
    }
}

/* Sorts edges by destination, and their indices by source. */
static void sort_edges(struct body_builder *k)
{
    struct body_parts *p = k->p;
    struct body_edge *sorted = ARENA_ARRAY(k->a, struct body_edge, p->n_edges + 1);
    for (size_t e = 0; e < p->n_edges; e++) {
        p->ops[p->edges[e].to].n_waits++;
        p->ops[p->edges[e].from].n_feeds++;
    }
    size_t waits = 0, feeds = 0;
    for (int o = 0; o < p->n_ops; o++) {
        p->ops[o].waits = waits;
        p->ops[o].feeds = feeds;
        waits += p->ops[o].n_waits;
        feeds += p->ops[o].n_feeds;
        p->ops[o].n_waits = p->ops[o].n_feeds = 0;
    }
    for (size_t e = 0; e < p->n_edges; e++) {
        struct body_operation *to = &p->ops[p->edges[e].to];
        sorted[to->waits + to->n_waits++] = p->edges[e];
    }
    p->edges = sorted;
    p->by_from = ARENA_ARRAY(k->a, size_t, p->n_edges + 1);
    for (size_t e = 0; e < p->n_edges; e++) {
        struct body_operation *from = &p->ops[sorted[e].from];
        p->by_from[from->feeds + from->n_feeds++] = e;
    }
}

struct body_parts body_parts(struct arena *a, const struct machine *m,
                             const struct instruction_body *b)
{
    struct body_parts p = {.m = m, .b = b};
    struct body_builder k = {.a = a, .p = &p};
    p.items = ARENA_ARRAY(a, struct body_item, b->n + 1);
    if (!m->core.stated)
        p.missing = "the machine file describes no core with dynamic scheduling";
    find_forms(&k);
    if (p.missing)
        return p;
    add_operations(&k);
    add_edges(&k);
    sort_edges(&k);
    return p;
}

/* ---- resource needs ---- */

static void add_need(struct arena *a, struct body_needs *needs, port_set ports, double cycles)
{
    for (size_t i = 0; i < needs->n; i++)
        if (needs->at[i].ports == ports) {
            needs->at[i].count += cycles;
            return;
        }
    *ARENA_PUSH(a, needs->at, needs->n) = (struct port_need){cycles, ports};
}

void add_operation_needs(struct arena *a, struct body_needs *needs, const struct body_operation *op,
                         double count)
{
    add_need(a, needs, op->own.ports, count * op->own.parts / UNIT_PARTS);
    for (int i = 0; i < op->n_with; i++)
        add_need(a, needs, op->with[i].ports, count * op->with[i].parts / UNIT_PARTS);
}

struct body_needs body_needs(struct arena *a, const struct body_parts *p, const double *weight)
{
    struct body_needs needs = {0};
    for (int o = 0; o < p->n_ops; o++)
        add_operation_needs(a, &needs, &p->ops[o], weight ? weight[p->ops[o].instruction] : 1);
    for (int s = 0; s < p->n_slots; s++)
        needs.slots += weight ? weight[p->slots[s].instruction] : 1;
    return needs;
}
