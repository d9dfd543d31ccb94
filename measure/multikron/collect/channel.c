/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/channel.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 128, TCP_TIMEOUT_MS = 60 * 1000 };

/* ---- addresses ---- */

static bool is_loopback(const struct sockaddr *s)
{
    if (s->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)s)->sin_addr.s_addr) >> 24 == 127;
    return s->sa_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)s)->sin6_addr);
}

/* Returns the addresses of a host, which the caller frees; NULL with the reason. */
static struct addrinfo *look_up_address(const struct address *a, struct fault *why)
{
    struct addrinfo *found = NULL, hints = {.ai_socktype = SOCK_STREAM};
    int code = getaddrinfo(a->host, a->port, &hints, &found);
    if (code != 0)
        fault_set(why, "cannot resolve the address %s:%s: %s", a->host, a->port,
                  gai_strerror(code));
    return code == 0 ? found : NULL;
}

/* Splits HOST:PORT. Returns false with the reason. */
static bool split_address(struct address *a, const char *text, struct fault *why)
{
    const char *colon = strrchr(text, ':'), *host = text, *end = colon;
    if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1))
        return fault_set(
            why, "invalid address '%s': expected HOST:PORT, :PORT (this machine) or unix:PATH",
            text);
    if (strlen(colon + 1) > 5 || atoi(colon + 1) > 65535)
        return fault_set(why, "invalid address '%s': the port must be at most 65535", text);
    if (*host == '[' && colon > text && colon[-1] == ']')
        host++, end--;
    if ((size_t)(end - host) >= sizeof a->host)
        return fault_set(why, "the address '%s' is too long", text);
    if (end == host)
        strcpy(a->host, "127.0.0.1");
    else
        snprintf(a->host, sizeof a->host, "%.*s", (int)(end - host), host);
    snprintf(a->port, sizeof a->port, "%s", colon + 1);
    return true;
}

/* Splits an address into its parts without looking up names. Returns false with the reason. */
static bool read_form(struct address *a, const char *text, struct fault *why)
{
    struct sockaddr_un un;
    *a = (struct address){0};
    if (strncmp(text, "unix:", 5) != 0)
        return split_address(a, text, why);
    *a = (struct address){.local = true, .path = text + 5, .loopback = true};
    if (!*a->path || strlen(a->path) >= sizeof un.sun_path)
        return fault_set(why, "'%s': the path of a Unix socket must have 1 to %zu bytes", text,
                         sizeof un.sun_path - 1);
    return true;
}

bool address_check(const char *text, struct fault *why)
{
    struct address a;
    return read_form(&a, text, why);
}

bool address_read(struct address *a, const char *text, struct fault *why)
{
    if (!read_form(a, text, why))
        return false;
    if (a->local)
        return true;
    struct addrinfo *found = look_up_address(a, why);
    if (!found)
        return false;
    a->loopback = true;
    for (struct addrinfo *i = found; i; i = i->ai_next)
        a->loopback = a->loopback && is_loopback(i->ai_addr);
    freeaddrinfo(found);
    return true;
}

static bool set_nonblocking(int fd)
{
    return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

/* Returns whether the path is a socket on which no process listens. */
static bool is_stale_socket(const struct sockaddr_un *un)
{
    struct stat st;
    if (lstat(un->sun_path, &st) != 0 || !S_ISSOCK(st.st_mode))
        return false;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool alone = fd >= 0 && connect(fd, (const struct sockaddr *)un, sizeof *un) != 0 &&
                 errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return alone;
}

static struct sockaddr_un unix_address(const struct address *a)
{
    struct sockaddr_un un = {.sun_family = AF_UNIX};
    snprintf(un.sun_path, sizeof un.sun_path, "%s", a->path);
    return un;
}

/* The umask sets the permissions when the socket is created. A later chmod could change a file that
 * another user has put in its place. */
static int listen_local(const struct address *a, mode_t mode, struct fault *why)
{
    struct sockaddr_un un = unix_address(a);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0 && is_stale_socket(&un))
        unlink(un.sun_path);
    mode_t mask = umask(0777 & ~mode);
    bool bound = fd >= 0 && bind(fd, (struct sockaddr *)&un, sizeof un) == 0;
    int error = errno;
    umask(mask);
    errno = error;
    if (bound && listen(fd, BACKLOG) == 0 && set_nonblocking(fd))
        return fd;
    const char *advice =
        errno == EADDRINUSE ? "; choose another path, or remove it if it is unused" : "";
    fault_set(why, "cannot create the socket %s: %s%s", a->path, strerror(errno), advice);
    if (fd >= 0)
        close(fd);
    return -1;
}

