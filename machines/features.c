/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machines/features.h"
#include "base/keyfile.h"
#include "base/util.h"

#include <string.h>

static const struct {
    const char *name, *title;
} features[FEATURES] = {
#define FEATURE(NAME, name, title) [FEATURE_##NAME] = {#name, title},
#define LACK(NAME, key, value)
#define INCLUDES(NAME, OTHER)
#include "machines/features.def"
#undef FEATURE
#undef LACK
#undef INCLUDES
};

static const struct lack {
    enum feature feature;
    const char *key, *value;
} lacks[] = {
#define FEATURE(NAME, name, title)
#define LACK(NAME, key, value) {FEATURE_##NAME, key, value},
#define INCLUDES(NAME, OTHER)
#include "machines/features.def"
#undef FEATURE
#undef LACK
#undef INCLUDES
};
enum { LACKS = COUNT_OF(lacks) };

static const struct inclusion {
    enum feature of, includes;
} inclusions[] = {
#define FEATURE(NAME, name, title)
#define LACK(NAME, key, value)
#define INCLUDES(NAME, OTHER) {FEATURE_##NAME, FEATURE_##OTHER},
#include "machines/features.def"
#undef FEATURE
#undef LACK
#undef INCLUDES
};
enum { INCLUSIONS = COUNT_OF(inclusions) };

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

static bool has_feature(feature_set s, enum feature f)
{
    return s >> f & 1;
}

feature_set features_unreported(feature_set reported)
{
    feature_set usable = reported;
    for (int i = 0; i < INCLUSIONS; i++)
        if (has_feature(reported, inclusions[i].of))
            usable |= 1u << inclusions[i].includes;
    return ALL_FEATURES & ~usable;
}

feature_set features_lacking(feature_set s)
{
    feature_set all = s;
    for (int i = 0; i < INCLUSIONS; i++)
        if (has_feature(s, inclusions[i].includes))
            all |= 1u << inclusions[i].of;
    return all;
}

feature_set machine_features(const struct machine *m)
{
    const struct instruction_form fma = {.base = FORM_FMA};
    const struct instruction_form add = {.base = FORM_VADD, .width = WIDTH_YMM};
    feature_set s = 0;
    if (m->isa != MACHINE_X86_64)
        return 0;
    s |= (feature_set)(m->vector_bytes > 32) << FEATURE_AVX512;
    s |= (feature_set)!machine_lacks(m, add) << FEATURE_AVX2;
    s |= (feature_set)!machine_lacks(m, fma) << FEATURE_FMA;
    s |= (feature_set)(m->vector_bytes > 16) << FEATURE_AVX;
    return s;
}

feature_set machine_spares(const struct machine *m, feature_set of)
{
    feature_set removable = 0;
    for (size_t i = 0; i < m->n_without; i++)
        removable |= 1u << m->without[i].feature;
    return of & removable & machine_features(m);
}

/* ---- the lines that apply without a feature ---- */

/* A line that is replaced or added. */
struct exchange {
    struct key_entry line;
    const char *old; /* value in the original description; NULL = none */
};

struct cut_builder {
    struct arena *a;
    struct keyfile lines; /* of the original description */
    struct exchange *at;
    size_t n;
};

static const char *value_of(const struct cut_builder *c, const char *key)
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

/* Exchanges the line of a key; a later line of the key replaces an earlier one. */
static void exchange_line(struct cut_builder *c, struct key_entry line)
{
    size_t i = 0;
    while (i < c->n && strcmp(c->at[i].line.key, line.key) != 0)
        i++;
    c->n += i == c->n;
    c->at[i] = (struct exchange){line, value_of(c, line.key)};
}

/* Exchanges the line of a key; for instructions, also the lines for single elements and widths. */
static void apply_lack(struct cut_builder *c, const struct lack *l)
{
    size_t n = strlen(l->key);
    exchange_line(c, (struct key_entry){.key = l->key, .value = l->value});
    for (size_t i = 0; is_form(l->key) && i < c->lines.n; i++) {
        const char *key = c->lines.at[i].key;
        if (strncmp(key, l->key, n) == 0 && key[n] == '.')
            exchange_line(c, (struct key_entry){.key = key, .value = l->value});
    }
}

static void cut_feature(struct cut_builder *c, const struct machine *m, enum feature f)
{
    for (int i = 0; i < LACKS; i++)
        if (lacks[i].feature == f)
            apply_lack(c, &lacks[i]);
    for (size_t i = 0; i < m->n_without; i++)
        if (m->without[i].feature == (int)f)
            exchange_line(c, *m->without[i].line);
}

/* Adds a replaced line to the summary of what was removed. */
static void describe_exchange(struct arena *a, const struct exchange *x, struct machine_cut *cut)
{
    if (is_form(x->line.key))
        cut->forms++;
    else
        cut->removed = arena_printf(a, "%s%s%s %s -> %s", cut->removed, *cut->removed ? ", " : "",
                                    x->line.key, x->old ? x->old : "none", x->line.value);
}

/* Lists the replaced lines as lines and as text, omitting lines whose value does not change. */
static void list_exchanges(const struct cut_builder *c, struct keyfile *lines,
                           struct machine_cut *cut)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct exchange *x = &c->at[i];
        if (x->old && strcmp(x->old, x->line.value) == 0)
            continue;
        lines->at[lines->n++] = x->line;
        describe_exchange(c->a, x, cut);
    }
}

/* Returns the missing features whose included features are all present: the other missing features
 * follow from these. */
static feature_set basic_lacks(feature_set s)
{
    feature_set follow = 0;
    for (int i = 0; i < INCLUSIONS; i++)
        if (has_feature(s, inclusions[i].includes))
            follow |= 1u << inclusions[i].of;
    return s & ~follow;
}

static const char *own_name(struct arena *a, const struct machine *m, feature_set s)
{
    const char *name = m->name;
    for (int f = 0; f < FEATURES; f++)
        if (has_feature(basic_lacks(s), (enum feature)f))
            name = arena_printf(a, "%s-without-%s", name, features[f].name);
    return name;
}

/* Returns the lines that describe m without the features of s. */
static struct keyfile cut_lines(struct cut_builder *c, const struct machine *m, feature_set s,
                                struct machine_cut *cut)
{
    size_t most = c->lines.n + m->n_without + LACKS;
    struct keyfile lines = {ARENA_ARRAY(c->a, struct key_entry, most + 2), 0};
    c->at = ARENA_ARRAY(c->a, struct exchange, most);
    for (int f = 0; f < FEATURES; f++)
        if (has_feature(s, (enum feature)f))
            cut_feature(c, m, (enum feature)f);
    list_exchanges(c, &lines, cut);
    lines.at[lines.n++] = (struct key_entry){.key = "name", .value = own_name(c->a, m, s)};
    lines.at[lines.n++] = (struct key_entry){
        .key = "summary",
        .value = arena_printf(c->a, "%s; without %s", m->summary, feature_titles(c->a, s))};
    return lines;
}

bool machine_without(struct arena *a, const struct machine *m, feature_set s,
                     struct machine_cut *cut, struct diag *d)
{
    struct source text;
    struct cut_builder c = {.a = a};
    *cut = (struct machine_cut){.machine = m, .removed = ""};
    s = machine_spares(m, features_lacking(s));
    if (!s)
        return true;
    source_from_bytes(&text, m->name, m->text, strlen(m->text));
    c.lines = keyfile_read(a, &text, d);
    struct keyfile lines = cut_lines(&c, m, s, cut);
    cut->machine = machine_with_lines(a, m->name, m->text, &lines, d);
    source_free(&text);
    return cut->machine;
}
