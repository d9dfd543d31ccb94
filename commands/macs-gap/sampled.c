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

enum { ROW_COLUMNS = 14, PASS_COLUMNS = 3 };

static const char *percent_cell(struct arena *a, struct quantity share)
{
    return is_known(share) ? arena_printf(a, "%.1f%%", 100 * share.value) : NULL;
}

/* Prints a number, or the range from low to high if both are known. */
static void put_range(struct page *p, struct quantity q, struct quantity low, struct quantity high)
{
    char from[QUANTITY_TEXT], to[QUANTITY_TEXT];
    if (is_known(low) && is_known(high))
        page_cell(p, arena_printf(&p->arena, "%s to %s", quantity_text(low, from),
                                  quantity_text(high, to)));
    else
        page_number(p, q);
}

static void put_row(struct page *p, const struct gap_hot_row *row, struct quantity sum, bool passes,
                    struct reasons *why)
{
    struct arena *a = &p->arena;
    const struct hotspot *h = row->hot;
    page_cell(p, percent_cell(a, row->share));
    page_cell(p, is_known(row->low)
                     ? arena_printf(a, "%.1f-%.1f", 100 * row->low.value, 100 * row->high.value)
                     : NULL);
    page_cell(p, percent_cell(a, sum));
    page_cell(p, row->title);
    page_number(p, known(h->seconds));
    page_number(p, row->outer ? known(h->inclusive) : missing(""));
    page_doubtful(p, row->mac, row->title, &row->loop.notes, DOUBT_MAC);
    page_doubtful(p, row->macs, row->title, &row->loop.notes, DOUBT_MACS);
    page_cell(p, is_known(row->macs) ? coverage_pass_name(row->pass) : NULL);
    if (passes) {
        page_number(p, row->ns);
        put_range(p, row->measured, row->measured_low, row->measured_high);
        put_range(p, row->gap_p, q_sub(row->measured_low, row->macs),
                  q_sub(row->measured_high, row->macs));
    }
    page_cell(p, row->macs_limit);
    page_cell(p, row->why
                     ? arena_printf(a, "%s [%zu]", reason_word(row), reason_number(why, row->why))
                     : "");
}

static void put_table(struct page *p, const struct gap_coverage *c, size_t n)
{
    static const char *const titles[ROW_COLUMNS] = {"share", "95 %",    "cum.",    "row",
                                                    "own s", "incl. s", "MAC",     "MACS",
                                                    "per",   "limit",   "no bound"};
    static const char *const with_passes[ROW_COLUMNS] = {
        "share", "95 %", "cum.", "row",      "own s", "incl. s", "MAC",
        "MACS",  "per",  "ns",   "measured", "P",     "limit",   "no bound"};
    bool passes = coverage_has_passes(c);
    struct reasons why = {0};
    struct quantity sum = known(0);
    if (passes)
        page_table_aligned(p, with_passes, ROW_COLUMNS, "rrrlrrrrlrrrll");
    else
        page_table_aligned(p, titles, ROW_COLUMNS - PASS_COLUMNS, "rrrlrrrrlll");
    for (size_t i = 0; i < n; i++) {
        sum = q_add(sum, c->rows[i].share);
        put_row(p, &c->rows[i], sum, passes, &why);
    }
    page_end_table(p);
    if (n < c->n) {
        struct quantity rest = known(0);
        for (size_t i = n; i < c->n; i++)
            rest = q_add(rest, c->rows[i].share);
        page_line(p, "%zu more row%s with %s of CPU time: --all-rows prints them", c->n - n,
                  c->n - n == 1 ? "" : "s", coverage_percent(&p->arena, rest));
    }
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
    for (enum gap_pass pass = PASS_OF_OUTER_LOOP; pass <= PASS_OF_FUNCTION; pass++) {
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

/* Prints the notes of the compiled loops that are no marks in the table. */
static void put_notes(struct page *p, const struct gap_coverage *c, size_t n)
{
    struct remarks r = {0};
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < c->rows[i].loop.notes.n; k++)
            if (!(doubts_of(c->rows[i].loop.notes.at[k]) & (DOUBT_MAC | DOUBT_MACS)))
                remark(&r, c->rows[i].title, c->rows[i].loop.notes.at[k]);
    page_remarks(p, &r, n);
}

void gap_sampled_text(struct page *p, const struct gap_run *run, const struct gap_view *view)
{
    const struct gap_coverage *c = run->coverage;
    size_t n = view->all_rows ? c->n : coverage_main_rows(c);
    put_title(p, run);
    if (is_known(c->covered)) {
        page_line(p,
                  "MAC and MACS: cycles of the machine code per pass or call (column per); times: "
                  "seconds of CPU time");
        put_table(p, c, n);
        put_callers(p, c, n);
        put_warning(p, c);
        put_passes(p, c, n);
        if (!coverage_has_passes(c))
            page_remark(p, coverage_no_gaps(&p->arena, c));
    }
    put_summary(p, c);
    if (!view->brief && is_known(c->covered))
        put_notes(p, c, n);
}
