/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a sampled program spent its CPU time: rows that add up to the CPU time of all its
 * processes. Passive data: hotspots/ creates it, runs/ stores it, gaps/ adds bounds. Texts are
 * 0-terminated, NULL = unknown. */
#ifndef FACTS_HOTSPOTS_H
#define FACTS_HOTSPOTS_H

#include "base/quantity.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hotspot_kind {
#define HOTSPOT(NAME, name, key, heading, meaning) HOTSPOT_##NAME,
#include "facts/hotspot-kinds.def"
#undef HOTSPOT
    HOTSPOT_KINDS
};

struct hot_data; /* facts/data.h */

/* A row. Each sample belongs to one row. */
struct hotspot {
    enum hotspot_kind kind;
    const char *name;     /* unique in the profile: "object:function+0x12" of a loop,
                             "object:function" of code, "libm:exp", "page faults" */
    const char *object;   /* path of the program or library */
    const char *function; /* with the name that the source gives it */
    const char *label;    /* LOOP: of its compiled loop, whose file is the object; STRAIGHT_LINE: of
                             its code, stored as the residue of a loop whose passes are calls; NULL =
                             none is stored */
    const char *source;   /* file of the source lines */
    long line, end_line;  /* LOOP: smallest and largest of its samples, or the call of a library
                             function that was inlined; else of the function; 0 = unknown */
    const char *language; /* "Fortran", "C", "C++", "Rust", ... from the debug information */
    const char *caller;   /* LIBRARY: name of the row that called it most; NULL = unknown */
    bool waiting;         /* LIBRARY: the thread waited for other threads or ranks */
    int parent;           /* LOOP: row of the loop around it; -1 = none */
    double samples;       /* number of samples */
    double seconds;       /* CPU time, without that of inner loops */
    double inclusive;     /* LOOP: CPU time with that of inner loops, without calls; else seconds */
    struct quantity passes; /* LOOP: number of executed passes; STRAIGHT_LINE: of calls */
    bool counted;           /* passes is that of the counted program; otherwise it was computed from
                               samples of the instruction counter */
    double spread;          /* of counted passes: largest minus smallest number of several runs,
                               divided by their mean; 0 = equal, or one run */
    struct thread_passes {
        double n;               /* threads that executed it; 0 = unknown */
        double least, greatest; /* passes of one of them */
    } threads;                  /* of counted passes, in all processes */
    double entries;             /* LOOP: how often control entered it, counted; 0 = unknown */
    struct quantity faults;     /* LOOP: page faults of its instructions, estimated by sampling */
    struct quantity kernel_seconds; /* LOOP: CPU time of the kernel on behalf of them: page faults,
                                       interrupts. Part of seconds only if
                                       hot_profile_includes_kernel() */
    double low, high;               /* 95 % confidence interval of the share of CPU time, 0 to 1 */
    const char *why;       /* why the row has no bounds; NULL = its compiled loop has them */
    struct hot_data *data; /* LOOP: recorded data accesses; NULL = they were not recorded */
};

/* A contiguous part of the memory of a process, by pieces of 2 MB, with its page faults. */
struct hot_fault {
    long process;
    uint64_t first, bytes;
    double n; /* estimated by sampling */
};
enum { HOT_FAULTS = 3 };

/* A source loop of the reference build: the same sources without optimization, with counters.
 * Functions that the compiler made several times have a loop each. */
struct hot_source_loop {
    const char *source;
    const char *function;                /* symbol of the assembly text */
    long line, end_line;                 /* smallest and largest source line of its code */
    int parent;                          /* index of the loop around it, a smaller one; -1 = none */
    struct quantity entries, iterations; /* executions of the loop, and iterations of all of them;
                                            means of several runs. Executions can be unknown
                                            although iterations are known, not the reverse */
    double spread;                       /* of iterations, as that of hotspot.passes */
    int folded_into; /* index of the same loop of an identical function whose machine code executes
                        this one, too: the compiler or linker folded its function into that one;
                        -1 = none */
};

