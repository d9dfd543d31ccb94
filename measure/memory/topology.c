/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The caches and cores that this process is allowed to use. */
#include "config.h"
#include "measure/memory/inside.h"

#include "base/file.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* ---- the kernel's files ---- */

/* Reads the first line of ROOT/devices/system/cpu/cpuCPU/NAME, without its end. */
static bool read_cpu_file(const char *root, int cpu, const char *name, char *line, int room)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/devices/system/cpu/cpu%d/%s", root, cpu, name);
    FILE *f = fopen(path, "r");
    bool good = f && fgets(line, room, f);
    file_drop(f);
    if (good)
        line[strcspn(line, "\n")] = '\0';
    return good;
}

static bool read_cache_file(const char *root, int cpu, int index, const char *name, char *line,
                            int room)
{
    char path[80];
    snprintf(path, sizeof path, "cache/index%d/%s", index, name);
    return read_cpu_file(root, cpu, path, line, room);
}

/* Reads a list of processors: "0-3,8". */
static void read_list(const char *text, cpu_set_t *set)
{
    CPU_ZERO(set);
    for (const char *p = text; *p;) {
        char *end;
        long from = strtol(p, &end, 10), to = from;
        if (end == p)
            return;
        if (*end == '-')
            to = strtol(end + 1, &end, 10);
        for (long i = from; i <= to && i < CPU_SETSIZE; i++)
            CPU_SET((size_t)i, set);
        p = end + (*end == ',');
    }
}

static double size_of(const char *text)
{
    char *end;
    double n = strtod(text, &end);
    return *end == 'K' ? n * 1024 : *end == 'M' ? n * 1024 * 1024 : n;
}

static long cache_number(const char *root, int cpu, int index, const char *name)
{
    char line[80];
    return read_cache_file(root, cpu, index, name, line, sizeof line) ? strtol(line, NULL, 10) : 0;
}

/* Adds the cache of that index, unless it is one of instructions. Returns false if there is none.
 */
static bool add_cache(const char *root, int cpu, int index, struct topology *t)
{
    char type[80], size[80], list[4096];
    if (!read_cache_file(root, cpu, index, "type", type, sizeof type) ||
        !read_cache_file(root, cpu, index, "size", size, sizeof size))
        return false;
    if (strcmp(type, "Instruction") == 0 || size_of(size) <= 0)
        return true;
    struct topology_cache *c = &t->caches[t->n_caches++];
    *c = (struct topology_cache){
        .bytes = size_of(size),
        .line = cache_number(root, cpu, index, "coherency_line_size"),
        .ways = cache_number(root, cpu, index, "ways_of_associativity"),
    };
    if (read_cache_file(root, cpu, index, "shared_cpu_list", list, sizeof list))
        read_list(list, &c->sharers);
    return true;
}

/* Returns whether the processor is the first allowed one of its core. */
static bool is_first_of_core(const char *root, int cpu, const cpu_set_t *allowed)
{
    char list[4096];
    cpu_set_t siblings;
    if (!read_cpu_file(root, cpu, "topology/thread_siblings_list", list, sizeof list))
        return true;
    read_list(list, &siblings);
    for (int i = 0; i < cpu; i++)
        if (CPU_ISSET((size_t)i, &siblings) && CPU_ISSET((size_t)i, allowed))
            return false;
    return true;
}

static int by_size(const void *x, const void *y)
{
    return ORDER_OF(((const struct topology_cache *)x)->bytes,
                    ((const struct topology_cache *)y)->bytes);
}

bool topology_read_files(const char *root, const cpu_set_t *allowed, struct topology *t)
{
    *t = (struct topology){.source = "the kernel"};
    for (int i = 0; i < CPU_SETSIZE && t->n_processors < MEMORY_CORES; i++)
        if (CPU_ISSET((size_t)i, allowed) && is_first_of_core(root, i, allowed))
            t->processors[t->n_processors++] = i;
    for (int i = 0; t->n_processors && t->n_caches < MACHINE_CACHES; i++)
        if (!add_cache(root, t->processors[0], i, t))
            break;
    if (t->n_caches)
        qsort(t->caches, (size_t)t->n_caches, sizeof *t->caches, by_size);
    return t->n_caches > 0;
}

/* ---- libhwloc ---- */

#ifdef HAVE_HWLOC
#include <hwloc.h>

static void add_hwloc_cache(struct topology *t, hwloc_obj_t of)
{
    const char *inclusive = hwloc_obj_get_info_by_name(of, "Inclusive");
    struct topology_cache *c = &t->caches[t->n_caches++];
    *c = (struct topology_cache){
        .bytes = (double)of->attr->cache.size,
        .line = (long)of->attr->cache.linesize,
        .ways = of->attr->cache.associativity,
        .inclusive = inclusive && strcmp(inclusive, "1") == 0,
    };
    int i;
    hwloc_bitmap_foreach_begin(i, of->cpuset) if (i < CPU_SETSIZE) CPU_SET((size_t)i, &c->sharers);
    hwloc_bitmap_foreach_end();
}

/* Adds the first allowed processor of a core. */
static void add_core(struct topology *t, hwloc_obj_t core, const cpu_set_t *allowed)
{
    int i;
    hwloc_bitmap_foreach_begin(i,
                               core->cpuset) if (i < CPU_SETSIZE && CPU_ISSET((size_t)i, allowed))
    {
        t->processors[t->n_processors++] = i;
        return;
    }
    hwloc_bitmap_foreach_end();
}

static void read_hwloc_objects(hwloc_topology_t of, const cpu_set_t *allowed, struct topology *t)
{
    hwloc_obj_t core = NULL;
    while ((core = hwloc_get_next_obj_by_type(of, HWLOC_OBJ_CORE, core)) &&
           t->n_processors < MEMORY_CORES)
        add_core(t, core, allowed);
    if (!t->n_processors)
        return;
    hwloc_obj_t at = hwloc_get_pu_obj_by_os_index(of, (unsigned)t->processors[0]);
    for (; at && t->n_caches < MACHINE_CACHES; at = at->parent)
        if (hwloc_obj_type_is_dcache(at->type) && at->attr->cache.size > 0)
            add_hwloc_cache(t, at);
}

bool topology_read_hwloc(const cpu_set_t *allowed, struct topology *t)
{
    hwloc_topology_t of;
    *t = (struct topology){.source = "libhwloc"};
    if (hwloc_topology_init(&of) != 0)
        return false;
    if (hwloc_topology_load(of) == 0)
        read_hwloc_objects(of, allowed, t);
    hwloc_topology_destroy(of);
    return t->n_caches > 0;
}
#else
bool topology_read_hwloc(const cpu_set_t *allowed, struct topology *t)
{
    (void)allowed;
    *t = (struct topology){.source = "libhwloc"};
    return false;
}
#endif

/* ---- both ---- */

bool topology_read(struct topology *t)
{
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 &&
           (topology_read_hwloc(&allowed, t) || topology_read_files("/sys", &allowed, t));
}

long topology_sharers(const struct topology *t, int i)
{
    long n = 0;
    for (int k = 0; k < t->n_processors; k++)
        n += CPU_ISSET((size_t)t->processors[k], &t->caches[i].sharers) != 0;
    return n ? n : 1;
}
