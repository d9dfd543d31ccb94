/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a library can be preloaded into a program. */
#include "measure/sampling/timers.h"

#include "base/file.h"
#include "measure/sampling/descendants.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Returns the file that execvp executes for the command, in a; NULL = none. */
static const char *find_command(struct arena *a, const char *command)
{
    if (strchr(command, '/'))
        return command;
    const char *path = getenv("PATH");
    for (const char *at = path ? path : "/bin:/usr/bin"; at;
         at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        int n = (int)strcspn(at, ":");
        const char *file = n ? arena_printf(a, "%.*s/%s", n, at, command) : command;
        struct stat s;
        if (stat(file, &s) == 0 && S_ISREG(s.st_mode) && access(file, X_OK) == 0)
            return file;
    }
    return NULL;
}

/* Returns true if the program gets privileges that the caller does not have: then the dynamic
 * loader ignores LD_PRELOAD. */
static bool is_privileged(const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return false;
    return (s.st_mode & S_ISUID && s.st_uid != getuid()) ||
           (s.st_mode & S_ISGID && s.st_mode & S_IXGRP && s.st_gid != getgid()) ||
           (getuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0);
}

/* Returns true if a 64-bit ELF file, whose header is h, requests a dynamic loader. */
static bool has_loader(FILE *f, const Elf64_Ehdr *h)
{
    for (unsigned i = 0; i < h->e_phnum; i++) {
        Elf64_Phdr p;
        long at = (long)(h->e_phoff + (uint64_t)i * h->e_phentsize);
        if (at < 0 || fseek(f, at, SEEK_SET) != 0 || fread(&p, sizeof p, 1, f) != 1)
            return true; /* not our judgement: exec refuses such a file */
        if (p.p_type == PT_INTERP)
            return true;
    }
    return false;
}

static const char *elf_refusal(FILE *f, const Elf64_Ehdr *h)
{
    if (memcmp(h->e_ident, ELFMAG, SELFMAG) != 0)
        return NULL;
    if (h->e_ident[EI_CLASS] != ELFCLASS64)
        return "is a 32-bit program";
    return has_loader(f, h) ? NULL : "is statically linked";
}

/* Returns the interpreter that the first line of a script names, in a; NULL = it is no script. */
static const char *find_interpreter(struct arena *a, FILE *f)
{
    char line[PATH_MAX + 3];
    rewind(f);
    if (!fgets(line, sizeof line, f) || strncmp(line, "#!", 2) != 0)
        return NULL;
    const char *name = line + 2 + strspn(line + 2, " \t");
    return arena_strndup(a, name, strcspn(name, " \t\n"));
}

/* Opens a regular file. Returns NULL if it is none or can't be read. */
static FILE *open_regular(const char *path)
{
    struct stat s;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode))
        return fdopen(fd, "r");
    if (fd >= 0)
        close(fd);
    return NULL;
}

static const char *file_refusal(struct arena *a, const char *path, int depth)
{
    if (is_privileged(path))
        return arena_printf(a, "%s runs with the privileges of another user", path);
    FILE *f = open_regular(path);
    Elf64_Ehdr h = {0};
    if (!f)
        return NULL; /* exec reports it, or it can be executed and not read */
    size_t n = fread(&h, 1, sizeof h, f);
    const char *why = n == sizeof h ? elf_refusal(f, &h) : NULL;
    const char *interpreter = depth ? NULL : find_interpreter(a, f);
    file_drop(f);
    if (interpreter)
        return file_refusal(a, interpreter, 1);
    return why ? arena_printf(a, "%s %s", path, why) : NULL;
}

const char *timers_refusal(struct arena *a, const char *command)
{
    const char *path = find_command(a, command);
    return path ? file_refusal(a, path, 0) : NULL;
}

/* ---- processes ---- */

/* A process that runs for so long has loaded its libraries. */
static const double LOADED_SECONDS = 0.05;

static bool has_library(pid_t pid)
{
    char line[PATH_MAX + 200];
    bool found = false;
    snprintf(line, sizeof line, "/proc/%d/maps", (int)pid);
    FILE *f = fopen(line, "re");
    bool readable = f && fgets(line, sizeof line, f);
    while (readable && !found && fgets(line, sizeof line, f))
        found = strstr(line, "/" AREA_LIBRARY) != NULL;
    file_drop(f);
    return found;
}

/* Returns the name of the program of a process: of its file, or, if that may not be read, of the
 * process. */
static const char *program_name(struct arena *a, pid_t pid, char *path, size_t room)
{
    char name[32] = "";
    ssize_t n = readlink(arena_printf(a, "/proc/%d/exe", (int)pid), path, room - 1);
    path[n > 0 ? n : 0] = '\0';
    if (n > 0)
        return strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    FILE *f = fopen(arena_printf(a, "/proc/%d/comm", (int)pid), "re");
    if (f && fgets(name, sizeof name, f))
        name[strcspn(name, "\n")] = '\0';
    file_drop(f);
    return arena_strdup(a, name);
}

/* Returns whether a process has ended, although its parent has not waited for it yet: it has no
 * memory, so its maps are empty. */
static bool has_ended(pid_t pid)
{
    char link[64], path[2];
    snprintf(link, sizeof link, "/proc/%d/exe", (int)pid);
    return readlink(link, path, sizeof path) < 0 && (errno == ENOENT || errno == ESRCH);
}

struct excluded_search {
    struct arena *a;
    struct excluded *to;
};

static void check_process(void *context, pid_t pid, double cpu_seconds)
{
    struct excluded_search *s = context;
    char path[PATH_MAX];
    if (cpu_seconds < LOADED_SECONDS || excluded_has(s->to, pid) || has_library(pid) ||
        has_ended(pid))
        return;
    const char *name = program_name(s->a, pid, path, sizeof path);
    const char *why = *path ? file_refusal(s->a, path, 1) : "it runs with other privileges";
    excluded_add(s->to, pid, name,
                 why ? why : "LD_PRELOAD was removed from its environment, or ignored");
}

void timers_find_excluded(struct arena *a, struct excluded *to)
{
    descendants_visit(getpid(), check_process, &(struct excluded_search){a, to});
}
