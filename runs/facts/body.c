/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/body.h"
#include "base/util.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    BODY_VERSION = 2,
    BODY_WITHOUT_BLOCKS = 1,
    MAX_INSTRUCTIONS = 1 << 20,
    MAX_FLOWS = 1 << 24,
    MAX_WORDS = 4096,
    MAX_EXPANDED = 1 << 22 /* edges, each with the instructions of its block */
};

/* Types of fields: FORM and CLASS are written as the index of a word, INT and LONG as signed
 * integers, and all FLAGs together as the bits of one integer. */
enum field_kind { FORM, CLASS, INT, LONG, FLAG };
struct field {
    enum field_kind kind;
    size_t at;
    long low, high;
};
#define MAX_SIZE 65536
#define I(kind, member, low, high)                                                                 \
    {                                                                                              \
        kind, offsetof(struct instruction, member), low, high                                      \
    }
static const struct field instruction_fields[] = {
    I(FORM, load, 0, 0),
    I(FORM, work, 0, 0),
    I(FORM, store, 0, 0),
    I(CLASS, class, 0, 0),
    I(CLASS, load_class, 0, 0),
    I(CLASS, store_class, 0, 0),
    I(INT, elements, 0, MAX_SIZE),
    I(INT, load_bytes, 0, MAX_SIZE),
    I(INT, store_bytes, 0, MAX_SIZE),
    I(INT, stream, -1, INT_MAX),
    I(LONG, offset, LONG_MIN, LONG_MAX),
    I(LONG, step, LONG_MIN, LONG_MAX),
    I(INT, area, -1, INT_MAX),
    I(LONG, asm_line, 0, INT_MAX),
    I(LONG, line, 0, INT_MAX),
    I(FLAG, indexed, 0, 0),
    I(FLAG, destructive, 0, 0),
    I(FLAG, fused, 0, 0),
    I(FLAG, taken, 0, 0),
    I(FLAG, unmodelled, 0, 0),
};
#define F(kind, member, low, high)                                                                 \
    {                                                                                              \
        kind, offsetof(struct value_flow, member), low, high                                       \
    }
static const struct field flow_fields[] = {
    F(INT, from, 0, INT_MAX),          F(INT, to, 0, INT_MAX), F(LONG, distance, 0, 1000000000),
    F(INT, input, 0, FLOW_INPUTS - 1), F(FLAG, exact, 0, 0),   F(INT, location, 0, INT_MAX),
};
/* Fields of version 1: all but the last, which is neither a flag nor followed by one. */
enum { FLOW_FIELDS_1 = COUNT_OF(flow_fields) - 1 };
enum { INSTRUCTION_FIELDS = COUNT_OF(instruction_fields), FLOW_FIELDS = COUNT_OF(flow_fields) };
_Static_assert(sizeof(enum flow_input) == sizeof(int), "an input is written as an int");
_Static_assert(sizeof(enum op_class) == sizeof(int), "a class is written as an int");

/* ---- writing ---- */

struct writer {
    struct arena *a;
    ARRAY(unsigned char) bytes;
    ARRAY(const char *) words;
    /* forms used, and the indices of their words */
    ARRAY(struct instruction_form) forms;
    ARRAY(int) form_word;
};

static void put_number(struct writer *w, uint64_t n)
{
    for (; n >= 128; n >>= 7)
        *array_push(&w->bytes) = (unsigned char)(n | 128);
    *array_push(&w->bytes) = (unsigned char)n;
}

static void put_signed(struct writer *w, int64_t n)
{
    put_number(w, n < 0 ? (uint64_t)~n << 1 | 1 : (uint64_t)n << 1);
}

static void put_text(struct writer *w, const char *text)
{
    size_t n = text ? strlen(text) : 0;
    put_number(w, n);
    for (size_t i = 0; i < n; i++)
        *array_push(&w->bytes) = (unsigned char)text[i];
}

