/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads samples as text, JSON or CSV: the formats that `multikron decode` prints; optional fields
 * may be absent. The memory does not depend on the size of the input.
 *
 *   text  TIME trace|resource NODE.PROCESS CPU FLAGS USER [COUNTER...]  # a comment
 *   JSON  objects with the keys of keys.def at any depth: in "samples" of an object, in an array,
 *         or one after the other; other keys are ignored
 *   CSV   a header with the names of the columns, keys of keys.def in any order; then the rows
 */
#ifndef MULTIKRON_STREAM_TEXT_H
#define MULTIKRON_STREAM_TEXT_H

#include "base/diag.h"
#include "measure/multikron/sample.h"

/* DETECT: JSON if the first non-blank byte is { or [; otherwise CSV if the first line has a comma;
 * otherwise lines of text. */
enum text_form { TEXT_DETECT, TEXT_LINES, TEXT_JSON, TEXT_CSV };

struct text_reader {
    FILE *in;
    const char *name; /* for messages */
    enum text_form form;
    unsigned process_bits; /* of a source */
    struct diag *d;
    void (*accept_sample)(void *context, const struct sample *s); /* gets each sample */
    void *context;
    long line, col; /* current position; initially 0 */
};
/* Reads the whole input. An invalid sample is an error in d and is ignored; invalid JSON ends the
 * input. */
void text_read(struct text_reader *r);

#endif
