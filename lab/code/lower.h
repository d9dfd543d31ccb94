/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types and functions that the parts of lowering (AST -> IR) share, in the order of their files
 * (code.h). Errors are reported as located messages; lowering then continues with a value of kind
 * VALUE_NOTHING. */
#ifndef LAB_CODE_LOWER_H
#define LAB_CODE_LOWER_H

#include "base/name-index.h"
#include "frontend/semantics.h"
#include "lab/code/code.h"

/* A type of kfc's subset: INTEGER (4 or 8 bytes), REAL (4), DOUBLE (8), LOGICAL (4 or 8),
 * COMPLEX, CHARACTER. */
struct lower_type {
    enum base_type type;
    int bytes;
};
/* The value of an expression. */
struct value {
    struct lower_type type;
    enum value_kind {
        VALUE_NOTHING, /* after an error */
        /* in reg: FPU for REALs, else IPU. reg may belong to a variable and must not be written */
        VALUE_REGISTER,
        VALUE_INTEGER,   /* in integer; LOGICAL: 0 or 1 */
        VALUE_REAL,      /* in real */
        VALUE_COMPLEX,   /* in parts */
        VALUE_CHARACTERS /* CHARACTER: place is the address */
    } kind;
    bool fresh; /* REGISTER: the last instruction wrote it, and nothing else reads it */
    lab_reg reg;
    int64_t integer;
    double real;
    struct value *parts;    /* COMPLEX: two values */
    struct ir_place *place; /* CHARACTERS */
    struct value *length;   /* CHARACTERS: length in bytes, an INTEGER */
    const char *text;       /* CHARACTERS: text of a literal; NULL = none */
};

/* A variable of the procedure and its location. */
struct variable {
    const struct symbol *symbol;
    lab_reg reg;           /* register of a scalar; 0 = the variable is in memory */
    struct object *object; /* if in memory */
    struct value *low;     /* lower bound of each dimension */
    /* distance in elements from one element to the next in each dimension; the last entry is the
     * number of all elements (NOTHING: assumed size) */
    struct value *stride;
    struct value *length; /* CHARACTER: length of an element in bytes */
    /* dummy procedure: CEU register with the address of its constant block */
    lab_reg pointer;
    /* dummy of a statement function during its expansion: the argument's value */
    const struct value *bound;
    lab_reg shadow; /* DO variable in memory: register that also holds its value within the loop */
    bool copied;    /* reg holds the value that was read at the entry; it must not be assigned to */
    bool refused;   /* outside the subset; the error has been reported */
    bool assigned, passed; /* anywhere in the unit: by a statement; to a procedure or READ */
};

/* An open DO, IF or SELECT. */
struct construct {
    enum construct_kind { CONSTRUCT_DO, CONSTRUCT_IF, CONSTRUCT_SELECT, CONSTRUCT_OTHER } kind;
    const struct stmt *stmt;
    struct ir_block *next;  /* IF, SELECT: the next branch */
    struct ir_block *after; /* block after the construct */
    struct ir_block *latch; /* DO: target of CYCLE; NULL until there is a CYCLE */
    int loop;               /* DO: index in the procedure's loops; -1 = none */
    struct variable *index; /* DO: counted; else NULL */
    lab_reg shadow;         /* previous shadow of the variable */
    struct value step, selector;
    struct ir_block *default_block; /* SELECT: CASE DEFAULT; NULL = none yet */
    struct construct *outer;
};

enum { LOWER_RANK_MOST = 7 };
/* An array expression, processed element by element: the size of each dimension and the current
 * element. */
struct lower_elements {
    uint32_t rank;
    struct value count[LOWER_RANK_MOST];
    struct value index[LOWER_RANK_MOST]; /* from 0 */
    struct construct loops[LOWER_RANK_MOST];
    struct lower_elements *outer;
    struct lower_once {
        const struct expr *expr;
        struct value value;
    } * once; /* subexpressions that are evaluated once, before the first element; in the arena */
    size_t n_once;
};
/* A statement label that is the target of a jump. */
struct label {
    long number;
    struct ir_block *block;
    bool defined;
    const struct stmt *from; /* the first statement that jumps to it */
};

