/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cold parts of functions in objdump's text. Compilers move rarely executed code of a function to
 * another place in the section, under the name NAME.cold or NAME.cold.N (demangled: NAME
 * [clone .cold]). It belongs to the function into which it jumps: a jump to an instruction other
 * than the first of a function is control flow within that function. A cold part without such a
 * jump leads out of its function, so it is in none of its loops. */
#include "base/util.h"
#include "x86-asm/state.h"

#include <stdlib.h>

/* Maximum number of cold parts of a function; more are separate functions. gcc makes one. */
enum { COLD_PARTS_MOST = 16 };

static bool ends_with(struct x86_text t, const char *with)
{
    size_t n = strlen(with);
    return t.n >= n && memcmp(t.at + t.n - n, with, n) == 0;
}

/* Returns the function's name in the name of its cold part; empty: the name is not of that form. */
static struct x86_text function_of_cold_name(struct x86_text t)
{
    static const char opens[] = " [clone ", cold[] = ".cold";
    const struct x86_text none = {t.at, 0};
    size_t whole;
    bool demangled = t.n && t.at[t.n - 1] == ']';
    t.n -= demangled;
    whole = t.n;
    while (t.n && x86_is_digit(t.at[t.n - 1]))
        t.n--;
    if (t.n < whole && (!t.n || t.at[--t.n] != '.'))
        return none;
    if (!ends_with(t, cold))
        return none;
    t.n -= sizeof cold - 1;
    if (demangled && !ends_with(t, opens))
        return none;
    t.n -= demangled ? sizeof opens - 1 : 0;
    return t;
}

/* ---- headers ---- */

static void read_headers(const char *p, const char *end, struct x86_cold_parts *c)
{
    struct x86_dump_header h = {.line = 1};
    for (; p < end; p++, h.line++) {
        const char *to = x86_line_end(p, end);
        h.p = p;
        if (x86_read_dump_header(p, to, &h.address, &h.name))
            *array_push(&c->headers) = h;
        p = to;
    }
}

static bool has_cold_name(const struct x86_cold_parts *c)
{
    for (size_t i = 0; i < c->headers.n; i++)
        if (function_of_cold_name(c->headers.at[i].name).n)
            return true;
    return false;
}

struct position_search {
    const struct x86_dump_header *headers;
    const char *p;
};

static bool is_before(const void *context, size_t i)
{
    const struct position_search *s = context;
    return s->headers[i].p < s->p;
}

size_t x86_header_at(const struct x86_cold_parts *c, const char *p)
{
    if (!c->headers.n)
        return SIZE_MAX;
    return partition_point(c->headers.n, is_before, &(struct position_search){c->headers.at, p});
}

/* ---- functions by address ---- */

struct address_search {
    const struct placed_header *at;
    uint64_t address;
};
struct placed_header {
    uint64_t address;
    uint32_t header;
};

static int by_address(const void *a, const void *b)
{
    const struct placed_header *x = a, *y = b;
    return ORDER_OF(x->address, y->address);
}

/* Returns the headers in ascending order of addresses; NULL if two have the same address: sections
 * of a file that is not linked, in which jumps between sections have no targets. */
static struct placed_header *headers_by_address(const struct x86_cold_parts *c)
{
    size_t n = c->headers.n;
    struct placed_header *at = xmalloc((n + 1) * sizeof *at);
    for (size_t i = 0; i < n; i++)
        at[i] = (struct placed_header){c->headers.at[i].address, (uint32_t)i};
    qsort(at, n, sizeof *at, by_address);
    for (size_t i = 1; i < n; i++)
        if (at[i].address == at[i - 1].address) {
            free(at);
            return NULL;
        }
    return at;
}

static bool begins_before(const void *context, size_t i)
{
    const struct address_search *s = context;
    return s->at[i].address <= s->address;
}

/* Returns the header of the function that contains the address; SIZE_MAX = none. */
static size_t header_of_address(const struct x86_cold_parts *c, const struct placed_header *at,
                                uint64_t address)
{
    size_t i = partition_point(c->headers.n, begins_before, &(struct address_search){at, address});
    return i ? at[i - 1].header : SIZE_MAX;
}

/* ---- owners ---- */

/* Returns true if a jump from the cold part to that address shows that it belongs to function f. A
 * jump to the first instruction can also be a call at the end of the cold part; then the names must
 * match. */
static bool jumps_into(const struct x86_cold_parts *c, size_t cold, size_t f, uint64_t address)
{
    const struct x86_dump_header *function = &c->headers.at[f];
    struct x86_text name = function_of_cold_name(c->headers.at[cold].name);
    if (f == cold || function_of_cold_name(function->name).n)
        return false;
    return address != function->address ||
           (name.n == function->name.n && memcmp(name.at, function->name.at, name.n) == 0);
}

/* Returns the function into which the cold part jumps; SIZE_MAX = none. */
static size_t function_of_cold_part(const struct x86_cold_parts *c, const struct placed_header *at,
                                    size_t cold, const char *end)
{
    struct x86_dump_line d;
    uint64_t address;
    const char *p = x86_line_end(c->headers.at[cold].p, end);
    end = cold + 1 < c->headers.n ? c->headers.at[cold + 1].p : end;
    for (; p < end; p++) {
        const char *to = x86_line_end(p, end);
        if (x86_read_dump_line(p, to, &d) && x86_read_jump_target(d.text, &address)) {
            size_t f = header_of_address(c, at, address);
            if (f != SIZE_MAX && jumps_into(c, cold, f, address))
                return f;
        }
        p = to;
    }
    return SIZE_MAX;
}

static int by_function(const void *a, const void *b)
{
    const struct x86_cold_part *x = a, *y = b;
    return ORDER_BY_TWO(x, y, function, header);
}

/* Sorts the parts, and removes those above the limit. */
static void sort_parts(struct x86_cold_parts *c)
{
    size_t n = 0;
    array_sort(&c->at, by_function);
    for (size_t i = 0; i < c->at.n; i++) {
        struct x86_cold_part part = c->at.at[i];
        if (n >= COLD_PARTS_MOST && c->at.at[n - COLD_PARTS_MOST].function == part.function)
            continue;
        c->headers.at[part.header].joined = true;
        c->at.at[n++] = part;
    }
    c->at.n = n;
}

void x86_find_cold_parts(const char *text, const char *end, struct x86_cold_parts *c)
{
    read_headers(text, end, c);
    struct placed_header *at = has_cold_name(c) ? headers_by_address(c) : NULL;
    for (size_t i = 0; at && i < c->headers.n; i++) {
        if (!function_of_cold_name(c->headers.at[i].name).n)
            continue;
        size_t f = function_of_cold_part(c, at, i, end);
        if (f != SIZE_MAX)
            *array_push(&c->at) = (struct x86_cold_part){(uint32_t)f, (uint32_t)i};
    }
    free(at);
    sort_parts(c);
    if (!c->at.n)
        x86_free_cold_parts(c);
}

size_t x86_first_cold_part(const struct x86_cold_parts *c, size_t function)
{
    return FIRST_AT_LEAST(c->at.at, c->at.n, struct x86_cold_part, function, function);
}

void x86_free_cold_parts(struct x86_cold_parts *c)
{
    array_free(&c->headers);
    array_free(&c->at);
}
