/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies an assembly text and inserts counters. */
#include "base/util.h"
#include "counts/plan.h"
#include "x86-asm/file.h"

#include <stdlib.h>
#include <string.h>

struct inserter {
    struct arena *a; /* of the map */
    const struct count_ask *ask;
    struct source *source;
    struct diag *d;
    struct count_text text;
    struct count_map *map;
    struct count_spare spare;
    struct scan *loops;        /* kmacstat's */
    uint32_t *in_map;          /* loop of the map for a loop of kmacstat */
    struct names early;        /* functions that run before thread-local storage exists */
    struct names texts;        /* of blocks */
    struct name_index copy_of; /* of a text: its copy in a, by index */
    ARRAY(const char *) copies;
    ARRAY(struct count_insertion) insertions;
    struct count_recording recording;
};

/* ---- units of the text ---- */

struct unit_reader {
    struct x86_reader reader;
    struct x86_origin origin;
    struct x86_units units;
    struct x86_unit unit;
    struct diag mute;
};

static void open_units(struct unit_reader *r, const struct x86_isa *isa, struct source *s)
{
    *r = (struct unit_reader){.mute.quiet = true};
    r->units = (struct x86_units){.reader = &r->reader, .origin = &r->origin};
    x86_reader_open(&r->reader, isa, s, &r->mute);
}

static void close_units(struct unit_reader *r)
{
    x86_reader_close(&r->reader);
    x86_origin_free(&r->origin);
    x86_units_free(&r->units);
    x86_unit_free(&r->unit);
}

/* ---- functions that run too early ---- */

static void add_callees(struct inserter *n, const struct x86_unit *u)
{
    for (size_t i = 0; i < u->steps.n; i++) {
        const struct x86_instruction *is = &u->steps.at[i].is;
        enum x86_control c = x86_control(is);
        struct x86_text t = is->n ? is->at[0].symbol : (struct x86_text){NULL, 0};
        const char *version = t.n ? memchr(t.at, '@', t.n) : NULL;
        if ((c == X86_CALLS || c == X86_JUMPS) && t.n)
            name_of(&n->early, t.at, version ? (size_t)(version - t.at) : t.n);
    }
}

/* Finds the functions that the dynamic linker calls before thread-local storage exists: resolvers
 * of functions with several versions, and what they call in this file. */
static void find_early_functions(struct inserter *n, const struct x86_isa *isa)
{
    for (size_t i = 0; i < n->text.early.n; i++)
        name_of(&n->early, n->text.early.at[i], strlen(n->text.early.at[i]));
    for (size_t before = 0; before != n->early.n;) {
        struct unit_reader r;
        before = n->early.n;
        open_units(&r, isa, n->source);
        while (x86_unit_read(&r.units, &r.unit))
            if (r.unit.function && name_find(&n->early, r.unit.function, strlen(r.unit.function)))
                add_callees(n, &r.unit);
        close_units(&r);
    }
}

/* Finds the registers that no function of the file uses across calls and returns. */
static void find_spare_registers(struct inserter *n, const struct x86_isa *isa)
{
    struct x86_flow flow = {0};
    n->spare = count_spare_of_abi();
    for (bool changed = true; changed;) {
        struct unit_reader r;
        changed = false;
        open_units(&r, isa, n->source);
        while (x86_unit_read(&r.units, &r.unit)) {
            x86_flow_of(&r.unit, &flow);
            changed |= count_restrict_spare(&n->text, &flow, &n->spare);
        }
        close_units(&r);
    }
    x86_flow_free(&flow);
}

/* ---- blocks of the map ---- */

/* Returns a copy of a text that blocks share. */
static const char *copy_text(struct inserter *n, const char *text)
{
    if (!text)
        return NULL;
    uint32_t *i = name_index_at(&n->copy_of, name_of(&n->texts, text, strlen(text)), 0);
    if (*i == NAME_INDEX_NONE) {
        *i = (uint32_t)n->copies.n;
        *array_push(&n->copies) = arena_strdup(n->a, text);
    }
    return n->copies.at[*i];
}

static uint32_t add_loop(struct inserter *n, uint32_t line)
{
    uint32_t i = x86_loop_at_line(n->loops, line);
    if (i == LOOP_NONE)
        return COUNT_NONE;
    if (n->in_map[i] == COUNT_NONE) {
        struct compiled_loop l;
        struct arena a = {0};
        x86_scanner.loop(n->loops, &a, i, &l);
        n->in_map[i] = (uint32_t)n->map->n_loops;
        *ARENA_PUSH(n->a, n->map->loops, n->map->n_loops) =
            (struct count_loop){.region = l.region,
                                .label = arena_strdup(n->a, l.label ? l.label : ""),
                                .function = l.function ? arena_strdup(n->a, l.function) : NULL,
                                .source = l.source ? arena_strdup(n->a, l.source) : NULL,
                                .line = (uint32_t)l.line,
                                .end_line = (uint32_t)l.end_line};
        arena_free(&a);
    }
    return n->in_map[i];
}

