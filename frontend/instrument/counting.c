/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts iterations, and iterations that skip a conditional block. */
#include "frontend/instrument/plan.h"
#include "base/util.h"

#include <inttypes.h>
#include <string.h>

/* MKPAST distinguishes blocks on one line by a multiple of BLOCKS_BEFORE. */
enum { BLOCKS_BEFORE = 1 << 24, BLOCKS_DISTINGUISHED = 127 };

/* ---- trip counts ---- */

/* Functions without side effects, which may be called a second time. */
static const char *const harmless[] = {
    "abs",   "ceiling", "floor", "iabs", "ichar", "idint", "ifix",  "int", "ishft",
    "isign", "lbound",  "len",   "max",  "max0",  "min",   "min0",  "mod", "modulo",
    "nint",  "real",    "shape", "sign", "size",  "sqrt",  "ubound"};

static bool is_harmless(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(harmless); i++)
        if (strcmp(harmless[i], name) == 0)
            return true;
    return false;
}

/* Whether "name (...)" has no side effects. */
static bool is_plain_application(const struct plan *p, const struct expr *e)
{
    if (e->left->kind != EXPR_NAME)
        return false;
    const struct symbol *y = symbol_of(p->symbols, e->left->name);
    enum symbol_kind kind = symbol_applied(y, e);
    if (kind != SYMBOL_INTRINSIC && type_is_float(y->type))
        return false;
    return kind == SYMBOL_INTRINSIC
               ? is_harmless(y->name)
               : (kind == SYMBOL_ARRAY || y->kind == SYMBOL_CONSTANT) && !y->guessed;
}

/* Whether an integer expression may be evaluated twice. */
static bool is_plain(const struct plan *p, const struct expr *e)
{
    if (!e)
        return true;
    switch (e->kind) {
    case EXPR_INTEGER:
        return true;
    case EXPR_NAME:
        return !type_is_float(symbol_of(p->symbols, e->name)->type);
    case EXPR_REAL:
        return false;
    case EXPR_PAREN:
    case EXPR_UNARY:
    case EXPR_MEMBER:
        return is_plain(p, e->left);
    case EXPR_BINARY:
        return is_plain(p, e->left) && is_plain(p, e->right);
    case EXPR_APPLY:
        for (uint32_t i = 0; i < e->n_args; i++)
            if (!is_plain(p, e->args[i]))
                return false;
        return !e->text && is_plain_application(p, e);
    default:
        return false;
    }
}

/* Whether the bounds of the DO are integers that may be evaluated a second time. */
static bool bounds_are_plain(const struct plan *p, const struct stmt *head)
{
    if (head->kind != STMT_DO || type_is_float(symbol_of(p->symbols, head->name)->type))
        return false;
    return is_plain(p, head->control[0]) && is_plain(p, head->control[1]) &&
           is_plain(p, head->control[2]);
}

/* Returns the bound as INTEGER*8, without the name INT, which the unit may redefine. */
static const char *bound_text(const struct plan *p, const struct expr *e)
{
    if (!e || e->kind == EXPR_INTEGER)
        return arena_printf(p->arena, "%" PRId64 "_8", e ? e->integer : 1);
    return arena_printf(p->arena, e->kind == EXPR_NAME ? "%s+0_8" : "(%s)+0_8",
                        expr_text(p->arena, e));
}

static struct line trip_call(const struct plan *p, size_t loop, enum call_of call)
{
    const struct stmt *head = p->unit->at[plan_nest(p, loop)->head];
    return plan_call(p, call, p->loops[loop].region,
                     arena_printf(p->arena, ",%s,%s,%s", bound_text(p, head->control[0]),
                                  bound_text(p, head->control[1]),
                                  bound_text(p, head->control[2])));
}

/* Counts the runs of a loop at its events, and its iterations. */
static void count_trips(struct plan *p, size_t loop)
{
    const struct planned *l = &p->loops[loop];
    struct lines *around = &p->slots[plan_nest(p, l->around)->head].before;
    bool nest = l->around != l->collapsed;
    if (nest || l->passes)
        lines_add(p->arena, around, plan_call(p, CALL_TRIP, l->region, ",1_8,0_8,1_8"));
    if (!l->passes)
        lines_add(p->arena, &p->slots[plan_nest(p, l->collapsed)->head].before,
                  trip_call(p, loop, nest ? CALL_MORE : CALL_TRIP));
}

/* ---- conditional blocks ---- */

/* Returns the call that counts a skipped block r, one of the regions in. */
static struct line skipped_block_line(const struct plan *p, size_t loop, const struct regions *in,
                                      const struct region *r, int n)
{
    long before = 0;
    for (const struct region *other = in->at.at; other < r; other++)
        before += other->line == r->line && before < BLOCKS_DISTINGUISHED;
    return plan_call(p, CALL_PAST, p->loops[loop].region,
                     arena_printf(p->arena, ",%ld,%d", r->line + before * BLOCKS_BEFORE, n));
}

static bool opens_construct(enum stmt_kind k)
{
    return k == STMT_IF_THEN || k == STMT_SELECT_CASE;
}

/* Whether the statement opens an arm with a condition. */
static bool is_condition(const struct stmt *s)
{
    return s->kind == STMT_IF_THEN || s->kind == STMT_ELSE_IF ||
           (s->kind == STMT_CASE && s->n_list > 0);
}

/* Finds the statement before i that opens the construct of i's arm; with condition, the previous
 * arm that has a condition. False if there is none. */
static bool find_before(const struct unit *u, size_t i, bool condition, size_t *found)
{
    if (opens_construct(u->at[i]->kind))
        return false;
    for (int depth = 0;;) {
        const struct stmt *s = u->at[--i];
        depth += s->kind == STMT_END_IF || s->kind == STMT_END_SELECT;
        *found = i;
        if (depth == 0 && (condition ? is_condition(s) : opens_construct(s->kind)))
            return true;
        if (opens_construct(s->kind) && depth-- == 0)
            return false;
    }
}

