/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of /proc that describe threads (proc(5)), and parsers of their texts. */
#ifndef MONITOR_LINUX_PROC_H
#define MONITOR_LINUX_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    PROC_NAME = 16,   /* bytes of a thread's name including its 0 (TASK_COMM_LEN) */
    PROC_TEXT = 1024, /* enough bytes for any stat, syscall or schedstat */
};

/* Reads the decimal number at *p, after blanks, and moves *p past it. A negative number is in
 * two's complement. Returns false if there is none. */
bool proc_read_number(const char **p, const char *end, uint64_t *value);

/* The used fields of /proc/PID/task/TID/stat. */
struct proc_stat {
    char name[PROC_NAME];
    char state;     /* R S D T t Z X I */
    long parent;    /* PID */
    long threads;   /* of the process */
    uint64_t start; /* clock ticks after boot; distinguishes reused IDs */
    uint64_t stack; /* start of the program's stack, randomized by each execve; 0 = unknown */
};
/* Returns false if the text is not a stat file. */
bool proc_read_stat(struct proc_stat *s, const char *text, size_t n);

/* /proc/PID/task/TID/schedstat: nanoseconds on a CPU and ready in the queue, and number of turns
 * on a CPU. */
struct proc_schedstat {
    uint64_t run, queue, turns;
};
bool proc_read_schedstat(struct proc_schedstat *s, const char *text, size_t n);

/* A file of a thread, kept open if possible. */
struct proc_file {
    int descriptor; /* -1 = not open */
};
/* Reads file `name` of thread tid below the directory of its process (/proc/PID) from the start.
 * Returns its bytes, or -1 with errno: ESRCH or ENOENT if the thread does not exist, EACCES or
 * EPERM if it may not be read. Keeps the file open if keep is set. */
ssize_t proc_text(struct proc_file *f, int process, pid_t tid, const char *name, bool keep,
                  char text[PROC_TEXT]);
void proc_close(struct proc_file *f);
/* Returns whether errno means that the thread does not exist. */
bool proc_is_gone(int error);

/* Returns the process of a thread, from /proc/TID/status; the same ID if that is not available. */
pid_t proc_process_of(pid_t tid);
/* Opens the directory of a process, /proc/PID. Returns -1 with errno if it cannot be opened. */
int proc_open(pid_t pid);
/* Calls `each` for every number that names an entry of directory `name` below an open one.
 * Returns false with errno if it cannot be read. */
bool proc_each_number(int folder, const char *name, void (*each)(void *context, pid_t number),
                      void *context);

#endif
