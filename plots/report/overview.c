/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section of the runs: for each run, the table of its loops. */
#include "plots/report/bar.h"
#include "base/util.h"
#include "facts/doubts.h"
#include "gaps/columns.h"
#include "plots/report/report.h"

#include <string.h>

enum { SMALL_BAR = 160, FEWEST_ROWS = 50 };

const char *report_run_name(struct arena *a, const struct gap_run *run)
{
    return run->run ? run->run : arena_printf(a, "build %s", run->build);
}

const char *report_run_title(struct arena *a, const struct gap_run *run)
{
    const char *machine = run->machine ? gap_machine_title(a, run) : "unknown";
    if (!run->run)
        return arena_printf(a, "Build %s, not measured: machine %s", run->build, machine);
    return arena_printf(a, "Run %s: %ld processor%s, machine %s, build %s", run->run,
                        run->processors, run->processors == 1 ? "" : "s", machine, run->build);
}

void report_left_out(FILE *out, size_t n, size_t shown, const char *what)
{
    if (n > shown)
        html(out, "<p class=\"left-out\">%zu more %s are not shown here.</p>\n", n - shown, what);
}

void report_notes(FILE *out, const struct notes *notes)
{
    if (notes->n == 0)
        return;
    html(out, "<ul class=\"notes\">\n");
    for (size_t i = 0; i < notes->n && i < LISTED_NOTES; i++)
        html(out, "<li>%s</li>\n", notes->at[i]);
    html(out, "</ul>\n");
    report_left_out(out, notes->n, LISTED_NOTES, "notes");
}

void report_doubts(FILE *out, struct doubts *d, size_t rows)
{
    if (d->at.n)
        html(out, "<ul class=\"notes\">\n");
    for (size_t i = 0; i < d->at.n && i < LISTED_NOTES; i++)
        html(out, "<li>%s</li>\n", doubts_line(d, i, rows));
    if (d->at.n)
        html(out, "</ul>\n");
    report_left_out(out, d->at.n, LISTED_NOTES, "notes");
}

/* ---- one run ---- */

/* Returns the rung that is 100 % of the run's bars. */
static enum rung whole_of(const struct gap_run *run)
{
    enum rung whole = RUNG_M;
    for (size_t i = 0; i < run->n; i++)
        if (top_rung(&run->loops[i].cpl) > whole)
            whole = top_rung(&run->loops[i].cpl);
    return whole == RUNG_MEASURED || whole == RUNG_MACS ? whole : RUNG_MA;
}

static struct bar_frame frame_of(const struct gap_run *run, enum rung whole)
{
    struct bar_frame f = {0, 1, SMALL_BAR, false};
    for (size_t i = 0; i < run->n; i++) {
        struct quantity all = rung_of(&run->loops[i].cpl, whole);
        if (is_known(all) && all.value > 0)
            bar_fit(&f, &run->loops[i], whole, all.value);
    }
    return f;
}

static void put_head(FILE *out, const char *title, const char *meaning, bool bar)
{
    fputs(bar ? "<th scope=\"col\" class=\"wide\"" : "<th scope=\"col\"", out);
    html(out, " title=\"%s\">%s</th>", meaning, title);
}

void report_heads(FILE *out, const struct report_column *own, size_t n,
                  const struct gap_layout_columns *columns, bool measured)
{
    html(out, "<thead><tr>");
    for (size_t i = 0; i < n; i++)
        if (measured || !own[i].measured)
            put_head(out, own[i].title, own[i].meaning, own[i].bar);
    for (size_t i = 0; columns && i < columns->n; i++)
        put_head(out, columns->at[i]->heading, columns->at[i]->meaning, false);
    html(out, "</tr></thead>\n");
}

/* Returns "~" if samples of some instances were lost, as in the text table; else "". */
static const char *measured_mark(const struct gap_loop *l)
{
    return is_known(l->lost) && l->lost.value > 0 ? "~" : "";
}

void report_value(FILE *out, const struct gap_column *c, const struct gap_run *run,
                  const struct gap_loop *l, const char *row, struct doubts *d)
{
    const char *mark = doubts_mark(d, row, &l->notes, gap_column_doubts(c, GAP_CPL));
    html_marked(out, gap_column_shown(c, run, l, GAP_CPL),
                c->id == GAP_MEASURED ? measured_mark(l) : "", mark);
}

/* The columns before those of the layout. */
static const struct report_column own_columns[] = {
    {"loop", "file, routine and line of the loop", false, false},
    {"where the cycles go", "M and the gaps A, C, S and P as shares", true, false},
};

static void put_loop_name(const struct report *r, size_t run, size_t at)
{
    size_t number = r->number[run][at];
    const struct report_loop *l = &r->loops[number];
    if (l->detailed)
        html(r->out, "<th scope=\"row\"><a href=\"#loop-%zu\">%s</a></th>", number + 1, l->name);
    else
        html(r->out, "<th scope=\"row\">%s</th>", l->name);
}

