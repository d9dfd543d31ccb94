/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A routine of an assembly file: its instructions in order, its labels, and its source lines.
 * Control flow is analysed routine by routine, so memory grows with the longest routine. */
#ifndef X86_ASM_UNIT_H
#define X86_ASM_UNIT_H

#include "base/names.h"
#include "x86-asm/reader.h"

#define X86_NO_INDEX UINT32_MAX

/* ---- source positions ---- */

/* Sources and routines declared by the directives so far. Texts are interned. */
struct x86_source_file {
    uint32_t number; /* of .file */
    const char
        *name; /* as given to the compiler, with its folder if the directive names it separately */
};
struct x86_origin {
    struct names names;    /* sources and functions */
    struct names routines; /* declared by .type and .globl */
    ARRAY(struct x86_source_file) files;
    const char *whole;  /* of a .file directive without number; NULL = none */
    const char *source; /* of the following instructions; NULL = unknown */
    uint32_t line;      /* 0 = unknown */
    uint32_t column;    /* in the line; 0 = unknown */
    bool located;       /* set by a directive after the last instruction */
    bool notes;         /* in a section without code: debugging, unwinding */
};
/* Handles a directive, or a source line of objdump -l. */
void x86_origin_event(struct x86_origin *o, const struct x86_reader *r, enum x86_event e);
/* Resets the state before the file is read again; names remain valid. */
void x86_origin_reset(struct x86_origin *o);
void x86_origin_free(struct x86_origin *o);

/* ---- a routine ---- */

enum {
    X86_UNIT_MOST = 1 << 18
}; /* maximum number of instructions in a unit; longer routines are split */

struct x86_step {
    struct x86_instruction is; /* its texts are in the unit's arena */
    uint32_t line;             /* of the input */
    uint32_t source_line;      /* 0 = unknown */
    uint32_t source_column;    /* 0 = unknown */
    const char *source;        /* its file; NULL = unknown */
    bool located;              /* set by a directive directly before it; otherwise inherited */
    bool explicit_line;        /* set by a directive after the last join of control flow */
    bool target;               /* a jump names a label before it */
    bool detached;             /* it begins a part of the routine that is in another place: control
                                  does not continue with it after the step before it */
    const char *label;         /* the first one before it; NULL = none */
    uint32_t label_line;       /* its line of the input */
    uint32_t refused;          /* lines before it that were ignored as wrong */
};
struct x86_label {
    const char *name;
    uint32_t step;               /* the following step; X86_NO_INDEX: before data */
    uint32_t entries, n_entries; /* labels in the data after it: a table of targets */
    uint32_t at;                 /* of a table: the step after it */
};
struct x86_unit {
    struct arena arena;
    const char *function; /* NULL = unknown */
    ARRAY(struct x86_step) steps;
    ARRAY(struct x86_label) labels; /* sorted by name after the unit has been read */
    ARRAY(const char *) entries;    /* of tables */
    bool cut;                       /* the routine continues in the next unit */
};

/* A label whose step has not been read. */
struct x86_pending_label {
    const char *name;
    uint32_t line;
    bool routine;  /* it begins a routine */
    bool detached; /* it begins another part of the routine */
};
/* Reads the units of a file. */
struct x86_units {
    struct x86_reader *reader;
    struct x86_origin *origin;
    ARRAY(struct x86_pending_label) ahead;
    struct arena texts;   /* of pending labels */
    bool waiting;         /* the reader's current instruction begins the next unit */
    bool table;           /* the unit's last label is a table that continues */
    const char *function; /* of the current instructions */
    uint32_t refused;     /* lines ignored as wrong so far */
};
/* Reads the next routine. Returns false at the end of the file. u is empty, or was filled before.
 */
bool x86_unit_read(struct x86_units *s, struct x86_unit *u);
void x86_unit_free(struct x86_unit *u);
/* Prepares to read the file again. */
void x86_units_reset(struct x86_units *s);
void x86_units_free(struct x86_units *s);

/* Returns the label of that name; NULL if the unit has none. */
const struct x86_label *x86_unit_label(const struct x86_unit *u, struct x86_text name);

#endif
