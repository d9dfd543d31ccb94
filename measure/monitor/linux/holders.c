/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the watched processes that have an object of the kernel open, with /proc/PID/fd. */
#include "measure/monitor/linux/peers.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 4000 }; /* maximum number of descriptors */

struct search {
    const char *link;
    enum holder_mode mode;
    size_t checked;
};

/* Returns whether the mode fits; a link of fd/ has the access mode of its descriptor. */
static bool mode_fits(const struct search *s, int folder, const char *name)
{
    struct stat st;
    if (s->mode == HOLDS)
        return true;
    return fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
           st.st_mode & (s->mode == HOLDS_TO_WRITE ? S_IWUSR : S_IRUSR);
}

enum holder_mode site_other_end(int folder, int d)
{
    char name[32];
    struct stat st;
    snprintf(name, sizeof name, "fd/%d", d);
    bool writes = fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && !(st.st_mode & S_IRUSR);
    return writes ? HOLDS_TO_READ : HOLDS_TO_WRITE;
}

static bool is_same_object(struct search *s, DIR *d)
{
    char link[256];
    const struct dirent *e;
    while ((e = readdir(d)) && s->checked < MOST_DESCRIPTORS) {
        if (e->d_name[0] == '.')
            continue;
        s->checked++;
        ssize_t n = readlinkat(dirfd(d), e->d_name, link, sizeof link - 1);
        link[n > 0 ? n : 0] = 0;
        if (strcmp(link, s->link) == 0 && mode_fits(s, dirfd(d), e->d_name))
            return true;
    }
    return false;
}

static bool process_holds(struct search *s, int folder)
{
    int fd = folder >= 0 ? openat(folder, "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    bool found = d && is_same_object(s, d);
    if (d)
        closedir(d);
    else if (fd >= 0)
        close(fd);
    return found;
}

void site_holders(const struct site_question *q, const char *link, enum holder_mode m,
                  char peer[SITE_PEER])
{
    struct search s = {.link = link, .mode = m};
    size_t n = 0;
    pid_t first = 0;
    for (size_t i = 0; i < q->n; i++)
        if (q->watched[i].pid != q->own.pid && process_holds(&s, q->watched[i].folder))
            first = n++ == 0 ? q->watched[i].pid : first;
    if (n == 0 && process_holds(&s, q->own.folder)) {
        n = 1;
        first = q->own.pid;
    }
    site_peers(peer, first, n);
}
