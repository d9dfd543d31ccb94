/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/compilers/records.h"
#include "base/file.h"
#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void record_add(struct arena *a, struct record *r, const char *key, const char *text)
{
    words_add(a, &r->keys, key);
    words_add(a, &r->texts, text);
}

const char *record_text(const struct record *r, const char *key)
{
    for (size_t i = 0; i < r->keys.n; i++)
        if (strcmp(r->keys.at[i], key) == 0)
            return r->texts.at[i];
    return NULL;
}

void record_replace(struct record *r, const char *key, const char *text)
{
    for (size_t i = 0; i < r->keys.n; i++)
        if (strcmp(r->keys.at[i], key) == 0)
            r->texts.at[i] = text;
}

struct words record_texts(struct arena *a, const struct record *r, const char *key)
{
    struct words all = {.n = 0};
    for (size_t i = 0; i < r->keys.n; i++)
        if (strcmp(r->keys.at[i], key) == 0)
            words_add(a, &all, r->texts.at[i]);
    return all;
}

/* ---- text format ---- */

static const char escaped[] = "\\\t\n", letters[] = "\\tn"; /* pairwise */

static void write_escaped(FILE *f, const char *text)
{
    for (; *text; text++) {
        const char *at = strchr(escaped, *text);
        if (at)
            fprintf(f, "\\%c", letters[at - escaped]);
        else
            fputc(*text, f);
    }
}

static const char *unescape(struct arena *a, const char *text, size_t n)
{
    char *plain = arena_strndup(a, text, n), *to = plain;
    for (const char *p = plain; *p; p++) {
        const char *at = *p == '\\' && p[1] ? strchr(letters, p[1]) : NULL;
        *to++ = at ? escaped[at - letters] : *p;
        p += at != NULL;
    }
    *to = '\0';
    return plain;
}

static void write_lines(FILE *f, const struct record *r)
{
    for (size_t i = 0; i < r->keys.n; i++) {
        write_escaped(f, r->keys.at[i]);
        fputc('\t', f);
        write_escaped(f, r->texts.at[i]);
        fputc('\n', f);
    }
}

static struct record read_lines(struct arena *a, FILE *f)
{
    struct record r = {.keys = {0}};
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    while ((n = getline(&line, &room, f)) > 0) {
        char *tab = memchr(line, '\t', (size_t)n);
        if (tab && line[n - 1] == '\n')
            record_add(a, &r, unescape(a, line, (size_t)(tab - line)),
                       unescape(a, tab + 1, (size_t)(line + n - tab) - 2));
    }
    free(line);
    return r;
}

bool record_write(const struct record *r, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    write_lines(f, r);
    return file_close(f);
}

bool record_read(struct record *r, struct arena *a, const char *path)
{
    FILE *f = fopen(path, "r");
    *r = (struct record){.keys = {0}};
    if (!f)
        return false;
    *r = read_lines(a, f);
    return file_close(f);
}

/* ---- folders ---- */

/* Returns BUILD/KIND/FINGERPRINT of a file; NULL = it cannot be read. */
static const char *folder_of_file(struct arena *a, const char *build, const char *kind,
                                  const char *path)
{
    fingerprint p = FINGERPRINT_START;
    if (!fingerprint_file(&p, path))
        return NULL;
    return arena_printf(a, "%s/%s/%016" PRIx64, build, kind, p);
}

const char *object_folder(struct arena *a, const char *build, const char *object)
{
    return folder_of_file(a, build, "objects", object);
}

const char *counted_folder(struct arena *a, const char *build, const char *object)
{
    return folder_of_file(a, build, "counted", object);
}

const char *program_folder(struct arena *a, const char *build, const char *path,
                           const char *identity)
{
    fingerprint p = fingerprint_text(fingerprint_text(FINGERPRINT_START, path), identity);
    return arena_printf(a, "%s/programs/%016" PRIx64, build, p);
}

/* The descriptor remains open until the wrapper ends and marks the directory as used. The directory
 * is then removed, unless it was finished. */
char *unfinished_folder(struct arena *a, const char *build)
{
    char *name;
    if (temporary_folder(arena_printf(a, "%s/unfinished/part", build), &name) < 0)
        return NULL;
    return name;
}

void folder_discard(char *unfinished)
{
    if (!unfinished)
        return;
    temporary_remove_folder(unfinished);
    temporary_done(unfinished);
}

/* Another wrapper may now use the free name, so the directory is no longer removed at the end. */
bool folder_finish(struct arena *a, char *unfinished, const char *name)
{
    if (rename(unfinished, name) == 0) {
        temporary_done(unfinished);
        return true;
    }
    char *beside;
    int fd = temporary_folder(unfinished, &beside);
    if (fd < 0)
        return false;
    bool good =
        rename(name, arena_printf(a, "%s/old", beside)) == 0 && rename(unfinished, name) == 0;
    temporary_remove_folder(beside);
    close(fd);
    temporary_done(beside);
    if (good)
        temporary_done(unfinished);
    return good;
}

/* ---- files that cannot be measured ---- */

/* Copies the other lines. */
static struct record other_lines(struct arena *a, const struct record *all, const char *what)
{
    struct record others = {.keys = {0}};
    for (size_t i = 0; i < all->keys.n; i++)
        if (strcmp(all->keys.at[i], what) != 0)
            record_add(a, &others, all->keys.at[i], all->texts.at[i]);
    return others;
}

static bool replace_line(struct arena *a, FILE *f, const char *what, const char *why)
{
    while (flock(fileno(f), LOCK_EX) != 0)
        if (errno != EINTR)
            return false;
    rewind(f);
    struct record all = read_lines(a, f), others = other_lines(a, &all, what);
    if (ferror(f) || ftruncate(fileno(f), 0) != 0)
        return false;
    if (why)
        record_add(a, &others, what, why);
    write_lines(f, &others);
    return true;
}

bool record_left_out(struct arena *a, const char *build, const char *what, const char *why)
{
    const char *path = arena_printf(a, "%s/left-out", build);
    if (!why && access(path, F_OK) != 0)
        return errno == ENOENT;
    FILE *f = fopen(path, "a+");
    if (!f)
        return false;
    bool good = replace_line(a, f, what, why);
    int error = errno;
    bool kept = file_close(f);
    errno = good ? errno : error;
    return good && kept;
}
