/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/loop-facts.h"

#include "frontend/analysis/depend.h"
#include "frontend/analysis/reuse.h"
#include "frontend/analysis/scalars.h"
#include "frontend/analysis/strides.h"
#include "frontend/analysis/totals.h"
#include "base/util.h"

#include <stdlib.h>

enum { DEPENDENCES_MOST = 20000 };

/* ---- places ---- */

/* Finds the line and column of an expression. An expression from an expansion has the position of
 * its statement. */
static void place(const struct stmt *t, const struct expr *e, long *line, long *col)
{
    *line = t->line;
    *col = 0;
    if (!e || !t->source || e->at < t->at || e->at >= t->end)
        return;
    struct where at = source_where(t->source, e->at);
    *col = at.col;
    if (t->end_line != t->line)
        *line += at.line - source_where(t->source, t->at).line;
}

/* ---- operations ---- */

/* Finds the first and last position of an operation; those of a pair include its multiply. */
static void extent(const struct body *b, const struct work_list *w, int node, int *first, int *last)
{
    const struct value *v = value_at(&b->values, node);
    *first = v->first;
    *last = v->last;
    if (w->partner[node] < 0)
        return;
    const struct value *m = value_at(&b->values, w->partner[node]);
    *first = m->first < *first ? m->first : *first;
    *last = m->last > *last ? m->last : *last;
}

static void add_operation(struct source_loop *l, const struct body *b, const struct value *v,
                          enum op_class class, double n)
{
    struct operation *o = &l->ops[l->n_ops++];
    *o = (struct operation){.class = class, .n = n};
    o->text = v->expr ? expr_text(b->arena, v->expr) : NULL;
    if (v->work == WORK_CONVERT)
        o->text = arena_printf(b->arena, "conversion of %s", o->text ? o->text : "a value");
    place(v->stmt, v->expr, &o->line, &o->col);
}

static void note_operation(struct body *b, const struct value *v)
{
    if (v->work == WORK_POWER)
        body_note(b, "a power with an exponent that is no integer constant counts as one fmisc");
    else if (type_is_complex(v->type.type) && v->work == WORK_DIVIDE)
        body_note(b, "a complex divide counts as one fmisc");
    else if ((v->work == WORK_FUNCTION || v->work == WORK_SQUARE_ROOT) &&
             type_is_complex(value_at(&b->values, v->args[0])->type.type))
        body_note(b, "a complex intrinsic function counts as one fmisc");
}

static int order_operations(const void *one, const void *other)
{
    const struct operation *a = one, *b = other;
    int lines = ORDER_OF(a->line, b->line), columns = ORDER_OF(a->col, b->col);
    return lines ? lines : columns ? columns : (int)a->class - (int)b->class;
}

/* Adds what an iteration does between two positions, as operations of that kind. */
static void add_counts(struct totals *t, int first, int last, const struct counts *c,
                       struct op_part kind)
{
    for (int k = OP_FA; k <= OP_SFL; k++)
        if (c->n[k] > 0) {
            kind.class = (enum op_class)k;
            totals_add(t, first, last, &kind, c->n[k]);
        }
}

/* Returns the bytes of each operand, 4 or 8; 0 = unknown. */
static int operation_bytes(const struct body *b, struct value_type type)
{
    bool single = (type_is_complex(type.type) ? type.bytes / 2 : type.bytes) == 4;
    if (b->type_unknown || (b->kind_unknown && single))
        return 0;
    return single ? 4 : 8;
}

static void count_value(struct body *b, const struct work_list *w, const struct apart *apart,
                        int node, struct totals *t, struct source_loop *l)
{
    const struct value *v = value_at(&b->values, node);
    struct counts c = work_counts(b, w, node);
    double flops = counts_tnf(&c);
    if (flops == 0)
        return;
    for (int k = OP_FA; l->ops && k <= OP_FMISC; k++)
        if (c.n[k] > 0)
            add_operation(l, b, v, (enum op_class)k, c.n[k]);
    note_operation(b, v);
    struct value_type type =
        v->work == WORK_COMPARE ? value_at(&b->values, v->args[0])->type : v->type;
    int bytes = operation_bytes(b, type);
    *(bytes == 4 ? &l->flops4 : &l->flops8) += flops;
    int first, last;
    extent(b, w, node, &first, &last);
    struct op_part kind = {.bytes = bytes,
                           .lanes = apart->lanes[node],
                           .reassociated = apart->reassociated[node],
                           .stride = 1,
                           .shared = 1};
    add_counts(t, first, last, &c, kind);
}

