/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines k: the number of source iterations in one pass of a compiled loop. The elements that a
 * pass loads and stores (lanes.h) repeat k times, and the code before the loop divides the trip
 * count by k (trips.h). If they contradict each other, k is unknown. If a stride is not a constant,
 * the number of its additions counts. If nothing is accessed, the increment of a counter counts.
 * Otherwise an operation that a pass has once shows that k is 1. */
#include "x86-asm/lanes.h"
#include "x86-asm/trips.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* Accesses whose addresses have the same variable stride. */
struct stream {
    size_t op;        /* the first of the accesses */
    int64_t elements; /* strides per pass */
};
struct streams {
    struct stream *at;
    size_t n;
};

static const char *address_text(struct arena *a, const struct x86_operation *o)
{
    const struct x86_operand *m = x86_memory(&o->step->is);
    char base[X86_NAME], index[X86_NAME];
    bool has_index = m->index != X86_NO_REGISTER;
    if (m->base != X86_NO_REGISTER && m->base != X86_RIP)
        return has_index ? arena_printf(a, "%s with %s", x86_register_name(m->base, base),
                                        x86_register_name(m->index, index))
                         : arena_strdup(a, x86_register_name(m->base, base));
    return has_index ? arena_strdup(a, x86_register_name(m->index, index)) : "an address";
}

static bool is_access(const struct x86_operation *o, bool floating)
{
    const struct instruction *f = &o->fact;
    bool accesses = f->load_bytes || f->store_bytes;
    bool fp =
        (f->load_bytes && f->load_class == OP_LFL) || (f->store_bytes && f->store_class == OP_SFL);
    return accesses && fp == floating && x86_memory(&o->step->is);
}

static bool known_stream(const struct x86_body *b, const struct streams *s, size_t op)
{
    for (size_t i = 0; i < s->n; i++) {
        int64_t apart;
        if (x86_difference(&b->at[op].address, &b->at[s->at[i].op].address, &apart))
            return true;
    }
    return false;
}

/* Returns the number of strides: the factor of the only term of the increment, divided by the scale
 * of the index register, which converts elements to bytes. */
static int64_t strides(const struct x86_operation *o, const struct x86_sum *by)
{
    int64_t n = llabs(by->term[0].factor);
    int scale = x86_memory(&o->step->is)->scale;
    return scale > 1 && n % scale == 0 ? n / scale : n;
}

/* Finds the streams with a variable stride. */
static struct streams find_streams(struct arena *a, const struct x86_body *b, bool floating)
{
    struct streams s = {.n = 0};
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_operation *o = &b->at[i];
        struct x86_sum by;
        bool known = is_access(o, floating) && o->has_address && x86_advance(b, &o->address, &by);
        if (known && by.n == 1 && by.plus == 0 && !known_stream(b, &s, i))
            *ARENA_PUSH(a, s.at, s.n) = (struct stream){i, strides(o, &by)};
    }
    return s;
}

/* ---- agreement of the streams ---- */

static int64_t least_elements(const struct streams *s)
{
    int64_t least = s->at[0].elements;
    for (size_t i = 1; i < s->n; i++)
        least = s->at[i].elements < least ? s->at[i].elements : least;
    return least;
}

static bool is_multiple(const struct streams *s, int64_t k)
{
    for (size_t i = 0; i < s->n; i++)
        if (k == 0 || s->at[i].elements % k != 0)
            return false;
    return true;
}

static const char *plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

static void k_of_strides(struct arena *a, const struct x86_body *b, const struct streams *s,
                         struct x86_unrolled *u)
{
    int64_t k = least_elements(s);
    if (!is_multiple(s, k))
        return;
    u->k = known((double)k);
    u->how = arena_printf(a, "%s advances by %lld stride%s a pass; the stride is not a constant",
                          address_text(a, &b->at[s->at[0].op]), (long long)k, plural(k));
}

/* ---- lanes ---- */

/* What is known of a loop. */
struct evidence {
    struct x86_lanes lanes;
    struct x86_trips trips;
    int64_t copies; /* greatest k that all references allow, by the sizes of their elements; 0 =
                       none has a size */
    bool sure;      /* operations on these elements agree in their size */
    bool declared;  /* their size is that of scalar loads and stores */
    const struct x86_reference *first; /* of the references with the fewest copies */
};

