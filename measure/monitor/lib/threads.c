/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each thread uses a slot of the area, writes its name and region there, and frees it when it
 * ends. Slots and regions are allocated without locks, so a killed program leaves no lock held.
 *
 * Signal handlers may call procmon_region, procmon_enter and procmon_leave. While a lock is held,
 * signals are blocked, so that no handler waits for a lock of the thread that it interrupted. */
#include "measure/monitor/lib/procmon.h"
#include "measure/monitor/lib/process.h"

#include "facts/states.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(PROCMON_COMMUNICATION == 1 << STATE_COMMUNICATION &&
                   PROCMON_TIMER == 1 << STATE_TIMER && PROCMON_DISK == 1 << STATE_DISK,
               "waits are bits of states");

enum {
    DEPTH = 64
}; /* maximum number of open regions; regions entered beyond count for the last one */

struct pm_thread {
    struct area_slot *slot; /* NULL = none yet */
    bool refused;           /* no slot was free */
    uint32_t depth;         /* number of open regions */
    struct {
        uint32_t region, before; /* before: the region in the slot when this one was entered */
    } open[DEPTH];
};
static __thread struct pm_thread self __attribute__((tls_model("initial-exec")));

static struct {
    pthread_mutex_t opening;
    pthread_mutex_t regions; /* so that two threads of a process do not add a name twice */
    sigset_t before_fork;    /* signal mask of the forking thread; guarded by the locks */
    pthread_key_t at_thread_end;
    bool has_key;
    int looked;                /* the area has been searched for */
    struct monitor_area *area; /* NULL = not watched */
} pm = {.opening = PTHREAD_MUTEX_INITIALIZER, .regions = PTHREAD_MUTEX_INITIALIZER};

#define GET(at) __atomic_load_n(&(at), __ATOMIC_ACQUIRE)
#define SET(at, value) __atomic_store_n(&(at), (value), __ATOMIC_RELEASE)
#define CHANGED(a) __atomic_fetch_add(&(a)->changes, 1, __ATOMIC_RELEASE)
/* Keeps the compiler from moving accesses over this line, for signal handlers of the thread. */
#define HANDLER_FENCE() __atomic_signal_fence(__ATOMIC_SEQ_CST)

/* ---- guarded calls ---- */

/* The state of the thread before a guarded call. */
struct guard {
    sigset_t signals;
    int cancel, error;
};

static void block_signals(sigset_t *before)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, before);
}

/* Blocks signals and cancellation, either of which could leave a lock held or a slot incomplete.
 * end_guard restores both, and errno. */
static struct guard begin_guard(void)
{
    struct guard g = {.error = errno};
    block_signals(&g.signals);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &g.cancel);
    return g;
}

static void end_guard(const struct guard *g)
{
    pthread_setcancelstate(g->cancel, NULL);
    pthread_sigmask(SIG_SETMASK, &g->signals, NULL);
    errno = g->error;
}

/* ---- the process ---- */

static void release_slot(struct area_slot *s)
{
    SET(s->running, 0);
    SET(s->region, 0);
    SET(s->tid, 0);
    CHANGED(pm.area);
}

static void end_of_thread(void *slot)
{
    self.refused = true; /* calls from handlers and later destructors have no effect */
    self.slot = NULL;
    HANDLER_FENCE();
    release_slot(slot);
}

/* A fork waits for a thread that is opening the area; the child would inherit an incomplete
 * state. */
