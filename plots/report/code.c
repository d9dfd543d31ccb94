/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source of a loop beside its compiled code. */
#include "plots/report/report.h"
#include "base/util.h"

/* Returns the counted operations of a line, by class: "2 fma, 1 lfl", allocated in a. */
static const char *line_counts(struct arena *a, const struct source_loop *l, long line)
{
    struct counts sum = {{0}};
    const char *text = "";
    char n[QUANTITY_TEXT];
    for (size_t i = 0; i < l->n_ops; i++)
        if (l->ops[i].line == line)
            sum.n[l->ops[i].class] += l->ops[i].n;
    for (size_t i = 0; i < l->n_refs; i++)
        if (l->refs[i].line == line && l->refs[i].use == REF_LOAD)
            sum.n[OP_LFL]++;
        else if (l->refs[i].line == line && l->refs[i].use == REF_STORE)
            sum.n[OP_SFL]++;
    for (int c = 0; c < OP_CLASSES; c++)
        if (sum.n[c] > 0)
            text = arena_printf(a, "%s%s%s %s", text, *text ? ", " : "",
                                quantity_text(known(sum.n[c]), n), op_class_name((enum op_class)c));
    return text;
}

/* Returns the number of instructions of a pass that belong to a line, without nops. */
static size_t line_instructions(const struct gap_code *c, long line)
{
    size_t n = 0;
    for (size_t i = 0; c->body && i < c->body->n; i++)
        n += c->body->at[i].line == line;
    for (size_t i = 0; i < c->n; i++)
        for (int h = 0; h < 2; h++)
            n += c->pairs[i].line == line && c->pairs[i].half[h].text;
    return n;
}

static void begin_pane(FILE *out, const char *title, const char *label)
{
    html(out,
         "<div class=\"pane\"><h4>%s</h4>\n<div class=\"scroll\" role=\"group\" "
         "tabindex=\"0\" aria-label=\"%s\"><table class=\"code\">\n<thead><tr>",
         title, label);
}

static void end_pane(FILE *out, size_t n, const char *items)
{
    html(out, "</tbody></table></div>\n");
    report_left_out(out, n, LISTED_LINES, items);
    html(out, "</div>\n");
}

/* ---- source ---- */

static const char *instructions_text(struct arena *a, size_t n)
{
    return n ? arena_printf(a, "%zu instruction%s", n, n == 1 ? "" : "s") : "";
}

static void put_source(FILE *out, const struct gap_source *s, const struct gap_code *c)
{
    begin_pane(out, "Source", "Source lines");
    html(out, "<th scope=\"col\">line</th><th scope=\"col\">essential operations</th>");
    if (c->n || c->body)
        html(out, "<th scope=\"col\">compiled to</th>");
    html(out, "<th scope=\"col\">%s</th></tr></thead>\n<tbody>\n", s->source->file);
    for (size_t i = 0; i < s->lines.n && i < LISTED_LINES; i++) {
        const struct gap_line *l = &s->lines.at[i];
        struct arena a = {0};
        html(out, "<tr data-line=\"%ld\"><th scope=\"row\">%ld</th><td>%s</td>", l->line, l->line,
             line_counts(&a, s->source, l->line));
        if (c->n || c->body)
            html(out, "<td>%s</td>", instructions_text(&a, line_instructions(c, l->line)));
        html(out, "<td><code>%s</code></td></tr>\n", l->text);
        arena_free(&a);
    }
    end_pane(out, s->lines.n, "lines");
}

/* ---- compiled code ---- */

static void put_half(FILE *out, const struct compiled_half *h)
{
    if (h->text)
        html(out, "<td><code>%s</code></td>", h->text);
    else
        html(out, "<td class=\"nop\">nop</td>");
}

static const char *pair_mark(const struct compiled_pair *p)
{
    return p->delay && p->conditional ? "delay slot, not in every pass"
           : p->delay                 ? "delay slot"
           : p->conditional           ? "not in every pass"
                                      : "";
}

/* Begins a row with its number and its source line; 0 = unknown. */
static void begin_row(FILE *out, long line, size_t number)
{
    if (line > 0)
        html(out, "<tr data-line=\"%ld\"><th scope=\"row\">%zu</th><td>%ld</td>", line, number,
             line);
    else
        html(out, "<tr><th scope=\"row\">%zu</th><td></td>", number);
}

/* A listing of compiled code: its title, row and name of the rows, and its headings in HTML. */
struct listing {
    const char *(*title)(struct arena *a, const struct gap_code *c);
    void (*put_row)(FILE *out, const struct gap_code *c, size_t number);
    const char *items, *headings;
};

