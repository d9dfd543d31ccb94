/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the text report of x86-64 loops, similar to figure 25 of the report: instructions instead
 * of pairs, and the results of dynamic scheduling. */
#include "bounds/body.h"
#include "base/util.h"
#include "commands/kmacstat/kmacstat.h"

#include <string.h>

static void put_counts(FILE *out, const char *before, const struct counts *c)
{
    const double *n = c->n;
    fprintf(out, "%sFa = %g Fm = %g Fma = %g Fmisc/Other FP = %g Lfl = %g Sfl = %g\n", before,
            n[OP_FA], n[OP_FM], n[OP_FMA], n[OP_FMISC], n[OP_LFL], n[OP_SFL]);
    fprintf(out, "%sLoad = %g Store = %g Integer and vector = %g Control and address = %g\n",
            before, n[OP_LFL] + n[OP_LI], n[OP_SFL] + n[OP_SI], n[OP_LEFT], n[OP_RIGHT]);
}

static double flops(const struct counts *c)
{
    return c->n[OP_FA] + c->n[OP_FM] + 2 * c->n[OP_FMA] + c->n[OP_FMISC];
}

static void put_area(FILE *out, const struct compiled_loop *c, size_t i)
{
    const struct area *a = &c->areas[i];
    fprintf(out, "\nForward branch area %zu\n", i + 1);
    fprintf(out, "*****\n* Target Label = %s %ld %ld\n", a->target, a->begin, a->end);
    if (a->intersects)
        fputs("* Intersects another forward branch area of this loop\n", out);
    fprintf(out, "* Instructions = %ld\n", a->length);
    put_counts(out, "* ", &a->counts);
    fputs("*****\n", out);
}

static void put_place(FILE *out, const struct compiled_loop *c)
{
    fprintf(out, "Assembly lines %ld to %ld", c->asm_line, c->asm_end_line);
    if (c->function)
        fprintf(out, ", function %s", c->function);
    if (c->source && c->line)
        fprintf(out, ", %s lines %ld to %ld", c->source, c->line, c->end_line);
    fputc('\n', out);
}

static void put_body(FILE *out, const struct machine *m, const struct compiled_loop *c)
{
    struct arena a = {0};
    struct body_parts parts = body_parts(&a, m, c->body);
    char k[QUANTITY_TEXT];
    if (!parts.missing)
        fprintf(out, "Fused operations = %d\n", parts.n_slots);
    if (c->body->unmodelled)
        fprintf(out, "Instructions that are not modelled = %zu\n", c->body->unmodelled);
    fprintf(out, "k = %s, version = %s\n", quantity_text(c->k, k),
            compiled_version_name(c->version));
    arena_free(&a);
}

void kmacstat_put_x86_loop(FILE *out, const struct machine *m, const struct compiled_loop *c)
{
    fprintf(out, "Loop labelled %s-- Branch Region = %d --\n", c->label, c->region);
    fputs(c->kind == LOOP_INNERMOST ? "--> An inner-most loop\n"
                                    : "--> A residue of an outer loop\n",
          out);
    put_place(out, c);
    fprintf(out, "Instructions = %ld\n", c->length);
    if (c->body && c->kind == LOOP_INNERMOST)
        put_body(out, m, c);
    fputc('\n', out);
    put_counts(out, "", &c->counts);
    fprintf(out, "\nFloating-point operations = %g\n", flops(c->body ? &c->elements : &c->counts));
    for (size_t i = 0; i < c->n_areas; i++)
        put_area(out, c, i);
    fputs("-----\n", out);
}

/* ---- --bounds ---- */

static const char *const headings[] = {
    "loop", "region", "function", "lines",  "version", "k",   "instr", "fused", "fa",   "fm",
    "fma",  "fmisc",  "loads",    "stores", "M",       "MAC", "limit", "MACS",  "limit"};
static const char aligned[] = "lrlllrrrrrrrrrrrlrl";

static const char *lines_text(struct arena *a, const struct compiled_loop *c)
{
    if (!c->line)
        return NULL;
    return c->line == c->end_line ? arena_printf(a, "%ld", c->line)
                                  : arena_printf(a, "%ld-%ld", c->line, c->end_line);
}

static void put_limit(struct kmacstat_table *t, const struct kmacstat_loop *l, struct quantity q,
                      const char *limit, unsigned numbers)
{
    kmacstat_number(t, l, q, numbers);
    table_cell(&t->table, is_known(q) && limit ? arena_strdup(&t->arena, limit) : NULL);
}

void kmacstat_x86_row(struct kmacstat_table *t, const struct kmacstat_loop *l)
{
    const struct compiled_loop *c = l->facts;
    const double *n = c->counts.n;
    double counts[] = {
        n[OP_FA], n[OP_FM], n[OP_FMA], n[OP_FMISC], n[OP_LFL] + n[OP_LI], n[OP_SFL] + n[OP_SI]};
    if (t->table.n == 0)
        kmacstat_table_head(t, aligned, headings, COUNT_OF(headings));
    kmacstat_table_loop(t, c);
    table_cell(&t->table, lines_text(&t->arena, c));
    bool versions = c->body && c->kind == LOOP_INNERMOST;
    table_cell(&t->table, versions ? compiled_version_name(c->version) : NULL);
    kmacstat_number(t, l, l->k, DOUBT_K);
    kmacstat_number(t, l, known((double)c->length), 0);
    kmacstat_number(t, l, l->fused, 0);
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        kmacstat_number(t, l, known(counts[i]), 0);
    kmacstat_number(t, l, l->m, DOUBT_M);
    put_limit(t, l, l->mac.cpl, l->mac.limit, DOUBT_MAC);
    put_limit(t, l, l->macs, l->macs_limit, DOUBT_MACS);
    kmacstat_remarks(t, l);
    t->rows++;
}
