/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/chains.h"

#include <string.h>

static const char *const names[] = {
#define CHAIN(NAME, name, meaning) name,
#include "measure/sampling/chains.def"
#undef CHAIN
};

const char *call_chain_name(enum call_chain c)
{
    return names[c];
}

enum call_chain call_chain_of(const char *name)
{
    int c = 0;
    while (c < CALL_CHAINS && strcmp(names[c], name) != 0)
        c++;
    return (enum call_chain)c;
}
