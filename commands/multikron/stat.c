/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron stat: counts the samples of streams by node, CPU and source. */
#include "base/outfile.h"
#include "base/util.h"
#include "commands/multikron/stream.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/mpi/parcel.h"
#include "measure/multikron/mpi/ranks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "multikron stat", "[OPTION]... FILE...",
    "Counts samples and losses of streams by node, CPU and source.", "multikron stat run.mkn"};

enum {
    CLOCK_HZ = 10000000, /* default of --clock */
    STAT_COLUMNS = 16,   /* of CSV */
};

struct options {
    struct stream_options stream;
    long clock;
};
/* A line of the report: a node, a CPU or a source of a node, or all samples. */
struct line {
    const char *level;
    long node, cpu, process; /* -1 = does not apply */
    uint64_t late;           /* of a node */
    struct tally_sum sum;
};
struct report {
    const struct options *o;
    struct tally *all;
    struct stream_result *files;
    size_t n;
    struct line line; /* the current one */
    void (*put)(struct report *r, const struct line *l);
    struct table table;
    struct json json;
};

/* ---- reading ---- */

static int read_options(int argc, char **argv, struct options *o, const char **files)
{
    const struct option_row rows[] = {
        STREAM_OPTION_ROWS(&o->stream),
        {"clock", 0, OPTION_POSITIVE, &o->clock, "HZ", "frequency of the timestamps (10000000)"},
        {0}};
    int n = options_read(&command_line, rows, argc, argv, files);
    if (n < 0 || !stream_options_check("multikron stat", &o->stream))
        return -1;
    if (n == 0)
        return wrong_usage("multikron stat", "give a file, or - for standard input"), -1;
    return n;
}

static struct tally new_tally(const struct stream_options *o)
{
    return (struct tally){.process_bits = (unsigned)o->process_bits,
                          .disorder = (uint64_t)o->disorder};
}

static struct tally_sum sum_of_rows(const struct tally *t)
{
    struct tally_sum sum = {0};
    for (size_t i = 0; i < t->rows.n; i++)
        tally_add_row(&sum, t->rows.at[i]);
    tally_add_counts(&sum, t->others);
    return sum;
}

/* Counts the samples of a file in one. */
static void read_file(const struct stream_options *o, const char *file, struct tally *one,
                      struct stream_result *result, struct diag *d)
{
    struct stream r;
    const uint8_t *at;
    *result = (struct stream_result){.file = file, .form = STREAM_BARE, .failed = true};
    if (!stream_open(&r, file, o->form, d))
        return;
    for (size_t n; (n = stream_next_block(&r, &at)) > 0;)
        tally_records(one, at, n);
    struct tally_sum sum = sum_of_rows(one);
    *result = (struct stream_result){.file = file,
                                     .form = r.form,
                                     .failed = r.in.failed || r.in.spool.failed,
                                     .samples = sum.trace + sum.resource,
                                     .fifo_overrun = sum.fifo_overrun,
                                     .shadow_overrun = sum.shadow_overrun,
                                     .read_error = sum.read_error,
                                     .losses = r.losses};
    stream_report_result(result, d);
    stream_close(&r);
}

/* Reads a file at a rank other than 0, and sends the counts to rank 0. */
static void send_file(const struct stream_options *o, const char *file, const struct diag *d)
{
    struct tally one = new_tally(o);
    struct stream_result result;
    struct diag_log log = {0};
    struct diag recorder = diag_recorder(d, &log);
    struct parcel p = {0};
    recorder.max_shown = d->max_shown;
    read_file(o, file, &one, &result, &recorder);
    parcel_write(&p, &result, sizeof result);
    parcel_write_messages(&p, &recorder);
    parcel_write_tally(&p, &one);
    parcel_send(&p);
    tally_free(&one);
}

static void receive_file(int from, const char *file, struct tally *one,
                         struct stream_result *result, struct diag *d)
{
    struct parcel p = parcel_receive(from);
    parcel_read(&p, result, sizeof *result);
    result->file = file;
    parcel_read_messages(&p, d);
    parcel_read_tally(&p, one);
    parcel_free(&p);
}

