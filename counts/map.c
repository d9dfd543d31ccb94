/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map as text:
 *     macs-count-map  1
 *     file      NAME
 *     identity  HEXADECIMAL
 *     counters  NUMBER
 *     loop      REGION  LABEL  FUNCTION  SOURCE  LINE  END-LINE
 *     block     LINE  COUNTER  LOOP  LABEL  FUNCTION  SOURCE  SOURCE-LINE  WHY
 *     sum       BLOCK  +BLOCK or -BLOCK ...
 *     branch    LINE  COUNTER
 *     source    PARENT  FUNCTION  SOURCE  LINE  END-LINE  WHY  N  +BLOCK or -BLOCK ...
 *     part      BLOCK  LINE
 *     reference LINE  STEP  BYTES  l, s, or ls  ADDRESS
 *     unrecorded  BLOCK  LINE  WHY
 * A source loop has N terms of its entries, then those of its iterations. References belong to the
 * part before them.
 * Fields are separated by tabs; loops and blocks are numbered from 0. */
#include "base/util.h"
#include "counts/counts.h"
#include "counts/fields.h"
#include "counts/runtime/format.h"

#include <inttypes.h>
#include <string.h>

enum { LINE_MOST = 2000000000 };

/* ---- print ---- */

static void put_index(FILE *to, uint32_t i)
{
    if (i == COUNT_NONE)
        fputs("\t-", to);
    else
        fprintf(to, "\t%" PRIu32, i);
}

static void put_loop(FILE *to, const struct count_loop *l)
{
    fprintf(to, "loop\t%d", l->region);
    put_tab_field(to, l->label);
    put_tab_field(to, l->function);
    put_tab_field(to, l->source);
    fprintf(to, "\t%" PRIu32 "\t%" PRIu32 "\n", l->line, l->end_line);
}

static void put_block(FILE *to, const struct count_block *b)
{
    fprintf(to, "block\t%" PRIu32, b->line);
    put_index(to, b->counter);
    put_index(to, b->loop);
    put_tab_field(to, b->label);
    put_tab_field(to, b->function);
    put_tab_field(to, b->source);
    fprintf(to, "\t%" PRIu32, b->source_line);
    put_tab_field(to, b->why);
    putc('\n', to);
}

static void put_terms(FILE *to, const struct count_map *m, uint32_t first, uint32_t n)
{
    for (uint32_t t = first; t < first + n; t++)
        fprintf(to, "\t%c%" PRIu32, m->terms[t].minus ? '-' : '+', m->terms[t].block);
}

static void put_source_loop(FILE *to, const struct count_map *m, const struct count_source_loop *l)
{
    fputs("source", to);
    put_index(to, l->parent);
    put_tab_field(to, l->function);
    put_tab_field(to, l->source);
    fprintf(to, "\t%" PRIu32 "\t%" PRIu32, l->line, l->end_line);
    put_tab_field(to, l->why);
    fprintf(to, "\t%" PRIu32, l->entries.n);
    put_terms(to, m, l->entries.first, l->entries.n);
    put_terms(to, m, l->iterations.first, l->iterations.n);
    putc('\n', to);
}

/* By loads + 2 * stores; the first one is that of a damaged reference. */
static const char *const access_names[] = {"-", "l", "s", "ls"};

static void put_parts(FILE *to, const struct count_map *m)
{
    for (size_t i = 0; i < m->n_parts; i++) {
        const struct count_part *p = &m->parts[i];
        fputs("part", to);
        put_index(to, p->block);
        fprintf(to, "\t%" PRIu32 "\n", p->line);
        for (uint32_t k = p->first; k < p->first + p->n; k++) {
            const struct count_reference *r = &m->references[k];
            fprintf(to, "reference\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%s", r->line, r->step,
                    r->bytes, access_names[r->loads + 2 * r->stores]);
            put_tab_field(to, r->address);
            putc('\n', to);
        }
    }
    for (size_t i = 0; i < m->n_unrecorded; i++) {
        const struct count_unrecorded *u = &m->unrecorded[i];
        fprintf(to, "unrecorded\t%" PRIu32 "\t%" PRIu32, u->block, u->line);
        put_tab_field(to, u->why);
        putc('\n', to);
    }
}

