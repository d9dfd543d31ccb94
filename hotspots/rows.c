/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/inlining.h"
#include "hotspots/demangle.h"
#include "hotspots/faults.h"
#include "hotspots/passes.h"
#include "hotspots/recorded.h"
#include "hotspots/rows.h"
#include "hotspots/versions.h"
#include "base/util.h"
#include "bounds/passes.h"
#include "facts/states.h"
#include "x86-asm/x86-asm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct counted_code counted_code_of(const struct hot_rows *r, const struct hot_file *f)
{
    return (struct counted_code){r->counts, r->counted, &f->listing, f->scan};
}

static const char only_loops[] = "page faults are known of loops only";

static struct hotspot *add_row(struct hot_rows *r, enum hotspot_kind kind,
                               const struct row_samples *s)
{
    struct hotspot *h = ARENA_PUSH(r->arena, r->at, r->n);
    *h = (struct hotspot){.kind = kind,
                          .parent = -1,
                          .samples = s->n,
                          .seconds = s->weight,
                          .inclusive = s->weight + s->inner,
                          .passes = missing("only loops and functions of the program have passes"),
                          .faults = missing(only_loops),
                          .kernel_seconds = missing(only_loops)};
    return h;
}

/* Sets the passes of a row to counted ones; without a count, to those by the instruction counter.
 */
static void set_passes(struct hot_rows *r, struct hotspot *h, struct hot_count count,
                       struct quantity by_instructions)
{
    h->passes = by_instructions;
    if (!r->counts)
        return;
    h->counted = is_known(count.n) && count.n.value > 0;
    h->spread = h->counted ? count.spread : 0;
    if (h->counted)
        h->threads = count.threads;
    if (h->counted || !is_known(by_instructions))
        h->passes = h->counted || !is_known(count.n)
                        ? count.n
                        : missing("the counted program did not execute it");
}

static const char *keep_text(struct hot_rows *r, const char *text)
{
    return text ? arena_strdup(r->arena, text) : NULL;
}

/* ---- loops ---- */

/* Returns why the code has no MACS; NULL = it has. */
static const char *why_no_bound(const struct compiled_loop *c)
{
    return c->macs.limit           ? c->macs.cycles.missing
           : c->recurrence.missing ? c->recurrence.missing
                                   : "its instructions were not analysed";
}

/* Returns the function as the source names it, of the code at an address: the innermost inlined
 * one, and the one that contains it. NULL = unknown. */
static const char *inlined_function(struct hot_rows *r, const struct hot_file *f, uint64_t address)
{
    struct binary_frame *frames;
    size_t n = address ? binary_frames_at(f->binary, address, r->arena, &frames) : 0;
    if (n == 0 || !frames[0].function)
        return NULL;
    if (n == 1 || !frames[n - 1].function)
        return arena_strdup(r->arena, frames[0].function);
    return arena_printf(r->arena, "%s, inlined in %s", frames[0].function, frames[n - 1].function);
}

/* Returns whether a source file belongs to a compiler or a library of the system. */
static bool is_system_source(const char *file)
{
    static const char *const places[] = {"/usr/", "/rustc/", "/rustlib/src/", "/lib/gcc/"};
    static const bool is_prefix[] = {true, true, false, false};
    for (size_t i = 0; i < COUNT_OF(places); i++)
        if (is_prefix[i] ? strncmp(file, places[i], strlen(places[i])) == 0
                         : strstr(file, places[i]) != NULL)
            return true;
    return false;
}

/* If the source of a loop is a function of a library that was inlined, sets source and line to
 * those of the address, or of the call in the first source that does not belong to a library: of
 * "iter.zip(b).sum()" in Rust, of std::sort in C++. */
