/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/compilers/tools.h"
#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_program(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

const char *tool_on_path(struct arena *a, const char *name, const char *not_in)
{
    const char *list = getenv("PATH");
    if (strchr(name, '/'))
        return is_program(name) ? name : NULL;
    for (const char *p = list ? list : "/usr/bin:/bin"; *p; p += *p == ':') {
        size_t n = strcspn(p, ":");
        const char *folder = n ? arena_strndup(a, p, n) : ".";
        const char *path = arena_printf(a, "%s/%s", folder, name);
        p += n;
        if (is_program(path) && !(not_in && same_file(folder, not_in)))
            return path;
    }
    return NULL;
}

static const char *own_path(struct arena *a)
{
    char *path = realpath("/proc/self/exe", NULL);
    if (!path)
        path = realpath(program_invocation_name, NULL);
    const char *own = path ? arena_strdup(a, path) : NULL;
    free(path);
    return own;
}

/* Returns only the name of the command if PATH finds the same file. */
static const char *command(struct arena *a, const char *folder, const char *name, struct diag *d)
{
    const char *path = arena_printf(a, "%s/%s", folder, name);
    const char *short_name = strrchr(path, '/') + 1;
    const char *found = tool_on_path(a, short_name, NULL);
    if (!is_program(path))
        diag_error(d, (struct where){.file = path}, "this part of MACS is missing: install it");
    return found && same_file(found, path) ? short_name : path;
}

bool tools_find(struct tools *t, struct arena *a, struct diag *d)
{
    const char *self = own_path(a);
    if (!self)
        self = "/usr/bin/macs";
    const char *own = arena_strndup(a, self, (size_t)(strrchr(self, '/') - self));
    bool built = access(arena_printf(a, "%s/config.status", own), F_OK) == 0;
    long errors = d->errors;
    *t = (struct tools){.self = self,
                        .kma = command(a, own, "kma", d),
                        .kmacstat = command(a, own, "kmacstat", d),
                        .macs = command(a, own, "macs", d),
                        .macs_gap = command(a, own, "macs-gap", d),
                        .multikron = command(a, own, "multikron", d)};
    t->library =
        arena_printf(a, "%s/%s/libmultikron.a", own, built ? "measure/multikron/lib" : "../lib");
    if (!built && access(t->library, R_OK) != 0)
        t->library = MACS_LIBDIR "/libmultikron.a";
    const char *places = built ? own : MACS_PKGLIBDIR;
    t->count = arena_printf(a, "%s/libmacs-count.so", places);
    t->count_static = arena_printf(a, "%s/libmacs-count.a", places);
    if (access(t->library, R_OK) != 0)
        diag_error(d, (struct where){.file = t->library},
                   "this part of MACS is missing: install it");
    return d->errors == errors;
}

bool tools_find_lab(struct tools *t, struct arena *a, struct diag *d)
{
    const char *own = arena_strndup(a, t->self, (size_t)(strrchr(t->self, '/') - t->self));
    long errors = d->errors;
    t->kfc = command(a, own, "kfc", d);
    t->ksr1 = command(a, own, "ksr1", d);
    return d->errors == errors;
}
