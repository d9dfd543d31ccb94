/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs, and for each of them the table of its loops. */
#include "plots/report/bar.h"
#include "plots/report/report.h"

#include <string.h>

enum { SMALL_BAR = 160, FEWEST_ROWS = 50 };

const char *report_run_name(struct arena *a, const struct gap_run *run)
{
    return run->run ? run->run : arena_printf(a, "build %s", run->build);
}

const char *report_run_title(struct arena *a, const struct gap_run *run)
{
    const char *machine = run->machine ? gap_machine_title(a, run) : "not known";
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

/* ---- one run ---- */

/* Sum of the measured cycles of the run's loops. */
static double run_cycles(const struct gap_run *run)
{
    double sum = 0;
    for (size_t i = 0; i < run->n; i++)
        sum += is_known(run->loops[i].cycles) ? run->loops[i].cycles.value : 0;
    return sum;
}

/* What is 100 % of the run's bars. */
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
            bar_fit(&f, &run->loops[i].cpl, whole, all.value);
    }
    return f;
}

void report_heads(FILE *out, const struct report_column *columns, size_t n)
{
    html(out, "<thead><tr>");
    for (size_t i = 0; i < n; i++) {
        fputs(columns[i].bar ? "<th scope=\"col\" class=\"wide\"" : "<th scope=\"col\"", out);
        html(out, " title=\"%s\">%s</th>", columns[i].why, columns[i].title);
    }
    html(out, "</tr></thead>\n");
}

enum { UNMEASURED_COLUMNS = 11 };
static const struct report_column columns[] = {
    {"loop", "file, routine and line of the loop", false},
    {"where the cycles go", "M and the gaps A, C, S, P as shares", true},
    {"TNF", "essential floating-point operations of an iteration", false},
    {"k", "degree of unrolling of the compiled loop", false},
    {"M", "bound of the machine, CPL", false},
    {"MA", "bound of machine and application, CPL", false},
    {"MAC", "bound with the compiler's operations, CPL", false},
    {"MACS", "bound with the compiler's schedule, CPL", false},
    {"A", "MA - M, CPL", false},
    {"C", "MAC - MA, CPL", false},
    {"S", "MACS - MAC, CPL", false},
    {"measured", "measured cycles per iteration", false},
    {"P", "measured - MACS, CPL", false},
    {"MUF", "MACS / measured", false},
    {"speed-up", "time on 1 processor / time here", false},
    {"threads", "threads that ran it", false},
    {"of run", "share of the measured cycles of this run", false},
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

/* Measured as the text table says it: ~ where instances lack samples. */
static void put_measured(FILE *out, const struct gap_loop *l)
{
    bool lost = is_known(l->lost) && l->lost.value > 0;
    html_number(out, l->cpl.measured, lost ? "~" : "");
}

static void put_numbers(FILE *out, const struct gap_run *run, const struct gap_loop *l,
                        double cycles)
{
    const struct quantity first[] = {l->tnf,      l->k,     l->cpl.m, l->cpl.ma, l->cpl.mac,
                                     l->cpl.macs, l->gap.a, l->gap.c, l->gap.s};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        html_number(out, first[i], "");
    if (!run->run)
        return;
    put_measured(out, l);
    html_number(out, l->gap.p, "");
    html_number(out, l->muf, "");
    html_number(out, l->speedup, "");
    html_number(out, l->measured ? known((double)l->threads) : missing("not measured"), "");
    html_percent(out, q_div(l->cycles, known(cycles), "no cycles were measured"));
}

static void put_table(const struct report *r, size_t number, size_t rows)
{
    const struct gap_run *run = &r->t->at[number];
    size_t n = run->run ? sizeof columns / sizeof *columns : UNMEASURED_COLUMNS;
    enum rung whole = whole_of(run);
    struct bar_frame f = frame_of(run, whole);
    double cycles = run_cycles(run);
    html(r->out,
         "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-labelledby=\"run-%zu-title\">"
         "<table class=\"sortable loops\">\n<caption>Cycles per iteration; the bars are shares of "
         "%s.</caption>\n",
         number + 1, whole == RUNG_MEASURED ? "the measured time" : rung_names[whole]);
    report_heads(r->out, columns, n);
    html(r->out, "<tbody>\n");
    for (size_t i = 0; i < run->n && i < rows; i++) {
        const struct gap_loop *l = &run->loops[i];
        html(r->out, "<tr>");
        put_loop_name(r, number, i);
        html(r->out, "<td class=\"wide\">");
        bar_put(r->out, &f, &l->cpl, whole, rung_of(&l->cpl, whole).value,
                r->loops[r->number[number][i]].name);
        html(r->out, "</td>");
        put_numbers(r->out, run, l, cycles);
        html(r->out, "</tr>\n");
    }
    html(r->out, "</tbody></table></div>\n");
    report_left_out(r->out, run->n, rows, "loops of this run");
}

static void put_bounds(FILE *out, const struct gap_run *run)
{
    char balanced[QUANTITY_TEXT], actual[QUANTITY_TEXT];
    if (run->run && is_known(run->balanced))
        html(out,
             "<p>Run-time bound of these loops in cycles: %s balanced, %s as distributed.</p>\n",
             quantity_text(run->balanced, balanced), quantity_text(run->actual, actual));
    else if (run->run)
        html(out, "<p>Run-time bound of these loops: not known: %s.</p>\n", run->balanced.missing);
}

static void put_run(const struct report *r, size_t number, size_t rows)
{
    struct arena a = {0};
    const struct gap_run *run = &r->t->at[number];
    html(r->out,
         "<section class=\"run\" id=\"run-%zu\" data-name=\"%s\">\n"
         "<h3 id=\"run-%zu-title\">%s</h3>\n",
         number + 1, report_run_name(&a, run), number + 1, report_run_title(&a, run));
    if (run->n) {
        put_bounds(r->out, run);
        put_table(r, number, rows);
    } else {
        html(r->out, "<p>No loops.</p>\n");
    }
    report_notes(r->out, &run->notes);
    html(r->out, "</section>\n");
    arena_free(&a);
}

/* ---- all of them ---- */

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

void report_overview(const struct report *r)
{
    size_t rows = OVERVIEW_ROWS / (r->t->n ? r->t->n : 1);
    html(r->out, "<section id=\"runs\">\n<h2>Runs</h2>\n");
    if (r->t->n == 0)
        html(r->out, "<p>This run database holds no loops.</p>\n");
    if (r->t->n > 1)
        put_list(r);
    html(r->out, "<div id=\"chooser\"></div>\n");
    for (size_t t = 0; t < r->t->n; t++)
        put_run(r, t, rows > FEWEST_ROWS ? rows : FEWEST_ROWS);
    html(r->out, "</section>\n");
}
