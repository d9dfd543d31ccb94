/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "measure/multikron/export/export.h"

#ifdef HAVE_OTF2
#include "base/arena.h"
#include "measure/multikron/export/folder.h"

#include <inttypes.h>
#include <otf2/otf2.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1 << 18,  /* bytes of memory for each location; the minimum of the library */
    LOCATIONS = 4096, /* limit of locations, which bounds the memory */
    METRICS = 0,      /* the metric class */
};
enum parameter { ITERATIONS, SKIPPED, USER, REGION, SAMPLE, MISSING, LOSS, OF, PARAMETERS };
static const char *const parameter_texts[PARAMETERS] = {
    "iterations", "skipped line", "user mark", "region", "sample", "samples lost", "loss", "of"};
/* Numbers of the strings that are defined before the events; the names of regions follow them. */
enum {
    STRING_EMPTY,
    STRING_STEP,
    STRING_CAUSE = STRING_STEP + STEP_TOO_DEEP + 1,
    STRING_REGION = STRING_CAUSE + 4
};

struct otf2 {
    const struct export_job *job;
    struct diag *d;
    OTF2_Archive *archive;
    OTF2_GlobalDefWriter *defs;
    OTF2_RegionRef *regions; /* of loops by region number, then of parallel regions */
    OTF2_StringRef strings;  /* number of strings that are defined */
    struct steps steps;
    bool failed;
};

bool export_otf2_is_available(void)
{
    return true;
}

static OTF2_FlushType flush_buffers(void *user, OTF2_FileType type, OTF2_LocationRef location,
                                    void *caller, bool last)
{
    (void)user, (void)type, (void)location, (void)caller, (void)last;
    return OTF2_FLUSH;
}
static const OTF2_FlushCallbacks flushing = {.otf2_pre_flush = flush_buffers};

/* Reports the first error of the library. */
static OTF2_ErrorCode report_library_error(void *user, const char *file, uint64_t line,
                                           const char *function, OTF2_ErrorCode code,
                                           const char *fmt, va_list ap)
{
    struct otf2 *o = user;
    (void)file, (void)line, (void)function, (void)fmt, (void)ap;
    if (!o->failed)
        diag_error(o->d, (struct where){.file = o->job->out}, "cannot write this directory: %s",
                   OTF2_Error_GetDescription(code));
    o->failed = true;
    return code;
}

static OTF2_StringRef write_string(struct otf2 *o, const char *s)
{
    OTF2_GlobalDefWriter_WriteString(o->defs, o->strings, s);
    return o->strings++;
}

static OTF2_StringRef __attribute__((format(printf, 2, 3)))
write_formatted_string(struct otf2 *o, const char *fmt, ...)
{
    char buffer[EXPORT_NAME];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buffer, sizeof buffer, fmt, ap);
    va_end(ap);
    return write_string(o, buffer);
}

static void write_number(OTF2_EvtWriter *w, uint64_t time, enum parameter p, uint64_t value)
{
    OTF2_EvtWriter_ParameterUnsignedInt(w, NULL, time, p, value);
}

static OTF2_RegionRef find_region(const struct otf2 *o, unsigned region, bool parallel)
{
    return o->regions[region + (parallel ? EXPORT_REGIONS : 0)];
}

static unsigned loss_cause(const struct sample *s)
{
    return (unsigned)s->fifo_overrun << 1 | (unsigned)s->shadow_overrun;
}

/* Writes a loss: parameter "loss" is its kind, "of" the overrun or the region. s is NULL after the
 * last sample. */
static void write_loss(struct otf2 *o, OTF2_EvtWriter *w, const struct step *step,
                       const struct sample *s, uint64_t time)
{
    OTF2_EvtWriter_ParameterString(w, NULL, time, LOSS, STRING_STEP + (OTF2_StringRef)step->kind);
    if (step->kind == STEP_LOST)
        OTF2_EvtWriter_ParameterString(w, NULL, time, OF, STRING_CAUSE + loss_cause(s));
    else if (step->kind != STEP_READ_ERROR)
        OTF2_EvtWriter_ParameterString(
            w, NULL, time, OF, STRING_REGION + find_region(o, step->region, step->parallel));
}

