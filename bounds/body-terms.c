/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/bounds.h"
#include "bounds/steady.h"

#include <math.h>
#include <string.h>

enum {
    RECURRENCE_PASSES = 64, /* drawn passes whose recurrence is reported */
    REORDER_UNKNOWN = 1024  /* entries of the reorder buffer if the machine file has no number */
};

/* ---- the recurrence ---- */

/* Returns the class of an instruction's result. */
static enum op_class value_class(const struct instruction *in)
{
    return in->work.base || in->load_class == OP_CLASSES ? in->class : in->load_class;
}

/* Adds one step for consecutive edges that start in the same instruction. */
static void add_step(struct arena *a, struct recurrence *r, const struct body_parts *p,
                     const struct body_edge *e)
{
    int from = p->ops[e->from].instruction, to = p->ops[e->to].instruction;
    const struct instruction *in = &p->b->at[from];
    struct recurrence_step *last = r->n ? &r->at[r->n - 1] : NULL;
    if (!last || last->text != in->text || last->distance > 0) {
        last = ARENA_PUSH(a, r->at, r->n);
        *last =
            (struct recurrence_step){.class = value_class(in), .text = in->text, .line = in->line};
    }
    last->latency += e->latency;
    last->distance += e->distance;
    last->next = value_class(&p->b->at[to]);
    last->addend = e->input == FLOW_ADDEND;
    if (e->input == FLOW_MEMORY)
        last->as = "its stored value, loaded again";
    r->latency += e->latency;
    r->distance += e->distance;
}

/* Returns the reason if the latency of a value in a cycle may be unknown; NULL if all are known. */
static const char *unknown_latency(struct arena *a, const struct body_parts *p)
{
    for (size_t e = 0; e < p->n_edges; e++) {
        const struct body_operation *o = &p->ops[p->edges[e].from];
        if (o->instruction == p->ops[p->edges[e].to].instruction)
            continue; /* a call that stores its return address: not part of a cycle */
        const struct body_item *it = &p->items[o->instruction];
        const struct machine_instruction *mi = o->role == ROLE_LOAD   ? it->load
                                               : o->role == ROLE_WORK ? it->work
                                                                      : NULL;
        if (mi && !is_known(mi->latency))
            return arena_printf(a, "the machine file has no latency of instruction.%s",
                                form_name(a, mi->form));
    }
    return NULL;
}

struct recurrence parts_recurrence(struct arena *a, const struct body_parts *p)
{
    struct arena scratch = {0};
    struct recurrence r = {.missing = p->missing ? p->missing : unknown_latency(a, p)};
    if (r.missing)
        return r;
    struct flow_edge *edges = ARENA_ARRAY(&scratch, struct flow_edge, p->n_edges + 1);
    for (size_t e = 0; e < p->n_edges; e++)
        edges[e] = (struct flow_edge){.from = p->edges[e].from,
                                      .to = p->edges[e].to,
                                      .latency = p->edges[e].latency,
                                      .distance = p->edges[e].distance};
    struct flow_cycle c = greatest_cycle(&scratch, p->n_ops, edges, p->n_edges);
    for (size_t i = 0; i < c.n; i++)
        add_step(a, &r, p, &p->edges[c.edges[i]]);
    arena_free(&scratch);
    return r;
}

struct recurrence body_recurrence(struct arena *a, const struct pass_model *p)
{
    struct arena scratch = {0};
    struct pass_sequence s = find_pass_sequence(&scratch, p, RECURRENCE_PASSES, false);
    struct body_parts parts = body_parts(&scratch, p->m, s.body);
    if (parts.missing)
        parts.missing = arena_strdup(a, parts.missing);
    struct recurrence r = parts_recurrence(a, &parts);
    r.distance *= s.passes;
    arena_free(&scratch);
    return r;
}

/* Returns t_d in cycles for all passes of the sequence. */
static struct quantity sequence_td(struct arena *a, const struct pass_model *p,
                                   const struct pass_sequence *s, void *with)
{
    struct arena scratch = {0};
    struct body_parts parts = body_parts(&scratch, p->m, s->body);
    struct recurrence r = parts_recurrence(&scratch, &parts);
    (void)with;
    struct quantity td = bound_td(&r);
    td.missing = td.missing ? arena_strdup(a, td.missing) : NULL;
    arena_free(&scratch);
    return td;
}

/* Returns the share of a recurrence that an execution of `trip` passes can't overlap with the next
 * one. The next one enters the reorder buffer after all passes of this one have left it but those
 * that it has entries for. */
