/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of a sampled run as text and Markdown. */
#include "base/shown.h"
#include "base/util.h"
#include "commands/macs-gap/macs-gap.h"
#include "commands/macs-gap/page.h"
#include "facts/doubts.h"
#include "gaps/hot/coverage.h"

#include <string.h>

/* The reasons of rows without bounds, each once; the table refers to them by number. */
struct reasons {
    struct names names;
    struct name_index numbers;
    ARRAY(const char *) at;
};

/* Returns the number of a reason, from 1. */
static size_t reason_number(struct reasons *r, const char *why)
{
    const char *text = name_of(&r->names, why, strlen(why));
    uint32_t *i = name_index_at(&r->numbers, text, 0);
    if (*i == NAME_INDEX_NONE) {
        *i = (uint32_t)r->at.n;
        *array_push(&r->at) = text;
    }
    return *i + 1;
}

static void put_reasons(struct page *p, struct reasons *r)
{
    for (size_t i = 0; i < r->at.n; i++)
        page_remark(p, arena_printf(&p->arena, "[%zu] %s", i + 1, r->at.at[i]));
    array_free(&r->at);
    name_index_free(&r->numbers);
    names_free(&r->names);
}

/* Returns why a row has no bound, in a word or two. */
static const char *reason_word(const struct gap_hot_row *row)
{
    switch (row->hot->kind) {
    case HOTSPOT_LOOP:
        return row->outer ? "outer loop" : "loop";
    case HOTSPOT_STRAIGHT_LINE:
        return "straight-line";
    case HOTSPOT_LIBRARY:
        return row->hot->waiting ? "waiting" : "library";
    case HOTSPOT_KERNEL:
        return "kernel";
    case HOTSPOT_UNKNOWN:
    case HOTSPOT_KINDS:
        break;
    }
    return "unknown";
}

/* ---- the table ---- */

static const char *percent_cell(struct arena *a, struct quantity share)
{
    return is_known(share) ? arena_printf(a, "%.1f%%", 100 * share.value) : NULL;
}

/* A row of the table, and what its cells need. */
struct table_cells {
    struct page *p;
    const struct gap_hot_row *row;
    struct quantity sum;     /* of the shares down to this row */
    struct reasons *reasons; /* of missing numbers */
    bool sources;            /* the table has the columns of source loops */
};

static void put_share(const struct table_cells *t)
{
    page_cell(t->p, percent_cell(&t->p->arena, t->row->share));
}

static void put_interval(const struct table_cells *t)
{
    const struct gap_hot_row *row = t->row;
    page_cell(t->p, is_known(row->low) ? arena_printf(&t->p->arena, "%.1f-%.1f",
                                                      100 * row->low.value, 100 * row->high.value)
                                       : NULL);
}

static void put_sum(const struct table_cells *t)
{
    page_cell(t->p, percent_cell(&t->p->arena, t->sum));
}

static void put_name(const struct table_cells *t)
{
    page_cell(t->p, t->row->title);
}

static void put_source(const struct table_cells *t)
{
    page_cell(t->p, t->row->source_name);
}

static void put_own(const struct table_cells *t)
{
    page_number(t->p, known(t->row->hot->seconds));
}

static void put_inclusive(const struct table_cells *t)
{
    page_number(t->p, t->row->outer ? known(t->row->hot->inclusive) : missing(""));
}

static void put_marked(const struct table_cells *t, struct quantity q, unsigned doubts)
{
    page_doubtful(t->p, q, t->row->title, &t->row->loop.notes, doubts);
}

static void put_m(const struct table_cells *t)
{
    put_marked(t, t->row->loop.cpl.m, DOUBT_M);
}

static void put_ma(const struct table_cells *t)
{
    put_marked(t, t->row->loop.cpl.ma, DOUBT_MA);
}

static void put_mac(const struct table_cells *t)
{
    put_marked(t, t->row->mac, DOUBT_MAC);
}

static void put_macs(const struct table_cells *t)
{
    put_marked(t, t->row->macs, DOUBT_MACS);
}

static void put_macsd(const struct table_cells *t)
{
    const struct gap_data *d = t->row->loop.data;
    put_marked(t, d ? d->macsd : missing(""), DOUBT_MACS | DOUBT_DATA);
}

static void put_estimate(const struct table_cells *t)
{
    const struct gap_data *d = t->row->loop.data;
    put_marked(t, d ? d->estimate : missing(""), DOUBT_MACS | DOUBT_DATA);
}

static void put_pass(const struct table_cells *t)
{
    page_cell(t->p, is_known(t->row->macs) ? coverage_pass_name(t->row->pass) : NULL);
}