static void leave_library_source(struct hot_rows *r, const struct hot_file *f, uint64_t address,
                                 struct hotspot *h)
{
    struct binary_frame *frames;
    if (!h->source || !address || !is_system_source(h->source))
        return;
    size_t n = binary_frames_at(f->binary, address, r->arena, &frames), i = 0;
    struct binary_line at = binary_line_at(f->binary, address);
    while (i + 1 < n && (!at.file || is_system_source(at.file)))
        at = frames[i++].call;
    if (!at.file || at.line == 0 || is_system_source(at.file))
        return;
    h->source = arena_strdup(r->arena, at.file);
    h->line = h->end_line = at.line;
}

/* Sets the source of a loop with inlined functions to that of its source loop. Returns false if
 * that is unknown. kma finds the source loops of Fortran, but no loop contains the lines of one and
 * of functions that are called in it. */
static bool set_inlined_source(struct hot_rows *r, const struct hot_file *f,
                               const struct compiled_loop *c, struct hotspot *h)
{
    struct inlined_lines l;
    bool fortran = h->language && strcmp(h->language, "Fortran") == 0;
    if ((fortran && has_reference_loop(r->reference, c)) ||
        !find_inlined_lines(f->binary, &f->listing, c, r->reference, &l))
        return false;
    h->source = arena_strdup(r->arena, l.source);
    h->line = l.line;
    h->end_line = l.end_line;
    return true;
}

/* Returns the counted passes of loop i of the finder. */
static struct hot_count count_passes(const struct hot_rows *r, const struct hot_file *f, size_t i)
{
    struct counted_code of = counted_code_of(r, f);
    uint64_t at = f->loops[i].address;
    const struct binary_function *in = at ? binary_function_at(f->binary, at) : NULL;
    if (r->counts && in && in->other && hot_counts_executed(r->counts, in->other))
        return (struct hot_count){.n = missing(COUNTED_APART)};
    return r->counts ? passes_of_loop(&of, (uint32_t)i)
                     : (struct hot_count){.n = missing("the program was not counted")};
}

/* Returns how often control entered loop i of the finder; 0 = unknown. */
static double count_entries(const struct hot_rows *r, const struct hot_file *f, size_t i)
{
    struct counted_code of = counted_code_of(r, f);
    struct quantity n = r->counts ? entries_of_loop(&of, (uint32_t)i).n : missing("not counted");
    return is_known(n) ? n.value : 0;
}

/* Adds the row of loop i of the finder. */
static void add_loop_row(struct hot_rows *r, const struct hot_file *f, size_t i,
                         const struct compiled_loop *c)
{
    const struct row_samples *s = &f->loops[i];
    struct hotspot *h = add_row(r, HOTSPOT_LOOP, s);
    h->object = f->object->path;
    h->function = inlined_function(r, f, s->address);
    if (!h->function)
        h->function = keep_text(r, c->function);
    h->label = keep_text(r, c->label);
    h->source = keep_text(r, c->source);
    h->line = c->line;
    h->end_line = c->end_line;
    h->language = s->address ? binary_language_at(f->binary, s->address) : NULL;
    if (!set_inlined_source(r, f, c, h))
        leave_library_source(r, f, s->address, h);
    h->name = arena_printf(r->arena, "%s:%s", file_of_path(h->object), c->label);
    h->why = keep_text(r, why_no_bound(c));
    set_passes(r, h, count_passes(r, f, i), loop_passes(r->profile, c, s->executed));
    set_faults(r->profile, s, h);
    h->entries = h->counted ? count_entries(r, f, i) : 0;
}

/* Sets counted frequencies of the code. i: loop of the finder; LOOP_NONE = straight-line code. */
static void set_frequencies(struct hot_rows *r, const struct hot_file *f, uint32_t i,
                            struct compiled_loop *c)
{
    struct counted_code of = counted_code_of(r, f);
    if (r->counts)
        set_hot_frequencies(r->arena, &of, i, c);
}

/* Completes the facts of compiled code, in the arena of the rows, by its bounds. b: its function;
 * NULL = unknown. */
static void add_bounds(struct hot_rows *r, const struct hot_file *f,
                       const struct binary_function *b, struct compiled_loop *c)
{
    if (b && b->other)
        note(r->arena, &c->notes, "the function %s has the same code: its samples are in this row",
             b->other);
    c->source = c->source ? arena_strdup(r->arena, c->source) : NULL;
    c->file = f->object->path;
    bound_passes(r->arena, r->machine, c);
}

