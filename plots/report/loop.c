/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts of one loop in one build. */
#include "plots/report/report.h"

#include <string.h>

static const char *ref_words[] = {[REF_LOAD] = "load",
                                  [REF_STORE] = "store",
                                  [REF_REUSED] = "no load",
                                  [REF_REGISTER] = "register",
                                  [REF_INDEX] = "not essential"};

static void begin_table(FILE *out, const char *title, const char *const *heads, size_t n)
{
    html(out,
         "<h4>%s</h4>\n<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"%s\">"
         "<table class=\"facts\">\n<thead><tr>",
         title, title);
    for (size_t i = 0; i < n; i++)
        html(out, "<th scope=\"col\">%s</th>", heads[i]);
    html(out, "</tr></thead>\n<tbody>\n");
}

static void end_table(FILE *out)
{
    html(out, "</tbody></table></div>\n");
}

/* ---- operations and references ---- */

static void put_operations(FILE *out, const struct source_loop *l)
{
    static const char *const heads[] = {"line", "operation", "counts as", "number"};
    char n[QUANTITY_TEXT];
    if (l->n_ops == 0)
        return;
    begin_table(out, "Counted operations", heads, 4);
    for (size_t i = 0; i < l->n_ops && i < LISTED_FACTS; i++)
        html(out,
             "<tr><td>%ld:%ld</td><td><code>%s</code></td><td "
             "title=\"%s\">%s</td><td>%s</td></tr>\n",
             l->ops[i].line, l->ops[i].col, l->ops[i].text, op_class_meaning(l->ops[i].class),
             op_class_name(l->ops[i].class), quantity_text(known(l->ops[i].n), n));
    end_table(out);
    report_left_out(out, l->n_ops, LISTED_FACTS, "operations");
}

static bool counts(const struct reference *f)
{
    return f->use == REF_LOAD || f->use == REF_STORE;
}

static void put_reference(FILE *out, const struct reference *f, bool why)
{
    html(out, "<tr><td>%ld:%ld</td><td><code>%s</code></td><td>%s</td>", f->line, f->col,
         f->text ? f->text : f->array, ref_words[f->use]);
    if (why)
        html(out, "<td class=\"why\">%s</td>", f->why);
    html(out, "</tr>\n");
}

static void put_references(FILE *out, const struct source_loop *l, bool counted, const char *title)
{
    static const char *const heads[] = {"line", "reference", "kind", "reason"};
    size_t n = 0;
    bool why = false;
    for (size_t i = 0; i < l->n_refs; i++)
        why |= counts(&l->refs[i]) == counted && l->refs[i].why && *l->refs[i].why;
    for (size_t i = 0; i < l->n_refs; i++) {
        if (counts(&l->refs[i]) != counted)
            continue;
        if (n++ == 0)
            begin_table(out, title, heads, why ? 4 : 3);
        if (n <= LISTED_FACTS)
            put_reference(out, &l->refs[i], why);
    }
    if (n)
        end_table(out);
    report_left_out(out, n, LISTED_FACTS, "references");
}

/* ---- recurrence ---- */

/* Returns "4 cycles", allocated in a. */
static const char *cycles_text(struct arena *a, double cycles)
{
    char text[QUANTITY_TEXT];
    return arena_printf(a, "%s cycle%s", quantity_text(known(cycles), text),
                        cycles == 1 ? "" : "s");
}

/* Returns the meaning of the class, up to a comma or parenthesis, allocated in a. */
static const char *class_text(struct arena *a, enum op_class class)
{
    const char *meaning = op_class_meaning(class);
    size_t n = strcspn(meaning, "(,");
    return arena_strndup(a, meaning, meaning[n] == '(' ? n - 1 : n);
}

static void put_step(FILE *out, const struct recurrence_step *s)
{
    struct arena a = {0};
    html(out, "<li><code>%s</code> ", s->text);
    if (s->line > 0)
        html(out, "(line %ld) ", s->line);
    html(out, "takes %s: %s; %s uses its result%s", cycles_text(&a, s->latency),
         class_text(&a, s->class), class_text(&a, s->next), s->addend ? " as an addend" : "");
    if (s->as)
        html(out, ", read as <code>%s</code>", s->as);
    html(out, "</li>\n");
    arena_free(&a);
}

static void put_recurrence(FILE *out, const struct recurrence *c, const char *of, const char *one,
                           const char *many)
{
    struct arena a = {0};
    if (c->missing)
        html(out, "<p>Recurrence of the %s: unknown: %s.</p>\n", of, c->missing);
    if (c->missing || c->n == 0)
        return;
    html(out,
         "<h4>Recurrence of the %s</h4>\n<p>%s in %ld %s: t_d = %s</p>\n"
         "<ol class=\"recurrence\">\n",
         of, cycles_text(&a, c->latency), c->distance, c->distance == 1 ? one : many,
         cycles_text(&a, c->latency / (double)c->distance));
    for (size_t i = 0; i < c->n && i < LISTED_FACTS; i++)
        put_step(out, &c->at[i]);
    html(out, "</ol>\n");
    report_left_out(out, c->n, LISTED_FACTS, "steps");
    arena_free(&a);
}

/* ---- conditional blocks ---- */

static void put_blocks(FILE *out, const struct source_loop *l)
{
    if (l->n_blocks == 0)
        return;
    html(out, "<h4>Conditional blocks</h4>\n<ul>\n");
    for (size_t i = 0; i < l->n_blocks && i < LISTED_FACTS; i++) {
        const struct block *b = &l->blocks[i];
        html(out, "<li>lines %ld to %ld:", b->line, b->end_line);
        for (int c = 0, any = 0; c < OP_CLASSES; c++) {
            char n[QUANTITY_TEXT];
            if (b->counts.n[c] > 0)
                html(out, "%s %s %s", any++ ? "," : "", op_class_name((enum op_class)c),
                     quantity_text(known(b->counts.n[c]), n));
        }
        html(out, "</li>\n");
    }
    html(out, "</ul>\n");
    report_left_out(out, l->n_blocks, LISTED_FACTS, "blocks");
}

bool report_loop_facts(const struct report *r, const struct gap_run *run,
                       const struct gap_loop *loop)
{
    struct arena a = {0};
    struct gap_source s;
    struct gap_code c;
    bool ok = gaps_source(r->g, &a, run, loop, &s) && gaps_code(r->g, &a, run, loop, &c);
    if (ok && s.source) {
        report_code(r, &s, &c);
        put_operations(r->out, s.source);
        put_references(r->out, s.source, true, "Counted loads and stores");
        put_references(r->out, s.source, false, "References that are not counted");
        put_recurrence(r->out, &s.recurrence, "source", "iteration", "iterations");
        if (s.compiled)
            put_recurrence(r->out, &s.compiled_recurrence, "compiled loop", "pass", "passes");
        put_blocks(r->out, s.source);
    }
    arena_free(&a);
    return ok;
}
