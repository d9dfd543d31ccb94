/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/export/export.h"
#include "base/arena.h"
#include "base/shown.h"
#include "measure/multikron/export/folder.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { IDENTIFIER = 64 };

/* Prints the text as a string of the metadata. Control characters become '?', as in all output. */
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

/* Values without a name are read as numbers. */
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

/* Names of fields begin with '_', which readers leave out: so no word of the language is met. */
static void identifiers(char to[SAMPLE_COUNTERS][IDENTIFIER], const struct export_names *names)
{
    for (int i = 0; i < SAMPLE_COUNTERS; i++) {
        bool right = names->counters[i];
        if (right) {
            snprintf(to[i], IDENTIFIER, "_%s", names->counters[i]);
            for (char *c = to[i]; *c; c++)
                *c = isalnum((unsigned char)*c) && (unsigned char)*c < 128 ? *c : '_';
        }
        for (int j = 0; right && j < i; j++)
            right = strcmp(to[i], to[j]) != 0;
        if (!right)
            snprintf(to[i], IDENTIFIER, "_counter_%d", i);
    }
}

static void put_fields(FILE *f, const struct export_names *names, enum sample_class kind)
{
    char to[SAMPLE_COUNTERS][IDENTIFIER];
    fprintf(f, "struct %s_fields {\n", kind == SAMPLE_TRACE ? "trace" : "resource");
    put_kinds(f);
    put_regions(f, names);
    put_integer(f, 24, 8, 10, "_value");
    identifiers(to, names);
    for (int i = 0; kind == SAMPLE_RESOURCE && i < SAMPLE_COUNTERS; i++)
        put_integer(f, 32, 8, 10, to[i]);
    fputs("};\n", f);
}

/* An event class for each value of the header's first byte: readers show no fields of a header,
 * and what was lost must be seen. */
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

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void put_loss(void *to, const char *name, uint64_t count)
{
    fprintf(to, "    %s = %" PRIu64 ";\n", name, count);
}

/* What the samples do not say themselves: the run, and what is missing. */
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
        put_quoted(f, last_part(job->in[i].name));
        fputs(";\n", f);
    }
    export_each_loss(job->survey, put_loss, f);
    fputs("};\n", f);
}

/* Where the 40-bit clocks of all streams begin. */
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

/* One stream. A reader counts the wraps of the clock, so it may miss none. */
static bool put_records(FILE *f, const struct export_job *job, size_t file, struct diag *d)
{
    struct export_cursor c = {.in = &job->in[file], .choice = job->choice};
    struct sample s;
    uint64_t last = clock_offset(job->survey);
    while (export_next(&c, &s)) {
        uint8_t bytes[SAMPLE_RESOURCE_BYTES];
        if (c.time - last > SAMPLE_TIME_MASK) {
            diag_error(d, (struct where){.file = c.in->name},
                       "no sample is chosen for a whole wrap of the 40-bit clock, which CTF "
                       "can't say: choose others by --from, --until or --source, or export this "
                       "file alone");
            return false;
        }
        last = c.time;
        fwrite(bytes, 1, sample_pack(bytes, &s), f);
    }
    return true;
}

static bool put_all(const struct folder *o, const struct export_job *job, struct diag *d)
{
    FILE *f = folder_file(o, "metadata", d);
    if (!f)
        return false;
    put_metadata(f, job);
    bool right = folder_file_close(o, f, d);
    for (size_t i = 0; right && i < job->n; i++) {
        char name[IDENTIFIER];
        snprintf(name, sizeof name, "stream_%zu", i);
        f = folder_file(o, name, d);
        right = f && put_records(f, job, i, d);
        right = f && folder_file_close(o, f, d) && right;
    }
    return right;
}

bool export_ctf(const struct export_job *job, struct diag *d)
{
    struct folder o;
    if (!folder_open(&o, job->out, d))
        return false;
    if (put_all(&o, job, d))
        return folder_commit(&o, d);
    folder_abandon(&o);
    return false;
}
