/* SPDX-License-Identifier: GPL-3.0-or-later */
/* procmon.h: what a program tells procmon of its threads, and what it asks (RSRE memo 4554, section
 * 4.2: get.process.data, to.monitor, from.monitor).
 *
 * Link with -lprocmon -lpthread. Nothing happens, and a call costs a load and a branch, unless
 * PROCMON_SOCKET names the socket of a procmon that runs: it sets that for the program it starts.
 *
 *     procmon_register("worker", "solver", PROCMON_ALL_WAITS);   // this thread is called so
 *     unsigned loop = procmon_region("solve.c:solve:12");        // once
 *     procmon_enter(loop);
 *     ...                                                        // samples of it are the loop's
 *     procmon_leave(loop);
 *
 * No call fails or prints. All but procmon_ask and those that ask may come from any thread at any
 * rate; none may come from a signal handler. libprocmon(3) tells more. */
#ifndef PROCMON_H
#define PROCMON_H

#ifdef __cplusplus
extern "C" {
#endif

#define PROCMON_API __attribute__((visibility("default")))

/* Waits that count as such. Time in the others counts as processing, as with channels that nobody
 * monitors (section 4.3). */
enum procmon_waits {
    PROCMON_NO_WAITS = 0,
    PROCMON_COMMUNICATION = 2,
    PROCMON_TIMER = 4,
    PROCMON_DISK = 8,
    PROCMON_ALL_WAITS = 14,
};

/* 1 = a monitor watches this process. */
PROCMON_API int procmon_watched(void);

/* This thread is called so from now on, and is one of a group; at most 31 bytes of each count, NULL
 * is none. With procmon --registered only such threads are watched. */
PROCMON_API void procmon_register(const char *name, const char *group, unsigned waits);
/* It is not any more; its end does the same. */
PROCMON_API void procmon_unregister(void);

/* Number, from 1, of a region: a loop as file:routine:line, or any other name of at most 95 bytes.
 * The same name has the same number. 0 = nobody watches, or there are too many (4096). */
PROCMON_API unsigned procmon_region(const char *name);
/* This thread is in that region from now on, and leaves it: back to the one it was in before. To
 * leave one leaves those that were entered within; one that is not open, nothing. 0 is no region.
 */
PROCMON_API void procmon_enter(unsigned region);
PROCMON_API void procmon_leave(unsigned region);

/* A question to the monitor: `start`, `read`, `read NAME`, `calibrate`. The answer, one line of
 * JSON without its line end, which the caller frees; NULL = nobody answers, within 5 seconds
 * (calibrate: a minute). */
PROCMON_API char *procmon_ask(const char *question);
/* From now on counts what procmon_processing tells, for all of this process. */
PROCMON_API void procmon_start(void);
/* The part of the time since procmon_start (or since it was first seen) that the thread registered
 * by that name was active, 0 to 1: the memo's processing efficiency; the mean of them where several
 * are called so; -1 = not known. */
PROCMON_API double procmon_processing(const char *name);

#ifdef __cplusplus
}
#endif
#endif
