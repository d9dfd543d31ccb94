/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values that a description gives for a probe, and the lines that adapt it to the measured
 * values. */
#include "measure/probe/inside.h"

#include "bounds/resources.h"

#include <stdlib.h>
#include <string.h>

enum { NEEDS = 64 };

static bool is_store(const struct probe *p)
{
    return p->form.base == FORM_STORE;
}

/* Returns the cycles of the busiest ports. */
static double port_cycles(const struct machine_instruction *i)
{
    struct port_need needs[NEEDS];
    port_set busiest;
    size_t n = 0;
    for (int k = 0; k < i->n_needs && n < NEEDS; k++)
        needs[n++] = (struct port_need){i->needs[k].cycles, i->needs[k].ports};
    return resource_load(needs, n, &busiest);
}

/* Adjacent stores share lines; stores of vectors do not. */
static double commit_cycles(const struct machine *m, const struct probe *p)
{
    double rate = strstr(p->text, "{v}") ? m->core.commit : m->core.commit_line;
    return is_store(p) && rate > 0 ? 1 / rate : 0;
}

static struct quantity expected_rate(const struct machine *m, const struct probe *p,
                                     const struct machine_instruction *i)
{
    double most = port_cycles(i), commit = commit_cycles(m, p);
    double issue = m->core.issue > 0 ? i->issue / m->core.issue : 0;
    most = issue > most ? issue : most;
    return known(commit > most ? commit : most);
}

struct quantity probe_expected(const struct machine *m, const struct probe *p)
{
    const struct machine_instruction *i = machine_instruction(m, p->form);
    if (!i)
        return missing("the machine file has no line for this form");
    if (p->kind == PROBE_FORWARD)
        return q_add(m->core.forward, i->latency);
    if (p->kind == PROBE_RATE)
        return expected_rate(m, p, i);
    if (i->slow && p->kind == PROBE_LATENCY)
        return missing("it depends on the port");
    if (p->kind == PROBE_ADDEND)
        return i->n_bypasses ? instruction_latency(i, p->form, true) : i->addend_latency;
    return instruction_latency(i, p->form, false);
}

/* ---- lines ---- */

/* The figures of one form that differ. */
struct change {
    struct instruction_form form;
    const char *name;
    struct quantity latency, addend, rate;
    double file_rate;
};

static double rounded(double value, double unit)
{
    double n = value / unit;
    return unit * (double)(long)(n + 0.5);
}

static struct change *change_of(struct change *at, size_t *n, const struct probe *p)
{
    for (size_t i = 0; i < *n; i++)
        if (strcmp(at[i].name, p->form_name) == 0)
            return &at[i];
    struct quantity none = missing("it does not differ");
    at[*n] = (struct change){p->form, p->form_name, none, none, none, 0};
    return &at[(*n)++];
}

static struct change *changes(struct arena *a, const struct probes *p, size_t *n)
{
    struct change *at = ARENA_ARRAY(a, struct change, p->n + 1);
    *n = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct probe *one = &p->at[i];
        if (!one->differs || one->kind == PROBE_FORWARD)
            continue;
        struct change *c = change_of(at, n, one);
        if (one->kind == PROBE_LATENCY)
            c->latency = known(rounded(one->measured.value, 0.5));
        else if (one->kind == PROBE_ADDEND)
            c->addend = known(rounded(one->measured.value, 0.5));
        else
            c->rate = one->measured;
        if (one->kind == PROBE_RATE)
            c->file_rate = one->file.value;
    }
    return at;
}

/* Formats "1 cycle", "2.5 cycles". */
static const char *cycles_text(struct arena *a, double n)
{
    const char *number = arena_printf(a, "%g", n);
    return arena_printf(a, "%s cycle%s", number, plural_s(number));
}

static const char *latency_text(struct arena *a, const char *name, struct quantity q)
{
    return is_known(q) ? arena_printf(a, ", %s %s", name, cycles_text(a, q.value)) : "";
}

/* Formats its needs, each lengthened or shortened by the ratio of the rates. */
static const char *needs_text(struct arena *a, const struct machine *m,
                              const struct machine_instruction *i, double times)
{
    const char *text = i->eliminated ? "eliminated" : i->n_needs ? "" : "none";
    for (int k = 0; k < i->n_needs; k++) {
        double cycles = rounded(i->needs[k].cycles * times, 1e-3);
        const char *ports = ports_text(a, m, i->needs[k].ports);
        text = arena_printf(a, "%s%s%s", text,
                            !k                 ? ""
                            : i->needs[k].with ? " with "
                                               : " + ",
                            ports);
        if (cycles != 1)
            text = arena_printf(a, "%s for %s", text, cycles_text(a, cycles));
    }
    return text;
}

static const char *line_of(struct arena *a, const struct machine *m, const struct change *c)
{
    const struct machine_instruction *i = machine_instruction(m, c->form);
    double ports = port_cycles(i), times = 1;
    if (is_known(c->rate) && ports > 0 && (c->rate.value > c->file_rate || c->file_rate == ports))
        times = c->rate.value / ports;
    const char *text = needs_text(a, m, i, times);
    text = arena_printf(a, "%s, issue %g", text, i->issue);
    if (!i->eliminated)
        text = arena_printf(
            a, "%s%s", text,
            latency_text(a, "latency", is_known(c->latency) ? c->latency : i->latency));
    if (is_known(c->addend) || i->addend_latency.value != i->latency.value)
        text = arena_printf(
            a, "%s%s", text,
            latency_text(a, "addend", is_known(c->addend) ? c->addend : i->addend_latency));
    for (int k = 0; k < i->n_bypasses && !is_known(c->latency); k++)
        text = arena_printf(a, "%s, to %s%s %s", text, form_name(a, i->bypass[k].to),
                            i->bypass[k].addend ? " addend" : "",
                            cycles_text(a, i->bypass[k].latency));
    return arena_printf(a, "instruction.%s=%s", c->name, text);
}

struct option_list probes_lines(struct arena *a, const struct machine *m, const struct probes *p)
{
    size_t n;
    const struct change *at = changes(a, p, &n);
    struct option_list list = {ARENA_ARRAY(a, const char *, n + 3), 0};
    for (size_t i = 0; i < n; i++)
        if (machine_instruction(m, at[i].form))
            list.at[list.n++] = line_of(a, m, &at[i]);
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].kind == PROBE_FORWARD && p->at[i].differs)
            list.at[list.n++] = arena_printf(
                a, "store.forward=%s",
                cycles_text(a, rounded(m->core.forward.value + p->at[i].measured.value -
                                           p->at[i].file.value,
                                       0.5)));
    if (is_known(p->clock_hz))
        list.at[list.n++] = arena_printf(a, "clock=%.0f MHz", p->clock_hz.value / 1e6);
    return list;
}