/* Returns true if an inner loop of loop i begins with the same block and has the same label. */
static bool shares_label(const struct loop_finder *l, size_t i)
{
    const struct loop *outer = loops_at(l, i);
    for (size_t k = i; k-- > 0 && loops_at(l, k)->begin >= outer->begin;)
        if (loops_at(l, k)->label == outer->label)
            return true;
    return false;
}

/* Reads the facts and bounds of a loop. Its label becomes unique. */
static struct compiled_loop *add_compiled(struct hot_rows *r, const struct hot_file *f, size_t i,
                                          struct compiled_loops *to)
{
    struct compiled_loop *c = ARENA_PUSH(r->arena, to->at, to->n);
    scan_loop_details(f->scan, r->arena, i, c);
    if (shares_label(scan_loops(f->scan), i))
        c->label = arena_printf(r->arena, "%s, outer loop", c->label);
    set_frequencies(r, f, (uint32_t)i, c);
    uint64_t address = f->loops[i].address;
    add_bounds(r, f, address ? binary_function_at(f->binary, address) : NULL, c);
    return c;
}

/* Sets parents, and the nesting of the compiled loops. index: of each loop of the finder among
 * them; -1 = it has no row. first: row of the first one. */
static void link_loops(struct hot_rows *r, const struct hot_file *f, const int *index, size_t first,
                       struct compiled_loops *to)
{
    const struct loop_finder *l = scan_loops(f->scan);
    for (size_t i = 0; i < loops_n(l); i++) {
        int listed = 0;
        for (uint32_t o = index[i] < 0 ? LOOP_NONE : loops_outward(l, i, &listed); o != LOOP_NONE;
             o = loops_outward(l, o, &listed)) {
            struct hotspot *h = &r->at[first + (size_t)index[i]];
            if (index[o] <
                0) /* an unsampled version of a loop has a row, loops around it have none */
                continue;
            *ARENA_PUSH(r->arena, to->inner_of, to->n_inner_of) =
                (struct nesting){index[i], index[o]};
            if (h->parent < 0)
                h->parent = (int)first + index[o];
        }
    }
}

/* Returns the executions of each instruction that the row of an innermost loop shows; HUGE_VAL =
 * those of its block, whose frequencies are stored. */
static double passes_of_row(const struct hotspot *h, const struct compiled_loop *c)
{
    return !c->frequencies && is_known(h->passes) ? h->passes.value : HUGE_VAL;
}

/* Sets the recorded data of the rows of n loops of the finder; index, first: as link_loops(). */
static void add_data(struct hot_rows *r, const struct counted_code *of, const int *index, size_t n,
                     size_t first)
{
    struct recorded_loop *loops = ARENA_ARRAY(r->arena, struct recorded_loop, n + 1);
    size_t n_runs, rows = 0;
    const struct stream_run *runs = hot_counts_records(r->counts, &n_runs);
    for (uint32_t i = 0; i < n; i++)
        if (index[i] >= 0)
            loops[rows++].loop = i;
    find_recorded_data(r->arena, of, runs, n_runs, loops, rows);
    for (size_t i = 0; i < rows; i++)
        r->at[first + (size_t)index[loops[i].loop]].data = loops[i].data;
}

static void add_loops(struct hot_rows *r, struct hot_file *f, struct hot_code *code)
{
    size_t n = loops_n(scan_loops(f->scan)), first = r->n;
    int *index = ARENA_ARRAY(r->arena, int, n + 1);
    const struct counted_code of = counted_code_of(r, f);
    const bool *selected = select_hot_loops(r->arena, &of, f->loops);
    double *passes = ARENA_ARRAY(r->arena, double, n + 1);
    for (size_t i = 0; i < n; i++) {
        index[i] = -1;
        if (!selected[i])
            continue;
        index[i] = (int)code->loops.n;
        const struct compiled_loop *c = add_compiled(r, f, i, &code->loops);
        add_loop_row(r, f, i, c);
        if (c->kind == LOOP_INNERMOST)
            passes[i] = passes_of_row(&r->at[r->n - 1], c);
    }
    link_loops(r, f, index, first, &code->loops);
    if (r->counts)
        add_data(r, &of, index, n, first);
    if (r->counts && of.object)
        add_outside_accesses(r->arena, &of, f, passes, &r->lines);
}

