/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: the steps of a measurement. */
#ifndef PROBE_INSIDE_H
#define PROBE_INSIDE_H

#include "measure/probe/object.h"
#include "measure/probe/probe.h"

enum { PROBE_COPIES = 48 };

/* Writes the assembly of all probes: functions macs_probe_0, ..., and the calibration. Each takes
 * the number of passes, of PROBE_COPIES (PROBE_CALIBRATION) copies. */
void probe_write(FILE *out, const struct probe *at, size_t n);

/* Measures every probe of the object, each in a process of its own; repeats those that differ from
 * m; compares. */
void probe_measure(struct arena *a, const struct probe_object *object, const struct machine *m,
                   struct probes *p);
/* Sets `file` and `differs`. */
void probe_compare(const struct machine *m, struct probes *p);

/* Returns the value that the machine's description gives for a probe. */
struct quantity probe_expected(const struct machine *m, const struct probe *p);

#endif
