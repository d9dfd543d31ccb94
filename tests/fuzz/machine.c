/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a machine file, and the bytes after a zero byte as an override. Checks
 * that the machine is valid, and the same after its text is read again. */
#include "machines/machine.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct machine *m)
{
    port_set all = m->n_ports == MACHINE_PORTS ? ~(port_set)0 : ((port_set)1 << m->n_ports) - 1;
    if (!m->name || !m->summary || m->n_ports < 1 || m->fp_registers < 1 || m->unroll < 1 ||
        !(m->peak8.value > 0) || m->displacement < 0)
        abort();
    for (int c = 0; c < OP_CLASSES; c++)
        for (int i = 0; i < m->classes[c].n_needs; i++)
            if (!m->classes[c].needs[i] || m->classes[c].needs[i] & ~all)
                abort();
    for (int c = 0; c < m->n_caches; c++)
        if (!(m->caches[c].bytes > 0) || m->caches[c].user_ways < 1 || m->caches[c].shared < 1)
            abort();
}

/* Checks that rates are positive, and that the numbers of cores ascend. */
static void check_rates(const struct machine *m, int level, enum rate_mix mix)
{
    for (int i = 0; i < m->levels[level].n_rates[mix]; i++) {
        const struct machine_rate *r = &m->levels[level].rates[mix][i];
        if (r->cores < 1 || (i > 0 && r->cores <= r[-1].cores) ||
            machine_rate(m, level, mix, r->cores) != r)
            abort();
        if ((is_known(r->greatest.bytes) && !(r->greatest.bytes.value > 0)) ||
            (is_known(r->median.bytes) && !(r->median.bytes.value > 0)) ||
            (is_known(r->spread) && !(r->spread.value >= 0)))
            abort();
    }
}

static void check_levels(const struct machine *m)
{
    for (int i = 0; i <= m->n_caches; i++) {
        struct quantity overlap = m->levels[i].overlap;
        if (is_known(overlap) && !(overlap.value >= 0 && overlap.value <= 1))
            abort();
        for (int mix = 0; mix < RATE_MIXES; mix++)
            check_rates(m, i, (enum rate_mix)mix);
    }
    for (int i = 0; i < m->n_tlbs; i++)
        if (is_known(m->tlbs[i].entries) && !(m->tlbs[i].entries.value >= 1))
            abort();
}

/* Checks that each instruction line is found by its form, unless the machine lacks it, and that it
 * uses existing ports. */
static void check_instructions(const struct machine *m)
{
    port_set all = m->n_ports == MACHINE_PORTS ? ~(port_set)0 : ((port_set)1 << m->n_ports) - 1;
    for (size_t i = 0; i < m->n_instructions; i++) {
        const struct machine_instruction *x = &m->instructions[i],
                                         *found = machine_instruction(m, x->form);
        if (found != x && !machine_lacks(m, x->form))
            abort();
        if (!(x->issue >= 0) || (is_known(x->latency) && !(x->latency.value >= 0)))
            abort();
        for (int k = 0; k < x->n_needs; k++)
            if (!x->needs[k].ports || x->needs[k].ports & ~all || !(x->needs[k].cycles >= 0) ||
                (k == 0 && x->needs[k].with))
                abort();
    }
    for (int s = 0; s < m->core.n_schedulers; s++)
        if (!m->core.schedulers[s].ports || m->core.schedulers[s].ports & ~all)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    char *text = arena_strndup(&a, (const char *)data, size);
    size_t n = strlen(text);
    const char *set[] = {n < size ? text + n + 1 : NULL};
    struct option_list list = {set, n < size};
    struct machine *m = machine_from_text(&a, "f", text, &list, &d);
    if ((!m) != (d.errors > 0))
        abort();
    if (m) {
        check(m);
        check_instructions(m);
        check_levels(m);
        struct machine *again = machine_from_text(&a, "f", m->text, NULL, &d);
        if (!again || strcmp(again->text, m->text) != 0 || again->unroll != m->unroll ||
            again->n_instructions != m->n_instructions)
            abort();
        for (int c = 0; c < OP_CLASSES; c++)
            if (memcmp(again->classes[c].needs, m->classes[c].needs, sizeof m->classes[c].needs))
                abort();
    }
    arena_free(&a);
    return 0;
}