static void count_values(struct body *b, const struct work_list *w, const struct apart *apart,
                         bool lists, struct totals *t, struct source_loop *l)
{
    size_t n = b->values.all.n;
    if (lists)
        l->ops = ARENA_ARRAY(b->arena, struct operation, 2 * n + 1);
    for (size_t i = 0; i < n; i++)
        if (w->fate[i] == FATE_COUNTS || w->fate[i] == FATE_PAIR)
            count_value(b, w, apart, (int)i, t, l);
    if (l->n_ops)
        qsort(l->ops, l->n_ops, sizeof *l->ops, order_operations);
}

/* ---- references ---- */

/* Returns the number of loads or stores for an element (rule 7). */
static double transfers(const struct machine *m, const struct symbol *y)
{
    if (type_is_complex(y->type) && m->widest_load <= 8)
        return 2;
    int n = m->widest_load > 0 ? (int)((y->bytes + m->widest_load - 1) / m->widest_load) : 1;
    return n > 1 ? n : 1;
}

static struct op_part access_part(const struct body *b, const struct access *a,
                                  const struct apart *apart, struct stride stride, double n)
{
    int node = a->write && body_loop(b)->innermost ? -1 : a->node;
    long lanes = node < 0 ? 0 : apart->lanes[node];
    long reassociated = node < 0 ? 0 : apart->reassociated[node];
    int bytes = (int)(a->array->bytes / n);
    bool unknown = a->array->kind_unknown || a->array->guessed;
    return (struct op_part){.bytes = unknown     ? 0
                                     : bytes > 0 ? bytes
                                                 : 8,
                            .lanes = lanes,
                            .reassociated = reassociated,
                            .stride = stride.elements,
                            .shared = stride.alike};
}

static void count_access(const struct body *b, const struct access *a, const struct apart *apart,
                         struct stride stride, const struct machine *m, struct totals *t,
                         struct source_loop *l)
{
    if (a->use == REF_INDEX && !a->wild && a->same < 0)
        *(a->write ? &l->index_stores : &l->index_loads) += !access_invariant(b, a);
    if (a->use != REF_STORE && !access_loads(a))
        return;
    struct counts c = {{0}};
    double n = transfers(m, a->array);
    c.n[a->write ? OP_SFL : OP_LFL] = n;
    add_counts(t, a->first, a->last, &c, access_part(b, a, apart, stride, n));
}

static void add_reference(const struct body *b, const struct access *a, int base, struct walk walk,
                          double n, struct source_loop *l)
{
    struct reference *r = &l->refs[l->n_refs++];
    *r = (struct reference){.array = a->array->name,
                            .text = expr_text(b->arena, a->expr),
                            .use = a->use,
                            .write = a->write,
                            .bytes = a->array->bytes,
                            .base = base,
                            .walk = walk.number,
                            .start = (long)walk.start,
                            .why = a->why};
    if (!r->why && (r->use == REF_LOAD || r->use == REF_STORE) && n > 1)
        r->why = arena_printf(b->arena, "%g %ss: both parts", n, a->write ? "store" : "load");
    place(a->stmt, a->expr, &r->line, &r->col);
}

static void element_size(const struct body *b, struct source_loop *l)
{
    int many[65] = {0};
    for (size_t i = 0; i < b->accesses.n; i++) {
        const struct access *a = &b->accesses.at[i];
        if (!a->wild && a->use != REF_INDEX && symbol_bytes_known(a->array) &&
            a->array->bytes <= 64)
            many[a->array->bytes]++;
    }
    for (int bytes = 1; bytes <= 64; bytes++)
        if (many[bytes] > 0 && (l->element_bytes == 0 || many[bytes] >= many[l->element_bytes]))
            l->element_bytes = bytes;
}

/* Adds the positions of an array in the argument lists of its routine, once for a loop. */
static void add_dummy(const struct body *b, const char *array, struct source_loop *l)
{
    size_t n;
    struct dummy_place *at = reach_dummies(b->reach, array, &n);
    if (n == 0 || at->loop == body_loop(b))
        return;
    at->loop = body_loop(b);
    for (size_t i = 0; i < n; i++)
        *ARENA_PUSH(b->arena, l->dummies, l->n_dummies) =
            (struct dummy){array, at[i].entry, at[i].position};
}

/* Whether references to two arrays have walks; one array shares its walk with no other. */
static bool walks_of_two(const struct source_loop *l)
{
    const char *array = NULL;
    for (size_t i = 0; i < l->n_refs; i++) {
        if (l->refs[i].walk && array && l->refs[i].array != array)
            return true;
        array = l->refs[i].walk ? l->refs[i].array : array;
    }
    return false;
}

