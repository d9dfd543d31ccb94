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
    CHUNK = 1 << 18,  /* bytes of memory a location; the least there is */
    LOCATIONS = 4096, /* so that memory is bounded */
    METRICS = 0,      /* the metric class */
};
enum parameter { ITERATIONS, SKIPPED, USER, REGION, SAMPLE, MISSING, LOSS, OF, PARAMETERS };
static const char *const parameter_texts[PARAMETERS] = {
    "iterations", "skipped line", "user mark", "region", "sample", "samples lost", "loss", "of"};
/* Strings that are known before the events; then come the names of regions. */
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
    OTF2_RegionRef *regions; /* of loops by region, then of parallel regions; in order */
    OTF2_StringRef strings;  /* defined so far */
    struct steps steps;
    bool failed;
};

bool export_otf2_there(void)
{
    return true;
}

static OTF2_FlushType flush_all(void *user, OTF2_FileType type, OTF2_LocationRef location,
                                void *caller, bool last)
{
    (void)user, (void)type, (void)location, (void)caller, (void)last;
    return OTF2_FLUSH;
}
static const OTF2_FlushCallbacks flushing = {.otf2_pre_flush = flush_all};

/* The library's messages become ours, the first one only. */
static OTF2_ErrorCode failing(void *user, const char *file, uint64_t line, const char *function,
                              OTF2_ErrorCode code, const char *fmt, va_list ap)
{
    struct otf2 *o = user;
    (void)file, (void)line, (void)function, (void)fmt, (void)ap;
    if (!o->failed)
        diag_error(o->d, (struct where){.file = o->job->out}, "can't write this folder: %s",
                   OTF2_Error_GetDescription(code));
    o->failed = true;
    return code;
}

static OTF2_StringRef text(struct otf2 *o, const char *s)
{
    OTF2_GlobalDefWriter_WriteString(o->defs, o->strings, s);
    return o->strings++;
}

static OTF2_StringRef __attribute__((format(printf, 2, 3)))
textf(struct otf2 *o, const char *fmt, ...)
{
    char room[EXPORT_NAME];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(room, sizeof room, fmt, ap);
    va_end(ap);
    return text(o, room);
}

static void number(OTF2_EvtWriter *w, uint64_t time, enum parameter p, uint64_t value)
{
    OTF2_EvtWriter_ParameterUnsignedInt(w, NULL, time, p, value);
}

static OTF2_RegionRef region_ref(const struct otf2 *o, unsigned region, bool parallel)
{
    return o->regions[region + (parallel ? EXPORT_REGIONS : 0)];
}

static unsigned cause_of(const struct sample *s)
{
    return (unsigned)s->fifo_overrun << 1 | (unsigned)s->shadow_overrun;
}

/* "loss" says what, "of" by which overrun, or which region. s: NULL behind the last sample. */
static void loss(struct otf2 *o, OTF2_EvtWriter *w, const struct step *step, const struct sample *s,
                 uint64_t time)
{
    OTF2_EvtWriter_ParameterString(w, NULL, time, LOSS, STRING_STEP + (OTF2_StringRef)step->kind);
    if (step->kind == STEP_LOST)
        OTF2_EvtWriter_ParameterString(w, NULL, time, OF, STRING_CAUSE + cause_of(s));
    else if (step->kind != STEP_READ_ERROR)
        OTF2_EvtWriter_ParameterString(w, NULL, time, OF,
                                       STRING_REGION + region_ref(o, step->region, step->parallel));
}

static void mark(OTF2_EvtWriter *w, const struct step *step, const struct sample *s, uint64_t time)
{
    struct mark m = mark_unpack(s->user);
    if (!mark_kind_text(m.kind) || m.kind == MARK_LOST) {
        if (m.kind == MARK_LOST)
            number(w, time, MISSING, s->user & MARK_LOST_MAX);
        else
            number(w, time, SAMPLE, s->user);
        return;
    }
    if (!step->inside)
        number(w, time, REGION, m.region);
    number(w, time,
           m.kind == MARK_ITERATIONS ? ITERATIONS
           : m.kind == MARK_SKIPPED  ? SKIPPED
                                     : USER,
           m.value);
}

static void metric(struct otf2 *o, OTF2_EvtWriter *w, const struct sample *s, uint64_t time)
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

static void steps_out(struct otf2 *o, OTF2_EvtWriter *w, const struct sample *s, uint64_t time)
{
    for (size_t i = 0; i < o->steps.list.n; i++) {
        const struct step *step = &o->steps.list.at[i];
        if (step->kind == STEP_ENTER)
            OTF2_EvtWriter_Enter(w, NULL, time, region_ref(o, step->region, step->parallel));
        else if (step->kind == STEP_LEAVE)
            OTF2_EvtWriter_Leave(w, NULL, time, region_ref(o, step->region, step->parallel));
        else if (step->kind == STEP_MARK)
            mark(w, step, s, time);
        else
            loss(o, w, step, s, time);
    }
    if (s->kind == SAMPLE_RESOURCE)
        metric(o, w, s, time);
}

