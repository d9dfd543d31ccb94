/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints figure 25 of the report, byte for byte; and the table of --bounds. */
#include "commands/kmacstat/kmacstat.h"
#include "base/util.h"

#include <string.h>

/* ---- figure 25 ---- */

struct tally {
#define COUNT(key, value) long key;
#include "commands/kmacstat/counts.def"
#undef COUNT
};

static struct tally tally_of(const struct counts *c, long pairs)
{
    const double *n = c->n, length = (double)pairs;
    return (struct tally){
#define COUNT(key, value) .key = (long)(value),
#include "commands/kmacstat/counts.def"
#undef COUNT
    };
}

static void put_nesting(FILE *out, const struct loop_finder *f)
{
    for (size_t i = 0; i < loops_n(f); i++) {
        const char *inner = loops_name(f, loops_at(f, i)->label);
        int n = 0;
        for (uint32_t o = loops_outward(f, i, &n); o != LOOP_NONE; o = loops_outward(f, o, &n))
            fprintf(out, "%s is an inner loop of %s\n", inner,
                    loops_name(f, loops_at(f, o)->label));
    }
}

/* Prints the counts of instructions. Each line begins with the prefix; one more follows the length.
 */
static void put_instructions(FILE *out, const struct tally *t, const char *prefix, const char *more)
{
    fprintf(out, "%sFPU/IPU instructions except nop = %ld\n", prefix, t->fpu_ipu);
    fprintf(out, "%sCEU/XIU instructions except nop = %ld\n", prefix, t->ceu_xiu);
    fprintf(out, "%sKSR compiled codes length = %ld instructions\n%s", prefix, t->length, more);
    fprintf(out, "%sFa = %ld Fm = %ld Fma = %ld Fmisc/Other FPU = %ld Lfl = %ld Sfl = %ld\n",
            prefix, t->fa, t->fm, t->fma, t->fmisc, t->lfl, t->sfl);
    fprintf(out, "%sLoad = %ld Store = %ld\n", prefix, t->load, t->store);
}

static void put_area(FILE *out, const struct compiled_loop *c, size_t i)
{
    const struct area *a = &c->areas[i];
    struct tally t = tally_of(&a->counts, a->length);
    fprintf(out, "\nForward branch area %zu\n", i + 1);
    fprintf(out, "Forward Branch exists in backward branch region -- %d --\n", c->region);
    fprintf(out, "*****\n*Target Label = %s %ld %ld\n", a->target, a->begin, a->end);
    if (a->intersects)
        fputs("* Intersects another forward branch area of this loop\n", out);
    put_instructions(out, &t, "* ", "");
    fprintf(out, "*\n* Floating-point operations= %ld\n", t.flops);
    fprintf(out, "* Memory accesses = %ld\n", t.memory);
    fprintf(out, "* Fma+Sfl (Conflict on FPUC)= %ld\n*****\n", t.fpuc);
}

void kmacstat_put_ksr_loop(FILE *out, const struct machine *m, const struct compiled_loop *c)
{
    (void)m;
    struct tally t = tally_of(&c->counts, c->length);
    fprintf(out, "Loop labelled %s-- Branch Region = %d --\n", c->label, c->region);
    fputs(c->kind == LOOP_INNERMOST ? "--> An inner-most loop\n"
                                    : "--> A residue of an outer loop\n",
          out);
    put_instructions(out, &t, "", "\n");
    fprintf(out, "\nFloating-point operations = %ld\n", t.flops);
    fprintf(out, "Memory accesses = %ld\n", t.memory);
    fprintf(out, "Fma+Sfl (Conflict on FPUC)= %ld\n", t.fpuc);
    for (size_t i = 0; i < c->n_areas; i++)
        put_area(out, c, i);
    fputs("-----\n", out);
}

void kmacstat_figure(FILE *out, const struct machine *m, const struct scanned_file *s)
{
    size_t n = loops_n(scan_loops(s->scan));
    put_nesting(out, scan_loops(s->scan));
    fputs("\nListed by loop completed order inside the machine code\n-----\n", out);
    for (size_t i = 0; i < n; i++) {
        struct arena a = {0};
        struct compiled_loop c;
        if (s->assembly->needs_details)
            scan_loop_details(s->scan, &a, i, &c);
        else
            scan_loop(s->scan, &a, i, &c);
        s->assembly->put_loop(out, m, &c);
        arena_free(&a);
    }
    fprintf(out, "Number of loops = %zu\n", n);
}

/* ---- --bounds ---- */

static const char *const headings[] = {"loop", "region", "function", "line",     "k",
                                       "t_f",  "t_m",    "t_i",      "t_d",      "M",
                                       "MAC",  "MACS",   "MAC CPF",  "MACS CPF", "limit"};
static const char aligned[] = "lrlrrrrrrrrrrrl";

void kmacstat_number(struct kmacstat_table *t, const struct kmacstat_loop *l, struct quantity q,
                     unsigned numbers)
{
    char buf[QUANTITY_TEXT];
    struct notes assumed = {0};
    if (is_known(q) && is_known(l->k) && l->unit_stride)
        note(&t->arena, &assumed, "k assumes unit stride: with a larger stride k is smaller");
    const struct doubts_part parts[] = {{l->facts->label, &assumed, numbers},
                                        {l->facts->label, &l->notes, numbers}};
    table_cell(&t->table, quantity_text(q, buf));
    table_mark(&t->table, doubts_mark_sum(&t->doubts, parts, COUNT_OF(parts)));
}

static void remark(struct kmacstat_table *t, const char *label, const char *what, const char *why)
{
    *array_push(&t->remarks) = arena_printf(&t->arena, "%s: %s%s", label, what, why);
}

