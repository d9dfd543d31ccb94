/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of the compiler wrappers for macs, in the directory of a build:
 *
 *   objects/FINGERPRINT/    of an object whose contents have this fingerprint: time.o, count.o,
 * NAME.s, the marked sources, and "record": root (where macs build was started), source (its path
 * from there), compiler, flags, options for kma programs/FINGERPRINT/   of a program whose path and
 * code have this fingerprint: time, count, and "record": path, identity (programs.h), and the
 * objects that it is made of left-out a record: files that cannot be measured, and the reason
 *
 *   counted/FINGERPRINT/    of an object: counted.o, labelled.o and map; reference.o and
 * reference.map of the reference build; programs/FINGERPRINT/counted and
 * programs/FINGERPRINT/reference are directories of these builds (counted.h)
 *
 * A record is lines "KEY tab TEXT", in which a tab is written as \t, a line end as \n and a
 * backslash as \\; keys can be repeated. Directories are renamed when complete. */
#ifndef MACS_COMPILERS_RECORDS_H
#define MACS_COMPILERS_RECORDS_H

#include "base/diag.h"
#include "commands/macs/steps/fingerprint.h"
#include "commands/macs/steps/words.h"

struct record {
    struct words keys, texts; /* pairwise */
};
void record_add(struct arena *a, struct record *r, const char *key, const char *text);
/* Returns the first text of a key; NULL = none. */
const char *record_text(const struct record *r, const char *key);
/* Replaces all texts of a key. */
void record_replace(struct record *r, const char *key, const char *text);
/* Returns all texts of a key. */
struct words record_texts(struct arena *a, const struct record *r, const char *key);
/* Both return false with errno on failure. */
bool record_write(const struct record *r, const char *path);
bool record_read(struct record *r, struct arena *a, const char *path);

/* Returns BUILD/objects/FINGERPRINT of an object; NULL = the object cannot be read. */
const char *object_folder(struct arena *a, const char *build, const char *object);
/* The same: BUILD/counted/FINGERPRINT, for its counted variant. */
const char *counted_folder(struct arena *a, const char *build, const char *object);
/* Returns BUILD/programs/FINGERPRINT of a program, of its path and its identity (programs.h):
 * another program can be linked with the same name. */
const char *program_folder(struct arena *a, const char *build, const char *path,
                           const char *identity);
/* Creates a temporary directory there. Returns its name, for folder_finish or folder_discard; NULL
 * = failure. */
char *unfinished_folder(struct arena *a, const char *build);
/* Renames it, replacing an existing directory, and frees its name. Returns false if it cannot be
 * renamed; the caller must then discard it. */
bool folder_finish(struct arena *a, char *unfinished, const char *name);
/* Removes the directory and frees its name. NULL is allowed. */
void folder_discard(char *unfinished);
/* Replaces the lines about `what` in the file left-out by one with the reason; why NULL: removes
 * them. Returns false with errno on failure. */
bool record_left_out(struct arena *a, const char *build, const char *what, const char *why);

#endif
