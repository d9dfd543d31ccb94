/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of /proc that tell of threads (man proc(5)), and their texts. */
#ifndef MONITOR_LINUX_PROC_H
#define MONITOR_LINUX_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    PROC_NAME = 16,   /* bytes of a thread's name with its 0 (TASK_COMM_LEN) */
    PROC_TEXT = 1024, /* bytes that hold any stat, syscall or schedstat */
};

/* The decimal number at *p, behind blanks, which it moves behind it (a negative one as two's
 * complement); false where there is none. */
bool proc_read_number(const char **p, const char *end, uint64_t *value);

/* /proc/PID/task/TID/stat, as far as it is used. */
struct proc_stat {
    char name[PROC_NAME];
    char state;     /* R S D T t Z X I */
    long parent;    /* PID */
    long threads;   /* of its process */
    uint64_t start; /* clock ticks after boot: tells a number that is used again */
    uint64_t stack; /* where the program's stack begins, drawn anew by execve; 0 = not known */
};
/* False where the text is none. */
bool proc_read_stat(struct proc_stat *s, const char *text, size_t n);

/* /proc/PID/task/TID/schedstat: nanoseconds on a CPU, and ready in the queue for one; how often it
 * got a CPU. */
struct proc_schedstat {
    uint64_t run, queue, turns;
};
bool proc_read_schedstat(struct proc_schedstat *s, const char *text, size_t n);

/* A file of a thread, kept open where that is possible. */
struct proc_file {
    int descriptor; /* -1 = not open */
};
/* The text of file `name` of thread tid below the folder of its process (/proc/PID), read from the
 * begin: its bytes, or -1 with errno: ESRCH or ENOENT where the thread is gone, EACCES or EPERM
 * where it may not be read. It stays open where keep. */
ssize_t proc_text(struct proc_file *f, int process, pid_t tid, const char *name, bool keep,
                  char text[PROC_TEXT]);
void proc_close(struct proc_file *f);
/* Whether errno says that the thread is gone. */
bool proc_is_gone(int error);

/* The process that a thread is of, by /proc/TID/status; the same number where that is not told. */
pid_t proc_process_of(pid_t tid);
/* The folder of a process, /proc/PID; -1 with errno where it may not be opened. */
int proc_open(pid_t pid);
/* Calls `each` for every number that names an entry of folder `name` below an open one; false with
 * errno where it may not be read. */
bool proc_each_number(int folder, const char *name, void (*each)(void *context, pid_t number),
                      void *context);

#endif
