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

enum { MAX_LINE = 1024, TRIED_SAMPLES = 4096 };
static const uint64_t NS = 1000000000;

/* Writes events to f, or only counts their bytes if f is NULL. */
struct chrome {
    const struct export_job *job;
    FILE *f;
    uint64_t bytes;
    bool is_full;               /* bytes > job->max_bytes */
    ARRAY(char *) regions;      /* names as JSON texts, created when first used */
    struct keymap region_index; /* index in regions by region */
    char *counters[SAMPLE_COUNTERS];
    struct steps steps;
};

static char *new_json_text(const char *text)
{
    struct text_stream t;
    struct json j = {.out = text_open(&t)};
    json_text(&j, text);
    return text_close(&t);
}

static const char *region_json(struct chrome *c, unsigned region)
{
    char buffer[EXPORT_NAME];
    uint64_t index = keymap_find(&c->region_index, region);
    if (index == KEYMAP_NONE) {
        index = c->regions.n;
        *array_push(&c->regions) = new_json_text(export_region(c->job->names, region, buffer));
        keymap_add(&c->region_index, region, index);
    }
    return c->regions.at[index];
}

static void write_text(struct chrome *c, const char *text, size_t n)
{
    c->bytes += n;
    c->is_full |= c->f && c->bytes > c->job->max_bytes;
    if (c->f && !c->is_full)
        fwrite(text, 1, n, c->f);
}

/* Writes a formatted text of less than MAX_LINE bytes. */
static void write_format(struct chrome *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static void write_format(struct chrome *c, const char *fmt, ...)
{
    char line[MAX_LINE];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    if (n < 0 || n >= MAX_LINE)
        bug("an event text of %d bytes", n);
    write_text(c, line, (size_t)n);
}

/* Return the process and thread number of a source in the trace. A thread number is the whole
 * source address; 1 is added, because 0 has another meaning in the viewers. */
static uint64_t trace_pid(const struct chrome *c, uint32_t source)
{
    return (uint64_t)export_node(c->job->names, source) + 1;
}
static uint64_t trace_tid(uint32_t source)
{
    return (uint64_t)source + 1;
}

/* Writes the beginning of an event, up to its arguments. name is a JSON text. */
static void begin_event(struct chrome *c, const char *phase, const char *class, const char *name,
                        uint32_t source, uint64_t time)
{
    uint64_t hz = c->job->names->clock;
    uint64_t ns = (uint64_t)((__extension__(unsigned __int128)(time % hz)) * NS / hz);
    write_format(c, ",\n{\"ph\":\"%s\",\"cat\":\"%s\",\"name\":", phase, class);
    write_text(c, name, strlen(name));
    write_format(c, ",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64, trace_pid(c, source),
                 trace_tid(source));
    uint64_t seconds = time / hz;
    if (seconds)
        write_format(c, ",\"ts\":%" PRIu64 "%06" PRIu64 ".%03u", seconds, ns / 1000,
                     (unsigned)(ns % 1000));
    else
        write_format(c, ",\"ts\":%" PRIu64 ".%03u", ns / 1000, (unsigned)(ns % 1000));
}

static void write_mark(struct chrome *c, const struct sample *s, uint64_t time)
{
    struct mark m = mark_unpack(s->user);
    const char *text = mark_kind_text(m.kind);
    if (m.kind == MARK_LOST) {
        begin_event(c, "i", "loss", "\"samples lost\"", s->source, time);
        write_format(c, ",\"s\":\"t\",\"args\":{\"samples\":%" PRIu64 "}}",
                     s->user & MARK_LOST_MAX);
        return;
    }
    begin_event(c, "i", "mark",
                text ? (m.kind == MARK_USER ? "\"user mark\"" : "\"mark\"") : "\"sample\"",
                s->source, time);
    if (text) {
        write_format(c, ",\"s\":\"t\",\"args\":{\"kind\":\"%s\",\"region\":", text);
        write_text(c, region_json(c, m.region), strlen(region_json(c, m.region)));
        write_format(c, ",\"value\":%" PRIu32 "}}", m.value);
    } else
        write_format(c, ",\"s\":\"t\",\"args\":{\"user\":\"0x%012" PRIx64 "\"}}", s->user);
}

static void write_loss(struct chrome *c, const struct step *step, const struct sample *s,
                       uint32_t source, uint64_t time)
{
    char name[64];
    snprintf(name, sizeof name, "\"%s\"", step_text(step->kind));
    begin_event(c, "i", "loss", name, source, time);
    write_format(c, ",\"s\":\"t\"");
    if (step->kind == STEP_LOST)
        write_format(c, ",\"args\":{\"cause\":\"%s\"}", export_loss_cause(s));
    else if (step->kind != STEP_READ_ERROR) {
        write_format(c, ",\"args\":{\"region\":");
        write_text(c, region_json(c, step->region), strlen(region_json(c, step->region)));
        write_format(c, "}");
    }
    write_format(c, "}");
}

/* Writes the steps of sample s, which is NULL after the last sample. */
static void write_steps(struct chrome *c, const struct sample *s, uint32_t source, uint64_t time)
{
    for (size_t i = 0; i < c->steps.list.n; i++) {
        const struct step *step = &c->steps.list.at[i];
        const char *class = step->parallel ? "parallel" : "loop";
        if (step->kind == STEP_ENTER) {
            begin_event(c, "B", class, region_json(c, step->region), source, time);
            write_format(c, "}");
        } else if (step->kind == STEP_LEAVE) {
            begin_event(c, "E", class, region_json(c, step->region), source, time);
            write_format(c, ",\"args\":{\"iterations\":%" PRIu64 ",\"skipped\":%" PRIu64 "}}",
                         step->iterations, step->skipped);
        } else if (step->kind == STEP_MARK) {
            if (!step->inside)
                write_mark(c, s, time);
        } else
            write_loss(c, step, s, source, time);
    }
}

static void write_counters(struct chrome *c, const struct sample *s, uint64_t time)
{
    const struct export_names *names = c->job->names;
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++) {
        if (!export_counter_shown(names, i))
            continue;
        begin_event(c, "C", "counter", c->counters[i], s->source, time);
        write_format(c, ",\"id\":\"%" PRIu32 ".%" PRIu32 "\",\"args\":{\"value\":%" PRIu32 "}}",
                     export_node(names, s->source), export_process(names, s->source),
                     s->counters[i]);
    }
}

