/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/classify.h"
#include "base/util.h"
#include "frontend/reading/bytes.h"

#include <string.h>

#define NOWHERE ((size_t)-1)

struct keyword {
    char text[18];
    size_t n;
    enum tail tail;
    enum stmt_kind kind;
};

static const struct keyword keywords[] = {
#define KEYWORD(text, tail, kind) {text, sizeof text - 1, TAIL_##tail, STMT_##kind},
#include "frontend/reading/keywords.def"
#undef KEYWORD
};
enum { KEYWORDS = COUNT_OF(keywords) };

enum base_type base_type_of(const char *keyword, size_t n)
{
    static const struct {
        const char *text;
        enum base_type type;
    } types[] = {{"integer", TYPE_INTEGER},
                 {"real", TYPE_REAL},
                 {"doubleprecision", TYPE_DOUBLE},
                 {"complex", TYPE_COMPLEX},
                 {"doublecomplex", TYPE_DOUBLE_COMPLEX},
                 {"logical", TYPE_LOGICAL},
                 {"character", TYPE_CHARACTER},
                 {"byte", TYPE_BYTE},
                 {"type", TYPE_DERIVED},
                 {"class", TYPE_DERIVED},
                 {"typeof", TYPE_DERIVED},
                 {"classof", TYPE_DERIVED}};
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (strlen(types[i].text) == n && memcmp(types[i].text, keyword, n) == 0)
            return types[i].type;
    return TYPE_NONE;
}

/* ---- shape ---- */

static bool is_name_byte(char c)
{
    return byte_is(c, BYTE_NAME);
}

/* Returns the offset after the constant whose quote is at i. */
static size_t skip_constant(const char *text, size_t i, size_t to)
{
    const char *close = memchr(text + i + 1, text[i], to - i - 1);
    return close ? (size_t)(close - text) + 1 : to;
}

/* Returns the offset of the next byte that determines the shape; to if there is none. */
static size_t skip_shapeless(const char *text, size_t i, size_t to)
{
    while (i < to && !byte_is(text[i], BYTE_SHAPE))
        i++;
    return i;
}

/* Returns the offset after the parenthesis that closes the one at i; to if there is none. */
static size_t skip_parens(const char *text, size_t i, size_t to)
{
    long depth = 0;
    while ((i = skip_shapeless(text, i, to)) < to) {
        if (text[i] == '\'' || text[i] == '"') {
            i = skip_constant(text, i, to);
            continue;
        }
        if (text[i] == '(')
            depth++;
        if (text[i] == ')' && --depth == 0)
            return i + 1;
        i++;
    }
    return to;
}

/* Returns the offset after the bracket that closes the one at i; to if there is none. */
static size_t skip_brackets(const char *text, size_t i, size_t to)
{
    const char *close = memchr(text + i, ']', to - i);
    return close ? (size_t)(close - text) + 1 : to;
}

/* Offsets of bytes outside parentheses and constants; NOWHERE = absent. */
struct shape {
    size_t equals;      /* first '=' or '=>' */
    bool arrow;         /* it is '=>' */
    bool comma_follows; /* a ',' follows the '=' */
    size_t colons;      /* first '::' before it */
    size_t stray;       /* unmatched parenthesis */
};

/* Records the first '=' outside parentheses that is not part of '==', '/=' ... */
static void shape_equals(struct shape *s, const char *text, size_t from, size_t i, size_t to)
{
    char next = i + 1 < to ? text[i + 1] : 0, before = i > from ? text[i - 1] : 0;
    if (s->equals != NOWHERE || next == '=' || (before && strchr("=/<>", before)))
        return;
    s->equals = i;
    s->arrow = next == '>';
}

static void shape_byte(struct shape *s, const char *text, size_t from, size_t i, size_t to)
{
    bool first = s->equals == NOWHERE;
    if (text[i] == '=')
        shape_equals(s, text, from, i, to);
    else if (text[i] == ',')
        s->comma_follows |= !first;
    else if (first && s->colons == NOWHERE && i + 1 < to && text[i + 1] == ':')
        s->colons = i;
}

