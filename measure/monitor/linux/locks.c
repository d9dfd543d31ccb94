/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the process that has locked a file: /proc/locks, proc(5). */
#include "measure/monitor/linux/peers.h"
#include "base/file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

bool lock_read_line(struct held_lock *l, const char *line)
{
    long pid;
    /* the line of a waiting lock has "->" as its kind */
    if (strstr(line, "->") || sscanf(line, "%*d: %*15s %*15s %*15s %9ld %8x:%8x:%20lu", &pid,
                                     &l->major, &l->minor, &l->inode) != 4)
        return false;
    l->pid = (pid_t)pid;
    return true;
}

void site_lock(const struct site_question *q, int d, struct site_text *t)
{
    char name[32], line[256];
    struct stat st;
    struct held_lock l;
    snprintf(name, sizeof name, "fd/%d", d);
    FILE *f = fstatat(q->own.folder, name, &st, 0) == 0 ? site_open(AT_FDCWD, "/proc/locks") : NULL;
    while (f && fgets(line, sizeof line, f))
        if (lock_read_line(&l, line) && l.pid > 0 && l.pid != q->own.pid && l.inode == st.st_ino &&
            l.major == major(st.st_dev) && l.minor == minor(st.st_dev)) {
            site_peers(t->peer, l.pid, 1);
            break;
        }
    file_drop(f);
}