void count_map_print(FILE *to, const struct count_map *m)
{
    fputs("macs-count-map\t1\nfile", to);
    put_tab_field(to, m->file);
    fprintf(to, "\nidentity\t%" PRIx64 "\ncounters\t%" PRIu32 "\n", m->identity, m->n_counters);
    for (size_t i = 0; i < m->n_loops; i++)
        put_loop(to, &m->loops[i]);
    for (size_t i = 0; i < m->n_blocks; i++)
        put_block(to, &m->blocks[i]);
    for (size_t i = 0; i < m->n_sums; i++) {
        const struct count_sum *s = &m->sums[i];
        fprintf(to, "sum\t%" PRIu32, s->block);
        put_terms(to, m, s->first, s->n);
        putc('\n', to);
    }
    for (size_t i = 0; i < m->n_branches; i++) {
        fprintf(to, "branch\t%" PRIu32, m->branches[i].line);
        put_index(to, m->branches[i].counter);
        putc('\n', to);
    }
    for (size_t i = 0; i < m->n_source_loops; i++)
        put_source_loop(to, m, &m->source_loops[i]);
    put_parts(to, m);
}

/* ---- read ---- */

struct map_reader {
    struct field_reader r;
    struct count_map *m;
    bool *known; /* of a block: it has a counter or a sum */
    size_t n_known;
};

static void read_loop(struct map_reader *x)
{
    struct field_reader *r = &x->r;
    struct count_loop l = {.region = (int)read_number_field(r, LINE_MOST)};
    l.label = read_text_field(r);
    l.function = read_name_field(r);
    l.source = read_name_field(r);
    l.line = (uint32_t)read_number_field(r, LINE_MOST);
    l.end_line = (uint32_t)read_number_field(r, LINE_MOST);
    if (fields_end(r))
        *ARENA_PUSH(r->a, x->m->loops, x->m->n_loops) = l;
}

/* A damaged block stays in the list: sums refer to blocks by number. */
static void read_block(struct map_reader *x)
{
    struct field_reader *r = &x->r;
    struct count_map *m = x->m;
    struct count_block b = {.line = (uint32_t)read_number_field(r, LINE_MOST)};
    b.counter = read_index_field(r, m->n_counters - (m->n_counters > 0));
    b.loop = read_index_field(r, LINE_MOST);
    b.label = read_name_field(r);
    b.function = read_name_field(r);
    b.source = read_name_field(r);
    b.source_line = (uint32_t)read_number_field(r, LINE_MOST);
    b.why = read_name_field(r);
    bool loop = b.loop == COUNT_NONE || b.loop < m->n_loops;
    bool counter = b.counter == COUNT_NONE || (b.counter < m->n_counters && !b.why);
    if (!fields_end(r) || !loop || !counter) {
        if (!r->wrong && !r->at)
            fields_ignore(r, "the block names a loop or a counter that does not exist");
        b = (struct count_block){
            .loop = COUNT_NONE, .counter = COUNT_NONE, .why = "its line of the map is damaged"};
    }
    *ARENA_PUSH(r->a, x->known, x->n_known) = b.counter != COUNT_NONE;
    *ARENA_PUSH(r->a, m->blocks, m->n_blocks) = b;
}

/* Reads "+7" or "-7": a block whose count is known. */
static void read_term(struct map_reader *x)
{
    struct field_reader *r = &x->r;
    struct count_map *m = x->m;
    bool sign = r->at < r->end && (*r->at == '+' || *r->at == '-'), minus = sign && *r->at == '-';
    r->at += sign;
    uint64_t block = read_number_field(r, LINE_MOST);
    r->wrong |= !sign || block >= m->n_blocks || !x->known[block];
    *ARENA_PUSH(r->a, m->terms, m->n_terms) = (struct count_term){(uint32_t)block, minus};
}

static void read_sum(struct map_reader *x)
{
    struct field_reader *r = &x->r;
    struct count_map *m = x->m;
    struct count_sum s = {.block = (uint32_t)read_number_field(r, LINE_MOST),
                          .first = (uint32_t)m->n_terms};
    r->wrong |= s.block >= m->n_blocks || x->known[s.block] || m->blocks[s.block].why;
    while (fields_remain(r) && !r->wrong)
        read_term(x);
    s.n = (uint32_t)m->n_terms - s.first;
    if (r->wrong || s.n == 0) {
        fields_ignore(r, "the sum refers to a block whose count is unknown, or has no valid value");
        m->n_terms = s.first;
        return;
    }
    x->known[s.block] = true;
    *ARENA_PUSH(r->a, m->sums, m->n_sums) = s;
}

/* A damaged branch stays in the list: labels refer to branches by number. */
static void read_branch(struct map_reader *x)
{
    struct field_reader *r = &x->r;
    struct count_map *m = x->m;
    struct count_branch b = {.line = (uint32_t)read_number_field(r, LINE_MOST)};
    b.counter = read_index_field(r, LINE_MOST);
    r->wrong |= b.counter != COUNT_NONE && b.counter >= m->n_counters;
    if (!fields_end(r))
        b.counter = COUNT_NONE;
    *ARENA_PUSH(r->a, m->branches, m->n_branches) = b;
}

