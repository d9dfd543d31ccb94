/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/build.h"
#include "base/util.h"
#include "frontend/reading/classify.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

void build_wrong(struct parser *p, struct span where, const char *fmt, ...)
{
    if (p->wrong)
        return;
    va_list ap;
    va_start(ap, fmt);
    p->wrong = arena_vprintf(p->arena, fmt, ap);
    va_end(ap);
    p->wrong_at = where;
}

/* ---- scanner ---- */

void build_untoken(struct parser *p, size_t n)
{
    p->pos -= n;
}

size_t build_only(struct parser *p, struct span *where, size_t n, size_t kept)
{
    build_untoken(p, n);
    build_token(p, where, kept);
    return kept;
}

/* Whether text is one of the double words that may be written without a blank. */
static bool is_double_word(const char *text, size_t n)
{
    static const char *const pairs[] = {"doubleprecision", "doublecomplex", "inout"};
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        if (strlen(pairs[i]) == n && memcmp(pairs[i], text, n) == 0)
            return true;
    return false;
}

size_t build_word(struct parser *p, struct span *where, size_t n)
{
    size_t from = p->pos - n, kept = 1;
    if (is_double_word(p->logical->text + from, n))
        return n;
    while (kept < n && !p->logical->gap[from + kept])
        kept++;
    return build_only(p, where, n, kept);
}

const char *build_name(struct parser *p, const char *text, size_t n)
{
    return name_of(p->names, text, n);
}

static struct expr *new_expr(struct parser *p, enum expr_kind kind, struct span where)
{
    struct expr *e = ARENA_NEW(p->arena, struct expr);
    e->kind = kind;
    e->at = where.at;
    e->end = where.end;
    return e;
}

struct expr *build_integer(struct parser *p, const char *text, struct span where)
{
    enum { SAFE_DIGITS = 18 }; /* that many digits fit into 64 bits */
    struct expr *e = new_expr(p, EXPR_INTEGER, where);
    const char *kind = strchr(text, '_');
    int n = 0;
    if (kind && strcmp(kind, "_8") == 0)
        e->bytes = 8;
    for (; n < SAFE_DIGITS && text[n] >= '0' && text[n] <= '9'; n++)
        e->integer = 10 * e->integer + (text[n] - '0');
    if (n < SAFE_DIGITS)
        return e;
    errno = 0;
    e->integer = strtoll(text, NULL, 10);
    if (errno == ERANGE)
        build_wrong(p, where, "this integer needs more than 64 bits");
    return e;
}

struct expr *build_real(struct parser *p, const char *text, struct span where)
{
    struct expr *e = new_expr(p, EXPR_REAL, where);
    char *digits = arena_strdup(p->arena, text);
    e->bytes = 4;
    char *kind = strchr(digits, '_');
    if (kind)
        *kind++ = 0;
    char *exponent = strpbrk(digits, "dq");
    if (exponent) {
        e->bytes = *exponent == 'd' ? 8 : 16;
        *exponent = 'e';
    }
    if (kind && *kind >= '0' && *kind <= '9')
        e->bytes = strcmp(kind, "16") == 0 ? 16 : strcmp(kind, "8") == 0 ? 8 : 4;
    else if (kind)
        e->name = name_of(p->names, kind, strlen(kind));
    e->real = strtod(digits, NULL);
    return e;
}

struct expr *build_text(struct parser *p, const char *text, size_t n, struct span where)
{
    struct expr *e = new_expr(p, EXPR_CHARACTER, where);
    char *copy = arena_strndup(p->arena, text + 1, n - 2);
    size_t used = 0;
    for (size_t i = 0; i < n - 2; i++) {
        if (copy[i] == text[0])
            i++;
        copy[used++] = copy[i];
    }
    copy[used] = 0;
    e->text = copy;
    return e;
}

struct expr *build_kind_text(struct parser *p, const char *text, size_t n, struct span where)
{
    size_t kind = strcspn(text, "'\"");
    return build_text(p, text + kind, n - kind, where);
}

struct expr *build_logical(struct parser *p, int value, struct span where)
{
    struct expr *e = new_expr(p, EXPR_LOGICAL, where);
    e->integer = value;
    return e;
}