static void set_copies(struct evidence *e)
{
    int64_t whole = 0; /* of references that are no part of an array */
    for (size_t i = 0; i < e->lanes.n; i++) {
        const struct x86_reference *r = &e->lanes.at[i];
        if (x86_loads_unused_bytes(r))
            continue;
        e->copies = gcd_int64(e->copies, r->copies);
        whole = gcd_int64(whole, r->alike > 1 ? 0 : r->copies);
    }
    for (size_t i = 0; i < e->lanes.n; i++) {
        const struct x86_reference *r = &e->lanes.at[i];
        bool divided = e->copies && x86_divides_reference(r, e->copies);
        if (x86_loads_unused_bytes(r) && !divided)
            e->copies = gcd_int64(e->copies, r->copies);
    }
    for (size_t i = 0; i < e->lanes.n && e->copies; i++) {
        const struct x86_reference *r = &e->lanes.at[i];
        if (r->copies == e->copies && (!e->first || (r->types_agree && !e->sure))) {
            e->first = r;
            e->sure = r->types_agree;
            e->declared = r->declared;
        }
    }
    e->sure &= !whole || whole == e->copies;
    e->declared &= !whole || whole == e->copies;
}

static bool has_store(const struct x86_body *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (b->at[i].fact.store_bytes)
            return true;
    return false;
}

/* Returns true if the result of an operation is an address, or a part of one. */
static bool makes_address(const struct x86_body *b, size_t op, uint8_t reg)
{
    for (size_t d = 1; d < b->n; d++) {
        const struct x86_operation *o = &b->at[(op + d) % b->n];
        struct x86_use use[X86_USES];
        int n = x86_uses(&o->step->is, use);
        for (int u = 0; u < n; u++)
            if (use[u].reg == reg && use[u].input == FLOW_ADDRESS)
                return true;
        if (x86_writes(&o->step->is, reg))
            return false;
    }
    return false;
}

/* Returns true for additions and subtractions of data: of floating-point numbers, of packed
 * integers, and subtractions of variables in general registers. Compilers also add and subtract
 * constants by other instructions. */
static bool is_sum_of_data(const struct x86_body *b, size_t op)
{
    const struct x86_operation *o = &b->at[op];
    const struct x86_instruction *i = &o->step->is;
    if (!i->opcode)
        return false;
    const char *name = i->opcode->name + (i->opcode->name[0] == 'v');
    if (o->fact.class == OP_FA || strncmp(name, "psub", 4) == 0)
        return true;
    return strcmp(name, "sub") == 0 && (i->at[0].kind & X86_GENERAL) &&
           !(i->at[1].kind & X86_IMMEDIATE) && !makes_address(b, op, i->at[0].reg);
}

/* Counts the additions of data in a pass, and the subtractions. */
static void count_sums(const struct x86_body *b, int64_t *additions, int64_t *subtractions)
{
    *additions = *subtractions = 0;
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_operation *o = &b->at[i];
        if (!is_sum_of_data(b, i))
            continue;
        const char *name = o->step->is.opcode->name;
        int elements = max_int(o->fact.elements, 1);
        bool adds = strstr(name, "add") != NULL, subtracts = strstr(name, "sub") != NULL;
        *additions += adds ? elements / (1 + subtracts) : 0;
        *subtractions += subtracts ? elements / (1 + adds) : 0;
    }
}

/* Returns true if the pass has at least n additions or none, and the same for subtractions.
 * Requires a loop with stores: another one can subtract the sums of several iterations at once. */
static bool has_sums_of(const struct x86_body *b, int64_t n)
{
    int64_t additions, subtractions;
    count_sums(b, &additions, &subtractions);
    return !has_store(b) ||
           ((additions == 0 || additions >= n) && (subtractions == 0 || subtractions >= n));
}

/* Returns true if each kind of floating-point operation of a pass, if there is one, occurs at least
 * n times. If a pass only adds up values, some of their products can be added by a fused operation
 * and others not. */
static bool has_work_of(const struct x86_body *b, int64_t n)
{
    struct counts work = x86_element_counts(b);
    int64_t fa = work.n[OP_FA], fm = work.n[OP_FM], fma = work.n[OP_FMA];
    if (!has_store(b))
        return (fa + fma == 0 || fa + fma >= n) && (fm + fma == 0 || fm + fma >= n);
    bool enough = (fa == 0 || fa >= n) && (fm == 0 || fm >= n) && (fma == 0 || fma >= n);
    return enough && has_sums_of(b, n);
}

/* Returns true if each store has n copies, or a multiple. Values that an unrolled loop keeps in
 * registers until its next pass are loaded less often. */
