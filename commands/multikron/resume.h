/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stream number of a sample file. It is random and stored in FILE.stream next to the file, so
 * that sending can continue where it stopped. */
#ifndef COMMANDS_MULTIKRON_RESUME_H
#define COMMANDS_MULTIKRON_RESUME_H

#include "base/diag.h"

#include <stdint.h>

/* Returns the stream number of the file: that in FILE.stream if the start of the file is unchanged,
 * otherwise a new one, which is written there. 0 = the file is not a regular file, or FILE.stream
 * could not be written (with a warning in d). */
uint64_t resume_stream(const char *path, int fd, struct diag *d);

#endif
