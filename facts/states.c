/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/states.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const thread_state_names[THREAD_STATES] = {
#define STATE(NAME, name, meaning) #name,
#include "facts/states.def"
#undef STATE
};
const char *const thread_state_meanings[THREAD_STATES] = {
#define STATE(NAME, name, meaning) meaning,
#include "facts/states.def"
#undef STATE
};

uint64_t state_samples(const struct state_counts *c)
{
    uint64_t all = 0;
    for (int s = 0; s < THREAD_STATES; s++)
        all += c->n[s];
    return all;
}

struct quantity state_share(const struct state_counts *c, enum thread_state s)
{
    uint64_t all = state_samples(c);
    return all ? known((double)c->n[s] / (double)all) : missing("no sample was taken");
}

long region_number(const char **at, const char *prefix)
{
    char *end;
    size_t n = strlen(prefix);
    if (strncmp(*at, prefix, n) != 0 || !isdigit((unsigned char)(*at)[n]))
        return -1;
    long number = strtol(*at + n, &end, 10);
    *at = end;
    return number < REGION_NUMBERS ? number : -1;
}