/* Returns the index of a word, and adds it to the list if it is new. */
static int word_of(struct writer *w, const char *word)
{
    for (size_t i = 0; i < w->words.n; i++)
        if (w->words.at[i] == word || strcmp(w->words.at[i], word) == 0)
            return (int)i;
    *array_push(&w->words) = word;
    return (int)w->words.n - 1;
}

static int form_word(struct writer *w, struct instruction_form f)
{
    for (size_t i = 0; i < w->forms.n; i++) {
        const struct instruction_form *g = &w->forms.at[i];
        if (g->base == f.base && g->element == f.element && g->width == f.width)
            return w->form_word.at[i];
    }
    *array_push(&w->forms) = f;
    *array_push(&w->form_word) =
        f.base == FORM_NONE ? word_of(w, "") : word_of(w, form_name(w->a, f));
    return w->form_word.at[w->forms.n - 1];
}

static int class_word(struct writer *w, enum op_class c)
{
    return word_of(w, c < OP_CLASSES ? op_class_name(c) : "");
}

static void put_fields(struct writer *w, const struct field *fields, size_t n, const void *from)
{
    uint64_t flags = 0, bit = 1;
    for (size_t i = 0; i < n; i++) {
        const char *at = (const char *)from + fields[i].at;
        switch (fields[i].kind) {
        case FORM:
            put_number(w, (uint64_t)form_word(w, *(const struct instruction_form *)at));
            break;
        case CLASS:
            put_number(w, (uint64_t)class_word(w, *(const enum op_class *)at));
            break;
        case INT:
            put_signed(w, *(const int *)at);
            break;
        case LONG:
            put_signed(w, *(const long *)at);
            break;
        case FLAG:
            flags |= *(const bool *)at ? bit : 0;
            bit <<= 1;
        }
    }
    put_number(w, flags);
}

static void put_blocks(struct writer *w, const struct instruction_body *b)
{
    put_number(w, b->n_blocks);
    for (size_t i = 0; i < b->n_blocks; i++) {
        put_number(w, (uint64_t)b->blocks[i].n);
        put_number(w, (uint64_t)b->blocks[i].n_edges);
        for (int e = b->blocks[i].edges; e < b->blocks[i].edges + b->blocks[i].n_edges; e++) {
            put_signed(w, b->edges[e].to);
            put_number(w, b->edges[e].taken);
        }
    }
}

struct body_bytes body_write(struct arena *a, const struct instruction_body *b)
{
    struct writer w = {.a = a}, head = {.a = a};
    put_number(&w, b->n);
    for (size_t i = 0; i < b->n; i++) {
        put_fields(&w, instruction_fields, INSTRUCTION_FIELDS, &b->at[i]);
        put_text(&w, b->at[i].text);
    }
    put_number(&w, b->n_flows);
    for (size_t i = 0; i < b->n_flows; i++)
        put_fields(&w, flow_fields, FLOW_FIELDS, &b->flows[i]);
    put_blocks(&w, b);
    put_number(&head, BODY_VERSION);
    put_number(&head, w.words.n);
    for (size_t i = 0; i < w.words.n; i++)
        put_text(&head, w.words.at[i]);
    unsigned char *at = arena_alloc(a, head.bytes.n + w.bytes.n);
    memcpy(at, head.bytes.at, head.bytes.n);
    memcpy(at + head.bytes.n, w.bytes.at, w.bytes.n);
    struct body_bytes bytes = {at, head.bytes.n + w.bytes.n};
    array_free(&w.bytes);
    array_free(&head.bytes);
    array_free(&w.words);
    array_free(&w.forms);
    array_free(&w.form_word);
    return bytes;
}

/* ---- reading ---- */

/* A word of the list as a form or class. */
struct meaning {
    bool is_form, is_class;
    struct instruction_form form;
    enum op_class class;
};
struct reader {
    struct arena *a;
    const unsigned char *at, *end;
    struct meaning *words;
    size_t n_words;
    size_t expanded; /* sum of the edges, each with the instructions of its block */
    bool wrong;
};

static uint64_t get_number(struct reader *r)
{
    uint64_t n = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (r->at == r->end)
            break;
        unsigned char c = *r->at++;
        n |= (uint64_t)(c & 127) << shift;
        if (c < 128)
            return n;
    }
    r->wrong = true;
    return 0;
}

