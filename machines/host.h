/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the machine file that describes the CPU on which this program runs. */
#ifndef MACHINES_HOST_H
#define MACHINES_HOST_H

#include "base/arena.h"

#include <stdbool.h>

/* Result of cpuid on the current core. */
struct host_cpu {
    char vendor[13];                  /* GenuineIntel; empty = cpuid is unavailable */
    unsigned family, model, stepping; /* with the extended bits added in */
    bool hybrid;                      /* it has two kinds of cores */
    bool small_core;                  /* the current core is of the slower kind */
    unsigned features;                /* bits of machines/features.h: reported and usable */
    bool fp16;                        /* AVX512-FP16 is reported: Golden Cove or a later core */
    char brand[49];                   /* the vendor's name of the CPU; empty = unavailable */
};

/* Reads the CPU's identification. Returns false on machines other than x86-64. */
bool host_read(struct host_cpu *cpu);
/* Reads a CPU from a text in the format of MACS_CPU: "VENDOR FAMILY MODEL STEPPING [FEATURE...]",
 * with features as in /proc/cpuinfo; avx512_fp16 implies all others. Without features, all but
 * avx512_fp16 are present. Returns false if the text
 * is invalid. */
bool host_simulate(const char *text, struct host_cpu *cpu);

struct host_match {
    const char *machine; /* name of the machine file */
    const char *core;    /* name of the CPU's core; NULL = unknown */
    bool exact;          /* the file describes this core */
};

/* Returns the CPU as such a text, without features other than avx512_fp16; in a. */
const char *host_text(struct arena *a, const struct host_cpu *cpu);

/* Returns the file for a CPU, from machines/hosts.def. For an unknown CPU: the newest one of its
 * vendor whose features it has. */
struct host_match host_match(const struct host_cpu *cpu);
/* Returns a warning if the file only describes the nearest CPU, or the current core is the slower
 * one of two kinds; NULL = none. One sentence without a period, in a. */
const char *host_doubt(struct arena *a, const struct host_cpu *cpu);
/* Returns the name of the CPU's core, or host_title, if the machine file of that name describes
 * another CPU; NULL = it describes this one, or its CPU is unknown because hosts.def does not list
 * it. `machine` may have the suffix of a variant: "zen4-as-nearest" describes another CPU. */
const char *host_other_core(struct arena *a, const struct host_cpu *cpu, const char *machine);
/* Returns family, model and stepping, and the brand if available: "GenuineIntel family 6 model 207
 * stepping 2 (Intel(R) Xeon(R) Processor)". In a. */
const char *host_title(struct arena *a, const struct host_cpu *cpu);

#endif
