/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/explain.h"

#include "bounds/bounds.h"
#include "bounds/explain-page.h"
#include "bounds/steady.h"

#include <math.h>
#include <string.h>

/* ---- instructions ---- */

/* Formats parts of a cycle as "4 cycles"; "1 cycle" if the number is printed as 1. */
static const char *duration_text(struct page *g, long parts)
{
    const char *number = arena_printf(&g->arena, "%g", (double)parts / UNIT_PARTS);
    return arena_printf(&g->arena, "%s cycle%s", number, plural_s(number));
}

/* Formats "p0 with divider for 4 cycles". */
static const char *operation_text(struct page *g, const struct body_operation *o)
{
    const char *text = ports_text(&g->arena, g->m, o->own.ports);
    if (o->own.parts != UNIT_PARTS)
        text = arena_printf(&g->arena, "%s for %s", text, duration_text(g, o->own.parts));
    for (int i = 0; i < o->n_with; i++) {
        text = arena_printf(&g->arena, "%s with %s", text,
                            ports_text(&g->arena, g->m, o->with[i].ports));
        if (o->with[i].parts != UNIT_PARTS)
            text = arena_printf(&g->arena, "%s for %s", text, duration_text(g, o->with[i].parts));
    }
    return text;
}

static bool of_part(enum operation_role role, int part)
{
    return part == 0   ? role == ROLE_LOAD
           : part == 1 ? role == ROLE_WORK
                       : role == ROLE_ADDRESS || role == ROLE_DATA;
}

/* Formats "load.8.scalar on p2|p3|p11, 7 cycles". */
static const char *part_text(struct page *g, const struct body_parts *p, int i, int part)
{
    const struct instruction *in = &p->b->at[i];
    const struct body_item *it = &p->items[i];
    const struct machine_instruction *mi = part == 0 ? it->load : part == 1 ? it->work : it->store;
    struct instruction_form form = part == 0 ? in->load : part == 1 ? in->work : in->store;
    const char *ports = NULL;
    if (!mi)
        return NULL;
    for (int o = it->first; o < it->first + it->n; o++)
        if (of_part(p->ops[o].role, part))
            ports = explain_join(g, ports, " + ", operation_text(g, &p->ops[o]));
    const char *text = arena_printf(&g->arena, "%s%s%s", form_name(&g->arena, form),
                                    ports ? " on " : "", ports ? ports : "");
    if (part < 2 && ports && is_known(mi->latency))
        text = arena_printf(&g->arena, "%s, %g cycle%s", text, mi->latency.value,
                            mi->latency.value == 1 ? "" : "s");
    return text;
}

/* Returns the remark after an instruction's parts. */
static const char *remark(const struct body_parts *p, int i)
{
    const struct body_item *it = &p->items[i];
    if (p->b->at[i].unmodelled)
        return "unknown: counted as one front-end slot only";
    if (i > 0 && it[-1].fused)
        return "fused with the previous instruction";
    if (it->passes_on)
        return "completed at renaming";
    return it->unlaminated ? "split: its address has an index" : NULL;
}

enum { TEXT_WIDEST = 44 };

/* Replaces tabs in the text of an instruction. */
static const char *without_tabs(struct page *g, const char *written)
{
    char *text = arena_strdup(&g->arena, written);
    for (char *c = text; *c; c++)
        *c = *c == '\t' ? ' ' : *c;
    return text;
}

static void put_instruction(struct page *g, const struct body_parts *p, int i, int width)
{
    const char *parts = NULL, *more = remark(p, i);
    bool second = i > 0 && p->items[i - 1].fused;
    for (int part = 0; part < 3 && !second; part++) {
        const char *text = part_text(g, p, i, part);
        parts = text ? explain_join(g, parts, "; ", text) : parts;
    }
    if (more)
        parts = explain_join(g, parts, "; ", more);
    fprintf(g->out, "    %2d  %6ld  %-*s  %s\n", p->items[i].slots, p->b->at[i].asm_line, width,
            without_tabs(g, p->b->at[i].text), parts ? parts : "");
}

