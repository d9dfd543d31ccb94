/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/streams.h"

#include <math.h>

enum { PAGE_LEAST = 4096 };

/* Returns the stride in the innermost loop; 0 = unknown, or none. */
static double inner_stride(const struct movement *m, size_t i)
{
    struct quantity q = m->at[i].strides[m->n_levels - 1];
    return is_known(q) ? fabs(q.value) : 0;
}

/* ---- streams ---- */

static bool is_same_stream(const struct movement *m, size_t i, size_t k)
{
    return m->at[i].group == m->at[k].group &&
           fabs(m->at[i].offset - m->at[k].offset) < STREAM_APART;
}

/* Returns whether no earlier reference is in the stream. */
static bool begins_stream(const struct movement *m, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_same_stream(m, i, k))
            return false;
    return inner_stride(m, i) > 0;
}

static bool is_stored(const struct movement *m, size_t i)
{
    for (size_t k = i; k < m->n; k++)
        if (m->at[k].write && is_same_stream(m, i, k))
            return true;
    return false;
}

struct stream_numbers streams_count(const struct movement *m)
{
    struct stream_numbers n = {0};
    for (size_t i = 0; m->n_levels > 0 && i < m->n; i++)
        if (begins_stream(m, i))
            ++*(is_stored(m, i) ? &n.stored : &n.loaded);
    return n;
}

/* ---- sets ---- */

static double greatest_divisor(double a, double b)
{
    while (b > 0) {
        double rest = fmod(a, b);
        a = b;
        b = rest;
    }
    return a;
}

bool conflicts_find(const struct machine_cache *c, const struct movement *m, size_t i,
                    struct set_use *use)
{
    double way = c->ways > 0 ? c->bytes / (double)c->ways : 0, line = c->line_bytes;
    const struct quantity trip = m->levels[m->n_levels - 1].trip;
    double stride = inner_stride(m, i);
    if (way <= 0 || way > PAGE_LEAST || line <= 0 || stride < line || !is_known(trip))
        return false;
    double step = fmax(greatest_divisor(way, stride), line);
    *use = (struct set_use){
        .lines = trip.value, .sets = way / step, .held = way / step * (double)c->ways};
    use->of = way / line;
    return use->lines > use->held && use->lines * line <= c->bytes;
}

/* ---- printing ---- */

void streams_print(FILE *out, const struct machine *m, const struct movement *nest)
{
    struct stream_numbers n = streams_count(nest);
    struct set_use use;
    fprintf(out, "  streams: %d loaded, %d stored\n", n.loaded, n.stored);
    for (int c = 0; c < m->n_caches; c++)
        for (size_t i = 0; nest->n_levels > 0 && i < nest->n; i++)
            if (conflicts_find(&m->caches[c], nest, i, &use))
                fprintf(out,
                        "  conflicts: %.6g lines at a stride of %.6g bytes belong to %.6g of %.6g "
                        "sets of %s, which hold %.6g\n",
                        use.lines, inner_stride(nest, i), use.sets, use.of, m->caches[c].name,
                        use.held);
}
