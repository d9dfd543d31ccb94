/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the ladders of standard input, so that charts can be tested without a
 * run database:
 *     run NAME MACHINE PROCESSORS BUILD
 *     loop FILE ROUTINE LINE M MA MAC MACS MEASURED [ITERATIONS [TNF [MACSD]]]
 * "-" is a missing number or an unknown name.
 *     plot-ladders PICTURE [CHART,...] <LADDERS
 * Bars, unless charts are named. A line "named" means that the loops were selected by name;
 * "evenly" means that each loop has a million iterations, distributed evenly over the processors,
 * and is compared with the first run on 1 processor. */
#include "plots/plots.h"
#include "tests/ladders.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 11 }; /* of a loop */

static const char *name_in(struct arena *a, const char *word)
{
    return strcmp(word, "-") == 0 ? NULL : arena_strdup(a, word);
}

static struct quantity number_in(const char *word, const char *why)
{
    return strcmp(word, "-") == 0 ? missing(why) : known(strtod(word, NULL));
}

static const struct gap_data *data_in(struct arena *a, const char *macsd)
{
    struct gap_data *d = ARENA_NEW(a, struct gap_data);
    d->macsd = number_in(macsd, "no recorded accesses");
    return d;
}

/* words: "-" from n on. */
static struct gap_loop loop_in(struct arena *a, char words[WORDS][80], int n)
{
    static const char *const whys[] = {"no source loop", "no source loop", "k is not known",
                                       "no compiled loop", "not measured"};
    struct quantity q[5];
    for (int i = n; i < WORDS; i++)
        strcpy(words[i], "-");
    for (int i = 0; i < 5; i++)
        q[i] = number_in(words[3 + i], whys[i]);
    struct gap_loop l = {
        .file = name_in(a, words[0]),
        .routine = name_in(a, words[1]),
        .line = strtol(words[2], NULL, 10),
        .loop = arena_printf(a, "%s:%s:%s", words[0], words[1], words[2]),
        .cpl = {q[0], q[1], q[2], q[3], q[4]},
        .iterations = number_in(words[8], "not measured"),
        .tnf = number_in(words[9], "no source loop"),
        .k = missing("no compiled loop"),
        .lost = missing("not told"),
    };
    l.data = data_in(a, words[10]);
    l.measured = is_known(l.iterations);
    l.muf = q_div(l.cpl.macs, l.cpl.measured, "measured is 0");
    l.cycles = l.time = q_mul(l.cpl.measured, l.iterations);
    return l;
}

int main(int argc, char **argv)
{
    struct arena a = {0};
    struct diag d;
    ARRAY(struct gap_run) runs = {0};
    ARRAY(struct gap_loop) loops = {0};
    char line[1024], w[WORDS][80];
    int words;
    bool named = false, evenly = false;
    diag_init(&d, "plot-ladders");
    if (argc < 2 || argc > 3)
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "run %79s %79s %79s %79s", w[0], w[1], w[2], w[3]) == 4)
            *array_push(&runs) = (struct gap_run){
                .run = name_in(&a, w[0]),
                .machine = name_in(&a, w[1]),
                .processors = strtol(w[2], NULL, 10),
                .build = name_in(&a, w[3]),
            };
        else if (runs.n &&
                 (words = sscanf(
                      line, "loop %79s %79s %79s %79s %79s %79s %79s %79s %79s %79s %79s", w[0],
                      w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10])) >= 8) {
            *array_push(&loops) = loop_in(&a, w, words);
            runs.at[runs.n - 1].n++;
        } else if (strcmp(line, "named\n") == 0)
            named = true;
        else if (strcmp(line, "evenly\n") == 0)
            evenly = true;
        else
            return 2;
    }
    for (size_t i = 0, first = 0; i < runs.n; first += runs.at[i++].n)
        runs.at[i].loops = loops.at + first;
    if (evenly)
        set_ladder_times(runs.at, runs.n);
    struct gap_table t = {runs.at, runs.n};
    const char *names = argc == 3 ? argv[2] : "bars";
    struct plot_choice choice;
    const char *wrong = plot_choose(&choice, &a, &(struct option_list){&names, 1});
    if (wrong)
        diag_error(&d, (struct where){0}, "%s", wrong);
    else
        plot_charts(&(struct plot_facts){.table = &t, .loops_named = named}, &choice, argv[1], &d);
    array_free(&runs);
    array_free(&loops);
    arena_free(&a);
    return diag_exit_status(&d);
}
