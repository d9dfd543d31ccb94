/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run database, which stores and returns facts and measurements. One command is one
 * transaction: it begins when the database is opened, and its changes become visible to other
 * processes, and permanent, only with runs_commit. */
#ifndef RUNS_RUNS_H
#define RUNS_RUNS_H

#include "base/diag.h"
#include "base/infile.h"
#include "facts/facts.h"

#include <stdint.h>

struct runs;

enum runs_mode {
    RUNS_READ,   /* the file must be a run database; it is not changed */
    RUNS_CHANGE, /* the file must be a run database */
    RUNS_ADD,    /* likewise; a missing or empty file becomes a new database */
};

/* Opens the run database at path and begins the transaction of the command. Returns NULL after a
 * message in d if the file is not a run database, is damaged, or was written by a newer version;
 * the file is then unchanged. d and path must outlive the result. */
struct runs *runs_open(const char *path, enum runs_mode mode, struct diag *d);
/* The same for an in-memory copy of the n bytes of a file, which messages call path (fuzz targets).
 * mode must not be RUNS_ADD. */
struct runs *runs_open_bytes(const char *path, const void *bytes, size_t n, enum runs_mode mode,
                             struct diag *d);
/* Sets the function that recognizes names of machine descriptions. A measurement with such a name
 * is only joined with bounds of that machine; any other name is an alias of the machine of the
 * bounds. */
void runs_know_machines(struct runs *r, bool (*is_machine)(const char *name));
/* Commits all changes since runs_open. Returns false, with the database unchanged, after a message
 * or if an earlier function failed. */
bool runs_commit(struct runs *r);
/* Closes the database and discards changes that were not committed. r may be NULL. */
void runs_close(struct runs *r);

/* ---- storing facts: false after a message in d; the transaction can then not be committed ---- */

/* The build and machine that the facts of a file belong to. Each build has its own loops. */
struct runs_target {
    const char *build;            /* NULL = RUNS_DEFAULT_BUILD */
    const char *machine;          /* name of the machine */
    const char *machine_text;     /* its description, as struct machine's text */
    const char *compiler, *flags; /* NULL = not given: the stored value is kept */
};
#define RUNS_DEFAULT_BUILD "default"

/* Stores all loops of one input file of kma, in place of those that the same build had of this
 * file. Call runs_source_begin, runs_source_loops for any number of parts (parent is relative to
 * the first loop of its part), and runs_source_end with the facts of the file. The text of the
 * lines of the loops is read from the files that they name, if these exist. Begin returns NULL
 * after an error; the other functions accept NULL. */
struct runs_source;
struct runs_source *runs_source_begin(struct runs *r, const struct runs_target *t,
                                      const char *path);
/* Sets the input from which the text of the file called name is read again. Other files that
 * contain loops, because of INCLUDE or a # line, are opened by name, with a warning if one does not
 * exist. */
void runs_source_text(struct runs_source *s, const char *name, struct infile *text);
bool runs_source_loops(struct runs_source *s, const struct source_loops *loops);
bool runs_source_end(struct runs_source *s, const struct source_file *file);

/* --map=LABEL=LOOPID: the compiled loop with that label belongs to that source loop, which need not
 * be stored yet. */
struct loop_map {
    const char *label, *loop;
};

/* Stores all loops and maps of one assembly file, in place of those that the same build had of this
 * file. Call runs_compiled_begin, runs_compiled_loop for each loop in completion order, and
 * runs_compiled_end with their nesting and maps. A map whose label is not in the file is ignored.
 * path must remain valid until the end. Begin returns NULL after an error; the other functions
 * accept NULL. */
struct runs_compiled;
struct runs_compiled *runs_compiled_begin(struct runs *r, const struct runs_target *t,
                                          const char *path);
