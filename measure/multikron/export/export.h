/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts samples to the formats of trace viewers. */
#ifndef MULTIKRON_EXPORT_H
#define MULTIKRON_EXPORT_H

#include "measure/multikron/export/names.h"
#include "measure/multikron/export/survey.h"

/* The input of an export. */
struct export_job {
    const struct export_input *in;
    size_t n;
    const struct export_choice *choice;
    const struct export_names *names;
    struct export_survey *survey; /* of in and choice */
    const char *out;              /* path of the file or directory */
    uint64_t max_bytes;           /* of a JSON trace; a larger one is not written */
};

/* All three return false after an error in d; then nothing is at job->out. */
/* Writes a file with Chrome's JSON trace, which Perfetto reads. */
bool export_chrome(const struct export_job *job, struct diag *d);
/* Writes a CTF 1.8 directory: a metadata text, and a file with the unchanged records of each input.
 */
bool export_ctf(const struct export_job *job, struct diag *d);
/* Writes a directory with the OTF2 archive "traces". */
bool export_otf2(const struct export_job *job, struct diag *d);
/* Returns whether MACS was built with libotf2. */
bool export_otf2_is_available(void);

/* Returns an estimate of the bytes that export_chrome() writes, from the first samples of each
 * file.
 */
uint64_t export_chrome_size(const struct export_job *job);

#endif
