/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies sockets to files, for comparison with the collector.
 *     socket-copy receive PORT FOLDER N   copies N simultaneous connections, each to its own file
 *     socket-copy send PORT FILE          copies the file to a connection
 * Exit status 1 after an error. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIECE = 256 * 1024, EVENTS = 64 };
static uint8_t piece[PIECE];

static int fail(const char *what)
{
    perror(what);
    return 1;
}

static struct sockaddr_in loopback(const char *port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)atoi(port)),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
}

static int write_all(int fd, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t more = write(fd, piece + done, n - done);
        if (more < 0)
            return -1;
        done += (size_t)more;
    }
    return 0;
}

static int send_file(const char *port, const char *path)
{
    struct sockaddr_in to = loopback(port);
    int from = open(path, O_RDONLY), fd = socket(AF_INET, SOCK_STREAM, 0);
    ssize_t n;
    if (from < 0 || fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
        return fail("send");
    while ((n = read(from, piece, sizeof piece)) > 0)
        if (write_all(fd, (size_t)n) != 0)
            return fail("send");
    return n < 0;
}

/* Copies the available bytes of a connection. Returns 0 at its end, -1 after an error. */
static int copy(uint64_t ends)
{
    int socket_fd = (int)(ends >> 32), file = (int)(uint32_t)ends;
    ssize_t n = read(socket_fd, piece, sizeof piece);
    if (n > 0)
        return write_all(file, (size_t)n) == 0 ? 1 : -1;
    close(file);
    close(socket_fd);
    return n == 0 ? 0 : -1;
}

static int accept_connection(int epoll, int listener, const char *folder, int i)
{
    char path[4096];
    int fd = accept(listener, NULL, NULL);
    snprintf(path, sizeof path, "%s/%d", folder, i);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || file < 0)
        return -1;
    struct epoll_event e = {.events = EPOLLIN, .data.u64 = (uint64_t)fd << 32 | (uint32_t)file};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e);
}

static int receive_files(const char *port, const char *folder, int n)
{
    struct sockaddr_in at = loopback(port);
    struct epoll_event events[EVENTS];
    int listener = socket(AF_INET, SOCK_STREAM, 0), epoll = epoll_create1(0), on = 1, in = 0;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(listener, 128) != 0)
        return fail("receive");
    struct epoll_event e = {.events = EPOLLIN, .data.u64 = UINT64_MAX};
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &e);
    for (int done = 0; done < n;) {
        int ready = epoll_wait(epoll, events, EVENTS, -1);
        for (int i = 0; i < ready; i++) {
            int result = events[i].data.u64 == UINT64_MAX
                             ? accept_connection(epoll, listener, folder, in++)
                             : copy(events[i].data.u64);
            if (result < 0)
                return fail("receive");
            done += events[i].data.u64 != UINT64_MAX && result == 0;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && argv[1][0] == 's')
        return send_file(argv[2], argv[3]);
    if (argc == 5 && argv[1][0] == 't')
        return receive_files(argv[2], argv[3], atoi(argv[4]));
    fprintf(stderr, "usage: socket-copy receive PORT FOLDER N | send PORT FILE\n");
    return 2;
}
