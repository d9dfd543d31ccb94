/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds machine files. */
#include "config.h"
#include "base/file.h"
#include "machines/machine.h"
#include "machines/read.h"
#include "base/nearest.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char suffix[] = ".machine";

/* Returns the directory of this program; NULL = unknown. */
static const char *own_directory(struct arena *a)
{
    char *path = realpath("/proc/self/exe", NULL);
    if (!path && strchr(program_invocation_name, '/'))
        path = realpath(program_invocation_name, NULL);
    char *slash = path ? strrchr(path, '/') : NULL;
    const char *dir = slash ? arena_strndup(a, path, (size_t)(slash - path)) : NULL;
    free(path);
    return dir;
}

/* Returns the source directory of a build directory: the one in its Makefile, otherwise its parent.
 */
static const char *sources_of(struct arena *a, const char *build)
{
    static const char key[] = "srcdir = ";
    const char *place = "..";
    char line[4096];
    FILE *f = fopen(arena_printf(a, "%s/Makefile", build), "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, key, sizeof key - 1) == 0) {
            place = arena_strndup(a, line + sizeof key - 1, strcspn(line, "\n") - sizeof key + 1);
            break;
        }
    file_drop(f);
    return place[0] == '/' ? place : arena_printf(a, "%s/%s", build, place);
}

/* Lists the directories that can contain the files of `folder`: in the source and build directory
 * of this program, or in its installation, which can have been moved. Returns their number. */
static size_t own_places(struct arena *a, const char *folder, const char **dirs)
{
    size_t n = 0;
    const char *own = own_directory(a);
    if (own && access(arena_printf(a, "%s/config.status", own), F_OK) == 0) {
        dirs[n++] = arena_printf(a, "%s/%s", sources_of(a, own), folder);
        dirs[n++] = arena_printf(a, "%s/%s", own, folder);
    } else if (own) {
        dirs[n++] = arena_printf(a, "%s/../share/" PACKAGE "/%s", own, folder);
    }
    dirs[n++] = arena_printf(a, "%s/%s", MACS_DATADIR, folder);
    return n;
}

const char *installed_file(struct arena *a, const char *folder, const char *name)
{
    const char *dirs[3];
    size_t n = own_places(a, folder, dirs);
    for (size_t i = 0; i < n; i++) {
        const char *path = arena_printf(a, "%s/%s", dirs[i], name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

/* Returns the directories to search, in order; the list ends with NULL. */
static const char **directories(struct arena *a)
{
    const char *list = getenv("MACS_MACHINES");
    size_t room = 5;
    for (const char *p = list; p && *p; p++)
        room += *p == ':';
    const char **dirs = ARENA_ARRAY(a, const char *, room);
    size_t n = 0;
    while (list && *list) {
        size_t len = strcspn(list, ":");
        if (len)
            dirs[n++] = arena_strndup(a, list, len);
        list += len + (list[len] == ':');
    }
    n += own_places(a, "machines", dirs + n);
    dirs[n] = NULL;
    return dirs;
}

static int by_text(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

typedef ARRAY(const char *) name_list;

/* Adds the names of the descriptions in a directory. */
static void list_directory(struct arena *a, const char *path, name_list *list)
{
    DIR *dir = opendir(path);
    if (!dir)
        return;
    for (struct dirent *e; (e = readdir(dir));) {
        size_t n = strlen(e->d_name), ns = sizeof suffix - 1;
        if (n > ns && strcmp(e->d_name + n - ns, suffix) == 0)
            *array_push(list) = arena_strndup(a, e->d_name, n - ns);
    }
    closedir(dir);
}

size_t machine_list(struct arena *a, const char *const **names)
{
    name_list list = {0};
    size_t n = 0;
    for (const char **dirs = directories(a); *dirs; dirs++)
        list_directory(a, *dirs, &list);
    array_sort(&list, by_text);
    const char **at = ARENA_ARRAY(a, const char *, list.n + 1);
    for (size_t i = 0; i < list.n; i++)
        if (n == 0 || strcmp(list.at[i], at[n - 1]) != 0)
            at[n++] = list.at[i];
    array_free(&list);
    *names = at;
    return n;
}

/* Reports an unknown machine with the names of all machines. */
static void report_unknown_machine(struct arena *a, const char *name, struct diag *d)
{
    const char *const *list;
    size_t n_list = machine_list(a, &list);
    struct nearest n = {.word = name};
    const char *names = NULL;
    for (size_t i = n_list; i-- > 0;) /* in reverse: of zen3 and zen4, zen4 is nearer to zen5 */
        nearest_offer(&n, list[i]);
    for (size_t i = 0; i < n_list; i++)
        names = names ? arena_printf(a, "%s, %s", names, list[i]) : list[i];
    const char *meant = n.best ? arena_printf(a, "; did you mean '%s'?", n.best) : "";
    if (names)
        diag_error(d, (struct where){.option = true}, "unknown machine '%s'%s (machines: %s)", name,
                   meant, names);
    else
        diag_error(d, (struct where){.option = true},
                   "unknown machine '%s', and no machine file was found; set their directory in "
                   "MACS_MACHINES",
                   name);
}

const char *machine_find(struct arena *a, const char *name, struct diag *d)
{
    const char **dirs = directories(a);
    for (const char **dir = dirs; *dir; dir++) {
        const char *path = arena_printf(a, "%s/%s%s", *dir, name, suffix);
        if (access(path, F_OK) == 0)
            return path;
    }
    report_unknown_machine(a, name, d);
    return NULL;
}

bool machine_is_known(const char *name)
{
    struct arena a = {0};
    struct diag quiet = {.quiet = true};
    char *lower = arena_strdup(&a, name);
    for (char *c = lower; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    bool known = *lower && !strchr(lower, '/') && machine_find(&a, lower, &quiet);
    arena_free(&a);
    return known;
}
