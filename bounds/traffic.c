/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/traffic.h"
#include "base/util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEEPS_MOST = 400, /* references of a loop whose pairs are analysed */
    KEPT_MOST = 6,     /* windows of a reference */
};

/* The windows of a reference that are in the cache. */
struct cached_windows {
    const struct window *kept[KEPT_MOST];
    int n;

    double misses;       /* per iteration */
    const char *blocked; /* why windows of outer loops are unknown */
};
struct traffic_search {
    struct arena *arena;
    const struct movement *m;
    double line;
    struct cached_windows *at; /* of each sweep */
    ARRAY(struct window) all;
    double used;
    double *room; /* scratch: bytes of each sweep */
};
/* A pair during the search for its distance. */
struct pair {
    struct traffic_search *f;
    int from, to, level;
    double distance[MOVEMENT_LEVELS]; /* per level */
    struct window best[3];            /* window before, at, after the element */
    bool found[3];
};

int cache_levels(const struct machine *m, struct cache_level *of)
{
    for (int i = 0; i < m->n_caches; i++) {
        const struct machine_cache *c = &m->caches[i];
        of[i] = (struct cache_level){c->name, c->bytes * (double)c->user_ways / (double)c->ways,
                                     c->line_bytes};
    }
    return m->n_caches;
}

/* ---- sizes ---- */

static double stride_of(const struct sweep *s, int level)
{
    return s->strides[level].value;
}

static double line_of(const struct traffic_search *f, const struct sweep *s)
{
    return f->line > s->bytes ? f->line : s->bytes;
}

static double whole_lines(double bytes, double line)
{
    double n = ceil(bytes / line - 1e-9);
    return (n > 1 ? n : 1) * line;
}

/* Returns the number of elements that the loops inside the level access. */
static double elements_inside(const struct traffic_search *f, const struct sweep *s, int level)
{
    double n = 1;
    for (int k = level + 1; k < f->m->n_levels; k++)
        if (stride_of(s, k) != 0)
            n *= f->m->levels[k].trip.value;
    return n;
}

/* Returns the loop inside the level with the smallest stride above that of the last one. */
static int next_stride(const struct traffic_search *f, const struct sweep *s, int level,
                       const bool *taken)
{
    int best = -1;
    for (int k = level + 1; k < f->m->n_levels; k++)
        if (!taken[k] && stride_of(s, k) != 0 &&
            (best < 0 || fabs(stride_of(s, k)) < fabs(stride_of(s, best))))
            best = k;
    return best;
}

/* Returns the bytes of the lines that the loops inside the level access. */
static double footprint(const struct traffic_search *f, const struct sweep *s, int level)
{
    bool taken[MOVEMENT_LEVELS] = {false};
    double line = line_of(f, s), run = s->bytes, runs = 1;
    for (int k; (k = next_stride(f, s, level, taken)) >= 0; taken[k] = true) {
        double stride = fabs(stride_of(s, k)), trip = f->m->levels[k].trip.value;
        if (stride <= (run > line ? run : line) && runs == 1)
            run += stride * (trip - 1);
        else
            runs *= trip;
    }
    return runs * whole_lines(run, line);
}

static double window_bytes(const struct pair *p)
{
    const struct traffic_search *f = p->f;
    const struct sweep *s = &f->m->at[p->from];
    double line = line_of(f, s), inside = elements_inside(f, s, p->level);
    if (inside <= 1) {
        double step = fabs(stride_of(s, p->level));
        return whole_lines(p->distance[p->level] * (step < line ? step : line), line);
    }
    double elements = p->distance[p->level] * inside;
    for (int k = p->level + 1; k < f->m->n_levels; k++)
        if (stride_of(s, k) != 0)
            elements += p->distance[k] * elements_inside(f, s, k);
    return whole_lines(footprint(f, s, p->level) * (elements > 1 ? elements : 1) / inside, line);
}

/* ---- pairs ---- */

