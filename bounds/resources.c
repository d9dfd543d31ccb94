/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the smallest possible maximum load. The question "does everything fit in T cycles?" is a
 * flow from needs to ports of capacity T. If not everything fits, an unplaced operation can reach a
 * set of ports, directly or by moving other operations, whose work is more than T per port. The
 * load of that set is the next T. Each round raises T; the last T is exactly the load of the last
 * set. */
#include "bounds/resources.h"
#include "base/util.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

struct flow {
    const struct port_need *needs;
    size_t n;
    int ports;                       /* all required ports are below this number */
    double (*placed)[MACHINE_PORTS]; /* amount of need i on port p */
    double *waiting;                 /* unplaced amount of need i */
    double room[MACHINE_PORTS];      /* free capacity of port p */
    double least;                    /* smaller amounts are rounding errors */
    size_t *seen_from;               /* need i was reached from this port + 1; 0 = not reached */
    size_t *queue;                   /* reached needs, in order */
    size_t port_from[MACHINE_PORTS]; /* port p was reached from this need + 1; 0 = not reached */
};

#define LOAD_ROUNDING 1e-12 /* relative difference below which ports are equally loaded */

enum { SOURCE = MACHINE_PORTS + 1 }; /* an unplaced need */

static int ports_in(port_set s)
{
    return __builtin_popcount(s);
}

double resource_load_on(const struct port_need *needs, size_t n, port_set s)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        if (needs[i].count > 0 && (needs[i].ports & ~s) == 0)
            sum += needs[i].count;
    return s ? sum / ports_in(s) : 0;
}

/* Visits need i and its ports. Returns its first port with free capacity, -1 if none. */
static int look_at_ports(struct flow *f, size_t i, size_t *n_queue)
{
    for (port_set left = f->needs[i].ports; left; left &= left - 1) {
        int p = __builtin_ctz(left);
        if (f->port_from[p])
            continue;
        f->port_from[p] = i + 1;
        if (f->room[p] > f->least)
            return p;
        for (size_t j = 0; j < f->n; j++)
            if (!f->seen_from[j] && f->placed[j][p] > f->least) {
                f->seen_from[j] = (size_t)p + 1;
                f->queue[(*n_queue)++] = j;
            }
    }
    return -1;
}

/* Marks what unplaced operations can reach, breadth first, which limits the number of paths.
 * Returns the first port with free capacity, -1 if none. */
static int reach(struct flow *f)
{
    size_t n_queue = 0;
    memset(f->port_from, 0, (size_t)f->ports * sizeof *f->port_from);
    for (size_t i = 0; i < f->n; i++) {
        f->seen_from[i] = f->waiting[i] > f->least ? SOURCE : 0;
        if (f->seen_from[i])
            f->queue[n_queue++] = i;
    }
    for (size_t i = 0; i < n_queue; i++) {
        int p = look_at_ports(f, f->queue[i], &n_queue);
        if (p >= 0)
            return p;
    }
    return -1;
}

/* Moves work along the path that ends at port `end`. */
static void augment(struct flow *f, int end)
{
    double amount = f->room[end];
    for (int p = end;;) {
        size_t i = f->port_from[p] - 1;
        double can = f->waiting[i];
        if (f->seen_from[i] != SOURCE)
            can = f->placed[i][f->seen_from[i] - 1];
        amount = can < amount ? can : amount;
        if (f->seen_from[i] == SOURCE)
            break;
        p = (int)f->seen_from[i] - 1;
    }
    f->room[end] -= amount;
    for (int p = end;;) {
        size_t i = f->port_from[p] - 1;
        f->placed[i][p] += amount;
        if (f->seen_from[i] == SOURCE) {
            f->waiting[i] -= amount;
            return;
        }
        p = (int)f->seen_from[i] - 1;
        f->placed[i][p] -= amount;
    }
}

/* Returns the ports whose work exceeds t cycles in any distribution; 0 = all fits. */
static port_set overloaded(struct flow *f, double t)
{
    memset(f->placed, 0, f->n * sizeof *f->placed);
    for (int p = 0; p < f->ports; p++)
        f->room[p] = t;
    for (size_t i = 0; i < f->n; i++)
        f->waiting[i] = f->needs[i].count > 0 ? f->needs[i].count : 0;
    for (int end; (end = reach(f)) >= 0;)
        augment(f, end);
    port_set s = 0;
    for (int p = 0; p < f->ports; p++)
        if (f->port_from[p])
            s |= (port_set)1 << p;
    return s;
}

/* Returns a smallest set within s with the same load as s. A set without such a subset is a single
 * port or the alternatives of one need. */
