/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts about a sampled run: what its rows cover, and how it was sampled. */
#include "base/util.h"
#include "gaps/hot/coverage.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LIBRARIES_NAMED = 3 };
static const double least_shown = 0.0005; /* shares that are printed as 0.0 % are left out */

const char *coverage_percent(struct arena *a, struct quantity share)
{
    return is_known(share) ? arena_printf(a, "%.1f %%", 100 * share.value) : "-";
}

/* Returns the seconds with three significant digits, without an exponent. */
static const char *seconds_text(struct arena *a, double s)
{
    int decimals = s >= 100 ? 0 : s >= 10 ? 1 : s >= 1 ? 2 : 3;
    return s < 1e15 ? arena_printf(a, "%.*f", decimals, s) : arena_printf(a, "%.3g", s);
}

/* ---- first line ---- */

/* Appends "loops 91.0" to a list. */
static const char *add_part(struct arena *a, const char *list, const char *name,
                            struct quantity share)
{
    if (!is_known(share) || share.value < least_shown)
        return list;
    return arena_printf(a, "%s%s%s %.1f", list, *list ? ", " : "", name, 100 * share.value);
}

static bool is_covered_library(const struct hotspot *h)
{
    return h->kind == HOTSPOT_LIBRARY && !h->waiting && h->function;
}

/* Returns "libm exp" for the row "libm:exp". */
static const char *library_text(struct arena *a, const char *name)
{
    char *text = arena_strdup(a, name), *colon = text;
    while (*colon && *colon != ':')
        colon++;
    if (*colon)
        *colon = ' ';
    return text;
}

/* Appends the largest library functions, and the sum of the others. Rows of the profile are sorted
 * by time. */
static const char *add_libraries(struct arena *a, const char *list, const struct gap_coverage *c)
{
    const struct hot_profile *p = c->profile;
    struct quantity others = known(0);
    int named = 0;
    for (size_t i = 0; i < p->n; i++) {
        struct quantity share = known(p->at[i].seconds / p->cpu_seconds);
        if (!is_covered_library(&p->at[i]))
            continue;
        if (named++ < LIBRARIES_NAMED)
            list = add_part(a, list, library_text(a, p->at[i].name), share);
        else
            others = q_add(others, share);
    }
    return add_part(a, list, "other library functions", others);
}

/* Appends "kernel 2.7 %" to the list of what is not covered. */
static const char *add_rest(struct arena *a, const char *list, const char *name,
                            struct quantity share)
{
    if (!is_known(share) || share.value < least_shown)
        return list;
    return arena_printf(a, "%s%s%s %s", list, *list ? ", " : "; not covered: ", name,
                        coverage_percent(a, share));
}

const char *coverage_headline(struct arena *a, const struct gap_coverage *c)
{
    const struct hot_profile *p = c->profile;
    if (!is_known(c->covered))
        return arena_printf(
            a, "%s: run it longer, or use macs --repeat=N, macs --marks or macs run --rate=N",
            c->covered.missing);
    const char *parts = add_part(a, "", "loops", c->kinds[HOTSPOT_LOOP]);
    parts = add_part(a, parts, "straight-line", c->kinds[HOTSPOT_STRAIGHT_LINE]);
    parts = add_libraries(a, parts, c);
    const char *rest = add_rest(a, "", "kernel", c->kinds[HOTSPOT_KERNEL]);
    rest = add_rest(a, rest, "waiting", c->waiting);
    rest = add_rest(a, rest, "unnamed library code", c->unnamed);
    rest = add_rest(a, rest, "unknown", c->kinds[HOTSPOT_UNKNOWN]);
    return arena_printf(a, "covers %s of %s s CPU time%s%s%s%s", coverage_percent(a, c->covered),
                        seconds_text(a, p->cpu_seconds), *parts ? " (" : "", parts,
                        *parts ? ")" : "", rest);
}

/* ---- samples ---- */

bool coverage_clock_varies(const struct hot_profile *p)
{
    const double spread = 1.02;
    return is_known(p->clock[0]) && is_known(p->clock[2]) &&
           p->clock[2].value > spread * p->clock[0].value;
}

static void add_clock(struct arena *a, const struct hot_profile *p, struct notes *lines)
{
    const struct quantity *clock = p->clock;
    if (!is_known(clock[0]) || !is_known(clock[1]) || !is_known(clock[2]))
        note(a, lines, "core clock: unknown: %s",
             clock[1].missing   ? clock[1].missing
             : clock[0].missing ? clock[0].missing
                                : clock[2].missing);
    else if (coverage_clock_varies(p))
        note(a, lines, "core clock: %.2f to %.2f GHz (5th and 95th percentile), median %.2f GHz",
             clock[0].value / 1e9, clock[2].value / 1e9, clock[1].value / 1e9);
    else
        note(a, lines, "core clock: %.2f GHz", clock[1].value / 1e9);
}

