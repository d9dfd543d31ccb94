/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/recorded.h"
#include "base/util.h"
#include "hotspots/nests.h"
#include "hotspots/reuse.h"

#include <string.h>

/* Events that are read of all segments together. */
#define EVENTS_MOST ((uint64_t)1 << 26)

/* A recorded unit, in the code of the file. */
struct recorded_unit {
    const struct count_map *map;
    struct recorded_part {
        uint32_t line; /* of the listing where its block begins; 0 = it is not in the file */
        uint32_t loop; /* the innermost one of the scan; LOOP_NONE */
        struct nest_use *uses;
    } * parts;
};
/* A part of the code of a nest. */
struct nest_use {
    struct nest_record *record;
    uint32_t part; /* of the nest */
    struct nest_use *next;
};
/* The nest of a wanted loop. */
struct recorded_nest {
    struct recorded_loop *of;
    uint32_t levels[MOVEMENT_LEVELS]; /* loops of the scan, from the outermost */
    struct nest_code code;
    struct recorded_unit *unit; /* NULL = no part of the loop is recorded */
    struct nest_record *record;
    struct reuse_ask reuse;
};
struct recorder {
    struct arena *a;
    const struct counted_code *of;
    struct recorded_unit *units;
    size_t n_units;
};

/* ---- units ---- */

static bool has_unit(const struct recorder *r, const struct count_map *m)
{
    for (size_t i = 0; i < r->n_units; i++)
        if (r->units[i].map == m)
            return true;
    return false;
}

static void add_unit(struct recorder *r, const struct count_map *m)
{
    struct arena scratch = {0};
    struct recorded_unit u = {.map = m};
    const uint64_t *addresses =
        hot_counts_addresses(&scratch, r->of->object, m->identity, m->n_blocks);
    u.parts = ARENA_ARRAY(r->a, struct recorded_part, m->n_parts + 1);
    for (size_t i = 0; i < m->n_parts; i++) {
        uint64_t at = addresses[m->parts[i].block];
        uint32_t line = at ? listing_line(r->of->listing, at) : 0;
        uint32_t loop = line ? x86_loop_at_line(r->of->scan, line) : LOOP_NONE;
        u.parts[i] = (struct recorded_part){line, loop, NULL};
    }
    *ARENA_PUSH(r->a, r->units, r->n_units) = u;
    arena_free(&scratch);
}

static void add_units(struct recorder *r, const struct stream_run *runs, size_t n_runs)
{
    for (size_t i = 0; i < n_runs; i++)
        for (size_t k = 0; k < runs[i].n_processes; k++)
            for (size_t u = 0; u < runs[i].processes[k].n_units; u++) {
                const struct count_map *m = runs[i].processes[k].units[u].map;
                if (m && !has_unit(r, m))
                    add_unit(r, m);
            }
}

static struct recorded_unit *unit_of_map(const struct recorder *r, const struct count_map *m)
{
    for (size_t i = 0; i < r->n_units; i++)
        if (r->units[i].map == m)
            return &r->units[i];
    return NULL;
}

/* ---- nests ---- */

/* Sets the loops of a nest. */
static void set_levels(const struct recorder *r, struct recorded_nest *n)
{
    const struct loop_finder *l = scan_loops(r->of->scan);
    uint32_t inward[MOVEMENT_LEVELS];
    int k = 0, listed = 0;
    for (uint32_t i = n->of->loop; i != LOOP_NONE && k < MOVEMENT_LEVELS;
         i = loops_outward(l, i, &listed))
        inward[k++] = i;
    n->code.n_levels = k;
    struct nest_loop *loops = ARENA_ARRAY(r->a, struct nest_loop, MOVEMENT_LEVELS);
    for (int i = 0; i < k; i++) {
        struct compiled_loop c;
        uint32_t loop = n->levels[i] = inward[k - 1 - i];
        struct quantity passes = passes_of_loop(r->of, loop).n;
        struct quantity entries = entries_of_loop(r->of, loop).n;
        scan_loop(r->of->scan, r->a, loop, &c);
        loops[i] = (struct nest_loop){c.line, is_known(passes) ? passes.value : 0,
                                      is_known(entries) ? entries.value : 0};
    }
    n->code.loops = loops;
}

static int level_of(const struct recorder *r, const struct recorded_nest *n, uint32_t loop)
{
    int listed = 0;
    for (uint32_t i = loop; i != LOOP_NONE; i = loops_outward(scan_loops(r->of->scan), i, &listed))
        for (int k = n->code.n_levels; k-- > 0;)
            if (n->levels[k] == i)
                return k;
    return -1;
}

/* Returns the line of the listing at which passes of a loop begin; 0 = unknown. */
static uint32_t start_of(const struct recorder *r, uint32_t loop)
{
    struct arena scratch = {0};
    struct x86_graph g;
    uint32_t line = x86_loop_start(r->of->scan, loop);
    if (!line && x86_loop_graph(r->of->scan, &scratch, loop, &g))
        line = g.blocks[g.start].line;
    arena_free(&scratch);
    return line;
}

/* Returns the unit that contains a part of the loop; NULL = none. function: of the source, or NULL.
 */
