/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finger prints of bytes and files, to tell whether they are what they were. 64 bits of FNV-1a
 * (Fowler, Noll, Vo): changes are found, forgeries are not. */
#ifndef DRIVE_PRINT_H
#define DRIVE_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t finger_print;
#define FINGER_PRINT_START UINT64_C(0xcbf29ce484222325)

finger_print print_bytes(finger_print p, const void *bytes, size_t n);
/* A text with its end, so that "a", "b" is not "ab". */
finger_print print_text(finger_print p, const char *text);
/* What a file holds; false when it can't be read. */
bool print_file(finger_print *p, const char *path);
/* Whether it is the same file, untouched: size, time of change, and number. False when there is
 * none. */
bool print_state(finger_print *p, const char *path);

#endif
