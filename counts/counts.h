/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of basic blocks. counts_insert() adds counters to a compiler's assembly text and describes
 * them by a map; the program that is linked with libmacs-count writes files of counts
 * (counts/runtime/format.h); counts_total() reads them. */
#ifndef COUNTS_COUNTS_H
#define COUNTS_COUNTS_H

#include "base/arena.h"
#include "base/array.h"
#include "base/diag.h"
#include "base/source.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define COUNT_NONE UINT32_MAX

/* ---- the map ---- */

/* An innermost loop of the assembly text, named as kmacstat names it. */
struct count_loop {
    int region;              /* branch region: its number in the file */
    const char *label;       /* of its first instruction */
    const char *function;    /* NULL = unknown */
    const char *source;      /* NULL = unknown */
    uint32_t line, end_line; /* of the source; 0 = unknown */
};

/* A basic block: instructions that are executed one after the other. Its count is the number of
 * times that its first instruction was executed. */
struct count_block {
    uint32_t line;        /* of its first instruction in the assembly text without counters */
    const char *function; /* NULL = unknown */
    const char *label;    /* NULL = none */
    const char *source;   /* NULL = unknown */
    uint32_t source_line; /* 0 = unknown */
    uint32_t loop;        /* index of its innermost loop; COUNT_NONE = in no loop */
    uint32_t counter;     /* COUNT_NONE = none: its count is a sum, or unknown */
    const char *why;      /* why its count is unknown; NULL = it is known */
};

/* The count of a block without counter: the sum of counts of other blocks. A sum refers only to
 * blocks with a counter and to blocks of sums before it. */
struct count_term {
    uint32_t block;
    bool minus;
};
struct count_sum {
    uint32_t block;
    uint32_t first, n; /* terms */
};

/* A conditional branch whose edges do not follow from counts of blocks. Its count is the number of
 * times that control did not jump there, but continued with the next instruction. */
struct count_branch {
    uint32_t line;    /* in the assembly text */
    uint32_t counter; /* COUNT_NONE: its line of the map is damaged */
};

/* Terms of the map. */
struct count_terms {
    uint32_t first, n;
};
/* A loop of the source, in code that was compiled without optimization. Its numbers are sums of
 * counts of blocks. */
struct count_source_loop {
    const char *function; /* NULL = unknown */
    const char *source;
    uint32_t line, end_line; /* of the source: its smallest and largest line in the code */
    uint32_t parent;         /* the source loop around it, before it; COUNT_NONE */
    struct count_terms entries, iterations; /* entries of no terms: they are unknown */
    const char *why;                        /* why its numbers are unknown; NULL = they are known */
};

/* Instructions of a block of a chosen loop that are recorded together: a block has several parts if
 * it contains instructions that cannot be recorded together, for example calls. */
struct count_part {
    uint32_t block;
    uint32_t line;     /* of its first instruction in the assembly text */
    uint32_t first, n; /* references; n can be 0 */
};
/* An instruction of a part that accesses memory. */
struct count_reference {
    uint32_t part;
    uint32_t line;       /* of the instruction in the assembly text */
    uint32_t step;       /* the instruction is the step-th one of its block, from 0 */
    uint32_t bytes;      /* that it accesses; with a mask, at most */
    bool loads, stores;  /* both: it modifies memory */
    const char *address; /* as written: "8(%rdi,%rax,8)" */
};
/* An instruction of a block of a chosen loop whose accesses are not recorded. */
struct count_unrecorded {
    uint32_t block;
    uint32_t line;
    const char *why;
};

struct count_map {
    const char *file; /* the assembly file */
    uint64_t identity;
    uint32_t n_counters;
    struct count_loop *loops;
    size_t n_loops;
    struct count_block *blocks;
    size_t n_blocks;
    struct count_sum *sums;
    size_t n_sums;
    struct count_term *terms;
    size_t n_terms;
    struct count_branch *branches;
    size_t n_branches;
    struct count_source_loop
        *source_loops; /* if requested; by function, in the order of the code */
    size_t n_source_loops;
    struct count_part *parts; /* of COUNT_RECORD; by block */
    size_t n_parts;
    struct count_reference *references; /* by part */
    size_t n_references;
    struct count_unrecorded *unrecorded;
    size_t n_unrecorded;
};

