/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as KSR1 assembly: the loops that come out are sound, whatever else
 * is wrong; asking for them backwards, which reads the text again, says the
 * same. */
#include "bounds/bounds.h"
#include "ksr-asm/ksr-asm.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char description[] =
    "name ksr1\nsummary s\nports left right fpuc\nuse.fa left\nuse.fm left\nuse.fma left + fpuc\n"
    "use.fmisc left\nuse.lfl right\nuse.sfl right + fpuc\nuse.li right\nuse.si right\n"
    "use.left left\nuse.right right\nuse.x left\nuse.y right\npeak.8 2 flops/cycle\n"
    "schedule static\nlatency.fa 3 cycles\nlatency.fm 3 cycles\nlatency.fma 3 cycles\n"
    "latency.fmisc 3 cycles\nlatency.divide 9 cycles\nlatency.lfl 3 cycles\nlatency.li 3 cycles\n"
    "latency.left 1 cycle\nlatency.right 1 cycle\nforward.fma.addend 2 cycles\nfp-registers 64\n"
    "widest-load 8 bytes\ndisplacement 32 KB\nunroll 16\noverhead.x 2 instructions\n"
    "overhead.branch 1 instruction\noverhead.increment 1 instruction\n"
    "mnemonic.fadd8 fa\nmnemonic.fmul8 fm\nmnemonic.fdiv8 fm\nmnemonic.fmad8 fma\n";

static void check(struct arena *a, const struct machine *m, const struct compiled_loop *l)
{
    const char *wrong = compiled_loop_check(a, l);
    double sum = 0;
    for (int c = 0; c < OP_CLASSES; c++)
        sum += l->counts.n[c];
    struct bound mac = bound_mac(a, m, &l->counts, &l->recurrence, l->k);
    if (wrong || sum > 2 * (double)l->length || (is_known(l->k) && !(l->k.value >= 1)) ||
        (is_known(l->k) && !l->k_how) || (is_known(mac.ti) && mac.ti.value < 0))
        abort();
    for (size_t i = 0; i < l->n_areas; i++)
        if (l->areas[i].length > l->length || l->areas[i].begin < 1 ||
            l->areas[i].end > l->length + 1)
            abort();
}

static bool same(const struct compiled_loop *x, const struct compiled_loop *y)
{
    return memcmp(&x->counts, &y->counts, sizeof x->counts) == 0 && x->length == y->length &&
           is_known(x->k) == is_known(y->k) && (!is_known(x->k) || x->k.value == y->k.value) &&
           x->recurrence.n == y->recurrence.n && x->recurrence.latency == y->recurrence.latency &&
           x->recurrence.distance == y->recurrence.distance;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 200 };
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct machine *m = machine_from_text(&a, "m", description, NULL, &d);
    struct loop_ask ask = {.machine = m, .details = true, .pairs = true};
    if (!m)
        abort();
    struct ksr_file *f = ksr_scan_bytes(&ask, "f", (const char *)data, size, &d);
    size_t n = loops_n(ksr_loops(f));
    n = n < MOST ? n : MOST;
    struct compiled_loop *loops = ARENA_ARRAY(&a, struct compiled_loop, n + 1);
    for (size_t i = 0; i < n; i++) {
        ksr_loop_details(f, &a, i, &loops[i]);
        check(&a, m, &loops[i]);
    }
    for (size_t i = n; i-- > 0;) {
        struct compiled_loop again;
        ksr_loop_details(f, &a, i, &again);
        if (!same(&loops[i], &again))
            abort();
    }
    ksr_free(f);
    arena_free(&a);
    return 0;
}