static struct recorded_unit *find_unit(const struct recorder *r, uint32_t loop,
                                       const char **function)
{
    for (size_t i = 0; i < r->n_units; i++)
        for (size_t p = 0; p < r->units[i].map->n_parts; p++)
            if (r->units[i].parts[p].loop == loop) {
                const struct count_map *m = r->units[i].map;
                *function = m->blocks[m->parts[p].block].function;
                return &r->units[i];
            }
    return NULL;
}

static bool same_function(const struct count_map *m, size_t part, const char *function)
{
    const char *of = m->blocks[m->parts[part].block].function;
    return of && function && strcmp(of, function) == 0;
}

/* Returns the line of the n-th instruction after that of a line. */
static uint32_t line_after(const struct listing *l, uint32_t line, uint32_t n)
{
    uint64_t address;
    if (!listing_address(l, line, &address))
        return line;
    size_t i = FIRST_AT_LEAST_64(l->at, l->n, struct listed_instruction, address, address);
    return i + n < l->n ? l->at[i + n].line : line;
}

/* Returns the instruction at a line; NULL = it is unknown. */
static const struct instruction *instruction_at(const struct instruction_body *b, uint32_t line)
{
    for (size_t i = 0; b && i < b->n; i++)
        if (b->at[i].asm_line == (long)line)
            return &b->at[i];
    return NULL;
}

/* Returns whether a mask selects the elements that the instruction accesses, or it is unknown.
 * Elements of gathers and scatters are references of their own: whether they were accessed is
 * recorded. */
static bool is_masked(const struct instruction *i)
{
    return !i || (!strstr(i->text, "gather") && !strstr(i->text, "scatter") &&
                  (strstr(i->text, "{%k") || strstr(i->text, "mask")));
}

/* Adds the references of a part of the analysed loop, whose code is b. */
static void add_references(struct recorder *r, struct recorded_nest *n, size_t part,
                           const struct instruction_body *b)
{
    const struct count_map *m = n->unit->map;
    const struct count_part *p = &m->parts[part];
    struct nest_reference *refs = (struct nest_reference *)n->code.refs;
    for (uint32_t i = p->first; i < p->first + p->n; i++) {
        const struct count_reference *ref = &m->references[i];
        size_t at = n->reuse.n;
        uint32_t line = line_after(r->of->listing, n->unit->parts[part].line, ref->step);
        int bytes = ref->bytes ? (int)ref->bytes : 1;
        const struct instruction *code = instruction_at(b, line);
        *ARENA_PUSH(r->a, refs, n->code.n_refs) = (struct nest_reference){
            (int)line,   bytes,           ref->loads,
            ref->stores, is_masked(code), code && code->store.base == FORM_STORE_NT};
        *ARENA_PUSH(r->a, n->reuse.references, at) = i;
        n->reuse.n = at;
    }
    n->code.refs = refs;
}

/* Returns the loops of the nest whose passes begin with a part, as bits. */
static uint32_t begins_of(const struct recorded_nest *n, size_t part, const uint32_t *starts)
{
    const struct count_map *m = n->unit->map;
    bool first = part == 0 || m->parts[part - 1].block != m->parts[part].block;
    uint32_t begins = 0;
    for (int k = 0; first && k < n->code.n_levels; k++)
        if (starts[k] && n->unit->parts[part].line == starts[k])
            begins |= 1u << k;
    return begins;
}

static const char *incomplete_text(const struct recorder *r, const struct recorded_nest *n)
{
    const struct count_map *m = n->unit->map;
    const struct loop *l = loops_at(scan_loops(r->of->scan), n->of->loop);
    for (size_t i = 0; i < m->n_unrecorded; i++)
        for (size_t p = 0; p < m->n_parts; p++)
            if (m->parts[p].block == m->unrecorded[i].block &&
                n->unit->parts[p].loop == n->of->loop)
                return arena_printf(r->a, "not all accesses are recorded: %s",
                                    m->unrecorded[i].why);
    return l->innermost && l->counts[LOOP_CALLS]
               ? "not all accesses are recorded: the loop calls functions"
               : NULL;
}

/* Sets the parts of the nest: all that its unit has of the function. */
static void set_parts(struct recorder *r, struct recorded_nest *n, const char *function)
{
    const struct count_map *m = n->unit->map;
    struct nest_part *parts = ARENA_ARRAY(r->a, struct nest_part, m->n_parts + 1);
    uint32_t starts[MOVEMENT_LEVELS];
    int last = n->code.n_levels - 1;
    struct compiled_loop c;
    scan_loop_details(r->of->scan, r->a, n->of->loop, &c);
    for (int k = 0; k <= last; k++)
        starts[k] = start_of(r, n->levels[k]);
    for (size_t i = 0; i < m->n_parts; i++) {
        struct nest_part *p = &parts[i];
        p->level = level_of(r, n, n->unit->parts[i].loop);
        p->begins = begins_of(n, i, starts);
        p->first = (uint32_t)n->code.n_refs;
        if (n->unit->parts[i].loop == n->of->loop)
            add_references(r, n, i, c.body);
        p->n = (uint32_t)n->code.n_refs - p->first;
        if (p->begins >> last & 1)
            n->reuse.part = (uint32_t)i;
        n->reuse.known |= p->begins >> last & 1;
    }
    n->code.parts = parts;
    n->code.n_parts = m->n_parts;
    n->code.incomplete = incomplete_text(r, n);
    n->record = nest_begin(r->a, &n->code);
    for (size_t i = 0; i < m->n_parts; i++)
        if (same_function(m, i, function)) {
            struct nest_use *use = ARENA_NEW(r->a, struct nest_use);
            *use = (struct nest_use){n->record, (uint32_t)i, n->unit->parts[i].uses};
            n->unit->parts[i].uses = use;
        }
}

