/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an export reads: samples of several files, each file in the order of its extended
 * timestamps. */
#ifndef MULTIKRON_EXPORT_INPUT_H
#define MULTIKRON_EXPORT_INPUT_H

#include "base/diag.h"
#include "measure/multikron/naming.h"
#include "measure/multikron/stream/reader.h"

/* Which samples are exported; the bounds are in ticks, from <= time < until. */
struct export_choice {
    uint64_t from, until;  /* 0 and UINT64_MAX = all */
    bool one;              /* only samples of source */
    uint32_t source, mask; /* bits of the source address that must agree */
};

/* One file, its records in memory as they are; those of a network stream by way of a file without
 * a name. */
struct export_input {
    const char *name;
    struct naming *naming; /* numbers the regions of its samples; NULL = they stay */
    uint8_t *bytes;
    size_t size;      /* bytes of them */
    uint64_t *order;  /* offsets of the records in time order; NULL = as they stand */
    uint64_t *times;  /* extended, of the same; NULL likewise */
    uint64_t records; /* all of them, chosen or not */
    uint64_t late;    /* stood behind a record with a later time */
    struct stream_losses losses;
};

/* Reads the file, "-" is standard input. False with a message in d when it cannot be read. What
 * does not survive is an error in d and counted; records that stand out of order are put in order,
 * with a warning. Stamps are extended as clocks.h does, by nodes of that many process bits. */
bool export_input_open(struct export_input *in, const char *name, unsigned process_bits,
                       struct diag *d);
/* The same of bytes in memory. */
bool export_input_from_bytes(struct export_input *in, const char *name, const uint8_t *bytes,
                             size_t n, unsigned process_bits, struct diag *d);
void export_input_close(struct export_input *in);

/* A way through the samples of one file that are chosen; all zeroes but in and choice. */
struct export_cursor {
    const struct export_input *in;
    const struct export_choice *choice;
    size_t at;     /* byte, or place in order */
    uint64_t time; /* ticks, extended, of the sample read last */
};
/* The next sample; false behind the last one. */
bool export_next(struct export_cursor *c, struct sample *s);

#endif