/* Sets the input from which the text is read again. Without it the file is opened by its path. */
void runs_compiled_text(struct runs_compiled *c, struct infile *text);
bool runs_compiled_loop(struct runs_compiled *c, const struct compiled_loop *l);
bool runs_compiled_end(struct runs_compiled *c, const struct nesting *inner_of, size_t n,
                       const struct loop_map *maps, size_t n_maps);

/* Stores the notes of a compiler in their order, in place of those that the build had for the same
 * files. */
bool runs_put_compile_notes(struct runs *r, const struct runs_target *t,
                            const struct compile_note *at, size_t n);
/* Extracts the reasons why loops were not vectorized from the output of gcc
 * (-fopt-info-vec-missed=FILE) or clang (-Rpass-missed and -Rpass-analysis=loop-vectorize), and
 * allocates them in a. Each source line has at most a few different reasons, of the length of a
 * terminal line. Other output is ignored. */
void compile_notes_read(struct arena *a, const char *text, size_t size, struct compile_note **at,
                        size_t *n);

/* ---- reading facts: results are allocated in the arena ---- */

/* A machine description. Files that were analysed for the same one have the same pointer. */
struct stored_machine {
    const char *name, *text;
};
struct stored_source {
    struct source_file file;
    const struct stored_machine *machine;
    struct source_loops loops;
};
struct stored_compiled {
    const char *path;
    const struct stored_machine *machine;
    bool sampled; /* a run of the build has loops of this file in its profile */
    struct compiled_loops loops;
    struct loop_map *maps;
    size_t n_maps;
};
struct stored_build {
    long id; /* in this database */
    const char *name, *machine;
    const char *compiler, *flags;  /* NULL = unknown */
    struct stored_source *sources; /* by path */
    size_t n_sources;
    struct stored_compiled *compiled; /* by path */
    size_t n_compiled;
};
struct stored_builds {
    struct stored_build *at; /* by name, then machine */
    size_t n;
};
/* Reads all builds with their files and loops, without instructions and bodies. Bounds are not
 * stored. Returns false after a message in d. */
bool runs_builds(struct runs *r, struct arena *a, struct stored_builds *builds);

/* Reads the instructions of a compiled loop that runs_builds returned; build: id of its build.
 * *n = 0: none are stored. Returns false after a message in d. */
bool runs_pairs(struct runs *r, struct arena *a, long build, const struct compiled_loop *l,
                struct compiled_pair **pairs, size_t *n);

/* Reads the body of a compiled loop that runs_builds returned (l->has_body); NULL = none is stored.
 * Returns false after a message in d. */
bool runs_body(struct runs *r, struct arena *a, long build, const struct compiled_loop *l,
               struct instruction_body **body);

/* Reads the compiler's notes on lines first to last of a file, or of a file of the same name in
 * another directory, in the order of the compiler. Returns false after a message in d. */
bool runs_compile_notes(struct runs *r, struct arena *a, long build, const char *file, long first,
                        long last, struct compile_note **at, size_t *n);

/* Returns the text of one source line; NULL = it is not stored. */
const char *runs_source_line(struct runs *r, struct arena *a, const char *file, long line);

/* Reads the stored text of the lines first to last of a file of a build (its id), by line. Lines
 * that are not stored are omitted. Returns false after a message in d. */
struct stored_line {
    long line;
    const char *text;
};
bool runs_source_lines(struct runs *r, struct arena *a, long build, const char *file, long first,
                       long last, struct stored_line **at, size_t *n);

struct stored_run {
    long id; /* in this database */
    const char *name;
    long build;          /* id of its build */
    const char *machine; /* name in the measurement; NULL = that of the build */
    long processors;
    const char *date; /* NULL = unknown */
    const char *isa;  /* instruction set of the processor, from the manifest; NULL = unknown */
    double marked_seconds;  /* CPU time of the instrumented program, from the manifest; 0 = unknown */
    double sampled_seconds; /* CPU time of the sampled program, from its profile; 0 = not sampled */
};
struct stored_runs {
    struct stored_run *at; /* by build, machine, processors, name */
    size_t n;
};
/* Reads all runs. Returns false after a message in d. */
bool runs_runs(struct runs *r, struct arena *a, struct stored_runs *list);

