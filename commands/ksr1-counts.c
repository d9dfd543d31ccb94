/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the cells counted, as text, JSON or CSV. */
#include "commands/ksr1.h"

#include "base/json.h"
#include "base/outfile.h"

#include <inttypes.h>
#include <string.h>

static const struct {
    const char *name, *what;
} counters[] = {
#define COUNTER(NAME, name, what) {name, what},
#include "lab/machine/counters.def"
#undef COUNTER
};

static uint64_t count_of(const struct ksr1 *k, unsigned cell, int counter)
{
    uint64_t counts[CELL_COUNTERS];
    cell_counts(&k->at[cell], counts);
    return counts[counter];
}

/* Sum, least and most over the cells. */
struct spread {
    uint64_t sum, least, most;
};
static struct spread spread_of(const struct ksr1 *k, int counter)
{
    struct spread s = {0, UINT64_MAX, 0};
    for (unsigned i = 0; i < k->n; i++) {
        uint64_t n = count_of(k, i, counter);
        s.sum += n;
        s.least = n < s.least ? n : s.least;
        s.most = n > s.most ? n : s.most;
    }
    return s;
}

static void number_cell(struct table *t, uint64_t n)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, n);
    table_cell(t, text);
}

static void print_text(const struct ksr1 *k, FILE *out)
{
    struct table t = {.align = k->n > 1 ? "lrrrl" : "lrl"};
    const char *const head[] = {"counter", k->n > 1 ? "all cells" : "count", "least", "most", ""};
    for (int i = 0; i < 5; i++)
        if (k->n > 1 || i == 0 || i == 1 || i == 4)
            table_cell(&t, head[i]);
    for (int i = 0; i < CELL_COUNTERS; i++) {
        struct spread s = spread_of(k, i);
        table_cell(&t, counters[i].name);
        number_cell(&t, s.sum);
        if (k->n > 1) {
            number_cell(&t, s.least);
            number_cell(&t, s.most);
        }
        table_cell(&t, counters[i].what);
    }
    table_print(&t, out);
    table_free(&t);
}

static void print_csv(const struct ksr1 *k, FILE *out)
{
    fputs("cell", out);
    for (int i = 0; i < CELL_COUNTERS; i++)
        fprintf(out, ",%s", counters[i].name);
    fputc('\n', out);
    for (unsigned c = 0; c < k->n; c++) {
        fprintf(out, "%u", c);
        for (int i = 0; i < CELL_COUNTERS; i++)
            fprintf(out, ",%" PRIu64, count_of(k, c, i));
        fputc('\n', out);
    }
}

static void print_json(const struct ksr1 *k, FILE *out)
{
    struct json j = {.out = out};
    json_object(&j);
    json_key_array(&j, "cells");
    for (unsigned c = 0; c < k->n; c++) {
        json_object(&j);
        for (int i = 0; i < CELL_COUNTERS; i++)
            json_key_long(&j, counters[i].name, (long)count_of(k, c, i));
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    json_close(&j);
}

static void print(const struct ksr1 *k, FILE *out)
{
    if (k->form == OUTPUT_JSON)
        print_json(k, out);
    else if (k->form == OUTPUT_CSV)
        print_csv(k, out);
    else
        print_text(k, out);
}

bool ksr1_print_counts(struct ksr1 *k)
{
    struct outfile o;
    if (strcmp(k->counts, "-") == 0) {
        print(k, stdout);
        return true;
    }
    if (!outfile_open(&o, k->counts, &k->d))
        return false;
    print(k, o.f);
    return outfile_commit(&o, &k->d);
}
