/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/counted.h"
#include "base/util.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LABEL_PREFIX ".Lmacs_"
enum { ENDBR_BYTES = 4 };

/* Greatest share of the executions of a block that can be missing in its count. */
#define LOST_SHARE 1e-3

struct counted_block {
    uint64_t address;
    const struct counted_unit *unit;
    uint32_t block; /* of a branch: its number after those of the blocks */
};
struct code_range {
    uint64_t begin, end;
};
struct counted_object {
    const uint8_t *text;
    size_t n_text;
    uint64_t address; /* of the text */
    struct counted_block *blocks;
    size_t n;
    struct counted_block *branches;
    size_t n_branches;
    struct code_range *functions; /* with such blocks, by address */
    size_t n_functions;
};
struct hot_counts {
    struct count_result result;
    struct counted_unit *units; /* by identity */
    size_t n_units;
    struct counted_object *objects;
    size_t n_objects;
    struct stream_run *records;
    size_t n_records;
    bool lacks_map, lacks_object; /* one of the files was changed after the counted run */
};

/* ---- maps and counts ---- */

static int compare_units(const void *one, const void *other)
{
    const struct counted_unit *a = one, *b = other;
    return ORDER_OF(a->map.identity, b->map.identity);
}

static void read_maps(struct arena *a, struct hot_counts *c, struct diag *d)
{
    for (size_t i = 0; i < c->result.n_maps; i++) {
        struct source s = {.path = NULL};
        struct counted_unit u = {.loaded = false};
        if (count_result_check_file(&c->result, c->result.maps[i], d) &&
            source_read(&s, c->result.maps[i], d) && count_map_read(a, &s, d, &u.map) &&
            !count_map_check(&u.map))
            *ARENA_PUSH(a, c->units, c->n_units) = u;
        else
            c->lacks_map = true;
        source_free(&s);
    }
    if (c->n_units)
        qsort(c->units, c->n_units, sizeof *c->units, compare_units);
}

static uint64_t *evaluate(struct arena *a, const struct count_map *m, const uint64_t *counters)
{
    uint64_t *counts = ARENA_ARRAY(a, uint64_t, count_map_numbers(m) + 1);
    count_map_evaluate(m, counters, counts);
    return counts;
}

enum { THREADS_MOST = 1024 };
#define THREAD_BYTES_MOST ((size_t)1 << 28) /* of the counts of a unit */

struct thread_reader {
    struct arena *a;
    struct counted_unit *unit;
};

/* Adds the counts of a thread. */
static void add_thread(void *with, const struct count_thread *from, const uint64_t *counters)
{
    const struct thread_reader *r = with;
    struct counted_unit *u = r->unit;
    if ((u->n_threads + 1) * count_map_numbers(&u->map) * sizeof *counters > THREAD_BYTES_MOST ||
        u->n_threads == THREADS_MOST)
        u->many_threads = true;
    if (u->many_threads)
        return;
    *ARENA_PUSH(r->a, u->threads, u->n_threads) = (struct counted_thread){
        evaluate(r->a, &u->map, counters), from->slot == 0 || from->n_threads > 1};
}

/* Sets the counts of all units in run i. */
static void add_run(struct arena *a, struct hot_counts *c, size_t i, struct diag *d)
{
    struct arena scratch = {0};
    struct count_total *totals = ARENA_ARRAY(&scratch, struct count_total, c->n_units + 1);
    struct thread_reader *readers = ARENA_ARRAY(&scratch, struct thread_reader, c->n_units + 1);
    for (size_t u = 0; u < c->n_units; u++) {
        readers[u] = (struct thread_reader){a, &c->units[u]};
        totals[u].map = &c->units[u].map;
        totals[u].each = i == 0 ? add_thread : NULL;
        totals[u].with = &readers[u];
    }
    bool good = counts_total(&scratch, c->result.runs[i], d, totals, c->n_units);
    for (size_t u = 0; u < c->n_units; u++) {
        struct counted_unit *to = &c->units[u];
        to->counts[i] = evaluate(a, &to->map, totals[u].counters);
        to->shared[i] = evaluate(a, &to->map, totals[u].shared);
        to->early[i] = totals[u].early;
        to->loaded |= totals[u].loaded;
        if (!to->incomplete)
            to->incomplete = good ? totals[u].incomplete : "a directory of counts cannot be read";
    }
    arena_free(&scratch);
}

