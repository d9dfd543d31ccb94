/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The watched threads and their samples. Used only within the monitor. */
#ifndef MONITOR_LINUX_TABLE_H
#define MONITOR_LINUX_TABLE_H

#include "base/array.h"
#include "measure/monitor/area.h"
#include "measure/monitor/linux/cpus.h"
#include "measure/monitor/linux/moments.h"
#include "measure/monitor/linux/proc.h"
#include "measure/monitor/linux/seen.h"
#include "measure/monitor/linux/sites.h"
#include "measure/monitor/monitor.h"

/* A place where a thread waited. */
struct site_count {
    struct wait_key key;
    enum thread_state state;
    uint64_t samples, reported; /* reported: at the last monitor_recent */
    uint64_t described;         /* samples at the last lookup of what it waits for */
    struct site_text *text;     /* NULL = not looked up */
};
struct region_count {
    uint32_t region; /* index in the area's regions + 1 */
    struct state_counts counts, reported;
};

/* The accounting of a thread at the last reading. */
struct thread_account {
    struct proc_schedstat last;
    double end;                   /* time until which it is complete */
    struct samples_taken covered; /* samples until then */
};

enum { STILL = 100 }; /* samples */

/* The fields that each sample uses come first, because most of a sample's time is cache misses. */
struct thread {
    struct proc_file syscall;
    bool chosen; /* its name is selected */
    bool ended, denied;
    bool ran;                /* since its accounting was last read */
    uint8_t still;           /* samples since call_hash last changed, up to STILL */
    bool quick;              /* changed recently: it is sampled first */
    bool settled;            /* the text of syscall alone determines the state: */
    enum thread_state state; /* that state */
    /* Hash of the last text of syscall: a thread that waits in the same place has the same text.
     * 0 = none. */
    uint64_t call_hash;
    size_t process;        /* index in processes */
    long slot;             /* index of its slot in the area; -1 = none */
    bool slot_read;        /* slot is valid for: */
    uint32_t slot_changes; /* index.changes */
    double timed;          /* time of the last reading of its accounting */
    struct state_counts counts;
    ARRAY(struct state_bin) bins;
    double begin, end; /* seconds from the monitor's start; end is set if ended */

    struct seen_thread call;   /* parsed from that text */
    struct seen_thread waited; /* the last system call in which it was found; call -1 = none */
    pid_t tid;
    uint64_t start; /* proc_stat.start */
    char name[PROC_NAME];
    uint64_t stack; /* proc_stat.stack */
    bool renamed;   /* its name has changed since the last reading: it may have executed another
                       program */
    double doubted; /* time since when its accounting is doubtful; 0 = it is not */
    struct proc_file stat, schedstat;
    long number; /* in the order of selection */
    /* For an entry that combines ended threads: */
    long gathered, unseen; /* their number, and the number of those without a sample */
    double gathered_seconds,
        reported_seconds; /* sum of their lives, and the part in earlier reports */
    bool many_processes;
    bool foreign;    /* of a 32-bit program */
    double renew_at; /* time of the next reading of its name and accounting */
    struct state_counts reported;
    bool has_times; /* from the kernel's accounting */
    struct proc_schedstat first, reported_times;
    /* The time from which the accounting counts, and the time until which it has been reported. */
    double account_begin, account_reported;
    double pending_reported; /* reported seconds of a wait that was not over then */
    struct thread_account account;
    struct thread_account
        before_end; /* the state before that, because the thread may continue under another ID */
    struct samples_taken rest,
        rest_reported;     /* samples of times that the accounting does not cover */
    bool waits_processing; /* some waits were counted as processing, as the thread requested */
    char *registered_name, *registered_group; /* copies, because the slot is freed at the end of the
                                                 thread; NULL = none */
    ARRAY(struct site_count) sites;
    ARRAY(struct region_count) regions;
};

/* The target of a descriptor of a process at the last reading. */
struct descriptor_seen {
    enum descriptor_kind kind;
    double until, span; /* valid until then, for so long */
    bool changes;       /* the descriptor was reused */
};

struct process {
    pid_t pid;
    int folder;                   /* /proc/PID; -1 = closed */
    struct proc_file main;        /* stat of its first thread */
    bool ended;                   /* no thread of it runs any more */
    bool stopped;                 /* by a signal: the system calls read are those before the stop */
    bool rescan;                  /* its threads must be listed again */
    long threads;                 /* number of threads according to the kernel */
    long max_threads;             /* maximum number of threads so far */
    int spinner;                  /* index of the library with polling waits (spinning.def) + 1 */
    double maps_first, maps_next; /* times of the search for it; 0 = not yet */
    double changed;               /* time of the last change of its threads or of its stop */
    double checked;               /* time of the last processes_check */
    double listed;                /* time of the last listing of its threads */
    ARRAY(size_t) living;         /* indices of threads in monitor.threads */
    ARRAY(struct descriptor_seen) descriptors; /* by descriptor number */
};

/* The syscall file of a thread as read by a sample. */
struct call_read {
    struct thread *thread;
    ssize_t n; /* bytes of text; negative: an error */
    int error; /* errno */
    const char *text;
};
/* Threads that are read in one batch. */
enum { BATCH_SIZE = 16 };
struct call_batch {
    size_t n;
    struct call_read at[BATCH_SIZE];
    char text[BATCH_SIZE * PROC_TEXT];
};

