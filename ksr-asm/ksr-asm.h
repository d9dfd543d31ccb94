/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of a KSR1 assembly file as facts. Scanning takes one pass in
 * memory that grows with labels and loops; what needs the instructions of a
 * loop (k, the recurrence) reads the file a second time. */
#ifndef KSR_ASM_KSR_ASM_H
#define KSR_ASM_KSR_ASM_H

#include "base/infile.h"
#include "facts/facts.h"
#include "loops/ask.h"
#include "loops/loops.h"
#include "machines/machine.h"

struct ksr_file;

/* Scans an input, which stands at its start and can be read again where ask wants details. What is
 * wrong with it is said in d, located; everything sound is in the result all the same. ask, in and
 * d must outlive it. */
struct ksr_file *ksr_scan(const struct loop_ask *ask, struct infile *in, struct diag *d);
/* The same for n bytes at hand (fuzz targets). */
struct ksr_file *ksr_scan_bytes(const struct loop_ask *ask, const char *path, const char *bytes,
                                size_t n, struct diag *d);
void ksr_free(struct ksr_file *f);

/* Its loops, in completion order; nesting by the parents of loops_at. */
const struct loop_finder *ksr_loops(const struct ksr_file *f);

/* Loop i as a fact, in a: all but k and the recurrence. */
void ksr_loop(const struct ksr_file *f, struct arena *a, size_t i, struct compiled_loop *l);
/* Those two as well. Ask for loops in order: going back reads the file once
 * more. */
void ksr_loop_details(struct ksr_file *f, struct arena *a, size_t i, struct compiled_loop *l);

/* Whether a text, the start of a file, looks like KSR1 assembly. */
bool ksr_looks_like(const char *text, size_t n);

#endif
