/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a chart of a run database and prints how many of its texts touch each other, and how many
 * boxes are outside its pages: watch-plot DB CHART [LOOP...] Exit status 1 if there are any. */
#include "gaps/gaps.h"
#include "runs/runs.h"
#include "tests/unit/watch.h"

#include <stdlib.h>

static bool sound(const struct gaps *g, const char *chart, bool loops_named)
{
    struct watcher *w = malloc(sizeof *w);
    struct arena a = {0};
    struct plot_facts f = {gaps_table(g), g, loops_named, 0};
    const char *why = watch_chart_in(&a, &f, chart, w);
    bool ok = !why && !w->touching && !w->outside;
    if (why)
        printf("%s: not drawn: %s\n", chart, why);
    else
        printf("%s: %zu pages, %ld texts touch, %ld things off the page\n", chart, w->pages,
               w->touching, w->outside);
    arena_free(&a);
    free(w);
    return ok;
}

int main(int argc, char **argv)
{
    struct arena a = {0};
    struct diag d;
    struct option_list loops = {(const char **)&argv[3], argc - 3};
    struct gap_ask ask = {.loops = &loops};
    bool ok = false;
    diag_init(&d, "watch-plot");
    struct runs *r = argc > 2 ? runs_open(argv[1], RUNS_READ, &d) : NULL;
    struct gaps *g = r ? gaps_read(r, &a, &ask, &d) : NULL;
    if (g)
        ok = sound(g, argv[2], argc > 3);
    runs_close(r);
    arena_free(&a);
    diag_close(&d);
    return ok && !test_faults ? 0 : 1;
}