static void before_fork(void)
{
    sigset_t before;
    block_signals(&before);
    pthread_mutex_lock(&pm.opening);
    pthread_mutex_lock(&pm.regions);
    pm.before_fork = before;
}
static void in_parent(void)
{
    sigset_t before = pm.before_fork;
    pthread_mutex_unlock(&pm.regions);
    pthread_mutex_unlock(&pm.opening);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
/* The child uses the same area; its thread needs a new slot. */
static void in_child(void)
{
    pthread_mutex_init(&pm.opening, NULL);
    pthread_mutex_init(&pm.regions, NULL);
    if (self.slot)
        pthread_setspecific(pm.at_thread_end, NULL);
    self = (struct pm_thread){0};
    pm_forget_question();
    pthread_sigmask(SIG_SETMASK, &pm.before_fork, NULL);
}

static bool create_key(void)
{
    if (!pm.has_key)
        pm.has_key = pthread_key_create(&pm.at_thread_end, end_of_thread) == 0;
    return pm.has_key;
}

/* Runs before a fork can happen while another thread opens the area. Creates the key now, because
 * pthread_setspecific allocates no memory for the first keys of a process. */
__attribute__((constructor)) static void start(void)
{
    const char *socket = secure_getenv("PROCMON_SOCKET");
    pthread_atfork(before_fork, in_parent, in_child);
    if (socket && *socket)
        create_key();
}

static void open_area(void)
{
    struct monitor_area *a = pm_fetch_area();
    if (a && create_key())
        SET(pm.area, a);
}

/* pthread_once is not usable: in the child of a fork during it, it may wait for a thread that
 * exists only in the parent. */
static void look_for_area(void)
{
    struct guard g = begin_guard();
    pthread_mutex_lock(&pm.opening);
    if (!pm.looked)
        open_area();
    SET(pm.looked, 1);
    pthread_mutex_unlock(&pm.opening);
    end_guard(&g);
}

static struct monitor_area *own_area(void)
{
    if (!GET(pm.looked))
        look_for_area();
    return GET(pm.area);
}

int procmon_watched(void)
{
    return own_area() != NULL;
}

/* ---- slots ---- */

/* Returns field 22 of the thread's stat, which follows the name in brackets; 0 = unknown. */
static uint64_t start_of(const char *stat)
{
    const char *at = strrchr(stat, ')');
    for (int field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    return at ? strtoull(at + 1, NULL, 10) : 0;
}

static uint64_t my_start(void)
{
    char text[1024];
    int fd = open("/proc/thread-self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = 0;
    return n > 0 ? start_of(text) : 0;
}

static bool take_free_slot(struct area_slot *s, uint32_t from)
{
    return __atomic_compare_exchange_n(&s->tid, &from, AREA_BUSY, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE);
}

/* Returns a free slot or, if left_over, one of a thread that no longer exists because its
 * process was killed. */
static struct area_slot *find_free(struct monitor_area *a, bool left_over)
{
    for (uint32_t i = 0; i < AREA_SLOTS; i++) {
        struct area_slot *s = &a->slot[i];
        uint32_t tid = GET(s->tid);
        bool gone =
            left_over && tid && tid != AREA_BUSY && syscall(SYS_tkill, tid, 0) && errno == ESRCH;
        if ((tid == 0 || gone) && take_free_slot(s, tid))
            return s;
    }
    return NULL;
}

static void raise_count(uint32_t *at, uint32_t n)
{
    uint32_t is = GET(*at);
    while (is < n &&
           !__atomic_compare_exchange_n(at, &is, n, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        ;
}

static void acquire_slot(struct monitor_area *a)
{
    struct area_slot *s = find_free(a, false);
    if (!s)
        s = find_free(a, true);
    if (!s) {
        self.refused = true;
        return;
    }
    SET(s->running, 0);
    SET(s->region, 0);
    SET(s->start, my_start());
    memset(s->name, 0, sizeof s->name);
    memset(s->group, 0, sizeof s->group);
    self.slot = s;
    pthread_setspecific(pm.at_thread_end, s);
    SET(s->tid, (uint32_t)syscall(SYS_gettid));
    raise_count(&a->slots, (uint32_t)(s - a->slot) + 1);
    CHANGED(a);
}

/* Returns the slot of this thread; NULL = not watched, or no slot is free. */
static inline struct area_slot *own_slot(void)
{
    if (__builtin_expect(self.slot != NULL, 1))
        return self.slot;
    struct monitor_area *a = own_area();
    if (!a || self.refused)
        return NULL;
    struct guard g = begin_guard();
    if (!self.slot) /* a handler may have acquired it */
        acquire_slot(a);
    end_guard(&g);
    return self.slot;
}

static void set_name(char *to, const char *from, size_t size)
{
    size_t n = from ? strnlen(from, size - 1) : 0;
    memset(to, 0, size);
    memcpy(to, from ? from : "", n);
}

void procmon_register(const char *name, const char *group, unsigned waits)
{
    struct area_slot *s = own_slot();
    if (!s)
        return;
    set_name(s->name, name, sizeof s->name);
    set_name(s->group, group, sizeof s->group);
    SET(s->waits, waits);
    SET(s->running, 1);
    CHANGED(pm.area);
}

void procmon_unregister(void)
{
    if (!self.slot)
        return;
    SET(self.slot->running, 0);
    CHANGED(pm.area);
}

/* ---- regions ---- */

static unsigned find_region(const struct monitor_area *a, const char *name)
{
    uint32_t n = GET(a->regions);
    for (uint32_t i = 0; i < n && i < AREA_REGIONS; i++)
        if (strncmp(a->region[i], name, AREA_REGION_NAME - 1) == 0)
            return i + 1;
    return 0;
}

/* Adds a region. Returns its index + 1, or 0 if there is no room; the count never exceeds the
 * room. */
static unsigned add_region(struct monitor_area *a, const char *name)
{
    uint32_t i = GET(a->regions);
    do
        if (i >= AREA_REGIONS)
            return 0;
    while (!__atomic_compare_exchange_n(&a->regions, &i, i + 1, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE));
    set_name(a->region[i], name, AREA_REGION_NAME);
    return i + 1;
}

unsigned procmon_region(const char *name)
{
    struct monitor_area *a = own_area();
    if (!a || !name || !*name)
        return 0;
    struct guard g = begin_guard();
    pthread_mutex_lock(&pm.regions);
    unsigned region = find_region(a, name);
    if (!region)
        region = add_region(a, name);
    pthread_mutex_unlock(&pm.regions);
    end_guard(&g);
    return region;
}

/* A handler that interrupts this function enters its regions above this one, and leaves them before
 * it returns. */
void procmon_enter(unsigned region)
{
    struct area_slot *s = region ? own_slot() : NULL;
    if (!s)
        return;
    uint32_t depth = self.depth++;
    HANDLER_FENCE();
    if (depth >= DEPTH)
        return;
    self.open[depth].region = region;
    self.open[depth].before = s->region;
    SET(s->region, region);
}

/* Returns the depth at which the region was entered last; DEPTH = it is not open. */
static uint32_t find_open(unsigned region)
{
    for (uint32_t i = self.depth; i > 0; i--)
        if (self.open[i - 1].region == region)
            return i - 1;
    return DEPTH;
}

void procmon_leave(unsigned region)
{
    if (!region || !self.slot)
        return;
    if (self.depth > DEPTH) {
        self.depth--;
        return;
    }
    uint32_t at = find_open(region);
    if (at == DEPTH)
        return;
    uint32_t before = self.open[at].before; /* read before a handler can use this entry */
    HANDLER_FENCE();
    self.depth = at;
    HANDLER_FENCE();
    SET(self.slot->region, before);
}
