/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/builds.h"
#include "gaps/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the compared runs ---- */

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static struct build_group *group_of(struct build_group *list, size_t *n, const struct gap_run *r)
{
    for (size_t i = 0; i < *n; i++)
        if (same_text(list[i].machine, r->machine) && list[i].processors == r->processors)
            return &list[i];
    list[*n] = (struct build_group){.machine = r->machine, .processors = r->processors};
    return &list[(*n)++];
}

struct build_group *build_groups(struct arena *a, const struct gap_table *t, size_t *n)
{
    struct build_group *list = ARENA_ARRAY(a, struct build_group, t->n + 1);
    size_t all = 0;
    bool data = table_has_data(t);
    for (size_t i = 0, end; i < t->n; i = end) {
        end = gap_repeated_end(t, i);
        if (t->at[i].run && !gap_is_compared(t, &t->at[i]))
            continue;
        struct build_group *g = group_of(list, &all, &t->at[i]);
        g->repeated |= end > i + 1;
        g->data = data;
        if (g->n < BUILDS_MOST)
            g->at[g->n++] = &t->at[gap_median_run(a, t, i, end)];
        else
            g->left_out++;
    }
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if (list[i].n > 1)
            list[(*n)++] = list[i];
    return list;
}

/* ---- ladders in each build ---- */

static const char *base_name(const char *loop)
{
    const char *slash = strrchr(loop, '/');
    return slash ? slash + 1 : loop;
}

/* Returns the row of a loop by its full name or, if there is none, by its name without directories.
 * near: the probable index. */
static const struct gap_loop *find_loop(const struct gap_run *r, const char *loop, size_t near)
{
    const struct gap_loop *same_base_name = NULL;
    if (near < r->n && strcmp(r->loops[near].loop, loop) == 0)
        return &r->loops[near];
    for (size_t i = 0; i < r->n; i++) {
        if (strcmp(r->loops[i].loop, loop) == 0)
            return &r->loops[i];
        if (!same_base_name && strcmp(base_name(r->loops[i].loop), base_name(loop)) == 0)
            same_base_name = &r->loops[i];
    }
    return same_base_name;
}

/* Returns the row in build b of the loop with index at in the first build. */
static const struct gap_loop *row_in(const struct build_group *g, size_t b, size_t at)
{
    return find_loop(g->at[b], g->at[0]->loops[at].loop, at);
}

static void set_unit(struct build_ladders *l)
{
    static const char *const names[] = {"kcycles", "Mcycles", "Gcycles"};
    double most = 0;
    for (size_t b = 0; b < l->n; b++)
        most = fmax(most, l->whole[b]);
    l->unit = 1;
    l->unit_name = l->cycles ? "cycles" : "CPL";
    for (int i = 0; l->cycles && i < 3 && most >= 999.5 * l->unit; i++) {
        l->unit *= 1e3;
        l->unit_name = names[i];
    }
    most /= l->unit;
    l->digits = most >= 99.95 || most <= 0 ? 0 : most >= 9.995 ? 1 : 2;
}

static void set_stacks(struct build_ladders *l)
{
    for (size_t b = 0; b < l->n; b++) {
        int whole = build_measured(l);
        while (whole > 0 && !is_known(l->bar[b].level[whole]))
            whole--;
        l->stack[b] = bar_stack(&l->bar[b], whole);
        l->whole[b] = l->stack[b].missing ? 0 : l->bar[b].level[whole].value;
    }
    set_unit(l);
}

int build_measured(const struct build_ladders *l)
{
    return ladder_level(l->data, LEVEL_MEASURED);
}

static struct build_ladders new_ladders(const struct build_group *g, const char *title)
{
    return (struct build_ladders){
        .title = title, .data = g->data, .levels = ladder_levels(g->data), .n = g->n};
}

struct build_ladders loop_ladders(const struct build_group *g, const char *title, size_t at)
{
    struct build_ladders l = new_ladders(g, title);
    for (size_t b = 0; b < g->n; b++) {
        const struct gap_loop *row = row_in(g, b, at);
        if (row)
            l.bar[b] = ladder_step_bar(l.data, row);
        else
            for (int i = 0; i < l.levels; i++)
                l.bar[b].level[i] = missing("not in this build");
    }
    set_stacks(&l);
    return l;
}

/* Returns whether the loop was measured and has all rungs in every build. */
static bool is_complete(const struct build_group *g, size_t at)
{
    for (size_t b = 0; b < g->n; b++) {
        const struct gap_loop *row = row_in(g, b, at);
        if (!row || !gap_adds_up(row) || !is_known(row->iterations))
            return false;
        struct bar bar = ladder_bar(row);
        for (int i = 0; i < LEVELS; i++)
            if (!is_known(bar.level[i]))
                return false;
    }
    return true;
}

