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

static void forget(struct folder *o)
{
    free(o->path);
    temporary_done(o->beside);
    if (o->lock > 0)
        close(o->lock);
    *o = (struct folder){0};
}

static bool fails(const struct folder *o, int error, struct diag *d)
{
    diag_error(d, (struct where){.file = o->path}, "can't write this folder: %s",
               error == EEXIST || error == ENOTEMPTY
                   ? "it is there already; remove it, or name another one"
                   : strerror(error));
    return false;
}

/* The path without slashes at its end. */
static char *bare(const char *path)
{
    char *p = xstrdup(path);
    for (size_t n = strlen(p); n > 1 && p[n - 1] == '/'; n--)
        p[n - 1] = 0;
    return p;
}

bool folder_open(struct folder *o, const char *path, struct diag *d)
{
    struct stat st;
    *o = (struct folder){.path = bare(path)};
    int error = lstat(o->path, &st) == 0 ? EEXIST : 0;
    if (!error) {
        o->lock = temporary_folder(o->path, &o->beside);
        error = o->lock < 0 ? errno : 0;
    }
    if (error) {
        fails(o, error, d);
        forget(o);
        return false;
    }
    mode_t mask = umask(0);
    umask(mask);
    chmod(o->beside, 0777 & ~mask);
    return true;
}

FILE *folder_file(const struct folder *o, const char *name, struct diag *d)
{
    size_t n = strlen(o->beside) + strlen(name) + 2;
    char *path = xmalloc(n);
    snprintf(path, n, "%s/%s", o->beside, name);
    FILE *f = fopen(path, "wb");
    if (!f)
        fails(o, errno, d);
    free(path);
    return f;
}

bool folder_file_close(const struct folder *o, FILE *f, struct diag *d)
{
    return file_close(f) || fails(o, errno, d);
}

bool folder_commit(struct folder *o, struct diag *d)
{
    struct stat st;
    int error = lstat(o->path, &st) == 0 ? EEXIST : 0;
    if (!error && rename(o->beside, o->path) != 0)
        error = errno;
    if (error) {
        fails(o, error, d);
        folder_abandon(o);
        return false;
    }
    forget(o);
    return true;
}

void folder_abandon(struct folder *o)
{
    if (o->beside)
        temporary_remove_folder(o->beside);
    forget(o);
}
