/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the notes after the tables of a run. */
#include "commands/macs-gap/macs-gap.h"

#include "base/util.h"
#include "commands/macs-gap/page.h"
#include "facts/doubts.h"

#include <string.h>

/* Adds a note for each missing rung; adjacent rungs with the same reason share one. */
static void remark_missing(struct remarks *r, const struct gap_loop *l, const char *name,
                           enum gap_unit unit)
{
    const struct {
        const char *name;
        struct quantity q;
    } rungs[] = {{"M", l->cpl.m},
                 {"MA", l->cpl.ma},
                 {"MAC", l->cpl.mac},
                 {"MACS", l->cpl.macs},
                 {"measured", l->cpl.measured}};
    for (size_t i = 0; i < 4; i++) {
        const char *names = rungs[i].name, *why = rungs[i].q.missing;
        if (!why || (i > 0 && rungs[i - 1].q.missing && strcmp(rungs[i - 1].q.missing, why) == 0))
            continue;
        for (size_t j = i + 1; j < 4 && rungs[j].q.missing && strcmp(rungs[j].q.missing, why) == 0;
             j++)
            names = arena_printf(&r->a, "%s, %s", names, rungs[j].name);
        remark(r, name, arena_printf(&r->a, "no %s: %s", names, why));
    }
    for (size_t i = 0; i < 5; i++)
        if (is_known(rungs[i].q) && !is_known(gap_in_unit(l, rungs[i].q, unit))) {
            remark(r, name,
                   arena_printf(&r->a, "not in %s: %s", gap_unit_names[unit],
                                gap_in_unit(l, rungs[i].q, unit).missing));
            break;
        }
    if (l->measured && l->threads && !is_known(l->speedup))
        remark(r, name, arena_printf(&r->a, "no speed-up: %s", l->speedup.missing));
}

/* Prints the further compiled loops, which are in no bounds, grouped by assembly file. */
static void put_other_compiled(struct page *p, const struct gap_run *run, size_t common)
{
    struct arena *a = &p->arena;
    struct notes files = {0};
    char k[QUANTITY_TEXT];
    for (size_t i = 0; i < run->n; i++)
        for (size_t o = 0; o < run->loops[i].n_others; o++)
            if (!text_is_among(files.at, files.n, run->loops[i].others[o].file))
                note(a, &files, "%s", run->loops[i].others[o].file);
    for (size_t f = 0; f < files.n; f++) {
        const char *text = NULL;
        for (size_t i = 0; i < run->n; i++)
            for (size_t o = 0; o < run->loops[i].n_others; o++) {
                const struct gap_other *other = &run->loops[i].others[o];
                if (strcmp(other->file, files.at[f]) != 0)
                    continue;
                text = arena_printf(a, "%s%s%s of %s (%s%sk = %s)", text ? text : "",
                                    text ? ", " : "", other->label, run->loops[i].loop + common,
                                    other->version ? other->version : "",
                                    other->version ? ", " : "", quantity_text(other->k, k));
            }
        page_remark(p, arena_printf(a,
                                    run->coverage
                                        ? "further compiled loops of the same source loops in %s, "
                                          "which are included: %s"
                                        : "other compiled loops of the same source loops in %s, "
                                          "not used for these bounds: %s",
                                    files.at[f], text));
    }
}

/* Returns whether the tables show the note as a mark. shown NULL: the tables of the ladder. */
static bool is_shown(const struct doubts *shown, const char *text)
{
    enum {
        LADDER = DOUBT_TNF | DOUBT_K | DOUBT_M | DOUBT_MA | DOUBT_MAC | DOUBT_MACS | DOUBT_TIME
    };
    return shown ? doubts_hold(shown, text) : doubts_of(text) & LADDER;
}

static void collect_remarks(struct remarks *r, const struct gap_run *run, size_t common,
                            enum gap_unit unit, const struct doubts *shown)
{
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        for (size_t n = 0; n < l->notes.n; n++)
            if (!is_shown(shown, l->notes.at[n]))
                remark(r, l->loop + common, l->notes.at[n]);
        remark_missing(r, l, l->loop + common, unit);
    }
}

void gap_notes(struct page *p, const struct gap_run *run, size_t common, enum gap_unit unit,
               const struct doubts *shown)
{
    struct remarks r = {0};
    collect_remarks(&r, run, common, unit, shown);
    page_remarks(p, &r, run->n);
    put_other_compiled(p, run, common);
    for (size_t i = 0; i < run->notes.n; i++)
        page_remark(p, run->notes.at[i]);
}

/* Returns the number of notes that gap_notes prints, without compiled loops that match no source
 * loop. */
static size_t count_notes(const struct gap_run *run)
{
    struct remarks r = {0};
    collect_remarks(&r, run, 0, GAP_CPL, NULL);
    size_t n = r.list.n + run->notes.n - run->strays;
    remarks_free(&r);
    for (size_t i = 0; i < run->n; i++)
        n += run->loops[i].n_others > 0;
    return n;
}

void gap_notes_number(struct page *p, const struct gap_table *t, const char *command)
{
    size_t notes = p->left_out, strays = 0;
    for (size_t i = 0; i < t->n; i++) {
        notes += count_notes(&t->at[i]);
        strays += t->at[i].strays;
    }
    if (notes + strays == 0)
        return;
    char note[64] = "", stray[64] = "";
    if (notes)
        snprintf(note, sizeof note, "%zu note%s", notes, notes == 1 ? "" : "s");
    if (strays)
        snprintf(stray, sizeof stray, "%zu unmatched compiled loop%s", strays,
                 strays == 1 ? "" : "s");
    page_line(p, "%s%s%s: %s prints %s", note, notes && strays ? " and " : "", stray, command,
              notes + strays == 1 ? "it" : "them");
}