/* Prints a number, or the range from low to high if both are known. */
static void put_range(const struct table_cells *t, struct quantity q, struct quantity low,
                      struct quantity high)
{
    char from[QUANTITY_TEXT], to[QUANTITY_TEXT];
    if (is_known(low) && is_known(high))
        page_doubtful_text(t->p,
                           arena_printf(&t->p->arena, "%s to %s", quantity_text(low, from),
                                        quantity_text(high, to)),
                           t->row->title, &t->row->loop.notes, DOUBT_TIME);
    else
        put_marked(t, q, DOUBT_TIME);
}

/* Prints nanoseconds of the unit of the row. */
static void put_ns(const struct table_cells *t)
{
    const struct gap_hot_row *row = t->row;
    struct quantity ns =
        row->pass == PASS_OF_ITERATION ? q_div(row->ns, row->loop.k, "k is 0") : row->ns;
    bool varies = row->passes_error > 0;
    if (varies)
        put_range(t, ns, q_div(ns, known(1 + row->passes_error), ""),
                  q_div(ns, known(1 - row->passes_error), ""));
    else
        page_number(t->p, ns);
}

static void put_measured(const struct table_cells *t)
{
    put_range(t, t->row->measured, t->row->measured_low, t->row->measured_high);
}

static void put_a(const struct table_cells *t)
{
    page_number(t->p, t->row->loop.gap.a);
}

static void put_c(const struct table_cells *t)
{
    page_number(t->p, t->row->loop.gap.c);
}

static void put_s(const struct table_cells *t)
{
    page_number(t->p, q_sub(t->row->macs, t->row->mac));
}

static void put_p(const struct table_cells *t)
{
    const struct gap_hot_row *row = t->row;
    put_range(t, row->gap_p, q_sub(row->measured_low, row->macs),
              q_sub(row->measured_high, row->macs));
}

static void put_d(const struct table_cells *t)
{
    const struct gap_data *d = t->row->loop.data;
    put_marked(t, d ? d->gap : missing(""), DOUBT_MACS | DOUBT_DATA);
}

static void put_muf(const struct table_cells *t)
{
    const struct gap_hot_row *row = t->row;
    static const char none[] = "measured is 0";
    bool varies = row->passes_error > 0 && is_known(row->loop.muf);
    if (varies)
        put_range(t, row->loop.muf, q_div(row->macs, row->measured_high, none),
                  q_div(row->macs, row->measured_low, none));
    else
        page_number(t->p, row->loop.muf);
}

/* Prints what limits the greatest bound of the row. */
static void put_limit(const struct table_cells *t)
{
    page_cell(t->p, coverage_data_limits(t->row) ? coverage_data_limit(&t->p->arena, t->row)
                                                 : t->row->macs_limit);
}

/* Prints why numbers of the row are missing. */
static void put_reason(const struct table_cells *t)
{
    const struct gap_hot_row *row = t->row;
    const char *word = "", *why = NULL;
    if (row->why) {
        word = reason_word(row);
        why = row->why;
    } else if (row->no_iterations) {
        word = "per iteration";
        why = row->no_iterations;
    } else if (t->sources && row->hot->kind == HOTSPOT_LOOP) {
        const struct gap_ladder *g = &row->loop.cpl;
        word = is_known(g->m) ? "MA" : "M, MA";
        why = g->m.missing ? g->m.missing : g->ma.missing;
    }
    page_cell(t->p,
              why ? arena_printf(&t->p->arena, "%s [%zu]", word, reason_number(t->reasons, why))
                  : "");
}

/* The columns: always, with passes, with source loops, with data bounds. */
enum column_condition { ALWAYS, WITH_PASSES, WITH_SOURCES, WITH_DATA, WITH_ESTIMATE };
static const struct hot_column {
    const char *title;
    char align;
    enum column_condition when;
    void (*put)(const struct table_cells *t);
} hot_columns[] = {
    {"share", 'r', ALWAYS, put_share},
    {"95 %", 'r', ALWAYS, put_interval},
    {"cum.", 'r', ALWAYS, put_sum},
    {"row", 'l', ALWAYS, put_name},
    {"loop", 'l', WITH_SOURCES, put_source},
    {"own s", 'r', ALWAYS, put_own},
    {"incl. s", 'r', ALWAYS, put_inclusive},
    {"M", 'r', WITH_SOURCES, put_m},
    {"MA", 'r', WITH_SOURCES, put_ma},
    {"MAC", 'r', ALWAYS, put_mac},
    {"MACS", 'r', ALWAYS, put_macs},
    {"MACSD", 'r', WITH_DATA, put_macsd},
    {"estimate", 'r', WITH_ESTIMATE, put_estimate},
    {"per", 'l', ALWAYS, put_pass},
    {"ns", 'r', WITH_PASSES, put_ns},
    {"measured", 'r', WITH_PASSES, put_measured},
    {"A", 'r', WITH_SOURCES, put_a},
    {"C", 'r', WITH_SOURCES, put_c},
    {"S", 'r', WITH_SOURCES, put_s},
    {"P", 'r', WITH_PASSES, put_p},
    {"D", 'r', WITH_DATA, put_d},
    {"MUF", 'r', WITH_SOURCES, put_muf},
    {"limit", 'l', ALWAYS, put_limit},
    {"no bound", 'l', ALWAYS, put_reason},
};

