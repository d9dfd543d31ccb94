/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as KSR1 assembly. Checks that the loops are valid even if the text has errors,
 * and that they are the same in reverse order, for which the text is read again. */
#include "bounds/bounds.h"
#include "ksr-asm/ksr-asm.h"
#include "tests/fuzz/machines.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
    static const struct machine *kept;
    const struct machine *m = machine_of_text(&kept, FUZZ_KSR1);
    struct loop_ask ask = {.machine = m, .details = true, .pairs = true};
    struct scan *f = ksr_scanner.scan_bytes(&ask, "f", (const char *)data, size, &d);
    size_t n = loops_n(scan_loops(f));
    n = n < MOST ? n : MOST;
    struct compiled_loop *loops = ARENA_ARRAY(&a, struct compiled_loop, n + 1);
    for (size_t i = 0; i < n; i++) {
        scan_loop_details(f, &a, i, &loops[i]);
        check(&a, m, &loops[i]);
    }
    for (size_t i = n; i-- > 0;) {
        struct compiled_loop again;
        scan_loop_details(f, &a, i, &again);
        if (!same(&loops[i], &again))
            abort();
    }
    scan_free(f);
    arena_free(&a);
    return 0;
}
