/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples counted by address, thread and caller. Memory grows with the code that runs, not with the
 * duration of the run. If there are many rows, those of different threads are merged, then those of
 * different callers. */
#ifndef MEASURE_SAMPLING_COUNTS_H
#define MEASURE_SAMPLING_COUNTS_H

#include "base/array.h"
#include "base/names.h"
#include "measure/sampling/numbering.h"
#include "measure/sampling/profile.h"

/* What rows of samples distinguish, beside the address. */
enum count_detail { COUNT_THREADS, COUNT_CALLERS, COUNT_ADDRESSES };
enum { COUNT_MOST_ROWS = 1 << 17 }; /* before rows are merged the first time */

struct sample_counts {
    ARRAY(struct profile_sample) samples;
    ARRAY(struct profile_thread) threads;
    ARRAY(struct profile_fault) faults;
    ARRAY(struct profile_executed) executed;
    struct numbering sample_keys, thread_keys, fault_keys, executed_keys;
    enum count_detail detail;
    size_t most_rows;            /* with more, they are merged */
    ARRAY(bool) long_threads;    /* of each thread: it had a sample with a usual period */
    ARRAY(uint32_t) thread_rows; /* of each thread key: the last row with that number */
    struct names names;
};

void sample_counts_init(struct sample_counts *t);
/* Returns the row of a thread. Its name is empty until sample_counts_set_name. */
uint32_t sample_counts_thread(struct sample_counts *t, int pid, int tid);
/* Sets the name of a thread. */
void sample_counts_set_name(struct sample_counts *t, int pid, int tid, const char *name);
/* Starts a new row: a new thread may have the number of an earlier one. */
void sample_counts_new_thread(struct sample_counts *t, int pid, int tid);
/* Notes that a thread lived for a usual period. Samples of other threads are never merged: each
 * stands for more time than its own (perf.c). */
void sample_counts_set_long(struct sample_counts *t, uint32_t thread);
bool sample_counts_is_long(const struct sample_counts *t, uint32_t thread);
/* Adds key->n samples of key->weight at the key's address, thread and caller. */
void sample_counts_add(struct sample_counts *t, const struct profile_sample *key);
/* Adds page faults of a process at an address. */
void sample_counts_add_faults(struct sample_counts *t, int pid, uint64_t address, uint64_t n);
/* Adds the work of an address: instructions, page faults, time in the kernel. */
void sample_counts_add_executed(struct sample_counts *t, const struct profile_executed *work);
/* Return the number of all samples, and the sum of their weights. */
double sample_counts_number(const struct sample_counts *t);
double sample_counts_weight(const struct sample_counts *t);
/* Sorts samples by object, address, thread, caller, and faults by process and address,
 * executed instructions by object and address. Afterwards
 * the counts can only be read. */
void sample_counts_sort(struct sample_counts *t);
void sample_counts_free(struct sample_counts *t);

#endif
