/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/versions.h"

#include <string.h>

/* The source lines of an innermost loop. */
struct loop_lines {
    const char *source;
    long line, end_line;
};

static struct loop_lines lines_of_loop(const struct scan *s, struct arena *a, size_t i)
{
    struct compiled_loop c;
    scan_loop(s, a, i, &c);
    return (struct loop_lines){c.source, c.line, c.end_line};
}

static bool is_executed(const struct counted_code *of, size_t i)
{
    uint32_t line = x86_loop_start(of->scan, i);
    uint64_t address;
    if (!line || !listing_address(of->listing, line, &address))
        return false;
    struct hot_count c = hot_counts_at(of->counts, of->object, address);
    return is_known(c.n) && c.n.value > 0;
}

static bool overlap(const struct loop_lines *x, const struct loop_lines *y)
{
    return x->source && y->source && x->line > 0 && y->line > 0 && x->line <= y->end_line &&
           y->line <= x->end_line && strcmp(x->source, y->source) == 0;
}

static void add_versions(const struct counted_code *of, bool *selected)
{
    struct arena a = {0};
    const struct loop_finder *l = scan_loops(of->scan);
    struct loop_lines *sampled = ARENA_ARRAY(&a, struct loop_lines, loops_n(l) + 1);
    size_t n = 0;
    for (size_t i = 0; i < loops_n(l); i++)
        if (selected[i] && loops_at(l, i)->innermost)
            sampled[n++] = lines_of_loop(of->scan, &a, i);
    for (size_t i = 0; i < loops_n(l); i++) {
        if (selected[i] || !loops_at(l, i)->innermost || !is_executed(of, i))
            continue;
        struct loop_lines lines = lines_of_loop(of->scan, &a, i);
        for (size_t k = 0; k < n && !selected[i]; k++)
            selected[i] = overlap(&lines, &sampled[k]);
    }
    arena_free(&a);
}

bool *select_hot_loops(struct arena *a, const struct counted_code *of,
                       const struct row_samples *samples)
{
    size_t n = loops_n(scan_loops(of->scan));
    bool *selected = ARENA_ARRAY(a, bool, n + 1);
    for (size_t i = 0; i < n; i++)
        selected[i] = samples[i].weight + samples[i].inner > 0;
    if (of->counts && of->object)
        add_versions(of, selected);
    return selected;
}
