/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements of references. The size of an element is that of the operations that compute, convert or
 * compare it. Moves, logical operations and shuffles accept any type; the value is followed through
 * them. */
#include "x86-asm/lanes.h"
#include "x86-asm/trips.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum {
    FAR = 256,   /* operations searched for a use or definition */
    THROUGH = 6, /* consecutive operations of any type that a value is followed through */
    MIXED = 6,   /* the same for values that are merged from several */
    ADVANCE_MOST = 1 << 16, /* maximum advance, in bytes, whose bytes are examined */
    PARTS_MOST = 64         /* maximum number of references that are compared as parts of arrays */
};

/* ---- types ---- */

/* What an operation says about the size of the elements that it reads or writes: a size; 0: any
 * size, and its result has elements of the same size; NO_SIZE: nothing. */
enum { ANY_SIZE = 0, NO_SIZE = -1 };

static int letter_bytes(char letter)
{
    return letter == 'b' ? 1 : letter == 'w' ? 2 : letter == 'd' ? 4 : letter == 'q' ? 8 : NO_SIZE;
}

/* Operations on packed integers that read other elements than they write. */
static const struct {
    const char *start;
    int read, made;
} widening[] = {{"pmaddwd", 2, 4},
                {"pmaddubsw", 1, 2},
                {"psadbw", 1, NO_SIZE},
                {"pdpb", 1, 4},
                {"pdpw", 2, 4},
                {"pmuludq", NO_SIZE, NO_SIZE},
                {"pmuldq", NO_SIZE, NO_SIZE},
                {"punpcklbw", 1, NO_SIZE},
                {"punpckhbw", 1, NO_SIZE},
                {"punpcklwd", 2, NO_SIZE},
                {"punpckhwd", 2, NO_SIZE},
                {"punpck", NO_SIZE, NO_SIZE},
                {"unpcklps", NO_SIZE, NO_SIZE},
                {"unpckhps", NO_SIZE, NO_SIZE},
                {"pshufb", NO_SIZE, NO_SIZE}};

static int size_of_form(const struct x86_opcode *o, const char *name, bool made)
{
    size_t n = strlen(name);
    switch (o->work) {
    case FORM_VEXTEND:
        return letter_bytes(name[n - (made ? 1 : 2)]);
    case FORM_VTRUNCATE:
    case FORM_VPACK:
        return letter_bytes(name[n - (made ? 1 : 2)]);
    case FORM_VADD:
    case FORM_VMINMAX:
    case FORM_VCMP:
    case FORM_VCMP_MASK:
    case FORM_VMUL:
    case FORM_VMUL_SLOW:
    case FORM_VHADD:
        return o->element ? o->element : NO_SIZE;
    case FORM_NONE:
    case FORM_VMOVE:
    case FORM_VLOGIC:
    case FORM_FLOGIC:
    case FORM_TERNARY:
    case FORM_BLEND:
    case FORM_BLEND_VAR:
    case FORM_LANE_EXTRACT:
    case FORM_LANE_INSERT:
    case FORM_SHUFFLE:
    case FORM_SHUFFLE_LANE:
    case FORM_UNPACK:
    case FORM_FMERGE:
        return ANY_SIZE;
    case FORM_PERMUTE:
    case FORM_PERMUTE2:
        return o->element >= 4 ? ANY_SIZE : NO_SIZE;
    default:
        return NO_SIZE;
    }
}

/* Returns what an operation on vector registers says about the elements that it reads, or makes. */
static int vector_size(const struct x86_opcode *o, bool made)
{
    const char *name = o->name + (o->name[0] == 'v');
    int converted = x86_converted_bytes(o->name, made);
    if (converted)
        return converted;
    for (size_t i = 0; i < COUNT_OF(widening); i++)
        if (strncmp(name, widening[i].start, strlen(widening[i].start)) == 0)
            return made ? widening[i].made : widening[i].read;
    bool arithmetic =
        o->class == OP_FA || o->class == OP_FM || o->class == OP_FMA || o->class == OP_FMISC;
    if (arithmetic && o->work != FORM_FLOGIC)
        return o->element ? o->element : NO_SIZE;
    return size_of_form(o, name, made);
}

