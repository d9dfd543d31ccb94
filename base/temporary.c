/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/temporary.h"
#include "base/arena.h"
#include "base/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_NAMES = 1000, MAX_BASE = 200, SUFFIX = 24 };

/* Returns DIRECTORY/.NAME.macs-N; a long NAME is truncated. */
static char *name_beside(const char *path, int n)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t length = (size_t)(base - path) + MAX_BASE + SUFFIX;
    char *name = xmalloc(length);
    snprintf(name, length, "%.*s.%.*s.macs-%d", (int)(base - path), path, MAX_BASE, base, n);
    return name;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path);
}

void temporary_remove_folder(const char *name)
{
    nftw(name, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static void remove_named(const char *name, bool folder)
{
    if (folder)
        temporary_remove_folder(name);
    else
        unlink(name);
}

static void undo_file(void *name)
{
    unlink(name);
}

static void undo_folder(void *name)
{
    temporary_remove_folder(name);
}

void temporary_done(char *name)
{
    cleanup_drop(name);
    free(name);
}

static int open_entry(const char *name, bool folder)
{
    int kind = folder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_NONBLOCK;
    return open(name, kind | O_NOFOLLOW | O_CLOEXEC);
}

/* Returns whether the name still refers to the open file. */
static bool is_at(int fd, const char *name)
{
    struct stat open, named;
    return fstat(fd, &open) == 0 && lstat(name, &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

/* Removes the file or directory of a killed command. Returns false if it is in use or belongs to
 * another user. */
static bool remove_stale(const char *name, bool folder)
{
    struct stat st;
    int fd = open_entry(name, folder);
    bool stale = fd >= 0 && fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
                 (folder || S_ISREG(st.st_mode)) && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
                 is_at(fd, name);
    if (stale)
        remove_named(name, folder);
    if (fd >= 0)
        close(fd);
    return stale;
}

/* Removes a new directory that cannot be opened. Sets errno to EAGAIN if another command has
 * removed it as stale. */
static void fail_open(const char *name)
{
    int error = errno == ENOENT ? EAGAIN : errno;
    rmdir(name);
    errno = error;
}

/* Creates and locks a file or directory of that name. Returns -1 with errno on failure: EAGAIN if
 * another command removed it as stale before it was locked. */
static int create_locked(const char *name, bool folder)
{
    int fd = -1;
    if (!folder)
        fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    else if (mkdir(name, 0700) == 0 && (fd = open_entry(name, true)) < 0)
        fail_open(name);
    if (fd < 0)
        return -1;
    while (flock(fd, LOCK_EX) != 0 && errno == EINTR)
        ;
    if (is_at(fd, name))
        return fd;
    close(fd);
    errno = EAGAIN;
    return -1;
}

/* Creates one with a random name, if all other names are in use, which another user can cause in
 * /tmp. */
static int make_random(const char *path, char **name, bool folder)
{
    *name = name_beside(path, 0);
    strcpy(strrchr(*name, '-'), "-XXXXXX");
    cleanup_add(folder ? undo_folder : undo_file, *name);
    if (!folder)
        return mkstemp(*name);
    return mkdtemp(*name) ? open_entry(*name, true) : -1;
}

/* Tries name n. Returns false if another command or user has it. */
static bool try_name(const char *path, int n, char **name, bool folder, int *fd)
{
    int error;
    bool again;
    *name = name_beside(path, n);
    cleanup_add(folder ? undo_folder : undo_file, *name);
    do {
        *fd = create_locked(*name, folder);
        error = errno;
        again = *fd < 0 && (error == EAGAIN || (error == EEXIST && remove_stale(*name, folder)));
    } while (again);
    errno = error;
    return *fd >= 0 || error != EEXIST;
}

static int make_temporary(const char *path, char **name, bool folder)
{
    int fd = -1, error;
    bool tried = false;
    for (int n = 0; n < MAX_NAMES && !tried; n++) {
        tried = try_name(path, n, name, folder, &fd);
        error = errno;
        if (!tried)
            temporary_done(*name);
    }
    if (!tried) {
        fd = make_random(path, name, folder);
        error = errno;
    }
    if (fd < 0) {
        temporary_done(*name);
        *name = NULL;
        errno = error;
    }
    return fd;
}

int temporary_file(const char *path, char **name)
{
    return make_temporary(path, name, false);
}

int temporary_folder(const char *path, char **name)
{
    return make_temporary(path, name, true);
}
