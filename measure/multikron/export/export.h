/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples in the formats of other people's tools. */
#ifndef MULTIKRON_EXPORT_H
#define MULTIKRON_EXPORT_H

#include "measure/multikron/export/names.h"
#include "measure/multikron/export/survey.h"

/* What an export is made of. */
struct export_job {
    const struct export_input *in;
    size_t n;
    const struct export_choice *choice;
    const struct export_names *names;
    struct export_survey *survey; /* of in and choice */
    const char *out;              /* name of the file or folder */
    uint64_t most;                /* bytes of a JSON trace; of more nothing is written */
};

/* Chrome's JSON trace, as Perfetto reads it: a file. */
bool export_chrome(const struct export_job *job, struct diag *d);
/* CTF 1.8: a folder of a metadata text and the records as they are, a file for each input. */
bool export_ctf(const struct export_job *job, struct diag *d);
/* OTF2: a folder with the archive "traces". */
bool export_otf2(const struct export_job *job, struct diag *d);
/* Was this built with libotf2? */
bool export_otf2_there(void);

/* About the bytes that export_chrome would write, from the first samples of each file. */
uint64_t export_chrome_size(const struct export_job *job);

#endif