/* Returns the same for general registers: moves and logical operations copy several small elements
 * at once. */
static int general_size(const struct x86_instruction *i)
{
    static const char *const any[] = {"mov", "xor", "and", "or", "not", "andn", "bswap"};
    if (text_is_among(any, COUNT_OF(any), i->opcode->name))
        return ANY_SIZE;
    return i->opcode->class == OP_LEFT && i->bytes ? i->bytes : NO_SIZE;
}

static bool is_vector(int reg)
{
    return reg >= X86_VECTOR && reg < X86_MASK;
}

/* Returns whether the register has the indices of a gather or scatter. */
static bool is_index(const struct x86_instruction *i, int reg)
{
    const struct x86_operand *m = x86_memory(i);
    return m && i->opcode && x86_index_element(i->opcode) && m->index == reg;
}

/* Returns what gathers and scatters say: their indices have a size of their own. A gather also
 * reads its destination, whose elements it keeps where its mask is 0; these can have any size. */
static int gathered_size(const struct x86_instruction *i, int reg, bool made)
{
    if (!made && is_index(i, reg))
        return x86_index_element(i->opcode);
    return made || i->opcode->access == FORM_SCATTER ? i->opcode->element : NO_SIZE;
}

static int size_said(const struct x86_operation *o, int reg, bool made)
{
    const struct x86_instruction *i = &o->step->is;
    if (!i->opcode)
        return NO_SIZE;
    if (x86_index_element(i->opcode))
        return gathered_size(i, reg, made);
    return is_vector(reg) ? vector_size(i->opcode, made) : general_size(i);
}

/* ---- values ---- */

struct sizes {
    int64_t least, most; /* 0 = none */
    bool merged;         /* values are made of parts that were shifted by bytes: the elements can be
                            these parts */
};

static void add_size(struct sizes *s, int64_t bytes)
{
    if (bytes <= 0)
        return;
    s->least = s->least && s->least < bytes ? s->least : bytes;
    s->most = s->most > bytes ? s->most : bytes;
}

static bool reads_data(const struct x86_operation *o, uint8_t reg)
{
    struct x86_use use[X86_USES];
    int n = x86_uses(&o->step->is, use);
    for (int u = 0; u < n; u++)
        if (use[u].reg == reg && use[u].input != FLOW_ADDRESS)
            return true;
    return false;
}

/* Returns the register that the operation writes as its result; -1 = none. */
static int result_of(const struct x86_operation *o)
{
    const struct x86_instruction *i = &o->step->is;
    bool register_result =
        i->n && (i->at[0].kind == X86_VECTOR_REGISTER || i->at[0].kind == X86_GENERAL);
    return register_result && x86_writes(&o->step->is, i->at[0].reg) ? i->at[0].reg : -1;
}

static int bytes_of_operand(const struct x86_instruction *i, int reg, int first)
{
    for (int n = first; n < i->n; n++)
        if (i->at[n].kind == X86_VECTOR_REGISTER && i->at[n].reg == reg)
            return i->at[n].bytes;
    return 0;
}

/* Returns true if an operation reads only a part of the elements that another one has permuted:
 * they can be parts of larger ones. */
static bool reads_less(const struct x86_operation *o, const struct x86_operation *made, int reg)
{
    const struct x86_opcode *by = made->step->is.opcode;
    if (!by || by->work != FORM_PERMUTE)
        return false;
    int read = bytes_of_operand(&o->step->is, reg, 1);
    return read && read < bytes_of_operand(&made->step->is, reg, 0);
}

