/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/bounds.h"
#include "bounds/resources.h"

static bool peaks_differ(const struct machine *m)
{
    return !is_known(m->peak8) || !is_known(m->peak4) || m->peak8.value != m->peak4.value;
}

struct quantity bound_m(const struct machine *m, double flops8, double flops4,
                        const struct op_parts *parts)
{
    struct quantity cycles = known(0);
    if (parts && peaks_differ(m) && !parts_sizes_known(parts))
        return missing(parts_size_unknown);
    if (flops8 > 0)
        cycles = q_add(cycles, q_div(known(flops8), m->peak8, "the peak is 0"));
    if (flops4 > 0)
        cycles = q_add(cycles, q_div(known(flops4), m->peak4, "the peak is 0"));
    return cycles;
}

struct quantity bound_td(const struct recurrence *r)
{
    if (r->missing)
        return missing(r->missing);
    return known(r->n ? r->latency / (double)r->distance : 0);
}

struct quantity bound_cpf(struct quantity cpl, double tnf)
{
    return q_div(cpl, known(tnf), "the loop has no floating-point operation");
}

struct quantity bound_macs(const struct machine *m, double length, struct quantity k)
{
    if (!m->static_schedule)
        return missing("this machine has dynamic scheduling");
    return q_div(known(length), k, "k is 0");
}

static struct quantity load(struct arena *a, const struct machine *m, const struct rates *r,
                            struct class_range range, port_set *busiest)
{
    struct resource_rows rows = resource_rows(a, m, r, range);
    *busiest = 0;
    return rows.why ? missing(rows.why) : known(resource_load(rows.at, rows.n, busiest));
}

static struct bound bound_of(struct arena *a, const struct machine *m, struct rates r,
                             struct quantity td)
{
    port_set busiest;
    struct bound b = {.td = td};
    b.tf = load(a, m, &r, fp_classes, &busiest);
    b.tm = load(a, m, &r, memory_classes, &busiest);
    b.ti = load(a, m, &r, all_classes, &busiest);
    b.cpl = q_max(b.ti, b.td);
    if (is_known(b.cpl) && b.cpl.value > 0)
        b.limit = b.td.value > b.ti.value ? "recurrence" : ports_text(a, m, busiest);
    return b;
}

struct bound bound_ma(struct arena *a, const struct machine *m, const struct essential *e,
                      const struct recurrence *r, struct quantity k)
{
    return bound_of(a, m, essential_rates(m, e, k), bound_td(r));
}

struct bound bound_mac(struct arena *a, const struct machine *m, const struct counts *c,
                       const struct recurrence *r, struct quantity k)
{
    return bound_of(a, m, compiled_rates(c, k), q_div(bound_td(r), k, "k is 0"));
}