static bool stores_repeat(const struct x86_lanes *l, int64_t n)
{
    size_t stores = 0;
    for (size_t i = 0; i < l->n; i++) {
        const struct x86_reference *r = &l->at[i];
        stores += r->store;
        if (r->store && (r->copies == 0 || r->copies % n != 0))
            return false;
    }
    return stores > 0;
}

/* Returns true if a pass can be as many iterations as the code before the loop divides its trip
 * count by. */
static bool count_fits(const struct x86_body *b, const struct evidence *e)
{
    return (x86_divides_lanes(&e->lanes, e->trips.units) ||
            stores_repeat(&e->lanes, e->trips.units)) &&
           has_work_of(b, e->trips.units);
}

/* Returns the greatest divisor of the counted units that all references allow. */
static int64_t greatest_divisor(const struct x86_body *b, const struct evidence *e)
{
    for (int64_t n = e->trips.units; n > 1; n--)
        if (e->trips.units % n == 0 && x86_divides_lanes(&e->lanes, n) && has_work_of(b, n))
            return n;
    return 1;
}

/* Returns true if n iterations of a loop whose index advances by units / n access the elements of a
 * pass: each reference advances by this multiple of a size in an iteration, and each of its
 * iterations accesses one element. */
static bool has_step_of(const struct evidence *e, int64_t n)
{
    int64_t step = e->trips.units / n;
    for (size_t i = 0; i < e->lanes.n; i++) {
        const struct x86_reference *r = &e->lanes.at[i];
        bool parts = r->alike > 1 && r->bytes && r->covered > n * r->bytes;
        if (r->advance % n != 0 || r->advance / n % step != 0 || parts)
            return false;
    }
    return true;
}

static bool is_power_of_two(int64_t n)
{
    return (n & (n - 1)) == 0;
}

/* Returns true if each reference accesses at least n bytes. */
static bool has_bytes_for(const struct x86_lanes *l, int64_t n)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].covered < n)
            return false;
    return true;
}

/* Returns the number of copies if a pass can only be as many iterations or one: compilers unroll by
 * powers of two. An iteration can access several elements, so other numbers are 1 if no other
 * number of iterations has the operations that it needs; 0 = k can be several numbers. */
static int64_t k_without_count(const struct x86_body *b, const struct evidence *e)
{
    int64_t most = 1;
    if (e->lanes.unknown && x86_leaves_gaps(&e->lanes) && has_work_of(b, 2))
        return 0; /* the other accesses may fill the gaps */
    for (int64_t n = 2; n <= e->copies; n++)
        if (e->copies % n == 0 && has_work_of(b, n) && has_bytes_for(&e->lanes, n))
            most = n;
    return most == 1 || (most == e->copies && is_power_of_two(most)) ? most : 0;
}

static const char *contradiction(struct arena *a, const struct evidence *e)
{
    return arena_printf(a,
                        "the loads and stores of a pass are those of %lld iteration%s, but the "
                        "trip count (%s) is divided by "
                        "%lld; set k by kmacstat --unroll=LABEL=K",
                        (long long)e->copies, plural(e->copies), e->trips.what,
                        (long long)e->trips.units);
}

/* Returns k of a loop whose index advances by more than 1: fewer iterations than the trip count is
 * divided by. 0 = the references do not have this step. */
static int64_t k_of_step(const struct x86_body *b, const struct evidence *e)
{
    int64_t k = greatest_divisor(b, e);
    return has_step_of(e, k) && !(x86_leaves_gaps(&e->lanes) && e->lanes.unknown) ? k : 0;
}