/* The measurement of a loop in a run for one thread. */
struct thread_sample {
    long thread;
    double iterations, cycles;
    bool counted;               /* the measurement has instances */
    struct instances instances; /* if counted */
    double overruns;            /* number of times that samples of this thread may have been lost */
};
struct thread_skip {
    long thread;
    const char *block; /* target label, or source line */
    double skipped;
};
struct loop_samples {
    struct thread_sample *at;  /* by thread */
    size_t n;                  /* 0 = the run has no rows of the loop */
    struct thread_skip *skips; /* by thread, then block */
    size_t n_skips;
};
/* The sums over all threads, added in order of threads. */
struct loop_sum {
    const char *loop; /* its name */
    long threads;
    double iterations, cycles;
    double most_iterations, most_cycles; /* of one thread */
    bool counted;                        /* the measurement has instances of every thread */
    struct instances instances;
    double overruns;
    bool skips; /* runs_samples returns skips */
};
struct loop_sums {
    struct loop_sum *at; /* by name, in the order of strcmp */
    size_t n;
};
/* Reads the sums of all loops that were measured in a run. Returns false after a message in d. */
bool runs_sums(struct runs *r, struct arena *a, long run, struct loop_sums *list);
/* Reads the measurement of one loop in a run. Returns false after a message in d. */
bool runs_samples(struct runs *r, struct arena *a, long run, const char *loop,
                  struct loop_samples *s);

/* The value of a counter in one loop and thread. */
struct thread_counter {
    const char *name;
    long thread;
    double iterations;       /* of the thread */
    bool sampled;            /* value: the sum over some instances; otherwise over all iterations */
    double instances, whole; /* if sampled: number of these instances, and of all (0 = unknown) */
    struct quantity value;
};
struct thread_counters {
    struct thread_counter *at; /* by name, then thread */
    size_t n;
};
/* Determines whether a run has counters. Returns false after a message in d. */
bool runs_has_counters(struct runs *r, long run, bool *any);
/* Reads the counters of one loop in a run. Returns false after a message in d. */
bool runs_counters(struct runs *r, struct arena *a, long run, const char *loop,
                   struct thread_counters *to);

/* Appends the notes that were stored with a run to notes. Returns false after a message in d. */
bool runs_run_notes(struct runs *r, struct arena *a, long run, struct notes *notes);

/* Returns the name of a loop without the directories of its file, because kma may have been given
 * the file by another path. */
const char *runs_base_name(const char *loop);

/* ---- the list of stored builds, files and runs ---- */

struct listed_file {
    const char *path;
    long loops;
};
struct listed_run {
    const char *name;
    const char *machine, *date; /* as of struct stored_run */
    long processors, threads, loops;
    long rows; /* of the profile of a sampled run; 0 = it was not sampled */
};
struct listed_build {
    long id; /* in this database */
    const char *name, *machine;
    const char *compiler, *flags;           /* NULL = unknown */
    struct listed_file *sources, *compiled; /* by path */
    size_t n_sources, n_compiled;
    struct listed_run *runs; /* by machine, processors, name */
    size_t n_runs;
};
struct inventory {
    struct listed_build *at; /* by name, then machine */
    size_t n;
    struct notes watched; /* names of runs with data of the process monitor, sorted */
};
/* Lists the contents of the database. Returns false after a message in d. */
bool runs_inventory(struct runs *r, struct arena *a, struct inventory *list);

/* ---- measured.csv ---- */

/* Imports CSV files (macs-gap(1)). A file with an invalid row is refused completely, with located
 * messages; the others are stored. All files are one measurement, which replaces the stored rows of
 * the same run and loop. Returns false if the transaction cannot be committed. */
bool runs_import(struct runs *r, const char *const *paths, size_t n);

/* ---- samples of the measurement chip ---- */

