/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the results of the transputers' model as JSON and CSV. */
#include "base/shown.h"
#include "base/util.h"
#include "commands/procmon/sim.h"

#include "base/json.h"

#include <inttypes.h>

const char *const sim_show_names[SIM_SHOWS] = {"processes", "transputers"};

static const char *const monitor_names[TP_MONITORS] = {
#define MONITOR(NAME, word, meaning) word,
#include "lab/transputer/monitors.def"
#undef MONITOR
};

static const char *priority(const struct tp_process *p)
{
    return p->high ? "high" : "low";
}

static void put_exact_times(struct json *j, const char *key, const struct tp_exact_times *t)
{
    json_key_inline_object(j, key);
    json_key_long(j, "running", (long)t->running);
    json_key_long(j, "queued", (long)t->queued);
    json_key_long(j, "communication", (long)t->communication);
    json_key_long(j, "timer", (long)t->timer);
    json_key_long(j, "inside", (long)t->inside);
    json_key_long(j, "ended", (long)t->ended);
    json_end_object(j);
}

static void put_process(struct json *j, const struct tp_program *p, const struct tp_process *q,
                        const struct tp_process_result *r)
{
    json_object(j);
    json_key_text(j, "name", q->name);
    json_key_text(j, "transputer", p->transputers[q->transputer].name);
    json_key_text(j, "priority", priority(q));
    json_key_bool(j, "monitored", r->counts.monitored);
    json_key_inline_object(j, "counts");
    for (enum tp_state s = 0; s < TP_STATES; s++) {
        json_key(j, tp_state_names[s]);
        if (r->counts.monitored)
            json_long(j, (long)tp_counted(r, s));
        else
            json_null(j);
    }
    json_end_object(j);
    json_key_inline_object(j, "monitor");
    for (enum tp_state s = 0; s < TP_STATES; s++)
        json_key_quantity(j, tp_state_names[s], tp_monitor_share(r, s));
    json_end_object(j);
    json_key_inline_object(j, "timed");
    for (enum tp_state s = 0; s < TP_STATES; s++)
        json_key_quantity(j, tp_state_names[s], tp_timed_share(r, s));
    json_end_object(j);
    json_key_inline_object(j, "truth");
    for (enum tp_state s = 0; s < TP_STATES; s++)
        json_key_quantity(j, tp_state_names[s], tp_exact_share(r, s));
    json_key_quantity(j, "inside", tp_subprocess_share(r));
    json_end_object(j);
    put_exact_times(j, "truth-cycles", &r->exact);
    json_key_long(j, "sub-processes", (long)r->n_subs);
    put_exact_times(j, "sub-process-cycles", &r->subs);
    json_key_quantity(j, "tm-cycles", r->tm);
    json_end_object(j);
}

static void put_transputer(struct json *j, const struct tp_transputer *t,
                           const struct tp_transputer_result *r)
{
    json_object(j);
    json_key_text(j, "name", t->name);
    json_key_text(j, "monitor", monitor_names[t->monitor]);
    json_key_long(j, "cycles", (long)r->cycles);
    json_key_long(j, "idle-cycles", (long)r->idle);
    json_key_long(j, "monitor-cycles", (long)r->monitor_cycles);
    json_key_long(j, "rounds", (long)r->rounds);
    json_key_long(j, "idle-rounds", (long)r->idle_rounds);
    json_key_quantity(j, "calibrated", r->calibrated);
    json_key_quantity(j, "efficiency", r->efficiency);
    json_key_quantity(j, "own-round", r->round);
    json_key_quantity(j, "own-round-efficiency", r->timed);
    json_key_quantity(j, "true-efficiency", tp_exact_efficiency(r));
    json_end_object(j);
}

