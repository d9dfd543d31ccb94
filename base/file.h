/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closes streams and descriptors. Errors of a stream are detected when it is closed, so code
 * outside of base/ must not call fclose(). */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Closes a stream. Returns false with errno after a read or write error. */
bool file_close(FILE *f) __attribute__((warn_unused_result));
/* Closes a stream whose errors are irrelevant or already reported. Keeps errno; NULL is allowed. */
void file_drop(FILE *f);
/* Returns whether both paths name the same existing file. */
bool same_file(const char *a, const char *b);
/* Returns the directory of path if it does not exist, to be freed; otherwise NULL. */
char *missing_directory(const char *path);

#endif
