/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each thread uses a slot of the area, writes its name and region there, and frees it when it
 * ends. Slots and regions are allocated without locks, so a killed program leaves no lock held. */
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
    pthread_key_t at_thread_end;
    int looked;                /* the area has been searched for */
    struct monitor_area *area; /* NULL = not watched */
} pm = {.opening = PTHREAD_MUTEX_INITIALIZER, .regions = PTHREAD_MUTEX_INITIALIZER};

#define GET(at) __atomic_load_n(&(at), __ATOMIC_ACQUIRE)
#define SET(at, value) __atomic_store_n(&(at), (value), __ATOMIC_RELEASE)
#define CHANGED(a) __atomic_fetch_add(&(a)->changes, 1, __ATOMIC_RELEASE)

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
    release_slot(slot);
    self.slot = NULL;
    self.refused = true; /* calls from later destructors have no effect */
}

/* A fork waits for a thread that is opening the area; the child would inherit an incomplete
 * state. */
static void before_fork(void)
{
    pthread_mutex_lock(&pm.opening);
    pthread_mutex_lock(&pm.regions);
}
static void in_parent(void)
{
    pthread_mutex_unlock(&pm.regions);
    pthread_mutex_unlock(&pm.opening);
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
}

/* Runs before a fork can happen while another thread opens the area. */
__attribute__((constructor)) static void start(void)
{
    pthread_atfork(before_fork, in_parent, in_child);
}

static void open_area(void)
{
    struct monitor_area *a = pm_fetch_area();
    if (a && pthread_key_create(&pm.at_thread_end, end_of_thread) == 0)
        SET(pm.area, a);
}

/* pthread_once is not usable: in the child of a fork during it, it may wait for a thread that
 * exists only in the parent. */
static void look_for_area(void)
{
    int before = errno;
    pthread_mutex_lock(&pm.opening);
    if (!pm.looked)
        open_area();
    SET(pm.looked, 1);
    pthread_mutex_unlock(&pm.opening);
    errno = before;
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
    int before = errno;
    acquire_slot(a);
    errno = before;
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
    pthread_mutex_lock(&pm.regions);
    unsigned region = find_region(a, name);
    if (!region)
        region = add_region(a, name);
    pthread_mutex_unlock(&pm.regions);
    return region;
}

void procmon_enter(unsigned region)
{
    struct area_slot *s = region ? own_slot() : NULL;
    if (!s)
        return;
    uint32_t depth = self.depth++;
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
    self.depth = at;
    SET(self.slot->region, self.open[at].before);
}