/* A data block of the file. */
struct lower_data {
    const char *label; /* interned */
    int64_t bytes;
    bool common, constant;
    struct initial {
        int64_t at; /* offset in bytes */
        uint32_t bytes;
        uint64_t bits;
    } * initials; /* in the arena, unsorted */
    size_t n_initials;
};
/* Names that share memory by EQUIVALENCE or COMMON. */
struct lower_share {
    int storage; /* storage number of the symbols */
    /* offsets from the start of the storage to its first byte and past its last */
    int64_t low, high;
    const char *label; /* STATIC: label of its block; NULL = in the frame */
    int64_t frame;
    bool common;
};

struct variable_list {
    struct variable **at;
    size_t n, room;
};
struct object_list {
    struct object **at;
    size_t n, room;
};
struct parallel_region; /* parallel.h */

/* Calls to a later file, where the grammar is recursive (code.h): expressions within references,
 * and statements within directives. capture: creates a variable of a region's procedure that
 * refers to the memory or value of the one outside. */
struct lower;
struct lower_later_calls {
    struct value (*expr)(struct lower *l, const struct expr *e); /* lower-expr.c */
    void (*statements)(struct lower *l, size_t from, size_t to); /* lower-flow.c */
    void (*capture)(struct lower *l, struct variable *v);        /* parallel-region.c */
};

/* A named constant whose value is being evaluated, and the one whose value names it. */
struct constant_use {
    const struct symbol *y;
    const struct constant_use *outer;
};

/* The state of lowering one source file. */
struct lower {
    const struct lower_later_calls *later;
    struct arena *arena; /* lives as long as the IR */
    struct names *names;
    const struct ast *ast;
    const struct kfc_options *o;
    struct diag *d;
    long errors; /* in d before the source was read; the IR is unusable if there are more */
    struct ir_unit *unit;
    ARRAY(struct lower_data *) data;
    int n_literals, n_regions;
    int64_t n_values; /* initial values stored so far */

    /* The current program unit: */
    const struct unit *source;
    struct symbols symbols;
    struct variable_list variables; /* indexed by the slot of their symbols */
    struct parallel_region *region; /* current OpenMP region; NULL = none */
    struct ir_procedure *p;
    struct ir_block *now;    /* block that instructions are appended to */
    int loop;                /* innermost loop of p; -1 = none */
    struct construct *inner; /* innermost construct */
    ARRAY(struct label) labels;
    ARRAY(struct lower_share) shares;
    bool save_all;           /* SAVE without names */
    const struct stmt *stmt; /* current statement */
    /* a directive before the next statement declares the next loop independent */
    bool independent;
    struct lower_elements *elements; /* current array expression; NULL = none */
    struct ir_block *leave;          /* block with the return */
    const struct variable *result;   /* of a function; NULL = none */
    struct object *constants;        /* of the procedure's block */
    int n_groups;                    /* number of storage groups of objects without a symbol */
    /* of the frame; the first n_busy are used by the current statement */
    struct object_list temporaries;
    size_t n_busy;
    size_t first, last;             /* executable statements of the unit */
    struct name_index named_values; /* of the unit: a name's value is constant_values.at[number] */
    ARRAY(struct value) constant_values;
    const struct inlining *inlining; /* statement functions that are being expanded */
    uint32_t n_inlined;              /* expanded in this program unit so far */
    const struct constant_use *uses; /* the named constants that are being evaluated */
};

/* ---- calls to later files ---- */
/* Returns the value of an expression. */
static inline struct value lower_expr(struct lower *l, const struct expr *e)
{
    return l->later->expr(l, e);
}
/* Begins to evaluate a named constant. Returns false after a message if its value names itself.
 * Ends with l->uses = use->outer. */
bool lower_use_constant(struct lower *l, struct constant_use *use, const struct symbol *y);
/* Reports the open block if it is not the one that was open before: a block of Fortran and that of
 * a directive overlap. */
