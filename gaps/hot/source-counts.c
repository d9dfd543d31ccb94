/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/source-counts.h"
#include "gaps/ladder/join.h"
#include "runs/names.h"

#include <string.h>

static const char where_reference[] = "in the reference build";

/* Loops of the reference build, by number. */
struct loop_list {
    const struct hot_profile *p;
    size_t *at, n;
};

static const struct hot_source_loop *loop_at(const struct loop_list *l, size_t i)
{
    return &l->p->source_loops[l->at[i]];
}

/* ---- files and lines ---- */

/* Returns the path of the reference build that names the file best; NULL = none, or several. */
static const char *path_of(const struct hot_profile *p, const char *file)
{
    const char *found = NULL;
    enum file_match best = SAME_BASE_NAME;
    bool several = false;
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const char *path = p->source_loops[i].source;
        enum file_match now = match_files(path, file);
        if (now < best)
            continue;
        several = now == best && found && (several || strcmp(found, path) != 0);
        best = now;
        found = path;
    }
    return several ? NULL : found;
}

static bool contains(long line, long end_line, const struct hot_source_loop *l)
{
    return line <= l->line && l->end_line <= end_line;
}

/* Returns the loops of a file whose lines are within these. */
static struct loop_list list_within(struct arena *a, const struct hot_profile *p, const char *path,
                                    long line, long end_line)
{
    struct loop_list to = {.p = p};
    for (size_t i = 0; path && i < p->n_source_loops; i++)
        if (strcmp(p->source_loops[i].source, path) == 0 &&
            contains(line, end_line, &p->source_loops[i]))
            *ARENA_PUSH(a, to.at, to.n) = i;
    return to;
}

/* ---- nests on one line ---- */

/* Returns the number of loops on the same line within the innermost nest of loop i: 0 = there is
 * none. */
static int levels_below(const struct hot_profile *p, size_t i)
{
    const struct hot_source_loop *l = &p->source_loops[i];
    int most = 0;
    for (size_t k = i + 1; k < p->n_source_loops; k++) {
        const struct hot_source_loop *inner = &p->source_loops[k];
        if (inner->parent != (int)i || inner->line != l->line ||
            strcmp(inner->source, l->source) != 0)
            continue;
        int levels = 1 + levels_below(p, k);
        most = levels > most ? levels : most;
    }
    return most;
}

/* The same of a loop of the build. */
static int source_levels_below(const struct stored_build *b, const struct source_loops *in,
                               const struct source_loop *l)
{
    int most = 0;
    for (size_t i = 0; !l->innermost && i < in->n; i++)
        if (in->at[i].line == l->line && source_around(b, &in->at[i]) == l) {
            int levels = 1 + source_levels_below(b, in, &in->at[i]);
            most = levels > most ? levels : most;
        }
    return most;
}

static const struct source_loops *loops_with(const struct stored_build *b,
                                             const struct source_loop *l)
{
    for (size_t f = 0; f < b->n_sources; f++) {
        const struct source_loops *in = &b->sources[f].loops;
        if (l >= in->at && l < in->at + in->n)
            return in;
    }
    return NULL;
}

/* Keeps the loops on a line with this number of levels below. */
static void keep_level(struct loop_list *list, long line, int levels)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (loop_at(list, i)->line == line && levels_below(list->p, list->at[i]) == levels)
            list->at[n++] = list->at[i];
    list->n = n;
}

/* Keeps the loops that are neither in another one of the list nor in an inner loop of `of`. */
static void keep_outermost(struct loop_list *list, const struct source_loops *in,
                           const struct source_loop *of)
{
    size_t n = 0, all = list->n;
    for (size_t i = 0; i < all; i++) {
        const struct hot_source_loop *l = loop_at(list, i);
        bool keep =
            l->parent < 0 || !contains(of->line, of->end_line, &list->p->source_loops[l->parent]);
        for (size_t k = 0; keep && k < in->n; k++) {
            const struct source_loop *inner = &in->at[k];
            bool is_inner = inner != of && of->line <= inner->line &&
                            inner->end_line <= of->end_line && inner->depth > of->depth;
            keep = !is_inner || !contains(inner->line, inner->end_line, l);
        }
        if (keep)
            list->at[n++] = list->at[i];
    }
    list->n = n;
}

