/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports the current loop of each thread to procmon, if procmon watches the program. The program
 * or a table numbers the regions of libmultikron; the monitor's area numbers those of libprocmon.
 * This file maps one number to the other. */
#include "measure/monitor/lib/procmon.h"
#include "measure/multikron/lib/process.h"

#include <stdlib.h>

int mk_watched;

enum { NO_NUMBER = UINT16_MAX };         /* the area is full */
static uint16_t numbers[MK_REGIONS + 1]; /* region numbers of libprocmon; 0 = unknown yet */

void mk_find_monitor(void)
{
    const char *socket = secure_getenv("PROCMON_SOCKET");
    MK_SET(mk_watched, socket && *socket);
}

/* Returns the number of the region in libprocmon, or NO_NUMBER, and stores it. Signal handlers call
 * it: it takes no lock of libmultikron and uses no function that is unsafe there. */
static unsigned look_up_number(unsigned region)
{
    char name[900];
    if (!procmon_watched()) {
        MK_SET(mk_watched, 0);
        return NO_NUMBER;
    }
    if (!mk_name_of_region(region, name))
        mk_format_key(name, "region ", region);
    unsigned number = procmon_region(name);
    if (number == 0)
        number = NO_NUMBER;
    MK_SET(numbers[region], (uint16_t)number);
    return number;
}

/* Returns the number of the region in libprocmon; 0 = none. */
static unsigned get_number(unsigned region)
{
    region &= MK_REGIONS;
    unsigned number = MK_GET(numbers[region]);
    if (region == 0)
        return 0; /* empty loops that measure the overhead */
    if (__builtin_expect(number == 0, 0))
        number = look_up_number(region);
    return number == NO_NUMBER ? 0 : number;
}

void mk_watch_enter(unsigned region)
{
    procmon_enter(get_number(region));
}

void mk_watch_leave(unsigned region)
{
    procmon_leave(get_number(region));
}

unsigned mk_watch_region(const char *name)
{
    unsigned number = MK_GET(mk_watched) ? procmon_region(name) : 0;
    MK_SET(numbers[number], (uint16_t)number);
    return number;
}

void mk_watch_rename(unsigned region)
{
    MK_SET(numbers[region], 0);
}
