/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run database: facts go in, the same facts come out. One command is one
 * transaction: it begins when the database is opened and nothing of it is
 * seen by others, or left after a kill, before runs_commit. */
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
    RUNS_ADD,    /* likewise, but where there is no file, or an empty one, a new one is made */
};

/* Opens the run database at path and begins the command's transaction. NULL
 * after a message in d where it is no run database, is damaged, or was written
 * by a newer version: then the file is as it was. d and path must outlive it. */
struct runs *runs_open(const char *path, enum runs_mode mode, struct diag *d);
/* The same of a copy in memory of a file's n bytes, which messages call path (fuzz targets). mode
 * is not RUNS_ADD. */
struct runs *runs_open_bytes(const char *path, const void *bytes, size_t n, enum runs_mode mode,
                             struct diag *d);
/* A measurement that names a machine of which this is true is joined to bounds of that one only;
 * any other name is the measurement's own for the machine of the bounds. */
void runs_know_machines(struct runs *r, bool (*is_machine)(const char *name));
/* Makes everything that was put since runs_open last, all at once. False with
 * a message when it could not, or when a put before had failed: then the
 * database is as it was. */
bool runs_commit(struct runs *r);
/* Ends the command; what was not committed is forgotten. r may be NULL. */
void runs_close(struct runs *r);

/* ---- putting facts in; false with a message in d, and the transaction is lost ---- */

/* What a file's facts are for. Loops of one source are kept apart by build. */
struct runs_target {
    const char *build;        /* NULL = RUNS_DEFAULT_BUILD */
    const char *machine;      /* name of the machine */
    const char *machine_text; /* its description, as struct machine's text */
    /* How the build was compiled; NULL = not said, and what was said before stays. */
    const char *compiler, *flags;
};
#define RUNS_DEFAULT_BUILD "default"

/* Stores all loops of one input file of kma and removes what the same build had of this file: begin,
 * the loops in any number of parts (parent counts from the first loop of a part), and an end with
 * the facts of the file. The text of the loops' lines comes from the files that they name, if these
 * exist. Begin returns NULL after an error; the other functions accept NULL. */
struct runs_source;
struct runs_source *runs_source_begin(struct runs *r, const struct runs_target *t,
                                      const char *path);
/* Sets where the text of the file called name is read again. Other files that loops are in, by
 * INCLUDE or a # line, are opened by their names, with a warning if one does not exist. */
void runs_source_text(struct runs_source *s, const char *name, struct infile *text);
bool runs_source_loops(struct runs_source *s, const struct source_loops *loops);
bool runs_source_end(struct runs_source *s, const struct source_file *file);

/* --map=LABEL=LOOPID: the compiled loop of that label belongs to that source
 * loop, whether or not it has been put yet. */
struct loop_map {
    const char *label, *loop;
};

/* Stores all loops of one assembly file, maps included, and removes what the same build had of this
 * file: begin, the loops one by one in completion order, and an end with their nesting and maps. A
 * map whose label is not in the file is ignored. path must remain valid until the end. Begin returns
 * NULL after an error; the other functions accept NULL. */
struct runs_compiled;
struct runs_compiled *runs_compiled_begin(struct runs *r, const struct runs_target *t,
                                          const char *path);
/* Sets where the text is read again. Without it the file is opened by its path. */
void runs_compiled_text(struct runs_compiled *c, struct infile *text);
bool runs_compiled_loop(struct runs_compiled *c, const struct compiled_loop *l);
bool runs_compiled_end(struct runs_compiled *c, const struct nesting *inner_of, size_t n,
                       const struct loop_map *maps, size_t n_maps);

/* Puts what a compiler said, in the order it said it, in place of what the build had of the files
 * that it names. */
bool runs_put_compile_notes(struct runs *r, const struct runs_target *t,
                            const struct compile_note *at, size_t n);
/* The reasons in a text that gcc (-fopt-info-vec-missed=FILE) or clang (-Rpass-missed and
 * -Rpass-analysis=loop-vectorize) wrote, in a: those of a line each once and a few at most, as long
 * texts as a line of a terminal shows. Other lines are passed over. */
void compile_notes_read(struct arena *a, const char *text, size_t size, struct compile_note **at,
                        size_t *n);

/* ---- reading facts back; everything lives in the arena ---- */

