/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorded data accesses of a run. counts_insert() with COUNT_RECORD makes the code of chosen loops
 * record the addresses that it accesses, in bursts: intervals of consecutive executions of its
 * parts, of one thread. Between the bursts nothing is recorded. The recorder
 * (counts/runtime/format.h) stores for each thread
 *  - a sample of the stream: the first events of some bursts that are spread over the run;
 *  - for each reference, a histogram of reuse distances in all bursts.
 *
 * The reuse distance of an access is the number of distinct lines that the thread accessed since
 * its previous access of the line. An access whose line was not accessed before in its burst has
 * an unknown distance: it is at least the number of distinct lines that the burst had accessed.
 * Accesses outside of the chosen loops, and those in the list of the map that are not recorded, do
 * not count.
 *
 * While a burst has accessed at most STREAM_LINES_MOST lines, every line is followed, and
 * distances are exact. Then the rate of lines that are followed is halved as often as the bound
 * requires (fixed-size SHARDS: Waldspurger and others, FAST 2015): of the lines whose hash is below
 * a limit, all accesses are followed; of other lines none. At rate R an access counts 1/R accesses,
 * and a distance is the number of followed lines divided by R. A distance d then has the standard
 * error sqrt(d (1 - R) / R). */
#ifndef COUNTS_STREAMS_H
#define COUNTS_STREAMS_H

#include "counts/counts.h"

enum {
    STREAM_LINE = 64, /* bytes of a line */
    STREAM_LINES_MOST = 1 << 16,
    STREAM_BINS = 240
};
#define STREAM_NO_ADDRESS ((UINT64_C(1) << 48) - 1)

/* ---- a run ---- */

/* A recorded unit of a process: an assembly file. */
struct stream_unit {
    struct count_recorded_unit is;
    const struct count_map *map; /* NULL = it is not among the maps */
};

/* An element of the histograms of a thread. */
struct stream_count {
    uint64_t key; /* counts/runtime/format.h */
    uint64_t n;
};
/* An interval of the sample. */
struct stream_segment {
    uint64_t burst;  /* number of the burst, from 0 */
    uint64_t before; /* executions of parts before the burst, recorded or not */
    const uint64_t *words;
    size_t n; /* words */
};
/* Recorded accesses of one thread, or of several threads one after the other. */
struct stream_thread {
    unsigned slot;
    size_t n_threads;  /* that began to record in it */
    const char *path;  /* of its file */
    bool known;        /* the file was read; otherwise nothing of the thread is known */
    bool damaged;      /* a part of the file is missing or wrong */
    uint64_t executed; /* executions of parts, recorded or not */
    uint64_t bursts;
    uint64_t events;   /* recorded executions of parts */
    uint64_t accesses; /* recorded accesses: of lines, so that one that crosses the end of a line
                          counts twice */
    uint64_t longest_events; /* of the burst that accessed the most lines: its events, */
    uint64_t longest_lines;  /* and its distinct lines: no larger distance is known */
    double rate;   /* the least rate at which lines were followed; 1 = all distances are exact */
    uint64_t lost; /* accesses without space in the histograms */
    struct stream_segment *segments; /* by burst */
    size_t n_segments;
    struct stream_count *counts; /* by key */
    size_t n_counts;
};
struct stream_process {
    const char *path; /* of its index */
    long pid, parent;
    const char *program;       /* NULL = unknown */
    struct stream_unit *units; /* by number of their parts */
    size_t n_units;
    struct stream_thread *threads;
    size_t n_threads;
    bool unstored; /* records of a thread were not in a file, or a unit had no space */
    bool damaged;  /* lines of its index were ignored */
};
struct stream_run {
    struct stream_process *processes; /* by name of the index */
    size_t n_processes;
    const char *incomplete; /* why records are missing; NULL = none is known to be missing */
};

/* Reads the records of a run, whose files are in a directory; all memory in a. Reports missing,
 * truncated or damaged files and lines in d; what can be read of them is in *r. Returns false if
 * the directory cannot be read. The maps must exist as long as the result. */
