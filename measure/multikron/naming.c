/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/naming.h"
#include "base/names.h"
#include "measure/multikron/stream/keymap.h"

#include <stdlib.h>
#include <string.h>

enum { NO_SCOPE = -1, CACHE_ENTRIES = 1024 };

/* A region that was mapped before. */
struct cached_number {
    uint64_t key; /* of region_key(); 0 = empty */
    unsigned number;
};
struct naming {
    const struct naming_scope *scopes;
    size_t n;
    bool *keeps_numbers; /* by scope: all its regions keep their numbers */
    struct arena arena;
    struct names texts;
    struct keymap number_of; /* common number by address of an interned name */
    struct keymap unnamed;   /* replacement number by scope and region */
    const char *name[MANIFEST_REGIONS];
    const char *label[MANIFEST_REGIONS];
    unsigned original[MANIFEST_REGIONS];
    unsigned next;    /* all smaller numbers have names */
    unsigned last;    /* all larger numbers are used by names or regions without a name */
    const char *stem; /* of the current sample file */
    uint32_t source;  /* of the last lookup, if is_cached */
    int scope;        /* of that source */
    bool is_cached;
    struct cached_number cache[CACHE_ENTRIES];
};

/* ---- the names of all manifests ---- */

/* Returns a number without a name, or 0 if all have one. */
static unsigned unused_number(struct naming *n)
{
    while (n->next < MANIFEST_REGIONS - 1 && n->name[n->next])
        n->next++;
    return n->next < MANIFEST_REGIONS - 1 ? n->next : 0;
}

static const char *intern_name(struct naming *n, const char *name)
{
    return name_of(&n->texts, name, strlen(name));
}

/* Assigns a number to a name: that of its region if it is unused. Returns false if no number is
 * left. */
static bool add_name(struct naming *n, const struct manifest_region *g)
{
    const char *text = intern_name(n, g->loop);
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
                       "the processes of this run have more than %d regions in total; import fewer "
                       "processes at once",
                       MANIFEST_REGIONS);
            return false;
        }
    return true;
}

/* Returns whether all regions of a scope keep their numbers. */
static bool keeps_all_numbers(const struct naming *n, const struct manifest *m)
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
    to->keeps_numbers = ARENA_ARRAY(&to->arena, bool, n + 1);
    for (size_t i = 0; i < n; i++)
        if (!add_names(to, scopes[i].manifest, d)) {
            naming_free(to);
            return NULL;
        }
    for (size_t i = 0; i < n; i++)
        to->keeps_numbers[i] = keeps_all_numbers(to, scopes[i].manifest);
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

/* ---- samples ---- */

void naming_set_file(struct naming *n, const char *path)
{
    size_t length = strlen(path);
    bool suffix = length > 4 && strcmp(path + length - 4, ".mkn") == 0;
    n->stem = arena_strndup(&n->arena, path, suffix ? length - 4 : length);
    n->is_cached = false;
}

/* Returns how specifically a scope covers a source of the current file; 0 = not at all. */
static int scope_priority(const struct naming *n, const struct naming_scope *s, uint32_t source)
{
    if (s->manifest->n_sources)
        return manifest_covers(s->manifest, source) ? 3 : 0;
    if (s->stem)
        return n->stem && strcmp(s->stem, n->stem) == 0 ? 2 : 0;
    return 1;
}

/* Returns the most specific scope of a source, or NO_SCOPE. */
static int find_scope(struct naming *n, uint32_t source)
{
    int best = 0;
    if (n->is_cached && n->source == source)
        return n->scope;
    n->scope = NO_SCOPE;
    for (size_t i = 0; i < n->n && best < 3; i++) {
        int fit = scope_priority(n, &n->scopes[i], source);
        if (fit <= best)
            continue;
        best = fit;
        n->scope = (int)i;
    }
    n->source = source;
    n->is_cached = true;
    return n->scope;
}

static uint32_t node_of_source(const struct naming *n, uint32_t source)
{
    return n->n ? manifest_node(n->scopes[0].manifest, source) : 0;
}

/* Returns a key for a region of a scope or, without a scope, of a node. It is never 0. */
static uint64_t region_key(const struct naming *n, int scope, uint32_t source, unsigned region)
{
    uint64_t of =
        scope == NO_SCOPE ? (uint64_t)1 << 32 | node_of_source(n, source) : (uint64_t)scope + 1;
    return of << 16 | region;
}

/* Returns the replacement number of a region without a name whose number has a name of another
 * process. Replacements are assigned from the largest number downwards; programs number their
 * regions from 0 upwards. */
static unsigned replacement_number(struct naming *n, int scope, uint32_t source, unsigned region)
{
    uint64_t key = region_key(n, scope, source, region), number = keymap_find(&n->unnamed, key);
    if (number != KEYMAP_NONE)
        return (unsigned)number;
    while (n->last > 0 && (n->name[n->last] || n->label[n->last]))
        n->last--;
    number = n->last;
    n->original[number] = region;
    n->label[number] =
        arena_printf(&n->arena, "region %u of node %u", region, node_of_source(n, source));
    keymap_add(&n->unnamed, key, number);
    return (unsigned)number;
}

static unsigned find_number(struct naming *n, int scope, uint32_t source, unsigned region)
{
    const char *name = scope == NO_SCOPE ? NULL : manifest_loop(n->scopes[scope].manifest, region);
    if (name)
        return (unsigned)keymap_find(&n->number_of, (uintptr_t)intern_name(n, name));
    return n->name[region] || n->label[region] ? replacement_number(n, scope, source, region)
                                               : region;
}

unsigned naming_map_region(struct naming *n, uint32_t source, unsigned region)
{
    int scope = find_scope(n, source);
    if (scope != NO_SCOPE && n->keeps_numbers[scope])
        return region;
    uint64_t key = region_key(n, scope, source, region);
    struct cached_number *f = &n->cache[(key ^ key >> 10) % CACHE_ENTRIES];
    if (f->key != key)
        *f = (struct cached_number){key, find_number(n, scope, source, region)};
    return f->number;
}

uint64_t naming_map_user_bits(struct naming *n, uint32_t source, uint64_t user)
{
    struct mark m = mark_unpack(user);
    if (!mark_kind_text(m.kind) || m.kind == MARK_LOST || (m.kind == MARK_USER && m.region == 0))
        return user;
    m.region = naming_map_region(n, source, m.region);
    return mark_pack(m);
}

void naming_map_records(struct naming *n, uint8_t *bytes, size_t size)
{
    for (size_t at = 0, step; at < size && (step = sample_bytes(bytes[at])); at += step) {
        uint8_t *p = bytes + at;
        uint32_t source =
            (uint32_t)p[6] << 24 | (uint32_t)p[7] << 16 | (uint32_t)p[8] << 8 | (uint32_t)p[9];
        uint64_t user = (uint64_t)p[10] << 40 | (uint64_t)p[11] << 32 | (uint64_t)p[12] << 24;
        int scope = find_scope(n, source);
        if (scope != NO_SCOPE && n->keeps_numbers[scope])
            continue;
        user = naming_map_user_bits(n, source, user);
        p[11] = (uint8_t)(user >> 32);
        p[12] = (uint8_t)(user >> 24);
    }
}

/* ---- numbers ---- */

const char *naming_name(const struct naming *n, unsigned number)
{
    return n->name[number];
}

unsigned naming_original_region(const struct naming *n, unsigned number)
{
    return n->label[number] ? n->original[number] : number;
}

const char *naming_unnamed_label(const struct naming *n, unsigned number)
{
    return n->label[number];
}
