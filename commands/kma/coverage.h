/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many loops of a file, or of all files, were analysed: the last lines of kma's report. */
#ifndef COMMANDS_KMA_COVERAGE_H
#define COMMANDS_KMA_COVERAGE_H

#include "base/json.h"
#include "facts/facts.h"

struct kma_coverage {
    long loops;                      /* DO loops */
    long outer;                      /* loops around others */
    long analysed;                   /* innermost loops with a bound */
    long calls;                      /* analysed loops with a call that the bound excludes */
    long jump_loops;                 /* loops made with GO TO; not counted in loops */
    ARRAY(struct left_out) left_out; /* innermost loops without a bound, by reason */
};
struct left_out { /* innermost loops without a bound for the same reason */
    const char *why;
    long n;
};

/* Counts a loop. Reasons are copied into a. */
void kma_cover(struct arena *a, struct kma_coverage *c, const struct source_loop *l);
/* Adds the counts of a file to sum. Reasons are copied into a. */
void kma_coverage_add(struct arena *a, struct kma_coverage *sum, const struct kma_coverage *c);
void kma_coverage_free(struct kma_coverage *c);

/* Writes the keys into the open JSON object. */
void kma_coverage_json(struct json *j, const struct kma_coverage *c);
/* Prints the lines of coverage. listed: the loops made with GO TO are printed above. */
void kma_coverage_text(FILE *out, const struct kma_coverage *c, bool listed);

/* Writes the loops of a file that are made with GO TO, as a JSON array or a line each. */
void kma_jump_loops_json(struct json *j, const struct source_file *f);
void kma_jump_loops_text(FILE *out, const struct source_file *f);

#endif
