/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the system's C preprocessor on a file as gfortran does: `cpp -traditional-cpp -undef`. Its
 * line markers remain in the text, so that messages have the lines of the user's file. */
#ifndef READING_PREPROCESS_H
#define READING_PREPROCESS_H

#include "frontend/frontend.h"

/* Whether the options or the file's suffix request the preprocessor, and the text has a line for
 * it. */
bool preprocess_wanted(const struct source *s, const struct front_options *o);

/* Replaces the text of s by the output of cpp. Messages of cpp become messages in d. An #include of
 * a missing file is an error and is skipped; the rest is preprocessed. If cpp cannot be run, s is
 * unchanged and d gets an error. */
void preprocess(struct source *s, const struct front_options *o, struct diag *d);

#endif
