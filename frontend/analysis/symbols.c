/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/symbols.h"
#include "frontend/analysis/derived.h"
#include "frontend/analysis/kinds.h"
#include "frontend/analysis/modules.h"
#include "frontend/analysis/unread.h"

#include "frontend/analysis/intrinsics.h"
#include "frontend/analysis/lower.h"

#include <stdlib.h>
#include <string.h>

/* ---- the table ---- */

/* The declarations of a unit that the units that it contains inherit. A name is copied on its first
 * use, because a unit with many names may contain many units. */
struct scope {
    struct symbols left;      /* declarations other than names: */
    const struct symbol **at; /* ascending by the address of the interned name */
    size_t n;
};

const struct symbols *symbols_outer(const struct symbols *s)
{
    return s->outer ? &s->outer->left : NULL;
}

static int by_address(const void *one, const void *other)
{
    uintptr_t a = (uintptr_t)(*(const struct symbol *const *)one)->name;
    uintptr_t b = (uintptr_t)(*(const struct symbol *const *)other)->name;
    return a < b ? -1 : a > b;
}

static const struct symbol *find_outer(const struct scope *scope, const char *name)
{
    const struct symbol like = {.name = name}, *key = &like, *const *found = NULL;
    for (; scope && !found; scope = scope->left.outer)
        if (scope->n)
            found = bsearch(&key, scope->at, scope->n, sizeof *scope->at, by_address);
    return found ? *found : NULL;
}

static void add_symbol(struct symbols *s, struct symbol *y)
{
    *name_index_at(&s->by_name, y->name, 0) = (uint32_t)s->all.n;
    *array_push(&s->all) = y;
}

struct symbol *symbol_find(struct symbols *s, const char *name)
{
    uint32_t i = name_index_find(&s->by_name, name, 0);
    if (i != NAME_INDEX_NONE)
        return s->all.at[i];
    const struct symbol *outer = find_outer(s->outer, name);
    if (!outer)
        return NULL;
    struct symbol *y = ARENA_NEW(s->arena, struct symbol);
    *y = *outer;
    add_symbol(s, y);
    modules_share(s, y);
    return y;
}

static void set_implicit_type(const struct symbols *s, struct symbol *y)
{
    int letter = y->name[0] - 'a';
    if (letter < 0 || letter >= 26)
        letter = 'x' - 'a';
    y->type = s->implicit[letter].type;
    y->bytes = s->implicit[letter].bytes;
    if (y->name[0] == HIDDEN_NAME) {
        y->type = TYPE_INTEGER;
        y->bytes = 4;
    }
}

struct symbol *symbol_of(struct symbols *s, const char *name)
{
    struct symbol *y = symbol_find(s, name);
    if (y)
        return y;
    y = ARENA_NEW(s->arena, struct symbol);
    y->name = name;
    y->slot = -1;
    y->storage = s->n_storages++;
    y->placed = true;
    y->common = s->shared && name[0] != HIDDEN_NAME;
    set_implicit_type(s, y);
    add_symbol(s, y);
    return y;
}

/* ---- constants ---- */

enum { KINDS_DEEPEST = 8 }; /* nested references to kinds */

static bool integer_power(int64_t base, int64_t exponent, int64_t *value)
{
    if (exponent < 0 || exponent > 62)
        return false;
    for (*value = 1; exponent > 0; exponent--)
        if (__builtin_mul_overflow(*value, base, value))
            return false;
    return true;
}

static bool integer_binary(enum operator op, int64_t a, int64_t b, int64_t *value)
{
    if (op == OPERATOR_POWER)
        return integer_power(a, b, value);
    return operator_on_integers(op, a, b, value);
}

/* Evaluates a kind; a limit ends circular definitions. */
static bool kind_constant(struct symbols *s, const struct expr *e, int64_t *value)
{
    if (s->kinds == KINDS_DEEPEST)
        return false;
    s->kinds++;
    bool known = kind_of_inquiry(s, e, value);
    s->kinds--;
    return known;
}

