/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/export/export.h"
#include "base/arena.h"
#include "base/shown.h"
#include "measure/multikron/export/folder.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_IDENTIFIER = 64 };

/* Writes a text as a string of the metadata. Control characters become '?', as in all output. */
static void put_quoted(FILE *f, const char *text)
{
    struct arena a = {0};
    char *shown = arena_strdup(&a, text);
    shown_in_place(shown, strlen(shown), false);
    putc('"', f);
    for (const char *c = shown; *c; c++) {
        if (*c == '"' || *c == '\\')
            putc('\\', f);
        putc(*c, f);
    }
    putc('"', f);
    arena_free(&a);
}

static void put_integer(FILE *f, unsigned bits, unsigned align, unsigned base, const char *name)
{
    fprintf(f, "        integer { size = %u; align = %u; signed = false; base = %u; } %s;\n", bits,
            align, base, name);
}

/* Writes the kinds of marks as an enumeration. Readers show other values as numbers. */
static void put_kinds(FILE *f)
{
    fputs("        enum : integer { size = 8; align = 8; signed = false; } {\n", f);
#define MARK(NAME, code, text) fprintf(f, "            \"%s\" = %d,\n", text, code);
#include "measure/multikron/marks.def"
#undef MARK
    fputs("        } _kind;\n", f);
}

static void put_regions(FILE *f, const struct export_names *names)
{
    bool any = false;
    for (unsigned i = 0; names->regions && i < EXPORT_REGIONS; i++) {
        const char *text = export_region_text(names, i);
        if (!text)
            continue;
        if (!any)
            fputs("        enum : integer { size = 16; align = 8; signed = false; } {\n", f);
        any = true;
        fputs("            ", f);
        put_quoted(f, text);
        fprintf(f, " = %u,\n", i);
    }
    if (any)
        fputs("        } _region;\n", f);
    else
        put_integer(f, 16, 8, 10, "_region");
}

/* Sets the field names of the counters. They begin with '_', which readers remove, so that none is
 * a keyword of the metadata language. */
static void make_identifiers(char to[SAMPLE_COUNTERS][MAX_IDENTIFIER],
                             const struct export_names *names)
{
    for (int i = 0; i < SAMPLE_COUNTERS; i++) {
        bool ok = names->counters[i];
        if (ok) {
            snprintf(to[i], MAX_IDENTIFIER, "_%s", names->counters[i]);
            for (char *c = to[i]; *c; c++)
                *c = isalnum((unsigned char)*c) && (unsigned char)*c < 128 ? *c : '_';
        }
        for (int j = 0; ok && j < i; j++)
            ok = strcmp(to[i], to[j]) != 0;
        if (!ok)
            snprintf(to[i], MAX_IDENTIFIER, "_counter_%d", i);
    }
}

static void put_fields(FILE *f, const struct export_names *names, enum sample_class kind)
{
    char to[SAMPLE_COUNTERS][MAX_IDENTIFIER];
    fprintf(f, "struct %s_fields {\n", kind == SAMPLE_TRACE ? "trace" : "resource");
    put_kinds(f);
    put_regions(f, names);
    put_integer(f, 24, 8, 10, "_value");
    make_identifiers(to, names);
    for (int i = 0; kind == SAMPLE_RESOURCE && i < SAMPLE_COUNTERS; i++)
        put_integer(f, 32, 8, 10, to[i]);
    fputs("};\n", f);
}

/* Writes an event class for each value of the first byte of a header. Readers do not show header
 * fields; so the overrun flags are part of the names of the classes. */