/* The columns of a table. */
struct chosen_columns {
    const struct hot_column *at[COUNT_OF(hot_columns)];
    const char *titles[COUNT_OF(hot_columns)];
    char align[COUNT_OF(hot_columns) + 1];
    size_t n;
};

static bool has_estimate(const struct gap_coverage *c)
{
    bool any = false;
    for (size_t i = 0; i < c->n; i++)
        any |= c->rows[i].loop.data && is_known(c->rows[i].loop.data->estimate);
    return any;
}

static struct chosen_columns choose_columns(const struct gap_coverage *c)
{
    const bool shown[] = {[ALWAYS] = true,
                          [WITH_PASSES] = coverage_has_passes(c),
                          [WITH_SOURCES] = coverage_has_sources(c),
                          [WITH_DATA] = coverage_has_data(c),
                          [WITH_ESTIMATE] = has_estimate(c)};
    struct chosen_columns columns = {.n = 0};
    for (size_t i = 0; i < COUNT_OF(hot_columns); i++) {
        const struct hot_column *of = &hot_columns[i];
        if (!shown[of->when])
            continue;
        columns.at[columns.n] = of;
        columns.titles[columns.n] =
            of->put == put_reason && shown[WITH_SOURCES] ? "missing" : of->title;
        columns.align[columns.n++] = of->align;
    }
    return columns;
}

static void put_omitted_rows(struct page *p, const struct gap_coverage *c, size_t n)
{
    struct quantity rest = known(0);
    for (size_t i = n; i < c->n; i++)
        rest = q_add(rest, c->rows[i].share);
    if (n < c->n)
        page_line(p, "%zu more row%s with %s of CPU time: --all-rows prints them", c->n - n,
                  c->n - n == 1 ? "" : "s", coverage_percent(&p->arena, rest));
}

static void put_table(struct page *p, const struct gap_coverage *c, size_t n)
{
    struct reasons why = {0};
    struct chosen_columns columns = choose_columns(c);
    struct table_cells t = {
        .p = p, .sum = known(0), .reasons = &why, .sources = coverage_has_sources(c)};
    page_table_aligned(p, columns.titles, columns.n, columns.align);
    for (size_t i = 0; i < n; i++) {
        t.row = &c->rows[i];
        t.sum = q_add(t.sum, t.row->share);
        for (size_t k = 0; k < columns.n; k++)
            columns.at[k]->put(&t);
    }
    page_end_table(p);
    put_omitted_rows(p, c, n);
    page_doubts(p, n);
    put_reasons(p, &why);
}

/* ---- the run ---- */

static void put_warning(struct page *p, const struct gap_coverage *c)
{
    const struct gap_hot_row *at[COVERAGE_LARGEST];
    size_t n = coverage_largest_rest(c, at);
    if (!n)
        return;
    page_line(p, "warning: rows with bounds have only %s of CPU time; the largest other rows:",
              coverage_percent(&p->arena, c->with_bounds));
    for (size_t i = 0; i < n; i++)
        page_list_item(p, "  - ",
                       arena_printf(&p->arena, "%s, %s: %s", at[i]->title,
                                    coverage_percent(&p->arena, at[i]->share), at[i]->why));
}

/* Returns the command as text of one line, without its end if it is long. */
static const char *shown_command(struct arena *a, const char *command)
{
    enum { LENGTH = 200 };
    static const char cut[] = "...";
    size_t n = strlen(command), kept = n;
    if (n > LENGTH)
        for (kept = LENGTH - strlen(cut);
             kept > 0 && ((unsigned char)command[kept] & 0xc0) == 0x80;)
            kept--;
    char *text = arena_printf(a, "%.*s%s", (int)kept, command, kept < n ? cut : "");
    shown_in_place(text, strlen(text), false);
    return text;
}

static void put_title(struct page *p, const struct gap_run *run)
{
    const struct gap_coverage *c = run->coverage;
    page_title(p, "%s", coverage_headline(&p->arena, c));
    page_line(p, "command: %s; run: %s; machine: %s; build: %s",
              shown_command(&p->arena, c->profile->command), run->run,
              gap_machine_title(&p->arena, run), run->build);
}

