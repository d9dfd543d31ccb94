/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/ladder/join.h"

#include "base/util.h"
#include "runs/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct source_loop *loop_named(const struct stored_build *b, const char *name,
                                     const struct stored_source **input, bool *several)
{
    const struct source_loop *found = NULL;
    enum loop_match best = NO_MATCH;
    *several = false;
    for (size_t f = 0; f < b->n_sources; f++)
        for (size_t i = 0; i < b->sources[f].loops.n; i++) {
            const struct source_loop *l = &b->sources[f].loops.at[i];
            enum loop_match call = match_loop_name(l->id, name);
            if (call == NO_MATCH || call < best)
                continue;
            *several = call == best;
            best = call;
            found = l;
            *input = &b->sources[f];
        }
    return *several ? NULL : found;
}

/* ---- by map ---- */

static bool by_map(struct arena *a, const struct stored_build *b, const struct compiled_loop *c,
                   const char *loop, struct loop_join *j)
{
    bool several;
    j->source = loop_named(b, loop, &j->input, &several);
    j->mapped = true;
    if (!j->source)
        j->why = arena_printf(a, "--map names the source loop '%s', but %s loop has this name",
                              loop, several ? "more than one" : "no");
    else if (j->source->innermost != (c->kind == LOOP_INNERMOST)) {
        j->why = arena_printf(a, "--map names the source loop '%s', which is %s", loop,
                              j->source->innermost ? "innermost" : "not innermost");
        j->source = NULL;
    }
    return j->source;
}

/* ---- by lines ---- */

enum file_match match_files(const char *path, const char *file)
{
    if (strcmp(path, file) == 0)
        return SAME_PATH;
    const char *longer = strlen(path) > strlen(file) ? path : file;
    const char *end = longer == path ? file : path;
    size_t before = strlen(longer) - strlen(end);
    while (strncmp(end, "./", 2) == 0)
        end += 2, before += 2;
    if (strcmp(longer + before, end) == 0 && (before == 0 || longer[before - 1] == '/'))
        return SAME_END;
    return strcmp(runs_base_name(path), runs_base_name(file)) == 0 ? SAME_BASE_NAME : OTHER_FILE;
}

/* Returns the source file of the assembly: the one that its path names best. If the assembly names
 * no file, returns the only file of the build. NULL with the reason in *why. */
static const char *source_path(struct arena *a, const struct stored_build *b, const char *source,
                               const char **why)
{
    const char *found = NULL;
    enum file_match best = source ? SAME_BASE_NAME : OTHER_FILE;
    bool several = false;
    for (size_t f = 0; f < b->n_sources; f++)
        for (size_t i = 0; i < b->sources[f].loops.n; i++) {
            const char *path = b->sources[f].loops.at[i].file;
            enum file_match now = source ? match_files(source, path) : OTHER_FILE;
            if (now < best)
                continue;
            several = now == best && found && (several || strcmp(found, path) != 0);
            best = now;
            found = path;
        }
    if (!found && source)
        *why = arena_printf(a, "no loop of its source file %s is stored", source);
    else if (!found)
        *why = "no source loop is stored";
    else if (several && source)
        *why = arena_printf(a, "several source files have the name %s", runs_base_name(source));
    else if (several)
        *why = "the assembly does not name its source file, and the build has several";
    return several ? NULL : found;
}

/* Returns the module of the routine of a loop whose name contains it (file:module::routine:line),
 * in a; NULL = none. */
static const char *module_of(struct arena *a, const struct source_loop *l)
{
    const char *name = l->id + strlen(l->file) + 1, *end = strstr(name, "::");
    return end ? arena_strndup(a, name, (size_t)(end - name)) : NULL;
}

/* Whether the compiled loop is in a procedure of the module, by its symbol as gfortran, Intel's
 * compilers and flang name it. */
