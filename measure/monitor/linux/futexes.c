/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines the object of a futex. Facts: futex(2) for the operations and the owner in the word
 * of a PI or robust mutex; glibc's pthread_mutex_t (lock, count, owner; lock is 2 if others
 * wait), which waits by FUTEX_WAIT with 2; glibc's pthread_join, which waits, not private, for
 * the word with the thread's ID to become 0. */
#include "measure/monitor/linux/peers.h"
#include "base/file.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>

static bool describe_owner(const struct site_question *q, pid_t tid, struct site_text *t)
{
    if (tid == q->tid)
        return false;
    if (site_thread(t->peer, q->own.folder, tid))
        return true;
    for (size_t i = 0; i < q->n; i++)
        if (q->watched[i].folder >= 0 && site_thread(t->peer, q->watched[i].folder, tid))
            return true;
    return false;
}

static bool describe_mutex_in_word(const struct site_question *q, uint32_t word,
                                   struct site_text *t)
{
    if (!describe_owner(q, (pid_t)(word & FUTEX_TID_MASK), t))
        return false;
    site_copy(t->what, sizeof t->what, "mutex");
    return true;
}

static bool describe_join(const struct site_question *q, uint32_t expected, struct site_text *t)
{
    bool private = q->seen->args[1] & FUTEX_PRIVATE_FLAG;
    if (private || (pid_t)expected == q->tid ||
        !site_thread(t->peer, q->own.folder, (pid_t)expected))
        return false;
    site_copy(t->what, sizeof t->what, "end of a thread");
    return true;
}

static bool describe_mutex(const struct site_question *q, uint32_t expected, struct site_text *t)
{
    struct {
        int32_t lock;
        uint32_t count;
        int32_t owner;
    } mutex;
    bool can_be = expected == 2 && site_memory(q->own.pid, q->seen->args[0], &mutex, sizeof mutex);
    if (!can_be || mutex.owner <= 0 || !describe_owner(q, mutex.owner, t))
        return false;
    site_copy(t->what, sizeof t->what, "mutex");
    return true;
}

bool map_read_line(struct map_line *m, const char *line)
{
    unsigned long begin, end;
    int at = 0;
    if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &begin, &end, &at) < 2 || at == 0)
        return false;
    const char *slash = strrchr(line + at, '/'), *name = slash ? slash + 1 : line + at;
    *m = (struct map_line){begin, end, name, strcspn(name, "\n")};
    return true;
}

/* Finds the file whose mapping contains an address; "" = none. */
static void find_mapped_file(const struct site_question *q, uint64_t address, char *name, size_t n)
{
    enum {
        MAPPINGS = 5000
    }; /* at most: reading takes some ms, in which the program's memory map is locked */
    char line[512];
    FILE *f = site_open(q->own.folder, "maps");
    name[0] = 0;
    for (int i = 0; i < MAPPINGS && f && fgets(line, sizeof line, f); i++) {
        struct map_line m;
        if (!map_read_line(&m, line) || address < m.begin || address >= m.end)
            continue;
        line[(size_t)(m.name - line) + m.length] = 0;
        site_copy(name, n, m.name);
        break;
    }
    file_drop(f);
}

/* Appends the library that waits, unless it is the C library. */
static void describe_futex(const struct site_question *q, struct site_text *t)
{
    char file[48];
    find_mapped_file(q, q->seen->counter, file, sizeof file);
    bool own = file[0] && strncmp(file, "libc.", 5) != 0 && strncmp(file, "libpthread", 10) != 0;
    snprintf(t->what, sizeof t->what, "futex %#llx%s%s", (unsigned long long)q->seen->args[0],
             own ? " of " : "", own ? file : "");
}

static bool describe_lock(const struct site_question *q, struct site_text *t)
{
    int operation = (int)(q->seen->args[1] & (uint64_t)FUTEX_CMD_MASK);
    uint32_t expected = (uint32_t)q->seen->args[2], word = 0;
    if (!site_same_numbers(q))
        return false;
    switch (operation) {
    case FUTEX_LOCK_PI:
#ifdef FUTEX_LOCK_PI2
    case FUTEX_LOCK_PI2:
#endif
        return site_memory(q->own.pid, q->seen->args[0], &word, sizeof word) &&
               describe_mutex_in_word(q, word, t);
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        if (expected & FUTEX_WAITERS && expected & FUTEX_TID_MASK)
            return describe_mutex_in_word(q, expected, t);
        return describe_mutex(q, expected, t) || describe_join(q, expected, t);
    default:
        return false;
    }
}

void site_futex(const struct site_question *q, struct site_text *t)
{
#ifdef SYS_futex
    if (q->seen->call == SYS_futex && describe_lock(q, t))
        return;
#endif
    describe_futex(q, t);
}
