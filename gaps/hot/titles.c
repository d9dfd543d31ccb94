/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/titles.h"
#include "base/name-index.h"
#include "base/names.h"
#include "base/shown.h"
#include "gaps/read.h"

#include <ctype.h>
#include <string.h>

/* ---- functions ---- */

/* A demangled name that is copied without some of its parts. */
struct name_copy {
    const char *p;
    char *to;
    size_t n;
    bool arguments; /* template arguments are kept */
    bool closed;    /* parameters were left out: a blank begins a suffix */
};

/* Returns the end of the group in brackets that begins at p. Within parentheses, "<" and ">" can be
 * operators. */
static const char *end_of_group(const char *p)
{
    int round = 0, angle = 0;
    for (; *p; p++) {
        round += strchr("({[", *p) != NULL;
        round -= strchr(")}]", *p) != NULL;
        angle += round == 0 && *p == '<';
        angle -= round == 0 && *p == '>' && p[-1] != '-';
        if (round <= 0 && angle <= 0)
            return p + 1;
    }
    return p;
}

static void copy_to(struct name_copy *c, const char *end)
{
    memcpy(c->to + c->n, c->p, (size_t)(end - c->p));
    c->n += (size_t)(end - c->p);
    c->p = end;
}

static bool begins_with(const char *p, const char *text)
{
    return strncmp(p, text, strlen(text)) == 0;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Copies "operator" with its sign, or with the type of a conversion. */
static void copy_operator(struct name_copy *c)
{
    const char *sign = c->p + strlen("operator");
    size_t n = begins_with(sign, "()") ? 2
               : *sign == ' '          ? strcspn(sign, "(")
                                       : strspn(sign, "<>=!+-*/%&|^~,[]\"");
    copy_to(c, sign + n);
}

static bool is_operator(const struct name_copy *c)
{
    static const char word[] = "operator";
    return begins_with(c->p, word) && !is_word(c->p[sizeof word - 1]) &&
           (c->n == 0 || !is_word(c->to[c->n - 1]));
}

/* Returns whether "decltype" was copied last: the group after it is part of the result. */
static bool is_decltype(const struct name_copy *c)
{
    static const char word[] = "decltype";
    return c->n == sizeof word - 1 && strncmp(c->to, word, c->n) == 0;
}

/* Copies or skips a group in brackets. */
static void copy_group(struct name_copy *c)
{
    const char *end = end_of_group(c->p);
    bool unnamed = begins_with(c->p, "(anonymous namespace)") || *c->p == '{';
    bool first = *c->p == '<' && c->n == 0 && begins_with(end, "::"); /* <T as Trait>::f */
    c->closed |= *c->p == '(' && !unnamed && c->n > 0 && !is_decltype(c);
    if (unnamed || first || (*c->p == '<' && c->arguments))
        copy_to(c, end);
    else
        c->p = end;
}

/* Handles a blank: before it is the result, or after it a suffix. Returns false at a suffix. */
static bool pass_blank(struct name_copy *c)
{
    if (c->closed && !strstr(c->p, "::"))
        return false;
    if (begins_with(c->p, " [clone "))
        return false;
    bool arguments = c->p[1] == '<'; /* of operator<< <char> */
    if (arguments && c->arguments)
        c->to[c->n++] = ' ';
    else if (!c->closed && !arguments)
        c->n = 0;
    c->p++;
    return true;
}

const char *title_of_function(struct arena *a, const char *name, bool arguments)
{
    struct name_copy c = {
        .p = name, .to = arena_alloc(a, strlen(name) + 1), .arguments = arguments};
    while (*c.p) {
        if (is_operator(&c))
            copy_operator(&c);
        else if (strchr("<({[", *c.p))
            copy_group(&c);
        else if (*c.p == ' ') {
            if (!pass_blank(&c))
                break;
        } else {
            c.closed &= !begins_with(c.p, "::");
            copy_to(&c, c.p + 1);
        }
    }
    c.to[c.n] = 0;
    return c.n ? c.to : name;
}

/* ---- forms of a title ---- */

enum title_form { FORM_PLACE, FORM_FUNCTION, FORM_ARGUMENTS, FORM_OFFSET, FORM_NAME, FORMS };

/* Returns the end of a name's function: before its offset, "+0x28, outer loop #2". */
static size_t length_of_function(const char *name)
{
    static const char outer[] = ", outer loop";
    size_t n = strlen(name), digits = n;
    while (digits > 0 && isdigit((unsigned char)name[digits - 1]))
        digits--;
    if (digits < n && digits > 1 && name[digits - 1] == '#' && name[digits - 2] == ' ')
        n = digits - 2;
    if (n > strlen(outer) && begins_with(name + n - strlen(outer), outer))
        n -= strlen(outer);
    for (digits = n; digits > 0 && isxdigit((unsigned char)name[digits - 1]);)
        digits--;
    return digits < n && digits > 3 && begins_with(name + digits - 3, "+0x") ? digits - 3 : n;
}

/* Returns the text with its middle left out if it is long. */
static const char *shorten_title(struct arena *a, const char *text)
{
    static const char cut[] = "...";
    size_t n = strlen(text), keep = (TITLE_LENGTH - strlen(cut)) / 2, from = keep;
    if (n <= TITLE_LENGTH)
        return text;
    size_t to = n - keep;
    while (from > 0 && ((unsigned char)text[from] & 0xc0) == 0x80)
        from--;
    while (to < n && ((unsigned char)text[to] & 0xc0) == 0x80)
        to++;
    return arena_printf(a, "%.*s%s%s", (int)from, text, cut, text + to);
}

/* Returns the compiled function that contains the code of a row; NULL = unknown. */
static const char *function_of_row(const struct hotspot *h, bool *inlined)
{
    static const char in[] = ", inlined in ";
    const char *at = h->function ? strstr(h->function, in) : NULL;
    *inlined = at;
    return at ? at + strlen(in) : h->function;
}

/* Returns the function and offset of a name "object:function+0x28". */
static const char *title_of_name(struct arena *a, const char *name)
{
    const char *colon = strchr(name, ':');
    size_t n = length_of_function(name), from = colon ? (size_t)(colon + 1 - name) : 0;
    if (n <= from)
        return name;
    return arena_printf(
        a, "%s%s", title_of_function(a, arena_strndup(a, name + from, n - from), true), name + n);
}

/* Returns the title of code with a source line. place: "file:line". */
static const char *title_of_source(struct arena *a, const struct hotspot *h, const char *place,
                                   enum title_form form)
{
    bool inlined;
    const char *function = function_of_row(h, &inlined);
    bool plain = form == FORM_PLACE && h->kind == HOTSPOT_LOOP && !inlined;
    if (form == FORM_NAME)
        return arena_printf(a, "%s %s", place, h->name);
    if (plain || !function)
        return place;
    if (form == FORM_OFFSET)
        return arena_printf(a, "%s %s", place, title_of_name(a, h->name));
    return arena_printf(a, "%s %s", place, title_of_function(a, function, form == FORM_ARGUMENTS));
}

/* Returns the object of a name "object:function", for a short form without the version of a library
 * and at most LENGTH characters long. */
static const char *title_of_object(struct arena *a, const char *name, size_t n, bool whole)
{
    enum { LENGTH = 20 };
    static const char cut[] = "...";
    const char *object = arena_strndup(a, name, n), *so = strstr(object, ".so");
    if (whole)
        return object;
    n = so ? (size_t)(so - object) + strlen(".so") : n;
    return n <= LENGTH ? arena_strndup(a, object, n)
                       : arena_printf(a, "%.*s%s", (int)(LENGTH - strlen(cut)), object, cut);
}

/* Returns the title of code without a source line, from its name "object:function+0x28". */
static const char *title_of_code(struct arena *a, const struct hotspot *h, enum title_form form)
{
    const char *colon = strchr(h->name, ':');
    size_t n = length_of_function(h->name);
    if (form == FORM_NAME || !h->function || !colon || h->name + n <= colon + 1)
        return h->name;
    const char *function = arena_strndup(a, colon + 1, n - (size_t)(colon + 1 - h->name));
    const char *object =
        title_of_object(a, h->name, (size_t)(colon - h->name), form == FORM_OFFSET);
    return arena_printf(a, "%s:%s%s", object,
                        title_of_function(a, function, form >= FORM_ARGUMENTS), h->name + n);
}

/* ---- files ---- */

/* The files of the rows: names that occur in several folders. */
struct title_files {
    struct names names;
    struct name_index first; /* of a base name: the first row with it */
    struct name_index several;
};

static const char *base_name_of(struct title_files *f, const char *path)
{
    const char *base = runs_base_name(path);
    return name_of(&f->names, base, strlen(base));
}

static void collect_files(struct title_files *f, const struct gap_hot_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *path = rows[i].hot->source;
        if (!path)
            continue;
        uint32_t *first = name_index_at(&f->first, base_name_of(f, path), 0);
        if (*first == NAME_INDEX_NONE)
            *first = (uint32_t)i;
        else if (strcmp(rows[*first].hot->source, path) != 0)
            *name_index_at(&f->several, base_name_of(f, path), 0) = 1;
    }
}

