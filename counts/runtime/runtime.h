/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run-time library of counted programs: it uses the C library only.
 *
 * Each thread has a block of counters, which is a shared mapping of a file, so that counts survive
 * every end of the process. macs_count_block is the address of the calling thread's block. Counted
 * code increments the counter at macs_count_block + base of its unit + 8 * number of the counter.
 * The base is 0 until the unit is registered: the start of a block is scratch space. */
#ifndef COUNTS_RUNTIME_RUNTIME_H
#define COUNTS_RUNTIME_RUNTIME_H

#include "base/interpose.h"
#include "counts/runtime/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A counted assembly file, as the inserted code defines it. */
struct count_unit {
    uint64_t base; /* of its counters in every block; set by macs_count_register() */
    uint64_t n;    /* counters */
    uint64_t identity;
    const char *name;
};
/* Called by a constructor of each unit. */
EXPORTED void macs_count_register(struct count_unit *u);
/* Initially the block of slot 0. */
extern EXPORTED __thread char *macs_count_block;

/* Gives the calling thread a block of its own, if possible. */
void counts_begin_thread(void);
/* Replaces the blocks in the child process after fork(). Async-signal-safe. */
void counts_begin_child(void);

/* ---- files.c ---- */

enum { COUNT_PATH = 4096 };

/* The files of this process. */
struct count_files {
    char folder[COUNT_PATH]; /* absolute; empty = counts are not stored */
    size_t n;                /* its length */
    long pid, sequence;
};
/* Reads the directory from the environment. */
void files_find_folder(struct count_files *f);
/* Creates the index of this process with its first lines. Returns false after a message. */
bool files_create_index(struct count_files *f);
/* Creates a file of a block, or opens it if it exists; its path ends with `name`. Returns its
 * descriptor; -1 after a message. */
int files_open_block(const struct count_files *f, unsigned slot, const char *name);
/* Extends the file from `from` to `to` bytes, with space on the disk, and writes its header; NULL =
 * it has one. Returns false after a message. */
bool files_extend(const struct count_files *f, int fd, size_t from, size_t to, const void *header,
                  size_t header_bytes);

/* A line of the index; async-signal-safe. */
struct count_line {
    char text[COUNT_PATH + 256];
    size_t n;
};
void line_add(struct count_line *l, const char *text);
/* Adds a tab and a number. */
void line_add_number(struct count_line *l, uint64_t number);
void line_add_hexadecimal(struct count_line *l, uint64_t number);
/* Adds a tab and a name, with escapes. */
void line_add_name(struct count_line *l, const char *name);
/* Adds the identity and the name of a unit. */
void line_add_unit(struct count_line *l, uint64_t identity, const char *name);
/* Appends the line to the index. */
void files_append(const struct count_files *f, struct count_line *l);
/* Prints "macs counts: WHAT NAME: REASON; ..." to standard error; error 0: without a reason. */
void files_report(const char *what, const char *name, int error);

#endif
