/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/nearest.h"
#include "base/util.h"

#include <stdint.h>
#include <string.h>

enum { MAX_WORD = 48 }; /* longer words are not regarded as misspellings */

static unsigned count_ones(uint64_t set)
{
    unsigned n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static uint64_t letters_of(const char *s)
{
    uint64_t set = 0;
    for (; *s; s++)
        set |= (uint64_t)1 << (*s & 63);
    return set;
}

/* Returns a lower bound of the distance of words with these sets of letters, because a change
 * removes one letter and adds one. */
static size_t min_distance(uint64_t a, uint64_t b)
{
    unsigned removed = count_ones(a & ~b), added = count_ones(b & ~a);
    return removed > added ? removed : added;
}

/* Returns the optimal string alignment distance, or a value above most if it is above most. Keeps
 * three rows of the table, and computes only elements at most `most` off the diagonal. */
static size_t distance(const char *a, size_t na, const char *b, size_t nb, size_t most)
{
    size_t rows[3][MAX_WORD + 2], *before = rows[0], *last = rows[1], *now = rows[2];
    size_t least_last = 0;
    for (size_t j = 0; j <= nb; j++)
        last[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t from = i > most ? i - most : 1, to = min_size(nb, i + most), least_now = most + 1;
        now[from - 1] = from == 1 ? i : most + 1;
        now[to + 1] = most + 1;
        for (size_t j = from; j <= to; j++) {
            now[j] =
                min_size(min_size(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = min_size(now[j], before[j - 2] + 1);
            least_now = min_size(least_now, now[j]);
        }
        if (least_now > most && least_last > most)
            return most + 1;
        size_t *spare = before;
        before = last;
        last = now;
        now = spare;
        least_last = least_now;
    }
    return last[nb];
}

void nearest_offer(struct nearest *n, const char *name)
{
    size_t nw = strlen(n->word), nn = strlen(name);
    if (n->best && n->distance == 0)
        return;
    size_t most = n->best ? n->distance - 1 : (nw + 2) / 3;
    if (nw == 0 || nw > MAX_WORD || nn > MAX_WORD || nn > nw + most || nw > nn + most)
        return;
    if (min_distance(letters_of(n->word), letters_of(name)) > most)
        return;
    size_t d = distance(n->word, nw, name, nn, most);
    if (d > most || d >= nn)
        return;
    n->best = name;
    n->distance = d;
}
