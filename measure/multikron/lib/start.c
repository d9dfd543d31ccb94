/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start, fork and end of the process. */
#include "measure/multikron/collect/client.h"
#include "base/util.h"
#include "measure/multikron/lib/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MARK(NAME, code, text) _Static_assert(MK_##NAME == (code), "multikron.h holds marks.def");
#include "measure/multikron/marks.def"
#undef MARK

struct mk_process mk = {.lock = PTHREAD_MUTEX_INITIALIZER, .draining = PTHREAD_MUTEX_INITIALIZER};
const uint32_t *mk_filter = &mk.idle_filter;

/* Adds run, machine and build to the manifest. The default run is the name of the program. */
static void add_run_lines(void)
{
    static const char *const keys[][2] = {
        {"run", "MULTIKRON_RUN"}, {"machine", "MULTIKRON_MACHINE"}, {"build", "MULTIKRON_BUILD"}};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        char line[MK_VALUE_BYTES];
        const char *value = secure_getenv(keys[i][1]);
        if (i == 0 && (!value || !*value))
            value = program_invocation_short_name;
        if (!value || !*value)
            continue;
        mk_format_value(line, value);
        mk_add_line("%s %s", keys[i][0], line);
    }
}

/* Blocks signals, so that no handler triggers before the child has dropped its parent's rings. */
static void before_fork(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    mk_lock_draining();
    mk_lock();
    mk.before_fork = before;
    /* Saved now, because the parent may add names before the child reads them. */
    if (mk.file)
        mk.inherited_names = mk.file->names;
}

static void in_parent(void)
{
    sigset_t before = mk.before_fork;
    mk_unlock();
    mk_unlock_draining();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The child creates its mapping with its first sample. If the filter excludes all levels, it
 * creates the mapping now, because `multikron filter` needs it. */
static void in_child(void)
{
    pthread_mutex_init(&mk.lock, NULL);
    pthread_mutex_init(&mk.draining, NULL);
    client_abandon(mk.client);
    mk.client = NULL;
    mk.unsent[0] = 0;
    mk.sending = false;
    mk_drop_mapping();
    mk_reset_thread();
    mk_discard_loops();
    mk.drain_runs = false;
    mk.started = false;
    mk.pid = getpid();
    mk.start = mk_read_clock(mk.timer.kind);
    if (!mk.idle_filter)
        mk_open_mapping();
    pthread_sigmask(SIG_SETMASK, &mk.before_fork, NULL);
}

/* Reads the address of the collector. */
static void read_address(const char *dir)
{
    const char *to = secure_getenv("MULTIKRON_TO");
    if (to && *to && (!dir || !*dir))
        fprintf(stderr, "libmultikron: MULTIKRON_TO is set, but sampling is off; set "
                        "MULTIKRON_DIR to a directory for buffers\n");
    else if (to && !mk_set_address(to))
        fprintf(stderr,
                "libmultikron: MULTIKRON_TO=%s is not on this machine; samples are written to "
                "files. Run 'multikron collect' here and send its files with 'multikron send "
                "--key'\n",
                to);
}

__attribute__((constructor(101))) static void start(void)
{
    const char *dir = secure_getenv("MULTIKRON_DIR");
    mk_find_monitor();
    read_address(dir);
    if (!dir || !*dir)
        return;
    mk_read_settings(&mk.settings);
    mk.idle_filter = mk.settings.filter;
    mk.pid = getpid();
    mk_lock();
    mk.timer = mk_choose_clock(mk.settings.system_clock);
    mk.start = mk_read_clock(mk.timer.kind);
    bool open = mk_open_mapping();
    if (open) {
        add_run_lines();
        pthread_key_create(&mk.at_thread_end, mk_thread_exit);
        pthread_atfork(before_fork, in_parent, in_child);
    } else {
        mk.idle_filter = 0;
        fprintf(stderr,
                "libmultikron: cannot create files in MULTIKRON_DIR=%s; sampling is off. Set it "
                "to a writable directory with %u KiB of free space per thread\n",
                dir, mk.settings.ring_bytes / 1024);
    }
    mk_unlock();
    if (open && mk_passes(MK_LEVEL_PROCESS))
        mk_attach_thread();
}

/* ---- the end ---- */

/* Prints the losses to standard error. complete: all samples were written. */
static void report_losses(bool complete)
{
    uint64_t lost = mk_total_lost();
    const struct mk_file *f = mk.file;
    if (*mk.unsent)
        fprintf(stderr, "libmultikron: process %u of node %u: %s\n", f->process, f->node,
                mk.unsent);
    if (lost)
        fprintf(stderr, "libmultikron: process %u of node %u lost %llu samples; %s\n", f->process,
                f->node, (unsigned long long)lost,
                f->failed || mk.ring_retry_at
                    ? "free disk space in MULTIKRON_DIR"
                    : "increase MULTIKRON_MEMORY, set MULTIKRON_OVERRUN=wait, or enable fewer "
                      "levels (MULTIKRON_FILTER)");
    if (!complete)
        fprintf(stderr,
                "libmultikron: process %u of node %u could not write all samples; they are in "
                "%s.mkr: free disk space and run 'multikron salvage %s.mkr'\n",
                f->process, f->node, mk.path_prefix, mk.path_prefix);
}

/* Drains the rings and writes the manifest. Keeps the ring file if a write failed. */
static void close_files(void)
{
    char path[PATH_MAX + 16];
    if (mk.client || !mk_is_drained())
        mk_set_sending_deadline();
    mk_drain_rings();
    if (!mk_is_retry_delayed(&mk.write_retry_at))
        mk_write_loss_marks();
    mk_flush_sending();
    mk_end_sending();
    bool complete = mk_is_drained();
    if (mk_sample_file_bytes(mk.file, mk.tails) || mk.file->diverted || mk.sink || !complete)
        complete &= mk_write_manifest();
    report_losses(complete);
    mk.file->ended = 1;
    if (complete) {
        snprintf(path, sizeof path, "%s.mkr", mk.path_prefix);
        unlink(path);
    }
}

__attribute__((destructor(101))) static void end(void)
{
    if (!*mk.settings.dir || mk.pid != getpid())
        return;
    mk_write_all_loops();
    mk_count_abandoned();
    if (mk_passes(MK_LEVEL_PROCESS))
        mk_slow(0, mk_mark(MK_USER, 0, MK_PROCESS_END));
    __atomic_store_n(&mk_filter, &mk.no_levels, __ATOMIC_RELAXED);
    mk_lock();
    MK_SET(mk.ending, true);
    bool join = mk.drain_runs;
    mk_unlock();
    if (join) {
        mk_wake_drain();
        pthread_join(mk.drain, NULL);
    }
    mk_lock_draining();
    if (mk.file)
        close_files();
    mk_unlock_draining();
}

int mk_sampling(void)
{
    return *mk.settings.dir && !MK_GET(mk.ending);
}

uint32_t mk_set_filter(uint32_t levels)
{
    mk_lock();
    uint32_t *filter = mk.file ? &mk.file->filter : &mk.idle_filter;
    uint32_t before =
        *mk.settings.dir ? __atomic_exchange_n(filter, levels & 0xffff, __ATOMIC_RELAXED) : 0;
    mk_unlock();
    return before;
}

void mk_flush(void)
{
    mk_lock_draining();
    if (mk.file && !MK_GET(mk.ending)) {
        mk_drain_rings();
        mk_write_manifest();
    }
    mk_unlock_draining();
}

void mk_set_sink(mk_sink *sink, void *context)
{
    mk_lock_draining();
    mk.sink = sink;
    mk.context = context;
    mk_unlock_draining();
}
