/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scaling and repeated runs as text. */
#include "commands/macs-gap/page.h"
#include "commands/macs-gap/macs-gap.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 8, RUNS_NAMED = 6 }; /* numbers of processors in a table; names in a title */
static const char program[] = "program";

/* ---- rows: the loops, and the program if there are several ---- */

static size_t rows_of(size_t loops)
{
    return loops > 1 ? loops + 1 : loops;
}

static const char *scaling_id(const void *s, size_t i)
{
    return ((const struct gap_scaling *)s)->loops[i].loop;
}

static const char *repeats_id(const void *r, size_t i)
{
    return ((const struct gap_repeats *)r)->loops[i].loop;
}

static const struct gap_scaling_row *scaling_row(const struct gap_scaling *s, size_t i)
{
    return i < s->n ? &s->loops[i] : &s->program;
}

static const struct gap_repeats_row *repeats_row(const struct gap_repeats *r, size_t i)
{
    return i < r->n ? &r->loops[i] : &r->program;
}

static const char *row_name(const char *loop, size_t common)
{
    return loop ? loop + common : program;
}

static const char *processors_text(struct arena *a, long n)
{
    return arena_printf(a, "%ld processor%s", n, n == 1 ? "" : "s");
}

/* Returns the numbers that a value depends on: on several processors also the speed-up. */
static unsigned doubted_of(enum gap_point_number what, long processors)
{
    return what == POINT_TIME || what == POINT_MUF ? DOUBT_TIME
           : processors > 1                        ? DOUBT_SPEEDUP
                                                   : 0;
}

/* ---- points ---- */

static void put_point_table(struct page *p, const struct gap_scaling *s, enum gap_point_number what,
                            size_t first, size_t common)
{
    struct arena a = {0};
    size_t n = s->n_processors - first < COLUMNS ? s->n_processors - first : COLUMNS;
    const char *titles[COLUMNS + 1] = {"processors"};
    for (size_t i = 0; i < n; i++)
        titles[i + 1] = arena_printf(&a, "%ld", s->processors[first + i]);
    page_table(p, titles, n + 1);
    for (size_t l = 0; l < rows_of(s->n); l++) {
        const struct gap_scaling_row *row = scaling_row(s, l);
        page_cell(p, row_name(row->loop, common));
        for (size_t i = 0; i < n; i++)
            page_doubtful(p, gap_point_columns[what].of(&row->points[first + i]),
                          row_name(row->loop, common), &row->notes,
                          doubted_of(what, s->processors[first + i]));
    }
    page_end_table(p);
    arena_free(&a);
}

/* Returns whether a table has a known value. Tables without one are not printed, because remarks
 * give the reason; neither are values derived from speed-up if all runs have the same number of
 * processors. */
static bool any_point(const struct gap_scaling *s, int column)
{
    bool compares = column != POINT_TIME && column != POINT_MUF;
    for (size_t l = 0; (!compares || s->n_processors > 1) && l < rows_of(s->n); l++)
        for (size_t i = 0; i < s->n_processors; i++)
            if (is_known(gap_point_columns[column].of(&scaling_row(s, l)->points[i])))
                return true;
    return false;
}

/* ---- fits ---- */

static const char *fit_word(const struct gap_scaling_row *row, int law)
{
    return row->fits[law].refused ? "rejected" : row->choice.law == law ? "best" : "good";
}

/* Returns the point with the largest residual; NULL if nothing was fitted. */
static const struct gap_point *worst_point(const struct gap_scaling_row *row,
                                           const struct gap_fit *f)
{
    size_t worst = row->n;
    for (size_t i = 0; i < row->n; i++)
        if (row->points[i].processors > 1 && is_known(f->residual[i]) &&
            (worst == row->n || fabs(f->residual[i].value) > fabs(f->residual[worst].value)))
            worst = i;
    return worst < row->n ? &row->points[worst] : NULL;
}

