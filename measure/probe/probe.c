/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/util.h"
#include "measure/probe/inside.h"

#include <math.h>

static const struct {
    const char *form;
    enum probe_kind kind;
    const char *text;
} list[] = {
#define PROBE(form, kind, text) {form, PROBE_##kind, text},
#include "measure/probe/probes.def"
#undef PROBE
};
enum { PROBES = COUNT_OF(list) };

const char *probe_kind_name(enum probe_kind kind)
{
    static const char *const names[] = {"latency", "latency of the addend", "cycles each",
                                        "through memory"};
    return names[kind];
}

static void fill(struct arena *a, struct probes *p)
{
    *p = (struct probes){.at = ARENA_ARRAY(a, struct probe, PROBES), .n = PROBES};
    for (int i = 0; i < PROBES; i++) {
        struct probe *to = &p->at[i];
        *to = (struct probe){.form_name = list[i].form, .kind = list[i].kind, .text = list[i].text};
        if (!form_of(to->form_name, strlen(to->form_name), &to->form))
            bug("probes.def: unknown form '%s'", to->form_name);
    }
}

void probe_compare(const struct machine *m, struct probes *p)
{
    for (size_t i = 0; i < p->n; i++) {
        struct probe *one = &p->at[i];
        one->file = probe_expected(m, one);
        double apart = one->measured.value - one->file.value;
        one->differs = is_known(one->measured) && is_known(one->file) &&
                       fabs(apart) > PROBE_SHARE * one->file.value && fabs(apart) > PROBE_CYCLES;
    }
}

static void write_probes(FILE *out, const void *context)
{
    const struct probes *p = context;
    probe_write(out, p->at, p->n);
}

#ifdef __x86_64__
static const bool is_x86 = true;
#else
static const bool is_x86 = false;
#endif

bool probes_run(struct arena *a, const struct machine *m, const char *compiler, struct probes *p,
                struct diag *d)
{
    struct probe_object object;
    if (!is_x86) {
        diag_error(d, (struct where){0}, "only x86-64 machines can be probed");
        return false;
    }
    fill(a, p);
    if (!probe_object_load(a, compiler, write_probes, p, &object, d))
        return false;
    probe_measure(a, &object, m, p);
    probe_object_close(&object);
    return true;
}
