/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of a script: names, numbers, times. */
#include "lab/transputer/reader.h"
#include "base/util.h"

#include "base/nearest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void script_error(struct script_reader *r, const struct script_line *l, size_t i, const char *fmt,
                  ...)
{
    const struct script_word *last = &l->words[l->n_words - 1];
    long col = i < l->n_words ? l->words[i].col : last->col + (long)strlen(last->text);
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(r->a, fmt, ap);
    va_end(ap);
    diag_error(r->d, source_line_where(r->s, l->n, col), "%s", text);
}

void script_usage(struct script_reader *r, const struct script_line *l, size_t i, const char *word,
                  const char *operands)
{
    script_error(r, l, i, "expected '%s%s%s'", word, *operands ? " " : "", operands);
}

size_t script_form_of(const struct script_form *forms, size_t n, const char *word)
{
    size_t i = 0;
    while (i < n && strcmp(forms[i].word, word) != 0)
        i++;
    return i;
}

void script_unknown_form(struct script_reader *r, const struct script_line *l, const char *what,
                         const struct script_form *forms, size_t n)
{
    struct nearest near = {.word = l->words[0].text};
    const char *all = forms[0].word;
    for (size_t i = 0; i < n; i++) {
        nearest_offer(&near, forms[i].word);
        all = i > 0 ? arena_printf(r->a, "%s, %s", all, forms[i].word) : all;
    }
    if (near.best)
        script_error(r, l, 0, "no %s is named '%s': did you mean '%s'?", what, near.word,
                     near.best);
    else
        script_error(r, l, 0, "no %s is named '%s': use %s", what, near.word, all);
}

static const char *const kinds[NAME_KINDS] = {"transputer", "channel", "procedure", "process"};

/* Returns the closest name of that kind; NULL = none. */
static const char *nearest_name(const struct script_reader *r, const char *word,
                                enum script_name kind)
{
    struct nearest near = {.word = word};
    for (size_t i = 0; i < r->index.room; i++)
        if (r->index.at[i].name && r->index.at[i].owner == kind)
            nearest_offer(&near, r->index.at[i].name);
    return near.best;
}

int script_find(struct script_reader *r, const struct script_line *l, size_t i,
                enum script_name kind)
{
    const char *word = l->words[i].text;
    const char *name = name_find(&r->names, word, strlen(word));
    uint32_t at = name ? name_index_find(&r->index, name, kind) : NAME_INDEX_NONE;
    if (at != NAME_INDEX_NONE)
        return (int)at;
    const char *near = nearest_name(r, word, kind);
    if (near)
        script_error(r, l, i, "no %s is named '%s': did you mean '%s'?", kinds[kind], word, near);
    else
        script_error(r, l, i, "no %s is named '%s'%s", kinds[kind], word,
                     kind == NAME_PROCEDURE ? " above this line" : ": declare it");
    return -1;
}

bool script_whole(struct script_reader *r, const struct script_line *l, size_t i, long low,
                  long high, long *to)
{
    const char *word = l->words[i].text;
    char *end;
    *to = strtol(word, &end, 10);
    if (isdigit((unsigned char)*word) && !*end && *to >= low && *to <= high)
        return true;
    script_error(r, l, i, "expected a whole number from %ld to %ld, not '%s'", low, high, word);
    return false;
}

static const struct {
    const char *name;
    double us; /* 0: converted with the clock */
} units[] = {{"s", 1e6}, {"ms", 1e3}, {"us", 1}, {"cycles", 0}};

static bool unit_of(const char *name, double megahertz, bool cycles, double *us)
{
    for (size_t i = 0; i < COUNT_OF(units) - !cycles; i++)
        if (strcmp(units[i].name, name) == 0) {
            *us = units[i].us > 0 ? units[i].us : 1 / megahertz;
            return true;
        }
    return false;
}

bool script_time(struct script_reader *r, const struct script_line *l, size_t *i, bool cycles,
                 double *us)
{
    const double most = 1e12;
    const char *known = cycles ? "s, ms, us or cycles" : "s, ms or us";
    size_t at = *i;
    if (at >= l->n_words) {
        script_error(r, l, at, "expected a time: a number and %s", known);
        return false;
    }
    const char *word = l->words[at].text, *unit = word + strspn(word, "0123456789.");
    char *end;
    double n = strtod(arena_strndup(r->a, word, (size_t)(unit - word)), &end);
    if (unit == word || *end) {
        script_error(r, l, at, "expected a number and %s, not '%s'", known, word);
        return false;
    }
    if (!*unit)
        unit = ++at < l->n_words ? l->words[at].text : "";
    double factor;
    if (!unit_of(unit, r->p->parameters.megahertz, cycles, &factor)) {
        script_error(r, l, at, "a time requires a unit: %s", known);
        return false;
    }
    *us = n * factor;
    if (!(*us > 0) || *us > most) {
        script_error(r, l, *i, "a time must be more than 0 and at most %.0f s", most / 1e6);
        return false;
    }
    *i = at + 1;
    return true;
}
