/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron collect: receives samples of many nodes and stores them in a directory. */
#include "base/options.h"
#include "base/outfile.h"
#include "base/util.h"
#include "commands/common.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/collect/server.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct command_line command_line = {
    "multikron collect", "--listen=ADDRESS [OPTION]... DIRECTORY",
    "Collects samples of many nodes, one file per node, until SIGINT or SIGTERM.",
    "multikron collect --listen=unix:/run/user/1000/mk samples-of-today"};

enum { NODES_DEFAULT = 256, NODES_MAX = 65536, GREETING_DEFAULT = 10, GREETING_MAX = 3600 };
enum { SILENCE_DEFAULT = 24 * 3600, SILENCE_MAX = 366 * SILENCE_DEFAULT };

struct options {
    struct option_list listen;
    const char *limit, *quota, *reserve, *mode, *key, *format;
    long nodes, greeting, silence;
    bool no_sync;
    enum output_format output;
};

/* Reads a number of bytes with an optional suffix K, M or G, or "none". Leaves *bytes unchanged if
 * text is NULL. Returns false after a message. */
static bool read_byte_option(const char *option, const char *text, uint64_t none, uint64_t *bytes)
{
    static const char units[] = "KMG";
    char *end;
    if (!text)
        return true;
    *bytes = none;
    if (strcmp(text, "none") == 0)
        return true;
    unsigned long long n = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (strspn(text, "0123456789") == 0 || (*end && (!unit || end[1])) || n == 0 ||
        n > UINT64_MAX >> shift)
        return wrong_usage(
                   "multikron collect",
                   "%s must be a number of bytes such as 10K, 10M or 10G, or none, not '%s'",
                   option, text),
               false;
    *bytes = (uint64_t)n << shift;
    return true;
}

/* Reads octal permissions; default: 600. Returns false after a message. */
static bool read_mode(const char *text, mode_t *mode)
{
    *mode = 0600;
    if (!text)
        return true;
    *mode = (mode_t)strtoul(text, NULL, 8);
    if (strspn(text, "01234567") == strlen(text) && *text && *mode <= 0777)
        return true;
    return wrong_usage("multikron collect",
                       "--mode must be octal permissions such as 660, not '%s'", text),
           false;
}

/* Checks the options and fills those of the server. Returns false after a message. */
static bool read_server_options(const struct options *o, struct server_options *s)
{
    s->listen = o->listen.at;
    s->n_listen = o->listen.n;
    s->sync = !o->no_sync;
    s->nodes = (uint64_t)o->nodes;
    s->greeting = o->greeting;
    s->silence = o->silence;
    if (o->listen.n == 0)
        wrong_usage("multikron collect", "--listen=ADDRESS is required");
    else if (o->nodes < 1 || o->nodes > NODES_MAX)
        wrong_usage("multikron collect", "--nodes must be from 1 to %d, not %ld", NODES_MAX,
                    o->nodes);
    else if (o->greeting < 1 || o->greeting > GREETING_MAX)
        wrong_usage("multikron collect", "--greeting must be from 1 to %d seconds, not %ld",
                    GREETING_MAX, o->greeting);
    else if (o->silence > SILENCE_MAX)
        wrong_usage("multikron collect", "--silence must be from 0 to %d seconds, not %ld",
                    SILENCE_MAX, o->silence);
    else
        return read_byte_option("--limit", o->limit, 0, &s->limit) &&
               read_byte_option("--quota", o->quota, UINT64_MAX, &s->quota) &&
               read_byte_option("--reserve", o->reserve, 0, &s->reserve) &&
               read_mode(o->mode, &s->mode);
    return false;
}

static const char *const columns[] = {"node",    "samples",    "bytes",    "overruns",
                                      "streams", "duplicates", "vanished", "refused"};
enum { COLUMNS = COUNT_OF(columns) };

/* Returns the values of a node, one per column. */
static void get_values(const struct server_node *n, uint64_t v[COLUMNS])
{
    const uint64_t values[COLUMNS] = {n->number,  n->samples,    n->bytes,    n->overruns,
                                      n->streams, n->duplicates, n->vanished, n->refused};
    memcpy(v, values, sizeof values);
}

static void print_text(const struct server_node *const *nodes, size_t n)
{
    struct table t = {.align = "rrrrrrrrl"};
    char cell[32];
    for (int c = 0; c < COLUMNS; c++)
        table_cell(&t, columns[c]);
    table_cell(&t, "identity");
    for (size_t i = 0; i < n; i++) {
        uint64_t v[COLUMNS];
        get_values(nodes[i], v);
        for (int c = 0; c < COLUMNS; c++) {
            snprintf(cell, sizeof cell, "%" PRIu64, v[c]);
            table_cell(&t, cell);
        }
        table_cell(&t, nodes[i]->owner);
    }
    if (n)
        table_print(&t, stdout);
    table_free(&t);
}

