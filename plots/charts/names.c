/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/names.h"
#include "plots/drawing/page.h"
#include "plots/drawing/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- loops ---- */

static int by_place(const void *a, const void *b)
{
    const struct gap_loop *x = *(struct gap_loop *const *)a, *y = *(struct gap_loop *const *)b;
    int order = strcmp(x->routine, y->routine);
    if (!order)
        order = (x->line > y->line) - (x->line < y->line);
    return order ? order : strcmp(x->file, y->file);
}

/* Returns the shortest naming that distinguishes the loops. Equal positions are the same loop in
 * several runs. Sorts loops. */
static enum naming naming_of(const struct gap_loop **loops, size_t n)
{
    enum naming by = BY_ROUTINE;
    qsort(loops, n, sizeof *loops, by_place);
    for (size_t i = 1; i < n; i++) {
        const struct gap_loop *a = loops[i - 1], *b = loops[i];
        if (strcmp(a->routine, b->routine) != 0 || by_place(&a, &b) == 0)
            continue;
        if (a->line == b->line)
            return BY_ID;
        by = BY_LINE;
    }
    return by;
}

enum naming table_naming(struct arena *a, const struct gap_table *t)
{
    size_t capacity = 0, n = 0;
    for (size_t i = 0; i < t->n; i++)
        capacity += t->at[i].n;
    const struct gap_loop **loops = ARENA_ARRAY(a, const struct gap_loop *, capacity);
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->at[i].n; k++)
            if (t->at[i].loops[k].file && t->at[i].loops[k].routine)
                loops[n++] = &t->at[i].loops[k];
    return naming_of(loops, n);
}

const char *loop_name(struct arena *a, const struct gap_loop *l, enum naming by)
{
    if (!l->routine || by == BY_ID)
        return l->loop;
    return by == BY_ROUTINE ? l->routine : arena_printf(a, "%s:%ld", l->routine, l->line);
}

/* ---- notes that doubt numbers ---- */

const char *doubted_name(struct arena *a, const char *name, const struct notes *notes,
                         unsigned numbers, struct doubts *d)
{
    const char *mark = doubts_mark(d, name, notes, numbers);
    return mark ? arena_printf(a, "%s %s", name, mark) : name;
}

const char *doubts_foot(struct arena *a, struct doubts *d)
{
    enum { FOOT_NOTES = 8, NOTE_LINES = 2 };
    const char *text = "";
    for (size_t i = 0; i < d->at.n && i < FOOT_NOTES; i++)
        text = arena_printf(
            a, "%s%s. ", text,
            text_shorten(a, doubts_line(d, i, 0), SIZE_LABEL, false, NOTE_LINES * CONTENT_MAX));
    if (d->at.n > FOOT_NOTES)
        text = arena_printf(a, "%s%zu more notes are in the table of macs-gap. ", text,
                            d->at.n - FOOT_NOTES);
    doubts_free(d);
    return text;
}

/* ---- runs ---- */

bool several_builds(const struct gap_table *t)
{
    for (size_t i = 1; i < t->n; i++) {
        const char *a = t->at[i - 1].build, *b = t->at[i].build;
        if (strcmp(a ? a : "", b ? b : "") != 0)
            return true;
    }
    return false;
}

const char *run_name(struct arena *a, const struct gap_run *r, bool build)
{
    const char *text = r->run ? arena_printf(a, "%s: ", r->run) : "";
    text = arena_printf(a, "%s%s", text, r->machine ? gap_machine_title(a, r) : "unknown machine");
    if (r->processors > 0)
        text = arena_printf(a, "%s, %ld processor%s", text, r->processors,
                            r->processors == 1 ? "" : "s");
    if (build && r->build && *r->build)
        text = arena_printf(a, "%s, build %s", text, r->build);
    return text;
}

const char *one_machine(struct arena *a, const struct gap_table *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (!t->at[i].machine || strcmp(t->at[i].machine, t->at[0].machine) != 0)
            return NULL;
    return t->n ? gap_machine_title(a, &t->at[0]) : NULL;
}

const char *with_machine(struct arena *a, const struct gap_table *t, const char *title)
{
    const char *machine = one_machine(a, t);
    return machine ? arena_printf(a, "%s on %s", title, machine) : title;
}
