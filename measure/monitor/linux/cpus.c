/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/linux/cpus.h"
#include "measure/monitor/linux/proc.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads the line of a CPU: user, nice, system, idle, iowait, irq, softirq, steal. The fields after
 * them are included in user and nice. Returns false for another line. */
static bool read_line(struct cpu_ticks *c, const char *p, const char *end)
{
    enum { IDLE = 3, IOWAIT = 4, COLUMNS = 8 };
    uint64_t value;
    if (end - p < 4 || memcmp(p, "cpu", 3) != 0)
        return false;
    p += 3;
    if (!isdigit((unsigned char)*p) || !proc_read_number(&p, end, &value) || value > INT32_MAX)
        return false;
    struct quantity none = missing("calibration was not requested");
    *c = (struct cpu_ticks){.cpu = (int)value, .rescheduling = {.idle = none, .turn = none}};
    int column = 0;
    for (; column < COLUMNS && proc_read_number(&p, end, &value); column++) {
        c->all += value;
        c->idle += column == IDLE || column == IOWAIT ? value : 0;
    }
    return column > IDLE;
}

void cpu_times_parse(struct cpu_times *t, const char *text, size_t n)
{
    t->cpu.n = 0;
    for (const char *p = text, *end = text + n; p < end;) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        struct cpu_ticks c;
        if (read_line(&c, p, newline ? newline : end))
            *array_push(&t->cpu) = c;
        p = newline ? newline + 1 : end;
    }
}

void cpu_times_read(struct cpu_times *t, const struct calibration *c)
{
    ARRAY(char) text = {0};
    int f = open("/proc/stat", O_RDONLY | O_CLOEXEC);
    t->cpu.n = 0;
    if (f < 0)
        return;
    for (ssize_t got = 1; got > 0; text.n += got > 0 ? (size_t)got : 0) {
        array_reserve(&text, 4096);
        got = read(f, text.at + text.n, 4096);
    }
    close(f);
    cpu_times_parse(t, text.at, text.n);
    array_free(&text);
    for (size_t i = 0; c && i < t->cpu.n; i++)
        if (!calibration_read(c, t->cpu.at[i].cpu, &t->cpu.at[i].rescheduling))
            t->cpu.at[i].rescheduling.idle = missing("procmon is not allowed to run on this CPU");
}

void cpu_times_free(struct cpu_times *t)
{
    array_free(&t->cpu);
}

static const struct cpu_ticks *find_cpu(const struct cpu_times *t, int cpu)
{
    for (size_t i = 0; i < t->cpu.n; i++)
        if (t->cpu.at[i].cpu == cpu)
            return &t->cpu.at[i];
    return NULL;
}

static double ticks_a_second(void)
{
    long n = sysconf(_SC_CLK_TCK);
    return n > 0 ? (double)n : 100;
}

static struct quantity idle_part(const struct cpu_ticks *from, const struct cpu_ticks *to)
{
    if (!from)
        return missing("the CPU was offline at the start");
    if (to->all <= from->all)
        return missing("less than a tick of the kernel's accounting");
    if (to->idle < from->idle)
        return missing("the kernel's accounting decreased");
    double taken = (to->rescheduling.used - from->rescheduling.used) * ticks_a_second();
    double part = ((double)(to->idle - from->idle) + taken) / (double)(to->all - from->all);
    return known(part > 1 ? 1 : part);
}

static struct quantity rescheduled_part(const struct cpu_ticks *from, const struct cpu_ticks *to)
{
    if (!from)
        return missing("the CPU was offline at the start");
    struct quantity idle = q_sub(to->rescheduling.idle, from->rescheduling.idle);
    double seconds = to->rescheduling.seconds - from->rescheduling.seconds;
    return q_div(idle, known(seconds), "no time has passed");
}

struct watched_cpu *cpu_idle(const struct cpu_times *from, const struct cpu_times *to,
                             struct arena *a)
{
    struct watched_cpu *cpus = ARENA_ARRAY(a, struct watched_cpu, to->cpu.n);
    for (size_t i = 0; i < to->cpu.n; i++) {
        const struct cpu_ticks *end = &to->cpu.at[i], *begin = find_cpu(from, end->cpu);
        cpus[i] = (struct watched_cpu){
            .cpu = end->cpu,
            .idle = idle_part(begin, end),
            .calibrated = rescheduled_part(begin, end),
        };
    }
    return cpus;
}
