/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/outside.h"
#include "gaps/hot/accesses.h"
#include "gaps/ladder/join.h"

#include <math.h>
#include <string.h>

/* Greatest difference of lines, relative to the iterations of the compiled loops. */
static const double lines_error = 1e-3;
/* The same of the bytes of an iteration in two compiled loops. */
static const double bytes_error = 1e-6;

static const char *const access_names[ACCESSES] = {
    [ACCESS_FLOAT_STORE] = "stores",
    [ACCESS_FLOAT_LOAD] = "loads",
    [ACCESS_INTEGER_STORE] = "integer stores",
    [ACCESS_INTEGER_LOAD] = "integer loads",
};

/* The accesses of a source line. */
struct line_sum {
    double own[ACCESSES];    /* by the compiled loops of the source loop */
    double others[ACCESSES]; /* by other code */
    bool uneven[ACCESSES];   /* compiled loops have different bytes of an iteration */
    bool incomplete;
};

/* The lines of a source loop, and of its compiled loops. */
struct loop_lines {
    const struct source_loop *l; /* of the lines from the first to the last one of either */
    long line, end_line;         /* of the source loop */
    struct line_sum *at;         /* from its first to its last line */
    size_t n;
    struct access_bytes uneven; /* above 0: compiled loops have different bytes of an iteration */
};

static struct line_sum *line_at(const struct loop_lines *s, long line)
{
    return line >= s->l->line && line <= s->l->end_line ? &s->at[line - s->l->line] : NULL;
}

/* ---- compiled loops ---- */

static bool is_uneven(double here, double there)
{
    return fabs(here - there) > bytes_error * fmax(here, there);
}

/* Adds the bytes of a compiled loop of the source loop. Marks lines whose bytes per iteration
 * differ from those of the compiled loops before it. iterations: of it, and of those before it. */
static void add_own(struct loop_lines *s, const struct access_bytes *sums, double iterations,
                    double before)
{
    struct access_bytes all_here = {{0}}, all_there = {{0}};
    for (size_t k = 0; k < s->n; k++)
        for (size_t a = 0; a < ACCESSES; a++) {
            double here = sums[k].of[a] / iterations;
            double there = before > 0 ? s->at[k].own[a] / before : here;
            s->at[k].uneven[a] |= is_uneven(here, there);
            s->at[k].own[a] += sums[k].of[a];
            all_here.of[a] += here;
            all_there.of[a] += there;
        }
    for (size_t a = 0; a < ACCESSES; a++)
        if (is_uneven(all_here.of[a], all_there.of[a]))
            s->uneven.of[a] = 1;
}

/* Returns whether a row has source lines of the loop. */
static bool has_lines(const struct hotspot *h, const struct source_loop *l)
{
    return h->line <= l->end_line && h->end_line >= l->line;
}

static bool is_same_file(const char *path, const struct source_loop *l)
{
    return path && match_files(path, l->file) >= SAME_BASE_NAME;
}

/* Adds the bytes of all rows. Those of outer loops are also in the lines of the profile. Returns
 * false if they are unknown. */
static bool add_rows(struct joined_run *j, long place, struct loop_lines *s)
{
    double before = 0;
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct gap_hot_row *row = &j->coverage->rows[i];
        struct arena scratch = {0};
        bool own = j->places[i] == place;
        double iterations = own && is_known(row_iterations(j, i)) ? row_iterations(j, i).value : 0;
        if (row->hot->kind != HOTSPOT_LOOP || !is_same_file(row->hot->source, s->l) ||
            (own ? !(iterations > 0) : row->outer || !has_lines(row->hot, s->l)))
            continue;
        struct access_bytes *sums = ARENA_ARRAY(&scratch, struct access_bytes, s->n);
        struct access_bytes *more = ARENA_ARRAY(&scratch, struct access_bytes, s->n);
        struct quantity passes = row->hot->passes;
        bool known = is_known(passes) && add_code_accesses(row, passes.value, s->l, sums, more);
        for (size_t k = 0; k < s->n; k++)
            for (size_t a = 0; a < ACCESSES; a++)
                s->at[k].others[a] +=
                    row->outer ? -sums[k].of[a] : more[k].of[a] + (own ? 0 : sums[k].of[a]);
        if (own && known)
            add_own(s, sums, iterations, before);
        before += own ? iterations : 0;
        arena_free(&scratch);
        if (own && !known)
            return false;
    }
    return true;
}

