/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/objects.h"
#include "base/array.h"
#include "base/diag.h"
#include "base/util.h"

#include <ctype.h>
#include <string.h>

/* ---- normal form ---- */

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static const char *skip_blanks(const char *p)
{
    for (;;) {
        if (*p && strchr(" \t\n\f\r", *p))
            p++;
        else if (p[0] == '-' && p[1] == '-')
            p += strcspn(p, "\n");
        else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");
            p = end ? end + 2 : p + strlen(p);
        } else
            return p;
    }
}

static bool is_quote(char c)
{
    return c && strchr("'\"`[", c);
}

/* Returns the end of the quoted text at p. A quote inside is doubled, a bracket is not. */
static const char *skip_quoted(const char *p)
{
    char quote = *p == '[' ? ']' : *p;
    for (p++; *p; p++)
        if (*p == quote) {
            if (quote == ']' || p[1] != quote)
                return p + 1;
            p++;
        }
    return p;
}

/* Returns the end of the word, punctuation mark or quoted text at p. */
static const char *skip_token(const char *p)
{
    if (is_quote(*p))
        return skip_quoted(p);
    const char *end = p;
    while (in_word(*end))
        end++;
    return end > p || !*p ? end : p + 1;
}

static const char *end_of_statement(const char *p)
{
    while (*p && *p != ';')
        p = skip_blanks(skip_token(p));
    return p;
}

/* Returns the normal form of the statement at *from, and advances *from to the next statement. */
static char *normal_form(struct arena *a, const char **from)
{
    const char *p = skip_blanks(*from), *last = end_of_statement(p);
    char *form = arena_alloc(a, 2 * (size_t)(last - p) + 1), *to = form;
    while (p < last) {
        const char *end = skip_token(p);
        bool word = in_word(*p);
        if (to > form)
            *to++ = ' ';
        for (; p < end; p++)
            *to++ = word && *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;
        p = skip_blanks(p);
    }
    *to = '\0';
    *from = skip_blanks(*last ? last + 1 : last);
    return form;
}

/* ---- words of a normal form ---- */

/* Returns the token after p, in a normal form. */
static const char *next_token(const char *p)
{
    p = skip_token(p);
    return *p == ' ' ? p + 1 : p;
}

static bool at_word(const char *p, const char *word)
{
    size_t n = strlen(word);
    return strncmp(p, word, n) == 0 && (p[n] == ' ' || p[n] == '\0');
}

static bool at_word_of(const char *p, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (at_word(p, words[i]))
            return true;
    return false;
}

/* Returns the name at p without quotes. */
static const char *name_at(struct arena *a, const char *p)
{
    size_t n = (size_t)(skip_token(p) - p);
    return is_quote(*p) && n >= 2 ? arena_strndup(a, p + 1, n - 2) : arena_strndup(a, p, n);
}

static struct object object_of_form(struct arena *a, const char *form)
{
    static const char *const kinds[] = {"table", "index", "view", "trigger"};
    const char *p = at_word(form, "create") ? next_token(form) : form;
    bool virtual = at_word(p, "virtual");
    struct object o = {form, virtual ? "virtual table" : "object", ""};
    if (virtual || at_word(p, "unique"))
        p = next_token(p);
    for (size_t i = 0; !virtual && i < COUNT_OF(kinds); i++)
        if (at_word(p, kinds[i]))
            o.kind = kinds[i];
    o.name = name_at(a, next_token(p));
    return o;
}

struct object object_of(struct arena *a, const char *sql)
{
    return object_of_form(a, normal_form(a, &sql));
}

/* ---- objects of the schema steps ---- */

/* Returns the offset at which SQLite inserts a new column in the statement of a table: after the
 * last column, before constraints of the table. */
