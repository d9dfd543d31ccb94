/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaps C and S (sections 5.2, 5.3): what the compiler added, and what its schedule costs. */
#include "bounds/bounds.h"
#include "gaps/causes/tell.h"

#include <string.h>

/* Kinds of operations that compiled code and essential counts are compared by: overhead is not
 * told from other instructions in compiled code. */
static const struct kind {
    const char *name;
    enum op_class class, with; /* with: overhead of the same half; OP_CLASSES = none */
} kinds[] = {
    {"fa", OP_FA, OP_CLASSES},       {"fm", OP_FM, OP_CLASSES},   {"fma", OP_FMA, OP_CLASSES},
    {"fmisc", OP_FMISC, OP_CLASSES}, {"lfl", OP_LFL, OP_CLASSES}, {"sfl", OP_SFL, OP_CLASSES},
    {"li", OP_LI, OP_CLASSES},       {"si", OP_SI, OP_CLASSES},   {"other left", OP_LEFT, OP_X},
    {"other right", OP_RIGHT, OP_Y},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Of an iteration. */
static double compiled_of(const struct model_loop *l, const struct kind *k)
{
    const struct counts *c = &l->compiled->counts;
    double n = c->n[k->class] + (k->with < OP_CLASSES ? c->n[k->with] : 0);
    return n / l->k.value;
}

static double essential_of(const struct model_loop *l, const struct kind *k)
{
    const struct counts *c = &l->source->counts;
    double overhead = k->with < OP_CLASSES ? c->n[k->with] / l->k.value : 0;
    return c->n[k->class] + overhead;
}

static bool differ(double x, double y)
{
    return x > y + 1e-9 || x < y - 1e-9;
}

static void tell_extra(struct teller *t)
{
    const char *list = NULL;
    for (size_t i = 0; i < KINDS; i++) {
        double have = compiled_of(t->l, &kinds[i]), need = essential_of(t->l, &kinds[i]);
        if (differ(have, need))
            list = joined_text(t->a, list, ", ",
                               arena_printf(t->a, "%s %s%s (%s of %s)", kinds[i].name,
                                            have > need ? "+" : "", told(t, have - need),
                                            told(t, have), told(t, need)));
    }
    if (list)
        tell(t, FACT_EXTRA,
             "compiled operations of an iteration (a pass / k %s) against essential ones: %s",
             told(t, t->l->k.value), list);
}

/* ---- loads and stores ---- */

/* Distinct texts of references of one use, NULL = there are none. */
static const char *references_of(struct teller *t, enum ref_use use)
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

static void tell_loads(struct teller *t)
{
    double have = compiled_of(t->l, &kinds[4]), need = essential_of(t->l, &kinds[4]);
    if (have <= need + 1e-9)
        return;
    const char *reused = references_of(t, REF_REUSED), *fixed = references_of(t, REF_REGISTER);
    const char *list = references_of(t, REF_LOAD);
    tell(t, FACT_LOADS, "%s of %s loads of an iteration are not essential; essential: %s%s%s%s%s",
         told(t, have - need), told(t, have), list ? list : "none",
         reused ? "; from registers, if the compiler keeps them there: " : "", reused ? reused : "",
         fixed ? "; the same element in every iteration: " : "", fixed ? fixed : "");
}

static void tell_stores(struct teller *t)
{
    double have = compiled_of(t->l, &kinds[5]), need = essential_of(t->l, &kinds[5]);
    if (have > need + 1e-9)
        tell(t, FACT_STORES, "%s of %s stores of an iteration are not essential",
             told(t, have - need), told(t, have));
}

static void tell_pairs(struct teller *t)
{
    const struct counts *s = &t->l->source->counts, *c = &t->l->compiled->counts;
    double k = t->l->k.value, need = s->n[OP_FMA], have = c->n[OP_FMA] / k;
    if (have < need - 1e-9)
        tell(t, FACT_PAIRS,
             "%s of %s multiply-adds of an iteration are not made as pairs: compiled fa %s, fm %s "
             "against %s and %s",
             told(t, need - have), told(t, need), told(t, c->n[OP_FA] / k),
             told(t, c->n[OP_FM] / k), told(t, s->n[OP_FA]), told(t, s->n[OP_FM]));
}

void tell_gap_c(struct teller *t)
{
    if (!t->l || !t->l->compiled || !is_known(t->l->k))
        return;
    struct quantity td = q_div(bound_td(&t->l->compiled_recurrence), t->l->k, "k is 0");
    struct rates r = compiled_rates(&t->l->compiled->counts, t->l->k);
    tell_limit(t, "MAC", t->l->compiled_machine, &r, td);
    if (is_known(td) && td.value > 0 && td.value >= t->loop->cpl.mac.value * (1 - 1e-9))
        tell_recurrence(t, &t->l->compiled_recurrence, "pass", t->l->k.value);
    tell_extra(t);
    tell_loads(t);
    tell_stores(t);
    tell_pairs(t);
    if (t->l->source->calls)
        tell(t, FACT_CALLS,
             "routines are called in the loop: saving and loading registers around "
             "a call counts here, the callee does not");
}

/* ---- gap S ---- */

/* Operations of a pass that can go to port p alone; fma and sfl, say, to FPUC. */
static double on_port(const struct machine *m, const struct counts *c, int p)
{
    double n = 0;
    for (int i = 0; i < OP_CLASSES; i++)
        for (int j = 0; j < m->classes[i].n_needs; j++)
            if (m->classes[i].needs[j] == (port_set)1 << p)
                n += c->n[i];
    return n;
}

static void tell_slots(struct teller *t)
{
    const struct machine *m = t->l->compiled_machine;
    const struct compiled_loop *c = t->l->compiled;
    const char *list = NULL;
    double most = 0;
    int busiest = -1;
    for (int p = 0; p < m->n_ports; p++) {
        double n = on_port(m, &c->counts, p);
        if (n > most) {
            most = n;
            busiest = p;
        }
        if (n > 0)
            list = joined_text(t->a, list, ", ",
                               arena_printf(t->a, "%s %s (%s empty)", m->ports[p], told(t, n),
                                            told(t, (double)c->length - n)));
    }
    if (busiest < 0)
        return;
    tell(t, FACT_SLOTS, "of %ld slots of a pass these are filled: %s", c->length, list);
    if ((double)c->length > most)
        tell(t, FACT_SCHEDULE,
             "a pass of k %s iterations is %ld long, %s more than %s needs: %s cycles an iteration",
             told(t, t->l->k.value), c->length, told(t, (double)c->length - most),
             m->ports[busiest], told(t, ((double)c->length - most) / t->l->k.value));
}

void tell_gap_s(struct teller *t)
{
    if (!t->l || !t->l->compiled || !is_known(t->l->k))
        return;
    const struct recurrence *r = &t->l->compiled_recurrence;
    struct quantity td = bound_td(r);
    tell_slots(t);
    if (is_known(td) && td.value > 0)
        tell_recurrence(t, r, "pass", t->l->k.value);
}
