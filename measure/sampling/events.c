/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/events.h"

#include "base/util.h"
#include "measure/sampling/cost.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Periods, relative to the mean of the usual ones. Their ratios are no simple fractions. */
static const double factors[EVENT_PERIODS] = {0.907, 1.093, 0.101};

static const double assumed_hz = 3e9;

enum {
    MOST_RING_PAGES = 128, /* with its control page: the default limit of locked memory */
    LEAST_RING_PAGES = 2,
    MOST_PAGES_TOGETHER = 4096,
    SPARE_FILES = 64, /* descriptors for other purposes */
};

static int open_event(const struct events *e, struct perf_event_attr *a, pid_t pid, int cpu)
{
    a->size = sizeof *a;
    a->inherit = 1;
    a->disabled = 1;
    a->exclude_hv = 1;
    if (e->opener)
        return e->opener->open(e->opener->context, a, pid, cpu);
    return (int)syscall(SYS_perf_event_open, a, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* ---- attributes ---- */

/* Returns the attributes of an event with records. records.c depends on sample_type. */
static struct perf_event_attr recorded_event(const struct events *e, uint32_t type, uint64_t config)
{
    return (struct perf_event_attr){
        .type = type,
        .config = config,
        .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
                       PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD,
        .sample_id_all = 1,
        .use_clockid = 1,
        .clockid = CLOCK_MONOTONIC,
        .watermark = 1, /* of 0 bytes: the ring becomes readable when it is half full */
        .exclude_kernel = !e->kernel,
    };
}

/* ax, bx, cx, dx, si, di, bp, sp, ip, r8 to r15; records.c depends on this list. */
static const uint64_t user_registers = 0x1ff | 0xff << 16;

static struct perf_event_attr clock_event(const struct events *e, double factor)
{
    bool cycles = e->unit == PROFILE_CYCLES;
    struct perf_event_attr a =
        recorded_event(e, cycles ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE,
                       cycles ? PERF_COUNT_HW_CPU_CYCLES : PERF_COUNT_SW_CPU_CLOCK);
    a.sample_period = (uint64_t)(e->period * factor);
    if (e->chain == CHAIN_DWARF) {
        a.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
        a.sample_regs_user = user_registers;
        a.sample_stack_user = EVENT_STACK_BYTES;
    } else if (e->chain == CHAIN_FRAME || e->kernel) {
        a.sample_type |= PERF_SAMPLE_CALLCHAIN;
        a.exclude_callchain_kernel = 1;
        a.sample_max_stack = e->chain == CHAIN_FRAME ? EVENT_CALLERS : 1;
    }
    return a;
}

/* Adds the records of mappings, names, new and ended threads to those of an event. */
static int open_with_tasks(const struct events *e, struct perf_event_attr a, pid_t pid, int cpu)
{
    a.mmap = a.mmap2 = a.comm = a.comm_exec = a.task = 1;
    a.build_id = 1;
    int fd = open_event(e, &a, pid, cpu);
    if (fd < 0 && errno == EINVAL) { /* kernels before 5.12 do not record build ids */
        a.build_id = 0;
        fd = open_event(e, &a, pid, cpu);
    }
    return fd;
}

static int open_tasks(const struct events *e, pid_t pid, int cpu)
{
    return open_with_tasks(e, recorded_event(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY), pid, cpu);
}

/* Page faults and tasks are one event: the kernel's time to start and to switch a thread grows with
 * the number of events. */
static int open_faults(const struct events *e, pid_t pid, int cpu)
{
    struct perf_event_attr a = recorded_event(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
    a.sample_period = EVENT_FAULT_PERIOD;
    a.sample_type &= ~(uint64_t)PERF_SAMPLE_PERIOD; /* with it, each fault would be recorded */
    return open_with_tasks(e, a, pid, cpu);
}

/* Instructions of user code. An instruction takes at least a quarter of a cycle: the period is such
 * that there are at most as many samples as of cycles. */
static struct perf_event_attr instruction_event(const struct events *e, double factor)
{
    static const double most_per_cycle = 4;
    double per_unit = most_per_cycle * (e->unit == PROFILE_CYCLES ? 1 : assumed_hz / 1e9);
    struct perf_event_attr a = recorded_event(e, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
    a.sample_period = (uint64_t)(e->period * per_unit * factor);
    a.exclude_kernel = 1;
    return a;
}

/* ---- the set of one processor ---- */

static void close_descriptor(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void unmap_ring(struct ring *r)
{
    if (r->page)
        munmap(r->page, r->bytes + (size_t)sysconf(_SC_PAGESIZE));
    r->page = NULL;
}

static void close_ring(struct ring *r)
{
    unmap_ring(r);
    for (int i = 0; i < EVENT_PERIODS; i++)
        close_descriptor(&r->clock[i]);
    for (int i = 0; i < EVENT_USUAL_PERIODS; i++)
        close_descriptor(&r->instructions[i]);
    close_descriptor(&r->tasks);
    close_descriptor(&r->faults);
}

/* Opens the clocks of one processor. Returns false with errno. */
static bool open_clocks(const struct events *e, struct ring *r, pid_t pid, int cpu)
{
    *r = (struct ring){.cpu = cpu,
                       .stacks = e->chain == CHAIN_DWARF,
                       .call_chains = e->chain == CHAIN_FRAME || e->kernel,
                       .tasks = -1,
                       .faults = -1};
    for (int i = 0; i < EVENT_PERIODS; i++)
        r->clock[i] = -1;
    for (int i = 0; i < EVENT_USUAL_PERIODS; i++)
        r->instructions[i] = -1;
    for (int i = 0; i < EVENT_PERIODS; i++) {
        struct perf_event_attr a = clock_event(e, factors[i]);
        if ((r->clock[i] = open_event(e, &a, pid, cpu)) < 0)
            return false;
    }
    return true;
}

static bool map_ring(struct ring *r, size_t pages)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *at = mmap(NULL, (1 + pages) * page, PROT_READ | PROT_WRITE, MAP_SHARED, r->clock[0], 0);
    if (at == MAP_FAILED)
        return false;
    r->page = at;
    r->data = (const uint8_t *)at + page;
    r->bytes = pages * page;
    return true;
}

/* Redirects the records of fd to the ring. */
static bool join_ring(const struct ring *r, int fd)
{
    return fd >= 0 && ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, r->clock[0]) == 0;
}

/* Opens the other events of a processor whose ring is mapped. Returns false with errno. */
static bool complete_ring(const struct events *e, struct ring *r, pid_t pid)
{
    for (int i = 1; i < EVENT_PERIODS; i++)
        if (!join_ring(r, r->clock[i]))
            return false;
    r->faults = open_faults(e, pid, r->cpu);
    if (join_ring(r, r->faults) && ioctl(r->faults, PERF_EVENT_IOC_ID, &r->fault_id) == 0)
        return true;
    close_descriptor(&r->faults);
    r->tasks = open_tasks(e, pid, r->cpu);
    return join_ring(r, r->tasks);
}

/* ---- all processors ---- */

/* Opens the clocks of all processors that are online. Returns false with errno. */
static bool open_all_clocks(struct events *e, pid_t pid)
{
    long processors = sysconf(_SC_NPROCESSORS_CONF);
    for (int cpu = 0; cpu < processors; cpu++) {
        struct ring r;
        if (open_clocks(e, &r, pid, cpu)) {
            *array_push(&e->rings) = r;
            continue;
        }
        int problem = errno;
        close_ring(&r);
        errno = problem;
        if (problem != ENODEV && problem != ENXIO) /* not offline */
            return false;
    }
    return e->rings.n > 0;
}

/* Returns the pages of the largest ring. All rings together have at most 16 MB; with copies of
 * stacks, each needs the usual size. */
static size_t most_ring_pages(const struct events *e)
{
    size_t pages = MOST_RING_PAGES;
    while (e->chain != CHAIN_DWARF && pages > LEAST_RING_PAGES &&
           pages * e->rings.n > MOST_PAGES_TOGETHER)
        pages /= 2;
    return pages;
}

/* Maps rings of one size, the largest that the limits of locked memory permit. Returns false with
 * errno. */
static bool map_rings(struct events *e)
{
    for (size_t pages = most_ring_pages(e); pages >= LEAST_RING_PAGES; pages /= 2) {
        size_t n = 0;
        while (n < e->rings.n && map_ring(&e->rings.at[n], pages))
            n++;
        if (n == e->rings.n)
            return true;
        int problem = errno;
        while (n-- > 0)
            unmap_ring(&e->rings.at[n]);
        errno = problem;
        if (problem != EPERM && problem != ENOMEM)
            return false;
    }
    return false;
}

/* Opens the events of instructions of a processor. Returns false with errno. */
static bool open_instructions(const struct events *e, struct ring *r, pid_t pid)
{
    for (int i = 0; i < EVENT_USUAL_PERIODS; i++) {
        struct perf_event_attr a = instruction_event(e, factors[i]);
        r->instructions[i] = open_event(e, &a, pid, r->cpu);
        if (!join_ring(r, r->instructions[i]) ||
            ioctl(r->instructions[i], PERF_EVENT_IOC_ID, &r->instruction_ids[i]) != 0)
            return false;
    }
    return true;
}

static const char *explain_instructions(int problem)
{
    switch (problem) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
        return "this processor offers no instruction counter";
    case EACCES:
    case EPERM:
        return "the instruction counter may not be read: set kernel.perf_event_paranoid to 2 or "
               "less";
    default:
        return strerror(problem);
    }
}

/* Samples and counts instructions where the processor can. */
static void add_instructions(struct events *e, pid_t pid)
{
    struct perf_event_attr a = {
        .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS, .exclude_kernel = 1};
    e->instructions = open_event(e, &a, pid, -1);
    bool good = e->instructions >= 0;
    for (size_t i = 0; good && i < e->rings.n; i++)
        good = open_instructions(e, &e->rings.at[i], pid);
    if (good)
        return;
    e->no_instructions = explain_instructions(errno);
    for (size_t i = 0; i < e->rings.n; i++)
        for (int k = 0; k < EVENT_USUAL_PERIODS; k++)
            close_descriptor(&e->rings.at[i].instructions[k]);
    close_descriptor(&e->instructions);
}

static bool complete_rings(struct events *e, pid_t pid)
{
    for (size_t i = 0; i < e->rings.n; i++)
        if (!complete_ring(e, &e->rings.at[i], pid))
            return false;
    return true;
}

static int open_counter(const struct events *e, pid_t pid, uint64_t config, bool kernel)
{
    struct perf_event_attr a = {
        .type = PERF_TYPE_SOFTWARE, .config = config, .exclude_kernel = !kernel};
    return open_event(e, &a, pid, -1);
}

static bool can_open(const struct events *e, pid_t pid)
{
    struct perf_event_attr a = clock_event(e, 1);
    int fd = open_event(e, &a, pid, -1);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Chooses the best clock that the system offers: cycles are preferred to time, sampling of the
 * kernel to sampling of user code only. Returns false with errno. */
static bool choose_clock(struct events *e, pid_t pid, double rate)
{
    for (int cycles = 1; cycles >= 0; cycles--)
        for (int kernel = 1; kernel >= 0; kernel--) {
            e->unit = cycles ? PROFILE_CYCLES : PROFILE_NS;
            e->kernel = kernel;
            e->period = (cycles ? assumed_hz : 1e9) / rate;
            if (can_open(e, pid))
                return true;
        }
    return false;
}

/* Reduces the rate, if necessary, so that samples take at most 1 % of the CPU time. The cost of a
 * sample was measured with frequent samples; others find less in the caches, hence the margin. */
static void limit_cost(struct events *e)
{
    static const double most = 0.01, margin = 2, interval = 50e-6;
    double unit = e->unit == PROFILE_CYCLES ? assumed_hz : 1e9;
    e->sample_cost = cost_of_sample(clock_event(e, 1), interval * unit);
    double least = is_known(e->sample_cost) ? margin * e->sample_cost.value / most * unit : 0;
    if (e->period < least)
        e->period = least;
}

/* Raises the limit of open files as far as the events need it and the system permits it. */
static void raise_file_limit(struct events *e)
{
    rlim_t need =
        (rlim_t)sysconf(_SC_NPROCESSORS_CONF) * (EVENT_PERIODS + EVENT_USUAL_PERIODS + 2) +
        SPARE_FILES;
    getrlimit(RLIMIT_NOFILE, &e->files);
    struct rlimit raised = e->files;
    if (raised.rlim_cur >= need)
        return;
    raised.rlim_cur = need < raised.rlim_max ? need : raised.rlim_max;
    setrlimit(RLIMIT_NOFILE, &raised);
}

/* Returns whether callers can be found in this way on this processor. */
static bool has_chain(enum call_chain chain, struct events_refusal *why)
{
#if defined __x86_64__
    (void)why;
    return chain < CALL_CHAINS;
#else
    *why = (struct events_refusal){.problem = EOPNOTSUPP,
                                   .what = "call chains by DWARF exist on x86-64 only"};
    return chain != CHAIN_DWARF;
#endif
}

static struct events_refusal explain_clock(int problem)
{
    struct events_refusal r = {.forbidden = true, .problem = problem};
    if (problem == EACCES || problem == EPERM)
        r.what = "perf_event_open is forbidden: set kernel.perf_event_paranoid to 2 or less, or "
                 "permit it in the container";
    else if (problem == ENOSYS)
        r.what = "this kernel has no perf_event_open";
    else
        r.forbidden = problem == ENOENT || problem == EOPNOTSUPP;
    return r;
}

static struct events_refusal explain_ring(int problem)
{
    struct events_refusal r = {.problem = problem};
    if (problem == EPERM || problem == ENOMEM)
        r.what = "no memory may be locked for samples: raise kernel.perf_event_mlock_kb or "
                 "'ulimit -l', or end other profilers";
    else if (problem == EMFILE)
        r.what = "sampling needs more open files: raise 'ulimit -n'";
    return r;
}

bool events_open(struct events *e, pid_t pid, double rate, enum call_chain chain,
                 const struct event_opener *opener, struct events_refusal *why)
{
    static const double default_rate = 1000;
    *e = (struct events){.chain = chain,
                         .cpu_time = -1,
                         .instructions = -1,
                         .opener = opener,
                         .sample_cost = missing("it was not measured")};
    raise_file_limit(e);
    if (!has_chain(chain, why))
        return false;
    if (!choose_clock(e, pid, rate > 0 ? rate : default_rate)) {
        *why = explain_clock(errno);
        events_close(e);
        return false;
    }
    if (rate <= 0 && chain != CHAIN_DWARF)
        limit_cost(e);
    if (!open_all_clocks(e, pid) || !map_rings(e) || !complete_rings(e, pid)) {
        *why = explain_ring(errno);
        events_close(e);
        return false;
    }
    e->cpu_time = open_counter(e, pid, PERF_COUNT_SW_TASK_CLOCK, e->kernel);
    add_instructions(e, pid);
    return true;
}

/* ---- while the command runs ---- */

static void set_state(int fd, bool run)
{
    if (fd >= 0)
        ioctl(fd, run ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

static void set_all(struct events *e, bool run)
{
    for (size_t i = 0; i < e->rings.n; i++) {
        struct ring *r = &e->rings.at[i];
        set_state(r->tasks, run);
        set_state(r->faults, run);
        set_state(r->clock[e->active], run);
        set_state(r->instructions[e->active % EVENT_USUAL_PERIODS], run);
    }
    set_state(e->instructions, run);
    set_state(e->cpu_time, run);
}

void events_start(struct events *e)
{
    set_all(e, true);
}

void events_stop(struct events *e)
{
    set_all(e, false);
}

/* Stops one event of the list and starts another one. */
static void change_event(const int *list, int from, int to)
{
    if (from == to)
        return;
    set_state(list[to], true);
    set_state(list[from], false);
}

double events_first_period(const struct events *e)
{
    return factors[e->active] * e->period;
}

void events_choose_period(struct events *e, bool allow_short, uint64_t random)
{
    static const uint64_t short_share = 8;
    int next = (int)(random % EVENT_USUAL_PERIODS);
    if (allow_short && random / EVENT_USUAL_PERIODS % short_share == 0)
        next = EVENT_PERIODS - 1;
    if (next == e->active)
        return;
    for (size_t i = 0; i < e->rings.n; i++) {
        change_event(e->rings.at[i].clock, e->active, next);
        change_event(e->rings.at[i].instructions, e->active % EVENT_USUAL_PERIODS,
                     next % EVENT_USUAL_PERIODS);
    }
    e->active = next;
}

struct quantity events_count(int fd)
{
    uint64_t n;
    if (fd < 0 || read(fd, &n, sizeof n) != (ssize_t)sizeof n)
        return missing("the kernel does not count it");
    return known((double)n);
}

void events_close(struct events *e)
{
    for (size_t i = 0; i < e->rings.n; i++)
        close_ring(&e->rings.at[i]);
    array_free(&e->rings);
    close_descriptor(&e->cpu_time);
    close_descriptor(&e->instructions);
    if (e->files.rlim_max)
        setrlimit(RLIMIT_NOFILE, &e->files);
    e->files = (struct rlimit){0};
}
