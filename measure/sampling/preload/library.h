/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to the preloaded library, which runs in the sampled program: it uses the C library only,
 * and changes neither errno nor the program's signals. */
#ifndef MEASURE_SAMPLING_PRELOAD_LIBRARY_H
#define MEASURE_SAMPLING_PRELOAD_LIBRARY_H

#include "measure/sampling/preload/area.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Sends a message with a text of n bytes; pid, tid and time are filled in. Async-signal-safe. */
void area_send(struct area *a, struct message *m, const char *text, size_t n);

/* Sends the executable mappings of the process that were not sent before. Async-signal-safe; does
 * nothing while another thread does the same. */
void maps_send(struct area *a);
/* Returns true if the address is in a mapping that was sent. Async-signal-safe. */
bool maps_include(uint64_t address);
/* The next maps_include returns false: a library was loaded or removed. */
void maps_invalidate(void);
/* To be called in the child after fork: another thread may have been sending mappings, and those
 * that the parent sent can be unknown when the child's messages are read, because the parent has
 * ended. */
void maps_forget(void);

/* sigaction and pthread_sigmask of the C library. */
int real_sigaction(int number, const struct sigaction *action, struct sigaction *old);
int real_sigmask(int how, const sigset_t *set, sigset_t *old);

/* The signal of the timers: one that few programs use. */
static inline int sampling_signal(void)
{
    return SIGRTMAX - 3;
}
/* Starts and ends sampling of the calling thread. */
void thread_begin(void);
void thread_end(void);
/* Reports to the sampler that the program has a CPU timer of its own, or that it requested a
 * handler for the signal of the timers. */
void note_other_timer(void);
void note_signal_use(void);
/* Sends the CPU time of the calling thread, before the process ends. */
void thread_send_end(void);

#endif
