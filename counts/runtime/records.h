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
    const uint16_t *bytes; /* of each reference; with RECORD_STORES */
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
/* They preserve all registers and flags, and require no alignment of the stack. */
EXPORTED void macs_record_full(void);
EXPORTED void macs_record_lanes(void);

/* Defines NAME, which calls FUNCTION with the address of what was on the stack. */
#define RECORD_ENTRY(NAME, FUNCTION)                                                               \
    __asm__(".text\n\t.globl\t" NAME "\n\t.type\t" NAME ", @function\n" NAME                       \
            ":\n\tendbr64\n\tpushfq\n\tpushq\t%rbp\n\tmovq\t%rsp, %rbp\n\tpushq\t%rax\n"           \
            "\tpushq\t%rcx\n\tpushq\t%rdx\n\tpushq\t%rsi\n\tpushq\t%rdi\n\tpushq\t%r8\n"           \
            "\tpushq\t%r9\n\tpushq\t%r10\n\tpushq\t%r11\n\tandq\t$-16, %rsp\n"                     \
            "\tleaq\t24(%rbp), %rdi\n\tcall\t" FUNCTION                                            \
            "\n\tleaq\t-72(%rbp), %rsp\n\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"    \
            "\tpopq\t%rdi\n\tpopq\t%rsi\n\tpopq\t%rdx\n\tpopq\t%rcx\n\tpopq\t%rax\n\tpopq\t%rbp\n" \
            "\tpopfq\n\tret\n\t.size\t" NAME ", .-" NAME "\n")

/* ---- lanes.c ---- */

/* What recorded code passes to macs_record_lanes() on the stack: an access whose elements a mask
 * selects, without index registers, or a gather or scatter. */
struct record_lanes {
    uint64_t unused;
    uint64_t base;       /* address of the access; of a gather or scatter without its indices */
    uint16_t number;     /* of its first reference in the part */
    uint8_t n, scale;    /* elements */
    uint8_t index_bytes; /* of an index; 0 = the access is one reference */
    uint8_t mask_bytes;  /* of an element of a vector mask; 0 = it is a mask register */
    uint8_t none[2];
    uint8_t index[64], mask[64];
};
/* Stores the words of the references. Called by macs_record_lanes(). */
__attribute__((used)) void records_add_lanes(const struct record_lanes *l);

/* ---- accesses.c ---- */

/* Parts and references of the process. */
struct record_tables {
    uint32_t n_parts, n_references;
    uint32_t *first; /* reference of each part, and the number of references */
    uint16_t *bytes; /* of each reference; with RECORD_STORES */
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
    /* Bin of the largest distance of its accesses since the last store; with REUSE_UNKNOWN if there
     * was no store in the burst: the distance is at least that of the bin. */
    uint16_t since;
};
enum { REUSE_UNKNOWN = 1 << 8 };
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
    uint64_t kept[REUSE_LINES]; /* lines that are still followed when the rate is halved, */
    uint16_t kept_since[REUSE_LINES];
};
/* Begins a burst; numbers of bursts differ. */
void reuse_begin(struct reuse *r, uint64_t burst);
/* The result of an access to a line. */
struct reuse_result {
    bool followed;
    bool known;        /* the line was accessed before in the burst */
    bool searched;     /* it was not among the recent lines */
    uint64_t distance; /* distinct lines since then, or at least, estimated */
    uint32_t slot;     /* of the line, if it is followed */
};
struct reuse_result reuse_access(struct reuse *r, uint64_t line);
/* Returns the largest distance of the accesses of a line since its last store; the last access is
 * x, and is that store if `stores`. Requires x to be followed, and no access since. */
struct reuse_since {
    bool known; /* otherwise the distance is at least that of the bin */
    uint32_t bin;
};
struct reuse_since reuse_since_store(struct reuse *r, const struct reuse_result *x, bool stores);
/* As stream_bin(). */
uint32_t reuse_bin(uint64_t lines);
/* Returns the number of distinct lines of the burst, estimated. */
uint64_t reuse_lines(const struct reuse *r);

/* ---- samples.c ---- */

/* An execution of a part with all its accesses. */
struct record_event {
    uint32_t part, n, known;
    uint64_t addresses[RECORD_PART_REFERENCES];
};
enum {
    SAMPLE_KEPT = 2 * RECORD_PERIOD_MOST,
    SAMPLE_SETS = 16, /* words of a set of parts */
    SAMPLE_PARTS = 64 * SAMPLE_SETS
};
struct record_file {
    struct record_header header;
    char rest[RECORD_HEADER - sizeof(struct record_header)];
    struct record_count counts[RECORD_COUNTS];
    uint64_t words[RECORD_SEGMENTS][RECORD_WORDS];
};
/* Writes segments of the sample. */
struct sampler {
    struct record_file *file;
    /* A segment of each burst is written. At the end of the burst it remains if the number of the
     * burst is a multiple of the stride, or if it contains a part that is in fewer than `needed`
     * other segments. */
    uint64_t stride;
    uint32_t needed;
    int segment;           /* that is written; -1 = none */
    int last;              /* of the present burst; -1 = none */
    uint64_t n;            /* words of the segment without those of sampler_show() */
    uint64_t events, most; /* of the segment */
    uint64_t parts[RECORD_SEGMENTS][SAMPLE_SETS]; /* part i is bit i % SAMPLE_PARTS */
    struct record_event kept[SAMPLE_KEPT];        /* event i of it is at i % SAMPLE_KEPT */
    /* Events that are not written yet: they follow the last ones with that period. */
    uint64_t period, matched;
};
/* Begins with an empty file. */
void sampler_init(struct sampler *s, struct record_file *file);
void sampler_begin(struct sampler *s, uint64_t burst, uint64_t before);
void sampler_add(struct sampler *s, const struct record_event *e);
/* Writes the events that are not written yet, so that the file has them if the process ends. */
void sampler_show(struct sampler *s);
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