static void put_instructions(struct page *g, const struct body_parts *p)
{
    int width = 11;
    for (size_t i = 0; i < p->b->n; i++) {
        int n = (int)strlen(p->b->at[i].text);
        width = n > width ? n : width;
    }
    width = width > TEXT_WIDEST ? TEXT_WIDEST : width;
    fprintf(g->out, "  slots  line  %-*s  operations, cycles to their results\n", width,
            "instruction");
    for (size_t i = 0; i < p->b->n; i++)
        put_instruction(g, p, (int)i, width);
}

/* Prints which instructions are missing from the list. */
static void put_paths(struct page *g, const struct pass_model *p)
{
    if (p->paths.n <= 1)
        return;
    fprintf(g->out,
            "  the shortest of %.0f paths: %zu of %zu instructions; the others are skipped\n",
            p->paths.n, p->straight->n, p->b->n);
    if (!p->paths.compared)
        fputs("  too many paths to compare: it is the one with the fewest slots; MAC is a lower "
              "bound of all\n",
              g->out);
}

/* ---- the terms ---- */

static void put_terms(struct page *g, const struct body_parts *p, const double *weight,
                      struct quantity ti)
{
    struct body_needs needs = body_needs(&g->arena, p, weight);
    struct bound_terms t = needs_terms(&g->arena, g->m, needs.at, needs.n);
    const char *k = explain_number(g, g->k);
    int width = (int)strlen("issue");
    for (size_t i = 0; i < t.n; i++)
        width = (int)strlen(t.at[i].name) > width ? (int)strlen(t.at[i].name) : width;
    fputs("  t_i  = max( ", g->out);
    for (size_t i = 0; i < t.n; i++) {
        int ports = __builtin_popcount(t.at[i].ports);
        fprintf(g->out, "%s:%*s %s/(%d * %s) = %s,\n              ", t.at[i].name,
                width - (int)strlen(t.at[i].name), "", explain_plain(g, t.at[i].cpl * ports), ports,
                k, explain_number(g, q_div(known(t.at[i].cpl), g->k, "k is 0")));
    }
    double issue = g->m->core.issue;
    if (issue > 0)
        fprintf(g->out, "issue:%*s %s/(%s * %s) = %s", width - 5, "", explain_plain(g, needs.slots),
                explain_plain(g, issue), k,
                explain_number(g, q_div(known(needs.slots / issue), g->k, "k is 0")));
    fprintf(g->out,
            " ) = %s    (eq. 4.10; cycles of the ports of each set, slots of the front end)\n",
            explain_number(g, ti));
}

/* ---- the steady state ---- */

static const char *why_above(struct page *g, const struct steady *s, double mac)
{
    if (s->cycles.value <= mac * (1 + 1e-6))
        return "MACS equals MAC: this order costs nothing";
    if (s->stalled == 0)
        return arena_printf(&g->arena, "MACS is above MAC because operations wait for each other");
    return arena_printf(&g->arena,
                        "MACS is above MAC: %s leaves %.0f %% of the front-end slots empty",
                        s->limit, 100 * s->stalled);
}

static void put_busy(struct page *g, const struct steady *s)
{
    const char *text = NULL;
    for (int q = 0; q < g->m->n_ports; q++)
        if (s->busy[q] > 0)
            text = explain_join(g, text, ", ",
                                arena_printf(&g->arena, "%s %.3g", g->m->ports[q], s->busy[q]));
    if (text)
        fprintf(g->out, "         busy cycles of each port per pass: %s\n", text);
}