/* A machine description; two files analysed for the same one have the same
 * pointer. */
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
    struct compiled_loops loops;
    struct loop_map *maps;
    size_t n_maps;
};
struct stored_build {
    long id; /* of this database */
    const char *name, *machine;
    const char *compiler, *flags;  /* NULL = not said */
    struct stored_source *sources; /* by path */
    size_t n_sources;
    struct stored_compiled *compiled; /* by path */
    size_t n_compiled;
};
struct stored_builds {
    struct stored_build *at; /* by name, then machine */
    size_t n;
};
/* False with a message in d. What was not stored (bounds) is not there. */
bool runs_builds(struct runs *r, struct arena *a, struct stored_builds *builds);

/* The instructions of the loop l that runs_builds read of a build (its id), which leaves them out:
 * *n = 0 where there are none. False with a message in d. */
bool runs_pairs(struct runs *r, struct arena *a, long build, const struct compiled_loop *l,
                struct compiled_pair **pairs, size_t *n);

/* The body of the loop l that runs_builds read of a build, which leaves it out, though l->has_body;
 * NULL where there is none. False with a message in d. */
bool runs_body(struct runs *r, struct arena *a, long build, const struct compiled_loop *l,
               struct instruction_body **body);

/* What was said of lines of a file, or one of its name elsewhere, in that order. False with a
 * message in d. */
bool runs_compile_notes(struct runs *r, struct arena *a, long build, const char *file, long first,
                        long last, struct compile_note **at, size_t *n);

/* The text of one line that was stored with a loop; NULL = it was not. */
const char *runs_source_line(struct runs *r, struct arena *a, const char *file, long line);

/* The text of lines that were stored with the loops of a build (its id), by line; lines that were
 * not stored are left out. False with a message in d. */
struct stored_line {
    long line;
    const char *text;
};
bool runs_source_lines(struct runs *r, struct arena *a, long build, const char *file, long first,
                       long last, struct stored_line **at, size_t *n);

struct stored_run {
    long id; /* of this database */
    const char *name;
    long build;          /* id of its build */
    const char *machine; /* as the measurement calls it; NULL = the build's */
    long processors;
    const char *date; /* NULL = not said */
    const char *isa;  /* of the processor, by its manifest; NULL = not said */
};
struct stored_runs {
    struct stored_run *at; /* by build, machine, processors, name */
    size_t n;
};
bool runs_runs(struct runs *r, struct arena *a, struct stored_runs *list);