static void offer_distance(struct pair *p, double apart)
{
    const struct traffic_search *f = p->f;
    if (fabs(apart) >= line_of(f, &f->m->at[p->to]))
        return;
    int side = apart < 0 ? 0 : apart == 0 ? 1 : 2;
    bool now = p->level == f->m->n_levels;
    struct window w = {.from = p->from,
                       .to = p->to,
                       .level = p->level,

                       .apart = apart,
                       .bytes = now ? 0 : window_bytes(p),
                       .state = WINDOW_USELESS};
    const struct window *b = &p->best[side];
    for (int k = 0; k < f->m->n_levels; k++)
        w.distance[k] = (long)p->distance[k];
    if (!p->found[side] || fabs(apart) < fabs(b->apart) ||
        (apart == b->apart && w.bytes < b->bytes))
        p->best[side] = w;
    p->found[side] = true;
}

/* Tries the distances, from the loop of the pair's level inward, that bring the two within a line,
 * longest stride first. rest: remaining bytes between them. */
static void try_rest(struct pair *p, double rest, const bool *taken)
{
    const struct traffic_search *f = p->f;
    const struct sweep *s = &f->m->at[p->to];
    bool now[MOVEMENT_LEVELS];
    int longest = -1;
    for (int k = p->level; k < f->m->n_levels; k++)
        if (!taken[k] && stride_of(s, k) != 0 &&
            (longest < 0 || fabs(stride_of(s, k)) > fabs(stride_of(s, longest))))
            longest = k;
    if (longest < 0) {
        offer_distance(p, rest);
        return;
    }
    memcpy(now, taken, sizeof now);
    now[longest] = true;
    const struct quantity trip = f->m->levels[longest].trip;
    double step = stride_of(s, longest), most = is_known(trip) ? trip.value - 1 : 1e15;
    double low = floor(rest / step);
    for (int up = 0; up < 2; up++) {
        double d = low + up;
        if (fabs(d) > most || (longest == p->level && d < 1))
            continue;
        p->distance[longest] = d;
        try_rest(p, rest - step * d, now);
        p->distance[longest] = 0;
    }
}

static void keep_pair(struct pair *p)
{
    for (int i = 0; i < 3; i++)
        if (p->found[i])
            *array_push(&p->f->all) = p->best[i];
}

/* Finds the windows of a pair that a loop carries: from one of its iterations to the next, and at
 * the distance where the two coincide. */
static void find_carried(struct traffic_search *f, int from, int to, int level)
{
    struct pair p = {.f = f, .from = from, .to = to, .level = level};
    bool taken[MOVEMENT_LEVELS] = {false};
    double apart = f->m->at[from].offset - f->m->at[to].offset;
    double step = stride_of(&f->m->at[to], level);
    if (step != 0 && from != to)
        try_rest(&p, apart, taken);
    taken[level] = true;
    for (int d = 1; d <= (from == to && step != 0 ? 2 : 1); d++) { /* x(i + 2*j): 2 of i, -1 of j */
        p.distance[level] = d;
        try_rest(&p, apart - d * step, taken);
    }
    keep_pair(&p);
}

static void find_same_iteration(struct traffic_search *f, int from, int to)
{
    struct pair p = {.f = f, .from = from, .to = to, .level = f->m->n_levels};
    offer_distance(&p, f->m->at[from].offset - f->m->at[to].offset);
    keep_pair(&p);
}

/* Returns NULL, or the reason why the windows of the level are unknown. */
static const char *unknown_reason(const struct traffic_search *f, const struct sweep *s, int level)
{
    if (!is_known(s->strides[level]))
        return s->strides[level].missing;
    return level + 1 < f->m->n_levels ? f->m->levels[level + 1].trip.missing : NULL;
}