void lower_check_nesting(struct lower *l, const struct construct *before);
/* Lowers the statements of the unit from index from up to, but not including, index to: whole
 * blocks. */
static inline void lower_statements(struct lower *l, size_t from, size_t to)
{
    const struct construct *before = l->inner;
    l->later->statements(l, from, to);
    lower_check_nesting(l, before);
}

/* ---- lower-error.c ---- */
/* Reports an error at an expression of the current statement (NULL: at the statement). */
void lower_error(struct lower *l, const struct expr *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports an expression (NULL: the statement) that has no value, no place or a value of the wrong
 * kind, unless an error of the source has been reported: the code would be wrong without a
 * message. */
void lower_require(struct lower *l, const struct expr *at, bool given);
/* Reports an expression of a kind that is not in kfc's subset. */
void lower_unsupported(struct lower *l, const struct expr *e);

/* ---- lower-emit.c: blocks and instructions ---- */
struct ir_block *lower_block(struct lower *l);
/* Ends the current block, if it has no end, with a jump to b. Places b after it and makes b the
 * current block. */
void lower_start_block(struct lower *l, struct ir_block *b);
/* Ends the current block with a jump. Makes a new block without predecessors the current one. */
void lower_jump(struct lower *l, struct ir_block *to);
/* Ends the current block with a branch to yes if the test (ITST.., FTST..) of a and b is true,
 * else to no. */
void lower_branch(struct lower *l, enum lab_opcode test, struct value a, struct value b,
                  struct ir_block *yes, struct ir_block *no);
struct ir_inst *lower_push_inst(struct lower *l, enum ir_op op);
/* Emits d = op s[0], s[1] in the type's unit and returns d. Constants become immediates (at most
 * one, IPU) or are loaded into registers. */
struct value lower_operation(struct lower *l, enum lab_opcode op, struct lower_type t, int n,
                             const struct value *s);
struct value lower_unary(struct lower *l, enum lab_opcode op, struct lower_type t, struct value a);
struct value lower_binary(struct lower *l, enum lab_opcode op, struct lower_type t, struct value a,
                          struct value b);
/* Returns a register that holds the value, in the unit of its type. */
lab_reg lower_register(struct lower *l, struct value v);
/* Moves a value to a register that may be written more than once. */
void lower_move(struct lower *l, lab_reg to, struct value v);
lab_reg lower_to_ceu(struct lower *l, lab_reg ipu);
/* Moves the bits of a value to the other unit (movin8, movout8). */
struct value lower_cross(struct lower *l, struct value v, struct lower_type t);
/* Returns yes if the test is true, else no. */
struct value lower_select(struct lower *l, enum lab_opcode test, struct value a, struct value b,
                          struct value yes, struct value no);
struct value lower_test(struct lower *l, enum lab_opcode test, struct value a, struct value b);
struct value lower_load(struct lower *l, const struct ir_place *place, struct lower_type t);
void lower_store(struct lower *l, const struct ir_place *place, struct value v);
lab_reg lower_address(struct lower *l, const struct ir_place *place);
/* Calls a procedure by its assembly name. t.type NONE: a subroutine. */
struct value lower_call(struct lower *l, const char *callee, struct lower_type t,
                        const lab_reg *args, uint32_t n);
/* Calls a library routine with arguments by value, in IPU registers. */
struct value lower_library(struct lower *l, const char *name, struct lower_type t, int n,
                           const struct value *args);

extern const struct lower_type lower_integer, lower_integer8, lower_logical, lower_real,
    lower_double, lower_none, lower_byte;
/* Return a value without code: nothing (after an error), or a constant. */
static inline struct value lower_nothing(struct lower_type t)
{
    return (struct value){.type = t};
}
static inline struct value lower_integer_value(int64_t n, struct lower_type t)
{
    return (struct value){.type = t, .kind = VALUE_INTEGER, .integer = n};
}
static inline struct value lower_real_value(double x, struct lower_type t)
{
    return (struct value){
        .type = t, .kind = VALUE_REAL, .real = t.type == TYPE_REAL ? (double)(float)x : x};
}
static inline struct value lower_constant(int64_t n)
{
    return (struct value){.type = {TYPE_INTEGER, 4}, .kind = VALUE_INTEGER, .integer = n};
}
static inline bool lower_is_float(struct lower_type t)
{
    return t.type == TYPE_REAL || t.type == TYPE_DOUBLE;
}
static inline enum lab_unit lower_unit(struct lower_type t)
{
    return lower_is_float(t) ? LAB_FPU : LAB_IPU;
}
static inline bool lower_is_complex(struct lower_type t)
{
    return type_is_complex(t.type);
}
static inline bool lower_is_number(struct value v)
{
    return v.type.type == TYPE_INTEGER || lower_is_float(v.type) || v.kind == VALUE_COMPLEX;
}
/* Return the type of the parts of a complex number, and the complex type with such parts. */
static inline struct lower_type lower_part_type(struct lower_type t)
{
    return t.type == TYPE_COMPLEX || t.type == TYPE_REAL ? lower_real : lower_double;
}
static inline struct lower_type lower_complex_type(struct lower_type part)
{
    return part.type == TYPE_REAL ? (struct lower_type){TYPE_COMPLEX, 8}
                                  : (struct lower_type){TYPE_DOUBLE_COMPLEX, 16};
}
struct value lower_complex(struct lower *l, struct value re, struct value im);

/* ---- lower-procedure.c ---- */
/* Creates a procedure of the unit and makes its entry the current block. */
struct ir_procedure *lower_new_procedure(struct lower *l, const char *name);
/* Starts a new block after the current one has ended (RETURN, STOP). It has no predecessor. */
void lower_after_end(struct lower *l);
/* Removes unreachable code. */
void lower_finish_procedure(struct lower *l, struct ir_procedure *p);

/* ---- lower-labels.c ---- */
struct ir_block *lower_label(struct lower *l, long number);
/* Find all labels that are the target of a jump, and report those that are not defined. */
void lower_find_labels(struct lower *l);
void lower_check_labels(struct lower *l);
/* Starts the block of a label (0 = none) before its statement. */
void lower_define_label(struct lower *l, long number);

/* ---- lower-arithmetic.c: arithmetic on values ---- */
struct value lower_convert(struct lower *l, struct value v, struct lower_type t);
/* Returns the type of the sum of two numbers. */
struct lower_type lower_arithmetic_type(struct lower_type a, struct lower_type b);
struct value lower_arithmetic(struct lower *l, const struct expr *at, enum operator op,
                              struct value a, struct value b);
struct value lower_negate(struct lower *l, const struct expr *e, struct value v);
/* Return the parts of a number, converted to the given type. */
struct value lower_real_part(struct lower *l, struct value v, struct lower_type part);
struct value lower_imaginary_part(struct lower *l, struct value v, struct lower_type part);
struct value lower_complex_equal(struct lower *l, struct value a, struct value b);

/* ---- lower-memory.c: objects in memory ---- */
struct object *lower_new_object(struct lower *l, struct object o);
/* Reserves bytes of the frame and returns their offset. */
int64_t lower_reserve_frame(struct lower *l, int64_t bytes);
struct object *lower_temporary(struct lower *l, int64_t bytes);
/* Returns the data block of that label with at least so many bytes; creates it if necessary. */
struct lower_data *lower_data_of(struct lower *l, const char *label, int64_t bytes, bool common);
void lower_initial(struct lower *l, struct lower_data *to, int64_t at, uint32_t bytes,
                   uint64_t bits);
/* Returns an object of the unit's data with these bytes. */
struct object *lower_literal(struct lower *l, const char *bytes, size_t n);
struct lower_type lower_type_of(const struct symbol *y);
/* Returns the bytes that one load or store of the type moves; for COMPLEX, those of one part. */
uint8_t lower_access_bytes(struct lower_type t);
/* Returns whether a scalar of that type fits in one register. */
bool lower_fits_register(const struct symbol *y);
struct ir_place lower_variable_place(struct lower *l, const struct variable *v);
/* Returns the number of elements of an array, an INTEGER; NOTHING: assumed size. */
struct value lower_elements(struct lower *l, const struct variable *v);

/* ---- lower-names.c: names of the unit ---- */
/* Returns the entry of a symbol without creating its storage. */
struct variable *lower_entry(struct lower *l, struct symbol *y);
/* Creates an entry for a name without memory: the index of an implied DO. */
struct variable *lower_index(struct lower *l, const char *name);
/* Records which variables these statements assign and pass. */
void lower_scan(struct lower *l, size_t from, size_t to);

/* ---- lower-fold.c: constants ---- */
/* Returns the value of an INTEGER, REAL or LOGICAL constant. */
struct value lower_number(struct lower *l, const struct expr *e);
/* Returns the value of a constant expression, without code; NOTHING = it is not constant. */
struct value lower_fold(struct lower *l, const struct expr *e);

/* ---- lower-text-constants.c ---- */
struct value lower_characters(struct lower *l, struct ir_place place, struct value length);
struct value lower_text(struct lower *l, const struct expr *e);
/* Returns the text of a named constant. */
struct value lower_named_text(struct lower *l, const struct symbol *y);
/* Returns the text of a constant; NULL = it is not a CHARACTER constant. */
const char *lower_constant_text(struct lower *l, const struct expr *e);
/* Returns the declared length of a CHARACTER in bytes; NOTHING: * of an argument. */
struct value lower_length(struct lower *l, const struct symbol *y);

/* ---- lower-describe.c ---- */
/* Records the location of a variable in static data for debuggers and klcache. */
void lower_describe(struct lower *l, const struct variable *v);

/* ---- lower-initial.c ---- */
/* Stores the values of an array that is a PARAMETER. */
void lower_constant_array(struct lower *l, const struct variable *v);

/* ---- lower-storage.c: locations of variables ---- */
/* Creates all variables of the unit, at its entry. */
void lower_storage(struct lower *l);
struct variable *lower_variable(struct lower *l, const char *name);

/* ---- lower-place.c: memory references of expressions ---- */
/* Sets *place and *t for a variable (all of it) or an array element. Returns false after a
 * message. */
bool lower_place(struct lower *l, const struct expr *e, struct ir_place *place,
                 struct lower_type *t);
/* Returns the value of a subscript or of a bound of a substring; NOTHING after a message if it is
 * not INTEGER. */
struct value lower_subscript(struct lower *l, const struct expr *e);

/* ---- lower-text.c: CHARACTER ---- */
/* Returns the text of a variable, an element or a substring. */
struct value lower_character_reference(struct lower *l, const struct expr *e);
struct value lower_concatenation(struct lower *l, const struct expr *e);
/* lower_is_text returns whether an expression is CHARACTER. lower_text_argument evaluates an
 * actual argument, which may be a whole array. */
bool lower_is_text(struct lower *l, const struct expr *e);
struct value lower_text_argument(struct lower *l, const struct expr *e);
/* Compares two texts. Returns an INTEGER that is below, equal to or above 0. */
struct value lower_compare_characters(struct lower *l, struct value a, struct value b);
void lower_assign_characters(struct lower *l, const struct expr *to, struct value v);

/* ---- lower-assign.c ---- */
/* Converts a value and stores it in a variable or an element. */
void lower_assign(struct lower *l, const struct expr *to, struct value v);

/* ---- lower-loops.c ---- */
/* Open and close a counted loop over v. The caller ensures that trip is at least 1. */
void lower_loop_open(struct lower *l, struct construct *c, struct variable *v, struct value first,
                     struct value step, struct value trip);
void lower_loop_close(struct lower *l, struct construct *c);
/* Open and close a loop without a trip count. */
void lower_uncounted_open(struct lower *l, struct construct *c);
void lower_uncounted_close(struct lower *l, struct construct *c);

/* ---- lower-arrays.c: array expressions ---- */
/* Returns whether e is an array: a whole array, a section, or an expression with one. */
bool lower_is_array(struct lower *l, const struct expr *e);
/* Finds the array or section that determines the shape of e and sets its counts. Returns false
 * after a message. */
bool lower_shape(struct lower *l, const struct expr *e, struct lower_elements *s);
/* Open and close loops over all elements, the first dimension innermost. Between the two calls,
 * array expressions refer to the current element. */
void lower_open_elements(struct lower *l, struct lower_elements *s);
void lower_close_elements(struct lower *l, struct lower_elements *s);
/* Assigns to an array. */
void lower_assign_array(struct lower *l, const struct expr *to, const struct expr *from);
/* Sets *place to the first element of an array or section whose elements are contiguous.
 * Otherwise reports an error and returns false. */
bool lower_contiguous(struct lower *l, const struct expr *e, struct ir_place *place);

/* ---- lower-complex.c ---- */
struct value lower_complex_constant(struct lower *l, const struct expr *e);
/* Evaluates a function that has a COMPLEX argument or result. Returns false if name is none. */
bool lower_complex_function(struct lower *l, const struct expr *e, const char *name,
                            struct value *v);
bool lower_is_complex_expr(struct lower *l, const struct expr *e);

/* ---- lower-system.c ---- */
struct value lower_array_intrinsic(struct lower *l, const struct expr *e, const char *name);
/* Evaluates a function of the system. Returns false if there is none of that name. */
bool lower_system_function(struct lower *l, const struct expr *e, const char *name,
                           struct value *v);
/* Calls an intrinsic or system subroutine. Returns false if there is none of that name. */
bool lower_intrinsic_call(struct lower *l, const struct expr *e, const char *name);

/* ---- lower-intrinsics.c ---- */
/* Returns whether kfc implements the function of that name. kma recognizes more functions. */
bool lower_is_intrinsic(const char *name);
/* Reports an error and returns true if y is an intrinsic procedure that kfc does not implement. */
enum lower_procedure { LOWER_FUNCTION, LOWER_SUBROUTINE };
bool lower_refuse_intrinsic(struct lower *l, const struct expr *e, const struct symbol *y,
                            enum lower_procedure kind);
struct value lower_intrinsic(struct lower *l, const struct expr *e, const char *name);

/* ---- lower-calls.c ---- */
struct value lower_function(struct lower *l, const struct expr *e, const struct symbol *y);
void lower_call_statement(struct lower *l, const struct stmt *t);

/* ---- lower-expr.c ---- */
/* Implements lower_expr. */
struct value lower_any_expr(struct lower *l, const struct expr *e);
/* Branches to yes or no by a LOGICAL expression. */
void lower_condition(struct lower *l, const struct expr *e, struct ir_block *yes,
                     struct ir_block *no);

/* ---- lower-do.c ---- */
/* Lower DO and its end. */
void lower_do(struct lower *l, struct construct *c, const struct stmt *t);
void lower_do_end(struct lower *l, struct construct *c);
/* Evaluates the start of a DO: its variable, first value, step and trip count (which may be
 * negative). Returns false after a message. */
bool lower_do_values(struct lower *l, const struct stmt *t, struct variable **v,
                     struct value *first, struct value *step, struct value *trips);

/* ---- io.c ---- */
/* Lowers READ, WRITE, PRINT and other input and output statements. */
void lower_io(struct lower *l, const struct stmt *t);

/* ---- parallel-region.c ---- */
/* Implements capture of struct lower_later_calls. */
void lower_capture(struct lower *l, struct variable *v);

/* ---- parallel.c ---- */
/* Lowers the directive at statement i, and the statements that it applies to if necessary, which
 * end before statement limit. Returns the index of the statement to continue with. */
size_t lower_directive(struct lower *l, size_t i, size_t limit);
/* Marks the variables that threads of regions share and assign, so that they are in memory. */
void lower_mark_shared(struct lower *l);

/* ---- lower-flow.c ---- */
/* Implements lower_statements. */
void lower_statement_range(struct lower *l, size_t from, size_t to);

/* ---- lower-data.c ---- */
/* Processes DATA statements and initial values of declarations (lower-data.c). */
void lower_data_statements(struct lower *l);
/* Adds all data blocks to the unit. */
void lower_data_finish(struct lower *l);

#endif