/* Finds the shape of from..to. first: offset of the first byte that determines it. */
static struct shape shape_of(const char *text, size_t from, size_t first, size_t to)
{
    struct shape s = {.equals = NOWHERE, .colons = NOWHERE, .stray = NOWHERE};
    size_t open = from;
    long depth = 0;
    for (size_t i = first; i < to; i = skip_shapeless(text, i + 1, to)) {
        switch (text[i]) {
        case '\'':
        case '"':
            i = skip_constant(text, i, to) - 1;
            break;
        case '(':
            if (depth++ == 0)
                open = i;
            break;
        case ')':
            if (--depth < 0) {
                s.stray = i;
                return s;
            }
            break;
        case '=':
        case ',':
        case ':':
            if (depth == 0)
                shape_byte(&s, text, from, i, to);
            break;
        default:
            break;
        }
    }
    if (depth > 0)
        s.stray = open;
    return s;
}

/* Whether from..to may be the left side of an assignment. */
static bool is_designator(const char *text, size_t from, size_t to)
{
    if (from == to || !(byte_is(text[from], BYTE_LETTER) || strchr("_$", text[from])))
        return false;
    size_t i = from;
    while (i < to && is_name_byte(text[i]))
        i++;
    while (i < to) {
        if (text[i] == '(') {
            i = skip_parens(text, i, to);
        } else if (text[i] == '[') { /* coarray */
            i = skip_brackets(text, i, to);
        } else if (text[i] == '%' || text[i] == '.') { /* DEC's record.field, too */
            for (i++; i < to && is_name_byte(text[i]); i++)
                ;
        } else {
            return false;
        }
    }
    return true;
}

/* ---- words ---- */

/* Words that compilers accept in free form without the blank that the standard requires before a
 * number or a name. */
static bool may_lack_blank(char next, const char *word, size_t n)
{
    static const char *const numbered[] = {"do", "goto", "rewind", "backspace", "endfile"};
    static const char *const named[] = {"dimension", "external", "intrinsic", "save",
                                        "doubleprecision"};
    bool digit = byte_is(next, BYTE_DIGIT);
    const char *const *words = digit ? numbered : named;
    size_t count = digit ? COUNT_OF(numbered) : COUNT_OF(named);
    for (size_t k = 0; k < count; k++)
        if (strlen(words[k]) == n && memcmp(words[k], word, n) == 0)
            return true;
    return false;
}

/* Whether word is at i; in free form it must end there. */
static bool word_at(const struct logical *l, size_t i, size_t to, const char *word, size_t n)
{
    if (to - i < n || memcmp(l->text + i, word, n) != 0)
        return false;
    if (!l->free_form || i + n == to || !is_name_byte(word[n - 1]))
        return true;
    return !is_name_byte(l->text[i + n]) || l->gap[i + n] ||
           may_lack_blank(l->text[i + n], word, n);
}
#define WORD_AT(l, i, to, word) word_at((l), (i), (to), (word), sizeof(word) - 1)

/* Returns the first two letters as a number in their order. */
static unsigned two_letters(const char *text)
{
    return (unsigned)(unsigned char)text[0] << CHAR_BIT | (unsigned char)text[1];
}

/* Returns the first keyword that begins with these letters, or with later ones. */
static const struct keyword *keywords_with(unsigned letters)
{
    size_t low = 0, high = KEYWORDS;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (two_letters(keywords[middle].text) < letters)
            low = middle + 1;
        else
            high = middle;
    }
    return &keywords[low];
}

