/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's events of a sampled command (perf_event_open(2)), and the rings to which they write
 * records. All events follow new threads, fork and exec. The kernel permits this together with a
 * ring for events of one processor only, so each processor has its own set of events. */
#ifndef MEASURE_SAMPLING_EVENTS_H
#define MEASURE_SAMPLING_EVENTS_H

#include "base/array.h"
#include "base/diag.h"
#include "measure/sampling/profile.h"

#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/types.h>

/* Sampling periods. One of them is used at a time; it is chosen at random again and again, so that
 * sampling does not stay in phase with a program. An event for each period is necessary: a change
 * of the period of an open event does not affect the threads that exist. The kernel starts each new
 * thread with a whole period, so threads that end earlier are never sampled: for programs with such
 * threads, a period of a tenth is used for an eighth of the time. */
enum { EVENT_PERIODS = 3, EVENT_USUAL_PERIODS = 2 };
enum { EVENT_CALLERS = 8 };        /* greatest number of frames of a call chain */
enum { EVENT_STACK_BYTES = 8192 }; /* greatest size of the copy of a stack */
enum { EVENT_FAULT_PERIOD = 67 };  /* one page fault in 67 is sampled */

/* Opens an event like perf_event_open(2) without a group. Returns a descriptor, or -1 with errno.
 * Tests pass another one than the kernel's. */
struct event_opener {
    int (*open)(void *context, struct perf_event_attr *a, pid_t pid, int cpu);
    void *context;
};

/* The events of one processor, all of which write to one ring. */
struct ring {
    int cpu;
    int clock[EVENT_PERIODS]; /* descriptors; clock[0] owns the ring */
    bool call_chains;         /* samples have a call chain */
    bool stacks;              /* samples have registers and a copy of the stack */
    int tasks;         /* records of mappings, names, new and ended threads; -1 = by faults */
    int faults;        /* -1 = page faults can't be sampled */
    uint64_t fault_id; /* identifier of faults in its records */
    int instructions[EVENT_USUAL_PERIODS]; /* of user code; -1 = they can't be sampled */
    uint64_t instruction_ids[EVENT_USUAL_PERIODS];
    struct perf_event_mmap_page *page;
    const uint8_t *data;
    size_t bytes; /* of data, a power of two */
};
struct events {
    ARRAY(struct ring) rings;
    enum profile_unit unit;
    double period;                     /* mean, in the unit */
    struct quantity sample_cost;       /* CPU seconds of a sample; missing if it was not measured */
    bool kernel;                       /* kernel code is sampled */
    enum call_chain chain;             /* how callers of user code are found */
    int cpu_time;                      /* counts nanoseconds of the process tree */
    int instructions;                  /* counts instructions of user code; -1 = unavailable */
    const char *no_instructions;       /* why they are not counted; NULL = they are */
    const struct event_opener *opener; /* NULL = the kernel */
    int active;                        /* index of the period in use */
    struct rlimit files; /* limit of open files before events_open; events_close restores it */
};

/* Why events could not be opened. */
struct events_refusal {
    bool forbidden;   /* perf_event_open is unavailable here, for any command */
    int problem;      /* errno */
    const char *what; /* one sentence with the remedy; NULL = only errno is known */
};
/* Opens the events of process pid, disabled, with `rate` samples a second of CPU time. Rate 0:
 * 1000, or fewer if these would take more than 1 % of the CPU time; with CHAIN_DWARF 1000. Returns
 * false with the reason in *why. opener: NULL = the kernel. */
bool events_open(struct events *e, pid_t pid, double rate, enum call_chain chain,
                 const struct event_opener *opener, struct events_refusal *why);
/* Starts all events. */
void events_start(struct events *e);
/* Returns the period with which the events start, in their unit. */
double events_first_period(const struct events *e);
/* Chooses the period to be used next, the short one only if it is allowed; random is any number. */
void events_choose_period(struct events *e, bool allow_short, uint64_t random);
/* Stops all events. */
void events_stop(struct events *e);
/* Returns the value of a counter; missing with the reason. */
struct quantity events_count(int descriptor);
void events_close(struct events *e);

#endif
