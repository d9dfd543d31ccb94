/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests which machine file is chosen for a CPU by its vendor, family, model and stepping. */
#include "machines/features.h"
#include "base/util.h"
#include "machines/host.h"
#include "tests/unit/check.h"

#include <stdlib.h>

static struct host_cpu cpu(const char *vendor, unsigned family, unsigned model, unsigned stepping)
{
    struct host_cpu c = {.family = family, .model = model, .stepping = stepping};
    snprintf(c.vendor, sizeof c.vendor, "%s", vendor);
    return c;
}

static const char *answer(struct arena *a, struct host_cpu c)
{
    struct host_match m = host_match(&c);
    return arena_printf(a, "%s %s: %s", m.machine, m.exact ? "exact" : "nearest",
                        m.core ? m.core : "?");
}

/* Family, model and stepping as /proc/cpuinfo prints them on such machines. */
static void known_cores(void)
{
    struct arena a = {0};
    CHECK_TEXT("golden-cove exact: Sapphire Rapids (Golden Cove)",
               answer(&a, cpu("GenuineIntel", 6, 143, 8)));
    CHECK_TEXT("golden-cove exact: Alder Lake (Golden Cove)",
               answer(&a, cpu("GenuineIntel", 6, 151, 2)));
    CHECK_TEXT("golden-cove nearest: Granite Rapids (Redwood Cove)",
               answer(&a, cpu("GenuineIntel", 6, 173, 1)));
    CHECK_TEXT("ice-lake-server exact: Ice Lake server (Sunny Cove)",
               answer(&a, cpu("GenuineIntel", 6, 106, 6)));
    CHECK_TEXT("ice-lake-server nearest: Tiger Lake (Willow Cove)",
               answer(&a, cpu("GenuineIntel", 6, 140, 1)));
    CHECK_TEXT("sky-lake-server nearest: Kaby Lake (Skylake's core)",
               answer(&a, cpu("GenuineIntel", 6, 158, 10)));
    CHECK_TEXT("zen3 exact: Milan (Zen 3)", answer(&a, cpu("AuthenticAMD", 25, 1, 1)));
    CHECK_TEXT("zen3 exact: Zen 3", answer(&a, cpu("AuthenticAMD", 25, 33, 0)));
    CHECK_TEXT("zen4 exact: Genoa (Zen 4)", answer(&a, cpu("AuthenticAMD", 25, 17, 1)));
    CHECK_TEXT("zen4 exact: Zen 4", answer(&a, cpu("AuthenticAMD", 25, 97, 2)));
    CHECK_TEXT("zen3 nearest: Zen 2", answer(&a, cpu("AuthenticAMD", 23, 49, 0)));
    CHECK_TEXT("zen4 nearest: Zen 5", answer(&a, cpu("AuthenticAMD", 26, 68, 0)));
    arena_free(&a);
}

/* One model number, three products: the stepping distinguishes them. */
static void the_stepping_distinguishes_products(void)
{
    struct arena a = {0};
    CHECK_TEXT("sky-lake-server exact: Skylake server", answer(&a, cpu("GenuineIntel", 6, 85, 4)));
    CHECK_TEXT("sky-lake-server exact: Cascade Lake (Skylake server's core)",
               answer(&a, cpu("GenuineIntel", 6, 85, 7)));
    CHECK_TEXT("sky-lake-server exact: Cooper Lake (Skylake server's core)",
               answer(&a, cpu("GenuineIntel", 6, 85, 11)));
    arena_free(&a);
}

static void exact_raises_no_doubt(void)
{
    struct arena a = {0};
    struct host_cpu c = cpu("GenuineIntel", 6, 207, 2);
    CHECK(!host_doubt(&a, &c));
    arena_free(&a);
}