struct monitor {
    struct monitor_options o;
    double start;     /* monotonic clock */
    bool slow;        /* the last sample took so long that its cost is measured */
    double cost_base; /* CPU seconds of this process at the start of the watch */
    struct moments moments;
    double next; /* next moment in seconds from start; < 0 = not drawn yet */
    double end;  /* end of the last process; < 0 = not yet */
    uint64_t samples, reported_samples;
    bool first;       /* the scheduler prefers it to ordinary programs */
    uint64_t delayed; /* number of samples that were so long that the next ones were delayed */
    uint64_t groups;  /* groups of threads: each has its own moment in each period */
    uint64_t shift;   /* the n-th moment of this period is that of group n + shift */
    uint64_t groups_sampled; /* groups sampled since the last complete sample */
    double reported;         /* time of the last monitor_recent, in seconds */
    double renewed;          /* time of the last check for threads that are due */
    double reported_cost;
    long keep;          /* number of descriptors that may still be kept open */
    long often;         /* part of these, for files that each sample reads */
    double min_seconds; /* minimum time between samples, so that the monitor does not use too much
                             of a CPU */
    ARRAY(struct process) processes; /* all processes so far */
    ARRAY(size_t) running;           /* indices of those that have not ended */
    bool any_ended;                  /* some processes have ended */
    ARRAY(struct thread *) threads;
    ARRAY(struct thread *) gathered; /* ended threads that are combined and no longer in threads */
    size_t ended;                    /* number of ended threads */
    long numbers;                    /* number of threads selected so far */
    double column_seconds;
    size_t bins;        /* of all threads */
    double pid_read;    /* time of the last reading of the last PID */
    double found;       /* time at which a new process was last found */
    double followed;    /* time of the last search for new processes */
    double all_listed;  /* time of the last search among all processes */
    double follow_cost; /* CPU seconds used for it */
    double waits_cost;  /* CPU seconds used to look up what threads wait for */
    struct proc_file loadavg;
    long last_pid; /* last PID of the machine when processes were last listed; -1 = unknown */
    struct cpu_times cpus, reported_cpus;
    struct area_index *index; /* of o.area; NULL = none */
    int descriptor;           /* descriptor to watch; -1 = none */
    int wake;                 /* descriptor that wakes the monitor; -1 = none */
    void (*ready)(void *);
    void *ready_context;
    struct call_batch batch;
};

/* Returns the seconds since the start of the monitor. */
double monitor_now(const struct monitor *m);
/* Returns the CPU seconds that the monitor has used. */
double monitor_cost(const struct monitor *m);

/* processes.c */
/* Adds a process with its present threads and returns whether it could be read (errno). */
bool processes_add(struct monitor *m, pid_t pid);
/* Reads the state of a process's first thread: stopped, ended, number of threads. */
void processes_check(struct monitor *m, size_t process);
/* Returns whether that is due: at each sample while the process changes, else less often,
 * because it costs as much as several threads. A stop and its end are then detected late, but
 * the share of time is correct. */
bool processes_is_due(const struct monitor *m, size_t process);
/* Removes processes that have ended from m->running. */
void processes_forget_ended(struct monitor *m);

/* follow.c */
/* Adds processes that the watched ones have started. */
void processes_follow(struct monitor *m);

/* times.c */
/* Read the kernel's accounting of a thread, and of all. */
void times_read(struct monitor *m, struct thread *t);
void times_read_all(struct monitor *m);
/* Starts the accounting of a thread that is watched from now on; earlier time is excluded. */
void times_begin(struct monitor *m, struct thread *t);
/* Returns the samples taken of it so far. */
struct samples_taken samples_so_far(const struct thread *t);

/* threads.c */
/* Reads a file of a thread. The file stays open while descriptors are available; the last ones
 * are reserved for files that each sample reads. */
ssize_t threads_text(struct monitor *m, struct thread *t, struct proc_file *f, const char *name,
                     char text[PROC_TEXT]);
void threads_list(struct monitor *m, size_t process);
/* Sets its name, and records whether it changed. */
void threads_name(struct thread *t, const struct proc_stat *s);
/* Reads name and accounting again. */
void threads_renew(struct monitor *m, struct thread *t);
void threads_end(struct monitor *m, struct thread *t);
void threads_free(struct thread *t);
/* Reads the syscall files of the batch without other work in between, because system calls evict
 * the process's data from the caches. */
void threads_read(struct monitor *m, struct call_batch *t);
/* Determines the state of a living thread from what was read. Returns false if it does not exist
 * any more. */
bool threads_sample(struct monitor *m, const struct call_read *r, double now);

/* gather.c */
/* If very many threads have ended, combines the earlier ones. Indices in threads change. */
void threads_gather(struct monitor *m);

/* spinning.c */
enum { SPINNERS_MOST = 8 };
/* Number of threads that may be spinning, by library. */
struct spinning_counts {
    long n[SPINNERS_MOST], first[SPINNERS_MOST];
};
/* Returns the index + 1 of the library that a line of maps names; 0 = none. */
int spinning_of_line(const char *line);
/* Checks, when it is due, which of them the process has loaded. */
void spinning_check(struct process *p, double now);
/* Sets t->may_spin and counts the thread if it may be spinning. */
void spinning_count(struct spinning_counts *to, const struct process *p, struct watched_thread *t);
void spinning_add_notes(struct arena *a, struct notes *notes, const struct spinning_counts *c);

/* registration.c */
/* Reads what the thread has reported, if it has changed. */
void registration_read(struct monitor *m, struct thread *t);
/* Decides whether the thread is selected. A selected thread stays selected when its name
 * changes. */
void registration_select(struct monitor *m, struct thread *t);

/* account.c */
void account_sample(struct monitor *m, struct thread *t, enum thread_state state,
                    const struct seen_thread *seen, const struct wait_key *key, double now);

/* waits.c */
void waits_count(struct monitor *m, struct thread *t, enum thread_state s,
                 const struct seen_thread *seen, const struct wait_key *key, double now);
void waits_free(struct thread *t);

#endif