/* ---- other code ---- */

/* Adds the accesses of other code. shared: only those at columns of innermost compiled loops. */
static void add_profile_lines(const struct hot_profile *p, bool shared, struct loop_lines *s)
{
    for (size_t i = 0; i < p->n_lines; i++) {
        const struct line_accesses *from = &p->lines[i];
        struct line_sum *to = is_same_file(from->source, s->l) ? line_at(s, from->line) : NULL;
        if (!to)
            continue;
        to->incomplete |= from->incomplete;
        for (size_t a = 0; a < ACCESSES; a++)
            to->others[a] += from->bytes[a] - (shared ? from->apart[a] : 0);
    }
}

/* Returns the kind of accesses that shows iterations: the first one that the compiled loops have.
 */
static size_t access_of(const struct loop_lines *s)
{
    for (size_t a = 0; a < ACCESSES; a++)
        for (size_t k = 0; k < s->n; k++)
            if (s->at[k].own[a] > 0)
                return a;
    return ACCESSES;
}

/* Returns whether a line is one of the source loop, or of an access of its compiled loops. */
static bool is_line_of_loop(const struct loop_lines *s, size_t k, size_t a)
{
    long line = s->l->line + (long)k;
    return (line >= s->line && line <= s->end_line) || s->at[k].own[a] > 0;
}

/* Adds up the lines: compilers access elements of several lines together, in vectors at one of
 * them, and in scalar code at each. */
static struct line_sum add_up_lines(const struct loop_lines *s, size_t a)
{
    struct line_sum sum = {.incomplete = false};
    for (size_t k = 0; k < s->n; k++) {
        if (!is_line_of_loop(s, k, a))
            continue;
        sum.own[a] += s->at[k].own[a];
        sum.others[a] += s->at[k].others[a];
        sum.incomplete |= s->at[k].incomplete && s->at[k].others[a] + s->at[k].own[a] > 0;
    }
    return sum;
}

static double iterations_of(const struct line_sum *at, size_t a, double iterations)
{
    return fmax(at->others[a], 0) / at->own[a] * iterations;
}

/* Returns the iterations that all lines show; missing if they differ. */
static struct quantity iterations_of_lines(struct joined_run *j, const struct loop_lines *s,
                                           size_t a, double iterations)
{
    double least = HUGE_VAL, most = 0;
    long least_line = 0, most_line = 0;
    for (size_t k = 0; k < s->n; k++) {
        const struct line_sum *at = &s->at[k];
        if (!(at->own[a] > 0) || at->uneven[a])
            continue;
        double n = iterations_of(at, a, iterations);
        least_line = n < least ? s->l->line + (long)k : least_line;
        most_line = n > most || !most_line ? s->l->line + (long)k : most_line;
        least = fmin(least, n);
        most = fmax(most, n);
    }
    if (!most_line)
        return missing("its compiled loops execute different parts of an iteration");
    if (most - least > lines_error * (iterations + least))
        return missing(arena_printf(j->a,
                                    "other code has the %s of %.10g iterations at line %ld, of "
                                    "%.10g at line %ld",
                                    access_names[a], least, least_line, most, most_line));
    return known((least + most) / 2);
}

/* Returns the iterations that the sum of the lines of an innermost loop shows, or each line of an
 * outer loop, because lines of inner loops are in it. */
static struct quantity find_iterations(struct joined_run *j, const struct loop_lines *s,
                                       double iterations)
{
    size_t a = access_of(s);
    if (a == ACCESSES)
        return missing("its compiled loops access no memory");
    const struct line_sum all = add_up_lines(s, a);
    if (all.incomplete)
        return missing("executions of code at its lines are unknown");
    if (!s->l->innermost)
        return iterations_of_lines(j, s, a, iterations);
    return s->uneven.of[a] ? missing("its compiled loops execute different parts of an iteration")
                           : known(iterations_of(&all, a, iterations));
}