static void put_steady(struct page *g, const struct steady *s, struct quantity mac,
                       struct quantity tnf)
{
    struct quantity macs = q_div(s->cycles, g->k, "k is 0");
    if (macs.missing) {
        fprintf(g->out, "  MACS = -: %s\n", macs.missing);
        return;
    }
    fprintf(g->out, "  MACS = cycles of a pass in the steady state / k = %s/%s = %s CPL",
            explain_number(g, s->cycles), explain_number(g, g->k), explain_number(g, macs));
    struct quantity cpf = is_known(tnf) ? bound_cpf(macs, tnf.value) : missing(tnf.missing);
    if (is_known(cpf))
        fprintf(g->out, " = %s CPF", explain_number(g, cpf));
    if (s->limit)
        fprintf(g->out, ", limited by %s", s->limit);
    fprintf(g->out, "    (eq. 4.13, 4.14)\n         %s\n", why_above(g, s, mac.value * g->k.value));
    put_busy(g, s);
    if (s->period > 0)
        fprintf(g->out, "         the schedule repeats after %ld pass%s\n", s->period,
                s->period == 1 ? "" : "es");
    else
        fputs("         the schedule does not repeat: mean of many passes\n", g->out);
}

/* Prints the counted share of the passes that execute each block. */
static void put_shares(struct page *g, const struct compiled_loop *l)
{
    double of_whole_one = passes_of_whole_one(l->body, l->frequencies);
    fprintf(g->out, "  counted passes: %s", explain_plain(g, l->passes));
    if (l->frequencies->trip >= 1)
        fprintf(g->out, ", %s in an execution of the loop",
                explain_plain(g, l->frequencies->trip / of_whole_one));
    fputs("; shares of the passes that execute each block:\n", g->out);
    for (size_t i = 0; i < l->body->n_blocks; i++) {
        const struct code_block *block = &l->body->blocks[i];
        if (block->n)
            fprintf(g->out, "    %s: lines %ld to %ld\n",
                    explain_plain(g, l->frequencies->block[i] * of_whole_one),
                    l->body->at[block->first].asm_line,
                    l->body->at[block->first + block->n - 1].asm_line);
    }
}

/* Prints t_d. That of counted passes is a mean over drawn passes. */
static void put_td(struct page *g, const struct pass_model *passes, struct quantity td)
{
    if (passes->frequencies && is_known(td)) {
        double share = exposed_recurrence_share(passes, HUGE_VAL);
        if (share < 1 && td.value > 0)
            fprintf(g->out, "  t_d  = %s * %s = %s    (eq. 4.7; mean over drawn passes%s)\n",
                    explain_plain(g, td.value / share), explain_plain(g, share),
                    explain_number(g, td), EXPOSED_FACTOR);
        else
            fprintf(g->out, "  t_d  = %s    (eq. 4.7; mean over drawn passes)\n",
                    explain_number(g, td));
        return;
    }
    struct recurrence r = body_recurrence(&g->arena, passes);
    for (size_t i = 0; i < r.n; i++)
        r.at[i].text = without_tabs(g, r.at[i].text);
    explain_td(g, &r, td);
}

void explain_body(FILE *out, const struct machine *m, const struct compiled_loop *l,
                  struct quantity tnf)
{
    struct page g = {.out = out, .m = m, .counts = &l->counts, .k = l->k};
    struct pass_model passes = find_pass_model(&g.arena, m, l->body, l->frequencies);
    struct body_parts p = body_parts(&g.arena, m, passes.straight);
    struct body_parts counted = body_parts(&g.arena, m, passes.counted);
    fprintf(out, "%s of %s on %s: from the compiled code\n", l->label, l->file,
            machine_title(&g.arena, m));
    explain_k(&g, l->k_how);
    if (p.missing) {
        fprintf(out, "  MAC  = -: %s\n", p.missing);
        arena_free(&g.arena);
        return;
    }
    struct bound b = bound_mac_body(&g.arena, &passes, l->k);
    struct steady s = steady_state(&g.arena, &passes);
    put_instructions(&g, &p);
    put_paths(&g, &passes);
    if (l->frequencies)
        put_shares(&g, l);
    put_terms(&g, &counted, passes.weight, b.ti);
    put_td(&g, &passes, b.td);
    explain_bound(&g, "MAC", &b, tnf, "4.11, 4.12");
    put_steady(&g, &s, b.cpl, tnf);
    arena_free(&g.arena);
}
