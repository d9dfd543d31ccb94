/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/core.h"
#include "bounds/lines.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum {
    REORDER_MOST = 1024,  /* if the machine file has no limit */
    QUEUE_SLOTS = 64,     /* fetched, not yet renamed */
    STORES_MOST = 256,    /* if the machine file has no limit */
    MANY_MORE = 3,        /* pending operations at a port */
    DISPATCH_PARTS = 20,  /* of an operation that goes to a scheduler */
    RATE_PARTS = 1000000, /* of an event that a rate limits */
};
#define NEVER (LONG_MAX / 2)

struct commit {
    long line; /* -1 = unknown */
    int parts; /* 2: it crosses a line boundary */
};

/* ---- start ---- */

static int entries(double stated, int otherwise)
{
    return stated > 0 ? (int)stated : otherwise;
}

static struct rate rate_of(double per_cycle)
{
    return (struct rate){.most = lround(per_cycle * RATE_PARTS)};
}

/* Returns how many events are possible in this cycle. */
static int events_left(const struct rate *r)
{
    return r->debt < r->most ? (int)((r->most - r->debt + RATE_PARTS - 1) / RATE_PARTS) : 0;
}

/* Ends a cycle with n events. */
static void pay_events(struct rate *r, int n)
{
    long debt = r->debt + (long)n * RATE_PARTS - r->most;
    r->debt = debt > 0 ? debt : 0;
}

/* Returns true if the slots of the body are fetched once and kept. */
static bool is_kept(const struct core *c)
{
    return c->limits->loop_buffer >= c->p->n_slots;
}

static void start_rates(struct core *c)
{
    const struct machine_core *m = c->limits;
    double commit = m->commit > 0 ? m->commit : STORES_MOST;
    c->issue = rate_of(m->issue > 0 ? m->issue : QUEUE_SLOTS);
    c->fetch = rate_of(m->fetch > 0 && !is_kept(c) ? m->fetch : QUEUE_SLOTS);
    c->retire = rate_of(m->retire > 0 ? m->retire : REORDER_MOST);
    c->commit = rate_of(commit);
    c->together = rate_of(m->commit_line > commit ? m->commit_line / commit : 1);
}

static long power_of_two(long n)
{
    long p = 1;
    while (p < n)
        p *= 2;
    return p;
}

static void start_schedulers(struct core *c)
{
    for (int q = 0; q < MACHINE_PORTS; q++) {
        c->scheduler_of[q] = -1;
        c->next[q] = NEVER;
    }
    for (int s = 0; s < c->limits->n_schedulers; s++)
        for (int q = 0; q < MACHINE_PORTS; q++)
            if (c->limits->schedulers[s].ports >> q & 1)
                c->scheduler_of[q] = s;
}

static void find_phases(struct core *c)
{
    const struct instruction_body *b = c->p->b;
    c->phases = 1;
    for (size_t i = 0; i < b->n; i++) {
        long n = line_phases(&b->at[i], c->line);
        c->phases = n > c->phases ? n : c->phases;
    }
}

/* ---- dispatch to the schedulers ---- */

static bool works_on_vectors(const struct instruction_body *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (b->at[i].work.width >= WIDTH_SCALAR)
            return true;
    return false;
}

static bool is_branch(const struct instruction *in)
{
    return in->fused || in->work.base == FORM_BRANCH || in->work.base == FORM_JUMP;
}

static int parts_of(double operations, double otherwise)
{
    return (int)lround((operations > 0 ? operations : otherwise) * DISPATCH_PARTS);
}

static int dispatch_parts(const struct core *c, const struct body_operation *o)
{
    if (o->role == ROLE_ADDRESS || o->role == ROLE_DATA)
        return parts_of(c->limits->dispatch_store, 2) / 2;
    if (o->role == ROLE_WORK && is_branch(&c->p->b->at[o->instruction]))
        return parts_of(c->limits->dispatch_branch, 1);
    return DISPATCH_PARTS;
}

