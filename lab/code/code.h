/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kfc: Fortran to KSR1 assembly, pass by pass. */
#ifndef LAB_CODE_CODE_H
#define LAB_CODE_CODE_H

#include "frontend/frontend.h"
#include "lab/code/ir.h"
#include "lab/schedule/schedule.h"

struct kfc_options {
    int level; /* -O0 to -O3 */
    const struct machine *machine;
    bool openmp;      /* obey !$OMP; else they are comments */
    long unroll;      /* degree for -O2 and -O3; 0 = by the heuristic */
    const char *dump; /* "ast", "lower", "optimize", "address": what that pass leaves is printed to
                         dump_to, and the passes behind it are left out; NULL = all of them run */
    FILE *dump_to;
    struct trace *trace; /* passes under way; NULL = nobody looks */
};

/* Procedures of an AST (frontend: a unit of source with all that it contains) are appended to u.
 * What is not of kfc's subset is a located error that says what to write instead; the rest is still
 * looked at. False after one. */
bool kfc_lower(struct ir_unit *u, const struct ast *ast, const struct kfc_options *o,
               struct diag *d);
/* Marks procedures with more loops than the passes of -O1 and above take, with a located warning.
 */
void kfc_find_large(struct ir_unit *u, const struct kfc_options *o, struct diag *d);
/* -O1 and above: each value loaded or computed once, invariants out of loops, registers for what
 * loops add up and for elements of earlier passes, triads; -O2: loops unrolled, too. Association
 * and the order of sums stay. Places stay places. */
void kfc_optimize(struct ir_unit *u, const struct kfc_options *o);
/* Leaves no symbolic place: base registers (shared within the displacement), stepped in loops from
 * -O1 on. */
void kfc_address(struct ir_unit *u, const struct kfc_options *o);
/* Real registers, frames, saves and calls: a flow for the scheduler for each procedure, in a; the
 * procedures' constant blocks with their save masks are appended to u->blocks. */
struct lab_flow *kfc_allocate(struct arena *a, struct ir_unit *u, const struct kfc_options *o,
                              size_t *n);
void kfc_flows_free(struct lab_flow *f, size_t n);
/* Lines that are statements only for compilers that obey OpenMP (sentinels !$, C$, *$) lose what
 * makes them comments; not those of INCLUDE. */
void kfc_take_conditional_lines(struct source *s, const struct front_options *f);
/* All of it for a source text: assembly text. False after errors; then out holds what there is. */
bool kfc_compile_source(struct arena *a, struct source *s, const struct front_options *f,
                        const struct kfc_options *o, struct diag *d, struct lab_text *out);
/* The same for a file. */
bool kfc_compile(struct arena *a, const char *path, const struct front_options *f,
                 const struct kfc_options *o, struct diag *d, struct lab_text *out);

#endif
