/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State that the files of libmultikron share. There is one per process, because the calls have no
 * handle. mk.draining is held while records are written, which may take long. mk.lock guards the
 * rest, except for the atomic words of rings; a thread that needs both locks mk.draining first. */
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
    char dir[PATH_MAX - 64]; /* absolute; "" = sampling is off */
    uint32_t filter;
    uint32_t node;
    uint32_t ring_bytes;
    uint64_t memory; /* maximum bytes of rings; beyond it, a thread gets no second ring */
    bool wait;       /* a thread whose ring is full drains it; otherwise it loses samples */
    bool thread;     /* a background thread drains the rings */
    bool system_clock;
    const char *counters; /* NULL = software counters only */
};
void mk_read_settings(struct mk_settings *s);

/* An event that replaces a software counter. */
struct mk_hardware {
    int slot;     /* counter 0 to 15 */
    int fd;       /* counts this thread */
    uint64_t per; /* events per unit of the counter */
};
/* Opens the events of the setting for this thread. Returns their number in `at`. Adds each one, or
 * the reason why it is not available, to the manifest. The caller holds mk.lock. */
int mk_open_counters(const char *setting, struct mk_hardware at[MK_COUNTERS]);
void mk_read_counters(const struct mk_hardware *at, int n, uint32_t counters[MK_COUNTERS]);
void mk_close_counters(const struct mk_hardware *at, int n);

/* The clock. */
struct mk_timer {
    enum mk_clock kind;
    unsigned shift; /* a tick is 2^shift raw units; 40 bits of ticks last two hours */
    uint64_t rate;  /* raw units per second, with an error of about 1 % */
};
/* Chooses the TSC if it is usable, otherwise the system clock. */
struct mk_timer mk_choose_clock(bool system);
/* Reads the clock in raw units. */
uint64_t mk_read_clock(enum mk_clock kind);
struct mk_moment mk_now(enum mk_clock kind);

struct mk_process {
    pthread_mutex_t lock, draining;
    sigset_t before_fork; /* signal mask of the forking thread before fork; guarded by lock */
    struct mk_settings settings;
    struct mk_timer timer;
    struct mk_file *file;       /* NULL = sampling is off, or a child before its first sample */
    char *names;                /* in the mapping */
    char path_prefix[PATH_MAX]; /* path of its files without the suffix .mkr, .mkn or .manifest */
    struct mk_ring *tables[MK_FILE_TABLES]; /* NULL = not mapped yet */
    uint8_t *data[MK_FILE_RINGS];           /* each ring, mapped twice */
    uint32_t active[MK_FILE_RINGS];         /* rings in use, by order; the drain removes them */
    uint32_t n_active;
    uint32_t unused[MK_FILE_RINGS]; /* rings that no thread has */
    uint32_t n_unused;
    uint32_t users;          /* threads that have a ring */
    uint64_t order;          /* of the ring that was assigned last */
    uint64_t tails;          /* sum of the tails of all rings; mk.draining guards it */
    uint64_t ring_retry_at;  /* raw time; no attempt to create a ring before */
    uint64_t write_retry_at; /* raw time; no attempt to write before */
    uint32_t idle_filter;    /* the filter without a mapping */
    uint32_t no_levels;      /* 0: the filter after the end */
    bool numbered;           /* a thread has the number of the process */
    bool started;            /* the mark of its start was written */
    bool drain_runs, ending;
    pid_t pid;
    uint64_t start;              /* raw time of its start */
    uint32_t described_counters; /* bit n = the manifest describes counter n */
    struct mk_file *inherited;   /* in a child: the parent's mapping, for its names */
    uint32_t inherited_names;
    pthread_t drain;
    pthread_key_t at_thread_end;
    mk_sink *sink;
    void *context;
    char to[384];          /* address of the collector; "" = use the file */
    bool to_collector;     /* to is not "", for triggers, which hold no lock */
    struct client *client; /* NULL = not connected */
    bool sending;          /* records wait for an acknowledgement */
    int64_t stalled;       /* milliseconds; when it stopped accepting data; 0 = it accepts data */
    char unsent[PATH_MAX + 512]; /* message about unsent samples; "" = all were sent */
};
extern struct mk_process mk;

/* Access to words that other threads may read. They are plain integers, because they are part of
 * the mapping. */
#define MK_GET(at) __atomic_load_n(&(at), __ATOMIC_RELAXED)
#define MK_SET(at, value) __atomic_store_n(&(at), (value), __ATOMIC_RELAXED)

/* Block and restore SIGXFSZ, so that a file size limit is an error and does not end the program. */
void mk_block_file_limit_signal(sigset_t *before);
void mk_restore_file_limit_signal(const sigset_t *before);

/* State of a thread besides mk_self. */
struct mk_private {
    int busy;             /* > 0: in a call that is not reentrant */
    int cancel;           /* cancellation state outside of such calls */
    struct mk_ring *ring; /* NULL = none */
    uint64_t lost;        /* samples */
    int events;
    struct mk_hardware hardware[MK_COUNTERS];
};
extern __thread struct mk_private mk_private __attribute__((tls_model("initial-exec")));

