/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/included.h"
#include "base/command.h"

#include <string.h>
#include <sys/stat.h>

static bool is_file(const char *path)
{
    struct stat st;
    return path && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

const char *find_compiler_folder(struct compiler_folder *own, struct arena *a,
                                 const struct front_options *o)
{
    static char gfortran[] = "gfortran", question[] = "-print-file-name=finclude";
    char *const words[] = {gfortran, question, NULL};
    if (!own->asked && o->compilers_files)
        own->path = command_line_of(a, words);
    if (own->path && *own->path != '/') /* gfortran prints an unknown name unchanged */
        own->path = NULL;
    own->asked = true;
    return own->path;
}

const char *included_path(struct arena *a, const char *from, const char *name,
                          const struct front_options *o, struct compiler_folder *own)
{
    const char *slash = strrchr(from, '/'), *path = name;
    if (*name != '/' && slash)
        path = arena_printf(a, "%.*s/%s", (int)(slash - from), from, name);
    if (*name == '/' || is_file(path))
        return is_file(path) ? path : NULL;
    for (int i = 0; i < o->include.n; i++) {
        path = arena_printf(a, "%s/%s", o->include.at[i], name);
        if (is_file(path))
            return path;
    }
    if (strchr(name, '/') || !find_compiler_folder(own, a, o))
        return NULL;
    path = arena_printf(a, "%s/%s", own->path, name);
    return is_file(path) ? path : NULL;
}
