/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that the files of libprocmon share. The state is one for each process, because
 * the functions of the library have no handle. */
#ifndef MONITOR_LIB_PROCESS_H
#define MONITOR_LIB_PROCESS_H

#include "measure/monitor/area.h"

#include <stddef.h>

/* Connects to the monitor. Returns -1 with errno if no monitor answers. No call on the
 * connection waits longer than that many seconds. */
int pm_connect(int seconds);
/* Writes all bytes. */
_Bool pm_send(int connection, const char *text, size_t n);

/* Returns the next answer, one line without its end, which the caller frees; NULL = no answer,
 * or data after its end, which a monitor does not send. */
char *pm_receive_line(int connection);
/* Returns the share in an answer to `processing`: digits, a dot and six digits; -1 = invalid. */
double pm_share_of(const char *answer);

/* Returns the monitor's memory, mapped; NULL = none. */
struct monitor_area *pm_fetch_area(void);

/* In a child process: drops the parent's connection. */
void pm_forget_question(void);

#endif