static void find_pairs(struct traffic_search *f, int to)
{
    int n = (int)f->m->n;
    for (int from = 0; from < to; from++)
        if (f->m->at[from].group == f->m->at[to].group)
            find_same_iteration(f, from, to);
    for (int level = f->m->n_levels; level-- > 0;) {
        const struct quantity trip = f->m->levels[level].trip;
        f->at[to].blocked = unknown_reason(f, &f->m->at[to], level);
        if (f->at[to].blocked)
            return;
        for (int from = 0; from < n && !(is_known(trip) && trip.value <= 1); from++)
            if (f->m->at[from].group == f->m->at[to].group)
                find_carried(f, from, to, level);
    }
}

/* ---- selection of windows for the cache ---- */

/* Returns true if the first of the pair is in the iteration space when the second is at the point.
 * A point has, per level, the smallest iteration of an interval of equal behaviour. */
static bool window_applies(const struct traffic_search *f, const struct window *w,
                           const double *point)
{
    for (int k = w->level; k < f->m->n_levels; k++) {
        const struct quantity trip = f->m->levels[k].trip;
        double before = point[k] - (double)w->distance[k];
        if (before < 0 || (is_known(trip) && before >= trip.value))
            return false;
    }
    return true;
}

/* Returns the misses at a point. A line boundary is between the nearest cached elements before and
 * after in (before + after - line) of `line` cases. */
static double misses_at(const struct traffic_search *f, int to, const struct cached_windows *s,
                        const double *point)
{
    double line = line_of(f, &f->m->at[to]), before = line, after = line;
    for (int i = 0; i < s->n; i++) {
        const struct window *w = s->kept[i];
        if (!window_applies(f, w, point))
            continue;
        before = w->apart <= 0 && -w->apart < before ? -w->apart : before;
        after = w->apart >= 0 && w->apart < after ? w->apart : after;
    }
    return before + after > line ? (before + after - line) / line : 0;
}

/* Returns the end of the interval of iterations after `at`: where a window of s begins or ends to
 * apply. */
static double interval_end(const struct traffic_search *f, const struct cached_windows *s,
                           int level, double at)
{
    const struct quantity trip = f->m->levels[level].trip;
    double end = is_known(trip) ? trip.value : HUGE_VAL;
    for (int i = 0; i < s->n; i++) {
        double d = (double)s->kept[i]->distance[level];
        double edge = d >= 0 ? d : is_known(trip) ? trip.value + d : HUGE_VAL;
        if (s->kept[i]->level <= level && edge > at && edge < end)
            end = edge;
    }
    return end;
}

/* Returns the mean misses over the levels from this one inward. A loop of unknown length is assumed
 * to be in its last interval. */
static double mean_misses(const struct traffic_search *f, int to, const struct cached_windows *s,
                          int level, double *point)
{
    if (level == f->m->n_levels)
        return misses_at(f, to, s, point);
    double sum = 0, end;
    const struct quantity trip = f->m->levels[level].trip;
    for (double at = 0; !is_known(trip) || at < trip.value; at = end) {
        end = interval_end(f, s, level, at);
        point[level] = at;
        if (end == HUGE_VAL)
            return mean_misses(f, to, s, level + 1, point);
        if (is_known(trip))
            sum += (end - at) / trip.value * mean_misses(f, to, s, level + 1, point);
    }
    return sum;
}

static double misses_of(const struct traffic_search *f, int to, const struct cached_windows *s)
{
    double point[MOVEMENT_LEVELS] = {0};
    return mean_misses(f, to, s, 0, point);
}

/* Returns the windows of the reference plus the window w. */
static struct cached_windows with_window(const struct traffic_search *f, const struct window *w)
{
    struct cached_windows s = f->at[w->to];
    if (s.n < KEPT_MOST)
        s.kept[s.n++] = w;
    s.misses = misses_of(f, w->to, &s);

    return s;
}

/* Returns true for the same element: other windows of the reference need no space of their own. */
static bool replaces(const struct window *w, const struct window *other)
{
    return w->apart == 0 && other->to == w->to && other->state == WINDOW_HELD;
}

/* Returns the bytes of all cached windows including w. Windows that begin at one reference are
 * nested: each contains its most recent elements. */