/* Adds the sizes with which later operations read the register that operation `op` writes. */
static void add_uses(const struct x86_body *b, size_t op, uint8_t reg, int through, struct sizes *s)
{
    for (size_t d = 1; d < b->n && d < FAR; d++) {
        size_t at = (op + d) % b->n;
        const struct x86_operation *o = &b->at[at];
        bool reads = reads_data(o, reg) || is_index(&o->step->is, reg);
        if (reads && !reads_less(o, &b->at[op], reg)) {
            int size = size_said(o, reg, false), to = result_of(o);
            add_size(s, size);
            if (size == ANY_SIZE && through > 0 && to >= 0 && is_vector(to) == is_vector(reg))
                add_uses(b, at, (uint8_t)to, through - 1, s);
        }
        if (x86_writes(&o->step->is, reg))
            return;
    }
}

/* Returns whether the operation shifts packed integers by whole bytes to the left. */
static bool shifts_bytes_left(const struct x86_instruction *i)
{
    const struct x86_operand *by = i->n ? &i->at[i->n - 1] : NULL;
    const char *name = i->opcode ? strstr(i->opcode->name, "psll") : NULL;
    return name && strcmp(name, "pslldq") != 0 && by && (by->kind & X86_IMMEDIATE) &&
           by->value > 0 && by->value % 8 == 0;
}

/* Adds the sizes with which earlier operations made the value of the register that operation `op`
 * reads. */
static void add_sources(const struct x86_body *b, size_t op, uint8_t reg, int through,
                        struct sizes *s)
{
    for (size_t d = 1; d < b->n && d < FAR; d++) {
        size_t at = (op + b->n - d) % b->n;
        const struct x86_operation *o = &b->at[at];
        struct x86_use use[X86_USES];
        if (!x86_writes(&o->step->is, reg))
            continue;
        int size = size_said(o, reg, true), n = x86_uses(&o->step->is, use);
        add_size(s, size);
        s->merged |= shifts_bytes_left(&o->step->is);
        for (int u = 0; u < n && size == ANY_SIZE && through > 0; u++)
            if (use[u].input != FLOW_ADDRESS && is_vector(use[u].reg) == is_vector(reg) &&
                use[u].reg < X86_MASK)
                add_sources(b, at, use[u].reg, through - 1, s);
        return;
    }
}

static int data_register(const struct x86_instruction *i)
{
    for (int n = 0; n < i->n; n++)
        if (i->at[n].kind == X86_VECTOR_REGISTER || i->at[n].kind == X86_GENERAL)
            return i->at[n].reg;
    return -1;
}

enum { ADDS = 1, SUBTRACTS = 2 };

/* Returns true if the operation keeps elements of its destination: its mask leaves them out. */
static bool is_merged_into(const struct x86_operation *o, uint8_t reg)
{
    const struct x86_instruction *i = &o->step->is;
    for (int n = 1; n < i->n; n++)
        if (i->at[n].kind == X86_VECTOR_REGISTER && i->at[n].reg == reg)
            return false;
    return reads_data(o, reg);
}

static bool merges_or_converts(const struct x86_operation *o)
{
    const struct x86_opcode *c = o->step->is.opcode;
    return c->work == FORM_VEXTEND || c->work == FORM_VTRUNCATE || c->work == FORM_VPACK ||
           x86_converted_bytes(c->name, true);
}

/* Returns the sums that the register which operation `op` reads is made of, through operations of
 * any type. */
