/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma-instrument.h"

#include "base/outfile.h"
#include "base/textstream.h"
#include "commands/common.h"
#include "commands/kma-regions.h"
#include "runs/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A comma-separated list of loops that the user wants. */
struct wanted {
    struct loop_search *at;
    size_t n;
    bool elsewhere; /* a file may have none of them */
};

enum { BATCH = 64 }; /* files that are open at a time */

/* An instrumented file that is written, and has not got its name. */
struct ready {
    struct outfile file;
    char *said; /* what is printed of it then */
};

struct work {
    const struct kma_instrument *k;
    const struct front_options *front;
    const struct machine *machine;
    struct diag *d;
    struct arena arena;
    const char *to; /* file or folder, without slashes behind */
    struct instrument_options options;
    struct wanted wanted;
    struct region_file regions;
    struct ready ready[BATCH];
    size_t n_ready;
    bool verbose, folder;
};

static const struct {
    const char *name;
    enum loop_choice choice;
} choices[] = {
    {"hot", CHOOSE_HOT}, {"inner", CHOOSE_INNER}, {"outer", CHOOSE_OUTER}, {"all", CHOOSE_ALL}};

bool kma_instrument_check(const struct kma_instrument *k, int files)
{
    if (!k->to && (k->mode || k->loops || k->regions))
        wrong_usage("kma", "--%s goes with --instrument=OUT",
                    k->mode    ? "instrument-mode"
                    : k->loops ? "loops"
                               : "regions");
    else if (k->to && !*k->to)
        wrong_usage("kma", "--instrument=OUT names a file, or a folder for several");
    else if (k->mode && strcmp(k->mode, "time") != 0 && strcmp(k->mode, "count") != 0)
        wrong_usage("kma", "--instrument-mode is time or count, not '%s'", k->mode);
    else if (k->loops && !*k->loops)
        wrong_usage("kma", "--loops is hot, inner, outer, all, or a list of loops");
    else
        return files > 0 || !k->to;
    return false;
}

/* ---- which loops ---- */

/* Where other files are marked by calls of their own, a name with folders means no file elsewhere.
 */
static bool is_called(const struct wanted *w, const char *id, const char *name)
{
    enum loop_call call = loop_called(id, name);
    if (call == CALLED_WITHOUT_FOLDERS && w->elsewhere)
        return !strchr(name, '/');
    return call != NOT_CALLED;
}

static bool is_wanted(void *to, const char *id)
{
    struct wanted *w = to;
    bool any = false;
    for (size_t i = 0; i < w->n; i++) {
        loop_search_offer(&w->at[i], id);
        any |= is_called(w, id, w->at[i].name);
    }
    return any;
}

static void read_wanted(struct work *w, const char *list)
{
    while (*list) {
        size_t n = strcspn(list, ",");
        if (n)
            *ARENA_PUSH(&w->arena, w->wanted.at, w->wanted.n) =
                (struct loop_search){.name = arena_strndup(&w->arena, list, n), .a = &w->arena};
        list += n + (list[n] == ',');
    }
    w->wanted.elsewhere = w->k->elsewhere;
    w->options.choice = CHOOSE_LISTED;
    w->options.listed = is_wanted;
    w->options.to = &w->wanted;
}

static void read_choice(struct work *w)
{
    const char *loops = w->k->loops ? w->k->loops : "hot";
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcmp(loops, choices[i].name) == 0) {
            w->options.choice = choices[i].choice;
            return;
        }
    read_wanted(w, loops);
}

static void say_unwanted(struct work *w)
{
    for (size_t i = 0; !w->k->elsewhere && i < w->wanted.n; i++)
        if (!w->wanted.at[i].found.n)
            diag_error(w->d, (struct where){0}, "--loops: %s",
                       loop_search_problem(&w->wanted.at[i]));
}

static const char *table_path(struct work *w)
{
    if (w->k->regions)
        return w->k->regions;
    return arena_printf(&w->arena, w->folder ? "%s/regions" : "%s.regions", w->to);
}

/* ---- files ---- */

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *out_path(struct work *w, const char *file)
{
    return w->folder ? arena_printf(&w->arena, "%s/%s", w->to, base_name(file)) : w->to;
}

/* Whether an output may be written for each of the files, each of its own. */
static bool outputs_differ(struct work *w, const char *const *files, int n)
{
    long errors = w->d->errors;
    struct names names = {0};
    for (int i = 0; i < n; i++) {
        const char *out = out_path(w, files[i]), *base = base_name(files[i]);
        if (strcmp(files[i], "-") == 0)
            diag_error(w->d, (struct where){0}, "--instrument takes files, not standard input");
        else if (same_file(files[i], out))
            diag_error(w->d, (struct where){.file = files[i]},
                       "the output would take this file's place; choose another one");
        else if (name_find(&names, base, strlen(base)))
            diag_error(w->d, (struct where){.file = files[i]},
                       "two of the files are called %s; instrument them into folders of their own, "
                       "with one --regions",
                       base);
        name_of(&names, base, strlen(base));
    }
    names_free(&names);
    return w->d->errors == errors;
}

/* With the folders around it. */
static bool make_folder(struct work *w)
{
    char *path = arena_strdup(&w->arena, w->to);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    diag_error(w->d, (struct where){.file = w->to}, "this folder can't be made: %s",
               strerror(errno));
    return false;
}

/* What was done, a line for each loop that was left out, or for all; to be freed. */
static char *describe_loops(const struct work *w, const char *out, const struct instrumented *in)
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

/* Writes the loops' numbers, then gives the instrumented files of this batch their names: a file
 * never calls for a number that the table does not have. */
static void commit_batch(struct work *w)
{
    bool ok = w->n_ready > 0 && region_file_write(&w->regions, w->d);
    for (size_t i = 0; i < w->n_ready; i++) {
        struct ready *r = &w->ready[i];
        if (!ok)
            outfile_abandon(&r->file);
        else if (outfile_commit(&r->file, w->d))
            fputs(r->said, stdout);
        free(r->said);
    }
    w->n_ready = 0;
}

static void instrument_file(struct work *w, const char *file, struct infile *text)
{
    struct arena a = {0};
    struct instrumented in;
    struct ready *r = &w->ready[w->n_ready];
    const char *out = out_path(w, file);
    if (front_instrument(&a, text, w->front, &w->options, w->machine, &w->regions.table, w->d,
                         &in) &&
        outfile_open(&r->file, out, w->d)) {
        fwrite(in.text, 1, in.size, r->file.f);
        if (outfile_finish(&r->file, w->d)) {
            r->said = describe_loops(w, out, &in);
            w->n_ready++;
        }
    }
    arena_free(&a);
    if (w->n_ready == BATCH)
        commit_batch(w);
}

/* What was read before is read again. */
static void instrument_nth(struct work *w, const char *const *files, struct infile *read, int i)
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
    struct work w = {.k = k,
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
        say_unwanted(&w);
    }
    arena_free(&w.arena);
}
