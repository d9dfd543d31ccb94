/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma/loops.h"
#include "bounds/source-path.h"

static const char no_bound[] = "the loop has no bound; its notes give the reason";

struct quantity kma_count(const struct kma_loop *l, enum op_class c)
{
    const struct source_loop *s = l->facts;
    bool counted = s->residue ? c != OP_X && c != OP_Y : !s->excluded;
    return counted ? known(s->counts.n[c]) : missing(no_bound);
}

const struct recurrence *kma_recurrence(const struct kma_loop *l)
{
    return l->reassociated ? &l->facts->reassociated : &l->facts->recurrence;
}

/* Adds notes on missing or contradictory bounds. */
static void note_bounds(struct arena *a, struct kma_loop *l)
{
    const char *why = l->m.missing ? l->m.missing : NULL;
    if (why)
        note(a, &l->notes, "M is not known: %s", why);
    if (l->ma.cpl.missing)
        note(a, &l->notes, "MA is not known: %s", l->ma.cpl.missing);
    else if (!why && l->m.value > l->ma.cpl.value * (1 + 1e-12))
        note(a, &l->notes,
             "M is above MA: the machine file's peak is below what its ports let through");
}

static struct kma_loop bounds_of(struct arena *a, const struct machine *m,
                                 const struct source_loop *s, struct kma_how how)
{
    struct quantity none = missing(no_bound);
    const struct source_loop *path = source_on_shortest_path(a, m, s, how.reassociate, how.k);
    struct essential e = essential_of(path, how.reassociate);
    struct kma_loop l = {.facts = s,
                         .k = essential_k(m, &e, how.k),
                         .reassociated = how.reassociate,
                         .machine = m,
                         .tnf = none,
                         .m = none,
                         .m_cpf = none,
                         .ma_cpf = none,
                         .ma = {none, none, none, none, none, NULL}};
    for (size_t i = 0; i < s->notes.n; i++)
        *ARENA_PUSH(a, l.notes.at, l.notes.n) = s->notes.at[i];
    if (s->residue || !s->excluded)
        l.tnf = known(counts_tnf(&path->counts));
    if (s->excluded)
        return l;
    l.m = bound_m(m, path->flops8, path->flops4, &path->parts);
    l.ma = bound_ma(a, m, &e, how.reassociate ? &path->reassociated : &path->recurrence, how.k);
    l.m_cpf = bound_cpf(l.m, l.tnf.value);
    l.ma_cpf = bound_cpf(l.ma.cpl, l.tnf.value);
    note_bounds(a, &l);
    return l;
}

/* Adds a note with the operations and bounds of an outer loop whose inner loops have constant trip
 * counts. */
static void note_unrolled(struct arena *a, const struct machine *m, struct kma_loop *l,
                          struct kma_how how)
{
    char bound_m_text[QUANTITY_TEXT], bound_ma_text[QUANTITY_TEXT];
    const struct source_loop *s = l->facts->unrolled;
    if (!s || s->excluded)
        return;
    struct kma_loop u = bounds_of(a, m, s, how);
    const double *n = s->counts.n;
    note(a, &l->notes,
         "with inner loops unrolled completely, an iteration has fa %g, fm %g, fma %g, fmisc %g, "
         "lfl %g, sfl %g: M = %s and MA = %s cycles",
         n[OP_FA], n[OP_FM], n[OP_FMA], n[OP_FMISC], n[OP_LFL], n[OP_SFL],
         quantity_text(u.m, bound_m_text), quantity_text(u.ma.cpl, bound_ma_text));
}

struct kma_loop *kma_bounds(struct arena *a, const struct machine *m,
                            const struct source_loops *loops, struct kma_how how)
{
    struct kma_loop *found = ARENA_ARRAY(a, struct kma_loop, loops->n + 1);
    for (size_t i = 0; i < loops->n; i++) {
        found[i] = bounds_of(a, m, &loops->at[i], how);
        note_unrolled(a, m, &found[i], how);
    }
    return found;
}