/* Reads all files in their order. A rank other than 0 reads only its own files. */
static void read_files(const struct report *r, struct ranks ranks, const char **files,
                       struct diag *d)
{
    const struct stream_options *o = &r->o->stream;
    for (size_t i = 0; i < r->n; i++) {
        int reader = ranks_reader(ranks, i, files[i]);
        struct tally one = new_tally(o);
        if (ranks.me == 0) {
            if (reader == 0)
                read_file(o, files[i], &one, &r->files[i], d);
            else
                receive_file(reader, files[i], &one, &r->files[i], d);
            tally_merge(r->all, &one);
        } else if (reader == ranks.me)
            send_file(o, files[i], d);
        tally_free(&one);
    }
    ranks_done(ranks);
}

/* ---- values of a line ---- */

static uint64_t line_ticks(const struct line *l)
{
    return l->sum.last - l->sum.first;
}

/* Returns samples per second: (number of samples - 1) / time between the first and the last. */
static struct quantity sample_rate(const struct report *r, const struct line *l)
{
    uint64_t samples = l->sum.trace + l->sum.resource;
    if (!l->sum.any || samples < 2 || line_ticks(l) == 0)
        return missing("no two samples at different times");
    return known((double)(samples - 1) * (double)r->o->clock / (double)line_ticks(l));
}

static struct quantity line_seconds(const struct report *r, const struct line *l)
{
    if (!l->sum.any)
        return missing("no sample");
    return known((double)line_ticks(l) / (double)r->o->clock);
}

/* ---- text ---- */

static void cell_count(struct table *t, uint64_t n)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, n);
    table_cell(t, text);
}

static void cell_number(struct table *t, long n)
{
    if (n < 0)
        table_cell(t, NULL);
    else
        cell_count(t, (uint64_t)n);
}

static void cell_quantity(struct table *t, struct quantity q)
{
    char text[QUANTITY_TEXT];
    table_cell(t, quantity_text(q, text));
}

static void put_heading(struct report *r)
{
    static const char *const heads[] = {"",         "node",    "cpu",      "process", "trace",
                                        "resource", "FIFO",    "shadow",   "read",    "first",
                                        "last",     "seconds", "samples/s"};
    r->table = (struct table){.align = "lrrrrrrrrrrrr"};
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        table_cell(&r->table, heads[i]);
}

static void put_text(struct report *r, const struct line *l)
{
    struct table *t = &r->table;
    table_cell(t, l->level);
    cell_number(t, l->node);
    cell_number(t, l->cpu);
    cell_number(t, l->process);
    cell_count(t, l->sum.trace);
    cell_count(t, l->sum.resource);
    cell_count(t, l->sum.fifo_overrun);
    cell_count(t, l->sum.shadow_overrun);
    cell_count(t, l->sum.read_error);
    if (l->sum.any) {
        cell_count(t, l->sum.first);
        cell_count(t, l->sum.last);
    } else {
        table_cell(t, NULL);
        table_cell(t, NULL);
    }
    cell_quantity(t, line_seconds(r, l));
    cell_quantity(t, sample_rate(r, l));
}

/* ---- CSV ---- */

static void put_key_csv(long n)
{
    if (n >= 0)
        printf("%ld", n);
    putchar(',');
}

static void put_quantity_csv(struct quantity q)
{
    char text[QUANTITY_TEXT];
    putchar(',');
    if (is_known(q))
        fputs(quantity_exact(q, text), stdout);
}

static void put_csv(struct report *r, const struct line *l)
{
    printf("%s,", l->level);
    put_key_csv(l->node);
    put_key_csv(l->cpu);
    put_key_csv(l->process);
    printf("%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", l->sum.trace,
           l->sum.resource, l->sum.fifo_overrun, l->sum.shadow_overrun, l->sum.read_error);
    if (l->sum.any)
        printf("%" PRIu64 ",%" PRIu64, l->sum.first, l->sum.last);
    else
        putchar(',');
    put_quantity_csv(line_seconds(r, l));
    put_quantity_csv(sample_rate(r, l));
    puts(",,,");
}