/* Returns k, or 0 with the reason why it is unknown. */
static int64_t k_of_evidence(struct arena *a, const struct x86_body *b, const struct evidence *e,
                             const char **why)
{
    int64_t units = e->trips.units, copies = e->copies;
    bool gaps = x86_leaves_gaps(&e->lanes);
    *why = "the operations on the loaded and stored elements do not show their size, and the code "
           "before the loop does not show how the trip count is divided; set k by kmacstat "
           "--unroll=LABEL=K";
    bool work = units == 0 || has_work_of(b, units);
    if (units && units == copies && work)
        return copies;
    if (!units || (!e->trips.is_count && units > copies)) {
        if (!e->sure && !e->declared)
            return 0;
        *why = arena_printf(a,
                            "a pass accesses %lld elements of %lld bytes, which can be several "
                            "iterations or several elements of one; set k by kmacstat "
                            "--unroll=LABEL=K",
                            (long long)copies, (long long)e->first->bytes);
        return k_without_count(b, e);
    }
    if (e->trips.is_count && count_fits(b, e)) {
        *why = contradiction(a, e);
        return e->sure && units > copies && units % copies == 0 && !gaps ? 0 : units;
    }
    if (!e->sure && !e->declared)
        return e->trips.is_count && gaps ? greatest_divisor(b, e) : 0;
    if (copies % units == 0 && x86_divides_lanes(&e->lanes, units) && work)
        return units;
    *why = contradiction(a, e);
    if (e->trips.is_count)
        return k_of_step(b, e);
    bool fits = units % copies == 0 && !(gaps && e->lanes.unknown);
    return !fits ? 0 : has_work_of(b, copies) ? copies : k_without_count(b, e);
}

/* Returns true if a reference, of the stores or of all, accesses more than k elements in a pass. */
static bool accesses_more(const struct x86_lanes *l, int64_t k, bool stores)
{
    bool sized = false;
    for (size_t i = 0; i < l->n; i++) {
        const struct x86_reference *r = &l->at[i];
        if (r->bytes == 0 || r->declared || (stores && !r->store))
            continue;
        if (r->covered > k * r->bytes)
            return true;
        sized = true;
    }
    return stores && !sized && accesses_more(l, k, false);
}

/* Returns true if k is the number of stored elements, and some of them are sums and others
 * differences: an iteration may store several. */
static bool may_store_several(const struct x86_body *b, const struct evidence *e, int64_t k)
{
    bool each = k > 1 && (e->trips.units == 0 || e->trips.units == k);
    return each && !accesses_more(&e->lanes, k, true) && x86_mixes_sums(b);
}

static long common_size(const struct x86_lanes *l)
{
    for (size_t i = 1; i < l->n; i++)
        if (l->at[i].bytes != l->at[0].bytes)
            return 0;
    return (long)l->at[0].bytes;
}

static void k_of_lanes(struct arena *a, const struct x86_body *b, const struct evidence *e,
                       struct x86_unrolled *u)
{
    const char *why;
    int64_t k = k_of_evidence(a, b, e, &why);
    if (k && may_store_several(b, e, k)) {
        why = "some stored elements of a pass are sums, others are differences: an iteration may "
              "store several elements; set k by kmacstat --unroll=LABEL=K";
        k = 0;
    }
    if (k == 0) {
        u->k = missing(why);
        return;
    }
    const struct x86_reference *r = e->first ? e->first : &e->lanes.at[0];
    const char *name = address_text(a, &b->at[r->op]);
    bool covered = !x86_leaves_gaps(&e->lanes);
    u->k = known((double)k);
    u->unit_stride = !e->trips.is_count && covered;
    u->element = covered ? common_size(&e->lanes) : 0;
    int64_t bytes = r->covered / k, count = r->bytes ? r->covered / r->bytes : 0;
    if (count == k && r->covered == r->advance)
        u->how = arena_printf(a, "%s advances by %lld element%s of %lld byte%s a pass", name,
                              (long long)k, plural(k), (long long)r->bytes, plural(r->bytes));
    else
        u->how = arena_printf(
            a, "a pass accesses %lld element%s of %lld byte%s at %s, which advances by %lld bytes",
            (long long)k, plural(k), (long long)bytes, plural(bytes), name, (long long)r->advance);
    if (e->trips.is_count && e->trips.units > 1)
        u->how = arena_printf(a, "%s; the trip count (%s) is divided by %lld", u->how,
                              e->trips.what, (long long)e->trips.units);
}

/* ---- counters ---- */

/* Returns the increment of the register in a pass; 0 = none. */
static int64_t goes_on_by(const struct x86_body *b, uint8_t reg)
{
    const struct x86_sum *s = reg < X86_VECTOR ? &b->last[reg] : NULL;
    bool counts = s && s->n == 1 && s->term[0].root == reg && s->term[0].factor == 1;
    return counts ? llabs(s->plus) : 0;
}

/* Returns the register that is compared or decremented by the last operation that sets flags before
 * a branch; -1 = none. */
