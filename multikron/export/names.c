/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "multikron/export/names.h"

#include <stdio.h>

const char *export_region(const struct export_names *n, unsigned region, char room[EXPORT_NAME])
{
    if (n->regions && n->regions[region])
        return n->regions[region];
    snprintf(room, EXPORT_NAME, "region %u", region);
    return room;
}

const char *export_counter(const struct export_names *n, unsigned counter, char room[EXPORT_NAME])
{
    if (n->counters[counter])
        return n->counters[counter];
    snprintf(room, EXPORT_NAME, "counter %u", counter);
    return room;
}

bool export_counter_shown(const struct export_names *n, unsigned counter)
{
    bool any = false;
    for (int i = 0; i < SAMPLE_COUNTERS; i++)
        any |= n->counters[i] != NULL;
    return !any || n->counters[counter];
}

const char *export_cause(const struct sample *s)
{
    return s->fifo_overrun ? (s->shadow_overrun ? "FIFO and shadow overrun" : "FIFO overrun")
                           : "shadow overrun";
}
