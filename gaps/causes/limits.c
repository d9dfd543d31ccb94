/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limit of a rung, and its distance to the next one. */
#include "gaps/causes/facts.h"

#include <string.h>

/* A set of ports with the operations that only these can execute, or the recurrence. */
struct limit {
    const char *name, *made_of;
    double cycles;
};
enum { LIMITS = RESOURCE_ROWS + 2 };

static const char *class_text(enum op_class c)
{
    return c == OP_LEFT ? "other left" : c == OP_RIGHT ? "other right" : op_class_name(c);
}

static int ports_in(port_set s)
{
    int n = 0;
    for (; s; s &= s - 1)
        n++;
    return n;
}

/* Returns the load of ports s by operations that only these can execute: "lfl 2 + y 0.75". */
static struct limit load_on(struct fact_writer *t, const struct machine *m,
                            const struct resource_rows *rows, port_set s)
{
    struct limit found = {.name = ports_text(t->a, m, s)};
    for (int c = 0; c < OP_CLASSES; c++) {
        double count = 0;
        for (size_t i = 0; i < rows->n; i++)
            if ((int)rows->class[i] == c && (rows->at[i].ports & ~s) == 0)
                count += rows->at[i].count;
        if (count > 0)
            found.made_of = joined_text(
                t->a, found.made_of, " + ",
                arena_printf(t->a, "%s %s", class_text((enum op_class)c), fact_number(t, count)));
        found.cycles += count;
    }
    found.cycles /= ports_in(s);
    if (found.made_of && ports_in(s) > 1)
        found.made_of = arena_printf(t->a, "(%s) / %d", found.made_of, ports_in(s));
    return found;
}

static bool has(const struct limit *at, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(at[i].name, name) == 0)
            return true;
    return false;
}

/* Sets at to all limits, unsorted. Returns their number. */
static size_t limits_of(struct fact_writer *t, const struct machine *m, const struct rates *r,
                        struct quantity td, struct limit *at)
{
    size_t n = 0;
    port_set busiest;
    struct resource_rows rows = resource_rows(t->a, m, r, all_classes);
    if (rows.why)
        return 0;
    resource_load(rows.at, rows.n, &busiest);
    if (busiest)
        at[n++] = load_on(t, m, &rows, busiest);
    for (size_t i = 0; i < rows.n; i++)
        if (rows.at[i].count > 0 && !has(at, n, ports_text(t->a, m, rows.at[i].ports)))
            at[n++] = load_on(t, m, &rows, rows.at[i].ports);
    if (is_known(td) && td.value > 0)
        at[n++] = (struct limit){"the recurrence", NULL, td.value};
    return n;
}

static const char *limit_text(struct fact_writer *t, const struct limit *l)
{
    return l->made_of ? arena_printf(t->a, "%s (%s)", l->name, l->made_of) : l->name;
}

void add_limit_facts(struct fact_writer *t, const char *rung, const struct machine *m,
                     const struct rates *r, struct quantity td)
{
    struct limit at[LIMITS];
    size_t n = limits_of(t, m, r, td, at), most = 0, next = 0;
    for (size_t i = 1; i < n; i++)
        if (at[i].cycles > at[most].cycles)
            most = i;
    if (!n)
        return;
    next = most ? 0 : 1;
    for (size_t i = 0; i < n; i++)
        if (i != most && at[i].cycles > at[next].cycles)
            next = i;
    const char *what = arena_printf(t->a, "%s is limited by %s: %s", rung, limit_text(t, &at[most]),
                                    fact_cycles(t, at[most].cycles));
    if (n == 1)
        add_fact(t, FACT_LIMIT, "%s; no other resource is used", what);
    else
        add_fact(t, FACT_LIMIT, "%s; next: %s, %s (%s less)", what, limit_text(t, &at[next]),
                 fact_cycles(t, at[next].cycles),
                 fact_number(t, at[most].cycles - at[next].cycles));
}

/* Returns the text of an instruction with single blanks. */
static const char *single_spaced(struct arena *a, const char *text)
{
    char *to = arena_strdup(a, text);
    size_t n = 0;
    for (; *text; text++)
        if (*text != ' ' || (n && to[n - 1] != ' '))
            to[n++] = *text == '\t' ? ' ' : *text;
    to[n] = 0;
    return to;
}

void add_recurrence_facts(struct fact_writer *t, const struct recurrence *r, const char *per,
                          double k)
{
    const char *steps = NULL;
    enum machine_isa isa = t->l->machine ? t->l->machine->isa : MACHINE_OTHER;
    for (size_t i = 0; i < r->n; i++) {
        const char *text =
            r->at[i].text ? arena_printf(t->a, " '%s'", single_spaced(t->a, r->at[i].text)) : "";
        steps = joined_text(t->a, steps, " + ",
                            arena_printf(t->a, "%s %s%s", machine_class_text(isa, r->at[i].class),
                                         fact_number(t, r->at[i].latency), text));
    }
    double whole = r->latency / (1 - r->overlapped);
    const char *by = r->distance == 1 ? "" : arena_printf(t->a, " / %ld", r->distance);
    by = k == 1 ? by : arena_printf(t->a, "%s / k %s", by, fact_number(t, k));
    by = r->overlapped > 0 ? arena_printf(t->a, "%s x %s", by, fact_number(t, 1 - r->overlapped))
                           : by;
    add_fact(t, FACT_RECURRENCE,
             "the recurrence takes %s cycle%s (%s) every %ld %s%s%s: t_d%s%s%s = %s",
             fact_number(t, whole), whole == 1 ? "" : "s", steps ? steps : "", r->distance, per,
             r->distance == 1           ? ""
             : strcmp(per, "pass") == 0 ? "es"
                                        : "s",
             r->overlapped > 0
                 ? arena_printf(t->a,
                                "; the next execution of the loop overlaps %s %% of the recurrence",
                                fact_number(t, 100 * r->overlapped))
                 : "",
             *by ? " = " : "", *by ? fact_number(t, whole) : "", by,
             fact_number(t, r->latency / (double)r->distance / k));
}
