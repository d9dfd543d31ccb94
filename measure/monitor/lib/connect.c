/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The connection to the monitor. A stopped monitor, or another program that listens at the
 * socket, must not block the program. */
#include "measure/monitor/lib/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { HAND_OUT_SECONDS = 2 };
static const char question[] = "area 1\n";
_Static_assert(AREA_VERSION == 1, "the question names the version");

static int connect_to(const char *path, int seconds)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct timeval limit = {.tv_sec = seconds};
    if (strlen(path) >= sizeof at.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(at.sun_path, path);
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s < 0)
        return -1;
    setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    int failed;
    do
        failed = connect(s, (const struct sockaddr *)&at, sizeof at);
    while (failed && errno == EINTR);
    if (!failed)
        return s;
    failed = errno;
    close(s);
    errno = failed;
    return -1;
}

int pm_connect(int seconds)
{
    const char *path = secure_getenv("PROCMON_SOCKET");
    return path && *path ? connect_to(path, seconds) : -1;
}

_Bool pm_send(int connection, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(connection, text, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return 0;
        text += sent;
        n -= (size_t)sent;
    }
    return 1;
}

/* Returns the descriptor that comes with the answer; -1 = none. */
static int receive_descriptor(int connection)
{
    char text[64], control[CMSG_SPACE(sizeof(int))] __attribute__((aligned(16)));
    struct iovec to = {.iov_base = text, .iov_len = sizeof text};
    struct msghdr m = {
        .msg_iov = &to, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t got;
    int fd = -1;
    do
        got = recvmsg(connection, &m, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        return -1;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS &&
            c->cmsg_len == CMSG_LEN(sizeof fd))
            memcpy(&fd, CMSG_DATA(c), sizeof fd);
    return fd;
}

static struct monitor_area *map_area(int fd)
{
    struct stat st;
    if (fstat(fd, &st) || st.st_size < (off_t)sizeof(struct monitor_area))
        return NULL;
    struct monitor_area *a = mmap(NULL, sizeof *a, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (a == MAP_FAILED)
        return NULL;
    if (a->magic == AREA_MAGIC && a->version == AREA_VERSION)
        return a;
    munmap(a, sizeof *a);
    return NULL;
}

struct monitor_area *pm_fetch_area(void)
{
    struct monitor_area *a = NULL;
    int connection = pm_connect(HAND_OUT_SECONDS);
    if (connection < 0)
        return NULL;
    int fd =
        pm_send(connection, question, sizeof question - 1) ? receive_descriptor(connection) : -1;
    if (fd >= 0) {
        a = map_area(fd);
        close(fd);
    }
    close(connection);
    return a;
}
