/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of counted runs as text:
 *     macs-count-result  1
 *     run       DIRECTORY
 *     map       FILE
 *     records   DIRECTORY
 *     record-map  FILE
 *     labelled  FILE
 *     slowdown  NUMBER
 *     record-slowdown  NUMBER
 *     difference  TEXT
 *     unused    REASON
 *     file      FILE  BYTES  CHECKSUM     as it was when the result was written
 *     end       CHECKSUM                  of the lines before
 * Fields are separated by tabs. */
#include "base/checksum.h"
#include "base/file.h"
#include "base/textstream.h"
#include "counts/counts.h"
#include "counts/fields.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
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

static void put_lines(FILE *to, const struct count_result *r)
{
    fputs("macs-count-result\t1\n", to);
    put_paths(to, "run", r->runs, r->n_runs);
    put_paths(to, "map", r->maps, r->n_maps);
    put_paths(to, "records", r->records, r->n_records);
    put_paths(to, "record-map", r->record_maps, r->n_record_maps);
    put_paths(to, "labelled", r->labelled, r->n_labelled);
    if (r->slowdown > 0)
        fprintf(to, "slowdown\t%.6g\n", r->slowdown);
    if (r->record_slowdown > 0)
        fprintf(to, "record-slowdown\t%.6g\n", r->record_slowdown);
    put_paths(to, "difference", &r->difference, r->difference != NULL);
    put_paths(to, "unused", &r->unused, r->unused != NULL);
    for (size_t i = 0; i < r->n_files; i++) {
        fputs("file", to);
        put_tab_field(to, r->files[i].path);
        fprintf(to, "\t%" PRIu64 "\t%" PRIx64 "\n", r->files[i].size, r->files[i].checksum);
    }
}

void count_result_print(FILE *to, const struct count_result *r)
{
    struct text_stream text;
    put_lines(text_open(&text), r);
    text_close(&text);
    fwrite(text.text, 1, text.size, to);
    fprintf(to, "end\t%" PRIx64 "\n", checksum_add(CHECKSUM_START, text.text, text.size));
    free(text.text);
}

/* ---- files ---- */

/* Reads a file's size and checksum. Returns false with errno if it cannot be read. */
static bool read_file(const char *path, struct count_file *to)
{
    char block[1 << 15];
    size_t n;
    FILE *f = fopen(path, "re");
    *to = (struct count_file){.path = path, .checksum = CHECKSUM_START};
    while (f && (n = fread(block, 1, sizeof block, f)) > 0) {
        to->checksum = checksum_add(to->checksum, block, n);
        to->size += n;
    }
    return f && file_close(f);
}

static bool add_file(struct arena *a, struct count_result *r, const char *path, struct diag *d)
{
    struct count_file f;
    if (!read_file(path, &f)) {
        diag_error(d, (struct where){.file = path}, "cannot be read: %s", strerror(errno));
        return false;
    }
    *ARENA_PUSH(a, r->files, r->n_files) = f;
    return true;
}

static bool add_files(struct arena *a, struct count_result *r, const char **paths, size_t n,
                      struct diag *d)
{
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good &= add_file(a, r, paths[i], d);
    return good;
}

/* Adds all files of directories. */
static bool add_folders(struct arena *a, struct count_result *r, const char **folders, size_t n,
                        struct diag *d)
{
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        DIR *dir = opendir(folders[i]);
        for (const struct dirent *e; dir && (e = readdir(dir));)
            if (*e->d_name != '.')
                good &= add_file(a, r, arena_printf(a, "%s/%s", folders[i], e->d_name), d);
        if (dir)
            closedir(dir);
    }
    return good;
}

bool count_result_seal(struct arena *a, struct count_result *r, struct diag *d)
{
    bool good = add_files(a, r, r->maps, r->n_maps, d);
    good &= add_files(a, r, r->record_maps, r->n_record_maps, d);
    good &= add_files(a, r, r->labelled, r->n_labelled, d);
    good &= add_folders(a, r, r->runs, r->n_runs, d);
    return good & add_folders(a, r, r->records, r->n_records, d);
}

static const struct count_file *find_file(const struct count_result *r, const char *path)
{
    for (size_t i = 0; i < r->n_files; i++)
        if (strcmp(r->files[i].path, path) == 0)
            return &r->files[i];
    return NULL;
}

