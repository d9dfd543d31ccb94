/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of libmultikron share: the state of the process, of which there is one, for the
 * library has to answer to calls that bring no handle. mk.draining is held while records are taken
 * to where they go, which may take long; mk.lock, taken after it, guards the rest, but for the
 * rings' own words. */
#ifndef MULTIKRON_LIB_PROCESS_H
#define MULTIKRON_LIB_PROCESS_H

#include "measure/multikron/lib/counters.h"
#include "measure/multikron/lib/layout.h"
#include "measure/multikron/lib/multikron.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/* Settings from the environment, read once: libmultikron(3). */
struct mk_settings {
    char dir[PATH_MAX - 64]; /* absolute; "" = nothing is sampled */
    uint32_t filter;
    uint32_t node;
    uint32_t ring_bytes;
    uint64_t memory; /* bytes of rings beyond which a thread gets no second one */
    bool wait;       /* a thread whose ring is full drains it, instead of losing samples */
    bool thread;     /* a thread of its own drains */
    bool system_clock;
    const char *counters; /* NULL = software counters only */
};
void mk_read_settings(struct mk_settings *s);

/* A counter of the machine or the kernel in place of a software counter. */
struct mk_hardware {
    int slot;     /* counter 0 to 15 */
    int fd;       /* of this thread */
    uint64_t per; /* so many events are 1 in the counter */
};
/* Opens what the setting lists, for this thread; returns how many there are in at. Each is named in
 * the manifest, or the reason why it is not there; the caller holds mk.lock. */
int mk_open_counters(const char *setting, struct mk_hardware at[MK_COUNTERS]);
void mk_read_counters(const struct mk_hardware *at, int n, uint32_t counters[MK_COUNTERS]);
void mk_close_counters(const struct mk_hardware *at, int n);

/* The clock. */
struct mk_timer {
    enum mk_clock kind;
    unsigned shift; /* a tick is 2^shift raw units; 40 bits of them last two hours */
    uint64_t rate;  /* raw units a second, to 1 % or so */
};
struct mk_timer mk_choose_clock(bool system);
uint64_t mk_read_clock(enum mk_clock kind);
struct mk_moment mk_now(enum mk_clock kind);

struct mk_process {
    pthread_mutex_t lock, draining;
    sigset_t before_fork; /* signals that the thread that forks held back before; guarded by lock */
    struct mk_settings settings;
    struct mk_timer timer;
    struct mk_file *file; /* NULL = no mapping: not sampling, or a child's before its first */
    char *names;          /* in the mapping */
    char stem[PATH_MAX];  /* of its files, to which .mkr, .mkn and .manifest are added */
    struct mk_ring *tables[MK_FILE_TABLES]; /* mapped; NULL = not yet */
    uint8_t *data[MK_FILE_RINGS];           /* each ring, mapped twice */
    uint32_t active[MK_FILE_RINGS];         /* rings in use, by order; the drain takes them out */
    uint32_t n_active;
    uint32_t unused[MK_FILE_RINGS]; /* rings that no thread has */
    uint32_t n_unused;
    uint32_t users;          /* threads that have a ring */
    uint64_t order;          /* of the ring that was given away last */
    uint64_t tails;          /* sum of the tails of all rings; mk.draining guards it */
    uint64_t no_ring_until;  /* raw time; no ring could be made a moment ago */
    uint64_t no_write_until; /* likewise, nothing could be written */
    uint32_t idle_filter;    /* while there is no mapping */
    uint32_t no_levels;      /* 0: the filter from the end on */
    bool numbered;           /* the number of the process is taken by a thread */
    bool started;            /* its start is sampled */
    bool drain_runs, ending;
    pid_t pid;
    uint64_t start;              /* raw time that it started */
    uint32_t described_counters; /* bit n = the manifest tells of counter n */
    struct mk_file *inherited;   /* the parent's mapping, of which a child still wants the names */
    uint32_t inherited_names;
    pthread_t drain;
    pthread_key_t at_thread_end;
    mk_sink *sink;
    void *context;
    char to[384];                /* address of the collector; "" = to the file */
    struct client *client;       /* NULL = not yet, or not any more */
    bool sending;                /* something is on its way there */
    int64_t stalled;             /* since when it takes nothing, milliseconds; 0 = it does */
    char unsent[PATH_MAX + 512]; /* what the collector did not get, and why; "" = it has all */
};
extern struct mk_process mk;

/* Words that another thread may look at: of plain integers, for they lie in a mapping. */
#define MK_GET(at) __atomic_load_n(&(at), __ATOMIC_RELAXED)
#define MK_SET(at, value) __atomic_store_n(&(at), (value), __ATOMIC_RELAXED)

/* A limit of file sizes must not end the program: between these two it is an error like others. */
void mk_block_file_limit_signal(sigset_t *before);
void mk_restore_file_limit_signal(const sigset_t *before);