static bool constant_at(struct symbols *s, const struct expr *e, int64_t *value, int depth)
{
    int64_t a, b;
    if (!e || depth > 64)
        return false;
    switch (e->kind) {
    case EXPR_INTEGER:
        *value = e->integer;
        return true;
    case EXPR_PAREN:
        return constant_at(s, e->left, value, depth + 1);
    case EXPR_NAME: {
        const struct symbol *y = symbol_find(s, e->name);
        if (y && y->level)
            return y->kind == SYMBOL_CONSTANT && y->type == TYPE_INTEGER &&
                   constant_at(s, y->value, value, depth + 1);
        return kind_of_name(e->name, value);
    }
    case EXPR_APPLY:
        return kind_constant(s, e, value);
    case EXPR_UNARY:
        if (!constant_at(s, e->left, &a, depth + 1))
            return false;
        return e->op == OPERATOR_PLUS ? (*value = a, true)
                                      : !__builtin_sub_overflow((int64_t)0, a, value);
    case EXPR_BINARY:
        return constant_at(s, e->left, &a, depth + 1) && constant_at(s, e->right, &b, depth + 1) &&
               integer_binary(e->op, a, b, value);
    default:
        return false;
    }
}

bool symbols_integer(struct symbols *s, const struct expr *e, int64_t *value)
{
    return constant_at(s, e, value, 0);
}

/* ---- declarations ---- */

static int default_bytes(enum base_type type)
{
    static const int bytes[] = {
        [TYPE_INTEGER] = 4,         [TYPE_REAL] = 4,    [TYPE_DOUBLE] = 8, [TYPE_COMPLEX] = 8,
        [TYPE_DOUBLE_COMPLEX] = 16, [TYPE_LOGICAL] = 4, [TYPE_BYTE] = 1,   [TYPE_CHARACTER] = 1,
        [TYPE_UNDEFINED] = 0,
    };
    return bytes[type];
}

/* Returns the bytes of a type with a size or kind: REAL*8 gives bytes, REAL(8) and REAL(KIND=8) a
 * kind, which for a complex number is the size of one part. */
static int stated_bytes(struct symbols *s, enum base_type type, const struct expr *size)
{
    bool kind = size && (size->kind == EXPR_PAREN || size->kind == EXPR_KEYWORD);
    const struct expr *e = kind ? size->left : size;
    int64_t n;
    if (!size || type == TYPE_CHARACTER || !symbols_integer(s, e, &n) || n < 1 || n > 64)
        return default_bytes(type);
    int parts = type_is_complex(type) ? 2 : 1;
    n *= kind ? parts : 1;
    if (type_is_float(type) && n == 10 * parts)
        n = 16 * parts; /* gfortran's kind with 80 bits */
    return (int)n;
}

/* Returns the name of a kind whose bytes are unknown, for example because USE declares it. */
static const char *unknown_kind(struct symbols *s, enum base_type type, const struct expr *size)
{
    int64_t n;
    if (size && (size->kind == EXPR_PAREN || size->kind == EXPR_KEYWORD))
        size = size->left;
    return size && type_is_float(type) && !symbols_integer(s, size, &n) ? expr_text(s->arena, size)
                                                                        : NULL;
}

static void set_type(struct symbols *s, struct symbol *y, const struct type_spec *spec,
                     const struct expr *size)
{
    y->type = spec->type;
    y->derived = spec->type == TYPE_DERIVED ? spec->derived : NULL;
    y->of = NULL;
    y->bytes = stated_bytes(s, spec->type, size ? size : spec->size);
    y->kind_unknown = unknown_kind(s, spec->type, size ? size : spec->size);
    if (y->type == TYPE_REAL && y->bytes == 8)
        y->type = TYPE_DOUBLE;
    if (y->type == TYPE_COMPLEX && y->bytes == 16)
        y->type = TYPE_DOUBLE_COMPLEX;
    y->declared = true;
}

static void set_dimension(struct symbols *s, struct dimension *d, const struct expr *e)
{
    const struct expr *high = e;
    if (e->kind == EXPR_RANGE) {
        d->low = e->args[0];
        high = e->n_args > 1 ? e->args[1] : NULL;
    }
    d->high = high && high->kind != EXPR_STAR ? high : NULL;
    d->low_value = 1;
    d->low_known = !d->low || symbols_integer(s, d->low, &d->low_value);
    int64_t last;
    if (d->low_known && d->high && symbols_integer(s, d->high, &last) && last >= d->low_value &&
        last - d->low_value < INT32_MAX) {
        d->extent = last - d->low_value + 1;
        d->extent_known = true;
    }
}

