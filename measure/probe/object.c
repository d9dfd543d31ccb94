/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/probe/object.h"
#include "base/file.h"
#include "base/temporary.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Assembles it to a shared object. Returns false after a message. */
static bool assemble_source(const char *compiler, const char *source, const char *object,
                            struct diag *d)
{
    const char *const argv[] = {compiler, "-shared", "-nostdlib", "-o", object, source, NULL};
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execvp(compiler, (char *const *)argv);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    diag_error(d, (struct where){0},
               child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127
                   ? "no command '%s' to assemble the probes: install it, or name another "
                     "compiler with --compiler"
                   : "'%s' can't assemble the probes: name another compiler with --compiler",
               compiler);
    return false;
}

static bool write_source(const char *path, void (*print)(FILE *out, const void *context),
                         const void *context, struct diag *d)
{
    FILE *f = fopen(path, "w");
    if (f) {
        print(f, context);
        if (file_close(f))
            return true;
    }
    diag_error(d, (struct where){.file = path}, "cannot write: %s", strerror(errno));
    return false;
}

static bool load_object(struct probe_object *o, const char *path, struct diag *d)
{
    o->loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!o->loaded)
        diag_error(d, (struct where){0}, "the assembled probes can't be loaded: %s", dlerror());
    return o->loaded;
}

bool probe_object_load(struct arena *a, const char *compiler,
                       void (*write)(FILE *out, const void *context), const void *context,
                       struct probe_object *o, struct diag *d)
{
    const char *tmp = getenv("TMPDIR");
    const char *base = arena_printf(a, "%s/probe", tmp && *tmp ? tmp : "/tmp");
    char *folder;
    int lock = temporary_folder(base, &folder);
    if (lock < 0) {
        diag_error(d, (struct where){.file = base},
                   "cannot create a directory beside this file: %s", strerror(errno));
        return false;
    }
    const char *source = arena_printf(a, "%s/probe.s", folder);
    const char *object = arena_printf(a, "%s/probe.so", folder);
    bool good = write_source(source, write, context, d) &&
                assemble_source(compiler, source, object, d) && load_object(o, object, d);
    temporary_remove_folder(folder);
    close(lock);
    temporary_done(folder);
    return good;
}

void probe_object_close(struct probe_object *o)
{
    dlclose(o->loaded);
}

/* POSIX requires this conversion from a data pointer to a function pointer. */
probe_function probe_object_function(const struct probe_object *o, const char *name)
{
    void *data = dlsym(o->loaded, name);
    probe_function f;
    memcpy(&f, &data, sizeof f);
    return f;
}

#ifdef __x86_64__
#include <x86intrin.h>

uint64_t probe_ticks(void)
{
    _mm_lfence();
    uint64_t now = __rdtsc();
    _mm_lfence();
    return now;
}
#else
uint64_t probe_ticks(void)
{
    return 0;
}
#endif

double probe_tick_rate(void)
{
    struct timespec from, to;
    double seconds;
    clock_gettime(CLOCK_MONOTONIC, &from);
    uint64_t begin = probe_ticks();
    do {
        clock_gettime(CLOCK_MONOTONIC, &to);
        seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
    } while (seconds < 0.05);
    return (double)(probe_ticks() - begin) / seconds;
}
