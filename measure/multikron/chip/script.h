/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chip scripts: texts with one step on each line; '#' starts a comment. words.def lists the steps,
 * multikron(1) describes them:
 *
 *     set fifo-depth 2             parameters are set before the first step
 *     write filter 0xffff
 *     repeat 3 write trace[5] 0x123456789abc
 *     clocks 32
 *     read overrun = 1
 */
#ifndef MULTIKRON_CHIP_SCRIPT_H
#define MULTIKRON_CHIP_SCRIPT_H

#include "base/arena.h"
#include "base/source.h"
#include "measure/multikron/chip/chip.h"

enum chip_step_kind {
#define WORD(KIND, word, reader, how) STEP_##KIND,
#include "measure/multikron/chip/words.def"
#undef WORD
};
struct chip_step {
    enum chip_step_kind kind; /* neither SET nor CPU, whose values are in params and in the steps */
    struct where where;
    uint64_t times;   /* number of repetitions, from 1 */
    unsigned address; /* READ, WRITE */
    unsigned cpu;     /* READ, WRITE: 0-7 */
    unsigned counter; /* EDGES: 0-15 */
    unsigned levels;  /* FIFO_FREE, TEST_PIN: 0 or 1; HARDWARE_RESET: wait states, 0-3 */
    uint64_t value;   /* READ: expected value; WRITE: data; EDGES: number of edges */
    uint64_t clocks;  /* CLOCKS, HARDWARE_RESET: duration; FIFO_FREE: delay, 0 = now; node clocks */
    bool expects;     /* READ: value is checked */
};
struct chip_script {
    struct chip_params params; /* valid */
    struct chip_step *at;
    size_t n;
};

/* Reads the script s, which must outlive the result. An invalid line is a located error in d and is
 * skipped. */
struct chip_script chip_script_read(struct arena *a, struct source *s, struct diag *d);
/* Executes a step once. Returns the result of READ and WRITE; for other steps only done is set. A
 * step beyond CHIP_LAST_CLOCK is not executed; done is then false. */
struct chip_access chip_do_step(struct chip *c, const struct chip_step *step);
#define CHIP_LAST_CLOCK (UINT64_C(1) << 62)

#endif