static void the_nearest_is_reported(void)
{
    struct arena a = {0};
    struct host_cpu c = cpu("GenuineIntel", 6, 198, 2);
    CHECK_TEXT("no machine file for this CPU, Arrow Lake (Lion Cove); the nearest one is used: "
               "golden-cove",
               host_doubt(&a, &c));
    arena_free(&a);
}

static void unknown_uses_the_newest_of_its_vendor(void)
{
    struct arena a = {0};
    struct host_cpu c = cpu("GenuineIntel", 18, 3, 1);
    c.features = ALL_FEATURES;
    snprintf(c.brand, sizeof c.brand, "Some CPU");
    CHECK_TEXT("unknown CPU, GenuineIntel family 18 model 3 stepping 1 (Some CPU); the nearest "
               "machine file is used: golden-cove",
               host_doubt(&a, &c));
    CHECK_TEXT("sky-lake-server nearest: ?", answer(&a, cpu("GenuineIntel", 6, 92, 9)));
    CHECK_TEXT("zen3 nearest: ?", answer(&a, cpu("AuthenticAMD", 21, 2, 0)));
    CHECK_TEXT("sky-lake-server nearest: ?", answer(&a, cpu("CentaurHauls", 6, 15, 0)));
    arena_free(&a);
}

/* A virtual machine of the Granite Rapids kind that reports the model number of Rocket Lake:
 * /proc/cpuinfo had model 167 and avx512_fp16. */
static void features_contradict_the_model_number(void)
{
    struct arena a = {0};
    struct host_cpu c;
    CHECK(host_simulate("GenuineIntel 6 167 1", &c) && !c.fp16);
    CHECK_TEXT("ice-lake-server nearest: Rocket Lake (Cypress Cove)", answer(&a, c));
    CHECK_TEXT("GenuineIntel 6 167 1", host_text(&a, &c));
    CHECK(host_simulate("GenuineIntel 6 167 1 avx512_fp16", &c) && c.fp16);
    CHECK(c.features == ALL_FEATURES);
    CHECK_TEXT("golden-cove nearest: ?", answer(&a, c));
    CHECK_TEXT("GenuineIntel 6 167 1 avx512_fp16", host_text(&a, &c));
    CHECK_TEXT(
        "unknown CPU, GenuineIntel family 6 model 167 stepping 1; the nearest machine file is "
        "used: golden-cove",
        host_doubt(&a, &c));
    CHECK(host_simulate("GenuineIntel 6 143 8 avx512_fp16", &c));
    CHECK_TEXT("golden-cove exact: Sapphire Rapids (Golden Cove)", answer(&a, c));
    arena_free(&a);
}

static void files_of_other_cpus(void)
{
    struct arena a = {0};
    struct host_cpu genoa = cpu("AuthenticAMD", 25, 17, 1), turin = cpu("AuthenticAMD", 26, 2, 1);
    CHECK(!host_other_core(&a, &genoa, "zen4"));
    CHECK(!host_other_core(&a, &genoa, "zen4-without-avx512"));
    CHECK_TEXT("Zen 5", host_other_core(&a, &turin, "zen4"));
    CHECK_TEXT("Zen 5", host_other_core(&a, &turin, "zen4-as-nearest"));
    CHECK_TEXT("Genoa (Zen 4)", host_other_core(&a, &genoa, "golden-cove"));
    CHECK(!host_other_core(&a, &turin, "zen5-as-probed"));
    CHECK(!host_other_core(&a, &turin, "zen"));
    struct host_cpu other = cpu("GenuineIntel", 18, 3, 1);
    CHECK_TEXT("GenuineIntel family 18 model 3 stepping 1", host_other_core(&a, &other, "zen4"));
    arena_free(&a);
}

static void slow_core_of_two_kinds(void)
{
    struct arena a = {0};
    struct host_cpu c = cpu("GenuineIntel", 6, 183, 1);
    c.hybrid = true;
    CHECK(host_match(&c).exact && !host_doubt(&a, &c));
    c.small_core = true;
    CHECK(!host_match(&c).exact);
    CHECK_TEXT(
        "this CPU has two kinds of cores, and the program runs on a slow one, which golden-cove "
        "does not describe: run it on a fast one with taskset",
        host_doubt(&a, &c));
    arena_free(&a);
}

