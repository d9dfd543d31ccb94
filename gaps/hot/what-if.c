/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/what-if.h"

#include "runs/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

/* Adds the size of a cache: "l2=4MB". */
static const char *add_cache(struct arena *a, struct notes *set, const char *text)
{
    static const char wrong[] = "expected trip@LINE=N, block@LINE=N, or CACHE=SIZE, as in l2=4MB";
    const char *equals = strchr(text, '=');
    char *unit;
    double n = equals ? strtod(equals + 1, &unit) : 0;
    if (!equals || equals == text || strchr(text, '@') || !(n > 0) || !isfinite(n) || !*unit)
        return wrong;
    while (*unit == ' ')
        unit++;
    for (int i = 0; i < 2; i++)
        note(a, set, "--what-if=%s\tcache.%.*s.%s=%.17g %s", text, (int)(equals - text), text,
             i ? "effective" : "size", n, unit);
    return NULL;
}

/* Reads "[FILE:]LINE=N". */
static bool read_place(struct arena *a, const char *text, struct nest_change *c)
{
    const char *equals = strrchr(text, '='), *colon = strrchr(text, ':');
    const char *line = colon ? colon + 1 : text;
    char *end;
    if (!equals || line >= equals)
        return false;
    c->file = colon ? arena_printf(a, "%.*s", (int)(colon - text), text) : NULL;
    c->line = strtol(line, &end, 10);
    if (c->line <= 0 || end != equals)
        return false;
    c->n = strtod(equals + 1, &end);
    return end != equals + 1 && !*end && c->n >= 1 && isfinite(c->n) && c->n == floor(c->n);
}

const char *gap_changes_add(struct gap_changes *c, struct arena *a, struct notes *set,
                            const char *text)
{
    static const char *const words[] = {"trip@", "block@"};
    for (int i = 0; i < 2; i++) {
        struct nest_change change = {.text = text, .block = i == 1};
        size_t n = strlen(words[i]);
        if (strncmp(text, words[i], n) != 0)
            continue;
        if (!read_place(a, text + n, &change))
            return "expected a line and a whole number of iterations, as in trip@12=250";
        *ARENA_PUSH(a, c->at, c->n) = change;
        return NULL;
    }
    return add_cache(a, set, text);
}

/* ---- nests ---- */

static bool is_of_file(const struct nest_change *c, const char *file)
{
    if (!c->file)
        return true;
    size_t n = strlen(c->file), all = file ? strlen(file) : 0;
    return all >= n && strcmp(file + all - n, c->file) == 0 &&
           (all == n || file[all - n - 1] == '/');
}

/* Returns the loop of the nest that is changed; -1 = none. */
static int changed_level(const struct nest_change *c, const struct movement *m, const char *file)
{
    int k = is_of_file(c, file) ? m->n_levels - 1 : -1;
    while (k >= 0 && m->levels[k].line != c->line)
        k--;
    return k;
}

bool nest_change_applies(const struct nest_change *c, const struct movement *m, const char *file)
{
    return changed_level(c, m, file) >= 0;
}

static struct movement copy_of(struct arena *a, const struct movement *m)
{
    struct movement copy = *m;
    copy.levels = ARENA_ARRAY(a, struct loop_level, MOVEMENT_LEVELS + 1);
    copy.at = ARENA_ARRAY(a, struct sweep, m->n + 1);
    for (int k = 0; k < m->n_levels; k++)
        copy.levels[k] = m->levels[k];
    for (size_t i = 0; i < m->n; i++) {
        copy.at[i] = m->at[i];
        copy.at[i].strides = ARENA_ARRAY(a, struct quantity, MOVEMENT_LEVELS + 1);
        for (int k = 0; k < m->n_levels; k++)
            copy.at[i].strides[k] = m->at[i].strides[k];
    }
    return copy;
}

/* Removes the outermost loop. */
static void remove_outermost(struct movement *m)
{
    m->n_levels--;
    memmove(m->levels, m->levels + 1, (size_t)m->n_levels * sizeof *m->levels);
    for (size_t i = 0; i < m->n; i++)
        memmove(m->at[i].strides, m->at[i].strides + 1,
                (size_t)m->n_levels * sizeof *m->at[i].strides);
}

/* Adds a loop around the nest, whose iterations are n of loop `of`. */
static void add_outermost(struct movement *m, int of, struct loop_level level, double n)
{
    memmove(m->levels + 1, m->levels, (size_t)m->n_levels * sizeof *m->levels);
    m->levels[0] = level;
    for (size_t i = 0; i < m->n; i++) {
        struct quantity *strides = m->at[i].strides, stride = strides[of];
        memmove(strides + 1, strides, (size_t)m->n_levels * sizeof *strides);
        strides[0] = q_mul(stride, known(n));
    }
    m->n_levels++;
}

/* Divides loop k into blocks of n iterations. An incomplete last block is omitted. */
static void divide_loop(struct movement *m, int k, double n)
{
    struct quantity trip = m->levels[k].trip;
    if (!is_known(trip) || trip.value <= n)
        return;
    if (m->n_levels == MOVEMENT_LEVELS) {
        remove_outermost(m);
        k--;
    }
    if (k < 0)
        return;
    struct loop_level blocks = {.line = m->levels[k].line, .trip = known(floor(trip.value / n))};
    m->levels[k].trip = known(n);
    add_outermost(m, k, blocks, n);
}

const struct movement *movement_changed(struct arena *a, const struct movement *m,
                                        const struct gap_changes *c, const char *file,
                                        double passes)
{
    struct movement *to = NULL;
    for (size_t i = 0; i < c->n; i++) {
        const struct nest_change *change = &c->at[i];
        int k = changed_level(change, to ? to : m, file);
        if (k < 0)
            continue;
        if (!to) {
            to = ARENA_NEW(a, struct movement);
            *to = copy_of(a, m);
        }
        double n = k + 1 == to->n_levels ? change->n / passes : change->n;
        if (change->block)
            divide_loop(to, k, n);
        else
            to->levels[k].trip = known(n);
    }
    return to ? to : m;
}
