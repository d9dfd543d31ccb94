/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of macs-gap for people. */
#include "commands/macs-gap.h"

#include "commands/macs-gap-page.h"

#include <string.h>

static const char *id_at(const void *run, size_t i)
{
    return ((const struct gap_run *)run)->loops[i].loop;
}

static void put_title(FILE *out, const struct gap_run *run, size_t common)
{
    struct arena a = {0};
    const char *machine = gap_machine_title(&a, run);
    if (run->run)
        fprintf(out, "run %s: %ld processor%s, machine %s, build %s\n", run->run, run->processors,
                run->processors == 1 ? "" : "s", machine, run->build);
    else
        fprintf(out, "build %s: machine %s, not measured\n", run->build, machine);
    if (run->n)
        put_common(out, run->loops[0].loop, common);
    fputs("cycles per iteration\n", out);
    arena_free(&a);
}

/* ---- tables ---- */

/* With a mark where instances lack samples. */
static void put_measured(struct page *p, const struct gap_loop *l)
{
    char text[QUANTITY_TEXT];
    bool lost = is_known(l->lost) && l->lost.value > 0;
    if (!lost)
        put_number(p, l->cpl.measured);
    else if (is_known(l->cpl.measured))
        table_cell(&p->table, arena_printf(&p->arena, "~%s", quantity_text(l->cpl.measured, text)));
    else
        table_cell(&p->table, "lost");
}

/* The ladder, in cycles per iteration. */
static void put_ladder(FILE *out, const struct gap_run *run, size_t common)
{
    static const char *const titles[] = {"loop", "TNF",      "k",   "M",        "MA",     "MAC",
                                         "MACS", "measured", "MUF", "speed-up", "threads"};
    struct page p = begin_table(out, titles, run->run ? 11 : 8);
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        table_cell(&p.table, l->loop + common);
        put_number(&p, l->tnf);
        put_number(&p, l->k);
        put_number(&p, l->cpl.m);
        put_number(&p, l->cpl.ma);
        put_number(&p, l->cpl.mac);
        put_number(&p, l->cpl.macs);
        if (l->measured)
            put_measured(&p, l);
        else
            table_cell(&p.table, "not measured");
        if (!run->run)
            continue;
        put_number(&p, l->muf);
        put_number(&p, l->speedup);
        put_number(&p, l->measured ? known((double)l->threads) : missing("not measured"));
    }
    end_table(&p);
}

static struct quantity percent(struct quantity q)
{
    return q_mul(q, known(100));
}

/* What each step of the ladder adds, in cycles and as share of the measured. */
static void put_gaps(FILE *out, const struct gap_run *run, size_t common)
{
    static const char *const titles[] = {"loop", "A",   "C",   "S",   "P",
                                         "M %",  "A %", "C %", "S %", "P %"};
    struct page p = begin_table(out, titles, run->run ? 10 : 4);
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        table_cell(&p.table, l->loop + common);
        put_number(&p, l->gap.a);
        put_number(&p, l->gap.c);
        put_number(&p, l->gap.s);
        if (!run->run)
            continue;
        put_number(&p, l->gap.p);
        put_number(&p, percent(l->share.m));
        put_number(&p, percent(l->share.a));
        put_number(&p, percent(l->share.c));
        put_number(&p, percent(l->share.s));
        put_number(&p, percent(l->share.p));
    }
    end_table(&p);
}

static void put_bounds(FILE *out, const struct gap_run *run)
{
    struct arena a = {0};
    char balanced[QUANTITY_TEXT], actual[QUANTITY_TEXT];
    const char *of = run->regions ? "regions" : "loops above";
    const char *why = is_known(run->balanced) ? run->actual.missing : run->balanced.missing;
    if (is_known(run->balanced))
        fprintf(out, "run-time bound of the %s in cycles: %s balanced, %s as distributed\n", of,
                quantity_text(run->balanced, balanced), quantity_text(run->actual, actual));
    if (why && (run->run || run->regions))
        put_wrapped(out, arena_printf(&a, "run-time bound of the %s%s: -: %s", of,
                                      is_known(run->balanced) ? " as distributed" : "", why));
    arena_free(&a);
}

