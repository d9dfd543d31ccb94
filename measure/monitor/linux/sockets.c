/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the other end of a socket: /proc/PID/net/{tcp,tcp6,udp,udp6,unix} (proc(5)), and for
 * Unix sockets sock_diag(7), the only interface that has the other end. */
#include "measure/monitor/linux/peers.h"
#include "base/file.h"
#include "base/util.h"

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- internet sockets ---- */

/* The kernel prints addresses as 32-bit words of the bytes in memory order. */
static bool read_address(char to[64], const char *hex, unsigned port)
{
    uint32_t words[4];
    char text[INET6_ADDRSTRLEN];
    size_t n = strlen(hex) / 8;
    if ((n != 1 && n != 4) || strlen(hex) != n * 8)
        return false;
    for (size_t i = 0; i < n; i++) {
        char word[9] = "";
        memcpy(word, hex + 8 * i, 8);
        words[i] = (uint32_t)strtoul(word, NULL, 16);
    }
    bool mapped = n == 4 && !words[0] && !words[1] && words[2] == htonl(0xffff);
    bool four = n == 1 || mapped;
    inet_ntop(four ? AF_INET : AF_INET6, mapped ? &words[3] : words, text, sizeof text);
    snprintf(to, 64, four ? "%s:%u" : "[%s]:%u", text, port);
    return true;
}

bool net_read_line(struct net_socket *s, const char *line)
{
    char local[33], remote[33];
    unsigned local_port, remote_port, state;
    int n = sscanf(line,
                   "%*d: %32[0-9A-Fa-f]:%4x %32[0-9A-Fa-f]:%4x %2x %*x:%*x %*x:%*x %*x %*d %*d "
                   "%20lu",
                   local, &local_port, remote, &remote_port, &state, &s->inode);
    enum { LISTEN = 10 };
    s->listens = state == LISTEN;
    s->connected = remote_port != 0;
    return n == 6 && read_address(s->local, local, local_port) &&
           read_address(s->remote, remote, remote_port);
}

/* Finds a socket by its inode or, if inode is 0, the other end of `end`. */
static bool find_socket(int folder, const char *file, unsigned long inode,
                        const struct net_socket *end, struct net_socket *s)
{
    enum { LINES = 10000 }; /* at most: about ten ms */
    char line[512];
    bool found = false;
    FILE *f = site_open(folder, file);
    for (int i = 0; i < LINES && f && !found && fgets(line, sizeof line, f); i++)
        found = net_read_line(s, line) &&
                (end ? strcmp(s->local, end->remote) == 0 && strcmp(s->remote, end->local) == 0
                     : s->inode == inode);
    file_drop(f);
    return found;
}

static void find_holder(const struct site_question *q, unsigned long inode, char peer[SITE_PEER])
{
    char link[48];
    snprintf(link, sizeof link, "socket:[%lu]", inode);
    site_holders(q, link, HOLDS, peer);
}

static bool describe_internet(const struct site_question *q, unsigned long inode,
                              struct site_text *t)
{
    static const char *const files[] = {"net/tcp", "net/tcp6", "net/udp", "net/udp6"};
    struct net_socket s, other;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        if (!find_socket(q->own.folder, files[i], inode, NULL, &s))
            continue;
        snprintf(t->what, sizeof t->what, "%.3s %s%s", files[i] + 4,
                 s.connected ? s.remote : s.local, s.listens ? " (listening)" : "");
        for (size_t k = i / 2 * 2; s.connected && k < i / 2 * 2 + 2 && !t->peer[0]; k++)
            if (find_socket(q->own.folder, files[k], 0, &s, &other) && other.inode)
                find_holder(q, other.inode, t->peer);
        return true;
    }
    return false;
}

/* ---- Unix sockets ---- */

struct unix_end {
    char name[SITE_WHAT]; /* "" = none */
    unsigned long peer;   /* inode; 0 = none */
};

static void read_attributes(struct unix_end *u, const struct nlmsghdr *h)
{
    const struct unix_diag_msg *m = NLMSG_DATA(h);
    const struct nlattr *a = (const void *)(m + 1);
    const char *end = (const char *)h + h->nlmsg_len;
    while ((const char *)a + sizeof *a <= end && a->nla_len >= sizeof *a &&
           (const char *)a + a->nla_len <= end) {
        size_t n = a->nla_len - sizeof *a;
        const char *data = (const char *)(a + 1);
        uint32_t peer;
        if (a->nla_type == UNIX_DIAG_PEER && n >= sizeof peer) {
            memcpy(&peer, data, sizeof peer);
            u->peer = peer;
        }
        if (a->nla_type == UNIX_DIAG_NAME && n > 0) {
            char name[128] = "";
            memcpy(name, data, n < sizeof name ? n : sizeof name - 1);
            name[0] = name[0] ? name[0] : '@'; /* abstract name */
            site_copy(u->name, sizeof u->name, name);
        }
        a = (const void *)((const char *)a + NLA_ALIGN(a->nla_len));
    }
}

static bool request_unix(int netlink, unsigned long inode)
{
    struct {
        struct nlmsghdr h;
        struct unix_diag_req r;
    } ask = {.h = {.nlmsg_len = sizeof ask,
                   .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                   .nlmsg_flags = NLM_F_REQUEST},
             .r = {.sdiag_family = AF_UNIX,
                   .udiag_states = ~0U,
                   .udiag_ino = (uint32_t)inode,
                   .udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_PEER,
                   .udiag_cookie = {~0U, ~0U}}};
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    return sendto(netlink, &ask, sizeof ask, 0, (void *)&kernel, sizeof kernel) ==
           (ssize_t)sizeof ask;
}

static bool find_unix(unsigned long inode, struct unix_end *u)
{
    union {
        struct nlmsghdr h;
        char bytes[4096];
    } answer;
    int netlink = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    ssize_t n = netlink >= 0 && request_unix(netlink, inode)
                    ? recv(netlink, &answer, sizeof answer, MSG_DONTWAIT)
                    : -1;
    if (netlink >= 0)
        close(netlink);
    size_t least = NLMSG_LENGTH(sizeof(struct unix_diag_msg));
    bool fits = n >= (ssize_t)least && answer.h.nlmsg_len <= (size_t)n &&
                answer.h.nlmsg_len >= least && answer.h.nlmsg_type == SOCK_DIAG_BY_FAMILY;
    *u = (struct unix_end){0};
    if (fits)
        read_attributes(u, &answer.h);
    return fits;
}

static bool describe_unix(const struct site_question *q, unsigned long inode, struct site_text *t)
{
    struct unix_end own, other = {0};
    if (!find_unix(inode, &own))
        return false;
    if (own.peer && find_unix(own.peer, &other))
        find_holder(q, own.peer, t->peer);
    const char *name = other.name[0] ? other.name : own.name;
    snprintf(t->what, sizeof t->what, "unix%s%.*s", name[0] ? " " : "", SITE_WHAT - 8, name);
    return true;
}

void site_socket(const struct site_question *q, const char *link, struct site_text *t)
{
    unsigned long inode;
    if (sscanf(link, "socket:[%20lu]", &inode) != 1 ||
        (!describe_unix(q, inode, t) && !describe_internet(q, inode, t)))
        site_copy(t->what, sizeof t->what, link);
}
