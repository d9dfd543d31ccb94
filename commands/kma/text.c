/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma/text.h"
#include "base/util.h"

#include "base/diag.h"
#include "bounds/explain.h"

#include <stdlib.h>
#include <string.h>

static const char *number_text(struct arena *a, struct quantity q)
{
    char buf[QUANTITY_TEXT];
    return arena_strdup(a, quantity_text(q, buf));
}

/* ---- the table ---- */

static const char *const headings[] = {"line",  "routine", "do",  "fa",  "fm",  "fma",
                                       "fmisc", "lfl",     "sfl", "t_f", "t_m", "t_i",
                                       "t_d",   "M",       "MA",  "CPF", "",    "limit"};
static const char aligned[] = "rll"
                              "rrrrrr"
                              "rrrr"
                              "rrr"
                              "l"
                              "l";

static void add_number_cell(struct kma_text *t, struct arena *a, const struct kma_loop *l,
                            struct quantity q, unsigned numbers)
{
    const struct source_loop *s = l->facts;
    const char *name = arena_printf(a, "%s:%ld", s->routine, s->line);
    table_cell(&t->rows, number_text(a, q));
    table_mark(&t->rows, doubts_mark(&t->doubts, name, &l->notes, numbers));
}

/* Whether the loop has a note that only --verbose prints. */
static bool has_more_notes(const struct kma_text *t, const struct kma_loop *l)
{
    for (size_t i = 0; i < l->notes.n; i++)
        if (!doubts_hold(&t->doubts, l->notes.at[i]))
            return true;
    return false;
}

static void add_loop_row(struct kma_text *t, struct arena *a, const struct kma_loop *l)
{
    const struct source_loop *s = l->facts;
    const struct {
        struct quantity q;
        unsigned numbers;
    } rest[] = {{l->ma.tf, DOUBT_TNF},
                {l->ma.tm, DOUBT_TNF},
                {l->ma.ti, DOUBT_TNF | DOUBT_XY},
                {l->ma.td, DOUBT_TD},
                {l->m, DOUBT_M},
                {l->ma.cpl, DOUBT_MA},
                {l->ma_cpf, DOUBT_MA | DOUBT_TNF}};
    table_cell(&t->rows, arena_printf(a, "%ld", s->line));
    table_cell(&t->rows, s->routine);
    table_cell(&t->rows, s->index);
    for (int c = OP_FA; c <= OP_SFL; c++)
        add_number_cell(t, a, l, kma_count(l, (enum op_class)c), DOUBT_TNF);
    for (size_t i = 0; i < COUNT_OF(rest); i++)
        add_number_cell(t, a, l, rest[i].q, rest[i].numbers);
    table_cell(&t->rows, has_more_notes(t, l) ? "*" : " ");
    table_cell(&t->rows, s->residue ? "outer" : l->ma.limit);
    t->n++;
}

static void begin_table(struct table *t)
{
    t->align = aligned;
    for (size_t i = 0; i < COUNT_OF(headings); i++)
        table_cell(t, headings[i]);
}

/* ---- details of a loop ---- */

static void print_operations(FILE *out, const struct source_loop *l)
{
    for (size_t i = 0; i < l->n_ops; i++) {
        const struct operation *o = &l->ops[i];
        fprintf(out, "  %5ld:%-3ld %-8s %-4g %s\n", o->line, o->col, op_class_name(o->class), o->n,
                o->text ? o->text : "");
    }
}

static void print_references(FILE *out, const struct source_loop *l)
{
    static const char *const uses[] = {
        [REF_LOAD] = "lfl",          [REF_STORE] = "sfl",   [REF_REUSED] = "no load",
        [REF_REGISTER] = "register", [REF_INDEX] = "index",
    };
    for (size_t i = 0; i < l->n_refs; i++) {
        const struct reference *f = &l->refs[i];
        const char *use = f->use == REF_REUSED && f->write ? "no store" : uses[f->use];
        fprintf(out, "  %5ld:%-3ld %-8s      %s%s%s\n", f->line, f->col, use,
                f->text ? f->text : f->array, f->why ? ": " : "", f->why ? f->why : "");
    }
}

static void print_blocks(FILE *out, const struct source_loop *l)
{
    for (size_t i = 0; i < l->n_blocks; i++) {
        const struct block *b = &l->blocks[i];
        fprintf(out, "  conditional, lines %ld-%ld:", b->line, b->end_line);
        for (int c = OP_FA; c <= OP_SFL; c++)
            fprintf(out, " %s %g", op_class_name((enum op_class)c), b->counts.n[c]);
        fputc('\n', out);
    }
}

static void print_recurrence(FILE *out, const struct recurrence *r)
{
    if (r->missing)
        fprintf(out, "  recurrence: %s\n", r->missing);
    if (r->n == 0)
        return;
    fprintf(out, "  recurrence: %g cycle%s in %ld iteration%s: t_d = %.4g\n", r->latency,
            r->latency == 1 ? "" : "s", r->distance, r->distance == 1 ? "" : "s",
            r->latency / (double)r->distance);
    for (size_t i = 0; i < r->n; i++) {
        const struct recurrence_step *s = &r->at[i];
        fprintf(out, "  %5ld     %-8s %-4g %s", s->line, op_class_name(s->class), s->latency,
                s->text ? s->text : "");
        if (s->as)
            fprintf(out, ", used %ld iteration%s later as %s", s->distance,
                    s->distance == 1 ? "" : "s", s->as);
        fputc('\n', out);
    }
}

