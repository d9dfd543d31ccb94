/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What programs tell the monitor of their threads (the memo's get.process.data, section 4.2), in
 * memory that all watched processes and the monitor map: a slot a thread. The monitor reads it
 * without a system call. The program's side is monitor/lib/procmon.h; the memory is handed out by
 * monitor/questions.h. */
#ifndef MONITOR_AREA_H
#define MONITOR_AREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    AREA_SLOTS = 4096,
    AREA_REGIONS = 4096,
    AREA_NAME = 32,
    AREA_REGION_NAME = 96,
    AREA_VERSION = 1,
};
#define AREA_MAGIC UINT32_C(0x4e4f4d50) /* "PMON" */
#define AREA_TAKEN UINT32_MAX           /* a tid: the slot is being filled */

/* Written by the thread alone, read by the monitor at any time: each number by an atomic access. */
struct area_slot {
    uint32_t tid;     /* of the kernel; 0 = free */
    uint32_t running; /* 1 from procmon_register until procmon_unregister: the memo's boolean */
    uint32_t waits;   /* bit 1 << enum thread_state: these waits are counted as such; the others
                         count as processing, as with channels that nobody monitors */
    uint32_t region;  /* place in regions + 1; 0 = in none */
    uint64_t start;   /* field 22 of /proc/PID/task/TID/stat, which tells threads of one number
                         apart; 0 = not known */
    char name[AREA_NAME], group[AREA_NAME]; /* 0-terminated; "" = none */
};
struct monitor_area {
    uint32_t magic, version;
    uint32_t changes; /* goes up when a slot changes hands or its name: time to look again */
    uint32_t slots;   /* those from here on were never used */
    uint32_t regions; /* likewise */
    uint32_t unused[11];
    struct area_slot slot[AREA_SLOTS];
    char region[AREA_REGIONS][AREA_REGION_NAME]; /* 0-terminated names; "" = not yet written */
};

/* The monitor's side (monitor/area.c). The memory may hold anything, for any of the programs may
 * write there: what comes out of these is sound all the same, and names are text in
 * UTF-8 without control characters. */

/* Which thread has which slot, as of the last renewal, which does nothing unless something
 * changed. */
struct area_index {
    bool made;
    uint32_t changes; /* the area's, then; goes up here as there */
    size_t n;
    struct area_entry {
        uint32_t tid, slot;
    } at[AREA_SLOTS]; /* by tid, slot */
};
void area_index_renew(struct area_index *x, const struct monitor_area *a);
/* Place of the thread's slot; -1 = it has none. A start of 0, on either side, fits all. */
long area_find(const struct area_index *x, const struct monitor_area *a, uint32_t tid,
               uint64_t start);
/* Numbers alone, for each sample. 0 = in no region; else place in regions + 1. */
uint32_t area_region(const struct monitor_area *a, long slot);
/* As above; all where it is not registered. */
uint32_t area_waits(const struct monitor_area *a, long slot);
bool area_registered(const struct monitor_area *a, long slot);
struct area_names {
    char name[AREA_NAME], group[AREA_NAME]; /* "" = none */
};
struct area_names area_names(const struct monitor_area *a, long slot);
/* The name of what area_region() said; "" = it has none. Regions of one name are one region. */
const char *area_region_name(const struct monitor_area *a, uint32_t region,
                             char name[AREA_REGION_NAME]);

#endif
