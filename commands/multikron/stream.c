/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/multikron/stream.h"
#include "commands/cells.h"

#include <inttypes.h>
#include <string.h>

bool stream_options_check(const char *tool, struct stream_options *o)
{
    if (!output_format_of(tool, o->format_name, &o->format))
        return false;
    if (o->process_bits > 32)
        return wrong_usage(tool, "--process-bits must be at most 32, the bits of a source"), false;
    if ((uint64_t)o->disorder > SAMPLE_TIME_MASK / 2)
        return wrong_usage(tool, "--disorder must be at most 2^39 - 1, half the timestamp range"),
               false;
    if (!o->input)
        o->form = STREAM_DETECT;
    else if (strcmp(o->input, "network") == 0)
        o->form = STREAM_NETWORK;
    else if (strcmp(o->input, "bare") == 0)
        o->form = STREAM_BARE;
    else
        return wrong_usage(tool, "--input must be network or bare, not '%s'", o->input), false;
    return true;
}

/* ---- results of a file ---- */

/* Every byte of a file belongs to a sample or is counted as a loss. */
static bool is_empty(const struct stream_result *r)
{
    return !r->failed && r->samples == 0 && !stream_has_losses(&r->losses);
}

void stream_report_result(const struct stream_result *r, struct diag *d)
{
    struct where w = {.file = r->file};
    char counted[64] = "";
    if (r->losses.missing_samples)
        snprintf(counted, sizeof counted, "; marks count %" PRIu64 " lost samples",
                 r->losses.missing_samples);
    if (is_empty(r))
        diag_error(d, w, "the file is empty");
    if (r->fifo_overrun || r->shadow_overrun)
        diag_error(d, w,
                   "samples were lost: FIFO overrun flags %" PRIu64
                   ", shadow overrun flags %" PRIu64 "%s",
                   r->fifo_overrun, r->shadow_overrun, counted);
    if (r->read_error)
        diag_warning(d, w, "%" PRIu64 " samples have the read error flag", r->read_error);
}

static void for_each_loss(const struct stream_result *r,
                          void (*put)(void *to, const char *key, const char *text, uint64_t count),
                          void *to)
{
    size_t n;
    const struct stream_loss_name *names = stream_loss_names(&n);
    for (size_t i = 0; i < n; i++)
        if (stream_loss(&r->losses, i))
            put(to, names[i].key, names[i].text, stream_loss(&r->losses, i));
    if (r->fifo_overrun)
        put(to, "fifo_overruns", "flags of FIFO overruns", r->fifo_overrun);
    if (r->shadow_overrun)
        put(to, "shadow_overruns", "flags of shadow overruns", r->shadow_overrun);
}

struct loss_text {
    FILE *out;
    int n;
};

static void put_loss_text(void *to, const char *key, const char *text, uint64_t count)
{
    struct loss_text *l = to;
    (void)key;
    fprintf(l->out, "%s%s %" PRIu64, l->n++ ? ", " : "; lost: ", text, count);
}

void stream_result_text(const struct stream_result *r, const char *before, FILE *out)
{
    struct loss_text l = {.out = out};
    if (r->failed && r->samples == 0) {
        fprintf(out, "%s%s: not read\n", before, r->file);
        return;
    }
    fprintf(out, "%s%s: %s, %" PRIu64 " sample%s", before, r->file,
            r->form == STREAM_NETWORK ? "network elements" : "bare records", r->samples,
            r->samples == 1 ? "" : "s");
    for_each_loss(r, put_loss_text, &l);
    if (r->failed)
        fputs("; could not be read to its end\n", out);
    else
        fputs(l.n ? "\n" : "; nothing lost\n", out);
}

void stream_result_json(const struct stream_result *r, struct json *j)
{
    size_t n;
    const struct stream_loss_name *names = stream_loss_names(&n);
    json_object(j);
    json_key_text(j, "file", r->file);
    json_key_text(j, "input", r->form == STREAM_NETWORK ? "network" : "bare");
    json_key_text(j, "read", r->failed ? "in part" : "whole");
    json_key_long(j, "samples", (long)r->samples);
    json_key_inline_object(j, "losses");
    for (size_t i = 0; i < n; i++) {
        json_key_long(j, names[i].key, (long)stream_loss(&r->losses, i));
    }
    json_key_long(j, "fifo_overruns", (long)r->fifo_overrun);
    json_key_long(j, "shadow_overruns", (long)r->shadow_overrun);
    json_end_object(j);
    json_end_object(j);
}

