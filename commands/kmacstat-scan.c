/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kmacstat-scan.h"
#include "commands/kmacstat.h"
#include "ksr-asm/ksr-asm.h"
#include "x86-asm/x86-asm.h"

#include <stdlib.h>
#include <string.h>

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

static const struct scanner ksr1 = {
    ksr1_scan, ksr1_loops, ksr1_loop, ksr1_details, ksr1_free, false, kmacstat_put_ksr_loop};

/* ---- x86-64 ---- */

static void *x86_64_scan(const struct loop_ask *ask, const char *path, struct diag *d)
{
    return x86_scan(ask, path, d);
}

static const struct loop_finder *x86_64_loops(const void *file)
{
    return x86_loops(file);
}

static void x86_64_loop(const void *file, struct arena *a, size_t i, struct compiled_loop *l)
{
    x86_loop(file, a, i, l);
}

static void x86_64_details(void *file, struct arena *a, size_t i, struct compiled_loop *l)
{
    x86_loop_details(file, a, i, l);
}

static void x86_64_free(void *file)
{
    x86_free(file);
}

static const struct scanner x86_64 = {x86_64_scan,          x86_64_loops, x86_64_loop,
                                      x86_64_details,       x86_64_free,  true,
                                      kmacstat_put_x86_loop};

/* ---- all of them ---- */

const struct scanner *scanner_of(const struct machine *m)
{
    return m->isa == MACHINE_X86_64 ? &x86_64 : &ksr1;
}

enum { LOOKED_AT = 1 << 16 }; /* bytes of a file that tell whose assembly it is */

bool scanner_fits(const struct scanner *s, const char *path, struct diag *d)
{
    FILE *f = strcmp(path, "-") == 0 ? NULL : fopen(path, "r");
    if (!f)
        return true; /* who reads it says what is wrong */
    char *text = xmalloc(LOOKED_AT);
    size_t n = fread(text, 1, LOOKED_AT, f);
    bool x86 = x86_looks_like(text, n), ksr = ksr_looks_like(text, n);
    free(text);
    fclose(f);
    struct where whole = {.file = path};
    if (s == &ksr1 && x86 && !ksr)
        diag_error(d, whole,
                   "this is x86-64 assembly: say --machine=golden-cove, or the name of "
                   "another x86-64 machine");
    else if (s == &x86_64 && ksr && !x86)
        diag_error(d, whole, "this is KSR1 assembly: say --machine=ksr1");
    else
        return true;
    return false;
}
