/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machine descriptions of fuzz targets, each read once per process. */
#ifndef FUZZ_MACHINES_H
#define FUZZ_MACHINES_H

#include "base/diag.h"
#include "machines/machine.h"

#include <stdlib.h>

#define FUZZ_MACHINE                                                                               \
    "name fuzz\n"                                                                                  \
    "summary \"two ports\"\n"                                                                      \
    "ports fpu fxu\n"                                                                              \
    "use.fa fpu\n"                                                                                 \
    "use.fm fpu\n"                                                                                 \
    "use.fma fpu\n"                                                                                \
    "use.fmisc fpu\n"                                                                              \
    "use.lfl fxu\n"                                                                                \
    "use.sfl fxu + fpu\n"                                                                          \
    "use.li fxu\n"                                                                                 \
    "use.si fxu\n"                                                                                 \
    "peak.8 2 flops/cycle\n"                                                                       \
    "peak.4 2 flops/cycle\n"                                                                       \
    "schedule dynamic\n"                                                                           \
    "latency.fa 2 cycles\n"                                                                        \
    "latency.fm 2 cycles\n"                                                                        \
    "latency.fma 2 cycles\n"                                                                       \
    "latency.fmisc 2 cycles\n"                                                                     \
    "fp-registers 8\n"                                                                             \
    "widest-load 8 bytes\n"                                                                        \
    "displacement 32 KB\n"                                                                         \
    "unroll 1\n"                                                                                   \
    "overhead.x 0 instructions\n"                                                                  \
    "overhead.branch 0 instructions\n"                                                             \
    "overhead.increment 0 instructions\n"

#define FUZZ_KSR1                                                                                  \
    "name ksr1\nsummary s\nports left right fpuc\nuse.fa left\nuse.fm left\nuse.fma left + fpuc\n" \
    "use.fmisc left\nuse.lfl right\nuse.sfl right + fpuc\nuse.li right\nuse.si right\n"            \
    "use.left left\nuse.right right\nuse.x left\nuse.y right\npeak.8 2 flops/cycle\n"              \
    "schedule static\nlatency.fa 3 cycles\nlatency.fm 3 cycles\nlatency.fma 3 cycles\n"            \
    "latency.fmisc 3 cycles\nlatency.divide 9 cycles\nlatency.lfl 3 cycles\nlatency.li 3 cycles\n" \
    "latency.left 1 cycle\nlatency.right 1 cycle\nforward.fma.addend 2 cycles\nfp-registers 64\n"  \
    "widest-load 8 bytes\ndisplacement 32 KB\nunroll 16\noverhead.x 2 instructions\n"              \
    "overhead.branch 1 instruction\noverhead.increment 1 instruction\n"                            \
    "mnemonic.fadd8 fa\nmnemonic.fmul8 fm\nmnemonic.fdiv8 fm\nmnemonic.fmad8 fma\n"

/* *kept is initially NULL. */
static inline const struct machine *machine_of_text(const struct machine **kept, const char *text)
{
    static struct arena a;
    struct diag d = {.quiet = true};
    if (!*kept)
        *kept = machine_from_text(&a, "fuzz", text, NULL, &d);
    if (!*kept)
        abort();
    return *kept;
}

#endif
