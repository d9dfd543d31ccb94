/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/export/export.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/outfile.h"
#include "base/textstream.h"
#include "measure/multikron/stream/keymap.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, TRIED = 4096 };
static const uint64_t NS = 1000000000;

/* Events go to f; without, they are only counted. */
struct chrome {
    const struct export_job *job;
    FILE *f;
    uint64_t bytes;
    bool full;             /* more than job->most */
    ARRAY(char *) regions; /* names as JSON texts, made on first need */
    struct keymap places;  /* where the name of a region is */
    char *counters[SAMPLE_COUNTERS];
    struct steps steps;
};

static char *json_of(const char *text)
{
    struct text_stream t;
    struct json j = {.out = text_open(&t)};
    json_text(&j, text);
    return text_close(&t);
}

static const char *region_json(struct chrome *c, unsigned region)
{
    char room[EXPORT_NAME];
    uint64_t place = keymap_find(&c->places, region);
    if (place == KEYMAP_NONE) {
        place = c->regions.n;
        *array_push(&c->regions) = json_of(export_region(c->job->names, region, room));
        keymap_add(&c->places, region, place);
    }
    return c->regions.at[place];
}

static void put(struct chrome *c, const char *text, size_t n)
{
    c->bytes += n;
    c->full |= c->f && c->bytes > c->job->most;
    if (c->f && !c->full)
        fwrite(text, 1, n, c->f);
}

/* Counts, and writes as long as there is room. Texts of unknown length are put apart. */
static void say(struct chrome *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(struct chrome *c, const char *fmt, ...)
{
    char line[LINE];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    if (n < 0 || n >= LINE)
        bug("an event of %d bytes", n);
    put(c, line, (size_t)n);
}

/* Threads are told apart by their whole address; 0 means something else to the viewers. */
static uint64_t pid_of(const struct chrome *c, uint32_t source)
{
    return (uint64_t)export_node(c->job->names, source) + 1;
}
static uint64_t tid_of(uint32_t source)
{
    return (uint64_t)source + 1;
}

/* The start of an event, up to its arguments. The name is a JSON text. */
static void event(struct chrome *c, const char *phase, const char *class, const char *name,
                  uint32_t source, uint64_t time)
{
    uint64_t hz = c->job->names->clock;
    uint64_t ns = (uint64_t)((__extension__(unsigned __int128)(time % hz)) * NS / hz);
    say(c, ",\n{\"ph\":\"%s\",\"cat\":\"%s\",\"name\":", phase, class);
    put(c, name, strlen(name));
    say(c, ",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64, pid_of(c, source), tid_of(source));
    uint64_t seconds = time / hz;
    if (seconds)
        say(c, ",\"ts\":%" PRIu64 "%06" PRIu64 ".%03u", seconds, ns / 1000, (unsigned)(ns % 1000));
    else
        say(c, ",\"ts\":%" PRIu64 ".%03u", ns / 1000, (unsigned)(ns % 1000));
}

static void mark(struct chrome *c, const struct sample *s, uint64_t time)
{
    struct mark m = mark_unpack(s->user);
    const char *text = mark_kind_text(m.kind);
    if (m.kind == MARK_LOST) {
        event(c, "i", "loss", "\"samples lost\"", s->source, time);
        say(c, ",\"s\":\"t\",\"args\":{\"samples\":%" PRIu64 "}}", s->user & MARK_LOST_MAX);
        return;
    }
    event(c, "i", "mark",
          text ? (m.kind == MARK_USER ? "\"user mark\"" : "\"mark\"") : "\"sample\"", s->source,
          time);
    if (text) {
        say(c, ",\"s\":\"t\",\"args\":{\"kind\":\"%s\",\"region\":", text);
        put(c, region_json(c, m.region), strlen(region_json(c, m.region)));
        say(c, ",\"value\":%" PRIu32 "}}", m.value);
    } else
        say(c, ",\"s\":\"t\",\"args\":{\"user\":\"0x%012" PRIx64 "\"}}", s->user);
}

static void trouble(struct chrome *c, const struct step *step, const struct sample *s,
                    uint32_t source, uint64_t time)
{
    char name[64];
    snprintf(name, sizeof name, "\"%s\"", step_text(step->kind));
    event(c, "i", "loss", name, source, time);
    say(c, ",\"s\":\"t\"");
    if (step->kind == STEP_LOST)
        say(c, ",\"args\":{\"cause\":\"%s\"}", export_cause(s));
    else if (step->kind != STEP_READ_ERROR) {
        say(c, ",\"args\":{\"region\":");
        put(c, region_json(c, step->region), strlen(region_json(c, step->region)));
        say(c, "}");
    }
    say(c, "}");
}

/* s: NULL behind the last sample. */
static void steps_out(struct chrome *c, const struct sample *s, uint32_t source, uint64_t time)
{
    for (size_t i = 0; i < c->steps.list.n; i++) {
        const struct step *step = &c->steps.list.at[i];
        const char *class = step->parallel ? "parallel" : "loop";
        if (step->kind == STEP_ENTER) {
            event(c, "B", class, region_json(c, step->region), source, time);
            say(c, "}");
        } else if (step->kind == STEP_LEAVE) {
            event(c, "E", class, region_json(c, step->region), source, time);
            say(c, ",\"args\":{\"iterations\":%" PRIu64 ",\"skipped\":%" PRIu64 "}}",
                step->iterations, step->skipped);
        } else if (step->kind == STEP_MARK) {
            if (!step->inside)
                mark(c, s, time);
        } else
            trouble(c, step, s, source, time);
    }
}

static void counters_out(struct chrome *c, const struct sample *s, uint64_t time)
{
    const struct export_names *names = c->job->names;
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++) {
        if (!export_counter_shown(names, i))
            continue;
        event(c, "C", "counter", c->counters[i], s->source, time);
        say(c, ",\"id\":\"%" PRIu32 ".%" PRIu32 "\",\"args\":{\"value\":%" PRIu32 "}}",
            export_node(names, s->source), export_process(names, s->source), s->counters[i]);
    }
}

/* The events of one file, of its first samples only if most says so; how many samples. */
static uint64_t file_out(struct chrome *c, size_t file, uint64_t most)
{
    struct export_cursor at = {.in = &c->job->in[file], .choice = c->job->choice};
    struct sample s;
    uint64_t n = 0;
    while (n < most && !c->full && export_next(&at, &s)) {
        n++;
        nest_take(&export_thread_of(c->job->survey, s.source)->nest, &s, &c->steps);
        steps_out(c, &s, s.source, at.time);
        if (s.kind == SAMPLE_RESOURCE)
            counters_out(c, &s, at.time);
    }
    return n;
}

static void loss_key(void *to, const char *name, uint64_t count)
{
    say(to, ",\"%s\":%" PRIu64, name, count);
}

static void heading(struct chrome *c)
{
    const struct export_survey *v = c->job->survey;
    char *run = json_of(c->job->names->run ? c->job->names->run : "");
    say(c, "{\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"run\":");
    put(c, run, strlen(run));
    free(run);
    say(c, ",\"clock\":%" PRIu64 ",\"samples\":%" PRIu64, c->job->names->clock,
        v->traces + v->resources);
    export_each_loss(v, loss_key, c);
    say(c, "},\n\"traceEvents\":[");
}

/* Names of nodes and threads; the first event has no comma in front. */
static void threads_out(struct chrome *c)
{
    const struct export_survey *v = c->job->survey;
    for (size_t i = 0; i < v->threads.n; i++) {
        uint32_t source = v->threads.at[i].source;
        uint32_t node = export_node(c->job->names, source);
        if (i == 0 || node != export_node(c->job->names, v->threads.at[i - 1].source))
            say(c,
                "%s\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%" PRIu64
                ",\"args\":{\"name\":\"node %" PRIu32 "\"}}",
                i ? "," : "", pid_of(c, source), node);
        say(c,
            ",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64
            ",\"args\":{\"name\":\"process %" PRIu32 "\"}}",
            pid_of(c, source), tid_of(source), export_process(c->job->names, source));
    }
}

/* What was open to the end, then the closing brackets. */
static void ending(struct chrome *c)
{
    const struct export_survey *v = c->job->survey;
    for (size_t i = 0; i < v->threads.n && !c->full; i++) {
        nest_end(&v->threads.at[i].nest, &c->steps);
        steps_out(c, NULL, v->threads.at[i].source, v->threads.at[i].last);
    }
    say(c, "\n]}\n");
}

static void chrome_start(struct chrome *c, const struct export_job *job, FILE *f)
{
    char room[EXPORT_NAME];
    *c = (struct chrome){.job = job, .f = f};
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++)
        c->counters[i] = json_of(export_counter(job->names, i, room));
    export_restart(job->survey);
}

