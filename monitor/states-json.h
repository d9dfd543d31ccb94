/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the threads of a process did, as JSON: reports, answers and macs-gap use the same keys. */
#ifndef MONITOR_STATES_JSON_H
#define MONITOR_STATES_JSON_H

#include "base/json.h"
#include "facts/states.h"

#include <stdbool.h>

/* Keys of the open object: how many samples there are, the share of each state and, where
 * intervals are asked for, how far each may be off. */
void json_key_states(struct json *j, const struct state_counts *c, bool intervals);
/* Keys of the open object: who the thread is, when it was there, its states, its time on a CPU. */
void json_key_thread(struct json *j, const struct watched_thread *t, bool intervals);
/* "cpus": how idle each one was. */
void json_key_cpus(struct json *j, const struct watch *w);

#endif