/* ---- samples ---- */

static char *put_text(char *p, const char *text)
{
    size_t n = strlen(text);
    memcpy(p, text, n);
    return p + n;
}

static char *put_number(char *p, uint64_t v)
{
    char digits[20];
    int n = 0;
    do
        digits[n++] = (char)('0' + v % 10);
    while (v /= 10);
    while (n)
        *p++ = digits[--n];
    return p;
}

static char *put_hex(char *p, uint64_t v, int digits)
{
    for (int i = digits - 1; i >= 0; i--)
        *p++ = "0123456789abcdef"[v >> 4 * i & 15];
    return p;
}

static char *put_key(char *p, const char *key, uint64_t v)
{
    return put_number(put_text(p, key), v);
}

static const char *kind_text(const struct sample *s)
{
    return s->kind == SAMPLE_RESOURCE ? "resource" : "trace";
}

static char *put_counters(char *p, const struct sample *s, const char *between)
{
    for (int i = 0; s->kind == SAMPLE_RESOURCE && i < SAMPLE_COUNTERS; i++)
        p = put_number(i ? put_text(p, between) : p, s->counters[i]);
    return p;
}

static char *put_mark(char *p, uint64_t user)
{
    struct mark m = mark_unpack(user);
    if (!mark_kind_text(m.kind))
        return p;
    p = put_text(put_text(p, "  # "), mark_kind_text(m.kind));
    if (m.kind == MARK_LOST)
        return put_key(p, ": ", user & MARK_LOST_MAX);
    return put_key(put_key(p, ", region ", m.region), ", value ", m.value);
}

/* Writes TIME KIND NODE.PROCESS CPU FLAGS USER [COUNTER...]  # mark */
static char *sample_text(char *p, const struct sample_writer *w, const struct sample *s,
                         uint64_t time)
{
    p = put_text(put_text(put_number(p, time), "  "), kind_text(s));
    p = put_text(p, s->kind == SAMPLE_TRACE ? "     " : "  ");
    p = put_number(p, source_node(s->source, w->process_bits));
    p = put_key(p, ".", source_process(s->source, w->process_bits));
    p = put_text(put_key(p, "  ", s->cpu), "  ");
    *p++ = s->fifo_overrun ? 'F' : '-';
    *p++ = s->shadow_overrun ? 'S' : '-';
    *p++ = s->read_error ? 'R' : '-';
    p = put_hex(put_text(p, "  0x"), s->user, 12);
    if (s->kind == SAMPLE_RESOURCE)
        p = put_counters(put_text(p, "  "), s, " ");
    return put_text(put_mark(p, s->user), "\n");
}

static char *put_flag(char *p, const char *key, bool flag)
{
    return put_text(put_text(p, key), flag ? "true" : "false");
}

/* The fields of a sample that CSV and JSON print in this order: what precedes the value of each. */
struct field_keys {
    const char *node, *cpu, *timestamp, *source, *user, *fifo_overrun, *shadow_overrun, *read_error;
};
static const struct field_keys csv_keys = {",", ",", ",", ",", ",", ",", ",", ","};
static const struct field_keys json_keys = {
    ", \"node\": ", ", \"cpu\": ",          ", \"timestamp\": ",      ", \"source\": ",
    ", \"user\": ", ", \"fifo_overrun\": ", ", \"shadow_overrun\": ", ", \"read_error\": "};

static char *put_fields(char *p, struct field_keys keys, const struct sample_writer *w,
                        const struct sample *s)
{
    p = put_key(p, keys.node, source_node(s->source, w->process_bits));
    p = put_key(p, keys.cpu, s->cpu);
    p = put_key(p, keys.timestamp, s->timestamp);
    p = put_key(p, keys.source, s->source);
    p = put_key(p, keys.user, s->user);
    p = put_flag(p, keys.fifo_overrun, s->fifo_overrun);
    p = put_flag(p, keys.shadow_overrun, s->shadow_overrun);
    return put_flag(p, keys.read_error, s->read_error);
}