static void events_out(struct otf2 *o)
{
    OTF2_Archive_OpenEvtFiles(o->archive);
    for (size_t i = 0; i < o->job->n; i++) {
        struct export_cursor c = {.in = &o->job->in[i], .choice = o->job->choice};
        struct sample s;
        while (!o->failed && export_next(&c, &s)) {
            nest_take(&export_thread_of(o->job->survey, s.source)->nest, &s, &o->steps);
            steps_out(o, OTF2_Archive_GetEvtWriter(o->archive, s.source), &s, c.time);
        }
    }
}

/* What is open still is said at the thread's end: where its exit was is not known. */
static void open_out(struct otf2 *o)
{
    for (size_t i = 0; i < o->job->survey->threads.n; i++) {
        const struct export_thread *t = &o->job->survey->threads.at[i];
        nest_end(&t->nest, &o->steps);
        for (size_t k = 0; k < o->steps.list.n; k++)
            loss(o, OTF2_Archive_GetEvtWriter(o->archive, t->source), &o->steps.list.at[k], NULL,
                 t->last);
    }
}

/* A region that a mark names: a loop, or a parallel region, whose place is EXPORT_REGIONS higher.
 * Moves *place to the first one there or after it; false where there is none. */
static bool next_region(const struct otf2 *o, unsigned *place)
{
    enum { WORD = 64 };
    while (*place < 2 * EXPORT_REGIONS) {
        const uint8_t *set =
            *place < EXPORT_REGIONS ? o->job->survey->regions : o->job->survey->parallels;
        unsigned region = *place % EXPORT_REGIONS;
        uint64_t word;
        if (export_has(set, region))
            return true;
        memcpy(&word, set + region / WORD * sizeof word, sizeof word);
        *place += word || region % WORD ? 1 : WORD;
    }
    return false;
}

/* Numbers regions in the order of their definitions. */
static void number_regions(struct otf2 *o)
{
    OTF2_RegionRef next = 0;
    o->regions = xmalloc(sizeof *o->regions * 2 * EXPORT_REGIONS);
    for (unsigned i = 0; next_region(o, &i); i++)
        o->regions[i] = next++;
}

/* The strings whose numbers are known before the events. */
static void first_strings_out(struct otf2 *o)
{
    static const char *const causes[4] = {"", "shadow overrun", "FIFO overrun",
                                          "FIFO and shadow overrun"};
    char room[EXPORT_NAME];
    text(o, "");
    for (int i = 0; i <= STEP_TOO_DEEP; i++)
        text(o, step_text((enum step_kind)i));
    for (int i = 0; i < 4; i++)
        text(o, causes[i]);
    for (unsigned i = 0; next_region(o, &i); i++)
        text(o, export_region(o->job->names, i % EXPORT_REGIONS, room));
}

static void regions_out(struct otf2 *o)
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

static void metrics_out(struct otf2 *o)
{
    char room[EXPORT_NAME];
    OTF2_MetricMemberRef members[SAMPLE_COUNTERS];
    uint8_t n = 0;
    OTF2_StringRef unit = text(o, "#");
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++) {
        if (!export_counter_shown(o->job->names, i))
            continue;
        OTF2_GlobalDefWriter_WriteMetricMember(
            o->defs, n, text(o, export_counter(o->job->names, i, room)), STRING_EMPTY,
            OTF2_METRIC_TYPE_OTHER, OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_UINT64,
            OTF2_BASE_DECIMAL, 0, unit);
        members[n] = n;
        n++;
    }
    OTF2_GlobalDefWriter_WriteMetricClass(o->defs, METRICS, n, members, OTF2_METRIC_ASYNCHRONOUS,
                                          OTF2_RECORDER_KIND_CPU);
}

