/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chip scripts: text, a step a line, '#' starts a comment (words.def lists them; multikron(1) tells
 * what they mean):
 *
 *     set fifo-depth 2             parameters come first
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
    enum chip_step_kind kind; /* not SET, not CPU: they are in params, and in the steps */
    struct where where;
    uint64_t times;   /* from 1 */
    unsigned address; /* READ, WRITE */
    unsigned cpu;     /* READ, WRITE: 0-7 */
    unsigned counter; /* EDGES: 0-15 */
    unsigned levels;  /* FIFO_FREE, TEST_PIN: 0 or 1; HARDWARE_RESET: wait states, 0-3 */
    uint64_t value;   /* READ: what is expected; WRITE: data; EDGES: how many */
    uint64_t clocks;  /* CLOCKS, HARDWARE_RESET: how long; FIFO_FREE: in how many, 0 = now */
    bool expects;     /* READ */
};
struct chip_script {
    struct chip_params params; /* without fault */
    struct chip_step *at;
    size_t n;
};

/* The script of that text; s must outlive it. A line that is wrong is a located error in d and is
 * left out; the rest is still read. */
struct chip_script chip_script_read(struct arena *a, struct source *s, struct diag *d);
/* Does a step once. What READ and WRITE came to is returned, for others all is 0 but done. Clocks
 * that would take the model past CHIP_LAST_CLOCK do not pass: then it is not done. */
struct chip_access chip_step_do(struct chip *c, const struct chip_step *step);
#define CHIP_LAST_CLOCK (UINT64_C(1) << 62)

#endif