static struct loop_lines lines_of(struct arena *scratch, const struct source_loop *l, long line,
                                  long end_line)
{
    struct loop_lines s = {
        .l = l, .line = line, .end_line = end_line, .n = (size_t)(l->end_line - l->line + 1)};
    s.at = ARENA_ARRAY(scratch, struct line_sum, s.n);
    return s;
}

/* Returns the iterations that accesses show at the lines of l, of which those from line to end_line
 * are of the source loop. shared: of other code, only accesses at columns of innermost compiled
 * loops. */
static struct quantity show_iterations(struct joined_run *j, long place,
                                       const struct source_loop *l, long line, long end_line,
                                       bool shared, double iterations)
{
    struct arena scratch = {0};
    struct loop_lines s = lines_of(&scratch, l, line, end_line);
    struct quantity n = missing("instructions of its compiled loops are not in the database");
    if (add_rows(j, place, &s)) {
        add_profile_lines(j->coverage->profile, shared, &s);
        n = find_iterations(j, &s, iterations);
    }
    arena_free(&scratch);
    return n;
}

struct quantity outside_iterations(struct joined_run *j, long place, const struct source_loop *l,
                                   double iterations)
{
    return show_iterations(j, place, l, l->line, l->end_line, false, iterations);
}

struct quantity outside_iterations_shared(struct joined_run *j, long place,
                                          const struct source_loop *l, double iterations)
{
    return show_iterations(j, place, l, l->line, l->end_line, l->innermost, iterations);
}

/* Extends the lines of a source loop to those of all accesses of a compiled loop. */
static void add_lines_of_code(const struct model_loop *code, struct source_loop *l)
{
    struct arena scratch = {0};
    const char *why;
    const struct instruction_body *b = code ? model_body(&scratch, code, &why) : NULL;
    for (size_t i = 0; b && i < b->n; i++) {
        const struct instruction *at = &b->at[i];
        if (at->line <= 0 || (!at->load_bytes && !at->store_bytes))
            continue;
        l->line = at->line < l->line ? at->line : l->line;
        l->end_line = at->line > l->end_line ? at->line : l->end_line;
    }
    arena_free(&scratch);
}

struct quantity outside_iterations_by_all(struct joined_run *j, long place,
                                          const struct source_loop *l, double iterations)
{
    struct source_loop all = *l;
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place)
            add_lines_of_code(j->coverage->rows[i].code, &all);
    if (!l->innermost || (all.line == l->line && all.end_line == l->end_line))
        return missing("its compiled loops have no accesses at other lines");
    return show_iterations(j, place, &all, l->line, l->end_line, false, iterations);
}

/* Returns the bytes of a pass of row i at lines of the loop; 0 = it also has such accesses at
 * other lines. */
static double bytes_of_copies(const struct joined_run *j, size_t i, const struct loop_lines *s,
                              size_t a)
{
    struct arena scratch = {0};
    struct access_bytes *lines = ARENA_ARRAY(&scratch, struct access_bytes, s->n);
    struct access_bytes *more = ARENA_ARRAY(&scratch, struct access_bytes, s->n);
    struct access_bytes all = {{0}}, unused = {{0}};
    const struct gap_hot_row *row = &j->coverage->rows[i];
    double bytes = 0;
    if (add_code_accesses(row, 1, s->l, lines, more) &&
        add_code_accesses(row, 1, NULL, &all, &unused))
        for (size_t k = 0; k < s->n; k++)
            bytes += lines[k].of[a] + more[k].of[a];
    arena_free(&scratch);
    return fabs(bytes - all.of[a] - unused.of[a]) <= bytes_error * bytes ? bytes : 0;
}

double copies_in_pass(struct joined_run *j, long place, const struct source_loop *l,
                      double iterations, size_t i)
{
    struct arena scratch = {0};
    struct loop_lines s = lines_of(&scratch, l, l->line, l->end_line);
    double copies = 0;
    size_t a = add_rows(j, place, &s) ? access_of(&s) : ACCESSES;
    if (a < ACCESSES) {
        const struct line_sum all = add_up_lines(&s, a);
        copies = bytes_of_copies(j, i, &s, a) / (all.own[a] / iterations);
    }
    arena_free(&scratch);
    return copies;
}