/* ---- JSON ---- */

static void put_key_json(struct json *j, const char *key, long n)
{
    if (n < 0)
        return;
    json_key_long(j, key, n);
}

static void put_time_json(struct json *j, const char *key, bool any, uint64_t time)
{
    json_key(j, key);
    if (any)
        json_long(j, (long)time);
    else
        json_null(j);
}

static void put_sum_json(struct report *r, const struct line *l)
{
    struct json *j = &r->json;
    const struct {
        const char *key;
        uint64_t n;
    } counts[] = {{"trace", l->sum.trace},
                  {"resource", l->sum.resource},
                  {"fifo_overrun", l->sum.fifo_overrun},
                  {"shadow_overrun", l->sum.shadow_overrun},
                  {"read_error", l->sum.read_error}};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        json_key_long(j, counts[i].key, (long)counts[i].n);
    }
    put_time_json(j, "first", l->sum.any, l->sum.first);
    put_time_json(j, "last", l->sum.any, l->sum.last);
    json_key_quantity(j, "seconds", line_seconds(r, l));
    json_key_quantity(j, "rate", sample_rate(r, l));
}

static void put_json(struct report *r, const struct line *l)
{
    struct json *j = &r->json;
    json_inline_object(j);
    put_key_json(j, "node", l->node);
    put_key_json(j, "cpu", l->cpu);
    put_key_json(j, "process", l->process);
    put_sum_json(r, l);
    if (strcmp(l->level, "node") == 0) {
        json_key_long(j, "late", (long)l->late);
    }
    json_end_object(j);
}

/* ---- lines of nodes, CPUs and sources ---- */

static long node_at(const struct report *r, size_t row)
{
    return (long)source_node(r->all->rows.at[row]->source, r->o->stream.process_bits);
}

/* Returns the end of the rows of the node of row from. */
static size_t node_end(const struct report *r, size_t from)
{
    size_t to = from;
    while (to < r->all->rows.n && node_at(r, to) == node_at(r, from))
        to++;
    return to;
}

static uint64_t late_samples(const struct report *r, long node)
{
    for (size_t i = 0; i < r->all->nodes.n; i++)
        if (r->all->nodes.at[i]->node == node)
            return r->all->nodes.at[i]->clock.late;
    return 0;
}

static void put_node(struct report *r, size_t from, size_t to)
{
    struct line l = {"node", node_at(r, from), -1, -1, 0, {0}};
    l.late = late_samples(r, l.node);
    for (size_t i = from; i < to; i++)
        tally_add_row(&l.sum, r->all->rows.at[i]);
    r->put(r, &l);
}

static void put_cpus(struct report *r, size_t from, size_t to)
{
    for (int cpu = 0; cpu < 8; cpu++) {
        struct line l = {"cpu", node_at(r, from), cpu, -1, 0, {0}};
        for (size_t i = from; i < to; i++)
            if (r->all->rows.at[i]->cpu == cpu)
                tally_add_row(&l.sum, r->all->rows.at[i]);
        if (l.sum.any)
            r->put(r, &l);
    }
}

static void put_sources(struct report *r, size_t from, size_t to)
{
    for (size_t i = from, end; i < to; i = end) {
        const struct tally_row *row = r->all->rows.at[i];
        long process = source_process(row->source, (unsigned)r->o->stream.process_bits);
        struct line l = {"source", node_at(r, from), -1, process, 0, {0}};
        for (end = i; end < to && r->all->rows.at[end]->source == row->source; end++)
            tally_add_row(&l.sum, r->all->rows.at[end]);
        r->put(r, &l);
    }
}

static void for_each_node(struct report *r, void (*put)(struct report *, size_t, size_t))
{
    for (size_t i = 0, end; i < r->all->rows.n; i = end) {
        end = node_end(r, i);
        put(r, i, end);
    }
}