/* ---- expressions ---- */

/* Updates depth and nest of e for its operand child. */
static void update_depth(struct parser *p, struct expr *e, const struct expr *child)
{
    bool chain = child && e->kind == EXPR_BINARY && child->kind == EXPR_BINARY && child == e->left;
    if (child && child->depth >= e->depth)
        e->depth = child->depth + 1;
    if (child && child->nest + !chain > e->nest)
        e->nest = child->nest + !chain;
    if (e->depth > p->deepest || e->nest > EXPR_DEEPEST)
        p->deep = true;
}

static void set_arguments(struct parser *p, struct expr *e, struct exprs args)
{
    e->args = args.at;
    e->n_args = args.n;
    for (uint32_t i = 0; i < args.n; i++)
        update_depth(p, e, args.at[i]);
}

struct exprs exprs_add(struct parser *p, struct exprs list, struct expr *e)
{
    if (list.n == list.room) {
        uint32_t room = list.room ? 2 * list.room : 4;
        struct expr **at = ARENA_ARRAY(p->arena, struct expr *, room);
        if (list.n)
            memcpy(at, list.at, list.n * sizeof *at);
        list.at = at;
        list.room = room;
    }
    list.at[list.n++] = e;
    return list;
}

struct expr *build_named(struct parser *p, const char *name, struct span where)
{
    struct expr *e = new_expr(p, EXPR_NAME, where);
    e->name = name;
    return e;
}

struct expr *build_apply(struct parser *p, struct expr *left, struct exprs args, struct span where)
{
    struct expr *e = new_expr(p, EXPR_APPLY, where);
    e->left = left;
    update_depth(p, e, left);
    set_arguments(p, e, args);
    return e;
}

struct expr *build_member(struct parser *p, struct expr *left, const char *name, struct span where)
{
    struct expr *e = new_expr(p, EXPR_MEMBER, where);
    e->left = left;
    e->name = name;
    update_depth(p, e, left);
    return e;
}

static struct expr *new_operation(struct parser *p, enum expr_kind kind, enum operator op,
                                  const char *user, struct expr *left, struct span where)
{
    struct expr *e = new_expr(p, kind, where);
    e->op = op;
    e->name = user;
    e->left = left;
    update_depth(p, e, left);
    return e;
}

struct expr *build_unary(struct parser *p, enum operator op, const char *user, struct expr *left,
                         struct span where)
{
    return new_operation(p, EXPR_UNARY, op, user, left, where);
}

struct expr *build_binary(struct parser *p, enum operator op, const char *user, struct expr *left,
                          struct expr *right, struct span where)
{
    struct expr *e = new_operation(p, EXPR_BINARY, op, user, left, where);
    e->right = right;
    update_depth(p, e, right);
    return e;
}

struct expr *build_paren(struct parser *p, struct exprs inside, struct span where)
{
    if (inside.n > 2)
        build_wrong(p, where, "a list in parentheses without a DO");
    struct expr *e = new_expr(p, inside.n == 1 ? EXPR_PAREN : EXPR_COMPLEX, where);
    if (inside.n == 1) {
        e->left = inside.at[0];
        update_depth(p, e, e->left);
    } else {
        set_arguments(p, e, inside);
    }
    return e;
}

struct expr *build_implied_do(struct parser *p, struct exprs items, const char *name,
                              struct expr *first, struct expr *last, struct expr *step,
                              struct span where)
{
    struct expr *e = new_expr(p, EXPR_IMPLIED_DO, where);
    set_arguments(p, e, items);
    e->name = name;
    e->control = ARENA_ARRAY(p->arena, struct expr *, 3);
    e->control[0] = first;
    e->control[1] = last;
    e->control[2] = step;
    for (int i = 0; i < 3; i++)
        update_depth(p, e, e->control[i]);
    return e;
}

struct expr *build_typed_do(struct parser *p, struct exprs items, const char *name,
                            struct expr *first, struct expr *last, struct expr *step,
                            struct span where)
{
    if (items.n < 2)
        build_wrong(p, where, "an implied DO without items");
    items.n -= items.n > 1;
    return build_implied_do(p, items, name, first, last, step, where);
}