static port_set smallest(const struct port_need *needs, size_t n, port_set s, double load)
{
    double enough = load * (1 - LOAD_ROUNDING);
    port_set best = s;
    for (int p = 0; p < MACHINE_PORTS; p++)
        if (s >> p & 1 && resource_load_on(needs, n, (port_set)1 << p) >= enough)
            return (port_set)1 << p;
    for (size_t i = 0; i < n; i++)
        if (needs[i].count > 0 && (needs[i].ports & ~s) == 0 &&
            ports_in(needs[i].ports) < ports_in(best) &&
            resource_load_on(needs, n, needs[i].ports) >= enough)
            best = needs[i].ports;
    return best;
}

/* Returns the most loaded of: the alternatives of each need, and the set of all required ports. It
 * is usually the result, and never has a higher load. */
static port_set first_guess(const struct port_need *needs, size_t n, double *load)
{
    port_set best = 0;
    for (size_t i = 0; i < n; i++)
        if (needs[i].count > 0)
            best |= needs[i].ports;
    *load = resource_load_on(needs, n, best);
    for (size_t i = 0; i < n; i++) {
        double own = needs[i].count > 0 ? resource_load_on(needs, n, needs[i].ports) : 0;
        if (own > *load) {
            *load = own;
            best = needs[i].ports;
        }
    }
    return best;
}

/* Returns one more than the last required port. */
static int all_ports(const struct port_need *needs, size_t n)
{
    port_set all = 1;
    for (size_t i = 0; i < n; i++)
        all |= needs[i].ports;
    return MACHINE_PORTS - __builtin_clz(all);
}

/* Computes the load if no need has alternatives: that of the busiest port. Returns false if one
 * has. */
static bool load_without_choice(const struct port_need *needs, size_t n, double *load,
                                port_set *busiest)
{
    double on[MACHINE_PORTS] = {0};
    port_set all = 0;
    *load = 0;
    *busiest = 0;
    for (size_t i = 0; i < n; i++) {
        port_set s = needs[i].ports;
        if (!(needs[i].count > 0))
            continue;
        if (!s || s & (s - 1))
            return false;
        double sum = on[__builtin_ctz(s)] += needs[i].count;
        *load = sum > *load ? sum : *load;
        all |= s;
    }
    for (port_set left = all; left && !*busiest; left &= left - 1)
        if (on[__builtin_ctz(left)] >= *load * (1 - LOAD_ROUNDING))
            *busiest = left & -left;
    return true;
}

double resource_load(const struct port_need *needs, size_t n, port_set *busiest)
{
    double total = 0, load;
    if (load_without_choice(needs, n, &load, busiest))
        return load;
    port_set s = first_guess(needs, n, &load);
    *busiest = 0;
    for (size_t i = 0; i < n; i++)
        total += needs[i].count > 0 ? needs[i].count : 0;
    if (!s)
        return 0;
    struct flow f;
    f.needs = needs;
    f.n = n;
    f.ports = all_ports(needs, n);
    f.least = total * 1e-13;
    f.placed =
        xmalloc(n * (sizeof *f.placed + sizeof *f.waiting + sizeof *f.seen_from + sizeof *f.queue));
    f.waiting = (double *)(f.placed + n);
    f.seen_from = (size_t *)(f.waiting + n);
    f.queue = f.seen_from + n;
    for (port_set more; (more = overloaded(&f, load)) != 0;) {
        double next = resource_load_on(needs, n, more);
        if (!(next > load))
            break;
        load = next;
        s = more;
    }
    free(f.placed);
    *busiest = smallest(needs, n, s, load);
    return load;
}

/* Returns n / k; 0 for n == 0, even if k is missing. */
static struct quantity per_iteration(double n, struct quantity k)
{
    return n == 0 ? known(0) : q_div(known(n), k, "k is 0");
}

struct essential essential_of(const struct source_loop *l, bool reassociate)
{
    return (struct essential){l->counts, l->parts, reassociate};
}

struct essential essential_less(struct arena *a, const struct essential *e, double share,
                                const struct counts *counts, const struct op_parts *parts)
{
    struct essential less = {counts_less(e->counts, share, *counts), {0}, e->reassociate};
    for (size_t i = 0; i < e->parts.n; i++)
        parts_add(a, &less.parts, &e->parts.at[i], e->parts.at[i].n);
    for (size_t i = 0; i < parts->n; i++)
        parts_add(a, &less.parts, &parts->at[i], -share * parts->at[i].n);
    return less;
}

static long elements_of(const struct machine *m, int bytes)
{
    return bytes > 0 && m->vector_bytes > bytes ? (long)(m->vector_bytes / bytes) : 1;
}

