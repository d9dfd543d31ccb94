/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which machine file describes the CPU that this program runs on. */
#ifndef MACHINES_HOST_H
#define MACHINES_HOST_H

#include "base/arena.h"

#include <stdbool.h>

/* What the cpuid instruction says of the CPU that asks. */
struct host_cpu {
    char vendor[13];                  /* GenuineIntel; empty = cpuid is not there */
    unsigned family, model, stepping; /* with the extended bits added in */
    bool hybrid;                      /* it has cores of two kinds */
    bool small_core;                  /* and the one that asked is of the slower kind */
    unsigned features;                /* of machines/features.h, reported and usable */
    char brand[49];                   /* as the maker calls it; empty = it does not say */
};

/* Asks the CPU. False on machines other than x86-64. */
bool host_read(struct host_cpu *cpu);
/* The CPU of a text, as MACS_CPU has it: "VENDOR FAMILY MODEL STEPPING [FEATURE...]", features as
 * /proc/cpuinfo names them; none: all that there are. False where it is no such text. */
bool host_simulate(const char *text, struct host_cpu *cpu);

struct host_match {
    const char *machine; /* name of the machine file */
    const char *core;    /* what the CPU's core is called; NULL = not known */
    bool exact;          /* the file describes this core */
};

/* The file for a CPU, from machines/hosts.def. Of CPUs that the table does not hold, the newest of
 * its maker that has what it has. */
struct host_match host_match(const struct host_cpu *cpu);
/* What has to be said where the file is only the nearest or the core that asked is the slower one
 * of two kinds; NULL = nothing. One plain sentence without a dot, in a. */
const char *host_doubt(struct arena *a, const struct host_cpu *cpu);
/* Family, model and stepping, and the brand if there is one: "GenuineIntel family 6 model 207
 * stepping 2 (Intel(R) Xeon(R) Processor)". In a. */
const char *host_title(struct arena *a, const struct host_cpu *cpu);

#endif
