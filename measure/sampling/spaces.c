/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/spaces.h"

#include "base/util.h"
#include "measure/sampling/identity.h"

#include <stdlib.h>
#include <string.h>

/* ---- objects ---- */

static uint32_t add_object(struct spaces *s, struct profile_object o)
{
    *array_push(&s->objects) = o;
    return (uint32_t)(s->objects.n - 1);
}

static enum object_kind kind_of_path(const char *path)
{
    static const char *const anonymous[] = {"//", "/memfd:", "/dev/zero", "/anon_hugepage",
                                            "/SYSV"};
    if (strcmp(path, "[vdso]") == 0)
        return OBJECT_VDSO;
    for (size_t i = 0; i < COUNT_OF(anonymous); i++)
        if (strncmp(path, anonymous[i], strlen(anonymous[i])) == 0)
            return OBJECT_ANONYMOUS;
    return path[0] == '/' ? OBJECT_FILE : OBJECT_ANONYMOUS;
}

static bool is_same_object(const struct profile_object *o, const struct profile_object *p)
{
    return o->kind == p->kind && o->path == p->path && o->pid == p->pid &&
           o->n_build_id == p->n_build_id && memcmp(o->build_id, p->build_id, o->n_build_id) == 0 &&
           (o->n_build_id || (o->device == p->device && o->inode == p->inode));
}

/* Returns the object of a mapping. The search is linear: a command has few of them. */
static uint32_t object_of(struct spaces *s, const struct record *r)
{
    struct profile_object o = {.kind = kind_of_path(r->text)};
    if (o.kind == OBJECT_FILE) {
        o.path = name_of(&s->paths, r->text, strlen(r->text));
        o.n_build_id = r->n_build_id;
        memcpy(o.build_id, r->build_id, r->n_build_id);
        o.device = r->n_build_id ? 0 : r->device;
        o.inode = r->n_build_id ? 0 : r->inode;
    } else if (o.kind == OBJECT_ANONYMOUS) {
        o.pid = (int)r->pid;
    }
    for (size_t i = s->objects.n; i-- > 0;)
        if (is_same_object(&s->objects.at[i], &o))
            return (uint32_t)i;
    if (o.kind == OBJECT_FILE)
        identity_store(&o);
    return add_object(s, o);
}

/* ---- processes ---- */

static struct process *find_process(const struct spaces *s, uint32_t pid)
{
    uint64_t key = pid;
    uint32_t number = numbering_find(&s->pids, &key);
    return number == UINT32_MAX ? NULL : &s->processes.at[number];
}

/* Returns the process, which is added if it is new. */
static struct process *need_process(struct spaces *s, uint32_t pid)
{
    uint64_t key = pid;
    uint32_t number = numbering_add(&s->pids, &key);
    if (number == s->processes.n)
        *array_push(&s->processes) = (struct process){.pid = pid};
    return &s->processes.at[number];
}

static void release_space(struct process *p)
{
    if (p->space && --p->space->users == 0) {
        array_free(&p->space->maps);
        free(p->space);
    }
    p->space = NULL;
}

/* Returns the mappings of p, after copying them if another process has them, too. */
static struct space *unshare_space(struct process *p)
{
    if (p->space && p->space->users == 1)
        return p->space;
    struct space *copy = xmalloc(sizeof *copy);
    *copy = (struct space){.users = 1};
    if (p->space) {
        array_reserve(&copy->maps, p->space->maps.n);
        memcpy(copy->maps.at, p->space->maps.at, p->space->maps.n * sizeof *copy->maps.at);
        copy->maps.n = p->space->maps.n;
    }
    release_space(p);
    return p->space = copy;
}

/* ---- mappings ---- */

struct map_search {
    const struct space *space;
    uint64_t address;
};

static bool ends_before(const void *context, size_t i)
{
    const struct map_search *s = context;
    return s->space->maps.at[i].end <= s->address;
}

/* Returns the number of maps that end at or before the address. */
static size_t maps_before(const struct space *s, uint64_t address)
{
    return partition_point(s->maps.n, ends_before, &(struct map_search){s, address});
}