static void chrome_free(struct chrome *c)
{
    for (size_t i = 0; i < c->regions.n; i++)
        free(c->regions.at[i]);
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++)
        free(c->counters[i]);
    array_free(&c->regions);
    keymap_free(&c->places);
    steps_free(&c->steps);
}

uint64_t export_chrome_size(const struct export_job *job)
{
    struct chrome c;
    uint64_t tried = 0, all = job->survey->traces + job->survey->resources;
    chrome_start(&c, job, NULL);
    for (size_t i = 0; i < job->n; i++)
        tried += file_out(&c, i, TRIED);
    double events = tried ? (double)c.bytes * ((double)all / (double)tried) : 0;
    c.bytes = 0;
    heading(&c);
    threads_out(&c);
    uint64_t size = c.bytes + (uint64_t)events;
    chrome_free(&c);
    return size;
}

bool export_chrome(const struct export_job *job, struct diag *d)
{
    struct outfile o;
    struct chrome c;
    if (!outfile_open(&o, job->out, d))
        return false;
    chrome_start(&c, job, o.f);
    heading(&c);
    threads_out(&c);
    for (size_t i = 0; i < job->n && !c.full; i++)
        file_out(&c, i, UINT64_MAX);
    ending(&c);
    bool full = c.full;
    chrome_free(&c);
    if (!full)
        return outfile_commit(&o, d);
    outfile_abandon(&o);
    diag_error(d, (struct where){.file = job->out},
               "this file would have more than %" PRIu64
               " bytes: narrow it by --from, --until or --source, or raise --max-size",
               job->most);
    return false;
}