/* A node is a location group, a source address a location. */
static void locations_out(struct otf2 *o)
{
    const struct export_survey *v = o->job->survey;
    OTF2_StringRef machine = text(o, o->job->names->run ? o->job->names->run : "run");
    uint32_t group = 0;
    OTF2_GlobalDefWriter_WriteSystemTreeNode(o->defs, 0, machine, text(o, "machine"),
                                             OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (size_t i = 0; i < v->threads.n; i++) {
        uint32_t source = v->threads.at[i].source, node = export_node(o->job->names, source);
        if (i == 0 || node != export_node(o->job->names, v->threads.at[i - 1].source))
            OTF2_GlobalDefWriter_WriteLocationGroup(
                o->defs, group++, textf(o, "node %" PRIu32, node), OTF2_LOCATION_GROUP_TYPE_PROCESS,
                0, OTF2_UNDEFINED_LOCATION_GROUP);
        uint64_t events = 0;
        OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter(o->archive, source);
        OTF2_EvtWriter_GetNumberOfEvents(w, &events);
        OTF2_Archive_CloseEvtWriter(o->archive, w);
        OTF2_GlobalDefWriter_WriteLocation(
            o->defs, source,
            textf(o, "%" PRIu32 ".%" PRIu32, node, export_process(o->job->names, source)),
            OTF2_LOCATION_TYPE_CPU_THREAD, events, group - 1);
    }
}

static void definitions_out(struct otf2 *o)
{
    const struct export_survey *v = o->job->survey;
    bool any = v->threads.n > 0;
    OTF2_GlobalDefWriter_WriteClockProperties(o->defs, o->job->names->clock, any ? v->first : 0,
                                              any ? v->last - v->first + 1 : 0,
                                              OTF2_UNDEFINED_TIMESTAMP);
    first_strings_out(o);
    for (int i = 0; i < PARAMETERS; i++)
        OTF2_GlobalDefWriter_WriteParameter(
            o->defs, (OTF2_ParameterRef)i, text(o, parameter_texts[i]),
            i < LOSS ? OTF2_PARAMETER_TYPE_UINT64 : OTF2_PARAMETER_TYPE_STRING);
    regions_out(o);
    if (v->resources)
        metrics_out(o);
    locations_out(o);
}

static void local_definitions_out(struct otf2 *o)
{
    OTF2_Archive_OpenDefFiles(o->archive);
    for (size_t i = 0; i < o->job->survey->threads.n; i++) {
        OTF2_DefWriter *w =
            OTF2_Archive_GetDefWriter(o->archive, o->job->survey->threads.at[i].source);
        OTF2_Archive_CloseDefWriter(o->archive, w);
    }
    OTF2_Archive_CloseDefFiles(o->archive);
}

static void put_loss(void *to, const char *name, uint64_t count)
{
    struct otf2 *o = to;
    char key[EXPORT_NAME * 2], value[EXPORT_NAME];
    snprintf(key, sizeof key, "multikron::%s", name);
    snprintf(value, sizeof value, "%" PRIu64, count);
    OTF2_Archive_SetProperty(o->archive, key, value, true);
}

static void write_archive(struct otf2 *o, const char *folder)
{
    o->archive = OTF2_Archive_Open(folder, "traces", OTF2_FILEMODE_WRITE, CHUNK, CHUNK,
                                   OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (!o->archive)
        return;
    OTF2_Archive_SetFlushCallbacks(o->archive, &flushing, NULL);
    OTF2_Archive_SetSerialCollectiveCallbacks(o->archive);
    OTF2_Archive_SetCreator(o->archive, "multikron export");
    export_each_loss(o->job->survey, put_loss, o);
    events_out(o);
    open_out(o);
    o->defs = OTF2_Archive_GetGlobalDefWriter(o->archive);
    definitions_out(o);
    OTF2_Archive_CloseEvtFiles(o->archive);
    local_definitions_out(o);
    OTF2_Archive_Close(o->archive);
}

/* An archive has one order of events a location. */
static bool writable(const struct export_job *job, struct diag *d)
{
    const struct export_survey *v = job->survey;
    if (v->threads.n > LOCATIONS)
        diag_error(d, (struct where){0},
                   "%zu source addresses are too many for an OTF2 archive, %d may be: choose some "
                   "by --source",
                   v->threads.n, LOCATIONS);
    for (size_t i = 0; i < v->threads.n; i++)
        if (v->threads.at[i].back) {
            uint32_t source = v->threads.at[i].source;
            diag_error(d, (struct where){0},
                       "samples of source %" PRIu32 ".%" PRIu32
                       " go back in time from one file to the next: merge the files first",
                       export_node(job->names, source), export_process(job->names, source));
            return false;
        }
    return v->threads.n <= LOCATIONS;
}

bool export_otf2(const struct export_job *job, struct diag *d)
{
    struct folder folder;
    struct otf2 o = {.job = job, .d = d};
    if (!writable(job, d) || !folder_open(&folder, job->out, d))
        return false;
    export_restart(job->survey);
    OTF2_Error_RegisterCallback(failing, &o);
    number_regions(&o);
    write_archive(&o, folder.beside);
    OTF2_Error_RegisterCallback(NULL, NULL);
    steps_free(&o.steps);
    free(o.regions);
    if (!o.failed)
        return folder_commit(&folder, d);
    folder_abandon(&folder);
    return false;
}
#else
bool export_otf2_there(void)
{
    return false;
}
bool export_otf2(const struct export_job *job, struct diag *d)
{
    (void)job;
    diag_error(d, (struct where){0},
               "this multikron was built without libotf2: install it and build again, or export "
               "to ctf or perfetto");
    return false;
}
#endif
