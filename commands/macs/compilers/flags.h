/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classifies files and flags of compiler command lines. */
#ifndef MACS_COMPILERS_FLAGS_H
#define MACS_COMPILERS_FLAGS_H

#include "commands/macs/steps/words.h"

enum file_kind {
    FILE_FORTRAN, /* a Fortran source */
    FILE_SOURCE,  /* another source: C, assembly */
    FILE_LINKED,  /* an object or a library */
    FILE_OTHER,
};
/* Returns the kind of a file by its suffix, with the rules of gfortran. */
enum file_kind file_kind_of(const char *path);
/* Returns whether a source is C++ by its suffix. */
bool file_is_cpp(const char *path);
/* Returns whether a source is assembly by its suffix. */
bool file_is_assembly(const char *path);
/* Returns whether a source is in fixed form by its suffix. */
bool file_is_fixed(const char *path);

/* Returns the options of kma for compiler flags: include directories, macros, source form and line
 * length. root: the directory in which kma runs, an absolute path without symbolic links; NULL =
 * the current one. */
struct words flags_for_kma(struct arena *a, const struct words *flags, const char *root);
/* Returns the words of a command with which the reference build compiles: without optimization,
 * with line information. Flags that change the source remain: macros, language, and -march, because
 * it defines macros and vector types. */
struct words flags_for_reference(struct arena *a, const struct words *flags);
/* Returns whether a flag turns warnings into errors. Instrumented copies are compiled without it,
 * because the inserted calls may cause warnings. */
bool flag_makes_errors(const char *flag);
/* Returns whether a flag is a library or linker option, which must follow the objects. */
bool flag_is_for_linker(const char *flag);
/* Returns whether a command is gfortran, which reports why loops were not vectorized. */
bool compiler_reports_loops(const char *compiler);
/* Returns whether a command is a compiler whose -S writes assembly text that can be counted: gcc,
 * g++, gfortran, clang, clang++, cc, c++, or a wrapper of MPI. */
bool compiler_writes_assembly(const char *compiler);
/* Returns whether flags enable link-time optimization, which is refused. */
#define LTO_REFUSAL                                                                                \
    "with link-time optimization the objects contain no machine code, so loops have no bounds: "   \
    "drop -flto"
bool flags_lto(const struct words *flags);
/* Returns the name of a build with these flags, usable as a file name: O3.march=native for
 * "-O3 -march=native", without linker options; "default" for no flags. */
const char *flags_name(struct arena *a, const struct words *flags);

#endif
