/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a bounds file and simulates a run of its loops. */
#include "gaps/online/macs_gap.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[40], why[60];
    struct mg_result r;
    int fd = memfd_create("bounds", 0);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    macs_gap *g = mg_read(path, 3, why, sizeof why);
    for (int l = 0; l < mg_loops(g); l++) {
        mg_add(g, l, 1, 3, 10);
        mg_skip(g, l, 1, 0, 2);
        if (mg_find(g, mg_name(g, l)) != l || mg_get(g, l, MG_ALL, &r) != 0 || r.threads != 1)
            abort();
    }
    mg_free(g);
    close(fd);
    return 0;
}