/* Reads the number of elements, each of which has at least one byte. */
static size_t get_count(struct reader *r, size_t most)
{
    uint64_t n = get_number(r);
    if (n > most || n > (uint64_t)(r->end - r->at))
        r->wrong = true;
    return r->wrong ? 0 : (size_t)n;
}

static long get_signed(struct reader *r, long low, long high)
{
    uint64_t n = get_number(r);
    int64_t value = n & 1 ? ~(int64_t)(n >> 1) : (int64_t)(n >> 1);
    if (value >= low && value <= high)
        return (long)value;
    r->wrong = true;
    return low;
}

static const char *get_text(struct reader *r)
{
    size_t n = get_count(r, SIZE_MAX);
    const char *text = arena_strndup(r->a, (const char *)r->at, n);
    r->at += n;
    return text;
}

static struct meaning meaning_of(const char *word)
{
    struct meaning m = {.class = *word ? op_class_of(word) : OP_CLASSES};
    m.is_class = !*word || m.class < OP_CLASSES;
    m.is_form = !*word || form_of(word, strlen(word), &m.form);
    return m;
}

static const struct meaning *get_word(struct reader *r)
{
    static const struct meaning none = {.class = OP_CLASSES};
    uint64_t i = get_number(r);
    if (i < r->n_words)
        return &r->words[i];
    r->wrong = true;
    return &none;
}

static void get_fields(struct reader *r, const struct field *fields, size_t n, void *to)
{
    for (size_t i = 0; i < n; i++) {
        char *at = (char *)to + fields[i].at;
        const struct meaning *m =
            fields[i].kind == FORM || fields[i].kind == CLASS ? get_word(r) : NULL;
        switch (fields[i].kind) {
        case FORM:
            *(struct instruction_form *)at = m->form;
            r->wrong |= !m->is_form;
            break;
        case CLASS:
            *(enum op_class *)at = m->class;
            r->wrong |= !m->is_class;
            break;
        case INT:
            *(int *)at = (int)get_signed(r, fields[i].low, fields[i].high);
            break;
        case LONG:
            *(long *)at = get_signed(r, fields[i].low, fields[i].high);
            break;
        case FLAG:
            break;
        }
    }
    uint64_t flags = get_number(r);
    for (size_t i = 0; i < n; i++)
        if (fields[i].kind == FLAG) {
            *(bool *)((char *)to + fields[i].at) = flags & 1;
            flags >>= 1;
        }
    r->wrong |= flags != 0;
}

static void get_words(struct reader *r)
{
    r->n_words = get_count(r, MAX_WORDS);
    r->words = ARENA_ARRAY(r->a, struct meaning, r->n_words + 1);
    for (size_t i = 0; i < r->n_words && !r->wrong; i++)
        r->words[i] = meaning_of(get_text(r));
}

static void get_instructions(struct reader *r, struct instruction_body *b, size_t areas)
{
    size_t n = get_count(r, MAX_INSTRUCTIONS);
    b->at = ARENA_ARRAY(r->a, struct instruction, n + 1);
    for (; b->n < n && !r->wrong; b->n++) {
        struct instruction *i = &b->at[b->n];
        get_fields(r, instruction_fields, INSTRUCTION_FIELDS, i);
        i->text = get_text(r);
        r->wrong |= (i->area >= 0 && (size_t)i->area >= areas) ||
                    (i->stream >= 0 && (size_t)i->stream >= n);
        b->unmodelled += i->unmodelled;
    }
}

/* Reads the flows. Within a pass they must go from an earlier to a later instruction. */
static void get_flows(struct reader *r, struct instruction_body *b, size_t fields)
{
    size_t n = get_count(r, MAX_FLOWS);
    b->flows = ARENA_ARRAY(r->a, struct value_flow, n + 1);
    for (; b->n_flows < n && !r->wrong; b->n_flows++) {
        struct value_flow *f = &b->flows[b->n_flows];
        get_fields(r, flow_fields, fields, f);
        r->wrong |= (size_t)f->from >= b->n || (size_t)f->to >= b->n ||
                    (f->distance == 0 && f->from >= f->to);
    }
}