static unsigned find_sums(const struct x86_body *b, size_t op, uint8_t reg, int through)
{
    for (size_t d = 1; d < b->n && d < FAR; d++) {
        size_t at = (op + b->n - d) % b->n;
        const struct x86_operation *o = &b->at[at];
        struct x86_use use[X86_USES];
        unsigned found = 0;
        if (!x86_writes(&o->step->is, reg) || !o->step->is.opcode)
            continue;
        const char *name = o->step->is.opcode->name;
        if (size_said(o, reg, true) > 0 && !merges_or_converts(o)) {
            found = (strstr(name, "add") ? ADDS : 0) | (strstr(name, "sub") ? SUBTRACTS : 0);
            bool merges = name[0] == 'v' && through > 0 && is_merged_into(o, reg);
            return found | (merges ? find_sums(b, at, reg, through - 1) : 0);
        }
        int n = x86_uses(&o->step->is, use);
        for (int u = 0; u < n && through > 0; u++)
            if (use[u].input != FLOW_ADDRESS && is_vector(use[u].reg))
                found |= find_sums(b, at, use[u].reg, through - 1);
        return found;
    }
    return 0;
}

bool x86_mixes_sums(const struct x86_body *b)
{
    for (size_t i = 0; i < b->n; i++) {
        int reg = b->at[i].fact.store_bytes ? data_register(&b->at[i].step->is) : -1;
        if (reg >= 0 && is_vector(reg) &&
            find_sums(b, i, (uint8_t)reg, MIXED) == (ADDS | SUBTRACTS))
            return true;
    }
    return false;
}

/* ---- accesses ---- */

static int accessed(const struct instruction *f, bool store)
{
    return store ? f->store_bytes : f->load_bytes;
}

/* Adds the sizes of the elements that the operation loads or stores. */
static void add_sizes(const struct x86_body *b, size_t op, bool store, struct sizes *s)
{
    const struct x86_operation *o = &b->at[op];
    const struct x86_instruction *i = &o->step->is;
    int bytes = accessed(&o->fact, store), reg = data_register(i);
    int size = reg >= 0 ? size_said(o, reg, store) : i->opcode ? bytes : NO_SIZE;
    if (x86_memory(i)->broadcast || (size > 0 && size > bytes))
        size = bytes;
    if (o->fact.load.base == FORM_LOAD_SIGN || bytes == 10 ||
        (reg >= 0 && !is_vector(reg) && bytes <= 2))
        size = bytes;
    add_size(s, size);
    if (size != ANY_SIZE || reg < 0)
        return;
    if (store)
        add_sources(b, op, (uint8_t)reg, THROUGH, s);
    else
        add_uses(b, op, (uint8_t)reg, THROUGH, s);
    if (s->least > bytes)
        s->least = bytes;
}

/* ---- references ---- */

static struct x86_reference *find_reference(const struct x86_body *b, const struct x86_lanes *l,
                                            size_t op, bool store, int64_t *apart)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].store == store &&
            x86_difference(&b->at[op].address, &b->at[l->at[i].op].address, apart))
            return &l->at[i];
    return NULL;
}

static void cover(struct x86_reference *r, int64_t apart, int64_t bytes)
{
    int64_t from = apart % r->advance;
    from += from < 0 ? r->advance : 0;
    for (int64_t i = 0; i < bytes && i < r->advance; i++) {
        uint8_t *at = &r->byte[(from + i) % r->advance];
        r->covered += !*at;
        *at = 1;
    }
}

/* Adds an access to its reference, or as a new reference. */
static void add_access(struct arena *a, const struct x86_body *b, struct x86_lanes *l, size_t op,
                       int64_t advance, bool store)
{
    int64_t apart = 0;
    struct x86_reference *r = find_reference(b, l, op, store, &apart);
    if (!r) {
        r = ARENA_PUSH(a, l->at, l->n);
        *r = (struct x86_reference){.op = op, .advance = llabs(advance), .store = store};
        r->byte = ARENA_ARRAY(a, uint8_t, (size_t)r->advance);
    }
    l->of[op] = (int)(r - l->at);
    cover(r, apart, accessed(&b->at[op].fact, store));
}

/* Returns the bytes of a load or store of a scalar; 0 = it has several elements, or they are
 * unknown. */
