/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls counts/ for scripts:
 *     count-tool insert [-e] [-s] [-l FUNCTION[:LINE]]... IN.s OUT.s OUT.map
 *     count-tool labels [-e] [-l ...] IN.s OUT.s
 *     count-tool record [-l ...] IN.s OUT.s OUT.map
 *     count-tool print FOLDER MAP...
 *     count-tool loops FOLDER MAP...
 *     count-tool seal RESULT
 * insert adds counters (-e: one in every block; -s: the map lists source loops; -l: only in these
 * loops), labels a label at each block, record makes loops record their accesses. print prints
 * "IDENTITY BLOCK COUNT KIND LINE FUNCTION LABEL SOURCE:LINE LOOP" for each block of the maps; the
 * count is "-" if it is unknown. loops prints "FILE:LINE-LINE FUNCTION LINE-OF-PARENT ENTRIES
 * ITERATIONS" or the reason for each source loop. Both then print "early N", "incomplete REASON"
 * and "shared COUNTER N" of a map if there are any. seal stores the checksums of the present files
 * in the result of counted runs.
 */
#include "base/outfile.h"
#include "base/util.h"
#include "counts/counts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct count_choice choice_of(struct arena *a, const char *text)
{
    const char *colon = strrchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : strlen(text);
    return (struct count_choice){n ? arena_strndup(a, text, n) : NULL,
                                 colon ? (uint32_t)strtoul(colon + 1, NULL, 10) : 0};
}

static bool write_map(const char *path, const struct count_map *m, struct diag *d)
{
    struct outfile o;
    if (!outfile_open(&o, path, d))
        return false;
    count_map_print(o.f, m);
    return outfile_commit(&o, d);
}

static bool insert(char **argv, enum count_mode mode, struct diag *d)
{
    struct arena a = {0};
    struct count_choice choices[16];
    struct count_ask ask = {.mode = mode, .choices = choices};
    for (; *argv && **argv == '-'; argv++)
        if (strcmp(*argv, "-e") == 0)
            ask.every = true;
        else if (strcmp(*argv, "-s") == 0)
            ask.source_loops = true;
        else if (argv[1] && ask.n_choices < 16)
            choices[ask.n_choices++] = choice_of(&a, *++argv);
    struct source s = {.path = NULL};
    struct outfile o;
    struct count_map m;
    bool done = argv[0] && argv[1] && (mode == COUNT_LABELS || argv[2]) &&
                source_read(&s, argv[0], d) && outfile_open(&o, argv[1], d);
    done = done && counts_insert(&a, &ask, &s, o.f, d, &m) && outfile_commit(&o, d);
    const char *wrong = done && mode != COUNT_LABELS ? count_map_check(&m) : NULL;
    if (wrong)
        bug("%s: not so: %s", argv[0], wrong);
    done = done && (mode == COUNT_LABELS || write_map(argv[2], &m, d));
    source_free(&s);
    arena_free(&a);
    return done;
}

static void print_block(const struct count_map *m, size_t i, uint64_t count)
{
    const struct count_block *b = &m->blocks[i];
    printf("%016" PRIx64 " %zu ", m->identity, i);
    if (b->why)
        printf("- unknown");
    else
        printf("%" PRIu64 " %s", count, b->counter == COUNT_NONE ? "sum" : "counter");
    printf(" %" PRIu32 " %s %s %s:%" PRIu32, b->line, b->function ? b->function : "-",
           b->label ? b->label : "-", b->source ? b->source : "-", b->source_line);
    printf(" %s\n", b->loop == COUNT_NONE ? "-" : m->loops[b->loop].label);
}

static void print_source_loop(const struct count_map *m, size_t i, const uint64_t *counts)
{
    const struct count_source_loop *l = &m->source_loops[i];
    const struct count_of_loop n = count_source_loop(m, i, counts);
    printf("%s:%" PRIu32 "-%" PRIu32 " %s %" PRIu32, l->source, l->line, l->end_line,
           l->function ? l->function : "-",
           l->parent == COUNT_NONE ? 0 : m->source_loops[l->parent].line);
    if (l->why)
        printf(" %s\n", l->why);
    else if (l->entries.n == 0)
        printf(" - %" PRIu64 "\n", n.iterations);
    else
        printf(" %" PRIu64 " %" PRIu64 "\n", n.entries, n.iterations);
}

