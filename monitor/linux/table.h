/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads that are watched, and what was seen of each. Inside of the monitor only. */
#ifndef MONITOR_LINUX_TABLE_H
#define MONITOR_LINUX_TABLE_H

#include "base/array.h"
#include "monitor/area.h"
#include "monitor/linux/cpus.h"
#include "monitor/linux/moments.h"
#include "monitor/linux/proc.h"
#include "monitor/linux/seen.h"
#include "monitor/linux/sites.h"
#include "monitor/monitor.h"

/* A place where a thread waited. */
struct site_count {
    struct wait_key key;
    enum thread_state state;
    uint64_t samples, told; /* told: up to the last monitor_recent */
    uint64_t asked;         /* samples when what it waits for was last looked up */
    struct site_text *text; /* NULL = not looked up */
};
struct region_count {
    uint32_t region; /* place in the area's + 1 */
    struct state_counts counts, told;
};

/* The account of a thread as last read. */
struct thread_account {
    struct proc_schedstat last;
    double end;                   /* until when it is complete */
    struct samples_taken covered; /* until then */
};

enum { STILL = 100 }; /* samples */

/* What each sample touches stands first, for most of what a sample takes is fetching it. */
struct thread {
    struct proc_file syscall;
    bool chosen; /* its name is asked for */
    bool ended, denied;
    bool ran;                /* since its times were last read */
    uint8_t still;           /* samples since call_hash last changed, up to STILL */
    bool quick;              /* it changed of late: has its turn first in this sample */
    bool settled;            /* the text of syscall alone says what it does: */
    enum thread_state state; /* this */
    /* Hash of the text of syscall as last read: a thread that still waits where it did shows the
     * same. 0 = nothing is kept. */
    uint64_t call_hash;
    size_t process;        /* place in processes */
    long slot;             /* what it told of itself: place in the area; -1 = nothing */
    bool asked_slot;       /* slot is as of: */
    uint32_t slot_changes; /* index.changes */
    double timed;          /* when its times were last read */
    struct state_counts counts;
    ARRAY(struct state_bin) bins;
    double begin, end; /* seconds from the monitor's begin; end if ended */

    struct seen_thread call;   /* what that text says */
    struct seen_thread waited; /* the last system call in which it was seen; call -1 = none */
    pid_t tid;
    uint64_t start; /* proc_stat.start */
    char name[PROC_NAME];
    uint64_t stack; /* proc_stat.stack */
    bool renamed;   /* since its times were last read: it may have become another program */
    double doubted; /* since when its times are so; 0 = they are not */
    struct proc_file stat, schedstat;
    long number; /* in the order in which they were chosen */
    /* Threads that ended and are put together, if this stands for such: */
    long gathered, unseen;                 /* how many, and of these, how many without a sample */
    double gathered_seconds, told_seconds; /* of their lives; of these, told of before */
    bool many_processes;
    bool foreign; /* of a 32-bit program */
    double look;  /* when its name and times are to be read again */
    struct state_counts told;
    bool has_times; /* of the kernel's account */
    struct proc_schedstat first, told_times;
    /* From when on that account is, and until when it is told of. */
    double account_begin, account_told;
    double pending_told; /* seconds told of, of a wait that was not over then */
    struct thread_account account;
    struct thread_account before_end; /* as it was before that, for it may go on as another one */
    struct samples_taken rest, rest_told; /* at times between that the account is not of */
    bool waits_processing;        /* some waits were counted as processing, as the thread wished */
    char *name_told, *group_told; /* copies, for the slot goes with the thread; NULL = none */
    ARRAY(struct site_count) sites;
    ARRAY(struct region_count) regions;
};

/* What a descriptor of a process leads to, as last read. */
struct descriptor_seen {
    enum descriptor_kind kind;
    double until, span; /* it counts until then, which was so long */
    bool changes;       /* it became another one */
};

struct process {
    pid_t pid;
    int folder;                                /* /proc/PID; -1 = closed */
    struct proc_file main;                     /* stat of its first thread */
    bool ended;                                /* nothing of it runs any more */
    bool stopped;                              /* by a signal: system calls shown are old */
    bool rescan;                               /* its threads are to be listed again */
    long threads;                              /* number of them by the kernel */
    long most_threads;                         /* the most that there were */
    int spinner;                               /* library with waits that poll (spinning.def) + 1 */
    double maps_first, maps_next;              /* when that is looked for; 0 = not yet */
    double changed;                            /* when its threads or its stop last did */
    double looked;                             /* when processes_look last read */
    double listed;                             /* when its threads were last listed */
    ARRAY(size_t) living;                      /* threads, places in monitor.threads */
    ARRAY(struct descriptor_seen) descriptors; /* by number */
};

/* What a sample read of a thread's syscall file. */
struct call_read {
    struct thread *thread;
    ssize_t n; /* bytes of text; below 0: none, for: */
    int error; /* errno */
    const char *text;
};
/* Threads that are looked at together. */
enum { TOGETHER = 16 };
struct turns {
    size_t n;
    struct call_read at[TOGETHER];
    char text[TOGETHER * PROC_TEXT];
};

