/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma/coverage.h"

#include <string.h>

/* ---- counting ---- */

static void count_left_out(struct arena *a, struct kma_coverage *c, const char *why, long n)
{
    for (size_t i = 0; i < c->left_out.n; i++)
        if (strcmp(c->left_out.at[i].why, why) == 0) {
            c->left_out.at[i].n += n;
            return;
        }
    *array_push(&c->left_out) = (struct left_out){arena_strdup(a, why), n};
}

void kma_cover(struct arena *a, struct kma_coverage *c, const struct source_loop *l)
{
    c->loops++;
    if (!l->innermost)
        c->outer++;
    else if (l->excluded)
        count_left_out(a, c, l->notes.n ? l->notes.at[0] : "no reason given", 1);
    else {
        c->analysed++;
        c->calls += l->calls;
    }
}

void kma_coverage_add(struct arena *a, struct kma_coverage *sum, const struct kma_coverage *c)
{
    sum->loops += c->loops;
    sum->outer += c->outer;
    sum->analysed += c->analysed;
    sum->calls += c->calls;
    sum->jump_loops += c->jump_loops;
    for (size_t i = 0; i < c->left_out.n; i++)
        count_left_out(a, sum, c->left_out.at[i].why, c->left_out.at[i].n);
}

void kma_coverage_free(struct kma_coverage *c)
{
    array_free(&c->left_out);
}

/* ---- JSON ---- */

void kma_coverage_json(struct json *j, const struct kma_coverage *c)
{
    json_key_long(j, "loops", c->loops);
    json_key_long(j, "outer", c->outer);
    json_key_long(j, "analysed", c->analysed);
    json_key_array(j, "left_out");
    for (size_t i = 0; i < c->left_out.n; i++) {
        json_inline_object(j);
        json_key_text(j, "why", c->left_out.at[i].why);
        json_key_long(j, "loops", c->left_out.at[i].n);
        json_end_object(j);
    }
    json_end_array(j);
    json_key_long(j, "calls", c->calls);
}

void kma_jump_loops_json(struct json *j, const struct source_file *f)
{
    json_array(j);
    for (size_t i = 0; i < f->n_jump_loops; i++) {
        const struct jump_loop *l = &f->jump_loops[i];
        json_inline_object(j);
        json_members(j, "ttiii", "file", l->file, "routine", l->routine, "line", l->line,
                     "end_line", l->end_line, "label", l->label);
        json_key(j, "within");
        if (l->within)
            json_long(j, l->within);
        else
            json_null(j);
        json_end_object(j);
    }
    json_end_array(j);
}

/* ---- text ---- */

static const char *plural(long n)
{
    return n == 1 ? "" : "s";
}

void kma_coverage_text(FILE *out, const struct kma_coverage *c, bool listed)
{
    fprintf(out, "%ld loop%s: %ld innermost analysed, %ld outer", c->loops, plural(c->loops),
            c->analysed, c->outer);
    for (size_t i = 0; i < c->left_out.n; i++)
        fprintf(out, ", %ld left out (%s)", c->left_out.at[i].n, c->left_out.at[i].why);
    fputc('\n', out);
    if (c->calls)
        fprintf(out, "%ld of the analysed loops call%s routines, which the bounds leave out\n",
                c->calls, c->calls == 1 ? "s" : "");
    if (c->jump_loops)
        fprintf(out, "%ld loop%s made with GO TO, not analysed%s\n", c->jump_loops,
                plural(c->jump_loops), listed ? "" : "; --verbose lists them");
}

void kma_jump_loops_text(FILE *out, const struct source_file *f)
{
    for (size_t i = 0; i < f->n_jump_loops; i++) {
        const struct jump_loop *l = &f->jump_loops[i];
        fprintf(out, "%s%s:%s:%ld  lines %ld-%ld, GO TO %ld", i ? "" : "\n", l->file, l->routine,
                l->line, l->line, l->end_line, l->label);
        if (l->within)
            fprintf(out, " inside the DO of line %ld", l->within);
        fputs(": not analysed\n", out);
    }
}
