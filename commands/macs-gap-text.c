/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of macs-gap for people. */
#include "commands/macs-gap.h"

#include "commands/common.h"

#include <string.h>

static void put_title(FILE *out, const struct gap_run *run)
{
    struct arena a = {0};
    const char *machine = gap_machine_title(&a, run);
    if (run->run)
        fprintf(out, "run %s: %ld processor%s, machine %s, build %s; cycles per iteration\n",
                run->run, run->processors, run->processors == 1 ? "" : "s", machine, run->build);
    else
        fprintf(out, "build %s: machine %s, not measured; cycles per iteration\n", run->build,
                machine);
    arena_free(&a);
}

struct page {
    FILE *out;
    struct arena arena; /* for the texts of cells */
    struct table table;
};

/* A table with these titles, the first column to the left. */
static struct page begin_table(FILE *out, const char *const *titles, size_t n)
{
    struct page p = {.out = out};
    char *align = arena_alloc(&p.arena, n + 1);
    memset(align, 'r', n);
    align[0] = 'l';
    p.table.align = align;
    for (size_t i = 0; i < n; i++)
        table_cell(&p.table, titles[i]);
    return p;
}

static void put_number(struct page *p, struct quantity q)
{
    char text[QUANTITY_TEXT];
    table_cell(&p->table, arena_strdup(&p->arena, quantity_text(q, text)));
}

static void end_table(struct page *p)
{
    table_print(&p->table, p->out);
    table_free(&p->table);
    arena_free(&p->arena);
}

/* The ladder, in cycles per iteration. */
static void put_ladder(FILE *out, const struct gap_run *run)
{
    static const char *const titles[] = {"loop", "TNF",      "k",   "M",        "MA",     "MAC",
                                         "MACS", "measured", "MUF", "speed-up", "threads"};
    struct page p = begin_table(out, titles, run->run ? 11 : 8);
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        table_cell(&p.table, l->loop);
        put_number(&p, l->tnf);
        put_number(&p, l->k);
        put_number(&p, l->cpl.m);
        put_number(&p, l->cpl.ma);
        put_number(&p, l->cpl.mac);
        put_number(&p, l->cpl.macs);
        if (l->measured)
            put_number(&p, l->cpl.measured);
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
static void put_gaps(FILE *out, const struct gap_run *run)
{
    static const char *const titles[] = {"gaps", "A",   "C",   "S",   "P",
                                         "M %",  "A %", "C %", "S %", "P %"};
    struct page p = begin_table(out, titles, run->run ? 10 : 4);
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        table_cell(&p.table, l->loop);
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
    char balanced[QUANTITY_TEXT], actual[QUANTITY_TEXT];
    if (!run->run)
        return;
    if (is_known(run->balanced))
        fprintf(out,
                "run-time bound of the loops above in cycles: %s balanced, %s as distributed\n",
                quantity_text(run->balanced, balanced), quantity_text(run->actual, actual));
    else
        fprintf(out, "run-time bound of the loops above: -: %s\n", run->balanced.missing);
}

/* ---- notes ---- */

/* What is said of a loop: its notes, and why numbers are missing. */
struct remark {
    const char *text;
    size_t loops;
    const char *loop; /* the first one */
};
struct remarks {
    struct arena a;
    ARRAY(struct remark) list;
};

static void remark(struct remarks *r, const char *loop, const char *text)
{
    for (size_t i = 0; i < r->list.n; i++)
        if (strcmp(r->list.at[i].text, text) == 0) {
            r->list.at[i].loops++;
            return;
        }
    *array_push(&r->list) = (struct remark){text, 1, loop};
}

/* The first number of each missing kind names the reason for those behind it. */
static void remark_missing(struct remarks *r, const struct gap_loop *l)
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
        remark(r, l->loop, arena_printf(&r->a, "no %s: %s", names, why));
    }
    if (l->measured && !is_known(l->speedup))
        remark(r, l->loop, arena_printf(&r->a, "no speed-up: %s", l->speedup.missing));
}

static void put_remarks(FILE *out, const struct gap_run *run)
{
    struct remarks r = {0};
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        for (size_t n = 0; n < l->notes.n; n++)
            remark(&r, l->loop, l->notes.at[n]);
        remark_missing(&r, l);
    }
    for (size_t i = 0; i < r.list.n; i++) {
        const struct remark *m = &r.list.at[i];
        if (m->loops > 1 && m->loops == run->n)
            fprintf(out, "all loops: %s\n", m->text);
        else if (m->loops > 1)
            fprintf(out, "%s and %zu more: %s\n", m->loop, m->loops - 1, m->text);
        else
            fprintf(out, "%s: %s\n", m->loop, m->text);
    }
    for (size_t i = 0; i < run->notes.n; i++)
        fprintf(out, "%s\n", run->notes.at[i]);
    array_free(&r.list);
    arena_free(&r.a);
}

void gap_text(FILE *out, const struct gap_table *t)
{
    if (t->n == 0)
        fputs("this run database holds no loops\n", out);
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_run *run = &t->at[i];
        fputs(i ? "\n" : "", out);
        put_title(out, run);
        if (run->n) {
            put_ladder(out, run);
            put_gaps(out, run);
            put_bounds(out, run);
        } else
            fputs("no loops\n", out);
        put_remarks(out, run);
    }
}
