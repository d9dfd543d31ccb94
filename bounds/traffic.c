/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEEPS_MOST = 400, /* references of a loop whose pairs are looked at */
    KEPT_MOST = 6,     /* windows of a reference */
};

/* The windows of a reference that are in the cache. */
struct standing {
    const struct window *kept[KEPT_MOST];
    int n;

    double misses;       /* per iteration */
    const char *blocked; /* why no windows of further loops are known */
};
struct finding {
    struct arena *arena;
    const struct movement *m;
    double line;
    struct standing *at; /* of each sweep */
    ARRAY(struct window) all;
    double used;
    double *room; /* scratch: bytes of each sweep */
};
/* A pair while its distance is looked for. */
struct pair {
    struct finding *f;
    int from, to, level;
    double distance[MOVEMENT_LEVELS]; /* of each level */
    struct window best[3];            /* before, at, behind the element */
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

static double line_of(const struct finding *f, const struct sweep *s)
{
    return f->line > s->bytes ? f->line : s->bytes;
}

static double whole_lines(double bytes, double line)
{
    double n = ceil(bytes / line - 1e-9);
    return (n > 1 ? n : 1) * line;
}

/* Elements that the loops inside of the level come by. */
static double elements_inside(const struct finding *f, const struct sweep *s, int level)
{
    double n = 1;
    for (int k = level + 1; k < f->m->n_levels; k++)
        if (stride_of(s, k) != 0)
            n *= f->m->levels[k].trip.value;
    return n;
}

/* The loop inside of the level with the least stride above that of the last. */
static int next_stride(const struct finding *f, const struct sweep *s, int level, const bool *taken)
{
    int best = -1;
    for (int k = level + 1; k < f->m->n_levels; k++)
        if (!taken[k] && stride_of(s, k) != 0 &&
            (best < 0 || fabs(stride_of(s, k)) < fabs(stride_of(s, best))))
            best = k;
    return best;
}

/* Bytes of the lines that the loops inside of the level touch. */
static double footprint(const struct finding *f, const struct sweep *s, int level)
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
    const struct finding *f = p->f;
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

static void offer(struct pair *p, double apart)
{
    const struct finding *f = p->f;
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

/* Tries the distances of the loops from the pair's level on that bring the two
 * within a line, the longest stride first. rest: bytes still between them. */
static void try_rest(struct pair *p, double rest, const bool *taken)
{
    const struct finding *f = p->f;
    const struct sweep *s = &f->m->at[p->to];
    bool now[MOVEMENT_LEVELS];
    int longest = -1;
    for (int k = p->level; k < f->m->n_levels; k++)
        if (!taken[k] && stride_of(s, k) != 0 &&
            (longest < 0 || fabs(stride_of(s, k)) > fabs(stride_of(s, longest))))
            longest = k;
    if (longest < 0) {
        offer(p, rest);
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

/* The windows of a pair that a loop carries: from one iteration of it to the next,
 * and at the distance that brings the two together. */
static void find_carried(struct finding *f, int from, int to, int level)
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

static void find_now(struct finding *f, int from, int to)
{
    struct pair p = {.f = f, .from = from, .to = to, .level = f->m->n_levels};
    offer(&p, f->m->at[from].offset - f->m->at[to].offset);
    keep_pair(&p);
}

/* NULL, or why no window of the level is known. */
static const char *lacking(const struct finding *f, const struct sweep *s, int level)
{
    if (!is_known(s->strides[level]))
        return s->strides[level].missing;
    return level + 1 < f->m->n_levels ? f->m->levels[level + 1].trip.missing : NULL;
}

static void find_pairs(struct finding *f, int to)
{
    int n = (int)f->m->n;
    for (int from = 0; from < to; from++)
        if (f->m->at[from].group == f->m->at[to].group)
            find_now(f, from, to);
    for (int level = f->m->n_levels; level-- > 0;) {
        const struct quantity trip = f->m->levels[level].trip;
        f->at[to].blocked = lacking(f, &f->m->at[to], level);
        if (f->at[to].blocked)
            return;
        for (int from = 0; from < n && !(is_known(trip) && trip.value <= 1); from++)
            if (f->m->at[from].group == f->m->at[to].group)
                find_carried(f, from, to, level);
    }
}

/* ---- putting windows into the cache ---- */

/* Whether the first of the pair lies in the nest when the second stands at the
 * point: per level the least iteration of a stretch that they agree on. */
static bool applies(const struct finding *f, const struct window *w, const double *point)
{
    for (int k = w->level; k < f->m->n_levels; k++) {
        const struct quantity trip = f->m->levels[k].trip;
        double before = point[k] - (double)w->distance[k];
        if (before < 0 || (is_known(trip) && before >= trip.value))
            return false;
    }
    return true;
}

/* Misses at a point: a line's edge lies between the nearest elements on either
 * side whose line is held in (before + behind - line) of line cases. */
static double misses_at(const struct finding *f, int to, const struct standing *s,
                        const double *point)
{
    double line = line_of(f, &f->m->at[to]), before = line, behind = line;
    for (int i = 0; i < s->n; i++) {
        const struct window *w = s->kept[i];
        if (!applies(f, w, point))
            continue;
        before = w->apart <= 0 && -w->apart < before ? -w->apart : before;
        behind = w->apart >= 0 && w->apart < behind ? w->apart : behind;
    }
    return before + behind > line ? (before + behind - line) / line : 0;
}

/* Where the stretch of iterations behind at ends: where a window of s begins or
 * ceases to apply. */
static double stretch_end(const struct finding *f, const struct standing *s, int level, double at)
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

/* Mean misses over the levels from this one on. A loop of unknown length is all
 * in its last stretch. */
static double mean_misses(const struct finding *f, int to, const struct standing *s, int level,
                          double *point)
{
    if (level == f->m->n_levels)
        return misses_at(f, to, s, point);
    double sum = 0, end;
    const struct quantity trip = f->m->levels[level].trip;
    for (double at = 0; !is_known(trip) || at < trip.value; at = end) {
        end = stretch_end(f, s, level, at);
        point[level] = at;
        if (end == HUGE_VAL)
            return mean_misses(f, to, s, level + 1, point);
        if (is_known(trip))
            sum += (end - at) / trip.value * mean_misses(f, to, s, level + 1, point);
    }
    return sum;
}

static double misses_of(const struct finding *f, int to, const struct standing *s)
{
    double point[MOVEMENT_LEVELS] = {0};
    return mean_misses(f, to, s, 0, point);
}

/* The reference with the window, too. */
static struct standing with_window(const struct finding *f, const struct window *w)
{
    struct standing s = f->at[w->to];
    if (s.n < KEPT_MOST)
        s.kept[s.n++] = w;
    s.misses = misses_of(f, w->to, &s);

    return s;
}

/* The same element is there: other windows of the reference need no room of
 * their own. */
static bool replaces(const struct window *w, const struct window *other)
{
    return w->apart == 0 && other->to == w->to && other->state == WINDOW_HELD;
}

/* Bytes that the windows held take together with w. Windows that begin
 * at one reference lie in each other: what it touched last. */
static double room_with(struct finding *f, const struct window *w)
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

/* Whether the window saves enough for its room: the ends of rows are not worth
 * more than two lines. */
static bool worth_it(const struct finding *f, const struct window *w, double room)
{
    double line = line_of(f, &f->m->at[w->to]), share = f->m->at[w->to].bytes / line / 4;
    return w->saves >= (room <= 2 * line ? 1e-9 : share < 0.02 ? share : 0.02);
}

static void place(struct finding *f, struct window *w, double most)
{
    struct standing *now = &f->at[w->to];
    if (now->misses <= 0)
        return;
    struct standing next = with_window(f, w);
    w->saves = now->misses - next.misses;
    if (w->saves < 1e-9)
        return;
    double room = room_with(f, w);
    if (!worth_it(f, w, room - f->used))
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
    if (a->bytes != b->bytes)
        return a->bytes < b->bytes ? -1 : 1;
    if (a->level != b->level)
        return a->level > b->level ? -1 : 1;
    if (a->to != b->to)
        return a->to - b->to;
    if (fabs(a->apart) != fabs(b->apart))
        return fabs(a->apart) < fabs(b->apart) ? -1 : 1;
    return a->from - b->from;
}

/* Of those without room, the first of a reference that would still help counts. */
static void settle_rest(struct finding *f)
{
    bool *said = ARENA_ARRAY(f->arena, bool, f->m->n + 1);
    for (size_t i = 0; i < f->all.n; i++) {
        struct window *w = &f->all.at[i];
        if (w->state != WINDOW_NO_ROOM)
            continue;
        w->saves = f->at[w->to].misses - with_window(f, w).misses;
        if (said[w->to] || !worth_it(f, w, w->bytes))
            w->state = WINDOW_USELESS;
        else
            said[w->to] = true;
    }
}

static void place_all(struct finding *f, double room)
{
    if (f->all.n)
        qsort(f->all.at, f->all.n, sizeof *f->all.at, smaller);
    for (size_t i = 0; i < f->all.n; i++)
        place(f, &f->all.at[i], room);
    settle_rest(f);
}

/* ---- what moves ---- */

/* Whether the lines of a window stay in the cache, be it for another pair. */
static bool stays(const struct finding *f, const struct window *w)
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

/* How often in an iteration the store makes a line dirty: where no store before it
 * did that to the line while it stayed. Each such line is written back once. */
static double dirtied(const struct finding *f, int store)
{
    struct standing s = {.misses = 1};
    s.misses = misses_of(f, store, &s);
    for (size_t i = 0; i < f->all.n && s.n < KEPT_MOST && s.misses > 0; i++) {
        const struct window *w = &f->all.at[i];
        if (w->to != store || !f->m->at[w->from].write || !stays(f, w))
            continue;
        struct standing next = s;
        next.kept[next.n++] = w;
        next.misses = misses_of(f, store, &next);
        if (next.misses < s.misses - 1e-9)
            s = next;
    }
    return s.misses;
}

static void add_up(const struct finding *f, struct traffic *t)
{
    double misses = 0, read = 0, written = 0;
    for (size_t i = 0; i < f->m->n; i++) {
        double missed = f->at[i].misses;
        misses += missed;
        read += missed * line_of(f, &f->m->at[i]);
        if (f->m->at[i].write)
            written += dirtied(f, (int)i) * line_of(f, &f->m->at[i]);
    }
    t->misses = known(misses);
    t->hits = known((double)f->m->n - misses);
    t->read = known(read);
    t->written = known(written);
    t->moved = known(read + written);
    t->working_set = known(f->used);
}

/* ---- words ---- */

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

static const char *array_of(const struct source_loop *l, const struct window *w)
{
    return l->refs[l->movement.at[w->to].ref].array;
}

/* Windows of one kind make one clause. */
static bool alike(const struct source_loop *l, const struct window *x, const struct window *y)
{
    return x->state == y->state && x->level == y->level && (x->apart == 0) == (y->apart == 0) &&
           strcmp(array_of(l, x), array_of(l, y)) == 0;
}

/* Bytes of the window that no later one alike, from the same reference, has. */
static double own_bytes(const struct source_loop *l, const struct traffic *t, size_t i)
{
    const struct window *w = &t->windows[i];
    double most = 0; /* the windows are in order of size */
    for (size_t k = i + 1; k < t->n_windows; k++)
        if (alike(l, w, &t->windows[k]) && t->windows[k].from == w->from)
            most = t->windows[k].bytes;
    return most > 0 ? 0 : w->bytes;
}

static const char *clause(struct arena *a, const struct source_loop *l, const struct traffic *t,
                          size_t i)
{
    const struct window *w = &t->windows[i];
    long n = 0;
    double bytes = 0;
    for (size_t k = 0; k < t->n_windows; k++)
        if (alike(l, w, &t->windows[k])) {
            if (k < i)
                return NULL;
            n++;
            bytes += own_bytes(l, t, k);
        }
    const char *over = l->movement.levels[w->level].index;
    return arena_printf(a, "%ld window%s of %s%s over %s, %s, %s", n, n == 1 ? "" : "s",
                        w->apart == 0 ? "" : "lines of ", array_of(l, w), over ? over : "the loop",
                        size_text(a, bytes),
                        w->state == WINDOW_HELD ? (n == 1 ? "fits" : "fit")
                        : n == 1                ? "does not fit"
                                                : "do not fit");
}

/* Lines that an earlier window holds as elements. */
static bool said_already(const struct traffic *t, size_t i)
{
    const struct window *w = &t->windows[i];
    for (size_t k = 0; k < i; k++)
        if (w->apart != 0 && t->windows[k].from == w->from && t->windows[k].bytes == w->bytes &&
            t->windows[k].state == WINDOW_HELD)
            return true;
    return false;
}

/* Windows of more than a line or two: those that outer loops carry, and those that
 * do not fit. Within the innermost loop only where there is nothing else to say. */
static const char *condition_of(struct arena *a, const struct source_loop *l,
                                const struct traffic *t)
{
    const char *text = NULL;
    for (size_t i = 0; i < t->n_windows; i++) {
        const struct window *w = &t->windows[i];
        if (said_already(t, i))
            continue;
        double line = t->cache.line_bytes, element = l->movement.at[w->to].bytes;
        bool inner = w->level + 1 >= l->movement.n_levels && w->state == WINDOW_HELD;
        if (inner || w->bytes <= 2 * (line > element ? line : element))
            continue;
        const char *more = clause(a, l, t, i);
        if (more)
            text = text ? arena_printf(a, "%s; %s", text, more) : more;
    }
    if (text)
        return text;
    return t->n_windows ? "only neighbours in the innermost loop are used again"
                        : "nothing is used again";
}

static void list_windows(const struct finding *f, struct traffic *t)
{
    t->windows = ARENA_ARRAY(f->arena, struct window, f->all.n + 1);
    for (size_t i = 0; i < f->all.n; i++)
        if (f->all.at[i].level < f->m->n_levels &&
            (f->all.at[i].state == WINDOW_HELD || f->all.at[i].state == WINDOW_NO_ROOM))
            t->windows[t->n_windows++] = f->all.at[i];
}

/* ---- the level ---- */

static void lacks(struct traffic *t, const char *why)
{
    struct quantity none = missing(why);
    t->hits = t->misses = t->read = t->written = t->moved = t->working_set = none;
    t->condition = NULL;
    t->n_windows = 0;
}

/* Misses that a window of unknown size might save are not known. */
static const char *still_blocked(const struct finding *f)
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

struct traffic traffic_find(struct arena *a, const struct source_loop *l,
                            const struct cache_level *cache)
{
    struct traffic t = {.cache = *cache};
    struct finding f = {.arena = a, .m = &l->movement, .line = cache->line_bytes};
    const char *why = l->excluded                   ? "the loop was left out; its notes say why"
                      : l->movement.missing         ? l->movement.missing
                      : !iterates(&l->movement)     ? "the nest has no iterations"
                      : l->movement.n > SWEEPS_MOST ? "too many references to pair"
                                                    : NULL;
    if (why) {
        lacks(&t, why);
        return t;
    }
    f.at = ARENA_ARRAY(a, struct standing, l->movement.n + 1);
    f.room = ARENA_ARRAY(a, double, l->movement.n + 1);
    for (size_t i = 0; i < l->movement.n; i++)
        f.at[i].misses = 1;
    for (size_t i = 0; i < l->movement.n; i++)
        find_pairs(&f, (int)i);
    place_all(&f, cache->bytes);
    list_windows(&f, &t);
    add_up(&f, &t);
    t.condition = condition_of(a, l, &t);
    if ((why = still_blocked(&f)))
        lacks(&t, why);
    array_free(&f.all);
    return t;
}
