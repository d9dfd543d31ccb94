/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of a file before they are cards. */
#ifndef FRONTEND_READING_TEXT_H
#define FRONTEND_READING_TEXT_H

#include "base/source.h"

/* Takes out of s what is there for machines other than ours: the mark of UTF-8 at its front,
 * the end-of-file bytes of DOS behind its last line; a CR alone becomes a line end where no line
 * has another one. Says why s is no Fortran text, NULL if it may be. */
const char *text_prepare(struct source *s);

#endif