static void write_mark(OTF2_EvtWriter *w, const struct step *step, const struct sample *s,
                       uint64_t time)
{
    struct mark m = mark_unpack(s->user);
    if (!mark_kind_text(m.kind) || m.kind == MARK_LOST) {
        if (m.kind == MARK_LOST)
            write_number(w, time, MISSING, s->user & MARK_LOST_MAX);
        else
            write_number(w, time, SAMPLE, s->user);
        return;
    }
    if (!step->inside)
        write_number(w, time, REGION, m.region);
    write_number(w, time,
                 m.kind == MARK_ITERATIONS ? ITERATIONS
                 : m.kind == MARK_SKIPPED  ? SKIPPED
                                           : USER,
                 m.value);
}

static void write_metric(struct otf2 *o, OTF2_EvtWriter *w, const struct sample *s, uint64_t time)
{
    OTF2_Type types[SAMPLE_COUNTERS];
    OTF2_MetricValue values[SAMPLE_COUNTERS];
    uint8_t n = 0;
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++) {
        if (!export_counter_shown(o->job->names, i))
            continue;
        types[n] = OTF2_TYPE_UINT64;
        values[n++].unsigned_int = s->counters[i];
    }
    OTF2_EvtWriter_Metric(w, NULL, time, METRICS, n, types, values);
}

static void write_steps(struct otf2 *o, OTF2_EvtWriter *w, const struct sample *s, uint64_t time)
{
    for (size_t i = 0; i < o->steps.list.n; i++) {
        const struct step *step = &o->steps.list.at[i];
        if (step->kind == STEP_ENTER)
            OTF2_EvtWriter_Enter(w, NULL, time, find_region(o, step->region, step->parallel));
        else if (step->kind == STEP_LEAVE)
            OTF2_EvtWriter_Leave(w, NULL, time, find_region(o, step->region, step->parallel));
        else if (step->kind == STEP_MARK)
            write_mark(w, step, s, time);
        else
            write_loss(o, w, step, s, time);
    }
    if (s->kind == SAMPLE_RESOURCE)
        write_metric(o, w, s, time);
}

static void write_events(struct otf2 *o)
{
    OTF2_Archive_OpenEvtFiles(o->archive);
    for (size_t i = 0; i < o->job->n; i++) {
        struct export_cursor c = {.in = &o->job->in[i], .choice = o->job->choice};
        struct sample s;
        while (!o->failed && export_next(&c, &s)) {
            nest_add(&export_find_thread(o->job->survey, s.source)->nest, &s, &o->steps);
            write_steps(o, OTF2_Archive_GetEvtWriter(o->archive, s.source), &s, c.time);
        }
    }
}

/* Writes the open regions as losses at the last time of their thread, because the time of the exit
 * is unknown. */
static void write_open_regions(struct otf2 *o)
{
    for (size_t i = 0; i < o->job->survey->threads.n; i++) {
        const struct export_thread *t = &o->job->survey->threads.at[i];
        nest_end(&t->nest, &o->steps);
        for (size_t k = 0; k < o->steps.list.n; k++)
            write_loss(o, OTF2_Archive_GetEvtWriter(o->archive, t->source), &o->steps.list.at[k],
                       NULL, t->last);
    }
}

/* Advances *index to the next region in a mark, at or after it. The index of a loop is its region,
 * that of a parallel region is higher by EXPORT_REGIONS. Returns false if there are no more. */
static bool next_region(const struct otf2 *o, unsigned *index)
{
    enum { WORD = 64 };
    while (*index < 2 * EXPORT_REGIONS) {
        const uint8_t *set =
            *index < EXPORT_REGIONS ? o->job->survey->regions : o->job->survey->parallels;
        unsigned region = *index % EXPORT_REGIONS;
        uint64_t word;
        if (export_has_region(set, region))
            return true;
        memcpy(&word, set + region / WORD * sizeof word, sizeof word);
        *index += word || region % WORD ? 1 : WORD;
    }
    return false;
}

