/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Software pipelining of a flow's loops. */
#ifndef LAB_SCHEDULE_PIPELINE_H
#define LAB_SCHEDULE_PIPELINE_H

#include "base/arena.h"
#include "lab/schedule/schedule.h"

/* A block that already has its pairs: the kernel of a pipelined loop. */
struct preset {
    size_t block;
    struct lab_pair *pairs;
    size_t n;
};
typedef ARRAY(struct preset) presets;

/* Returns the flow with its counted innermost loops of one block pipelined, each as
 *     LABELS: enough iterations?  prologue  KERNEL: ...  epilogue, jump after  SHORT: original loop
 * if that needs fewer pairs per iteration than list scheduling. The flow belongs to a; release it
 * with flow_release(). */
struct lab_flow flow_pipelined(struct arena *a, const struct lab_flow *f, const struct machine *m,
                               presets *kernels);

#endif