static bool is_in_module(struct arena *a, const struct compiled_loop *c, const char *module)
{
    const char *const begins[] = {arena_printf(a, "__%s_MOD_", module),
                                  arena_printf(a, "%s_mp_", module),
                                  arena_printf(a, "_QM%sP", module)};
    for (size_t i = 0; c->function && i < COUNT_OF(begins); i++)
        if (strncmp(c->function, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

/* How closely a loop fits a compiled one whose source lines it contains: the larger, the better. */
struct closeness {
    long lines; /* of the loop, negative */
    int depth;
    bool module; /* the compiled loop is in the module of the loop's name */
};

static struct closeness closeness_of(struct arena *a, const struct compiled_loop *c,
                                     const struct source_loop *l)
{
    const char *module = module_of(a, l);
    return (struct closeness){.lines = l->line - l->end_line,
                              .depth = l->depth,
                              .module = module && is_in_module(a, c, module)};
}

static int compare_closeness(const struct closeness *x, const struct closeness *y)
{
    if (x->lines != y->lines)
        return x->lines < y->lines ? -1 : 1;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return x->module - y->module;
}

/* Returns whether c can be code of l: a residue matches an outer loop only. */
static bool may_be(const struct source_loop *l, const struct compiled_loop *c)
{
    return c->kind == LOOP_INNERMOST || !l->innermost;
}

/* Sets the innermost loop of the source file that contains the lines of the compiled loop. Returns
 * another loop that fits as well; NULL = none. */
static const struct source_loop *find_by_lines(struct arena *a, const struct stored_build *b,
                                               const struct compiled_loop *c, const char *path,
                                               struct loop_join *j)
{
    const struct source_loop *other = NULL;
    struct closeness best = {0};
    for (size_t f = 0; f < b->n_sources; f++)
        for (size_t i = 0; i < b->sources[f].loops.n; i++) {
            const struct source_loop *l = &b->sources[f].loops.at[i];
            if (!may_be(l, c) || strcmp(l->file, path) != 0 || l->line > c->line ||
                c->end_line > l->end_line)
                continue;
            struct closeness now = closeness_of(a, c, l);
            int more = j->source ? compare_closeness(&now, &best) : 1;
            if (more == 0 && strcmp(l->id, j->source->id) != 0)
                other = l;
            if (more <= 0)
                continue;
            other = NULL;
            best = now;
            j->source = l;
            j->input = &b->sources[f];
        }
    return other;
}

static bool by_lines(struct arena *a, const struct stored_build *b, const struct compiled_loop *c,
                     struct loop_join *j)
{
    bool residue = c->kind == LOOP_RESIDUE;
    const char *path = c->line > 0 ? source_path(a, b, c->source, &j->why) : NULL;
    if (c->line <= 0)
        j->why = "the assembly has no source lines; use kmacstat --map=LABEL=LOOPID";
    if (!path)
        return false;
    const struct source_loop *other = find_by_lines(a, b, c, path, j);
    if (j->source && other) {
        j->why =
            arena_printf(a, "its source lines are those of %s and of %s; use --map=LABEL=LOOPID",
                         j->source->id, other->id);
        j->source = NULL;
        return false;
    }
    if (j->source && j->source->innermost != residue)
        return true;
    j->why = arena_printf(a,
                          j->source ? "its source lines %ld to %ld are in no innermost loop"
                                    : "its source lines %ld to %ld are in no known loop",
                          c->line, c->end_line);
    j->source = NULL;
    return false;
}

/* ---- k ---- */

/* Returns the smallest known stride of loads and stores; 0 = none is known. */
static long least_stride(const struct op_parts *parts)
{
    long least = 0;
    for (size_t i = 0; i < parts->n; i++) {
        const struct op_part *p = &parts->at[i];
        if ((p->class == OP_LFL || p->class == OP_SFL) && p->stride &&
            (!least || p->stride < least))
            least = p->stride;
    }
    return least;
}

/* Returns how many elements in k are one element of the source: 2 if the code processes the parts
 * of complex numbers separately. */
static long elements_of_one(const struct source_loop *s, const struct compiled_loop *c)
{
    long bytes = 0;
    for (size_t i = 0; i < s->parts.n; i++) {
        const struct op_part *p = &s->parts.at[i];
        if (p->class != OP_LFL && p->class != OP_SFL)
            continue;
        if (bytes && bytes != p->bytes)
            return 1;
        bytes = p->bytes;
    }
    return c->k_bytes && bytes == 2 * c->k_bytes ? 2 : 1;
}

/* Corrects k, which was inferred for a stride of one element per iteration. Scanners of machines
 * with dynamic scheduling infer it from the addresses with the smallest increment. */
static void correct_k(struct arena *a, const struct compiled_loop *c, struct loop_join *j)
{
    long stride = labs(j->facts->stride);
    if (c->has_body && !stride)
        stride = least_stride(&j->facts->parts);
    long of_one = elements_of_one(j->facts, c);
    if (!c->k_unit_stride || !is_known(c->k) || stride * of_one == 1)
        return;
    double k = stride ? c->k.value / (double)(stride * of_one) : 0;
    if (stride == 0)
        j->k = missing("the base register increments do not give k: the references of the source "
                       "loop have no common constant stride");
    else if (k != floor(k))
        j->k = missing(arena_printf(a,
                                    "the base registers advance by %g elements per pass, which is "
                                    "not a multiple of the stride %ld",
                                    c->k.value, stride));
    else {
        const char *by =
            stride == 1 ? "" : arena_printf(a, "the stride %ld of the source loop", stride);
        j->k = known(k);
        j->k_how = arena_printf(a, "%s; divided by %s%s%s", c->k_how ? c->k_how : "inferred", by,
                                stride > 1 && of_one > 1 ? " and " : "",
                                of_one > 1 ? "the two parts of a complex number" : "");
    }
}

/* Returns whether a pass that executes a multiple of the essential flops shows another number of
 * iterations: in a nest, and for packed operations, because the loop can be inlined into another.
 * Intrinsic functions are expanded, and packed operations compute both sides of an IF. */
static bool shows_iterations(const struct source_loop *s, const struct compiled_loop *c)
{
    bool packed = counts_tnf(compiled_elements(c)) > counts_tnf(&c->counts);
    return !(s->counts.n[OP_FMISC] > 0) && !s->calls &&
           (s->depth > 1 || (packed && s->n_blocks == 0));
}

/* Returns why a pass executes so many flops, in a. */
static const char *cause_of_flops(struct arena *a, const struct loop_join *j, double times,
                                  bool jammed)
{
    if (!jammed)
        return "the addresses are not those of the iterations of this loop";
    if (j->source->depth > 1)
        return "an outer loop was unrolled into its passes (unroll-and-jam)";
    return arena_printf(a,
                        "a loop that calls the routine was unrolled into its passes "
                        "(unroll-and-jam), or a pass has %g iterations",
                        times * j->k.value);
}

/* Returns why the flops of a pass are inconsistent with the k from addresses; NULL = they are
 * consistent. Compilers can execute fewer flops than essential (constant values, common
 * subexpressions) or more (expanded functions). Less than half, or a multiple, indicates another
 * number of iterations: the addresses belong to another loop, or an outer loop was unrolled into
 * this one (unroll-and-jam). */
static const char *contradiction(struct arena *a, const struct compiled_loop *c,
                                 const struct loop_join *j)
{
    const struct source_loop *s = j->facts;
    double need = counts_tnf(&s->counts) * j->k.value, have = counts_tnf(compiled_elements(c));
    double times = need > 0 ? have / need : 1;
    bool jammed = shows_iterations(s, c) && times >= 2 - 1e-9 &&
                  fabs(times - nearbyint(times)) <= 1e-9 * times;
    if (s->excluded || !s->innermost || !(need > 0) || (times >= 0.5 && !jammed))
        return NULL;
    return arena_printf(
        a,
        "by its addresses a pass has %g iteration%s of %g essential flops, but it executes %g: %s",
        j->k.value, j->k.value == 1 ? "" : "s", need / j->k.value, have,
        cause_of_flops(a, j, times, jammed));
}

/* Returns true if k was derived from the code of the loop, not requested by --unroll. */
static bool is_derived(const struct compiled_loop *c)
{
    bool requested = c->k_how && strncmp(c->k_how, "--unroll", strlen("--unroll")) == 0;
    return c->k_unit_stride || (c->has_body && !requested);
}

static void check_k(struct arena *a, const struct compiled_loop *c, struct loop_join *j)
{
    const char *why = is_derived(c) && is_known(j->k) ? contradiction(a, c, j) : NULL;
    j->contradicts = why;
    if (!why)
        return;
    j->k = missing(why);
    j->k_how = NULL;
}

struct quantity without_advice(struct arena *a, struct quantity k)
{
    static const char *const advices[] = {"; set k by ", "; set it by "};
    for (size_t i = 0; i < COUNT_OF(advices) && !is_known(k); i++) {
        const char *at = strstr(k.missing, advices[i]);
        if (at)
            return missing(arena_strndup(a, k.missing, (size_t)(at - k.missing)));
    }
    return k;
}

struct loop_join join_loop(struct arena *a, const struct stored_build *b,
                           const struct compiled_loop *c, const struct loop_map *maps,
                           size_t n_maps)
{
    struct loop_join j = {.k = c->k, .k_how = c->k_how};
    size_t m = 0;
    while (m < n_maps && strcmp(maps[m].label, c->label) != 0)
        m++;
    if (m < n_maps ? by_map(a, b, c, maps[m].loop, &j) : by_lines(a, b, c, &j)) {
        j.why = NULL;
        j.facts = j.source;
        if (c->kind == LOOP_RESIDUE && !is_known(j.k)) {
            j.k = known(1);
            j.k_how = "a residue is executed once per iteration of its loop";
            return j;
        }
        correct_k(a, c, &j);
        check_k(a, c, &j);
    }
    return j;
}

/* Returns whether all essential operations of a loop are at lines of the compiled loop. */
static bool has_all_lines(const struct source_loop *s, const struct compiled_loop *c)
{
    bool has = true;
    for (size_t i = 0; i < s->n_ops; i++)
        has &= s->ops[i].class > OP_FMISC ||
               (c->line <= s->ops[i].line && s->ops[i].line <= c->end_line);
    for (size_t i = 0; i < s->n_refs; i++)
        has &= (s->refs[i].use != REF_LOAD && s->refs[i].use != REF_STORE) ||
               (c->line <= s->refs[i].line && s->refs[i].line <= c->end_line);
    return has;
}

struct loop_join join_unrolled(struct arena *a, const struct stored_build *b,
                               const struct compiled_loop *c)
{
    struct loop_join j = {.k = c->k, .k_how = c->k_how};
    const struct source_loop *s = loop_around_lines(a, b, c->source, c->line, c->end_line);
    const char *name = s ? s->id + strlen(s->file) + 1 : NULL;
    if (!s || s->innermost)
        j.why = "its source lines are in no outer loop";
    else if (!s->unrolled)
        j.why =
            arena_printf(a,
                         "it has the source lines of the outer loop %s, and kma does not unroll "
                         "the inner loops of that loop (a trip count is large or not constant, a "
                         "statement such as CYCLE jumps, or there are too many statements)",
                         name);
    else if (!has_all_lines(s->unrolled, c))
        j.why = arena_printf(a,
                             "it executes a part of the statements of %s, an outer loop, which "
                             "was split into several compiled loops",
                             name);
    if (j.why)
        return j;
    j.source = s;
    j.facts = s->unrolled;
    correct_k(a, c, &j);
    check_k(a, c, &j);
    return j;
}

void join_set_k(struct arena *a, const struct compiled_loop *c, double k, const char *how,
                struct loop_join *j)
{
    struct quantity before = j->k;
    j->k = known(k);
    j->k_how = how;
    j->contradicts = contradiction(a, c, j);
    if (j->contradicts) {
        j->k = before;
        j->k_how = NULL;
    }
}

const struct source_loop *loop_around_lines(struct arena *a, const struct stored_build *b,
                                            const char *source, long line, long end_line)
{
    const struct compiled_loop lines = {
        .kind = LOOP_INNERMOST, .source = source, .line = line, .end_line = end_line};
    struct loop_join j = {.source = NULL};
    const char *path = source && line > 0 ? source_path(a, b, source, &j.why) : NULL;
    if (path)
        find_by_lines(a, b, &lines, path, &j);
    return j.source;
}

const struct source_loop *source_around(const struct stored_build *b, const struct source_loop *l)
{
    for (size_t f = 0; l->parent >= 0 && f < b->n_sources; f++) {
        const struct source_loops *list = &b->sources[f].loops;
        if (l >= list->at && l < list->at + list->n && (size_t)l->parent < list->n)
            return &list->at[l->parent];
    }
    return NULL;
}
