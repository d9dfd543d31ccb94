/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a sampled run. */
#include "base/util.h"
#include "gaps/columns.h"
#include "gaps/hot/coverage.h"
#include "plots/report/report.h"

#include <string.h>

enum { LISTED_CODES = 30 }; /* rows whose instructions are printed */

static const struct report_column columns[] = {
    {"row", "loop, function or other part of the program", false, false},
    {"share", "of the CPU time of the program, without inner loops", false, false},
    {"95 %", "confidence interval of the share, %", false, false},
    {"cum.", "sum of the shares down to this row", false, false},
    {"own s", "CPU time without inner loops, seconds", false, false},
    {"incl. s", "CPU time of an outer loop with its inner loops, seconds", false, false},
    {"M", "bound of the machine, cycles per iteration of the source loop", false, false},
    {"MA", "bound of machine and application, likewise", false, false},
    {"MAC", "bound with the compiler's operations, cycles of the unit in column per", false, false},
    {"MACS", "bound with the compiler's schedule, likewise", false, false},
    {"MACSD", "bound with the movement of data, likewise", false, false},
    {"per",
     "an iteration of the source loop, a pass of a loop, a pass of an outer loop without its inner "
     "loops, or a call of a function without its loops",
     false, false},
    {"measured", "measured cycles, likewise", false, false},
    {"A", "MA - M, cycles per iteration", false, false},
    {"C", "MAC - MA, cycles per iteration", false, false},
    {"S", "MACS - MAC", false, false},
    {"P", "measured - MACS", false, false},
    {"D", "MACSD - MACS, part of P", false, false},
    {"MUF", "MACS / measured", false, false},
    {"limit", "what limits MACS", false, false},
    {"limit of data", "what limits the movement of data, or why MACSD is unknown", false, false},
    {"language", "of the source", false, false},
    {"missing", "why the row has no MACS, or no values per iteration", false, false},
};

/* Writes a column of the data rung. */
static void put_data(FILE *out, const struct gap_hot_row *row, enum gap_column_id id,
                     struct doubts *doubts)
{
    const struct gap_column *c = &gap_columns[id];
    html_marked(out, c->of(NULL, &row->loop), "",
                doubts_mark(doubts, row->title, &row->loop.notes, gap_column_doubts(c, GAP_CPL)));
}

static const char *data_limit(const struct gap_hot_row *row)
{
    const struct gap_data *d = row->loop.data;
    return !d || row->why ? NULL : is_known(d->macsd) ? d->limit : d->macsd.missing;
}

/* Returns whether the table has a column; data: the accesses of a row were recorded. */
static bool is_shown(const struct report_column *c, bool data)
{
    return data || (strcmp(c->title, "MACSD") != 0 && strcmp(c->title, "D") != 0 &&
                    strcmp(c->title, "limit of data") != 0);
}

static void put_heads(FILE *out, bool data)
{
    struct report_column shown[COUNT_OF(columns)];
    size_t n = 0;
    for (size_t i = 0; i < COUNT_OF(columns); i++)
        if (is_shown(&columns[i], data))
            shown[n++] = columns[i];
    report_heads(out, shown, n, NULL, true);
}

static void put_row(FILE *out, const struct gap_hot_row *row, struct quantity sum, bool data,
                    struct doubts *doubts)
{
    struct arena a = {0};
    const struct notes *notes = &row->loop.notes;
    html(out, "<tr><th scope=\"row\" title=\"%s\">%s</th>", row->hot->name, row->title);
    html_percent(out, row->share);
    html(out, "<td>%s</td>",
         is_known(row->low)
             ? arena_printf(&a, "%.1f-%.1f", 100 * row->low.value, 100 * row->high.value)
             : "-");
    html_percent(out, sum);
    html_number(out, known(row->hot->seconds), "");
    html_number(out, row->outer ? known(row->hot->inclusive) : missing("no inner loops"), "");
    html_marked(out, row->loop.cpl.m, "", doubts_mark(doubts, row->title, notes, DOUBT_M));
    html_marked(out, row->loop.cpl.ma, "", doubts_mark(doubts, row->title, notes, DOUBT_MA));
    html_marked(out, row->mac, "", doubts_mark(doubts, row->title, notes, DOUBT_MAC));
    html_marked(out, row->macs, "", doubts_mark(doubts, row->title, notes, DOUBT_MACS));
    if (data)
        put_data(out, row, GAP_MACSD, doubts);
    html(out, "<td>%s</td>", row->why ? NULL : coverage_pass_name(row->pass));
    html_marked(out, row->measured, "", doubts_mark(doubts, row->title, notes, DOUBT_TIME));
    html_number(out, row->loop.gap.a, "");
    html_number(out, row->loop.gap.c, "");
    html_number(out, gap_between(row->mac, row->macs), "");
    html_number(out, row->gap_p, "");
    if (data)
        put_data(out, row, GAP_GAP_D, doubts);
    html_number(out, row->loop.muf, "");
    html(out, "<td>%s</td>", row->macs_limit);
    if (data)
        html(out, "<td>%s</td>", data_limit(row));
    html(out, "<td>%s</td><td>%s</td></tr>\n", row->hot->language,
         row->why ? row->why : row->no_iterations);
    arena_free(&a);
}

