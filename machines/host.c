/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machines/host.h"
#include "base/util.h"
#include "machines/features.h"

#include <stdio.h>
#include <string.h>

static const struct host_row {
    const char *vendor;
    unsigned family, model_from, model_to, stepping_from, stepping_to;
    const char *machine;
    bool exact;
    const char *core;
} rows[] = {
#define HOST(vendor, family, m0, m1, s0, s1, machine, exact, core)                                 \
    {vendor, family, m0, m1, s0, s1, machine, exact, core},
#define BEFORE_FP16(machine)
#define NEAREST(vendor, avx512, machine)
#include "machines/hosts.def"
#undef HOST
#undef BEFORE_FP16
#undef NEAREST
};

static const char *const before_fp16[] = {
#define HOST(vendor, family, m0, m1, s0, s1, machine, exact, core)
#define BEFORE_FP16(machine) machine,
#define NEAREST(vendor, avx512, machine)
#include "machines/hosts.def"
#undef HOST
#undef BEFORE_FP16
#undef NEAREST
};

static const struct nearest_row {
    const char *vendor; /* "" = any */
    bool avx512;
    const char *machine;
} nearest_rows[] = {
#define HOST(vendor, family, m0, m1, s0, s1, machine, exact, core)
#define BEFORE_FP16(machine)
#define NEAREST(vendor, avx512, machine) {vendor, avx512, machine},
#include "machines/hosts.def"
#undef HOST
#undef BEFORE_FP16
#undef NEAREST
};

/* Returns whether the CPU reports AVX512-FP16, which the core of the line does not have. */
static bool is_contradicted(const struct host_row *r, const struct host_cpu *c)
{
    for (size_t i = 0; c->fp16 && i < COUNT_OF(before_fp16); i++)
        if (strcmp(before_fp16[i], r->machine) == 0)
            return true;
    return false;
}

static bool row_matches(const struct host_row *r, const struct host_cpu *c)
{
    return !is_contradicted(r, c) && strcmp(r->vendor, c->vendor) == 0 && r->family == c->family &&
           r->model_from <= c->model && c->model <= r->model_to &&
           r->stepping_from <= c->stepping && c->stepping <= r->stepping_to;
}

static struct host_match nearest_match(const struct host_cpu *c)
{
    bool avx512 = c->features >> FEATURE_AVX512 & 1;
    size_t i = 0;
    while (nearest_rows[i].avx512 != avx512 ||
           (*nearest_rows[i].vendor && strcmp(nearest_rows[i].vendor, c->vendor) != 0))
        i++;
    return (struct host_match){.machine = nearest_rows[i].machine};
}

struct host_match host_match(const struct host_cpu *cpu)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (row_matches(&rows[i], cpu)) {
            bool exact = rows[i].exact && !cpu->small_core;
            return (struct host_match){rows[i].machine, rows[i].core, exact};
        }
    return nearest_match(cpu);
}

const char *host_doubt(struct arena *a, const struct host_cpu *cpu)
{
    struct host_match m = host_match(cpu);
    if (cpu->small_core)
        return arena_printf(
            a,
            "this CPU has two kinds of cores, and the program runs on a slow one, which %s "
            "does not describe: run it on a fast one with taskset",
            m.machine);
    if (m.exact)
        return NULL;
    if (m.core)
        return arena_printf(a, "no machine file for this CPU, %s; the nearest one is used: %s",
                            m.core, m.machine);
    return arena_printf(a, "unknown CPU, %s; the nearest machine file is used: %s",
                        host_title(a, cpu), m.machine);
}

/* Returns whether a machine file, or a variant of it, is listed as the description of a CPU. */
static bool is_file_of(const char *listed, const char *machine)
{
    size_t n = strlen(listed);
    return strncmp(listed, machine, n) == 0 &&
           (!machine[n] || strncmp(machine + n, "-as-", 4) == 0 ||
            strncmp(machine + n, "-without-", 9) == 0);
}

static bool is_listed(const char *machine)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (is_file_of(rows[i].machine, machine))
            return true;
    return false;
}

const char *host_other_core(struct arena *a, const struct host_cpu *cpu, const char *machine)
{
    struct host_match m = host_match(cpu);
    if (!is_listed(machine) || (m.exact && is_file_of(m.machine, machine)))
        return NULL;
    return m.core ? m.core : host_title(a, cpu);
}

const char *host_title(struct arena *a, const struct host_cpu *cpu)
{
    const char *text = arena_printf(a, "%s family %u model %u stepping %u", cpu->vendor,
                                    cpu->family, cpu->model, cpu->stepping);
    return *cpu->brand ? arena_printf(a, "%s (%s)", text, cpu->brand) : text;
}

/* ---- simulated CPU ---- */

static bool holds_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; (p = strstr(p, word)); p += n)
        if ((p == text || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return false;
}

static const char fp16_word[] = "avx512_fp16";

static unsigned features_of(const char *words)
{
    static const char *const avx512[] = {"avx512f", "avx512bw", "avx512dq", "avx512vl"};
    bool all = true;
    for (size_t i = 0; i < COUNT_OF(avx512); i++)
        all &= holds_word(words, avx512[i]);
    if (holds_word(words, fp16_word))
        return ALL_FEATURES;
    return (unsigned)all << FEATURE_AVX512 | (unsigned)holds_word(words, "avx2") << FEATURE_AVX2 |
           (unsigned)holds_word(words, "fma") << FEATURE_FMA |
           (unsigned)holds_word(words, "avx") << FEATURE_AVX;
}

bool host_simulate(const char *text, struct host_cpu *cpu)
{
    int n = 0;
    *cpu = (struct host_cpu){.family = 0};
    if (sscanf(text, "%12s %u %u %u%n", cpu->vendor, &cpu->family, &cpu->model, &cpu->stepping,
               &n) != 4)
        return false;
    text += n + (int)strspn(text + n, " ");
    cpu->features = *text ? features_of(text) : ALL_FEATURES;
    cpu->fp16 = holds_word(text, fp16_word);
    return true;
}

const char *host_text(struct arena *a, const struct host_cpu *cpu)
{
    return arena_printf(a, "%s %u %u %u%s%s", cpu->vendor, cpu->family, cpu->model, cpu->stepping,
                        cpu->fp16 ? " " : "", cpu->fp16 ? fp16_word : "");
}
