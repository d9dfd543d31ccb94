/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"
#include "base/temporary.h"
#include "base/util.h"
#include "measure/probe/inside.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static bool write_source(const char *path, const struct probes *p, struct diag *d)
{
    FILE *f = fopen(path, "w");
    if (f) {
        probe_write(f, p->at, p->n);
        if (file_close(f))
            return true;
    }
    diag_error(d, (struct where){.file = path}, "cannot write: %s", strerror(errno));
    return false;
}

bool probes_run(struct arena *a, const struct machine *m, const char *compiler, struct probes *p,
                struct diag *d)
{
    const char *tmp = getenv("TMPDIR");
    const char *base = arena_printf(a, "%s/probe", tmp && *tmp ? tmp : "/tmp");
    char *folder;
    int lock = temporary_folder(base, &folder);
    if (lock < 0) {
        diag_error(d, (struct where){.file = base}, "cannot create a directory beside this file: %s",
                   strerror(errno));
        return false;
    }
    const char *source = arena_printf(a, "%s/probe.s", folder);
    const char *object = arena_printf(a, "%s/probe.so", folder);
    fill(a, p);
    bool good = write_source(source, p, d) && probe_assemble(compiler, source, object, d) &&
                probe_measure(a, object, m, p, d);
    temporary_remove_folder(folder);
    close(lock);
    temporary_done(folder);
    return good;
}