/* Returns the only loop directly in loop i; the number of loops = there is none, or several. */
static size_t only_inner_loop(const struct hot_profile *p, size_t i)
{
    size_t found = p->n_source_loops, n = 0;
    for (size_t k = i + 1; k < p->n_source_loops; k++)
        if (p->source_loops[k].parent == (int)i) {
            found = k;
            n++;
        }
    return n == 1 ? found : p->n_source_loops;
}

/* Returns the number of loops around loop i on its line. */
static int levels_above(const struct hot_profile *p, size_t i)
{
    int n = 0;
    for (int k = p->source_loops[i].parent; k >= 0; k = p->source_loops[k].parent)
        n += p->source_loops[k].line == p->source_loops[i].line;
    return n;
}

/* Replaces the loops of a list by those of the innermost index: a DO CONCURRENT with several
 * indices is a nest without other loops at its outer levels. Returns false if one is not. */
static bool keep_innermost_index(struct loop_list *list, int indices)
{
    for (size_t i = 0; i < list->n; i++)
        for (int level = 1 + levels_above(list->p, list->at[i]); level < indices; level++) {
            size_t k = only_inner_loop(list->p, list->at[i]);
            if (k == list->p->n_source_loops)
                return false;
            list->at[i] = k;
        }
    return true;
}

/* ---- numbers ---- */

static bool is_same_function(const struct hot_source_loop *a, const struct hot_source_loop *b)
{
    return strcmp(a->function ? a->function : "", b->function ? b->function : "") == 0;
}

static bool is_first_of_function(const struct loop_list *list, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_same_function(loop_at(list, k), loop_at(list, i)))
            return false;
    return true;
}

/* Returns the loop of the function of loop `first` that the source loop is: the loop number `index`
 * if there are n of them, otherwise any if all have the same iterations; NULL = it is unknown. */
static const struct hot_source_loop *loop_of_function(const struct loop_list *list, size_t first,
                                                      size_t index, size_t n)
{
    const struct hot_source_loop *one = loop_at(list, first), *chosen = NULL;
    size_t found = 0;
    bool equal = true;
    for (size_t i = first; i < list->n; i++) {
        const struct hot_source_loop *l = loop_at(list, i);
        if (!is_same_function(l, one))
            continue;
        if (found++ == index)
            chosen = l;
        equal &= is_known(l->iterations) && is_known(one->iterations) &&
                 l->iterations.value == one->iterations.value;
    }
    return found == n ? chosen : equal ? one : NULL;
}

static void add_count(struct source_count *sum, const struct hot_source_loop *l)
{
    sum->iterations = q_add(sum->iterations, l->iterations);
    sum->entries = q_add(sum->entries, l->entries);
    sum->spread = l->spread > sum->spread ? l->spread : sum->spread;
}

/* Adds a loop that was not folded. */
static void add_own(struct source_count *sum, const struct hot_source_loop *l)
{
    add_count(sum, l);
    sum->own_iterations += is_known(l->iterations) ? l->iterations.value : 0;
    sum->own_entries += is_known(l->entries) ? l->entries.value : 0;
}

/* Adds the loops that the machine code of loop `of` executes, too, because their functions were
 * folded into its function. */
