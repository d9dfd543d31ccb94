/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/array.h"
#include "commands/macs/steps/words.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

void words_add(struct arena *a, struct words *w, const char *word)
{
    w->at = arena_grow(a, w->at, w->n, sizeof *w->at);
    w->at[w->n++] = word;
    w->at = arena_grow(a, w->at, w->n, sizeof *w->at);
    w->at[w->n] = NULL;
}

void words_add_all(struct arena *a, struct words *w, const struct words *more)
{
    for (size_t i = 0; i < more->n; i++)
        words_add(a, w, more->at[i]);
}

void words_addf(struct arena *a, struct words *w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    words_add(a, w, arena_vprintf(a, fmt, ap));
    va_end(ap);
}

bool words_contain(const struct words *w, const char *word)
{
    return text_is_among(w->at, w->n, word);
}

static int compare_words(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

void words_sort(struct words *w)
{
    array_sort(w, compare_words);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Reads one word at *text into to. Returns false if a quote is not closed. */
static bool read_word(const char **text, char *to)
{
    const char *p = *text;
    char quote = 0;
    for (; *p && (quote || !is_blank(*p)); p++) {
        if (quote ? *p == quote : *p == '\'' || *p == '"')
            quote = quote ? 0 : *p;
        else if (*p == '\\' && quote != '\'' && p[1] && (!quote || strchr("\"\\$`", p[1])))
            *to++ = *++p;
        else
            *to++ = *p;
    }
    *to = '\0';
    *text = p;
    return !quote;
}

bool words_split(struct arena *a, struct words *w, const char *text)
{
    char *room = ARENA_ARRAY(a, char, strlen(text) + 1);
    for (;;) {
        text += strspn(text, " \t\n");
        if (!*text)
            return true;
        bool closed = read_word(&text, room);
        words_add(a, w, arena_strdup(a, room));
        if (!closed)
            return false;
    }
}

static bool is_plain(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-+=./:,@%^";
    return *word && word[strspn(word, letters)] == '\0';
}

const char *word_quoted(struct arena *a, const char *word)
{
    if (is_plain(word))
        return word;
    char *text = ARENA_ARRAY(a, char, 4 * strlen(word) + 3), *to = text;
    *to++ = '\'';
    for (; *word; word++) {
        if (*word == '\'')
            to = stpcpy(to, "'\\''");
        else
            *to++ = *word;
    }
    *to = '\'';
    return text;
}

const char *words_quoted(struct arena *a, const struct words *w)
{
    const char *text = "";
    for (size_t i = 0; i < w->n; i++)
        text = arena_printf(a, "%s%s%s", text, i ? " " : "", word_quoted(a, w->at[i]));
    return text;
}