/* ---- notes ---- */

/* The first number of each missing kind names the reason for those behind it. */
static void remark_missing(struct remarks *r, const struct gap_loop *l, const char *name)
{
    const struct {
        const char *name;
        struct quantity q;
    } rungs[] = {{"M", l->cpl.m}, {"MA", l->cpl.ma}, {"MAC", l->cpl.mac}, {"MACS", l->cpl.macs}};
    for (size_t i = 0; i < 4; i++) {
        const char *names = rungs[i].name, *why = rungs[i].q.missing;
        if (!why || (i > 0 && rungs[i - 1].q.missing && strcmp(rungs[i - 1].q.missing, why) == 0))
            continue;
        for (size_t j = i + 1; j < 4 && rungs[j].q.missing && strcmp(rungs[j].q.missing, why) == 0;
             j++)
            names = arena_printf(&r->a, "%s, %s", names, rungs[j].name);
        remark(r, name, arena_printf(&r->a, "no %s: %s", names, why));
    }
    if (l->measured && !is_known(l->speedup))
        remark(r, name, arena_printf(&r->a, "no speed-up: %s", l->speedup.missing));
}

static bool holds(const struct notes *list, const char *text)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->at[i], text) == 0)
            return true;
    return false;
}

/* The compiled loops of one assembly file that are in no bounds, file after
 * file. */
static void put_others(FILE *out, struct arena *a, const struct gap_run *run, size_t common)
{
    struct notes files = {0};
    char k[QUANTITY_TEXT];
    for (size_t i = 0; i < run->n; i++)
        for (size_t o = 0; o < run->loops[i].n_others; o++)
            if (!holds(&files, run->loops[i].others[o].file))
                note(a, &files, "%s", run->loops[i].others[o].file);
    for (size_t f = 0; f < files.n; f++) {
        const char *text = NULL;
        for (size_t i = 0; i < run->n; i++)
            for (size_t o = 0; o < run->loops[i].n_others; o++) {
                const struct gap_other *other = &run->loops[i].others[o];
                if (strcmp(other->file, files.at[f]) != 0)
                    continue;
                text = arena_printf(a, "%s%s%s of %s (k = %s)", text ? text : "", text ? ", " : "",
                                    other->label, run->loops[i].loop + common,
                                    quantity_text(other->k, k));
            }
        put_wrapped(out, arena_printf(a,
                                      "not in these bounds, further compiled loops of %s for the "
                                      "same source loops: %s",
                                      files.at[f], text));
    }
}

static void put_notes(FILE *out, const struct gap_run *run, size_t common)
{
    struct remarks r = {0};
    struct arena a = {0};
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        for (size_t n = 0; n < l->notes.n; n++)
            remark(&r, l->loop + common, l->notes.at[n]);
        remark_missing(&r, l, l->loop + common);
    }
    put_remarks(out, &r, run->n);
    put_others(out, &a, run, common);
    for (size_t i = 0; i < run->notes.n; i++)
        put_wrapped(out, run->notes.at[i]);
    arena_free(&a);
}

void gap_text(FILE *out, const struct gap_table *t)
{
    if (t->n == 0)
        fputs("this run database holds no loops\n", out);
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_run *run = &t->at[i];
        size_t common = common_length(run, run->n, id_at);
        fputs(i ? "\n" : "", out);
        put_title(out, run, common);
        if (run->n) {
            put_ladder(out, run, common);
            fputc('\n', out);
            put_gaps(out, run, common);
            put_bounds(out, run);
        } else {
            fputs("no loops\n", out);
        }
        put_notes(out, run, common);
    }
}
