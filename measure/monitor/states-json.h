/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of threads as JSON. Reports, answers and macs-gap use the same keys. */
#ifndef MONITOR_STATES_JSON_H
#define MONITOR_STATES_JSON_H

#include "base/json.h"
#include "facts/states.h"

#include <stdbool.h>

/* Writes keys of the open object: number of samples, the share of each state and, if `intervals`
 * is set, the confidence intervals. */
void json_key_states(struct json *j, const struct state_counts *c, bool intervals);
/* Writes keys of the open object: identity of the thread, its life, its states, its CPU time. */
void json_key_thread(struct json *j, const struct watched_thread *t, bool intervals);
/* Writes "cpus": the idle share of each CPU. */
void json_key_cpus(struct json *j, const struct watch *w);

#endif
