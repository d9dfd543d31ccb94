/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: recording of data accesses. Recorded code decrements the countdown of its thread before
 * each part of a chosen loop. While the countdown is negative, it executes a copy of the part that
 * stores words (format.h) at the position; at the limit it calls macs_record_full(). */
#ifndef COUNTS_RUNTIME_RECORDS_H
#define COUNTS_RUNTIME_RECORDS_H

#include "counts/runtime/runtime.h"

/* A recorded assembly file, as the inserted code defines it. */
struct record_unit {
    uint64_t base; /* word of its first part; set by macs_record_register() */
    uint64_t identity;
    const char *name;
    const uint32_t *first; /* reference of each part, and the number of references */
    const uint16_t *bytes; /* of each reference */
    uint32_t n_parts, n_references;
};
/* Called by a constructor of each unit. */
EXPORTED void macs_record_register(struct record_unit *u);

/* State of a thread that recorded code knows. */
struct record_state {
    int64_t countdown; /* the greatest number = the thread does not record */
    uint64_t *position, *limit;
    struct recorder *recorder;
};
extern EXPORTED __thread struct record_state macs_record __attribute__((tls_model("initial-exec")));
/* Preserves all general registers; requires no alignment of the stack. */
EXPORTED void macs_record_full(void);

/* ---- accesses.c ---- */

/* Parts and references of the process. */
struct record_tables {
    uint32_t n_parts, n_references;
    uint32_t *first; /* reference of each part, and the number of references */
    uint16_t *bytes; /* of each reference */
};

/* Reuse distances of a burst. */
enum {
    REUSE_LINES = 1 << 16, /* lines that are followed */
    REUSE_SLOTS = 1 << 17, /* of their hash table */
    REUSE_TIMES = 1 << 18,
    REUSE_RECENT = 16
};
struct reuse_slot {
    uint64_t key;  /* line, and number of the burst */
    uint32_t time; /* of its last access; 0 = it is among the recent lines */
};
struct reuse {
    uint64_t burst; /* key of a line 0 */
    uint32_t shift; /* lines are followed at the rate 1 / 2^shift */
    uint32_t n;     /* lines that are followed */
    /* The last lines, last one first, and their slots. They are not in the tree. */
    uint64_t recent[REUSE_RECENT];
    uint32_t recent_slot[REUSE_RECENT];
    uint32_t n_recent;
    /* Older lines by the time of their last access: a Fenwick tree of the times in use. */
    uint32_t times, now, n_old;
    uint32_t tree[REUSE_TIMES + 1];
    uint32_t slot_at[REUSE_TIMES + 1]; /* of the line at a time; REUSE_SLOTS = none */
    struct reuse_slot slots[REUSE_SLOTS];
    uint64_t kept[REUSE_LINES]; /* lines that are still followed when the rate is halved */
};
/* Begins a burst; numbers of bursts differ. */
void reuse_begin(struct reuse *r, uint64_t burst);
/* The result of an access to a line. */
struct reuse_result {
    bool followed;
    bool known;        /* the line was accessed before in the burst */
    bool searched;     /* it was not among the recent lines */
    uint64_t distance; /* distinct lines since then, or at least, estimated */
};
struct reuse_result reuse_access(struct reuse *r, uint64_t line);
/* Returns the number of distinct lines of the burst, estimated. */
uint64_t reuse_lines(const struct reuse *r);

/* ---- samples.c ---- */

/* An execution of a part with all its accesses. */
struct record_event {
    uint32_t part, n, known;
    uint64_t addresses[RECORD_PART_REFERENCES];
};
enum { SAMPLE_KEPT = 2 * RECORD_PERIOD_MOST };
struct record_file {
    struct record_header header;
    char rest[RECORD_HEADER - sizeof(struct record_header)];
    struct record_count counts[RECORD_COUNTS];
    uint64_t words[RECORD_SEGMENTS][RECORD_WORDS];
};
/* Writes segments of the sample. */
struct sampler {
    struct record_file *file;
    uint64_t stride; /* a segment begins at every burst whose number is a multiple */
    int segment;     /* that is written; -1 = none */
    uint64_t events; /* of it */
    struct record_event kept[SAMPLE_KEPT]; /* event i of it is at i % SAMPLE_KEPT */
    /* Events that are not written yet: they follow the last ones with that period. */
    uint64_t period, matched;
};
void sampler_begin(struct sampler *s, uint64_t burst, uint64_t before);
void sampler_add(struct sampler *s, const struct record_event *e);
void sampler_end(struct sampler *s);

/* ---- records.c ---- */

/* Assigns numbers to the parts and references of the unit, and logs it. Requires the lock of
 * blocks.c. */
void records_add_unit(const struct count_files *f, struct record_unit *u);
/* Begins to record in the calling thread, if the process records, with the file of a block. */
void records_begin_thread(const struct count_files *f, unsigned slot);
/* The same in a child process after fork(): the files are those of the child. stored: there is an
 * index. Async-signal-safe. */
void records_begin_child(const struct count_files *f, unsigned slot, bool stored);

/* ---- full.c ---- */

/* A recorder of a thread. */
enum { BUFFER_WORDS = 8192, BUFFER_SLACK = 16 * RECORD_PART_REFERENCES, OPEN_MOST = 8 };
struct recorder {
    struct record_file *file;
    const struct record_tables *tables;
    uint64_t random;
    uint64_t burst;                      /* its number */
    bool begun;                          /* words of the burst were processed */
    uint64_t executed;                   /* executions of parts before the burst */
    uint64_t gap;                        /* of them, after the burst before it */
    uint64_t cost;                       /* of the burst, */
    uint64_t allowance;                  /* at which it ends */
    bool is_long;                        /* the burst */
    uint64_t next_long;                  /* a long burst begins after that many executions */
    uint64_t n_short;                    /* number of other bursts */
    uint64_t events;                     /* of the burst */
    struct record_event open[OPEN_MOST]; /* not complete: a signal handler interrupts the others */
    uint32_t n_open;
    struct sampler sampler;
    struct reuse reuse;
    uint64_t buffer[BUFFER_WORDS + BUFFER_SLACK];
};
/* Begins the first burst; the file and the tables are set. */
void recorder_begin(struct recorder *r, struct record_state *s);
/* Begins the first burst of another thread. */
void recorder_continue(struct recorder *r, struct record_state *s);

#endif
