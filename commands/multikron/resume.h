/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which stream a sample file is to a collector: a random number, kept in FILE.stream beside the
 * file, so that sending goes on where it stopped. */
#ifndef COMMANDS_MULTIKRON_RESUME_H
#define COMMANDS_MULTIKRON_RESUME_H

#include "base/diag.h"

#include <stdint.h>

/* The number of the file's stream: that of FILE.stream where the file still begins with what was
 * sent, else a new one, which is written there. 0 = the file can be read one time only, or nothing
 * could be written beside it (a warning in d). */
uint64_t resume_stream(const char *path, int fd, struct diag *d);

#endif