bool streams_read(struct arena *a, const char *folder, const struct count_map *const *maps,
                  size_t n, struct diag *d, struct stream_run *r);
/* Reads the n bytes of a thread's file. Returns false after a message if they are not such a file.
 * t->path and t->slot must be set. */
bool stream_thread_read(struct arena *a, const char *bytes, size_t n, struct diag *d,
                        struct stream_thread *t);

/* ---- the sample of the stream ---- */

/* One execution of a part: the references map->references[part->first + i], i < part->n, accessed
 * addresses[i], in this order. The addresses are valid until the next call. */
struct stream_event {
    const struct stream_unit *unit; /* its map is not NULL */
    uint32_t part;                  /* of the unit's map */
    const uint64_t *addresses;      /* first byte of each access; STREAM_NO_ADDRESS: a mask
                                       suppressed it */
};

/* Position in the sample of a thread. */
struct stream_cursor {
    const struct stream_process *process;
    const struct stream_thread *thread;
    size_t segment; /* the present one; thread->segments[segment] describes it */
    struct stream_decoder *decoder;
};
/* Begins before the first segment; in a. */
void stream_begin(struct arena *a, const struct stream_process *p, const struct stream_thread *t,
                  struct stream_cursor *c);
/* Moves to the next segment: events of different segments are not consecutive. Returns false if
 * there is none. */
bool stream_next_segment(struct stream_cursor *c);
/* Moves to the next event of the segment. The events of a signal handler that interrupts a part
 * come before that of the part. Returns false at the end of the segment. Events of units without
 * map, and incomplete ones, are skipped. */
bool stream_next_event(struct stream_cursor *c, struct stream_event *e);

/* ---- histograms ---- */

/* Returns the number of recorded executions of a part of the unit. */
uint64_t stream_passes(const struct stream_thread *t, const struct stream_unit *u, uint32_t part);

/* Distances below 16 lines have a bin each; there are eight bins for each factor of two above. */
uint32_t stream_bin(uint64_t lines);
/* Returns the least distance of the bin; that of STREAM_BINS ends the last one. */
uint64_t stream_bin_from(uint32_t bin);

/* Accesses of lines by distance. */
struct stream_histogram {
    double reused[STREAM_BINS];  /* whose distance is in the bin */
    double unknown[STREAM_BINS]; /* whose unknown distance is at least one in the bin */
};
struct stream_reuse {
    struct stream_histogram exact;   /* while every line was followed */
    struct stream_histogram sampled; /* otherwise: estimates */
};
/* Adds the histogram of a reference of the unit's map to *r, which is initially 0. */
void stream_reuse_add(const struct stream_thread *t, const struct stream_unit *u,
                      uint32_t reference, struct stream_reuse *r);

/* Adds the stores of a reference by the largest distance of the accesses of their line since the
 * store before it: in a cache that keeps fewer lines, the line was written back since then, and the
 * store makes it dirty again. */
void stream_written_add(const struct stream_thread *t, const struct stream_unit *u,
                        uint32_t reference, struct stream_reuse *r);

/* The distribution of distances: a share of the accesses for each bin, and the rest, whose
 * distances are larger than all that are known. Unknown distances are taken into account by the
 * estimator of Kaplan and Meier (product limit): of the accesses whose distance is known or at
 * least d, the share h(d) has the distance d; the share of all accesses with a distance above d is
 * the product of 1 - h over the distances up to d. Below STREAM_EXACT lines h is that of the exact
 * histogram, if it has accesses there; otherwise that of both. */
enum { STREAM_EXACT = 6400 };
struct stream_shares {
    double share[STREAM_BINS];
    double beyond;   /* 1 - sum of the shares */
    double accesses; /* of lines, that the estimate is based on; 0 = nothing is known */
};
void stream_distribute(const struct stream_reuse *r, struct stream_shares *s);

#endif
