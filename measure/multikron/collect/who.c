/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/who.h"
#include "base/file.h"

#include <inttypes.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Sets the identity of a local user. */
static void set_user(struct who *w, uid_t uid)
{
    *w = (struct who){0};
    if (uid == geteuid())
        strcpy(w->name, WHO_OWN);
    else
        snprintf(w->name, sizeof w->name, "user:%" PRIuMAX, (uintmax_t)uid);
}

bool who_from_unix_socket(struct who *w, int fd, struct fault *why)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return fault_set(why, "the kernel does not report the user of the sender");
    set_user(w, peer.uid);
    return true;
}

/* ---- TCP within this machine ---- */

enum { ENDPOINT_BYTES = 48 };

/* Copies the address and the port, in network byte order. */
static void copy_endpoint(const struct sockaddr_storage *a, uint32_t words[4], uint16_t *port)
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)a;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)a;
    bool is_six = a->ss_family == AF_INET6;
    *port = is_six ? six->sin6_port : four->sin_port;
    words[0] = four->sin_addr.s_addr;
    if (is_six)
        memcpy(words, &six->sin6_addr, sizeof six->sin6_addr);
}

/* Formats an address as in /proc/net/tcp: its words in the byte order of memory, then the port. */
static void format_endpoint(char text[ENDPOINT_BYTES], const struct sockaddr_storage *a)
{
    uint32_t words[4];
    uint16_t port;
    int n = 0;
    copy_endpoint(a, words, &port);
    for (int i = 0; i < (a->ss_family == AF_INET6 ? 4 : 1); i++)
        n += snprintf(text + n, ENDPOINT_BYTES - (size_t)n, "%08" PRIX32, words[i]);
    snprintf(text + n, ENDPOINT_BYTES - (size_t)n, ":%04X", ntohs(port));
}

/* Asks the kernel for the user of one connection, in constant time; an attacker could fill
 * /proc/net/tcp with thousands of connections. *answered: the kernel supports the query. Returns
 * whether there is an open connection. */
static bool query_socket_user(const struct sockaddr_storage *peer,
                              const struct sockaddr_storage *self, uid_t *uid, bool *answered)
{
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 what;
    } query = {{sizeof query, SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, 0, 0},
               {.sdiag_family = (uint8_t)peer->ss_family,
                .sdiag_protocol = IPPROTO_TCP,
                .idiag_states = UINT32_MAX,
                .id.idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}};
    union {
        struct nlmsghdr head;
        uint8_t bytes[4096];
    } reply;
    copy_endpoint(peer, query.what.id.idiag_src, &query.what.id.idiag_sport);
    copy_endpoint(self, query.what.id.idiag_dst, &query.what.id.idiag_dport);
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    bool asked = fd >= 0 && send(fd, &query, sizeof query, 0) == sizeof query;
    ssize_t n = asked ? recv(fd, &reply, sizeof reply, MSG_DONTWAIT) : -1;
    if (fd >= 0)
        close(fd);
    bool found = n >= (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg)) &&
                 reply.head.nlmsg_type == SOCK_DIAG_BY_FAMILY;
    const struct inet_diag_msg *m = NLMSG_DATA(&reply.head);
    *answered = found;
    if (found && m->idiag_inode)
        *uid = m->idiag_uid;
    return found && m->idiag_inode;
}

/* Finds the user of the connection between two endpoints in /proc/net/tcp. Ignores connections
 * without an inode: their process has closed them, and the kernel shows user 0. */
static bool find_socket_user(const char *table, const char *from, const char *to, uid_t *uid)
{
    char line[512], local[ENDPOINT_BYTES], remote[ENDPOINT_BYTES];
    uintmax_t user, inode;
    unsigned state;
    bool found = false;
    FILE *f = fopen(table, "re");
    while (f && !found && fgets(line, sizeof line, f))
        found = sscanf(line, "%*s %47s %47s %x %*s %*s %*s %ju %*s %ju", local, remote, &state,
                       &user, &inode) == 5 &&
                inode != 0 && strcmp(local, from) == 0 && strcmp(remote, to) == 0;
    file_drop(f);
    if (found)
        *uid = (uid_t)user;
    return found;
}

bool who_from_loopback(struct who *w, int fd, struct fault *why)
{
    struct sockaddr_storage peer = {0}, self = {0};
    socklen_t n = sizeof peer, m = sizeof self;
    char from[ENDPOINT_BYTES], to[ENDPOINT_BYTES];
    uid_t uid;
    if (getpeername(fd, (struct sockaddr *)&peer, &n) != 0 ||
        getsockname(fd, (struct sockaddr *)&self, &m) != 0)
        return fault_set(why, "the connection was closed at once");
    bool answered, found = query_socket_user(&peer, &self, &uid, &answered);
    if (!answered) {
        format_endpoint(from, &peer);
        format_endpoint(to, &self);
        const char *table = peer.ss_family == AF_INET6 ? "/proc/net/tcp6" : "/proc/net/tcp";
        found = find_socket_user(table, from, to, &uid);
    }
    if (!found)
        return fault_set(
            why, "the kernel does not report the user of the sender; use a Unix socket or a key");
    set_user(w, uid);
    if (strcmp(w->name, WHO_OWN) == 0)
        return true;
    return fault_set(why, "user %" PRIuMAX " of this machine needs a key to send here",
                     (uintmax_t)uid);
}

/* ---- nodes ---- */

void who_from_key(struct who *w, const struct keys *keys, const struct key *key)
{
    *w = (struct who){.key = key};
    if (keys->unnamed)
        strcpy(w->name, WHO_OWN);
    else
        snprintf(w->name, sizeof w->name, "key:%s", key->name);
}

bool who_may_send(const struct who *w, const struct keys *keys, uint32_t node, const char *owner,
                  struct fault *why)
{
    const struct key *lister = keys ? keys_find_owner(keys, node) : NULL;
    bool listed = lister && lister == w->key;
    if (owner && *owner && strcmp(owner, w->name) != 0)
        return fault_set(why, "node %" PRIu32 " belongs to another identity", node);
    if (lister && !listed)
        return fault_set(
            why, "the collector's key file assigns node %" PRIu32 " to another identity", node);
    if (w->key && w->key->n_ranges && !listed)
        return fault_set(
            why, "the collector's key file does not assign node %" PRIu32 " to this identity",
            node);
    if (owner && !*owner && !listed && strcmp(w->name, WHO_OWN) != 0)
        return fault_set(why,
                         "node %" PRIu32 " has no owner in the old journal; assign it to this "
                         "identity in the collector's key file",
                         node);
    return true;
}
