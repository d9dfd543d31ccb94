/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/compilers/counted.h"
#include "base/outfile.h"
#include "base/source.h"
#include "base/util.h"
#include "counts/counts.h"

#include <string.h>
#include <unistd.h>

/* Writes the text with counters or labels. Returns false after a message. */
static bool insert_text(struct arena *a, const struct count_ask *ask, const char *file,
                        const char *to, struct count_map *map, struct diag *d)
{
    struct source s = {.path = NULL};
    struct outfile out;
    bool good = source_read(&s, file, d) && outfile_open(&out, to, d);
    if (good && !counts_insert(a, ask, &s, out.f, d, map)) {
        outfile_abandon(&out);
        good = false;
    }
    good = good && outfile_commit(&out, d);
    source_free(&s);
    return good;
}

static bool write_map(const char *path, const struct count_map *map, struct diag *d)
{
    struct outfile out;
    if (!outfile_open(&out, path, d))
        return false;
    count_map_print(out.f, map);
    return outfile_commit(&out, d);
}

/* Returns the chosen loops; *n = 0: all blocks are counted. */
static const struct count_choice *choices_of(struct arena *a, const struct counted_blocks *b,
                                             size_t *n)
{
    struct count_choice *choices = ARENA_ARRAY(a, struct count_choice, b->n_functions + 1);
    for (size_t i = 0; i < b->n_functions; i++)
        choices[i].function = b->functions[i];
    *n = !b->loops ? 0 : b->n_functions ? b->n_functions : 1;
    return choices;
}

/* Writes the text that records accesses. It is not needed for counts. */
static void insert_recorded(struct arena *a, struct count_ask *ask, const char *file,
                            const struct counted_texts *to)
{
    struct count_map map;
    struct diag silent = {.quiet = true};
    ask->mode = COUNT_RECORD;
    unlink(to->recorded_map);
    unlink(to->recorded);
    if (!insert_text(a, ask, file, to->recorded, &map, &silent) ||
        !write_map(to->recorded_map, &map, &silent))
        unlink(to->recorded);
}

bool counted_insert(struct arena *a, const char *file, const struct counted_blocks *blocks,
                    const struct counted_texts *to, struct diag *d)
{
    struct count_map map;
    struct count_ask ask = {.mode = COUNT_COUNTERS, .source_loops = !to->labelled};
    ask.choices = choices_of(a, blocks, &ask.n_choices);
    if (!insert_text(a, &ask, file, to->counted, &map, d) || !write_map(to->map, &map, d))
        return false;
    if (!to->labelled)
        return true;
    if (to->recorded)
        insert_recorded(a, &ask, file, to);
    ask.mode = COUNT_LABELS;
    return insert_text(a, &ask, file, to->labelled, &map, d);
}

struct words counted_library(struct arena *a, const struct tools *t, bool is_static)
{
    struct words w = {.n = 0};
    const char *slash = strrchr(t->count, '/');
    if (is_static) {
        words_add(a, &w, t->count_static);
        words_add(a, &w, "-Wl,--wrap=pthread_create,--wrap=thrd_create");
        return w;
    }
    words_add(a, &w, t->count);
    words_addf(a, &w, "-Wl,-rpath,%.*s", (int)(slash - t->count), t->count);
    return w;
}

/* Returns whether a word of n characters is an option of the linker that removes symbols: its
 * shortest unambiguous forms, with one or two dashes, too. */
static bool removes_symbols(const char *word, size_t n)
{
    static const struct {
        const char *whole;
        size_t least; /* characters */
    } names[] = {{"s", 1},         {"x", 1},           {"X", 1},
                 {"strip-all", 7}, {"discard-all", 9}, {"discard-locals", 9}};
    size_t dashes = n > 1 && word[0] == '-' ? 1 + (word[1] == '-') : 0;
    for (size_t i = 0; dashes && i < COUNT_OF(names); i++) {
        size_t length = n - dashes;
        if (length >= names[i].least && length <= strlen(names[i].whole) &&
            strncmp(word + dashes, names[i].whole, length) == 0 &&
            (dashes == 1 || names[i].least > 1))
            return true;
    }
    return false;
}

/* Adds a word "-Wl,OPTION,...", without these options. */
static void add_linker_list(struct arena *a, const char *word, struct words *to)
{
    const char *kept = "-Wl", *at = word + strlen("-Wl");
    size_t n = 0;
    while (*at == ',') {
        size_t length = strcspn(++at, ",");
        if (!removes_symbols(at, length)) {
            kept = arena_printf(a, "%s,%.*s", kept, (int)length, at);
            n++;
        }
        at += length;
    }
    if (n)
        words_add(a, to, kept);
}

struct words counted_without_stripping(struct arena *a, const struct words *link)
{
    struct words w = {.n = 0};
    for (size_t i = 0; i < link->n; i++) {
        const char *word = link->at[i], *next = i + 1 < link->n ? link->at[i + 1] : "";
        if (strcmp(word, "-Xlinker") == 0 && removes_symbols(next, strlen(next)))
            i++;
        else if (strncmp(word, "-Wl,", 4) == 0)
            add_linker_list(a, word, &w);
        else if (strcmp(word, "-s") != 0)
            words_add(a, &w, word);
    }
    return w;
}

static bool write_text(struct arena *a, const char *folder, const char *name, const char *text,
                       struct diag *d)
{
    struct outfile out;
    if (!outfile_open(&out, arena_printf(a, "%s/%s", folder, name), d))
        return false;
    fputs(text, out.f);
    return outfile_commit(&out, d);
}

bool counted_write_refusal(struct arena *a, const char *folder, const char *why, struct diag *d)
{
    return write_text(a, folder, COUNTED_REFUSAL, why, d);
}

bool counted_write_why(struct arena *a, const char *folder, const char *why)
{
    return write_text(a, folder, COUNTED_WHY, why, &(struct diag){.quiet = true});
}
