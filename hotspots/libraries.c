/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/libraries.h"
#include "base/util.h"

#include <string.h>

const struct library *library_of(const char *path)
{
    static const struct library all[] = {
#define LIBRARY(prefix, name, waits) {prefix, name, waits},
#include "hotspots/libraries.def"
#undef LIBRARY
    };
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strncmp(file, all[i].prefix, strlen(all[i].prefix)) == 0)
            return &all[i];
    return NULL;
}

/* Returns the length of a name without its last part, if that names an instruction set or a variant
 * of the C library. */
static size_t cut_variant(const char *name, size_t n)
{
    static const char *const variants[] = {
        "fma",   "fma4",       "avx",       "avx2",    "avx512",  "evex",  "evex512", "sse2",
        "ssse3", "sse41",      "sse42",     "sse4",    "erms",    "rtm",   "movbe",   "bmi2",
        "no",    "vzeroupper", "unaligned", "aligned", "generic", "finite"};
    size_t at = n;
    while (at > 0 && name[at - 1] != '_')
        at--;
    for (size_t i = 0; i < COUNT_OF(variants) && at > 1; i++)
        if (n - at == strlen(variants[i]) && memcmp(name + at, variants[i], n - at) == 0)
            return at - 1;
    return n;
}

/* Returns a name without the prefix of the C library's internal functions: "ieee754_pow" is pow,
 * and the vector function "ZGVbN2vv_pow" of libmvec is pow. */
static const char *without_prefix(const char *name)
{
    static const char ieee[] = "ieee754_", vector[] = "ZGV";
    const char *bar = strchr(name, '_');
    bool cut =
        strncmp(name, ieee, sizeof ieee - 1) == 0 || strncmp(name, vector, sizeof vector - 1) == 0;
    return cut && bar && bar[1] ? bar + 1 : name;
}

const char *library_function(struct arena *a, const char *symbol)
{
    bool vector = strncmp(symbol, "_ZGV", 4) == 0;
    bool mangled = !vector && (strncmp(symbol, "_Z", 2) == 0 || strncmp(symbol, "_R", 2) == 0);
    const char *name = mangled ? symbol : without_prefix(symbol + strspn(symbol, "_"));
    size_t n = strcspn(name, "@");
    for (size_t shorter = cut_variant(name, n); shorter != n; shorter = cut_variant(name, n))
        n = shorter;
    return n > 0 ? arena_strndup(a, name, n) : symbol;
}