static void limit_dispatch(struct core *c, struct arena *a)
{
    const struct body_parts *p = c->p;
    if (c->limits->dispatch_vector <= 0 || !works_on_vectors(p->b))
        return;
    c->dispatch_most = parts_of(c->limits->dispatch_vector, 0);
    c->dispatch = ARENA_ARRAY(a, int, (size_t)p->n_slots + 1);
    for (int o = 0; o < p->n_ops; o++)
        c->dispatch[p->ops[o].slot] += dispatch_parts(c, &p->ops[o]);
}

/* Computes, for each operation, the time until all users of its result can start. */
static void find_longest(struct core *c, struct arena *a)
{
    const struct body_parts *p = c->p;
    int *longest = ARENA_ARRAY(a, int, (size_t)p->n_ops + 1);
    for (int o = 0; o < p->n_ops; o++)
        longest[o] =
            p->ops[o].latency > p->ops[o].slow_latency ? p->ops[o].latency : p->ops[o].slow_latency;
    for (size_t e = 0; e < p->n_edges; e++) {
        const struct body_edge *edge = &p->edges[e];
        if (edge->distance < c->passes_kept && edge->latency > longest[edge->from])
            longest[edge->from] = edge->latency;
        if (edge->latency > p->ops[edge->from].latency && edge->distance < c->passes_kept)
            c->look_back = c->look_back > edge->distance ? c->look_back : edge->distance;
    }
    long room = c->passes_kept - (entries(c->limits->reorder, REORDER_MOST) / p->n_slots + 2);
    c->look_back = c->look_back < room ? c->look_back : room;
    c->longest = longest;
}

void core_start(struct core *c, struct arena *a, const struct body_parts *p)
{
    *c = (struct core){.p = p, .limits = &p->m->core};
    int reorder = entries(c->limits->reorder, REORDER_MOST);
    c->passes_kept = power_of_two(reorder / p->n_slots + 2);
    size_t ops = (size_t)c->passes_kept * (size_t)p->n_ops + 1;
    size_t slots = (size_t)c->passes_kept * (size_t)p->n_slots + 1;
    c->ready = ARENA_ARRAY(a, long, ops);
    c->issued = ARENA_ARRAY(a, long, ops);
    c->waits = ARENA_ARRAY(a, int, ops);
    c->port = ARENA_ARRAY(a, unsigned char, ops);
    c->left = ARENA_ARRAY(a, int, slots);
    c->done = ARENA_ARRAY(a, long, slots);
    port_set used = 0;
    for (int o = 0; o < p->n_ops; o++)
        used |= p->ops[o].own.ports;
    for (int q = 0; q < MACHINE_PORTS; q++)
        if (used >> q & 1)
            c->queue[q] = ARENA_ARRAY(a, struct waiting, ops);
    c->n_commits = entries(c->limits->stores, STORES_MOST) + 1;
    c->commits = ARENA_ARRAY(a, struct commit, (size_t)c->n_commits);
    c->line = line_bytes(p->m);
    find_phases(c);
    start_rates(c);
    limit_dispatch(c, a);
    for (size_t i = 0; i < p->b->n; i++)
        c->split_here += p->items[i].unlaminated;
    find_longest(c, a);
    start_schedulers(c);
}

/* ---- issue of operations ---- */

static void enqueue(struct core *c, int port, struct waiting w)
{
    struct waiting *q = c->queue[port];
    int i = c->queued[port]++;
    for (; i > 0 && q[i - 1].age > w.age; i--)
        q[i] = q[i - 1];
    q[i] = w;
    if (c->ready[w.place] < c->next[port])
        c->next[port] = c->ready[w.place];
}

/* Returns the cycles of an edge between operations at two ports. */
static int latency_between(const struct core *c, const struct body_edge *e, int from, int to)
{
    const struct body_operation *o = c->p->ops;
    if (o[e->from].slow >> from & 1)
        return o[e->from].slow_latency > e->latency ? o[e->from].slow_latency : e->latency;
    return o[e->to].slow >> to & 1 ? e->plain : e->latency;
}