static char *sample_csv(char *p, const struct sample_writer *w, const struct sample *s,
                        uint64_t time)
{
    p = put_text(p, kind_text(s));
    p = put_fields(p, csv_keys, w, s);
    p = put_counters(put_text(p, ","), s, " ");
    p = put_key(p, ",", source_process(s->source, w->process_bits));
    p = put_key(p, ",", time);
    return put_text(p, ",,,\n");
}

static char *sample_json(char *p, const struct sample_writer *w, const struct sample *s,
                         uint64_t time)
{
    p = put_text(p, w->any ? ",\n    {\"kind\": \"" : "\n    {\"kind\": \"");
    p = put_text(put_text(p, kind_text(s)), "\"");
    p = put_fields(p, json_keys, w, s);
    p = put_text(put_counters(put_text(p, ", \"counters\": ["), s, ", "), "]");
    p = put_key(p, ", \"process\": ", source_process(s->source, w->process_bits));
    p = put_key(p, ", \"time\": ", time);
    return put_text(p, "}");
}

void sample_writer_begin(struct sample_writer *w)
{
    if (w->format == OUTPUT_CSV)
        fputs("kind,node,cpu,timestamp,source,user,fifo_overrun,shadow_overrun,read_error,counters,"
              "process,time,file,what,value\n",
              w->out);
    else if (w->format == OUTPUT_JSON)
        fprintf(w->out, "{\n  \"tool\": \"%s\",\n  \"samples\": %s", w->tool,
                w->to_file ? "null" : "[");
}

void sample_writer_write(struct sample_writer *w, const struct sample *s, uint64_t time)
{
    char line[1024], *end;
    if (w->format == OUTPUT_CSV)
        end = sample_csv(line, w, s, time);
    else if (w->format == OUTPUT_JSON)
        end = sample_json(line, w, s, time);
    else
        end = sample_text(line, w, s, time);
    w->any = true;
    fwrite(line, 1, (size_t)(end - line), w->out);
}

struct loss_csv {
    FILE *out;
    const char *file;
    int columns;
};

static void put_loss_csv(void *to, const char *key, const char *text, uint64_t count)
{
    struct loss_csv *l = to;
    struct cell cells[32] = {{CELL_TEXT, {.TEXT = "lost"}}};
    (void)text;
    cells[l->columns - 3] = (struct cell){CELL_TEXT, {.TEXT = l->file}};
    cells[l->columns - 2] = (struct cell){CELL_TEXT, {.TEXT = key}};
    cells[l->columns - 1] = (struct cell){CELL_LONG, {.LONG = (long)count}};
    csv_cells(l->out, cells, l->columns);
}

void stream_losses_csv(const struct stream_result *r, int columns, FILE *out)
{
    struct loss_csv l = {out, r->file, columns};
    for_each_loss(r, put_loss_csv, &l);
    if (r->failed)
        put_loss_csv(&l, "not_read", NULL, 1);
}

/* Ends the array of samples, and sets j to write the following keys of the object. */
static void continue_json(struct sample_writer *w, struct json *j)
{
    if (!w->to_file)
        fputs(w->any ? "\n  ]" : "]", w->out);
    *j = (struct json){.out = w->out, .depth = 1};
    j->any[0] = j->any[1] = true;
}

void sample_writer_finish(struct sample_writer *w, const struct stream_result *files, size_t n,
                          struct json *j)
{
    if (w->format == OUTPUT_JSON) {
        continue_json(w, j);
        json_key_array(j, "files");
    }
    for (size_t i = 0; i < n; i++) {
        if (w->format == OUTPUT_JSON)
            stream_result_json(&files[i], j);
        else if (w->format == OUTPUT_CSV)
            stream_losses_csv(&files[i], SAMPLE_COLUMNS, w->out);
        else
            stream_result_text(&files[i], "# ", w->out);
    }
    if (w->format == OUTPUT_JSON)
        json_end_array(j);
}
