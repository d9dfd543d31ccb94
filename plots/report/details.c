/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section of each loop: comparison of its runs, and for each build its advice, source, code and
 * counted operations. */
#include "plots/report/bar.h"
#include "base/util.h"
#include "plots/report/report.h"

#include <string.h>

enum { LARGE_BAR = 420 };

/* ---- comparison of runs ---- */

static double most_cycles(const struct report *r, const struct report_loop *l)
{
    double most = 0;
    for (size_t t = 0; t < r->t->n; t++) {
        if (!l->in[t])
            continue;
        struct quantity top = rung_of(&l->in[t]->cpl, top_rung(&l->in[t]->cpl));
        most = is_known(top) && top.value > most ? top.value : most;
    }
    return most;
}

static const struct report_column own_columns[] = {
    {"run", "name of the run", false, false},
    {"processors", "number of processors of the run", false, false},
    {"cycles per iteration", "M and the gaps A, C, S, P in CPL; all runs have the same scale", true,
     false},
};

static struct gap_layout_columns layout_of(const struct report *r, const struct report_loop *l)
{
    struct gap_layout_columns columns = {.n = 0};
    for (size_t t = 0; t < r->t->n; t++)
        if (l->in[t])
            gap_layout_add_row(&columns, GAP_LAYOUT_RUNS, &r->t->at[t], l->in[t], GAP_CPL);
    return columns;
}

static void put_run_row(const struct report *r, const struct bar_frame *f, double unit, size_t run,
                        const struct gap_loop *l)
{
    const struct gap_run *of = &r->t->at[run];
    char top[QUANTITY_TEXT];
    enum rung whole = top_rung(&l->cpl);
    struct arena a = {0};
    const char *name = report_run_name(&a, of);
    html(r->out, "<tr data-run=\"%s\"><th scope=\"row\">%s</th><td>%s</td><td class=\"wide\">",
         name, name, of->run ? arena_printf(&a, "%ld", of->processors) : "-");
    bar_put(r->out, f, l, whole, unit,
            arena_printf(&a, "%s %s CPL", level_name(whole),
                         quantity_text(rung_of(&l->cpl, whole), top)));
    html(r->out, "</td>");
    arena_free(&a);
}

/* Writes the comparison table. Adds the notes that doubt its numbers to d. */
static void put_comparison(const struct report *r, const struct report_loop *l, struct doubts *d)
{
    struct arena a = {0};
    double most = most_cycles(r, l), unit = most > 0 ? most : 1;
    struct gap_layout_columns columns = layout_of(r, l);
    struct bar_frame f = {0, 1, LARGE_BAR, true};
    size_t n = 0;
    for (size_t t = 0; t < r->t->n; t++)
        if (l->in[t])
            bar_fit(&f, l->in[t], top_rung(&l->in[t]->cpl), unit);
    html(r->out,
         "<h4>Comparison of runs</h4>\n<div class=\"scroll\" role=\"group\" tabindex=\"0\" "
         "aria-label=\"Comparison of runs of %s\"><table class=\"sortable\">\n",
         l->name);
    report_heads(r->out, own_columns, COUNT_OF(own_columns), &columns, true);
    html(r->out, "<tbody>\n");
    for (size_t t = 0; t < r->t->n; t++) {
        if (!l->in[t] || n++ >= LISTED_RUNS)
            continue;
        put_run_row(r, &f, unit, t, l->in[t]);
        for (size_t c = 0; c < columns.n; c++)
            report_value(r->out, columns.at[c], &r->t->at[t], l->in[t],
                         report_run_name(&a, &r->t->at[t]), d);
        html(r->out, "</tr>\n");
    }
    html(r->out, "</tbody></table></div>\n");
    report_doubts(r->out, d, 0);
    report_left_out(r->out, n, LISTED_RUNS, "runs of this loop");
    arena_free(&a);
}

/* ---- notes ---- */

static void add_unique_note(struct arena *a, struct notes *notes, const char *text)
{
    for (size_t i = 0; i < notes->n; i++)
        if (strcmp(notes->at[i], text) == 0)
            return;
    note_text(a, notes, text);
}

/* Adds the reasons for the missing rungs of a run, each reason once. */
static void add_missing_notes(struct arena *a, struct notes *notes, const struct gap_loop *l,
                              const char *run)
{
    const char *last = NULL;
    for (int i = 0; i < RUNGS; i++) {
        const char *why = rung_of(&l->cpl, (enum rung)i).missing;
        if (why && (!last || strcmp(why, last) != 0))
            add_unique_note(a, notes,
                            i == RUNG_MEASURED ? arena_printf(a, "%s: not measured: %s", run, why)
                                               : arena_printf(a, "no %s: %s", level_name(i), why));
        last = why;
    }
}

