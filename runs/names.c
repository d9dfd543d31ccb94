/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/names.h"
#include "runs/runs.h"

#include <stdlib.h>
#include <string.h>

enum { CANDIDATES_SHOWN = 5 };

enum loop_match match_loop_name(const char *id, const char *name)
{
    size_t n = strlen(id), tail = strlen(name);
    if (strcmp(id, name) == 0)
        return MATCHES_ID;
    if (strcmp(runs_base_name(id), runs_base_name(name)) == 0)
        return MATCHES_WITHOUT_DIRECTORY;
    if (tail == 0 || tail >= n || strcmp(id + n - tail, name) != 0)
        return NO_MATCH;
    char before = id[n - tail - 1];
    return before == '/' || before == ':' ? MATCHES_TAIL : NO_MATCH;
}

/* Returns the tail of id with as many parts as name has. */
static const char *tail_like(const char *id, const char *name)
{
    const char *tail = id + strlen(id);
    long colons = 0;
    for (const char *c = name; *c; c++)
        colons += *c == ':';
    while (tail > id && tail[-1] != '/' && (tail[-1] != ':' || colons-- > 0))
        tail--;
    return tail;
}

/* Returns the part of a name that is the line. */
static const char *line_part(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

/* Returns the distance in lines between a loop and a name that differs only in the line: a line
 * alone, or with the same routine; -1 = name is not of that form. */
static long lines_between(const char *id, const char *name)
{
    const char *tail = tail_like(id, name), *of_id = line_part(tail), *of_name = line_part(name);
    if (of_id - tail != of_name - name || strncmp(tail, name, (size_t)(of_id - tail)) != 0 ||
        !*of_name || of_name[strspn(of_name, "0123456789")])
        return -1;
    return labs(strtol(of_id, NULL, 10) - strtol(of_name, NULL, 10));
}

/* Keeps the loop of the same routine with the smallest distance in lines. Returns whether there is
 * one. */
static bool offer_line(struct loop_search *s, const char *id)
{
    long lines = lines_between(id, s->name);
    bool before = s->near_id && lines_between(s->near_id, s->name) >= 0;
    if (lines >= 0 && (!before || lines < lines_between(s->near_id, s->name))) {
        s->near_id = arena_strdup(s->a, id);
        s->near.best = s->name;
        s->near.distance = 0;
    }
    return lines >= 0 || before;
}

/* Keeps the loop most similar to the name: one of the same routine, otherwise the one with the most
 * similar spelling. */
static void offer_near(struct loop_search *s, const char *id)
{
    if (offer_line(s, id))
        return;
    const char *part = strstr(id, s->name), *before = s->near.best;
    size_t n = strlen(s->name);
    if (part && n && part > id && part[-1] == ':' && part[n] == ':') {
        s->near_id = s->near_id && s->near.best == s->name ? s->near_id : arena_strdup(s->a, id);
        s->near.best = s->name;
        s->near.distance = 0;
        return;
    }
    nearest_offer(&s->near, tail_like(id, s->name));
    if (s->near.best == before)
        return;
    s->near_id = arena_strdup(s->a, id);
    s->near.best = tail_like(s->near_id, s->name);
}

void loop_search_offer(struct loop_search *s, const char *id)
{
    enum loop_match match = match_loop_name(id, s->name);
    s->near.word = s->name;
    if (match == NO_MATCH && s->best == NO_MATCH)
        offer_near(s, id);
    if (match == NO_MATCH || match < s->best)
        return;
    if (match > s->best)
        s->found = (struct notes){0};
    s->best = match;
    for (size_t i = 0; i < s->found.n; i++)
        if (strcmp(s->found.at[i], id) == 0)
            return;
    note(s->a, &s->found, "%s", id);
}

const char *loop_search_problem(const struct loop_search *s)
{
    const char *text = "";
    if (s->found.n == 0)
        return s->near_id
                   ? arena_printf(s->a, "no loop '%s'; did you mean '%s'?", s->name, s->near_id)
                   : arena_printf(s->a,
                                  "no loop '%s'; name a loop as file:routine:line, routine:line or "
                                  "line, with the line in which the loop begins",
                                  s->name);
    for (size_t i = 0; i < s->found.n && i < CANDIDATES_SHOWN; i++)
        text = arena_printf(s->a, "%s%s%s", text, i ? ", " : "", s->found.at[i]);
    if (s->found.n > CANDIDATES_SHOWN)
        text = arena_printf(s->a, "%s and %zu more", text, s->found.n - CANDIDATES_SHOWN);
    return arena_printf(s->a, "'%s' matches %zu loops: %s; write more of the name", s->name,
                        s->found.n, text);
}

/* ---- manifests and machine descriptions ---- */

const char *value_in_text(struct arena *a, const char *text, const char *key)
{
    const char *value = NULL;
    size_t n = strlen(key);
    while (text && *text) {
        const char *p = text + strspn(text, " \t");
        size_t blanks = strncmp(p, key, n) == 0 ? strspn(p + n, " \t") : 0;
        if (blanks)
            value = arena_strndup(a, p + n + blanks, strcspn(p + n + blanks, " \t\r\n#"));
        text = strchr(text, '\n');
        text += text != NULL;
    }
    return value;
}

const char *isa_in_text(struct arena *a, const char *text)
{
    return value_in_text(a, text, "isa");
}