/* What a thread keeps besides mk_self. */
struct mk_own {
    int busy;             /* > 0: in a call that a signal handler of the thread must not begin */
    int cancel;           /* whether it may be cancelled outside of such calls */
    struct mk_ring *ring; /* NULL = none */
    uint64_t lost;        /* samples */
    int events;
    struct mk_hardware hardware[MK_COUNTERS];
};
extern __thread struct mk_own mk_own __attribute__((tls_model("initial-exec")));

/* Begin and end of a call that a signal handler must not begin meanwhile, and in which the thread
 * is not cancelled: it would never give its locks back. They nest. */
void mk_enter_call(void);
void mk_leave_call(void);
/* The locks. A signal handler that finds its thread in between takes none. */
void mk_lock(void);
void mk_unlock(void);
void mk_lock_draining(void);
void mk_unlock_draining(void);

/* What failed is tried again after 20 ms: a full disk must not slow the program down. */
void mk_delay_retry(uint64_t *until);
bool mk_is_retry_delayed(const uint64_t *until);

/* mapping.c: the caller holds mk.lock. False = there is no sampling. */
bool mk_open_mapping(void);
void mk_drop_mapping(void); /* in a child: forgets the parent's */
bool mk_open_ring(struct mk_thread *t);
/* No lock needed for these two. */
void mk_prepare_ring(void); /* makes one, unless there is one, or there may be none */
bool mk_switch_ring(
    struct mk_thread *t); /* the thread goes on in another one; false = there is none */
static inline struct mk_ring *mk_ring_at(uint32_t i)
{
    return &mk.tables[i / MK_TABLE_RINGS][i % MK_TABLE_RINGS];
}

/* drain.c: the caller holds mk.draining. */
void mk_drain_rings(void);
/* At the end: a mark for each ring, and one for the threads without, whose losses no mark counts.
 */
void mk_write_loss_marks(void);
bool mk_is_drained(void); /* and all losses are told */
bool mk_write_manifest(void);
/* The manifest, which the caller frees, and its length; NULL = no memory. */
char *mk_build_manifest(size_t *n);
/* Writes to the sample file; fd, -1 before, is opened when first needed. Returns how many bytes. */
size_t mk_write_samples(int *fd, uint64_t offset, const uint8_t *at, size_t n);
void mk_wake_drain(void);     /* no lock needed */
void mk_start_drain(void);    /* mk.lock is held */
uint64_t mk_total_lost(void); /* samples of all threads; no lock needed */

/* sending.c: the caller holds mk.draining; mk.file is there for all but the first. Nothing waits
 * while the process runs, unless it wants to wait where samples would be lost. */
bool mk_set_address(const char *to); /* false = that is not on this machine, or too long */
bool mk_has_collector(void);         /* else records go to the file */
/* Returns how many bytes of whole records it took; the others are to come again. */
size_t mk_send_records(const uint8_t *records, size_t n);
void mk_continue_sending(void);     /* goes on with what it took, in every drain */
void mk_set_sending_deadline(void); /* from now on all that waits has to be done within 5 s */
void mk_flush_sending(void);        /* what can't be stored in that time goes to the file */
void mk_end_sending(void);          /* the manifest, and the stream's end */

/* names.c: adds a formatted line to the names, for which the caller holds mk.lock; false = no
 * room. Bytes that a line can't hold become '_'. */
bool mk_add_line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

enum { MK_VALUE_BYTES = 900 };
/* A name as a value of the manifest: quoted where a reader would cut it. Bytes that a line can't
 * hold become '_' and what is too long is cut; a hash then keeps it apart from other names. */
void mk_format_value(char to[MK_VALUE_BYTES], const char *name);

/* loops.c: the sums of this thread, of all threads, become samples; a child has none. */
void mk_write_thread_loops(void);
void mk_write_all_loops(void);
void mk_discard_loops(void);

/* Its name, if it has one; the caller holds mk.lock and there is a mapping. */
bool mk_name_of_region(unsigned region, char name[900]);

/* watched.c */
void mk_find_monitor(void);
unsigned
mk_watch_region(const char *name);     /* a number, where nothing is sampled; 0 = nor watched */
void mk_watch_rename(unsigned region); /* its name is to be looked up again */

/* fortran.c */
MK_API void mkbegin_(const int32_t *region);
MK_API void mkend_(const int32_t *region);

/* trigger.c: a thread gets its ring, a thread ends; a child has none of its parent's rings. */
void mk_thread_exit(void *self);
void mk_reset_thread(void);
void mk_attach_thread(void);
void mk_count_loss(void); /* counts a sample of this thread as lost */
/* Writes the 16 bytes of a trace sample. */
void mk_put_trace(uint8_t *at, uint64_t word0, uint64_t word1, uint64_t raw, uint64_t user);
#define MK_FIFO_OVERRUN (UINT64_C(4) << 56) /* in word 0 */
/* The user bits of a mark that counts so many lost samples; its region and value are one number. */
static inline uint64_t mk_loss_mark(uint64_t n)
{
    return (uint64_t)MK_LOST << 40 | (n >> 40 ? (UINT64_C(1) << 40) - 1 : n);
}
/* Counts what a signal handler left half written that never returned (siglongjmp); for the thread's
 * end. */
void mk_count_abandoned(void);

#endif
