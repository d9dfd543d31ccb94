/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the results of the transputers' model as text. */
#include "commands/procmon/sim.h"
#include "base/util.h"

#include <inttypes.h>

static const char *const monitor_names[TP_MONITORS] = {
#define MONITOR(NAME, word, meaning) word,
#include "lab/transputer/monitors.def"
#undef MONITOR
};

static const char *percent(struct arena *a, struct quantity q)
{
    return is_known(q) ? arena_printf(a, "%.2f %%", 100 * q.value) : NULL;
}

static const char *milliseconds(struct arena *a, const struct tp_program *p, struct quantity cycles)
{
    return is_known(cycles)
               ? arena_printf(a, "%.3f ms", cycles.value / (p->parameters.megahertz * 1e3))
               : NULL;
}

static void add_row(struct table *t, const char *process, const char *state, const char *count,
                    const char *monitor, const char *timed, const char *exact)
{
    table_cell(t, process);
    table_cell(t, state);
    table_cell(t, count);
    table_cell(t, monitor);
    table_cell(t, timed);
    table_cell(t, exact);
}

static void process_rows(struct arena *a, struct table *t, const struct tp_program *p,
                         const struct tp_process *process, const struct tp_process_result *r)
{
    for (enum tp_state s = 0; s < TP_STATES; s++) {
        const char *count =
            r->counts.monitored ? arena_printf(a, "%" PRIu64, tp_counted(r, s)) : NULL;
        add_row(t, s == 0 ? process->name : "", tp_state_names[s], count,
                percent(a, tp_monitor_share(r, s)), percent(a, tp_timed_share(r, s)),
                percent(a, tp_exact_share(r, s)));
    }
    if (r->exact.inside)
        add_row(t, "", "sub-processes", NULL, NULL, NULL, percent(a, tp_subprocess_share(r)));
    if (is_known(r->tm))
        add_row(t, "", "on the CPU", NULL, milliseconds(a, p, r->tm), NULL,
                milliseconds(a, p, known((double)r->exact.running)));
}

static void print_processes(struct arena *a, const struct tp_program *p, const struct tp_result *r,
                            FILE *out)
{
    struct table t = {.align = "llrrrr"};
    add_row(&t, "process", "state", "counted", "monitor", "by clock", "exact");
    for (size_t i = 0; i < p->n_processes; i++)
        process_rows(a, &t, p, &p->processes[i], &r->processes[i]);
    table_print(&t, out);
    table_free(&t);
}

static void print_transputers(struct arena *a, const struct tp_program *p,
                              const struct tp_result *r, FILE *out)
{
    struct table t = {.align = "llrrrrrr"};
    static const char *const head[] = {"transputer", "monitor",   "rounds", "idle rounds",
                                       "efficiency", "own round", "exact",  "overhead"};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        table_cell(&t, head[i]);
    for (size_t i = 0; i < p->n_transputers; i++) {
        const struct tp_transputer_result *x = &r->transputers[i];
        bool none = p->transputers[i].monitor == TP_MONITOR_NONE;
        struct quantity overhead =
            q_div(known((double)x->monitor_cycles), known((double)x->cycles), "it did not run");
        table_cell(&t, p->transputers[i].name);
        table_cell(&t, monitor_names[p->transputers[i].monitor]);
        table_cell(&t, none ? NULL : arena_printf(a, "%" PRIu64, x->rounds));
        table_cell(&t, none ? NULL : arena_printf(a, "%" PRIu64, x->idle_rounds));
        table_cell(&t, percent(a, x->efficiency));
        table_cell(&t, percent(a, x->timed));
        table_cell(&t, percent(a, tp_exact_efficiency(x)));
        table_cell(&t, none ? NULL : percent(a, overhead));
    }
    table_print(&t, out);
    table_free(&t);
}

void sim_text(struct arena *a, const struct sim_span *of, const struct tp_result *r,
              const struct tp_remarks *remarks, FILE *out)
{
    const struct tp_program *p = of->p;
    if (of->from > 0)
        fputc('\n', out);
    if (of->until - of->from < p->seconds)
        fprintf(out, "%s: %g s to %g s at %g MHz\n\n", p->file, of->from, of->until,
                p->parameters.megahertz);
    else
        fprintf(out, "%s: %g s at %g MHz\n\n", p->file, p->seconds, p->parameters.megahertz);
    print_processes(a, p, r, out);
    fputc('\n', out);
    print_transputers(a, p, r, out);
    if (remarks && remarks->n > 0)
        fputc('\n', out);
    for (size_t i = 0; remarks && i < remarks->n; i++)
        fprintf(out, "%s\n", remarks->at[i]);
}
