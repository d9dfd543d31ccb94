/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Examines the selected samples before anything is written. */
#ifndef MULTIKRON_EXPORT_SURVEY_H
#define MULTIKRON_EXPORT_SURVEY_H

#include "measure/multikron/export/input.h"
#include "measure/multikron/export/nest.h"

enum { EXPORT_LOSSES = sizeof(struct stream_losses) / sizeof(uint64_t) };

/* A thread: the samples of a source address in all files. */
struct export_thread {
    uint32_t source;
    uint64_t samples, first, last; /* ticks */
    bool goes_back;                /* a later file has earlier samples of it */
    struct nest nest;              /* the state after the last sample that was read */
};

struct export_survey {
    uint64_t traces, resources;                           /* numbers of samples by class */
    uint64_t fifo_overruns, shadow_overruns, read_errors; /* numbers of samples with the flag */
    uint64_t no_exit, no_enter, too_deep; /* numbers of steps of these kinds (nest.h) */
    uint64_t lost[EXPORT_LOSSES];         /* of all files, in the order of stream_loss_names() */
    uint64_t first, last; /* smallest and largest time, ticks; if there are samples */
    ARRAY(struct export_thread) threads; /* sorted by address */
    uint32_t *slots;                     /* hash table of threads: 0 = free, otherwise 1 + index */
    size_t n_slots;                      /* a power of two */
    uint8_t regions[(1 << 16) / 8];      /* set of the loops in marks, one bit each */
    uint8_t parallels[(1 << 16) / 8];    /* set of the parallel regions in marks */
};

/* Examines the selected samples of the files. The caller calls export_survey_free(). */
void export_survey(struct export_survey *v, const struct export_input *in, size_t n,
                   const struct export_choice *choice);
/* Returns the thread of an address, or NULL. */
struct export_thread *export_find_thread(const struct export_survey *v, uint32_t source);
/* Closes the open regions of all threads, before the next pass. */
void export_reset_nests(struct export_survey *v);
void export_survey_free(struct export_survey *v);

/* Calls put with the name and the count of each kind of loss, for annotations of the output. Names
 * consist of letters, digits and '_'. Losses of streams are omitted if 0. */
void export_each_loss(const struct export_survey *v,
                      void (*put)(void *to, const char *name, uint64_t count), void *to);

/* Returns whether a region is in the set. */
static inline bool export_has_region(const uint8_t *set, unsigned region)
{
    return set[region >> 3 & 0x1fff] >> (region & 7) & 1;
}

#endif