/* A loop in a run, thread by thread. */
struct thread_sample {
    long thread;
    double iterations, cycles;
    bool counted;               /* the measurement tells instances */
    struct instances instances; /* if counted */
    double overruns;            /* times that samples of this thread may have been lost */
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
/* The same for all threads together. Sums are taken in order of threads. */
struct loop_sum {
    const char *loop; /* its name */
    long threads;
    double iterations, cycles;
    double most_iterations, most_cycles; /* of one thread */
    bool counted;                        /* the measurement tells instances of every thread */
    struct instances instances;
    double overruns;
    bool skips; /* runs_samples has skips */
};
struct loop_sums {
    struct loop_sum *at; /* by name, as strcmp has it */
    size_t n;
};
/* The loops that a run has rows of. False with a message in d. */
bool runs_sums(struct runs *r, struct arena *a, long run, struct loop_sums *list);
/* The rows of one loop of a run. False with a message in d. */
bool runs_samples(struct runs *r, struct arena *a, long run, const char *loop,
                  struct loop_samples *s);

/* What counters counted in one loop, by name, then thread. */
struct thread_counter {
    const char *name;
    long thread;
    double iterations;       /* of the thread */
    bool sampled;            /* the sum of some instances; else of all iterations */
    double instances, whole; /* if sampled: those it is the sum of, and all; whole 0 = not known */
    struct quantity value;
};
struct thread_counters {
    struct thread_counter *at;
    size_t n;
};
/* Whether there are any in run. False with a message in d, as the next. */
bool runs_has_counters(struct runs *r, long run, bool *any);
bool runs_counters(struct runs *r, struct arena *a, long run, const char *loop,
                   struct thread_counters *to);

/* Adds what import had to say of a run to notes. False with a message in d. */
bool runs_run_notes(struct runs *r, struct arena *a, long run, struct notes *notes);

/* A loop's name without the folders of its file: kma may have been given the
 * file by another path. */
const char *runs_base_name(const char *loop);

/* ---- what there is ---- */

struct listed_file {
    const char *path;
    long loops;
};
struct listed_run {
    const char *name;
    const char *machine, *date; /* as of struct stored_run */
    long processors, threads, loops;
};
struct listed_build {
    long id; /* of this database */
    const char *name, *machine;
    const char *compiler, *flags;           /* NULL = not said */
    struct listed_file *sources, *compiled; /* by path */
    size_t n_sources, n_compiled;
    struct listed_run *runs; /* by machine, processors, name */
    size_t n_runs;
};
struct inventory {
    struct listed_build *at; /* by name, then machine */
    size_t n;
    struct notes watched; /* runs that the process monitor saw, by name, measured or not */
};
/* False with a message in d. */
bool runs_inventory(struct runs *r, struct arena *a, struct inventory *list);

/* ---- measured.csv ---- */

/* Puts the rows of CSV files (macs-gap(1)) into the run database. A file with
 * a row that is wrong is refused with located messages and nothing of it is
 * put; the others are. The rows of all files stand for one measurement: those
 * that the database had of the same run and loop go. False when the
 * transaction is lost. */
bool runs_import(struct runs *r, const char *const *paths, size_t n);

/* ---- samples of the measurement chip ---- */

/* A run that is told by samples; it takes the place of one of that name and all that was stored
 * with it. */
struct sampled_run {
    const char *name, *build, *machine; /* build, machine: NULL = not given */
    const char *isa;                    /* of the processor that it ran on; NULL = not given */
    long processors;
    struct where where;      /* of what names it */
    const char *path, *text; /* manifest */
};
/* A loop of it on a thread. */
struct sampled_loop {
    struct where where; /* of what names the loop */
    const char *loop;   /* as measured.csv names it */
    long thread;
    double iterations, cycles;
    struct instances instances;
    const struct skip *skips; /* block and skipped of each count */
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
    const char *name; /* NULL = it has none */
    long threads;
    struct instances instances;
    double cycles;
};

/* In this order: begin; for each file its begin and its blocks; then the rest in any order. NULL
 * or false after a message; where only a build or loop is not known, what else is put stays, so
 * that runs_commit may follow unless begin refused the run. runs_sampled_end in any case. */
struct runs_sampled;
struct runs_sampled *runs_sampled_begin(struct runs *r, const struct sampled_run *run);
bool runs_sampled_file(struct runs_sampled *s, const char *path);
/* n bytes of whole records, at most 64 KiB, which must stay until it returns. first, last: their
 * least and greatest time in ticks. */
bool runs_sampled_block(struct runs_sampled *s, const void *bytes, size_t n, uint64_t samples,
                        int64_t first, int64_t last);
bool runs_sampled_loop(struct runs_sampled *s, const struct sampled_loop *loop);
bool runs_sampled_thread(struct runs_sampled *s, const struct sampled_thread *t);
bool runs_sampled_parallel(struct runs_sampled *s, const struct sampled_parallel *p);
/* The regions of the run; loops in it that runs_sampled_loop did not take are left out. */
struct region_tree;
bool runs_sampled_regions(struct runs_sampled *s, const struct region_tree *t);
bool runs_sampled_note(struct runs_sampled *s, const char *text);
/* s may be NULL. */
void runs_sampled_end(struct runs_sampled *s);

/* ---- what threads spent their time on ---- */

/* Puts what the process monitor saw of the run of that name in place of what was stored of it. The
 * run's measurements may come before it, behind it or never: an import keeps it. */
struct watch;
bool runs_put_watch(struct runs *r, const char *run, const struct watch *w);
/* The same without its timeline, which runs_timeline adds; regions that are numbers there have the
 * names of the manifest of the run's samples; NULL where the run was not watched.
 * False with a message in d. */
bool runs_watch(struct runs *r, struct arena *a, const char *run, struct watch **w);
bool runs_timeline(struct runs *r, struct arena *a, const char *run, struct watch *w);
/* The names of all runs that were watched, by name. Likewise. */
bool runs_watched(struct runs *r, struct arena *a, struct notes *names);

#endif