static void set_shape(struct symbols *s, struct symbol *y, const struct item *i)
{
    if (i->n_dims == 0)
        return;
    y->kind = SYMBOL_ARRAY;
    y->n_dims = i->n_dims;
    y->dims = ARENA_ARRAY(s->arena, struct dimension, i->n_dims);
    for (uint32_t k = 0; k < i->n_dims; k++)
        set_dimension(s, &y->dims[k], i->dims[k]);
}

/* Returns the symbol that this unit declares, which replaces a symbol of the host. */
static struct symbol *own(struct symbols *s, const char *name)
{
    struct symbol *y = symbol_of(s, name);
    if (y->level && (y->level < s->level || y->from)) {
        struct symbol fresh = {
            .name = name, .slot = -1, .storage = s->n_storages++, .placed = true};
        *y = fresh;
        set_implicit_type(s, y);
    }
    y->level = s->level;
    y->unread = NULL;
    return y;
}

/* Sets a symbol to a named constant. An array of constants is an array without stores. */
static void set_constant(struct symbol *y, const struct expr *value)
{
    y->kind = y->n_dims ? SYMBOL_ARRAY : SYMBOL_CONSTANT;
    y->constant = true;
    y->value = value;
}

bool symbol_is_variable(const struct symbol *y)
{
    return !y->constant && (y->kind == SYMBOL_SCALAR || y->kind == SYMBOL_ARRAY);
}

bool symbol_type_unknown(const struct symbols *s, const struct symbol *y)
{
    return type_is_unknown(y->type) ||
           (!y->declared && !y->level && y->name[0] != HIDDEN_NAME && (y->unknown || s->unlisted));
}

struct symbol *symbols_component(struct symbols *s, struct arena *a, const struct stmt *t,
                                 const struct item *i)
{
    struct symbol *y = ARENA_NEW(a, struct symbol);
    y->name = i->name;
    y->slot = -1;
    set_shape(s, y, i);
    set_type(s, y, &t->spec, i->size);
    if (y->type == TYPE_CHARACTER) {
        const struct expr *length = i->size ? i->size : t->spec.size;
        int64_t n = 1;
        y->bytes =
            !length || (symbols_integer(s, length, &n) && n >= 0 && n < INT32_MAX) ? (int)n : 0;
    }
    y->detached = t->attributes & (ATTR_POINTER | ATTR_ALLOCATABLE);
    y->dims = modules_shape(a, y);
    y->kind_unknown = y->kind_unknown ? arena_strdup(a, y->kind_unknown) : NULL;
    return y;
}

static void declare_item(struct symbols *s, const struct stmt *t, const struct item *i)
{
    if (!i->name || t->kind == STMT_NAMELIST)
        return;
    const struct symbol *known = symbol_find(s, i->name);
    if (t->kind == STMT_ATTRIBUTE && known && known->from && known->level == s->level)
        return; /* ASYNCHRONOUS, VOLATILE of a name from USE */
    struct symbol *y = own(s, i->name);
    set_shape(s, y, i);
    switch (t->kind) {
    case STMT_TYPE_DECL:
        set_type(s, y, &t->spec, i->size);
        if (t->attributes & (ATTR_PRIVATE | ATTR_PUBLIC))
            y->access = t->attributes & ATTR_PRIVATE ? ACCESS_PRIVATE : ACCESS_PUBLIC;
        if (t->attributes & ATTR_PARAMETER) {
            set_constant(y, i->value);
        }
        break;
    case STMT_PARAMETER:
        set_constant(y, i->value);
        break;
    case STMT_COMMON:
        y->common = true;
        break;
    case STMT_EXTERNAL:
        y->external = true;
        y->kind = SYMBOL_FUNCTION;
        break;
    case STMT_SAVE:
    case STMT_DATA:
        y->saved = true;
        break;
    case STMT_EQUIVALENCE:
        y->shared = true;
        break;
    default:
        break;
    }
}

static void declare_implicit(struct symbols *s, const struct stmt *t)
{
    for (uint32_t i = 0; i < t->n_items; i++) {
        struct symbol like = {.name = "x"};
        if (!t->items[i].letters)
            continue;
        set_type(s, &like, &t->items[i].spec, NULL);
        for (int c = 0; c < 26; c++)
            if (t->items[i].letters[c]) {
                s->implicit[c].type = like.type;
                s->implicit[c].bytes = like.bytes;
            }
    }
}

