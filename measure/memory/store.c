/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured lines of this host, kept in the user's cache directory. */
#include "measure/memory/inside.h"

#include "base/file.h"
#include "base/keyfile.h"
#include "base/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Changes when the meaning of a line changes. */
enum { STORE_VERSION = 1 };

static const char *user_cache(struct arena *a)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return cache;
    return home && *home == '/' ? arena_printf(a, "%s/.cache", home) : NULL;
}

const char *memory_store_path(struct arena *a, const struct host_cpu *cpu, long cores)
{
    const char *folder = user_cache(a);
    return folder ? arena_printf(a, "%s/macs/memory-%s-%u-%u-%u-%ld-cores-v%d", folder, cpu->vendor,
                                 cpu->family, cpu->model, cpu->stepping, cores, STORE_VERSION)
                  : NULL;
}

/* Creates the directories of a path. */
static void make_directories(struct arena *a, const char *path)
{
    char *part = arena_strdup(a, path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0700);
        *slash = '/';
    }
}

bool memory_store_write(const char *path, const struct host_cpu *cpu, long cores,
                        const struct option_list *lines, struct diag *d)
{
    struct arena a = {0};
    struct diag quiet = {.quiet = true};
    struct outfile out;
    make_directories(&a, path);
    bool good = outfile_open(&out, path, &quiet);
    if (good) {
        fprintf(out.f,
                "# Measured by macs machine --probe --memory; may be removed at any time.\n"
                "store.cpu \"%s\"\nstore.cores %ld\nstore.version %d\nstore.lines %d\n",
                host_title(&a, cpu), cores, STORE_VERSION, lines->n);
        for (int i = 0; i < lines->n; i++) {
            const char *equals = strchr(lines->at[i], '=');
            fprintf(out.f, "%.*s %s\n", (int)(equals - lines->at[i]), lines->at[i], equals + 1);
        }
        good = outfile_commit(&out, &quiet);
    }
    if (!good)
        diag_warning(d, (struct where){.file = path},
                     "the measured values are not kept for later runs: %s", strerror(errno));
    arena_free(&a);
    return good;
}

static const char *value_of(const struct keyfile *k, const char *key)
{
    for (size_t i = 0; i < k->n; i++)
        if (strcmp(k->at[i].key, key) == 0)
            return k->at[i].value;
    return "";
}

static bool number_is(const char *text, long n)
{
    char *end;
    long value = strtol(text, &end, 10);
    return end != text && *end == '\0' && value == n;
}

/* Moves the entries that are not about the file itself to lines. */
static void collect_lines(struct arena *a, const struct keyfile *k, struct option_list *lines)
{
    *lines = (struct option_list){ARENA_ARRAY(a, const char *, k->n + 1), 0};
    for (size_t i = 0; i < k->n; i++)
        if (strncmp(k->at[i].key, "store.", 6) != 0)
            lines->at[lines->n++] = arena_printf(a, "%s=%s", k->at[i].key, k->at[i].value);
}

/* Returns why the file cannot be used; NULL = it can. */
static const char *store_problem(struct arena *a, const struct keyfile *k,
                                 const struct host_cpu *cpu, long cores, long errors, int n_lines)
{
    if (errors > 0 || !number_is(value_of(k, "store.lines"), n_lines))
        return "it is damaged";
    if (!number_is(value_of(k, "store.version"), STORE_VERSION))
        return "it was written by another version";
    if (strcmp(value_of(k, "store.cpu"), host_title(a, cpu)) != 0 ||
        !number_is(value_of(k, "store.cores"), cores))
        return "it describes another CPU";
    return NULL;
}

bool memory_store_read(struct arena *a, const char *path, const struct host_cpu *cpu, long cores,
                       struct option_list *lines, struct diag *d)
{
    struct source s;
    struct diag quiet = {.quiet = true};
    if (access(path, F_OK) != 0)
        return false;
    const char *problem = "it cannot be read";
    if (source_read(&s, path, &quiet)) {
        struct keyfile k = keyfile_read(a, &s, &quiet);
        collect_lines(a, &k, lines);
        problem = store_problem(a, &k, cpu, cores, quiet.errors, lines->n);
        source_free(&s);
    }
    if (problem)
        diag_warning(d, (struct where){.file = path},
                     "the measured values of this host are not used: %s; remove it, or measure "
                     "again with macs machine --probe --memory",
                     problem);
    return !problem;
}