static void add_folded(struct arena *a, const struct hot_profile *p,
                       const struct hot_source_loop *of, struct source_count *sum)
{
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const struct hot_source_loop *l = &p->source_loops[i];
        if (l->folded_into < 0 || &p->source_loops[l->folded_into] != of ||
            (is_known(l->iterations) && l->iterations.value == 0))
            continue;
        add_count(sum, l);
        sum->folded = arena_printf(a, "%s%s%s:%ld (the compiler folded %s into %s)",
                                   sum->folded ? sum->folded : "", sum->folded ? " and " : "",
                                   runs_base_name(l->source), l->line, l->function, of->function);
    }
}

struct source_count count_with_folded(struct arena *a, const struct hot_profile *p,
                                      const struct hot_source_loop *l)
{
    struct source_count sum = {known(0), known(0), 0, where_reference, NULL, 0, 0};
    add_own(&sum, l);
    add_folded(a, p, l, &sum);
    return sum;
}

/* Returns the sum over the functions of the list. index, n: number of the loop among those of the
 * source on its line, and the number of these. */
static struct source_count sum_functions(struct arena *a, const struct loop_list *list,
                                         size_t index, size_t n)
{
    struct source_count sum = {known(0), known(0), 0, where_reference, NULL, 0, 0};
    if (!list->n)
        sum.iterations = sum.entries = missing("the reference build has no loop of its lines");
    for (size_t i = 0; i < list->n; i++) {
        if (!is_first_of_function(list, i))
            continue;
        const struct hot_source_loop *l = loop_of_function(list, i, index, n);
        if (!l) {
            sum.iterations = sum.entries =
                missing("its line has several loops in the reference build");
            break;
        }
        add_own(&sum, l);
        add_folded(a, list->p, l, &sum);
    }
    return sum;
}

/* ---- Fortran ---- */

/* Returns how many loops of the source are on the line of l at its level; *index: its number among
 * them. */
static size_t count_on_line(const struct stored_build *b, const struct source_loops *in,
                            const struct source_loop *l, int levels, size_t *index)
{
    size_t n = 0;
    for (size_t i = 0; i < in->n; i++) {
        const struct source_loop *other = &in->at[i];
        if (other->line != l->line || strcmp(other->routine, l->routine) != 0 ||
            source_levels_below(b, in, other) != levels)
            continue;
        if (other == l)
            *index = n;
        n++;
    }
    return n;
}

struct source_count reference_count(struct arena *a, const struct hot_profile *p,
                                    const struct stored_build *b, const struct source_loop *l)
{
    const struct source_loops *in = loops_with(b, l);
    if (!is_known(p->reference_slowdown) && !p->n_source_loops) {
        struct quantity none = missing(p->reference_slowdown.missing);
        return (struct source_count){none, none, 0, NULL, NULL, 0, 0};
    }
    struct loop_list all = list_within(a, p, path_of(p, l->file), l->line, l->end_line);
    struct loop_list list = {p, ARENA_ARRAY(a, size_t, all.n + 1), all.n};
    if (all.n)
        memcpy(list.at, all.at, all.n * sizeof *all.at);
    int levels = in ? source_levels_below(b, in, l) : 0;
    size_t index = 0, n = in ? count_on_line(b, in, l, levels, &index) : 1;
    keep_level(&list, l->line, levels);
    if (!list.n && in) { /* the line of DO CONCURRENT is not in the code */
        list = all;
        keep_outermost(&list, in, l);
        index = 0, n = 1;
    }
    if (!keep_innermost_index(&list, l->indices)) {
        struct quantity none = missing("its line has several loops in the reference build");
        return (struct source_count){none, none, 0, NULL, NULL, 0, 0};
    }
    return sum_functions(a, &list, index, n);
}

/* ---- marks ---- */

struct source_count marked_count(struct arena *a, const struct gap_loop *marked, const char *run)
{
    struct quantity none = missing("no marked run counted it");
    if (!marked)
        return (struct source_count){none, none, 0, NULL, NULL, 0, 0};
    return (struct source_count){
        marked->iterations, marked->instances, 0, arena_printf(a, "in run %s", run), NULL, 0, 0};
}

