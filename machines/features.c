/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machines/features.h"
#include "base/keyfile.h"

#include <string.h>

static const struct {
    const char *name, *title;
} features[FEATURES] = {
#define FEATURE(NAME, name, title) [FEATURE_##NAME] = {#name, title},
#define LACK(NAME, key, value)
#include "machines/features.def"
#undef FEATURE
#undef LACK
};

static const struct lack {
    enum feature feature;
    const char *key, *value;
} lacks[] = {
#define FEATURE(NAME, name, title)
#define LACK(NAME, key, value) {FEATURE_##NAME, key, value},
#include "machines/features.def"
#undef FEATURE
#undef LACK
};
enum { LACKS = sizeof lacks / sizeof *lacks };

const char *feature_name(enum feature f)
{
    return features[f].name;
}

const char *feature_titles(struct arena *a, feature_set s)
{
    const char *text = "";
    for (int f = 0; f < FEATURES; f++)
        if (s >> f & 1)
            text = arena_printf(a, "%s%s%s", text, *text ? ", " : "", features[f].title);
    return text;
}

enum feature feature_of(const char *name, size_t n)
{
    for (int f = 0; f < FEATURES; f++)
        if (strlen(features[f].name) == n && memcmp(features[f].name, name, n) == 0)
            return (enum feature)f;
    return FEATURES;
}

static bool has(feature_set s, enum feature f)
{
    return s >> f & 1;
}

feature_set machine_features(const struct machine *m)
{
    const struct instruction_form fma = {.base = FORM_FMA};
    feature_set s = 0;
    if (m->isa != MACHINE_X86_64)
        return 0;
    s |= (feature_set)(m->vector_bytes > 32) << FEATURE_AVX512;
    s |= (feature_set)(m->vector_bytes > 16) << FEATURE_AVX2;
    s |= (feature_set)!machine_lacks(m, fma) << FEATURE_FMA;
    return s;
}

feature_set machine_spares(const struct machine *m, feature_set of)
{
    feature_set said = 0;
    for (size_t i = 0; i < m->n_without; i++)
        said |= 1u << m->without[i].feature;
    return of & said & machine_features(m);
}

/* ---- the lines that hold without a feature ---- */

struct cutting {
    struct arena *a;
    struct keyfile lines; /* of the description as it is */
    struct option_list set;
    struct machine_cut *cut;
};

static const char *value_of(const struct cutting *c, const char *key)
{
    for (size_t i = 0; i < c->lines.n; i++)
        if (strcmp(c->lines.at[i].key, key) == 0)
            return c->lines.at[i].value;
    return NULL;
}

static bool is_form(const char *key)
{
    return strncmp(key, "instruction.", strlen("instruction.")) == 0;
}

static void exchange(struct cutting *c, const char *key, const char *value)
{
    const char *old = value_of(c, key);
    if (old && strcmp(old, value) == 0)
        return;
    c->set.at[c->set.n++] = arena_printf(c->a, "%s=%s", key, value);
    if (is_form(key))
        c->cut->forms++;
    else
        c->cut->removed =
            arena_printf(c->a, "%s%s%s %s -> %s", c->cut->removed, *c->cut->removed ? ", " : "",
                         key, old ? old : "none", value);
}

/* A key, and of instructions those of it for single elements and widths. */
static void exchange_all(struct cutting *c, const struct lack *l)
{
    size_t n = strlen(l->key);
    exchange(c, l->key, l->value);
    for (size_t i = 0; is_form(l->key) && i < c->lines.n; i++)
        if (strncmp(c->lines.at[i].key, l->key, n) == 0 && c->lines.at[i].key[n] == '.')
            exchange(c, c->lines.at[i].key, l->value);
}

static void cut_feature(struct cutting *c, const struct machine *m, enum feature f)
{
    for (int i = 0; i < LACKS; i++)
        if (lacks[i].feature == f)
            exchange_all(c, &lacks[i]);
    for (size_t i = 0; i < m->n_without; i++)
        if (m->without[i].feature == (int)f)
            exchange(c, m->without[i].key, m->without[i].value);
}

static const char *own_name(struct arena *a, const struct machine *m, feature_set s)
{
    const char *name = m->name;
    for (int f = 0; f < FEATURES; f++)
        if (has(s, (enum feature)f))
            name = arena_printf(a, "%s-without-%s", name, features[f].name);
    return name;
}

bool machine_without(struct arena *a, const struct machine *m, feature_set s, const char *name,
                     struct machine_cut *cut, struct diag *d)
{
    struct source text;
    struct cutting c = {.a = a, .cut = cut};
    *cut = (struct machine_cut){.machine = m, .removed = ""};
    s = machine_spares(m, s);
    if (!s && !name)
        return true;
    source_from_bytes(&text, m->name, m->text, strlen(m->text));
    c.lines = keyfile_read(a, &text, d);
    c.set.at = ARENA_ARRAY(a, const char *, c.lines.n + m->n_without + LACKS + 3);
    for (int f = 0; f < FEATURES; f++)
        if (has(s, (enum feature)f))
            cut_feature(&c, m, (enum feature)f);
    c.set.at[c.set.n++] = arena_printf(a, "name=%s", name ? name : own_name(a, m, s));
    if (s)
        c.set.at[c.set.n++] =
            arena_printf(a, "summary=%s; without %s", m->summary, feature_titles(a, s));
    cut->machine = machine_from_text(a, m->name, m->text, &c.set, d);
    source_free(&text);
    return cut->machine != NULL;
}
