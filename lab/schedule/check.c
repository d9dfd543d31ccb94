/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that each result is complete before anything reads it. From each producer, in each state
 * of pending branches in which it may run, follows all paths while its result is pending. A path
 * ends where the result is overwritten. */
#include "lab/schedule/effects.h"
#include "base/util.h"
#include "lab/schedule/paths.h"
#include "lab/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

typedef ARRAY(struct step) step_list;

struct state {
    struct step step;
    struct state *more;
};

struct checker {
    const struct lab_text *t;
    const struct machine *m;
    struct jump_targets jump_targets;
    struct effects *effects; /* two a pair: left, right */
    struct state **states;   /* possible states of each pair */
    lab_hazards *found;
    /* the result that is followed */
    uint32_t pair;
    bool left;
    const struct lab_inst *producer;
    int row; /* register of the result; ROW_LENGTH = the producer's use of a port */
    step_list at, next;
};

static const struct lab_inst *half_of(const struct checker *c, uint32_t pair, bool left)
{
    const struct lab_pair *p = &c->t->pairs.at[pair];
    return left ? &p->left : &p->right;
}

/* ---- states ---- */

static bool add_state(struct arena *a, struct checker *c, const struct step *x)
{
    for (const struct state *s = c->states[x->pair]; s; s = s->more)
        if (step_equal(&s->step, x))
            return false;
    struct state *s = ARENA_NEW(a, struct state);
    *s = (struct state){*x, c->states[x->pair]};
    c->states[x->pair] = s;
    return true;
}

/* Adds all states that follow those of the list, and empties the list. */
static void propagate_states(struct arena *a, struct checker *c, step_list *open)
{
    while (open->n) {
        struct step at = open->at[--open->n], next[STEP_SUCCESSORS];
        int n = find_next_steps(&c->jump_targets, &at, next);
        for (int i = 0; i < n; i++)
            if (add_state(a, c, &next[i]))
                *array_push(open) = next[i];
    }
}

static void add_entry_state(struct arena *a, struct checker *c, step_list *open, uint32_t pair)
{
    struct step s = step_at_pair(pair);
    if (pair < c->t->pairs.n && add_state(a, c, &s))
        *array_push(open) = s;
}

enum { ENTRY_PAIRS = 2, CALL_PAIRS = 4 };

/* Adds the entry points of a text: its labels, the third pair of a procedure, and the returns of
 * calls. Pairs without a predecessor count as entry points: a jump by a register may reach them. */
static void find_states(struct arena *a, struct checker *c)
{
    step_list open = {0};
    for (size_t i = 0; i < c->t->labels.n; i++) {
        const struct lab_label *l = &c->t->labels.at[i];
        size_t n = strlen(l->name);
        add_entry_state(a, c, &open, l->pair);
        if (n > 4 && strcmp(l->name + n - 4, "$TXT") == 0)
            add_entry_state(a, c, &open, l->pair + ENTRY_PAIRS);
    }
    for (uint32_t p = 0; p < c->t->pairs.n; p++)
        if (c->t->pairs.at[p].right.op == LAB_JSR)
            add_entry_state(a, c, &open, p + CALL_PAIRS);
    propagate_states(a, c, &open);
    for (uint32_t p = 0; p < c->t->pairs.n; p++)
        if (!c->states[p]) {
            add_entry_state(a, c, &open, p);
            propagate_states(a, c, &open);
        }
    array_free(&open);
}

/* ---- a producer and the pairs after it ---- */

static void add_step(step_list *s, const struct step *x)
{
    for (size_t i = 0; i < s->n; i++)
        if (step_equal(&s->at[i], x))
            return;
    *array_push(s) = *x;
}

static void report_hazard(struct checker *c, const struct lab_hazard *h)
{
    for (size_t i = c->found->n; i > 0; i--) {
        const struct lab_hazard *o = &c->found->at[i - 1];
        if (o->producer != h->producer)
            break;
        if (o->consumer == h->consumer && o->source == h->source && o->port == h->port &&
            o->left_producer == h->left_producer && o->left_consumer == h->left_consumer)
            return;
    }
    *array_push(c->found) = *h;
}

