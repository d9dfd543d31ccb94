/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/outfile.h"
#include "base/shown.h"
#include "base/arena.h"
#include "base/file.h"
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void clear_outfile(struct outfile *o)
{
    free(o->path);
    free(o->target);
    temporary_done(o->beside);
    if (o->lock > 0)
        close(o->lock);
    *o = (struct outfile){0};
}

/* Opens the temporary file. Its lock is kept after the stream is closed, until the file is
 * renamed. */
static void open_temporary(struct outfile *o, mode_t mode)
{
    int fd = temporary_file(o->target, &o->beside);
    if (fd < 0)
        return;
    fchmod(fd, mode);
    o->lock = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    o->f = fdopen(fd, "wb");
    if (!o->f) {
        int error = errno;
        close(fd);
        unlink(o->beside);
        errno = error;
    }
}

static mode_t new_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

bool outfile_open(struct outfile *o, const char *path, struct diag *d)
{
    struct stat s;
    char *whole = realpath(path, NULL);
    bool exists = whole && stat(whole, &s) == 0;
    *o = (struct outfile){.path = xstrdup(path), .target = xstrdup(whole ? whole : path)};
    free(whole);
    if (exists && !S_ISREG(s.st_mode))
        o->f = fopen(o->target, "wbe");
    else
        open_temporary(o, exists ? s.st_mode & 0777 : new_mode());
    if (o->f)
        return true;
    int error = errno;
    char *directory = missing_directory(path);
    if (directory)
        diag_error(d, (struct where){.file = path}, "directory '%s' does not exist", directory);
    else
        diag_error(d, (struct where){.file = path}, "cannot write: %s", strerror(error));
    free(directory);
    clear_outfile(o);
    return false;
}

bool outfile_spares(const char *path, const char *const *inputs, size_t n, struct diag *d)
{
    struct stat s;
    if (!path || stat(path, &s) != 0 || !S_ISREG(s.st_mode))
        return true;
    for (size_t i = 0; i < n; i++)
        if (same_file(inputs[i], path)) {
            diag_error(d, (struct where){.file = inputs[i]},
                       "the output would overwrite this file; choose another output");
            return false;
        }
    return true;
}

bool outfile_check(const char *path, struct diag *d)
{
    struct stat s;
    struct outfile o;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode))
        return true;
    if (!outfile_open(&o, path, d))
        return false;
    outfile_abandon(&o);
    return true;
}

/* Reports errno, and removes the temporary file. Returns false. */
static bool fail_write(struct outfile *o, struct diag *d)
{
    diag_error(d, (struct where){.file = o->path}, "cannot write: %s",
               errno ? strerror(errno) : "write failed");
    if (o->beside)
        unlink(o->beside);
    clear_outfile(o);
    return false;
}

bool outfile_finish(struct outfile *o, struct diag *d)
{
    FILE *f = o->f;
    o->f = NULL;
    return file_close(f) || fail_write(o, d);
}

bool outfile_commit(struct outfile *o, struct diag *d)
{
    if (o->f && !outfile_finish(o, d))
        return false;
    if (o->beside && rename(o->beside, o->target) != 0)
        return fail_write(o, d);
    clear_outfile(o);
    return true;
}

void outfile_abandon(struct outfile *o)
{
    file_drop(o->f);
    if (o->beside)
        unlink(o->beside);
    clear_outfile(o);
}

/* Returns whether a descriptor is a pipe or socket, whose reader may stop early. */
static bool is_pipe(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode));
}

bool stdout_close(struct diag *d)
{
    errno = 0;
    bool lost = ferror(stdout) != 0;
    lost |= fflush(stdout) != 0 || !shown_end_output();
    if (lost && (errno == EPIPE || (!errno && is_pipe(STDOUT_FILENO))))
        d->errors++;
    else if (lost)
        diag_error(d, (struct where){0}, "cannot write standard output: %s",
                   errno ? strerror(errno) : "write failed");
    return !lost;
}