struct monitor {
    struct monitor_options o;
    double start;     /* monotonic clock */
    bool slow;        /* the last sample took so long that its cost is to be known */
    double cost_base; /* CPU seconds of this process when the watch began */
    struct moments moments;
    double next; /* moment, seconds from start; < 0 = not drawn yet */
    double end;  /* when the last process ended; < 0 = not yet */
    uint64_t samples, told_samples;
    bool first;      /* the scheduler lets it in before ordinary programs */
    uint64_t dear;   /* of these, so long that the next ones were put off */
    uint64_t groups; /* of threads: each has a moment of its own in each period */
    uint64_t shift;  /* that makes the n-th moment of this period that of group n + shift */
    uint64_t looks;  /* at groups, since the last sample was complete */
    double told;     /* seconds of the last monitor_recent */
    double looked;   /* when threads were last asked whether it is time to look at them */
    double told_cost;
    long keep;                       /* descriptors that may be kept open besides those that are */
    long often;                      /* of these, for files that each sample reads */
    double least_seconds;            /* between samples, that it may not take too much of a CPU */
    ARRAY(struct process) processes; /* all there ever were */
    ARRAY(size_t) running;           /* those that have not ended */
    bool any_ended;                  /* some of them did, after all */
    ARRAY(struct thread *) threads;
    ARRAY(struct thread *) gathered; /* of those that ended and are not in threads any more */
    size_t ended;                    /* of threads */
    long numbers;                    /* given to threads so far */
    double column_seconds;
    size_t bins;        /* of all threads */
    double asked;       /* when the last number was last asked for */
    double found;       /* when a new process was last found */
    double followed;    /* when new processes were last looked for */
    double all_asked;   /* when all that there were */
    double follow_cost; /* CPU seconds that it took */
    double waits_cost;  /* CPU seconds that it took to look up what threads wait for */
    struct proc_file loadavg;
    long last_pid; /* of the machine when processes were last listed; -1 = not known */
    struct cpu_times cpus, told_cpus;
    struct area_index *index; /* of o.area; NULL = there is none */
    int descriptor;           /* to be watched; -1 = none */
    int wake;                 /* to be heard; -1 = none */
    void (*ready)(void *);
    void *ready_context;
    struct turns turns;
};

/* Seconds since the monitor began. */
double monitor_now(const struct monitor *m);
/* CPU seconds that it took so far. */
double monitor_cost(const struct monitor *m);

/* processes.c */
/* A process, with the threads it has now; its place. False with errno where it may not be seen. */
bool processes_add(struct monitor *m, pid_t pid);
/* Looks at a process's first thread: stopped? ended? other threads? */
void processes_look(struct monitor *m, size_t process);
/* Whether it is time to do so: at each sample while something of it changes, else less often, for
 * it takes as long as some threads together. A stop is seen late then, and so is its end: its share
 * stays what it is. */
bool processes_is_due(const struct monitor *m, size_t process);
/* Takes those that ended out of m->running. */
void processes_forget_ended(struct monitor *m);

/* follow.c */
/* Adds processes that those watched have started. */
void processes_follow(struct monitor *m);

/* times.c */
/* Reads the kernel's account of a thread, of all. */
void times_read(struct monitor *m, struct thread *t);
void times_read_all(struct monitor *m);
/* The account of one that is watched from now on only: what it did before is not in it. */
void times_begin(struct monitor *m, struct thread *t);
/* Samples that were taken of it so far. */
struct samples_taken samples_so_far(const struct thread *t);

/* threads.c */
/* The text of a thread's file, which stays open while there are descriptors: the last ones are for
 * what each sample reads. */
ssize_t threads_text(struct monitor *m, struct thread *t, struct proc_file *f, const char *name,
                     char text[PROC_TEXT]);
void threads_list(struct monitor *m, size_t process);
/* Takes its name, and notes whether that is another one. */
void threads_name(struct thread *t, const struct proc_stat *s);
/* Reads name and times again. */
void threads_look(struct monitor *m, struct thread *t);
void threads_end(struct monitor *m, struct thread *t);
void threads_free(struct thread *t);
/* Reads what the threads show, all at once. Between two calls of the kernel little of what a
 * process uses stays at hand in the processor, so that nothing else is done there. */
void threads_read(struct monitor *m, struct turns *t);
/* The state of a living thread, by what was read; false where it is gone. */
bool threads_sample(struct monitor *m, const struct call_read *r, double now);

/* gather.c */
/* Where very many threads have ended, puts the earlier ones together. Places in threads change. */
void threads_gather(struct monitor *m);

/* spinning.c */
enum { SPINNERS_MOST = 8 };
/* Threads that may be spinning, by library. */
struct spinning_counts {
    long n[SPINNERS_MOST], first[SPINNERS_MOST];
};
/* The library that a line of maps names, + 1; 0 = none of them. */
int spinning_of_line(const char *line);
/* Looks, where it is time, which of them the process has loaded. */
void spinning_look(struct process *p, double now);
void spinning_count(struct spinning_counts *to, const struct process *p,
                    const struct watched_thread *t);
void spinning_say(struct arena *a, struct notes *notes, const struct spinning_counts *c);

/* told.c */
/* Takes over what the thread told of itself, where something changed. */
void told_hear(struct monitor *m, struct thread *t);
/* Whether it is asked for. Once it is it stays so, whatever it is called later. */
void told_choose(struct monitor *m, struct thread *t);

/* account.c */
void account_sample(struct monitor *m, struct thread *t, enum thread_state state,
                    const struct seen_thread *seen, const struct wait_key *key, double now);

/* waits.c */
void waits_count(struct monitor *m, struct thread *t, enum thread_state s,
                 const struct seen_thread *seen, const struct wait_key *key, double now);
void waits_free(struct thread *t);

#endif