/* Prints a listing of n rows. */
static void put_listing(FILE *out, const struct listing *l, const struct gap_code *c, size_t n)
{
    struct arena a = {0};
    begin_pane(out, l->title(&a, c), "Compiled code");
    fputs(l->headings, out);
    for (size_t i = 0; i < n && i < LISTED_LINES; i++)
        l->put_row(out, c, i + 1);
    end_pane(out, n, l->items);
    arena_free(&a);
}

static void put_pair(FILE *out, const struct gap_code *c, size_t number)
{
    const struct compiled_pair *p = &c->pairs[number - 1];
    begin_row(out, p->line, number);
    put_half(out, &p->half[0]);
    put_half(out, &p->half[1]);
    html(out, "<td>%s</td></tr>\n", pair_mark(p));
}

/* Returns the title with the iterations of a pass, if they are known. */
static const char *title_with_iterations(struct arena *a, const char *title, struct quantity k)
{
    char number[QUANTITY_TEXT];
    return is_known(k) ? arena_printf(a, "%s; %s iteration%s per pass", title,
                                      quantity_text(k, number), k.value == 1 ? "" : "s")
                       : title;
}

static const char *code_title(struct arena *a, const struct gap_code *c)
{
    size_t filled = 0;
    for (size_t i = 0; i < c->n; i++)
        filled += (c->pairs[i].half[0].text != NULL) + (size_t)(c->pairs[i].half[1].text != NULL);
    const char *text =
        arena_printf(a, "Compiled: %s of %s, %zu pair%s per pass, %zu instruction%s and %zu nop%s",
                     c->loop->label, c->loop->file, c->n, c->n == 1 ? "" : "s", filled,
                     filled == 1 ? "" : "s", 2 * c->n - filled, 2 * c->n - filled == 1 ? "" : "s");
    return title_with_iterations(a, text, c->k);
}

static const struct listing pair_listing = {
    code_title, put_pair, "pairs",
    "<th scope=\"col\">pair</th><th scope=\"col\">from line</th><th scope=\"col\">left"
    "</th><th scope=\"col\">right</th><th scope=\"col\">note</th></tr></thead>\n<tbody>\n"};

/* ---- compiled code of a machine that schedules at run time ---- */

static const char *body_title(struct arena *a, const struct gap_code *c)
{
    char m[QUANTITY_TEXT];
    const char *text = arena_printf(a, "Compiled: %s of %s, %zu instructions per pass",
                                    c->loop->label, c->loop->file, c->body->n);
    text = title_with_iterations(a, text, c->k);
    if (is_known(c->macs))
        text =
            arena_printf(a, "%s; MACS %s%s%s", text, quantity_text(c->macs, m),
                         c->macs_limit ? ", limited by " : "", c->macs_limit ? c->macs_limit : "");
    return text;
}

/* Returns the operations of an instruction, and its area if not every pass executes it. */
static const char *instruction_note(struct arena *a, const struct gap_code *c,
                                    const struct instruction *i)
{
    struct instruction_form forms[] = {i->load, i->work, i->store};
    const char *text = i->unmodelled ? "not modelled" : "";
    for (size_t f = 0; f < COUNT_OF(forms); f++)
        if (forms[f].base != FORM_NONE)
            text = arena_printf(a, "%s%s%s", text, *text ? ", " : "", form_name(a, forms[f]));
    if (i->area >= 0)
        text = arena_printf(a, "%s; in conditional area %s", text, c->loop->areas[i->area].target);
    return text;
}

static void put_instruction(FILE *out, const struct gap_code *c, size_t number)
{
    const struct instruction *i = &c->body->at[number - 1];
    struct arena a = {0};
    begin_row(out, i->line, number);
    html(out, "<td><code>%s</code></td><td>%s</td></tr>\n", i->text, instruction_note(&a, c, i));
    arena_free(&a);
}

static const struct listing body_listing = {
    body_title, put_instruction, "instructions",
    "<th scope=\"col\">instruction</th><th scope=\"col\">from line</th><th scope=\"col\">text"
    "</th><th scope=\"col\">operations</th></tr></thead>\n<tbody>\n"};

void report_code(const struct report *r, const struct gap_source *s, const struct gap_code *c)
{
    html(r->out, "<div class=\"panes\">\n");
    if (s && s->lines.n)
        put_source(r->out, s, c);
    else if (s)
        html(r->out, "<p class=\"left-out\">The text of the source lines is not in the database: "
                     "kma could not read it.</p>\n");
    if (c->body)
        put_listing(r->out, &body_listing, c, c->body->n);
    else if (c->n)
        put_listing(r->out, &pair_listing, c, c->n);
    else
        html(r->out, "<p class=\"left-out\">No compiled code: %s.</p>\n", c->missing);
    html(r->out, "</div>\n");
}