/* Prints the map as text. */
void count_map_print(FILE *to, const struct count_map *m);
/* Reads a map; texts in a. Reports damaged lines in d, and ignores them. Returns false if the text
 * is not a map. */
bool count_map_read(struct arena *a, struct source *s, struct diag *d, struct count_map *m);
/* Returns NULL, or the invariant that the map violates. */
const char *count_map_check(const struct count_map *m);
/* Returns the number of counts that count_map_evaluate() computes. */
static inline size_t count_map_numbers(const struct count_map *m)
{
    return m->n_blocks + m->n_branches;
}
/* Computes the counts of all blocks, then those of the branches, from those of the counters. A sum
 * can be negative by the number of interrupted executions of its blocks, for example in a process
 * that a signal ended; it is then 0. Unknown counts are 0. */
void count_map_evaluate(const struct count_map *m, const uint64_t *counters, uint64_t *counts);

/* How often a source loop was executed, and its iterations: executions of the code after the whole
 * condition with which the loop begins (for, while, DO WHILE, array statements), or of its first
 * code if it does not begin with a condition (do-while, DO). An iteration that a jump ends early
 * (break, EXIT) is included. */
struct count_of_loop {
    uint64_t entries, iterations;
};
/* Returns the numbers of a source loop whose numbers are known, from the counts of blocks. Negative
 * sums are 0, as those of count_map_evaluate(). */
struct count_of_loop count_source_loop(const struct count_map *m, size_t loop,
                                       const uint64_t *counts);

/* ---- insertion ---- */

/* A loop whose blocks, and those of its inner loops, are counted. */
struct count_choice {
    const char *function; /* NULL = any */
    uint32_t line;        /* a source line in it; 0 = any */
};
enum count_mode {
    COUNT_COUNTERS,
    COUNT_LABELS, /* no counters: a label .Lmacs_IDENTITY_N begins block N, and .Lmacs_IDENTITY_bN
                     precedes branch N */
    COUNT_RECORD  /* no counters: loops record their data accesses, and the map lists these; the
                     blocks and the identity are those of the text with counters */
};
struct count_ask {
    enum count_mode mode;
    bool every;        /* a counter in every block: no count is a sum of others */
    bool source_loops; /* the map lists source loops: the text must be code that was compiled
                          without optimization, with line information */
    const struct count_choice *choices;
    size_t n_choices; /* 0 = all blocks, also those outside of loops */
};

/* Writes the assembly text s with counters to `to`, and stores the map in a. The text must be the
 * output of gcc, g++, gfortran, clang or another compiler for x86-64; inline assembly is copied
 * without counters. With COUNT_RECORD, a text that has an .intel_syntax directive is refused.
 * Returns false after a message in d; `to` is then incomplete. */
bool counts_insert(struct arena *a, const struct count_ask *ask, struct source *s, FILE *to,
                   struct diag *d, struct count_map *m);

/* ---- counts of a run ---- */

/* A counted unit of a process: an assembly file. */
struct count_unit_of_run {
    uint64_t offset; /* of its counters in the file of each block, bytes */
    uint64_t n;      /* counters */
    uint64_t identity;
    const char *name;
};
/* A recorded unit of a process: numbers of its first part and reference among those of the process.
 */
struct count_recorded_unit {
    uint32_t first_part, n_parts, first_reference, n_references;
    uint64_t identity;
    const char *name;
};
/* The counters of one thread, or of several threads one after the other. */
struct count_thread {
    unsigned slot;    /* 0 = threads without a block of their own */
    size_t n_threads; /* that began to count in it */
    const char *path;
    const uint64_t *values; /* of the file, without its header; NULL = it was not read */
    size_t n_values;
};
struct count_process {
    const char *path; /* of its index */
    long pid, parent;
    const char *program; /* NULL = unknown */
    struct count_unit_of_run *units;
    size_t n_units;
    struct count_thread *threads;
    size_t n_threads;
    uint64_t early;      /* passes of unknown blocks before their unit was registered */
    uint64_t *uncounted; /* identities of units without space for counters */
    size_t n_uncounted;
    struct count_recorded_unit *recorded;
    size_t n_recorded;
    bool unrecorded; /* a recorded unit had no space */
    bool unstored;   /* counters or records of a thread were not in a file */
    bool damaged;    /* lines of its index were ignored */
};
/* Finds the indexes in the directory of a run, by name; in a. Returns false after a message if the
 * directory cannot be read. */
