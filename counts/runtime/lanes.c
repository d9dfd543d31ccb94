/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses whose elements a mask selects: gathers, scatters, and masked loads and stores. Recorded
 * code calls it at any place: it uses no vector registers. */
#include "counts/runtime/records.h"

/* Returns a signed number of 4 or 8 bytes. */
static int64_t element_of(const uint8_t *at, uint32_t i, uint32_t bytes)
{
    return bytes == 8 ? ((const int64_t *)(const void *)at)[i]
                      : ((const int32_t *)(const void *)at)[i];
}

static bool is_selected(const struct record_lanes *l, uint32_t i)
{
    if (l->mask_bytes)
        return element_of(l->mask, i, l->mask_bytes) < 0;
    return *(const uint64_t *)(const void *)l->mask >> i & 1;
}

static bool is_any_selected(const struct record_lanes *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (is_selected(l, i))
            return true;
    return false;
}

static uint64_t word_of(const struct record_lanes *l, uint32_t i, bool accessed)
{
    int64_t index = l->index_bytes ? element_of(l->index, i, l->index_bytes) : 0;
    uint64_t address = l->base + (uint64_t)index * l->scale;
    if (!accessed)
        address = RECORD_NO_ADDRESS;
    return (uint64_t)(l->number + i) << 48 | (address & RECORD_NO_ADDRESS);
}

void records_add_lanes(const struct record_lanes *l)
{
    uint64_t *to = macs_record.position;
    if (l->index_bytes)
        for (uint32_t i = 0; i < l->n; i++)
            *to++ = word_of(l, i, is_selected(l, i));
    else
        *to++ = word_of(l, 0, is_any_selected(l));
    macs_record.position = to;
}

RECORD_ENTRY("macs_record_lanes", "records_add_lanes");
