/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of counted runs as text:
 *     macs-count-result  1
 *     run       DIRECTORY
 *     map       FILE
 *     labelled  FILE
 *     slowdown  NUMBER
 *     unused    REASON
 * Fields are separated by tabs. */
#include "counts/counts.h"
#include "counts/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_paths(FILE *to, const char *kind, const char *const *paths, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        fputs(kind, to);
        put_tab_field(to, paths[i]);
        putc('\n', to);
    }
}

void count_result_print(FILE *to, const struct count_result *r)
{
    fputs("macs-count-result\t1\n", to);
    put_paths(to, "run", r->runs, r->n_runs);
    put_paths(to, "map", r->maps, r->n_maps);
    put_paths(to, "labelled", r->labelled, r->n_labelled);
    if (r->slowdown > 0)
        fprintf(to, "slowdown\t%.6g\n", r->slowdown);
    put_paths(to, "unused", &r->unused, r->unused != NULL);
}

static double read_positive_number(struct field_reader *r)
{
    const char *text = read_text_field(r);
    char *end;
    double value = strtod(text, &end);
    r->wrong |= !*text || *end || !isfinite(value) || value <= 0;
    return value;
}

static void read_path(struct field_reader *r, const char ***paths, size_t *n)
{
    const char *path = read_text_field(r);
    if (fields_end(r))
        *ARENA_PUSH(r->a, *paths, *n) = path;
}

static void read_other(struct field_reader *r, const char *kind, struct count_result *to)
{
    if (strcmp(kind, "slowdown") == 0) {
        double slowdown = read_positive_number(r);
        if (fields_end(r))
            to->slowdown = slowdown;
        return;
    }
    const char *text = read_text_field(r);
    r->wrong |= strcmp(kind, "unused") != 0;
    if (fields_end(r))
        to->unused = text;
}

bool count_result_read(struct arena *a, struct source *s, struct diag *d, struct count_result *r)
{
    struct field_reader f;
    const char *kind;
    *r = (struct count_result){.n_runs = 0};
    if (!fields_open(&f, a, s, d, "macs-count-result", "a result of counted runs"))
        return false;
    while (fields_next(&f, &kind))
        if (strcmp(kind, "run") == 0)
            read_path(&f, &r->runs, &r->n_runs);
        else if (strcmp(kind, "map") == 0)
            read_path(&f, &r->maps, &r->n_maps);
        else if (strcmp(kind, "labelled") == 0)
            read_path(&f, &r->labelled, &r->n_labelled);
        else
            read_other(&f, kind, r);
    return true;
}
