/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/work.h"

#include "frontend/analysis/depend.h"
#include "frontend/analysis/intrinsics.h"
#include "frontend/analysis/reuse.h"

static struct value *at(const struct body *b, int node)
{
    return value_at(&b->values, node);
}

static int n_values(const struct body *b)
{
    return (int)b->values.all.n;
}

/* ---- what varies ---- */

static bool load_varies(const struct body *b, const struct value *v)
{
    const struct access *a = &b->accesses.at[v->access];
    return !(a->use == REF_REGISTER && a->source < 0);
}

static bool varies(const struct body *b, const struct value *v)
{
    switch (v->kind) {
    case VALUE_CONSTANT:
    case VALUE_ENTRY:
        return false;
    case VALUE_LOAD:
        return v->last < 0 || load_varies(b, v);
    case VALUE_FORM:
        for (int i = 0; i < v->form->n; i++)
            if (v->form->at[i].power > 0 ||
                (v->form->at[i].symbol != FORM_ONE && at(b, v->form->at[i].symbol)->variant))
                return true;
        return false;
    case VALUE_OPERATION:
        for (int i = 0; i < v->n_args; i++)
            if (at(b, v->args[i])->variant)
                return true;
        return false;
    default:
        return true;
    }
}

/* Marks the values that vary between iterations. Arguments and symbols precede their uses. */
static void mark_variant(struct body *b)
{
    for (int i = 0; i < n_values(b); i++)
        at(b, i)->variant = varies(b, at(b, i));
}

/* ---- what is used ---- */

static void keep(struct body *b, int node, int *pending, int *n)
{
    struct value *v = at(b, node);
    if (!v->live) {
        v->live = true;
        pending[(*n)++] = node;
    }
}

static void use(struct body *b, int node, int *pending, int *n)
{
    at(b, node)->uses++;
    keep(b, node, pending, n);
}

/* Counts the uses of the arguments of a live value. */
static void use_arguments(struct body *b, int node, int *pending, int *n)
{
    const struct value *v = at(b, node);
    for (int i = 0; i < v->n_args; i++)
        use(b, v->args[i], pending, n);
    if (v->kind == VALUE_CARRIED)
        use(b, b->scalars.at[v->slot].final, pending, n);
    if (v->kind == VALUE_LOAD && v->last >= 0 && b->accesses.at[v->access].source >= 0 &&
        b->accesses.at[v->access].use != REF_LOAD)
        use(b, b->accesses.at[b->accesses.at[v->access].source].node, pending, n);
}

/* Marks the values that are used. All stored values are used; a joined value only if it has a use.
 * A store whose value never needs to be in memory is not a use (rule 6). */
static void mark_uses(struct body *b)
{
    int *pending = xmalloc(sizeof *pending * (size_t)(n_values(b) + 1)), n = 0;
    for (int i = 0; i < n_values(b); i++) {
        struct value *v = at(b, i);
        v->uses = 0;
        v->live = v->kind == VALUE_OPERATION && v->last >= 0;
        if (v->live)
            pending[n++] = i;
    }
    for (size_t i = 0; i < b->accesses.n; i++) {
        const struct access *a = &b->accesses.at[i];
        if (a->write && a->node >= 0)
            (a->replaced ? keep : use)(b, a->node, pending, &n);
    }
    while (n > 0)
        use_arguments(b, pending[--n], pending, &n);
    array_release(pending);
}

/* ---- what fuses ---- */

static bool counts_now(const struct value *v)
{
    return value_counts(v) && v->last >= 0;
}

static bool is_add(const struct body *b, int node)
{
    const struct value *v = at(b, node);
    return counts_now(v) && (v->work == WORK_ADD || v->work == WORK_SUBTRACT);
}

bool is_complex_product(const struct body *b, int node)
{
    const struct value *v = at(b, node);
    return v->kind == VALUE_OPERATION && v->work == WORK_MULTIPLY && v->n_args == 2 &&
           type_is_complex(at(b, v->args[0])->type.type) &&
           type_is_complex(at(b, v->args[1])->type.type);
}

int work_width(const struct body *b, int node)
{
    const struct value *v = at(b, node);
    enum base_type t = v->type.type;
    if (v->work == WORK_COMPARE)
        t = at(b, v->args[0])->type.type;
    return type_is_complex(t) &&
                   (v->work == WORK_ADD || v->work == WORK_SUBTRACT || v->work == WORK_MULTIPLY ||
                    v->work == WORK_NEGATE || v->work == WORK_COMPARE || v->work == WORK_CONVERT)
               ? 2
               : 1;
}

