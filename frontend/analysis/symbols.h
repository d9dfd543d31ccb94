/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbols of one unit: types, shapes, constants, storage. Does not change the AST. */
#ifndef ANALYSIS_SYMBOLS_H
#define ANALYSIS_SYMBOLS_H

#include "base/array.h"
#include "base/name-index.h"
#include "frontend/ast.h"

enum accessibility { ACCESS_DEFAULT, ACCESS_PUBLIC, ACCESS_PRIVATE };

enum symbol_kind {
    SYMBOL_SCALAR,
    SYMBOL_ARRAY,
    SYMBOL_CONSTANT, /* PARAMETER */
    SYMBOL_STATEMENT_FUNCTION,
    SYMBOL_FUNCTION, /* a user function, or an unknown one */
    SYMBOL_INTRINSIC,
};

/* One dimension of an array. */
struct dimension {
    const struct expr *low, *high; /* NULL: low 1; high not declared (assumed) */
    bool low_known, extent_known;  /* these are constants: */
    int64_t low_value, extent;
    int64_t stride; /* bytes from an element to the next; 0 = by the extents of those in front of
                     * it, -1 = unknown */
};

struct array_shape;
struct derived_type;
struct symbol {
    const char *name; /* interned */
    enum symbol_kind kind;
    enum base_type type;
    int bytes;                /* of an element; a complex one: both parts; 0 = unknown */
    bool declared;            /* its type was stated */
    const char *kind_unknown; /* a declared kind with unknown value; NULL = none */
    bool external;            /* EXTERNAL, or a called dummy argument */
    bool dummy;
    bool
        common; /* COMMON, or of a module or a unit that contains procedures: calls may change it */
    bool constant;      /* PARAMETER, scalar or array */
    bool saved;         /* SAVE or DATA */
    bool called;        /* a call of it that passes no array in COMMON is listed (calls.c) */
    bool shared;        /* appears in an EQUIVALENCE */
    const char *unread; /* where a declaration that may be of it could not be read: "line 3"; NULL =
                         * there is none */
    const char *unknown; /* why what USE gives it is unknown; NULL = USE does not name it, or it is
                          * known */
    struct dimension *dims;
    uint32_t n_dims;
    const struct expr *value;    /* PARAMETER */
    const struct stmt *function; /* statement function */
    int storage;                 /* equal for names that may overlap */
    bool placed;                 /* the offset is known */
    int64_t offset;              /* bytes from the start of the storage */
    enum accessibility access;   /* stated by PUBLIC, PRIVATE */
    const struct symbol
        *from; /* the module's, where USE brings it; NULL = it is of this source unit */
    const struct symbol *origin; /* of a module of another file: the one in the library of modules;
                                  * NULL = it is of a module of this file */
    uint32_t number;             /* of one in the library, from 0 */
    unsigned level;              /* the unit that declares it, counted from its outermost host */
    const char *derived;         /* the name of its derived type; NULL = none */
    const struct derived_type *of;      /* that type; NULL = unknown */
    const struct derived_type *defines; /* the type that this name defines; NULL = none */
    bool detached;                      /* a component with POINTER or ALLOCATABLE */
    const struct symbol *whole;         /* of a component: its variable; NULL = no component */
    int64_t within;                     /* its offset in that; -1 = unknown, or it is elsewhere */
    bool guessed; /* an array because its elements are assigned; type and extents are unknown */
    int slot;     /* of the loop being analysed; -1 = none */
    const void *entry_of;            /* the loop that entry was found for */
    int entry;                       /* node of its value when that loop begins */
    const void *shape_of;            /* the loop that shape was found for */
    const struct array_shape *shape; /* for access.c; NULL = its elements have unknown addresses */
};

/* A COMMON block of the unit. */
struct common_storage {
    const char *name; /* "" = blank COMMON */
    int storage;
    bool placed;    /* its start is known: */
    int64_t offset; /* bytes from the start of the storage */
};

