/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writer of sample files and network streams. */
#ifndef MULTIKRON_STREAM_RECORD_WRITER_H
#define MULTIKRON_STREAM_RECORD_WRITER_H

#include "measure/multikron/sample.h"

#include <stdio.h>

struct record_writer {
    FILE *out;    /* its error state tells whether all was written */
    bool network; /* elements, not bare records */
};
void record_put(struct record_writer *w, const struct sample *s);

#endif
