/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma/instrument.h"
#include "base/util.h"

#include "base/outfile.h"
#include "base/textstream.h"
#include "commands/common.h"
#include "commands/kma/regions.h"
#include "runs/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The loops that --loops lists. */
struct listed_loops {
    struct loop_search *at;
    size_t n;
    bool elsewhere; /* --loops-elsewhere: the loops may be in other files */
};

enum { BATCH = 64 }; /* files that are open at the same time */

/* An instrumented file that is written but not yet renamed to its final name. */
struct written_file {
    struct outfile file;
    char *summary; /* printed when the file has its name */
};

struct instrument_job {
    const struct kma_instrument *k;
    const struct front_options *front;
    const struct machine *machine;
    struct diag *d;
    struct arena arena;
    const char *to; /* output file or directory, without trailing slashes */
    struct instrument_options options;
    struct listed_loops listed;
    struct region_file regions;
    struct written_file written[BATCH];
    size_t n_written;
    bool verbose, folder;
};

static const struct {
    const char *name;
    enum loop_choice choice;
} choices[] = {
    {"hot", CHOOSE_HOT}, {"inner", CHOOSE_INNER}, {"outer", CHOOSE_OUTER}, {"all", CHOOSE_ALL}};

/* Returns a choice that is an element of a list of loops; NULL = none. */
static const char *choice_in_list(const char *list)
{
    for (const char *at = strchr(list, ',') ? list : ""; *at;
         at += strcspn(at, ","), at += *at == ',')
        for (size_t i = 0; i < COUNT_OF(choices); i++)
            if (strcspn(at, ",") == strlen(choices[i].name) &&
                strncmp(at, choices[i].name, strlen(choices[i].name)) == 0)
                return choices[i].name;
    return NULL;
}

bool kma_instrument_check(const struct kma_instrument *k, int files)
{
    if (!k->to && (k->mode || k->loops || k->regions))
        wrong_usage("kma", "--%s requires --instrument=OUT",
                    k->mode    ? "instrument-mode"
                    : k->loops ? "loops"
                               : "regions");
    else if (k->to && !*k->to)
        wrong_usage("kma", "--instrument=OUT needs the name of a file or directory");
    else if (k->mode && strcmp(k->mode, "time") != 0 && strcmp(k->mode, "count") != 0)
        wrong_usage("kma", "--instrument-mode must be time or count, not '%s'", k->mode);
    else if (k->loops && !*k->loops)
        wrong_usage("kma", "--loops must be hot, inner, outer, all, or a list of loops");
    else if (k->loops && choice_in_list(k->loops))
        wrong_usage("kma",
                    "--loops=%s: '%s' cannot be in a list; give this word alone, or a list of "
                    "loops without it",
                    k->loops, choice_in_list(k->loops));
    else
        return files > 0 || !k->to;
    return false;
}

/* ---- which loops ---- */

/* Whether --loops names the loop. With --loops-elsewhere a name with directories matches only a
 * file in these directories. */
static bool is_called(const struct listed_loops *w, const char *id, const char *name)
{
    enum loop_match call = match_loop_name(id, name);
    if (call == MATCHES_WITHOUT_DIRECTORY && w->elsewhere)
        return !strchr(name, '/');
    return call != NO_MATCH;
}

static bool is_listed(void *to, const char *id)
{
    struct listed_loops *w = to;
    bool any = false;
    for (size_t i = 0; i < w->n; i++) {
        loop_search_offer(&w->at[i], id);
        any |= is_called(w, id, w->at[i].name);
    }
    return any;
}

static void read_listed_loops(struct instrument_job *w, const char *list)
{
    while (*list) {
        size_t n = strcspn(list, ",");
        if (n)
            *ARENA_PUSH(&w->arena, w->listed.at, w->listed.n) =
                (struct loop_search){.name = arena_strndup(&w->arena, list, n), .a = &w->arena};
        list += n + (list[n] == ',');
    }
    w->listed.elsewhere = w->k->elsewhere;
    w->options.choice = CHOOSE_LISTED;
    w->options.listed = is_listed;
    w->options.to = &w->listed;
}

static void read_choice(struct instrument_job *w)
{
    const char *loops = w->k->loops ? w->k->loops : "hot";
    for (size_t i = 0; i < COUNT_OF(choices); i++)
        if (strcmp(loops, choices[i].name) == 0) {
            w->options.choice = choices[i].choice;
            return;
        }
    read_listed_loops(w, loops);
}

static void report_unknown_loops(struct instrument_job *w)
{
    for (size_t i = 0; !w->k->elsewhere && i < w->listed.n; i++)
        if (!w->listed.at[i].found.n)
            diag_error(w->d, (struct where){0}, "--loops: not instrumented: %s",
                       loop_search_problem(&w->listed.at[i]));
}

static const char *table_path(struct instrument_job *w)
{
    if (w->k->regions)
        return w->k->regions;
    return arena_printf(&w->arena, w->folder ? "%s/regions" : "%s.regions", w->to);
}

