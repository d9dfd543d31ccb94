/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes sample files and network streams. */
#ifndef MULTIKRON_STREAM_RECORD_WRITER_H
#define MULTIKRON_STREAM_RECORD_WRITER_H

#include "measure/multikron/sample.h"

#include <stdio.h>

struct record_writer {
    FILE *out;    /* the caller checks its error state */
    bool network; /* write network elements; otherwise bare records */
};
/* Writes a sample. */
void record_writer_write(struct record_writer *w, const struct sample *s);

#endif
