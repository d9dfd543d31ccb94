/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"
#include "base/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

/* The cause of an earlier write error, whose errno is lost: ENOSPC if the file system is full. */
static int write_error_cause(FILE *f)
{
    enum { LEAST_FREE = 4096 };
    struct statvfs s;
    bool full =
        fstatvfs(fileno(f), &s) == 0 && s.f_blocks > 0 && s.f_bavail * s.f_frsize < LEAST_FREE;
    return full ? ENOSPC : EIO;
}

bool file_close(FILE *f)
{
    bool good = !ferror(f);
    int cause = good ? EIO : write_error_cause(f);
    errno = 0;
    good &= fclose(f) == 0;
    if (!good && !errno)
        errno = cause;
    return good;
}

void file_drop(FILE *f)
{
    int error = errno;
    if (f)
        fclose(f);
    errno = error;
}

bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

char *missing_directory(const char *path)
{
    struct stat st;
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return NULL;
    char *directory = xmalloc((size_t)(slash - path) + 1);
    memcpy(directory, path, (size_t)(slash - path));
    directory[slash - path] = '\0';
    if (stat(directory, &st) != 0)
        return directory;
    free(directory);
    return NULL;
}