static void put_fit_row(struct page *p, const struct gap_scaling_row *row, const char *name,
                        int law)
{
    const struct gap_fit *f = &row->fits[law];
    const struct gap_point *worst = worst_point(row, f);
    for (size_t i = 0; i < gap_laws[law].n; i++) {
        page_doubtful(p, f->value[i], name, &row->notes, DOUBT_SPEEDUP);
        page_number(p, f->low[i]);
        page_number(p, f->high[i]);
    }
    page_number(p, f->rms);
    page_number(p, worst ? f->residual[worst - row->points] : f->rms);
    page_number(p, worst ? known((double)worst->processors) : f->rms);
    page_cell(p, fit_word(row, law));
}

static bool any_fit(const struct gap_scaling *s, int law)
{
    for (size_t l = 0; l < rows_of(s->n); l++)
        if (is_known(scaling_row(s, l)->fits[law].value[0]))
            return true;
    return false;
}

static void put_law_table(struct page *p, const struct gap_scaling *s, int law, size_t common)
{
    const struct gap_law_facts *facts = &gap_laws[law];
    const char *titles[2 + 3 * LAW_PARAMETERS + 4] = {"loop"};
    size_t n = 1;
    const char *meaning = "";
    for (size_t i = 0; i < facts->n; i++) {
        meaning = arena_printf(&p->arena, "%s%s %s %s", meaning, i ? "," : "", facts->names[i],
                               facts->meaning[i]);
        titles[n++] = facts->names[i];
        titles[n++] = "from";
        titles[n++] = "to";
    }
    page_title(p, "%s: %s;%s", facts->title, facts->formula, meaning);
    titles[n++] = "rms";
    titles[n++] = "worst";
    titles[n++] = "on";
    titles[n++] = "fit";
    page_table(p, titles, n);
    for (size_t l = 0; l < rows_of(s->n); l++) {
        const struct gap_scaling_row *row = scaling_row(s, l);
        page_cell(p, row_name(row->loop, common));
        put_fit_row(p, row, row_name(row->loop, common), law);
    }
    page_end_table(p);
}

static void put_law_tables(struct page *p, const struct gap_scaling *s, size_t common)
{
    bool any = false;
    for (int law = 0; law < GAP_LAWS; law++)
        any |= any_fit(s, law);
    if (any)
        page_title(
            p, "laws fitted to S above 1 processor; from and to: 95 %% confidence interval; worst: "
               "largest residual");
    for (int law = 0; law < GAP_LAWS; law++)
        if (any_fit(s, law))
            put_law_table(p, s, law, common);
}

/* ---- choice ---- */

static void put_measured_choice(struct page *p, const struct gap_scaling_row *row, const char *name,
                                struct quantity processors, enum gap_point_number what)
{
    struct quantity value = processors;
    for (size_t i = 0; i < row->n; i++)
        if (is_known(processors) && (double)row->points[i].processors == processors.value)
            value = gap_point_columns[what].of(&row->points[i]);
    page_number(p, processors);
    page_doubtful(p, value, name, &row->notes,
                  is_known(processors) ? doubted_of(what, (long)processors.value) : 0);
}

/* Prints a prediction, with a star if it is above most, the largest measured number. */
static void put_prediction(struct page *p, const struct gap_choice *c, struct quantity q, long most)
{
    char text[QUANTITY_TEXT];
    quantity_text(q, text);
    if (c->law >= 0 && !is_known(q))
        page_cell(p, "no limit");
    else
        page_cell(p, arena_printf(&p->arena, "%s%s", text,
                                  is_known(q) && q.value > (double)most ? "*" : ""));
}

static void put_choice_table(struct page *p, const struct gap_scaling *s, size_t common)
{
    static const char *const titles[] = {"loop",     "MUF on",       "MUF",      "speed-up on",
                                         "speed-up", "trade-off on", "speed-up", "law",
                                         "best on",  "trade-off on"};
    page_title(p,
               "recommended number of processors: highest MUF, highest speed-up, largest with "
               "efficiency >= %g",
               s->efficiency);
    page_line(p, "last two columns: prediction of the best-fitting law (*: more processors than "
                 "measured)");
    long most = s->processors[s->n_processors - 1];
    page_table(p, titles, 10);
    for (size_t l = 0; l < rows_of(s->n); l++) {
        const struct gap_scaling_row *row = scaling_row(s, l);
        const struct gap_choice *c = &row->choice;
        const char *name = row_name(row->loop, common);
        page_cell(p, name);
        put_measured_choice(p, row, name, c->muf, POINT_MUF);
        put_measured_choice(p, row, name, c->speedup, POINT_SPEEDUP);
        put_measured_choice(p, row, name, c->trade_off, POINT_SPEEDUP);
        page_cell(p, c->law < 0 ? NULL : gap_laws[c->law].key);
        put_prediction(p, c, c->predicted_speedup, most);
        put_prediction(p, c, c->predicted_trade_off, most);
    }
    page_end_table(p);
}

