/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies --set KEY=VALUE: replaces lines of a description. */
#include "machines/read.h"
#include "machines/values.h"

#include <ctype.h>
#include <string.h>

/* An override, which replaces a line or is new. */
struct override {
    struct key_entry entry;
    size_t line; /* the replaced line, from 1; 0 = a new one */
};

/* Creates the source of an override for messages, in a: it must exist as long as the entries. */
static struct source override_source(struct arena *a, const char *text)
{
    size_t n = strlen(text);
    struct source s = {.path = "--set", .text = arena_strndup(a, text, n), .size = n};
    char *equals = strchr(s.text, '=');
    if (equals)
        *equals = ' ';
    return s;
}

static bool read_override(struct arena *a, const char *text, int ordinal, struct diag *d,
                          struct key_entry *e)
{
    struct where w = {
        .file = "--set", .line = ordinal, .text = text, .text_len = strlen(text), .option = true};
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || strpbrk(text, "\n\r")) {
        diag_error(d, w, "an override must be KEY=VALUE on one line");
        return false;
    }
    struct source s = override_source(a, text);
    long errors = d->errors;
    struct keyfile k = keyfile_read(a, &s, d);
    array_free(&s.lines);
    d->wrong_usage |= d->errors > errors;
    if (k.n != 1)
        return false;
    *e = k.at[0];
    w.col = e->where.col;
    e->where = w;
    return true;
}

/* Completes "latency.fma=4" with the unit of the line. */
static void complete_unit(struct arena *a, struct key_entry *e, const struct key_entry *line)
{
    size_t n = number_length(e->value);
    if (n == 0 || e->value[n])
        return;
    const char *unit = NULL;
    size_t m = line ? number_length(line->value) : 0;
    if (m && line->value[m]) {
        unit = line->value + m;
        while (*unit == ' ' || *unit == '\t')
            unit++;
    }
    if (!unit)
        unit = key_unit_only(e->key);
    if (unit)
        e->value = arena_printf(a, "%s %s", e->value, unit);
}

static const char *line_text(struct arena *a, const struct key_entry *e)
{
    size_t n = strlen(e->value);
    bool quote =
        strchr(e->value, '#') ||
        (n && (isspace((unsigned char)*e->value) || isspace((unsigned char)e->value[n - 1])));
    const char *q = quote ? "\"" : "";
    return arena_printf(a, "%s %s%s%s", e->key, q, e->value, q);
}

static struct key_entry *entry_of(struct keyfile *k, const char *key)
{
    for (size_t i = 0; i < k->n; i++)
        if (strcmp(k->at[i].key, key) == 0)
            return &k->at[i];
    return NULL;
}

/* Stores e in k: in place of the entry of its key, or after all entries. */
static void apply(struct arena *a, struct keyfile *k, struct key_entry e, struct override *made,
                  size_t *n_made)
{
    struct key_entry *old = entry_of(k, e.key);
    complete_unit(a, &e, old);
    struct override *o = NULL;
    for (size_t i = 0; i < *n_made; i++)
        if (strcmp(made[i].entry.key, e.key) == 0)
            o = &made[i];
    if (!o) {
        o = &made[(*n_made)++];
        o->line = old ? (size_t)old->where.line : 0;
    }
    o->entry = e;
    if (old)
        *old = e;
    else
        k->at[k->n++] = e;
}

static const struct override *override_of_line(const struct override *made, size_t n, size_t line)
{
    for (size_t i = 0; i < n; i++)
        if (made[i].line == line)
            return &made[i];
    return NULL;
}

/* Returns the text of s with the overridden lines replaced and the new ones appended. */
static const char *whole_text(struct arena *a, struct source *s, const struct override *made,
                              size_t n_made)
{
    size_t room = s->size + 2, lines = source_line_count(s), len;
    for (size_t i = 0; i < n_made; i++)
        room += strlen(line_text(a, &made[i].entry)) + 1;
    char *text = arena_alloc(a, room), *p = text;
    for (size_t n = 1; n <= lines; n++) {
        const struct override *o = override_of_line(made, n_made, n);
        const char *line = o ? line_text(a, &o->entry) : source_line(s, n, &len);
        if (o)
            len = strlen(line);
        memcpy(p, line, len);
        p += len;
        *p++ = '\n';
    }
    for (size_t i = 0; i < n_made; i++)
        if (made[i].line == 0) {
            const char *line = line_text(a, &made[i].entry);
            len = strlen(line);
            memcpy(p, line, len);
            p += len;
            *p++ = '\n';
        }
    return text;
}

const char *machine_override(struct arena *a, struct source *s, const struct option_list *set,
                             struct diag *d, struct keyfile *k, struct notes *notes)
{
    size_t n_set = set ? (size_t)set->n : 0, n_made = 0;
    struct override *made = ARENA_ARRAY(a, struct override, n_set + 1);
    struct key_entry *at = ARENA_ARRAY(a, struct key_entry, k->n + n_set + 1);
    if (k->n)
        memcpy(at, k->at, k->n * sizeof *at);
    k->at = at;
    for (size_t i = 0; i < n_set; i++) {
        struct key_entry e;
        if (read_override(a, set->at[i], (int)i + 1, d, &e))
            apply(a, k, e, made, &n_made);
    }
    for (size_t i = 0; i < n_made; i++)
        note(a, notes, "%s %s", made[i].entry.key, made[i].entry.value);
    return whole_text(a, s, made, n_made);
}