/* A damaged source loop stays in the list: others refer to it by number. */
static void read_source_loop(struct map_reader *x)
{
    struct field_reader *r = &x->r;
    struct count_map *m = x->m;
    struct count_source_loop l = {.parent = read_index_field(r, LINE_MOST)};
    l.function = read_name_field(r);
    l.source = read_text_field(r);
    l.line = (uint32_t)read_number_field(r, LINE_MOST);
    l.end_line = (uint32_t)read_number_field(r, LINE_MOST);
    l.why = read_name_field(r);
    uint32_t first = (uint32_t)m->n_terms, n = (uint32_t)read_number_field(r, LINE_MOST);
    while (fields_remain(r) && !r->wrong)
        read_term(x);
    uint32_t all = (uint32_t)m->n_terms - first;
    if (r->wrong || n > all || (l.parent != COUNT_NONE && l.parent >= m->n_source_loops)) {
        fields_ignore(r, "the source loop refers to a block or a loop that does not exist");
        m->n_terms = first;
        l = (struct count_source_loop){
            .source = "", .parent = COUNT_NONE, .why = "its line of the map is damaged"};
    } else if (!l.why) {
        l.entries = (struct count_terms){first, n};
        l.iterations = (struct count_terms){first + n, all - n};
    }
    *ARENA_PUSH(r->a, m->source_loops, m->n_source_loops) = l;
}

/* A damaged part or reference stays in the list: the recorder numbers them. */
static void read_part(struct map_reader *x)
{
    struct field_reader *r = &x->r;
    struct count_map *m = x->m;
    struct count_part p = {.block = read_index_field(r, LINE_MOST)};
    p.line = (uint32_t)read_number_field(r, LINE_MOST);
    p.first = (uint32_t)m->n_references;
    r->wrong |= p.block != COUNT_NONE && p.block >= m->n_blocks;
    if (!fields_end(r))
        p.block = COUNT_NONE;
    *ARENA_PUSH(r->a, m->parts, m->n_parts) = p;
}

static void read_access(struct field_reader *r, struct count_reference *f)
{
    const char *how = read_text_field(r);
    size_t i = 0;
    while (i < COUNT_OF(access_names) && strcmp(how, access_names[i]) != 0)
        i++;
    r->wrong |= i == COUNT_OF(access_names);
    f->loads = i & 1;
    f->stores = i & 2;
}

static void read_reference(struct map_reader *x)
{
    struct field_reader *r = &x->r;
    struct count_map *m = x->m;
    struct count_part *p = m->n_parts ? &m->parts[m->n_parts - 1] : NULL;
    struct count_reference f = {.line = (uint32_t)read_number_field(r, LINE_MOST)};
    f.step = (uint32_t)read_number_field(r, LINE_MOST);
    f.bytes = (uint32_t)read_number_field(r, RECORD_BYTES_MOST);
    read_access(r, &f);
    f.address = read_text_field(r);
    bool surplus = !p || p->n == RECORD_PART_REFERENCES;
    r->wrong |= surplus;
    if (!fields_end(r))
        f = (struct count_reference){.address = ""};
    if (surplus)
        return;
    f.part = (uint32_t)m->n_parts - 1;
    p->n++;
    *ARENA_PUSH(r->a, m->references, m->n_references) = f;
}

static void read_unrecorded(struct map_reader *x)
{
    struct field_reader *r = &x->r;
    struct count_unrecorded u = {.block = (uint32_t)read_number_field(r, LINE_MOST)};
    u.line = (uint32_t)read_number_field(r, LINE_MOST);
    u.why = read_text_field(r);
    r->wrong |= u.block >= x->m->n_blocks;
    if (fields_end(r))
        *ARENA_PUSH(r->a, x->m->unrecorded, x->m->n_unrecorded) = u;
}

static void read_head(struct map_reader *x, const char *kind)
{
    struct field_reader *r = &x->r;
    if (strcmp(kind, "file") == 0)
        x->m->file = read_text_field(r);
    else if (strcmp(kind, "identity") == 0)
        x->m->identity = read_hexadecimal_field(r);
    else if (strcmp(kind, "counters") == 0 && !x->m->n_counters)
        x->m->n_counters = (uint32_t)read_number_field(r, COUNT_UNIT_MOST);
    else
        r->wrong = true;
    fields_end(r);
}

/* Blocks without counter or sum, because a line is missing or damaged, are unknown. */
static void mark_unknown(struct map_reader *x)
{
    for (size_t i = 0; i < x->m->n_blocks; i++)
        if (!x->known[i] && !x->m->blocks[i].why)
            x->m->blocks[i].why = "its sum is missing in the map";
}