/* ---- saturation ---- */

static bool any_saturation(const struct gap_scaling *s)
{
    for (size_t l = 0; l < s->n; l++)
        if (is_known(s->loops[l].saturation.cores))
            return true;
    return false;
}

/* Prints the predicted number of cores: with a star if it is above most, the largest measured
 * number; ">=" if it is a lower limit. */
static void put_saturated_cores(struct page *p, const struct gap_saturation *s, long most)
{
    char text[QUANTITY_TEXT];
    quantity_text(s->cores, text);
    page_cell(p, is_known(s->cores) ? arena_printf(&p->arena, "%s%s%s", s->grows ? ">= " : "", text,
                                                   s->cores.value > (double)most ? "*" : "")
                                    : NULL);
}

static void put_saturation_table(struct page *p, const struct gap_scaling *s, size_t common)
{
    static const char *const titles[] = {"loop",        "cores", "level",       "bytes/iteration",
                                         "bytes/cycle", "to",    "speed-up on", "speed-up"};
    page_title(p, "prediction: number of cores at which the data rate of a level stops the gain, "
                  "and the highest measured speed-up");
    page_line(p, "bytes of an iteration on 1 processor; greatest total rate, and to how many "
                 "cores (*: more than measured; >=: the rate still grows)");
    page_table(p, titles, 8);
    for (size_t l = 0; l < s->n; l++) {
        const struct gap_scaling_row *row = &s->loops[l];
        const struct gap_saturation *of = &row->saturation;
        struct quantity none = missing("");
        page_cell(p, row_name(row->loop, common));
        put_saturated_cores(p, of, s->processors[s->n_processors - 1]);
        page_cell(p, of->level);
        page_number(p, of->level ? known(of->bytes) : none);
        page_number(p, of->level ? known(of->rate) : none);
        page_number(p, of->level ? known((double)of->rate_cores) : none);
        put_measured_choice(p, row, row_name(row->loop, common), row->choice.speedup,
                            POINT_SPEEDUP);
    }
    page_end_table(p);
}

/* ---- remarks ---- */

/* Returns whether point i is the first one where the value is missing for this reason. */
static bool first_of_reason(const struct gap_scaling_row *row, const struct gap_point_column *c,
                            size_t i)
{
    const char *why = c->of(&row->points[i]).missing;
    for (size_t k = 0; why && k < i; k++) {
        const char *before = c->of(&row->points[k]).missing;
        if (before && strcmp(before, why) == 0)
            return false;
    }
    return why;
}

/* Adds remarks "no MUF on 2, 4: why". The reason of a missing time is not repeated for its
 * speed-up. */
static void remark_points(struct remarks *r, const char *name, const struct gap_scaling_row *row,
                          enum gap_point_number what, const char *title)
{
    const struct gap_point_column *c = &gap_point_columns[what];
    for (size_t i = 0; i < row->n; i++) {
        const char *why = c->of(&row->points[i]).missing, *list = "";
        size_t n = 0;
        if (!first_of_reason(row, c, i) ||
            (what == POINT_SPEEDUP && !is_known(row->points[i].time)))
            continue;
        for (size_t k = i; k < row->n; k++) {
            const char *also = c->of(&row->points[k]).missing;
            if (also && strcmp(also, why) == 0)
                list = arena_printf(&r->a, "%s%s%ld", list, n++ ? ", " : " on ",
                                    row->points[k].processors);
        }
        remark(r, name, arena_printf(&r->a, "no %s%s: %s", title, n < row->n ? list : "", why));
    }
}

static bool refused_for(const struct gap_fit *f, const char *why)
{
    return f->refused && strcmp(f->refused, why) == 0;
}

/* Adds one remark for all laws that are rejected for the same reason. Adds none if no speed-up is
 * known, because another remark states that. */
