/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drive/marking.h"
#include "drive/flags.h"

const struct variant variants[VARIANTS] = {
    [VARIANT_TIME] = {"time", "timing", true},
    [VARIANT_COUNT] = {"count", "counting", false},
};

struct words marking_words(struct arena *a, const char *kma, const struct variant *v,
                           const char *regions, const char *loops, const struct words *flags,
                           const char *source, const char *marked)
{
    struct words w = {.n = 0}, options = flags_for_kma(a, flags);
    words_add(a, &w, kma);
    words_addf(a, &w, "--instrument=%s", marked);
    words_addf(a, &w, "--regions=%s", regions);
    words_addf(a, &w, "--instrument-mode=%s", v->folder);
    if (loops)
        words_addf(a, &w, "--loops=%s", loops);
    words_add_all(a, &w, &options);
    words_add(a, &w, source);
    return w;
}
