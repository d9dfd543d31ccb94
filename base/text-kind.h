/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognizes files that a command can't read, by the start of their text. */
#ifndef BASE_TEXT_KIND_H
#define BASE_TEXT_KIND_H

#include <stddef.h>

enum text_kind {
    TEXT_UNKNOWN,
    TEXT_EMPTY,        /* no bytes */
    TEXT_MACHINE_CODE, /* an ELF file */
    TEXT_LIBRARY,      /* an archive of ELF files */
    TEXT_ASSEMBLY,     /* assembly directives, or the output of objdump */
    TEXT_FORTRAN,      /* Fortran statements, and no assembly directives */
};

/* Returns the kind of a file that begins with these n bytes. It examines at most the first 64 KB.
 * TEXT_ASSEMBLY and TEXT_FORTRAN require two characteristic lines, so a text of another language is
 * TEXT_UNKNOWN. */
enum text_kind text_kind_of(const char *text, size_t n);

/* The same without TEXT_ASSEMBLY and TEXT_FORTRAN: compares the first bytes only. */
enum text_kind binary_kind_of(const char *bytes, size_t n);

#endif
