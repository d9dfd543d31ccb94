/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of site_describe. Used only within monitor/linux. */
#ifndef MONITOR_LINUX_PEERS_H
#define MONITOR_LINUX_PEERS_H

#include "measure/monitor/linux/sites.h"

#include <stdio.h>

/* Copies text, cut to n bytes including its 0; unprintable characters become '?'. */
void site_copy(char *to, size_t n, const char *text);
/* Formats "1234 (worker)" for a thread, from its process's directory. Returns false if there is
 * no such thread. */
bool site_thread(char peer[SITE_PEER], int folder, pid_t tid);
/* Formats the first of n processes, and the number of others. */
void site_peers(char peer[SITE_PEER], pid_t first, size_t n);
/* Returns whether the process has the same numbering of processes as the monitor
 * (pid_namespaces(7)). */
bool site_same_numbers(const struct site_question *q);
/* Opens a file below a directory; NULL if it may not be read. */
FILE *site_open(int folder, const char *name);
/* Reads up to n bytes of the program's memory. Returns false if they may not be read. */
bool site_memory(pid_t pid, uint64_t address, void *to, size_t n);

/* holders.c: finds the processes that have the other end open. */
enum holder_mode { HOLDS_TO_WRITE, HOLDS_TO_READ, HOLDS };
/* Returns the access that a process at the other end of descriptor d of a pipe has. */
enum holder_mode site_other_end(int folder, int d);
void site_holders(const struct site_question *q, const char *link, enum holder_mode m,
                  char peer[SITE_PEER]);

/* futexes.c */
void site_futex(const struct site_question *q, struct site_text *t);

/* sockets.c: "socket:[INODE]" */
void site_socket(const struct site_question *q, const char *link, struct site_text *t);

/* locks.c: finds the process that has locked the file of descriptor d. */
void site_lock(const struct site_question *q, int d, struct site_text *t);

/* sets.c: a set of descriptors that is waited for: the descriptor if there is only one, else -1,
 * and their number. */
struct descriptor_set {
    int first;
    size_t n;
};
struct descriptor_set site_epoll_set(const struct site_question *q, int d);
struct descriptor_set site_poll_set(const struct site_question *q);
struct descriptor_set site_select_set(const struct site_question *q);

/* Parsers of the kernel's texts. */
struct net_socket {             /* a line of /proc/net/{tcp,tcp6,udp,udp6} */
    char local[64], remote[64]; /* "127.0.0.1:80", "[::1]:80" */
    bool listens, connected;
    unsigned long inode;
};
bool net_read_line(struct net_socket *s, const char *line);
struct map_line { /* a line of /proc/PID/maps */
    uint64_t begin, end;
    const char *name; /* file name without directories, within the line; "" = none */
    size_t length;
};
bool map_read_line(struct map_line *m, const char *line);
struct held_lock { /* a line of /proc/locks */
    unsigned major, minor;
    unsigned long inode;
    pid_t pid; /* -1 = lock of an open file, not of a process */
};
bool lock_read_line(struct held_lock *l, const char *line); /* false: not a held lock */

#endif