/* Renamed users learn the time of the value now; others when they are renamed. */
static void notify_users(struct core *c, struct waiting w, int port)
{
    const struct body_parts *p = c->p;
    const struct body_operation *o = &p->ops[w.op];
    long pass = w.age / p->n_ops;
    for (size_t j = o->feeds; j < o->feeds + o->n_feeds; j++) {
        const struct body_edge *e = &p->edges[p->by_from[j]];
        long age = (pass + e->distance) * p->n_ops + e->to;
        if (age >= c->ops_renamed)
            continue;
        int place = (int)(((pass + e->distance) & (c->passes_kept - 1)) * p->n_ops + e->to);
        long at = c->now + latency_between(c, e, port, c->port[place]);
        c->ready[place] = at > c->ready[place] ? at : c->ready[place];
        if (--c->waits[place] == 0)
            enqueue(c, c->port[place], (struct waiting){age, place, e->to});
    }
}

/* Returns the port of the set that is free first. */
static int first_free(const struct core *c, port_set ports)
{
    int best = __builtin_ctz(ports);
    for (port_set left = ports; left; left &= left - 1)
        if (c->free[__builtin_ctz(left)] < c->free[best])
            best = __builtin_ctz(left);
    return best;
}

/* A port that becomes free within this cycle can start an operation in it: fractions of cycles
 * accumulate. */
static void occupy_port(struct core *c, int port, int parts)
{
    long from = c->now * UNIT_PARTS;
    c->free[port] = (c->free[port] > from ? c->free[port] : from) + parts;
    c->busy[port] += parts;
}

static void start_operation(struct core *c, int port, struct waiting w)
{
    const struct body_parts *p = c->p;
    const struct body_operation *o = &p->ops[w.op];
    long pass = w.age / p->n_ops;
    bool split = o->role == ROLE_LOAD && crosses_line(&p->b->at[o->instruction], c->line, pass);
    int place = (int)((pass & (c->passes_kept - 1)) * p->n_slots + o->slot);
    int latency = o->slow >> port & 1 ? o->slow_latency : o->latency;
    long done = c->now + latency + split;
    c->issued[w.place] = c->now;
    c->done[place] = done > c->done[place] ? done : c->done[place];
    c->left[place]--;
    c->pending[port]--;
    if (c->scheduler_of[port] >= 0)
        c->taken[c->scheduler_of[port]]--;
    c->splits += split;
    occupy_port(c, port, split ? o->split_parts : o->own.parts);
    for (int i = 0; i < o->n_with; i++)
        occupy_port(c, first_free(c, o->with[i].ports), o->with[i].parts);
    c->moved = true;
    notify_users(c, w, port);
}

/* Returns the first cycle in which the operation may start, as far as known now. */
static long earliest_start(const struct core *c, const struct waiting *w)
{
    const struct body_operation *o = &c->p->ops[w->op];
    long at = c->ready[w->place];
    for (int i = 0; i < o->n_with; i++) {
        long free = c->free[first_free(c, o->with[i].ports)] / UNIT_PARTS;
        at = free > at ? free : at;
    }
    return at;
}

/* Starts the oldest operation at the port that is ready. */
static void run_port(struct core *c, int port)
{
    struct waiting *q = c->queue[port];
    long next = NEVER;
    if (c->free[port] / UNIT_PARTS > c->now) {
        c->next[port] = c->free[port] / UNIT_PARTS;
        return;
    }
    for (int i = 0; i < c->queued[port]; i++) {
        long at = earliest_start(c, &q[i]);
        if (at > c->now) {
            next = at < next ? at : next;
            continue;
        }
        struct waiting w = q[i];
        c->queued[port]--;
        memmove(&q[i], &q[i + 1], (size_t)(c->queued[port] - i) * sizeof *q);
        c->next[port] = c->queued[port] ? c->now + 1 : NEVER;
        start_operation(c, port, w);
        return;
    }
    c->next[port] = next;
}

static void run_ports(struct core *c)
{
    for (int q = 0; q < c->p->m->n_ports; q++)
        if (c->next[q] <= c->now)
            run_port(c, q);
}

/* ---- the front end ---- */

/* Returns the port with the fewest pending operations at the start of the cycle; of several, the
 * last. */
static int least_pending(const struct core *c, port_set ports)
{
    int best = -1;
    for (port_set left = ports; left; left &= left - 1) {
        int q = __builtin_ctz(left);
        if (best < 0 || c->pending_before[q] <= c->pending_before[best])
            best = q;
    }
    return best;
}