/* ---- code outside loops ---- */

static void add_library_row(struct hot_rows *r, const struct hot_file *f, const char *function,
                            const struct row_samples *s)
{
    struct hotspot *h = add_row(r, HOTSPOT_LIBRARY, s);
    h->object = f->object->path;
    h->waiting = f->library->waits;
    h->function = function ? library_function(r->arena, function) : NULL;
    h->caller = s->caller;
    h->name = h->function ? arena_printf(r->arena, "%s:%s", f->library->name, h->function)
                          : f->library->name;
    h->why = h->waiting ? "a library that waits for other threads or ranks"
                        : "no bounds are computed for functions of this library";
}

static bool is_cold_part(const struct binary_function *b)
{
    return b->name && strstr(b->name, ".cold");
}

/* Returns the line of the listing where a function begins; 0 = it was not disassembled. */
static uint32_t line_of_function(const struct hot_file *f, const struct binary_function *b)
{
    return f->scan ? listing_line(&f->listing, b->begin) : 0;
}

/* Reads the facts and bounds of a function's code outside loops. Returns NULL, or why it has none.
 */
static const char *add_straight_line(struct hot_rows *r, const struct hot_file *f,
                                     const struct binary_function *b, struct compiled_loops *to)
{
    struct compiled_loop c;
    uint32_t line = line_of_function(f, b);
    if (!line)
        return f->why ? f->why : "its instructions were not disassembled: its loops are unknown";
    if (is_cold_part(b))
        return "rarely executed code of a function that begins in another place";
    const char *why = x86_straight_line(f->scan, r->arena, line, &c);
    if (why)
        return why;
    set_frequencies(r, f, LOOP_NONE, &c);
    add_bounds(r, f, b, &c);
    *ARENA_PUSH(r->arena, to->at, to->n) = c;
    return NULL;
}

static void add_code_row(struct hot_rows *r, const struct hot_file *f,
                         const struct binary_function *b, const struct row_samples *s,
                         struct hot_code *code)
{
    struct binary_line at = binary_line_at(f->binary, b->begin);
    bool listed = line_of_function(f, b);
    struct hotspot *h = add_row(r, listed ? HOTSPOT_STRAIGHT_LINE : HOTSPOT_UNKNOWN, s);
    h->object = f->object->path;
    h->function = inlined_function(r, f, b->begin);
    h->language = binary_language_at(f->binary, b->begin);
    h->source = at.file ? arena_strdup(r->arena, at.file) : NULL;
    h->line = h->end_line = at.file ? at.line : 0;
    h->name =
        arena_printf(r->arena, "%s:%s", file_of_path(h->object), hot_function_name(r->arena, b));
    if (!h->function)
        h->function = arena_strdup(r->arena, hot_function_name(r->arena, b));
    struct counted_code of = counted_code_of(r, f);
    struct hot_count calls = {.n = missing("")};
    if (r->counts)
        calls = calls_of_function(&of, b->begin, line_of_function(f, b));
    set_passes(r, h, calls, missing("calls of functions are not counted"));
    h->why = add_straight_line(r, f, b, &code->loops);
    if (h->why)
        return;
    const struct compiled_loop *c = &code->loops.at[code->loops.n - 1];
    h->label = keep_text(r, c->label);
    h->why = keep_text(r, why_no_bound(c));
}

