/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies functions of a binary to a small ELF file, at the same addresses. A disassembler then
 * reads these functions only, and its time does not depend on the size of the binary. */
#ifndef BINARIES_EXTRACT_H
#define BINARIES_EXTRACT_H

#include "binaries/binary.h"

/* Writes n functions to the empty file of descriptor fd. They must be disjoint and in ascending
 * order. A function without a symbol gets the name "fn_ADDRESS"; control characters and blanks of
 * names become '_'. Functions whose code is not in the file, and functions after the first 65,272,
 * are omitted. Returns false after a message in d; the content of the file is then undefined. */
bool binary_extract(struct binary *b, const struct binary_function *const *functions, size_t n,
                    int fd, struct diag *d);

#endif
