/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the samples of a file in the order of their extended timestamps. */
#ifndef MULTIKRON_EXPORT_INPUT_H
#define MULTIKRON_EXPORT_INPUT_H

#include "base/diag.h"
#include "measure/multikron/naming.h"
#include "measure/multikron/stream/reader.h"

/* The selected samples: from <= time < until, in ticks. */
struct export_choice {
    uint64_t from, until;  /* 0 and UINT64_MAX = all */
    bool has_source;       /* only samples of source */
    uint32_t source, mask; /* mask: the bits of the source address that are compared */
};

/* A file whose records are mapped into memory. A network stream or pipe is first decoded to an
 * unlinked temporary file. */
struct export_input {
    const char *name;
    struct naming *naming; /* common region numbers; NULL = the numbers are unchanged */
    uint8_t *bytes;
    size_t size;
    uint64_t *order;  /* offsets of the records in order of time; NULL = they are in order */
    uint64_t *times;  /* their extended times; NULL likewise */
    uint64_t records; /* number of records, selected or not */
    uint64_t late;    /* number of records after a record with a later time */
    struct stream_losses losses;
};

/* Reads a file; "-" = standard input. Returns false after an error in d if it cannot be read.
 * Invalid records are counted and reported as errors in d; records that are not in order of time
 * are sorted, with a warning. Timestamps are extended as in clocks.h. */
bool export_input_open(struct export_input *in, const char *name, unsigned process_bits,
                       struct diag *d);
/* Does the same for bytes in memory. */
bool export_input_from_bytes(struct export_input *in, const char *name, const uint8_t *bytes,
                             size_t n, unsigned process_bits, struct diag *d);
void export_input_close(struct export_input *in);

/* Iterates over the selected samples of a file. Initialized to zero except in and choice. */
struct export_cursor {
    const struct export_input *in;
    const struct export_choice *choice;
    size_t at;     /* offset, or index in order */
    uint64_t time; /* extended time of the last sample that was read, ticks */
};
/* Reads the next selected sample. Returns false at the end. */
bool export_next(struct export_cursor *c, struct sample *s);

#endif
