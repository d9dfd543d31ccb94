/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kfc: compiles Fortran to KSR1 assembly in a sequence of passes.
 *
 * Order of the files. A file calls only functions of files before it in this list;
 * tests/scripts/layers.sh checks this in the objects.
 *   IR: edit free ir-print ir-check
 *   lowering, instructions: lower-error lower-emit lower-procedure lower-labels lower-arithmetic
 *   lowering, variables: lower-memory lower-names lower-fold lower-text-constants lower-describe
 *       lower-initial lower-storage lower-place lower-text lower-assign
 *   lowering, expressions: lower-loops lower-arrays lower-complex lower-system lower-intrinsics
 *       lower-calls lower-expr
 *   lowering, statements: lower-do io parallel-read parallel-region parallel-data parallel-loops
 *       parallel lower-flow
 *   lowering, units: lower-data lower-unit
 *   flow and memory: flow-loops flow-live flow alias
 *   optimization: value-table values-memory values dead coalesce invariant body promote localize
 *       carry unroll triads counters balance optimize
 *   addresses: address-place address-loops address
 *   registers: live color spill emit calls frame emit-procedure allocate
 *   all passes: compile
 * The grammar of Fortran is recursive in three places: an expression within a reference, a statement
 * within a directive, and a variable of the procedure around a parallel region. These calls to a
 * later file go through pointers (struct lower_later_calls in lower.h). */
#ifndef LAB_CODE_CODE_H
#define LAB_CODE_CODE_H

#include "frontend/frontend.h"
#include "lab/code/ir.h"
#include "lab/schedule/schedule.h"

struct kfc_options {
    int level; /* -O0 to -O3 */
    const struct machine *machine;
    bool openmp; /* obey !$OMP directives; else they are comments */
    long unroll; /* degree for -O2 and -O3; 0 = chosen by a heuristic */
    /* "ast", "lower", "optimize" or "address": print the result of that pass to dump_to and skip
     * the passes after it; NULL = run all passes */
    const char *dump;
    FILE *dump_to;
    struct trace *trace; /* measures the time of each pass; NULL = off */
};

/* Appends the procedures of an AST to u. A construct outside kfc's subset is reported as a
 * located error that says what to write instead, and lowering continues. errors: d->errors before
 * the source was read. Returns false if there was an error from then on; u is then incomplete. */
bool kfc_lower(struct ir_unit *u, const struct ast *ast, const struct kfc_options *o,
               struct diag *d, long errors);
/* Marks procedures with more loops than the passes of -O1 and above can process, and reports
 * each with a located warning. */
void kfc_find_large(struct ir_unit *u, const struct kfc_options *o, struct diag *d);
/* Optimizes from -O1 on: removes redundant loads and computations, moves invariants out of
 * loops, keeps sums and elements of earlier iterations in registers, and forms triads. From -O2
 * on it also unrolls loops. It never changes the association or the order of sums. Places stay
 * symbolic. */
void kfc_optimize(struct ir_unit *u, const struct kfc_options *o);
/* Replaces all symbolic places by base registers and displacements. From -O1 on, base registers
 * are incremented in loops. */
void kfc_address(struct ir_unit *u, const struct kfc_options *o);
/* Assigns real registers, builds frames and emits register saves and calls. Returns one flow per
 * procedure for the scheduler, allocated in a; sets *n to their number. Appends the procedures'
 * constant blocks with their save masks to u->blocks. */
struct lab_flow *kfc_allocate(struct arena *a, struct ir_unit *u, const struct kfc_options *o,
                              size_t *n);
void kfc_flows_free(struct lab_flow *f, size_t n);
/* Removes the sentinels (!$, C$, *$) of lines that are statements only under OpenMP. Included
 * files are not changed. */
void kfc_enable_conditional_lines(struct source *s, const struct front_options *f);
/* Compiles a source text to assembly text in out. Returns false after errors; out is then
 * incomplete. */
bool kfc_compile_source(struct arena *a, struct source *s, const struct front_options *f,
                        const struct kfc_options *o, struct diag *d, struct lab_text *out);
/* Compiles a file like kfc_compile_source. */
bool kfc_compile(struct arena *a, const char *path, const struct front_options *f,
                 const struct kfc_options *o, struct diag *d, struct lab_text *out);

#endif