static int scalar_bytes(const struct x86_operation *o)
{
    const struct x86_instruction *i = &o->step->is;
    int bytes = accessed(&o->fact, o->fact.store_bytes != 0), reg = data_register(i);
    if (bytes == 10)
        return 16; /* a number of the x87 unit, in the x86-64 ABI */
    bool scalar = i->opcode && (i->opcode->scalar || !is_vector(reg));
    return scalar && (!is_vector(reg) || i->opcode->floating_access) ? bytes : 0;
}

/* Sets the element sizes of the references from all their accesses. */
static void set_sizes(struct arena *a, const struct x86_body *b, struct x86_lanes *l)
{
    struct sizes *said = ARENA_ARRAY(a, struct sizes, l->n + 1);
    struct sizes *scalar = ARENA_ARRAY(a, struct sizes, l->n + 1);
    for (size_t i = 0; i < b->n; i++)
        if (l->of[i] >= 0) {
            add_sizes(b, i, b->at[i].fact.store_bytes != 0, &said[l->of[i]]);
            add_size(&scalar[l->of[i]], scalar_bytes(&b->at[i]));
        }
    for (size_t i = 0; i < l->n; i++) {
        struct x86_reference *r = &l->at[i];
        if (said[i].merged)
            said[i] = (struct sizes){0};
        r->declared = !said[i].least && scalar[i].least && scalar[i].least == scalar[i].most;
        r->bytes = r->declared ? scalar[i].least : said[i].least;
        r->types_agree = said[i].least && said[i].least == said[i].most;
    }
}

static bool repeats(const struct x86_reference *r, int64_t n)
{
    int64_t part = r->advance / n;
    if (r->advance % n)
        return false;
    for (int64_t i = 0; i < r->advance; i++)
        if (r->byte[i] != r->byte[(i + part) % r->advance])
            return false;
    return true;
}

static void set_copies(struct x86_reference *r)
{
    int64_t elements = r->bytes ? r->covered / r->bytes : 0;
    r->copies = 0;
    for (int64_t n = elements; n > 0 && !r->copies; n--)
        if (elements % n == 0 && repeats(r, n))
            r->copies = n;
}

static bool leaves_gaps(const struct x86_reference *r)
{
    return r->covered < r->advance;
}

/* ---- parts of an array whose addresses are in several registers ---- */

static bool is_disjoint(const struct x86_reference *r, const struct x86_reference *s, int64_t apart)
{
    if (llabs(apart) >= r->advance)
        return false;
    for (int64_t i = 0; i < s->advance; i++)
        if (s->byte[i] && r->byte[(i + apart + r->advance) % r->advance])
            return false;
    return true;
}

/* Adds the bytes of s, which is `apart` bytes after r, to r. */
static void add_part(struct x86_lanes *l, struct x86_reference *r, struct x86_reference *s,
                     int64_t apart, size_t n_ops)
{
    for (int64_t i = 0; i < s->advance; i++)
        if (s->byte[i])
            cover(r, i + apart, 1);
    for (size_t i = 0; i < n_ops; i++)
        if (l->of[i] == (int)(s - l->at))
            l->of[i] = (int)(r - l->at);
    s->covered = 0;
}

/* Joins the reference of one entry with that of an earlier one if they are parts of one array. */
static void join_part(struct x86_lanes *l, const struct x86_entry *of, const struct x86_entry *part,
                      size_t n_ops)
{
    struct x86_reference *r = &l->at[l->of[of->op]], *s = &l->at[l->of[part->op]];
    int64_t apart = part->apart - of->apart;
    bool parts = of->first == part->first && r != s && r->op == of->op && s->op == part->op &&
                 r->store == s->store && r->advance == s->advance;
    if (parts && is_disjoint(r, s, apart))
        add_part(l, r, s, apart, n_ops);
}

static void remove_parts(struct x86_lanes *l, size_t n_ops)
{
    size_t n = 0;
    for (size_t r = 0; r < l->n; r++) {
        for (size_t i = 0; i < n_ops && l->at[r].covered; i++)
            if (l->of[i] == (int)r)
                l->of[i] = (int)n;
        if (l->at[r].covered)
            l->at[n++] = l->at[r];
    }
    l->n = n;
}