/* Returns the longest keyword at from; NULL = none. */
static const struct keyword *keyword_at(const struct logical *l, size_t from, size_t to)
{
    if (to - from < 2)
        return NULL;
    const char *text = l->text + from;
    const struct keyword *best = NULL, *k = keywords_with(two_letters(text));
    size_t longest = 0, room = to - from;
    for (; k < keywords + KEYWORDS && memcmp(k->text, text, 2) == 0; k++) {
        bool matches = k->n <= room && text[k->n - 1] == k->text[k->n - 1];
        if (matches && k->n > longest && word_at(l, from, to, k->text, k->n)) {
            best = k;
            longest = k->n;
        }
    }
    return best;
}

static size_t name_end(const struct logical *l, size_t from, size_t to)
{
    size_t i = from;
    while (i < to && is_name_byte(l->text[i]) && (i == from || !l->free_form || !l->gap[i]))
        i++;
    return i;
}

static void set_wrong(struct classified *c, const char *why, size_t at)
{
    c->wrong = why;
    c->wrong_at = at;
}

/* ---- statements with special rules ---- */

static void classify_do(const struct logical *l, struct classified *c)
{
    size_t i = c->rest.from, to = c->rest.to;
    for (; i < to && byte_is(l->text[i], BYTE_DIGIT); i++)
        c->target = c->target < 1000000 ? c->target * 10 + (l->text[i] - '0') : c->target;
    if (c->target > 99999)
        set_wrong(c, "a label must be a number from 1 to 99999", c->rest.from);
    if (i < to && l->text[i] == ',')
        i++;
    c->kind = i == to ? STMT_DO_FOREVER : STMT_DO;
    c->tail = i == to ? TAIL_ALONE : TAIL_DO;
    if (to - i > 5 && memcmp(l->text + i, "while(", 6) == 0) {
        c->kind = STMT_DO_WHILE;
        c->tail = TAIL_CONDITION;
        i += 5;
    } else if (to - i > 10 && memcmp(l->text + i, "concurrent(", 11) == 0) {
        c->kind = STMT_DO_CONCURRENT;
        c->tail = TAIL_FORALL;
        i += 10;
        c->rest.to = skip_parens(l->text, i, to);
    }
    c->rest.from = i;
}

/* Sets rest to the parenthesis "(...)". Returns the offset after it. */
static size_t split_parens(const struct logical *l, struct classified *c)
{
    size_t from = c->rest.from, to = c->rest.to;
    if (from == to || l->text[from] != '(') {
        set_wrong(c, "a condition in parentheses is missing", from < to ? from : from - 1);
        return to;
    }
    c->rest.to = skip_parens(l->text, from, to);
    return c->rest.to;
}

static void classify_if(const struct logical *l, struct classified *c)
{
    size_t to = c->rest.to, i = split_parens(l, c);
    c->tail = TAIL_CONDITION;
    if (c->wrong)
        return;
    if (i == to) {
        set_wrong(c, "IF needs THEN, a statement or three labels after its condition", to - 1);
    } else if (byte_is(l->text[i], BYTE_DIGIT)) {
        c->kind = STMT_IF_ARITHMETIC;
        c->tail = TAIL_IF_ARITHMETIC;
        c->rest.to = to;
    } else if (to - i == 4 && memcmp(l->text + i, "then", 4) == 0) {
        c->kind = STMT_IF_THEN;
    } else {
        c->action = (struct piece){i, to};
    }
}

static void classify_else_if(const struct logical *l, struct classified *c)
{
    size_t to = c->rest.to, i = split_parens(l, c);
    c->tail = TAIL_CONDITION;
    if (!c->wrong && !WORD_AT(l, i, to, "then"))
        set_wrong(c, "ELSE IF (condition) needs THEN after it", to - 1);
}

static void classify_with_action(const struct logical *l, struct classified *c)
{
    size_t to = c->rest.to, i = split_parens(l, c);
    bool where = c->kind == STMT_WHERE;
    c->tail = where ? TAIL_CONDITION : TAIL_FORALL;
    c->action = (struct piece){i, to};
    if (i == to)
        c->kind = where ? STMT_WHERE_BLOCK : STMT_FORALL_BLOCK;
}

