/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section of scaling with processors and of repeated runs. */
#include "gaps/scaling/scaling.h"
#include "base/util.h"

#include "base/textstream.h"
#include "plots/charts/lines.h"
#include "plots/plots.h"
#include "plots/report/report.h"

#include <stdlib.h>

/* ---- scaling ---- */

static const struct report_column points[] = {
    {"processors", "number of processors of the runs", false, false},
    {"runs", "number of runs with a time", false, false},
    {"time", "cycles; the median of the runs", false, false},
    {"speed-up", "time on 1 processor / time", false, false},
    {"efficiency", "speed-up / processors", false, false},
    {"serial fraction", "(1/S - 1/p) / (1 - 1/p), as Karp and Flatt", false, false},
    {"MUF", "MACS / measured", false, false},
};

static void begin_table(FILE *out, const char *name, const struct report_column *columns, size_t n)
{
    html(out,
         "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"%s\"><table "
         "class=\"sortable\">\n",
         name);
    report_heads(out, columns, n, NULL, true);
    html(out, "<tbody>\n");
}

static void end_table(FILE *out)
{
    html(out, "</tbody></table></div>\n");
}

/* Writes a number of a point, with the letters of the notes that doubt it. */
static void put_number(FILE *out, const struct gap_scaling_row *row, struct quantity q,
                       unsigned numbers, struct doubts *d)
{
    const char *mark = is_known(q)
                           ? doubts_mark(d, row->loop ? row->loop : "program", &row->notes, numbers)
                           : NULL;
    html_marked(out, q, "", mark);
}

static void put_points(FILE *out, const struct gap_scaling_row *row, struct doubts *d)
{
    begin_table(out, "Scaling", points, COUNT_OF(points));
    for (size_t i = 0; i < row->n; i++) {
        const struct gap_point *p = &row->points[i];
        html(out, "<tr><th scope=\"row\">%ld</th><td>%zu</td>", p->processors, p->runs);
        unsigned compared = p->processors == 1 ? 0 : DOUBT_SPEEDUP;
        put_number(out, row, p->time, DOUBT_TIME, d);
        put_number(out, row, p->speedup, compared, d);
        put_number(out, row, p->efficiency, compared, d);
        put_number(out, row, p->serial, compared, d);
        put_number(out, row, p->muf, DOUBT_TIME, d);
        html(out, "</tr>\n");
    }
    end_table(out);
}

static void put_fit(FILE *out, const struct gap_fit *f)
{
    const struct gap_law_facts *law = &gap_laws[f->law];
    char value[QUANTITY_TEXT], low[QUANTITY_TEXT], high[QUANTITY_TEXT];
    html(out, "<li>%s, <code>%s</code>: ", law->title, law->formula);
    if (f->refused)
        html(out, "no fit: %s", f->refused);
    for (size_t i = 0; !f->refused && i < law->n; i++) {
        html(out, "%s%s = %s (%s", i ? "; " : "", law->names[i], quantity_text(f->value[i], value),
             law->meaning[i]);
        if (is_known(f->low[i]) && is_known(f->high[i]))
            html(out, ", 95 %% confidence interval %s to %s", quantity_text(f->low[i], low),
                 quantity_text(f->high[i], high));
        html(out, ")");
    }
    html(out, "</li>\n");
}

static void put_choice(FILE *out, const char *title, struct quantity p)
{
    char text[QUANTITY_TEXT];
    if (is_known(p))
        html(out, "<li>%s: %s</li>\n", title, quantity_text(p, text));
    else
        html(out, "<li>%s: unknown: %s</li>\n", title, p.missing);
}

/* Writes the notes without a letter. */
static void put_other_notes(FILE *out, const struct notes *notes, const struct doubts *shown)
{
    struct arena a = {0};
    struct notes others = {0};
    for (size_t i = 0; i < notes->n; i++)
        if (!doubts_hold(shown, notes->at[i]))
            note_text(&a, &others, notes->at[i]);
    report_notes(out, &others);
    arena_free(&a);
}

static void put_scaling(const struct report *r, const struct gap_scaling *s)
{
    struct doubts doubts = {0};
    char share[QUANTITY_TEXT];
    struct arena a = {0};
    const struct gap_choice *c = &s->program.choice;
    html(r->out, "<h3>Build %s, machine %s: all measured loops together</h3>\n", s->build,
         s->machine);
    put_points(r->out, &s->program, &doubts);
    report_doubts(r->out, &doubts, 0);
    html(r->out, "<ul>\n");
    for (int i = 0; i < GAP_LAWS; i++)
        put_fit(r->out, &s->program.fits[i]);
    put_choice(r->out, "processors with the best MUF", c->muf);
    put_choice(r->out, "processors with the best speed-up", c->speedup);
    put_choice(r->out,
               arena_printf(&a, "most processors with an efficiency of at least %s",
                            quantity_text(known(s->efficiency), share)),
               c->trade_off);
    html(r->out, "</ul>\n");
    put_other_notes(r->out, &s->program.notes, &doubts);
    doubts_free(&doubts);
    arena_free(&a);
}

