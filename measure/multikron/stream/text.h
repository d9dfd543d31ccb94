/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of samples as people and programs write them: the text, JSON and CSV that
 * `multikron decode` prints, or less of it. Memory does not grow with the input.
 *
 *   text  TIME trace|resource NODE.PROCESS CPU FLAGS USER [COUNTER...]  # a comment
 *   JSON  objects with the keys of keys.def wherever they stand: in "samples" of an object, in
 *         an array, or one behind the other; other keys are passed over
 *   CSV   a header that names the columns, keys of keys.def, in any order
 */
#ifndef MULTIKRON_STREAM_TEXT_H
#define MULTIKRON_STREAM_TEXT_H

#include "base/diag.h"
#include "measure/multikron/sample.h"

/* DETECT: JSON if the first byte that is no blank is { or [, CSV if the first line holds a comma.
 */
enum text_form { TEXT_DETECT, TEXT_LINES, TEXT_JSON, TEXT_CSV };

struct text_reader {
    FILE *in;
    const char *name; /* for messages */
    enum text_form form;
    unsigned process_bits; /* of a source */
    struct diag *d;
    void (*take)(void *to, const struct sample *s); /* gets each sample */
    void *to;
    long line, col; /* where it stands; start at 0 */
};
/* Reads all. What is wrong is an error in d, and the sample is left out; broken JSON ends there. */
void text_read(struct text_reader *r);

#endif