static void classify_else_where(const struct logical *l, struct classified *c)
{
    if (c->rest.from == c->rest.to || l->text[c->rest.from] != '(') {
        c->tail = TAIL_NAMED;
        return;
    }
    split_parens(l, c);
    c->tail = TAIL_CONDITION;
}

static void classify_use(const struct logical *l, struct classified *c, const struct shape *s)
{
    if (s->colons != NOWHERE)
        c->rest.from = s->colons + 2;
    size_t end = name_end(l, c->rest.from, c->rest.to);
    if (c->tail == TAIL_USE)
        c->uses = (struct piece){end, c->rest.to};
    c->rest.to = end;
    c->tail = TAIL_NAMED;
}

/* Splits "submodule (ancestor:parent) name": uses is the last name in the parentheses. */
static void classify_submodule(const struct logical *l, struct classified *c)
{
    size_t from = c->rest.from, to = c->rest.to, close = from;
    while (close < to && l->text[close] != ')') {
        if (l->text[close] == ':')
            from = close + 1;
        close++;
    }
    c->uses = (struct piece){from, close};
    c->rest.from = close < to ? close + 1 : to;
    c->tail = TAIL_NAMED;
}

/* Distinguishes "type t", which begins a definition, from the declaration "type(t) x". */
static void classify_derived(const struct logical *l, struct classified *c, const struct shape *s)
{
    size_t from = c->rest.from, to = c->rest.to;
    c->tail = s->colons == NOWHERE ? TAIL_TYPE : TAIL_TYPE_ATTRIBUTES;
    if (from < to && l->text[from] == '(')
        return;
    if (from < to && (l->text[from] == '*' || byte_is(l->text[from], BYTE_DIGIT))) {
        /* DEC's TYPE *, X and TYPE 100, X print */
        c->kind = STMT_PRINT;
        c->tail = TAIL_PRINT;
        c->spec.type = TYPE_NONE;
        return;
    }
    c->kind = STMT_TYPE_DEF;
    c->spec.type = TYPE_NONE;
    c->tail = TAIL_NAMED;
    for (size_t i = from; s->colons != NOWHERE && i < s->colons; i++)
        if (WORD_AT(l, i, s->colons, ",extends("))
            c->uses = (struct piece){i + 9, name_end(l, i + 9, s->colons)};
    if (s->colons != NOWHERE)
        c->rest.from = s->colons + 2;
    c->rest.to = name_end(l, c->rest.from, to);
}

/* ---- functions with a type ---- */

/* Whether from..to may follow FUNCTION F: "(a,b,*)" or nothing, then RESULT or nothing. */
static bool may_be_dummies(const struct logical *l, size_t from, size_t to)
{
    if (from == to || l->text[from] != '(')
        return from == to;
    size_t i = from + 1;
    while (i < to && l->text[i] != ')') {
        size_t end = l->text[i] == '*' ? i + 1 : name_end(l, i, to);
        if (end == i || byte_is(l->text[i], BYTE_DIGIT))
            return false;
        i = end + (end < to && l->text[end] == ',');
        if (i == end && end < to && l->text[end] != ')')
            return false;
    }
    return i < to;
}

/* Whether the keyword may precede FUNCTION or SUBROUTINE. */
static bool is_prefix(const struct keyword *k)
{
    return k->tail == TAIL_PREFIX || k->tail == TAIL_MODULE || k->tail == TAIL_TYPE ||
           k->tail == TAIL_DERIVED;
}

static size_t skip_digits(const struct logical *l, size_t i, size_t to)
{
    while (i < to && byte_is(l->text[i], BYTE_DIGIT))
        i++;
    return i;
}

