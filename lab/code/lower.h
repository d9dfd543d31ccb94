/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of lowering share (AST -> IR): the procedure under way, where its variables are,
 * values of expressions. Errors are located messages; lowering goes on with a value of no use. */
#ifndef LAB_CODE_LOWER_H
#define LAB_CODE_LOWER_H

#include "frontend/analysis/nests.h"
#include "frontend/analysis/symbols.h"
#include "lab/code/code.h"

/* A type of kfc's subset: INTEGER of 4, 8 bytes, REAL (4), DOUBLE (8), LOGICAL of 4, 8, CHARACTER.
 */
struct lower_type {
    enum base_type type;
    int bytes;
};
/* Value of an expression. */
struct value {
    struct lower_type type;
    enum value_kind {
        VALUE_NOTHING,   /* after an error */
        VALUE_REGISTER,  /* reg: FPU for REALs, else IPU. It may be that of a variable: read only */
        VALUE_INTEGER,   /* integer; LOGICAL: 0 or 1 */
        VALUE_REAL,      /* real */
        VALUE_COMPLEX,   /* parts */
        VALUE_CHARACTERS /* CHARACTER: place (address) and length */
    } kind;
    bool fresh; /* REGISTER: the last instruction made it, and nothing else reads it */
    lab_reg reg;
    int64_t integer;
    double real;
    struct value *parts;  /* COMPLEX: two */
    struct place *place;  /* CHARACTERS */
    struct value *length; /* CHARACTERS: bytes, an INTEGER */
    const char *text;     /* CHARACTERS: a literal's; NULL = none */
};

/* Where a variable of the procedure is. */
struct variable {
    const struct symbol *symbol;
    lab_reg reg;           /* a scalar that is in a register, not in memory; 0 = in memory */
    struct object *object; /* in memory */
    struct value *low;     /* of each dimension */
    struct value *stride;  /* elements from one to the next in each dimension, and behind the last
                              the number of all (NOTHING: assumed size) */
    struct value *length;  /* CHARACTER: bytes of an element */
    lab_reg pointer;       /* dummy procedure: CEU register with the address of its block */
    const struct value *bound; /* dummy of a statement function while that is expanded */
    lab_reg shadow; /* DO variable in memory: register that has its value, too, within the loop */
    bool copied;    /* reg has what was read at the entry: it is not assigned to */
    bool refused;   /* it is not of the subset, which was told */
    bool assigned, passed; /* anywhere in the unit: by a statement; to a procedure or READ */
};

/* A DO, IF, SELECT under way. */
struct construct {
    enum construct_kind { CONSTRUCT_DO, CONSTRUCT_IF, CONSTRUCT_SELECT, CONSTRUCT_OTHER } kind;
    const struct stmt *stmt;
    struct ir_block *next;  /* IF, SELECT: the next arm */
    struct ir_block *after; /* behind all of it */
    struct ir_block *latch; /* DO: where CYCLE goes; NULL until somebody does */
    int loop;               /* DO: index of the procedure's; -1 = none */
    struct variable *index; /* DO: counted; else NULL */
    lab_reg shadow;         /* that the variable had before */
    struct value step, selector;
    struct ir_block *deflt; /* SELECT: CASE DEFAULT; NULL = none yet */
    struct construct *outer;
};

enum { LOWER_RANK_MOST = 7 };
/* An array expression, element by element: how many in each dimension, and the one under way. */
struct lower_elements {
    uint32_t rank;
    struct value count[LOWER_RANK_MOST];
    struct value index[LOWER_RANK_MOST]; /* from 0 on */
    struct construct loops[LOWER_RANK_MOST];
    struct lower_elements *outer;
    struct lower_once {
        const struct expr *expr;
        struct value value;
    } * once; /* parts that were computed before the first element; in the arena */
    size_t n_once;
};
/* A statement label that something jumps to. */
struct label {
    long number;
    struct ir_block *block;
    bool defined;
    const struct stmt *from; /* the first that jumps to it */
};

/* A block of the file's data. */
struct lower_data {
    const char *label; /* interned */
    int64_t bytes;
    bool common, constant;
    struct initial {
        int64_t at; /* bytes from its start */
        uint32_t bytes;
        uint64_t bits;
    } * initials; /* in the arena, in no order */
    size_t n_initials;
};
/* EQUIVALENCE and COMMON: names that share memory. */
struct lower_share {
    int storage;       /* of the symbols */
    int64_t low, high; /* bytes from the start of the storage to its first and behind its last */
    const char *label; /* STATIC: of its block; NULL = in the frame */
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

/* Lowering of one source file. */
struct lower {
    struct arena *arena; /* as long as the IR */
    struct names *names;
    const struct ast *ast;
    const struct kfc_options *o;
    struct diag *d;
    long errors; /* of d before lowering: after one more the IR is of no use */
    struct ir_unit *unit;
    ARRAY(struct lower_data *) data;
    int n_literals, n_regions;
    int64_t n_values; /* initial values so far */

