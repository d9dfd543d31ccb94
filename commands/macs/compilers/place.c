/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/compilers/place.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the path without symbolic links, "." and ".."; unchanged if it cannot be resolved. */
static const char *whole_path(struct arena *a, const char *folder)
{
    char here[4096];
    char *real = realpath(folder, NULL);
    const char *whole = real ? arena_strdup(a, real) : folder;
    free(real);
    if (*whole == '/' || !getcwd(here, sizeof here))
        return whole;
    return arena_printf(a, "%s/%s", here, whole);
}

const char *folder_from_root(struct arena *a, const char *root, const char *folder)
{
    const char *whole = whole_path(a, folder);
    size_t n = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(whole, root, n) != 0)
        return whole;
    return !whole[n] ? "." : whole[n] != '/' ? whole : whole[n + 1] ? whole + n + 1 : ".";
}

const char *path_from_root(struct arena *a, const char *root, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *folder = !slash          ? "."
                         : slash == path ? "/"
                                         : arena_strndup(a, path, (size_t)(slash - path));
    const char *from = folder_from_root(a, root, folder);
    if (strcmp(from, ".") == 0)
        return name;
    return arena_printf(a, "%s/%s", strcmp(from, "/") == 0 ? "" : from, name);
}