static double bytes_with(struct traffic_search *f, const struct window *w)
{
    double sum = 0;
    for (size_t i = 0; i < f->m->n; i++)
        f->room[i] = 0;
    f->room[w->from] = w->bytes;
    for (const struct window *k = f->all.at; k < w; k++)
        if (k->state == WINDOW_HELD && !replaces(w, k) && k->bytes > f->room[k->from])
            f->room[k->from] = k->bytes;
    for (size_t i = 0; i < f->m->n; i++)
        sum += f->room[i];
    return sum;
}

/* Returns true if the window saves enough for its size: saving only the ends of rows is worth at
 * most two lines. */
static bool is_worth_caching(const struct traffic_search *f, const struct window *w, double room)
{
    double line = line_of(f, &f->m->at[w->to]), share = f->m->at[w->to].bytes / line / 4;
    return w->saves >= (room <= 2 * line ? 1e-9 : share < 0.02 ? share : 0.02);
}

static void cache_window(struct traffic_search *f, struct window *w, double most)
{
    struct cached_windows *now = &f->at[w->to];
    if (now->misses <= 0)
        return;
    struct cached_windows next = with_window(f, w);
    w->saves = now->misses - next.misses;
    if (w->saves < 1e-9)
        return;
    double room = bytes_with(f, w);
    if (!is_worth_caching(f, w, room - f->used))
        return;
    if (room > most) {
        w->state = WINDOW_NO_ROOM;
        return;
    }
    for (struct window *k = f->all.at; k < w; k++)
        if (replaces(w, k))
            k->state = WINDOW_REPLACED;
    f->used = room;
    *now = next;
    w->state = WINDOW_HELD;
}

static int smaller(const void *one, const void *other)
{
    const struct window *a = one, *b = other;
    int bytes = ORDER_OF(a->bytes, b->bytes), levels = ORDER_OF(b->level, a->level);
    int order = bytes ? bytes : levels ? levels : a->to - b->to;
    if (order)
        return order;
    int distances = ORDER_OF(fabs(a->apart), fabs(b->apart));
    return distances ? distances : a->from - b->from;
}

/* Classifies the windows without room: of each reference only the first one that would save misses
 * stays WINDOW_NO_ROOM; the others are useless. */
static void classify_uncached(struct traffic_search *f)
{
    bool *classified = ARENA_ARRAY(f->arena, bool, f->m->n + 1);
    for (size_t i = 0; i < f->all.n; i++) {
        struct window *w = &f->all.at[i];
        if (w->state != WINDOW_NO_ROOM)
            continue;
        w->saves = f->at[w->to].misses - with_window(f, w).misses;
        if (classified[w->to] || !is_worth_caching(f, w, w->bytes))
            w->state = WINDOW_USELESS;
        else
            classified[w->to] = true;
    }
}

static void cache_all_windows(struct traffic_search *f, double room)
{
    array_sort(&f->all, smaller);
    for (size_t i = 0; i < f->all.n; i++)
        cache_window(f, &f->all.at[i], room);
    classify_uncached(f);
}

/* ---- traffic ---- */

/* Returns true if the lines of a window stay in the cache, possibly because of another pair. */
static bool stays_cached(const struct traffic_search *f, const struct window *w)
{
    double line = line_of(f, &f->m->at[w->to]);
    for (size_t i = 0; i < f->all.n; i++) {
        const struct window *k = &f->all.at[i];
        if ((k->state == WINDOW_HELD || k->state == WINDOW_REPLACED) && k->level <= w->level &&
            k->bytes + 2 * line > w->bytes && f->m->at[k->to].group == f->m->at[w->to].group)
            return true;
    }
    return w->level == f->m->n_levels;
}

/* Returns how often per iteration the store makes a line dirty, excluding lines that an earlier
 * store made dirty while cached. Each such line is written back once. */