static void put_events(FILE *f, enum sample_class kind)
{
    const char *name = kind == SAMPLE_TRACE ? "trace" : "resource";
    for (unsigned cpu = 0; cpu < 8; cpu++)
        for (unsigned flags = 0; flags < 8; flags++) {
            fprintf(f, "event { name = \"%s", name);
            if (cpu)
                fprintf(f, " cpu-%u", cpu);
            fprintf(f, "%s%s%s\"; id = %u; fields := struct %s_fields; };\n",
                    flags & 4 ? " FIFO-overrun" : "", flags & 2 ? " shadow-overrun" : "",
                    flags & 1 ? " read-error" : "", cpu << 5 | (unsigned)kind << 3 | flags, name);
        }
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void put_loss_count(void *to, const char *name, uint64_t count)
{
    fprintf(to, "    %s = %" PRIu64 ";\n", name, count);
}

/* Writes the environment: the run, the names of the streams, and the losses. */
static void put_environment(FILE *f, const struct export_job *job)
{
    fputs("env {\n", f);
    if (job->names->run) {
        fputs("    run = ", f);
        put_quoted(f, job->names->run);
        fputs(";\n", f);
    }
    for (size_t i = 0; i < job->n; i++) {
        fprintf(f, "    stream_%zu = ", i);
        put_quoted(f, file_name(job->in[i].name));
        fputs(";\n", f);
    }
    export_each_loss(job->survey, put_loss_count, f);
    fputs("};\n", f);
}

/* Returns the time at which the 40-bit clocks of all streams begin. */
static uint64_t clock_offset(const struct export_survey *v)
{
    return v->threads.n ? v->first & ~SAMPLE_TIME_MASK : 0;
}

static void put_metadata(FILE *f, const struct export_job *job)
{
    unsigned process = job->names->process_bits;
    fputs("/* CTF 1.8 */\ntrace { major = 1; minor = 8; byte_order = be; };\n", f);
    put_environment(f, job);
    fprintf(f, "clock { name = ticks; freq = %" PRIu64 "; offset = %" PRIu64 "; };\n",
            job->names->clock, clock_offset(job->survey));
    fputs("stream {\n    event.header := struct {\n", f);
    put_integer(f, 8, 8, 10, "id");
    fputs("        integer { size = 40; align = 8; signed = false; map = clock.ticks.value; } "
          "timestamp;\n    };\n    event.context := struct {\n",
          f);
    if (process < 32)
        put_integer(f, 32 - process, 1, 10, "_node");
    if (process > 0)
        put_integer(f, process, 1, 10, "_process");
    fputs("    };\n};\n", f);
    put_fields(f, job->names, SAMPLE_TRACE);
    put_fields(f, job->names, SAMPLE_RESOURCE);
    put_events(f, SAMPLE_TRACE);
    put_events(f, SAMPLE_RESOURCE);
}

/* Writes a stream. Returns false after an error, also if no sample is selected for a whole wrap of
 * the clock: readers count wraps, and would miss it. */
static bool put_records(FILE *f, const struct export_job *job, size_t file, struct diag *d)
{
    struct export_cursor c = {.in = &job->in[file], .choice = job->choice};
    struct sample s;
    uint64_t last = clock_offset(job->survey);
    while (export_next(&c, &s)) {
        uint8_t bytes[SAMPLE_RESOURCE_BYTES];
        if (c.time - last > SAMPLE_TIME_MASK) {
            diag_error(d, (struct where){.file = c.in->name},
                       "no sample is selected for a whole wrap of the 40-bit clock, which CTF "
                       "cannot represent: change --from, --until or --source, or export only this "
                       "file");
            return false;
        }
        last = c.time;
        fwrite(bytes, 1, sample_pack(bytes, &s), f);
    }
    return true;
}

static bool put_files(const struct output_directory *o, const struct export_job *job,
                      struct diag *d)
{
    FILE *f = output_directory_create_file(o, "metadata", d);
    if (!f)
        return false;
    put_metadata(f, job);
    bool ok = output_directory_close_file(o, f, d);
    for (size_t i = 0; ok && i < job->n; i++) {
        char name[MAX_IDENTIFIER];
        snprintf(name, sizeof name, "stream_%zu", i);
        f = output_directory_create_file(o, name, d);
        ok = f && put_records(f, job, i, d);
        ok = f && output_directory_close_file(o, f, d) && ok;
    }
    return ok;
}

bool export_ctf(const struct export_job *job, struct diag *d)
{
    struct output_directory o;
    if (!output_directory_open(&o, job->out, d))
        return false;
    if (put_files(&o, job, d))
        return output_directory_commit(&o, d);
    output_directory_abandon(&o);
    return false;
}
