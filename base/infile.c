/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/infile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool report_error(struct infile *in, const char *what, struct diag *d)
{
    in->failed = true;
    diag_error(d, (struct where){.file = in->path}, "%s: %s", what, strerror(errno));
    return false;
}

static int open_path(const char *path)
{
    return strcmp(path, "-") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                  : open(path, O_RDONLY | O_CLOEXEC);
}

/* Stores offset, length and modification time of a regular file. */
static void read_status(struct infile *in)
{
    struct stat st;
    if (fstat(in->fd, &st) != 0 || !S_ISREG(st.st_mode))
        return;
    in->start = strcmp(in->path, "-") == 0 ? lseek(in->fd, 0, SEEK_CUR) : 0;
    in->regular = in->start >= 0;
    in->size = st.st_size > in->start ? st.st_size - in->start : 0;
    in->device = st.st_dev;
    in->node = st.st_ino;
    in->changed_s = st.st_mtim.tv_sec;
    in->changed_ns = st.st_mtim.tv_nsec;
}

bool infile_open(struct infile *in, const char *path, bool again, struct diag *d)
{
    *in = (struct infile){.path = path, .fd = open_path(path), .copy = -1, .again = again};
    if (in->fd < 0)
        return report_error(in, "cannot open", d);
    read_status(in);
    return true;
}

/* ---- copies of pipes and devices ---- */

static int open_copy(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/macs-XXXXXX", folder && *folder ? folder : "/tmp");
    if (n >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

/* Appends bytes to the copy. Returns false after a message. */
static bool append_copy(struct infile *in, const char *bytes, size_t n, struct diag *d)
{
    if (in->copy < 0 && (in->copy = open_copy()) < 0)
        return report_error(in, "cannot create a temporary copy of this input", d);
    if (in->kept + (int64_t)n > INFILE_KEPT_MOST) {
        in->failed = true;
        diag_error(d, (struct where){.file = in->path},
                   "this pipe or device has more than %d GB of data; give a file",
                   (int)(INFILE_KEPT_MOST >> 30));
        return false;
    }
    for (size_t done = 0; done < n;) {
        ssize_t m = pwrite(in->copy, bytes + done, n - done, in->kept);
        if (m < 0 && errno == EINTR)
            continue;
        if (m <= 0)
            return report_error(in, "cannot write a temporary copy of this input", d);
        done += (size_t)m;
        in->kept += m;
    }
    return true;
}

ssize_t infile_read(struct infile *in, void *bytes, size_t n, struct diag *d)
{
    bool kept = in->at < in->kept;
    ssize_t got;
    do
        got = kept ? pread(in->copy, bytes, n, in->at) : read(in->fd, bytes, n);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        report_error(in, "cannot read", d);
    if (got > 0 && !kept && in->again && !in->regular && !append_copy(in, bytes, (size_t)got, d))
        return -1;
    in->at += got > 0 ? got : 0;
    return got;
}

/* ---- reading again ---- */

/* Returns whether the file is unchanged since it was opened. */
static bool is_same(const struct infile *in)
{
    struct stat st;
    return fstat(in->fd, &st) == 0 && st.st_dev == in->device && st.st_ino == in->node &&
           st.st_mtim.tv_sec == in->changed_s && st.st_mtim.tv_nsec == in->changed_ns;
}

bool infile_again(struct infile *in, struct diag *d)
{
    if (in->fd < 0 && (in->fd = open_path(in->path)) < 0)
        return report_error(in, "cannot open again", d);
    if (in->regular && !is_same(in)) {
        in->failed = true;
        diag_error(d, (struct where){.file = in->path},
                   "this file was changed while it was read; run the command again");
        return false;
    }
    if (in->regular ? lseek(in->fd, in->start, SEEK_SET) < 0 : in->at > in->kept) {
        errno = in->regular ? errno : ESPIPE;
        return report_error(in, "cannot read twice", d);
    }
    in->at = 0;
    return true;
}

ssize_t infile_read_start(struct infile *in, char *bytes, size_t n, struct diag *d)
{
    size_t done = 0;
    ssize_t got = 1;
    while (done < n && (got = infile_read(in, bytes + done, n - done, d)) > 0)
        done += (size_t)got;
    return got < 0 || !infile_again(in, d) ? -1 : (ssize_t)done;
}

void infile_park(struct infile *in)
{
    if (!in->regular || strcmp(in->path, "-") == 0 || in->fd < 0)
        return;
    close(in->fd);
    in->fd = -1;
}

void infile_close(struct infile *in)
{
    if (in->fd >= 0)
        close(in->fd);
    if (in->copy >= 0)
        close(in->copy);
    in->fd = in->copy = -1;
}