static void read_runs(struct arena *a, struct hot_counts *c, struct diag *d)
{
    size_t n = c->result.n_runs + 1;
    for (size_t u = 0; u < c->n_units; u++) {
        c->units[u].counts = ARENA_ARRAY(a, uint64_t *, n);
        c->units[u].shared = ARENA_ARRAY(a, uint64_t *, n);
        c->units[u].early = ARENA_ARRAY(a, uint64_t, n);
    }
    for (size_t i = 0; i < c->result.n_runs; i++)
        add_run(a, c, i, d);
}

/* ---- records ---- */

/* Reads a map whose file was not changed; NULL = it cannot be used. */
static const struct count_map *read_record_map(struct arena *a, const struct hot_counts *c,
                                               const char *path, struct diag *d)
{
    struct source s = {.path = NULL};
    struct count_map *m = ARENA_NEW(a, struct count_map);
    bool good = count_result_check_file(&c->result, path, d) && source_read(&s, path, d) &&
                count_map_read(a, &s, d, m) && !count_map_check(m);
    source_free(&s);
    return good ? m : NULL;
}

static void read_records(struct arena *a, struct hot_counts *c, struct diag *d)
{
    const struct count_map **maps =
        ARENA_ARRAY(a, const struct count_map *, c->result.n_record_maps + 1);
    size_t n = 0;
    for (size_t i = 0; i < c->result.n_record_maps; i++)
        n += (maps[n] = read_record_map(a, c, c->result.record_maps[i], d)) != NULL;
    for (size_t i = 0; i < c->result.n_records; i++) {
        struct stream_run run;
        if (count_result_check_run(&c->result, c->result.records[i], d) &&
            streams_read(a, c->result.records[i], maps, n, d, &run))
            *ARENA_PUSH(a, c->records, c->n_records) = run;
    }
}

const struct stream_run *hot_counts_records(const struct hot_counts *c, size_t *n)
{
    *n = c->n_records;
    return c->records;
}

/* ---- labelled programs ---- */

static const struct counted_unit *unit_of(const struct hot_counts *c, uint64_t identity)
{
    struct counted_unit key = {.map.identity = identity};
    return c->n_units ? bsearch(&key, c->units, c->n_units, sizeof *c->units, compare_units) : NULL;
}

/* Adds the block of a label, ".Lmacs_IDENTITY_NUMBER", or its branch, ".Lmacs_IDENTITY_bNUMBER".
 */
static void add_label(const struct hot_counts *c, const struct binary_label *l,
                      struct counted_object *to)
{
    char *end;
    const struct counted_unit *u = unit_of(c, strtoull(l->name + strlen(LABEL_PREFIX), &end, 16));
    bool branch = *end == '_' && end[1] == 'b';
    unsigned long i = *end == '_' ? strtoul(end + 1 + branch, &end, 10) : 0;
    if (*end != 0 || !u || i >= (branch ? u->map.n_branches : u->map.n_blocks))
        return;
    if (branch)
        to->branches[to->n_branches++] =
            (struct counted_block){l->address, u, (uint32_t)(u->map.n_blocks + i)};
    else
        to->blocks[to->n++] = (struct counted_block){l->address, u, (uint32_t)i};
}

/* Stores the ranges of the functions that contain the blocks. */
static void add_functions(struct arena *a, struct counted_object *o, struct binary *b)
{
    for (size_t i = 0; i < o->n; i++) {
        uint64_t address = o->blocks[i].address;
        if (o->n_functions && address < o->functions[o->n_functions - 1].end)
            continue;
        const struct binary_function *f = binary_function_at(b, address);
        if (f)
            *ARENA_PUSH(a, o->functions, o->n_functions) = (struct code_range){f->begin, f->end};
    }
}

static void add_object(struct arena *a, struct hot_counts *c, const char *path, struct diag *d)
{
    struct binary *b = binary_open(path, d);
    struct binary_label *labels;
    struct counted_object o = {.n = 0};
    const uint8_t *text = b ? binary_text(b, &o.address, &o.n_text) : NULL;
    if (text) {
        uint8_t *copy = ARENA_ARRAY(a, uint8_t, o.n_text);
        memcpy(copy, text, o.n_text);
        o.text = copy;
        size_t n = binary_labels(b, a, LABEL_PREFIX, &labels);
        o.blocks = ARENA_ARRAY(a, struct counted_block, n + 1);
        o.branches = ARENA_ARRAY(a, struct counted_block, n + 1);
        for (size_t i = 0; i < n; i++)
            add_label(c, &labels[i], &o);
        add_functions(a, &o, b);
        *ARENA_PUSH(a, c->objects, c->n_objects) = o;
    }
    binary_close(b);
}