/* Operations of one cycle do not affect each other's choice. Those in even positions use the port
 * with the fewest pending operations; those in odd positions the next port, unless it has many
 * more. Measured on Intel's cores (Abel and Reineke, uiCA: Accurate Throughput Prediction of Basic
 * Blocks on Recent Intel Microarchitectures, ICS 2022, section 4.1). */
static int choose_port(const struct core *c, port_set ports)
{
    int first = least_pending(c, ports);
    port_set others = ports & ~((port_set)1 << first);
    if (!others || c->place_in_cycle % 2 == 0)
        return first;
    int second = least_pending(c, others);
    return c->pending_before[second] - c->pending_before[first] >= MANY_MORE ? first : second;
}

static void rename_operation(struct core *c, int op)
{
    const struct body_parts *p = c->p;
    const struct body_operation *o = &p->ops[op];
    int place = (int)((c->rename_pass & (c->passes_kept - 1)) * p->n_ops + op);
    int port = choose_port(c, o->own.ports);
    c->ready[place] = c->now + 1;
    c->issued[place] = -1;
    c->waits[place] = 0;
    c->port[place] = (unsigned char)port;
    for (size_t j = o->waits; j < o->waits + o->n_waits; j++) {
        const struct body_edge *e = &p->edges[j];
        long pass = c->rename_pass - e->distance;
        if (pass < 0 || e->distance >= c->passes_kept)
            continue;
        int from = (int)((pass & (c->passes_kept - 1)) * p->n_ops + e->from);
        long at = c->issued[from] + latency_between(c, e, c->port[from], port);
        if (c->issued[from] < 0)
            c->waits[place]++;
        else if (at > c->ready[place])
            c->ready[place] = at;
    }
    c->pending[port]++;
    if (c->scheduler_of[port] >= 0)
        c->taken[c->scheduler_of[port]]++;
    c->ops_renamed++;
    if (c->waits[place] == 0)
        enqueue(c, port, (struct waiting){c->ops_renamed - 1, place, op});
}

/* Returns true if there is no space for the next slot, and the reason. */
static bool is_full(const struct core *c, const struct body_slot *s, enum stall *why)
{
    const struct machine_core *m = c->limits;
    int want[CORE_SCHEDULERS] = {0};
    *why = STALL_REORDER;
    if (c->renamed - c->retired >= entries(m->reorder, REORDER_MOST))
        return true;
    *why = STALL_LOADS;
    if (m->loads > 0 && s->loads && c->loads > 0 && c->loads + s->loads > m->loads)
        return true;
    *why = STALL_STORES;
    if (s->stores && c->stores + s->stores >= c->n_commits)
        return true;
    for (int o = s->first; o < s->first + s->n; o++) {
        int sched = c->scheduler_of[__builtin_ctz(c->p->ops[o].own.ports)];
        if (sched < 0)
            continue;
        *why = STALL_SCHEDULER + (enum stall)sched;
        want[sched]++;
        if (m->schedulers[sched].entries > 0 && c->taken[sched] > 0 &&
            c->taken[sched] + want[sched] > m->schedulers[sched].entries)
            return true;
    }
    return false;
}

static void rename_slot(struct core *c, const struct body_slot *s)
{
    int place = (int)((c->rename_pass & (c->passes_kept - 1)) * c->p->n_slots + c->rename_slot);
    c->left[place] = s->n;
    c->done[place] = c->now + 1;
    for (int o = s->first; o < s->first + s->n; o++)
        rename_operation(c, o);
    c->loads += s->loads;
    c->stores += s->stores;
    c->renamed++;
    c->moved = true;
    if (++c->rename_slot == c->p->n_slots) {
        c->rename_slot = 0;
        c->rename_pass++;
    }
}

/* Returns the positions lost at the boundary of two passes if operations are split there: one, if
 * there are more than two; all remaining ones, if there are few and the previous pass used the
 * others. */
