/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files and flags of a compiler's command line mean to us. */
#ifndef DRIVE_FLAGS_H
#define DRIVE_FLAGS_H

#include "drive/words.h"

enum file_kind {
    FILE_FORTRAN, /* a source that kma reads */
    FILE_SOURCE,  /* another one that the compiler takes: C, assembly */
    FILE_LINKED,  /* an object or a library */
    FILE_OTHER,
};
/* By the ending of its name, as gfortran tells them. */
enum file_kind file_kind_of(const char *path);
/* Fixed form, by the ending of its name. */
bool file_is_fixed(const char *path);

/* What kma has to be told of these flags: where includes are, what cpp is to know, source form and
 * length of lines. root: the folder that kma runs in, an absolute path without symbolic links,
 * where that is not the current one (place.h); else NULL. */
struct words flags_for_kma(struct arena *a, const struct words *flags, const char *root);
/* It makes errors of warnings. A marked copy is compiled without it: the calls in it may cause
 * warnings that the user's source does not. */
bool flag_makes_errors(const char *flag);
/* A library or an option of the linker: it has to stand behind the objects that need it. */
bool flag_is_for_linker(const char *flag);
/* gcc's Fortran, by the name of the command: it tells which loops it left scalar, and why. */
bool compiler_tells(const char *compiler);
/* They leave code generation to the linker: assembly tells nothing then. */
bool flags_lto(const struct words *flags);
/* A name for a build with these flags, good for files: "-O3 -march=native" is O3.march=native,
 * what is for the linker left out; without any, "default". */
const char *flags_name(struct arena *a, const struct words *flags);

#endif
