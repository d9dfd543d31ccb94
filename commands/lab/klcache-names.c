/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats elements and cells for readers. */
#include "commands/lab/klcache.h"
#include "base/textstream.h"

#include <inttypes.h>

/* Equidistant elements of one datum. */
struct range {
    const struct datum *of; /* NULL = data without a name; then first and last are addresses */
    uint64_t first, last, step;
};

static uint64_t index_of(const struct datum *t, uint64_t address)
{
    return !t ? address : (address - t->address) / t->element;
}

/* Returns the range that begins at elements[*i], and advances *i past it. */
static struct range next_range(const struct places *p, const uint64_t *elements, size_t n,
                               size_t *i)
{
    struct range r = {.of = places_find(p, elements[*i])};
    size_t length = 1;

    r.first = r.last = index_of(r.of, elements[(*i)++]);
    for (; *i < n && places_find(p, elements[*i]) == r.of; ++*i, length++) {
        uint64_t index = index_of(r.of, elements[*i]);
        if (length > 1 && index - r.last != r.step)
            break;
        r.step = index - r.last;
        r.last = index;
    }
    if (length == 2 && r.step > 1 && r.of) {
        r.last = r.first;
        --*i;
    }
    return r;
}

static const char *element(struct arena *a, const struct range *r, uint64_t index)
{
    return r->of ? places_element(a, r->of, index) : arena_printf(a, "0x%" PRIx64, index);
}

static void put_range(struct arena *a, const struct range *r, FILE *out)
{
    uint64_t usual = r->of ? 1 : 8;

    fputs(element(a, r, r->first), out);
    if (r->last == r->first)
        return;
    fprintf(out, "..%s", element(a, r, r->last));
    if (r->step != usual)
        fprintf(out, " by %" PRIu64, r->step);
}

const char *klcache_ranges(const struct klcache *k, const uint64_t *elements, size_t n, long most)
{
    struct text_stream text;
    size_t i = 0;
    long shown = 0, more = 0;
    FILE *f = text_open(&text);

    while (i < n) {
        struct range r = next_range(&k->of->places, elements, n, &i);
        if (most > 0 && shown >= most) {
            more++;
            continue;
        }
        fputs(shown++ > 0 ? ", " : "", f);
        put_range(k->arena, &r, f);
    }
    if (more > 0)
        fprintf(f, " and %ld more", more);
    const char *kept = arena_strdup(k->arena, text_close(&text));
    array_release(text.text);
    return kept;
}

const char *klcache_cells(struct arena *a, const uint32_t *cells, size_t n)
{
    const char *text = "";

    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && cells[end] == cells[end - 1] + 1)
            end++;
        const char *comma = i > 0 ? "," : "";
        if (end - i > 1)
            text =
                arena_printf(a, "%s%s%" PRIu32 "-%" PRIu32, text, comma, cells[i], cells[end - 1]);
        else
            text = arena_printf(a, "%s%s%" PRIu32, text, comma, cells[i]);
        i = end;
    }
    return text;
}
