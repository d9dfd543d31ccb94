/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prepares the bytes of a file for reading. */
#ifndef FRONTEND_READING_TEXT_H
#define FRONTEND_READING_TEXT_H

#include "base/source.h"

/* Removes the byte order mark of UTF-8 at the begin of s and the end-of-file bytes of DOS at its
 * end. Converts CR to line ends if the text has no others. Returns NULL, or the reason why s is not
 * Fortran text. */
const char *text_prepare(struct source *s);

#endif