struct scope;
struct symbols {
    const struct scope *outer; /* of the unit that CONTAINS this one; NULL = none */
    struct arena *arena;
    struct names *names;
    struct name_index by_name;  /* in all */
    ARRAY(struct symbol *) all; /* in order of first mention, those of hosts that are mentioned */
    struct {
        enum base_type type;
        int bytes;
    } implicit[26];
    int n_storages;
    struct common_storage *blocks; /* of this unit, by symbols_lay_out */
    size_t n_blocks;
    struct modules *modules;    /* modules for USE; NULL = none */
    bool private;               /* PRIVATE without names, of the innermost unit */
    bool shared;                /* the unit contains procedures, which may change its variables */
    struct name_index storages; /* here, by the numbers that the file gives those of modules */
    bool storages_open;
    bool renamed;         /* a USE renamed an entity */
    const char *lacking;  /* modules that USE names and that are not known, with the reason; NULL =
                           * there is none */
    const char *unlisted; /* likewise those of which a USE without ONLY takes every name */
    unsigned level;       /* of the unit whose declarations are being processed */
    unsigned kinds;       /* depth of nested KIND functions */
    bool any_unread;      /* a declaration could not be read */
    const char *unread;   /* where one of them may declare any name (an INCLUDE); NULL = none may */
};

/* The names that the declarations of u and of its hosts give, and what USE brings
 * from modules of the source that were opened before. */
void symbols_open(struct symbols *s, struct arena *a, const struct ast *ast, const struct unit *u);
void symbols_free(struct symbols *s);

/* Returns the symbol of an interned name. An undeclared name gets its type by the implicit rules.
 */
struct symbol *symbol_of(struct symbols *s, const char *name);
/* Returns the symbol if it exists, else NULL. */
struct symbol *symbol_find(struct symbols *s, const char *name);

/* A component of a derived type, that an item of the declaration t gives; in a, with bounds that
 * are numbers. */
struct symbol *symbols_component(struct symbols *s, struct arena *a, const struct stmt *t,
                                 const struct item *i);

/* Sets the value of an integer constant expression. False if it is not constant. */
bool symbols_integer(struct symbols *s, const struct expr *e, int64_t *value);
/* What "name (...)" means where e is such an expression. */
enum symbol_kind symbol_applied(const struct symbol *y, const struct expr *e);
/* Whether it is a scalar or array variable. */
bool symbol_is_variable(const struct symbol *y);
/* Whether an unknown module may declare the name with another type than the implicit one. */
bool symbol_type_unknown(const struct symbols *s, const struct symbol *y);
/* Whether the bytes of an element are known; otherwise bytes is an assumption. */
static inline bool symbol_bytes_known(const struct symbol *y)
{
    return y->bytes > 0 && !y->kind_unknown && !y->guessed;
}
/* Returns the bytes of the whole array or scalar; 0 = unknown. */
int64_t symbol_size(const struct symbol *s);

/* Bytes from the start of y to the element that e names with constant subscripts; e NULL or without
 * any: 0. False where they are not known. */
bool symbol_element(struct symbols *s, const struct symbol *y, const struct expr *e,
                    int64_t *offset);

/* Storage of COMMON blocks and EQUIVALENCE sets of the unit (layout.c). */
void symbols_lay_out(struct symbols *s, const struct unit *u);
/* The COMMON block that a storage is, of the unit or of those that contain it; NULL = it is none.
 */
const struct common_storage *symbols_block(const struct symbols *s, int storage);
/* The same by the block's name. */
const struct common_storage *symbols_block_named(const struct symbols *s, const char *name);
/* The names of the unit that contains this one; NULL = none does. */
const struct symbols *symbols_outer(const struct symbols *s);

static inline bool type_is_float(enum base_type t)
{
    return t == TYPE_REAL || t == TYPE_DOUBLE || t == TYPE_COMPLEX || t == TYPE_DOUBLE_COMPLEX;
}
/* Whether the numeric type of such a value is unknown. */
static inline bool type_is_unknown(enum base_type t)
{
    return t == TYPE_NONE || t == TYPE_UNDEFINED || t == TYPE_DERIVED;
}
static inline bool type_is_complex(enum base_type t)
{
    return t == TYPE_COMPLEX || t == TYPE_DOUBLE_COMPLEX;
}

#endif