/* Reports one half, `distance` pairs after the producer, if it consumes the result too early. */
static void check_consumer(struct checker *c, uint32_t pair, bool left, int distance)
{
    const struct lab_inst *i = half_of(c, pair, left);
    const struct effects *e = &c->effects[2 * pair + !left];
    struct lab_hazard h = {.producer = c->pair,
                           .consumer = pair,
                           .left_producer = c->left,
                           .left_consumer = left,
                           .distance = distance};
    if (c->row == ROW_LENGTH) {
        h.port = true;
        h.least = lab_port_distance(c->m, c->producer, i);
        if (distance < h.least)
            report_hazard(c, &h);
        return;
    }
    for (int k = 0; k < e->n_uses; k++) {
        h.source = e->uses[k].source;
        h.least = lab_distance(c->m, c->producer, i, h.source);
        if (e->uses[k].reg == c->row && distance < h.least)
            report_hazard(c, &h);
    }
}

/* Returns whether that half writes the row. Reports a hazard if its result comes before the
 * result that it overwrites. */
static bool overwrites(struct checker *c, uint32_t pair, bool left, int distance)
{
    const struct lab_inst *i = half_of(c, pair, left);
    const struct effects *e = &c->effects[2 * pair + !left];
    struct lab_hazard h = {.producer = c->pair,
                           .consumer = pair,
                           .source = LAB_WRITES,
                           .left_producer = c->left,
                           .left_consumer = left,
                           .distance = distance};
    for (int k = 0; k < e->n_writes; k++) {
        if (e->writes[k] != c->row)
            continue;
        h.least = lab_latency(c->m, c->producer) - lab_latency(c->m, i) + 1;
        if (distance < h.least)
            report_hazard(c, &h);
        return true;
    }
    return false;
}

/* Checks both halves. Returns whether the result is overwritten; a move between units in that pair
 * reads the new value. */
static bool check_consumer_pair(struct checker *c, uint32_t pair, int distance)
{
    bool moves = half_of(c, pair, false)->op == LAB_MOVB8;
    check_consumer(c, pair, true, distance);
    if (!moves)
        check_consumer(c, pair, false, distance);
    bool over = overwrites(c, pair, true, distance);
    if (moves && !over)
        check_consumer(c, pair, false, distance);
    return overwrites(c, pair, false, distance) || over;
}

/* Moves one pair forward on all paths. */
static void advance_paths(struct checker *c, int distance)
{
    c->next.n = 0;
    for (size_t k = 0; k < c->at.n; k++) {
        const struct step *s = &c->at.at[k];
        if (!(s->quashed & 1) && check_consumer_pair(c, s->pair, distance))
            continue;
        struct step next[STEP_SUCCESSORS];
        int n = find_next_steps(&c->jump_targets, s, next);
        for (int i = 0; i < n; i++)
            add_step(&c->next, &next[i]);
    }
    step_list swap = c->at;
    c->at = c->next;
    c->next = swap;
}

/* Checks the producer's own pair. The other half reads the old value, except a move between units,
 * which reads the new one. Returns whether the result remains: if both halves write a register,
 * the value of the right half remains. */
static bool check_producer_pair(struct checker *c)
{
    bool other = !c->left;
    const struct lab_inst *i = half_of(c, c->pair, other);
    if (c->row == ROW_LENGTH || i->op == LAB_MOVB8)
        check_consumer(c, c->pair, other, 0);
    return !(c->left && c->row != ROW_LENGTH && overwrites(c, c->pair, other, 0));
}

/* Follows one result of the half: the register row, or the port. */
static void follow_result(struct checker *c, int row, int reach)
{
    c->row = row;
    if (!check_producer_pair(c))
        return;
    c->at.n = 0;
    for (const struct state *s = c->states[c->pair]; s; s = s->more) {
        struct step next[STEP_SUCCESSORS];
        int n = s->step.quashed & 1 ? 0 : find_next_steps(&c->jump_targets, &s->step, next);
        for (int i = 0; i < n; i++)
            add_step(&c->at, &next[i]);
    }
    for (int distance = 1; distance < reach && c->at.n; distance++)
        advance_paths(c, distance);
}

