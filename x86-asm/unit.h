/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A routine of an assembly file: its instructions in order, its labels, and where its source is.
 * Control flow is looked at routine by routine, so memory grows with the longest one. */
#ifndef X86_ASM_UNIT_H
#define X86_ASM_UNIT_H

#include "base/names.h"
#include "x86-asm/reader.h"

#define X86_NOWHERE UINT32_MAX

/* ---- where instructions come from ---- */

/* What directives said so far about sources and routines. Texts are interned. */
struct x86_source_file {
    uint32_t number;  /* of .file */
    const char *name; /* as the compiler was given it, with its folder if that was told apart */
};
struct x86_origin {
    struct names names;    /* sources and functions */
    struct names routines; /* what .type and .globl declare */
    ARRAY(struct x86_source_file) files;
    const char *whole;  /* of a .file without number; NULL = none */
    const char *source; /* of the instructions that follow; NULL = unknown */
    uint32_t line;      /* 0 = unknown */
    bool located;       /* by a directive behind the last instruction */
    bool notes;         /* in a section that describes code: debugging, unwinding */
};
/* A directive, or of objdump -l a source line. */
void x86_origin_event(struct x86_origin *o, const struct x86_reader *r, enum x86_event e);
/* Forgets what the file said, for reading it again; names stay. */
void x86_origin_reset(struct x86_origin *o);
void x86_origin_free(struct x86_origin *o);

/* ---- a routine ---- */

enum { X86_UNIT_MOST = 1 << 18 }; /* instructions of a unit; longer routines are cut */

struct x86_step {
    struct x86_instruction is; /* its texts live in the unit's arena */
    uint32_t line;             /* of the input */
    uint32_t source_line;      /* 0 = unknown */
    const char *source;        /* its file; NULL = unknown */
    bool located;              /* a directive right before it says so; else it is as before */
    bool said;                 /* one says so behind the last place where control meets */
    bool target;               /* some jump names a label before it */
    const char *label;         /* the first one before it; NULL = none */
    uint32_t label_line;       /* its line of the input */
    uint32_t refused;          /* lines before it that were left out as wrong */
};
struct x86_label {
    const char *name;
    uint32_t step;               /* that it stands before; X86_NOWHERE: before data */
    uint32_t entries, n_entries; /* labels that the data behind it names: a table of targets */
    uint32_t at;                 /* of a table: the step behind it */
};
struct x86_unit {
    struct arena arena;
    const char *function; /* NULL = unknown */
    ARRAY(struct x86_step) steps;
    ARRAY(struct x86_label) labels; /* by name, when the unit is read */
    ARRAY(const char *) entries;    /* of tables */
    bool cut;                       /* the routine goes on in the next unit */
};

/* A label that waits for what it stands before. */
struct x86_ahead {
    const char *name;
    uint32_t line;
    bool routine; /* it begins one */
};
/* Reads unit after unit. */
struct x86_units {
    struct x86_reader *reader;
    struct x86_origin *origin;
    ARRAY(struct x86_ahead) ahead;
    struct arena texts;   /* of labels ahead */
    bool waiting;         /* the reader's instruction begins the next unit */
    bool table;           /* the unit's last label is a table that goes on */
    const char *function; /* that the instructions belong to */
    uint32_t refused;     /* lines that were left out as wrong so far */
};
/* The next routine of the file; false at its end. u is empty, or was filled before. */
bool x86_unit_read(struct x86_units *s, struct x86_unit *u);
void x86_unit_free(struct x86_unit *u);
/* Before the reader begins again. */
void x86_units_reset(struct x86_units *s);
void x86_units_free(struct x86_units *s);

/* The label of that name; NULL if the unit has none. */
const struct x86_label *x86_unit_label(const struct x86_unit *u, struct x86_text name);

#endif