static void add_skip_after(struct plan *p, size_t loop, const struct regions *in,
                           const struct region *r, size_t i, int n)
{
    lines_add(p->arena, &p->slots[i].after, skipped_block_line(p, loop, in, r, n));
}

/* Counts the skips of an arm of IF or SELECT CASE, or of an ELSE IF or CASE with all that follows
 * it. The latter, and ELSE, are skipped when the previous arm runs. Any other arm is skipped when
 * the construct runs, but neither this arm nor an arm whose condition is tested before. */
static void count_arm(struct plan *p, size_t loop, const struct regions *in, const struct region *r)
{
    const struct unit *u = p->unit;
    size_t first = (size_t)r->first / 2, arm = first - 1, open = arm, before;
    bool rest = is_condition(u->at[first]) && !opens_construct(u->at[first]->kind);
    if (rest || u->at[arm]->kind == STMT_ELSE) {
        if (find_before(u, rest ? first : arm, true, &before))
            add_skip_after(p, loop, in, r, before, 1);
        return;
    }
    find_before(u, arm, false, &open);
    lines_add(p->arena, &p->slots[open].before, skipped_block_line(p, loop, in, r, 1));
    add_skip_after(p, loop, in, r, arm, -1);
    bool more = find_before(u, arm, true, &before);
    if (more && !is_condition(u->at[arm]))
        more = find_before(u, before, true, &before);
    for (; more; more = find_before(u, before, true, &before))
        add_skip_after(p, loop, in, r, before, -1);
}

/* Counts the skips of the action of a logical IF. */
static void count_guarded(struct plan *p, size_t loop, const struct regions *in,
                          const struct region *r)
{
    size_t i = (size_t)r->first / 2;
    for (int l = p->inner[i]; l >= 0 && p->nests.at.at[l].end == i; l = p->nests.at.at[l].parent)
        p->loops[l].ended = true;
    lines_add(p->arena, &p->slots[i].before, skipped_block_line(p, loop, in, r, 1));
    lines_add(p->arena, &p->slots[i].inside, skipped_block_line(p, loop, in, r, -1));
}

/* Returns the region of a jump that has exactly these statements; NULL = none. */
static const struct region *region_at(const struct regions *r, size_t first, size_t last)
{
    int from = position_of(first), to = position_of(last) + 1;
    size_t low = 0, high = r->at.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct region *x = &r->at.at[middle];
        if (x->first < from || (x->first == from && x->last > to))
            low = middle + 1;
        else
            high = middle;
    }
    const struct region *x = low < r->at.n ? &r->at.at[low] : NULL;
    return x && x->first == from && x->last == to && x->construct < 0 ? x : NULL;
}

/* Returns the lines that count the blocks skipped by a jump from statement i to another one. */
static void count_jump(struct plan *p, size_t loop, const struct regions *r, size_t i,
                       struct jump_lines *w, size_t target)
{
    for (struct skipped s = {0}; regions_skipped(r, i, target, &s);) {
        const struct region *over = region_at(r, s.first, s.last);
        if (over)
            lines_add(p->arena, &w->lines, skipped_block_line(p, loop, r, over, 1));
    }
}

/* Counts the blocks skipped by the jumps of statement i. */
static void count_jumps(struct plan *p, size_t loop, const struct regions *r, size_t i)
{
    const struct stmt *s = p->unit->at[i], *t = s->kind == STMT_IF && s->action ? s->action : s;
    const struct nest *n = plan_nest(p, loop);
    struct jump_lines *jumps = ARENA_ARRAY(p->arena, struct jump_lines, t->n_targets + 1);
    size_t target, n_jumps = 0;
    if (t->kind == STMT_CYCLE && i < n->last) {
        count_jump(p, loop, r, i, &jumps[n_jumps++], n->last + 1);
    } else if (t->kind == STMT_GOTO || t->kind == STMT_GOTO_COMPUTED ||
               t->kind == STMT_IF_ARITHMETIC) {
        for (uint32_t k = 0; k < t->n_targets; k++) {
            jumps[n_jumps].label = t->targets[k];
            if (plan_label(p, t->targets[k], &target) && target > i && target <= n->last)
                count_jump(p, loop, r, i, &jumps[n_jumps], target);
            n_jumps++;
        }
    }
    plan_jump_lines(p, i, jumps, n_jumps);
}

static void count_blocks(struct plan *p, size_t loop)
{
    struct regions r = {0};
    const struct nest *n = plan_nest(p, loop);
    regions_find(&r, p->unit, &p->nests, loop);
    for (size_t i = 0; i < r.at.n; i++) {
        const struct region *at = &r.at.at[i];
        if (at->construct >= 0)
            count_arm(p, loop, &r, at);
        else if (at->first % 2)
            count_guarded(p, loop, &r, at);
    }
    for (size_t i = n->head + 1; r.at.n && i <= n->last; i++)
        count_jumps(p, loop, &r, i);
    regions_free(&r);
}

void plan_counting(struct plan *p)
{
    for (size_t i = 0; i < p->nests.at.n; i++) {
        struct planned *l = &p->loops[i];
        const struct stmt *head = p->unit->at[plan_nest(p, i)->head];
        if (!l->region)
            continue;
        l->passes |= l->early || !bounds_are_plain(p, head);
        count_trips(p, i);
        if (l->passes)
            lines_add(p->arena, &p->slots[plan_nest(p, i)->head].after,
                      plan_call(p, CALL_PASS, l->region, ""));
        if (p->nests.at.at[i].innermost)
            count_blocks(p, i);
    }
}
