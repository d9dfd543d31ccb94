/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts Fortran source to facts about its loops: cards -> classified statements -> tokens -> AST
 * (reading/) -> symbols -> loop nests -> subscripts -> dependences -> essential operations
 * (analysis/). */
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
/* Maximum of the levels of loops inside an outer loop that is analysed: its time grows with them.
 */
enum { FRONT_LEVELS_MOST = 100 };

struct front_options {
    enum source_form form;
    long line_length; /* columns that are read; 0 = no limit; LINE_LENGTH_OF_FORM: 72 of fixed
                       * form, no limit of free form */
    struct option_list include;           /* -I */
    bool compilers_files;                 /* INCLUDE also finds the include files of gfortran */
    enum cpp_use cpp;                     /* whether the C preprocessor is run */
    struct option_list cpp_options;       /* for its command line */
    bool outer;                           /* also count the own statements of outer loops */
    bool unrolled;                        /* also analyse outer loops with inner loops of constant
                                           * trip count unrolled completely */
    bool lists;                           /* references, operations, dependences and scalars one by
                                           * one, too; movement needs them */
    bool long_sums;                       /* the stack has DEEP_STACK bytes (base/deep.h) */
    bool movement;                        /* also describe how references move through storage */
    struct option_list values;            /* -D NAME=NUMBER, for values unknown from the source */
    bool declarations;                    /* no executable statement is read */
    const struct module_library *library; /* modules of other files; NULL = none */
};

/* Reads the text of a file ("-" = standard input), through the C preprocessor if o or its suffix
 * require that. False with a message if it cannot be read. */
bool front_read(struct source *s, const char *path, const struct front_options *o, struct diag *d);
/* Reads the text of an input that is at its start. */
bool front_read_infile(struct source *s, struct infile *in, const struct front_options *o,
                       struct diag *d);

/* A reader of program units, each with the units that it contains. Data that lives as long as the
 * source is in the arena of front_open. NULL after a message. */
struct front_reader;
struct front_reader *front_open(struct arena *a, struct names *names, struct source *s,
                                const struct front_options *o, struct diag *d);
/* Reads the next unit into a, which may be freed before the next call. lines, errors and
 * unsupported count from the previous unit on. False at the end of the source. */
bool front_next(struct front_reader *r, struct arena *a, struct ast *ast);
/* Returns the offset after the text that was read. Later reads need no byte before it. */
size_t front_position(const struct front_reader *r);
void front_close(struct front_reader *r);

/* Returns whether a file is in free form, by the options or by its suffix. */
bool cards_free_form(const struct front_options *o, const char *path);

/* Parses one source text. Errors are messages in d. A statement with an error is kept as WRONG and
 * reading continues with the next. A DO, IF ... without its end, or an end without its begin, is
 * also WRONG, so that the other blocks nest. ast is in a; s must outlive it. */
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

/* Appends the loops made with backward jumps, in a. file->file is the name of those of no INCLUDE.
 */
void front_jump_loops(struct arena *a, const struct ast *ast, struct source_file *file);

/* Returns the exports of the modules of n files that another of these files USEs, for
 * front_options.library; several threads may read it. Opens the n texts where possible: the caller
 * opens those without a path by infile_open, and reads the others after infile_again. Prints no
 * messages, because the next reading of the files prints them. texts must outlive the result. */
struct module_library *front_library(const char *const *files, size_t n, struct infile *texts,
                                     const struct front_options *o);
void front_library_free(struct module_library *l);

/* Receives the loops of a program unit and the units that it contains; parent is an index among
 * them. The loops are in a, which is emptied after the call. With keep, a is the arena of
 * front_loops and the loops live as long as it. */
struct loop_sink {
    void (*take)(void *to, struct arena *a, const struct source_loops *loops);
    void *to;
    bool keep;
};

/* Reads and analyses an input that is at its start, unit by unit. Stores the facts of the file, in
 * a, and passes the loops to t. False if the input cannot be read. */
bool front_loops(struct arena *a, struct infile *in, const struct front_options *o,
                 const struct machine *m, struct diag *d, const struct loop_sink *t,
                 struct source_file *file);

#endif