static void put_table(const struct report *r, size_t number, size_t rows)
{
    const struct gap_run *run = &r->t->at[number];
    enum rung whole = whole_of(run);
    struct bar_frame f = frame_of(run, whole);
    struct doubts doubts = {0};
    struct gap_layout_columns columns = {.n = 0};
    for (size_t i = 0; i < run->n; i++)
        gap_layout_add_row(&columns, GAP_LAYOUT_OVERVIEW, run, &run->loops[i], GAP_CPL);
    html(r->out,
         "<div class=\"scroll tall\" role=\"group\" tabindex=\"0\" "
         "aria-labelledby=\"run-%zu-title\">"
         "<table class=\"sortable loops\">\n<caption>Cycles per iteration; the bars are shares of "
         "%s%s.</caption>\n",
         number + 1, whole == RUNG_MEASURED ? "the measured time" : level_name(whole),
         f.low < 0 ? "; negative parts are left of the line" : "");
    report_heads(r->out, own_columns, COUNT_OF(own_columns), &columns, run->run);
    html(r->out, "<tbody>\n");
    for (size_t i = 0; i < run->n && i < rows; i++) {
        const struct gap_loop *l = &run->loops[i];
        html(r->out, "<tr>");
        put_loop_name(r, number, i);
        html(r->out, "<td class=\"wide\">");
        bar_put(r->out, &f, l, whole, rung_of(&l->cpl, whole).value,
                r->loops[r->number[number][i]].name);
        html(r->out, "</td>");
        for (size_t c = 0; c < columns.n; c++)
            report_value(r->out, columns.at[c], run, l, r->loops[r->number[number][i]].name,
                         &doubts);
        html(r->out, "</tr>\n");
    }
    html(r->out, "</tbody></table></div>\n");
    report_doubts(r->out, &doubts, run->n);
    doubts_free(&doubts);
    report_left_out(r->out, run->n, rows, "loops of this run");
}

static void put_about(FILE *out, const struct gap_run *run)
{
    const struct {
        const char *what, *text;
    } facts[] = {{"compiler", run->compiler}, {"flags", run->flags}, {"date", run->date}};
    if (!run->compiler && !run->flags && !run->date)
        return;
    fputs("<ul>\n", out);
    for (size_t i = 0; i < COUNT_OF(facts); i++)
        if (facts[i].text)
            html(out, "<li>%s: %s</li>\n", facts[i].what, facts[i].text);
    fputs("</ul>\n", out);
}

static void put_bounds(FILE *out, const struct gap_run *run)
{
    char balanced[QUANTITY_TEXT], actual[QUANTITY_TEXT];
    if (run->run && is_known(run->balanced))
        html(out,
             "<p>Run-time bound of these loops in cycles: %s balanced, %s as distributed.</p>\n",
             quantity_text(run->balanced, balanced), quantity_text(run->actual, actual));
    else if (run->run)
        html(out, "<p>Run-time bound of these loops: unknown: %s.</p>\n", run->balanced.missing);
}

static bool put_run(const struct report *r, size_t number, size_t rows)
{
    bool ok = true;
    struct arena a = {0};
    const struct gap_run *run = &r->t->at[number];
    html(r->out,
         "<section class=\"run\" id=\"run-%zu\" data-name=\"%s\">\n"
         "<h3 id=\"run-%zu-title\">%s</h3>\n",
         number + 1, report_run_name(&a, run), number + 1, report_run_title(&a, run));
    if (run->coverage)
        ok = report_sampled(r, number, rows);
    if (ok && run->n) {
        put_about(r->out, run);
        put_bounds(r->out, run);
        ok = report_ranking(r, number);
        put_table(r, number, rows);
        report_regions(r, number);
        report_states(r, run);
    } else if (ok && run->coverage) {
        ok = report_ranking(r, number);
    } else if (!run->coverage) {
        html(r->out, "<p>No loops.</p>\n");
    }
    report_notes(r->out, &run->notes);
    html(r->out, "</section>\n");
    arena_free(&a);
    return ok;
}

/* ---- all runs ---- */

static void put_list(const struct report *r)
{
    struct arena a = {0};
    html(r->out, "<ol class=\"list\">\n");
    for (size_t t = 0; t < r->t->n; t++)
        html(r->out, "<li><a href=\"#run-%zu\">%s</a></li>\n", t + 1,
             report_run_title(&a, &r->t->at[t]));
    html(r->out, "</ol>\n");
    arena_free(&a);
}

bool report_overview(const struct report *r)
{
    bool ok = true;
    size_t rows = OVERVIEW_ROWS / (r->t->n ? r->t->n : 1);
    html(r->out, "<section id=\"runs\">\n<h2>Runs</h2>\n");
    if (r->t->n == 0)
        html(r->out, "<p>The run database contains no loops.</p>\n");
    if (r->t->n > 1)
        put_list(r);
    if (report_is_sampled(r))
        report_chart(r, "coverage");
    html(r->out, "<div id=\"chooser\"></div>\n");
    for (size_t t = 0; ok && t < r->t->n; t++)
        ok = put_run(r, t, rows > FEWEST_ROWS ? rows : FEWEST_ROWS);
    html(r->out, "</section>\n");
    return ok;
}