/* Returns "file:line" or "folder/file:line". */
static const char *place_of(struct arena *a, struct title_files *f, const struct hotspot *h)
{
    const char *base = runs_base_name(h->source), *from = base;
    if (name_index_find(&f->several, base_name_of(f, h->source), 0) != NAME_INDEX_NONE &&
        from > h->source)
        for (from--; from > h->source && from[-1] != '/';)
            from--;
    return arena_printf(a, "%s:%ld", from, h->line);
}

/* ---- rows ---- */

static const char *title_of(struct arena *a, struct title_files *f, const struct hotspot *h,
                            enum title_form form)
{
    bool code = h->kind == HOTSPOT_LOOP || h->kind == HOTSPOT_STRAIGHT_LINE;
    const char *title = code && h->source && h->line > 0
                            ? title_of_source(a, h, place_of(a, f, h), form)
                        : code || h->kind == HOTSPOT_LIBRARY ? title_of_code(a, h, form)
                                                             : h->name;
    char *text = arena_strdup(a, shorten_title(a, title));
    shown_in_place(text, strlen(text), false);
    return text;
}

/* Gives rows with equal titles those of the next form. Returns false if there are none. */
static bool extend_titles(struct arena *a, struct title_files *f, struct gap_hot_row *rows,
                          size_t n, enum title_form form)
{
    struct name_index count = {0};
    bool more = false;
    for (size_t i = 0; i < n; i++) {
        const char *title = name_of(&f->names, rows[i].title, strlen(rows[i].title));
        uint32_t *times = name_index_at(&count, title, 0);
        *times = *times == NAME_INDEX_NONE ? 1 : 2;
    }
    for (size_t i = 0; i < n; i++) {
        const char *title = name_of(&f->names, rows[i].title, strlen(rows[i].title));
        if (name_index_find(&count, title, 0) == 1)
            continue;
        rows[i].title = title_of(a, f, rows[i].hot, form);
        more = true;
    }
    name_index_free(&count);
    return more;
}

/* Appends a number to the second and later ones of equal titles. */
static void number_titles(struct arena *a, struct title_files *f, struct gap_hot_row *rows,
                          size_t n)
{
    struct name_index count = {0};
    for (size_t i = 0; i < n; i++) {
        const char *title = name_of(&f->names, rows[i].title, strlen(rows[i].title));
        uint32_t *times = name_index_at(&count, title, 0);
        *times = *times == NAME_INDEX_NONE ? 1 : *times + 1;
        if (*times > 1)
            rows[i].title = arena_printf(a, "%s #%u", title, (unsigned)*times);
    }
    name_index_free(&count);
}

void titles_set(struct arena *a, struct gap_hot_row *rows, size_t n)
{
    struct title_files f = {0};
    collect_files(&f, rows, n);
    for (size_t i = 0; i < n; i++)
        rows[i].title = title_of(a, &f, rows[i].hot, FORM_PLACE);
    for (enum title_form form = FORM_FUNCTION; form < FORMS; form++)
        if (!extend_titles(a, &f, rows, n, form))
            break;
    number_titles(a, &f, rows, n);
    name_index_free(&f.first);
    name_index_free(&f.several);
    names_free(&f.names);
}
