/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs with known shares of CPU time, for tests/unit/sampler-test.c: the test calls itself with
 * the name of one. */
#ifndef TESTS_UNIT_SAMPLER_WORKLOADS_H
#define TESTS_UNIT_SAMPLER_WORKLOADS_H

enum { TOUCHED_PAGES = 1 << 18 }; /* of the workload "touch", by its function touch_pages */

/* Runs the workload words[1], for words[2] seconds of CPU time if it needs a time. words[0] is the
 * path of this program. Its functions loop_a and loop_b use the CPU time. Returns the exit status;
 * 1 = there is no such workload. */
int run_workload(char **words);
/* Waits until this process has no child. */
void wait_for_children(void);

#endif
