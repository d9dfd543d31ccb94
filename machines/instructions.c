/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads instruction.FORM: the resources and latencies of a form of instruction on a machine with
 * dynamic scheduling.
 *   what [, clause]...
 *   what   = 'none' | 'eliminated' | 'absent' | need [('+' | 'with') need]...
 *   need   = [COUNT] port ['|' port]... ['for' N 'cycles']
 *   clause = 'issue' N | 'latency' N 'cycles' | 'addend' N 'cycles' | 'merged' N 'cycles'
 *          | 'to' FORM ['addend'] N 'cycles' | 'on' port ['|' port]... N 'cycles'
 *          | 'split' N 'cycles' */
#include "machines/reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NEEDS = 64 };

/* State while a line is read. */
struct line {
    struct reader *r;
    const struct key_entry *e;
    const char *p; /* text after w */
    struct word w; /* the current word */
    bool said_issue;
    struct instruction_need needs[NEEDS];
    struct machine_instruction i;
};

static void read_next_word(struct line *l)
{
    l->w = word_next(&l->p);
}

static bool report_line_error(struct line *l, const char *what)
{
    diag_error(l->r->d, word_where(l->e, l->w), "%s: %s", l->e->key, what);
    return false;
}

/* ---- numbers ---- */

static bool is_number(struct word w)
{
    return w.n && isdigit((unsigned char)*w.at) && number_length(w.at) == w.n;
}

/* Reads a number at w, and moves to the next word. */
static bool read_number(struct line *l, double low, double high, double *out)
{
    if (!is_number(l->w))
        return report_line_error(l, "expected a number");
    *out = strtod(l->w.at, NULL);
    if (!(*out >= low && *out <= high)) {
        diag_error(l->r->d, word_where(l->e, l->w), "%s: the value must be from %g to %g",
                   l->e->key, low, high);
        return false;
    }
    read_next_word(l);
    return true;
}

static bool read_cycles(struct line *l, double *out)
{
    if (!read_number(l, latency_rule.low, latency_rule.high, out))
        return false;
    if (!word_is(l->w, "cycles") && !word_is(l->w, "cycle"))
        return report_line_error(l, "this number needs the unit cycles");
    read_next_word(l);
    return true;
}

/* ---- needs ---- */

/* Returns true for a whole number before a port: "2 p5", but not the port "2". */
static bool has_count(struct line *l)
{
    const char *p = l->p;
    struct word after = word_next(&p);
    return is_number(l->w) && after.n && isalnum((unsigned char)*after.at) &&
           !word_is(after, "for") && !word_is(after, "with");
}

static bool read_need(struct line *l, bool with)
{
    double count = 1;
    struct instruction_need n = {.cycles = 1, .with = with};
    if (has_count(l) && !read_number(l, 1, NEEDS, &count))
        return false;
    if (count != (double)(int)count)
        return report_line_error(l, "the number before a port must be a whole number");
    l->p = l->w.at;
    if (!read_port_set(l->r, l->e, &l->p, &n.ports, &l->w))
        return false;
    if (word_is(l->w, "for")) {
        read_next_word(l);
        if (!read_cycles(l, &n.cycles))
            return false;
    }
    if (l->i.n_needs + (int)count > NEEDS)
        return report_line_error(l, "an instruction has at most 64 needs");
    while (count-- > 0)
        l->needs[l->i.n_needs++] = n;
    return true;
}

static bool read_need_list(struct line *l)
{
    bool plus = false, with = false;
    do {
        if (plus || with)
            read_next_word(l);
        if (!read_need(l, with))
            return false;
        plus = word_is(l->w, "+");
        with = word_is(l->w, "with");
    } while (plus || with);
    return true;
}

/* ---- clauses ---- */

static const char *const clauses[] = {"issue", "latency", "addend", "merged",
                                      "to",    "on",      "split",  NULL};

/* Reads the name of a form. Returns false after an error. */
static bool read_form(struct line *l, struct where at, const char *name, struct instruction_form *f)
{
    if (form_of(name, strlen(name), f))
        return true;
    size_t head = strcspn(name, ".");
    struct nearest n = {.word = arena_strndup(l->r->a, name, head)};
    for (int b = FORM_NONE + 1; b < FORM_BASES; b++)
        nearest_offer(&n, form_base_name((enum form_base)b));
    if (n.best && strcmp(n.best, n.word) == 0)
        diag_error(l->r->d, at,
                   "%s: expected the bytes of an element (.1 .2 .4 .8) after '%s', then a width "
                   "(.r8 .r16 .r32 .r64 .scalar .xmm .ymm .zmm), not '%s'",
                   l->e->key, n.word, name + head);
    else
        diag_error(l->r->d, at, "%s: unknown form of instruction '%s'%s", l->e->key, n.word,
                   did_you_mean(l->r, &n));
    return false;
}

static bool read_bypass(struct line *l)
{
    struct instruction_bypass b = {0};
    if (l->i.n_bypasses == INSTRUCTION_BYPASSES)
        return report_line_error(l, "an instruction has at most 4 latencies 'to' other forms");
    if (!read_form(l, word_where(l->e, l->w), word_text(l->r, l->w), &b.to))
        return false;
    read_next_word(l);
    b.addend = word_is(l->w, "addend");
    if (b.addend)
        read_next_word(l);
    if (!read_cycles(l, &b.latency))
        return false;
    l->i.bypass[l->i.n_bypasses++] = b;
    return true;
}

static bool read_slow_ports(struct line *l)
{
    if (l->i.slow)
        return report_line_error(l,
                                 "an instruction has at most one latency 'on' some of its ports");
    l->p = l->w.at;
    return read_port_set(l->r, l->e, &l->p, &l->i.slow, &l->w) &&
           read_cycles(l, &l->i.slow_latency);
}