bool count_result_check_file(const struct count_result *r, const char *path, struct diag *d)
{
    const struct count_file *f = find_file(r, path);
    struct count_file now;
    struct where w = {.file = path};
    if (!f)
        diag_error(d, w, "this file does not belong to the counted run: it was added later");
    else if (!read_file(path, &now))
        diag_error(d, w, "this file of the counted run cannot be read: %s", strerror(errno));
    else if (now.size != f->size)
        diag_error(d, w, "was changed after the counted run: %" PRIu64 " bytes, not %" PRIu64,
                   now.size, f->size);
    else if (now.checksum != f->checksum)
        diag_error(d, w, "was changed after the counted run, or is damaged");
    else
        return true;
    return false;
}

bool count_result_check_run(const struct count_result *r, const char *run, struct diag *d)
{
    size_t length = strlen(run);
    bool good = true;
    for (size_t i = 0; i < r->n_files; i++)
        if (strncmp(r->files[i].path, run, length) == 0 && r->files[i].path[length] == '/')
            good &= count_result_check_file(r, r->files[i].path, d);
    DIR *dir = opendir(run);
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        struct arena a = {0};
        const char *path = arena_printf(&a, "%s/%s", run, e->d_name);
        if (*e->d_name != '.' && !find_file(r, path))
            good &= count_result_check_file(r, path, d);
        arena_free(&a);
    }
    if (dir)
        closedir(dir);
    return good;
}

/* ---- read ---- */

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
    double *number = strcmp(kind, "slowdown") == 0          ? &to->slowdown
                     : strcmp(kind, "record-slowdown") == 0 ? &to->record_slowdown
                                                            : NULL;
    if (number) {
        double slowdown = read_positive_number(r);
        if (fields_end(r))
            *number = slowdown;
        return;
    }
    const char *text = read_text_field(r);
    bool differs = strcmp(kind, "difference") == 0;
    r->wrong |= !differs && strcmp(kind, "unused") != 0;
    if (fields_end(r))
        *(differs ? &to->difference : &to->unused) = text;
}

static void read_file_line(struct field_reader *r, struct count_result *to)
{
    struct count_file f = {.path = read_text_field(r)};
    f.size = read_number_field(r, UINT64_MAX);
    f.checksum = read_hexadecimal_field(r);
    if (fields_end(r))
        *ARENA_PUSH(r->a, to->files, to->n_files) = f;
}

/* Returns whether the text ends with the checksum of its lines. */
static bool is_whole(const struct source *s)
{
    static const char mark[] = "\nend\t";
    const char *end = NULL;
    for (const char *at = s->text; (at = strstr(at, mark)); at++)
        end = at + 1;
    if (!end)
        return false;
    char expected[64];
    size_t n = (size_t)(end - s->text);
    int length = snprintf(expected, sizeof expected, "end\t%" PRIx64 "\n",
                          checksum_add(CHECKSUM_START, s->text, n));
    return s->size - n == (size_t)length && memcmp(end, expected, (size_t)length) == 0;
}

bool count_result_read(struct arena *a, struct source *s, struct diag *d, struct count_result *r)
{
    struct field_reader f;
    const char *kind;
    *r = (struct count_result){.n_runs = 0};
    if (!fields_open(&f, a, s, d, "macs-count-result", "a result of counted runs"))
        return false;
    if (!is_whole(s)) {
        diag_error(d, (struct where){.file = s->path},
                   "this result of counted runs is damaged or truncated: count the program again");
        return false;
    }
    while (fields_next(&f, &kind))
        if (strcmp(kind, "end") == 0)
            continue;
        else if (strcmp(kind, "file") == 0)
            read_file_line(&f, r);
        else if (strcmp(kind, "run") == 0)
            read_path(&f, &r->runs, &r->n_runs);
        else if (strcmp(kind, "map") == 0)
            read_path(&f, &r->maps, &r->n_maps);
        else if (strcmp(kind, "records") == 0)
            read_path(&f, &r->records, &r->n_records);
        else if (strcmp(kind, "record-map") == 0)
            read_path(&f, &r->record_maps, &r->n_record_maps);
        else if (strcmp(kind, "labelled") == 0)
            read_path(&f, &r->labelled, &r->n_labelled);
        else
            read_other(&f, kind, r);
    return true;
}