static void add_edge(struct reader *r, struct instruction_body *b, struct code_edge e)
{
    struct code_block *block = &b->blocks[b->n_blocks - 1];
    *ARENA_PUSH(r->a, b->edges, b->n_edges) = e;
    block->n_edges++;
    r->expanded += (size_t)block->n + 1;
    r->wrong |= r->expanded > MAX_EXPANDED;
}

static void add_block(struct instruction_body *b, size_t first, size_t n)
{
    b->blocks[b->n_blocks++] = (struct code_block){(int)first, (int)n, (int)b->n_edges, 0};
}

/* Reads the blocks, which follow each other, and their edges to later blocks. */
static void get_blocks(struct reader *r, struct instruction_body *b)
{
    size_t n = get_count(r, b->n), next = 0;
    b->blocks = ARENA_ARRAY(r->a, struct code_block, n + 1);
    while (b->n_blocks < n && !r->wrong) {
        uint64_t instructions = get_number(r);
        r->wrong |= instructions > b->n - next;
        add_block(b, next, r->wrong ? 0 : instructions);
        next += r->wrong ? 0 : instructions;
        size_t edges = get_count(r, MAX_FLOWS);
        r->wrong |= edges == 0;
        for (size_t i = 0; i < edges && !r->wrong; i++) {
            int to = (int)get_signed(r, LOOP_EXIT, (long)n - 1);
            add_edge(r, b, (struct code_edge){to, get_number(r) == 1});
            r->wrong |= to >= 0 && to < (int)b->n_blocks;
        }
    }
    r->wrong |= n && next != b->n;
}

/* ---- bodies without blocks ---- */

/* Returns the end of the instructions from `first` that are in the same area. */
static size_t end_of_area(const struct instruction_body *b, size_t first)
{
    size_t end = first + 1;
    while (end < b->n && b->at[end].area == b->at[first].area)
        end++;
    return end;
}

/* Adds the edges of the block that was added last, of n blocks with those first instructions. */
static void derive_edges(struct reader *r, struct instruction_body *b, const size_t *first,
                         size_t n)
{
    size_t to = b->n_blocks;
    add_edge(r, b, (struct code_edge){to < n ? (int)to : PASS_END, to == n});
    while (to < n && b->at[first[to]].area >= 0 && !r->wrong) {
        to++;
        add_edge(r, b, (struct code_edge){to < n ? (int)to : PASS_END, true});
    }
}

/* Derives blocks from areas. Each block can be followed by the next one, or by one after areas that
 * are skipped. */
static void derive_blocks(struct reader *r, struct instruction_body *b)
{
    size_t n = 0, *first = ARENA_ARRAY(r->a, size_t, b->n + 1);
    for (size_t i = 0; i < b->n; i = end_of_area(b, i))
        first[n++] = i;
    first[n] = b->n;
    b->blocks = ARENA_ARRAY(r->a, struct code_block, n + 1);
    for (size_t i = 0; i < n && !r->wrong; i++) {
        add_block(b, first[i], first[i + 1] - first[i]);
        derive_edges(r, b, first, n);
    }
}

struct instruction_body *body_read(struct arena *a, struct body_bytes from, size_t areas)
{
    struct reader r = {.a = a, .at = from.at, .end = from.at + from.n};
    struct instruction_body *b = ARENA_NEW(a, struct instruction_body);
    uint64_t version = get_number(&r);
    r.wrong |= version != BODY_VERSION && version != BODY_WITHOUT_BLOCKS;
    get_words(&r);
    get_instructions(&r, b, areas);
    get_flows(&r, b, version == BODY_VERSION ? FLOW_FIELDS : FLOW_FIELDS_1);
    if (version == BODY_VERSION)
        get_blocks(&r, b);
    else if (!r.wrong)
        derive_blocks(&r, b);
    return r.wrong || r.at != r.end || !b->n ? NULL : b;
}
