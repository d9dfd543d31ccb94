/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: the steps of a measurement. */
#ifndef MEMORY_INSIDE_H
#define MEMORY_INSIDE_H

#include "measure/memory/memory.h"
#include "measure/probe/object.h"

#include <sched.h>
#include <time.h>

enum { MEMORY_LINE = 64, MEMORY_CORES = 1024, MEMORY_TICKS = 1024 };
/* Rates of the first levels are per cycle, those of farther ones per second: other clocks drive
 * them. */
enum { MEMORY_LEVELS_PER_CYCLE = 2 };

/* ---- topology ---- */

struct topology_cache {
    double bytes;
    long line, ways; /* 0 = unknown */
    bool inclusive;
    cpu_set_t sharers; /* processors that share it */
};
/* The caches of data of the first allowed core, nearest first, and the allowed cores: one processor
 * of each. */
struct topology {
    struct topology_cache caches[MACHINE_CACHES];
    int n_caches;
    int processors[MEMORY_CORES];
    int n_processors;
    const char *source;
};
/* Read the topology of this machine, for the processors that are allowed. The second uses the
 * kernel's files below `root` ("/sys"). Return false if it is unknown. */
bool topology_read_hwloc(const cpu_set_t *allowed, struct topology *t);
bool topology_read_files(const char *root, const cpu_set_t *allowed, struct topology *t);
/* Reads it from the first of these sources that has it. */
bool topology_read(struct topology *t);
/* Returns how many of the topology's cores share cache i. */
long topology_sharers(const struct topology *t, int i);

/* ---- sizes and knees ---- */

/* Returns the sizes of a curve, `per_octave` of them for each power of two, multiples of `unit`,
 * from low to high; in *at, which has room for MEMORY_POINTS. */
enum { MEMORY_POINTS = 96 };
size_t memory_curve_sizes(double low, double high, int per_octave, double unit, double *at);
/* The size of the set whose data come from a level: at least 8 times the nearer cache and at most
 * half of its own, in the geometric middle of this range. near = 0: none; own = 0: memory. If the
 * range is empty: the geometric middle of both caches, with a note. */
struct memory_set {
    double bytes;
    const char *note; /* NULL = in the range */
};
struct memory_set memory_choose_set(struct arena *a, double near, double own, double most);
/* Finds n_breaks (at most MACHINE_CACHES) indices at which a sequence of n values is divided into
 * constant parts with the least sum of squared deviations; the part before breaks[i] ends at
 * breaks[i] - 1. Returns false if there are too few values. */
bool memory_find_breaks(const double *y, size_t n, int n_breaks, size_t *breaks);
/* Changes costs so that they do not decrease: each becomes the least of itself and all later ones.
 */
void memory_make_monotone(double *cost, size_t n);
/* Makes n costs monotone, and divides their logarithms at n_breaks indices: breaks[1] and after
 * them n. Returns false as memory_find_breaks. */
bool memory_find_cost_breaks(double *cost, size_t n, double (*logarithm)(double), int n_breaks,
                             size_t *breaks);
/* Returns the size at which the cost has risen by a quarter from one part to the next, interpolated
 * between the points: from..at-1 is the part of the nearer level, at..to-1 that of the farther one.
 * Missing if the mean costs differ by less than the factor `least`. */
struct quantity memory_knee(const double *size, const double *cost, size_t from, size_t at,
                            size_t to, double least);

/* ---- loops ---- */

/* Writes the assembly of all loops for vectors of that many bytes: 16, 32 or 64. */
void memory_write_loops(FILE *out, const void *vector_bytes);
/* Overlap loops have one of these numbers of dependent adds, or of loads from one line, for each
 * line of the set. */
extern const int memory_adds[];
enum { MEMORY_ADDS = 10, MEMORY_STEP = 1024 };
/* A loop over arrays of n bytes, again from their begin at their end, until `total` bytes of each
 * are done. Both are multiples of MEMORY_STEP. */
typedef void (*memory_loop)(void *a, const void *b, const void *c, size_t n, size_t total);
/* Follows `loads` pointers, a multiple of 16, from `at`; returns the last one. */
typedef void *(*memory_chase)(void *at, size_t loads);
struct memory_loops {
    struct probe_object object;
    probe_function calibrate, branches;
    memory_loop mixes[RATE_MIXES];
    memory_loop overlap[MEMORY_ADDS], loads[MEMORY_ADDS];
    memory_chase chase;
    double vector_bytes;
};
bool memory_load_loops(struct arena *a, const char *compiler, double vector_bytes,
                       struct memory_loops *l, struct diag *d);
/* Returns the number of arrays of a mix. */
int memory_arrays(enum rate_mix mix);

/* ---- memory ---- */

/* Memory whose pages are of one kind, and hold 1.0 in each element of 8 bytes. */
struct memory_buffer {
    char *at; /* aligned to 2 MB */
    size_t bytes;
    void *mapped;
    size_t mapped_bytes;
    double huge_share; /* share of its bytes in huge pages */
};
/* Opens memory of that many bytes, and accesses each page for the first time. This can take a
 * hundred times as long on a virtual machine as later accesses, so it ends at the deadline: `bytes`
 * is what was accessed until then. */
