/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

static int by_first(const void *a, const void *b)
{
    const struct line_range *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

void lines_of(const char *path, struct line_range *ranges, size_t n,
              int (*visit)(void *to, long line, const char *text), void *to)
{
    struct stat st;
    FILE *f = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
    char *text = NULL;
    size_t room = 0, next = 0;
    ssize_t len;
    long last = 0; /* of the ranges that have begun */
    int going = 1;
    if (!f)
        return;
    if (n)
        qsort(ranges, n, sizeof *ranges, by_first);
    for (long line = 1; going && (next < n || line <= last); line++) {
        if ((len = getline(&text, &room, f)) < 0)
            break;
        for (; next < n && ranges[next].first <= line; next++)
            if (ranges[next].last > last)
                last = ranges[next].last;
        text[strcspn(text, "\r\n")] = '\0';
        if (line <= last)
            going = visit(to, line, text);
    }
    free(text);
    fclose(f);
}