/* Kinds of memory accesses. */
enum { ACCESS_FLOAT_STORE, ACCESS_FLOAT_LOAD, ACCESS_INTEGER_STORE, ACCESS_INTEGER_LOAD, ACCESSES };

/* The counted memory accesses of a source line by code outside of the innermost compiled loops that
 * have rows: straight-line code, outer loops, and innermost loops without row. Accesses of fixed
 * addresses on the stack are omitted: compilers save registers there. */
struct line_accesses {
    const char *source; /* file */
    long line;
    double bytes[ACCESSES]; /* means of several runs */
    double apart[ACCESSES]; /* the part of them at columns where innermost compiled loops with rows
                               have no code, although they have code of the line: they are of other
                               statements. 0 without columns */
    bool incomplete;        /* the executions of some of its instructions are unknown */
};

/* A run of a program that was sampled several times. */
struct hot_repeat {
    double wall_seconds;
    struct quantity cpu_seconds;
    double samples;
};

/* A sampled run. Shares refer to cpu_seconds. If the program was run several times, times and
 * counted numbers are means, and samples are those of all runs. */
struct hot_profile {
    const char *command; /* its words, separated by blanks */
    const char *sampler; /* name of the method */
    const char *cpu;     /* its identification, in the format of MACS_CPU; NULL = unknown */
    long status;         /* of the command, as waitpid(2) reports it */
    double wall_seconds;
    double cpu_seconds; /* of all processes: by the kernel's counter; where it is missing, the sum
                           of the samples */
    double sampled_seconds; /* sum of the samples */
    double samples, lost;   /* numbers */
    double rate;            /* samples per second of CPU time; 0 = no CPU time */
    bool kernel; /* kernel code was sampled; otherwise its time is the rest of cpu_seconds */
    long left;   /* processes that were still running at the end */
    struct quantity minor_faults, major_faults;
    struct hot_fault faults[HOT_FAULTS]; /* the memory with most page faults, the most first */
    size_t n_faults;                     /* 0 = they were not sampled, or there were few */
    struct quantity instructions;        /* of user code, counted by the processor */
    struct quantity slowdown; /* of the counted program: its CPU time divided by that of this run;
                                 missing: no counts are used */
    struct quantity record_slowdown;    /* of the program that records its accesses, likewise */
    struct quantity reference_slowdown; /* of the reference build, likewise; missing: there are no
                                           source loops */
    const char *reference_difference;   /* a sentence: in which low-order digits its output differs
                                           from that of this run; NULL = in none */
    struct hot_source_loop *source_loops; /* by function; outer before inner ones */
    size_t n_source_loops;
    struct line_accesses *lines; /* by source, then line */
    size_t n_lines;
    struct quantity clock[3];   /* core clock, Hz: 5th percentile, median, 95th percentile */
    struct hot_repeat *repeats; /* the runs of a program that was run several times */
    size_t n_repeats;           /* 0 = one run */
    struct hotspot *at;         /* by seconds, descending, then name */
    size_t n;
};

/* Return the name, key and heading of a kind, and the kind of a name (HOTSPOT_KINDS = none). */
const char *hotspot_kind_name(enum hotspot_kind k);
const char *hotspot_kind_key(enum hotspot_kind k);
const char *hotspot_kind_heading(enum hotspot_kind k);
enum hotspot_kind hotspot_kind_of(const char *name);

/* Returns whether the time of rows of user code includes that of the kernel on behalf of it:
 * without perf_event_open it does, otherwise the kernel has a row of its own. */
bool hot_profile_includes_kernel(const struct hot_profile *p);
/* Returns the CPU time of all rows of a kind, seconds. */
double hotspots_seconds(const struct hot_profile *p, enum hotspot_kind k);

/* Checks the invariants: rows in order, parents that are loops, intervals that contain the share,
 * times of the rows whose sum is cpu_seconds within rounding. Returns NULL, or a description of an
 * internal error. */
const char *hot_profile_check(const struct hot_profile *p);

#endif
