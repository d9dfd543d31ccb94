/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/outfile.h"
#include "base/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void forget(struct outfile *o)
{
    free(o->path);
    free(o->beside);
    *o = (struct outfile){0};
}

bool outfile_open(struct outfile *o, const char *path, struct diag *d)
{
    size_t n = strlen(path);
    *o = (struct outfile){.path = xstrdup(path), .beside = xmalloc(n + 8)};
    snprintf(o->beside, n + 8, "%s.XXXXXX", path);
    int fd = mkstemp(o->beside);
    if (fd >= 0) {
        mode_t mask = umask(0);
        umask(mask);
        fchmod(fd, 0666 & ~mask);
        o->f = fdopen(fd, "wb");
    }
    if (o->f)
        return true;
    diag_error(d, (struct where){.file = path}, "can't write this file: %s", strerror(errno));
    forget(o);
    return false;
}

bool outfile_commit(struct outfile *o, struct diag *d)
{
    bool lost = ferror(o->f) != 0;
    lost |= fclose(o->f) != 0;
    if (!lost && rename(o->beside, o->path) == 0) {
        forget(o);
        return true;
    }
    diag_error(d, (struct where){.file = o->path}, "can't write this file: %s", strerror(errno));
    unlink(o->beside);
    forget(o);
    return false;
}

void outfile_abandon(struct outfile *o)
{
    if (o->f)
        fclose(o->f);
    if (o->beside)
        unlink(o->beside);
    forget(o);
}

/* Whether it goes to another program, which may have read all it wants. */
static bool goes_to_pipe(FILE *f)
{
    struct stat s;
    return fstat(fileno(f), &s) == 0 && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode));
}

bool stdout_close(struct diag *d)
{
    errno = 0;
    bool lost = ferror(stdout) != 0;
    lost |= fflush(stdout) != 0;
    if (lost && goes_to_pipe(stdout))
        d->errors++;
    else if (lost)
        diag_error(d, (struct where){0}, "can't write standard output: %s",
                   errno ? strerror(errno) : "write failed");
    return !lost;
}
