/* SPDX-License-Identifier: GPL-3.0-or-later */
/* procmon.h: reports threads and regions of a program to procmon, and asks it questions (RSRE memo
 * 4554, section 4.2: get.process.data, to.monitor, from.monitor).
 *
 * Link with -lprocmon -lpthread. Calls have no effect, and cost a load and a branch, unless
 * PROCMON_SOCKET names the socket of a running procmon. procmon sets it for the program it starts.
 *
 *     procmon_register("worker", "solver", PROCMON_ALL_WAITS);   // name and group of this thread
 *     unsigned loop = procmon_region("solve.c:solve:12");        // once
 *     procmon_enter(loop);
 *     ...                                                        // samples count for the loop
 *     procmon_leave(loop);
 *
 * No call prints or changes errno. Every function may be called from any thread; those that ask
 * questions are slow. Signal handlers may call procmon_region, procmon_enter and procmon_leave only.
 * See libprocmon(3). */
#ifndef PROCMON_H
#define PROCMON_H

#ifdef __cplusplus
extern "C" {
#endif

#define PROCMON_API __attribute__((visibility("default")))

/* Waits that count as such. Time in other waits counts as processing, as with channels that are
 * not monitored (section 4.3). */
enum procmon_waits {
    PROCMON_NO_WAITS = 0,
    PROCMON_COMMUNICATION = 2,
    PROCMON_TIMER = 4,
    PROCMON_DISK = 8,
    PROCMON_ALL_WAITS = 14,
};

/* Returns 1 if a monitor watches this process, else 0. */
PROCMON_API int procmon_watched(void);

/* Registers this thread with a name and a group, of which at most 31 bytes are used; NULL =
 * none. procmon --registered watches only registered threads. */
PROCMON_API void procmon_register(const char *name, const char *group, unsigned waits);
/* Ends the registration; the end of the thread does the same. */
PROCMON_API void procmon_unregister(void);

/* Returns the number, from 1, of a region: a loop as file:routine:line, or any other name of at
 * most 95 bytes. The same name has the same number. 0 = not watched, or there are too many
 * regions (4096). */
PROCMON_API unsigned procmon_region(const char *name);
/* procmon_enter marks that this thread is in the region. procmon_leave returns to the region it
 * was in before. Leaving a region also leaves regions entered within it; leaving a region that
 * is not open has no effect. 0 is no region. */
PROCMON_API void procmon_enter(unsigned region);
PROCMON_API void procmon_leave(unsigned region);

/* Asks the monitor a question: `start`, `read`, `read NAME`, `calibrate`. Returns the answer,
 * one line of JSON without its line end, which the caller frees; NULL = no answer within 5
 * seconds (calibrate: a minute). */
PROCMON_API char *procmon_ask(const char *question);
/* Resets the counts of procmon_processing, for this process. */
PROCMON_API void procmon_start(void);
/* Returns the share of time, 0 to 1, since procmon_start (or since its first sample), in which
 * the thread registered with that name was active: the memo's processing efficiency. It is the
 * mean of all threads with the name; -1 = unknown. */
PROCMON_API double procmon_processing(const char *name);

#ifdef __cplusplus
}
#endif
#endif
