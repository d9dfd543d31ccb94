/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-samples bare|network SAMPLES [resources]: writes a sample file or a network stream to
 * standard output, for bench/multikron.sh: trace samples of 4 nodes with 4 processes each, in order
 * of time. With a third argument, every 64th sample is a resource sample. The output is always the
 * same. */
#include "measure/multikron/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_bytes(const uint8_t *bytes, size_t n, int network)
{
    uint8_t elements[2 * SAMPLE_RESOURCE_BYTES];
    for (size_t i = 0; network && i < n; i++) {
        uint16_t e = element_of(bytes[i], i + 1 == n);
        elements[2 * i] = (uint8_t)e;
        elements[2 * i + 1] = (uint8_t)(e >> 8);
    }
    fwrite(network ? elements : bytes, network ? 2 : 1, n, stdout);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    int network = strcmp(argv[1], "network") == 0;
    uint64_t random = 88172645463325252u, stamp = 0;
    long samples = atol(argv[2]);
    for (long i = 0; i < samples; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        stamp += 1 + (random & 0xffff);
        struct sample s = {.kind = argc > 3 && i % 64 == 0 ? SAMPLE_RESOURCE : SAMPLE_TRACE,
                           .cpu = random >> 16 & 3,
                           .timestamp = stamp & SAMPLE_TIME_MASK,
                           .source = (uint32_t)((random >> 18 & 3) << 16 | (random >> 20 & 3)),
                           .user = random >> 16};
        for (int c = 0; c < SAMPLE_COUNTERS; c++)
            s.counters[c] = (uint32_t)(stamp >> c);
        uint8_t bytes[SAMPLE_RESOURCE_BYTES];
        write_bytes(bytes, sample_pack(bytes, &s), network);
    }
    return fflush(stdout) != 0;
}