static void add_faults(struct arena *a, const struct hot_profile *p, struct notes *lines)
{
    if (is_known(p->minor_faults) && is_known(p->major_faults))
        note(a, lines, "page faults: %.0f minor, %.0f major", p->minor_faults.value,
             p->major_faults.value);
    else
        note(a, lines, "page faults: unknown: %s",
             p->minor_faults.missing ? p->minor_faults.missing : p->major_faults.missing);
}

/* Returns the largest spread of the passes of a row between counted runs. */
static double largest_spread(const struct gap_coverage *c)
{
    double most = 0;
    for (size_t i = 0; i < c->profile->n; i++)
        most = c->profile->at[i].spread > most ? c->profile->at[i].spread : most;
    return most;
}

/* Adds the slowdowns of the counted program and of that which records its accesses, and how far the
 * counted runs differ. */
static void add_counting(struct arena *a, const struct gap_coverage *c, struct notes *lines)
{
    const double slow = 5;
    const struct quantity slowdown = c->profile->slowdown;
    double spread = largest_spread(c);
    if (is_known(slowdown))
        note(a, lines, "counting: %.1f times the CPU time%s", slowdown.value,
             slowdown.value > slow ? "; --count=loops counts fewer blocks, --count=none none" : "");
    if (is_known(c->profile->record_slowdown))
        note(a, lines, "recording of accesses: %.1f times the CPU time",
             c->profile->record_slowdown.value);
    if (spread > 0)
        note(a, lines,
             "the output of the program differs from run to run: passes are means of two counted "
             "runs, which differ by up to %.2g %%",
             100 * spread);
}

/* Adds what the reference build gave. */
static void add_reference(struct arena *a, const struct gap_coverage *c, struct notes *lines)
{
    const struct quantity slowdown = c->profile->reference_slowdown;
    if (is_known(slowdown) && c->n_checked)
        note(a, lines,
             "reference build: %.1f times the CPU time; k x passes equal the iterations of %zu of "
             "%zu source loops%s",
             slowdown.value, c->n_equal, c->n_checked,
             c->accepted > 0 ? arena_printf(a,
                                            ", within %.2g %%, the spread of counts or the error "
                                            "of computed passes",
                                            100 * c->accepted)
                             : "");
    else if (is_known(slowdown))
        note(a, lines, "reference build: %.1f times the CPU time", slowdown.value);
    else if (strcmp(slowdown.missing, "there is no reference build") != 0)
        note(a, lines, "iterations of the source were not counted: %s", slowdown.missing);
    if (c->profile->reference_difference)
        note(a, lines, "%s", c->profile->reference_difference);
    for (size_t i = 0; i < c->removed.n; i++)
        note(a, lines, "%s", c->removed.at[i]);
}

/* Appends the memory in which most page faults were. */
static void add_fault_memory(struct arena *a, const struct hot_profile *p, struct notes *lines)
{
    for (size_t i = 0; i < p->n_faults; i++) {
        const struct hot_fault *f = &p->faults[i];
        note(a, lines,
             "page faults in user code: the %.0f MB at address %" PRIx64
             " of process %ld had about %.0f",
             (double)f->bytes / (1 << 20), f->first, f->process, f->n);
    }
}

/* Returns "; means of 13 runs, which took 0.27 to 0.31 s of CPU time"; "" = one run. */
static const char *repeats_text(struct arena *a, const struct hot_profile *p)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < p->n_repeats; i++) {
        struct quantity cpu = p->repeats[i].cpu_seconds;
        least = is_known(cpu) ? fmin(least, cpu.value) : least;
        most = is_known(cpu) ? fmax(most, cpu.value) : most;
    }
    if (p->n_repeats == 0)
        return "";
    const char *text = arena_printf(a, "; means of %zu runs", p->n_repeats);
    return least > most ? text
                        : arena_printf(a, "%s, which took %s to %s s of CPU time", text,
                                       seconds_text(a, least), seconds_text(a, most));
}

void coverage_summary(struct arena *a, const struct gap_coverage *c, struct notes *lines)
{
    const struct hot_profile *p = c->profile;
    note(a, lines, "samples: %.0f (%s), %s per second of CPU time, %.0f lost", p->samples,
         p->sampler, seconds_text(a, p->rate), p->lost);
    add_clock(a, p, lines);
    add_faults(a, p, lines);
    add_fault_memory(a, p, lines);
    note(a, lines, "time: %s s of CPU time in %s s%s; processes left at the end: %ld",
         seconds_text(a, p->cpu_seconds), seconds_text(a, p->wall_seconds), repeats_text(a, p),
         p->left);
    if (hot_profile_includes_kernel(p))
        note(a, lines,
             "sampled by a preloaded library, because perf_event_open is unavailable: the time of "
             "the "
             "kernel is part of the rows of the code that called it, and system calls of the "
             "program can have returned EINTR");
    add_counting(a, c, lines);
    add_reference(a, c, lines);
    if (!p->kernel)
        note(a, lines,
             "kernel code was not sampled: the time of the kernel is the CPU time without that of "
             "the samples, of unknown kind");
}