/* Writes the events of the first max_samples samples of a file. Returns the number of samples. */
static uint64_t write_file(struct chrome *c, size_t file, uint64_t max_samples)
{
    struct export_cursor at = {.in = &c->job->in[file], .choice = c->job->choice};
    struct sample s;
    uint64_t n = 0;
    while (n < max_samples && !c->is_full && export_next(&at, &s)) {
        n++;
        nest_add(&export_find_thread(c->job->survey, s.source)->nest, &s, &c->steps);
        write_steps(c, &s, s.source, at.time);
        if (s.kind == SAMPLE_RESOURCE)
            write_counters(c, &s, at.time);
    }
    return n;
}

static void write_loss_key(void *to, const char *name, uint64_t count)
{
    write_format(to, ",\"%s\":%" PRIu64, name, count);
}

static void write_heading(struct chrome *c)
{
    const struct export_survey *v = c->job->survey;
    char *run = new_json_text(c->job->names->run ? c->job->names->run : "");
    write_format(c, "{\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"run\":");
    write_text(c, run, strlen(run));
    free(run);
    write_format(c, ",\"clock\":%" PRIu64 ",\"samples\":%" PRIu64, c->job->names->clock,
                 v->traces + v->resources);
    export_each_loss(v, write_loss_key, c);
    write_format(c, "},\n\"traceEvents\":[");
}

/* Writes the names of nodes and threads; the first event has no comma before it. */
static void write_threads(struct chrome *c)
{
    const struct export_survey *v = c->job->survey;
    for (size_t i = 0; i < v->threads.n; i++) {
        uint32_t source = v->threads.at[i].source;
        uint32_t node = export_node(c->job->names, source);
        if (i == 0 || node != export_node(c->job->names, v->threads.at[i - 1].source))
            write_format(c,
                         "%s\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%" PRIu64
                         ",\"args\":{\"name\":\"node %" PRIu32 "\"}}",
                         i ? "," : "", trace_pid(c, source), node);
        write_format(c,
                     ",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%" PRIu64
                     ",\"tid\":%" PRIu64 ",\"args\":{\"name\":\"process %" PRIu32 "\"}}",
                     trace_pid(c, source), trace_tid(source),
                     export_process(c->job->names, source));
    }
}

/* Writes the regions that are open at the end, then the closing brackets. */
static void write_ending(struct chrome *c)
{
    const struct export_survey *v = c->job->survey;
    for (size_t i = 0; i < v->threads.n && !c->is_full; i++) {
        nest_end(&v->threads.at[i].nest, &c->steps);
        write_steps(c, NULL, v->threads.at[i].source, v->threads.at[i].last);
    }
    write_format(c, "\n]}\n");
}

static void chrome_start(struct chrome *c, const struct export_job *job, FILE *f)
{
    char buffer[EXPORT_NAME];
    *c = (struct chrome){.job = job, .f = f};
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++)
        c->counters[i] = new_json_text(export_counter(job->names, i, buffer));
    export_reset_nests(job->survey);
}

static void chrome_free(struct chrome *c)
{
    for (size_t i = 0; i < c->regions.n; i++)
        free(c->regions.at[i]);
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++)
        free(c->counters[i]);
    array_free(&c->regions);
    keymap_free(&c->region_index);
    steps_free(&c->steps);
}

uint64_t export_chrome_size(const struct export_job *job)
{
    struct chrome c;
    uint64_t tried = 0, all = job->survey->traces + job->survey->resources;
    chrome_start(&c, job, NULL);
    for (size_t i = 0; i < job->n; i++)
        tried += write_file(&c, i, TRIED_SAMPLES);
    double events = tried ? (double)c.bytes * ((double)all / (double)tried) : 0;
    c.bytes = 0;
    write_heading(&c);
    write_threads(&c);
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
    write_heading(&c);
    write_threads(&c);
    for (size_t i = 0; i < job->n && !c.is_full; i++)
        write_file(&c, i, UINT64_MAX);
    write_ending(&c);
    bool is_full = c.is_full;
    chrome_free(&c);
    if (!is_full)
        return outfile_commit(&o, d);
    outfile_abandon(&o);
    diag_error(d, (struct where){.file = job->out},
               "this file needs more than %" PRIu64
               " bytes: select samples with --from, --until or --source, or increase --max-size",
               job->max_bytes);
    return false;
}