/* ---- the directory ---- */

/* Removes runs with damaged files. */
static void check_runs(struct hot_counts *c, struct diag *d)
{
    size_t n = 0;
    for (size_t i = 0; i < c->result.n_runs; i++)
        if (count_result_check_run(&c->result, c->result.runs[i], d))
            c->result.runs[n++] = c->result.runs[i];
    c->result.n_runs = n;
    if (n == 0)
        c->result.unused = "files of the counted run were changed or damaged after it";
}

struct hot_counts *hot_counts_open(struct arena *a, const char *folder, struct diag *d)
{
    struct hot_counts *c = ARENA_NEW(a, struct hot_counts);
    struct source s = {.path = NULL};
    *c = (struct hot_counts){.n_units = 0};
    bool good = source_read(&s, arena_printf(a, "%s/%s", folder, COUNT_RESULT_NAME), d) &&
                count_result_read(a, &s, d, &c->result);
    source_free(&s);
    if (!good)
        c->result =
            (struct count_result){.unused = "the result of the counted runs cannot be read"};
    if (!c->result.unused && !c->result.n_runs)
        c->result.unused = "no counted run is in the directory of counts";
    if (!c->result.unused)
        check_runs(c, d);
    if (c->result.unused)
        return c;
    read_maps(a, c, d);
    read_runs(a, c, d);
    read_records(a, c, d);
    for (size_t i = 0; i < c->result.n_labelled; i++)
        if (count_result_check_file(&c->result, c->result.labelled[i], d))
            add_object(a, c, c->result.labelled[i], d);
        else
            c->lacks_object = true;
    return c;
}

static struct quantity known_slowdown(double times)
{
    return times > 0 ? known(times) : missing("the CPU time of the sampled run is unknown");
}

struct quantity hot_counts_slowdown(const struct hot_counts *c)
{
    return c->result.unused ? missing(c->result.unused) : known_slowdown(c->result.slowdown);
}

struct quantity hot_counts_record_slowdown(const struct hot_counts *c)
{
    return c->result.n_records ? known_slowdown(c->result.record_slowdown)
                               : missing("no accesses were recorded");
}

const char *hot_counts_difference(const struct hot_counts *c)
{
    return c->result.unused ? NULL : c->result.difference;
}

const struct counted_unit *hot_counts_units(const struct hot_counts *c, size_t *n, size_t *runs)
{
    *n = c->n_units;
    *runs = c->result.n_runs;
    return c->units;
}

const struct counted_object *hot_counts_object(const struct hot_counts *c, const struct binary *b)
{
    uint64_t address;
    size_t n;
    const uint8_t *text = c && b ? binary_text(b, &address, &n) : NULL;
    for (size_t i = 0; text && i < c->n_objects; i++) {
        const struct counted_object *o = &c->objects[i];
        if (o->address == address && o->n_text == n && memcmp(o->text, text, n) == 0)
            return o;
    }
    return NULL;
}

/* ---- queries ---- */

/* Returns the block whose label is at the address: the last one, because a block before it is only
 * an endbr64 before its label; before: this block. */
static const struct counted_block *block_at(const struct counted_object *o, uint64_t address,
                                            bool before)
{
    const struct counted_block *found = NULL;
    size_t i = FIRST_AT_LEAST_64(o->blocks, o->n, struct counted_block, address, address);
    for (; i < o->n && o->blocks[i].address == address; i++)
        if (!found || (o->blocks[i].block < found->block) == before)
            found = &o->blocks[i];
    return found;
}

/* Returns the block that begins at the address. endbr64, 4 bytes, precedes its label. */
static const struct counted_block *find_block(const struct counted_object *o, uint64_t address)
{
    static const uint8_t endbr[ENDBR_BYTES] = {0xf3, 0x0f, 0x1e, 0xfa};
    uint64_t at = address - o->address;
    bool marked = address >= o->address && at + ENDBR_BYTES <= o->n_text &&
                  memcmp(o->text + at, endbr, ENDBR_BYTES) == 0;
    return block_at(o, marked ? address + ENDBR_BYTES : address, marked);
}

