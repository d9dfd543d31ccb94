/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads cpuid. Leaves and bits: Intel, Software Developer's Manual, volume 2, CPUID; AMD,
 * Architecture Programmer's Manual, volume 3, appendix E. */
#include "machines/features.h"
#include "machines/host.h"

#include <string.h>

#ifdef __x86_64__
#include <cpuid.h>

enum {
    LEAF_SIGNATURE = 1,
    LEAF_FEATURES = 7,
    LEAF_CORE_KIND = 0x1a,
    EDX_HYBRID = 1 << 15,
    EDX_FP16 = 1 << 23,
    CORE_KIND_SMALL = 0x20,
};

/* Reads family and model with the extended bits. */
static void read_signature(struct host_cpu *c, unsigned eax)
{
    unsigned family = eax >> 8 & 15, model = eax >> 4 & 15;
    bool extended = family == 15 || family == 6;
    c->stepping = eax & 15;
    c->model = model + (extended ? (eax >> 16 & 15) << 4 : 0);
    c->family = family + (family == 15 ? eax >> 20 & 255 : 0);
}

static void read_features(struct host_cpu *c)
{
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid_count(LEAF_FEATURES, 0, &eax, &ebx, &ecx, &edx))
        return;
    c->fp16 = edx & EDX_FP16;
    c->hybrid = edx & EDX_HYBRID;
    if (c->hybrid && __get_cpuid_count(LEAF_CORE_KIND, 0, &eax, &ebx, &ecx, &edx))
        c->small_core = eax >> 24 == CORE_KIND_SMALL;
}

/* Reads the features that the CPU reports and whose registers the operating system saves, by the
 * compiler's built-in functions. */
static void read_instruction_sets(struct host_cpu *c)
{
    bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    c->features = (unsigned)avx512 << FEATURE_AVX512 |
                  (unsigned)(__builtin_cpu_supports("avx2") != 0) << FEATURE_AVX2 |
                  (unsigned)(__builtin_cpu_supports("fma") != 0) << FEATURE_FMA |
                  (unsigned)(__builtin_cpu_supports("avx") != 0) << FEATURE_AVX;
}

/* Reads the brand, without surrounding blanks. */
static void read_brand(struct host_cpu *c)
{
    unsigned word[12];
    char text[sizeof c->brand] = "";
    for (unsigned i = 0; i < 3; i++)
        if (!__get_cpuid(0x80000002 + i, &word[4 * i], &word[4 * i + 1], &word[4 * i + 2],
                         &word[4 * i + 3]))
            return;
    memcpy(text, word, sizeof word);
    size_t from = strspn(text, " "), n = strlen(text + from);
    while (n > 0 && text[from + n - 1] == ' ')
        n--;
    memcpy(c->brand, text + from, n);
    c->brand[n] = '\0';
}

bool host_read(struct host_cpu *cpu)
{
    unsigned eax, ebx, ecx, edx;
    *cpu = (struct host_cpu){.family = 0};
    if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx))
        return false;
    memcpy(cpu->vendor, &ebx, 4);
    memcpy(cpu->vendor + 4, &edx, 4);
    memcpy(cpu->vendor + 8, &ecx, 4);
    if (!__get_cpuid(LEAF_SIGNATURE, &eax, &ebx, &ecx, &edx))
        return false;
    read_signature(cpu, eax);
    read_features(cpu);
    read_instruction_sets(cpu);
    read_brand(cpu);
    return true;
}
#else
bool host_read(struct host_cpu *cpu)
{
    *cpu = (struct host_cpu){.family = 0};
    return false;
}
#endif