static void insert_map(struct space *s, size_t i, struct space_map m)
{
    (void)array_push(&s->maps);
    memmove(s->maps.at + i + 1, s->maps.at + i, (s->maps.n - 1 - i) * sizeof m);
    s->maps.at[i] = m;
}

static void remove_maps(struct space *s, size_t i, size_t n)
{
    if (n == 0)
        return;
    memmove(s->maps.at + i, s->maps.at + i + n, (s->maps.n - i - n) * sizeof *s->maps.at);
    s->maps.n -= n;
}

/* Removes the parts of other maps that the new map m covers, and keeps the parts on both sides. */
static void remove_covered(struct space *s, const struct space_map *m)
{
    size_t i = maps_before(s, m->begin), last = i;
    if (i < s->maps.n && s->maps.at[i].begin < m->begin) {
        struct space_map right = s->maps.at[i];
        s->maps.at[i].end = m->begin;
        if (right.end > m->end) {
            right.offset += m->end - right.begin;
            right.begin = m->end;
            insert_map(s, i + 1, right);
        }
        last = ++i;
    }
    while (last < s->maps.n && s->maps.at[last].end <= m->end)
        last++;
    if (last < s->maps.n && s->maps.at[last].begin < m->end) {
        struct space_map *rest = &s->maps.at[last];
        rest->offset += m->end - rest->begin;
        rest->begin = m->end;
    }
    remove_maps(s, i, last - i);
}

void spaces_map(struct spaces *s, const struct record *r)
{
    if (!r->executable || r->size == 0 || r->begin + r->size < r->begin)
        return;
    struct space_map m = {r->begin, r->begin + r->size, r->offset, object_of(s, r)};
    struct space *space = unshare_space(need_process(s, r->pid));
    remove_covered(space, &m);
    insert_map(space, maps_before(space, m.begin), m);
}

void spaces_fork(struct spaces *s, const struct record *r)
{
    if (r->pid == r->parent_pid) {
        need_process(s, r->pid)->threads++;
        return;
    }
    struct process *child = need_process(s, r->pid);
    release_space(child);
    child->executed = false;
    child->threads = 1;
    struct process *parent = find_process(s, r->parent_pid);
    if (parent && parent->space) {
        child->space = parent->space;
        child->space->users++;
    }
}

void spaces_exec(struct spaces *s, const struct record *r)
{
    struct process *p = need_process(s, r->pid);
    release_space(p);
    p->executed = true;
    p->threads = 1;
}

bool spaces_is_hidden(const struct spaces *s, uint32_t pid)
{
    const struct process *p = find_process(s, pid);
    return p && p->executed && !p->space;
}

void spaces_exit(struct spaces *s, const struct record *r)
{
    struct process *p = find_process(s, r->pid);
    if (p && p->threads && --p->threads == 0)
        release_space(p);
}

struct position spaces_find(const struct spaces *s, uint32_t pid, uint64_t address)
{
    const struct process *p = find_process(s, pid);
    if (p && p->space) {
        size_t i = maps_before(p->space, address);
        const struct space_map *m = &p->space->maps.at[i];
        if (i < p->space->maps.n && m->begin <= address) {
            bool file = s->objects.at[m->object].kind == OBJECT_FILE ||
                        s->objects.at[m->object].kind == OBJECT_VDSO;
            return (struct position){m->object, file ? address - m->begin + m->offset : address};
        }
    }
    return (struct position){s->unmapped, address};
}

/* ---- */

void spaces_init(struct spaces *s)
{
    *s = (struct spaces){.pids = {.words = 1}};
    s->kernel = add_object(s, (struct profile_object){.kind = OBJECT_KERNEL});
    s->unmapped = add_object(s, (struct profile_object){.kind = OBJECT_UNMAPPED});
}

void spaces_free(struct spaces *s)
{
    for (size_t i = 0; i < s->processes.n; i++)
        release_space(&s->processes.at[i]);
    array_free(&s->processes);
    array_free(&s->objects);
    names_free(&s->paths);
    numbering_free(&s->pids);
}