static void put_all(struct report *r)
{
    struct line l = {"all", -1, -1, -1, 0, sum_of_rows(r->all)};
    r->put(r, &l);
}

/* Prints the samples of sources without a row. */
static void put_others(struct report *r)
{
    struct line l = {"others", -1, -1, -1, 0, {0}};
    tally_add_counts(&l.sum, r->all->others);
    if (l.sum.trace + l.sum.resource)
        r->put(r, &l);
}

/* ---- reports ---- */

static void report_text(struct report *r)
{
    for (size_t i = 0; i < r->n; i++)
        stream_result_text(&r->files[i], "", stdout);
    r->put = put_text;
    put_heading(r);
    for_each_node(r, put_node);
    for_each_node(r, put_cpus);
    for_each_node(r, put_sources);
    put_others(r);
    put_all(r);
    putchar('\n');
    table_print(&r->table, stdout);
    table_free(&r->table);
    puts("\nFIFO, shadow, read: samples with this flag. first, last: times in ticks, with wraps.");
    for (size_t i = 0; i < r->all->nodes.n; i++)
        if (r->all->nodes.at[i]->clock.late)
            printf("node %" PRIu32 ": %" PRIu64 " samples are after samples with a later time\n",
                   r->all->nodes.at[i]->node, r->all->nodes.at[i]->clock.late);
}

static void report_csv(struct report *r)
{
    r->put = put_csv;
    puts("level,node,cpu,process,trace,resource,fifo_overrun,shadow_overrun,read_error,first,last,"
         "seconds,rate,file,what,value");
    for_each_node(r, put_node);
    for_each_node(r, put_cpus);
    for_each_node(r, put_sources);
    put_others(r);
    put_all(r);
    for (size_t i = 0; i < r->n; i++)
        stream_losses_csv(&r->files[i], STAT_COLUMNS, stdout);
}

static void list_json(struct report *r, const char *key,
                      void (*put)(struct report *, size_t, size_t))
{
    json_key_array(&r->json, key);
    for_each_node(r, put);
    json_end_array(&r->json);
}

static void report_json(struct report *r)
{
    struct json *j = &r->json;
    *j = (struct json){.out = stdout};
    r->put = put_json;
    json_object(j);
    json_key_text(j, "tool", "multikron stat");
    json_key_long(j, "clock", r->o->clock);
    json_key_array(j, "files");
    for (size_t i = 0; i < r->n; i++)
        stream_result_json(&r->files[i], j);
    json_end_array(j);
    list_json(r, "nodes", put_node);
    list_json(r, "cpus", put_cpus);
    list_json(r, "sources", put_sources);
    json_key_array(j, "others");
    put_others(r);
    json_end_array(j);
    json_key(j, "all");
    put_all(r);
    json_end_object(j);
    json_close(j);
}

static int run_stat(const struct options *o, struct ranks ranks, const char **files, size_t n)
{
    struct diag d;
    struct tally all = new_tally(&o->stream);
    struct report r = {.o = o, .all = &all, .n = n};
    diag_init(&d, "multikron stat");
    d.max_shown = SHOWN_MESSAGES;
    r.files = xmalloc(sizeof *r.files * n);
    read_files(&r, ranks, files, &d);
    if (ranks.me == 0) {
        tally_sort(&all);
        if (o->stream.format == OUTPUT_JSON)
            report_json(&r);
        else if (o->stream.format == OUTPUT_CSV)
            report_csv(&r);
        else
            report_text(&r);
        stdout_close(&d);
    }
    tally_free(&all);
    free(r.files);
    diag_close(&d);
    return diag_exit_status(&d);
}

int multikron_stat(int argc, char **argv)
{
    struct options o = {.stream = STREAM_OPTIONS_DEFAULT, .clock = CLOCK_HZ};
    struct ranks ranks = ranks_start(argv);
    const char **files = xmalloc(sizeof *files * (size_t)(argc + 1));
    int n = read_options(argc, argv, &o, files);
    int status = n > 0 ? run_stat(&o, ranks, files, (size_t)n) : 2;
    free(files);
    return status;
}
