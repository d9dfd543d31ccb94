/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma/cache.h"
#include "base/util.h"
#include "bounds/data.h"
#include "commands/common.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

/* Reads a size such as "256 KB", "256k" or "4096" in bytes and sets *end after it. False if text is
 * no size. */
static bool read_size(const char *text, double *bytes, const char **end)
{
    static const char units[] = "kmg";
    char *after;
    errno = 0;
    unsigned long n = isdigit((unsigned char)*text) ? strtoul(text, &after, 10) : 0;
    if (n == 0 || errno != 0)
        return false;
    *bytes = (double)n;
    while (*after == ' ')
        after++;
    const char *unit = *after ? strchr(units, tolower((unsigned char)*after)) : NULL;
    for (const char *u = units; unit && u <= unit; u++)
        *bytes *= 1024;
    after += unit != NULL;
    after += *after == 'B' || *after == 'b';
    *end = after;
    return *bytes <= 1e15;
}

static bool read_cache(const char *value, struct cache_level *c)
{
    const char *end;
    *c = (struct cache_level){.name = "cache", .line_bytes = 1};
    if (!read_size(value, &c->bytes, &end))
        return false;
    if (*end == ',' && !read_size(end + 1, &c->line_bytes, &end))
        return false;
    return *end == '\0' && c->line_bytes <= c->bytes;
}

/* Whether text is NAME=NUMBER. */
static bool check_definition(const char *text)
{
    const char *equals = strchr(text, '=');
    char *end = NULL;
    size_t n = equals ? (size_t)(equals - text) : 0;
    for (size_t i = 0; i < n; i++)
        if (!(isalnum((unsigned char)text[i]) || text[i] == '_' || text[i] == '$'))
            return false;
    errno = 0;
    if (n && equals[1] && !isspace((unsigned char)equals[1]))
        strtoll(equals + 1, &end, 10);
    return end && end > equals + 1 && *end == '\0' && errno == 0;
}

bool kma_cache_check(const char *value, const struct option_list *values)
{
    struct cache_level c;
    if (value && strcmp(value, "machine") != 0 && !read_cache(value, &c))
        return wrong_usage("kma",
                           "--cache must be machine or SIZE[,LINE], for example 256k,64, not '%s'",
                           value),
               false;
    for (int i = 0; i < values->n; i++)
        if (!check_definition(values->at[i]))
            return wrong_usage("kma", "-D must be NAME=NUMBER, not '%s'", values->at[i]), false;
    return true;
}

struct kma_caches kma_caches_of(const char *value, const struct machine *m)
{
    struct kma_caches c = {.n = 0};
    if (value && strcmp(value, "machine") == 0) {
        c.n = cache_levels(m, c.at);
        c.data = c.n > 0 && machine_has_rates(m);
    } else if (value && read_cache(value, &c.at[0]))
        c.n = 1;
    return c;
}

/* ---- JSON ---- */

static void json_window(struct json *j, const struct source_loop *l, const struct window *w)
{
    const struct movement *m = &l->movement;
    json_inline_object(j);
    json_key_text(j, "from", l->refs[m->at[w->from].ref].text);
    json_key_text(j, "to", l->refs[m->at[w->to].ref].text);
    json_key_long(j, "loop", m->levels[w->level].line);
    json_key_long(j, "distance", w->distance[w->level]);
    json_key_quantity(j, "apart", known(w->apart));
    json_key_quantity(j, "bytes", known(w->bytes));
    json_key_quantity(j, "saves", known(w->saves));
    json_key_bool(j, "held", w->state == WINDOW_HELD);
    json_end_object(j);
}

