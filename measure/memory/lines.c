/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured values as lines of a machine file. */
#include "measure/memory/inside.h"

#include "base/util.h"

#include <math.h>
#include <string.h>

struct lines {
    struct arena *a;
    struct option_list list;
    size_t room;
};

static void add_line(struct lines *l, const char *line)
{
    size_t n = (size_t)l->list.n;
    *ARENA_PUSH(l->a, l->list.at, n) = line;
    l->list.n++;
}

/* Returns bytes with the largest unit in which they are a whole number. */
static const char *bytes_text(struct arena *a, double bytes)
{
    static const char *const units[] = {"bytes", "KB", "MB"};
    int unit = 0;
    while (unit < 2 && bytes >= 1024 && fmod(bytes, 1024) == 0) {
        bytes /= 1024;
        unit++;
    }
    return arena_printf(a, "%.0f %s", bytes, units[unit]);
}

static const char *flow_text(struct arena *a, double rate, bool per_second)
{
    return per_second ? arena_printf(a, "%.4g GB/s", rate / 1e9)
                      : arena_printf(a, "%.4g bytes/cycle", rate);
}

static const char *cycles_text(struct arena *a, double cycles)
{
    const char *number = arena_printf(a, "%.3g", cycles);
    return arena_printf(a, "%s cycle%s", number, plural_s(number));
}

/* A cache of which a machine file could not be read: a size that is no multiple of its ways. */
static bool is_consistent(const struct memory_level *l)
{
    return l->line > 0 && l->ways > 0 && fmod(l->claimed, (double)(l->line * l->ways)) == 0;
}

static void add_cache(struct lines *l, const struct memory_level *of)
{
    const char *name = of->name;
    add_line(l, arena_printf(l->a, "cache.%s.size=%s", name, bytes_text(l->a, of->claimed)));
    add_line(l, arena_printf(l->a, "cache.%s.line=%ld bytes", name, of->line));
    add_line(l, arena_printf(l->a, "cache.%s.ways=%ld", name, of->ways));
    add_line(l, arena_printf(l->a, "cache.%s.shared=%ld", name, of->shared));
    if (is_known(of->effective))
        add_line(l, arena_printf(
                        l->a, "cache.%s.effective=%s", name,
                        bytes_text(l->a, MEMORY_LINE * floor(of->effective.value / MEMORY_LINE))));
    if (of->inclusive)
        add_line(l, arena_printf(l->a, "cache.%s.fill=inclusive", name));
}

static void add_latency(struct lines *l, const struct memory_level *of, bool memory)
{
    struct quantity cycles = of->latency[0].quarter;
    const char *key = memory ? "memory" : arena_printf(l->a, "cache.%s", of->name);
    if (is_known(cycles))
        add_line(l, arena_printf(l->a, "%s.latency=%s", key, cycles_text(l->a, cycles.value)));
}

static void add_rate(struct lines *l, const struct memory_level *of, int mix,
                     const struct memory_rate *rate)
{
    struct arena *a = l->a;
    const char *key = arena_printf(a, "rate.%s.%s", of->name, rate_mix_names[mix]);
    if (rate->cores > 1)
        key = arena_printf(a, "%s.cores-%ld", key, rate->cores);
    if (!is_known(rate->of.greatest))
        return;
    add_line(
        l, arena_printf(a, "%s=%s", key, flow_text(a, rate->of.greatest.value, rate->per_second)));
    add_line(l, arena_printf(a, "%s.median=%s", key,
                             flow_text(a, rate->of.median.value, rate->per_second)));
    add_line(l, arena_printf(a, "%s.spread=%.3g", key, rate->of.spread.value));
}

static void add_pages(struct lines *l, const struct memory_level *of, int mix)
{
    struct quantity huge =
        of->n_rates[mix] ? of->rates[mix][0].of.median : missing("no rate of this mix");
    struct quantity share = q_div(of->normal[mix].of.median, huge, "no rate");
    const char *suffix = mix == RATE_LOAD ? "" : arena_printf(l->a, ".%s", rate_mix_names[mix]);
    if (is_known(share))
        add_line(l, arena_printf(l->a, "pages.%s%s=%.3g", of->name, suffix, fmin(share.value, 1)));
}

static void add_level(struct lines *l, const struct memory_probe *p, int i)
{
    const struct memory_level *of = &p->levels[i];
    bool memory = i + 1 == p->n_levels;
    if (!memory && !is_consistent(of))
        return;
    if (!memory)
        add_cache(l, of);
    add_latency(l, of, memory);
    for (int mix = 0; mix < RATE_MIXES; mix++)
        for (size_t k = 0; k < of->n_rates[mix]; k++)
            add_rate(l, of, mix, &of->rates[mix][k]);
    for (int mix = 0; mix < RATE_MIXES; mix++)
        add_pages(l, of, mix);
    if (!is_known(of->overlap.greatest))
        return;
    add_line(l, arena_printf(l->a, "overlap.%s=%.3g", of->name, of->overlap.greatest.value));
    add_line(l, arena_printf(l->a, "overlap.%s.median=%.3g", of->name, of->overlap.median.value));
    if (is_known(of->overlap_loads.median))
        add_line(l, arena_printf(l->a, "overlap.%s.loads=%.3g", of->name,
                                 of->overlap_loads.median.value));
}

static void add_tlbs(struct lines *l, const struct memory_probe *p)
{
    for (int i = 0; i < MEMORY_TLBS; i++) {
        const struct memory_tlb *t = &p->tlbs[i];
        if (!is_known(t->entries))
            continue;
        add_line(l, arena_printf(l->a, "tlb.l%d.entries=%.0f", i + 1, t->entries.value));
        add_line(l, arena_printf(l->a, "tlb.l%d.latency=%s", i + 1,
                                 cycles_text(l->a, t->latency.value)));
    }
}

struct option_list memory_lines(struct arena *a, const struct memory_probe *p)
{
    struct lines l = {.a = a};
    for (int i = 0; i < p->n_levels; i++)
        add_level(&l, p, i);
    add_line(&l, arena_printf(a, "page.size=%s", bytes_text(a, p->page.value)));
    if (is_known(p->huge_page))
        add_line(&l, arena_printf(a, "page.huge=%s", bytes_text(a, p->huge_page.value)));
    add_tlbs(&l, p);
    for (int write = 0; write < 2; write++)
        if (is_known(p->crossing[write]))
            add_line(&l, arena_printf(a, "crossing.%s=%s", write ? "store" : "load",
                                      cycles_text(a, p->crossing[write].value)));
    add_line(&l, "rate.source=measured");
    return l.list;
}

const char *memory_text_without_rates(struct arena *a, const char *text)
{
    static const char *const families[] = {"rate.", "overlap.", "pages."};
    char *out = arena_strdup(a, text), *to = out;
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        n += p[n] == '\n';
        const char *word = p + strspn(p, " \t");
        bool drop = false;
        for (size_t i = 0; i < COUNT_OF(families); i++)
            drop |= strncmp(word, families[i], strlen(families[i])) == 0;
        if (!drop) {
            memmove(to, p, n);
            to += n;
        }
        p += n;
    }
    *to = '\0';
    return out;
}
