/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/naming.h"
#include "base/names.h"
#include "measure/multikron/stream/keymap.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1, PLACES = 1024 };

/* A region that was looked up. */
struct found {
    uint64_t key; /* 1 + scope, and region; 0 = none */
    unsigned number;
};
struct naming {
    const struct naming_scope *scopes;
    size_t n;
    bool *plain; /* of each scope: all its regions keep their numbers */
    struct arena arena;
    struct names texts;
    struct keymap number_of; /* by the address of a text */
    struct keymap unnamed;   /* by scope and region: numbers that are not the region's own */
    const char *name[MANIFEST_REGIONS];
    const char *label[MANIFEST_REGIONS];
    unsigned own[MANIFEST_REGIONS];
    unsigned next; /* smaller numbers have names */
    unsigned last; /* greater ones were given to regions without a name */
    const char *stem;
    uint32_t source; /* looked up last */
    int scope;
    bool any;
    struct found found[PLACES];
};

/* ---- the names of all manifests ---- */

/* A number that no name has; 0 = there is none. */
static unsigned unused_number(struct naming *n)
{
    while (n->next < MANIFEST_REGIONS - 1 && n->name[n->next])
        n->next++;
    return n->next < MANIFEST_REGIONS - 1 ? n->next : 0;
}

static const char *text_of(struct naming *n, const char *name)
{
    return name_of(&n->texts, name, strlen(name));
}

/* Gives a name its number: that of its region where it is free. */
static bool add_name(struct naming *n, const struct manifest_region *g)
{
    const char *text = text_of(n, g->loop);
    if (keymap_find(&n->number_of, (uintptr_t)text) != KEYMAP_NONE)
        return true;
    unsigned number = n->name[g->region] ? unused_number(n) : g->region;
    if (!number && g->region)
        return false;
    n->name[number] = text;
    keymap_add(&n->number_of, (uintptr_t)text, number);
    return true;
}

static bool add_names(struct naming *n, const struct manifest *m, struct diag *d)
{
    for (size_t i = 0; i < m->n_regions; i++)
        if (!add_name(n, &m->regions[i])) {
            diag_error(d, m->regions[i].where,
                       "the processes of this run have more than %d regions together; take fewer "
                       "of them",
                       MANIFEST_REGIONS);
            return false;
        }
    return true;
}

/* Do all regions of the scope keep their numbers? */
static bool is_plain(const struct naming *n, const struct manifest *m)
{
    size_t i = 0;
    for (unsigned r = 0; r < MANIFEST_REGIONS; r++) {
        bool named = i < m->n_regions && m->regions[i].region == r;
        const char *name = named ? m->regions[i++].loop : NULL;
        if (n->name[r] && (!name || strcmp(name, n->name[r]) != 0))
            return false;
        if (name && !n->name[r])
            return false;
    }
    return true;
}

struct naming *naming_new(const struct naming_scope *scopes, size_t n, struct diag *d)
{
    struct naming *to = xmalloc(sizeof *to);
    memset(to, 0, sizeof *to);
    *to = (struct naming){.scopes = scopes, .n = n, .next = 1, .last = MANIFEST_REGIONS - 1};
    to->plain = ARENA_ARRAY(&to->arena, bool, n + 1);
    for (size_t i = 0; i < n; i++)
        if (!add_names(to, scopes[i].manifest, d)) {
            naming_free(to);
            return NULL;
        }
    for (size_t i = 0; i < n; i++)
        to->plain[i] = is_plain(to, scopes[i].manifest);
    return to;
}

void naming_free(struct naming *n)
{
    if (!n)
        return;
    keymap_free(&n->number_of);
    keymap_free(&n->unnamed);
    names_free(&n->texts);
    arena_free(&n->arena);
    free(n);
}

/* ---- of a sample ---- */

void naming_file(struct naming *n, const char *path)
{
    size_t length = strlen(path);
    bool suffix = length > 4 && strcmp(path + length - 4, ".mkn") == 0;
    n->stem = arena_strndup(&n->arena, path, suffix ? length - 4 : length);
    n->any = false;
}