static double dirty_rate(const struct traffic_search *f, int store)
{
    struct cached_windows s = {.misses = 1};
    s.misses = misses_of(f, store, &s);
    for (size_t i = 0; i < f->all.n && s.n < KEPT_MOST && s.misses > 0; i++) {
        const struct window *w = &f->all.at[i];
        if (w->to != store || !f->m->at[w->from].write || !stays_cached(f, w))
            continue;
        struct cached_windows next = s;
        next.kept[next.n++] = w;
        next.misses = misses_of(f, store, &next);
        if (next.misses < s.misses - 1e-9)
            s = next;
    }
    return s.misses;
}

static void sum_traffic(const struct traffic_search *f, struct traffic *t)
{
    double misses = 0, read = 0, written = 0;
    for (size_t i = 0; i < f->m->n; i++) {
        double missed = f->at[i].misses;
        misses += missed;
        read += missed * line_of(f, &f->m->at[i]);
        if (f->m->at[i].write)
            written += dirty_rate(f, (int)i) * line_of(f, &f->m->at[i]);
    }
    t->misses = known(misses);
    t->hits = known((double)f->m->n - misses);
    t->read = known(read);
    t->written = known(written);
    t->moved = known(read + written);
    t->working_set = known(f->used);
}

/* ---- texts ---- */

static const char *size_text(struct arena *a, double bytes)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
    int u = 0;
    while (bytes >= 1024 && u < 4) {
        bytes /= 1024;
        u++;
    }
    return arena_printf(a, "%.4g %s", bytes, units[u]);
}

/* A list of references with the names of their arrays. */
struct named_movement {
    const struct movement *m;
    const struct reference *refs; /* NULL = without names */
};

/* Returns " of ARRAY", or "". */
static const char *array_text(struct arena *a, const struct named_movement *l,
                              const struct window *w)
{
    return l->refs ? arena_printf(a, " of %s", l->refs[l->m->at[w->to].ref].array) : "";
}

static bool same_array(const struct named_movement *l, const struct window *x,
                       const struct window *y)
{
    const struct sweep *s = &l->m->at[x->to], *t = &l->m->at[y->to];
    return l->refs ? strcmp(l->refs[s->ref].array, l->refs[t->ref].array) == 0
                   : s->group == t->group;
}

/* Returns true for windows of one kind, which share a clause. */
static bool is_similar(const struct named_movement *l, const struct window *x,
                       const struct window *y)
{
    return x->state == y->state && x->level == y->level && (x->apart == 0) == (y->apart == 0) &&
           same_array(l, x, y);
}

/* Returns the bytes of the window that are in no later similar window of the same reference. */
static double own_bytes(const struct named_movement *l, const struct traffic *t, size_t i)
{
    const struct window *w = &t->windows[i];
    double most = 0; /* the windows are in order of size */
    for (size_t k = i + 1; k < t->n_windows; k++)
        if (is_similar(l, w, &t->windows[k]) && t->windows[k].from == w->from)
            most = t->windows[k].bytes;
    return most > 0 ? 0 : w->bytes;
}

static const char *clause(struct arena *a, const struct named_movement *l, const struct traffic *t,
                          size_t i)
{
    const struct window *w = &t->windows[i];
    long n = 0;
    double bytes = 0;
    for (size_t k = 0; k < t->n_windows; k++)
        if (is_similar(l, w, &t->windows[k])) {
            if (k < i)
                return NULL;
            n++;
            bytes += own_bytes(l, t, k);
        }
    const struct loop_level *level = &l->m->levels[w->level];
    const char *over = level->index ? level->index
                       : !l->refs && level->line
                           ? arena_printf(a, "the loop of line %ld", level->line)
                           : "the loop";
    return arena_printf(a, "%ld window%s%s%s over %s, %s, %s", n, n == 1 ? "" : "s",
                        w->apart == 0 ? "" : " of lines", array_text(a, l, w), over,
                        size_text(a, bytes),
                        w->state == WINDOW_HELD ? (n == 1 ? "fits" : "fit")
                        : n == 1                ? "does not fit"
                                                : "do not fit");
}

