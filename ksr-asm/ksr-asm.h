/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of a KSR1 assembly file as facts. Scanning takes one pass in
 * memory that grows with labels and loops; what needs the instructions of a
 * loop (k, the recurrence) reads the file a second time. */
#ifndef KSR_ASM_KSR_ASM_H
#define KSR_ASM_KSR_ASM_H

#include "facts/facts.h"
#include "loops/loops.h"
#include "machines/machine.h"

/* --unroll=LABEL=K; label NULL: of all innermost loops. */
struct ksr_unroll {
    const char *label;
    double k;
};

/* An end of the region of interest: a label, or a line. */
struct ksr_mark {
    const char *label; /* NULL = line, or nothing */
    uint32_t line;     /* 0 = nothing: the start or the end of the file */
};

struct ksr_ask {
    const struct machine *machine;
    struct ksr_mark from, to; /* only loops that lie wholly between: from the
                                 label's pair on, up to the pair before the
                                 label; lines themselves included */
    const struct ksr_unroll *unroll;
    size_t n_unroll;
    bool details; /* ksr_loop_details is going to be asked for */
    bool pairs;   /* which then gives the pairs of innermost loops, too */
};

struct ksr_file;

/* Scans the file at path ("-": standard input). What is wrong with it is said
 * in d, located; everything sound is in the result all the same. NULL if it
 * can't be read at all. ask, path and d must outlive it. */
struct ksr_file *ksr_scan(const struct ksr_ask *ask, const char *path, struct diag *d);
/* The same for n bytes at hand (fuzz targets). */
struct ksr_file *ksr_scan_bytes(const struct ksr_ask *ask, const char *path, const char *bytes,
                                size_t n, struct diag *d);
void ksr_free(struct ksr_file *f);

/* Its loops, in completion order; nesting by the parents of loops_at. */
const struct loop_finder *ksr_loops(const struct ksr_file *f);

/* Loop i as a fact, in a: all but k and the recurrence. */
void ksr_loop(const struct ksr_file *f, struct arena *a, size_t i, struct compiled_loop *l);
/* Those two as well. Ask for loops in order: going back reads the file once
 * more. */
void ksr_loop_details(struct ksr_file *f, struct arena *a, size_t i, struct compiled_loop *l);

#endif