static void add_dummies(const struct body *b, struct source_loop *l)
{
    if (!walks_of_two(l))
        return;
    for (size_t i = 0; i < l->n_refs; i++)
        if (l->refs[i].walk)
            add_dummy(b, l->refs[i].array, l);
}

/* Lists the references; ref_of: the index of each access in the list, -1 = none. */
static void list_references(const struct body *b, const int *base, const struct machine *m,
                            struct source_loop *l, int *ref_of)
{
    struct walk *walks = ARENA_ARRAY(b->arena, struct walk, b->accesses.n + 1);
    bases_walks(b, base, walks);
    l->refs = ARENA_ARRAY(b->arena, struct reference, b->accesses.n + 1);
    for (size_t i = 0; i < b->accesses.n; i++) {
        const struct access *a = &b->accesses.at[i];
        ref_of[i] = a->wild ? -1 : (int)l->n_refs;
        if (!a->wild)
            add_reference(b, a, base[i], walks[i], transfers(m, a->array), l);
    }
    add_dummies(b, l);
}

static void count_accesses(struct body *b, const struct apart *apart, const struct machine *m,
                           struct totals *t, struct source_loop *l)
{
    const struct stride *strides = strides_find(b);
    for (size_t i = 0; i < b->accesses.n; i++)
        count_access(b, &b->accesses.at[i], apart, strides[i], m, t, l);
    element_size(b, l);
}

/* ---- dependences ---- */

struct dependences {
    struct body *body;
    const int *ref_of;
    ARRAY(struct dependence) list;
};

static enum dep_kind kind_of(const struct access *from, const struct access *to)
{
    return from->write && to->write ? DEP_OUTPUT : from->write ? DEP_FLOW : DEP_ANTI;
}

static void depend(struct dependences *d, size_t from, size_t to, const long *distance,
                   const char *test)
{
    const struct access *at = d->body->accesses.at;
    *array_push(&d->list) = (struct dependence){.from = d->ref_of[from],
                                                .to = d->ref_of[to],
                                                .kind = kind_of(&at[from], &at[to]),
                                                .constant = distance,
                                                .distance = distance ? *distance : 0,
                                                .test = test};
}

static void depend_pair(struct dependences *d, size_t i, size_t k)
{
    struct relation r = depend_relate(d->body, &d->body->accesses.at[i], &d->body->accesses.at[k]);
    long distance = (long)llabs(r.distance), none = 0, one = 1;
    switch (r.touch) {
    case TOUCH_NEVER:
        return;
    case TOUCH_AT:
        if (r.distance >= 0)
            depend(d, i, k, &distance, r.test);
        else
            depend(d, k, i, &distance, r.test);
        return;
    case TOUCH_ALWAYS:
        depend(d, i, k, &none, r.test);
        depend(d, k, i, &one, r.test);
        return;
    case TOUCH_NOW:
        depend(d, i, k, &none, r.test);
        depend(d, k, i, NULL, r.test);
        return;
    case TOUCH_UNKNOWN:
        depend(d, i, k, NULL, r.test);
    }
}

static void scalar_dependences(struct dependences *d)
{
    const struct body *b = d->body;
    for (size_t i = 0; i < b->scalars.n; i++) {
        const struct scalar *s = &b->scalars.at[i];
        if (!s->resolved && s->carried >= 0 && value_at(&b->values, s->carried)->uses > 0)
            *array_push(&d->list) = (struct dependence){.from = -1,
                                                        .to = -1,
                                                        .scalar = s->symbol->name,
                                                        .kind = DEP_FLOW,
                                                        .constant = true,
                                                        .distance = 1,
                                                        .test = "scalar"};
    }
}

static void depend_later(struct dependences *d, size_t i)
{
    const struct access *x = &d->body->accesses.at[i], *y;
    if (x->wild)
        return;
    struct related_list later = related_later(d->body, (int)i);
    for (size_t k = 0; k < later.n; k++) {
        y = &d->body->accesses.at[later.at[k]];
        if (!y->wild && depend_share(x, y))
            depend_pair(d, i, (size_t)later.at[k]);
    }
    array_free(&later);
}