static void add_functions(struct hot_rows *r, const struct hot_file *f, struct hot_code *code)
{
    for (size_t i = 0; i < f->functions.n; i++) {
        const struct binary_function *b = f->functions.at[i];
        if (f->code[i].n == 0)
            continue;
        if (f->library)
            add_library_row(r, f, b->name, &f->code[i]);
        else
            add_code_row(r, f, b, &f->code[i], code);
    }
}

/* ---- code without functions ---- */

static void add_other_row(struct hot_rows *r, const struct hot_file *f)
{
    static const enum hotspot_kind kinds[OBJECT_KINDS] = {
        [OBJECT_FILE] = HOTSPOT_UNKNOWN,      [OBJECT_VDSO] = HOTSPOT_LIBRARY,
        [OBJECT_ANONYMOUS] = HOTSPOT_UNKNOWN, [OBJECT_KERNEL] = HOTSPOT_KERNEL,
        [OBJECT_UNMAPPED] = HOTSPOT_UNKNOWN,
    };
    static const char *const names[OBJECT_KINDS] = {[OBJECT_VDSO] = "vdso",
                                                    [OBJECT_ANONYMOUS] = "generated code",
                                                    [OBJECT_KERNEL] = "kernel",
                                                    [OBJECT_UNMAPPED] = "unmapped addresses"};
    static const char *const reasons[OBJECT_KINDS] = {
        [OBJECT_FILE] = "no function is known at these addresses",
        [OBJECT_VDSO] = "no bounds are computed for functions of the kernel in user space",
        [OBJECT_ANONYMOUS] = "memory without a file: generated code, or a program in memory",
        [OBJECT_KERNEL] = "no bounds are computed for code of the kernel",
        [OBJECT_UNMAPPED] = "no file is known to be mapped at these addresses"};
    const struct profile_object *o = f->object;
    struct hotspot *h = add_row(r, f->why ? HOTSPOT_UNKNOWN : kinds[o->kind], &f->other);
    h->object = o->kind == OBJECT_FILE ? o->path : NULL;
    h->function = o->kind == OBJECT_VDSO ? names[o->kind] : NULL;
    h->name = o->kind == OBJECT_FILE ? file_of_path(o->path)
              : o->kind == OBJECT_ANONYMOUS
                  ? arena_printf(r->arena, "%s of process %d", names[o->kind], o->pid)
                  : names[o->kind];
    h->why = f->why ? f->why : reasons[o->kind];
}

static void add_generated(struct hot_rows *r, const struct hot_file *f)
{
    for (size_t i = 0; i < f->generated.n; i++) {
        if (f->jitted[i].n == 0)
            continue;
        struct hotspot *h = add_row(r, HOTSPOT_UNKNOWN, &f->jitted[i]);
        h->function = f->generated.at[i].name;
        h->name = arena_printf(r->arena, "generated:%s", h->function);
        h->why = "code that the program generated: it is in no file";
    }
}

void hot_rows_add(struct hot_rows *r, struct hot_file *f, struct hot_code *code)
{
    *code = (struct hot_code){.path = f->object->path};
    r->counted = hot_counts_object(r->counts, f->binary);
    if (f->scan)
        add_loops(r, f, code);
    add_functions(r, f, code);
    add_generated(r, f);
    if (f->other.n > 0 && f->library)
        add_library_row(r, f, NULL, &f->other);
    else if (f->other.n > 0)
        add_other_row(r, f);
    if (code->loops.n) {
        code->listing = f->listing.file;
        f->listing.file = NULL;
    }
}

/* ---- rows with one name ---- */

static int compare_names(const void *one, const void *other)
{
    const struct hotspot *a = *(struct hotspot *const *)one, *b = *(struct hotspot *const *)other;
    int by_name = strcmp(a->name, b->name);
    return by_name ? by_name : (a > b) - (a < b);
}

/* Returns the rows by name. */
static struct hotspot **rows_by_name(struct hot_rows *r)
{
    struct hotspot **by_name = ARENA_ARRAY(r->arena, struct hotspot *, r->n + 1);
    for (size_t i = 0; i < r->n; i++)
        by_name[i] = &r->at[i];
    if (r->n)
        qsort(by_name, r->n, sizeof *by_name, compare_names);
    return by_name;
}

