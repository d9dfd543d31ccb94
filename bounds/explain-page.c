/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/explain-page.h"
#include "bounds/bounds.h"

const char *explain_number(struct page *g, struct quantity q)
{
    return q.missing ? "-" : arena_printf(&g->arena, "%.6g", q.value + 0.0);
}

const char *explain_plain(struct page *g, double value)
{
    return explain_number(g, known(value));
}

const char *explain_join(struct page *g, const char *text, const char *glue, const char *more)
{
    return text ? arena_printf(&g->arena, "%s%s%s", text, glue, more) : more;
}

void explain_td(struct page *g, const struct recurrence *r, struct quantity td)
{
    const char *unit = !g->essential ? "passes" : "iterations";
    const char *one = !g->essential ? "pass" : "iteration";
    if (td.missing) {
        fprintf(g->out, "  t_d  = -: %s    (eq. 4.7)\n", td.missing);
        return;
    }
    if (r->n == 0) {
        fprintf(g->out, "  t_d  = 0: %s    (eq. 4.7)\n",
                r->overlapped > 0
                    ? "consecutive executions of the loop overlap the whole recurrence"
                    : "no recurrence");
        return;
    }
    const char *sum = NULL;
    for (size_t i = 0; i < r->n; i++)
        sum = explain_join(g, sum, " + ", explain_plain(g, r->at[i].latency));
    fprintf(g->out, "  t_d  = (%s) / %ld", sum, r->distance);
    if (!g->essential)
        fprintf(g->out, " / k = (%s) / %ld / %s", sum, r->distance, explain_number(g, g->k));
    if (r->overlapped > 0)
        fprintf(g->out, " * %s", explain_plain(g, 1 - r->overlapped));
    fprintf(g->out, " = %s    (eq. 4.7; cycles around the recurrence / distance in %s%s)\n",
            explain_number(g, td), unit, r->overlapped > 0 ? EXPOSED_FACTOR : "");
    for (size_t i = 0; i < r->n; i++) {
        const struct recurrence_step *s = &r->at[i];
        fprintf(g->out, "             %s: %s to %s%s", explain_plain(g, s->latency),
                machine_class_text(g->m->isa, s->class), machine_class_text(g->m->isa, s->next),
                s->addend ? " by its addend" : "");
        if (s->line)
            fprintf(g->out, ", line %ld", s->line);
        fprintf(g->out, "%s%s", s->text ? ": " : "", s->text ? s->text : "");
        if (s->as)
            fprintf(g->out, ", used %ld %s later as %s", s->distance, s->distance == 1 ? one : unit,
                    s->as);
        fputc('\n', g->out);
    }
}

void explain_k(struct page *g, const char *how)
{
    const char *why = g->k.missing ? g->k.missing : how;
    fprintf(g->out, "  k    = %s%s%s\n", explain_number(g, g->k), why ? ": " : "", why ? why : "");
}

/* Returns whether the bound is that of all paths, less than the terms of the chosen one. */
static bool is_of_all_paths(const struct bound *b)
{
    struct quantity most = q_max(b->ti, b->td);
    return is_known(most) && is_known(b->cpl) && b->cpl.value < most.value * (1 - 1e-12);
}

void explain_bound(struct page *g, const char *name, const struct bound *b, struct quantity tnf,
                   const char *equation)
{
    struct quantity cpf = is_known(tnf) ? bound_cpf(b->cpl, tnf.value) : missing(tnf.missing);
    const char *terms =
        arena_printf(&g->arena, "max(%s, %s)", explain_number(g, b->ti), explain_number(g, b->td));
    const char *value = explain_number(g, b->cpl);
    bool all = is_of_all_paths(b);
    if (all)
        fprintf(g->out, "  %-4s = min(max(t_i, t_d), least of all paths) = min(%s, %s) = %s CPL",
                name, terms, value, value);
    else
        fprintf(g->out, "  %-4s = max(t_i, t_d) = %s = %s CPL", name, terms, value);
    if (is_known(cpf))
        fprintf(g->out, " = %s CPF", explain_number(g, cpf));
    if (b->limit && !all)
        fprintf(g->out, ", limited by %s", b->limit);
    fprintf(g->out, "    (eq. %s)\n", equation);
}
