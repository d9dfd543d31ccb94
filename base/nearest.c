/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/nearest.h"

#include <string.h>

enum { LONGEST = 48 }; /* longer words are no misspellings */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Optimal string alignment, rows kept: two back, one back, this one. */
static size_t distance(const char *a, size_t na, const char *b, size_t nb)
{
    size_t rows[3][LONGEST + 1], *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= nb; j++)
        last[j] = j;
    for (size_t i = 1; i <= na; i++) {
        now[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
        size_t *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[nb];
}

void nearest_offer(struct nearest *n, const char *name)
{
    size_t nw = strlen(n->word), nn = strlen(name);
    size_t most = (nw + 2) / 3;
    if (nw == 0 || nw > LONGEST || nn > LONGEST || nn > nw + most || nw > nn + most)
        return;
    size_t d = distance(n->word, nw, name, nn);
    if (d > most || d >= nn || (n->best && d >= n->distance))
        return;
    n->best = name;
    n->distance = d;
}