/* Returns the maximum number of its references' elements in n consecutive places. */
static long most_wanted(long n, const struct op_part *p)
{
    long rounds = p->stride ? n / p->stride : 0, rest = n - rounds * p->stride;
    return min_int64(n, rounds * p->shared + min_int64(rest, p->shared));
}

long part_elements(const struct machine *m, const struct op_part *p, bool reassociate)
{
    long lanes = reassociate ? p->reassociated : p->lanes, n = elements_of(m, p->bytes);
    if (p->stride != 1)
        n = most_wanted(n, p);
    return lanes && lanes < n ? lanes : n;
}

struct quantity essential_k(const struct machine *m, const struct essential *e, struct quantity k)
{
    for (size_t i = 0; i < e->parts.n && is_known(k); i++) {
        double n = (double)elements_of(m, e->parts.at[i].bytes);
        k.value = n > k.value ? n : k.value;
    }
    return k;
}

static void single_rates(struct rates *r, const struct essential *e, struct quantity k)
{
    for (int i = 0; i < OP_CLASSES; i++) {
        r->of[i] = per_iteration(e->counts.n[i], i == OP_X || i == OP_Y ? k : known(1));
        r->vectors[i] = known(0);
    }
}

/* Facts of older databases have no parts. */
static bool has_parts(const struct essential *e)
{
    for (int i = OP_FA; i <= OP_SFL; i++)
        if (e->counts.n[i] > 0 && !e->parts.n)
            return false;
    return true;
}

const char parts_size_unknown[] = "the size of its elements is unknown";

bool parts_sizes_known(const struct op_parts *parts)
{
    for (size_t i = 0; i < parts->n; i++)
        if (parts->at[i].bytes == 0 && parts->at[i].n != 0)
            return false;
    return true;
}

struct rates essential_rates(const struct machine *m, const struct essential *e, struct quantity k)
{
    struct rates r;
    single_rates(&r, e, essential_k(m, e, k));
    if (!(m->vector_bytes > 0))
        return r;
    for (int i = OP_FA; i <= OP_SFL; i++)
        r.of[i] = has_parts(e)
                      ? known(0)
                      : missing("the loop's facts do not contain which of its operations can "
                                "use vectors: run kma --db again");
    for (size_t i = 0; i < e->parts.n; i++) {
        const struct op_part *p = &e->parts.at[i];
        if (p->bytes == 0 && p->n != 0)
            r.of[p->class] = missing(parts_size_unknown);
        long n = part_elements(m, p, e->reassociate);
        struct quantity *to = n > 1 ? &r.vectors[p->class] : &r.of[p->class];
        to->value += p->n / (double)n;
    }
    return r;
}

struct rates compiled_rates(const struct counts *c, struct quantity k)
{
    struct rates r;
    for (int i = 0; i < OP_CLASSES; i++) {
        r.of[i] = per_iteration(c->n[i], k);
        r.vectors[i] = known(0);
    }
    return r;
}

const struct class_range all_classes = {0, OP_CLASSES - 1};
const struct class_range fp_classes = {OP_FA, OP_FMISC};
const struct class_range memory_classes = {OP_LFL, OP_SFL};

static void add_rows(struct arena *a, struct resource_rows *rows, enum op_class c,
                     struct quantity rate, const struct machine_class *class)
{
    if (rows->why || (is_known(rate) && !(rate.value > 0)))
        return;
    rows->why = rate.missing;
    if (!class->stated)
        rows->why = arena_printf(a, "the machine file has no use.%s", op_class_name(c));
    for (int i = 0; i < class->n_needs; i++) {
        rows->class[rows->n] = c;
        rows->at[rows->n++] = (struct port_need){rate.value, class->needs[i]};
    }
}

struct resource_rows resource_rows(struct arena *a, const struct machine *m, const struct rates *r,
                                   struct class_range range)
{
    struct resource_rows rows;
    rows.n = 0;
    rows.why = NULL;
    for (int c = (int)range.first; c <= (int)range.last; c++) {
        add_rows(a, &rows, (enum op_class)c, r->of[c], &m->classes[c]);
        add_rows(a, &rows, (enum op_class)c, r->vectors[c], &m->vectors[c]);
    }
    return rows;
}

const char *ports_text(struct arena *a, const struct machine *m, port_set ports)
{
    const char *text = NULL;
    for (int p = 0; p < m->n_ports; p++)
        if (ports >> p & 1)
            text = text ? arena_printf(a, "%s|%s", text, m->ports[p]) : m->ports[p];
    return text ? text : "none";
}