struct expr *build_list(struct parser *p, struct exprs args, struct span where)
{
    struct expr *e = new_expr(p, EXPR_LIST, where);
    set_arguments(p, e, args);
    return e;
}

struct expr *build_range(struct parser *p, struct expr *first, struct expr *last, struct expr *step,
                         struct span where)
{
    struct exprs parts = {0};
    parts = exprs_add(p, parts, first);
    parts = exprs_add(p, parts, last);
    parts = exprs_add(p, parts, step);
    struct expr *e = new_expr(p, EXPR_RANGE, where);
    set_arguments(p, e, parts);
    return e;
}

struct expr *build_keyword(struct parser *p, const char *name, struct expr *value,
                           struct span where)
{
    struct expr *e = build_member(p, value, name, where);
    e->kind = EXPR_KEYWORD;
    return e;
}

struct expr *build_star(struct parser *p, struct span where)
{
    return new_expr(p, EXPR_STAR, where);
}

struct expr *build_label_argument(struct parser *p, struct expr *label, struct span where)
{
    struct expr *e = new_expr(p, EXPR_LABEL, where);
    e->integer = label->integer;
    return e;
}

struct expr *build_repeat(struct parser *p, struct expr *times, struct expr *value,
                          struct span where)
{
    struct expr *e = new_expr(p, EXPR_REPEAT, where);
    e->left = times;
    e->right = value;
    update_depth(p, e, value);
    return e;
}

/* ---- declared items ---- */

void build_item(struct parser *p, const char *name, struct exprs dims, struct expr *size,
                struct expr *value, struct span where)
{
    *array_push(&p->items) = (struct item){.name = name,
                                           .at = where.at,
                                           .dims = dims.at,
                                           .n_dims = dims.n,
                                           .size = size,
                                           .value = value,
                                           .block = p->block};
}

/* Returns the argument with the keyword, else the one at that position; NULL = neither. */
static struct expr *find_argument(struct exprs args, const char *keyword, uint32_t place)
{
    for (uint32_t i = 0; i < args.n; i++)
        if (args.at[i]->kind == EXPR_KEYWORD && strcmp(args.at[i]->name, keyword) == 0)
            return args.at[i]->left;
    return args.n > place && args.at[place]->kind != EXPR_KEYWORD ? args.at[place] : NULL;
}

/* Converts a kind to the bytes of the type. The kind of a complex type gives the bytes of one part.
 */
static struct expr *kind_bytes(struct parser *p, enum base_type type, struct expr *kind)
{
    if (!kind || type != TYPE_COMPLEX)
        return kind;
    struct span where = {kind->at, kind->end};
    struct expr *two = new_expr(p, EXPR_INTEGER, where);
    two->integer = 2;
    if (kind->kind != EXPR_INTEGER || kind->integer > 64)
        return build_binary(p, OPERATOR_TIMES, NULL, two, kind, where);
    two->integer = 2 * kind->integer;
    return two;
}

static void set_spec(struct parser *p, struct type_spec *spec, struct expr *size, struct exprs args)
{
    if (size)
        spec->size = size;
    else if (spec->type == TYPE_DERIVED)
        spec->derived =
            args.n && args.at[0]->kind == EXPR_NAME ? args.at[0]->name : build_name(p, "*", 1);
    else if (spec->type == TYPE_CHARACTER)
        spec->size = find_argument(args, "len", 0);
    else
        spec->size = kind_bytes(p, spec->type, find_argument(args, "kind", 0));
}

void build_size(struct parser *p, struct expr *size, struct exprs args)
{
    set_spec(p, &p->stmt->spec, size, args);
}

/* Returns the bit of an attribute; 0 for an unknown name. */
static unsigned attribute_bit(const char *name)
{
    static const struct {
        const char *name;
        unsigned bit;
    } known[] = {
#define ATTRIBUTE(name, BIT) {name, ATTR_##BIT},
#include "frontend/reading/attributes.def"
#undef ATTRIBUTE
    };
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].bit;
    return 0;
}

