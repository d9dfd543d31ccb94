/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of instructions that a description uses, and the description without those that a CPU lacks.
 */
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

/* avx512 */
const char *feature_name(enum feature f);
/* "AVX-512, FMA" */
const char *feature_titles(struct arena *a, feature_set s);
/* The feature of a name that is so long; FEATURES = there is none. */
enum feature feature_of(const char *name, size_t n);

/* Those that a CPU cannot use which reports these: none that one of them includes. */
feature_set features_unreported(feature_set reported);
/* A set of features that lack, with those that include one of them. */
feature_set features_lacking(feature_set s);

/* Those whose instructions a description has. */
feature_set machine_features(const struct machine *m);
/* Those of a set that a description can be freed of: it says what holds without them. */
feature_set machine_spares(const struct machine *m, feature_set features);

/* What a description becomes without features that it spares. */
struct machine_cut {
    const struct machine *machine; /* NAME-without-FEATURE...; as it was where there are none */
    const char *removed;           /* "vector 64 bytes -> 32 bytes, ..."; "" = nothing */
    size_t forms;                  /* instructions that are absent now */
};
/* name: of the new description; NULL = as above. False after a message in d. */
bool machine_without(struct arena *a, const struct machine *m, feature_set features,
                     const char *name, struct machine_cut *cut, struct diag *d);

#endif