static bool read_latency_clause(struct line *l, struct quantity *out)
{
    double value;
    if (is_known(*out))
        return report_line_error(l, "this latency is given twice in the line");
    if (!read_cycles(l, &value))
        return false;
    *out = known(value);
    return true;
}

static bool read_clause(struct line *l)
{
    struct word name = l->w;
    struct nearest n = {.word = word_text(l->r, name)};
    for (int i = 0; clauses[i]; i++)
        nearest_offer(&n, clauses[i]);
    read_next_word(l);
    if (word_is(name, "issue")) {
        l->said_issue = true;
        return read_number(l, 0, 1000, &l->i.issue);
    }
    if (word_is(name, "latency"))
        return read_latency_clause(l, &l->i.latency);
    if (word_is(name, "addend"))
        return read_latency_clause(l, &l->i.addend_latency);
    if (word_is(name, "merged"))
        return read_latency_clause(l, &l->i.merged_latency);
    if (word_is(name, "to"))
        return read_bypass(l);
    if (word_is(name, "on"))
        return read_slow_ports(l);
    if (word_is(name, "split"))
        return read_cycles(l, &l->i.split);
    diag_error(l->r->d, word_where(l->e, name),
               "%s: expected issue, latency, addend, merged, to, on or split after a comma%s",
               l->e->key, did_you_mean(l->r, &n));
    return false;
}

/* ---- the line ---- */

static bool read_resources(struct line *l)
{
    read_next_word(l);
    l->i.eliminated = word_is(l->w, "eliminated");
    l->i.absent = word_is(l->w, "absent");
    if (!l->i.eliminated && !l->i.absent && !word_is(l->w, "none"))
        return read_need_list(l);
    if (l->i.eliminated)
        l->i.latency = known(0);
    read_next_word(l);
    return true;
}

static bool read_instruction_line(struct line *l)
{
    if (!read_resources(l))
        return false;
    while (word_is(l->w, ",")) {
        read_next_word(l);
        if (!read_clause(l))
            return false;
    }
    return l->w.n == 0 ||
           report_line_error(l, "expected '|', '+', 'with', 'for N cycles' or a comma");
}

void read_instruction(struct reader *r, const struct key_entry *e, const char *rest)
{
    struct line line = {.r = r, .e = e, .p = e->value}, *l = &line;
    l->i.latency = missing(arena_printf(r->a, "the machine file gives no latency of %s", rest));
    l->i.addend_latency = l->i.merged_latency = l->i.latency;
    if (!read_form(l, e->where, rest, &l->i.form) || !read_instruction_line(l))
        return;
    for (int i = 0; !l->said_issue && i < l->i.n_needs; i++)
        l->i.issue += !l->needs[i].with;
    if (!l->said_issue && l->i.issue < 1)
        l->i.issue = 1;
    if (!is_known(l->i.addend_latency))
        l->i.addend_latency = l->i.latency;
    l->i.needs = ARENA_ARRAY(r->a, struct instruction_need, (size_t)l->i.n_needs + 1);
    memcpy(l->i.needs, l->needs, (size_t)l->i.n_needs * sizeof *l->needs);
    r->m->instructions[r->m->n_instructions++] = l->i;
}

/* ---- lookup ---- */

/* Returns 3 for a line with element and width, 2 with width, 1 with element, 0 with neither. */
static int specificity(struct instruction_form f)
{
    return (f.width ? 2 : 0) + (f.element ? 1 : 0);
}

static int by_form(const void *x, const void *y)
{
    struct instruction_form a = ((const struct machine_instruction *)x)->form,
                            b = ((const struct machine_instruction *)y)->form;
    if (a.base != b.base)
        return a.base - b.base;
    if (specificity(a) != specificity(b))
        return specificity(b) - specificity(a);
    return a.width != b.width ? a.width - b.width : a.element - b.element;
}

void finish_instructions(struct reader *r)
{
    struct machine *m = r->m;
    qsort(m->instructions, m->n_instructions, sizeof *m->instructions, by_form);
    for (size_t i = m->n_instructions; i-- > 0;)
        m->by_form[m->instructions[i].form.base] = &m->instructions[i];
    m->core.stated = m->n_instructions > 0 && !m->static_schedule;
}

static bool form_matches(struct instruction_form line, struct instruction_form f)
{
    return line.base == f.base && (!line.element || line.element == f.element) &&
           (!line.width || line.width == f.width);
}

static const struct machine_instruction *find_line(const struct machine *m,
                                                   struct instruction_form f)
{
    const struct machine_instruction *i = m->by_form[f.base], *end;
    end = m->instructions + m->n_instructions;
    for (; i && i < end && i->form.base == f.base; i++)
        if (form_matches(i->form, f))
            return i;
    return NULL;
}

bool machine_lacks(const struct machine *m, struct instruction_form f)
{
    const struct machine_instruction *i = find_line(m, f);
    double bytes = f.width == WIDTH_ZMM ? 64 : f.width == WIDTH_YMM ? 32 : 0;
    return (i && i->absent) || (m->vector_bytes > 0 && bytes > m->vector_bytes);
}

const struct machine_instruction *machine_instruction(const struct machine *m,
                                                      struct instruction_form f)
{
    return machine_lacks(m, f) ? NULL : find_line(m, f);
}

struct quantity instruction_latency(const struct machine_instruction *from,
                                    struct instruction_form to, bool addend)
{
    for (int i = 0; i < from->n_bypasses; i++)
        if (from->bypass[i].addend == addend && form_matches(from->bypass[i].to, to))
            return known(from->bypass[i].latency);
    return from->latency;
}