static void declare_head(struct symbols *s, const struct stmt *t)
{
    for (uint32_t i = 0; i < t->n_args; i++)
        if (t->args[i] && t->args[i][0] != '*')
            own(s, t->args[i])->dummy = true;
    if (t->kind == STMT_FUNCTION && t->name) {
        struct symbol *y = own(s, t->result ? t->result : t->name);
        if (t->spec.type != TYPE_NONE)
            set_type(s, y, &t->spec, NULL);
    }
}

/* Declares the name of a statement function if the statement defines one. */
static void declare_statement_function(struct symbols *s, const struct stmt *t)
{
    if (!t->lhs || t->lhs->kind != EXPR_APPLY || t->lhs->left->kind != EXPR_NAME)
        return;
    struct symbol *y = own(s, t->lhs->left->name);
    y->kind = SYMBOL_STATEMENT_FUNCTION;
    y->function = t;
}

static void declare(struct symbols *s, const struct stmt *t)
{
    enum stmt_kind k = t->kind;
    if (k == STMT_IMPLICIT) {
        declare_implicit(s, t);
    } else if (k == STMT_SUBROUTINE || k == STMT_FUNCTION || k == STMT_ENTRY) {
        declare_head(s, t);
    } else if (k == STMT_STATEMENT_FUNCTION) {
        declare_statement_function(s, t);
    } else if (k == STMT_TYPE_DEF) {
        if (t->name)
            derived_declare(s, own(s, t->name), t);
    } else if (k != STMT_USE && k != STMT_PRIVATE && k != STMT_PUBLIC) {
        for (uint32_t i = 0; i < t->n_items; i++)
            declare_item(s, t, &t->items[i]);
    }
}

static void set_access(struct symbols *s, const struct stmt *t)
{
    enum accessibility access = t->kind == STMT_PRIVATE ? ACCESS_PRIVATE : ACCESS_PUBLIC;
    for (uint32_t i = 0; i < t->n_items; i++) {
        struct symbol *y = symbol_find(s, t->items[i].name);
        if (y && y->level == s->level)
            y->access = access;
    }
    if (t->n_items == 0)
        s->private = t->kind == STMT_PRIVATE;
}

/* Declares the procedures that a unit contains, with their types. */
static void declare_inner(struct symbols *s, const struct unit *u)
{
    for (const struct unit *i = u->inner; i; i = i->next) {
        const struct stmt *head = i->n ? i->at[0] : NULL;
        if (!head || (head->kind != STMT_FUNCTION && head->kind != STMT_SUBROUTINE))
            continue;
        struct symbol *y = own(s, i->name);
        y->kind = SYMBOL_FUNCTION;
        y->external = true;
        if (head->spec.type != TYPE_NONE)
            set_type(s, y, &head->spec, NULL);
    }
}

/* Marks variables that any call may change: those of modules and of units that contain
 * procedures. */
static void share_variables(struct symbols *s)
{
    for (size_t i = 0; i < s->all.n; i++) {
        struct symbol *y = s->all.at[i];
        y->common |= y->level == s->level && symbol_is_variable(y);
    }
}

static void use_modules(struct symbols *s, const struct unit *u)
{
    if (u->n && u->at[0]->kind == STMT_MODULE && u->at[0]->result)
        modules_use(s, u->at[0]);
    for (size_t i = 0; i < u->n; i++)
        if (u->at[i]->kind == STMT_USE)
            modules_use(s, u->at[i]);
}

static void declare_own(struct symbols *s, const struct unit *u)
{
    s->level++;
    s->private = false;
    use_modules(s, u);
    for (size_t i = 0; i < u->n; i++)
        if (u->at[i]->kind == STMT_IMPLICIT)
            declare(s, u->at[i]);
    for (size_t i = 0; i < u->n; i++)
        if (u->at[i]->kind != STMT_IMPLICIT && !stmt_kind_executable(u->at[i]->kind))
            declare(s, u->at[i]);
    declare_inner(s, u);
    derived_resolve(s);
    for (size_t i = 0; i < u->n; i++)
        if (u->at[i]->kind == STMT_PRIVATE || u->at[i]->kind == STMT_PUBLIC)
            set_access(s, u->at[i]);
    unread_mark(s, u);
}

static void declare_all(struct symbols *s, const struct unit *u)
{
    s->shared = false;
    declare_own(s, u);
    s->shared = u->inner;
    if (s->shared)
        share_variables(s);
}