struct build_ladders program_ladders(struct arena *a, const struct build_group *g, size_t *loops)
{
    struct build_ladders l = new_ladders(g, NULL);
    l.cycles = true;
    *loops = 0;
    for (size_t i = 0; i < g->at[0]->n; i++) {
        if (!is_complete(g, i))
            continue;
        ++*loops;
        for (size_t b = 0; b < g->n; b++) {
            const struct gap_loop *row = row_in(g, b, i);
            struct bar bar = ladder_step_bar(l.data, row);
            for (int k = 0; k < l.levels; k++)
                l.bar[b].level[k] = q_add(l.bar[b].level[k], q_mul(bar.level[k], row->iterations));
        }
    }
    l.title = arena_printf(a, "all %zu loops that every build measured", *loops);
    set_stacks(&l);
    return l;
}

/* ---- the summary ---- */

struct quantity build_step(const struct build_ladders *l, size_t b, int level)
{
    const struct bar *bar = &l->bar[b];
    return level ? q_sub(bar->level[level], bar->level[level - 1]) : bar->level[0];
}

struct quantity build_difference_of(const struct build_ladders *l, struct quantity now,
                                    struct quantity before)
{
    struct quantity by = q_sub(now, before);
    double most = 0;
    for (size_t b = 0; b < l->n; b++)
        most = fmax(most, l->whole[b]);
    if (is_known(by) && fabs(by.value) <= 1e-9 * most)
        by.value = 0;
    return by;
}

struct quantity build_change(const struct build_ladders *l, size_t from, size_t to, int level)
{
    return build_difference_of(l, build_step(l, to, level), build_step(l, from, level));
}

bool build_matters(const struct build_ladders *l, size_t from, struct quantity change)
{
    return is_known(change) && fabs(change.value) > 0.005 * l->whole[from];
}

/* Returns the change of the parts that are unknown in one of the two builds: "; C+S -2"; "" = none.
 */
static const char *undivided_change(struct arena *a, const struct build_ladders *l, size_t to)
{
    int whole = build_measured(l);
    struct quantity rest = build_difference_of(l, l->bar[to].level[whole], l->bar[0].level[whole]);
    const char *names = "";
    for (int i = 0; i < l->levels; i++) {
        struct quantity by = build_change(l, 0, to, i);
        if (is_known(by))
            rest.value -= by.value;
        else
            names = arena_printf(a, "%s%s%s", names, *names ? "+" : "",
                                 ladder_step_key(l->data, i).letter);
    }
    return *names ? arena_printf(a, "; %s %s", names, change_text(a, rest.value / l->unit)) : "";
}

const char *build_summary(struct arena *a, const struct build_group *g,
                          const struct build_ladders *l, size_t to)
{
    const char *names[2] = {g->at[0]->build, g->at[to]->build}, *text;
    int whole = build_measured(l);
    struct quantity was = l->bar[0].level[whole], is = l->bar[to].level[whole];
    bool listed[BAR_LEVELS] = {false};
    if (!is_known(was) || !is_known(is) || !(was.value > 0))
        return arena_printf(a, "%s compared with %s: not measured in both builds", names[1],
                            names[0]);
    double part = (is.value - was.value) / was.value * 100;
    text = arena_printf(a, "%s compared with %s: %s to %s (%s%.0f %%)", names[1], names[0],
                        number_text(a, was.value / l->unit),
                        arena_printf(a, "%s %s", number_text(a, is.value / l->unit), l->unit_name),
                        part < 0 ? TEXT_MINUS : "+", fabs(part));
    for (int n = 0; n < l->levels; n++) {
        int most = -1;
        for (int i = 0; i < l->levels; i++)
            if (!listed[i] && build_matters(l, 0, build_change(l, 0, to, i)) &&
                (most < 0 ||
                 fabs(build_change(l, 0, to, i).value) > fabs(build_change(l, 0, to, most).value)))
                most = i;
        if (most < 0)
            break;
        listed[most] = true;
        text = arena_printf(a, "%s%s %s %s", text, n ? "," : ":",
                            ladder_step_key(l->data, most).letter,
                            change_text(a, build_change(l, 0, to, most).value / l->unit));
    }
    return arena_printf(a, "%s%s", text, undivided_change(a, l, to));
}

/* ---- the compared loops ---- */

double build_difference(const struct build_group *g, size_t at)
{
    double low = INFINITY, high = 0;
    for (size_t b = 0; b < g->n; b++) {
        const struct gap_loop *row = row_in(g, b, at);
        double cycles = row && is_known(row->cycles) ? row->cycles.value : 0;
        if (cycles > 0) {
            low = fmin(low, cycles);
            high = fmax(high, cycles);
        }
    }
    return high > low ? high - low : 0;
}

bool in_two_builds(const struct build_group *g, size_t at)
{
    size_t n = 0;
    for (size_t b = 0; b < g->n; b++) {
        const struct gap_loop *row = row_in(g, b, at);
        n += row && (is_known(row->cpl.measured) || is_known(row->cpl.mac));
    }
    return n > 1;
}