/* Adds the samples of a row to another one and marks it as empty. */
static void merge_row(struct hotspot *to, struct hotspot *from)
{
    to->samples += from->samples;
    to->seconds += from->seconds;
    to->inclusive += from->inclusive;
    from->samples = from->seconds = from->inclusive = 0;
    from->name = NULL;
}

/* Merges library functions of one name: variants for instruction sets, and functions without
 * symbols. A merged row loses its name; sort_rows removes it. */
static void merge_library_rows(struct hot_rows *r)
{
    struct hotspot **by_name = rows_by_name(r), *last = NULL;
    for (size_t i = 0; i < r->n; i++)
        if (last && last->kind == HOTSPOT_LIBRARY && by_name[i]->kind == HOTSPOT_LIBRARY &&
            strcmp(last->name, by_name[i]->name) == 0)
            merge_row(last, by_name[i]);
        else
            last = by_name[i];
}

/* ---- times ---- */

/* Returns the seconds of a unit of the profile. */
static double seconds_of_unit(const struct profile *p)
{
    return p->unit == PROFILE_NS                ? 1e-9
           : is_known(p->clock[1])              ? 1 / p->clock[1].value
           : p->period > 0 && is_known(p->rate) ? 1 / (p->period * p->rate.value)
                                                : 0;
}

static double sum_of_rows(const struct hot_rows *r)
{
    double sum = 0;
    for (size_t i = 0; i < r->n; i++)
        sum += r->at[i].seconds;
    return sum;
}

/* Multiplies the times of the first n rows. */
static void scale_rows(struct hot_rows *r, size_t n, double by)
{
    for (size_t i = 0; i < n; i++) {
        r->at[i].seconds *= by;
        r->at[i].inclusive *= by;
        r->at[i].kernel_seconds = q_mul(r->at[i].kernel_seconds, known(by));
    }
}

/* Adds a row of counted time, without samples. Returns NULL if there is no such time. */
static struct hotspot *add_counted(struct hot_rows *r, enum hotspot_kind kind,
                                   struct quantity seconds, const char *name)
{
    struct row_samples s = {.weight = is_known(seconds) ? seconds.value : 0};
    if (s.weight <= 0)
        return NULL;
    struct hotspot *h = add_row(r, kind, &s);
    h->name = name;
    return h;
}

/* Returns a sampling rate at which threads of this CPU time have two samples or more; 0 = none. */
static long rate_for_threads(double seconds)
{
    enum { MOST_RATE = 20000, TENFOLD = 10 };
    static const long leading[] = {1, 2, 5};
    for (long power = 1; seconds > 0 && power <= MOST_RATE; power *= TENFOLD)
        for (size_t i = 0; i < COUNT_OF(leading); i++)
            if ((double)(power * leading[i]) * seconds >= 2 && power * leading[i] <= MOST_RATE)
                return power * leading[i];
    return 0;
}

/* Adds the time of threads without samples. */
static void add_unsampled(struct hot_rows *r)
{
    const struct profile *p = r->profile;
    struct hotspot *h = add_counted(r, HOTSPOT_UNKNOWN, p->unsampled_seconds, "short threads");
    size_t n = 0;
    if (!h)
        return;
    h->why = "threads that ended before their first sample";
    for (size_t i = 0; i < p->n_threads; i++)
        n += p->threads[i].samples == 0;
    double mean = n ? h->seconds * profile_runs(p) / (double)n : 0;
    long rate = rate_for_threads(mean);
    if (p->unit == PROFILE_NS && strcmp(p->sampler, "perf") == 0 && rate)
        h->why = n == 1
                     ? arena_printf(r->arena,
                                    "a thread that ended before its first sample, after %.2g ms: "
                                    "--rate=%ld samples it",
                                    1e3 * mean, rate)
                     : arena_printf(r->arena,
                                    "%zu threads that ended before their first sample, after "
                                    "%.2g ms on average: --rate=%ld samples them",
                                    n, 1e3 * mean, rate);
}