/* Writes the notes of all runs and the reasons for missing numbers, each once. Omits the notes in
 * shown. */
static void put_notes(const struct report *r, const struct report_loop *l,
                      const struct doubts *shown)
{
    struct arena a = {0};
    struct notes notes = {0};
    for (size_t t = 0; t < r->t->n && notes.n < LISTED_NOTES; t++) {
        if (!l->in[t])
            continue;
        for (size_t i = 0; i < l->in[t]->notes.n; i++)
            if (!doubts_hold(shown, l->in[t]->notes.at[i]))
                add_unique_note(&a, &notes, l->in[t]->notes.at[i]);
        add_missing_notes(&a, &notes, l->in[t], report_run_name(&a, &r->t->at[t]));
    }
    if (notes.n)
        html(r->out, "<h4>Notes</h4>\n");
    report_notes(r->out, &notes);
    arena_free(&a);
}

/* ---- the loops ---- */

/* Returns whether an earlier run has the loop from the same build. */
static bool build_shown(const struct report *r, const struct report_loop *l, size_t run)
{
    for (size_t t = 0; t < run; t++)
        if (l->in[t] && gaps_same_build(r->g, &r->t->at[t], &r->t->at[run]))
            return true;
    return false;
}

static bool put_builds(const struct report *r, const struct report_loop *l)
{
    size_t builds = 0;
    for (size_t t = 0; t < r->t->n; t++)
        builds += l->in[t] && !build_shown(r, l, t);
    for (size_t t = 0; t < r->t->n; t++) {
        if (!l->in[t] || build_shown(r, l, t))
            continue;
        if (builds > 1)
            html(r->out, "<h4 class=\"build\">Build %s, machine %s</h4>\n", r->t->at[t].build,
                 r->t->at[t].machine);
        if (!report_advice(r, l, t) || !report_loop_facts(r, &r->t->at[t], l->in[t]))
            return false;
    }
    return true;
}

/* Writes the largest gap of a loop over its runs. */
static void put_headline(const struct report *r, const struct report_loop *l)
{
    static const char letters[] = "ACSP";
    const struct gap_run *run = NULL;
    struct quantity best = known(0), share = known(0);
    char letter = 0, cpl[QUANTITY_TEXT], percent[QUANTITY_TEXT];
    for (size_t t = 0; t < r->t->n; t++) {
        if (!l->in[t])
            continue;
        const struct gap_parts *g = &l->in[t]->gap, *s = &l->in[t]->share;
        const struct quantity gaps[] = {g->a, g->c, g->s, g->p},
                              shares[] = {s->a, s->c, s->s, s->p};
        for (int i = 0; i < 4; i++)
            if (is_known(gaps[i]) && gaps[i].value > best.value) {
                best = gaps[i];
                share = shares[i];
                letter = letters[i];
                run = &r->t->at[t];
            }
    }
    if (!letter)
        return;
    html(r->out, "<span class=\"headline\">largest gap %s: %s CPL", (char[]){letter, 0},
         quantity_text(best, cpl));
    if (is_known(share) && share.value > 1)
        html(r->out, ", doubtful: more than measured");
    else if (is_known(share))
        html(r->out, ", %s %% of measured", quantity_text(q_mul(share, known(100)), percent));
    if (run->run && r->t->n > 1)
        html(r->out, " in %s", run->run);
    html(r->out, "</span>");
}

static bool put_loop(const struct report *r, size_t number)
{
    const struct report_loop *l = &r->loops[number];
    html(r->out, "<details class=\"loop\" id=\"loop-%zu\">\n<summary><h3>%s</h3> ", number + 1,
         l->name);
    put_headline(r, l);
    html(r->out, "</summary>\n<p class=\"id\">%s</p>\n", l->id);
    struct doubts doubts = {0};
    put_comparison(r, l, &doubts);
    bool ok = report_threads(r, l) && put_builds(r, l);
    put_notes(r, l, &doubts);
    doubts_free(&doubts);
    html(r->out, "</details>\n");
    return ok;
}

bool report_details(const struct report *r)
{
    html(r->out, "<section id=\"loops\">\n<h2>Loops</h2>\n<div id=\"openers\"></div>\n");
    if (!r->n_loops && report_is_sampled(r))
        html(r->out, "<p>No loop was measured.</p>\n");
    if (r->n_detailed < r->n_loops)
        html(
            r->out,
            "<p class=\"left-out\">These are the %zu loops with the most measured cycles; %zu more "
            "are only in the tables above.</p>\n",
            r->n_detailed, r->n_loops - r->n_detailed);
    for (size_t i = 0; i < r->n_loops; i++)
        if (r->loops[i].detailed && !put_loop(r, i))
            return false;
    html(r->out, "</section>\n");
    return true;
}
