/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaps C and S (sections 5.2, 5.3): operations added by the compiler, and the cost of its
 * schedule. */
#include "bounds/bounds.h"
#include "base/util.h"
#include "gaps/causes/facts.h"

#include <string.h>

/* Kinds of operations that compiled code and essential counts are compared by: overhead is not
 * distinguished from other instructions in compiled code. */
static const struct kind {
    const char *name;
    enum op_class class, with; /* with: overhead in the same half of a pair; OP_CLASSES = none */
} kinds[] = {
    {"fa", OP_FA, OP_CLASSES},       {"fm", OP_FM, OP_CLASSES},   {"fma", OP_FMA, OP_CLASSES},
    {"fmisc", OP_FMISC, OP_CLASSES}, {"lfl", OP_LFL, OP_CLASSES}, {"sfl", OP_SFL, OP_CLASSES},
    {"li", OP_LI, OP_CLASSES},       {"si", OP_SI, OP_CLASSES},   {"other left", OP_LEFT, OP_X},
    {"other right", OP_RIGHT, OP_Y},
};
enum { KINDS = COUNT_OF(kinds), LOADS = 4, STORES = 5 };

/* Returns the compiled operations per iteration. */
static double compiled_of(const struct model_loop *l, const struct kind *k)
{
    const struct counts *c = compiled_elements(l->compiled);
    double n = c->n[k->class] + (k->with < OP_CLASSES ? c->n[k->with] : 0);
    return n / l->k.value;
}

/* Compiled loads and stores count in elements of up to 8 bytes: where a body has them, a
 * complex element of 16 is two. */
static double parts_of(const struct model_loop *l, const struct reference *ref)
{
    return l->compiled->has_body && l->machine->widest_load > 8 && ref->bytes == 16 ? 2 : 1;
}

static double further_parts(const struct model_loop *l, enum op_class c)
{
    enum ref_use use = c == OP_LFL ? REF_LOAD : REF_STORE;
    double n = 0;
    for (size_t i = 0; (c == OP_LFL || c == OP_SFL) && i < l->source->n_refs; i++)
        if (l->source->refs[i].use == use)
            n += parts_of(l, &l->source->refs[i]) - 1;
    return n;
}

static double essential_number(const struct model_loop *l, const struct kind *k)
{
    const struct counts *c = &l->source->counts;
    struct essential e = model_essential(l);
    double overhead =
        k->with < OP_CLASSES ? c->n[k->with] / essential_k(l->machine, &e, l->k).value : 0;
    return c->n[k->class] + further_parts(l, k->class) + overhead;
}

static bool differ(double x, double y)
{
    return x > y + 1e-9 || x < y - 1e-9;
}

/* Returns the name of a kind on the machine of the compiled code. */
static const char *name_of_kind(const struct model_loop *l, const struct kind *k)
{
    const struct machine *m = l->compiled_machine;
    return k->with < OP_CLASSES && m && m->isa == MACHINE_X86_64
               ? machine_class_text(m->isa, k->class)
               : k->name;
}

static void add_extra_facts(struct fact_writer *t)
{
    const char *list = NULL;
    for (size_t i = 0; i < KINDS; i++) {
        double have = compiled_of(t->l, &kinds[i]), need = essential_number(t->l, &kinds[i]);
        if (differ(have, need))
            list =
                joined_text(t->a, list, ", ",
                            arena_printf(t->a, "%s %s%s (%s vs. %s)", name_of_kind(t->l, &kinds[i]),
                                         have > need ? "+" : "", fact_number(t, have - need),
                                         fact_number(t, have), fact_number(t, need)));
    }
    if (list)
        add_fact(t, FACT_EXTRA, "operations per iteration (k = %s), compiled vs. essential: %s",
                 fact_number(t, t->l->k.value), list);
}

/* ---- loads and stores ---- */

/* Returns the distinct texts of references with one use; NULL = none. */
static const char *references_of(struct fact_writer *t, enum ref_use use)
{
    const struct source_loop *s = t->l->source;
    const char *list = NULL;
    for (size_t i = 0; i < s->n_refs; i++) {
        bool before = s->refs[i].use != use || s->refs[i].write;
        for (size_t o = 0; o < i && !before; o++)
            before = s->refs[o].use == use && strcmp(s->refs[o].text, s->refs[i].text) == 0;
        if (!before)
            list = joined_text(t->a, list, ", ", s->refs[i].text);
    }
    return list;
}

static const char *verb_of(double n)
{
    return n == 1 ? "is" : "are";
}

static void add_loads_facts(struct fact_writer *t)
{
    double have = compiled_of(t->l, &kinds[LOADS]), need = essential_number(t->l, &kinds[LOADS]);
    if (have <= need + 1e-9)
        return;
    const char *reused = references_of(t, REF_REUSED), *fixed = references_of(t, REF_REGISTER);
    const char *list = references_of(t, REF_LOAD);
    add_fact(t, FACT_LOADS,
             "%s of %s loads of an iteration %s not essential; essential: %s%s%s%s%s",
             fact_number(t, have - need), fact_number(t, have), verb_of(have - need),
             list ? list : "none",
             reused ? "; available in registers, if the compiler keeps them: " : "",
             reused ? reused : "", fixed ? "; the same element in every iteration: " : "",
             fixed ? fixed : "");
}