    /* the program unit under way */
    const struct unit *source;
    struct symbols symbols;
    struct nests nests;             /* its DO loops */
    struct variable_list variables; /* by slot of their symbols */
    struct parallel_region *region; /* of OpenMP, under way; NULL = none */
    struct ir_procedure *p;
    struct ir_block *now;    /* where instructions go */
    int loop;                /* innermost loop of p; -1 = none */
    struct construct *inner; /* innermost construct */
    ARRAY(struct label) labels;
    ARRAY(struct lower_share) shares;
    bool save_all;           /* SAVE without names */
    const struct stmt *stmt; /* under way */
    bool independent;        /* a directive since the last statement says it of the next loop */
    struct lower_elements *elements; /* of the array expression under way; NULL = none */
    struct ir_block *leave;          /* the return */
    const struct variable *result;   /* of a function; NULL = none */
    struct object *constants;        /* of the procedure's block */
    int n_groups;                    /* storages of objects that have no symbol */
    struct object_list temporaries; /* of the frame; the first n_busy are in use in the statement */
    size_t n_busy;
    size_t first, last; /* statements of the unit that run */
    int inlined;        /* statement functions within one another */
};

/* ---- messages ---- */
/* At an expression of the statement under way (NULL: at the statement). */
void lower_error(struct lower *l, const struct expr *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- lower.c ---- */
/* A procedure of the unit, its entry under way. */
struct ir_procedure *lower_new_procedure(struct lower *l, const char *name);
/* Its return, with the function's value. */
void lower_return(struct lower *l);
/* Leaves out what nothing reaches. */
void lower_finish_procedure(struct lower *l, struct ir_procedure *p);
/* The block under way has its end (RETURN, STOP): a new one that nothing reaches. */
void lower_after_end(struct lower *l);

/* ---- lower-emit.c: blocks and instructions ---- */
struct ir_block *lower_block(struct lower *l);
/* Ends the block under way, if it has no end, by a jump to b; b is put behind it and is under way.
 */
void lower_begin(struct lower *l, struct ir_block *b);
/* The block under way ends by a jump; what follows is in a new one that nothing reaches as yet. */
void lower_jump(struct lower *l, struct ir_block *to);
/* It ends by a branch to yes where test (ITST.., FTST..) of the two holds, else to no. */
void lower_branch(struct lower *l, enum lab_opcode test, struct value a, struct value b,
                  struct ir_block *yes, struct ir_block *no);
struct ir_inst *lower_push(struct lower *l, enum ir_op op);
/* d = op s[0], s[1] of that unit; constants become immediates (one of them, IPU) or registers. */
struct value lower_operation(struct lower *l, enum lab_opcode op, struct lower_type t, int n,
                             const struct value *s);
struct value lower_one(struct lower *l, enum lab_opcode op, struct lower_type t, struct value a);
struct value lower_two(struct lower *l, enum lab_opcode op, struct lower_type t, struct value a,
                       struct value b);
/* Registers of values: the unit is that of the type. */
lab_reg lower_register(struct lower *l, struct value v);
/* Moves a value to a register that is written more than once. */
void lower_move(struct lower *l, lab_reg to, struct value v);
lab_reg lower_to_ceu(struct lower *l, lab_reg ipu);
/* Bits from one unit to the other (movin8, movout8). */
struct value lower_cross(struct lower *l, struct value v, struct lower_type t);
/* 1 where the test holds, else 0. */
struct value lower_select(struct lower *l, enum lab_opcode test, struct value a, struct value b,
                          struct value yes,
                          struct value no); /* yes where the test holds, else no */
struct value lower_from_ceu(struct lower *l, lab_reg ceu);
struct value lower_test(struct lower *l, enum lab_opcode test, struct value a, struct value b);
struct value lower_load(struct lower *l, const struct place *place, struct lower_type t);
void lower_store(struct lower *l, const struct place *place, struct value v);
lab_reg lower_address(struct lower *l, const struct place *place);
/* Calls a procedure of that assembly name; t.type NONE: a subroutine. */
struct value lower_call(struct lower *l, const char *callee, struct lower_type t,
                        const lab_reg *args, uint32_t n);
/* Number of a value that is passed as it is: IPU registers. */
struct value lower_library(struct lower *l, const char *name, struct lower_type t, int n,
                           const struct value *args);

extern const struct lower_type lower_integer, lower_integer8, lower_logical, lower_real,
    lower_double, lower_none, lower_byte;
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

/* ---- lower-storage.c: where variables are ---- */
/* Makes all variables of the unit; at its entry. */
void lower_storage(struct lower *l);
struct variable *lower_variable(struct lower *l, const char *name);
/* Tells debuggers, and klcache, where a variable is that has a place in the data. */
void lower_describe(struct lower *l, const struct variable *v);
/* Entry of a name that has no memory: the index of an implied DO. */
struct variable *lower_index(struct lower *l, const char *name);
/* The same without making it. */
struct variable *lower_entry(struct lower *l, struct symbol *y);
/* Notes which variables these statements assign and pass. */
void lower_scan(struct lower *l, size_t from, size_t to);
struct object *lower_new_object(struct lower *l, struct object o);
/* Bytes more of the frame: where they are. */
int64_t lower_frame_room(struct lower *l, int64_t bytes);
struct object *lower_temporary(struct lower *l, int64_t bytes);
/* An object of the unit's data with these bytes. */
struct object *lower_literal(struct lower *l, const char *bytes, size_t n);
/* The file's data of that label, with room for so many bytes at least; made where it is not there.
 */
struct lower_data *lower_data_of(struct lower *l, const char *label, int64_t bytes, bool common);
void lower_initial(struct lower *l, struct lower_data *to, int64_t at, uint32_t bytes,
                   uint64_t bits);
/* All of them as blocks of the unit. */
void lower_data_finish(struct lower *l);
/* DATA, and initial values of declarations (lower-data.c). */
void lower_data_statements(struct lower *l);
/* The values of an array that is a PARAMETER. */
void lower_constant_array(struct lower *l, const struct variable *v);

/* ---- lower-place.c: memory that expressions mean ---- */
/* Of a variable, all of it, or of an array element. False after a message. */
bool lower_place(struct lower *l, const struct expr *e, struct place *place, struct lower_type *t);
/* Bytes that a load or store of it moves: those of a part of a complex number. */
uint8_t lower_access_bytes(struct lower_type t);
/* Whether a scalar of that type can be in one register. */
bool lower_fits_register(const struct symbol *y);
struct place lower_whole(struct lower *l, const struct variable *v);
struct lower_type lower_type_of(const struct symbol *y);
/* Elements of an array, an INTEGER; NOTHING: assumed size. */
struct value lower_elements(struct lower *l, const struct variable *v);

/* ---- lower-arrays.c: array expressions ---- */
/* Whether e is an array, as a whole or a section or made of such. */
bool lower_is_array(struct lower *l, const struct expr *e);
/* The array or section that gives e its shape; its counts. False after a message. */
bool lower_shape(struct lower *l, const struct expr *e, struct lower_elements *s);
/* Loops over all elements, the first dimension innermost; array expressions between the two mean
 * the element under way. */
void lower_open_elements(struct lower *l, struct lower_elements *s);
void lower_close_elements(struct lower *l, struct lower_elements *s);
/* An assignment to an array. */
void lower_assign_array(struct lower *l, const struct expr *to, const struct expr *from);
/* Its first element, for sections whose elements stand one behind the other; else a message. */
bool lower_contiguous(struct lower *l, const struct expr *e, struct place *place);

/* ---- lower-expr.c ---- */
struct value lower_expr(struct lower *l, const struct expr *e);
struct value lower_convert(struct lower *l, struct value v, struct lower_type t);
/* Type of a sum of two numbers. */
struct lower_type lower_arithmetic_type(struct lower_type a, struct lower_type b);
/* Goes to yes or no by a LOGICAL expression. */
void lower_condition(struct lower *l, const struct expr *e, struct ir_block *yes,
                     struct ir_block *no);
/* Stores into a variable or an element, converted. */
void lower_assign(struct lower *l, const struct expr *to, struct value v);
struct value lower_arithmetic(struct lower *l, const struct expr *at, enum operator op,
                              struct value a, struct value b);
/* A constant expression's value; NOTHING = it is none. No code. */
struct value lower_fold(struct lower *l, const struct expr *e);

/* ---- lower-complex.c: COMPLEX ---- */
bool lower_is_complex(struct lower_type t);
struct value lower_complex(struct lower *l, struct value re, struct value im);
/* A number to a complex one, or a complex one to a number. */
struct value lower_convert_complex(struct lower *l, struct value v, struct lower_type t);
/* One of the two is complex. */
struct value lower_complex_arithmetic(struct lower *l, const struct expr *at, enum operator op,
                                      struct value a, struct value b);
struct value lower_complex_equal(struct lower *l, struct value a, struct value b);
struct value lower_complex_constant(struct lower *l, const struct expr *e);
/* Functions of complex numbers, and those that make them; false = it is none, or takes no complex
 * one. */
bool lower_complex_function(struct lower *l, const struct expr *e, const char *name,
                            struct value *v);
bool lower_looks_complex(struct lower *l, const struct expr *e);

/* ---- lower-text.c: CHARACTER ---- */
struct value lower_characters(struct lower *l, struct place place, struct value length);
struct value lower_text(struct lower *l, const struct expr *e);
/* A variable, an element, a substring of one. */
struct value lower_character_reference(struct lower *l, const struct expr *e);
struct value lower_concatenation(struct lower *l, const struct expr *e);
/* A named constant. */
struct value lower_named_text(struct lower *l, const struct symbol *y);
/* Text of a constant; NULL = it is none. */
const char *lower_constant_text(struct lower *l, const struct expr *e);
/* Bytes that a CHARACTER is declared with; NOTHING: * of an argument. */
struct value lower_length(struct lower *l, const struct symbol *y);
/* Whether an expression is CHARACTER; and as an argument, where it may be a whole array. */
bool lower_is_text(struct lower *l, const struct expr *e);
struct value lower_text_argument(struct lower *l, const struct expr *e);
/* An INTEGER: below, equal to or above 0. */
struct value lower_compare_characters(struct lower *l, struct value a, struct value b);
void lower_assign_characters(struct lower *l, const struct expr *to, struct value v);

/* ---- lower-intrinsics.c ---- */
/* Whether a function of that name is known to kfc: kma knows others. */
bool lower_is_intrinsic(const char *name);
/* True after a message, where y is such a procedure of the language that kfc does not know. */
enum lower_procedure { LOWER_FUNCTION, LOWER_SUBROUTINE };
bool lower_refuse_intrinsic(struct lower *l, const struct expr *e, const struct symbol *y,
                            enum lower_procedure kind);
struct value lower_intrinsic(struct lower *l, const struct expr *e, const char *name);
/* ---- lower-system.c ---- */
struct value lower_array_intrinsic(struct lower *l, const struct expr *e, const char *name);
/* A function of the system; false = there is none of that name. */
bool lower_system_function(struct lower *l, const struct expr *e, const char *name,
                           struct value *v);
/* CALL of a subroutine of the language or the system; false = there is none of that name. */
bool lower_intrinsic_call(struct lower *l, const struct expr *e, const char *name);
struct value lower_power(struct lower *l, const struct expr *at, struct value a, struct value b);

/* ---- lower-calls.c ---- */
struct value lower_function(struct lower *l, const struct expr *e, const struct symbol *y);
void lower_call_statement(struct lower *l, const struct stmt *t);

/* ---- lower-flow.c ---- */
/* Statements of the unit from one to another, which is not done. */
void lower_statements(struct lower *l, size_t from, size_t to);
/* One that is no construct: an action. */
void lower_action(struct lower *l, const struct stmt *t);
struct ir_block *lower_label(struct lower *l, long number);
/* All labels that something jumps to; says which are nowhere. */
void lower_find_labels(struct lower *l);
void lower_check_labels(struct lower *l);

/* ---- lower-loops.c ---- */
/* DO and its end. */
void lower_do(struct lower *l, struct construct *c, const struct stmt *t);
void lower_do_end(struct lower *l, struct construct *c);
/* What a DO begins with: its variable, first value, step, passes (which may be below 0). False
 * after a message. */
bool lower_do_values(struct lower *l, const struct stmt *t, struct variable **v,
                     struct value *first, struct value *step, struct value *passes);
/* Opens a counted loop over v (trip passes, at least one unless tested); ends it. */
void lower_loop_open(struct lower *l, struct construct *c, struct variable *v, struct value first,
                     struct value step, struct value trip);
void lower_loop_close(struct lower *l, struct construct *c);

/* ---- io.c ---- */
/* READ, WRITE, PRINT and other statements on units. */
void lower_io(struct lower *l, const struct stmt *t);

/* ---- parallel.c ---- */
/* A directive at statement i; what it governs is lowered, too, where it must be. Index of the
 * statement to go on with. */
size_t lower_directive(struct lower *l, size_t i, size_t end);
/* The type of a function of OMP_LIB, where a module is used that the source does not have. */
void lower_module_type(const struct lower *l, const struct symbol *y, struct lower_type *t);
/* Notes what threads of regions share and assign: it is in memory. */
void lower_note_shared(struct lower *l);
/* Makes a variable of a region's procedure: memory or value of the one outside. */
void lower_capture(struct lower *l, struct variable *v);

#endif