static int counter_of(const struct x86_body *b)
{
    int best = -1;
    for (size_t i = b->n; i-- > 0;) {
        struct x86_use use[X86_USES];
        uint8_t def[X86_DEFS];
        bool flags = false;
        int n = x86_defs(&b->at[i].step->is, def);
        for (int d = 0; d < n; d++)
            flags |= def[d] == X86_FLAGS;
        n = flags ? x86_uses(&b->at[i].step->is, use) : 0;
        for (int u = 0; u < n; u++) {
            int64_t by = goes_on_by(b, use[u].reg);
            if (by && (best < 0 || by < goes_on_by(b, (uint8_t)best)))
                best = use[u].reg;
        }
    }
    return best;
}

/* Returns an upper limit of the iterations in a pass: each iteration has at least one operation,
 * and a call in the source loop is executed in each iteration. */
static int64_t most_iterations(const struct x86_body *b)
{
    int64_t most = 0;
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_operation *o = &b->at[i];
        enum x86_control control = x86_control(&o->step->is);
        if (control == X86_CALLS)
            return 1;
        if (control == X86_CONTINUES)
            most += o->fact.elements > 1 ? o->fact.elements : 1;
    }
    return most;
}

static bool has_packed_operation(const struct x86_body *b)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct instruction *f = &b->at[i].fact;
        if (f->elements > 1 && f->class != OP_CLASSES && f->work.base != FORM_ZERO)
            return true;
    }
    return false;
}

static void k_of_counter(struct arena *a, const struct x86_body *b, const struct x86_trips *trips,
                         struct x86_unrolled *u)
{
    char name[X86_NAME];
    int reg = counter_of(b);
    int64_t by = reg < 0 ? 0 : goes_on_by(b, (uint8_t)reg);
    if (by == 0)
        return;
    x86_register_name(reg, name);
    if (!trips->is_count && has_packed_operation(b)) {
        u->k = missing(
            arena_printf(a,
                         "the counter %s of a loop with packed operations may count passes; "
                         "set k by kmacstat --unroll=LABEL=K",
                         name));
        return;
    }
    int64_t k = trips->is_count ? trips->units : by;
    if (k > most_iterations(b)) {
        u->k = missing(arena_printf(a,
                                    "the counter %s advances by %lld a pass, which has fewer "
                                    "operations; set k by kmacstat --unroll=LABEL=K",
                                    name, (long long)k));
        return;
    }
    u->k = known((double)k);
    u->how = arena_printf(a, "%s advances by %lld a pass", name, (long long)by);
    if (k != by)
        u->how = arena_printf(a, "%s; the trip count (%s) is divided by %lld", u->how, trips->what,
                              (long long)k);
}

static void k_of_single_operation(struct arena *a, const struct x86_body *b, struct x86_unrolled *u)
{
    const char *once = x86_once_in_a_pass(b, counter_of(b) >= 0);
    if (!once)
        return;
    u->k = known(1);
    u->how = arena_printf(a, "a pass has %s: the loop is not unrolled", once);
}

/* ---- result ---- */

static bool is_floating(const struct instruction *f)
{
    return f->class == OP_FA || f->class == OP_FM || f->class == OP_FMA || f->class == OP_FMISC ||
           f->class == OP_LFL || f->class == OP_SFL;
}

static int widest(const struct x86_body *b)
{
    int width = 1;
    for (size_t i = 0; i < b->n; i++)
        if (is_floating(&b->at[i].fact) && b->at[i].fact.elements > width)
            width = b->at[i].fact.elements;
    return width;
}

struct x86_unrolled x86_find_k(struct arena *a, const struct x86_body *b,
                               const struct x86_back_edges *back)
{
    struct arena scratch = {0};
    struct x86_unrolled u = {.width = widest(b)};
    struct evidence e = {.lanes = x86_find_lanes(&scratch, b, back),
                         .trips = x86_find_trips(&scratch, b, back)};
    u.k = missing("no address of the loop's loads and stores advances by a constant in each pass, "
                  "there is no counter, and no operation occurs once in a pass; set k by kmacstat "
                  "--unroll=LABEL=K");
    set_copies(&e);
    if (e.lanes.n)
        k_of_lanes(a, b, &e, &u);
    for (int floating = 1; floating >= 0 && !is_known(u.k) && !e.lanes.n; floating--) {
        struct streams s = find_streams(&scratch, b, floating);
        if (s.n)
            k_of_strides(a, b, &s, &u);
    }
    if (!is_known(u.k) && !e.lanes.n)
        k_of_counter(a, b, &e.trips, &u);
    if (!is_known(u.k) && !e.lanes.n)
        k_of_single_operation(a, b, &u);
    arena_free(&scratch);
    return u;
}