struct source_count choose_count(struct source_count reference, struct source_count marked)
{
    return is_known(reference.iterations) ? reference
           : is_known(marked.iterations)  ? marked
                                          : reference;
}

/* ---- other languages ---- */

const struct hot_source_loop *reference_loop_around(const struct hot_profile *p, const char *source,
                                                    long line, long end_line)
{
    const struct hot_source_loop *best = NULL;
    const char *path = source && line > 0 ? path_of(p, source) : NULL;
    for (size_t i = 0; path && i < p->n_source_loops; i++) {
        const struct hot_source_loop *l = &p->source_loops[i];
        if (strcmp(l->source, path) != 0 || l->line > line || l->end_line < end_line)
            continue;
        if (!best || l->end_line - l->line < best->end_line - best->line ||
            (l->line == best->line && l->end_line == best->end_line && l->parent >= 0 &&
             &p->source_loops[l->parent] == best))
            best = l;
    }
    return best;
}

const char *reference_loops_of_lines(struct arena *a, const struct hot_profile *p,
                                     const struct hot_source_loop *within, const char *source,
                                     long line, long end_line)
{
    const char *path = source && line > 0 ? path_of(p, source) : NULL, *names = NULL;
    const struct hot_source_loop *first = NULL, *last = NULL;
    int n = 0;
    for (size_t i = 0; path && i < p->n_source_loops; i++) {
        const struct hot_source_loop *l = &p->source_loops[i];
        bool beside = within ? l->parent == (int)(within - p->source_loops)
                             : !first || l->parent == first->parent;
        if (!beside || strcmp(l->source, path) != 0 || l->line > end_line || l->end_line < line ||
            (first && !is_same_function(l, first)) || (last && last->line == l->line))
            continue;
        first = first ? first : l;
        last = l;
        names = arena_printf(a, "%s%s%s:%ld", n ? names : "", n ? " and " : "",
                             runs_base_name(l->source), l->line);
        n++;
    }
    return n > 1 ? names : NULL;
}

bool is_same_reference_loop(const struct hot_profile *p, const struct hot_source_loop *a,
                            const struct hot_source_loop *b)
{
    return strcmp(a->source, b->source) == 0 && a->line == b->line && a->end_line == b->end_line &&
           levels_below(p, (size_t)(a - p->source_loops)) ==
               levels_below(p, (size_t)(b - p->source_loops));
}

/* Returns the loops of all functions that are the same loop as l, or one beside it on its lines. */
static struct loop_list list_same(struct arena *a, const struct hot_profile *p,
                                  const struct hot_source_loop *l)
{
    struct loop_list list = {.p = p};
    for (size_t i = 0; i < p->n_source_loops; i++)
        if (is_same_reference_loop(p, &p->source_loops[i], l))
            *ARENA_PUSH(a, list.at, list.n) = i;
    return list;
}

struct source_count count_of_reference_loop(struct arena *a, const struct hot_profile *p,
                                            const struct hot_source_loop *l)
{
    struct loop_list list = list_same(a, p, l);
    struct source_count sum = {known(0), known(0), 0, where_reference, NULL, 0, 0};
    for (size_t i = 0; i < list.n; i++) {
        add_own(&sum, loop_at(&list, i));
        add_folded(a, p, loop_at(&list, i), &sum);
    }
    return sum;
}

size_t count_loops_beside(struct arena *a, const struct hot_profile *p,
                          const struct hot_source_loop *l)
{
    struct loop_list list = list_same(a, p, l);
    size_t n = 0;
    for (size_t i = 0; i < list.n; i++)
        n += is_same_function(loop_at(&list, i), l);
    return n;
}

struct source_count count_of_one_beside(struct arena *a, const struct hot_profile *p,
                                        const struct hot_source_loop *l, size_t number)
{
    struct loop_list list = list_same(a, p, l);
    return sum_functions(a, &list, number, count_loops_beside(a, p, l));
}