static void remark_fits(struct remarks *r, const char *name, const struct gap_scaling_row *row)
{
    bool remarks[GAP_LAWS] = {false};
    bool any = false;
    for (size_t i = 0; i < row->n; i++)
        any |= is_known(row->points[i].speedup);
    for (int law = 0; any && law < GAP_LAWS; law++) {
        const char *why = row->fits[law].refused, *laws = NULL;
        for (int other = law; why && !remarks[law] && other < GAP_LAWS; other++)
            if (refused_for(&row->fits[other], why)) {
                laws = arena_printf(&r->a, "%s%s%s", laws ? laws : "", laws ? ", " : "",
                                    gap_laws[other].title);
                remarks[other] = other != law;
            }
        if (laws)
            remark(r, name, arena_printf(&r->a, "%s rejected: %s", laws, why));
    }
}

static void put_scaling_remarks(struct page *p, const struct gap_scaling *s, size_t common)
{
    struct remarks r = {0};
    for (size_t l = 0; l < rows_of(s->n); l++) {
        const struct gap_scaling_row *row = scaling_row(s, l);
        const char *name = row_name(row->loop, common);
        remark_points(&r, name, row, POINT_TIME, "time");
        remark_points(&r, name, row, POINT_MUF, "MUF");
        remark_points(&r, name, row, POINT_SPEEDUP, "speed-up");
        for (size_t i = 0; i < row->notes.n; i++)
            if (!doubts_hold(&p->doubts, row->notes.at[i]))
                remark(&r, name, row->notes.at[i]);
        remark_fits(&r, name, row);
    }
    page_doubts(p, rows_of(s->n));
    page_remarks(p, &r, rows_of(s->n));
}

static void put_scaling_report(struct page *p, const struct gap_scaling *s)
{
    struct arena a = {0};
    size_t common = common_length(s, s->n, scaling_id);
    page_title(p, "scaling: machine %s, build %s", gap_machine_title(&a, s->run), s->build);
    page_line(p, "%s%s", s->n ? common_text(&a, s->loops[0].loop, common) : "",
              rows_of(s->n) > 1 ? "program: all of them in sequence" : "p = processors");
    for (int i = 0; i < POINT_COLUMNS; i++) {
        if (!any_point(s, i))
            continue;
        page_title(p, "%s", gap_point_columns[i].title);
        for (size_t first = 0; first < s->n_processors; first += COLUMNS)
            put_point_table(p, s, (enum gap_point_number)i, first, common);
    }
    put_law_tables(p, s, common);
    if (s->n_processors > 1 && (any_point(s, POINT_MUF) || any_point(s, POINT_SPEEDUP)))
        put_choice_table(p, s, common);
    if (any_saturation(s))
        put_saturation_table(p, s, common);
    put_scaling_remarks(p, s, common);
    arena_free(&a);
}

void gap_scaling_text(struct page *p, const struct gap_series *s)
{
    if (!s->n_scaling)
        page_line(p, "this run database contains no runs");
    for (size_t i = 0; i < s->n_scaling; i++)
        put_scaling_report(p, &s->scaling[i]);
}

/* ---- repeated runs ---- */

static struct quantity scaled(struct quantity q, double factor)
{
    return q_mul(q, known(factor));
}

static void put_median_table(struct page *p, const struct gap_repeats *r,
                             enum gap_repeats_number what, const char *title, size_t common)
{
    static const char *const titles[] = {"loop",     "runs",     "median", "least",
                                         "greatest", "spread %", "from",   "to"};
    page_title(p, "%s", title);
    page_table(p, titles, 8);
    for (size_t l = 0; l < (what == REPEAT_TIME ? rows_of(r->n) : r->n); l++) {
        const struct gap_repeats_row *row = repeats_row(r, l);
        const struct gap_repeated *of = &row->of[what];
        page_cell(p, row_name(row->loop, common));
        page_number(p, known((double)of->runs));
        page_doubtful(p, of->median, row_name(row->loop, common), &row->notes, DOUBT_TIME);
        page_number(p, of->least);
        page_number(p, of->greatest);
        page_number(p, scaled(of->spread, 100));
        page_number(p, of->low);
        page_number(p, of->high);
    }
    page_end_table(p);
}

