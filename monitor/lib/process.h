/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of libprocmon share. There is one state of the process, for the library has to
 * answer to calls that bring no handle. */
#ifndef MONITOR_LIB_PROCESS_H
#define MONITOR_LIB_PROCESS_H

#include "monitor/area.h"

#include <stddef.h>

/* A connection to the monitor, -1 = nobody answers: errno says why. No call on it waits longer than
 * so many seconds for anything. */
int pm_connect(int seconds);
/* Writes all of it. */
_Bool pm_send(int connection, const char *text, size_t n);

/* The answer that comes next, one line without its end, to free; NULL = none came, or something
 * after its end, which is no answer of a monitor. */
char *pm_receive_line(int connection);
/* The share of an answer to `processing`: digits, a dot and six digits; -1 = it is none. */
double pm_share_of(const char *answer);

/* The memory that the monitor hands out, mapped; NULL = there is none. */
struct monitor_area *pm_fetch_area(void);

/* In a child: its parent's connection is not its own. */
void pm_forget_question(void);

#endif
