/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/plan/order.h"
#include "base/file.h"
#include "commands/macs/compilers/flags.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_LINE = 1000 };

struct file_modules {
    struct words makes, needs; /* names in lower case */
    bool placed;
};

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Returns the word at *p in lower case, and moves *p after it and its blanks. */
static const char *read_word(struct arena *a, const char **p)
{
    const char *from = *p;
    while (is_letter(**p))
        ++*p;
    char *word = arena_strndup(a, from, (size_t)(*p - from));
    for (char *q = word; *q; q++)
        *q = (char)tolower((unsigned char)*q);
    *p += strspn(*p, " \t");
    return word;
}

/* Reads the rest of "use NAME" or "use, intrinsic :: NAME"; ignores an assignment "use = 1". */
static void read_use(struct arena *a, struct file_modules *m, const char *rest)
{
    const char *colons = strstr(rest, "::");
    if (*rest == ',' && colons)
        rest = colons;
    rest += strspn(rest, ": \t");
    if (isalpha((unsigned char)*rest))
        words_add(a, &m->needs, read_word(a, &rest));
}

/* Reads the rest of "module NAME"; ignores "module procedure NAME". */
static void read_module(struct arena *a, struct file_modules *m, const char *rest)
{
    const char *name = read_word(a, &rest);
    if (*name && strchr("\n\r!;", *rest))
        words_add(a, &m->makes, name);
}

/* Reads the rest of "submodule (PARENT) NAME" or "submodule (PARENT:ELDER) NAME". */
static void read_submodule(struct arena *a, struct file_modules *m, const char *rest)
{
    rest += strspn(rest, "( \t");
    words_add(a, &m->needs, read_word(a, &rest));
}

static void read_line(struct arena *a, struct file_modules *m, const char *line, bool fixed)
{
    if (*line == '#' || (fixed && strchr("cC*!dD", *line)))
        return;
    line += strspn(line, " \t0123456789");
    if (!isalpha((unsigned char)*line))
        return;
    const char *word = read_word(a, &line);
    if (strcmp(word, "use") == 0)
        read_use(a, m, line);
    else if (strcmp(word, "module") == 0)
        read_module(a, m, line);
    else if (strcmp(word, "submodule") == 0)
        read_submodule(a, m, line);
}

static void read_modules(struct arena *a, struct file_modules *m, const char *path)
{
    char line[LONGEST_LINE];
    FILE *f = fopen(path, "r");
    if (!f)
        return;
    while (fgets(line, sizeof line, f))
        if (strcasestr(line, "use") || strcasestr(line, "module"))
            read_line(a, m, line, file_is_fixed(path));
    file_drop(f); /* the compiler reports unreadable files */
}

/* Returns whether a remaining file other than i defines a module that i uses. */
static bool uses_remaining(const struct file_modules *m, size_t n, size_t i)
{
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; j != i && !m[j].placed && k < m[i].needs.n; k++)
            if (words_contain(&m[j].makes, m[i].needs.at[k]) &&
                !words_contain(&m[i].makes, m[i].needs.at[k]))
                return true;
    return false;
}

struct words order_by_modules(struct arena *a, const struct words *files)
{
    struct file_modules *m = ARENA_ARRAY(a, struct file_modules, files->n + 1);
    struct words order = {.n = 0};
    for (size_t i = 0; i < files->n; i++)
        read_modules(a, &m[i], files->at[i]);
    while (order.n < files->n) {
        size_t first = files->n, next = files->n;
        for (size_t i = files->n; i-- > 0;)
            if (!m[i].placed) {
                first = i;
                next = uses_remaining(m, files->n, i) ? next : i;
            }
        next = next < files->n ? next : first;
        m[next].placed = true;
        words_add(a, &order, files->at[next]);
    }
    return order;
}