void sim_json(const struct sim_span *of, const struct tp_result *r,
              const struct tp_remarks *remarks, FILE *out)
{
    const struct tp_program *p = of->p;
    struct json j = {.out = out};
    json_object(&j);
    json_key_text(&j, "tool", "procmon sim");
    json_key_text(&j, "script", p->file);
    json_key_quantity(&j, "until", known(of->until));
    json_key_quantity(&j, "seconds", known(of->until - of->from));
    json_key_quantity(&j, "megahertz", known(p->parameters.megahertz));
    json_key_array(&j, "processes");
    for (size_t i = 0; i < p->n_processes; i++)
        put_process(&j, p, &p->processes[i], &r->processes[i]);
    json_end_array(&j);
    json_key_array(&j, "transputers");
    for (size_t i = 0; i < p->n_transputers; i++)
        put_transputer(&j, &p->transputers[i], &r->transputers[i]);
    json_end_array(&j);
    json_key_text(&j, "deadlock", r->deadlock);
    json_key_array(&j, "remarks");
    for (size_t i = 0; remarks && i < remarks->n; i++)
        json_text(&j, remarks->at[i]);
    json_end_array(&j);
    json_end_object(&j);
    json_close(&j);
}

static void put_csv_number(struct quantity q, FILE *out)
{
    char buf[QUANTITY_TEXT];
    fprintf(out, ",%s", is_known(q) ? quantity_exact(q, buf) : "");
}

/* Writes the row of a process. Its names are quoted, because names in scripts may contain commas
 * and quotes. */
static void put_process_row(const struct tp_program *p, const struct tp_process *q,
                            const struct tp_process_result *r, double until, FILE *out)
{
    const struct tp_exact_times *t = &r->exact;
    csv_put_quoted(out, q->name);
    fputc(',', out);
    csv_put_quoted(out, p->transputers[q->transputer].name);
    fprintf(out, ",%s", priority(q));
    for (enum tp_state s = 0; s < TP_STATES; s++)
        put_csv_number(
            r->counts.monitored ? known((double)tp_counted(r, s)) : missing("not monitored"), out);
    for (enum tp_state s = 0; s < TP_STATES; s++)
        put_csv_number(tp_monitor_share(r, s), out);
    for (enum tp_state s = 0; s < TP_STATES; s++)
        put_csv_number(tp_timed_share(r, s), out);
    for (enum tp_state s = 0; s < TP_STATES; s++)
        put_csv_number(tp_exact_share(r, s), out);
    put_csv_number(tp_subprocess_share(r), out);
    fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
            t->running, t->queued, t->communication, t->timer, t->inside, t->ended);
    put_csv_number(r->tm, out);
    put_csv_number(known(until), out);
    fputc('\n', out);
}

static void put_processes_head(FILE *out)
{
    static const char *const kinds[] = {"counted", "monitor", "timed", "true"};
    fputs("process,transputer,priority", out);
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (enum tp_state s = 0; s < TP_STATES; s++)
            fprintf(out, ",%s-%s", kinds[k], tp_state_names[s]);
    fputs(",true-inside,running-cycles,queued-cycles,communication-cycles,timer-cycles,"
          "inside-cycles,ended-cycles,tm-cycles,until\n",
          out);
}

static void put_processes(const struct sim_span *of, const struct tp_result *r, FILE *out)
{
    const struct tp_program *p = of->p;
    if (of->from == 0)
        put_processes_head(out);
    for (size_t i = 0; i < p->n_processes; i++)
        put_process_row(p, &p->processes[i], &r->processes[i], of->until, out);
}

static void put_transputers(const struct sim_span *of, const struct tp_result *r, FILE *out)
{
    const struct tp_program *p = of->p;
    if (of->from == 0)
        fputs("transputer,monitor,cycles,idle-cycles,monitor-cycles,rounds,idle-rounds,calibrated,"
              "own-round,efficiency,own-round-efficiency,true-efficiency,until\n",
              out);
    for (size_t i = 0; i < p->n_transputers; i++) {
        const struct tp_transputer_result *x = &r->transputers[i];
        csv_put_quoted(out, p->transputers[i].name);
        fprintf(out, ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
                monitor_names[p->transputers[i].monitor], x->cycles, x->idle, x->monitor_cycles,
                x->rounds, x->idle_rounds);
        put_csv_number(x->calibrated, out);
        put_csv_number(x->round, out);
        put_csv_number(x->efficiency, out);
        put_csv_number(x->timed, out);
        put_csv_number(tp_exact_efficiency(x), out);
        put_csv_number(known(of->until), out);
        fputc('\n', out);
    }
}

void sim_csv(const struct sim_span *of, const struct tp_result *r, enum sim_show show, FILE *out)
{
    if (show == SIM_PROCESSES)
        put_processes(of, r, out);
    else
        put_transputers(of, r, out);
}