void build_attribute(struct parser *p, const char *name, struct exprs args, struct span where)
{
    unsigned bit = name ? attribute_bit(name) : ATTR_OTHER;
    if (!bit)
        build_wrong(p, where, "%s is not an attribute; check its spelling", name);
    if (bit == ATTR_DIMENSION && args.n == 0)
        build_wrong(p, where, "a DIMENSION attribute without bounds: write dimension(10)");
    if (bit == ATTR_DIMENSION)
        p->dims = args;
    p->stmt->attributes |= bit;
}

void build_block(struct parser *p, const char *name)
{
    p->block = name_of(p->names, name, strlen(name));
    if (p->stmt->kind == STMT_SAVE || p->stmt->kind == STMT_ATTRIBUTE) {
        build_item(p, p->block, (struct exprs){0}, NULL, NULL, (struct span){p->stmt->at, 0});
        p->block = NULL;
    }
}

static const char *base_name(const struct expr *e)
{
    while (e->kind != EXPR_NAME) {
        if (e->kind == EXPR_IMPLIED_DO)
            e = e->args[0];
        else if (e->left)
            e = e->left;
        else
            return NULL;
    }
    return e->name;
}

void build_reference(struct parser *p, struct expr *ref)
{
    const char *name = p->deep ? NULL : base_name(ref);
    *array_push(&p->items) = (struct item){
        .name = name ? name : build_name(p, "", 0), .at = ref->at, .ref = ref, .set = p->set};
}

void build_data_values(struct parser *p, struct exprs values, struct span where)
{
    p->values = exprs_add(p, p->values, build_list(p, values, where));
    p->set++;
}

void build_next_set(struct parser *p)
{
    p->set++;
}

void build_cray_pointer(struct parser *p, const char *pointer)
{
    p->stmt->kind = STMT_CRAY_POINTER;
    p->items.at[p->items.n - 1].block = pointer;
}

/* ---- IMPLICIT ---- */

static int letter_index(const struct expr *e)
{
    bool one = e && e->kind == EXPR_NAME && !e->name[1] && e->name[0] >= 'a' && e->name[0] <= 'z';
    return one ? e->name[0] - 'a' : -1;
}

/* Marks the letters of "a-h" or "a". False for any other expression. */
static bool mark_letters(char *letters, const struct expr *e)
{
    bool range = e->kind == EXPR_BINARY && e->op == OPERATOR_MINUS;
    int first = letter_index(range ? e->left : e), last = letter_index(range ? e->right : e);
    if (first < 0 || last < first)
        return false;
    memset(letters + first, 1, (size_t)(last - first + 1));
    return true;
}

/* Whether name is one of the arguments. */
static bool argument_named(struct exprs args, const char *name)
{
    for (uint32_t i = 0; i < args.n; i++)
        if (args.at[i]->kind == EXPR_NAME && strcmp(args.at[i]->name, name) == 0)
            return true;
    return false;
}

void build_implicit(struct parser *p, const char *type, struct expr *size, struct exprs first,
                    struct exprs letters, bool two, struct span where)
{
    if (strcmp(type, "none") == 0) {
        if (first.n == 0 || argument_named(first, "type"))
            build_implicit_none(p, type, where);
        return;
    }
    struct item item = {.name = type, .at = where.at};
    item.spec.type = base_type_of(type, strlen(type));
    if (strcmp(type, "undefined") == 0)
        item.spec.type = TYPE_UNDEFINED;
    if (item.spec.type == TYPE_NONE)
        build_wrong(p, where, "IMPLICIT needs a type");
    if (size || two)
        set_spec(p, &item.spec, size, first);
    char *set = ARENA_ARRAY(p->arena, char, 26);
    struct exprs ranges = two ? letters : first;
    for (uint32_t i = 0; i < ranges.n; i++)
        if (!mark_letters(set, ranges.at[i]))
            build_wrong(p, (struct span){ranges.at[i]->at, ranges.at[i]->end},
                        "IMPLICIT needs letters or ranges such as A-H");
    item.letters = set;
    *array_push(&p->items) = item;
}

void build_implicit_none(struct parser *p, const char *none, struct span where)
{
    if (strcmp(none, "none") != 0)
        build_wrong(p, where, "IMPLICIT needs NONE, or a type with letters: IMPLICIT REAL (A-H)");
    char *letters = ARENA_ARRAY(p->arena, char, 26);
    memset(letters, 1, 26);
    *array_push(&p->items) = (struct item){
        .name = none, .at = where.at, .letters = letters, .spec = {.type = TYPE_UNDEFINED}};
}