/* ---- charts ---- */

void report_chart(const struct report *r, const char *chart)
{
    struct arena a = {0};
    struct text_stream svg;
    struct canvas c = svg_inline_canvas(text_open(&svg), "chart");
    struct plot_facts facts = {.table = r->t, .gaps = r->g, .lines_most = LINES_TOGETHER};
    bool drawn = !plot_onto(&c, &a, &facts, chart);
    c.verbs->end(&c);
    text_close(&svg);
    if (drawn) {
        html(r->out,
             "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Chart: %s\">\n",
             chart);
        fputs(svg.text, r->out);
        html(r->out, "</div>\n");
    }
    free(svg.text);
    arena_free(&a);
}

/* ---- repeated runs ---- */

static const struct report_column repeated[] = {
    {"loop", "file, routine and line of the loop", false, false},
    {"runs", "number of runs with this loop", false, false},
    {"measured", "median, CPL", false, false},
    {"spread", "(greatest - least) / median", false, false},
    {"low", "low end of the 95 % confidence interval of the median (bootstrap)", false, false},
    {"high", "high end of the 95 % confidence interval of the median (bootstrap)", false, false},
    {"gap P", "median, CPL", false, false},
    {"P low", "low end of the 95 % confidence interval of the median (bootstrap)", false, false},
    {"P high", "high end of the 95 % confidence interval of the median (bootstrap)", false, false},
    {"significant", "whether the confidence interval of gap P excludes zero", false, false},
};

static const char *mark_of(struct doubts *d, const struct gap_repeats_row *row,
                           const struct gap_repeated *of, unsigned numbers)
{
    return is_known(of->median) ? doubts_mark(d, row->loop, &row->notes, numbers) : NULL;
}

static void put_repeated(FILE *out, const struct gap_repeats_row *row, struct doubts *d)
{
    const struct gap_repeated *m = &row->of[REPEAT_MEASURED], *p = &row->of[REPEAT_GAP_P];
    html(out, "<tr><th scope=\"row\">%s</th><td>%zu</td>", row->loop, m->runs);
    html_marked(out, m->median, "", mark_of(d, row, m, DOUBT_TIME));
    html_percent(out, m->spread);
    html_number(out, m->low, "");
    html_number(out, m->high, "");
    html_marked(out, p->median, "", mark_of(d, row, p, DOUBT_PARTS));
    html_number(out, p->low, "");
    html_number(out, p->high, "");
    html(out, "<td>%s</td></tr>\n",
         !is_known(p->low) ? "-"
         : p->crosses_zero ? "no: it includes zero"
                           : "yes");
}

static void put_repeats(const struct report *r, const struct gap_repeats *s)
{
    struct doubts doubts = {0};
    html(r->out, "<h3>Repeated: %zu runs of build %s, machine %s, %ld processor%s</h3>\n",
         s->n_runs, s->build, s->machine, s->processors, s->processors == 1 ? "" : "s");
    begin_table(r->out, "Repeated runs", repeated, COUNT_OF(repeated));
    for (size_t i = 0; i < s->n && i < DETAILED_LOOPS; i++)
        put_repeated(r->out, &s->loops[i], &doubts);
    end_table(r->out);
    report_doubts(r->out, &doubts, s->n);
    doubts_free(&doubts);
    report_left_out(r->out, s->n, DETAILED_LOOPS, "loops");
}

bool report_has_series(const struct gap_series *s)
{
    for (size_t i = 0; i < s->n_scaling; i++)
        if (s->scaling[i].n_processors > 1)
            return true;
    return s->n_repeats > 0;
}

void report_series(const struct report *r, const struct gap_series *s)
{
    if (!report_has_series(s))
        return;
    html(r->out, "<section id=\"scaling\">\n<h2>Scaling and repeated runs</h2>\n");
    html(r->out, "<div class=\"charts\">\n");
    report_chart(r, "muf");
    report_chart(r, "speed-up");
    html(r->out, "</div>\n");
    for (size_t i = 0; i < s->n_scaling; i++)
        if (s->scaling[i].n_processors > 1)
            put_scaling(r, &s->scaling[i]);
    for (size_t i = 0; i < s->n_repeats; i++)
        put_repeats(r, &s->repeats[i]);
    html(r->out, "</section>\n");
}
