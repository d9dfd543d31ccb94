/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the samples of a choice are, found before anything is written. */
#ifndef MULTIKRON_EXPORT_SURVEY_H
#define MULTIKRON_EXPORT_SURVEY_H

#include "measure/multikron/export/input.h"
#include "measure/multikron/export/nest.h"

enum { EXPORT_LOSSES = sizeof(struct stream_losses) / sizeof(uint64_t) };

/* One source address, over all files: a thread. */
struct export_thread {
    uint32_t source;
    uint64_t samples, first, last; /* ticks */
    bool back;                     /* a later file holds earlier samples of it */
    struct nest nest;              /* the state behind the sample that was read last */
};

struct export_survey {
    uint64_t traces, resources;         /* samples by class */
    uint64_t fifo, shadow, read_errors; /* of those, with the flag */
    uint64_t no_exit, no_enter, too_deep;
    uint64_t lost[EXPORT_LOSSES];        /* of all files, as stream_loss_names lists them */
    uint64_t first, last;                /* ticks; where there are samples */
    ARRAY(struct export_thread) threads; /* by address */
    uint32_t *slots;                     /* of threads, by hash; 0 = free, else 1 + index */
    size_t room;                         /* slots, a power of two */
    uint8_t regions[(1 << 16) / 8];      /* bit = a mark names it */
    uint8_t parallels[(1 << 16) / 8];    /* likewise, as a parallel region */
};

/* Surveys the files; v holds what export_survey_free gives back. */
void export_survey(struct export_survey *v, const struct export_input *in, size_t n,
                   const struct export_choice *choice);
/* The thread of that address, which the survey found. */
struct export_thread *export_thread_of(const struct export_survey *v, uint32_t source);
/* Forgets what is open in the threads, for the next pass. */
void export_restart(struct export_survey *v);
void export_survey_free(struct export_survey *v);

/* Everything that the samples do not tell of themselves, for annotations: names of letters, digits
 * and '_', and counts; those of streams only where they are not 0. */
void export_each_loss(const struct export_survey *v,
                      void (*put)(void *to, const char *name, uint64_t count), void *to);

/* Is that region named by a mark? */
static inline bool export_has(const uint8_t *set, unsigned region)
{
    return set[region >> 3 & 0x1fff] >> (region & 7) & 1;
}

#endif