/* Each file that the table names exists. */
static void every_file_exists(void)
{
    static const char *const names[] = {
#define HOST(vendor, family, m0, m1, s0, s1, machine, exact, core) machine,
#define BEFORE_FP16(machine) machine,
#define NEAREST(vendor, avx512, machine) machine,
#include "machines/hosts.def"
#undef HOST
#undef BEFORE_FP16
#undef NEAREST
    };
    const char *folder = getenv("MACS_MACHINES");
    for (size_t i = 0; folder && i < COUNT_OF(names); i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.machine", folder, names[i]);
        FILE *f = fopen(path, "r");
        if (!f)
            printf("# %s is not there\n", path);
        CHECK(f);
        if (f)
            fclose(f);
    }
}

/* On any CPU: the vendor's name is complete, or there is no result. */
static void this_cpu(void)
{
    struct host_cpu c;
    if (host_read(&c)) {
        CHECK(strlen(c.vendor) == 12);
        CHECK(c.family > 0 && c.stepping < 16);
        CHECK(host_match(&c).machine);
    } else
        CHECK(*c.vendor == '\0');
}

/* A description of an AVX-512 core without AVX-512 has the same instruction forms as zen3.machine,
 * which was written independently. */
static void check_forms(const struct machine *cut, const struct machine *like)
{
    const enum form_width widths[] = {0, WIDTH_SCALAR, WIDTH_XMM, WIDTH_YMM, WIDTH_ZMM};
    const uint8_t elements[] = {0, 4, 8};
    size_t absent = 0;
    for (int b = FORM_NONE + 1; b < FORM_BASES; b++)
        for (size_t e = 0; e < sizeof elements; e++)
            for (size_t w = 0; w < COUNT_OF(widths); w++) {
                struct instruction_form f = {
                    .base = (enum form_base)b, .element = elements[e], .width = widths[w]};
                CHECK(machine_lacks(cut, f) == machine_lacks(like, f));
                absent += machine_lacks(cut, f);
            }
    CHECK(absent > 300);
}

static void without_avx512_is_as_zen3(void)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    const char *const *names;
    size_t n = machine_list(&a, &names), checked = 0;
    const struct machine *like = machine_read(&a, "zen3", NULL, &d);
    for (size_t i = 0; like && i < n; i++) {
        struct machine_cut cut;
        const struct machine *m = machine_read(&a, names[i], NULL, &d);
        if (m && !(machine_features(m) >> FEATURE_AVX512 & 1))
            continue;
        checked++;
        CHECK(m && machine_features(m) == ALL_FEATURES);
        CHECK(m && machine_without(&a, m, 1u << FEATURE_AVX512, &cut, &d));
        if (d.errors)
            break;
        CHECK(cut.machine->vector_bytes == 32 && cut.machine->fp_registers == 16);
        CHECK(machine_features(cut.machine) == (ALL_FEATURES & ~(1u << FEATURE_AVX512)));
        CHECK_TEXT(arena_printf(&a, "%s-without-avx512", names[i]), cut.machine->name);
        check_forms(cut.machine, like);
    }
    CHECK(like && d.errors == 0 && checked >= 4);
    arena_free(&a);
}

/* Returns the vectors per cycle of a mix of additions and multiplies in which no port is idle. */
static double vectors_a_cycle(const struct machine *m)
{
    port_set both = m->vectors[OP_FA].needs[0] | m->vectors[OP_FM].needs[0];
    return __builtin_popcountll(both);
}

/* Without FMA the peak is the rate of the ports of additions and multiplies; a linked pair is one
 * of each, and its latency the sum of both. */