/* Begin and end of a call that is not reentrant for signal handlers. The thread cannot be cancelled
 * meanwhile, because it would not release its locks. Calls may nest. */
void mk_enter_call(void);
void mk_leave_call(void);
/* The locks. A signal handler that interrupts a call takes no lock. */
void mk_lock(void);
void mk_unlock(void);
void mk_lock_draining(void);
void mk_unlock_draining(void);

/* A failed operation is retried after 20 ms, so that a full disk does not slow the program down. */
void mk_delay_retry(uint64_t *until);
bool mk_is_retry_delayed(const uint64_t *until);

/* mapping.c: the caller holds mk.lock. Return false if sampling is not possible. */
bool mk_open_mapping(void);
void mk_drop_mapping(void); /* in a child: drops the parent's mapping */
bool mk_open_ring(struct mk_thread *t);
/* These two need no lock. */
/* Creates an unused ring if there is none and the memory limit permits it. */
void mk_prepare_ring(void);
/* Switches the thread to another ring. Returns false if there is none. */
bool mk_switch_ring(struct mk_thread *t);
static inline struct mk_ring *mk_ring_at(uint32_t i)
{
    return &mk.tables[i / MK_TABLE_RINGS][i % MK_TABLE_RINGS];
}

/* drain.c: the caller holds mk.draining. */
void mk_drain_rings(void);
/* At the end: writes marks for uncounted losses of each ring, and of threads without a ring. */
void mk_write_loss_marks(void);
bool mk_is_drained(void); /* and marks count all losses */
bool mk_write_manifest(void);
/* Returns the manifest, which the caller frees, and sets its length; NULL = no memory. */
char *mk_build_manifest(size_t *n);
/* Writes to the sample file. Opens *fd if it is -1. Returns the number of bytes written. */
size_t mk_write_samples(int *fd, uint64_t offset, const uint8_t *at, size_t n);
void mk_wake_drain(void);     /* needs no lock */
void mk_start_drain(void);    /* the caller holds mk.lock */
uint64_t mk_total_lost(void); /* lost samples of all threads; needs no lock */

/* sending.c: the caller holds mk.draining. All functions except the first require mk.file. None
 * waits while the process runs, except with MULTIKRON_OVERRUN=wait. */
bool mk_set_address(const char *to); /* false = not on this machine, or too long */
bool mk_has_collector(void);         /* false = records go to the file */
/* Returns the number of accepted bytes of whole records. Pass the others again. */
size_t mk_send_records(const uint8_t *records, size_t n);
void mk_continue_sending(void);     /* continues to send; in every drain */
void mk_set_sending_deadline(void); /* limits all later waiting to 5 s */
void mk_flush_sending(void);        /* writes the rest to the file after that time */
void mk_end_sending(void);          /* sends the manifest and the end of the stream */

/* names.c: adds a formatted line to the names. The caller holds mk.lock. Returns false if it does
 * not fit. Replaces control characters by '_'. */
bool mk_add_line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

enum { MK_VALUE_BYTES = 900 };
/* Formats a name as a value of the manifest, in quotation marks if needed. Replaces control
 * characters by '_' and truncates long names; then it appends a hash, so that different names stay
 * different. */
void mk_format_value(char to[MK_VALUE_BYTES], const char *name);

/* loops.c: write the sums of this thread, or of all threads; discard them in a child. */
void mk_write_thread_loops(void);
void mk_write_all_loops(void);
void mk_discard_loops(void);

/* Copies the name of a region. Returns false if it has none. Needs no lock; signal handlers may
 * call it. */
bool mk_name_of_region(unsigned region, char name[900]);
enum { MK_KEY_BYTES = 40 };
/* Writes the key and the number, 0-terminated. Returns the length. Signal handlers may call it. */
size_t mk_format_key(char *to, const char *key, unsigned number);

/* watched.c */
void mk_find_monitor(void);
/* Returns the number of a region if sampling is off; 0 = procmon does not watch either. */
unsigned mk_watch_region(const char *name);
void mk_watch_rename(unsigned region); /* the name of the region has changed */

/* fortran.c */
MK_API void mkbegin_(const int32_t *region);
MK_API void mkend_(const int32_t *region);

/* trigger.c: end of a thread, reset of a thread in a child, start of a thread. */
void mk_thread_exit(void *self);
void mk_reset_thread(void);
void mk_attach_thread(void);
void mk_count_loss(void); /* counts a lost sample of this thread */
/* Writes the 16 bytes of a trace sample. */
void mk_put_trace(uint8_t *at, uint64_t word0, uint64_t word1, uint64_t raw, uint64_t user);
#define MK_FIFO_OVERRUN (UINT64_C(4) << 56) /* in word 0 */
/* Returns the user bits of a mark that counts n lost samples. Region and value are one number. */
static inline uint64_t mk_loss_mark(uint64_t n)
{
    return (uint64_t)MK_LOST << 40 | (n >> 40 ? (UINT64_C(1) << 40) - 1 : n);
}
/* At the end of a thread: counts samples that are incomplete because a signal handler left by
 * siglongjmp. */
void mk_count_abandoned(void);

#endif