/* Joins references that leave out bytes of their advance and are parts of one array: the code
 * before the loop computes their addresses from each other. */
static void join_parts(struct arena *a, const struct x86_body *b, const struct x86_back_edges *back,
                       struct x86_lanes *l)
{
    struct x86_entry *at = ARENA_ARRAY(a, struct x86_entry, PARTS_MOST);
    size_t n = 0;
    for (size_t i = 0; i < l->n && n < PARTS_MOST; i++)
        if (leaves_gaps(&l->at[i]))
            at[n++].op = l->at[i].op;
    if (n < 2)
        return;
    x86_compare_entries(b, back, at, n);
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            join_part(l, &at[j], &at[i], b->n);
    remove_parts(l, b->n);
}

static void set_alike(struct x86_lanes *l)
{
    for (size_t i = 0; i < l->n; i++)
        for (size_t j = 0; j < l->n && leaves_gaps(&l->at[i]); j++)
            l->at[i].alike += l->at[j].store == l->at[i].store &&
                              l->at[j].advance == l->at[i].advance &&
                              l->at[j].covered == l->at[i].covered;
}

/* Returns true if some bytes are accessed in each n-th part of the advance. */
static bool overlaps(const struct x86_reference *r, int64_t n)
{
    int64_t part = r->advance / n;
    for (int64_t i = 0; i < part && r->advance % n == 0; i++) {
        int64_t parts = 0;
        while (parts < n && r->byte[i + parts * part])
            parts++;
        if (parts == n)
            return true;
    }
    return false;
}

struct x86_lanes x86_find_lanes(struct arena *a, const struct x86_body *b,
                                const struct x86_back_edges *back)
{
    struct x86_lanes l = {.of = ARENA_ARRAY(a, int, b->n + 1)};
    for (size_t i = 0; i < b->n; i++) {
        const struct x86_operation *o = &b->at[i];
        struct x86_sum by;
        l.of[i] = -1;
        if (!(o->fact.load_bytes || o->fact.store_bytes) || !x86_memory(&o->step->is))
            continue;
        bool known = o->has_address && x86_advance(b, &o->address, &by);
        l.unknown |= !known;
        l.variable |= known && by.n;
        if (!known || by.n || by.plus == 0 || llabs(by.plus) > ADVANCE_MOST)
            continue;
        if (o->fact.load_bytes && !o->fact.store_bytes)
            add_access(a, b, &l, i, by.plus, false);
        if (o->fact.store_bytes)
            add_access(a, b, &l, i, by.plus, true);
    }
    join_parts(a, b, back, &l);
    set_sizes(a, b, &l);
    for (size_t i = 0; i < l.n; i++)
        set_copies(&l.at[i]);
    set_alike(&l);
    return l;
}

bool x86_divides_reference(const struct x86_reference *r, int64_t n)
{
    if (repeats(r, n) || (!r->store && overlaps(r, n)))
        return true;
    if (r->alike <= 1 || r->advance % n != 0)
        return false;
    bool contiguous = r->bytes && r->alike * r->covered % r->advance == 0;
    return r->alike * max_int64(r->copies, 1) % n == 0 ||
           (contiguous && r->advance / r->bytes % n == 0);
}

bool x86_divides_lanes(const struct x86_lanes *l, int64_t n)
{
    for (size_t i = 0; i < l->n; i++)
        if (!x86_divides_reference(&l->at[i], n))
            return false;
    return true;
}

bool x86_loads_unused_bytes(const struct x86_reference *r)
{
    return !r->store && leaves_gaps(r) && r->bytes && r->copies < r->covered / r->bytes;
}

bool x86_leaves_gaps(const struct x86_lanes *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (leaves_gaps(&l->at[i]))
            return true;
    return false;
}
