/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/export/folder.h"
#include "base/arena.h"
#include "base/file.h"
#include "base/temporary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void clear_directory(struct output_directory *o)
{
    free(o->path);
    temporary_done(o->temporary);
    if (o->lock > 0)
        close(o->lock);
    *o = (struct output_directory){0};
}

static bool report_failure(const struct output_directory *o, int error, struct diag *d)
{
    diag_error(d, (struct where){.file = o->path}, "cannot create this directory: %s",
               error == EEXIST || error == ENOTEMPTY ? "it exists; remove it, or give another name"
                                                     : strerror(error));
    return false;
}

/* Returns the path without trailing slashes, to be freed. */
static char *strip_slashes(const char *path)
{
    char *p = xstrdup(path);
    for (size_t n = strlen(p); n > 1 && p[n - 1] == '/'; n--)
        p[n - 1] = 0;
    return p;
}

bool output_directory_open(struct output_directory *o, const char *path, struct diag *d)
{
    struct stat st;
    *o = (struct output_directory){.path = strip_slashes(path)};
    int error = lstat(o->path, &st) == 0 ? EEXIST : 0;
    if (!error) {
        o->lock = temporary_folder(o->path, &o->temporary);
        error = o->lock < 0 ? errno : 0;
    }
    if (error) {
        report_failure(o, error, d);
        clear_directory(o);
        return false;
    }
    mode_t mask = umask(0);
    umask(mask);
    chmod(o->temporary, 0777 & ~mask);
    return true;
}

FILE *output_directory_create_file(const struct output_directory *o, const char *name,
                                   struct diag *d)
{
    size_t n = strlen(o->temporary) + strlen(name) + 2;
    char *path = xmalloc(n);
    snprintf(path, n, "%s/%s", o->temporary, name);
    FILE *f = fopen(path, "wb");
    if (!f)
        report_failure(o, errno, d);
    free(path);
    return f;
}

bool output_directory_close_file(const struct output_directory *o, FILE *f, struct diag *d)
{
    return file_close(f) || report_failure(o, errno, d);
}

bool output_directory_commit(struct output_directory *o, struct diag *d)
{
    struct stat st;
    int error = lstat(o->path, &st) == 0 ? EEXIST : 0;
    if (!error && rename(o->temporary, o->path) != 0)
        error = errno;
    if (error) {
        report_failure(o, error, d);
        output_directory_abandon(o);
        return false;
    }
    clear_directory(o);
    return true;
}

void output_directory_abandon(struct output_directory *o)
{
    if (o->temporary)
        temporary_remove_folder(o->temporary);
    clear_directory(o);
}
