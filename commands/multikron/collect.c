/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron collect: takes samples from many nodes into a folder. */
#include "base/options.h"
#include "base/outfile.h"
#include "base/util.h"
#include "commands/common.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/collect/server.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_USUAL = 256, NODES_MOST = 65536, GREETING_S = 10, GREETING_MOST = 3600 };
enum { SILENCE_S = 24 * 3600, SILENCE_MOST = 366 * SILENCE_S };

struct options {
    struct option_list listen;
    const char *limit, *quota, *reserve, *mode, *key, *format;
    long nodes, greeting, silence;
    bool no_sync;
    enum output_format output;
};

/* A number of bytes, perhaps with K, M or G after it, or "none"; *bytes stays without a text. False
 * after a message. */
static bool bytes_of(const char *option, const char *text, uint64_t none, uint64_t *bytes)
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
        return wrong_usage("multikron collect",
                           "%s is a number of bytes, or 10K, 10M, 10G, or none", option),
               false;
    *bytes = (uint64_t)n << shift;
    return true;
}

static bool mode_of(const char *text, mode_t *mode)
{
    *mode = 0600;
    if (!text)
        return true;
    *mode = (mode_t)strtoul(text, NULL, 8);
    if (strspn(text, "01234567") == strlen(text) && *text && *mode <= 0777)
        return true;
    return wrong_usage("multikron collect", "--mode is octal permissions like 660, not '%s'", text),
           false;
}

/* Fills what the server needs; false after a message. */
static bool server_options_of(const struct options *o, struct server_options *s)
{
    s->listen = o->listen.at;
    s->n_listen = o->listen.n;
    s->sync = !o->no_sync;
    s->nodes = (uint64_t)o->nodes;
    s->greeting = o->greeting;
    s->silence = o->silence;
    if (o->listen.n == 0)
        wrong_usage("multikron collect", "say where with --listen=ADDRESS");
    else if (o->nodes < 1 || o->nodes > NODES_MOST)
        wrong_usage("multikron collect", "--nodes is 1 to %d", NODES_MOST);
    else if (o->greeting < 1 || o->greeting > GREETING_MOST)
        wrong_usage("multikron collect", "--greeting is 1 to %d seconds", GREETING_MOST);
    else if (o->silence > SILENCE_MOST)
        wrong_usage("multikron collect", "--silence is 0 to %d seconds", SILENCE_MOST);
    else
        return bytes_of("--limit", o->limit, 0, &s->limit) &&
               bytes_of("--quota", o->quota, UINT64_MAX, &s->quota) &&
               bytes_of("--reserve", o->reserve, 0, &s->reserve) && mode_of(o->mode, &s->mode);
    return false;
}

static const char *const columns[] = {"node",    "samples",    "bytes",    "overruns",
                                      "streams", "duplicates", "vanished", "refused"};
enum { COLUMNS = COUNT_OF(columns) };

static void values_of(const struct server_node *n, uint64_t v[COLUMNS])
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
        values_of(nodes[i], v);
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
        values_of(nodes[i], v);
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
        values_of(nodes[i], v);
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
    printf("%zu nodes, %" PRIu64 " samples, %" PRIu64 " bytes; %" PRIu64
           " connections that named no node",
           n, samples, bytes, t.nameless);
    if (t.empty)
        printf(", %" PRIu64 " of nodes of which nothing was taken", t.empty);
    putchar('\n');
}

/* Prints what came; false where samples are missing or some were not taken. What strangers do says
 * nothing about the samples. */
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
    struct options o = {.nodes = NODES_USUAL, .greeting = GREETING_S, .silence = SILENCE_S};
    const struct option_row rows[] = {
        {"listen", 0, OPTION_LIST, &o.listen, "ADDRESS", "HOST:PORT, :PORT (here) or unix:PATH"},
        {"limit", 0, OPTION_TEXT, &o.limit, "BYTES", "most in one node's file; K, M, G behind it"},
        {"quota", 0, OPTION_TEXT, &o.quota, "BYTES", "most in all files of one identity"},
        {"reserve", 0, OPTION_TEXT, &o.reserve, "BYTES", "of the disk, which samples leave free"},
        {"nodes", 0, OPTION_COUNT, &o.nodes, "N", "most nodes of one identity; default 256"},
        {"greeting", 0, OPTION_COUNT, &o.greeting, "SECONDS",
         "a connection names its node within; default 10"},
        {"silence", 0, OPTION_COUNT, &o.silence, "SECONDS",
         "close connections without data; default 86400"},
        {"mode", 0, OPTION_TEXT, &o.mode, "OCTAL", "permissions of Unix sockets; default 600"},
        {"key", 0, OPTION_TEXT, &o.key, "FILE", "keys of senders; encrypts TCP"},
        {"no-sync", 0, OPTION_FLAG, &o.no_sync, NULL, "a power cut may take acknowledged samples"},
        {"format", 0, OPTION_TEXT, &o.format, "FORMAT", "of the summary: text, json or csv"},
        {0},
    };
    const struct command_line line = {
        "multikron collect", "--listen=ADDRESS [OPTION]... FOLDER",
        "Collect samples from many nodes, a file a node, until SIGINT or SIGTERM.",
        "multikron collect --listen=unix:/run/user/1000/mk samples-of-today", rows};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    struct server_options so = {.quota = SERVER_DEFAULT, .reserve = SERVER_DEFAULT};
    int n = options_read(&line, argc, argv, operands), status = 2;
    struct diag d;
    diag_init(&d, line.tool);
    so.folder = n > 0 ? operands[0] : NULL;
    if (n == 0 || n > 1)
        wrong_usage(line.tool, "name one folder for the samples");
    else if (n == 1 && output_format_of(line.tool, o.format, &o.output) &&
             server_options_of(&o, &so)) {
        so.key_file = o.key;
        status = collect(&o, &so, &d);
    }
    free(o.listen.at);
    free(operands);
    return status;
}
