/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of a flow that are pipelined. */
#ifndef LAB_SCHEDULE_PIPELINE_H
#define LAB_SCHEDULE_PIPELINE_H

#include "base/arena.h"
#include "lab/schedule/schedule.h"

/* A block whose pairs are there already: the kernel of a pipelined loop. */
struct preset {
    size_t block;
    struct lab_pair *pairs;
    size_t n;
};
typedef ARRAY(struct preset) presets;

/* The flow with its counted innermost loops of one block pipelined, each as
 *     LABELS: enough passes?  prologue  KERNEL: ...  epilogue, jump behind  SHORT: the loop as it
 * was where that is shorter a pass than list scheduling makes it. In a; flow_release() it. */
struct lab_flow flow_pipelined(struct arena *a, const struct lab_flow *f, const struct machine *m,
                               presets *kernels);

#endif