/* Better than none, and than that of another scope; greater is better, 0 = it is not about it. */
static int fitness(const struct naming *n, const struct naming_scope *s, uint32_t source)
{
    if (s->manifest->n_sources)
        return manifest_covers(s->manifest, source) ? 3 : 0;
    if (s->stem)
        return n->stem && strcmp(s->stem, n->stem) == 0 ? 2 : 0;
    return 1;
}

/* The scope of a source, NOBODY = there is none. */
static int scope_of(struct naming *n, uint32_t source)
{
    int best = 0;
    if (n->any && n->source == source)
        return n->scope;
    n->scope = NOBODY;
    for (size_t i = 0; i < n->n && best < 3; i++) {
        int fit = fitness(n, &n->scopes[i], source);
        if (fit <= best)
            continue;
        best = fit;
        n->scope = (int)i;
    }
    n->source = source;
    n->any = true;
    return n->scope;
}

static uint32_t node_of(const struct naming *n, uint32_t source)
{
    return n->n ? manifest_node(n->scopes[0].manifest, source) : 0;
}

/* Of a region: of its scope, or, where there is none, of its node. Never 0. */
static uint64_t key_of(const struct naming *n, int scope, uint32_t source, unsigned region)
{
    uint64_t of = scope == NOBODY ? (uint64_t)1 << 32 | node_of(n, source) : (uint64_t)scope + 1;
    return of << 16 | region;
}

/* A region without a name whose number has another process's name: it gets one from the end, where
 * no program counts to. */
static unsigned other_number(struct naming *n, int scope, uint32_t source, unsigned region)
{
    uint64_t key = key_of(n, scope, source, region), number = keymap_find(&n->unnamed, key);
    if (number != KEYMAP_NONE)
        return (unsigned)number;
    while (n->last > 0 && (n->name[n->last] || n->label[n->last]))
        n->last--;
    number = n->last;
    n->own[number] = region;
    n->label[number] = arena_printf(&n->arena, "region %u of node %u", region, node_of(n, source));
    keymap_add(&n->unnamed, key, number);
    return (unsigned)number;
}

static unsigned look_up(struct naming *n, int scope, uint32_t source, unsigned region)
{
    const char *name = scope == NOBODY ? NULL : manifest_loop(n->scopes[scope].manifest, region);
    if (name)
        return (unsigned)keymap_find(&n->number_of, (uintptr_t)text_of(n, name));
    return n->name[region] || n->label[region] ? other_number(n, scope, source, region) : region;
}

unsigned naming_region(struct naming *n, uint32_t source, unsigned region)
{
    int scope = scope_of(n, source);
    if (scope != NOBODY && n->plain[scope])
        return region;
    uint64_t key = key_of(n, scope, source, region);
    struct found *f = &n->found[(key ^ key >> 10) % PLACES];
    if (f->key != key)
        *f = (struct found){key, look_up(n, scope, source, region)};
    return f->number;
}

uint64_t naming_user(struct naming *n, uint32_t source, uint64_t user)
{
    struct mark m = mark_unpack(user);
    if (!mark_kind_text(m.kind) || m.kind == MARK_LOST || (m.kind == MARK_USER && m.region == 0))
        return user;
    m.region = naming_region(n, source, m.region);
    return mark_pack(m);
}

void naming_records(struct naming *n, uint8_t *bytes, size_t size)
{
    for (size_t at = 0, step; at < size && (step = sample_bytes(bytes[at])); at += step) {
        uint8_t *p = bytes + at;
        uint32_t source =
            (uint32_t)p[6] << 24 | (uint32_t)p[7] << 16 | (uint32_t)p[8] << 8 | (uint32_t)p[9];
        uint64_t user = (uint64_t)p[10] << 40 | (uint64_t)p[11] << 32 | (uint64_t)p[12] << 24;
        int scope = scope_of(n, source);
        if (scope != NOBODY && n->plain[scope])
            continue;
        user = naming_user(n, source, user);
        p[11] = (uint8_t)(user >> 32);
        p[12] = (uint8_t)(user >> 24);
    }
}

/* ---- numbers ---- */

const char *naming_name(const struct naming *n, unsigned number)
{
    return n->name[number];
}

unsigned naming_own(const struct naming *n, unsigned number)
{
    return n->label[number] ? n->own[number] : number;
}

const char *naming_label(const struct naming *n, unsigned number)
{
    return n->label[number];
}