static void print_details(FILE *out, const struct machine *m, const struct kma_loop *l)
{
    const struct source_loop *s = l->facts;
    fprintf(out, "\n%s  lines %ld-%ld", s->id, s->line, s->end_line);
    if (s->index)
        fprintf(out, ", DO %s", s->index);
    if (!s->excluded) {
        fprintf(out, ", x = %g, y = %g", s->counts.n[OP_X], s->counts.n[OP_Y]);
        fprintf(out, " with %d base register%s", s->bases, s->bases == 1 ? "" : "s");
    }
    fputc('\n', out);
    print_operations(out, s);
    print_references(out, s);
    if (s->integer_ops + s->index_loads + s->index_stores > 0)
        fprintf(out, "  not essential: %g integer or logical operations, %g loads, %g stores\n",
                s->integer_ops, s->index_loads, s->index_stores);
    for (size_t i = 0; i < s->n_scalars; i++)
        fprintf(out, "  scalar %s: %s\n", s->scalars[i].name, s->scalars[i].role);
    print_blocks(out, s);
    explain_vectors(out, m, s, l->reassociated);
    print_recurrence(out, kma_recurrence(l));
    for (size_t i = 0; i < l->notes.n; i++)
        fprintf(out, "  note: %s\n", l->notes.at[i]);
}

/* ---- the report ---- */

static FILE *open_delayed(struct text_stream *k)
{
    return k->f ? k->f : text_open(k);
}

static void print_delayed(struct text_stream *k, FILE *out)
{
    if (!k->f)
        return;
    text_close(k);
    fwrite(k->text, 1, k->size, out);
    free(k->text);
    *k = (struct text_stream){0};
}

void kma_text_loop(struct kma_report *r, const struct kma_loop *l)
{
    struct kma_text *t = &r->text;
    struct arena a = {0};
    if (!t->rows.n)
        begin_table(&t->rows);
    add_loop_row(t, &a, l);
    r->marked |= has_more_notes(t, l);
    if (r->verbose)
        print_details(open_delayed(&t->details), r->machine, l);
    if (r->caches.n > 0 && l->facts->innermost) {
        kma_cache_rows(&t->cache, l, &r->caches);
        if (r->verbose)
            kma_cache_windows(open_delayed(&t->windows), l, &r->caches);
    }
    if (r->caches.data && l->facts->innermost) {
        kma_data_row(&t->data, l);
        if (r->verbose)
            kma_data_levels(open_delayed(&t->levels), l);
    }
    arena_free(&a);
}

void kma_text_file(struct kma_report *r, const struct source_file *file, bool loops)
{
    struct kma_text *t = &r->text;
    struct arena a = {0};
    if (r->files.n > 1)
        fputc('\n', r->out);
    fprintf(r->out, "%s on %s\n", file->file, machine_title(&a, r->machine));
    arena_free(&a);
    if (t->rows.n)
        table_print(&t->rows, r->out);
    else
        fputs("no innermost loop\n", r->out);
    for (size_t i = 0; i < t->doubts.at.n; i++)
        fprintf(r->out, "%s\n", doubts_line(&t->doubts, i, t->n));
    doubts_free(&t->doubts);
    t->n = 0;
    print_delayed(&t->details, r->out);
    if (r->caches.n > 0 && loops)
        kma_cache_text(r->out, &t->cache);
    print_delayed(&t->windows, r->out);
    if (r->caches.data && loops)
        kma_data_text(r->out, &t->data);
    print_delayed(&t->levels, r->out);
    if (r->verbose)
        kma_jump_loops_text(r->out, file);
    table_free(&t->rows);
    table_free(&t->cache);
    table_free(&t->data);
}

static void print_legend(const struct kma_report *r)
{
    fputs("\nfa to sfl: essential operations per iteration. t_f to MA: cycles per iteration.\n"
          "CPF: MA per floating-point operation. limit: the term that determines MA.\n",
          r->out);
    if (r->all_loops)
        fputs("outer: counts of the loop's own statements in one of its iterations, the loops "
              "inside it excluded.\n",
              r->out);
    if (r->marked && !r->verbose)
        fputs("*: there is a note; see --verbose.\n", r->out);
}

void kma_text_end(struct kma_report *r)
{
    long unsupported = 0, errors = 0;
    if (r->coverage.loops > 0)
        print_legend(r);
    fputc('\n', r->out);
    kma_coverage_text(r->out, &r->coverage, r->verbose);
    for (size_t i = 0; i < r->files.n; i++) {
        unsupported += (long)r->files.at[i].facts.n_unsupported;
        errors += r->files.at[i].facts.errors;
    }
    if (unsupported || errors)
        fprintf(r->out, "%ld error%s, %ld unsupported statement%s\n", errors,
                errors == 1 ? "" : "s", unsupported, unsupported == 1 ? "" : "s");
}