static size_t end_of_columns(const char *form)
{
    static const char *const of_several[] = {"unique", "check", "foreign", "primary", "constraint"};
    int depth = 0;
    for (const char *p = form; *p; p = next_token(p)) {
        depth += (*p == '(') - (*p == ')');
        bool last = *p == ')' && depth == 0;
        if (last || (*p == ',' && depth == 1 && at_word_of(p + 2, of_several, 5)))
            return (size_t)(p - form);
    }
    bug("a schema step adds a column to something that is not a table: %s", form);
}

/* Applies "alter table NAME add column ...". */
static void add_column(struct arena *a, struct objects *o, const char *form)
{
    const char *name = next_token(next_token(form)), *add = next_token(name);
    const struct object *table = object_named(o, name_at(a, name));
    if (!table || !at_word(add, "add") || !at_word(next_token(add), "column"))
        bug("unsupported statement in a schema step: %s", form);
    size_t at = end_of_columns(table->form);
    o->at[table - o->at].form = arena_printf(a, "%.*s, %s %s", (int)at, table->form,
                                             next_token(next_token(add)), table->form + at);
}

/* Applies "drop table NAME" for a table without indexes. */
static void drop_table(struct arena *a, struct objects *o, const char *form)
{
    const char *kind = next_token(form);
    const struct object *table = object_named(o, name_at(a, next_token(kind)));
    if (!at_word(kind, "table") || !table)
        bug("unsupported statement in a schema step: %s", form);
    size_t at = (size_t)(table - o->at);
    memmove(&o->at[at], &o->at[at + 1], (--o->n - at) * sizeof *o->at);
}

static void apply_statement(struct arena *a, struct objects *o, const char *form)
{
    if (at_word(form, "create"))
        *array_push(o) = object_of_form(a, form);
    else if (at_word(form, "alter"))
        add_column(a, o, form);
    else if (at_word(form, "drop"))
        drop_table(a, o, form);
}

struct objects objects_of_steps(struct arena *a, const char *const *steps, int n)
{
    struct objects o = {0};
    for (int i = 0; i < n; i++)
        for (const char *p = skip_blanks(steps[i]); *p;)
            apply_statement(a, &o, normal_form(a, &p));
    return o;
}

/* ---- other objects ---- */

static bool same_name(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return *a == *b;
}

const struct object *object_named(const struct objects *o, const char *name)
{
    for (size_t i = 0; i < o->n; i++)
        if (same_name(o->at[i].name, name))
            return &o->at[i];
    return NULL;
}

/* Returns whether a table only stores rows: no checks, references or generated columns. */
static bool holds_rows_only(const char *form)
{
    static const char *const acting[] = {"as", "check", "foreign", "references"};
    for (const char *p = form; *p; p = next_token(p))
        if (at_word_of(p, acting, 4))
            return false;
    return true;
}

/* Returns whether a statement is exactly "create [unique] index NAME on TABLE ( COLUMN, ... )", and
 * not unique on a table of ours. */
static bool is_index_of_columns(struct arena *a, const char *form, const struct objects *ours)
{
    bool unique = at_word(next_token(form), "unique");
    const char *p = next_token(next_token(form));
    const char *table = next_token(next_token(unique ? next_token(p) : p));
    if (unique && object_named(ours, name_at(a, table)))
        return false;
    p = next_token(table);
    if (*p != '(')
        return false;
    for (p = next_token(p); *p && *p != ')'; p = next_token(p))
        if (!in_word(*p) && *p != ',' && (!is_quote(*p) || *p == '\''))
            return false;
    return *p == ')' && !*next_token(p);
}

bool object_is_harmless(const struct object *o, const struct objects *ours)
{
    struct arena a = {0};
    bool harmless = false;
    if (object_named(ours, o->name))
        ;
    else if (strcmp(o->kind, "table") == 0)
        harmless = holds_rows_only(o->form);
    else if (strcmp(o->kind, "index") == 0)
        harmless = is_index_of_columns(&a, o->form, ours);
    else
        harmless = strcmp(o->kind, "view") == 0;
    arena_free(&a);
    return harmless;
}
