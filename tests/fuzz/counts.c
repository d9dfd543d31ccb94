/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a map of counters, an index of counts, a block's file, a result of counted
 * runs, and assembly text in which counters are inserted. What is read must be valid; a map is
 * printed and read again; the copied text is the input. */
#include "counts/counts.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so, const char *what)
{
    if (so)
        return;
    fprintf(stderr, "counts: %s\n", what);
    abort();
}

static char *printed_map(const struct count_map *m, size_t *n)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, n);
    count_map_print(to, m);
    must(to && fclose(to) == 0, "a map can be printed");
    return text;
}

static void check_map(struct arena *a, const struct count_map *m)
{
    const char *wrong = count_map_check(m);
    must(!wrong, wrong ? wrong : "");
    uint64_t *counters = ARENA_ARRAY(a, uint64_t, m->n_counters + 1);
    uint64_t *counts = ARENA_ARRAY(a, uint64_t, count_map_numbers(m) + 1);
    for (uint32_t i = 0; i < m->n_counters; i++)
        counters[i] = i;
    count_map_evaluate(m, counters, counts);
    struct diag d = {.quiet = true};
    struct count_map again;
    struct source s;
    size_t n, n_again;
    char *text = printed_map(m, &n);
    source_from_bytes(&s, "map", text, n);
    must(count_map_read(a, &s, &d, &again) && d.errors + d.warnings == 0, "a map can be read");
    char *text_again = printed_map(&again, &n_again);
    must(n == n_again && memcmp(text, text_again, n) == 0, "a map that is read is the same");
    source_free(&s);
    free(text);
    free(text_again);
}

/* A result that is printed and read again is the same. */
static void check_result(struct arena *a, const struct count_result *r)
{
    struct diag d = {.quiet = true};
    char *text = NULL;
    size_t n;
    struct source s;
    struct count_result again;
    FILE *to = open_memstream(&text, &n);
    count_result_print(to, r);
    must(to && fclose(to) == 0, "a result can be printed");
    source_from_bytes(&s, "result", text, n);
    must(count_result_read(a, &s, &d, &again) && d.errors + d.warnings == 0,
         "a result can be read");
    must(again.n_runs == r->n_runs && again.n_maps == r->n_maps &&
             again.n_labelled == r->n_labelled && !again.unused == !r->unused &&
             !again.difference == !r->difference,
         "a result that is read is the same");
    source_free(&s);
    free(text);
}

static void read_files(struct arena *a, const uint8_t *data, size_t size)
{
    struct diag d = {.quiet = true};
    struct count_map m;
    struct count_process p;
    struct count_thread t = {.path = "f"};
    struct source s;
    source_from_bytes(&s, "f", (const char *)data, size);
    if (count_map_read(a, &s, &d, &m))
        check_map(a, &m);
    if (count_index_read(a, &s, &d, &p) && count_thread_read(a, (const char *)data, 0, &d, &t))
        abort();
    struct count_result r;
    if (count_result_read(a, &s, &d, &r))
        check_result(a, &r);
    bool counts = count_thread_read(a, (const char *)data, size, &d, &t);
    must(!counts || t.n_values <= size / sizeof(uint64_t), "counters are those of the file");
    source_free(&s);
}

/* Each line of the input is in the text with labels, in the same order. */
static void check_copy(const uint8_t *data, size_t size, const char *text, size_t n)
{
    const char *end = text + n;
    for (size_t i = 0; i < size && text < end;) {
        const uint8_t *feed = memchr(data + i, '\n', size - i);
        size_t length = feed ? (size_t)(feed - data) + 1 - i : size - i;
        while ((size_t)(end - text) > 7 && memcmp(text, ".Lmacs_", 7) == 0 &&
               ((size_t)(end - text) < length || memcmp(text, data + i, length) != 0))
            text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
        must((size_t)(end - text) >= length && memcmp(text, data + i, length) == 0,
             "the text is copied");
        text += length;
        i += length;
    }
}

static void insert(struct arena *a, const uint8_t *data, size_t size, const struct count_ask *ask)
{
    struct diag d = {.quiet = true};
    struct count_map m;
    struct source s;
    size_t n = 0;
    char *text = NULL;
    FILE *to = open_memstream(&text, &n);
    source_from_bytes(&s, "f.s", (const char *)data, size);
    bool done = counts_insert(a, ask, &s, to, &d, &m);
    must(fclose(to) == 0, "the text is written");
    if (done && ask->mode != COUNT_LABELS)
        check_map(a, &m);
    else if (done)
        check_copy(data, size, text, n);
    source_free(&s);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct count_choice choice = {NULL, 3};
    static const struct count_ask asks[] = {{.mode = COUNT_COUNTERS},
                                            {.mode = COUNT_COUNTERS, .every = true},
                                            {.choices = &choice, .n_choices = 1},
                                            {.mode = COUNT_RECORD},
                                            {.mode = COUNT_LABELS}};
    struct arena a = {0};
    read_files(&a, data, size);
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
        insert(&a, data, size, &asks[i]);
    arena_free(&a);
    return 0;
}
