/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the cells' counters as text, JSON or CSV. */
#include "commands/lab/ksr1.h"

#include <inttypes.h>
#include <stdlib.h>
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
    for (unsigned c = 0; c < k->n; c++) {
        fprintf(out, "%u,%u", k->n, c);
        for (int i = 0; i < CELL_COUNTERS; i++)
            fprintf(out, ",%" PRIu64, count_of(k, c, i));
        fputc('\n', out);
    }
}

static void print_json(const struct ksr1 *k, struct json *j)
{
    json_object(j);
    json_key_array(j, "cells");
    for (unsigned c = 0; c < k->n; c++) {
        json_object(j);
        for (int i = 0; i < CELL_COUNTERS; i++)
            json_key_long(j, counters[i].name, (long)count_of(k, c, i));
        json_end_object(j);
    }
    json_end_array(j);
    json_end_object(j);
}

void ksr1_counts_add(struct ksr1 *k)
{
    if (!k->counts_to)
        return;
    if (k->form == OUTPUT_JSON)
        print_json(k, &k->json);
    else if (k->form == OUTPUT_CSV)
        print_csv(k, k->counts_to);
    else {
        if (k->runs > 1)
            fprintf(k->counts_to, "%ld cells\n", k->n_cells);
        print_text(k, k->counts_to);
    }
}

void ksr1_counts_open(struct ksr1 *k)
{
    if (!k->counts)
        return;
    k->counts_to = text_open(&k->counts_text);
    k->json = (struct json){.out = k->counts_to};
    if (k->form == OUTPUT_JSON) {
        json_object(&k->json);
        json_key_array(&k->json, "runs");
    } else if (k->form == OUTPUT_CSV) {
        fputs("cells,cell", k->counts_to);
        for (int i = 0; i < CELL_COUNTERS; i++)
            fprintf(k->counts_to, ",%s", counters[i].name);
        fputc('\n', k->counts_to);
    }
}

/* Writes the collected text to its destination. */
static bool write_counts(struct ksr1 *k)
{
    const struct text_stream *t = &k->counts_text;
    if (!k->counts_file.f)
        return fwrite(t->text, 1, t->size, stdout) == t->size;
    fwrite(t->text, 1, t->size, k->counts_file.f);
    return outfile_finish(&k->counts_file, &k->d);
}

bool ksr1_counts_close(struct ksr1 *k)
{
    if (!k->counts_to)
        return true;
    if (k->form == OUTPUT_JSON) {
        json_end_array(&k->json);
        json_end_object(&k->json);
        json_close(&k->json);
    }
    text_close(&k->counts_text);
    bool ok = write_counts(k);
    free(k->counts_text.text);
    return ok;
}