static void json_level(struct json *j, const struct source_loop *l, const struct traffic *t)
{
    const struct {
        const char *key;
        struct quantity value;
    } rows[] = {
        {"bytes", known(t->cache.bytes)},
        {"line", known(t->cache.line_bytes)},
        {"bytes_per_iteration", t->moved},
        {"read", t->read},
        {"written", t->written},
        {"hits", t->hits},
        {"misses", t->misses},
        {"working_set", t->working_set},
    };
    json_object(j);
    json_key_text(j, "name", t->cache.name);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        json_key_quantity(j, rows[i].key, rows[i].value);
    }
    json_key_text(j, "condition", t->condition);
    json_key_text(j, "missing", t->moved.missing);
    json_key_array(j, "windows");
    for (size_t i = 0; i < t->n_windows; i++)
        json_window(j, l, &t->windows[i]);
    json_end_array(j);
    json_end_object(j);
}

void kma_cache_json(struct json *j, const struct source_loop *l, const struct kma_caches *c)
{
    struct arena a = {0};
    json_object(j);
    json_key_array(j, "levels");
    for (int i = 0; i < c->n; i++) {
        struct traffic t = traffic_find(&a, l, &c->at[i]);
        json_level(j, l, &t);
    }
    json_end_array(j);
    json_end_object(j);
    arena_free(&a);
}

/* ---- text ---- */

static const char *const headings[] = {"line",   "routine", "do",      "cache", "loads, stores",
                                       "misses", "read",    "written", "held",  "windows"};
static const char aligned[] = "rlllrrrrrl";

static const char *number(struct arena *a, struct quantity q)
{
    char buf[QUANTITY_TEXT];
    return arena_strdup(a, quantity_text(q, buf));
}

static void add_traffic_row(struct table *t, struct arena *a, const struct kma_loop *l,
                            const struct traffic *f)
{
    const struct source_loop *s = l->facts;
    table_cell(t, arena_printf(a, "%ld", s->line));
    table_cell(t, s->routine);
    table_cell(t, s->index);
    table_cell(t, f->cache.name);
    table_cell(t, number(a, is_known(f->hits) ? known((double)s->movement.n) : f->hits));
    table_cell(t, number(a, f->misses));
    table_cell(t, number(a, f->read));
    table_cell(t, number(a, f->written));
    table_cell(t, number(a, f->working_set));
    table_cell(t, is_known(f->moved) ? f->condition
                                     : arena_printf(a, "unknown: %s", f->moved.missing));
}

static void print_windows(FILE *out, const struct source_loop *l, const struct traffic *t)
{
    const struct movement *m = &l->movement;
    for (size_t i = 0; i < t->n_windows; i++) {
        const struct window *w = &t->windows[i];
        const char *over = m->levels[w->level].index;
        fprintf(out, "  %s %s %ld iteration%s of %s before as %s: %.0f bytes, %s\n",
                l->refs[m->at[w->to].ref].text,
                w->apart == 0 ? "was there" : "had its line touched", w->distance[w->level],
                w->distance[w->level] == 1 ? "" : "s", over ? over : "the loop",
                l->refs[m->at[w->from].ref].text, w->bytes,
                w->state == WINDOW_HELD ? "held" : "no room");
    }
}

void kma_cache_windows(FILE *out, const struct kma_loop *l, const struct kma_caches *c)
{
    struct arena a = {0};
    for (int k = 0; k < c->n; k++) {
        struct traffic t = traffic_find(&a, l->facts, &c->at[k]);
        if (t.n_windows)
            fprintf(out, "\nwindows of %s in %s\n", l->facts->id, c->at[k].name);
        print_windows(out, l->facts, &t);
    }
    arena_free(&a);
}

static void begin_table(struct table *t)
{
    t->align = aligned;
    for (size_t i = 0; i < COUNT_OF(headings); i++)
        table_cell(t, headings[i]);
}

void kma_cache_rows(struct table *t, const struct kma_loop *l, const struct kma_caches *c)
{
    struct arena a = {0};
    if (!t->n)
        begin_table(t);
    for (int k = 0; k < c->n; k++) {
        struct traffic f = traffic_find(&a, l->facts, &c->at[k]);
        add_traffic_row(t, &a, l, &f);
    }
    arena_free(&a);
}

void kma_cache_text(FILE *out, struct table *t)
{
    if (!t->n)
        begin_table(t);
    fputs("\nmisses and bytes per iteration, read from and written to the next level:\n", out);
    table_print(t, out);
}
