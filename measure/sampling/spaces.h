/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The executable mappings of each sampled process: which file is mapped at which address. A child
 * of fork has the mappings of its parent until one of the two maps something. Records must be
 * passed in the order of their time. The kernel records no removal of a mapping: it ends where a
 * later one covers it. */
#ifndef MEASURE_SAMPLING_SPACES_H
#define MEASURE_SAMPLING_SPACES_H

#include "base/names.h"
#include "measure/sampling/numbering.h"
#include "measure/sampling/records.h"

/* A position in an object, independent of the address at which a process mapped it. */
struct position {
    uint32_t object; /* index in spaces.objects */
    uint64_t at;     /* byte of the file; address in an object without a file */
};

struct space_map {
    uint64_t begin, end, offset;
    uint32_t object;
};
/* The mappings of one or more processes. */
struct space {
    uint32_t users;               /* number of these processes */
    ARRAY(struct space_map) maps; /* by address, disjoint */
};
struct process {
    uint32_t pid;
    uint32_t threads;    /* recorded threads that have not ended */
    struct space *space; /* NULL = no mappings */
    bool executed;       /* its last event but mappings was exec */
};
struct spaces {
    struct names paths;
    ARRAY(struct profile_object) objects;
    struct numbering pids; /* number of a process in processes */
    ARRAY(struct process) processes;
    uint32_t kernel, unmapped; /* indexes of these objects */
};

void spaces_init(struct spaces *s);
/* Each applies a record of its kind. spaces_map reads size and date of a file without build id. */
void spaces_map(struct spaces *s, const struct record *r);
void spaces_fork(struct spaces *s, const struct record *r);
void spaces_exec(struct spaces *s, const struct record *r);
void spaces_exit(struct spaces *s, const struct record *r);
/* Returns whether a process has executed a program of which no mapping was recorded: the kernel
 * stops all events of a program that the user may not observe. */
bool spaces_is_hidden(const struct spaces *s, uint32_t pid);
/* Returns the position of an address of a process. */
struct position spaces_find(const struct spaces *s, uint32_t pid, uint64_t address);
void spaces_free(struct spaces *s);

#endif