static void add_stores_facts(struct fact_writer *t)
{
    double have = compiled_of(t->l, &kinds[STORES]), need = essential_number(t->l, &kinds[STORES]);
    if (have > need + 1e-9)
        add_fact(t, FACT_STORES, "%s of %s stores of an iteration %s not essential",
                 fact_number(t, have - need), fact_number(t, have), verb_of(have - need));
}

/* Return the compiled and the essential loads or stores of a source line, per iteration. */
static double compiled_on(const struct gap_code *code, enum op_class c, long line)
{
    double n = 0;
    for (size_t i = 0; code->body && i < code->body->n; i++) {
        const struct instruction *at = &code->body->at[i];
        if (at->line == line && (at->load_class == c || at->store_class == c))
            n += at->elements;
    }
    for (size_t i = 0; i < code->n; i++)
        for (int h = 0; h < 2; h++)
            n += code->pairs[i].line == line && code->pairs[i].half[h].text &&
                 code->pairs[i].half[h].class == c;
    return n / code->k.value;
}

/* Returns the line of the statement in the assembly: the last line up to the source line that a
 * pair has, because continuation lines have no pairs. */
static long marked_line(const struct gap_code *code, long line)
{
    long found = 0;
    for (size_t i = 0; code->body && i < code->body->n; i++)
        if (code->body->at[i].line <= line && code->body->at[i].line > found)
            found = code->body->at[i].line;
    for (size_t i = 0; i < code->n; i++)
        if (code->pairs[i].line <= line && code->pairs[i].line > found)
            found = code->pairs[i].line;
    return found;
}

static double essential_on(const struct model_loop *l, const struct gap_code *code,
                           enum ref_use use, long line)
{
    const struct source_loop *s = l->source;
    double n = 0;
    for (size_t i = 0; i < s->n_refs; i++)
        if (s->refs[i].use == use && marked_line(code, s->refs[i].line) == line)
            n += parts_of(l, &s->refs[i]);
    return n;
}

/* Returns the arrays in the statements of a marked line, each once. */
static const char *arrays_on(struct fact_writer *t, const struct gap_code *code, long line)
{
    const struct source_loop *s = t->l->source;
    struct notes seen = {0};
    const char *list = NULL;
    for (size_t i = 0; i < s->n_refs; i++) {
        size_t before = seen.n;
        if (s->refs[i].use == REF_INDEX || marked_line(code, s->refs[i].line) != line)
            continue;
        note_once(t->a, &seen, s->refs[i].array);
        if (seen.n > before)
            list = joined_text(t->a, list, ", ", s->refs[i].array);
    }
    return list;
}

static void add_line_facts(struct fact_writer *t, const struct gap_code *code, long line)
{
    double loads = compiled_on(code, OP_LFL, line), stores = compiled_on(code, OP_SFL, line);
    double need_loads = essential_on(t->l, code, REF_LOAD, line);
    double need_stores = essential_on(t->l, code, REF_STORE, line);
    if (loads <= need_loads + 1e-9 && stores <= need_stores + 1e-9)
        return;
    const char *arrays = arrays_on(t, code, line);
    add_fact(t, FACT_LINES,
             "line %ld (%s%s): lfl %s compiled, %s essential; sfl %s compiled, %s essential", line,
             arrays ? "arrays " : "no array", arrays ? arrays : "", fact_number(t, loads),
             fact_number(t, need_loads), fact_number(t, stores), fact_number(t, need_stores));
}

/* Returns whether all elements are real and have 8 bytes, so that each is one load. */
static bool one_load_each(const struct source_loop *s)
{
    double loads = 0, stores = 0;
    for (size_t i = 0; i < s->n_refs; i++) {
        loads += s->refs[i].use == REF_LOAD;
        stores += s->refs[i].use == REF_STORE;
    }
    return loads == s->counts.n[OP_LFL] && stores == s->counts.n[OP_SFL];
}

/* Returns the line of pair or instruction i. */
static long line_of(const struct gap_code *code, size_t i)
{
    return code->body ? code->body->at[i].line : code->pairs[i].line;
}

/* Adds each source line with more loads or stores than essential ones. Returns whether there is
 * one. */
static bool add_lines_facts(struct fact_writer *t)
{
    struct gap_code code;
    if (!gaps_code(t->g, t->a, t->run, t->loop, &code))
        return false;
    size_t n = code.body ? code.body->n : code.n;
    for (size_t i = 0; !code.missing && one_load_each(t->l->source) && i < n; i++) {
        bool before = line_of(&code, i) == 0;
        for (size_t o = 0; o < i && !before; o++)
            before = line_of(&code, o) == line_of(&code, i);
        if (!before)
            add_line_facts(t, &code, line_of(&code, i));
    }
    return true;
}