static int lost_slots(const struct core *c, int left)
{
    if (c->rename_slot > 0 || c->split_here == 0 || c->limits->unlaminate_join <= 0)
        return 0;
    if (left < c->limits->unlaminate_join && c->place_in_cycle > 0)
        return left;
    return c->split_here > 2 && left + c->place_in_cycle > 1;
}

/* Returns false, and the reason, if the next slot cannot be renamed in this cycle. */
static bool may_rename(const struct core *c, enum stall *why)
{
    *why = STALL_FETCH;
    return c->fetched != c->renamed && !is_full(c, &c->p->slots[c->rename_slot], why);
}

/* Returns the number of used positions of the cycle, which has `width`. */
static int rename_slots(struct core *c, int width)
{
    enum stall why = STALL_DISPATCH;
    memcpy(c->pending_before, c->pending, sizeof c->pending_before);
    int n = 0;
    for (; n < width; n++) {
        if (c->dispatch_most && c->dispatch_debt >= c->dispatch_most)
            break;
        c->place_in_cycle = n;
        int lost = lost_slots(c, width - n);
        c->place_in_cycle = n += lost;
        c->stalls[STALL_FETCH] += lost;
        if (n >= width || !may_rename(c, &why))
            break;
        if (c->dispatch_most)
            c->dispatch_debt += c->dispatch[c->rename_slot];
        rename_slot(c, &c->p->slots[c->rename_slot]);
        why = STALL_DISPATCH;
    }
    c->stalls[why] += width - n;
    return n;
}

/* Fetches at most `width` slots, up to a taken branch, which always ends a pass. Returns their
 * number. */
static int fetch_slots(struct core *c, int width)
{
    int n = 0;
    while (n < width && c->fetched - c->renamed < QUEUE_SLOTS) {
        bool taken = c->p->slots[c->fetch_slot].taken || c->fetch_slot + 1 == c->p->n_slots;
        c->fetch_slot = c->fetch_slot + 1 == c->p->n_slots ? 0 : c->fetch_slot + 1;
        c->fetched++;
        c->moved = true;
        n++;
        if (taken && !is_kept(c))
            break;
    }
    return n;
}

/* ---- commit ---- */

static void add_commits(struct core *c, const struct body_slot *s)
{
    const struct instruction *in = &c->p->b->at[s->instruction];
    bool split = crosses_line(in, c->line, c->retire_pass);
    long line = line_of(in, c->line, c->retire_pass);
    c->commits[(c->first_commit + c->committing) % c->n_commits] =
        (struct commit){line, split ? 2 : 1};
    c->committing++;
}

/* Retires at most `width` slots. Returns their number. */
static int retire_slots(struct core *c, int width)
{
    int n = 0;
    for (; n < width && c->retired < c->renamed; n++) {
        int place = (int)((c->retire_pass & (c->passes_kept - 1)) * c->p->n_slots + c->retire_slot);
        const struct body_slot *s = &c->p->slots[c->retire_slot];
        if (c->left[place] || c->done[place] > c->now)
            break;
        c->loads -= s->loads;
        if (s->stores)
            add_commits(c, s);
        c->retired++;
        c->moved = true;
        if (++c->retire_slot == c->p->n_slots) {
            c->retire_slot = 0;
            c->retire_pass++;
        }
    }
    return n;
}

static struct commit remove_commit(struct core *c)
{
    struct commit s = c->commits[c->first_commit];
    c->first_commit = (c->first_commit + 1) % c->n_commits;
    c->committing--;
    c->stores--;
    c->moved = true;
    return s;
}

/* Writes a store, or several consecutive stores to one line. Returns the number of commits: a split
 * store takes two. */
static int commit_line(struct core *c)
{
    int most = events_left(&c->together), n = 1;
    struct commit s = remove_commit(c);
    for (; n < most && c->committing > 0; n++) {
        const struct commit *next = &c->commits[c->first_commit];
        if (s.line < 0 || s.parts > 1 || next->line != s.line || next->parts > 1)
            break;
        remove_commit(c);
    }
    pay_events(&c->together, n);
    return s.parts;
}

/* Returns the number of commits, of which at least `width` are in this cycle if there are enough
 * stores. */
static int commit_stores(struct core *c, int width)
{
    int n = 0;
    while (n < width && c->committing > 0)
        n += commit_line(c);
    return n;
}

