/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put-watch DATABASE RUN < TEXT: stores the states of a process monitor, given as a text
 * (tests/watch-text.h), in a run database. */
#include "runs/runs.h"
#include "tests/watch-text.h"

int main(int argc, char **argv)
{
    struct arena a = {0};
    struct diag d = {.tool = "put-watch"};
    if (argc != 3)
        return 2;
    struct watch w = watch_read(&a, stdin);
    struct runs *r = runs_open(argv[1], RUNS_ADD, &d);
    bool ok = r && runs_put_watch(r, argv[2], &w) && runs_commit(r);
    runs_close(r);
    arena_free(&a);
    return !ok;
}