static void add_block(struct inserter *n, const struct x86_unit *u, struct count_segment *s)
{
    const struct x86_step *first = &u->steps.at[s->first];
    bool early =
        u->function && n->early.n && name_find(&n->early, u->function, strlen(u->function));
    s->early = early;
    if (early && !s->why)
        s->why = "its function runs before thread-local storage exists";
    s->block = (uint32_t)n->map->n_blocks;
    *ARENA_PUSH(n->a, n->map->blocks, n->map->n_blocks) =
        (struct count_block){.line = first->line,
                             .function = copy_text(n, u->function),
                             .label = copy_text(n, s->label),
                             .source = copy_text(n, first->source),
                             .source_line = first->source ? first->source_line : 0,
                             .loop = add_loop(n, first->line),
                             .counter = COUNT_NONE,
                             .why = s->why};
}

/* ---- counters ---- */

static void add_insertion(struct inserter *n, const struct x86_unit *u,
                          const struct count_liveness *live, const struct count_segment *s)
{
    uint32_t number = s->block;
    bool after = s->after && n->ask->mode == COUNT_COUNTERS;
    if (n->ask->mode == COUNT_COUNTERS) {
        number = n->map->n_counters++;
        n->map->blocks[s->block].counter = number;
    }
    *array_push(&n->insertions) =
        (struct count_insertion){u->steps.at[s->site].line + after, number,
                                 count_live_before(live, s->site_block, s->site + after), false};
}

/* Counts the executions of a branch after which control continues with the next step. */
static void add_branch(struct inserter *n, const struct count_segments *s,
                       const struct count_liveness *live, const struct count_segment *from)
{
    const struct count_segment *next = &s->at[s->of_step[from->last + 1]];
    uint32_t line = live->flow->unit->steps.at[from->last].line, counter = n->map->n_counters;
    uint32_t block = next->last_block;
    while (live->flow->blocks.at[block].first > next->first)
        block--;
    if (n->ask->mode == COUNT_LABELS)
        *array_push(&n->insertions) =
            (struct count_insertion){line, (uint32_t)n->map->n_branches, 0, true};
    else
        *array_push(&n->insertions) = (struct count_insertion){
            line + 1, n->map->n_counters++, count_live_before(live, block, next->first), false};
    *ARENA_PUSH(n->a, n->map->branches, n->map->n_branches) = (struct count_branch){line, counter};
}

static void add_branches(struct inserter *n, const struct count_segments *s,
                         const struct count_liveness *live)
{
    struct arena a = {0};
    uint32_t number;
    const uint32_t *at = count_choose_branches(&a, &n->text, live->flow, s, &number);
    for (uint32_t i = 0; i < number; i++)
        add_branch(n, s, live, &s->at[at[i]]);
    arena_free(&a);
}

/* ---- recording ---- */

static bool records(const struct inserter *n)
{
    return n->ask->mode == COUNT_RECORD;
}

/* The number of an insertion before a part is even; that of the one after it is larger by 1. */
static void record_unit(struct inserter *n, const struct count_segments *s,
                        const struct count_liveness *live)
{
    size_t before = n->map->n_parts;
    count_find_parts(n->a, &n->text, s, live, n->map, &n->recording);
    for (size_t i = before; i < n->map->n_parts; i++) {
        const struct count_part_site *p = &n->recording.parts.at[i];
        *array_push(&n->insertions) =
            (struct count_insertion){p->first, (uint32_t)(2 * i), 0, false};
        *array_push(&n->insertions) =
            (struct count_insertion){p->last + 1, (uint32_t)(2 * i + 1), 0, false};
    }
    for (uint32_t i = 0; i < s->n; i++)
        if (s->at[i].chosen && !s->at[i].why)
            n->map->blocks[s->at[i].block].why = "accesses are recorded; nothing is counted";
}

static void count_unit(struct inserter *n, const struct x86_flow *f)
{
    struct arena a = {0};
    struct count_segments s;
    struct count_liveness live;
    count_segments_of(&a, &n->text, f, n->ask, &s);
    count_find_live(&a, &n->text, f, &n->spare, &live);
    bool *needs = ARENA_ARRAY(&a, bool, s.n + 1);
    for (uint32_t i = 0; i < s.n; i++) {
        needs[i] = true;
        if (s.at[i].chosen)
            add_block(n, f->unit, &s.at[i]);
    }
    if (!n->ask->every && n->ask->mode == COUNT_COUNTERS)
        count_derive(n->a, f, &s, n->map, needs);
    if (records(n)) {
        record_unit(n, &s, &live);
        arena_free(&a);
        return;
    }
    if (n->ask->source_loops)
        count_find_source_loops(n->a, f, &s, n->map);
    else
        add_branches(n, &s, &live);
    for (uint32_t i = 0; i < s.n; i++)
        if (s.at[i].chosen && !s.at[i].why && needs[i])
            add_insertion(n, f->unit, &live, &s.at[i]);
    arena_free(&a);
}

static void count_units(struct inserter *n, const struct x86_isa *isa)
{
    struct unit_reader r;
    struct x86_flow flow = {0};
    open_units(&r, isa, n->source);
    while (x86_unit_read(&r.units, &r.unit)) {
        x86_flow_of(&r.unit, &flow);
        count_unit(n, &flow);
    }
    x86_flow_free(&flow);
    close_units(&r);
}