static int compare_totals(const void *one, const void *other)
{
    const struct count_total *a = one, *b = other;
    return ORDER_OF(a->map->identity, b->map->identity);
}

/* Prints a map whose file has that path. */
static void print_map(struct arena *a, const char *path, const struct count_total *t, bool loops,
                      struct diag *d)
{
    const struct count_map *m = t->map;
    uint64_t *counts = ARENA_ARRAY(a, uint64_t, count_map_numbers(m) + 1);
    if (!t->loaded && m->n_counters)
        diag_warning(d, (struct where){.file = path}, "no process loaded this unit");
    count_map_evaluate(m, t->counters, counts);
    for (size_t i = 0; loops && i < m->n_source_loops; i++)
        print_source_loop(m, i, counts);
    for (size_t i = 0; !loops && i < m->n_blocks; i++)
        print_block(m, i, counts[i]);
    for (size_t i = 0; !loops && i < m->n_branches; i++)
        printf("%016" PRIx64 " b%zu %" PRIu64 " branch %" PRIu32 "\n", m->identity, i,
               counts[m->n_blocks + i], m->branches[i].line);
    if (t->early)
        printf("early %" PRIu64 "\n", t->early);
    if (t->incomplete)
        printf("incomplete %s\n", t->incomplete);
    for (uint32_t i = 0; i < m->n_counters; i++)
        if (t->shared[i])
            printf("shared %" PRIu32 " %" PRIu64 "\n", i, t->shared[i]);
}

static bool print(char **argv, bool loops, struct diag *d)
{
    struct arena a = {0};
    size_t n = 0;
    bool done = argv[0];
    while (done && argv[n + 1])
        n++;
    struct count_map *maps = ARENA_ARRAY(&a, struct count_map, n + 1);
    struct count_total *totals = ARENA_ARRAY(&a, struct count_total, n + 1);
    for (size_t i = 0; done && i < n; i++) {
        struct source s = {.path = NULL};
        done = source_read(&s, argv[i + 1], d) && count_map_read(&a, &s, d, &maps[i]);
        totals[i].map = &maps[i];
        source_free(&s);
    }
    if (done && n)
        qsort(totals, n, sizeof *totals, compare_totals);
    done = done && counts_total(&a, argv[0], d, totals, n);
    for (size_t i = 0; done && i < n; i++)
        for (size_t t = 0; t < n; t++)
            if (totals[t].map == &maps[i])
                print_map(&a, argv[i + 1], &totals[t], loops, d);
    arena_free(&a);
    return done;
}

static bool seal(const char *path, struct diag *d)
{
    struct arena a = {0};
    struct source s = {.path = NULL};
    struct count_result r;
    struct outfile out;
    bool done = path && source_read(&s, path, d) && count_result_read(&a, &s, d, &r);
    source_free(&s);
    if (done) {
        r.n_files = 0;
        r.files = NULL;
        done = count_result_seal(&a, &r, d) && outfile_open(&out, path, d);
    }
    if (done) {
        count_result_print(out.f, &r);
        done = outfile_commit(&out, d);
    }
    arena_free(&a);
    return done;
}

int main(int argc, char **argv)
{
    struct diag d;
    diag_init(&d, "count-tool");
    bool done = false;
    if (argc > 1 && strcmp(argv[1], "insert") == 0)
        done = insert(argv + 2, COUNT_COUNTERS, &d);
    else if (argc > 1 && strcmp(argv[1], "labels") == 0)
        done = insert(argv + 2, COUNT_LABELS, &d);
    else if (argc > 1 && strcmp(argv[1], "record") == 0)
        done = insert(argv + 2, COUNT_RECORD, &d);
    else if (argc > 1 && strcmp(argv[1], "print") == 0)
        done = print(argv + 2, false, &d);
    else if (argc > 1 && strcmp(argv[1], "loops") == 0)
        done = print(argv + 2, true, &d);
    else if (argc > 2 && strcmp(argv[1], "seal") == 0)
        done = seal(argv[2], &d);
    return done ? diag_exit_status(&d) : 1;
}
