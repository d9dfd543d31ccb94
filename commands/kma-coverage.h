/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of the loops of a file, or of all files: kma's footer. */
#ifndef COMMANDS_KMA_COVERAGE_H
#define COMMANDS_KMA_COVERAGE_H

#include "base/json.h"
#include "facts/facts.h"

struct kma_coverage {
    long loops;                      /* DO loops */
    long outer;                      /* loops around others */
    long analysed;                   /* innermost loops with a bound */
    long calls;                      /* of these, with a call that the bound excludes */
    long jump_loops;                 /* loops that GO TO makes; not among the loops */
    ARRAY(struct left_out) left_out; /* innermost loops without a bound, by reason */
};
struct left_out {
    const char *why;
    long n;
};

/* Counts a loop; reasons are kept in a. */
void kma_cover(struct arena *a, struct kma_coverage *c, const struct source_loop *l);
/* Adds what a file has. */
void kma_coverage_add(struct arena *a, struct kma_coverage *sum, const struct kma_coverage *c);
void kma_coverage_free(struct kma_coverage *c);

/* The keys of an open object. */
void kma_coverage_json(struct json *j, const struct kma_coverage *c);
/* The lines of the footer; listed: whether jump loops were listed above. */
void kma_coverage_text(FILE *out, const struct kma_coverage *c, bool listed);

/* A file's jump loops: the values of an array; a line each. */
void kma_jump_loops_json(struct json *j, const struct source_file *f);
void kma_jump_loops_text(FILE *out, const struct source_file *f);

#endif
