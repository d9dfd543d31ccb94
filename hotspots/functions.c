/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/functions.h"
#include "base/util.h"
#include "binaries/binary.h"
#include "hotspots/files.h"

#include <stdlib.h>
#include <string.h>

#define COLD_PART ".cold"

struct function_names {
    struct arena *a;
    const char **at;
    size_t n;
    bool unnamed; /* a function has no symbol */
};

/* Adds the symbols at an address, each without the ending of a cold part. */
static void add_names(struct function_names *f, const struct binary_label *labels, size_t n,
                      uint64_t address)
{
    size_t i = FIRST_AT_LEAST_64(labels, n, struct binary_label, address, address);
    for (; i < n && labels[i].address == address; i++) {
        const char *name = labels[i].name, *cold = strstr(name, COLD_PART);
        *ARENA_PUSH(f->a, f->at, f->n) =
            arena_strndup(f->a, name, cold ? (size_t)(cold - name) : strlen(name));
    }
}

static void add_object(struct function_names *f, const struct profile *p, uint32_t object)
{
    struct arena scratch = {0};
    struct binary_label *labels;
    const char *why;
    struct binary *b = binary_try(p->objects[object].path, &why);
    size_t n = b ? binary_labels(b, &scratch, "", &labels) : 0;
    uint64_t last = 0, address;
    for (size_t i = 0; b && i < p->n_samples; i++) {
        const struct profile_sample *s = &p->samples[i];
        const struct binary_function *of = s->object == object && binary_address(b, s->at, &address)
                                               ? binary_function_at(b, address)
                                               : NULL;
        if (!of || of->begin == last)
            continue;
        last = of->begin;
        f->unnamed |= !of->name;
        add_names(f, labels, n, of->begin);
    }
    binary_close(b);
    arena_free(&scratch);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static size_t remove_equal_names(const char **names, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || strcmp(names[kept - 1], names[i]) != 0)
            names[kept++] = names[i];
    return kept;
}

size_t hot_functions(struct arena *a, const struct profile *p, const char ***names)
{
    struct function_names f = {.a = a};
    for (uint32_t i = 0; i < p->n_objects; i++)
        if (p->objects[i].kind == OBJECT_FILE && p->objects[i].path &&
            !library_of(p->objects[i].path))
            add_object(&f, p, i);
    array_sort(&f, compare_names);
    *names = f.at;
    return f.unnamed ? 0 : remove_equal_names(f.at, f.n);
}
