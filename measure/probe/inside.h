/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: the steps of a measurement. */
#ifndef PROBE_INSIDE_H
#define PROBE_INSIDE_H

#include "measure/probe/probe.h"

#include <stdio.h>

enum { PROBE_COPIES = 48, PROBE_CALIBRATION = 64 };
#define PROBE_CALIBRATE "macs_probe_calibrate"

/* Writes the assembly of all probes: functions macs_probe_0, ..., and the calibration. Each takes
 * the number of passes, of PROBE_COPIES (PROBE_CALIBRATION) copies. */
void probe_write(FILE *out, const struct probe *at, size_t n);

/* Assembles it to a shared object. Returns false after a message. */
bool probe_assemble(const char *compiler, const char *source, const char *object, struct diag *d);

/* Measures every probe of the object, each in a process of its own; repeats those that differ from
 * m; compares. Returns false after a message. */
bool probe_measure(struct arena *a, const char *object, const struct machine *m, struct probes *p,
                   struct diag *d);
/* Sets `file` and `differs`. */
void probe_compare(const struct machine *m, struct probes *p);

/* Returns the value that the machine's description gives for a probe. */
struct quantity probe_expected(const struct machine *m, const struct probe *p);

#endif