static double exposed_share(const struct pass_model *p, double slots)
{
    double trip =
        p->frequencies ? p->frequencies->trip / passes_of_whole_one(p->b, p->frequencies) : 0;
    double reorder = p->m->core.reorder > 0 ? p->m->core.reorder : REORDER_UNKNOWN;
    return trip >= 1 ? fmax(0, 1 - (reorder / fmax(slots, 1) + 2) / trip) : 1;
}

double exposed_recurrence_share(const struct pass_model *p, double most_slots)
{
    struct arena scratch = {0};
    struct body_parts parts = body_parts(&scratch, p->m, p->counted);
    double slots = body_needs(&scratch, &parts, p->weight).slots;
    arena_free(&scratch);
    return exposed_share(p, fmin(slots, most_slots));
}

/* ---- the terms ---- */

struct bound_terms parts_terms(struct arena *a, const struct body_parts *p, const double *weight,
                               struct quantity td)
{
    if (td.missing)
        return (struct bound_terms){.missing = td.missing};
    struct body_needs needs = body_needs(a, p, weight);
    struct bound_terms t = needs_terms(a, p->m, needs.at, needs.n);
    if (t.missing)
        return t;
    if (p->m->core.issue > 0)
        t.at[t.n++] = (struct bound_term){"issue", 0, needs.slots / p->m->core.issue};
    if (td.value > 0 || t.n == 0)
        t.at[t.n++] = (struct bound_term){"recurrence", 0, td.value};
    return t;
}

/* Returns the terms in cycles per pass. parts: of the counted instructions. */
static struct bound_terms pass_terms(struct arena *a, const struct pass_model *p,
                                     const struct body_parts *parts)
{
    if (parts->missing)
        return (struct bound_terms){.missing = parts->missing};
    struct quantity td = mean_of_sequences(a, p, false, sequence_td, NULL);
    if (is_known(td))
        td.value *= exposed_share(p, body_needs(a, parts, p->weight).slots);
    return parts_terms(a, parts, p->weight, td);
}

struct bound_terms body_terms(struct arena *a, const struct pass_model *p, struct quantity k)
{
    struct body_parts parts = body_parts(a, p->m, p->counted);
    if (k.missing)
        return (struct bound_terms){.missing = k.missing};
    struct bound_terms t = pass_terms(a, p, &parts);
    for (size_t i = 0; i < t.n; i++)
        t.at[i].cpl /= k.value;
    return t;
}

/* Returns the load of the ports by some of the operations. */
static struct quantity load_of(struct arena *a, const struct body_parts *p, const double *weight,
                               bool memory)
{
    struct body_needs needs = {0};
    port_set busiest;
    for (int o = 0; o < p->n_ops; o++) {
        const struct body_operation *op = &p->ops[o];
        enum op_class c = p->b->at[op->instruction].class;
        bool is_memory = op->role != ROLE_WORK;
        if (is_memory != memory || (!memory && (c < OP_FA || c > OP_FMISC)))
            continue;
        add_operation_needs(a, &needs, op, weight ? weight[op->instruction] : 1);
    }
    return known(resource_load(needs.at, needs.n, &busiest));
}

/* Returns the greatest term of ports and issue, and its name. */
static struct quantity greatest(const struct bound_terms *t, const char **name)
{
    double most = 0;
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].cpl > most * (1 + 1e-12) && strcmp(t->at[i].name, "recurrence") != 0) {
            most = t->at[i].cpl;
            *name = t->at[i].name;
        }
    return known(most);
}

struct quantity straight_mac(struct arena *a, const struct machine *m,
                             const struct instruction_body *b)
{
    const struct pass_model p = {
        .m = m, .b = b, .straight = b, .counted = b, .paths.compared = true};
    return bound_mac_body(a, &p, known(1)).cpl;
}

struct bound bound_mac_body(struct arena *a, const struct pass_model *p, struct quantity k)
{
    struct bound_terms t = body_terms(a, p, k);
    struct quantity no = missing(t.missing);
    if (t.missing)
        return (struct bound){no, no, no, no, no, NULL};
    struct body_parts parts = body_parts(a, p->m, p->counted);
    struct bound mac = {.td = known(0)};
    for (size_t i = 0; i < t.n; i++)
        if (strcmp(t.at[i].name, "recurrence") == 0)
            mac.td = known(t.at[i].cpl);
    mac.ti = greatest(&t, &mac.limit);
    mac.tf = q_div(load_of(a, &parts, p->weight, false), k, "k is 0");
    mac.tm = q_div(load_of(a, &parts, p->weight, true), k, "k is 0");
    mac.cpl = q_max(mac.ti, mac.td);
    if (mac.td.value > mac.ti.value)
        mac.limit = "recurrence";
    if (!p->paths.compared && p->paths.least.value < mac.cpl.value * k.value)
        mac.cpl = q_div(p->paths.least, k, "k is 0");
    return mac;
}