/* Returns the offset after an optional "*8" or "(kind=8)" at i. */
static size_t skip_kind(const struct logical *l, size_t i, size_t to)
{
    if (i < to && l->text[i] == '*')
        i = skip_digits(l, i + 1, to);
    return i < to && l->text[i] == '(' ? skip_parens(l->text, i, to) : i;
}

/* Returns the offset after the prefixes at i, in any order. Stores a type among them in c. */
static size_t skip_prefixes(const struct logical *l, struct classified *c, size_t i, size_t to)
{
    for (const struct keyword *k; i < to && (k = keyword_at(l, i, to)) && is_prefix(k);) {
        i += k->n;
        if (k->tail != TAIL_TYPE && k->tail != TAIL_DERIVED)
            continue;
        c->spec.type = base_type_of(k->text, k->n);
        c->prefix = (struct piece){i, skip_kind(l, i, to)};
        i = c->prefix.to;
    }
    return i;
}

/* Whether a function head such as "f(a, b)" is at i, not the rest of a longer name. bare: "f" too.
 */
static bool is_function_name(const struct logical *l, size_t i, size_t to, bool bare)
{
    size_t end = name_end(l, i, to), args = end;
    if (args < to && l->text[args] == '*')
        args = skip_digits(l, args + 1, to);
    return end > i && !byte_is(l->text[i], BYTE_DIGIT) && l->text[i] != '_' &&
           (bare || args < to) && may_be_dummies(l, args, to);
}

/* Whether the head of a procedure with prefixes is at from; the first prefix has that tail. If so,
 * sets c. A type may also begin the declaration of FUNCTIONX, and MODULE a module of that name. */
static bool classify_procedure_head(const struct logical *l, struct classified *c, size_t from,
                                    enum tail first)
{
    struct classified head = *c;
    size_t to = c->rest.to, i = skip_prefixes(l, &head, from, to);
    const struct keyword *k = i < to ? keyword_at(l, i, to) : NULL;
    if (!k || (k->tail != TAIL_FUNCTION && k->tail != TAIL_SUBROUTINE))
        return false;
    head.kind = k->kind;
    head.tail = k->tail;
    head.rest.from = i + k->n;
    if (first != TAIL_PREFIX && k->tail == TAIL_FUNCTION &&
        !is_function_name(l, head.rest.from, to, first != TAIL_MODULE))
        return false;
    if (head.rest.from == to && first != TAIL_PREFIX)
        return false;
    *c = head;
    return true;
}

static void classify_type(const struct logical *l, struct classified *c, const struct keyword *k,
                          const struct shape *s)
{
    c->spec.type = base_type_of(k->text, k->n);
    if (k->tail == TAIL_DERIVED)
        classify_derived(l, c, s);
    else if (s->colons != NOWHERE)
        c->tail = TAIL_TYPE_ATTRIBUTES;
}

/* ---- all statements ---- */

/* Sets rest for a keyword whose tail has no special rule. */
static void classify_plain(const struct logical *l, struct classified *c, const struct keyword *k,
                           size_t from)
{
    switch (k->tail) {
    case TAIL_FORALL: /* the locality of variables in DO CONCURRENT is ignored */
        c->rest.to = skip_parens(l->text, c->rest.from, c->rest.to);
        break;
    case TAIL_MODULE:
        c->tail = TAIL_NAMED;
        break;
    case TAIL_GUARD: /* its parenthesis belongs to the keyword */
        c->rest.from--;
        c->tail = k->kind == STMT_CASE ? TAIL_CASE : TAIL_ASSOCIATE;
        break;
    case TAIL_ACCESS:
        c->uses = c->rest;
        c->tail = TAIL_SKIPPED;
        break;
    default:
        if (k->tail == TAIL_ALONE && c->rest.from < c->rest.to)
            set_wrong(c, "this is not a Fortran statement", from);
    }
}

