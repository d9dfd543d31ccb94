/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drive/records.h"
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

struct words record_texts(struct arena *a, const struct record *r, const char *key)
{
    struct words all = {.n = 0};
    for (size_t i = 0; i < r->keys.n; i++)
        if (strcmp(r->keys.at[i], key) == 0)
            words_add(a, &all, r->texts.at[i]);
    return all;
}

bool record_write(const struct record *r, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    for (size_t i = 0; i < r->keys.n; i++)
        fprintf(f, "%s\t%s\n", r->keys.at[i], r->texts.at[i]);
    return file_close(f);
}

bool record_read(struct record *r, struct arena *a, const char *path)
{
    FILE *f = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    *r = (struct record){.keys = {0}};
    if (!f)
        return false;
    while ((n = getline(&line, &room, f)) > 0) {
        char *tab = memchr(line, '\t', (size_t)n);
        if (tab && line[n - 1] == '\n')
            record_add(a, r, arena_strndup(a, line, (size_t)(tab - line)),
                       arena_strndup(a, tab + 1, (size_t)(line + n - tab) - 2));
    }
    free(line);
    return file_close(f);
}

/* ---- folders ---- */

const char *object_folder(struct arena *a, const char *build, const char *object)
{
    finger_print p = FINGER_PRINT_START;
    if (!print_file(&p, object))
        return NULL;
    return arena_printf(a, "%s/objects/%016" PRIx64, build, p);
}

const char *program_folder(struct arena *a, const char *build, const char *program)
{
    char *path = realpath(program, NULL);
    finger_print p = print_text(FINGER_PRINT_START, path ? path : program);
    free(path);
    return arena_printf(a, "%s/programs/%016" PRIx64, build, p);
}

/* The descriptor stays open until the wrapper ends: so long the folder is in use. Then it is
 * removed, unless it was finished. */
const char *unfinished_folder(struct arena *a, const char *build)
{
    char *name;
    if (temporary_folder(arena_printf(a, "%s/unfinished/part", build), &name) < 0)
        return NULL;
    return name;
}

bool folder_finish(struct arena *a, const char *unfinished, const char *name)
{
    if (rename(unfinished, name) == 0)
        return true;
    char *beside;
    int fd = temporary_folder(unfinished, &beside);
    if (fd < 0)
        return false;
    bool good =
        rename(name, arena_printf(a, "%s/old", beside)) == 0 && rename(unfinished, name) == 0;
    temporary_remove_folder(beside);
    close(fd);
    temporary_done(beside);
    return good;
}

/* ---- what could not be measured ---- */

/* The lines that are about something else. */
static char *other_lines(struct arena *a, FILE *f, const char *about)
{
    char *line = NULL, *all = arena_strdup(a, "");
    size_t room = 0, n = strlen(about);
    while (getline(&line, &room, f) > 0)
        if (strncmp(line, about, n) != 0 || strncmp(line + n, ": ", 2) != 0)
            all = arena_printf(a, "%s%s", all, line);
    free(line);
    return all;
}

static bool change_list(struct arena *a, FILE *f, const char *what, const char *why)
{
    while (flock(fileno(f), LOCK_EX) != 0)
        if (errno != EINTR)
            return false;
    rewind(f);
    const char *others = other_lines(a, f, what);
    if (ferror(f) || ftruncate(fileno(f), 0) != 0)
        return false;
    fputs(others, f);
    if (why)
        fprintf(f, "%s: %s\n", what, why);
    return true;
}

bool leave_out(struct arena *a, const char *build, const char *what, const char *why)
{
    const char *path = arena_printf(a, "%s/left-out", build);
    if (!why && access(path, F_OK) != 0)
        return errno == ENOENT;
    FILE *f = fopen(path, "a+");
    if (!f)
        return false;
    bool good = change_list(a, f, what, why);
    int error = errno;
    bool kept = file_close(f);
    errno = good ? errno : error;
    return good && kept;
}