/* Numbers the regions in the order of their definitions. */
static void number_regions(struct otf2 *o)
{
    OTF2_RegionRef next = 0;
    o->regions = xmalloc(sizeof *o->regions * 2 * EXPORT_REGIONS);
    for (unsigned i = 0; next_region(o, &i); i++)
        o->regions[i] = next++;
}

/* Defines the strings whose numbers the events use. */
static void write_first_strings(struct otf2 *o)
{
    static const char *const causes[4] = {"", "shadow overrun", "FIFO overrun",
                                          "FIFO and shadow overrun"};
    char buffer[EXPORT_NAME];
    write_string(o, "");
    for (int i = 0; i <= STEP_TOO_DEEP; i++)
        write_string(o, step_text((enum step_kind)i));
    for (int i = 0; i < 4; i++)
        write_string(o, causes[i]);
    for (unsigned i = 0; next_region(o, &i); i++)
        write_string(o, export_region(o->job->names, i % EXPORT_REGIONS, buffer));
}

static void write_regions(struct otf2 *o)
{
    for (unsigned i = 0; next_region(o, &i); i++) {
        bool loop = i < EXPORT_REGIONS;
        OTF2_StringRef name = STRING_REGION + o->regions[i];
        OTF2_GlobalDefWriter_WriteRegion(o->defs, o->regions[i], name, name, STRING_EMPTY,
                                         loop ? OTF2_REGION_ROLE_LOOP : OTF2_REGION_ROLE_PARALLEL,
                                         OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, STRING_EMPTY, 0,
                                         0);
    }
}

static void write_metrics(struct otf2 *o)
{
    char buffer[EXPORT_NAME];
    OTF2_MetricMemberRef members[SAMPLE_COUNTERS];
    uint8_t n = 0;
    OTF2_StringRef unit = write_string(o, "#");
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++) {
        if (!export_counter_shown(o->job->names, i))
            continue;
        OTF2_GlobalDefWriter_WriteMetricMember(
            o->defs, n, write_string(o, export_counter(o->job->names, i, buffer)), STRING_EMPTY,
            OTF2_METRIC_TYPE_OTHER, OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_UINT64,
            OTF2_BASE_DECIMAL, 0, unit);
        members[n] = n;
        n++;
    }
    OTF2_GlobalDefWriter_WriteMetricClass(o->defs, METRICS, n, members, OTF2_METRIC_ASYNCHRONOUS,
                                          OTF2_RECORDER_KIND_CPU);
}

