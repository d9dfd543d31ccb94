/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the machine files that unit tests need. */
#ifndef TESTS_UNIT_TEST_MACHINE_H
#define TESTS_UNIT_TEST_MACHINE_H

#include "base/diag.h"
#include "machines/machine.h"

#include <stdlib.h>

/* Reads a machine with n values of set replaced, allocated in a. Ends the test if that fails. */
static inline struct machine *read_test_machine(struct arena *a, const char *name, const char **set,
                                                int n)
{
    struct diag d = {0};
    struct option_list list = {set, n};
    struct machine *m = machine_read(a, name, &list, &d);
    if (!m)
        exit(1);
    return m;
}

#endif
