/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assembles functions that were written as text, and loads them into this process. */
#ifndef PROBE_OBJECT_H
#define PROBE_OBJECT_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdint.h>
#include <stdio.h>

struct probe_object {
    void *loaded;
};

/* Writes the assembly with write(), assembles it with the assembler that `compiler` calls ("gcc"),
 * and loads it. Close it with probe_object_close(). Returns false after a message. */
bool probe_object_load(struct arena *a, const char *compiler,
                       void (*write)(FILE *out, const void *context), const void *context,
                       struct probe_object *o, struct diag *d);
void probe_object_close(struct probe_object *o);

/* A loaded function. Those that take other arguments are converted by the caller. */
typedef void (*probe_function)(long passes);
/* Returns the function of that name; NULL = the object has none. */
probe_function probe_object_function(const struct probe_object *o, const char *name);

/* The chain of dependent adds that calibrates times: PROBE_CALIBRATION adds a pass. */
enum { PROBE_CALIBRATION = 64 };
#define PROBE_CALIBRATE "macs_probe_calibrate"
void probe_write_calibration(FILE *out);
/* A loop of one taken branch, and nothing else: a pass takes one cycle if no other hardware thread
 * uses the core, and about two otherwise, because the threads fetch instructions in turn. */
#define PROBE_BRANCHES "macs_probe_branches"
void probe_write_branches(FILE *out);

/* Returns the time-stamp counter. Earlier instructions are complete, and later ones have not begun.
 * 0 on machines other than x86-64. */
uint64_t probe_ticks(void);
/* Returns ticks of the time-stamp counter per second, measured for 50 ms. */
double probe_tick_rate(void);

#endif