/* Defines a location group for each node, and a location for each source address. */
static void write_locations(struct otf2 *o)
{
    const struct export_survey *v = o->job->survey;
    OTF2_StringRef machine = write_string(o, o->job->names->run ? o->job->names->run : "run");
    uint32_t group = 0;
    OTF2_GlobalDefWriter_WriteSystemTreeNode(o->defs, 0, machine, write_string(o, "machine"),
                                             OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (size_t i = 0; i < v->threads.n; i++) {
        uint32_t source = v->threads.at[i].source, node = export_node(o->job->names, source);
        if (i == 0 || node != export_node(o->job->names, v->threads.at[i - 1].source))
            OTF2_GlobalDefWriter_WriteLocationGroup(
                o->defs, group++, write_formatted_string(o, "node %" PRIu32, node),
                OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
        uint64_t events = 0;
        OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter(o->archive, source);
        OTF2_EvtWriter_GetNumberOfEvents(w, &events);
        OTF2_Archive_CloseEvtWriter(o->archive, w);
        OTF2_GlobalDefWriter_WriteLocation(
            o->defs, source,
            write_formatted_string(o, "%" PRIu32 ".%" PRIu32, node,
                                   export_process(o->job->names, source)),
            OTF2_LOCATION_TYPE_CPU_THREAD, events, group - 1);
    }
}

static void write_definitions(struct otf2 *o)
{
    const struct export_survey *v = o->job->survey;
    bool any = v->threads.n > 0;
    OTF2_GlobalDefWriter_WriteClockProperties(o->defs, o->job->names->clock, any ? v->first : 0,
                                              any ? v->last - v->first + 1 : 0,
                                              OTF2_UNDEFINED_TIMESTAMP);
    write_first_strings(o);
    for (int i = 0; i < PARAMETERS; i++)
        OTF2_GlobalDefWriter_WriteParameter(
            o->defs, (OTF2_ParameterRef)i, write_string(o, parameter_texts[i]),
            i < LOSS ? OTF2_PARAMETER_TYPE_UINT64 : OTF2_PARAMETER_TYPE_STRING);
    write_regions(o);
    if (v->resources)
        write_metrics(o);
    write_locations(o);
}

static void write_local_definitions(struct otf2 *o)
{
    OTF2_Archive_OpenDefFiles(o->archive);
    for (size_t i = 0; i < o->job->survey->threads.n; i++) {
        OTF2_DefWriter *w =
            OTF2_Archive_GetDefWriter(o->archive, o->job->survey->threads.at[i].source);
        OTF2_Archive_CloseDefWriter(o->archive, w);
    }
    OTF2_Archive_CloseDefFiles(o->archive);
}

static void set_loss_property(void *to, const char *name, uint64_t count)
{
    struct otf2 *o = to;
    char key[EXPORT_NAME * 2], value[EXPORT_NAME];
    snprintf(key, sizeof key, "multikron::%s", name);
    snprintf(value, sizeof value, "%" PRIu64, count);
    OTF2_Archive_SetProperty(o->archive, key, value, true);
}

static void write_archive(struct otf2 *o, const char *directory)
{
    o->archive = OTF2_Archive_Open(directory, "traces", OTF2_FILEMODE_WRITE, CHUNK, CHUNK,
                                   OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (!o->archive)
        return;
    OTF2_Archive_SetFlushCallbacks(o->archive, &flushing, NULL);
    OTF2_Archive_SetSerialCollectiveCallbacks(o->archive);
    OTF2_Archive_SetCreator(o->archive, "multikron export");
    export_each_loss(o->job->survey, set_loss_property, o);
    write_events(o);
    write_open_regions(o);
    o->defs = OTF2_Archive_GetGlobalDefWriter(o->archive);
    write_definitions(o);
    OTF2_Archive_CloseEvtFiles(o->archive);
    write_local_definitions(o);
    OTF2_Archive_Close(o->archive);
}

/* Checks that an archive can have the samples: the events of a location must be in order of time,
 * and the number of locations is limited. Returns false after an error. */
static bool check_writable(const struct export_job *job, struct diag *d)
{
    const struct export_survey *v = job->survey;
    if (v->threads.n > LOCATIONS)
        diag_error(d, (struct where){0},
                   "%zu source addresses are too many for an OTF2 archive, the limit is %d: select "
                   "some with --source",
                   v->threads.n, LOCATIONS);
    for (size_t i = 0; i < v->threads.n; i++)
        if (v->threads.at[i].goes_back) {
            uint32_t source = v->threads.at[i].source;
            diag_error(d, (struct where){0},
                       "samples of source %" PRIu32 ".%" PRIu32
                       " go back in time from one file to the next: run 'multikron merge' first",
                       export_node(job->names, source), export_process(job->names, source));
            return false;
        }
    return v->threads.n <= LOCATIONS;
}

bool export_otf2(const struct export_job *job, struct diag *d)
{
    struct output_directory directory;
    struct otf2 o = {.job = job, .d = d};
    if (!check_writable(job, d) || !output_directory_open(&directory, job->out, d))
        return false;
    export_reset_nests(job->survey);
    OTF2_Error_RegisterCallback(report_library_error, &o);
    number_regions(&o);
    write_archive(&o, directory.temporary);
    OTF2_Error_RegisterCallback(NULL, NULL);
    steps_free(&o.steps);
    free(o.regions);
    if (!o.failed)
        return output_directory_commit(&directory, d);
    output_directory_abandon(&directory);
    return false;
}
#else
bool export_otf2_is_available(void)
{
    return false;
}
bool export_otf2(const struct export_job *job, struct diag *d)
{
    (void)job;
    diag_error(d, (struct where){0},
               "MACS was built without libotf2: install libotf2 and build MACS again, or use "
               "--to=ctf or --to=perfetto");
    return false;
}
#endif
