/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/linux/table.h"

#include <string.h>
#include <unistd.h>

bool processes_add(struct monitor *m, pid_t pid)
{
    int folder = proc_open(pid);
    if (folder < 0)
        return false;
    *array_push(&m->processes) =
        (struct process){.pid = pid, .folder = folder, .main = {-1}, .rescan = true};
    *array_push(&m->running) = m->processes.n - 1;
    m->keep--;
    threads_list(m, m->processes.n - 1);
    return true;
}

static void end_process(struct monitor *m, struct process *p)
{
    for (size_t i = 0; i < p->living.n; i++)
        threads_end(m, m->threads.at[p->living.at[i]]);
    p->living.n = 0;
    p->ended = true;
    m->any_ended = true;
    m->keep += p->main.descriptor >= 0;
    proc_close(&p->main);
    close(p->folder);
    p->folder = -1;
    m->keep++;
    array_free(&p->descriptors);
    array_free(&p->living);
}

static bool read_main(struct monitor *m, struct process *p, struct proc_stat *s)
{
    char text[PROC_TEXT];
    bool was_open = p->main.descriptor >= 0;
    ssize_t n = proc_text(&p->main, p->folder, p->pid, "stat", m->keep > 0, text);
    m->keep -= !was_open && p->main.descriptor >= 0;
    return n > 0 && proc_read_stat(s, text, (size_t)n);
}

/* Returns the main thread, which is the first living one; NULL = it has ended. */
static struct thread *main_thread(const struct monitor *m, const struct process *p)
{
    struct thread *t = p->living.n > 0 ? m->threads.at[p->living.at[0]] : NULL;
    return t && t->tid == p->pid ? t : NULL;
}

/* Stores the stat of the main thread. A dead thread gives no information on a stop. */
static void store_main_stat(struct process *p, const struct proc_stat *s, bool dead)
{
    bool stopped = s->state == 'T' || s->state == 't' || dead;
    p->rescan |= s->threads != p->threads;
    if (p->rescan || stopped != p->stopped)
        p->changed = p->checked;
    p->stopped = stopped;
    p->threads = s->threads;
    p->max_threads = s->threads > p->max_threads ? s->threads : p->max_threads;
}

void processes_check(struct monitor *m, size_t process)
{
    static const double list_again = 5; /* seconds; finds what was missed otherwise */
    struct process *p = &m->processes.at[process];
    struct proc_stat s;
    p->checked = monitor_now(m);
    bool there = read_main(m, p, &s), dead = there && (s.state == 'Z' || s.state == 'X');
    struct thread *t = there ? main_thread(m, p) : NULL;
    if (t && strcmp(t->name, s.name) != 0) {
        threads_name(t, &s);
        threads_renew(m, t);
    }
    if (!there || (dead && s.threads <= 1)) {
        end_process(m, p);
        return;
    }
    store_main_stat(p, &s, dead);
    if (!dead)
        spinning_check(p, p->checked);
    if (p->rescan || p->checked - p->listed > list_again)
        threads_list(m, process);
}

bool processes_is_due(const struct monitor *m, size_t process)
{
    static const double soon = 0.05, quiet = 0.5; /* seconds */
    const struct process *p = &m->processes.at[process];
    double now = monitor_now(m);
    return p->rescan || now - p->changed < quiet || now - p->checked >= soon;
}

void processes_forget_ended(struct monitor *m)
{
    size_t n = 0;
    for (size_t i = 0; m->any_ended && i < m->running.n; i++)
        if (!m->processes.at[m->running.at[i]].ended)
            m->running.at[n++] = m->running.at[i];
    m->running.n = m->any_ended ? n : m->running.n;
    m->any_ended = false;
}
