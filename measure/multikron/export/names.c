/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/export/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct export_names export_no_names(void)
{
    return (struct export_names){.clock = EXPORT_CLOCK, .process_bits = MANIFEST_PROCESS_BITS};
}

struct export_names export_names_from(const struct manifest *m, struct arena *a)
{
    struct export_names n = export_no_names();
    n.run = m->run;
    n.process_bits = m->process_bits;
    if (is_known(m->clock) && m->clock.value >= 1 && m->clock.value < 1e18)
        n.clock = (uint64_t)llround(m->clock.value);
    n.regions = ARENA_ARRAY(a, const char *, EXPORT_REGIONS);
    for (size_t i = 0; i < m->n_regions; i++)
        n.regions[m->regions[i].region] = m->regions[i].loop;
    memcpy(n.counters, m->counters, sizeof n.counters);
    return n;
}

const char *export_region_text(const struct export_names *n, unsigned region)
{
    if (n->regions && n->regions[region])
        return n->regions[region];
    return n->naming ? naming_unnamed_label(n->naming, region) : NULL;
}

const char *export_region(const struct export_names *n, unsigned region, char buffer[EXPORT_NAME])
{
    const char *text = export_region_text(n, region);
    if (text)
        return text;
    snprintf(buffer, EXPORT_NAME, "region %u", region);
    return buffer;
}

const char *export_counter(const struct export_names *n, unsigned counter, char buffer[EXPORT_NAME])
{
    if (n->counters[counter])
        return n->counters[counter];
    snprintf(buffer, EXPORT_NAME, "counter %u", counter);
    return buffer;
}

bool export_counter_shown(const struct export_names *n, unsigned counter)
{
    bool any = false;
    for (int i = 0; i < SAMPLE_COUNTERS; i++)
        any |= n->counters[i] != NULL;
    return !any || n->counters[counter];
}

const char *export_loss_cause(const struct sample *s)
{
    return s->fifo_overrun ? (s->shadow_overrun ? "FIFO and shadow overrun" : "FIFO overrun")
                           : "shadow overrun";
}