/* Adds the range of bounds over the paths of a loop with branches. */
static void remark_paths(struct kmacstat_table *t, const struct kmacstat_loop *l)
{
    char n[QUANTITY_TEXT], mac[QUANTITY_TEXT], macs[QUANTITY_TEXT];
    if (!is_known(l->paths) || l->paths.value <= 1 || !is_known(l->macs_longest))
        return;
    const char *shortest = "MAC and MACS are those of the shortest one;";
    if (l->facts->frequencies)
        shortest = arena_printf(&t->arena, "the shortest one has %s and %s,",
                                quantity_text(l->mac_shortest, mac),
                                quantity_text(l->macs_shortest, macs));
    remark(t, l->facts->label, arena_printf(&t->arena, "%s paths: ", quantity_text(l->paths, n)),
           arena_printf(&t->arena, "%s the longest one has %s and %s%s", shortest,
                        quantity_text(l->mac_longest, mac), quantity_text(l->macs_longest, macs),
                        l->facts->paths.compared ? "" : " (compared by front-end operations)"));
}

/* Adds the counted passes, and the share of them that execute each block. */
static void remark_counts(struct kmacstat_table *t, const struct kmacstat_loop *l)
{
    const struct compiled_loop *c = l->facts;
    char n[QUANTITY_TEXT], trip[QUANTITY_TEXT], share[QUANTITY_TEXT];
    if (!c->frequencies)
        return;
    const char *text = arena_printf(&t->arena, "%s passes", quantity_text(l->passes, n));
    if (is_known(l->trip))
        text = arena_printf(&t->arena, "%s, %s in an execution of the loop", text,
                            quantity_text(l->trip, trip));
    for (size_t i = 1; i < c->body->n_blocks; i++)
        if (c->body->blocks[i].n)
            text = arena_printf(&t->arena, "%s%s line %ld %s", text,
                                i == 1 ? "; shares of the passes by block:" : ",",
                                c->body->at[c->body->blocks[i].first].asm_line,
                                quantity_text(known(c->frequencies->block[i]), share));
    remark(t, c->label, "counted: ", text);
}

void kmacstat_remarks(struct kmacstat_table *t, const struct kmacstat_loop *l)
{
    const char *label = l->facts->label;
    char buf[QUANTITY_TEXT];
    remark_paths(t, l);
    remark_counts(t, l);
    if (is_known(l->k))
        remark(t, label, arena_printf(&t->arena, "k = %s: ", quantity_text(l->k, buf)), l->k_how);
    if (l->facts->version_how)
        remark(t, label,
               arena_printf(&t->arena, "version %s: ", compiled_version_name(l->facts->version)),
               arena_strdup(&t->arena, l->facts->version_how));
    for (size_t i = 0; i < l->notes.n; i++)
        if (!doubts_hold(&t->doubts, l->notes.at[i]))
            remark(t, label, "", arena_strdup(&t->arena, l->notes.at[i]));
}

void kmacstat_table_head(struct kmacstat_table *t, const char *align, const char *const *texts,
                         size_t n)
{
    t->table.align = align;
    for (size_t i = 0; i < n; i++)
        table_cell(&t->table, texts[i]);
}

void kmacstat_table_loop(struct kmacstat_table *t, const struct compiled_loop *c)
{
    table_cell(&t->table, arena_strdup(&t->arena, c->label));
    table_cell(&t->table, arena_printf(&t->arena, "%d", c->region));
    table_cell(&t->table, c->function ? arena_strdup(&t->arena, c->function) : NULL);
}

void kmacstat_table_row(struct kmacstat_table *t, const struct kmacstat_loop *l)
{
    const struct compiled_loop *c = l->facts;
    const struct {
        struct quantity q;
        unsigned numbers;
    } numbers[] = {{l->k, DOUBT_K},          {l->mac.tf, DOUBT_MAC}, {l->mac.tm, DOUBT_MAC},
                   {l->mac.ti, DOUBT_MAC},   {l->mac.td, DOUBT_K},   {l->m, DOUBT_M},
                   {l->mac.cpl, DOUBT_MAC},  {l->macs, DOUBT_MACS},  {l->mac_cpf, DOUBT_MAC},
                   {l->macs_cpf, DOUBT_MACS}};
    if (t->table.n == 0)
        kmacstat_table_head(t, aligned, headings, COUNT_OF(headings));
    kmacstat_table_loop(t, c);
    table_cell(&t->table, c->line ? arena_printf(&t->arena, "%ld", c->line) : NULL);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        kmacstat_number(t, l, numbers[i].q, numbers[i].numbers);
    table_cell(&t->table, l->mac.limit ? arena_strdup(&t->arena, l->mac.limit) : NULL);
    kmacstat_remarks(t, l);
    t->rows++;
}

void kmacstat_table_print(struct kmacstat_table *t, const struct machine *m, FILE *out)
{
    if (t->rows) {
        fputc('\n', out);
        if (m->set.n)
            fprintf(out, "bounds on %s\n", machine_title(&t->arena, m));
        table_print(&t->table, out);
    }
    for (size_t i = 0; i < t->doubts.at.n; i++)
        fprintf(out, "%s\n", doubts_line(&t->doubts, i, t->rows));
    doubts_free(&t->doubts);
    for (size_t i = 0; i < t->remarks.n; i++)
        fprintf(out, "%s%s\n", i ? "" : "\n", t->remarks.at[i]);
    table_free(&t->table);
    array_free(&t->remarks);
    arena_free(&t->arena);
    *t = (struct kmacstat_table){.rows = 0};
}
