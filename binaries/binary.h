/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions, source lines and inlined calls of an executable or shared library. Functions are found
 * by symbols and unwind information, lines and inlined calls by debug information, which may be in
 * a separate file: libdwfl finds it by build id or .gnu_debuglink below /usr/lib/debug and beside
 * the file, or downloads it if the environment variable DEBUGINFOD_URLS is set. Addresses are those
 * of the ELF file (virtual addresses before loading). Each part is read on its first use. */
#ifndef BINARIES_BINARY_H
#define BINARIES_BINARY_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

struct binary;

/* Opens the file. Returns NULL after a message in d if the file can't be read or is not a regular
 * file, an executable or shared library for a 64-bit little-endian machine. path must outlive the
 * result. The file must not be truncated before binary_close: it is mapped. */
struct binary *binary_open(const char *path, struct diag *d);
/* The same without a message: *why is the reason, valid until the next call of a function of libc,
 * libelf or libdwfl. */
struct binary *binary_try(const char *path, const char **why);
void binary_close(struct binary *b);

/* Returns the path given to binary_open. */
const char *binary_path(const struct binary *b);
/* Returns the build id and its number of bytes; 0 bytes = the file has none. */
const uint8_t *binary_build_id(const struct binary *b, size_t *n);
/* Returns the descriptor of the open file, which is closed by binary_close. */
int binary_descriptor(const struct binary *b);
/* Returns true for x86-64 code. */
bool binary_is_x86_64(const struct binary *b);

/* Converts a position in the file to an address, preferably one of code. Returns false if no loaded
 * segment contains it. */
bool binary_address(const struct binary *b, uint64_t offset, uint64_t *address);
/* Returns the n bytes at the address, valid until binary_close, or NULL if the file does not
 * contain all of them. */
const uint8_t *binary_code(struct binary *b, uint64_t address, size_t n);

/* ---- functions ---- */

/* A range of code. If the compiler moved rarely executed code out of a function, the function has a
 * second range, named "NAME.cold". */
struct binary_function {
    uint64_t begin, end;
    const char *name;  /* NULL = no symbol, only unwind information */
    const char *other; /* another symbol with the same code, for example of an identical function
                          that the linker folded; NULL = none, or it differs by leading underscores
                          only, or both are variants of one constructor */
};
/* Returns the function that contains the address; NULL = unknown. If several symbols have the same
 * address (aliases, identical functions folded by the linker), the name is the first global one in
 * alphabetical order. */
const struct binary_function *binary_function_at(struct binary *b, uint64_t address);
/* Returns the other range of f: "NAME.cold" of "NAME" and the reverse. NULL = none, or several
 * functions have these names. */
const struct binary_function *binary_other_part(struct binary *b, const struct binary_function *f);

/* A table of code addresses, which a switch or a computed goto jumps through. */
struct binary_table {
    uint64_t at, end; /* the table ends before `end`, or before the first entry that is no target */
    bool (*is_target)(const void *context, uint64_t address);
    const void *context;
};
/* Reads the targets of a table, in a, and returns their number; 0 = there is no table at the
 * address, or it has a single entry. Its entries are addresses (8 bytes, as the dynamic linker sets
 * them) or distances from the table (4 bytes). */
size_t binary_jump_table(struct binary *b, const struct binary_table *t, struct arena *a,
                         uint64_t **to);

/* ---- labels ---- */

/* Returns the bytes of the section .text, their number and their address; NULL = there are none.
 * Valid until binary_close. */
const uint8_t *binary_text(const struct binary *b, uint64_t *address, size_t *n);

/* A symbol of the symbol table. */
struct binary_label {
    uint64_t address;
    const char *name; /* valid until binary_close */
};
/* Stores the symbols whose names begin with the prefix in a, by address. Returns their number. */
size_t binary_labels(const struct binary *b, struct arena *a, const char *prefix,
                     struct binary_label **to);

/* ---- source ---- */

/* A source position; file NULL = unknown. Texts are valid until binary_close. */
struct binary_line {
    const char *file;
    long line, column; /* 0 = unknown */
};
/* Returns the source position of the instruction at the address. */
struct binary_line binary_line_at(struct binary *b, uint64_t address);

/* A row of the line table. */
struct binary_row {
    uint64_t address;
    struct binary_line at;
    bool last; /* of several rows of the address, the one that binary_line_at returns */
};
/* Stores the rows of the line tables of all units in a, by address. Returns their number; 0 = no
 * debug information. */
size_t binary_line_table(struct binary *b, struct arena *a, struct binary_row **to);

/* Returns the language of the source at the address, from the debug information: "Fortran", "C",
 * "C++", "Rust" ...; NULL = unknown. */
const char *binary_language_at(struct binary *b, uint64_t address);

/* A function that was inlined at an address, or the compiled function that contains the address. */
struct binary_frame {
    const char *function;    /* its name in the source; NULL = unknown */
    struct binary_line call; /* position of the inlined call; of the compiled function: unknown */
};
/* Stores the frames of the address in a, from the innermost inlined function to the compiled one.
 * Returns their number; 0 = no debug information. */
size_t binary_frames_at(struct binary *b, uint64_t address, struct arena *a,
                        struct binary_frame **frames);

#endif
