/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of site_describe. Inside of monitor/linux only. */
#ifndef MONITOR_LINUX_PEERS_H
#define MONITOR_LINUX_PEERS_H

#include "monitor/linux/sites.h"

#include <stdio.h>

/* Copies text, cut to n bytes with its 0; what cannot be printed becomes '?'. */
void site_copy(char *to, size_t n, const char *text);
/* "1234 (worker)" of a thread of a process, by its folder; false where there is no such thread. */
bool site_thread(char peer[SITE_PEER], int folder, pid_t tid);
/* The same of the first of n processes, and how many others. */
void site_peers(char peer[SITE_PEER], pid_t first, size_t n);
/* Whether the process numbers processes and threads as we do (pid_namespaces(7)). */
bool site_same_numbers(const struct site_question *q);
/* Opens a file below a folder; NULL where it may not be read. */
FILE *site_open(int folder, const char *name);
/* Up to n bytes of the program's memory; false where they may not be read. */
bool site_memory(pid_t pid, uint64_t address, void *to, size_t n);

/* holders.c: who else has the other end. */
enum holder_mode { HOLDS_TO_WRITE, HOLDS_TO_READ, HOLDS };
/* What the process at the other end of descriptor d of a pipe can do. */
enum holder_mode site_other_end(int folder, int d);
void site_holders(const struct site_question *q, const char *link, enum holder_mode m,
                  char peer[SITE_PEER]);

/* futexes.c */
void site_futex(const struct site_question *q, struct site_text *t);

/* sockets.c: "socket:[INODE]" */
void site_socket(const struct site_question *q, const char *link, struct site_text *t);

/* locks.c: who has locked the file that descriptor d is for. */
void site_lock(const struct site_question *q, int d, struct site_text *t);

/* sets.c: descriptors that are waited for together; the only one, or -1, and how many. */
struct descriptor_set {
    int first;
    size_t n;
};
struct descriptor_set site_epoll_set(const struct site_question *q, int d);
struct descriptor_set site_poll_set(const struct site_question *q);
struct descriptor_set site_select_set(const struct site_question *q);

/* Readers of the kernel's texts. */
struct net_socket {             /* a line of /proc/net/{tcp,tcp6,udp,udp6} */
    char local[64], remote[64]; /* "127.0.0.1:80", "[::1]:80" */
    bool listens, connected;
    unsigned long inode;
};
bool net_read_line(struct net_socket *s, const char *line);
struct map_line { /* a line of /proc/PID/maps */
    uint64_t begin, end;
    const char *name; /* in the line: of the file without its folders; "" = there is none */
    size_t length;
};
bool map_read_line(struct map_line *m, const char *line);
struct held_lock { /* a line of /proc/locks */
    unsigned major, minor;
    unsigned long inode;
    pid_t pid; /* -1 = of an open file, not a process */
};
bool lock_read_line(struct held_lock *l, const char *line); /* false: none that is held */

#endif