/* Returns the executions by thread; none if threads that executed the block counted together. */
static struct thread_passes threads_of(const struct counted_block *b)
{
    struct thread_passes p = {0, 0, 0};
    for (size_t t = 0; t < b->unit->n_threads && !b->unit->many_threads; t++) {
        double n = (double)b->unit->threads[t].counts[b->block];
        if (n == 0)
            continue;
        if (b->unit->threads[t].shared)
            return (struct thread_passes){0, 0, 0};
        p.least = p.n == 0 || n < p.least ? n : p.least;
        p.greatest = n > p.greatest ? n : p.greatest;
        p.n++;
    }
    return p;
}

/* Returns why no counter is at the address. */
static const char *why_no_block(const struct hot_counts *c, const struct counted_object *o,
                                uint64_t address)
{
    if (!o)
        return c->lacks_object ? "a program with labels was changed after the counted run"
                               : "its object was not built with counters";
    if (c->lacks_map)
        return "a map of counters was changed or damaged after the counted run";
    if (!o->n)
        return "the program with labels has no symbols of blocks: a link option removes them";
    size_t i = FIRST_AT_LEAST_64(o->functions, o->n_functions, struct code_range, end, address + 1);
    if (i < o->n_functions && o->functions[i].begin <= address)
        return "no counter is at its first instruction";
    return "its object file has no counters: it is not output of a compiler that macs called";
}

static struct hot_count mean_of_runs(const struct hot_counts *c, const struct counted_block *b)
{
    double least = (double)b->unit->counts[0][b->block], most = least, sum = 0;
    for (size_t i = 0; i < c->result.n_runs; i++) {
        double n = (double)b->unit->counts[i][b->block];
        least = n < least ? n : least;
        most = n > most ? n : most;
        sum += n;
    }
    double mean = sum / (double)c->result.n_runs;
    return (struct hot_count){known(mean), threads_of(b), mean > 0 ? (most - least) / mean : 0};
}

/* Returns the share of n executions that are not in a count. */
static double lost_share(double n, double early, double shared)
{
    return early + shared > 0 ? fmax(early, shared) / fmax(n, 1) : 0;
}

const char *hot_counts_lost(double n, double early, double shared)
{
    if (lost_share(n, early, shared) <= LOST_SHARE)
        return NULL;
    return early > shared ? "parts of the program ran before they were counted: too many "
                            "executions are unknown"
                          : "threads without counters of their own executed it: they lose "
                            "increments of each other";
}

/* Returns the loop of a counted block; NULL = it is in none. */
static const struct count_loop *loop_of_block(const struct counted_block *b)
{
    const struct count_map *m = &b->unit->map;
    uint32_t loop = m->blocks[b->block].loop;
    return loop == COUNT_NONE ? NULL : &m->loops[loop];
}

static bool is_executed(const struct hot_counts *c, const struct counted_block *b)
{
    for (size_t i = 0; i < c->result.n_runs; i++)
        if (b->unit->counts[i][b->block] > 0)
            return true;
    return false;
}

static const char *function_of(const struct counted_block *b)
{
    const char *name = b->unit->map.blocks[b->block].function;
    return name ? name : "";
}

/* Returns whether other functions executed a block at the same address: the linker folded them, but
 * not in the counted program, where their counters make them different. */
static bool is_folded_by_linker(const struct hot_counts *c, const struct counted_object *o,
                                const struct counted_block *b)
{
    const struct counted_block *first = b, *end = o->blocks + o->n;
    while (first > o->blocks && first[-1].address == b->address)
        first--;
    for (const struct counted_block *at = first; at < end && at->address == b->address; at++)
        if (strcmp(function_of(at), function_of(b)) != 0 && is_executed(c, at))
            return true;
    return false;
}

/* Returns the count of a block or branch; missing if executions can be missing in it. */
static struct hot_count count_of(const struct hot_counts *c, const struct counted_block *b)
{
    const char *why = b->unit->incomplete ? b->unit->incomplete
                      : !b->unit->loaded  ? "no counted process executed its file"
                                          : NULL;
    if (why)
        return (struct hot_count){.n = missing(why)};
    struct hot_count count = mean_of_runs(c, b);
    for (size_t i = 0; i < c->result.n_runs && !why; i++) {
        double n = (double)b->unit->counts[i][b->block], early = (double)b->unit->early[i];
        double shared = (double)b->unit->shared[i][b->block];
        why = hot_counts_lost(n, early, shared);
        count.spread = fmax(count.spread, lost_share(n, early, shared));
    }
    return why ? (struct hot_count){.n = missing(why)} : count;
}

