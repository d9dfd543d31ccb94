/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fingerprints of bytes and files, to detect changes: FNV-1a (Fowler, Noll, Vo) with 64 bits. They
 * do not protect against intended collisions. */
#ifndef DRIVE_PRINT_H
#define DRIVE_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t finger_print;
#define FINGER_PRINT_START UINT64_C(0xcbf29ce484222325)

/* Returns the fingerprint after n further bytes. */
finger_print print_bytes(finger_print p, const void *bytes, size_t n);
/* Adds a text with its final 0, so that "a", "b" differs from "ab". */
finger_print print_text(finger_print p, const char *text);
/* Adds the contents of a file. Returns false if it cannot be read. */
bool print_file(finger_print *p, const char *path);
/* Adds the identity of a file: its size, modification time and inode number. Returns false if it
 * does not exist. */
bool print_state(finger_print *p, const char *path);

#endif
