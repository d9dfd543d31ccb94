/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of builds as text. */
#include "commands/macs-gap/page.h"
#include "commands/macs-gap/macs-gap.h"
#include "gaps/hot/coverage.h"
#include "plots/compare.h"

#include <string.h>

static const char *loop_id(const void *comparison, size_t i)
{
    return ((const struct comparison *)comparison)->loops[i].loop;
}

static bool is_measured(const struct comparison *c, size_t loop)
{
    for (size_t b = 0; b < c->n; b++)
        if (is_known(c->loops[loop].measured[b]))
            return true;
    return false;
}

static void put_measured_loops(struct page *p, const struct comparison *c, bool brief)
{
    struct arena a = {0};
    size_t common = common_length(c, c->n_loops, loop_id);
    const char **titles = ARENA_ARRAY(&a, const char *, c->n + 1);
    titles[0] = "loop";
    for (size_t b = 0; b < c->n; b++)
        titles[b + 1] = c->builds[b];
    page_table(p, titles, c->n + 1);
    for (size_t i = 0; i < c->n_loops; i++) {
        if (brief && !is_measured(c, i))
            continue;
        page_cell(p, c->loops[i].loop + common);
        for (size_t b = 0; b < c->n; b++)
            page_number(p, c->loops[i].measured[b]);
    }
    page_end_table(p);
    arena_free(&a);
}

/* Returns text with '-' in place of the typographic minus of charts. */
static const char *replace_minus(struct arena *a, const char *text)
{
    static const char minus[] = "\u2212";
    char *to = arena_strdup(a, text), *end = to;
    for (const char *p = text; *p; end++) {
        bool is_minus = strncmp(p, minus, sizeof minus - 1) == 0;
        *end = is_minus ? '-' : *p;
        p += is_minus ? sizeof minus - 1 : 1;
    }
    *end = '\0';
    return to;
}

static void put_comparison(struct page *p, const struct comparison *c, bool brief)
{
    page_title(p, "builds on %ld processor%s of %s; measured cycles per iteration%s", c->processors,
               c->processors == 1 ? "" : "s", c->machine,
               c->repeated ? "; median of repeated runs" : "");
    put_measured_loops(p, c, brief);
    for (size_t b = 1; c->complete_loops > 0 && b < c->n; b++)
        page_remark(p, arena_printf(&p->arena, "%zu loop%s: %s", c->complete_loops,
                                    c->complete_loops == 1 ? "" : "s together",
                                    replace_minus(&p->arena, c->summaries[b - 1])));
    if (c->left_out)
        page_remark(p, arena_printf(&p->arena, "%zu more builds omitted", c->left_out));
}

void gap_compare_text(struct page *p, const struct gap_table *t, bool brief)
{
    struct arena a = {0};
    size_t n, shown = 0;
    const struct comparison *list = compare_builds(&a, t, &n);
    for (size_t i = 0; i < n; i++)
        if (list[i].processors > 0) {
            put_comparison(p, &list[i], brief);
            shown++;
        }
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].coverage && !t->at[i].n)
            page_remark(p, arena_printf(&a, "run %s was sampled: it is not compared, because %s",
                                        t->at[i].run, coverage_no_gaps(&a, t->at[i].coverage)));
    if (!shown)
        page_line(p, "no two builds were measured on the same machine and number of processors");
    arena_free(&a);
}
