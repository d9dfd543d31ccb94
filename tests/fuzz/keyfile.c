/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as 'key value' text. */
#include "base/keyfile.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct source s;
    source_from_bytes(&s, "input", (const char *)data, size);
    keyfile_read(&a, &s, &d);
    source_free(&s);
    arena_free(&a);
    return 0;
}
