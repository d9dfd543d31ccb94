/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data that programs report about their threads (the memo's get.process.data, section 4.2),
 * in memory that is mapped by all watched processes and by the monitor: one slot for each
 * thread. The monitor reads it without a system call. measure/monitor/lib/procmon.h is the
 * interface of programs; measure/monitor/questions.h passes the memory to them. */
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
#define AREA_BUSY UINT32_MAX            /* value of tid while a slot is filled */

/* Written only by the thread, read by the monitor at any time. Each number is accessed
 * atomically. */
struct area_slot {
    uint32_t tid;     /* kernel's thread ID; 0 = free */
    uint32_t running; /* 1 from procmon_register until procmon_unregister: the memo's boolean */
    uint32_t waits; /* bit 1 << enum thread_state: these waits are counted as such; the others count
                       as processing, as with channels that are not monitored */
    uint32_t region; /* index in regions + 1; 0 = none */
    uint64_t start;  /* field 22 of /proc/PID/task/TID/stat, which distinguishes threads with the
                        same ID; 0 = unknown */
    char name[AREA_NAME], group[AREA_NAME]; /* 0-terminated; "" = none */
};
struct monitor_area {
    uint32_t magic, version;
    uint32_t changes; /* incremented when the owner or the name of a slot changes; the monitor then
                         renews its index */
    uint32_t slots;   /* number of slots that have been used */
    uint32_t regions; /* number of regions */
    uint32_t unused[11];
    struct area_slot slot[AREA_SLOTS];
    char region[AREA_REGIONS][AREA_REGION_NAME]; /* 0-terminated names; "" = not yet written */
};

/* The monitor's side (measure/monitor/area.c). The memory may contain anything, because every
 * program can write to it. The results of these functions are valid in any case; names are UTF-8
 * text without control characters. */

/* The slots of threads at the last renewal. A renewal does nothing if nothing has changed. */
struct area_index {
    bool made;
    uint32_t changes; /* value of area.changes at the last renewal */
    size_t n;
    struct area_entry {
        uint32_t tid, slot;
    } at[AREA_SLOTS]; /* sorted by tid, slot */
};
void area_index_renew(struct area_index *x, const struct monitor_area *a);
/* Returns the index of the thread's slot; -1 = none. A start of 0, on either side, matches all. */
long area_find(const struct area_index *x, const struct monitor_area *a, uint32_t tid,
               uint64_t start);
/* Returns the thread's region, for each sample: index in regions + 1; 0 = none. */
uint32_t area_region(const struct monitor_area *a, long slot);
/* Returns the waits that are counted as such; all if the thread is not registered. */
uint32_t area_waits(const struct monitor_area *a, long slot);
bool area_registered(const struct monitor_area *a, long slot);
struct area_names {
    char name[AREA_NAME], group[AREA_NAME]; /* "" = none */
};
struct area_names area_names(const struct monitor_area *a, long slot);
/* Copies the name of a region from area_region(); "" = none. Regions with the same name are one
 * region. */
const char *area_region_name(const struct monitor_area *a, uint32_t region,
                             char name[AREA_REGION_NAME]);

#endif