/* Returns true if an earlier window contains the lines as elements. */
static bool is_described(const struct traffic *t, size_t i)
{
    const struct window *w = &t->windows[i];
    for (size_t k = 0; k < i; k++)
        if (w->apart != 0 && t->windows[k].from == w->from && t->windows[k].bytes == w->bytes &&
            t->windows[k].state == WINDOW_HELD)
            return true;
    return false;
}

/* Describes windows of more than two lines: those that outer loops carry, and those that do not
 * fit. Describes windows of the innermost loop only if there are no others. */
static const char *condition_of(struct arena *a, const struct named_movement *l,
                                const struct traffic *t)
{
    const char *text = NULL;
    for (size_t i = 0; i < t->n_windows; i++) {
        const struct window *w = &t->windows[i];
        if (is_described(t, i))
            continue;
        double line = t->cache.line_bytes, element = l->m->at[w->to].bytes;
        bool inner = w->level + 1 >= l->m->n_levels && w->state == WINDOW_HELD;
        if (inner || w->bytes <= 2 * (line > element ? line : element))
            continue;
        const char *more = clause(a, l, t, i);
        if (more)
            text = text ? arena_printf(a, "%s; %s", text, more) : more;
    }
    if (text)
        return text;
    return t->n_windows ? "only neighbours in the innermost loop are reused" : "nothing is reused";
}

static void list_windows(const struct traffic_search *f, struct traffic *t)
{
    t->windows = ARENA_ARRAY(f->arena, struct window, f->all.n + 1);
    for (size_t i = 0; i < f->all.n; i++)
        if (f->all.at[i].level < f->m->n_levels &&
            (f->all.at[i].state == WINDOW_HELD || f->all.at[i].state == WINDOW_NO_ROOM))
            t->windows[t->n_windows++] = f->all.at[i];
}

/* ---- the level ---- */

static void set_missing(struct traffic *t, const char *why)
{
    struct quantity none = missing(why);
    t->hits = t->misses = t->read = t->written = t->moved = t->working_set = none;
    t->condition = NULL;
    t->n_windows = 0;
}

/* Returns the reason if a window of unknown size could save misses. */
static const char *still_blocked(const struct traffic_search *f)
{
    for (size_t i = 0; i < f->m->n; i++)
        if (f->at[i].blocked && f->at[i].misses > 0)
            return f->at[i].blocked;
    return NULL;
}

static bool iterates(const struct movement *m)
{
    for (int k = 0; k < m->n_levels; k++)
        if (is_known(m->levels[k].trip) && m->levels[k].trip.value <= 0)
            return false;
    return true;
}

struct traffic traffic_of_movement(struct arena *a, const struct movement *m,
                                   const struct reference *refs, const struct cache_level *cache)
{
    struct traffic t = {.cache = *cache};
    struct traffic_search f = {.arena = a, .m = m, .line = cache->line_bytes};
    const struct named_movement named = {m, refs};
    const char *why = m->missing           ? m->missing
                      : !iterates(m)       ? "the nest has no iterations"
                      : m->n > SWEEPS_MOST ? "too many references to pair"
                                           : NULL;
    if (why) {
        set_missing(&t, why);
        return t;
    }
    f.at = ARENA_ARRAY(a, struct cached_windows, m->n + 1);
    f.room = ARENA_ARRAY(a, double, m->n + 1);
    for (size_t i = 0; i < m->n; i++)
        f.at[i].misses = 1;
    for (size_t i = 0; i < m->n; i++)
        find_pairs(&f, (int)i);
    cache_all_windows(&f, cache->bytes);
    list_windows(&f, &t);
    sum_traffic(&f, &t);
    t.condition = condition_of(a, &named, &t);
    if ((why = still_blocked(&f)))
        set_missing(&t, why);
    array_free(&f.all);
    return t;
}

struct traffic traffic_find(struct arena *a, const struct source_loop *l,
                            const struct cache_level *cache)
{
    if (!l->excluded)
        return traffic_of_movement(a, &l->movement, l->refs, cache);
    struct traffic t = {.cache = *cache};
    set_missing(&t, "the loop was not analysed; see its notes");
    return t;
}
