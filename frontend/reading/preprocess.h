/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file through the system's C preprocessor, as gfortran does it: `cpp
 * -traditional-cpp -undef`. Its # line marks stay in the text, so that lines
 * are those of the user's file. */
#ifndef READING_PREPROCESS_H
#define READING_PREPROCESS_H

#include "frontend/frontend.h"

/* Whether o and the file's suffix ask for the preprocessor and the text has
 * something for it. */
bool preprocess_wanted(const struct source *s, const struct front_options *o);

/* Puts what cpp makes of s into s. Messages of cpp are messages in d; an
 * #include whose file is not there is skipped with an error, so that the rest
 * comes through. Where cpp can't be run, s stays as it is, with an error. */
void preprocess(struct source *s, const struct front_options *o, struct diag *d);

#endif
