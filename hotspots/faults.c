/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/faults.h"

/* Returns whether page faults of user code were sampled. */
static bool has_faults(const struct profile *p)
{
    for (size_t i = 0; i < p->n_executed; i++)
        if (p->executed[i].faults)
            return true;
    return false;
}

void set_faults(const struct profile *p, const struct row_samples *s, struct hotspot *h)
{
    if (!has_faults(p)) {
        h->faults = h->kernel_seconds = missing("no page fault of user code was sampled");
        return;
    }
    h->faults = known(s->faults / profile_runs(p));
    h->kernel_seconds = p->kernel ? known(s->kernel)
                                  : missing("code of the kernel was not sampled: the system "
                                            "permits samples of user code only");
}