/* A run that was measured by samples. It replaces a stored run of the same name. */
struct sampled_run {
    const char *name, *build, *machine; /* build, machine: NULL = not given */
    const char *isa;                    /* instruction set of the processor; NULL = not given */
    long processors;
    struct where where;      /* of the name, for messages */
    const char *path, *text; /* of the manifest */
};
/* The measurement of a loop for one thread of the run. */
struct sampled_loop {
    struct where where; /* of the name, for messages */
    const char *loop;   /* its name, as in measured.csv */
    long thread;
    double iterations, cycles;
    struct instances instances;
    const struct skip *skips; /* each with block and skipped */
    size_t n_skips;
    const struct counter_sum *counters;
    size_t n_counters;
};
struct sampled_thread {
    long thread;
    uint32_t source;
    uint64_t samples, overruns;
};
struct sampled_parallel {
    long region, thread;
    const char *name; /* NULL = none */
    long threads;
    struct instances instances;
    double cycles;
};

/* Store a sampled run. Call runs_sampled_begin, runs_sampled_file and runs_sampled_block for each
 * file and its blocks, the other functions in any order, and runs_sampled_end in any case. They
 * return NULL or false after a message. If only a build or loop is unknown, other data is kept, and
 * runs_commit may follow unless runs_sampled_begin failed. */
struct runs_sampled;
struct runs_sampled *runs_sampled_begin(struct runs *r, const struct sampled_run *run);
bool runs_sampled_file(struct runs_sampled *s, const char *path);
/* Stores n bytes of complete records, at most 64 KiB. first, last: their smallest and largest time
 * in ticks. */
bool runs_sampled_block(struct runs_sampled *s, const void *bytes, size_t n, uint64_t samples,
                        int64_t first, int64_t last);
bool runs_sampled_loop(struct runs_sampled *s, const struct sampled_loop *loop);
bool runs_sampled_thread(struct runs_sampled *s, const struct sampled_thread *t);
bool runs_sampled_parallel(struct runs_sampled *s, const struct sampled_parallel *p);
/* Stores the region tree of the run. Loops that were not stored by runs_sampled_loop are omitted.
 */
struct region_tree;
bool runs_sampled_regions(struct runs_sampled *s, const struct region_tree *t);
bool runs_sampled_note(struct runs_sampled *s, const char *text);
/* Frees s, which may be NULL. */
void runs_sampled_end(struct runs_sampled *s);

/* ---- states of threads, from the process monitor ---- */

/* Stores the data of the process monitor for the run of that name, in place of earlier data. It is
 * independent of the measurements of the run, which may be imported before or later. */
struct watch;
bool runs_put_watch(struct runs *r, const char *run, const struct watch *w);
/* Reads the data of the process monitor for a run, without the timeline; *w = NULL: there is none.
 * Numbered regions get their names from the manifest of the run. Returns false after a message in
 * d. */
bool runs_watch(struct runs *r, struct arena *a, const char *run, struct watch **w);
/* Adds the timeline. Returns false after a message in d. */
bool runs_timeline(struct runs *r, struct arena *a, const char *run, struct watch *w);
/* Reads the sorted names of all runs with data of the process monitor. Returns false after a
 * message in d. */
bool runs_watched(struct runs *r, struct arena *a, struct notes *names);

/* ---- profiles of sampled runs ---- */

/* Stores a profile under the name of its run, in place of a stored run of that name. processors: of
 * the run; 0 = the number of processors that it kept busy, CPU time / elapsed time. The loops of its rows
 * must be stored for the same target (runs_compiled_begin), with the object as path. Returns false
 * after a message in d. */
struct hot_profile;
bool runs_put_profile(struct runs *r, const struct runs_target *t, const char *run,
                      long processors, const struct hot_profile *p);
/* Reads the profile of a run; *p = NULL: it was not sampled. Returns false after a message in d. */
bool runs_profile(struct runs *r, struct arena *a, long run, struct hot_profile **p);

#endif
