/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects the scanner of a machine's assembly. */
#ifndef COMMANDS_KMACSTAT_SCAN_H
#define COMMANDS_KMACSTAT_SCAN_H

#include "loops/scanner.h"
#include "machines/machine.h"

/* An assembly language: its scanner, and its part of the text report. */
struct assembly {
    const struct scanner *scanner;
    const char *choose; /* how to choose a machine of this language, for messages */
    bool needs_details; /* the text report needs details of loops */
    void (*put_loop)(FILE *out, const struct machine *m, const struct compiled_loop *c);
};
/* Returns m's assembly language; NULL = kmacstat does not read it. */
const struct assembly *assembly_of(const struct machine *m);

struct scanned_file {
    const struct assembly *assembly;
    struct scan *scan;
    struct infile in;
};
/* Scans the file at path ("-": standard input); the caller sets assembly. Returns false after a
 * message: it can't be read, or is another machine's assembly. s, ask, path and d must exist until
 * scanned_file_close. */
bool scanned_file_open(struct scanned_file *s, const struct loop_ask *ask, const char *path,
                       struct diag *d);
void scanned_file_close(struct scanned_file *s);

#endif