static void print_csv(const struct server_node *const *nodes, size_t n)
{
    for (int c = 0; c < COLUMNS; c++)
        printf("%s,", columns[c]);
    puts("identity");
    for (size_t i = 0; i < n; i++) {
        uint64_t v[COLUMNS];
        get_values(nodes[i], v);
        for (int c = 0; c < COLUMNS; c++)
            printf("%" PRIu64 ",", v[c]);
        puts(nodes[i]->owner);
    }
}

static void print_json(const struct server_node *const *nodes, size_t n, struct server_totals t)
{
    printf("{\"nodes\":[");
    for (size_t i = 0; i < n; i++) {
        uint64_t v[COLUMNS];
        get_values(nodes[i], v);
        for (int c = 0; c < COLUMNS; c++)
            printf("%s\"%s\":%" PRIu64, c ? "," : i ? ",{" : "{", columns[c], v[c]);
        printf(",\"identity\":\"%s\"}", nodes[i]->owner);
    }
    printf("],\"strangers\":%" PRIu64 ",\"empty\":%" PRIu64 "}\n", t.nameless, t.empty);
}

static void print_totals(const struct server_node *const *nodes, size_t n, struct server_totals t)
{
    uint64_t samples = 0, bytes = 0;
    for (size_t i = 0; i < n; i++) {
        samples += nodes[i]->samples;
        bytes += nodes[i]->bytes;
    }
    printf("nodes: %zu, samples: %" PRIu64 ", bytes: %" PRIu64
           "; connections without a hello message: %" PRIu64,
           n, samples, bytes, t.nameless);
    if (t.empty)
        printf(", without stored data: %" PRIu64, t.empty);
    putchar('\n');
}

/* Prints the summary. Returns false if samples are missing or were refused. Unidentified
 * connections do not count, because they are not senders. */
static bool print_summary(const struct options *o, const struct server *s)
{
    size_t n;
    const struct server_node *const *nodes = server_nodes(s, &n);
    struct server_totals t = server_totals(s);
    uint64_t wrong = t.nameless - t.unknown + t.empty;
    for (size_t i = 0; i < n; i++)
        wrong += nodes[i]->refused + nodes[i]->vanished + nodes[i]->overruns;
    if (o->output == OUTPUT_CSV)
        print_csv(nodes, n);
    else if (o->output == OUTPUT_JSON)
        print_json(nodes, n, t);
    else {
        print_text(nodes, n);
        print_totals(nodes, n, t);
    }
    return wrong == 0;
}

static int collect(const struct options *o, const struct server_options *so, struct diag *d)
{
    bool usage = false;
    struct server *s = server_open(so, d, &usage);
    if (!s)
        return usage ? 2 : 1;
    for (int i = 0; i < o->listen.n; i++)
        fprintf(stderr, "listening on %s\n", server_address(s, i));
    bool ok = server_run(s);
    ok = print_summary(o, s) && ok;
    server_close(s);
    diag_close(d);
    return stdout_close(d) && ok ? 0 : 1;
}

int multikron_collect(int argc, char **argv)
{
    struct options o = {
        .nodes = NODES_DEFAULT, .greeting = GREETING_DEFAULT, .silence = SILENCE_DEFAULT};
    const struct option_row rows[] = {
        {"listen", 0, OPTION_LIST, &o.listen, "ADDRESS",
         "HOST:PORT, :PORT (this machine) or unix:PATH"},
        {"limit", 0, OPTION_TEXT, &o.limit, "BYTES",
         "maximum size of a node's file, suffix K, M or G"},
        {"quota", 0, OPTION_TEXT, &o.quota, "BYTES", "maximum size of all files of one identity"},
        {"reserve", 0, OPTION_TEXT, &o.reserve, "BYTES", "disk space to leave free"},
        {"nodes", 0, OPTION_COUNT, &o.nodes, "N", "maximum number of nodes per identity (256)"},
        {"greeting", 0, OPTION_COUNT, &o.greeting, "SECONDS",
         "time limit for the hello message (10)"},
        {"silence", 0, OPTION_COUNT, &o.silence, "SECONDS",
         "close a connection without data after this time (86400)"},
        {"mode", 0, OPTION_TEXT, &o.mode, "OCTAL", "permissions of Unix sockets (600)"},
        {"key", 0, OPTION_TEXT, &o.key, "FILE", "keys of senders; encrypts TCP"},
        {"no-sync", 0, OPTION_FLAG, &o.no_sync, NULL,
         "do not sync: a power failure may lose stored samples"},
        {"format", 0, OPTION_TEXT, &o.format, "FORMAT", "format of the summary: text, json or csv"},
        {0},
    };
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    struct server_options so = {.quota = SERVER_DEFAULT, .reserve = SERVER_DEFAULT};
    int n = options_read(&command_line, rows, argc, argv, operands), status = 2;
    struct diag d;
    diag_init(&d, command_line.tool);
    so.directory = n > 0 ? operands[0] : NULL;
    if (n == 0 || n > 1)
        wrong_usage(command_line.tool, "specify one directory for the samples");
    else if (n == 1 && output_format_of(command_line.tool, o.format, &o.output) &&
             read_server_options(&o, &so)) {
        so.key_file = o.key;
        status = collect(&o, &so, &d);
    }
    free(o.listen.at);
    free(operands);
    return status;
}