/* ---- a cycle ---- */

/* Returns the next cycle with an event, after a cycle without any. */
static long next_event(const struct core *c)
{
    long at = NEVER;
    for (int q = 0; q < c->p->m->n_ports; q++)
        at = c->next[q] < at ? c->next[q] : at;
    if (c->retired < c->renamed) {
        int place = (int)((c->retire_pass & (c->passes_kept - 1)) * c->p->n_slots + c->retire_slot);
        if (c->left[place] == 0 && c->done[place] < at)
            at = c->done[place];
    }
    return at;
}

/* Returns true if earlier events may delay those of this cycle. */
static bool has_debts(const struct core *c)
{
    return c->retire.debt > 0 || c->commit.debt > 0 || c->issue.debt > 0 || c->fetch.debt > 0 ||
           (c->dispatch_most && c->dispatch_debt >= c->dispatch_most);
}

void core_cycle(struct core *c)
{
    c->moved = has_debts(c);
    pay_events(&c->retire, retire_slots(c, events_left(&c->retire)));
    pay_events(&c->commit, commit_stores(c, events_left(&c->commit)));
    run_ports(c);
    pay_events(&c->issue, rename_slots(c, events_left(&c->issue)));
    pay_events(&c->fetch, fetch_slots(c, events_left(&c->fetch)));
    long next = c->moved ? c->now + 1 : next_event(c);
    if (next >= NEVER || next <= c->now)
        bug("simulation of a loop body: deadlock");
    long paid = (next - c->now) * c->dispatch_most;
    if (c->dispatch_debt + c->dispatch_most > paid)
        c->dispatch_debt -= (int)paid;
    else
        c->dispatch_debt = -c->dispatch_most;
    c->now = next;
}

/* ---- the state ---- */

static uint64_t mix(uint64_t h, long v)
{
    h ^= (uint64_t)v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    return h * 0xff51afd7ed558ccdu ^ h >> 29;
}

static long later(const struct core *c, long at)
{
    return at > c->now ? at - c->now : 0;
}

uint64_t core_entries(const struct core *c)
{
    uint64_t h = mix(mix(mix(1, c->rename_slot), c->fetched - c->renamed), c->renamed - c->retired);
    h = mix(mix(mix(h, c->loads), c->stores), c->committing);
    for (int s = 0; s < c->limits->n_schedulers; s++)
        h = mix(h, c->taken[s]);
    return h;
}

static uint64_t state_of_operation(const struct core *c, uint64_t h, long pass, int op)
{
    int place = (int)((pass & (c->passes_kept - 1)) * c->p->n_ops + op);
    if (c->issued[place] >= 0)
        return mix(h, later(c, c->issued[place] + c->longest[op]));
    h = mix(h, c->port[place] * 1024 + c->waits[place] + 1000000);
    return mix(h, later(c, c->ready[place]));
}

uint64_t core_state(const struct core *c)
{
    const struct body_parts *p = c->p;
    uint64_t h = mix(mix(mix(1, c->rename_slot), c->fetched - c->renamed), c->retire_slot);
    h = mix(mix(mix(h, c->committing), c->dispatch_debt), c->rename_pass % c->phases);
    h = mix(mix(mix(h, c->retire.debt), c->commit.debt), c->together.debt);
    h = mix(mix(h, c->issue.debt), c->fetch.debt);
    for (int q = 0; q < p->m->n_ports; q++)
        h = mix(h, c->free[q] > c->now * UNIT_PARTS ? c->free[q] - c->now * UNIT_PARTS : 0);
    long pass = c->retire_pass - c->look_back;
    for (pass = pass < 0 ? 0 : pass; pass <= c->rename_pass; pass++)
        for (int o = 0; o < p->n_ops && pass * p->n_ops + o < c->ops_renamed; o++)
            h = state_of_operation(c, h, pass, o);
    for (long s = c->retired; s < c->renamed; s++) {
        int place = (int)((s / p->n_slots & (c->passes_kept - 1)) * p->n_slots + s % p->n_slots);
        h = mix(h, later(c, c->done[place]));
    }
    return h;
}
