/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kmacstat-scan.h"
#include "commands/kmacstat.h"
#include "ksr-asm/ksr-asm.h"

/* ---- KSR1 ---- */

static void *ksr1_scan(const struct loop_ask *ask, const char *path, struct diag *d)
{
    return ksr_scan(ask, path, d);
}

static const struct loop_finder *ksr1_loops(const void *file)
{
    return ksr_loops(file);
}

static void ksr1_loop(const void *file, struct arena *a, size_t i, struct compiled_loop *l)
{
    ksr_loop(file, a, i, l);
}

static void ksr1_details(void *file, struct arena *a, size_t i, struct compiled_loop *l)
{
    ksr_loop_details(file, a, i, l);
}

static void ksr1_free(void *file)
{
    ksr_free(file);
}

static const struct scanner ksr1 = {ksr1_scan,    ksr1_loops, ksr1_loop,
                                    ksr1_details, ksr1_free,  kmacstat_put_ksr_loop};

/* ---- all of them ---- */

const struct scanner *scanner_of(const struct machine *m, struct diag *d)
{
    (void)m;
    (void)d;
    return &ksr1;
}
