/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/plan/marking.h"
#include "base/util.h"

#include <string.h>

const struct variant variants[VARIANTS] = {
    [VARIANT_TIME] = {"time", "timing", true},
    [VARIANT_COUNT] = {"count", "counting", false},
};

bool marking_is_list(const char *loops)
{
    static const char *const choices[] = {"hot", "inner", "outer", "all"};
    for (size_t i = 0; loops && i < COUNT_OF(choices); i++)
        if (strcmp(loops, choices[i]) == 0)
            return false;
    return loops;
}

struct words marking_words(struct arena *a, const char *kma, const struct variant *v,
                           const char *regions, const char *loops, const struct words *options,
                           const char *source, const char *marked)
{
    struct words w = {.n = 0};
    words_add(a, &w, kma);
    words_addf(a, &w, "--instrument=%s", marked);
    words_addf(a, &w, "--regions=%s", regions);
    words_addf(a, &w, "--instrument-mode=%s", v->folder);
    if (loops)
        words_addf(a, &w, "--loops=%s", loops);
    if (marking_is_list(loops)) /* kma is called once per file */
        words_add(a, &w, "--loops-elsewhere");
    words_add_all(a, &w, options);
    words_add(a, &w, source);
    return w;
}
