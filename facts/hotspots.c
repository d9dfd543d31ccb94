/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/hotspots.h"
#include "base/util.h"
#include "facts/data.h"

#include <math.h>
#include <string.h>

static const struct kind_texts {
    const char *name, *key, *heading;
} kinds[] = {
#define HOTSPOT(NAME, name, key, heading, meaning) {name, key, heading},
#include "facts/hotspot-kinds.def"
#undef HOTSPOT
};

const char *hotspot_kind_name(enum hotspot_kind k)
{
    return kinds[k].name;
}

const char *hotspot_kind_key(enum hotspot_kind k)
{
    return kinds[k].key;
}

const char *hotspot_kind_heading(enum hotspot_kind k)
{
    return kinds[k].heading;
}

enum hotspot_kind hotspot_kind_of(const char *name)
{
    int k = 0;
    while (k < HOTSPOT_KINDS && strcmp(name, kinds[k].name) != 0)
        k++;
    return (enum hotspot_kind)k;
}

bool hot_profile_includes_kernel(const struct hot_profile *p)
{
    return strcmp(p->sampler, "timers") == 0;
}

double hotspots_seconds(const struct hot_profile *p, enum hotspot_kind k)
{
    double sum = 0;
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].kind == k)
            sum += p->at[i].seconds;
    return sum;
}

/* ---- invariants ---- */

/* Returns whether a known number is finite and at least 0. */
static bool is_count(struct quantity q)
{
    return !is_known(q) || (isfinite(q.value) && q.value >= 0);
}

static const char *check_row(const struct hot_profile *p, size_t i)
{
    const struct hotspot *h = &p->at[i];
    double share = p->cpu_seconds > 0 ? h->seconds / p->cpu_seconds : 0;
    if (!h->name || (unsigned)h->kind >= HOTSPOT_KINDS)
        return "a row has no name or kind";
    if (i > 0 && p->at[i - 1].seconds < h->seconds)
        return "rows are not sorted by time";
    if (h->parent >= (int)p->n || h->parent == (int)i ||
        (h->parent >= 0 && (h->kind != HOTSPOT_LOOP || p->at[h->parent].kind != HOTSPOT_LOOP)))
        return "the parent of a row is not another loop";
    if (!is_count(h->passes))
        return "a number of passes is below 0";
    if (!is_count(h->faults) || !is_count(h->kernel_seconds))
        return "page faults or their time are below 0";
    if (!(h->threads.least >= 0 && h->threads.least <= h->threads.greatest) ||
        !isfinite(h->threads.n) || !isfinite(h->threads.greatest))
        return "the passes of threads are not in order";
    if (!isfinite(h->seconds) || !isfinite(h->inclusive) || !isfinite(h->samples))
        return "a row has a number that is not finite";
    if (!(h->seconds >= 0) || h->inclusive < h->seconds * (1 - 1e-9))
        return "a row has a time below 0, or below that of its own code";
    if (!(h->low <= share + 1e-9 && share <= h->high + 1e-9))
        return "a share is outside its interval";
    return h->data ? hot_data_check(h->data) : NULL;
}

static const char *check_source_loop(const struct hot_profile *p, size_t i)
{
    const struct hot_source_loop *l = &p->source_loops[i];
    if (!l->source || l->line <= 0 || l->end_line < l->line)
        return "a source loop has no lines";
    if (l->folded_into >= (int)p->n_source_loops || l->folded_into == (int)i)
        return "a source loop was folded into no other loop";
    if (l->parent >= (int)i)
        return "a source loop precedes the loop around it";
    if (is_known(l->entries) && !is_known(l->iterations))
        return "the executions of a source loop are known, its iterations are not";
    if (is_known(l->entries) && !(l->entries.value >= 0 && isfinite(l->entries.value)))
        return "the executions of a source loop are below 0 or not finite";
    if (is_known(l->iterations) && !(l->iterations.value >= 0 && isfinite(l->iterations.value)))
        return "the iterations of a source loop are below 0 or not finite";
    return NULL;
}

static const char *check_line(const struct line_accesses *l)
{
    if (!l->source || l->line <= 0)
        return "accesses have no source line";
    for (size_t k = 0; k < ACCESSES; k++)
        if (!(l->bytes[k] >= 0 && isfinite(l->bytes[k])))
            return "a number of accessed bytes is below 0 or not finite";
        else if (!(l->apart[k] >= 0 && l->apart[k] <= l->bytes[k]))
            return "accessed bytes at other columns are below 0 or more than those of the line";
    return NULL;
}

/* The samples of a profile are those of all its runs. */
static const char *check_repeats(const struct hot_profile *p)
{
    double samples = 0;
    for (size_t i = 0; i < p->n_repeats; i++) {
        const struct hot_repeat *r = &p->repeats[i];
        samples += r->samples;
        if (!(r->wall_seconds >= 0 && isfinite(r->wall_seconds) && r->samples >= 0) ||
            (is_known(r->cpu_seconds) && !(r->cpu_seconds.value >= 0)))
            return "a number of a repeated run is below 0 or not finite";
    }
    return p->n_repeats && samples != p->samples
               ? "the samples of the repeated runs are not those of the profile"
               : NULL;
}

static bool is_summary_finite(const struct hot_profile *p)
{
    const double numbers[] = {p->wall_seconds, p->cpu_seconds, p->sampled_seconds,
                              p->samples,      p->lost,        p->rate};
    const struct quantity known_numbers[] = {p->minor_faults, p->major_faults, p->clock[0],
                                             p->clock[1],     p->clock[2],     p->instructions,
                                             p->slowdown};
    bool finite = true;
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        finite &= isfinite(numbers[i]) != 0;
    for (size_t i = 0; i < COUNT_OF(known_numbers); i++)
        finite &= !is_known(known_numbers[i]) || isfinite(known_numbers[i].value);
    return finite;
}

const char *hot_profile_check(const struct hot_profile *p)
{
    double sum = 0;
    if (!is_summary_finite(p))
        return "a number of the summary is not finite";
    for (size_t i = 0; i < p->n; i++) {
        const char *wrong = check_row(p, i);
        if (wrong)
            return wrong;
        sum += p->at[i].seconds;
    }
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const char *wrong = check_source_loop(p, i);
        if (wrong)
            return wrong;
    }
    for (size_t i = 0; i < p->n_lines; i++) {
        const char *wrong = check_line(&p->lines[i]);
        if (wrong)
            return wrong;
    }
    const char *wrong = check_repeats(p);
    if (wrong)
        return wrong;
    return fabs(sum - p->cpu_seconds) <= 1e-6 * (sum + p->cpu_seconds)
               ? NULL
               : "the rows do not add up to the CPU time";
}