bool count_find_indexes(struct arena *a, const char *folder, struct diag *d, const char ***paths,
                        size_t *n);
/* Returns the path of a thread's file: the ending is ".counts" or ".records". */
const char *count_path_of_thread(struct arena *a, const struct count_process *p, unsigned slot,
                                 const char *ending);
/* Reads an index, without its blocks' files. Reports damaged lines in d, and ignores them. Returns
 * false if the text is not an index. */
bool count_index_read(struct arena *a, struct source *s, struct diag *d, struct count_process *p);
/* Reads the n bytes of a block's file. Returns false after a message if they are not such a file.
 * t->path must be set. */
bool count_thread_read(struct arena *a, const char *bytes, size_t n, struct diag *d,
                       struct count_thread *t);

/* The counters of a unit, added up over the threads of all processes. */
struct count_total {
    const struct count_map *map;
    uint64_t *counters; /* map->n_counters elements, initially 0 */
    /* The part of them that threads without a block of their own counted, likewise: such threads
     * lose increments of each other. */
    uint64_t *shared;
    uint64_t early;         /* passes of unknown blocks of its processes that are not in counters */
    bool loaded;            /* by a process */
    const char *incomplete; /* why counters are too small; NULL = they are not */
    /* If it is not NULL: called with each thread of the processes that loaded the unit, and its
     * counters, map->n_counters elements that are valid during the call. */
    void (*each)(void *with, const struct count_thread *t, const uint64_t *counters);
    void *with;
};
/* Sets the totals of a run, whose files are in a directory: one for each map, by ascending identity
 * of the maps; memory in a. Reports missing, truncated or damaged files and lines in d: the totals
 * of units to which they can belong are incomplete. Returns false if the directory cannot be read.
 */
bool counts_total(struct arena *a, const char *folder, struct diag *d, struct count_total *totals,
                  size_t n);

/* ---- the result of counted runs of a program ---- */

/* A file as it was when the result was written. */
struct count_file {
    const char *path;
    uint64_t size, checksum;
};

/* A text that names everything a reader of the counts needs. Paths are relative to the directory in
 * which the program was run. */
struct count_result {
    const char **runs; /* directories for counts_total(); several runs if the program's output
                          varies from run to run */
    size_t n_runs;
    const char **maps;
    size_t n_maps;
    const char **records; /* directories for streams_read(): runs of the program that records its
                             accesses */
    size_t n_records;
    const char **record_maps; /* of its units; identity and blocks are those of `maps` */
    size_t n_record_maps;
    const char **labelled; /* programs and libraries with the code of the sampled ones and with
                              symbols of COUNT_LABELS */
    size_t n_labelled;
    double slowdown; /* CPU time of a counted run divided by that of the sampled run; 0 = unknown */
    double record_slowdown; /* the same of the run that recorded its accesses */
    const char *difference; /* how the output differs from that of the sampled program, although the
                               counts are used; NULL = it is equal */
    const char *unused;     /* why the counts are not used; NULL = they are */
    struct count_file *files; /* the maps, the labelled programs, and all files of the runs and
                                 records */
    size_t n_files;
};
/* Name of this file in the directory of counted runs. */
#define COUNT_RESULT_NAME "result"
void count_result_print(FILE *to, const struct count_result *r);
/* Adds the files that the result names, in a. Returns false after a message if one of them cannot
 * be read. */
bool count_result_seal(struct arena *a, struct count_result *r, struct diag *d);
/* Returns whether the file is as it was when the result was written; otherwise reports the
 * difference in d. */
bool count_result_check_file(const struct count_result *r, const char *path, struct diag *d);
/* The same for all files in the directory of a run: none was changed, removed or added. */
bool count_result_check_run(const struct count_result *r, const char *run, struct diag *d);
/* Reads a result; texts in a. Returns false after a message if the text is not a result, or is
 * damaged or truncated. */
bool count_result_read(struct arena *a, struct source *s, struct diag *d, struct count_result *r);

#endif
