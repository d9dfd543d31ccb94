/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library that plugins.c loads. */
#include "count.h"

static volatile long calls;

NOT_INLINE void plugged(void)
{
    calls++;
}

__attribute__((constructor)) static void begin(void)
{
    plugged();
}

void call_plugin(long n);
void call_plugin(long n)
{
    for (long i = 0; i < n; i++)
        plugged();
}