/* ---- statements ---- */

void build_assignment(struct parser *p, struct expr *lhs, struct expr *rhs)
{
    p->stmt->lhs = lhs;
    p->stmt->rhs = rhs;
}

void build_do(struct parser *p, const char *name, struct expr *first, struct expr *last,
              struct expr *step)
{
    p->stmt->name = name;
    p->stmt->control[0] = first;
    p->stmt->control[1] = last;
    p->stmt->control[2] = step;
}

void build_condition(struct parser *p, struct expr *cond)
{
    p->stmt->cond = cond;
}

static long checked_label(struct parser *p, const struct expr *label)
{
    if (label->integer < 1 || label->integer > 99999) {
        build_wrong(p, (struct span){label->at, label->end},
                    "a label must be a number from 1 to 99999");
        return 0;
    }
    return (long)label->integer;
}

void build_label(struct parser *p, struct expr *label)
{
    *array_push(&p->labels) = checked_label(p, label);
}

void build_goto(struct parser *p, enum stmt_kind kind, struct expr *selector)
{
    p->stmt->kind = kind;
    p->stmt->cond = selector;
}

void build_assign_label(struct parser *p, struct expr *label, const char *to_name,
                        struct span where)
{
    if (strncmp(to_name, "to", 2) != 0 || !to_name[2])
        build_wrong(p, where, "ASSIGN must be written ASSIGN label TO name");
    else
        p->stmt->name = name_of(p->names, to_name + 2, strlen(to_name + 2));
    p->stmt->target = checked_label(p, label);
}

void build_assign_to(struct parser *p, struct expr *label, const char *to, const char *name,
                     struct span where)
{
    build_assign_label(p, label, arena_printf(p->arena, "%s%s", to, name), where);
}

void build_call(struct parser *p, struct expr *callee)
{
    p->stmt->lhs = callee;
}

void build_io(struct parser *p, struct exprs controls, struct exprs items)
{
    p->stmt->n_control = controls.n;
    for (uint32_t i = 0; i < items.n; i++)
        controls = exprs_add(p, controls, items.at[i]);
    p->stmt->list = controls.at;
    p->stmt->n_list = controls.n;
}

void build_stmt_name(struct parser *p, const char *name)
{
    p->stmt->name = name;
}

void build_dummy(struct parser *p, const char *name)
{
    *array_push(&p->words) = name;
}

void build_suffix(struct parser *p, const char *name, struct exprs args, struct span where)
{
    if (strcmp(name, "result") == 0 && args.n == 1 && args.at[0]->kind == EXPR_NAME)
        p->stmt->result = args.at[0]->name;
    else if (strcmp(name, "bind") != 0)
        build_wrong(p, where, "only RESULT(name) or BIND(C) may follow the arguments");
}

/* Returns a copy of n elements of that size in the arena; NULL if n is 0. */
static void *copy_array(struct parser *p, const void *at, size_t n, size_t size)
{
    if (n == 0)
        return NULL;
    return memcpy(arena_alloc(p->arena, n * size), at, n * size);
}

void build_finish(struct parser *p)
{
    struct stmt *s = p->stmt;
    for (size_t i = 0; p->dims.n && i < p->items.n; i++) {
        if (p->items.at[i].n_dims)
            continue;
        p->items.at[i].dims = p->dims.at;
        p->items.at[i].n_dims = p->dims.n;
    }
    s->items = copy_array(p, p->items.at, p->items.n, sizeof *p->items.at);
    s->n_items = (uint32_t)p->items.n;
    s->targets = copy_array(p, p->labels.at, p->labels.n, sizeof *p->labels.at);
    s->n_targets = (uint32_t)p->labels.n;
    s->args = copy_array(p, p->words.at, p->words.n, sizeof *p->words.at);
    s->n_args = (uint32_t)p->words.n;
    if (p->values.n) {
        s->list = p->values.at;
        s->n_list = p->values.n;
    }
}