/* A median and its interval. */
static void put_interval_cells(struct page *p, const struct gap_repeats_row *row, const char *name,
                               enum gap_repeats_number what, double factor)
{
    const struct gap_repeated *r = &row->of[what];
    page_doubtful(p, scaled(r->median, factor), name, &row->notes,
                  what == REPEAT_MUF ? DOUBT_TIME : DOUBT_PARTS);
    page_number(p, scaled(r->low, factor));
    page_number(p, scaled(r->high, factor));
}

static void put_gap_medians(struct page *p, const struct gap_repeats *r, size_t common)
{
    static const char *const titles[] = {"loop", "P",  "from", "to",   "P %",
                                         "from", "to", "MUF",  "from", "to"};
    page_title(p, "gap P, in cycles per iteration and as share of measured, and MUF: medians");
    page_table(p, titles, 10);
    for (size_t l = 0; l < rows_of(r->n); l++) {
        const struct gap_repeats_row *row = repeats_row(r, l);
        const char *name = row_name(row->loop, common);
        page_cell(p, name);
        put_interval_cells(p, row, name, REPEAT_GAP_P, 1);
        put_interval_cells(p, row, name, REPEAT_SHARE_P, 100);
        put_interval_cells(p, row, name, REPEAT_MUF, 1);
    }
    page_end_table(p);
}

static void put_repeats_remarks(struct page *p, const struct gap_repeats *r, size_t common)
{
    struct remarks remarks = {0};
    for (size_t l = 0; l < rows_of(r->n); l++) {
        const struct gap_repeats_row *row = repeats_row(r, l);
        const char *name = row_name(row->loop, common);
        const struct gap_repeated *time = &row->of[REPEAT_TIME], *share = &row->of[REPEAT_SHARE_P];
        for (size_t i = 0; i < row->notes.n; i++)
            if (!doubts_hold(&p->doubts, row->notes.at[i]))
                remark(&remarks, name, row->notes.at[i]);
        if (!is_known(time->median) || !is_known(time->low))
            remark(&remarks, name,
                   arena_printf(&remarks.a, "%s: %s",
                                is_known(time->median) ? "no interval" : "no time",
                                is_known(time->median) ? time->low.missing : time->median.missing));
        if (!is_known(share->median))
            remark(&remarks, name,
                   arena_printf(&remarks.a, "no share of gap P: %s", share->median.missing));
    }
    page_doubts(p, rows_of(r->n));
    page_remarks(p, &remarks, rows_of(r->n));
}

static void put_repeats_report(struct page *p, const struct gap_repeats *r)
{
    struct arena a = {0};
    size_t common = common_length(r, r->n, repeats_id);
    const char *names = r->runs[0];
    for (size_t i = 1; i < r->n_runs && i < RUNS_NAMED; i++)
        names = arena_printf(&a, "%s, %s", names, r->runs[i]);
    if (r->n_runs > RUNS_NAMED)
        names = arena_printf(&a, "%s and %zu more", names, r->n_runs - RUNS_NAMED);
    page_title(p, "%zu repeated runs: %s: %s, machine %s, build %s", r->n_runs, names,
               processors_text(&a, r->processors), r->machine, r->build);
    page_line(p, "%sfrom and to: 95 %% interval of the median, %d bootstrap resamples",
              r->n ? common_text(&a, r->loops[0].loop, common) : "", BOOTSTRAP_RESAMPLES);
    put_median_table(p, r, REPEAT_MEASURED, "measured, in cycles per iteration", common);
    put_median_table(p, r, REPEAT_TIME, "time in cycles, the slowest thread's", common);
    put_gap_medians(p, r, common);
    put_repeats_remarks(p, r, common);
    for (size_t i = 0; i < r->notes.n; i++)
        page_remark(p, r->notes.at[i]);
    arena_free(&a);
}

void gap_repeats_text(struct page *p, const struct gap_series *s)
{
    if (!s->n_repeats)
        page_line(p, "no repeated runs: no two runs have the same build, machine and number of "
                     "processors");
    for (size_t i = 0; i < s->n_repeats; i++)
        put_repeats_report(p, &s->repeats[i]);
}