/* Prints what the words of the column "per" mean, except "pass". */
static void put_passes(struct page *p, const struct gap_coverage *c, size_t n)
{
    for (enum gap_pass pass = PASS_OF_OUTER_LOOP; pass < GAP_PASSES; pass++) {
        size_t i = 0;
        while (i < n && (c->rows[i].why || c->rows[i].pass != pass))
            i++;
        if (i < n)
            page_remark(p, arena_printf(&p->arena, "%s: %s", coverage_pass_name(pass),
                                        coverage_pass_note(pass)));
    }
}

static void put_summary(struct page *p, const struct gap_coverage *c)
{
    struct notes lines = {0};
    coverage_summary(&p->arena, c, &lines);
    for (size_t i = 0; i < lines.n; i++)
        page_remark(p, lines.at[i]);
}

/* Returns whether callers of library functions were recorded, but none is known. */
static bool lacks_callers(const struct gap_coverage *c, size_t n)
{
    const double least = 0.01;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const struct gap_hot_row *row = &c->rows[i];
        if (row->caller)
            return false;
        any |= row->hot->kind == HOTSPOT_LIBRARY && row->share.value >= least;
    }
    return any && strcmp(c->profile->sampler, "perf") == 0;
}

/* Prints the callers of library functions. */
static void put_callers(struct page *p, const struct gap_coverage *c, size_t n)
{
    struct remarks r = {0};
    if (lacks_callers(c, n))
        page_remark(p, "callers of library functions: unknown: these functions have no frame "
                       "pointer; try macs run --call-chain=dwarf");
    for (size_t i = 0; i < n; i++)
        if (c->rows[i].caller)
            remark(&r, c->rows[i].title,
                   arena_printf(&p->arena, "most samples were called from %s", c->rows[i].caller));
    page_remarks(p, &r, n + 1);
}

/* Prints what limits the movement of data, or why it is unknown. */
static void put_data_limits(struct page *p, const struct gap_coverage *c, size_t n)
{
    struct remarks r = {0};
    for (size_t i = 0; i < n; i++) {
        const struct gap_data *d = c->rows[i].loop.data;
        if (d && !c->rows[i].why)
            remark(&r, c->rows[i].title,
                   arena_printf(&p->arena, is_known(d->macsd) ? "data: %s" : "MACSD is unknown: %s",
                                is_known(d->macsd) ? d->limit : d->macsd.missing));
    }
    page_remarks(p, &r, n + 1);
}

/* Prints why the passes of rows are unknown, if this differs from row to row. */
static void put_unknown_passes(struct page *p, const struct gap_coverage *c, size_t n)
{
    struct remarks r = {0};
    const char *common = coverage_has_passes(c) ? NULL : coverage_common_reason(c, c->n);
    for (size_t i = 0; !common && i < n; i++) {
        const char *why = coverage_unknown_passes(&c->rows[i]);
        if (why)
            remark(&r, c->rows[i].title, arena_printf(&p->arena, "passes are unknown: %s", why));
    }
    page_remarks(p, &r, n);
}

/* Prints the notes of the compiled loops that are no marks in the table. */
static void put_notes(struct page *p, const struct gap_coverage *c, size_t n)
{
    struct remarks r = {0};
    unsigned marked = DOUBT_MAC | DOUBT_MACS | DOUBT_TIME;
    if (coverage_has_sources(c))
        marked |= DOUBT_M | DOUBT_MA;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < c->rows[i].loop.notes.n; k++)
            if (!(doubts_of(c->rows[i].loop.notes.at[k]) & marked))
                remark(&r, c->rows[i].title, c->rows[i].loop.notes.at[k]);
    page_remarks(p, &r, n);
}

void gap_sampled_text(struct page *p, const struct gap_run *run, const struct gap_view *view)
{
    const struct gap_coverage *c = run->coverage;
    size_t n = view->all_rows ? c->n : coverage_main_rows(c);
    put_title(p, run);
    if (is_known(c->covered)) {
        page_line(p, "%s; times: seconds of CPU time",
                  coverage_has_sources(c)
                      ? "M, MA: cycles per iteration; MAC to P: cycles of the unit in column per"
                      : "MAC and MACS: cycles of the machine code per pass or call (column per)");
        put_table(p, c, n);
        put_data_limits(p, c, n);
        put_callers(p, c, n);
        put_warning(p, c);
        put_passes(p, c, n);
        if (!coverage_has_passes(c))
            page_remark(p, coverage_no_gaps(&p->arena, c));
        put_unknown_passes(p, c, n);
    }
    put_summary(p, c);
    if (!view->brief && is_known(c->covered))
        put_notes(p, c, n);
}
