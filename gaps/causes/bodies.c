/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaps C and S of loops on machines with dynamic scheduling: unused vector width, the limit of the
 * port bound, and the result of the simulation of the body. */
#include "bounds/steady.h"
#include "gaps/causes/facts.h"
#include "gaps/read.h"

#include <math.h>
#include <string.h>

enum { MESSAGES_MOST = 3 };

/* ---- vectors ---- */

static double sum_of(const struct counts *c, struct class_range r)
{
    double n = 0;
    for (int i = (int)r.first; i <= (int)r.last; i++)
        n += c->n[i];
    return n;
}

/* Returns the average number of elements that an operation of the range could process; 0 = no
 * operation. */
static double possible_elements(const struct fact_writer *t, struct class_range r)
{
    const struct op_parts *parts = &t->l->source->parts;
    double elements = 0, operations = 0;
    for (size_t i = 0; i < parts->n; i++) {
        const struct op_part *p = &parts->at[i];
        if (p->class < r.first || p->class > r.last)
            continue;
        elements += p->n;
        operations += p->n / (double)part_elements(t->l->machine, p, t->l->reassociate);
    }
    return operations > 0 ? elements / operations : 0;
}

/* Returns the operations that a recurrence serializes, "fa 1, fm 1"; NULL = none. */
static const char *serialized_text(struct fact_writer *t)
{
    const struct op_parts *parts = &t->l->source->parts;
    const char *list = NULL;
    for (size_t i = 0; i < parts->n; i++) {
        const struct op_part *p = &parts->at[i];
        long lanes = t->l->reassociate ? p->reassociated : p->lanes;
        if (p->class <= OP_FMISC && lanes == 1)
            list = joined_text(
                t->a, list, ", ",
                arena_printf(t->a, "%s %s", op_class_name(p->class), fact_number(t, p->n)));
    }
    return list;
}

/* Adds a fact if the compiled operations process fewer elements than possible. Returns
 * whether it did. */
static bool add_vectors_facts(struct fact_writer *t)
{
    const struct compiled_loop *c = t->l->compiled;
    struct class_range r = sum_of(&c->counts, fp_classes) > 0 ? fp_classes : memory_classes;
    double operations = sum_of(&c->counts, r);
    double could = possible_elements(t, r), have = sum_of(&c->elements, r) / operations;
    if (!(operations > 0) || !(could > 0) || have > could * 0.99)
        return false;
    const char *apart = serialized_text(t);
    add_fact(t, FACT_VECTORS, "%s: %s element%s per floating-point %s, %s possible%s%s",
             have < 1.01 ? "the compiler did not vectorize" : "the compiler's vectors are not full",
             fact_number(t, have), have == 1 ? "" : "s",
             r.first == OP_LFL ? "load or store" : "operation", fact_number(t, could),
             apart ? "; single elements because of a recurrence: " : "", apart ? apart : "");
    return true;
}

static void add_said_facts(struct fact_writer *t)
{
    const struct source_loop *s = t->l->source;
    struct compile_note *at;
    size_t n, listed = 0;
    const char *list = NULL;
    if (!runs_compile_notes(t->g->r, t->a, t->l->build, s->file, s->line, s->end_line, &at, &n))
        return;
    for (size_t i = 0; i < n; i++) {
        bool before = false;
        for (size_t o = 0; o < i && !before; o++)
            before = strcmp(at[o].text, at[i].text) == 0;
        if (!before && listed++ < MESSAGES_MOST)
            list = joined_text(t->a, list, "; ",
                               arena_printf(t->a, "line %ld: %s", at[i].line, at[i].text));
    }
    if (list)
        add_fact(t, FACT_SAID, "the compiler reported why it did not vectorize: %s%s", list,
                 listed > MESSAGES_MOST ? "; and more" : "");
}

/* ---- what limits MAC ---- */

/* Returns the index of the greatest term except `but`; n = none. */
static size_t greatest(const struct bound_terms *b, size_t but)
{
    size_t most = b->n;
    for (size_t i = 0; i < b->n; i++)
        if (i != but && (most == b->n || b->at[i].cpl > b->at[most].cpl))
            most = i;
    return most;
}

