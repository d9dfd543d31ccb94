/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/area.h"
#include "base/util.h"

#include <stdlib.h>

#define GET(at) __atomic_load_n(&(at), __ATOMIC_ACQUIRE)

static uint32_t limit_count(uint32_t n, uint32_t most)
{
    return n < most ? n : most;
}

static int compare_slots(const void *a, const void *b)
{
    const struct area_entry *x = a, *y = b;
    return ORDER_BY_TWO(x, y, tid, slot);
}

void area_index_renew(struct area_index *x, const struct monitor_area *a)
{
    uint32_t changes = GET(a->changes);
    if (x->made && x->changes == changes)
        return;
    uint32_t n = limit_count(GET(a->slots), AREA_SLOTS);
    x->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t tid = GET(a->slot[i].tid);
        if (tid != 0 && tid != AREA_BUSY)
            x->at[x->n++] = (struct area_entry){tid, i};
    }
    qsort(x->at, x->n, sizeof *x->at, compare_slots);
    x->changes = changes;
    x->made = true;
}

/* Returns the index of the first entry with at least that tid. */
static size_t find_tid(const struct area_index *x, uint32_t tid)
{
    return FIRST_AT_LEAST(x->at, x->n, struct area_entry, tid, tid);
}

long area_find(const struct area_index *x, const struct monitor_area *a, uint32_t tid,
               uint64_t start)
{
    for (size_t i = find_tid(x, tid); i < x->n && x->at[i].tid == tid; i++) {
        uint64_t its = GET(a->slot[x->at[i].slot].start);
        if (its == start || its == 0 || start == 0)
            return (long)x->at[i].slot;
    }
    return -1;
}

uint32_t area_region(const struct monitor_area *a, long slot)
{
    uint32_t region = GET(a->slot[slot].region);
    return region <= limit_count(GET(a->regions), AREA_REGIONS) ? region : 0;
}

/* Returns the bytes of the well-formed UTF-8 character at s, which is 0-terminated; 0 = invalid
 * or a control character. */
static int character_bytes(const unsigned char *s)
{
    int n = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    uint32_t c = n == 1 ? s[0] : s[0] & (0x7fu >> n);
    static const uint32_t least[] = {0, 0x20, 0xa0, 0x800, 0x10000};
    for (int i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (s[i] & 0x3f);
    }
    bool stray = s[0] >= 0xf8 || (s[0] >= 0x80 && s[0] < 0xc0) || (c >= 0xd800 && c < 0xe000);
    return stray || c < least[n] || c == 0x7f || c > 0x10ffff ? 0 : n;
}

/* Programs may write during the copy: a longer name is cut, and bytes that are not text become
 * '_'. */
static void copy_name(char *to, const char *from, int size)
{
    int n = 0;
    for (; n < size - 1; n++)
        if ((to[n] = __atomic_load_n(from + n, __ATOMIC_RELAXED)) == 0)
            break;
    to[n] = 0;
    for (int i = 0; i < n;) {
        int bytes = character_bytes((unsigned char *)to + i);
        if (bytes == 0)
            to[i] = '_';
        i += bytes ? bytes : 1;
    }
}

bool area_registered(const struct monitor_area *a, long slot)
{
    return GET(a->slot[slot].running) != 0;
}

uint32_t area_waits(const struct monitor_area *a, long slot)
{
    return area_registered(a, slot) ? GET(a->slot[slot].waits) : UINT32_MAX;
}

struct area_names area_names(const struct monitor_area *a, long slot)
{
    struct area_names names;
    copy_name(names.name, a->slot[slot].name, AREA_NAME);
    copy_name(names.group, a->slot[slot].group, AREA_NAME);
    return names;
}

const char *area_region_name(const struct monitor_area *a, uint32_t region,
                             char name[AREA_REGION_NAME])
{
    name[0] = 0;
    if (region > 0 && region <= AREA_REGIONS)
        copy_name(name, a->region[region - 1], AREA_REGION_NAME);
    return name;
}
