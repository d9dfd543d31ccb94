/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the reports of procmon as JSON (doc/procmon.schema.json) and CSV. */
#include "config.h"
#include "base/shown.h"
#include "commands/cells.h"
#include "commands/procmon/procmon.h"
#include "measure/monitor/states-json.h"

#include <inttypes.h>

/* ---- JSON ---- */

static void json_waits(struct json *j, const struct watched_thread *h)
{
    json_key_array(j, "waits");
    for (size_t i = 0; i < h->n_sites; i++) {
        const struct wait_site *s = &h->sites[i];
        json_inline_members(j, "tttti", "state", thread_state_names[s->state], "call", s->call,
                            "what", s->what, "peer", s->peer, "samples", (long)s->samples);
    }
    json_end_array(j);
}

static void json_regions(struct json *j, const struct watched_thread *h)
{
    json_key_array(j, "regions");
    for (size_t i = 0; i < h->n_regions; i++) {
        const struct state_region *r = &h->regions[i];
        json_object(j);
        json_key_text(j, "name", r->name);
        json_key_states(j, &r->counts, true);
        json_end_object(j);
    }
    json_end_array(j);
}

static void json_thread(struct json *j, const struct watched_thread *h)
{
    json_object(j);
    json_key_thread(j, h, true);
    json_key_bool(j, "may_spin", h->may_spin);
    json_waits(j, h);
    json_regions(j, h);
    json_end_object(j);
}

void procmon_json(const struct watch *w, double until, FILE *out)
{
    struct json j = {.out = out};
    json_object(&j);
    json_key_text(&j, "tool", "procmon");
    json_key_text(&j, "command", w->command);
    json_key_quantity(&j, "until", known(until));
    json_key_quantity(&j, "seconds", known(w->seconds));
    json_key_long(&j, "samples", (long)w->samples);
    json_key_quantity(&j, "rate", known(w->rate));
    json_key_quantity(&j, "asked", known(w->asked));
    json_key_quantity(&j, "cost", known(w->cost));
    json_key_array(&j, "threads");
    for (size_t i = 0; i < w->n_threads; i++)
        json_thread(&j, &w->threads[i]);
    json_end_array(&j);
    json_key_cpus(&j, w);
    json_key_notes(&j, "notes", &w->notes);
    json_end_object(&j);
    json_close(&j);
}

/* ---- CSV ---- */

static void csv_text(FILE *out, const char *text)
{
    fputc(',', out);
    csv_put_quoted(out, text);
}

/* Writes a number; an empty field if it is missing. */
static void csv_number(FILE *out, struct quantity q)
{
    char text[QUANTITY_TEXT];
    fprintf(out, ",%s", is_known(q) ? quantity_exact(q, text) : "");
}

static void csv_heads(FILE *out)
{
    fputs("until,pid,tid,name,group,begin,seconds,ended,samples", out);
    for (int s = 0; s < THREAD_STATES; s++)
        fprintf(out, ",%s", thread_state_names[s]);
    for (int s = 0; s < THREAD_STATES; s++)
        fprintf(out, ",%s_low,%s_high", thread_state_names[s], thread_state_names[s]);
    fputs(",running,queued,accounted\n", out);
}

static void csv_thread(FILE *out, const struct watched_thread *h, double until)
{
    char text[QUANTITY_TEXT];
    struct state_shares shares = thread_shares(h, true);
    fprintf(out, "%s,%ld,%ld", quantity_exact(known(until), text), h->pid, h->tid);
    csv_text(out, h->name);
    csv_text(out, h->group);
    csv_number(out, known(h->begin));
    csv_number(out, known(h->seconds));
    fprintf(out, ",%d,%" PRIu64, h->ended, state_samples(&h->counts));
    for (int s = 0; s < THREAD_STATES; s++)
        csv_number(out, shares.share[s]);
    for (int s = 0; s < THREAD_STATES; s++) {
        csv_number(out, known(shares.interval[s].low));
        csv_number(out, known(shares.interval[s].high));
    }
    csv_number(out, h->running);
    csv_number(out, h->queued);
    csv_number(out, known(h->accounted));
    fputc('\n', out);
}

void procmon_csv(const struct watch *w, double until, bool heads, FILE *out)
{
    if (heads)
        csv_heads(out);
    for (size_t i = 0; i < w->n_threads; i++)
        csv_thread(out, &w->threads[i], until);
}
