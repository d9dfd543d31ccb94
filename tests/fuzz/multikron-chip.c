/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a chip script and executes it on a chip, each step a few times and with few
 * clocks. */
#include "measure/multikron/chip/script.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count(void *to, uint64_t clock, uint16_t element)
{
    (void)clock;
    if (!element_parity_is_correct(element))
        abort();
    *(uint64_t *)to += element & ELEMENT_END ? 1 : 0;
}

static void run(const struct chip_script *script)
{
    static struct chip c; /* power-up initializes it */
    uint64_t messages = 0;
    chip_power_up(&c, script->params);
    c.params.wait_limit %= 4096;
    c.send = count;
    c.send_context = &messages;
    for (size_t i = 0; i < script->n; i++) {
        struct chip_step step = script->at[i];
        if (step.kind == STEP_CLOCKS && c.fifo_n)
            step.clocks %= 65536;
        for (uint64_t k = 0; k < step.times && k < 50; k++)
            chip_do_step(&c, &step);
    }
    const struct chip_counts *n = &c.counts;
    if (n->triggered != n->sent + n->disabled + n->filtered + n->discarded + n->given_up +
                            n->reset + n->shifted_out + chip_in_flight(&c))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct source s;
    source_from_bytes(&s, "input", (const char *)data, size);
    struct chip_script script = chip_script_read(&a, &s, &d);
    run(&script);
    source_free(&s);
    arena_free(&a);
    return 0;
}