/* Returns the body, and the passes whose MAC and MACS are in the ladder: the counted ones if there
 * are counts. Returns NULL, and no passes, if the body is unknown. */
static const struct instruction_body *body_of_ladder(struct fact_writer *t,
                                                     struct pass_model *passes)
{
    const char *why;
    const struct instruction_body *b = model_body(t->a, t->l, &why);
    if (b)
        *passes = find_pass_model(t->a, t->l->compiled_machine, b, t->l->compiled->frequencies);
    return b;
}

/* Returns the recurrence of the code without the share that the next execution overlaps. */
static struct recurrence exposed_code_recurrence(struct fact_writer *t, const struct pass_model *p)
{
    struct recurrence r = t->l->compiled_recurrence;
    double share = exposed_recurrence_share(p, HUGE_VAL);
    r.latency *= share;
    r.overlapped = 1 - share;
    return r;
}

static void add_terms_facts(struct fact_writer *t, const struct pass_model *passes)
{
    struct bound_terms b = body_terms(t->a, passes, t->l->k);
    size_t most = greatest(&b, b.n), next = greatest(&b, most);
    if (b.missing || most == b.n)
        return;
    const struct bound_term *x = &b.at[most], *y = next < b.n ? &b.at[next] : NULL;
    add_fact(t, FACT_LIMIT, "MAC is limited by %s: %s%s%s%s%s", x->name, fact_cycles(t, x->cpl),
             y ? "; next: " : "", y ? y->name : "", y ? ", " : "", y ? fact_cycles(t, y->cpl) : "");
}

void add_code_limit_facts(struct fact_writer *t)
{
    struct pass_model passes;
    const struct instruction_body *body = body_of_ladder(t, &passes);
    if (!body)
        return;
    struct recurrence r = exposed_code_recurrence(t, &passes);
    struct quantity td = q_div(bound_td(&r), t->l->k, "k is 0");
    add_terms_facts(t, &passes);
    if (is_known(td) && td.value > 0 && td.value >= t->loop->cpl.mac.value * (1 - 1e-9))
        add_recurrence_facts(t, &r, "pass", t->l->k.value);
    if (body->unmodelled)
        add_fact(t, FACT_UNMODELLED,
                 "instructions not in the machine file: %zu of %zu of a pass; MAC and MACS "
                 "exclude "
                 "them",
                 body->unmodelled, body->n);
}

void add_body_c_facts(struct fact_writer *t)
{
    if (add_vectors_facts(t))
        add_said_facts(t);
    add_code_limit_facts(t);
}

/* ---- gap S ---- */

static void add_busy_facts(struct fact_writer *t, const struct steady *s)
{
    const struct machine *m = t->l->compiled_machine;
    const char *list = NULL;
    for (int p = 0; p < m->n_ports; p++)
        if (s->busy[p] >= 0.5 * s->cycles.value)
            list =
                joined_text(t->a, list, ", ",
                            arena_printf(t->a, "%s %s", m->ports[p], fact_number(t, s->busy[p])));
    if (list)
        add_fact(t, FACT_BUSY, "busy for half of the %s of a pass or more: %s",
                 fact_cycles(t, s->cycles.value), list);
}

void add_body_s_facts(struct fact_writer *t)
{
    struct pass_model passes;
    if (!body_of_ladder(t, &passes))
        return;
    struct steady s = steady_state(t->a, &passes);
    struct bound mac = bound_mac_body(t->a, &passes, known(1));
    if (!is_known(s.cycles) || !is_known(mac.cpl))
        return;
    double more = s.cycles.value - mac.cpl.value;
    if (more > 1e-9)
        add_fact(t, FACT_SCHEDULE,
                 "a pass (k = %s) takes %s in its instruction order, limited by %s, %s more than "
                 "the %s of MAC: %s per iteration",
                 fact_number(t, t->l->k.value), fact_cycles(t, s.cycles.value),
                 s.limit ? s.limit : "nothing", fact_number(t, more), fact_number(t, mac.cpl.value),
                 fact_number(t, more / t->l->k.value));
    if (s.stalled > 0.01)
        add_fact(t, FACT_BUSY,
                 "%s %% of the issue slots of the front end are unused because of that",
                 fact_number(t, 100 * s.stalled));
    add_busy_facts(t, &s);
}
