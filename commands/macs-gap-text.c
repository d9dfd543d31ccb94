/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of macs-gap for people. */
#include "commands/macs-gap.h"

#include "commands/common.h"

#include <string.h>

enum { LINE_WIDTH = 100, INDENT = 2 };

/* ---- what all loops of a run have in common is said once ---- */

/* Bytes of a loop's id up to its routine: the file and its colon. */
static size_t file_length(const char *id)
{
    const char *at = id + strlen(id);
    for (int colons = 0; at > id && colons < 2; colons += *at == ':')
        at--;
    return *at == ':' ? (size_t)(at - id) + 1 : 0;
}

/* Likewise up to the last slash of what id and other have in common. */
static size_t common_folder(const char *id, const char *other, size_t n)
{
    size_t folder = 0;
    for (size_t i = 0; i < n && id[i] == other[i]; i++)
        if (id[i] == '/')
            folder = i + 1;
    return folder;
}

/* How much of every id is left out: the file if there is one, else folders. */
static size_t common_length(const struct gap_run *run)
{
    size_t n = run->n ? file_length(run->loops[0].loop) : 0;
    for (size_t i = 1; i < run->n; i++) {
        const char *id = run->loops[i].loop;
        if (file_length(id) != n || strncmp(id, run->loops[0].loop, n) != 0)
            n = common_folder(run->loops[0].loop, id, n);
    }
    return n;
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
    if (common) {
        const char *id = run->loops[0].loop;
        bool file = id[common - 1] == ':';
        fprintf(out, "%s %.*s; ", file ? "loops of" : "files in", (int)common - 1, id);
    }
    fputs("cycles per iteration\n", out);
    arena_free(&a);
}

/* ---- tables ---- */

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

static void end_table(struct page *p)
{
    table_print(&p->table, p->out);
    table_free(&p->table);
    arena_free(&p->arena);
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

/* The text on lines of LINE_WIDTH at most where it has blanks, those after the
 * first indented. */
static void put_wrapped(FILE *out, const char *text)
{
    size_t column = 0;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > INDENT && column + 1 + word > LINE_WIDTH)
            column = (size_t)fprintf(out, "\n%*s", INDENT, "") - 1;
        else if (column)
            column += (size_t)fprintf(out, " ");
        column += (size_t)fprintf(out, "%.*s", (int)word, text);
        text += word;
        text += *text == ' ';
    }
    fputc('\n', out);
}

static void put_bounds(FILE *out, const struct gap_run *run)
{
    struct arena a = {0};
    char balanced[QUANTITY_TEXT], actual[QUANTITY_TEXT];
    if (run->run && is_known(run->balanced))
        fprintf(out,
                "run-time bound of the loops above in cycles: %s balanced, %s as distributed\n",
                quantity_text(run->balanced, balanced), quantity_text(run->actual, actual));
    else if (run->run)
        put_wrapped(out, arena_printf(&a, "run-time bound of the loops above: -: %s",
                                      run->balanced.missing));
    arena_free(&a);
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

static void put_remarks(FILE *out, const struct gap_run *run, size_t common)
{
    struct remarks r = {0};
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        for (size_t n = 0; n < l->notes.n; n++)
            remark(&r, l->loop + common, l->notes.at[n]);
        remark_missing(&r, l, l->loop + common);
    }
    for (size_t i = 0; i < r.list.n; i++) {
        const struct remark *m = &r.list.at[i];
        const char *who = m->loop;
        if (m->loops > 1 && m->loops == run->n)
            who = "all loops";
        else if (m->loops > 1)
            who = arena_printf(&r.a, "%s and %zu more", m->loop, m->loops - 1);
        put_wrapped(out, arena_printf(&r.a, "%s: %s", who, m->text));
    }
    put_others(out, &r.a, run, common);
    for (size_t i = 0; i < run->notes.n; i++)
        put_wrapped(out, run->notes.at[i]);
    array_free(&r.list);
    arena_free(&r.a);
}

void gap_text(FILE *out, const struct gap_table *t)
{
    if (t->n == 0)
        fputs("this run database holds no loops\n", out);
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_run *run = &t->at[i];
        size_t common = common_length(run);
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
        put_remarks(out, run, common);
    }
}