struct hot_count hot_counts_at(const struct hot_counts *c, const struct counted_object *o,
                               uint64_t address)
{
    const struct counted_block *b = o && !c->result.unused ? find_block(o, address) : NULL;
    const char *why = c->result.unused                          ? c->result.unused
                      : !b                                      ? why_no_block(c, o, address)
                      : b->unit->incomplete || !b->unit->loaded ? NULL
                      : is_folded_by_linker(c, o, b)            ? COUNTED_APART
                                                                : b->unit->map.blocks[b->block].why;
    return why ? (struct hot_count){.n = missing(why)} : count_of(c, b);
}

/* Functions that the linker folded have several branches at one address. */
struct hot_count hot_branch_at(const struct hot_counts *c, const struct counted_object *o,
                               uint64_t address)
{
    size_t n = o && !c->result.unused ? o->n_branches : 0;
    size_t i = n ? FIRST_AT_LEAST_64(o->branches, n, struct counted_block, address, address) : 0;
    const struct counted_block *b =
        i < n && o->branches[i].address == address ? &o->branches[i] : NULL;
    if (!b || (i + 1 < n && b[1].address == address) ||
        b->unit->map.branches[b->block - b->unit->map.n_blocks].counter == COUNT_NONE)
        return (struct hot_count){.n = missing("the branch was not counted")};
    return count_of(c, b);
}

const uint64_t *hot_counts_addresses(struct arena *a, const struct counted_object *o,
                                     uint64_t identity, size_t n)
{
    uint64_t *addresses = ARENA_ARRAY(a, uint64_t, n + 1);
    for (size_t i = 0; i < o->n; i++)
        if (o->blocks[i].unit->map.identity == identity && o->blocks[i].block < n)
            addresses[o->blocks[i].block] = o->blocks[i].address;
    return addresses;
}

/* ---- versions of loops ---- */

/* Returns whether loops have source lines in common. */
static bool share_lines(const struct count_loop *a, const struct count_loop *b)
{
    return a->line > 0 && b->line > 0 && a->line <= b->end_line && b->line <= a->end_line &&
           a->source && b->source && strcmp(a->source, b->source) == 0;
}

struct sampled_loops {
    const struct count_loop **at;
    size_t n;
};

/* Adds the loop of the last block that begins at or before an address. */
static void add_sampled_loop(struct arena *a, const struct counted_object *o, uint64_t address,
                             struct sampled_loops *to)
{
    size_t i = FIRST_AT_LEAST_64(o->blocks, o->n, struct counted_block, address, address + 1);
    const struct count_loop *l = i > 0 ? loop_of_block(&o->blocks[i - 1]) : NULL;
    for (size_t k = 0; l && k < to->n; k++)
        if (to->at[k] == l)
            return;
    if (l)
        *ARENA_PUSH(a, to->at, to->n) = l;
}

void hot_counts_versions(const struct hot_counts *c, const struct counted_object *o,
                         const uint64_t *sampled, size_t n,
                         void (*each)(void *with, uint64_t address), void *with)
{
    struct arena a = {0};
    struct sampled_loops loops = {.n = 0};
    for (size_t i = 0; i < n; i++)
        add_sampled_loop(&a, o, sampled[i], &loops);
    for (size_t i = 0; loops.n && i < o->n; i++) {
        const struct count_loop *l = loop_of_block(&o->blocks[i]);
        bool found = false;
        for (size_t k = 0; l && k < loops.n && !found; k++)
            found = share_lines(l, loops.at[k]);
        if (found && is_executed(c, &o->blocks[i]))
            each(with, o->blocks[i].address);
    }
    arena_free(&a);
}

bool hot_counts_executed(const struct hot_counts *c, const char *function)
{
    size_t n, runs;
    const struct counted_unit *units = hot_counts_units(c, &n, &runs);
    for (size_t u = 0; u < n; u++)
        for (size_t i = 0; units[u].loaded && i < units[u].map.n_blocks; i++) {
            const struct counted_block b = {0, &units[u], (uint32_t)i};
            if (strcmp(function_of(&b), function) == 0 && is_executed(c, &b))
                return true;
        }
    return false;
}
