/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of the counted program for addresses of the sampled program. The labelled program has the
 * same code at the same addresses, and a symbol at each counted block. */
#ifndef HOTSPOTS_COUNTED_H
#define HOTSPOTS_COUNTED_H

#include "base/quantity.h"
#include "binaries/binary.h"
#include "counts/streams.h"
#include "facts/hotspots.h"

struct hot_counts;
struct counted_object;

/* Why counts of code that several functions execute are unknown. */
#define COUNTED_APART                                                                              \
    "the linker folded several functions into this code, which the counted program executed apart"

/* Reads the directory of counted runs of macs count. Reports problems in d; counts that are not
 * known because of them are missing. Returns NULL after a message if there is no result. */
struct hot_counts *hot_counts_open(struct arena *a, const char *folder, struct diag *d);
/* Returns the CPU time of a counted run divided by that of the sampled run; missing with the reason
 * why no count is used. */
struct quantity hot_counts_slowdown(const struct hot_counts *c);
/* Returns the same of the run that recorded its accesses. */
struct quantity hot_counts_record_slowdown(const struct hot_counts *c);
/* Returns how the output of the counted run differs from that of the timed run, although the counts
 * are used; NULL = it is equal. */
const char *hot_counts_difference(const struct hot_counts *c);
/* Returns the object whose code is the same as that of b at the same addresses; NULL = none. */
const struct counted_object *hot_counts_object(const struct hot_counts *c, const struct binary *b);

/* Returns the records of data accesses. */
const struct stream_run *hot_counts_records(const struct hot_counts *c, size_t *n);

/* Returns the addresses of the n blocks of a unit in the object, in a; 0 = a block is not in it. */
const uint64_t *hot_counts_addresses(struct arena *a, const struct counted_object *o,
                                     uint64_t identity, size_t n);

/* Calls each() with the address of every executed block of loops that have source lines in common
 * with a loop in which one of the n sampled addresses is: copies of it and its remainders, also in
 * functions without samples. */
void hot_counts_versions(const struct hot_counts *c, const struct counted_object *o,
                         const uint64_t *sampled, size_t n,
                         void (*each)(void *with, uint64_t address), void *with);

/* Stores the source loops of the reference build and its slowdown in a profile; in a. c: of the
 * reference build; NULL = there is none. Loops of functions that are in several objects are added
 * up. */
void hot_counts_source_loops(struct arena *a, const struct hot_counts *c, struct hot_profile *to);

/* A compiled file: the counts of block b in run r are counts[r][b]. Those of branches follow. */
struct counted_unit {
    struct count_map map;
    uint64_t **counts;
    uint64_t **shared;      /* the part that threads without a block of their own counted */
    uint64_t *early;        /* of run r: executions of unknown blocks that were not counted */
    bool loaded;            /* by a process */
    const char *incomplete; /* why the counts are too small; NULL = they are not */
    struct counted_thread {
        uint64_t *counts;
        bool shared; /* several threads counted together */
    } * threads;     /* of the first run */
    size_t n_threads;
    bool many_threads; /* they are not all in threads */
};
/* Returns the units of which processes were counted, and the number of runs. */
const struct counted_unit *hot_counts_units(const struct hot_counts *c, size_t *n, size_t *runs);

/* Returns why a count is not used although its files are complete; NULL = it is. n: the count;
 * early: executions of unknown code that were not counted; shared: the part of n that threads
 * without counters of their own counted. */
const char *hot_counts_lost(double n, double early, double shared);

/* The executions of a block. */
struct hot_count {
    struct quantity n; /* mean of the counted runs */
    struct thread_passes threads;
    /* Largest minus smallest number, divided by the mean, or the share of executions that can be
     * missing; 0 = the number is exact. */
    double spread;
};
/* Returns whether a counted process executed blocks of the function with this symbol. */
bool hot_counts_executed(const struct hot_counts *c, const char *function);
/* Returns the count of the block that begins at the address; missing if there is none, with the
 * reason. o can be NULL. */
struct hot_count hot_counts_at(const struct hot_counts *c, const struct counted_object *o,
                               uint64_t address);
/* Returns how often control did not jump at the conditional branch at the address, but continued
 * with the next instruction; missing if that was not counted. */
struct hot_count hot_branch_at(const struct hot_counts *c, const struct counted_object *o,
                               uint64_t address);

#endif