/* ---- files ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *out_path(struct instrument_job *w, const char *file)
{
    return w->folder ? arena_printf(&w->arena, "%s/%s", w->to, base_name(file)) : w->to;
}

/* Whether each file has a separate output that is not an input. Reports the others to d. */
static bool outputs_differ(struct instrument_job *w, const char *const *files, int n)
{
    long errors = w->d->errors;
    struct names names = {0};
    for (int i = 0; i < n; i++) {
        const char *out = out_path(w, files[i]), *base = base_name(files[i]);
        if (strcmp(files[i], "-") == 0)
            diag_error(w->d, (struct where){0}, "--instrument needs files, not standard input");
        else if (outfile_spares(out, &files[i], 1, w->d) && name_find(&names, base, strlen(base)))
            diag_error(w->d, (struct where){.file = files[i]},
                       "two of the files are named %s; instrument them into separate directories, "
                       "with one --regions",
                       base);
        name_of(&names, base, strlen(base));
    }
    names_free(&names);
    return w->d->errors == errors;
}

/* Makes the output directory and its parents. False after a message. */
static bool make_folder(struct instrument_job *w)
{
    char *path = arena_strdup(&w->arena, w->to);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    diag_error(w->d, (struct where){.file = w->to}, "cannot create this directory: %s",
               strerror(errno));
    return false;
}

/* Returns the summary of a file: a line for each loop that was left out, with verbose for all. To
 * be freed by the caller. */
static char *describe_loops(const struct instrument_job *w, const char *out,
                            const struct instrumented *in)
{
    struct text_stream text;
    FILE *to = text_open(&text);
    size_t done = 0, left = 0;
    for (size_t i = 0; i < in->n; i++) {
        done += in->at[i].region != 0;
        left += in->at[i].why != NULL;
    }
    fprintf(to, "%s: %zu of %zu loops %s", out, done, in->n,
            w->options.mode == INSTRUMENT_COUNT ? "counted" : "timed");
    fprintf(to, left ? ", %zu left out\n" : "\n", left);
    for (size_t i = 0; i < in->n; i++) {
        const struct instrumented_loop *l = &in->at[i];
        if (l->why)
            fprintf(to, "  %s: left out: %s\n", l->id, l->why);
        else if (w->verbose && l->region)
            fprintf(to, "  %s: region %u%s\n", l->id, l->region,
                    l->passes && w->options.mode == INSTRUMENT_COUNT ? ", iteration by iteration"
                                                                     : "");
    }
    return text_close(&text);
}

/* Writes the table of regions, then gives the files of this batch their final names. In this order
 * no file has a region number that the table lacks. */
static void commit_batch(struct instrument_job *w)
{
    bool ok = w->n_written > 0 && region_file_write(&w->regions, w->d);
    for (size_t i = 0; i < w->n_written; i++) {
        struct written_file *r = &w->written[i];
        if (!ok)
            outfile_abandon(&r->file);
        else if (outfile_commit(&r->file, w->d))
            fputs(r->summary, stdout);
        free(r->summary);
    }
    w->n_written = 0;
}

static void instrument_file(struct instrument_job *w, const char *file, struct infile *text)
{
    struct arena a = {0};
    struct instrumented in;
    struct written_file *r = &w->written[w->n_written];
    const char *out = out_path(w, file);
    if (front_instrument(&a, text, w->front, &w->options, w->machine, &w->regions.table, w->d,
                         &in) &&
        outfile_open(&r->file, out, w->d)) {
        fwrite(in.text, 1, in.size, r->file.f);
        if (outfile_finish(&r->file, w->d)) {
            r->summary = describe_loops(w, out, &in);
            w->n_written++;
        }
    }
    arena_free(&a);
    if (w->n_written == BATCH)
        commit_batch(w);
}

/* Instruments file i, from its open input where there is one. */
static void instrument_nth(struct instrument_job *w, const char *const *files, struct infile *read,
                           int i)
{
    struct infile own;
    if (read && (read[i].fd >= 0 || read[i].regular)) {
        if (infile_again(&read[i], w->d))
            instrument_file(w, files[i], &read[i]);
    } else if (infile_open(&own, files[i], false, w->d)) {
        instrument_file(w, files[i], &own);
        infile_close(&own);
    }
}

static bool is_folder(const char *path)
{
    struct stat st;
    size_t n = strlen(path);
    return path[n - 1] == '/' || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

void kma_instrument(const struct kma_instrument *k, const char *const *files, struct infile *read,
                    int n, bool verbose, const struct front_options *front, const struct machine *m,
                    struct diag *d)
{
    struct instrument_job w = {.k = k,
                               .front = front,
                               .machine = m,
                               .d = d,
                               .verbose = verbose,
                               .folder = n > 1 || is_folder(k->to)};
    size_t length = strlen(k->to);
    while (length > 1 && k->to[length - 1] == '/')
        length--;
    w.to = arena_strndup(&w.arena, k->to, length);
    w.options.mode = k->mode && strcmp(k->mode, "count") == 0 ? INSTRUMENT_COUNT : INSTRUMENT_TIME;
    read_choice(&w);
    if ((!w.folder || make_folder(&w)) && outputs_differ(&w, files, n)) {
        bool open = region_file_open(&w.regions, table_path(&w), &w.arena, d);
        for (int i = 0; open && i < n; i++)
            instrument_nth(&w, files, read, i);
        commit_batch(&w);
        region_file_close(&w.regions);
        report_unknown_loops(&w);
    }
    arena_free(&w.arena);
}
