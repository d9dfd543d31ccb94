/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/trace/places.h"
#include "base/util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REGIONS = 1 << 20 };

/* The unread rest of a line. */
struct words {
    const char *at, *end;
};

static bool next_word(struct words *w, const char **word, size_t *n)
{
    while (w->at < w->end && *w->at == ' ')
        w->at++;
    *word = w->at;
    while (w->at < w->end && *w->at != ' ')
        w->at++;
    *n = (size_t)(w->at - *word);
    return *n > 0;
}

static bool next_number(struct words *w, uint64_t *value)
{
    const char *word;
    size_t n, i = 0;

    if (!next_word(w, &word, &n))
        return false;
    uint64_t base = n > 2 && word[0] == '0' && word[1] == 'x' ? 16 : 10;
    *value = 0;
    for (i = base == 16 ? 2 : 0; i < n; i++) {
        unsigned c = (unsigned char)word[i];
        unsigned digit = c - '0' < 10 ? c - '0' : (c | 32) - 'a' < 6 ? (c | 32) - 'a' + 10 : 99;
        if (digit >= base || *value > (UINT64_MAX - digit) / base)
            return false;
        *value = *value * base + digit;
    }
    return true;
}

static bool read_datum(struct places *p, struct arena *a, struct words *w)
{
    struct datum t = {.reach = 0};
    const char *name;
    size_t n;

    if (!next_word(w, &name, &n) || !next_number(w, &t.address) || !next_number(w, &t.bytes) ||
        !next_number(w, &t.element))
        return false;
    while (t.n_extents < PLACE_EXTENTS && next_number(w, &t.extents[t.n_extents]))
        if (t.extents[t.n_extents++] == 0)
            return false;
    if (t.bytes == 0 || t.element == 0 || t.bytes > UINT64_MAX - t.address)
        return false;
    t.name = arena_strndup(a, name, n);
    *ARENA_PUSH(a, p->data, p->n) = t;
    return true;
}

/* Copies the regions when their array grows: another array grows in the arena at the same time. */
static bool read_region(struct places *p, struct arena *a, struct words *w)
{
    uint64_t number;
    const char *name;
    size_t n;

    if (!next_number(w, &number) || !next_word(w, &name, &n) || number >= MOST_REGIONS)
        return false;
    if (number >= p->n_regions) {
        size_t room = (size_t)number * 2 + 8;
        const char **more = ARENA_ARRAY(a, const char *, room);
        for (size_t i = 0; i < p->n_regions; i++)
            more[i] = p->regions[i];
        p->regions = more;
        p->n_regions = room;
    }
    p->regions[number] = arena_strndup(a, name, n);
    return true;
}

static bool read_line(struct places *p, struct arena *a, struct words w)
{
    const char *word;
    size_t n;

    if (!next_word(&w, &word, &n))
        return true;
    if (n == 4 && memcmp(word, "data", 4) == 0)
        return read_datum(p, a, &w);
    return n == 6 && memcmp(word, "region", 6) == 0 && read_region(p, a, &w);
}

static int by_address(const void *a, const void *b)
{
    const struct datum *x = a, *y = b;

    int addresses = ORDER_OF(x->address, y->address), sizes = ORDER_OF(y->bytes, x->bytes);
    int order = addresses ? addresses : sizes ? sizes : ORDER_OF(x->n_extents, y->n_extents);
    return order ? order : strcmp(x->name, y->name);
}

bool places_read(struct places *p, struct arena *a, const char *path, const char *symbols,
                 struct diag *d)
{
    long line = 0, errors = d->errors;

    *p = (struct places){.n = 0};
    for (const char *at = symbols, *end; *at != 0; at = *end == 0 ? end : end + 1) {
        end = strchr(at, '\n');
        end = end ? end : at + strlen(at);
        line++;
        if (!read_line(p, a, (struct words){at, end}))
            diag_error(d, (struct where){.file = path},
                       "line %ld of the symbols of this trace is invalid; write the trace again",
                       line);
    }
    if (p->n > 0)
        qsort(p->data, p->n, sizeof *p->data, by_address);
    uint64_t reach = 0;
    for (size_t i = 0; i < p->n; i++) {
        uint64_t end = p->data[i].address + p->data[i].bytes;
        reach = end > reach ? end : reach;
        p->data[i].reach = reach;
    }
    return d->errors == errors;
}

const struct datum *places_find(const struct places *p, uint64_t address)
{
    const struct datum *best = NULL;
    size_t low = 0, high = p->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->data[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i-- > 0 && p->data[i].reach > address;) {
        const struct datum *t = &p->data[i];
        if (address - t->address < t->bytes && (!best || t->bytes < best->bytes))
            best = t;
    }
    return best;
}

const char *places_element(struct arena *a, const struct datum *t, uint64_t element)
{
    char text[24 * PLACE_EXTENTS + 4];
    size_t n = 0;

    if (t->bytes <= t->element)
        return t->name;
    for (uint32_t k = 0; k < t->n_extents || k == 0; k++) {
        bool last = k + 1 >= t->n_extents;
        uint64_t index = last ? element : element % t->extents[k];
        n += (size_t)snprintf(text + n, sizeof text - n, "%c%" PRIu64, k == 0 ? '(' : ',',
                              index + 1);
        element = last ? 0 : element / t->extents[k];
    }
    return arena_printf(a, "%s%s)", t->name, text);
}