bool memory_buffer_open(struct memory_buffer *b, size_t bytes, bool huge, double deadline);
void memory_buffer_close(struct memory_buffer *b);
/* Returns the bytes of memory that this process can use without harm to others. */
double memory_available(void);
/* Links n elements at base, base + step ..., each at an offset that spreads them over the sets of
 * caches if `spread`, to one cycle in random order. Returns the first. */
void *memory_link_cycle(char *base, size_t n, size_t step, bool spread, uint64_t seed);

/* ---- time ---- */

/* A timed call. */
struct memory_time {
    double seconds, cycles;
    bool disturbed; /* the thread lost its core in between */
    bool shared;    /* another hardware thread used the core before or after it */
};
struct memory_clock {
    probe_function calibrate, branches;
    double tick_hz;
    long calls, disturbed, shared;    /* so far */
    double tick_cycles[MEMORY_TICKS]; /* the last calibrations */
    size_t n_ticks;                   /* all of them */
};
/* Calls work(of), between two calibrations. */
struct memory_time memory_time_call(const struct memory_clock *c, void (*work)(void *of), void *of);
/* Returns the clock of the core during the last calls. */
struct quantity memory_clock_hz(struct memory_clock *c);
/* Returns whether another hardware thread nearly always uses the core. */
bool memory_core_is_shared(const struct memory_clock *c);
/* Returns whether the result of a call counts: it was not disturbed, and had the core for itself,
 * unless that is nearly never the case. */
bool memory_time_counts(const struct memory_clock *c, const struct memory_time *t);
/* Counts a timed call, and stores its calibration. */
void memory_count_call(struct memory_clock *c, const struct memory_time *t);
/* Binds this thread to a processor. */
bool memory_pin(int processor);
/* Returns seconds of a clock that only advances. */
double memory_now(void);

/* ---- repeats ---- */

/* One measured number: its repeats. */
struct memory_series {
    double *at;
    size_t n;
    struct arena *a;
    bool unused; /* it is not measured */
};
void memory_add_repeat(struct memory_series *s, double value);
/* Measures points in rounds, one repeat or more of each per round, until the spread of all of them
 * is at most MEMORY_SPREAD, or the deadline is reached. measure(context, i) adds to series i.
 * Returns the number of rounds. */
int memory_repeat(struct memory_series *series, size_t n, void (*measure)(void *context, size_t i),
                  void *context, int least_rounds, int most_rounds, double deadline);

/* ---- the parts of the measurement ---- */

struct memory_run {
    struct arena *a;
    const struct topology *topology;
    struct memory_loops loops;
    struct memory_clock clock;
    struct memory_buffer huge, normal;
    double last_cache; /* bytes: as reported, and after the curve as measured, if it shows them */
    struct memory_probe *p;
    double begin, limit; /* seconds of memory_now(): begin, and time limit of the whole */
    double opened;       /* when the memory was there */
    bool quick;
};
/* Returns the deadline of a part that ends when this share of the time has passed that is left
 * after the first access to the memory. */
double memory_deadline(const struct memory_run *r, double share);
void memory_measure_curve(struct memory_run *r); /* effective sizes, and the sets of the rates */
void memory_measure_latencies(struct memory_run *r);
void memory_measure_rates(struct memory_run *r); /* of one core; also on normal pages */
void memory_measure_cores(struct memory_run *r); /* of several cores */
void memory_measure_overlap(struct memory_run *r);
void memory_measure_crossings(struct memory_run *r);
void memory_measure_tlbs(struct memory_run *r);

/* A loop over a set, which is measured in chunks. */
struct memory_sweep {
    memory_loop loop;
    char *base;
    size_t bytes; /* of each array; a multiple of MEMORY_STEP */
    int arrays;
    size_t step;  /* from one array to the next; 0 = one array */
    size_t at;    /* where the next chunk begins */
    size_t chunk; /* bytes of each array in a chunk: a part of the set, or several passes */
};
/* Prepares a sweep over a set of that size in b, whose chunks take about a third of a millisecond.
 */
void memory_sweep_init(struct memory_sweep *s, struct memory_run *r, memory_loop loop, int arrays,
                       const struct memory_buffer *b, double set);
/* Prepares the next chunk, so that its data come from the level of the set: passes several times
 * over the set if it can be in a cache, since a cache can keep only lines that were used again;
 * otherwise over as much of it as evicts the next chunk from all caches. */
void memory_sweep_warm(struct memory_sweep *s, double last_cache);
/* Measures the next chunk. Returns the bytes of its arrays. */
double memory_sweep_chunk(struct memory_sweep *s, const struct memory_clock *c,
                          struct memory_time *t);
/* Warms the sweep, and adds the rates of n chunks to a series: bytes per second or cycle. */
void memory_sweep_repeats(struct memory_sweep *s, struct memory_run *r, int n, bool per_second,
                          struct memory_series *to);

#endif