int address_listen(const struct address *a, mode_t mode, struct fault *why)
{
    if (a->local)
        return listen_local(a, mode, why);
    struct addrinfo *found = look_up_address(a, why);
    if (!found)
        return -1;
    int fd = socket(found->ai_family, SOCK_STREAM, 0), on = 1;
    bool ok = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
              bind(fd, found->ai_addr, found->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0 &&
              set_nonblocking(fd);
    if (!ok)
        fault_set(why, "cannot listen on %s:%s: %s", a->host, a->port, strerror(errno));
    if (!ok && fd >= 0)
        close(fd);
    freeaddrinfo(found);
    return ok ? fd : -1;
}

void address_text(int fd, const struct address *a, char *text, size_t size)
{
    struct sockaddr_storage s;
    socklen_t n = sizeof s;
    char port[8] = "";
    if (a->local) {
        snprintf(text, size, "unix:%s", a->path);
        return;
    }
    if (getsockname(fd, (struct sockaddr *)&s, &n) != 0 ||
        getnameinfo((struct sockaddr *)&s, n, NULL, 0, port, sizeof port, NI_NUMERICSERV) != 0)
        snprintf(port, sizeof port, "%s", a->port);
    snprintf(text, size, strchr(a->host, ':') ? "[%s]:%s" : "%s:%s", a->host, port);
}

/* ---- channels ---- */

/* Sends small frames at once, and detects a peer that disappears without closing. */
static void set_tcp_options(int fd)
{
    int on = 1, timeout_ms = TCP_TIMEOUT_MS, idle_s = TCP_TIMEOUT_MS / 1000, probe_s = idle_s / 4;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &probe_s, sizeof probe_s);
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout_ms, sizeof timeout_ms);
}

/* Connects within the time limit. Returns false with errno. */
static bool connect_within(int fd, const struct sockaddr *to, socklen_t size, int milliseconds)
{
    if (!set_nonblocking(fd))
        return false;
    if (connect(fd, to, size) == 0)
        return true;
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    if (errno != EINPROGRESS)
        return false;
    int n = poll(&p, 1, milliseconds), error = ETIMEDOUT;
    socklen_t length = sizeof error;
    if (n > 0)
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
    errno = error;
    return error == 0;
}

static int connect_remote(const struct address *a, int milliseconds, struct fault *why)
{
    int fd = -1;
    struct addrinfo *found = look_up_address(a, why);
    for (struct addrinfo *i = found; i; i = i->ai_next) {
        fd = socket(i->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd >= 0 && connect_within(fd, i->ai_addr, i->ai_addrlen, milliseconds))
            break;
        fault_set(why, "cannot connect to %s:%s: %s; is 'multikron collect' running there?",
                  a->host, a->port, strerror(errno));
        if (fd >= 0)
            close(fd);
        fd = -1;
    }
    if (found)
        freeaddrinfo(found);
    return fd;
}

static int connect_local(const struct address *a, int milliseconds, struct fault *why)
{
    struct sockaddr_un un = unix_address(a);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect_within(fd, (struct sockaddr *)&un, sizeof un, milliseconds))
        return fd;
    fault_set(why, "cannot connect to unix:%s: %s; is 'multikron collect' running there?", a->path,
              strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

bool channel_connect(struct channel *c, const struct address *a, struct tls_key *key,
                     int milliseconds, struct fault *why)
{
    *c = (struct channel){.fd = -1};
    c->fd = a->local ? connect_local(a, milliseconds, why) : connect_remote(a, milliseconds, why);
    if (c->fd < 0)
        return false;
    set_tcp_options(c->fd);
    bool encrypted = key && !a->local;
    if (encrypted && !(c->tls = tls_new(key, c->fd, false))) {
        channel_close(c);
        return fault_set(why, "no memory for an encrypted connection");
    }
    c->ready = !encrypted;
    return true;
}

bool channel_accept(struct channel *c, int listener, struct tls_key *key)
{
    *c = (struct channel){.fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)};
    if (c->fd < 0)
        return false;
    set_tcp_options(c->fd);
    if (key && !(c->tls = tls_new(key, c->fd, true))) {
        channel_close(c);
        errno = ENOMEM;
        return false;
    }
    c->ready = !key;
    return true;
}

int channel_prepare(struct channel *c, struct fault *why)
{
    if (c->ready)
        return 1;
    int done = tls_handshake(c->tls, why);
    c->ready = done == 1;
    return done;
}

const struct key *channel_identity(const struct channel *c)
{
    return c->tls ? tls_identity(c->tls) : NULL;
}

bool channel_wants_write(const struct channel *c)
{
    return !c->ready && c->tls && tls_wants_write(c->tls);
}

/* Converts the result of recv or send to that of channel_read or channel_write. */
static ssize_t check_result(ssize_t n, struct fault *why)
{
    if (n >= 0)
        return n;
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)
        return CHANNEL_WOULD_BLOCK;
    fault_set(why, "the connection was lost: %s", strerror(errno));
    return CHANNEL_BROKEN;
}

ssize_t channel_read(struct channel *c, uint8_t *bytes, size_t n, struct fault *why)
{
    return c->tls ? tls_read(c->tls, bytes, n, why) : check_result(recv(c->fd, bytes, n, 0), why);
}

ssize_t channel_write(struct channel *c, const uint8_t *bytes, size_t n, struct fault *why)
{
    return c->tls ? tls_write(c->tls, bytes, n, why)
                  : check_result(send(c->fd, bytes, n, MSG_NOSIGNAL), why);
}

bool channel_has_buffered_data(const struct channel *c)
{
    return c->tls && c->ready && tls_has_buffered_data(c->tls);
}

void channel_end_output(struct channel *c)
{
    if (c->tls && c->ready)
        tls_end_output(c->tls);
    shutdown(c->fd, SHUT_WR);
}

void channel_close(struct channel *c)
{
    tls_free(c->tls);
    if (c->fd >= 0)
        close(c->fd);
    *c = (struct channel){.fd = -1};
}