/* Returns the passes of the loop in an execution of the block with which they begin. */
static double passes_of_begin(const struct recorder *r, const struct recorded_nest *n)
{
    uint64_t address = 0;
    double passes = n->code.loops[n->code.n_levels - 1].passes;
    listing_address(r->of->listing, n->unit->parts[n->reuse.part].line, &address);
    struct quantity begins = hot_counts_at(r->of->counts, r->of->object, address).n;
    return passes > 0 && is_known(begins) && begins.value > passes ? passes / begins.value : 1;
}

static void begin_nest(struct recorder *r, struct recorded_nest *n)
{
    const char *function = NULL;
    n->unit = find_unit(r, n->of->loop, &function);
    if (!n->unit)
        return;
    set_levels(r, n);
    set_parts(r, n, function);
    n->reuse.map = n->unit->map;
    n->reuse.share = passes_of_begin(r, n);
}

/* ---- events ---- */

static size_t count_segments(const struct stream_run *runs, size_t n_runs)
{
    size_t n = 0;
    for (size_t i = 0; i < n_runs; i++)
        for (size_t k = 0; k < runs[i].n_processes; k++)
            for (size_t t = 0; t < runs[i].processes[k].n_threads; t++)
                n += runs[i].processes[k].threads[t].n_segments;
    return n;
}

static void add_event(const struct recorder *r, const struct stream_event *e)
{
    struct recorded_unit *u = unit_of_map(r, e->unit->map);
    for (const struct nest_use *use = u ? u->parts[e->part].uses : NULL; use; use = use->next)
        nest_event(use->record, use->part, e->addresses);
}

static void read_thread(const struct recorder *r, const struct stream_process *p,
                        const struct stream_thread *t, struct recorded_nest *nests, size_t n,
                        uint64_t most)
{
    struct arena scratch = {0};
    struct stream_cursor c;
    struct stream_event e;
    stream_begin(&scratch, p, t, &c);
    while (stream_next_segment(&c)) {
        for (size_t i = 0; i < n; i++)
            if (nests[i].unit)
                nest_segment(nests[i].record);
        for (uint64_t k = 0; k < most && stream_next_event(&c, &e); k++)
            add_event(r, &e);
    }
    arena_free(&scratch);
}

static void read_process(const struct recorder *r, const struct stream_process *p,
                         struct recorded_nest *nests, size_t n, uint64_t most)
{
    for (size_t i = 0; i < n; i++)
        if (nests[i].unit)
            nest_process(nests[i].record);
    for (size_t t = 0; t < p->n_threads; t++)
        if (p->threads[t].known)
            read_thread(r, p, &p->threads[t], nests, n, most);
}

/* ---- data ---- */

static struct hot_data *data_of(const struct recorder *r, struct recorded_nest *n,
                                const struct stream_run *runs, size_t n_runs)
{
    struct hot_data *d = ARENA_NEW(r->a, struct hot_data);
    *d = (struct hot_data){.missing = NULL};
    n->reuse.runs = runs;
    n->reuse.n_runs = n_runs;
    find_reuse(r->a, &n->reuse, &d->reuse);
    if (nest_passes(n->record) > 0)
        nest_movement(r->a, n->record, &d->movement);
    else
        d->movement.missing = "all: no pass of the loop is in the recorded sample";
    if (nest_passes(n->record) == 0 && d->reuse.passes == 0)
        d->missing = "no pass of the loop was recorded";
    return d;
}

void find_recorded_data(struct arena *a, const struct counted_code *of,
                        const struct stream_run *runs, size_t n_runs, struct recorded_loop *loops,
                        size_t n)
{
    struct recorder r = {.a = a, .of = of};
    struct recorded_nest *nests = ARENA_ARRAY(a, struct recorded_nest, n + 1);
    size_t segments = count_segments(runs, n_runs);
    if (!of->object)
        return;
    add_units(&r, runs, n_runs);
    for (size_t i = 0; i < n; i++) {
        nests[i].of = &loops[i];
        begin_nest(&r, &nests[i]);
    }
    for (size_t i = 0; i < n_runs; i++)
        for (size_t p = 0; p < runs[i].n_processes; p++)
            read_process(&r, &runs[i].processes[p], nests, n, EVENTS_MOST / (segments + 1) + 1);
    for (size_t i = 0; i < n; i++)
        if (nests[i].unit)
            loops[i].data = data_of(&r, &nests[i], runs, n_runs);
}