static void check_half(struct checker *c, uint32_t pair, bool left)
{
    const struct effects *e = &c->effects[2 * pair + !left];
    c->pair = pair;
    c->left = left;
    c->producer = half_of(c, pair, left);
    int reach = lab_reach(c->m, c->producer);
    for (int i = 0; i < e->n_writes; i++)
        follow_result(c, e->writes[i], reach);
    if (lab_uses_port(c->producer))
        follow_result(c, ROW_LENGTH, reach);
}

static int by_position(const void *x, const void *y)
{
    const struct lab_hazard *a = x, *b = y;
    const long long order[][2] = {{a->producer, b->producer},
                                  {a->consumer, b->consumer},
                                  {!a->left_producer, !b->left_producer},
                                  {!a->left_consumer, !b->left_consumer},
                                  {a->source, b->source},
                                  {a->port, b->port}};
    for (size_t i = 0; i < COUNT_OF(order); i++)
        if (order[i][0] != order[i][1])
            return order[i][0] < order[i][1] ? -1 : 1;
    return 0;
}

void lab_check(const struct lab_text *t, const struct machine *m, lab_hazards *found)
{
    struct arena a = {0};
    struct checker c = {.t = t, .m = m, .found = found};
    c.jump_targets = find_jump_targets(&a, t);
    c.effects = ARENA_ARRAY(&a, struct effects, 2 * t->pairs.n);
    c.states = ARENA_ARRAY(&a, struct state *, t->pairs.n);
    for (uint32_t p = 0; p < t->pairs.n; p++) {
        c.effects[2 * p] = effects_of(&t->pairs.at[p].left);
        c.effects[2 * p + 1] = effects_of(&t->pairs.at[p].right);
    }
    find_states(&a, &c);
    for (uint32_t p = 0; p < t->pairs.n; p++) {
        check_half(&c, p, true);
        check_half(&c, p, false);
    }
    array_sort(found, by_position);
    array_free(&c.at);
    array_free(&c.next);
    arena_free(&a);
}

/* ---- messages ---- */

static const char *register_text(struct arena *a, const struct lab_hazard *h,
                                 const struct lab_inst *consumer)
{
    lab_reg r = h->source == LAB_READS_BASE                           ? consumer->base
                : h->source == LAB_READS_D || h->source == LAB_WRITES ? consumer->d
                                                                      : consumer->s[h->source];
    static const char *const special[] = {"%sp", "%fp", "%cp", "%rc"};
    uint32_t n = lab_reg_number(r);
    if (lab_reg_unit(r) == LAB_CEU && n >= LAB_SP && n - LAB_SP < 4)
        return special[n - LAB_SP];
    return arena_printf(a, "%%%c%u", "?fic?"[lab_reg_unit(r)], (unsigned)n);
}

const char *lab_hazard_text(struct arena *a, const struct lab_text *t, const struct lab_hazard *h)
{
    const struct lab_pair *p = &t->pairs.at[h->producer], *q = &t->pairs.at[h->consumer];
    const struct lab_inst *from = h->left_producer ? &p->left : &p->right;
    const struct lab_inst *to = h->left_consumer ? &q->left : &q->right;
    const char *distance = h->distance == 0   ? "in the pair of"
                           : h->distance == 1 ? "in the pair after"
                                              : arena_printf(a, "%d pairs after", h->distance);
    const char *first = lab_operation(from->op)->mnemonic,
               *second = lab_operation(to->op)->mnemonic;
    if (h->port)
        return arena_printf(a, "%s is %s %s: both use FPU{C}; %d pairs are needed", second,
                            distance, first, h->least);
    if (h->source == LAB_READS_CONDITION)
        return arena_printf(a, "%s reads the condition %s the %s that sets it; %d pairs are needed",
                            second, distance, first, h->least);
    if (h->source == LAB_WRITES)
        return arena_printf(a,
                            "%s writes %s %s a %s whose write must come first; %d pairs "
                            "are needed",
                            second, register_text(a, h, to), distance, first, h->least);
    return arena_printf(a, "%s reads %s %s the %s that writes it; %d pairs are needed", second,
                        register_text(a, h, to), distance, first, h->least);
}