static void find_dependences(struct body *b, const int *ref_of, struct source_loop *l)
{
    struct dependences d = {.body = b, .ref_of = ref_of};
    const char *excluded = b->excluded;
    scalar_dependences(&d);
    for (size_t i = 0; i < b->accesses.n && d.list.n < DEPENDENCES_MOST; i++)
        depend_later(&d, i);
    if (d.list.n >= DEPENDENCES_MOST || b->excluded != excluded)
        body_note(b, "only its first %zu dependences are listed", d.list.n);
    b->excluded = excluded; /* with too many pairs the counts remain valid */
    l->n_deps = d.list.n;
    l->deps = ARENA_ARRAY(b->arena, struct dependence, d.list.n + 1);
    for (size_t i = 0; i < d.list.n; i++)
        l->deps[i] = d.list.at[i];
    array_free(&d.list);
}

static void add_scalars(struct body *b, struct source_loop *l)
{
    l->scalars = ARENA_ARRAY(b->arena, struct loop_scalar, b->scalars.n + 1);
    for (size_t i = 0; i < b->scalars.n; i++)
        if (!scalar_is_index(b, &b->scalars.at[i]))
            l->scalars[l->n_scalars++] = (struct loop_scalar){
                b->scalars.at[i].symbol->name, scalar_role_text(b, &b->scalars.at[i])};
}

/* Whether a statement of the loop may jump, perhaps out of it. */
static bool may_jump(const struct body *b)
{
    const struct nest *loop = body_loop(b);
    for (size_t i = loop->head; i <= loop->end; i++)
        for (const struct stmt *t = b->unit->at[i]; t; t = t->action)
            if (t->n_targets || t->kind == STMT_EXIT || t->kind == STMT_RETURN ||
                t->kind == STMT_STOP || t->kind == STMT_GOTO_ASSIGNED)
                return true;
    return false;
}

/* ---- the loop ---- */

/* Returns the other arm of the region's construct; -1 = none: the arm can be skipped. */
static int other_arm(const struct body *b, size_t i)
{
    const struct region *r = &b->regions.at.at[i];
    for (size_t j = 0; r->construct >= 0 && j < b->regions.at.n; j++)
        if (j != i && b->regions.at.at[j].construct == r->construct)
            return (int)j;
    return -1;
}

/* Adds the blocks in order of their first positions. within: the last block before it that ends
 * where it ends, or later. */
static void add_blocks(const struct body *b, struct source_loop *l)
{
    l->n_blocks = b->regions.at.n;
    l->blocks = ARENA_ARRAY(b->arena, struct block, l->n_blocks + 1);
    for (size_t i = 0; i < l->n_blocks; i++) {
        const struct region *r = &b->regions.at.at[i];
        int within = (int)i - 1;
        while (within >= 0 && b->regions.at.at[within].last < r->last)
            within = l->blocks[within].within;
        l->blocks[i] = (struct block){.line = r->line,
                                      .end_line = r->end_line,
                                      .decided = r->decided,
                                      .within = within,
                                      .alternative = other_arm(b, i)};
    }
}

/* Returns the result for an outer loop, whose iterations are executed one by one. */
static struct recurrences one_by_one(const struct body *b)
{
    long *one = ARENA_ARRAY(b->arena, long, b->values.all.n + 1);
    for (size_t i = 0; i < b->values.all.n; i++)
        one[i] = 1;
    return (struct recurrences){.apart = {one, one}};
}

void loop_facts(struct body *b, const struct work_list *w, const struct machine *m, bool lists,
                struct source_loop *l)
{
    int *ref_of = ARENA_ARRAY(b->arena, int, b->accesses.n + 1);
    struct recurrences r = l->innermost ? recurrence_find(b, w, m) : one_by_one(b);
    struct totals t = {.arena = b->arena, .regions = &b->regions};
    int *base = ARENA_ARRAY(b->arena, int, b->accesses.n + 1);
    add_blocks(b, l);
    count_values(b, w, &r.apart, lists, &t, l);
    count_accesses(b, &r.apart, m, &t, l);
    totals_finish(&t, l);
    l->bases = bases_find(b, m->displacement, base);
    if (lists)
        list_references(b, base, m, l, ref_of);
    l->integer_ops = b->integer_ops;
    l->calls = b->calls;
    if (l->innermost) {
        if (lists) {
            add_scalars(b, l);
            find_dependences(b, ref_of, l);
        }
        l->stride = strides_common(b);
        l->trip = b->trip_known && !may_jump(b) ? (long)b->trip : 0;
        l->counts.n[OP_X] = m->overhead_x;
        l->counts.n[OP_Y] = m->overhead_branch + l->bases * m->overhead_increment;
        l->recurrence = r.ordered;
        l->reassociated = r.reassociated;
    }
    l->residue = !l->innermost;
    for (size_t i = 0; i < b->notes.n; i++)
        note_text(b->arena, &l->notes, b->notes.at[i]);
}
