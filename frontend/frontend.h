/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fortran source to facts: cards -> classified statements -> tokens -> AST
 * (reading/) -> symbols -> loop nests -> subscripts -> dependences -> essential
 * operations (analysis/). */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "base/diag.h"
#include "base/trace.h"
#include "facts/facts.h"
#include "frontend/ast.h"
#include "machines/machine.h"

enum source_form { FORM_BY_SUFFIX, FORM_FIXED, FORM_FREE };
enum cpp_use { CPP_BY_SUFFIX, CPP_ALWAYS, CPP_NEVER };
enum { LINE_LENGTH_OF_FORM = -1, LINE_LENGTH_FIXED = 72 };

struct front_options {
    enum source_form form;
    long line_length; /* columns that are read; 0 = no limit; LINE_LENGTH_OF_FORM: 72 of fixed
                       * form, no limit of free form */
    struct option_list include;     /* -I */
    bool compilers_files;           /* INCLUDE finds those that gfortran brings, too */
    enum cpp_use cpp;               /* whether the C preprocessor is run */
    struct option_list cpp_options; /* for its command line */
    bool outer;                     /* count the own statements of outer loops, too */
    bool lists;                     /* references, operations, dependences and scalars one by
                                     * one, too; movement needs them */
    bool long_sums;                 /* the stack has DEEP_STACK bytes (base/deep.h) */
    bool movement;                  /* how references go through storage, too */
    struct option_list values;      /* -D NAME=NUMBER, for names that the source leaves open */
    bool declarations;              /* no executable statement is read */
    const struct module_library *library; /* modules of other files; NULL = none */
};

/* The file's text ("-" = standard input), through the C preprocessor where o or
 * its suffix ask for that. False with a message when it can't be read. */
bool front_read(struct source *s, const char *path, const struct front_options *o, struct diag *d);
/* The same of an input that stands at its start. */
bool front_read_infile(struct source *s, struct infile *in, const struct front_options *o,
                       struct diag *d);

/* Reading unit by unit: a program unit with all that it contains at a time. What
 * lasts as long as the source is in the arena of front_open. NULL after a message. */
struct front_reader;
struct front_reader *front_open(struct arena *a, struct names *names, struct source *s,
                                const struct front_options *o, struct diag *d);
/* The next one, in a, which may be freed before the next call; lines, errors and
 * unsupported count from the one before. False at the end: nothing was left. */
bool front_next(struct front_reader *r, struct arena *a, struct ast *ast);
/* Byte of the source behind what was read: what comes next looks at none before it. */
size_t front_position(const struct front_reader *r);
void front_close(struct front_reader *r);

/* Returns whether a file is in free form, by the options or by its suffix. */
bool cards_free_form(const struct front_options *o, const char *path);

/* Reading: the AST of one source text.
 * Errors are located in d; a statement with an error is kept as WRONG and
 * reading goes on with the next, and blocks nest in what is left: a DO, IF ...
 * without its end, or the other way round, is WRONG. ast lives in a; s must outlive it. */
void front_parse(struct arena *a, struct names *names, struct source *s,
                 const struct front_options *o, struct diag *d, struct ast *ast);

/* Analysis: appends every loop of the AST as a fact in a, in order of the DO statements;
 * loops that have no bound are marked excluded with a note. m: latencies,
 * registers, displacement, overheads. file->file names those of no INCLUDE; calls are appended to
 * file, in a, too, where lists are asked for. */
void front_analyse(struct arena *a, const struct ast *ast, struct source_file *file,
                   const struct front_options *o, const struct machine *m,
                   struct source_loops *loops);

/* Prints every dependence of every innermost loop with its distance or direction in
 * each loop of the nest, and the test that gave it (--dump=deps). */
void front_print_dependences(struct arena *a, const struct ast *ast, FILE *out);

/* Appends the loops of backward jumps, in a; file->file names those of no INCLUDE. */
void front_jump_loops(struct arena *a, const struct ast *ast, struct source_file *file);

/* What the modules of n files export, as far as another of these files USEs them, for
 * front_options.library of any number of threads. Opens texts, which have room for n files, where
 * it can: those without a path are to be opened by infile_open, the others to be read again after
 * infile_again. Gives no message: who reads the files next does. texts must outlive it. */
struct module_library *front_library(const char *const *files, size_t n, struct infile *texts,
                                     const struct front_options *o);
void front_library_free(struct module_library *l);

/* Takes the loops of a program unit with all that it contains; parent counts from its first.
 * They are in a, which is emptied behind it, but where keep is set: then a is that of
 * front_loops, and the loops last as long as it does. */
struct loop_taker {
    void (*take)(void *to, struct arena *a, const struct source_loops *loops);
    void *to;
    bool keep;
};

/* All of these, for an input that stands at its start, unit by unit, and what was not understood,
 * in a. False when it can't be read. */
bool front_loops(struct arena *a, struct infile *in, const struct front_options *o,
                 const struct machine *m, struct diag *d, const struct loop_taker *t,
                 struct source_file *file);

#endif