/* Sets the limits of a row whose time is an estimate, in seconds; set_intervals() makes shares of
 * them. */
static void set_limits(struct hotspot *h, double least, double most)
{
    h->low = least;
    h->high = most;
}

/* Returns true if the time of excluded programs, and the rest of its sum with that of the kernel,
 * are estimates. */
static bool has_limits(const struct profile *p)
{
    return is_known(p->excluded_least) && is_known(p->excluded_most) &&
           p->excluded_most.value > p->excluded_least.value;
}

/* Adds the time of programs that could not be sampled. */
static void add_excluded(struct hot_rows *r)
{
    const struct profile *p = r->profile;
    struct hotspot *h =
        add_counted(r, HOTSPOT_UNKNOWN, p->excluded_seconds, "programs without samples");
    if (!h)
        return;
    if (has_limits(p))
        set_limits(h, p->excluded_least.value, p->excluded_most.value);
    h->why = "";
    for (size_t i = 0; i < p->n_excluded; i++)
        h->why = arena_printf(r->arena, "%s%s%s: %s", h->why, i ? "; " : "", p->excluded[i].name,
                              p->excluded[i].why);
}

/* Adds the time that the kernel needs to start, end and switch threads. */
static void add_switches(struct hot_rows *r)
{
    const struct profile *p = r->profile;
    struct hotspot *h =
        add_counted(r, HOTSPOT_KERNEL, p->switch_seconds, "start, end and switch of threads");
    bool timers = strcmp(p->sampler, "timers") == 0, estimated = has_limits(p);
    if (!h)
        return;
    if (estimated) {
        double sum = p->switch_seconds.value + p->excluded_seconds.value;
        set_limits(h, sum - p->excluded_most.value, sum - p->excluded_least.value);
    }
    h->why = arena_printf(
        r->arena, "%s: %s",
        timers ? "starts and ends of programs, where the preloaded library is not active"
               : "the kernel starts, ends and switches threads and processes, and their samplers",
        !estimated ? "counted, not sampled"
        : timers
            ? arena_printf(r->arena, "estimated, at most %d ms for each start", PROFILE_START_MS)
            : "estimated, because programs without samples may have a part of this time");
}

/* Adds the time of the kernel where it could not be sampled: the rest of the CPU time. */
static void add_kernel(struct hot_rows *r, double rest, const struct hot_profile *to)
{
    struct row_samples s = {.n = rest * to->samples / to->sampled_seconds, .weight = rest};
    struct hotspot *h = add_row(r, HOTSPOT_KERNEL, &s);
    h->name = "kernel";
    h->why = "not sampled: its time is the CPU time without that of user code";
}

/* Adds the time of a run that has no samples. */
static void add_unknown(struct hot_rows *r, double seconds)
{
    struct hotspot *h = add_counted(r, HOTSPOT_UNKNOWN, known(seconds), "time without samples");
    if (h)
        h->why = "no sample was taken in this code";
}

/* Makes the rows add up to the CPU time: the sampled ones get what was not counted otherwise. */
static void complete_times(struct hot_rows *r, struct hot_profile *to)
{
    const struct quantity cpu = r->profile->cpu_seconds;
    size_t n_sampled = r->n;
    scale_rows(r, n_sampled, seconds_of_unit(r->profile) / profile_runs(r->profile));
    to->sampled_seconds = sum_of_rows(r);
    add_unsampled(r);
    add_excluded(r);
    add_switches(r);
    double sum = sum_of_rows(r), counted = sum - to->sampled_seconds;
    to->cpu_seconds = is_known(cpu) ? cpu.value : sum;
    double rest = fmax(to->cpu_seconds - counted, 0);
    if (to->sampled_seconds <= 0)
        add_unknown(r, rest);
    else if (!r->profile->kernel && rest > to->sampled_seconds)
        add_kernel(r, rest - to->sampled_seconds, to);
    else
        scale_rows(r, n_sampled, rest / to->sampled_seconds);
    sum = sum_of_rows(r);
    if (sum > 0)
        scale_rows(r, r->n, to->cpu_seconds / sum);
}