/* Absorbs a negation if all its uses are adds or subtracts; into_pairs: or multiplies of pairs. */
static void absorb_negations(const struct body *b, struct work_list *w, bool into_pairs)
{
    int n = n_values(b), *absorbing = xmalloc(sizeof *absorbing * (size_t)(n + 1));
    for (int i = 0; i < n; i++)
        absorbing[i] = 0;
    for (int i = 0; i < n; i++)
        if (is_add(b, i) || (into_pairs && w->fate[i] == FATE_FUSED))
            for (int k = 0; k < at(b, i)->n_args; k++)
                absorbing[at(b, i)->args[k]]++;
    for (int i = 0; i < n; i++)
        if (w->fate[i] == FATE_COUNTS && at(b, i)->work == WORK_NEGATE && at(b, i)->uses > 0 &&
            absorbing[i] == at(b, i)->uses)
            w->fate[i] = FATE_ABSORBED;
    array_release(absorbing);
}

/* Returns the operand of an add, without an absorbed negation that has no other use. */
static int through_negation(const struct body *b, const struct work_list *w, int node)
{
    while (w->fate[node] == FATE_ABSORBED && at(b, node)->uses == 1)
        node = at(b, node)->args[0];
    return node;
}

static bool may_fuse(const struct body *b, const struct work_list *w, int node, int add)
{
    const struct value *v = at(b, node);
    return w->fate[node] == FATE_COUNTS && v->work == WORK_MULTIPLY && v->uses == 1 &&
           !is_complex_product(b, node) && work_width(b, node) == work_width(b, add) &&
           v->type.bytes == at(b, add)->type.bytes;
}

/* Fuses multiplies with adds. Each multiply has only one add, so any choice is valid: of two
 * multiplies, the one that may be part of a recurrence is fused. */
static void fuse(const struct body *b, struct work_list *w, const bool *carried)
{
    for (int i = 0; i < n_values(b); i++) {
        if (!is_add(b, i))
            continue;
        int best = -1;
        for (int k = 0; k < at(b, i)->n_args; k++) {
            int m = through_negation(b, w, at(b, i)->args[k]);
            if (may_fuse(b, w, m, i) && (best < 0 || (carried[m] && !carried[best])))
                best = m;
        }
        if (best < 0)
            continue;
        w->fate[i] = FATE_PAIR;
        w->fate[best] = FATE_FUSED;
        w->partner[i] = best;
        w->partner[best] = i;
    }
}

/* Finds the values that depend on an earlier iteration. */
static bool *find_carried(const struct body *b)
{
    bool *carried = ARENA_ARRAY(b->arena, bool, (size_t)n_values(b) + 1);
    for (int i = 0; i < n_values(b); i++) {
        const struct value *v = at(b, i);
        carried[i] =
            v->kind == VALUE_CARRIED ||
            (v->kind == VALUE_LOAD && v->last >= 0 && b->accesses.at[v->access].source >= 0 &&
             b->accesses.at[b->accesses.at[v->access].source].write);
        for (int k = 0; k < v->n_args; k++)
            carried[i] |= carried[v->args[k]];
    }
    return carried;
}

void work_find(struct body *b, struct work_list *w)
{
    size_t n = (size_t)n_values(b) + 1;
    w->fate = ARENA_ARRAY(b->arena, enum fate, n);
    w->partner = ARENA_ARRAY(b->arena, int, n);
    mark_variant(b);
    mark_uses(b);
    for (int i = 0; i < n_values(b); i++) {
        w->partner[i] = -1;
        if (counts_now(at(b, i)))
            w->fate[i] = FATE_COUNTS;
    }
    absorb_negations(b, w, false);
    fuse(b, w, find_carried(b));
    absorb_negations(b, w, true);
}

/* ---- what it counts ---- */

static enum op_class class_of(enum work work)
{
    enum { OP_NONE = OP_CLASSES };
    static const unsigned char classes[] = {
#define WORK(NAME, class, meaning) OP_##class,
#include "frontend/analysis/works.def"
#undef WORK
    };
    return (enum op_class)classes[work];
}

struct counts work_counts(const struct body *b, const struct work_list *w, int node)
{
    struct counts c = {{0}};
    const struct value *v = at(b, node);
    int width = work_width(b, node);
    if (w->fate[node] == FATE_PAIR)
        c.n[OP_FMA] = width;
    if (w->fate[node] != FATE_COUNTS)
        return c;
    if (is_complex_product(b, node))
        c.n[OP_FM] = c.n[OP_FMA] = 2;
    else if (v->work == WORK_DIVIDE && type_is_complex(v->type.type))
        c.n[OP_FMISC] = 1;
    else
        c.n[class_of(v->work)] = v->work == WORK_MAXMIN ? v->n_args - 1 : width;
    return c;
}