static void without_fma_is_multiply_and_add(void)
{
    static const enum feature lacks[] = {FEATURE_FMA, FEATURE_AVX};
    struct arena a = {0};
    struct diag d = {.quiet = true};
    const char *const *names;
    size_t n = machine_list(&a, &names), checked = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        struct machine_cut cut;
        const struct machine *whole = machine_read(&a, names[i / 2], NULL, &d);
        if (whole && whole->isa != MACHINE_X86_64)
            continue;
        checked++;
        CHECK(whole && machine_without(&a, whole, 1u << lacks[i % 2], &cut, &d));
        if (d.errors)
            break;
        const struct machine *m = cut.machine;
        CHECK(m->vector_bytes == (i % 2 ? 16 : 32));
        CHECK(machine_features(m) == (i % 2 ? 0 : 1u << FEATURE_AVX2 | 1u << FEATURE_AVX));
        CHECK(m->peak8.value == vectors_a_cycle(m) * m->vector_bytes / 8);
        CHECK(m->peak4.value == vectors_a_cycle(m) * m->vector_bytes / 4);
        CHECK(m->latency[OP_FMA].value == m->latency[OP_FM].value + m->latency[OP_FA].value);
        CHECK(m->vectors[OP_FMA].n_needs == 2 && m->classes[OP_FMA].n_needs == 2);
        CHECK(m->vectors[OP_FMA].needs[0] == m->vectors[OP_FM].needs[0]);
        CHECK(m->vectors[OP_FMA].needs[1] == m->vectors[OP_FA].needs[0]);
        CHECK(m->classes[OP_FMA].needs[0] == m->classes[OP_FM].needs[0]);
        CHECK(m->classes[OP_FMA].needs[1] == m->classes[OP_FA].needs[0]);
    }
    CHECK(d.errors == 0 && checked >= 10);
    arena_free(&a);
}

static void features_include_others(void)
{
    feature_set avx = 1u << FEATURE_AVX, avx2 = 1u << FEATURE_AVX2, fma = 1u << FEATURE_FMA;
    feature_set avx512 = 1u << FEATURE_AVX512;
    CHECK(features_unreported(0) == ALL_FEATURES && features_unreported(avx512) == 0);
    CHECK(features_unreported(avx2) == (avx512 | fma));
    CHECK(features_unreported(avx2 | fma) == avx512);
    CHECK(features_lacking(avx) == ALL_FEATURES && features_lacking(fma) == (fma | avx512));
    CHECK(features_lacking(0) == 0 && features_lacking(avx512) == avx512);
}

static void simulated_cpus(void)
{
    struct host_cpu c;
    CHECK(host_simulate("AuthenticAMD 25 17 1", &c) && c.features == ALL_FEATURES);
    CHECK(c.family == 25 && c.model == 17 && c.stepping == 1);
    CHECK(host_simulate("AuthenticAMD 25 17 1 sse2 avx2", &c) && c.features == 1u << FEATURE_AVX2);
    CHECK(host_simulate("X 1 2 3 avx512f avx512bw avx512dq avx512vl", &c) &&
          c.features == 1u << FEATURE_AVX512);
    CHECK(host_simulate("X 1 2 3 avx512f avx512dq avx512vl fma4", &c) && c.features == 0);
    CHECK(!host_simulate("AuthenticAMD 25 17", &c) && !host_simulate("", &c));
}

int main(void)
{
    TEST(known_cores);
    TEST(the_stepping_distinguishes_products);
    TEST(exact_raises_no_doubt);
    TEST(the_nearest_is_reported);
    TEST(unknown_uses_the_newest_of_its_vendor);
    TEST(features_contradict_the_model_number);
    TEST(files_of_other_cpus);
    TEST(slow_core_of_two_kinds);
    TEST(every_file_exists);
    TEST(this_cpu);
    TEST(without_avx512_is_as_zen3);
    TEST(without_fma_is_multiply_and_add);
    TEST(features_include_others);
    TEST(simulated_cpus);
    return tests_end();
}