static void (*const classify_tail[])(const struct logical *l, struct classified *c) = {
    [TAIL_DO] = classify_do,
    [TAIL_IF] = classify_if,
    [TAIL_ELSE_IF] = classify_else_if,
    [TAIL_WITH_ACTION] = classify_with_action,
    [TAIL_ELSE_WHERE] = classify_else_where,
    [TAIL_SUBMODULE] = classify_submodule};

static void classify_keyword(const struct logical *l, struct classified *c, const struct shape *s,
                             bool head)
{
    size_t from = c->rest.from;
    const struct keyword *k = keyword_at(l, from, c->rest.to);
    if (!k) {
        set_wrong(c, "this is not a Fortran statement", from);
        return;
    }
    bool may_begin = k->tail == TAIL_PREFIX || (head && is_prefix(k));
    if (may_begin && classify_procedure_head(l, c, from, k->tail))
        return;
    c->kind = k->kind;
    c->tail = k->tail;
    c->rest.from = from + k->n;
    if (k->tail < COUNT_OF(classify_tail) && classify_tail[k->tail])
        classify_tail[k->tail](l, c);
    else if (k->tail == TAIL_TYPE || k->tail == TAIL_DERIVED)
        classify_type(l, c, k, s);
    else if (k->tail == TAIL_PREFIX)
        set_wrong(c, "FUNCTION or SUBROUTINE is missing after its prefix", c->rest.from - 1);
    else if (k->tail == TAIL_USE || k->tail == TAIL_MODULE_PROCEDURE)
        classify_use(l, c, s);
    else if (k->tail != TAIL_SKIPPED)
        classify_plain(l, c, k, from);
}

/* Reads the name of a construct, as in "outer: do". */
static void read_construct_name(const struct logical *l, struct classified *c)
{
    size_t from = c->rest.from, to = c->rest.to, i = name_end(l, from, to);
    if (i == from || i + 1 >= to || l->text[i] != ':' || l->text[i + 1] == ':')
        return;
    c->construct = (struct piece){from, i};
    c->rest.from = i + 1;
}

/* Whether a text with the shape of an assignment is a DO statement, "do 10 i = 1, n". */
static bool is_do_statement(const struct logical *l, size_t from, size_t to, const struct shape *s)
{
    return to - from > 2 && memcmp(l->text + from, "do", 2) == 0 &&
           (s->comma_follows || (l->free_form && l->gap[from + 2] && l->text[from + 2] != '='));
}

static bool is_parameter_statement(const struct logical *l, size_t from, size_t to)
{
    return to - from > 10 && l->text[from] == 'p' && WORD_AT(l, from, to, "parameter") &&
           byte_is(l->text[from + 9], BYTE_LETTER);
}

struct classified classify(const struct logical *l, size_t from, size_t to, bool head)
{
    struct classified c = {.kind = STMT_WRONG, .tail = TAIL_SKIPPED, .rest = {from, to}};
    size_t first = skip_shapeless(l->text, from, to);
    if (first < to && l->text[first] == ':') {
        read_construct_name(l, &c);
        from = c.rest.from;
        first = skip_shapeless(l->text, from, to);
    }
    struct shape s = shape_of(l->text, from, first, to);
    bool assigns = s.equals != NOWHERE && is_designator(l->text, from, s.equals);
    if (assigns && !s.arrow &&
        (is_do_statement(l, from, to, &s) || is_parameter_statement(l, from, to))) {
        classify_keyword(l, &c, &s, head);
    } else if (assigns) {
        c.kind = s.arrow ? STMT_POINTER_ASSIGN : STMT_ASSIGN;
        c.tail = s.arrow ? TAIL_POINTER_ASSIGNMENT : TAIL_ASSIGNMENT;
    } else {
        classify_keyword(l, &c, &s, head);
    }
    if (s.stray != NOWHERE && c.kind != STMT_FORMAT)
        set_wrong(&c,
                  l->text[s.stray] == '(' ? "this parenthesis is not closed"
                                          : "this parenthesis has no opening one",
                  s.stray);
    return c;
}