static void put_table(const struct report *r, size_t number, size_t rows)
{
    const struct gap_coverage *c = r->t->at[number].coverage;
    struct doubts doubts = {0};
    struct quantity sum = known(0);
    bool data = false;
    for (size_t i = 0; i < c->n; i++)
        data |= c->rows[i].loop.data != NULL;
    html(r->out,
         "<div class=\"scroll tall\" role=\"group\" tabindex=\"0\" "
         "aria-labelledby=\"run-%zu-title\"><table class=\"sortable\">\n<caption>Rows by CPU time; "
         "bounds and measured time in cycles per iteration of the source loop, per pass of the "
         "machine code, or per call of a function (column per).</caption>\n",
         number + 1);
    put_heads(r->out, data);
    html(r->out, "<tbody>\n");
    for (size_t i = 0; i < c->n && i < rows; i++) {
        sum = q_add(sum, c->rows[i].share);
        put_row(r->out, &c->rows[i], sum, data, &doubts);
    }
    html(r->out, "</tbody></table></div>\n");
    report_doubts(r->out, &doubts, 0);
    doubts_free(&doubts);
    report_left_out(r->out, c->n, rows, "rows of this run");
}

static void put_warning(FILE *out, const struct gap_coverage *c)
{
    struct arena a = {0};
    const struct gap_hot_row *at[COVERAGE_LARGEST];
    size_t n = coverage_largest_rest(c, at);
    if (n)
        html(out,
             "<p>Warning: rows with bounds have only %s of CPU time; the largest other rows:</p>\n"
             "<ul>\n",
             coverage_percent(&a, c->with_bounds));
    for (size_t i = 0; i < n; i++)
        html(out, "<li>%s, %s: %s</li>\n", at[i]->title, coverage_percent(&a, at[i]->share),
             at[i]->why);
    if (n)
        html(out, "</ul>\n");
    arena_free(&a);
}

/* Writes the instructions of the rows with the most CPU time. Returns false after a message. */
static bool put_codes(const struct report *r, const struct gap_run *run)
{
    const struct gap_coverage *c = run->coverage;
    bool ok = true;
    size_t listed = 0;
    for (size_t i = 0; ok && i < c->n && listed < LISTED_CODES; i++) {
        struct arena a = {0};
        struct gap_code code;
        const struct gap_hot_row *row = &c->rows[i];
        ok = row->why || gaps_code(r->g, &a, run, &row->loop, &code);
        if (ok && !row->why) {
            html(r->out, "<details><summary>Instructions of %s</summary>\n", row->title);
            report_code(r, NULL, &code);
            html(r->out, "</details>\n");
            listed++;
        }
        arena_free(&a);
    }
    return ok;
}

bool report_sampled(const struct report *r, size_t number, size_t rows)
{
    struct arena a = {0};
    const struct gap_run *run = &r->t->at[number];
    const struct gap_coverage *c = run->coverage;
    struct notes summary = {0};
    bool ok = true;
    note(&a, &summary, "command: %s", c->profile->command);
    coverage_summary(&a, c, &summary);
    html(r->out, "<p><strong>%s</strong></p>\n", coverage_headline(&a, c));
    if (is_known(c->covered)) {
        put_table(r, number, rows);
        put_warning(r->out, c);
        if (!coverage_has_passes(c))
            html(r->out, "<p>Unknown measured cycles: %s.</p>\n", coverage_no_gaps(&a, c));
    }
    report_notes(r->out, &summary);
    if (is_known(c->covered))
        ok = put_codes(r, run);
    arena_free(&a);
    return ok;
}

bool report_is_sampled(const struct report *r)
{
    for (size_t t = 0; t < r->t->n; t++)
        if (r->t->at[t].coverage)
            return true;
    return false;
}

size_t report_sampled_loops(const struct report *r)
{
    size_t n = 0;
    for (size_t t = 0; t < r->t->n; t++) {
        const struct gap_coverage *c = r->t->at[t].coverage;
        for (size_t i = 0; c && i < c->n; i++)
            n += c->rows[i].hot->kind == HOTSPOT_LOOP;
    }
    return n;
}