/* ---- output ---- */

/* Adds a number to a hash that does not depend on the processor. */
static uint64_t add_to_identity(uint64_t hash, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        hash = (hash ^ (value >> 8 * i & 255)) * UINT64_C(0x100000001b3);
    return hash;
}

/* The identity depends on the text, the blocks, and whether counts are derived: not on the mode. */
static uint64_t find_identity(const struct inserter *n)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n->source->size; i++)
        hash = add_to_identity(hash, (unsigned char)n->source->text[i], 1);
    for (size_t i = 0; i < n->map->n_blocks; i++)
        hash = add_to_identity(hash, n->map->blocks[i].line, 4);
    return add_to_identity(hash, n->ask->every, 1);
}

static int by_line(const void *a, const void *b)
{
    const struct count_insertion *x = a, *y = b;
    return x->line != y->line ? ORDER_OF(x->line, y->line) : ORDER_OF(x->number, y->number);
}

static void emit_insertion(const struct inserter *n, FILE *to, const struct count_insertion *i)
{
    if (n->ask->mode == COUNT_LABELS)
        count_emit_label(to, n->map, i);
    else if (!records(n))
        count_emit_counter(to, &n->text, i);
    else if (i->number % 2 == 0)
        count_emit_check(to, &n->recording, i->number / 2);
    else
        count_emit_copy(to, n->source, n->map, &n->recording, i->number / 2);
}

static void write_text(const struct inserter *n, FILE *to)
{
    const char *p = n->source->text, *end = p + n->source->size;
    size_t next = 0;
    for (uint32_t line = 1; p < end; line++) {
        const char *feed = memchr(p, '\n', (size_t)(end - p));
        const char *after = feed ? feed + 1 : end;
        for (; next < n->insertions.n && n->insertions.at[next].line == line; next++)
            emit_insertion(n, to, &n->insertions.at[next]);
        fwrite(p, 1, (size_t)(after - p), to);
        p = after;
    }
    bool counted = n->ask->mode == COUNT_COUNTERS && n->map->n_counters;
    if ((counted || n->map->n_parts) && n->source->size && end[-1] != '\n')
        putc('\n', to);
    for (; next < n->insertions.n && records(n); next++)
        emit_insertion(n, to, &n->insertions.at[next]);
    if (counted)
        count_emit_end(to, &n->text, n->map);
    if (n->map->n_parts)
        count_emit_record_end(to, n->map);
}

static bool check_text(struct inserter *n)
{
    struct where w = {.file = n->source->path};
    if (n->text.compiled && records(n) && n->text.intel) {
        diag_error(n->d, w,
                   "accesses of code in Intel's syntax cannot be recorded: compile without "
                   "-masm=intel");
        return false;
    }
    if (n->text.compiled)
        return true;
    diag_error(n->d, w,
               "this is not the output of a compiler: no .ident directive names one; "
               "hand-written assembly cannot be counted");
    return false;
}

static bool check_number(struct inserter *n)
{
    enum { MOST = 1000000 };
    if (n->map->n_counters <= MOST)
        return true;
    diag_error(n->d, (struct where){.file = n->source->path},
               "the file needs %lu counters, the limit is %d; count selected loops, or divide the "
               "source file",
               (unsigned long)n->map->n_counters, MOST);
    return false;
}

static void insert_counters(struct inserter *n)
{
    struct arena table = {0};
    struct diag mute = {.quiet = true};
    const struct x86_isa *isa = x86_isa_new(&table);
    struct loop_ask ask = {.x86 = isa, .members = true};
    n->loops =
        x86_scanner.scan_bytes(&ask, n->source->path, n->source->text, n->source->size, &mute);
    size_t loops = loops_n(scan_loops(n->loops));
    n->in_map = ARENA_ARRAY(&table, uint32_t, loops + 1);
    memset(n->in_map, 255, sizeof *n->in_map * loops);
    find_early_functions(n, isa);
    if (n->ask->mode != COUNT_LABELS)
        find_spare_registers(n, isa);
    count_units(n, isa);
    scan_free(n->loops);
    arena_free(&table);
    array_sort(&n->insertions, by_line);
    n->map->identity = find_identity(n);
}

bool counts_insert(struct arena *a, const struct count_ask *ask, struct source *s, FILE *to,
                   struct diag *d, struct count_map *m)
{
    struct inserter n = {.a = a, .ask = ask, .source = s, .d = d, .map = m};
    *m = (struct count_map){.file = arena_strdup(a, s->path)};
    count_text_read(a, s, &n.text);
    bool done = check_text(&n);
    if (done) {
        insert_counters(&n);
        done = check_number(&n);
    }
    if (done)
        write_text(&n, to);
    count_text_free(&n.text);
    names_free(&n.early);
    names_free(&n.texts);
    name_index_free(&n.copy_of);
    array_release_all(n.copies.at, n.insertions.at, n.recording.parts.at,
                      n.recording.references.at);
    return done;
}