bool count_map_read(struct arena *a, struct source *s, struct diag *d, struct count_map *m)
{
    struct map_reader x = {.m = m};
    const char *kind;
    *m = (struct count_map){.file = ""};
    if (!fields_open(&x.r, a, s, d, "macs-count-map", "a map of counters"))
        return false;
    while (fields_next(&x.r, &kind))
        if (strcmp(kind, "loop") == 0)
            read_loop(&x);
        else if (strcmp(kind, "block") == 0)
            read_block(&x);
        else if (strcmp(kind, "sum") == 0)
            read_sum(&x);
        else if (strcmp(kind, "branch") == 0)
            read_branch(&x);
        else if (strcmp(kind, "source") == 0)
            read_source_loop(&x);
        else if (strcmp(kind, "part") == 0)
            read_part(&x);
        else if (strcmp(kind, "reference") == 0)
            read_reference(&x);
        else if (strcmp(kind, "unrecorded") == 0)
            read_unrecorded(&x);
        else
            read_head(&x, kind);
    mark_unknown(&x);
    return true;
}

/* ---- check, evaluate ---- */

/* Returns whether the terms of a source loop are blocks with counts. */
static bool check_terms(const struct count_map *m, const struct count_terms *t, const bool *known)
{
    bool good = (size_t)t->first + t->n <= m->n_terms;
    for (uint32_t i = t->first; good && i < t->first + t->n; i++)
        good = m->terms[i].block < m->n_blocks && known[m->terms[i].block];
    return good;
}

/* Returns whether the references of the parts follow each other. */
static bool check_parts(const struct count_map *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->n_parts; i++) {
        const struct count_part *p = &m->parts[i];
        if (p->first != n || (p->block != COUNT_NONE && p->block >= m->n_blocks))
            return false;
        for (; n < m->n_references && m->references[n].part == i;)
            n++;
        if (p->first + p->n != n || p->n > RECORD_PART_REFERENCES)
            return false;
    }
    return n == m->n_references;
}

const char *count_map_check(const struct count_map *m)
{
    struct arena a = {0};
    bool *known = ARENA_ARRAY(&a, bool, m->n_blocks + 1);
    const char *wrong = NULL;
    for (size_t i = 0; i < m->n_blocks && !wrong; i++) {
        const struct count_block *b = &m->blocks[i];
        known[i] = b->counter != COUNT_NONE;
        if (known[i] && (b->counter >= m->n_counters || b->why))
            wrong = "the counter of a block exists";
        if (b->loop != COUNT_NONE && b->loop >= m->n_loops)
            wrong = "the loop of a block exists";
    }
    for (size_t i = 0; i < m->n_sums && !wrong; i++) {
        const struct count_sum *s = &m->sums[i];
        if (s->block >= m->n_blocks || known[s->block] || (size_t)s->first + s->n > m->n_terms)
            wrong = "a sum belongs to a block without counter";
        for (uint32_t t = s->first; !wrong && t < s->first + s->n; t++)
            if (m->terms[t].block >= m->n_blocks || !known[m->terms[t].block])
                wrong = "the terms of a sum are known before it";
        if (!wrong)
            known[s->block] = true;
    }
    for (size_t i = 0; i < m->n_blocks && !wrong; i++)
        if (!known[i] != (m->blocks[i].why != NULL))
            wrong = "a count is known, or there is a reason why it is not";
    for (size_t i = 0; i < m->n_branches && !wrong; i++)
        if (m->branches[i].counter != COUNT_NONE && m->branches[i].counter >= m->n_counters)
            wrong = "the counter of a branch exists";
    for (size_t i = 0; i < m->n_source_loops && !wrong; i++) {
        const struct count_source_loop *l = &m->source_loops[i];
        if (l->parent != COUNT_NONE && l->parent >= i)
            wrong = "a source loop follows the loop around it";
        else if (!check_terms(m, &l->entries, known) || !check_terms(m, &l->iterations, known))
            wrong = "the numbers of a source loop are sums of known counts";
    }
    if (!wrong && !check_parts(m))
        wrong = "the references of a part follow those of the part before it";
    arena_free(&a);
    return wrong;
}

void count_map_evaluate(const struct count_map *m, const uint64_t *counters, uint64_t *counts)
{
    for (size_t i = 0; i < m->n_blocks; i++)
        counts[i] = m->blocks[i].counter == COUNT_NONE ? 0 : counters[m->blocks[i].counter];
    for (size_t i = 0; i < m->n_sums; i++) {
        uint64_t sum = 0;
        for (uint32_t t = m->sums[i].first; t < m->sums[i].first + m->sums[i].n; t++)
            sum += m->terms[t].minus ? -counts[m->terms[t].block] : counts[m->terms[t].block];
        counts[m->sums[i].block] = sum >> 63 ? 0 : sum;
    }
    for (size_t i = 0; i < m->n_branches; i++)
        counts[m->n_blocks + i] =
            m->branches[i].counter == COUNT_NONE ? 0 : counters[m->branches[i].counter];
}
