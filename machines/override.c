/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces lines of a description: by --set KEY=VALUE, or by lines for CPUs without a feature. */
#include "machines/read.h"
#include "machines/values.h"

#include <ctype.h>
#include <string.h>

/* A line that replaces another one or is new. */
struct override {
    struct key_entry entry;
    size_t line; /* the replaced line, from 1; 0 = a new one */
};

/* The overrides of a description. */
struct overrides {
    struct override *at;
    size_t n;
};

/* Creates a source with the line 'KEY VALUE' of an override, in a. option: its origin. */
static struct source override_source(struct arena *a, const char *text, const char *option)
{
    size_t n = strlen(text);
    struct source s = {.path = option, .text = arena_strndup(a, text, n), .size = n};
    char *equals = strchr(s.text, '=');
    if (equals)
        *equals = ' ';
    return s;
}

/* Removes "OPTION<tab>" from the begin of an override. Returns OPTION; "--set" if there is none. */
static const char *take_option(struct arena *a, const char **text)
{
    const char *tab = strncmp(*text, "--", 2) == 0 ? strchr(*text, '\t') : NULL;
    if (!tab)
        return "--set";
    const char *option = arena_strndup(a, *text, (size_t)(tab - *text));
    *text = tab + 1;
    return option;
}

/* Reads KEY=VALUE. Returns false after an error; ordinal: its number among the overrides. */
static bool read_override(struct arena *a, const char *text, int ordinal, struct diag *d,
                          struct key_entry *e)
{
    const char *option = take_option(a, &text);
    struct where w = {
        .file = option, .line = ordinal, .text = text, .text_len = strlen(text), .option = true};
    const char *equals = strchr(text, '=');
    if (strpbrk(text, "\n\r")) {
        diag_error(d, w, "expected one line KEY=VALUE");
        return false;
    }
    if (!equals || equals == text) {
        diag_error(d, w, "expected KEY=VALUE, for example latency.fma=4");
        return false;
    }
    struct source s = override_source(a, text, option);
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

/* Completes a number without a unit, such as latency.fma=4, with that of the replaced line. */
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

struct keyfile machine_read_overrides(struct arena *a, const struct option_list *set,
                                      struct diag *d)
{
    int n = set ? set->n : 0;
    struct keyfile lines = {ARENA_ARRAY(a, struct key_entry, (size_t)n + 1), 0};
    for (int i = 0; i < n; i++)
        lines.n += read_override(a, set->at[i], i + 1, d, &lines.at[lines.n]);
    return lines;
}

/* Returns the line of an entry. */
static const char *entry_text(struct arena *a, const struct key_entry *e)
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

/* Returns the override of a key; a new one if there is none yet. */
static struct override *override_of(struct overrides *o, const char *key, size_t line)
{
    for (size_t i = 0; i < o->n; i++)
        if (strcmp(o->at[i].entry.key, key) == 0)
            return &o->at[i];
    o->at[o->n].line = line;
    return &o->at[o->n++];
}

/* Stores e in k: replaces the entry of its key, or is appended. */
static void apply_override(struct arena *a, struct keyfile *k, struct key_entry e,
                           struct overrides *o)
{
    struct key_entry *old = entry_of(k, e.key);
    complete_unit(a, &e, old);
    override_of(o, e.key, old ? (size_t)old->where.line : 0)->entry = e;
    if (old)
        *old = e;
    else
        k->at[k->n++] = e;
}

static const struct override *override_of_line(const struct overrides *o, size_t line)
{
    for (size_t i = 0; i < o->n; i++)
        if (o->at[i].line == line)
            return &o->at[i];
    return NULL;
}

/* Appends a line of n bytes at p. Returns its end. */
static char *append_line(char *p, const char *line, size_t n)
{
    memcpy(p, line, n);
    p[n] = '\n';
    return p + n + 1;
}

/* Returns the text of s with the overridden lines replaced and the new ones appended. */
static const char *changed_text(struct arena *a, struct source *s, const struct overrides *o)
{
    size_t room = s->size + 2, lines = source_line_count(s), len;
    for (size_t i = 0; i < o->n; i++)
        room += strlen(entry_text(a, &o->at[i].entry)) + 1;
    char *text = arena_alloc(a, room), *p = text;
    for (size_t n = 1; n <= lines; n++) {
        const struct override *by = override_of_line(o, n);
        const char *line = by ? entry_text(a, &by->entry) : source_line(s, n, &len);
        p = append_line(p, line, by ? strlen(line) : len);
    }
    for (size_t i = 0; i < o->n; i++) {
        const char *line = entry_text(a, &o->at[i].entry);
        if (o->at[i].line == 0)
            p = append_line(p, line, strlen(line));
    }
    return text;
}

const char *machine_override(struct arena *a, struct source *s, const struct keyfile *lines,
                             struct keyfile *k, struct notes *notes)
{
    struct overrides o = {ARENA_ARRAY(a, struct override, lines->n + 1), 0};
    struct key_entry *at = ARENA_ARRAY(a, struct key_entry, k->n + lines->n + 1);
    if (k->n)
        memcpy(at, k->at, k->n * sizeof *at);
    k->at = at;
    for (size_t i = 0; i < lines->n; i++)
        apply_override(a, k, lines->at[i], &o);
    for (size_t i = 0; i < o.n; i++)
        note(a, notes, "%s %s", o.at[i].entry.key, o.at[i].entry.value);
    return changed_text(a, s, &o);
}
