/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts opcodes.def to readings of words. */
#include "base/diag.h"
#include "base/util.h"
#include "x86-asm/table.h"

#include <stdlib.h>
#include <string.h>

enum { OP_NONE = OP_CLASSES }; /* the class NONE of the table */

/* A line of the table; target: the name that an alias refers to. */
struct row {
    const char *names, *operands, *notes, *target;
    uint8_t work, class;
    uint8_t bytes; /* of an alias: bytes of its source */
};
static const struct row rows[] = {
#define X86(names, operands, work, class, notes)                                                   \
    {names, operands, notes, NULL, FORM_##work, OP_##class, 0},
#define ALIAS(names, target, bytes) {names, NULL, NULL, target, 0, 0, bytes},
#include "x86-asm/opcodes.def"
#undef X86
#undef ALIAS
};

static const char *const conditions[X86_CONDITIONS][4] = {
    {"o"},        {"no"},       {"b", "c", "nae"}, {"ae", "nb", "nc"},
    {"e", "z"},   {"ne", "nz"}, {"be", "na"},      {"a", "nbe"},
    {"s"},        {"ns"},       {"p", "pe"},       {"np", "po"},
    {"l", "nge"}, {"ge", "nl"}, {"le", "ng"},      {"g", "nle"},
};
static const char *const predicates[32] = {
    "eq",    "lt",     "le",     "unord",    "neq",    "nlt",    "nle",    "ord",
    "eq_uq", "nge",    "ngt",    "false",    "neq_oq", "ge",     "gt",     "true",
    "eq_os", "lt_oq",  "le_oq",  "unord_s",  "neq_us", "nlt_uq", "nle_uq", "ord_s",
    "eq_us", "nge_uq", "ngt_uq", "false_os", "neq_os", "ge_oq",  "gt_oq",  "true_us",
};
static const char *const integer_predicates[] = {"eq",  "lt",  "le",  "false",
                                                 "neq", "nlt", "nle", "true"};

/* The element that a name's ending specifies. */
static const struct {
    const char *ending;
    uint8_t element;
    bool floating, scalar;
} endings[] = {
    {"b", 1, false, false},     {"w", 2, false, false},     {"d", 4, false, false},
    {"q", 8, false, false},     {"ss", 4, true, true},      {"sd", 8, true, true},
    {"ps", 4, true, false},     {"pd", 8, true, false},     {"sh", 2, true, true},
    {"ph", 2, true, false},     {"bw", 2, false, false},    {"wd", 4, false, false},
    {"dq", 8, false, false},    {"qdq", 8, false, false},   {"bd", 4, false, false},
    {"wq", 8, false, false},    {"bq", 8, false, false},    {"wb", 2, false, false},
    {"dw", 4, false, false},    {"qd", 8, false, false},    {"db", 4, false, false},
    {"qw", 8, false, false},    {"qb", 8, false, false},    {"lw", 2, false, false},
    {"hw", 2, false, false},    {"sb", 1, false, false},    {"sw", 2, false, false},
    {"ub", 1, false, false},    {"uw", 2, false, false},    {"ud", 4, false, false},
    {"sq", 8, false, false},    {"uq", 8, false, false},    {"f128", 8, true, false},
    {"f32x4", 4, true, false},  {"f32x8", 4, true, false},  {"f32x2", 4, true, false},
    {"f64x2", 8, true, false},  {"f64x4", 8, true, false},  {"i128", 8, false, false},
    {"i32x4", 4, false, false}, {"i32x8", 4, false, false}, {"i32x2", 4, false, false},
    {"i64x2", 8, false, false}, {"i64x4", 8, false, false}, {"8", 1, false, false},
    {"16", 2, false, false},    {"32", 4, false, false},    {"64", 8, false, false},
};

/* A name during the expansion of its alternatives. */
struct spelling {
    char word[2 * X86_WORD], name[2 * X86_WORD]; /* as written in assembly; name of the opcode */
    size_t n_word, n_name;
    int ending;    /* index; -1 = none so far */
    int condition; /* its number; -1 = none */
    int predicate;
    bool vex; /* the alternative (v) was chosen */
};
struct table {
    struct arena *a;
    struct x86_isa *isa;
    const struct row *row;
    uint16_t line;
};

/* ---- operands ---- */

static uint8_t role_of(char c)
{
    switch (c) {
    case 'r':
        return X86_READ;
    case 'w':
        return X86_WRITE;
    case 'm':
        return X86_READ | X86_WRITE;
    case 'a':
        return X86_READ | X86_ADDEND;
    case 'A':
        return X86_READ | X86_WRITE | X86_ADDEND;
    case 'g':
        return X86_READ | X86_WRITE | X86_MERGE;
    case 'n':
        return X86_ADDRESS;
    default:
        bug("x86-asm/opcodes.def: unknown role '%c'", c);
    }
}

static uint16_t kind_of(char c)
{
    static const char letters[] = "rcimxksyol";
    static const uint16_t kinds[] = {
        X86_GENERAL,       X86_COUNT, X86_IMMEDIATE,    X86_MEMORY,         X86_VECTOR_REGISTER,
        X86_MASK_REGISTER, X86_X87,   X86_MMX_REGISTER, X86_OTHER_REGISTER, X86_TARGET};
    const char *at = strchr(letters, c);
    if (c == 0 || !at)
        bug("x86-asm/opcodes.def: unknown kind of operand '%c'", c);
    return kinds[at - letters];
}

/* Reads the bytes after an m, and moves *at after them. */
static int8_t bytes_of(const char **at)
{
    static const struct {
        const char *text;
        int8_t bytes;
    } sizes[] = {{"/2", X86_BYTES_HALF},
                 {"/4", X86_BYTES_QUARTER},
                 {"/8", X86_BYTES_EIGHTH},
                 {"*2", X86_BYTES_DOUBLE},
                 {"8+", X86_BYTES_DUP}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        if (strncmp(*at, sizes[i].text, 2) == 0) {
            *at += 2;
            return sizes[i].bytes;
        }
    char *end;
    long bytes = strtol(*at, &end, 10);
    *at = end;
    return (int8_t)bytes;
}

static void read_places(struct x86_opcode *o, const char *operands)
{
    for (const char *p = operands; *p;) {
        struct x86_place *place = &o->at[o->n++];
        place->roles = role_of(p[0]);
        for (p += 2; *p && *p != ' ';) {
            uint16_t kind = kind_of(*p++);
            place->kinds |= kind;
            if (kind == X86_MEMORY)
                place->bytes = bytes_of(&p);
        }
        p += *p == ' ';
    }
}

/* Converts an opcode to its form with v: a destination that is also a source becomes a separate
 * operand. */
static void separate_destination(struct x86_opcode *o)
{
    if (o->n == 0 || (o->at[0].roles & (X86_READ | X86_WRITE)) != (X86_READ | X86_WRITE))
        return;
    memmove(o->at + 2, o->at + 1, sizeof *o->at * (size_t)(o->n - 1));
    o->at[1] = (struct x86_place){.kinds = o->at[0].kinds, .roles = X86_READ};
    o->at[0].roles = X86_WRITE;
    o->n++;
}

static void convert_to_mmx(struct x86_opcode *o)
{
    for (int i = 0; i < o->n; i++) {
        if (o->at[i].kinds & X86_VECTOR_REGISTER)
            o->at[i].kinds ^= X86_VECTOR_REGISTER | X86_MMX_REGISTER;
        if (o->at[i].kinds & X86_MEMORY)
            o->at[i].bytes = 8;
    }
}

/* ---- notes ---- */

static void add_implied_register(struct x86_opcode *o, uint8_t reg, uint8_t roles)
{
    o->implied[o->n_implied++] = (struct x86_implied){reg, roles};
}

static bool note_register(struct x86_opcode *o, const char *w)
{
    static const char letters[] = "ACDBSTPWXEGHNYU";
    static const uint8_t registers[] = {
        X86_RAX,    X86_RCX, X86_RDX,    X86_RBX,    X86_RSI,   X86_RDI,   X86_RSP,      X86_RBP,
        X86_VECTOR, X86_ST,  X86_ST + 1, X86_ST + 7, X86_FLAGS, X86_CARRY, X86_FP_STATUS};
    if (!strchr("rwm", w[0]) || w[1] == 0 || (w[2] && w[2] != ' '))
        return false;
    const char *at = strchr(letters, w[1]);
    if (!at && w[1] != 'F')
        return false;
    add_implied_register(o, at ? registers[at - letters] : X86_FLAGS, role_of(w[0]));
    if (!at)
        add_implied_register(o, X86_CARRY, role_of(w[0]));
    return true;
}

static uint8_t form_named(const char *w, size_t n)
{
    static const char *const names[] = {
#define FORM(NAME, name, meaning) #NAME,
#include "facts/forms.def"
#undef FORM
    };
    for (uint8_t i = 0; i < FORM_BASES - 1; i++)
        if (strlen(names[i]) == n && memcmp(names[i], w, n) == 0)
            return (uint8_t)(i + 1);
    bug("x86-asm/opcodes.def: unknown form %.*s", (int)n, w);
}

/* Reads a note that is a word. Returns false if it is not one. */
static bool note_word(struct x86_opcode *o, const char *w, size_t n)
{
    static const struct {
        const char *word;
        uint8_t id;
    } words[] = {{"fp", 'f'},     {"i", 'i'},    {"int", 'I'},  {"scalar", 's'},
                 {"packed", 'p'}, {"part", 'P'}, {"zero", 'z'}, {"ones", 'o'},
                 {"push", '+'},   {"pop", '-'},  {"pop2", '='}, {"string", 'S'}};
    uint8_t id = 0;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strlen(words[i].word) == n && memcmp(words[i].word, w, n) == 0)
            id = words[i].id;
    o->floating = id == 'f' || (o->floating && id != 'i');
    o->floating_access = id == 'f' || (o->floating_access && id != 'i' && id != 'I');
    o->scalar = id == 's' || (o->scalar && id != 'p');
    o->part |= id == 'P';
    o->string |= id == 'S';
    o->idiom = id == 'z' ? FORM_ZERO : id == 'o' ? FORM_ONES : o->idiom;
    o->stack = id == '+' ? 1 : id == '-' ? -1 : id == '=' ? -2 : o->stack;
    return id != 0;
}

static int8_t access_bytes(const char *w)
{
    long n = atol(w);
    return (int8_t)(n == 1 ? -1 : n);
}

static void read_note(struct x86_opcode *o, const char *w, size_t n)
{
    if (note_word(o, w, n) || note_register(o, w))
        return;
    if (w[0] == '@')
        o->access = form_named(w + 1, n - 1);
    else if (w[0] == 'l')
        o->loads = access_bytes(w + 1);
    else if (w[0] == 's')
        o->stores = access_bytes(w + 1);
    else if (w[0] == 'e')
        o->element = (uint8_t)atoi(w + 1);
    else if (strncmp(w, "bytes", 5) == 0)
        o->memory = (uint8_t)atoi(w + 5);
    else if (w[0] != '~' && strncmp(w, "mmx", 3) != 0 && strncmp(w, "one", 3) != 0)
        bug("x86-asm/opcodes.def: unknown note %.*s", (int)n, w);
}

static const char *next_word(const char *w)
{
    w += strcspn(w, " ");
    return w + strspn(w, " ");
}

static void read_notes(struct x86_opcode *o, const char *notes)
{
    for (const char *w = notes; *w; w = next_word(w))
        read_note(o, w, strcspn(w, " "));
}

static void read_condition(struct x86_opcode *o, int condition)
{
    enum { B = 2, E = 4, BE = 6, S = 8 };
    o->condition = (uint8_t)(condition + 1);
    int pair = condition & ~1;
    if (pair == B || pair == BE)
        add_implied_register(o, X86_CARRY, X86_READ);
    if (pair != B)
        add_implied_register(o, X86_FLAGS, X86_READ);
    if (pair == BE && o->work == FORM_CMOV)
        o->work = FORM_CMOV_BE;
    if (pair == BE && o->work == FORM_SETCC)
        o->work = FORM_SETCC_BE;
}

/* ---- words ---- */

struct suffix {
    const char *text;
    uint8_t bytes;
};
/* Returns the AT&T suffixes that a line accepts. */
static const struct suffix *suffixes_of(const char *notes, char letters[8])
{
    static const struct suffix general[] = {{"b", 1}, {"w", 2}, {"d", 4},
                                            {"l", 4}, {"q", 8}, {NULL, 0}};
    static const struct suffix x87[] = {{"s", 4}, {"l", 8}, {"t", 10}, {NULL, 0}};
    static const struct suffix x87_int[] = {{"s", 2}, {"l", 4}, {"q", 8}, {"ll", 8}, {NULL, 0}};
    static const struct suffix vector[] = {{"x", 16}, {"y", 32}, {"z", 64}, {NULL, 0}};
    letters[0] = 0;
    const char *at = strchr(notes, '~');
    if (!at)
        return NULL;
    size_t n = strcspn(++at, " ");
    if (strncmp(at, "fp", 2) == 0)
        return x87;
    if (strncmp(at, "int", 3) == 0)
        return x87_int;
    if (strncmp(at, "xyz", 3) == 0)
        return vector;
    memcpy(letters, n ? at : "bwlq", n ? n : 4);
    letters[n ? n : 4] = 0;
    return general;
}

/* Adds a reading. The note "one" adds a second reading with an implicit last operand of 1. */
static void add_reading(struct table *t, const char *word, size_t n, struct x86_reading r)
{
    x86_add_reading(t->a, t->isa, word, n, r);
    if (strstr(t->row->notes, "one") && !strstr(t->row->notes, "ones")) {
        r.constant = 1;
        x86_add_reading(t->a, t->isa, word, n, r);
    }
}

static void add_words(struct table *t, const struct spelling *s, const struct x86_opcode *o)
{
    struct x86_reading r = {.opcode = o, .constant = (int8_t)s->predicate};
    add_reading(t, s->word, s->n_word, r);
    char letters[8];
    const struct suffix *suffix = suffixes_of(t->row->notes, letters);
    for (; suffix && suffix->text; suffix++) {
        if (letters[0] && !strchr(letters, suffix->text[0]))
            continue;
        char word[sizeof s->word + 4];
        memcpy(word, s->word, s->n_word);
        strcpy(word + s->n_word, suffix->text);
        r.bytes = suffix->bytes;
        add_reading(t, word, strlen(word), r);
    }
}

/* Returns the opcode that an earlier line defined for the name; NULL = none. */
static const struct x86_opcode *find_opcode(struct table *t, const char *name, size_t n, bool mmx)
{
    const struct x86_reading *r = x86_find(t->isa, name, n).readings;
    for (; r; r = r->next)
        if (r->opcode->line == t->line && !r->source && strcmp(r->opcode->name, name) == 0 &&
            mmx == ((r->opcode->at[r->opcode->n > 1].kinds & X86_MMX_REGISTER) != 0))
            return r->opcode;
    return NULL;
}

static const struct x86_opcode *create_opcode(struct table *t, const struct spelling *s, bool mmx)
{
    struct x86_opcode *o = ARENA_NEW(t->a, struct x86_opcode);
    o->name = arena_strndup(t->a, s->name, s->n_name);
    o->work = t->row->work;
    o->class = t->row->class;
    o->line = t->line;
    if (s->ending >= 0) {
        o->element = endings[s->ending].element;
        o->scalar = endings[s->ending].scalar;
        o->floating = o->floating_access = endings[s->ending].floating;
    }
    read_places(o, t->row->operands);
    read_notes(o, t->row->notes);
    if (s->vex)
        separate_destination(o);
    if (mmx)
        convert_to_mmx(o);
    if (s->condition >= 0)
        read_condition(o, s->condition);
    return o;
}

static void add_spelling(struct table *t, struct spelling *s)
{
    s->word[s->n_word] = s->name[s->n_name] = 0;
    if (t->row->target) {
        const struct x86_reading *r =
            x86_find(t->isa, t->row->target, strlen(t->row->target)).readings;
        for (; r; r = r->next)
            x86_add_reading(t->a, t->isa, s->word, s->n_word,
                            (struct x86_reading){.opcode = r->opcode,
                                                 .bytes = t->row->bytes,
                                                 .source = t->row->bytes != 0,
                                                 .constant = r->constant});
        return;
    }
    bool mmx = strstr(t->row->notes, "mmx") && !s->vex && s->name[0] != 'v';
    for (int i = 0; i <= mmx; i++) {
        const struct x86_opcode *o = find_opcode(t, s->name, s->n_name, i);
        add_words(t, s, o ? o : create_opcode(t, s, i));
    }
}

/* ---- spelling ---- */

static void append_text(struct spelling *s, const char *text, size_t n, bool name)
{
    if (s->n_word + n >= sizeof s->word)
        bug("x86-asm/opcodes.def: a name is too long");
    memcpy(s->word + s->n_word, text, n);
    s->n_word += n;
    if (name) {
        memcpy(s->name + s->n_name, text, n);
        s->n_name += n;
    }
}

static int ending_of(const char *text, size_t n)
{
    for (int i = 0; i < (int)(COUNT_OF(endings)); i++)
        if (strlen(endings[i].ending) == n && memcmp(endings[i].ending, text, n) == 0)
            return i;
    return -1;
}

static void spell(struct table *t, const char *rest, const char *end, struct spelling s);

static void spell_alternatives(struct table *t, const char *rest, const char *end,
                               const struct spelling *s)
{
    const char *close = memchr(rest, '}', (size_t)(end - rest));
    for (const char *p = rest + 1; p <= close;) {
        size_t n = strcspn(p, ",}");
        struct spelling one = *s;
        append_text(&one, p, n, true);
        int ending = ending_of(p, n);
        one.ending = ending >= 0 ? ending : s->ending;
        spell(t, close + 1, end, one);
        p += n + 1;
    }
}

static void spell_conditions(struct table *t, const char *rest, const char *end,
                             const struct spelling *s)
{
    for (int c = 0; c < X86_CONDITIONS; c++)
        for (int i = 0; i < 4 && conditions[c][i]; i++) {
            struct spelling one = *s;
            append_text(&one, conditions[c][i], strlen(conditions[c][i]), false);
            size_t n = strlen(conditions[c][0]);
            memcpy(one.name + one.n_name, conditions[c][0], n);
            one.n_name += n;
            one.condition = c;
            spell(t, rest, end, one);
        }
}

static void spell_predicates(struct table *t, const char *rest, const char *end,
                             const struct spelling *s, const char *const *names, int n)
{
    spell(t, rest, end, *s);
    for (int i = 0; i < n; i++) {
        struct spelling one = *s;
        append_text(&one, names[i], strlen(names[i]), false);
        one.predicate = i;
        spell(t, rest, end, one);
    }
}

/* Expands the rest of a name into all its alternatives. */
static void spell(struct table *t, const char *rest, const char *end, struct spelling s)
{
    while (rest < end && !strchr("({%", *rest))
        append_text(&s, rest++, 1, true);
    if (rest == end) {
        add_spelling(t, &s);
    } else if (*rest == '(') {
        spell(t, rest + 3, end, s);
        s.vex = true;
        append_text(&s, "v", 1, true);
        spell(t, rest + 3, end, s);
    } else if (*rest == '{') {
        spell_alternatives(t, rest, end, &s);
    } else if (rest[1] == 'c') {
        spell_conditions(t, rest + 2, end, &s);
    } else if (rest[1] == 'p') {
        spell_predicates(t, rest + 2, end, &s, predicates, 32);
    } else {
        spell_predicates(t, rest + 2, end, &s, integer_predicates, 8);
    }
}

void x86_table(struct arena *a, struct x86_isa *isa)
{
    struct table t = {.a = a, .isa = isa};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        t.row = &rows[i];
        t.line = (uint16_t)(i + 1);
        for (const char *w = rows[i].names; *w; w = next_word(w))
            spell(&t, w, w + strcspn(w, " "),
                  (struct spelling){.ending = -1, .condition = -1, .predicate = -1});
    }
}
