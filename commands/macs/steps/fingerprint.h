/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fingerprints of bytes and files, to detect changes: FNV-1a (Fowler, Noll, Vo) with 64 bits. They
 * do not protect against intended collisions. */
#ifndef MACS_STEPS_FINGERPRINT_H
#define MACS_STEPS_FINGERPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t fingerprint;
#define FINGERPRINT_START UINT64_C(0xcbf29ce484222325)

/* Returns the fingerprint after n further bytes. */
fingerprint fingerprint_bytes(fingerprint p, const void *bytes, size_t n);
/* Adds a text with its final 0, so that "a", "b" differs from "ab". */
fingerprint fingerprint_text(fingerprint p, const char *text);
/* Adds the contents of a file. Returns false if it cannot be read. */
bool fingerprint_file(fingerprint *p, const char *path);
/* Adds the identity of a file: its size, modification time and inode number. Returns false if it
 * does not exist. */
bool fingerprint_file_state(fingerprint *p, const char *path);

#endif