/* ---- intervals ---- */

/* Sets the interval of a row without samples, which may have limits in seconds. */
static void set_counted_interval(struct hotspot *h, double share, double cpu_seconds)
{
    bool limits = h->high > h->low;
    h->low = limits ? fmin(fmax(h->low / cpu_seconds, 0), share) : share;
    h->high = limits ? fmax(fmin(h->high / cpu_seconds, 1), share) : share;
}

/* Sets the interval of each share. Samples of short threads stand for more time than others, so the
 * number of all samples is taken as that of which the row's samples are the row's share. A row
 * without samples has an exact share, which the kernel counted, or the limits of its estimate. */
static void set_intervals(struct hot_rows *r, const struct hot_profile *to)
{
    double all = 0;
    for (size_t i = 0; i < r->n; i++)
        all += r->at[i].samples;
    for (size_t i = 0; i < r->n; i++) {
        struct hotspot *h = &r->at[i];
        double share = to->cpu_seconds > 0 ? h->seconds / to->cpu_seconds : 0;
        double of = share > 0 ? fmax(h->samples / share, h->samples) : all;
        struct share_interval s = share_interval((uint64_t)h->samples, (uint64_t)ceil(of));
        if (h->samples == 0 && share > 0) {
            set_counted_interval(h, share, to->cpu_seconds);
            continue;
        }
        h->low = fmin(s.low, share);
        h->high = fmax(s.high, share);
    }
}

/* ---- order and names ---- */

static int compare_rows(const void *one, const void *other)
{
    const struct hotspot *a = *(const struct hotspot *const *)one,
                         *b = *(const struct hotspot *const *)other;
    if (!a->name || !b->name)
        return !a->name - !b->name;
    if (a->seconds != b->seconds)
        return a->seconds > b->seconds ? -1 : 1;
    int by_name = strcmp(a->name, b->name);
    return by_name ? by_name : (a > b) - (a < b);
}

static void sort_rows(struct hot_rows *r)
{
    const struct hotspot **order = ARENA_ARRAY(r->arena, const struct hotspot *, r->n + 1);
    struct hotspot *sorted = ARENA_ARRAY(r->arena, struct hotspot, r->n + 1);
    int *place = ARENA_ARRAY(r->arena, int, r->n + 1);
    for (size_t i = 0; i < r->n; i++)
        order[i] = &r->at[i];
    if (r->n)
        qsort(order, r->n, sizeof *order, compare_rows);
    for (size_t i = 0; i < r->n; i++)
        place[order[i] - r->at] = (int)i;
    for (size_t i = 0; i < r->n; i++) {
        sorted[i] = *order[i];
        if (sorted[i].parent >= 0)
            sorted[i].parent = place[sorted[i].parent];
    }
    r->at = sorted;
    while (r->n > 0 && !r->at[r->n - 1].name)
        r->n--;
}

/* Appends a number to names that other rows have, too. */
static void make_names_unique(struct hot_rows *r)
{
    struct hotspot **by_name = rows_by_name(r);
    const char *last = "";
    for (size_t i = 0, same = 1; i < r->n; i++) {
        same = strcmp(last, by_name[i]->name) == 0 ? same + 1 : 1;
        last = by_name[i]->name;
        if (same > 1)
            by_name[i]->name = arena_printf(r->arena, "%s #%zu", last, same);
    }
}

void hot_rows_finish(struct hot_rows *r, struct hot_profile *to)
{
    merge_library_rows(r);
    complete_times(r, to);
    set_intervals(r, to);
    sort_rows(r);
    demangle_rows(r->arena, r->at, r->n);
    make_names_unique(r);
    merge_lines(&r->lines);
    to->lines = r->lines.at;
    to->n_lines = r->lines.n;
    to->at = r->at;
    to->n = r->n;
}
