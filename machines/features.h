/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instruction set extensions that a description uses, and the description without those that a CPU
 * lacks. */
#ifndef MACHINES_FEATURES_H
#define MACHINES_FEATURES_H

#include "machines/machine.h"

enum feature {
#define FEATURE(NAME, name, title) FEATURE_##NAME,
#define LACK(NAME, key, value)
#define INCLUDES(NAME, OTHER)
#include "machines/features.def"
#undef FEATURE
#undef LACK
#undef INCLUDES
    FEATURES
};
typedef unsigned feature_set; /* bit f = feature f */
#define ALL_FEATURES ((1u << FEATURES) - 1)

/* Returns the name in machine files, such as avx512. */
const char *feature_name(enum feature f);
/* Returns titles such as "AVX-512, FMA". */
const char *feature_titles(struct arena *a, feature_set s);
/* Returns the feature with the name of n bytes; FEATURES = unknown. */
enum feature feature_of(const char *name, size_t n);

/* Returns the features that a CPU which reports `reported` can't use, without those that follow
 * from others. */
feature_set features_unreported(feature_set reported);
/* Returns a set of missing features together with the features that include them. */
feature_set features_lacking(feature_set s);

/* Returns the features whose instructions a description has. */
feature_set machine_features(const struct machine *m);
/* Returns the features of a set that can be removed from a description: it has lines for CPUs
 * without them. */
feature_set machine_spares(const struct machine *m, feature_set features);

/* A description from which features were removed. */
struct machine_cut {
    const struct machine
        *machine;        /* named NAME-without-FEATURE...; the original if nothing was removed */
    const char *removed; /* "vector 64 bytes -> 32 bytes, ..."; "" = nothing */
    size_t forms;        /* instructions that are now absent */
};
/* Removes features. Returns false after a message in d. */
bool machine_without(struct arena *a, const struct machine *m, feature_set features,
                     struct machine_cut *cut, struct diag *d);

#endif