/* Declares a name that is assigned with subscripts as an array, because an unknown module may
 * declare it. */
static void guess_array(struct symbols *s, const struct stmt *t)
{
    const struct expr *e = t->kind == STMT_ASSIGN && t->lhs->kind == EXPR_APPLY ? t->lhs : NULL;
    if (!e || e->left->kind != EXPR_NAME || e->n_args == 0)
        return;
    struct symbol *y = symbol_of(s, e->left->name);
    if (y->kind != SYMBOL_SCALAR || y->level || y->type == TYPE_CHARACTER)
        return;
    bool integer = y->name[0] >= 'i' && y->name[0] <= 'n';
    if (y->type == TYPE_UNDEFINED) {
        y->type = integer ? TYPE_INTEGER : TYPE_DOUBLE;
        y->bytes = integer ? 4 : 8;
    }
    y->kind = SYMBOL_ARRAY;
    y->guessed = y->common = true;
    y->n_dims = e->n_args;
    y->dims = ARENA_ARRAY(s->arena, struct dimension, y->n_dims);
}

static void guess_arrays(struct symbols *s, const struct unit *u)
{
    for (size_t i = 0; i < u->n; i++)
        for (const struct stmt *t = u->at[i]; t; t = t->action)
            guess_array(s, t);
}

static const struct scope *scope_of(const struct ast *ast, struct unit *host);

/* Begins with the declarations of the host, or with the default rules of Fortran. */
static void begin(struct symbols *s, struct arena *a, const struct ast *ast, const struct unit *u)
{
    if (u->host) {
        const struct scope *outer = scope_of(ast, u->host);
        *s = outer->left;
        s->outer = outer;
        s->arena = a;
        s->blocks = NULL;
        s->n_blocks = 0;
        return;
    }
    *s = (struct symbols){.arena = a, .names = ast->names, .modules = ast->modules};
    for (int c = 0; c < 26; c++) {
        bool integer = c >= 'i' - 'a' && c <= 'n' - 'a';
        s->implicit[c].type = integer ? TYPE_INTEGER : TYPE_REAL;
        s->implicit[c].bytes = 4;
    }
}

/* Makes a scope of the names of s, which must not be used afterwards. */
static struct scope *make_scope(struct symbols *s)
{
    struct scope *scope = ARENA_NEW(s->arena, struct scope);
    scope->n = s->all.n;
    scope->at = ARENA_ARRAY(s->arena, const struct symbol *, s->all.n + 1);
    for (size_t i = 0; i < s->all.n; i++)
        scope->at[i] = s->all.at[i];
    array_sort(scope, by_address);
    symbols_free(s);
    scope->left = *s;
    scope->left.storages_open = false;
    return scope;
}

static const struct scope *scope_of(const struct ast *ast, struct unit *host)
{
    if (!host->scope) {
        struct symbols s;
        begin(&s, ast->arena, ast, host);
        declare_all(&s, host);
        symbols_lay_out(&s, host);
        host->scope = make_scope(&s);
    }
    return host->scope;
}

void symbols_open(struct symbols *s, struct arena *a, const struct ast *ast, const struct unit *u)
{
    begin(s, a, ast, u);
    declare_all(s, u);
    if (s->lacking)
        guess_arrays(s, u);
    symbols_lay_out(s, u);
    modules_keep(s->modules, s, u);
}

void symbols_free(struct symbols *s)
{
    array_free(&s->all);
    name_index_free(&s->by_name);
    name_index_free(&s->storages);
}

int64_t symbol_size(const struct symbol *s)
{
    int64_t size = s->bytes;
    for (uint32_t i = 0; i < s->n_dims; i++)
        if (!s->dims[i].extent_known || __builtin_mul_overflow(size, s->dims[i].extent, &size))
            return 0;
    return size;
}

enum symbol_kind symbol_applied(const struct symbol *y, const struct expr *e)
{
    if (y->kind != SYMBOL_SCALAR)
        return y->kind;
    if (e->n_args == 1 && e->args[0]->kind == EXPR_RANGE)
        return SYMBOL_SCALAR; /* a substring */
    if (!y->external && !y->dummy && intrinsic_find(y->name))
        return SYMBOL_INTRINSIC;
    return SYMBOL_FUNCTION;
}