static void add_pairs_facts(struct fact_writer *t)
{
    const struct counts *s = &t->l->source->counts, *c = compiled_elements(t->l->compiled);
    double k = t->l->k.value, need = s->n[OP_FMA], have = c->n[OP_FMA] / k;
    if (have < need - 1e-9)
        add_fact(
            t, FACT_PAIRS,
            "%s of %s multiply-adds of an iteration %s not formed as pairs: compiled fa %s, fm %s "
            "instead of %s and %s",
            fact_number(t, need - have), fact_number(t, need), verb_of(need - have),
            fact_number(t, c->n[OP_FA] / k), fact_number(t, c->n[OP_FM] / k),
            fact_number(t, s->n[OP_FA]), fact_number(t, s->n[OP_FM]));
}

/* Returns whether the compiled code has more loads or stores than essential ones. */
static bool more_memory(const struct fact_writer *t)
{
    return compiled_of(t->l, &kinds[LOADS]) > essential_number(t->l, &kinds[LOADS]) + 1e-9 ||
           compiled_of(t->l, &kinds[STORES]) > essential_number(t->l, &kinds[STORES]) + 1e-9;
}

/* Adds the limit of MAC on a machine with a static schedule. */
static void add_counts_c_facts(struct fact_writer *t)
{
    struct quantity td = q_div(bound_td(&t->l->compiled_recurrence), t->l->k, "k is 0");
    struct rates r = compiled_rates(&t->l->compiled->counts, t->l->k);
    add_limit_facts(t, "MAC", t->l->compiled_machine, &r, td);
    if (is_known(td) && td.value > 0 && td.value >= t->loop->cpl.mac.value * (1 - 1e-9))
        add_recurrence_facts(t, &t->l->compiled_recurrence, "pass", t->l->k.value);
}

void add_gap_c_facts(struct fact_writer *t)
{
    if (!t->l || !t->l->compiled || !is_known(t->l->k))
        return;
    if (t->l->compiled->has_body)
        add_body_c_facts(t);
    else
        add_counts_c_facts(t);
    add_extra_facts(t);
    add_loads_facts(t);
    add_stores_facts(t);
    if (more_memory(t))
        add_lines_facts(t);
    add_pairs_facts(t);
    if (t->l->source->calls)
        add_fact(t, FACT_CALLS,
                 "the loop calls routines: saving and restoring registers around a call is "
                 "counted here, the callee is not");
}

/* ---- gap S ---- */

/* Returns the operations of a pass that only port p can execute, for example fma and sfl on
 * FPUC. */
static double on_port(const struct machine *m, const struct counts *c, int p)
{
    double n = 0;
    for (int i = 0; i < OP_CLASSES; i++)
        for (int j = 0; j < m->classes[i].n_needs; j++)
            if (m->classes[i].needs[j] == (port_set)1 << p)
                n += c->n[i];
    return n;
}

/* Adds the used slots of a pass. *busiest: the port with the most operations; returns their
 * number. */
static double add_slots_facts(struct fact_writer *t, const char **busiest)
{
    const struct machine *m = t->l->compiled_machine;
    const struct compiled_loop *c = t->l->compiled;
    const char *list = NULL;
    double most = 0;
    for (int p = 0; p < m->n_ports; p++) {
        double n = on_port(m, &c->counts, p);
        if (n > most) {
            most = n;
            *busiest = m->ports[p];
        }
        if (n > 0)
            list =
                joined_text(t->a, list, ", ",
                            arena_printf(t->a, "%s %s (%s empty)", m->ports[p], fact_number(t, n),
                                         fact_number(t, (double)c->length - n)));
    }
    if (list)
        add_fact(t, FACT_SLOTS, "used slots, of %ld per pass: %s", c->length, list);
    return most;
}

void add_gap_s_facts(struct fact_writer *t)
{
    const struct model_loop *l = t->l;
    const char *what = NULL;
    if (!l || !l->compiled || !is_known(l->k))
        return;
    if (l->compiled->has_body) {
        add_body_s_facts(t);
        return;
    }
    double need = add_slots_facts(t, &what), length = (double)l->compiled->length;
    struct quantity td = bound_td(&l->compiled_recurrence);
    if (is_known(td) && td.value > need) {
        need = td.value;
        what = "the recurrence";
        add_recurrence_facts(t, &l->compiled_recurrence, "pass", l->k.value);
    }
    if (what && length > need)
        add_fact(t, FACT_SCHEDULE,
                 "a pass (k = %s) has %s pairs, %s more than the %s of %s: %s per iteration",
                 fact_number(t, l->k.value), fact_number(t, length), fact_number(t, length - need),
                 fact_number(t, need), what, fact_number(t, (length - need) / l->k.value));
}
